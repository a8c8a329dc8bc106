//! `stepfall suite`.

use std::io::Write;

use serde::Serialize;
use stepfall_procedure::{Generator, Record, Seed};

use crate::args::{SuiteArguments, read_condition, read_seed, read_suite};
use crate::failure::Failure;

/// A line of a suite: where the item stands in it, and the item.
#[derive(Serialize)]
struct Line<'a> {
    suite: &'static str,
    dataset: &'a str,
    #[serde(flatten)]
    item: Record,
}

/// Prints a suite item by item, holding one at a time.
pub(crate) fn run(arguments: &SuiteArguments, out: &mut impl Write) -> Result<(), Failure> {
    let suite = read_suite(&arguments.name)?;
    let seed = arguments.seed.as_deref().map_or(Ok(Seed::default()), read_seed)?;
    let condition =
        arguments.condition.as_deref().map(read_condition).transpose()?.unwrap_or_default();
    let mut base = stepfall_procedure::Spec::default();
    arguments.spec.apply(&mut base)?;
    for entry in suite.entries(&base) {
        let generator = Generator::new(entry.spec)?;
        for index in 0..arguments.items {
            let item =
                generator.item(seed, index)?.record(condition).map_err(|_| Failure::TooLong)?;
            let line = Line { suite: suite.slug(), dataset: &entry.dataset, item };
            serde_json::to_writer(&mut *out, &line)?;
            writeln!(out)?;
        }
    }
    Ok(())
}
