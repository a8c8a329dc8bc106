//! The arguments. The flags of a spec are the parameters of the page's links, by the same names.

use std::fs::File;
use std::io::Read;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use stepfall_executor::{Form, Kind};
use stepfall_link::{Link, Notice, parse};
use stepfall_procedure::{
    Arithmetic, Condition, Generator, Item, MAX_RECORD, Seed, Spec, Suite, VERSION, Wording,
};

use crate::batch::BatchArguments;
use crate::failure::Failure;
use crate::lab::LabArguments;
use crate::say;
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
    /// Say what the items of a spec are like as an instrument: traps, difficulty by length, what guessing gives.
    Audit(AuditArguments),
    /// Make a link of the page, or see what one says.
    Link(LinkArguments),
    /// Say what exactly a model did in a transcript: the first fault, its cause and what it did to the answer.
    Grade(Box<GradeArguments>),
    /// Write a transcript, or a whole dialogue, as a model might that fails in a known way.
    Simulate(Box<SimulateArguments>),
    /// Hold the grader against simulated transcripts whose truth is known, and print how often it is right.
    Confusion(ConfusionArguments),
    /// Hold the grader against transcripts that careful readers labelled, and print how often it agrees.
    Agreement(AgreementArguments),
    /// Print how the grader reads responses of models to sums and products, from collections that others have published.
    Responses(ResponsesArguments),
    /// Let the specimen, a small transformer that was trained on procedures, work on items that it has never seen, and measure what happens inside it.
    Lab(LabArguments),
    /// Write suites for batch services and evaluation tools, and grade what comes back.
    Batch(BatchArguments),
    /// Ask models, or simulated executors, for items of several lengths, and print how often they are right at each.
    Sweep(Box<SweepArguments>),
}

/// The spec. Whatever is left out has the default of its arithmetic.
#[derive(Debug, Args)]
pub(crate) struct SpecArguments {
    /// Number of steps, 1 to 500; the two inputs are not counted [default: 25].
    #[arg(long)]
    steps: Option<String>,
    /// How far back the second operand reaches: 5 (at most) or exactly-5 [default: 5].
    #[arg(long)]
    lookback: Option<String>,
    #[command(flatten)]
    form: FormArguments,
}

/// The spec but for how long procedures are and how far they look back.
#[derive(Debug, Args)]
pub(crate) struct FormArguments {
    /// Operations with weights if wanted: add:2,sub [default: add,sub,mul,div].
    #[arg(long)]
    ops: Option<String>,
    /// integer, mod97, decimal2, rational, paper or paper-integers [default: integer].
    #[arg(long)]
    numbers: Option<String>,
    /// Largest absolute value [default: 999].
    #[arg(long)]
    bound: Option<String>,
    /// Range of the inputs, as 2..20, or signed-2..20 for both signs [default: by numbers, bound, operations and look-back; signed-100..700 for the
    /// default spec].
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
    /// ordered, or shuffled: prompts list the lines in a drawn order, under every condition [default: ordered].
    #[arg(long)]
    lines: Option<String>,
    /// 1 where shorter procedures shall be the beginnings of longer ones of the same seed, 0 where lengths are independent [default: 0].
    #[arg(long)]
    nested: Option<String>,
}

impl SpecArguments {
    /// Sets what is given over a spec.
    pub(crate) fn apply(&self, spec: &mut Spec) -> Result<(), Failure> {
        for (key, value) in self.given() {
            spec.set(key, value).map_err(Failure::Param)?;
        }
        Ok(())
    }

    /// The flags that are given with their values, the arithmetic first.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let flags = [("steps", &self.steps), ("lookback", &self.lookback)];
        let flags = flags.into_iter().filter_map(|(key, value)| Some((key, value.as_deref()?)));
        self.form.given().chain(flags)
    }
}

impl FormArguments {
    /// The flags that are given with their values, the arithmetic first.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&'static str, &str)> {
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

/// The flags that select an item which does not come in a file. Numbers and wording can be those of a procedure in a file as well.
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

/// The flags of an audit that select specs and their items.
const OF_SPECS: [&str; 12] = [
    "seed",
    "items",
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

/// The item: a spec, a seed and an index, or a link that has them, or both, where flags win over the link; or a file that holds the item.
#[derive(Debug, Args)]
pub(crate) struct Selection {
    /// A file that holds the item: a procedure of one's own as assignments, numbered English, Python or JSON (--numbers says in which arithmetic, --wording how
    /// it is worded), or the JSON record that `stepfall item --format json` prints, of any version of the generator.
    #[arg(long, value_name = "FILE", conflicts_with_all = SELECTING)]
    procedure: Option<String>,
    /// A link of the page: a whole address or its part from `#`.
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
    /// How the model is asked: answer-only, trace, free, structured, isolated, unchained, copy, shuffled, filler.95, exception, remapped, symbolic, stepwise, checkpoints.5,
    /// verified.5, calculator, calculator-text, transcribe, explain, review or primed.4.1 (steps and slips that stand there) [default: trace].
    #[arg(long)]
    condition: Option<String>,
}

/// An item and the way in which it is asked.
pub(crate) struct Selected {
    pub(crate) item: Item,
    pub(crate) condition: Condition,
    /// The link that leads to it; none where the item came in a file and this generator makes another one of the same spec and seed.
    pub(crate) link: Option<Link>,
    /// Whether the link that was given holds an answer to an item of an unpublished generator.
    pub(crate) holds_foreign_answer: bool,
}

impl Selection {
    /// The item that is selected.
    pub(crate) fn resolve(&self) -> Result<Selected, Failure> {
        if let Some(path) = &self.procedure {
            return self.in_file(path);
        }
        let (link, holds_foreign_answer) = self.link()?;
        let item = match &link.own {
            Some(own) => own.as_ref().clone(),
            None => Generator::new(link.spec)?.item(link.seed, link.index)?,
        };
        item.suits(link.condition)?;
        Ok(Selected { item, condition: link.condition, link: Some(link), holds_foreign_answer })
    }

    /// The item of a file.
    fn in_file(&self, path: &str) -> Result<Selected, Failure> {
        let (item, of) = read_item(path, &self.spec)?;
        let condition = self.condition.as_deref().map_or(Ok(of), read_condition)?;
        item.suits(condition)?;
        let link = link_to(&item, condition);
        Ok(Selected { item, condition, link, holds_foreign_answer: false })
    }

    /// What flags and link say, and whether an answer in the link was left out.
    fn link(&self) -> Result<(Link, bool), Failure> {
        let mut holds_foreign_answer = false;
        let mut link = match &self.link {
            None => Link::default(),
            Some(address) => {
                let mut parsed = parse(address);
                parsed.notices.retain(|notice| {
                    let is_of_age = matches!(notice, Notice::Unpublished { .. });
                    if is_of_age {
                        say(&format!("notice: {notice}"));
                    }
                    !is_of_age
                });
                if !parsed.notices.is_empty() {
                    return Err(Failure::Link(parsed.notices));
                }
                // The answer in such a link is one to another item.
                if parsed.link.generator != VERSION {
                    holds_foreign_answer = !parsed.link.transcript.is_empty();
                    parsed.link = Link {
                        generator: VERSION,
                        transcript: String::new(),
                        source: stepfall_link::Source::Model,
                        cut: false,
                        ..parsed.link
                    };
                }
                parsed.link
            }
        };
        if link.own.is_some() {
            let seeds = [("seed", &self.seed), ("index", &self.index)];
            let seeds = seeds.into_iter().filter(|(_, given)| given.is_some());
            let mut flags =
                self.spec.given().map(|(flag, _)| flag).chain(seeds.map(|(flag, _)| flag));
            if let Some(flag) = flags.next() {
                return Err(Failure::OfOwn { flag });
            }
        }
        self.spec.apply(&mut link.spec)?;
        if let Some(seed) = &self.seed {
            link.seed = read_seed(seed)?;
        }
        if let Some(index) = &self.index {
            link.index = index.parse().map_err(|_| Failure::Number {
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

/// The item of a file, and the condition that its record was made for. A record begins with a brace and names its generator; every other text is a
/// procedure of one's own.
pub(crate) fn read_item(path: &str, spec: &SpecArguments) -> Result<(Item, Condition), Failure> {
    let unread = |error| Failure::File { path: path.to_owned(), error };
    let mut text = String::new();
    let file = File::open(path).map_err(unread)?;
    file.take(MAX_RECORD as u64 + 1).read_to_string(&mut text).map_err(unread)?;
    let malformed = |error| Failure::Param(error);
    if is_record(&text) {
        if let Some((flag, _)) = spec.given().next() {
            return Err(Failure::OfRecord { flag });
        }
        return Item::from_record(&text)
            .map_err(|error| Failure::Record { path: path.to_owned(), error });
    }
    let given = |wanted: &str| spec.given().find(|(key, _)| *key == wanted).map(|(_, value)| value);
    let numbers = given("numbers").map(str::parse::<Arithmetic>).transpose().map_err(malformed)?;
    let mut item = Item::from_text(&text, numbers)
        .map_err(|error| Failure::Procedure { path: path.to_owned(), error })?;
    if let Some(wording) = given("wording") {
        item.spec.wording = Wording::from_slug(wording).ok_or_else(|| Failure::Unknown {
            what: "wording",
            given: wording.to_owned(),
            known: Wording::ALL.map(Wording::slug).join(", "),
        })?;
    }
    Ok((item, Condition::default()))
}

/// Whether a text is the record of an item, or was one: a JSON object that names a generator.
fn is_record(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.starts_with('{') && text.contains("\"generator\"")
}

/// The link that leads to an item from a file; none where this generator makes another one of the same spec and seed.
fn link_to(item: &Item, condition: Condition) -> Option<Link> {
    let (spec, seed, index) = (item.spec, item.seed, item.index);
    let link = Link { spec, seed, index, condition, ..Link::default() };
    if item.is_own() {
        return Some(Link { own: Some(Box::new(item.clone())), ..link });
    }
    let made = Generator::new(spec).and_then(|generator| generator.item(seed, index));
    made.is_ok_and(|made| made.procedure == item.procedure).then_some(link)
}

#[derive(Debug, Args)]
pub(crate) struct ItemArguments {
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// What to print.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// What is printed of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The procedure in its wording.
    Text,
    /// Everything, as a JSON object.
    Json,
    /// The prompt of the condition, and what stands there before the first reply.
    Prompt,
    /// Every exact value, one a line.
    Values,
}

#[derive(Debug, Args)]
pub(crate) struct SuiteArguments {
    /// quick, ladder, look-back, what-is-lost, what-helps or paper55.
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) spec: SpecArguments,
    /// Items for each spec of the suite [default: the suite's].
    #[arg(long)]
    pub(crate) items: Option<u32>,
    /// Seed, a whole number below 2^53 [default: 0].
    #[arg(long)]
    pub(crate) seed: Option<String>,
    /// How the model is asked: answer-only, trace, free, structured, isolated, unchained, copy, shuffled, filler.95, exception, remapped, symbolic, stepwise, checkpoints.5,
    /// verified.5, calculator, calculator-text, transcribe, explain, review or primed.4.1 (steps and slips that stand there) [default: trace].
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
        selection: Box<Selection>,
        /// The address of the page that goes before `#`; without it the part from `#` is printed.
        #[arg(long)]
        page: Option<String>,
        /// A file with a transcript to put into the link; - is standard input.
        #[arg(long)]
        transcript: Option<String>,
        /// Why the model stopped, as the provider says: length where the output was cut.
        #[arg(long, value_enum, default_value_t = StopReason::Unknown, requires = "transcript")]
        stop: StopReason,
        /// Say in the link that a simulated executor wrote the transcript.
        #[arg(long, requires = "transcript")]
        simulated: bool,
    },
    /// Print what a link says as JSON; what was not understood goes to standard error.
    Open {
        /// A whole address or its part from `#`.
        address: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct GradeArguments {
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// A file with what the model wrote, or with a dialogue under headings such as `=== asked ===` and `=== answered ===`; - is standard input. Left
    /// out, it is the transcript of the link, or standard input.
    pub(crate) file: Option<String>,
    /// What to print.
    #[arg(long, value_enum, default_value_t = VerdictFormat::Text)]
    pub(crate) format: VerdictFormat,
    /// Why the model stopped, as the provider says: length where the output was cut.
    #[arg(long, value_enum, default_value_t = StopReason::Unknown)]
    pub(crate) stop: StopReason,
    /// Where the file holds several samples: grade this one alone, counted from 1.
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<usize>,
}

/// How a verdict is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum VerdictFormat {
    /// For reading.
    Text,
    /// Everything, as a JSON object.
    Json,
}

/// Why a model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StopReason {
    /// By itself, or nothing is known.
    Unknown,
    /// At a limit.
    Length,
}

#[derive(Debug, Args)]
pub(crate) struct SimulateArguments {
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// What the simulated executor does, and mostly does wrong.
    #[arg(long, value_name = "KIND", value_parser = kinds(), default_value = "mixed")]
    pub(crate) executor: Kind,
    /// How often a step goes wrong, in percent (2.5); left out, one step does. For faults of single steps only.
    #[arg(long, value_name = "PERCENT")]
    pub(crate) rate: Option<String>,
    /// How the transcript is written, where it is one reply [default: trace; json under the condition structured].
    #[arg(long, value_parser = forms())]
    pub(crate) form: Option<Form>,
    /// Number of the run: other runs of the same executor fail elsewhere.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) run: u64,
    /// How many runs, from that one on; more than one need --format jsonl.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// What to print.
    #[arg(long, value_enum, default_value_t = SimulationFormat::Text)]
    pub(crate) format: SimulationFormat,
}

/// How simulations are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SimulationFormat {
    /// The transcript alone.
    Text,
    /// The transcript and the truth about it, one JSON object a line; of a dialogue the transcript alone.
    Jsonl,
}

#[derive(Debug, Args)]
pub(crate) struct AuditArguments {
    /// A file that holds an item, as for `stepfall item`: what is known of this one item is printed, and what cannot be known of it.
    #[arg(long, value_name = "FILE", conflicts_with_all = OF_SPECS)]
    pub(crate) procedure: Option<String>,
    #[command(flatten)]
    pub(crate) spec: SpecArguments,
    /// Items for each length.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) items: u32,
    /// Seed, a whole number below 2^53 [default: 0].
    #[arg(long)]
    pub(crate) seed: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ConfusionArguments {
    /// How many transcripts to draw.
    #[arg(long, value_name = "N", default_value_t = 24_000)]
    pub(crate) count: u64,
    /// One kind of executor alone.
    #[arg(long, value_parser = kinds(), hide_possible_values = true)]
    pub(crate) kind: Option<Kind>,
    /// One form of writing alone.
    #[arg(long, value_parser = forms(), hide_possible_values = true)]
    pub(crate) form: Option<Form>,
    /// Print the shortest transcript of each of the N most frequent differences, with both labels.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) show: usize,
}

#[derive(Debug, Args)]
pub(crate) struct AgreementArguments {
    /// Folders with cases: NAME.txt, the transcript; NAME.json, the record of its item; NAME.label, what a careful reader says.
    #[arg(required = true, value_name = "FOLDER")]
    pub(crate) folders: Vec<String>,
    /// Name every case in which the first root fault is another one.
    #[arg(long)]
    pub(crate) show: bool,
}

/// Collections of responses.
#[derive(Debug, Args)]
pub(crate) struct ResponsesArguments {
    /// Folders with collections, as in a checkout of open-thought/reasoning-gym-eval: MODEL/CATEGORY/TASK.json.
    #[arg(required = true, value_name = "FOLDER")]
    pub(crate) folders: Vec<String>,
    /// The tasks, by the names of their files [default: all].
    #[arg(long, value_name = "TASK", value_delimiter = ',')]
    pub(crate) task: Vec<String>,
    /// Print so many right answers that are accused of a fault, and so many wrong ones, with their verdicts.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    pub(crate) show: usize,
}

/// Reads a kind of executor by its name.
fn kinds() -> impl TypedValueParser<Value = Kind> {
    let read = |slug: String| Kind::from_slug(&slug).ok_or("there is no such kind of executor");
    PossibleValuesParser::new(Kind::ALL.map(Kind::slug)).try_map(read)
}

/// Reads a form of writing by its name.
fn forms() -> impl TypedValueParser<Value = Form> {
    let read = |slug: String| Form::from_slug(&slug).ok_or("there is no such form");
    PossibleValuesParser::new(Form::ALL.map(Form::slug)).try_map(read)
}

/// A suite by its name.
pub(crate) fn read_suite(name: &str) -> Result<Suite, Failure> {
    Suite::from_slug(name).ok_or_else(|| Failure::Unknown {
        what: "suite",
        given: name.to_owned(),
        known: Suite::ALL.map(Suite::slug).join(", "),
    })
}

/// A condition by its name.
pub(crate) fn read_condition(name: &str) -> Result<Condition, Failure> {
    Condition::from_slug(name).ok_or_else(|| Failure::Unknown {
        what: "condition",
        given: name.to_owned(),
        known: condition_names(),
    })
}

/// The names of all conditions. Within a loop of its caller, LLVM 22 takes many minutes over the sum of their lengths.
#[inline(never)]
fn condition_names() -> String {
    Condition::OFFERED.map(Condition::slug).join(", ")
}

/// A seed by its number.
pub(crate) fn read_seed(seed: &str) -> Result<Seed, Failure> {
    let digits = seed.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| seed.parse().ok()).flatten().and_then(Seed::new).ok_or_else(|| Failure::Number {
        flag: "seed",
        given: seed.to_owned(),
        limit: "2^53",
    })
}
