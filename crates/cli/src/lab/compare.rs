//! `stepfall lab compare`: custom weights compared with the shipped ones.

use std::io::Write;

use clap::Args;
use stepfall_cli::CommandError;
use stepfall_small_model::{
    Generation, Judgement, SmallModelItem, StepFlow, Token, TokenChoice, Weights, judge,
};

use super::paired::{Adjusted, Comparison, fill_adjusted};
use super::{ItemsArguments, Lengths, count, each, lengths_argument, percent, share_cell, table};

#[derive(Debug, Args)]
pub(crate) struct CompareArguments {
    #[command(flatten)]
    items: ItemsArguments,
    /// Numbers of steps [default: those at which the checkpoint begins to make errors].
    #[arg(long, value_parser = lengths_argument)]
    steps: Option<Lengths>,
}

pub(crate) fn run(arguments: &CompareArguments, out: &mut impl Write) -> Result<(), CommandError> {
    let model = &arguments.items.model;
    let Some(path) = &model.weights else {
        return Err(CommandError::Message(
            "--weights is missing; give a file to compare with the shipped weights".to_owned(),
        ));
    };
    let [shipped, own] = [model.shipped()?, model.weights()?];
    let lengths =
        arguments.steps.as_ref().map_or(model.model.lengths_of_decline(), |steps| &steps.0);
    let mut rows = Vec::new();
    let mut p_values = Vec::new();
    for &steps in lengths {
        let tasks = arguments.items.tasks(steps)?;
        let found =
            each(&tasks, |_, task| [&shipped, &own].map(|weights| write_and_judge(weights, task)));
        let items = count(found.len());
        let alike = found
            .iter()
            .filter(|[shipped_result, own_result]| shipped_result.0 == own_result.0)
            .count();
        let correct =
            |which: usize| found.iter().filter(|both| both[which].1.is_answer_correct).count();
        let comparison = Comparison::of(found.iter().map(|[shipped_result, own_result]| {
            (shipped_result.1.is_answer_correct, own_result.1.is_answer_correct)
        }));
        let mut row = vec![
            steps.to_string(),
            items.to_string(),
            share_cell(count(correct(0)), items),
            share_cell(count(correct(1)), items),
        ];
        row.extend(comparison.cells());
        let p = comparison.p_value();
        p_values.push(Adjusted { row: rows.len(), column: row.len(), p });
        row.extend(["–".to_owned(), percent(count(alike), items)]);
        rows.push(row);
    }
    fill_adjusted(&mut rows, &p_values);
    writeln!(
        out,
        "The small model `{}` as shipped, and with the weights of `{path}`, writing on the same items: answers that are right, in percent with 95 % intervals (Wilson); differences in points (Newcombe), and McNemar’s exact test, adjusted after Holm over the table; and the share of transcripts that are the same to the letter.\n",
        model.model.slug()
    )?;
    table(
        out,
        &[
            "steps",
            "items",
            "as shipped",
            "own weights",
            "difference",
            "mended / broken",
            "p",
            "same text",
        ],
        &rows,
    )
}

/// Returns the transcript that weights give for a task, and the judgement of the transcript.
fn write_and_judge(weights: &Weights, task: &SmallModelItem) -> (Vec<Token>, Judgement) {
    let plain = StepFlow::default();
    let mut writing = Generation::new(weights, task, Token::TRACE, &[], plain, TokenChoice::Greedy);
    let text = writing.finish().to_vec();
    let judgement = judge(task, writing.tokens(), writing.layout());
    (text, judgement)
}
