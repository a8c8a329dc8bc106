//! From a spec and a seed to an exact arithmetic procedure and the text that asks for it.
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
//! An item is a function of the generator [`VERSION`], the [`Spec`], the [`Seed`] and the index: the same four give the
//! same bytes on every machine, for ever. Nothing that shapes an item goes through a float, a `usize` or the order of
//! a hash table.
//!
//! This crate does not know links, pages, transcripts or models. Time and entropy come from nowhere: a seed is an
//! argument.

mod arithmetic;
mod asks;
mod betray;
mod condition;
mod constant;
mod custom;
mod dead;
mod difficulty;
mod draw;
mod exception;
mod fault;
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
mod replay;
mod search;
mod shown;
mod shuffled;
mod signs;
mod spec;
mod suite;
mod text_hash;
mod unchained;
mod valid;
mod wording;
mod words;

pub use self::arithmetic::{Arithmetic, PAPER_PLACES};
pub use self::asks::Asks;
pub use self::condition::{Condition, MAX_CHUNK, MAX_FILLER};
pub use stepfall_formula::Position;

pub use self::constant::{Constant, MAX_CONSTANT};
pub use self::custom::{
    MAX_DIGITS, MAX_NAME, MAX_PROCEDURE, Problem, ProcedureError, ProcedureNotice,
};
pub use self::difficulty::Difficulty;
pub use self::exception::Exception;
pub use self::fault::{Share, for_each_fault};
pub use self::generate::{Generator, Seed};
pub use self::item::Item;
pub use self::look_ups::LookUps;
pub use self::op::Op;
pub use self::param::{KEYS, ParamError};
pub use self::primed::Unsuited;
pub use self::procedure::{MAX_INPUTS, Operand, Procedure, Step};
pub use self::record::{Record, StepRecord};
pub use self::recorded::{MAX_RECORD, RecordError};
pub use self::refuse::{Refusal, Rule};
pub use self::shown::{
    escaped, has_excess_marks, piles, shown, shown_line, shown_text, without_excess_marks,
};
pub use self::signs::Signs;
pub use self::spec::{
    BOUNDS, CONSTANTS, Inputs, Interval, Lines, LookBack, MAX_DEAD, MAX_INPUT, MAX_LOOK_BACK,
    MAX_MODULUS, MAX_STEPS, MAX_WEIGHT, Names, Spec, Wording,
};
pub use self::suite::{Entry, Suite};
pub use self::text_hash::text_hash;
pub use self::valid::InvalidSpec;

/// The version of the generator and of its prompts. Once a version is frozen, its items, prompts and links stay the same for ever.
///
/// Versions 0 and 1 were never published, and nothing makes their items any more. Version 2 is frozen: what exists in it never changes, and conditions, suites and
/// options may be added.
pub const VERSION: u32 = 2;

/// The version in records of custom procedures that those of [`VERSION`] cannot hold, so that older readers refuse them by name.
pub const CUSTOM_VERSION: u32 = 3;

/// Whether [`VERSION`] is frozen. Until a version is, an item, a prompt or a link may still change for a reason that is told in the history of the golden files.
pub const IS_FROZEN: bool = true;
