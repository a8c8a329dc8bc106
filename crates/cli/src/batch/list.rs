//! `stepfall batch list`: the suites with their sizes and tokens.

use std::io::Write;

use stepfall_cli::CommandError;
use stepfall_cli::layout::entry;
use stepfall_interchange::{QuestionSet, Tokens};
use stepfall_procedure::{Spec, Suite};
use stepfall_text::suite_meaning;

/// The column at which the description of a suite begins.
const WIDE: usize = 14;

pub(super) fn run(out: &mut impl Write) -> Result<(), CommandError> {
    for suite in Suite::ALL {
        let selection = QuestionSet::of(suite, &Spec::default(), None);
        let Tokens { input_low, input_high, output_low, output_high } =
            selection.estimate().map_err(CommandError::Refusal)?;
        let text = format!(
            "{} items. {} Tokens in: {} to {}; out, without reasoning: {} to {}.",
            selection.size(),
            suite_meaning(suite),
            millions(input_low),
            millions(input_high),
            millions(output_low),
            millions(output_high)
        );
        write!(out, "{}", entry(suite.slug(), WIDE, &text))?;
    }
    Ok(())
}

/// Formats tokens in millions, rounded down to two decimals.
fn millions(tokens: u64) -> String {
    let hundredths = tokens / 10_000;
    format!("{}.{:02} M", hundredths / 100, hundredths % 100)
}
