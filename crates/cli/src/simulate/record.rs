//! A simulation as a line of JSON.

use serde::Serialize;
use stepfall_grade::{answer_text, value_name, value_text};
use stepfall_link::Link;
use stepfall_procedure::{Condition, Item};
use stepfall_solver::{
    ErrorFrequency, Form, Location, ReadAnswer, RootTruth, Solver, StepTruth, TrueCause, Truth,
};

use crate::args::Selected;

/// A transcript with its settings and the truth about it.
#[derive(Serialize)]
pub(crate) struct Line {
    /// Always `true`, so that the transcript is not mistaken for a model's.
    simulated: bool,
    /// `None` if the item is from a file and has no link.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
    #[serde(rename = "executor")]
    solver: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rate_percent: Option<f64>,
    form: &'static str,
    run: u64,
    transcript: String,
    /// The truth about a single reply. `None` for a dialogue.
    #[serde(skip_serializing_if = "Option::is_none")]
    truth: Option<TruthLine>,
}

#[derive(Serialize)]
struct TruthLine {
    first: Option<String>,
    last: Option<String>,
    primary: &'static str,
    modes: Vec<&'static str>,
    root_faults: Vec<RootLine>,
    steps: Vec<StepLine>,
}

#[derive(Serialize)]
struct RootLine {
    name: String,
    #[serde(flatten)]
    cause: CauseLine,
    alternatives: Vec<CauseLine>,
}

/// A cause of an error. For an incorrect operand, `operands` lists all steps with the used value.
/// For an answer that reports another step, it has this step.
#[derive(Serialize)]
struct CauseLine {
    cause: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    operands: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    operation: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    #[serde(rename = "slip", skip_serializing_if = "Option::is_none")]
    arithmetic_error: Option<&'static str>,
}

#[derive(Serialize)]
struct StepLine {
    name: String,
    status: &'static str,
    claimed: Option<String>,
    by_cancellation: bool,
}

impl Line {
    pub(crate) fn new(
        selected: &Selected,
        solver: Solver,
        form: Form,
        run: u64,
        transcript: String,
        truth: Option<Truth>,
    ) -> Self {
        let rate = match solver.frequency {
            ErrorFrequency::PerStep(rate) | ErrorFrequency::AtLeastOnce(rate) => {
                Some(f64::from(rate.parts()) / 100.0)
            }
            ErrorFrequency::Once => None,
        };
        Self {
            simulated: true,
            link: selected.link.as_ref().map(Link::fragment),
            solver: solver.kind.slug(),
            rate_percent: rate,
            form: form.slug(),
            run,
            transcript,
            truth: truth.map(|truth| truth_line(&selected.item, selected.condition, &truth)),
        }
    }
}

fn truth_line(item: &Item, condition: Condition, truth: &Truth) -> TruthLine {
    let answer = |answer: &ReadAnswer| match answer {
        ReadAnswer::None => None,
        ReadAnswer::Ambiguous => Some("ambiguous".to_owned()),
        ReadAnswer::Value(value) => Some(answer_text(item, condition, value)),
    };
    TruthLine {
        first: answer(&truth.first),
        last: answer(&truth.last),
        primary: truth.primary.slug(),
        modes: truth.modes.iter().map(|mode| mode.slug()).collect(),
        root_faults: truth.roots.iter().map(|root| root_line(item, root)).collect(),
        steps: truth.steps.iter().map(|step| step_line(item, condition, step)).collect(),
    }
}

fn root_line(item: &Item, root: &RootTruth) -> RootLine {
    RootLine {
        name: match root.place {
            Location::Step(number) => value_name(item, number),
            Location::Answer => "answer".to_owned(),
        },
        cause: cause_line(item, &root.cause),
        alternatives: root.alternatives.iter().map(|cause| cause_line(item, cause)).collect(),
    }
}

/// Returns the record of a cause, in the terms of verdicts.
fn cause_line(item: &Item, cause: &TrueCause) -> CauseLine {
    let line = |cause| CauseLine {
        cause,
        operands: None,
        operation: None,
        table: None,
        arithmetic_error: None,
    };
    match cause {
        TrueCause::WrongOperand(taken) => CauseLine {
            operands: Some(taken.iter().map(|number| value_name(item, *number)).collect()),
            ..line("wrong-operand")
        },
        TrueCause::WrongOperation(op) => {
            CauseLine { operation: Some(op.slug()), ..line("wrong-operation") }
        }
        TrueCause::WrongTable(name) => {
            CauseLine { table: Some(name.clone()), ..line("wrong-table") }
        }
        TrueCause::ArithmeticError(arithmetic_error) => {
            CauseLine { arithmetic_error: Some(arithmetic_error.slug()), ..line("slip") }
        }
        TrueCause::AnswerStep(number) => {
            CauseLine { operands: Some(vec![value_name(item, *number)]), ..line("reports") }
        }
        TrueCause::Swapped => line("swapped"),
        TrueCause::Rounded => line("rounded"),
        TrueCause::Unexplained | TrueCause::AnswerUnexplained => line("unexplained"),
        TrueCause::Skipped => line("skipped"),
        TrueCause::Stopped => line("stopped"),
        TrueCause::Invented => line("invented"),
        TrueCause::AnswerEarly => line("early"),
        TrueCause::AnswerArithmeticError => line("slip"),
        TrueCause::AnswerForm => line("form"),
    }
}

fn step_line(item: &Item, condition: Condition, step: &StepTruth) -> StepLine {
    StepLine {
        name: value_name(item, step.number),
        status: step.status.slug(),
        claimed: step.claimed.as_ref().map(|value| value_text(item, condition, value)),
        by_cancellation: step.by_cancellation,
    }
}
