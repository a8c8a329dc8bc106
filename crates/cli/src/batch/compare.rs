//! `stepfall batch compare`: two result files, compared item by item.

mod report;

use std::collections::BTreeSet;
use std::io::Write;

use stepfall_cli::{CommandError, print_line};
use stepfall_interchange::{
    BatchComparison, ComparisonReport, Graded, Side, Tally, pair_line, pair_row, pairs_head,
};
use stepfall_procedure::{Item, safe_text};

use super::args::{CompareArguments, ComparedFormat};
use super::read::{ResponseReader, records};

/// A result file of a comparison.
struct ComparedFile<'a> {
    side: Side,
    path: &'a str,
    /// The model that the user chose. If it is `None`, all responses are compared, and the file may
    /// name at most one model.
    model: Option<&'a str>,
    /// The models of all graded responses of the file, whether compared or not.
    models: BTreeSet<String>,
    tally: Tally,
}

pub(super) fn run(arguments: &CompareArguments, out: &mut impl Write) -> Result<(), CommandError> {
    let custom = records(&arguments.reading.records)?;
    if arguments.first == "-" && arguments.second == "-" {
        let message = "standard input can be only one of the two files".to_owned();
        return Err(CommandError::Message(message));
    }
    let mut first =
        ComparedFile::new(Side::First, &arguments.first, arguments.first_model.as_deref());
    let mut second =
        ComparedFile::new(Side::Second, &arguments.second, arguments.second_model.as_deref());
    let mut comparison = BatchComparison::default();
    for source in [&first, &second] {
        source.reading(arguments, &custom).check()?;
    }
    for source in [&mut first, &mut second] {
        source.read(arguments, &custom, &mut comparison)?;
    }
    let result = ComparisonReport::new(&comparison).finish();
    let text = report::report(&first, &second, &comparison, &result);
    // An error, so that a script notices that nothing was compared.
    if !result.has_pairs() {
        print_line(text.trim_end());
        let message = "the files have no question in common with a reply in both".to_owned();
        return Err(CommandError::Message(message));
    }
    match arguments.format {
        ComparedFormat::Text => write!(out, "{}", safe_text(&text))?,
        ComparedFormat::Jsonl => {
            for question in comparison.questions() {
                writeln!(out, "{}", pair_line(question))?;
            }
            print_line(text.trim_end());
        }
        ComparedFormat::Csv => {
            out.write_all(pairs_head().as_bytes())?;
            for question in comparison.questions() {
                out.write_all(pair_row(question).as_bytes())?;
            }
            print_line(text.trim_end());
        }
    }
    Ok(())
}

impl<'a> ComparedFile<'a> {
    fn new(side: Side, path: &'a str, model: Option<&'a str>) -> Self {
        Self { side, path, model, models: BTreeSet::new(), tally: Tally::default() }
    }

    fn reading<'r>(&self, arguments: &CompareArguments, custom: &'r [Item]) -> ResponseReader<'r>
    where
        'a: 'r,
    {
        ResponseReader::new(vec![self.path], None, &arguments.reading, custom)
    }

    /// Adds the responses of the file to the comparison.
    fn read(
        &mut self,
        arguments: &CompareArguments,
        custom: &[Item],
        comparison: &mut BatchComparison,
    ) -> Result<(), CommandError> {
        let reading = self.reading(arguments, custom);
        let problems = reading.grade_all(|result| {
            match result {
                Ok(graded) => self.add(&graded, comparison),
                Err((id, why)) => self.tally.add_ungraded(&id, &why),
            }
            Ok::<(), CommandError>(())
        })?;
        for problem in problems {
            print_line(&format!("notice: {problem}"));
        }
        self.check_models()
    }

    fn add(&mut self, graded: &Graded, comparison: &mut BatchComparison) {
        let model = graded.response.model.as_deref();
        if let Some(model) = model {
            self.models.insert(model.to_owned());
        }
        let is_compared = graded.response.is_of(self.model);
        if is_compared && !self.tally.is_duplicate(&graded.response) {
            self.tally.add(graded);
            comparison.add(self.side, graded.question, &graded.item.spec, graded.outcome);
        }
    }

    /// Checks that the file has responses of the chosen model. Without a choice, checks that the
    /// file names at most one model.
    fn check_models(&self) -> Result<(), CommandError> {
        let flag = match self.side {
            Side::First => "--first-model",
            Side::Second => "--second-model",
        };
        let known: Vec<&str> = self.models.iter().map(String::as_str).collect();
        let known = known.join(", ");
        let path = self.path;
        let message = match self.model {
            None if self.models.len() > 1 => {
                format!("{path} has responses of several models; choose one with {flag}: {known}")
            }
            Some(model) if !self.models.contains(model) && self.models.is_empty() => {
                format!("{path} names no model; leave out {flag} {model}")
            }
            Some(model) if !self.models.contains(model) => {
                format!("{path} has no responses of {model}; there are {known}")
            }
            _ => return Ok(()),
        };
        Err(CommandError::Message(message))
    }

    /// Returns the chosen model, or the only model that the file names, or the path of the file.
    fn name(&self) -> &str {
        self.model.or_else(|| self.models.first().map(String::as_str)).unwrap_or(self.path)
    }
}
