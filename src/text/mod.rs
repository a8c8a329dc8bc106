//! All texts of the page: the words of `stepfall-text`, and sentences built from the page's state and its workers' messages.

mod ask;
mod batch;
mod dialogue;
mod embed;
mod lab;
mod settings;
mod steps;
mod sweep;
mod verdict;

pub(crate) use stepfall_text::*;

pub(crate) use self::ask::*;
pub(crate) use self::batch::*;
pub(crate) use self::dialogue::*;
pub(crate) use self::embed::*;
pub(crate) use self::lab::*;
pub(crate) use self::settings::*;
pub(crate) use self::steps::*;
pub(crate) use self::sweep::*;
pub(crate) use self::verdict::*;
