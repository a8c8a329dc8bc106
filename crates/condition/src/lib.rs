//! Conditions: dialogues as state machines, and the evaluator, which carries out the programs and
//! calculator calls that a model writes.
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
//!     // Ask a model here. This example always replies with an empty text.
//!     dialogue.on_answer(&Answer::default());
//! }
//! assert!(dialogue.score().is_some_and(|score| !score.is_solved));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Dialogue`] takes the replies of a model and returns the next request. The requests depend
//! only on the item, the condition and the replies, so the replies are enough to store an attempt.
//! Every dialogue ends after a bounded number of replies.
//!
//! [`Dialogue::text`] writes a dialogue as one text, which can be kept, shared and edited like any
//! transcript. [`read`] reads such a text back. The grader sees only the text of the model and the
//! history before it. If the evaluator carried out that text, the grader sees the resulting lines
//! instead.

mod calculator;
mod call;
mod chunks;
mod dialogue;
mod explain;
mod expression;
mod history;
mod history_summary;
mod isolated;
mod line;
mod names;
mod next_step;
mod note;
mod part;
mod part_verdict;
mod program;
mod reading;
mod reason;
mod record;
mod score;
mod sentences;
mod simulated;
mod withdraw;

pub use self::dialogue::{Dialogue, Request};
pub use self::note::{DialogueEnd, Note};
pub use self::part::{LocatedMessage, Role, parts};
pub use self::reading::{Reading, read, read_visible_text};
pub use self::record::{DialogueRecord, NoticeRecord, PartRecord, ReadingRecord, part_records};
pub use self::score::{Agreement, ConditionResult, DescribedVersusDone, Score};
pub use self::simulated::DialogueSolver;
