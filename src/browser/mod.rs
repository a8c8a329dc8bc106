//! The browser: all calls of the page to browser APIs.
//!
//! Other modules use only types of `web_sys`. If a browser refuses a call, the page keeps working:
//! each function reports in its result whether the call worked, or ignores the refusal.

mod address;
mod clipboard;
mod clock;
mod elements;
mod entropy;
mod files;
mod focus;
mod frame;
mod full_screen;
mod later;
mod models;
mod observe;
mod offline;
mod panic;
mod recorded;
mod scroll;
mod shell;
mod steps;
mod storage;
mod theme;
mod units;
mod worker;

pub(crate) use self::address::{
    address_without_fragment, address_without_query, decode_part, drop_query, entry_name, fragment,
    leave_for, on_entry, on_leave, push, query, reload, replace, set_title, title,
};
pub(crate) use self::clipboard::{copy, read_clipboard};
pub(crate) use self::clock::{format_time, now, stamp, today};
pub(crate) use self::elements::{
    data_at, element, hold_pointer, is_field, is_in_play, is_plain, is_shown, is_within,
    saves_data, share_at,
};
pub(crate) use self::entropy::{random_number, random_secret};
pub(crate) use self::files::{
    ChosenFile, InputText, choose_file, choose_files, copy_png, on_files, on_input, pick_file,
    save_file_event, save_png, save_text,
};
pub(crate) use self::focus::{
    first_in, focus_nth, focus_on, go_to, go_to_field, has_focus, refocus, refocus_on,
};
pub(crate) use self::frame::{follow_theme, is_framed, open_apart, report_height, show_link};
pub(crate) use self::full_screen::{full_screen_signal, has_full_screen, toggle_full_screen};
pub(crate) use self::later::{Timer, next_frame, when_done, when_idle, while_alive};
pub(crate) use self::models::{
    add_model_file, built_in_model, download_built_in, download_model_file, model_files,
    remove_model_file,
};
pub(crate) use self::observe::{NARROW, PHONE, media_query_signal, on_change, on_resize, on_width};
pub(crate) use self::offline::{install_offline, take_update, when_outdated};
pub(crate) use self::panic::report_panics;
pub(crate) use self::recorded::fetch_recorded;
pub(crate) use self::scroll::{go_up, reveal, reveal_soon, scroll_to_share, scroll_up};
pub(crate) use self::shell::{UnseenPage, remove_shell};
pub(crate) use self::steps::{reveal_step, step_at};
pub(crate) use self::storage::{
    delete_sign_in, origin, store_allowed_origins, store_ask_form, store_key, store_sign_in,
    store_transcript, stored_allowed_origins, stored_ask_form, stored_key, stored_sign_in,
    stored_transcript, take_stored_transcript,
};
pub(crate) use self::theme::{Theme, apply_theme_by_slug, choose_theme, chosen_theme, is_dark};
pub(crate) use self::units::Units;
pub(crate) use self::worker::{Startable, Worker, asset, cores};
