//! The arguments of `stepfall batch`.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use stepfall_cli::flags::SpecArguments;
use stepfall_link::Target;

/// Suites as files, and results graded.
#[derive(Debug, Args)]
pub(crate) struct BatchArguments {
    #[command(subcommand)]
    pub(crate) command: BatchCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BatchCommand {
    /// Print the suites: their sizes, the tokens that they take, and what each isolates.
    List,
    /// Write a suite for a batch service or another tool, in as many files as it takes.
    Make(Box<MakeArguments>),
    /// Grade result files by the ids in them: of batch services, Inspect AI, promptfoo, lm-evaluation-harness, JSONL and CSV, in any order and mixed.
    Grade(GradeBatchArguments),
}

/// What is asked, and for whom it is written.
#[derive(Debug, Args)]
pub(crate) struct MakeArguments {
    /// quick, ladder, look-back, what-is-lost, what-helps, paper55, or own with --lengths and --condition.
    pub(crate) suite: String,
    /// Who takes it. Parquet needs a program that is built with the feature `parquet`.
    #[arg(long = "for", value_name = "TARGET", value_parser = destinations())]
    pub(crate) destination: Destination,
    /// The folder into which the files are written; it is made where there is none. No file in it is overwritten.
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub(crate) out: String,
    #[command(flatten)]
    pub(crate) spec: SpecArguments,
    /// Numbers of steps of a selection of one's own, separated by commas.
    #[arg(long, value_name = "STEPS", value_delimiter = ',')]
    pub(crate) lengths: Vec<u16>,
    /// Conditions of a selection of one's own, separated by commas; of a suite the one under which it is asked [default: answer-only for paper55, else trace].
    #[arg(long, value_delimiter = ',')]
    pub(crate) condition: Vec<String>,
    /// Files with procedures of one's own, each as text or as the record that `stepfall item --format json` prints; their records are written beside.
    #[arg(long, value_name = "FILE", value_delimiter = ',')]
    pub(crate) procedure: Vec<String>,
    /// Items of each spec [default: the suite's, or 20 of one's own].
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
    /// The most tokens of a reply.
    #[arg(long, value_name = "TOKENS")]
    pub(crate) max_output: Option<u32>,
    /// The temperature, 0 to 2.
    #[arg(long)]
    pub(crate) temperature: Option<f64>,
    /// How much to reason: none, minimal, low, medium, high, xhigh or max.
    #[arg(long)]
    pub(crate) effort: Option<String>,
}

/// Which results are graded, and how that is told.
#[derive(Debug, Args)]
pub(crate) struct GradeBatchArguments {
    /// Result files; - is standard input, and so is nothing.
    pub(crate) files: Vec<String>,
    /// What is printed.
    #[arg(long, value_enum, default_value_t = RowFormat::Text)]
    pub(crate) format: RowFormat,
    /// Files with records of procedures of one's own, one JSON object a line, as `stepfall batch make --procedure` writes them.
    #[arg(long, value_name = "FILE", value_delimiter = ',')]
    pub(crate) records: Vec<String>,
    /// The column or member that holds the id, where a file is a table or lines of somebody else's; nested ones with full stops between.
    #[arg(long, value_name = "NAME", requires = "output")]
    pub(crate) id: Option<String>,
    /// The column or member that holds what the model wrote.
    #[arg(long, value_name = "NAME", requires = "id")]
    pub(crate) output: Option<String>,
    /// The model that answered, where a file names none.
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// A file for the graded rows, as Parquet; the program has to be built with the feature `parquet`.
    #[arg(long, value_name = "FILE")]
    pub(crate) parquet: Option<String>,
    /// A file for all figures, as HTML.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<String>,
    /// Let --report and --parquet overwrite files that Stepfall did not write. Files that are read are never overwritten.
    #[arg(long)]
    pub(crate) force: bool,
    /// How many cores grade [default: all].
    #[arg(long, value_name = "CORES")]
    pub(crate) cores: Option<usize>,
}

/// How graded responses are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowFormat {
    /// A summary for reading.
    Text,
    /// A JSON object for each response, in the order of the files; the summary goes to standard error.
    Jsonl,
    /// A table with a row for each response; the summary goes to standard error.
    Csv,
    /// A log that Inspect's viewer opens; the summary goes to standard error.
    Inspect,
}

/// Who takes a suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Destination {
    /// A service, a tool, or a table as text.
    Text(Target),
    /// A Parquet file with about the columns of CSV.
    Parquet,
}

/// The name of [`Destination::Parquet`].
const PARQUET: &str = "parquet";

impl Destination {
    /// The target that takes the same settings.
    pub(crate) const fn target(self) -> Target {
        match self {
            Self::Text(target) => target,
            Self::Parquet => Target::Csv,
        }
    }
}

/// Reads a destination by its name.
fn destinations() -> impl TypedValueParser<Value = Destination> {
    let read = |slug: String| match slug.as_str() {
        PARQUET => Ok(Destination::Parquet),
        slug => Target::from_slug(slug).map(Destination::Text).ok_or("there is no such target"),
    };
    let slugs = Target::ALL.map(Target::slug).into_iter().chain([PARQUET]);
    PossibleValuesParser::new(slugs).try_map(read)
}
