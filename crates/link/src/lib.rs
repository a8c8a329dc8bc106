//! Addresses of the page and share links: `#/play?v=2&steps=25&lookback=3&seed=42`.
//!
//! All parameters are in the fragment, which no server sees. `v` is always written. It fixes the
//! generator and every default, so that parameters at their default may be left out. An address
//! without `v` has the current version. Parsing never fails. Each part that cannot be understood is
//! reported as a [`Notice`] and replaced by a valid one.
//!
//! A [`Route`] is the page that an address opens. A [`PlayLink`] is the content of an address of Play,
//! and a [`SweepLink`] that of an address of Sweep. For the Lab, Batch, Results and Learn it is a
//! [`LabLink`], a [`BatchLink`], a [`ResultsLink`] and a [`LearnLink`].
//!
//! This crate does not depend on browsers: it converts text to these types and back.

mod address;
mod batch;
mod decimal;
mod guide;
mod lab;
mod learn;
mod notice;
mod open;
mod page;
mod results;
mod setup;
mod source;
mod transcript;

pub use self::address::{MAX_ADDRESS, Parsed, PlayLink, parse};
pub use self::batch::{BATCH_ITEMS, BATCH_SAMPLES, BatchLink, CUSTOM_ITEMS, ExportTarget};
pub use self::decimal::{read_decimal, read_price};
pub use self::guide::GuideSlug;
pub use self::lab::{
    Checkpoint, FlowChange, FlowSetting, LAB_LAYERS, LAB_LOOK_BACKS, LAB_MODULUS, LAB_SEEDS,
    LAB_STEPS, LabLink, MapOf, SMALL_MODEL_VERSION,
};
pub use self::learn::{Chapter, LEARN_STEPS, LearnLink, LearnNumber, MismatchCase};
pub use self::notice::Notice;
pub use self::open::{Opened, open};
pub use self::page::{Embedded, FIGURE, Page, Route, slug_and_query};
pub use self::results::{Column, ResultsLink};
pub use self::setup::{LinkedModel, MAX_SETUP, SweepLink, simulated_name};
pub use self::source::{SolverRun, Source};
pub use self::transcript::{
    MAX_PACKED, MAX_TRANSCRIPT, TranscriptError, WARN_PACKED, pack, unpack,
};
