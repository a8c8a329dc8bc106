//! `stepfall lab history`: the effect of errors in the context on the next line (arXiv 2509.09677).

use std::io::Write;

use clap::Args;
use stepfall_cli::CommandError;
use stepfall_small_model::{History, LineErrorKind, next_line};

use super::{ItemsArguments, Lengths, each, lengths_argument, share_cell, table};

#[derive(Debug, Args)]
pub(crate) struct HistoryArguments {
    #[command(flatten)]
    items: ItemsArguments,
    /// Numbers of lines before the measured one.
    #[arg(long, default_value = "4,8,12,16,20", value_parser = lengths_argument)]
    before: Lengths,
    /// Numbers of incorrect results among these lines.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2, 4])]
    errors: Vec<u16>,
}

pub(crate) fn run(arguments: &HistoryArguments, out: &mut impl Write) -> Result<(), CommandError> {
    let weights = arguments.items.model.weights()?;
    let mut histories = vec![
        (History::Planted(0), "true history".to_owned()),
        (History::Own, "own history".to_owned()),
    ];
    histories.extend(arguments.errors.iter().map(|&errors| {
        let plural = if errors == 1 { "" } else { "s" };
        (History::Planted(errors), format!("{errors} planted error{plural}"))
    }));
    let mut rows = Vec::new();
    for &before in &arguments.before.0 {
        // The items have one step more than `before`, the number of lines in the history. All
        // histories of a row thus have the same procedures and the same length.
        let tasks = arguments.items.tasks(before + 1)?;
        let mut row = vec![before.to_string()];
        for &(history, _) in &histories {
            let found = each(&tasks, |at, task| {
                next_line(
                    &weights,
                    task,
                    usize::from(before),
                    history,
                    u64::try_from(at).unwrap_or(0),
                )
            });
            let judged: Vec<Option<LineErrorKind>> = found.into_iter().flatten().collect();
            let number = |error: Option<LineErrorKind>| {
                u32::try_from(judged.iter().filter(|&&first_error| first_error == error).count())
                    .unwrap_or(u32::MAX)
            };
            let lines = u32::try_from(judged.len()).unwrap_or(u32::MAX);
            let errors = LineErrorKind::ALL.into_iter().filter(|&error| number(Some(error)) > 0);
            let errors: Vec<String> =
                errors.map(|error| format!("{} {}", number(Some(error)), error.slug())).collect();
            let counts_of_errors =
                if errors.is_empty() { String::new() } else { format!("; {}", errors.join(", ")) };
            row.push(format!("{} of {lines}{counts_of_errors}", share_cell(number(None), lines)));
        }
        rows.push(row);
    }
    writeln!(
        out,
        "The small model {}: share of next lines that follow the procedure given the values before them, in percent with 95 % intervals (Wilson). A line that correctly uses an incorrect earlier value counts as following. The number of other lines by their first error comes after it. Own histories are used only where every line follows the procedure, whatever its result.\n",
        arguments.items.model.name()
    )?;
    let head: Vec<&str> = std::iter::once("lines before")
        .chain(histories.iter().map(|(_, name)| name.as_str()))
        .collect();
    table(out, &head, &rows)
}
