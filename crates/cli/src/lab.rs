//! `stepfall lab`: the small model on items that were not in its training.
//!
//! The measurements depend on the flags alone. Items come from seeds below those of training, and
//! draws are seeded by the numbers of items.

mod accuracy;
mod compare;
mod flow;
mod grid;
mod history;
mod paired;
mod run;
mod saliency;

use std::fs::File;
use std::io::{Read, Write};
use std::thread;

use clap::{Args, Subcommand, ValueEnum};
use stepfall_cli::CommandError;
use stepfall_cli::flags::read_seed;
use stepfall_procedure::{Arithmetic, Generator, Item, LookBack, Seed, Spec};
use stepfall_small_model::{
    FIRST_TRAINING_SEED, LOOK_BACKS, MAX_STEPS, MODULUS, SmallModelItem, Weights,
};
use stepfall_stats::{Confidence, Share, wilson};

use crate::small_model;

#[derive(Debug, Args)]
pub(crate) struct LabArguments {
    #[command(subcommand)]
    command: LabCommand,
}

#[derive(Debug, Subcommand)]
enum LabCommand {
    /// Print what the small model writes about one item, and its first error.
    Run(run::RunArguments),
    /// Print accuracy by number of steps: of whole traces, of answers, of each kind of token after
    /// a correct history, and as implied by single steps.
    Accuracy(accuracy::AccuracyArguments),
    /// Print the accuracy of other weights and of the shipped ones, over the same items.
    Compare(compare::CompareArguments),
    /// Choose layers and strength of each change of the flow on some items, and print its effect on
    /// others, compared with votes over samples.
    Flow(flow::FlowArguments),
    /// Print whether errors in the history make the next line less often correct, beyond the values
    /// that they change.
    History(history::HistoryArguments),
    /// Print how well saliency and attention agree with the inputs that each step needs, by layer,
    /// in correct and incorrect traces of the same length.
    Saliency(saliency::SaliencyArguments),
}

/// A shipped checkpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Checkpoint {
    /// Trained on procedures of 1 to 12 steps.
    Short,
    /// Trained on procedures of 1 to 48 steps.
    Long,
}

impl Checkpoint {
    const fn slug(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Long => "long",
        }
    }

    const fn trained_to(self) -> u16 {
        match self {
            Self::Short => stepfall_link::Checkpoint::Short.trained_to(),
            Self::Long => stepfall_link::Checkpoint::Long.trained_to(),
        }
    }

    const fn bytes(self) -> &'static [u8] {
        match self {
            Self::Short => small_model::bytes(stepfall_link::Checkpoint::Short),
            Self::Long => small_model::bytes(stepfall_link::Checkpoint::Long),
        }
    }

    /// Returns the lengths over which accuracy falls from nearly 1 to nearly 0, in steps. Changes
    /// of the flow have visible effects at these lengths.
    const fn lengths_of_decline(self) -> &'static [u16] {
        match self {
            Self::Short => &[15, 17, 19, 21],
            Self::Long => &[50, 60, 70, 80],
        }
    }

    /// Returns short and long lengths at which some traces are correct, in steps.
    const fn lengths_with_correct_traces(self) -> &'static [u16] {
        match self {
            Self::Short => &[5, 10, 15, 17, 19, 21],
            Self::Long => &[10, 25, 40, 50, 60, 70],
        }
    }
}

/// The maximum size of a file of weights, in bytes. A model with 16 layers of width 512 has fewer.
const MAX_BYTES: u64 = 256 << 20;

/// The weights to use.
#[derive(Debug, Clone, Args)]
pub(crate) struct ModelArguments {
    /// The checkpoint.
    #[arg(long, value_enum, default_value_t = Checkpoint::Short)]
    model: Checkpoint,
    /// A file with custom weights, as `training/train.py` writes it (safetensors), in place of the
    /// checkpoint's. The default of --steps stays that of the checkpoint.
    #[arg(long, value_name = "FILE")]
    weights: Option<String>,
}

impl ModelArguments {
    fn weights(&self) -> Result<Weights, CommandError> {
        match &self.weights {
            None => self.shipped(),
            Some(path) => read_weights(path),
        }
    }

    fn shipped(&self) -> Result<Weights, CommandError> {
        Weights::read(self.model.bytes()).map_err(|error| CommandError::Message(error.to_string()))
    }

    /// Returns the words that follow “the small model” in the output.
    fn name(&self) -> String {
        match &self.weights {
            None => {
                let most = self.model.trained_to();
                format!("`{}` (trained on up to {most} steps)", self.model.slug())
            }
            Some(path) => format!("of `{path}`"),
        }
    }
}

fn read_weights(path: &str) -> Result<Weights, CommandError> {
    let unread = |error| CommandError::File { path: path.to_owned(), error };
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unread)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unread)?;
    let why = if bytes.len() as u64 > MAX_BYTES {
        format!("it has more than {} MiB", MAX_BYTES >> 20)
    } else {
        match Weights::read(&bytes) {
            Ok(weights) => return Ok(weights),
            Err(error) => error.to_string(),
        }
    };
    Err(CommandError::Message(format!(
        "{path} contains no weights of the small model: {why}\n  --weights takes a safetensors file as training/train.py writes it, such as target/training/short.safetensors"
    )))
}

/// The items to use.
#[derive(Debug, Clone, Args)]
pub(crate) struct ItemsArguments {
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    /// Items of each length.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) items: u32,
    /// The maximum look-back, 2 to 7. Without it, the items have all of these in turn.
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=7))]
    pub(crate) lookback: Option<u8>,
    /// The seed of the items, below 2^52. The seeds from there on are those of training.
    #[arg(long, default_value = "0")]
    pub(crate) seed: String,
}

impl ItemsArguments {
    /// Returns the tasks with this number of steps. If the flags name no look-back, the look-backs
    /// take turns.
    pub(crate) fn tasks(&self, steps: u16) -> Result<Vec<SmallModelItem>, CommandError> {
        let look_backs: Vec<u8> =
            self.lookback.map_or_else(|| LOOK_BACKS.collect(), |look_back| vec![look_back]);
        let seed = unseen_seed(&self.seed)?;
        let generators: Vec<Generator> = look_backs
            .into_iter()
            .map(|reach| generator(steps, reach))
            .collect::<Result<_, _>>()?;
        (0..self.items)
            .map(|index| {
                let generator = &generators[index as usize % generators.len()];
                task(&generator.item(seed, index)?)
            })
            .collect()
    }
}

/// Parses a seed, and refuses the seeds of training.
pub(crate) fn unseen_seed(text: &str) -> Result<Seed, CommandError> {
    let seed = read_seed(text)?;
    if seed.number() >= FIRST_TRAINING_SEED {
        return Err(CommandError::Number { flag: "seed", given: text.to_owned(), limit: "2^52" });
    }
    Ok(seed)
}

/// Returns the generator of items like those of training.
pub(crate) fn generator(steps: u16, reach: u8) -> Result<Generator, CommandError> {
    if steps > MAX_STEPS {
        return Err(CommandError::Message(format!(
            "the small model has names for at most {MAX_STEPS} steps"
        )));
    }
    let numbers = Arithmetic::Modular { modulus: u32::from(MODULUS) };
    let spec = Spec { steps, look_back: LookBack::AtMost(reach), ..Spec::new(numbers) };
    Ok(Generator::new(spec)?)
}

pub(crate) fn task(item: &Item) -> Result<SmallModelItem, CommandError> {
    SmallModelItem::of(item).map_err(|unfit| CommandError::Message(unfit.to_string()))
}

pub(crate) fn run(arguments: &LabArguments, out: &mut impl Write) -> Result<(), CommandError> {
    match &arguments.command {
        LabCommand::Run(arguments) => run::run(arguments, out),
        LabCommand::Accuracy(arguments) => accuracy::run(arguments, out),
        LabCommand::Compare(arguments) => compare::run(arguments, out),
        LabCommand::Flow(arguments) => flow::run(arguments, out),
        LabCommand::History(arguments) => history::run(arguments, out),
        LabCommand::Saliency(arguments) => saliency::run(arguments, out),
    }
}

/// Returns the result of `work` for each task, in the order of the tasks. The work uses all cores.
pub(crate) fn each<T: Send>(
    tasks: &[SmallModelItem],
    work: impl Fn(usize, &SmallModelItem) -> T + Sync,
) -> Vec<T> {
    let cores = thread::available_parallelism().map_or(1, usize::from).min(tasks.len().max(1));
    let mut found: Vec<(usize, T)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores)
            .map(|core| {
                let work = &work;
                scope.spawn(move || {
                    let tasks_of_core = tasks.iter().enumerate().skip(core).step_by(cores);
                    tasks_of_core.map(|(at, task)| (at, work(at, task))).collect::<Vec<_>>()
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, made)| made).collect()
}

/// Formats a share in percent with its 95 % interval (Wilson); a dash if there are no trials, or
/// fewer than hits.
pub(crate) fn share_cell(hits: u32, trials: u32) -> String {
    let share = Share::new(hits, trials).ok().filter(|_| trials > 0);
    let Some(share) = share else { return "–".to_owned() };
    let interval = wilson(share, Confidence::P95);
    let percent = percent(hits, trials);
    format!("{percent} ({:.1} to {:.1})", 100.0 * interval.low, 100.0 * interval.high)
}

/// Formats a share in percent; a dash if `trials` is 0.
pub(crate) fn percent(hits: u32, trials: u32) -> String {
    if trials == 0 {
        "–".to_owned()
    } else {
        format!("{:.1}", 100.0 * f64::from(hits) / f64::from(trials))
    }
}

/// Writes a table in Markdown.
pub(crate) fn table(
    out: &mut impl Write,
    head: &[&str],
    rows: &[Vec<String>],
) -> Result<(), CommandError> {
    writeln!(out, "| {} |", head.join(" | "))?;
    writeln!(out, "|{}", " --- |".repeat(head.len()))?;
    for row in rows {
        writeln!(out, "| {} |", row.join(" | "))?;
    }
    Ok(())
}

/// Numbers of steps in one value of a flag: whole numbers separated by commas.
#[derive(Debug, Clone)]
pub(crate) struct Lengths(pub(crate) Vec<u16>);

pub(crate) fn lengths_argument(text: &str) -> Result<Lengths, String> {
    let read = |part: &str| {
        let steps = part.trim().parse().ok().filter(|steps| (1..=MAX_STEPS).contains(steps));
        steps.ok_or_else(|| format!("{part} is not a number of steps from 1 to {MAX_STEPS}"))
    };
    text.split(',').map(read).collect::<Result<_, _>>().map(Lengths)
}

/// Converts a count. A count that does not fit becomes `u32::MAX`.
pub(crate) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
