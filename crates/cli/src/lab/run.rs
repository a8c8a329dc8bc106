//! `stepfall lab run`: one item.

use std::io::Write;

use clap::Args;
use stepfall_cli::CommandError;
use stepfall_small_model::{Generation, StepFlow, Token, TokenChoice, judge, text};

use super::{ModelArguments, generator, task, unseen_seed};

#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    model: ModelArguments,
    /// Number of steps, 1 to 126.
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u16).range(1..=126))]
    steps: u16,
    /// The maximum look-back, 2 to 7.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(2..=7))]
    lookback: u8,
    /// The seed of the item, below 2^52. The seeds from there on are those of training.
    #[arg(long, default_value = "0")]
    seed: String,
    /// Request the answer alone.
    #[arg(long)]
    answer_only: bool,
}

pub(crate) fn run(arguments: &RunArguments, out: &mut impl Write) -> Result<(), CommandError> {
    let weights = arguments.model.weights()?;
    let seed = unseen_seed(&arguments.seed)?;
    let item = generator(arguments.steps, arguments.lookback)?.item(seed, 0)?;
    let task = task(&item)?;
    let requested = if arguments.answer_only { Token::ANSWER } else { Token::TRACE };
    let mut writing =
        Generation::new(&weights, &task, requested, &[], StepFlow::default(), TokenChoice::Greedy);
    writing.finish();
    let layout = writing.layout();
    write!(out, "{}", text(&task, writing.tokens(), layout, |number| item.name(number)))?;
    let judgement = judge(&task, writing.tokens(), layout);
    let outcome = if judgement.is_answer_correct { "correct" } else { "incorrect" };
    writeln!(out, "\nCorrect: {}. The answer is {outcome}.", item.answer_text())?;
    if !arguments.answer_only {
        match judgement.first_error() {
            None => writeln!(out, "Every line follows the procedure.")?,
            Some((step, error)) => {
                let name = item.name(u16::try_from(step + 3).unwrap_or(u16::MAX));
                writeln!(out, "First error: the line of {name}, incorrect {}.", error.slug())?;
            }
        }
    }
    Ok(())
}
