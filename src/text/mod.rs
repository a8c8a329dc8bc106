//! The texts of the page, in one module for each part. Texts that the page shares with the command
//! line are in `stepfall-text`.

pub(crate) mod about;
pub(crate) mod ask;
pub(crate) mod batch;
pub(crate) mod dialogue;
pub(crate) mod embed;
pub(crate) mod examples;
pub(crate) mod in_page;
pub(crate) mod lab;
pub(crate) mod learn;
pub(crate) mod page;
pub(crate) mod play;
pub(crate) mod results;
pub(crate) mod settings;
pub(crate) mod steps;
pub(crate) mod sweep;
pub(crate) mod verdict;

pub(crate) use stepfall_text::*;
