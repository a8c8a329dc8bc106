//! The state of the page as signals: one store per page, and stores that several pages share.
//!
//! A store is a handle that can be copied. The signals of a store live as long as the reactive
//! owner under which it was created. The logic is in [`crate::state`], as plain structs with native
//! tests.

mod answer_history;
mod batch;
mod lab;
mod learn;
mod model_client;
mod pages;
mod play;
mod results;
mod sweep;

pub(crate) use self::answer_history::AnswerHistory;
pub(crate) use self::batch::{BatchStore, ComparisonStore};
pub(crate) use self::lab::{LabStore, MORE_ITEMS};
pub(crate) use self::learn::LearnStore;
pub(crate) use self::model_client::{ModelClient, take_sign_in_reply};
pub(crate) use self::pages::{LazyPage, LazySlot, PageContext, Pages};
pub(crate) use self::play::{
    AddressBar, AnswerPanel, PlayStore, TranscriptLocation, open_from_address,
};
pub(crate) use self::results::{Fetching, ResultsStore};
pub(crate) use self::sweep::SweepStore;
