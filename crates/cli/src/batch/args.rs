//! The arguments of `stepfall batch`.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use stepfall_cli::flags::SpecArguments;
use stepfall_link::ExportTarget;

/// Write suites as files, and grade results.
#[derive(Debug, Args)]
pub(crate) struct BatchArguments {
    #[command(subcommand)]
    pub(crate) command: BatchCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BatchCommand {
    /// Print the suites: their sizes, their tokens, and what each isolates.
    List,
    /// Write a suite for a batch service or another tool, in as many files as needed.
    Make(Box<MakeArguments>),
    /// Grade result files by their ids: of batch services, Inspect AI, promptfoo,
    /// lm-evaluation-harness, JSONL and CSV, in any order and mixed.
    Grade(GradeBatchArguments),
    /// Compare two result files item by item: shares, their difference with an interval, and a
    /// paired test.
    Compare(CompareArguments),
}

/// The questions to write, and their target.
#[derive(Debug, Args)]
pub(crate) struct MakeArguments {
    /// quick, ladder, look-back, what-is-lost, what-helps, paper55, or own with --lengths and
    /// --condition.
    pub(crate) suite: String,
    /// The target. Parquet needs a program that is built with the feature `parquet`.
    #[arg(long = "for", value_name = "TARGET", value_parser = destinations())]
    pub(crate) destination: Destination,
    /// The folder for the files; it is created if missing. No file in it is overwritten.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub(crate) out: String,
    #[command(flatten)]
    pub(crate) spec: SpecArguments,
    /// Numbers of steps of a custom selection, separated by commas.
    #[arg(long, value_name = "STEPS", value_delimiter = ',')]
    pub(crate) lengths: Vec<u16>,
    /// Conditions of a custom selection, separated by commas. A suite takes one condition [default:
    /// answer-only for paper55, else trace].
    #[arg(long, value_delimiter = ',')]
    pub(crate) condition: Vec<String>,
    /// Files with custom procedures, each as text or as the record that
    /// `stepfall item --format json` prints. Their records are written next to the questions.
    #[arg(long, value_name = "FILE", value_delimiter = ',')]
    pub(crate) procedure: Vec<String>,
    /// Items of each spec [default: the suite's number, or 20 for a custom selection].
    #[arg(long)]
    pub(crate) items: Option<u32>,
    /// Samples of each item.
    #[arg(long, default_value_t = 1)]
    pub(crate) samples: u16,
    /// Seed, a whole number below 2^53 [default: 0].
    #[arg(long)]
    pub(crate) seed: Option<String>,
    /// The model, by the service's name; for openai, openai-responses and anthropic.
    #[arg(long)]
    pub(crate) model: Option<String>,
    /// The maximum number of tokens of a reply.
    #[arg(long, value_name = "TOKENS")]
    pub(crate) max_output: Option<u32>,
    /// The temperature, 0 to 2.
    #[arg(long)]
    pub(crate) temperature: Option<f64>,
    /// The reasoning effort: none, minimal, low, medium, high, xhigh or max.
    #[arg(long)]
    pub(crate) effort: Option<String>,
}

/// The results to grade, and the form of the report.
#[derive(Debug, Args)]
pub(crate) struct GradeBatchArguments {
    /// Result files; - is standard input, which is also the default.
    pub(crate) files: Vec<String>,
    /// The output format.
    #[arg(long, value_enum, default_value_t = RowFormat::Text)]
    pub(crate) format: RowFormat,
    #[command(flatten)]
    pub(crate) reading: ReadArguments,
    /// The model, for files that name none.
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// A file for the graded rows, as Parquet. The program must be built with the feature
    /// `parquet`.
    #[arg(long, value_name = "FILE")]
    pub(crate) parquet: Option<String>,
    /// A file for all figures, as HTML.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<String>,
    /// Let --report and --parquet overwrite files that Stepfall did not write. Files that are read
    /// are never overwritten.
    #[arg(long)]
    pub(crate) force: bool,
}

/// The way in which result files are read and graded.
#[derive(Debug, Args)]
pub(crate) struct ReadArguments {
    /// Files with records of custom procedures, one JSON object per line, as
    /// `stepfall batch make --procedure` writes them.
    #[arg(long, value_name = "FILE", value_delimiter = ',')]
    pub(crate) records: Vec<String>,
    /// The column or member with the id, for a table or JSON lines of another program. Nested names
    /// are joined with full stops.
    #[arg(long, value_name = "NAME", requires = "output")]
    pub(crate) id: Option<String>,
    /// The column or member with the output of the model.
    #[arg(long, value_name = "NAME", requires = "id")]
    pub(crate) output: Option<String>,
    /// Number of cores for grading [default: all].
    #[arg(long, value_name = "CORES")]
    pub(crate) cores: Option<usize>,
}

/// Two result files, and the form of the report.
#[derive(Debug, Args)]
pub(crate) struct CompareArguments {
    /// The first result file, in any format that `batch grade` reads.
    pub(crate) first: String,
    /// The second result file. It may be the first one again, with other models.
    pub(crate) second: String,
    /// The model of the first file. Needed if the file has responses of several models.
    #[arg(long, value_name = "NAME")]
    pub(crate) first_model: Option<String>,
    /// The model of the second file. Needed if the file has responses of several models.
    #[arg(long, value_name = "NAME")]
    pub(crate) second_model: Option<String>,
    /// The output format.
    #[arg(long, value_enum, default_value_t = ComparedFormat::Text)]
    pub(crate) format: ComparedFormat,
    #[command(flatten)]
    pub(crate) reading: ReadArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ComparedFormat {
    /// A summary for reading.
    Text,
    /// A JSON object for each question; the summary goes to standard error.
    Jsonl,
    /// A table with a row for each question; the summary goes to standard error.
    Csv,
}

/// The output format of graded responses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowFormat {
    /// A summary for reading.
    Text,
    /// A JSON object for each response, in the order of the files; the summary goes to standard
    /// error.
    Jsonl,
    /// A table with a row for each response; the summary goes to standard error.
    Csv,
}

/// The service, tool or file format for which a suite is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Destination {
    /// A service, a tool, or a table as text.
    Text(ExportTarget),
    /// A Parquet file. The settings of [`ExportTarget::Csv`] apply to it.
    Parquet,
}

const PARQUET: &str = "parquet";

impl Destination {
    /// Returns the target whose settings apply to this destination.
    pub(crate) const fn target(self) -> ExportTarget {
        match self {
            Self::Text(target) => target,
            Self::Parquet => ExportTarget::Csv,
        }
    }
}

fn destinations() -> impl TypedValueParser<Value = Destination> {
    let read = |slug: String| match slug.as_str() {
        PARQUET => Ok(Destination::Parquet),
        slug => {
            ExportTarget::from_slug(slug).map(Destination::Text).ok_or("there is no such target")
        }
    };
    let slugs = ExportTarget::ALL.map(ExportTarget::slug).into_iter().chain([PARQUET]);
    PossibleValuesParser::new(slugs).try_map(read)
}
