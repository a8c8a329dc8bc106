//! What exactly did the model do? From the text of a transcript to a verdict.
//!
//! ```
//! use stepfall_grade::{Mode, grade};
//! use stepfall_procedure::{Condition, Generator, Seed, Spec};
//!
//! let item = Generator::new(Spec::default())?.item(Seed::wrapping(7), 0)?;
//! let verdict = grade(&item, Condition::AnswerOnly, &format!("Answer: {}", item.answer_text()));
//! assert_eq!(verdict.primary, Mode::Followed);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A text goes through rooms, each of which knows only those before it: the `lexer` takes it apart into tokens; `chain` and `read` find what
//! they claim about steps; `answer` finds answers; `judge` holds the claims against the procedure, and `cause` says why they depart from it;
//! `root` and `conclusion` name the faults and the failure modes. The `grader` leads through all of them. Reading never fails and takes time
//! linear in the length of the text.
//!
//! This crate does not know where a transcript comes from, nor who looks at the verdict.

mod align;
mod answer;
mod answer_fault;
mod cause;
mod certainty;
mod chain;
mod claim;
mod conclusion;
mod cut;
mod digit;
mod echo;
mod equation;
mod followed;
mod grader;
mod headline;
mod judge;
mod lexer;
mod looked_up;
mod metrics;
mod names;
mod number_forms;
mod numeral;
mod object;
mod other_order;
mod plan;
mod read;
mod record;
mod region;
mod repair;
mod root;
mod rounding;
mod sample;
mod signs;
mod token;
mod verdict;
mod visible;
mod word;

pub use self::cause::Cause;
pub use self::certainty::{Certainty, Doubt};
pub use self::claim::{Claim, Expression, Rule, StepClaim, Written};
pub use self::grader::{Grader, MAX_TRANSCRIPT, grade};
pub use self::headline::headline;
pub use self::judge::StepVerdict;
pub use self::looked_up::LookUp;
pub use self::metrics::{Executed, Metrics};
pub use self::record::{
    AnswerRecord, AnswersRecord, DoubtRecord, HypothesisRecord, MetricsRecord, ReasoningRecord,
    RootFaultRecord, SpanRecord, StepVerdictRecord, TextVerdictRecord, VerdictRecord, answer_text,
    table_name, value_name, value_text,
};
pub use self::verdict::{Answer, GRADER, Reasoning, RootFault, Stop, TextVerdict, Verdict};
pub use stepfall_text::{Mode, Slip, Status};
