//! Flags that `stepfall` and `stepfall-dev` share, and the readers of their values.
//!
//! The flags of a spec have the names of the parameters in links of the page.

use std::fs::File;
use std::io::{self, Read};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use stepfall_procedure::{Arithmetic, Condition, Item, MAX_RECORD, Seed, Spec, Suite, Wording};
use stepfall_solver::{Form, SolverKind};

use crate::failure::CommandError;

/// The flags of a spec. [`Self::apply`] leaves the parameters of omitted flags unchanged, except
/// that `--numbers` can change operations and bound.
#[derive(Debug, Args)]
pub struct SpecArguments {
    /// Number of steps, 1 to 500; the two inputs are not counted [default: 25].
    #[arg(long)]
    steps: Option<String>,
    /// The look-back of the second operand: 5 (at most) or exactly-5 [default: 5].
    #[arg(long)]
    lookback: Option<String>,
    #[command(flatten)]
    form: FormArguments,
}

/// The flags of a spec without the number of steps and the look-back.
#[derive(Debug, Args)]
pub struct FormArguments {
    /// Operations, with optional weights: add:2,sub [default: add,sub,mul,div].
    #[arg(long)]
    ops: Option<String>,
    /// integer, mod97, decimal2, rational, paper or paper-integers [default: integer].
    #[arg(long)]
    numbers: Option<String>,
    /// Largest absolute value [default: 999].
    #[arg(long)]
    bound: Option<String>,
    /// Range of the inputs, as 2..20, or signed-2..20 for both signs [default: by numbers, bound,
    /// operations and look-back; signed-100..700 for the default spec].
    #[arg(long, allow_hyphen_values = true)]
    inputs: Option<String>,
    /// Range of the constants [default: 2..9].
    #[arg(long)]
    constants: Option<String>,
    /// Share of distractor steps in percent [default: 0].
    #[arg(long)]
    dead: Option<String>,
    /// assignments, english, python or json [default: assignments].
    #[arg(long)]
    wording: Option<String>,
    /// numbered or scattered [default: numbered].
    #[arg(long)]
    names: Option<String>,
    /// ordered, or shuffled: prompts list the lines in a drawn order, under every condition
    /// [default: ordered].
    #[arg(long)]
    lines: Option<String>,
    /// 1 if shorter procedures are the beginnings of longer ones of the same seed, 0 if lengths are
    /// independent [default: 0].
    #[arg(long)]
    nested: Option<String>,
}

impl SpecArguments {
    /// Sets the given flags in a spec.
    ///
    /// # Errors
    ///
    /// If a value cannot be parsed, or if a flag has no effect with the arithmetic.
    pub fn apply(&self, spec: &mut Spec) -> Result<(), CommandError> {
        for (key, value) in self.given() {
            spec.set(key, value).map_err(CommandError::Param)?;
        }
        Ok(())
    }

    /// Returns the given flags with their values, the arithmetic first.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let flags = [("steps", &self.steps), ("lookback", &self.lookback)];
        let flags = flags.into_iter().filter_map(|(key, value)| Some((key, value.as_deref()?)));
        self.form.given().chain(flags)
    }
}

impl FormArguments {
    /// Returns the given flags with their values, the arithmetic first.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let flags = [
            ("numbers", &self.numbers),
            ("ops", &self.ops),
            ("bound", &self.bound),
            ("inputs", &self.inputs),
            ("constants", &self.constants),
            ("dead", &self.dead),
            ("wording", &self.wording),
            ("names", &self.names),
            ("lines", &self.lines),
            ("nested", &self.nested),
        ];
        flags.into_iter().filter_map(|(key, value)| Some((key, value.as_deref()?)))
    }
}

/// Reads an item and its condition from a file, or from standard input for `-`.
///
/// A record begins with a brace and names its generator. Any other text is a custom procedure,
/// under the default condition. Notices about its text go to standard error.
///
/// # Errors
///
/// If the file cannot be read, holds no item, or is a record although a flag of the spec is given.
/// Also if a flag is invalid.
pub fn read_item(path: &str, spec: &SpecArguments) -> Result<(Item, Condition), CommandError> {
    let unread = |error| CommandError::File { path: path.to_owned(), error };
    let mut text = String::new();
    open_file(path)
        .map_err(unread)?
        .take(MAX_RECORD as u64 + 1)
        .read_to_string(&mut text)
        .map_err(unread)?;
    if is_record(&text) {
        if let Some((flag, _)) = spec.given().next() {
            return Err(CommandError::RecordFlag { flag });
        }
        return Item::from_record(&text)
            .map_err(|error| CommandError::Record { path: path.to_owned(), error });
    }
    let (mut item, notices) = Item::read_text(&text, given_numbers(spec)?)
        .map_err(|error| CommandError::Procedure { path: path.to_owned(), error })?;
    for notice in notices {
        eprintln!("notice: {path}, {notice}");
    }
    apply_wording(&mut item, spec)?;
    Ok((item, Condition::default()))
}

/// Opens a file, or standard input for `-`.
///
/// # Errors
///
/// If the file cannot be opened.
pub fn open_file(path: &str) -> io::Result<Box<dyn Read>> {
    Ok(match path {
        "-" => Box::new(io::stdin()),
        path => Box::new(File::open(path)?),
    })
}

/// Returns the arithmetic of the flag `--numbers`, if there is one.
///
/// # Errors
///
/// If it names no arithmetic.
pub fn given_numbers(spec: &SpecArguments) -> Result<Option<Arithmetic>, CommandError> {
    let flag = spec.given().find(|(key, _)| *key == "numbers");
    flag.map(|(_, value)| value.parse()).transpose().map_err(CommandError::Param)
}

/// Gives an item the wording of the flag `--wording`, if there is one.
///
/// # Errors
///
/// If it names no wording.
pub fn apply_wording(item: &mut Item, spec: &SpecArguments) -> Result<(), CommandError> {
    if let Some((_, wording)) = spec.given().find(|(key, _)| *key == "wording") {
        item.spec.wording = Wording::from_slug(wording).ok_or_else(|| CommandError::Unknown {
            what: "wording",
            given: wording.to_owned(),
            known: Wording::ALL.map(Wording::slug).join(", "),
        })?;
    }
    Ok(())
}

/// Returns whether a text begins with a brace and contains the key of the generator.
fn is_record(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.starts_with('{') && text.contains("\"generator\"")
}

/// Returns a parser for the name of a kind of solver.
pub fn kinds() -> impl TypedValueParser<Value = SolverKind> {
    let read = |slug: String| SolverKind::from_slug(&slug).ok_or("there is no such kind of solver");
    PossibleValuesParser::new(SolverKind::ALL.map(SolverKind::slug)).try_map(read)
}

/// Returns a parser for the name of a form of writing.
pub fn forms() -> impl TypedValueParser<Value = Form> {
    let read = |slug: String| Form::from_slug(&slug).ok_or("there is no such form");
    PossibleValuesParser::new(Form::ALL.map(Form::slug)).try_map(read)
}

/// Parses the name of a suite.
///
/// # Errors
///
/// If there is no such suite.
pub fn read_suite(name: &str) -> Result<Suite, CommandError> {
    Suite::from_slug(name).ok_or_else(|| CommandError::Unknown {
        what: "suite",
        given: name.to_owned(),
        known: Suite::ALL.map(Suite::slug).join(", "),
    })
}

/// Parses the name of a condition.
///
/// # Errors
///
/// If there is no such condition.
pub fn read_condition(name: &str) -> Result<Condition, CommandError> {
    Condition::from_slug(name).ok_or_else(|| CommandError::Unknown {
        what: "condition",
        given: name.to_owned(),
        known: condition_names(),
    })
}

/// Returns the names of all conditions, with their default parameters.
///
/// The function must not be inlined. In a loop of its caller, LLVM 22 takes many minutes to
/// evaluate the sum of the lengths of the names.
#[inline(never)]
fn condition_names() -> String {
    Condition::OFFERED.map(Condition::slug).join(", ")
}

/// Parses a seed.
///
/// # Errors
///
/// If it is not a whole number below 2^53.
pub fn read_seed(seed: &str) -> Result<Seed, CommandError> {
    let digits = seed.bytes().all(|byte| byte.is_ascii_digit());
    digits
        .then(|| seed.parse().ok())
        .flatten()
        .and_then(Seed::new)
        .ok_or_else(|| CommandError::Number { flag: "seed", given: seed.to_owned(), limit: "2^53" })
}
