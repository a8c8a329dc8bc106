//! `stepfall item`.

use std::io::Write;

use stepfall_cli::CommandError;
use stepfall_condition::{Dialogue, Role};

use crate::args::{Format, ItemArguments, Selected};

/// Prints one item.
pub(crate) fn run(arguments: &ItemArguments, out: &mut impl Write) -> Result<(), CommandError> {
    let Selected { item, condition, .. } = arguments.selection.resolve()?;
    match arguments.format {
        Format::Text => writeln!(out, "{}", item.text_under(condition))?,
        Format::Prompt => {
            writeln!(out, "{}", item.prompt(condition))?;
            let dialogue = Dialogue::new(&item, condition);
            if let Some(asked) = dialogue.next_words() {
                let heading = Role::Asked.heading();
                writeln!(out, "\n{}\n\n{heading}\n{asked}", dialogue.text())?;
            }
        }
        Format::Json => {
            let record = item.record(condition).map_err(|_| CommandError::TooLong)?;
            serde_json::to_writer_pretty(&mut *out, &record)?;
            writeln!(out)?;
        }
        Format::Values => {
            let values = item.values_under(condition);
            let inputs = item.inputs_under(condition);
            for (number, value) in (1..=item.procedure.last()).zip(values.iter()) {
                if number >= inputs.start {
                    let value = item.value_text_under(condition, value);
                    writeln!(out, "{} = {value}", item.name(number))?;
                }
            }
        }
    }
    Ok(())
}
