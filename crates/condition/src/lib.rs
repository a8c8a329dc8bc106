//! The ways of asking: dialogues as state machines, and what is carried out of what a model wrote.
//!
//! ```
//! use stepfall_condition::Dialogue;
//! use stepfall_procedure::{Condition, Generator, Seed, Spec};
//! use stepfall_provider::Answer;
//!
//! let item = Generator::new(Spec::default())?.item(Seed::wrapping(7), 0)?;
//! let mut dialogue = Dialogue::new(&item, Condition::Checkpoints(5));
//! while let Some(request) = dialogue.request() {
//!     assert!(!request.turns.is_empty());
//!     // Ask a model; this one has nothing to say.
//!     dialogue.on_answer(&Answer::default());
//! }
//! assert!(dialogue.score().is_some_and(|score| !score.solved));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Dialogue`] is told what a model said and says what to send next. It is a function of item, condition and replies: the same replies lead
//! to the same requests for ever, so that replies are all that has to be kept of an attempt. It ends by itself, whatever it is told.
//!
//! As one text ([`Dialogue::text`]) a dialogue can be kept, shared and edited like any transcript; [`read`] takes such a text up again.
//! Of it the grader sees only what the model wrote, or, where our evaluator carried out what the model wrote, what came of that.

mod calculator;
mod call;
mod chunks;
mod dialogue;
mod explain;
mod expression;
mod history;
mod isolated;
mod line;
mod names;
mod note;
mod part;
mod part_verdict;
mod past;
mod program;
mod reading;
mod reason;
mod record;
mod score;
mod sentences;
mod simulated;
mod then;
mod withdraw;

pub use self::dialogue::{Dialogue, Request};
pub use self::note::{End, Note};
pub use self::part::{Part, Role, parts};
pub use self::reading::{Reading, read, read_visible_text};
pub use self::record::{DialogueRecord, NoticeRecord, PartRecord, ReadingRecord, part_records};
pub use self::score::{Agreement, Detail, Knowing, Score};
pub use self::simulated::Simulated;
