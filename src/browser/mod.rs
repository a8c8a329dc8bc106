//! The browser: all calls of the page to browser APIs.
//!
//! Only this module uses `web_sys`. If a browser refuses a call, the page keeps working: the result of each function reports whether the call worked.

mod address;
mod alive;
mod clipboard;
mod elements;
mod entropy;
mod files;
mod frame;
mod offline;
mod panic;
mod steps;
mod storage;
mod theme;
mod worker;

pub(crate) use self::address::{
    Timer, base, decoded, drop_query, fragment, leave_for, name, now, on_entry, on_leave, place,
    push, query, reload, replace, set_title, stamp, title, when_idle,
};
pub(crate) use self::alive::{element, next_frame, when_done, while_alive};
pub(crate) use self::clipboard::{copy, pasted};
pub(crate) use self::elements::{
    data_at, focus_nth, hold_pointer, is_in_play, is_plain, is_shown, is_within, media, on_width,
    reveal, reveal_soon, saves_data, scroll_to_share, share_at, today, when,
};
pub(crate) use self::entropy::{random_number, random_secret};
pub(crate) use self::files::{
    ChosenFile, Given, choose_file, choose_files, copy_png, on_files, on_given, pick_file,
    save_made, save_png, save_text,
};
pub(crate) use self::frame::{
    UnseenPage, follow_theme, is_framed, open_apart, remove_shell, show_link, tell_height,
};
pub(crate) use self::offline::{keep_offline, take_update, when_outdated};
pub(crate) use self::panic::report_panics;
pub(crate) use self::steps::{
    Units, first_in, focus_on, go_to, go_to_field, go_up, has_focus, on_change, on_resize, refocus,
    refocus_on, reveal_step, scroll_up, step_at,
};
pub(crate) use self::storage::{
    allowed, forget_leave, keep, keep_allowed, keep_key, keep_leave, kept, kept_key, kept_leave,
    origin, remember, remembered, take_kept,
};
pub(crate) use self::theme::{Theme, choose_theme, chosen_theme, is_dark, put_on_named};
pub(crate) use self::worker::{Startable, Worker, asset, cores};
