//! Turns a spec and a seed into an exact arithmetic procedure and its prompts.
//!
//! ```
//! use stepfall_procedure::{Condition, Generator, Seed, Spec};
//!
//! let spec = Spec { steps: 5, ..Spec::default() };
//! let generator = Generator::new(spec)?;
//! let item = generator.item(Seed::wrapping(42), 0)?;
//! assert_eq!(item.values.len(), 7);
//! assert!(item.prompt(Condition::Trace).contains("Answer:"));
//! # Ok::<(), stepfall_procedure::Refusal>(())
//! ```
//!
//! An item depends only on the generator [`GENERATOR_VERSION`], the [`Spec`], the [`Seed`] and the index. The
//! same four give the same bytes on every machine, for ever. No float, no `usize` and no hash order
//! decides anything about an item.
//!
//! This crate knows no links, pages, transcripts or models. It reads no clock and no entropy: a
//! seed is an argument.

mod arithmetic;
mod condition;
mod constant;
mod custom;
mod dead;
mod difficulty;
mod exception;
mod filler;
mod generate;
mod grid;
mod influence;
mod inputs;
mod item;
mod look_ups;
mod names;
mod nearest;
mod op;
mod paper;
mod param;
mod primed;
mod procedure;
mod prompt;
mod record;
mod recorded;
mod refuse;
mod remainder_errors;
mod replay;
mod requested_steps;
mod rng;
mod sanitize;
mod search;
mod shuffled;
mod signs;
mod single_errors;
mod spec;
mod suite;
mod text_hash;
mod unchained;
mod valid;
mod wording;
mod words;

pub use self::arithmetic::{Arithmetic, PAPER_PLACES};
pub use self::condition::{Condition, MAX_CHUNK, MAX_FILLER};
pub use self::requested_steps::RequestedSteps;
pub use stepfall_formula::Position;

pub use self::constant::{Constant, MAX_CONSTANT};
pub use self::custom::{
    MAX_DIGITS, MAX_NAME, MAX_PROCEDURE, Problem, ProcedureError, ProcedureNotice,
};
pub use self::difficulty::Difficulty;
pub use self::exception::ExceptionRule;
pub use self::generate::{Generator, Seed};
pub use self::item::Item;
pub use self::look_ups::LookUps;
pub use self::op::Op;
pub use self::param::{KEYS, ParamError};
pub use self::primed::UnsuitableItem;
pub use self::procedure::{MAX_INPUTS, Operand, Procedure, Step};
pub use self::record::{Record, StepRecord};
pub use self::recorded::{MAX_RECORD, RecordError};
pub use self::refuse::{Refusal, RefusalReason};
pub use self::sanitize::{
    escaped, has_excess_marks, safe_excerpt, safe_line, safe_text, with_excess_marks,
    without_excess_marks,
};
pub use self::signs::Signs;
pub use self::single_errors::{ErrorShare, for_each_single_error};
pub use self::spec::{
    BOUNDS, CONSTANTS, Inputs, Interval, LineOrder, LookBack, MAX_DEAD, MAX_INPUT, MAX_LOOK_BACK,
    MAX_MODULUS, MAX_STEPS, MAX_WEIGHT, NameStyle, Spec, Wording,
};
pub use self::suite::{Suite, SuiteEntry};
pub use self::text_hash::text_hash;
pub use self::valid::InvalidSpec;

/// The version of the generator and of its prompts.
///
/// Version 2 is frozen: its items, prompts and links never change, but conditions, suites and
/// options may be added. Versions 0 and 1 were never published, and no code makes their items.
pub const GENERATOR_VERSION: u32 = 2;

/// The version in the record of a custom procedure that does not fit the record format of
/// [`GENERATOR_VERSION`]. Older readers refuse such a record because they do not know the version.
pub const CUSTOM_VERSION: u32 = 3;

/// True if [`GENERATOR_VERSION`] is frozen. In a version that is not frozen, an item, a prompt or a link may
/// change. The history of the golden files then gives the reason.
pub const IS_FROZEN: bool = true;
