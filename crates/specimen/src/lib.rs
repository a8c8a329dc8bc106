//! The specimen: a small decoder-only transformer that was trained on procedures, and what can be seen inside it.
//!
//! It knows no network, no clock and no browser; weights come in as bytes.

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
mod weights;
mod writing;

pub use self::experiment::{History, answer_run, free_run, led, led_answer, next_line, plant};
pub use self::flow::{Bridge, Carry, Flow};
pub use self::gradient::{Backward, SaliencyRow};
pub use self::judge::{Fault, Judgement, PartCounts, judge, line_fault, text};
pub use self::layout::Layout;
pub use self::lesson::{Curriculum, FIRST_TRAINING_SEED, LOOK_BACKS, Lessons};
pub use self::map::{Agreement, Column, Norm, StepMap};
pub use self::model::{LayerTrace, PositionTrace, Session, best, probabilities};
pub use self::part::{Part, answer_alone, transcript};
pub use self::step_flow::{Link, Momentum, StepFlow, Strength};
pub use self::task::{MOST_STEPS, PROMPT_LINE, SUMMARY, TRACE_LINE, Task, Unfit, apply};
pub use self::token::{Kind, MODULUS, NAMES, Token, VOCABULARY};
pub use self::weights::{Weights, WeightsError};
pub use self::writing::{Choice, Writing};
