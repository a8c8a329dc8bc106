//! The arguments of `stepfall`.

use clap::{Args, Parser, Subcommand, ValueEnum};
use stepfall_cli::flags::{SpecArguments, forms, kinds, read_condition, read_item, read_seed};
use stepfall_cli::{CommandError, print_line};
use stepfall_link::{Notice, PlayLink, parse};
use stepfall_procedure::{Condition, GENERATOR_VERSION, Generator, Item};
use stepfall_solver::{Form, SolverKind};

use crate::batch::BatchArguments;
use crate::lab::LabArguments;
use crate::sweep::SweepArguments;

/// Arithmetic procedures from shareable seeds, exact to the last digit.
#[derive(Debug, Parser)]
#[command(name = "stepfall", version, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print one item: its procedure, prompt, values, or all of it as JSON.
    Item(ItemArguments),
    /// Print a named suite of items, one JSON object a line.
    Suite(SuiteArguments),
    /// Make a link to the page, or show the contents of one.
    Link(LinkArguments),
    /// Explain a transcript: the first error, its cause, and its effect on the answer.
    Grade(Box<GradeArguments>),
    /// Simulate a model that fails in a known way: write a transcript, or a whole dialogue.
    Simulate(Box<SimulateArguments>),
    /// Run the small model, a transformer trained on procedures, on items that it has never seen,
    /// and measure what happens inside it.
    Lab(LabArguments),
    /// Write suites for batch services and evaluation tools, and grade the results.
    Batch(BatchArguments),
    /// Request items of several lengths from models, or from simulated solvers, and print how often
    /// the answers are correct at each length.
    Sweep(Box<SweepArguments>),
}

/// The flags that select an item by link or spec. They conflict with a file. `--numbers` and
/// `--wording` are not in the list, because they also apply to a procedure in a file.
const SELECTING: [&str; 13] = [
    "link",
    "seed",
    "index",
    "steps",
    "lookback",
    "ops",
    "bound",
    "inputs",
    "constants",
    "dead",
    "names",
    "lines",
    "nested",
];

/// The flags that select an item and its condition. The item comes from a file, from a link, or
/// from a spec, a seed and an index. Flags override the link of a generated item. If the link
/// contains a custom procedure, `--condition` is the only flag that may change it.
#[derive(Debug, Args)]
pub(crate) struct ItemSelection {
    /// A file with the item. It has a custom procedure as assignments, numbered English, Python or
    /// JSON (--numbers is its arithmetic, --wording its wording). Or it has the JSON record that
    /// `stepfall item --format json` prints, of any version of the generator.
    #[arg(long, value_name = "FILE", conflicts_with_all = SELECTING)]
    procedure: Option<String>,
    /// A link of the page: a whole address, or its part from `#`.
    #[arg(long)]
    link: Option<String>,
    #[command(flatten)]
    spec: SpecArguments,
    /// Seed, a whole number below 2^53 [default: 0].
    #[arg(long)]
    seed: Option<String>,
    /// Index under the seed, a whole number below 2^32 [default: 0].
    #[arg(long)]
    index: Option<String>,
    /// The condition: answer-only, trace, free, structured, isolated, unchained, copy, shuffled,
    /// filler.95, exception, remapped or symbolic. Others are stepwise, checkpoints.5, verified.5,
    /// calculator, calculator-text, transcribe, explain, review and primed.4.1. In primed.4.1
    /// the model continues after 4 steps with 1 error [default: trace].
    #[arg(long)]
    condition: Option<String>,
}

/// An item and its condition.
pub(crate) struct Selected {
    pub(crate) item: Item,
    pub(crate) condition: Condition,
    /// The link to the item. `None` if the item is from a file and this generator does not make it
    /// from its spec, seed and index.
    pub(crate) link: Option<PlayLink>,
    /// True if the given link contains an answer to an item of an unpublished generator.
    pub(crate) holds_foreign_answer: bool,
}

impl ItemSelection {
    /// Returns the selected item with its condition and link. Prints a notice if the link is from
    /// an unpublished generator.
    pub(crate) fn resolve(&self) -> Result<Selected, CommandError> {
        if let Some(path) = &self.procedure {
            return self.in_file(path);
        }
        let (link, holds_foreign_answer) = self.link()?;
        let item = match &link.custom {
            Some(custom) => custom.as_ref().clone(),
            None => Generator::new(link.spec)?.item(link.seed, link.index)?,
        };
        item.check_condition(link.condition)?;
        Ok(Selected { item, condition: link.condition, link: Some(link), holds_foreign_answer })
    }

    /// Returns the condition of the flag, or the default.
    pub(crate) fn condition(&self) -> Result<Condition, CommandError> {
        self.condition.as_deref().map_or(Ok(Condition::default()), read_condition)
    }

    pub(crate) const fn spec(&self) -> &SpecArguments {
        &self.spec
    }

    /// Reads the item from a file. Without `--condition`, the condition is that of the record, or
    /// the default if the file has a procedure as text.
    fn in_file(&self, path: &str) -> Result<Selected, CommandError> {
        let (item, recorded_condition) = read_item(path, &self.spec)?;
        let condition = self.condition.as_deref().map_or(Ok(recorded_condition), read_condition)?;
        item.check_condition(condition)?;
        let link = link_to(&item, condition);
        Ok(Selected { item, condition, link, holds_foreign_answer: false })
    }

    /// Combines the flags and the link. Also returns whether an answer in the link was dropped.
    fn link(&self) -> Result<(PlayLink, bool), CommandError> {
        let mut holds_foreign_answer = false;
        let mut link = match &self.link {
            None => PlayLink::default(),
            Some(address) => {
                let mut parsed = parse(address);
                parsed.notices.retain(|notice| {
                    let is_unpublished = matches!(notice, Notice::Unpublished { .. });
                    if is_unpublished {
                        print_line(&format!("notice: {notice}"));
                    }
                    !is_unpublished
                });
                if !parsed.notices.is_empty() {
                    return Err(CommandError::Link(parsed.notices));
                }
                // The answer in a link of an unpublished generator belongs to another item.
                if parsed.link.generator != GENERATOR_VERSION {
                    holds_foreign_answer = !parsed.link.transcript.is_empty();
                    parsed.link = PlayLink {
                        generator: GENERATOR_VERSION,
                        transcript: String::new(),
                        source: stepfall_link::Source::Model,
                        is_cut: false,
                        ..parsed.link
                    };
                }
                parsed.link
            }
        };
        if link.custom.is_some() {
            let seeds = [("seed", &self.seed), ("index", &self.index)];
            let seeds = seeds.into_iter().filter(|(_, value)| value.is_some());
            let mut flags =
                self.spec.given().map(|(flag, _)| flag).chain(seeds.map(|(flag, _)| flag));
            if let Some(flag) = flags.next() {
                return Err(CommandError::CustomFlag { flag });
            }
        }
        self.spec.apply(&mut link.spec)?;
        if let Some(seed) = &self.seed {
            link.seed = read_seed(seed)?;
        }
        if let Some(index) = &self.index {
            link.index = index.parse().map_err(|_| CommandError::Number {
                flag: "index",
                given: index.clone(),
                limit: "2^32",
            })?;
        }
        if let Some(condition) = &self.condition {
            link.condition = read_condition(condition)?;
        }
        Ok((link, holds_foreign_answer))
    }
}

/// Returns the link to an item from a file. Returns `None` if this generator does not make the item
/// from its spec, seed and index.
fn link_to(item: &Item, condition: Condition) -> Option<PlayLink> {
    let (spec, seed, index) = (item.spec, item.seed, item.index);
    let link = PlayLink { spec, seed, index, condition, ..PlayLink::default() };
    if item.is_custom() {
        return Some(PlayLink { custom: Some(Box::new(item.clone())), ..link });
    }
    let made = Generator::new(spec).and_then(|generator| generator.item(seed, index));
    made.is_ok_and(|made| made.procedure == item.procedure).then_some(link)
}

#[derive(Debug, Args)]
pub(crate) struct ItemArguments {
    #[command(flatten)]
    pub(crate) selection: ItemSelection,
    /// A file of solutions with marks such as `<<16-3=13>>`, as those of GSM8K; - is standard
    /// input. Either JSON lines with the solution in `answer`, `ground_truth` or `solution`, or
    /// plain text with a single solution. Prints an item of each, and names those that cannot be
    /// read.
    #[arg(long, value_name = "FILE", conflicts_with_all = SELECTING, conflicts_with = "procedure")]
    pub(crate) from_solution: Option<String>,
    /// The output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// The output format of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The procedure in its wording.
    Text,
    /// Everything, as a JSON object.
    Json,
    /// The prompt of the condition, and the given text before the first reply.
    Prompt,
    /// Every exact value, one per line.
    Values,
}

#[derive(Debug, Args)]
pub(crate) struct SuiteArguments {
    /// quick, ladder, look-back, what-is-lost, what-helps or paper55.
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) spec: SpecArguments,
    /// Items for each spec of the suite [default: the suite's number].
    #[arg(long)]
    pub(crate) items: Option<u32>,
    /// Seed, a whole number below 2^53 [default: 0].
    #[arg(long)]
    pub(crate) seed: Option<String>,
    /// The condition: answer-only, trace, free, structured, isolated, unchained, copy, shuffled,
    /// filler.95, exception, remapped or symbolic. Others are stepwise, checkpoints.5, verified.5,
    /// calculator, calculator-text, transcribe, explain, review and primed.4.1. In primed.4.1
    /// the model continues after 4 steps with 1 error [default: trace].
    #[arg(long)]
    pub(crate) condition: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct LinkArguments {
    #[command(subcommand)]
    pub(crate) command: LinkCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LinkCommand {
    /// Print the link of an item.
    Make {
        #[command(flatten)]
        selection: Box<ItemSelection>,
        /// The address of the page, which goes before `#`. Without it the part from `#` is printed.
        #[arg(long)]
        page: Option<String>,
        /// A file with a transcript to put into the link; - is standard input.
        #[arg(long)]
        transcript: Option<String>,
        /// The reason why the model stopped, as the provider reports it: length if the output was
        /// cut.
        #[arg(long, value_enum, default_value_t = ReportedStop::Unknown, requires = "transcript")]
        stop: ReportedStop,
        /// Mark the transcript as written by a simulated solver.
        #[arg(long, requires = "transcript")]
        simulated: bool,
    },
    /// Print the contents of a link as JSON. Parts that are not understood go to standard error.
    Open {
        /// A whole address or its part from `#`.
        address: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct GradeArguments {
    #[command(flatten)]
    pub(crate) selection: ItemSelection,
    /// A file with the output of the model, or with a dialogue under headings such as
    /// `=== asked ===` and `=== answered ===`; - is standard input. Without it, the transcript of
    /// the link or standard input is graded.
    pub(crate) file: Option<String>,
    /// The output format.
    #[arg(long, value_enum, default_value_t = VerdictFormat::Text)]
    pub(crate) format: VerdictFormat,
    /// The reason why the model stopped, as the provider reports it: length if the output was cut.
    #[arg(long, value_enum, default_value_t = ReportedStop::Unknown)]
    pub(crate) stop: ReportedStop,
    /// Grade only this sample of a file with several samples, counted from 1.
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum VerdictFormat {
    /// Text for reading.
    Text,
    /// Everything, as a JSON object.
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportedStop {
    /// The model stopped by itself, or the reason is unknown.
    Unknown,
    /// The model reached a length limit.
    Length,
}

#[derive(Debug, Args)]
pub(crate) struct SimulateArguments {
    #[command(flatten)]
    pub(crate) selection: ItemSelection,
    /// The kind of simulated solver, named after its error.
    #[arg(long = "solver", alias = "executor", value_name = "KIND", value_parser = kinds(), default_value = "mixed")]
    pub(crate) solver: SolverKind,
    /// How often a step fails, in percent (2.5). Without it, one step fails. For solvers that fail
    /// in single steps only.
    #[arg(long, value_name = "PERCENT")]
    pub(crate) rate: Option<String>,
    /// The form of the transcript, if it is a single reply [default: trace; json under the
    /// condition structured].
    #[arg(long, value_parser = forms())]
    pub(crate) form: Option<Form>,
    /// Number of the run. Other runs of the same solver fail elsewhere.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) run: u64,
}
