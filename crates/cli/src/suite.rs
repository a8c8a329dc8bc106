//! `stepfall suite`: the items of a suite, as JSON lines.

use std::io::Write;

use serde::Serialize;
use stepfall_cli::flags::{read_condition, read_seed, read_suite};
use stepfall_cli::{CommandError, print_line};
use stepfall_procedure::{Condition, Generator, Record, Seed, Spec, SuiteEntry};

use crate::args::SuiteArguments;

/// A line of a suite: an item with the names of its suite and its dataset.
#[derive(Serialize)]
struct Line<'a> {
    suite: &'static str,
    dataset: &'a str,
    #[serde(flatten)]
    item: Record,
}

/// Prints a suite item by item, with only one item in memory.
pub(crate) fn run(arguments: &SuiteArguments, out: &mut impl Write) -> Result<(), CommandError> {
    let suite = read_suite(&arguments.name)?;
    let seed = arguments.seed.as_deref().map_or(Ok(Seed::default()), read_seed)?;
    let chosen = arguments.condition.as_deref().map(read_condition).transpose()?;
    if let Some((flag, _)) = arguments.spec.given().find(|(key, _)| suite.fixes(key)) {
        return Err(CommandError::Fixed { flag, suite: suite.slug() });
    }
    if chosen.is_some() && suite.fixes_condition() {
        return Err(CommandError::Fixed { flag: "condition", suite: suite.slug() });
    }
    let usual = chosen.unwrap_or(suite.usual_condition());
    let mut base = Spec::default();
    arguments.spec.apply(&mut base)?;
    // All specs are checked before the first line is written.
    let ready = |entry: SuiteEntry| {
        Ok((entry.dataset, Generator::new(entry.spec)?, entry.condition.unwrap_or(usual)))
    };
    let generators: Vec<(String, Generator, Condition)> =
        suite.entries(&base).into_iter().map(ready).collect::<Result<_, CommandError>>()?;
    for (dataset, generator, condition) in &generators {
        for index in 0..arguments.items.unwrap_or(suite.usual_items()) {
            let item = match generator.item(seed, index) {
                Ok(item) => item.record(*condition).map_err(|_| CommandError::TooLong)?,
                Err(refusal) => {
                    print_line(&format!(
                        "notice: {dataset}, index {index} is left out: {}",
                        refusal.rule
                    ));
                    continue;
                }
            };
            let line = Line { suite: suite.slug(), dataset, item };
            serde_json::to_writer(&mut *out, &line)?;
            writeln!(out)?;
        }
    }
    Ok(())
}
