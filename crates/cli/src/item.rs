//! `stepfall item`: one item, or the items of the solutions in a file.

use std::io::{Read, Write};

use serde_json::Value;
use stepfall_cli::CommandError;
use stepfall_cli::flags::{apply_wording, given_numbers, open_file};
use stepfall_condition::{Dialogue, Role};
use stepfall_procedure::{Condition, Item, ProcedureError};

use crate::args::{Format, ItemArguments, Selected};

/// The maximum size of a file of solutions, in bytes.
const MAX_SOLUTIONS: u64 = 256 << 20;
/// The members of a JSON line that may contain a solution, the likeliest first.
const MEMBERS: [&str; 3] = ["answer", "ground_truth", "solution"];

/// Prints one item, or the items of all solutions in a file.
pub(crate) fn run(arguments: &ItemArguments, out: &mut impl Write) -> Result<(), CommandError> {
    if let Some(path) = &arguments.from_solution {
        return solutions(arguments, path, out);
    }
    let Selected { item, condition, .. } = arguments.selection.resolve()?;
    print(&item, condition, arguments.format, out)
}

fn print(
    item: &Item,
    condition: Condition,
    format: Format,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    match format {
        Format::Text => writeln!(out, "{}", item.text_under(condition))?,
        Format::Prompt => {
            writeln!(out, "{}", item.prompt(condition))?;
            let dialogue = Dialogue::new(item, condition);
            if let Some(question) = dialogue.next_question() {
                let heading = Role::User.heading();
                writeln!(out, "\n{}\n\n{heading}\n{question}", dialogue.text())?;
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

/// Prints the items of all solutions in a file: as JSON lines, or separated by empty lines. Reports
/// the solutions that cannot be read on standard error.
fn solutions(
    arguments: &ItemArguments,
    path: &str,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let spec = arguments.selection.spec();
    let condition = arguments.selection.condition()?;
    let numbers = given_numbers(spec)?;
    let unread = |error| CommandError::File { path: path.to_owned(), error };
    let mut text = String::new();
    open_file(path)
        .map_err(unread)?
        .take(MAX_SOLUTIONS + 1)
        .read_to_string(&mut text)
        .map_err(unread)?;
    if text.len() as u64 > MAX_SOLUTIONS {
        return Err(CommandError::Message(format!(
            "{path} has more than {} MiB; split it into smaller files",
            MAX_SOLUTIONS >> 20
        )));
    }
    let solutions = split(&text);
    let mut read = 0;
    for (line, solution) in &solutions {
        let item = match Item::from_solution(solution, numbers) {
            Ok(mut item) => {
                apply_wording(&mut item, spec)?;
                item
            }
            Err(ProcedureError { place, problem }) => {
                eprintln!("{path}, line {line}, solution {place}: {problem}");
                continue;
            }
        };
        item.check_condition(condition)?;
        match arguments.format {
            Format::Json => {
                let record = item.record(condition).map_err(|_| CommandError::TooLong)?;
                serde_json::to_writer(&mut *out, &record)?;
                writeln!(out)?;
            }
            format => {
                if read > 0 {
                    writeln!(out)?;
                }
                print(&item, condition, format, out)?;
            }
        }
        read += 1;
    }
    eprintln!("{read} of {} solutions were read", solutions.len());
    if read > 0 {
        return Ok(());
    }
    Err(CommandError::Message(format!("{path} contains no readable solution")))
}

/// Returns the solutions of a file of JSON lines, each with the number of its line. If no line has
/// a solution, the whole text counts as one.
fn split(text: &str) -> Vec<(usize, String)> {
    let solution = |line: &str| {
        let value: Value = serde_json::from_str(line).ok()?;
        MEMBERS.into_iter().find_map(|member| Some(value.get(member)?.as_str()?.to_owned()))
    };
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let solutions: Vec<(usize, String)> =
        lines.filter_map(|(at, line)| Some((at + 1, solution(line)?))).collect();
    if solutions.is_empty() { vec![(1, text.to_owned())] } else { solutions }
}
