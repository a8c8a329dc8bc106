//! The browser: everything that the page asks of it.
//!
//! Only this module uses `web_sys`. Whatever a browser may refuse is refused here without harm: each function says by its
//! result whether it worked.

mod address;
mod clipboard;
mod engine;
mod entropy;
mod panic;
mod report;
mod save;
mod steps;
mod storage;
mod theme;

pub(crate) use self::address::{
    Timer, base, fragment, now, on_fragment, on_leave, push, replace, set_title,
};
pub(crate) use self::clipboard::{copy, select_all};
pub(crate) use self::engine::Engine;
pub(crate) use self::entropy::random_number;
pub(crate) use self::panic::report_panics;
pub(crate) use self::report::{member, report, shared, shares};
pub(crate) use self::save::{save_png, save_text};
pub(crate) use self::steps::{
    Units, is_escape, mark_step, on_dropped, on_overflow, on_pointed, on_wide, reveal_step,
};
pub(crate) use self::storage::{forget, keep, kept};
pub(crate) use self::theme::{Theme, choose_theme, chosen_theme};
