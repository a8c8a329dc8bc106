//! The specimen: a small decoder-only transformer that was trained on procedures, and what can be seen inside it.
//!
//! The life of a transcript: an item becomes a [`SpecimenItem`] in the specimen's own words ([`Token`]); a [`Writing`] reads its prompt and writes the trace and the summary token by token, with
//! the flow between lines changed or not ([`StepFlow`]); [`judge`] holds the lines against the procedure, and [`text`] says them as people write them, for the grader. [`answer`] is all of
//! that at once for an item and a condition, and [`fit`] says which it was never taught. While it
//! writes, [`Backward`] tells what each token drew on (Step-Saliency), which a [`StepMap`] pools to lines and holds against what the lines need.
//!
//! Nothing depends on the machine: sums have a fixed order, nothing is fused, and `exp`, `tanh`, sine and cosine are made of sums, products and square roots here.
//!
//! It knows no network, no clock and no browser; weights come in as bytes. `training/` says how they were made.

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
mod writing;

pub use self::answer::{TEMPERATURE, WrittenAnswer, answer, fit, is_taught};
pub use self::checkpoint::{SHIPPED, Shipped};
pub use self::experiment::{
    History, answer_run, free_and_led, free_run, is_right_alone, led, next_line, plant,
};
pub use self::flow::{Bridge, Carry, Flow};
pub use self::gradient::{Backward, SaliencyRow};
pub use self::judge::{Fault, Judgement, LineFault, PartCounts, judge, line_fault, text, word};
pub use self::layout::Layout;
pub use self::lesson::{Curriculum, FIRST_TRAINING_SEED, LOOK_BACKS, Lessons};
pub use self::map::{Agreement, Column, Norm, Pooling, StepMap};
pub use self::model::{LayerTrace, PositionTrace, Session, best, probabilities};
pub use self::part::{Part, transcript};
pub use self::step_flow::{Link, Momentum, StepFlow, Strength};
pub use self::task::{
    MOST_STEPS, PROMPT_LINE, SUMMARY, SpecimenItem, TRACE_LINE, Unfit, apply, operands,
};
pub use self::token::{Kind, MODULUS, NAMES, Token, VOCABULARY};
pub use self::vote::{Sample, majority, sample};
pub use self::weights::{Weights, WeightsError};
pub use self::writing::{Choice, Writing};
