//! Grades transcripts: reads the text of a model's reply and computes a verdict.
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
//! # How a text is read
//!
//! Take the procedure `S3 = S1 + S2`, `S4 = S3 * 2` with the inputs 4 and 9, and the text
//! `S3 = S1 + S2 = 4 + 9 = 14, so S4 = 28.`
//!
//! 1. `lexer`: the text becomes tokens, here names, signs, numbers, a comma and the word `so`.
//!    LaTeX, tables, columns and other scripts become the same tokens as plain text: a sum in a
//!    column becomes the tokens of `4 + 9 = 14`.
//! 2. `region`: reasoning between marks, and another question after the answer, are separated from
//!    the visible text.
//! 3. `chain` and `read`: statements become claims. A chain is a row of equal terms. Its names
//!    identify the step, and its last number is the value. The claims here are
//!    `S3 is 14, from S1 + S2, from 4 + 9` and `S4 is 28`.
//! 4. `answer`: answers are found by rank. Tagged, boxed and announced answers come first, then a
//!    number alone in a line, then the value of the last step. The answer here is 28.
//! 5. `judge` and `cause`: every claim is compared with the procedure and with the text's own
//!    values. A value *follows* if it is the result of its step on the text's own earlier values.
//!    14 is not 4 + 9, and both operands are correct, so S3 is an arithmetic error. 28 follows
//!    from 14, so S4 inherits the error.
//! 6. `align`: if names do not identify the step of a number, all numbers are aligned with the
//!    steps at once. The reading with the lowest cost is taken.
//! 7. `equation` and `other_order`: if the text names no step and computes in another order than
//!    the procedure, each of its equations is checked separately.
//! 8. `root` and `conclusion`: an error that does not follow from an earlier one is a root error.
//!    Failure modes are derived from root errors.
//!
//! Reading never fails and takes time linear in the length of the text.
//!
//! ```
//! use stepfall_grade::{Cause, grade};
//! use stepfall_procedure::{Condition, Item};
//!
//! let item = Item::from_text("S1 = 4\nS2 = 9\nS3 = S1 + S2\nS4 = S3 * 2", None)?;
//! let text = grade(&item, Condition::Free, "S3 = S1 + S2 = 4 + 9 = 14, so S4 = 28.").visible;
//! assert!(matches!(text.roots[0].cause(), Cause::ArithmeticError(_)));
//! let slugs: Vec<_> = text.steps.iter().map(|step| step.slug()).collect();
//! assert_eq!(slugs, ["slip", "inherited"]);
//! assert_eq!(text.first_answer().map(|answer| answer.is_correct), Some(false));
//! # Ok::<(), stepfall_procedure::ProcedureError>(())
//! ```
//!
//! This crate does not depend on where a transcript comes from or how a verdict is displayed.

mod align;
mod answer;
mod answer_error;
mod cause;
mod certainty;
mod chain;
mod claim;
mod conclusion;
mod cut;
mod digit;
mod echo;
mod equation;
mod exact_trace;
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
mod read;
mod record;
mod region;
mod repair;
mod requested_procedure;
mod root;
mod rounding;
mod sample;
mod text_facts;
mod token;
mod verdict;
mod visible;
mod word;

pub use self::cause::Cause;
pub use self::certainty::{Certainty, Doubt};
pub use self::claim::{
    AnswerClaim, AnswerRule, ClaimedOperand, NumberForm, StepClaim, WrittenOperation,
};
pub use self::grader::{Grader, MAX_TRANSCRIPT, grade};
pub use self::headline::headline;
pub use self::judge::StepVerdict;
pub use self::looked_up::LookUp;
pub use self::metrics::{Metrics, StepCount};
pub use self::record::{
    AnswerRecord, AnswersRecord, DoubtRecord, HypothesisRecord, MetricsRecord, ReasoningRecord,
    RootErrorRecord, SpanRecord, StepVerdictRecord, TextVerdictRecord, VerdictRecord, answer_text,
    table_name, value_name, value_text,
};
pub use self::verdict::{
    Answer, GRADER_VERSION, Reasoning, RootError, StopReason, TextVerdict, Verdict,
};
pub use stepfall_text::{ArithmeticError, Mode, Status};
