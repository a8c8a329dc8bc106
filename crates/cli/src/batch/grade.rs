//! `stepfall batch grade`: result files graded by the ids of their questions.

use std::io::Write;
use std::path::Path;

use stepfall_cli::output::{OutputKind, Outputs};
use stepfall_cli::{CommandError, print_line};
use stepfall_figure::{Measure, Summary, html_report};
use stepfall_interchange::{
    Datasets, Graded, GradedRecord, Tally, Ungraded, graded_head, graded_row,
};
use stepfall_procedure::safe_text;

use super::args::{GradeBatchArguments, RowFormat};
use super::parquet::ParquetFile;
use super::pool;
use super::read::{ResponseReader, records};
use super::summary::summary;

/// The name of the Parquet output in messages.
const PARQUET: &str = "--parquet";
/// The name of the report in messages.
const REPORT: &str = "--report";

pub(super) fn run(
    arguments: &GradeBatchArguments,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let standard = ["-".to_owned()];
    let files = if arguments.files.is_empty() { &standard[..] } else { &arguments.files };
    let outputs = outputs(arguments, files)?;
    let custom = records(&arguments.reading.records)?;
    let files = files.iter().map(String::as_str).collect();
    let reading =
        ResponseReader::new(files, arguments.model.as_deref(), &arguments.reading, &custom);
    reading.check()?;
    let mut output = Output::new(arguments, outputs, out)?;
    output.begin()?;
    for problem in reading.grade_all(|result| output.report(result))? {
        print_line(&format!("notice: {problem}"));
    }
    output.finish()
}

/// Declares all files that the command reads or writes, and checks those that it writes.
fn outputs(arguments: &GradeBatchArguments, files: &[String]) -> Result<Outputs, CommandError> {
    let mut outputs = Outputs::new(arguments.force);
    for path in files {
        outputs.protect("the results", path);
    }
    arguments.reading.records.iter().for_each(|path| outputs.protect("--records", path));
    let named = [
        (PARQUET, &arguments.parquet, OutputKind::Parquet),
        (REPORT, &arguments.report, OutputKind::Report),
    ];
    for (name, path, kind) in named {
        if let Some(path) = path {
            outputs.add(name, Path::new(path), &kind)?;
        }
    }
    Ok(outputs)
}

/// The output while responses are graded, and the data that is printed at the end.
struct Output<'t, W> {
    arguments: &'t GradeBatchArguments,
    outputs: Outputs,
    out: &'t mut W,
    tally: Tally,
    /// The data for the report, if there is one. Its size grows with the responses.
    datasets: Option<Datasets>,
    parquet: Option<ParquetFile>,
}

impl<'t, W: Write> Output<'t, W> {
    fn new(
        arguments: &'t GradeBatchArguments,
        outputs: Outputs,
        out: &'t mut W,
    ) -> Result<Self, CommandError> {
        let datasets = arguments.report.is_some().then(Datasets::default);
        let parquet = arguments.parquet.as_deref().map(|path| {
            ParquetFile::of_graded(|| {
                outputs.create(PARQUET, Path::new(path), &OutputKind::Parquet)
            })
        });
        let parquet = parquet.transpose()?;
        Ok(Self { arguments, outputs, out, tally: Tally::default(), datasets, parquet })
    }

    fn begin(&mut self) -> Result<(), CommandError> {
        if self.arguments.format == RowFormat::Csv {
            self.out.write_all(graded_head().as_bytes())?;
        }
        Ok(())
    }

    fn report(&mut self, result: pool::GradedResult) -> Result<(), CommandError> {
        let graded = match result {
            Ok(graded) if self.tally.is_duplicate(&graded.response) => return Ok(()),
            Ok(graded) => graded,
            Err((id, why)) => return self.report_ungraded(&id, &why),
        };
        let replaced = self.tally.add(&graded);
        if let Some(datasets) = &mut self.datasets {
            if let Some(model) = replaced {
                datasets.take_back(&graded, &model);
            }
            datasets.add(&graded);
        }
        if let Some(parquet) = &mut self.parquet {
            parquet.push_graded(&graded)?;
        }
        self.write(&graded)
    }

    fn report_ungraded(&mut self, id: &str, why: &Ungraded) -> Result<(), CommandError> {
        self.tally.add_ungraded(id, why);
        if self.arguments.format == RowFormat::Jsonl {
            let line = serde_json::json!({"id": id, "outcome": null, "why": why.to_string()});
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn write(&mut self, graded: &Graded) -> Result<(), CommandError> {
        match self.arguments.format {
            RowFormat::Text => {}
            RowFormat::Jsonl => {
                serde_json::to_writer(&mut *self.out, &GradedRecord::from(graded))?;
                writeln!(self.out)?;
            }
            RowFormat::Csv => self.out.write_all(graded_row(graded).as_bytes())?,
        }
        Ok(())
    }

    fn finish(self) -> Result<(), CommandError> {
        if let Some(parquet) = self.parquet {
            parquet.finish()?;
        }
        let text = summary(&self.tally);
        if self.arguments.format == RowFormat::Text {
            write!(self.out, "{}", safe_text(&text))?;
        } else {
            print_line(text.trim_end());
        }
        if let (Some(path), Some(datasets)) = (&self.arguments.report, &self.datasets) {
            let mut figures = Vec::new();
            for dataset in datasets.largest_first() {
                figures.extend(Summary::of(&dataset.run()).figures(Measure::First));
            }
            let html = html_report("Stepfall batch", "", &figures);
            self.outputs.write(REPORT, Path::new(path), &OutputKind::Report, &html)?;
        }
        // An error, so that a script notices that nothing was graded.
        if self.tally.counts.iter().all(|count| *count == 0) {
            return Err(CommandError::Message("nothing was graded".to_owned()));
        }
        Ok(())
    }
}
