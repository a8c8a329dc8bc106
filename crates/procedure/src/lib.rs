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
mod condition;
mod dead;
mod draw;
mod fault;
mod generate;
mod grid;
mod influence;
mod item;
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
mod spec;
mod suite;
mod valid;
mod wording;
mod words;

pub use self::arithmetic::{Arithmetic, PAPER_PLACES};
pub use self::condition::{Condition, MAX_CHUNK};
pub use self::fault::{Share, for_each_fault};
pub use self::generate::{Generator, Seed};
pub use self::item::Item;
pub use self::op::Op;
pub use self::param::{KEYS, ParamError};
pub use self::procedure::{Operand, Procedure, Step};
pub use self::record::{Record, StepRecord};
pub use self::recorded::{MAX_RECORD, RecordError};
pub use self::refuse::{Refusal, Rule};
pub use self::spec::{
    BOUNDS, CONSTANTS, Interval, LookBack, MAX_DEAD, MAX_INPUT, MAX_LOOK_BACK, MAX_MODULUS,
    MAX_STEPS, MAX_WEIGHT, Names, Spec, Wording,
};
pub use self::suite::{Entry, Suite};
pub use self::valid::InvalidSpec;

/// The version of the generator and of its prompts. Within a version, items, prompts and links are frozen.
///
/// Version 0 was version 1 before it was settled; its items are the same.
pub const VERSION: u32 = 1;
