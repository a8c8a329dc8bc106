//! `stepfall lab accuracy`: accuracy by number of steps.

use std::io::Write;

use clap::Args;
use stepfall_cli::CommandError;
use stepfall_small_model::{
    Part, PartCounts, SmallModelItem, StepFlow, TokenChoice, Weights, answer_run, free_run,
    is_correct_alone, teacher_forced_counts,
};

use super::{ItemsArguments, Lengths, each, lengths_argument, percent, share_cell, table};

#[derive(Debug, Args)]
pub(crate) struct AccuracyArguments {
    #[command(flatten)]
    items: ItemsArguments,
    /// Numbers of steps.
    #[arg(long, default_value = "5,10,12,15,20,25,40,60,95", value_parser = lengths_argument)]
    steps: Lengths,
}

/// The results of one item: whether the whole trace, its answer, and an answer without a trace are
/// correct. The counts are of tokens after a correct history, and of steps that are correct alone.
struct Counted {
    whole: bool,
    solved: bool,
    alone: bool,
    parts: PartCounts,
    correct_steps: u32,
}

pub(crate) fn run(arguments: &AccuracyArguments, out: &mut impl Write) -> Result<(), CommandError> {
    let weights = arguments.items.model.weights()?;
    let mut free = Vec::new();
    let mut parts_rows = Vec::new();
    for &steps in &arguments.steps.0 {
        let tasks = arguments.items.tasks(steps)?;
        let counted = each(&tasks, |_, task| count(&weights, task));
        let items = arguments.items.items;
        let number = |is: fn(&Counted) -> bool| {
            u32::try_from(counted.iter().filter(|item| is(item)).count()).unwrap_or(u32::MAX)
        };
        let correct_steps: u32 = counted.iter().map(|item| item.correct_steps).sum();
        let p = f64::from(correct_steps) / f64::from(items * u32::from(steps));
        free.push(vec![
            steps.to_string(),
            items.to_string(),
            share_cell(number(|item| item.whole), items),
            share_cell(number(|item| item.solved), items),
            share_cell(number(|item| item.alone), items),
            format!("{:.2}", 100.0 * p),
            format!("{:.1}", 100.0 * p.powi(i32::from(steps))),
        ]);
        let mut parts = PartCounts::default();
        for item in &counted {
            parts.add(&item.parts);
        }
        let mut row = vec![steps.to_string()];
        row.extend(Part::ALL.map(|part| {
            let (correct, all) = parts.of(part);
            percent(correct, all)
        }));
        parts_rows.push(row);
    }
    let name = arguments.items.model.name();
    writeln!(
        out,
        "The small model {name}, writing on its own. Shares in percent with 95 % intervals (Wilson); p is the share of steps that are right when each is asked alone.\n"
    )?;
    table(out, &["steps", "items", "whole traces", "answers", "answers alone", "p", "p^n"], &free)?;
    writeln!(
        out,
        "\nGiven a correct history: how often each kind of token is predicted correctly, in percent.\n"
    )?;
    let head: Vec<&str> = std::iter::once("steps").chain(Part::ALL.map(Part::slug)).collect();
    table(out, &head, &parts_rows)
}

fn count(weights: &Weights, task: &SmallModelItem) -> Counted {
    let free = free_run(weights, task, StepFlow::default(), TokenChoice::Greedy);
    let is_correct = |&step: &usize| is_correct_alone(weights, task, step, StepFlow::default());
    let correct_steps = (0..task.steps().len()).filter(is_correct).count();
    Counted {
        whole: free.is_trace_correct,
        solved: free.is_answer_correct,
        alone: answer_run(weights, task, TokenChoice::Greedy).is_answer_correct,
        parts: teacher_forced_counts(weights, task),
        correct_steps: u32::try_from(correct_steps).unwrap_or(u32::MAX),
    }
}
