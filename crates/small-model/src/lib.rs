//! The small model: a decoder-only transformer that was trained on procedures, and tools that look
//! inside it.
//!
//! A transcript takes these steps. [`SmallModelItem`] is an item as tokens ([`Token`]). A
//! [`Generation`] reads its prompt and writes the trace and the summary token by token. Optionally
//! it changes the attention between lines ([`StepFlow`]). [`judge`] compares the lines with the
//! procedure, and [`text`] writes them as readable text for the grader. [`answer`] writes the text
//! about an item under a condition, and [`to_small_model_item`] refuses items for which the model was not trained.
//! [`Backward`] returns the saliency of each token (Step-Saliency). A [`StepMap`] pools it to lines
//! and compares it with the lines that a step needs.
//!
//! Results do not depend on the machine. Sums have a fixed order, and there are no fused
//! operations. `exp`, `tanh`, sine and cosine are computed here from sums, products and square
//! roots.
//!
//! The crate uses no network, no clock and no browser; the caller passes weights as bytes.
//! `training/README.md` describes the training.

#![cfg_attr(
    test,
    allow(
        clippy::expect_used,
        clippy::float_cmp,
        clippy::cast_precision_loss,
        clippy::single_range_in_vec_init,
        reason = "a test ends where something is missing, and compares what has to be the same"
    )
)]

mod answer;
mod checkpoint;
mod experiment;
mod float;
mod flow;
mod generation;
mod gradient;
mod judge;
mod layout;
mod lesson;
mod map;
mod matrix;
mod model;
mod part;
mod step_flow;
mod task;
mod token;
mod vote;
mod weights;

pub use self::answer::{TEMPERATURE, WrittenAnswer, answer, is_taught, to_small_model_item};
pub use self::checkpoint::{SHIPPED, ShippedWeights};
pub use self::experiment::{
    History, answer_run, free_and_teacher_forced, free_run, is_correct_alone, next_line, plant,
    teacher_forced_counts,
};
pub use self::flow::{Bridge, Flow, MomentumInjection};
pub use self::generation::{Generation, TokenChoice};
pub use self::gradient::{Backward, SaliencyRow};
pub use self::judge::{
    Judgement, LineError, LineErrorKind, PartCounts, judge, line_error, text, word,
};
pub use self::layout::Layout;
pub use self::lesson::{Curriculum, FIRST_TRAINING_SEED, LOOK_BACKS, Lessons};
pub use self::map::{Agreement, Column, Norm, Pooling, StepMap};
pub use self::model::{LayerTrace, PositionTrace, Session, best, probabilities};
pub use self::part::{Part, transcript};
pub use self::step_flow::{BridgeStrength, BridgeTarget, Momentum, StepFlow};
pub use self::task::{
    MAX_STEPS, PROMPT_LINE, SUMMARY, SmallModelItem, TRACE_LINE, UnsupportedItem, apply, operands,
};
pub use self::token::{Kind, MODULUS, NAMES, Token, VOCABULARY};
pub use self::vote::{Sample, majority, sample};
pub use self::weights::{Weights, WeightsError};
