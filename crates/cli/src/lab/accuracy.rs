//! `stepfall lab accuracy`: accuracy by number of steps.

use std::io::Write;

use clap::Args;
use stepfall_number::Number;

use stepfall_procedure::{Arithmetic, Operand, Procedure, Step};
use stepfall_specimen::{
    Choice, MODULUS, Part, PartCounts, StepFlow, Task, Weights, answer_run, free_run, led,
};

use super::{ItemsArguments, each, lengths, percent, share_cell, table};
use crate::failure::Failure;

#[derive(Debug, Args)]
pub(crate) struct AccuracyArguments {
    #[command(flatten)]
    items: ItemsArguments,
    /// Numbers of steps.
    #[arg(long, default_value = "5,10,12,15,20,25,40,60,95", value_parser = lengths_argument)]
    steps: Lengths,
}

/// Lengths as one value.
#[derive(Debug, Clone)]
pub(crate) struct Lengths(pub(crate) Vec<u16>);

pub(crate) fn lengths_argument(given: &str) -> Result<Lengths, String> {
    lengths(given).map(Lengths)
}

/// What is counted of one item.
struct Counted {
    whole: bool,
    solved: bool,
    alone: bool,
    parts: PartCounts,
    steps_right: u32,
}

pub(crate) fn run(arguments: &AccuracyArguments, out: &mut impl Write) -> Result<(), Failure> {
    let weights = arguments.items.model.weights()?;
    let mut free = Vec::new();
    let mut parts_rows = Vec::new();
    for &steps in &arguments.steps.0 {
        let tasks = arguments.items.tasks(steps)?;
        let counted = each(&tasks, |_, task| count(weights, task));
        let of = arguments.items.items;
        let number = |is: fn(&Counted) -> bool| {
            u32::try_from(counted.iter().filter(|one| is(one)).count()).unwrap_or(u32::MAX)
        };
        let steps_right: u32 = counted.iter().map(|one| one.steps_right).sum();
        let p = f64::from(steps_right) / f64::from(of * u32::from(steps));
        free.push(vec![
            steps.to_string(),
            of.to_string(),
            share_cell(number(|one| one.whole), of),
            share_cell(number(|one| one.solved), of),
            share_cell(number(|one| one.alone), of),
            format!("{:.2}", 100.0 * p),
            format!("{:.1}", 100.0 * p.powi(i32::from(steps))),
        ]);
        let mut parts = PartCounts::default();
        for one in &counted {
            parts.add(&one.parts);
        }
        let mut row = vec![steps.to_string()];
        row.extend(Part::ALL.map(|part| {
            let (right, of) = parts.of(part);
            percent(right, of)
        }));
        parts_rows.push(row);
    }
    let slug = arguments.items.model.slug();
    writeln!(
        out,
        "The specimen `{slug}`, working freely. Shares in percent with 95 % intervals (Wilson); p is the share of steps that are right when each is asked alone.\n"
    )?;
    table(out, &["steps", "items", "whole traces", "answers", "answers alone", "p", "p^n"], &free)?;
    writeln!(
        out,
        "\nThe same, led: the share of tokens of each kind that are the likeliest where all before them is true.\n"
    )?;
    let head: Vec<&str> = std::iter::once("steps").chain(Part::ALL.map(Part::slug)).collect();
    table(out, &head, &parts_rows)
}

fn count(weights: &Weights, task: &Task) -> Counted {
    let free = free_run(weights, task, StepFlow::default(), Choice::Best);
    let steps_right =
        (0..task.steps().len()).filter(|&step| is_right_alone(weights, task, step)).count();
    Counted {
        whole: free.whole,
        solved: free.solved,
        alone: answer_run(weights, task, Choice::Best).solved,
        parts: led(weights, task),
        steps_right: u32::try_from(steps_right).unwrap_or(u32::MAX),
    }
}

/// Whether a step is right when it is all of a procedure, whose inputs are its operands.
fn is_right_alone(weights: &Weights, task: &Task, step: usize) -> bool {
    let values = task.values();
    let wanted = task.steps()[step];
    let mut numbers = wanted.references();
    let (Some(left), Some(right)) = (numbers.next(), numbers.next()) else { return false };
    let inputs =
        [left, right].map(|number| Number::integer(i64::from(values[usize::from(number) - 1])));
    let alone = Procedure {
        arithmetic: Arithmetic::Modular { modulus: u32::from(MODULUS) },
        inputs,
        steps: vec![Step { op: wanted.op, left: Operand::Value(1), right: Operand::Value(2) }],
    };
    // Other names for every step, so that no one pair of names decides about all.
    let source = u64::try_from(step).unwrap_or(0);
    Task::new(&alone, source)
        .is_ok_and(|task| free_run(weights, &task, StepFlow::default(), Choice::Best).whole)
}
