//! The components of the page. Components take data, and callbacks for the user's actions. A few
//! large components know a store and connect the others. The texts are in `text`.

pub(crate) mod batch;
mod header;
pub(crate) mod lab;
mod lazy;
pub(crate) mod learn;
pub(crate) mod play;
pub(crate) mod results;
mod root;
mod share;
mod sources;
mod stage;
pub(crate) mod sweep;
mod update;
pub(crate) mod widgets;

pub(crate) use self::header::Header;
pub(crate) use self::lazy::{LazyPart, LazySlotView, Placeholder};
pub(crate) use self::play::answer::Answer;
pub(crate) use self::play::arcs::ArcsCard;
pub(crate) use self::play::ask::{Ask, Connection, FailureNote, reveal_signed_in};
pub(crate) use self::play::dialogue::DialogueParts;
pub(crate) use self::play::headline::Headline;
pub(crate) use self::play::pointed::Pointed;
pub(crate) use self::play::prompt::Prompt;
pub(crate) use self::play::settings::Settings;
pub(crate) use self::play::step_table::StepTable;
pub(crate) use self::root::Root;
pub(crate) use self::share::{
    ShareBatch, ShareLab, ShareLearn, SharePlay, ShareResults, ShareSweep, Sharing,
};
pub(crate) use self::sources::Sources;
pub(crate) use self::stage::{Stage, is_on_full_stage};
pub(crate) use self::update::UpdateNotice;
pub(crate) use self::widgets::basic::{Button, Sign};
pub(crate) use self::widgets::copy::{Copied, CopyButton, copy};
pub(crate) use self::widgets::notices::{Notices, PageNotices};
pub(crate) use self::widgets::page_link::PageLink;
pub(crate) use self::widgets::scene::SceneView;
pub(crate) use self::widgets::term::Term;
pub(crate) use self::widgets::virtual_list::{VirtualList, back_to_row};
