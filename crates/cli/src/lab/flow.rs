//! `stepfall lab flow`: the effect of changes of the flow of information ([`StepFlow`]), compared
//! with votes over samples. Layers and strengths are chosen on validation items.

use std::io::Write;

use clap::Args;
use stepfall_cli::CommandError;
use stepfall_small_model::{
    Generation, Sample, SmallModelItem, StepFlow, Token, TokenChoice, Weights, majority, sample,
};

use super::grid::{BRIDGES, Band, Change, MOMENTA, Tried};
use super::paired::{Adjusted, Comparison, fill_adjusted};
use super::{ItemsArguments, Lengths, count, each, lengths_argument, percent, share_cell, table};

#[derive(Debug, Args)]
pub(crate) struct FlowArguments {
    #[command(flatten)]
    items: ItemsArguments,
    /// Numbers of steps [default: those at which the checkpoint begins to make errors].
    #[arg(long, value_parser = lengths_argument)]
    steps: Option<Lengths>,
    /// Items of each length on which layers, strengths and temperatures are chosen. Their seed is
    /// the one after that of the items.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    validation: u32,
    /// Numbers of samples in a vote, 1 to 99.
    #[arg(long, value_delimiter = ',', default_values_t = [3, 5], value_parser = clap::value_parser!(u16).range(1..=99))]
    votes: Vec<u16>,
    /// Temperatures of the samples. One is chosen for each number of samples; 0 takes the likeliest
    /// token.
    #[arg(long, value_delimiter = ',', default_values_t = [0.25, 0.5, 1.0], value_parser = temperature)]
    temperatures: Vec<f32>,
}

fn temperature(text: &str) -> Result<f32, String> {
    let number = text.trim().parse().ok().filter(|number| (0.0..=100.0).contains(number));
    number.ok_or_else(|| format!("{text} is not a temperature from 0 to 100"))
}

/// A majority vote over samples that are drawn at one of the temperatures.
#[derive(Debug, Clone, Copy)]
struct Vote {
    samples: u16,
    /// The index of the temperature in [`Trial::temperatures`].
    at: usize,
}

/// The result of a flow or a vote for one item.
#[derive(Debug, Clone, Copy)]
struct ItemResult {
    is_correct: bool,
    /// The number of tokens that were read and written.
    tokens: usize,
}

/// The changes of the flow and the votes that are tried on each item.
struct Trial<'a> {
    weights: &'a Weights,
    temperatures: &'a [f32],
    flows: Vec<StepFlow>,
    votes: Vec<Vote>,
}

impl Trial<'_> {
    /// Returns the results of each item, in the order of the items: first the results of the flows,
    /// then those of the votes.
    fn outcomes(&self, tasks: &[SmallModelItem]) -> Vec<Vec<ItemResult>> {
        each(tasks, |item, task| self.outcomes_of(item, task))
    }

    /// Returns the results of one item. The prompt is read once for all flows and votes, but its
    /// tokens count for each.
    fn outcomes_of(&self, item: usize, task: &SmallModelItem) -> Vec<ItemResult> {
        let plain = StepFlow::default;
        let opened =
            Generation::new(self.weights, task, Token::TRACE, &[], plain(), TokenChoice::Greedy);
        let read = opened.tokens().len();
        let mut found: Vec<ItemResult> = Vec::with_capacity(self.flows.len() + self.votes.len());
        for flow in &self.flows {
            let trace = sample(&opened, flow.clone(), TokenChoice::Greedy);
            found.push(ItemResult {
                is_correct: trace.judgement.is_answer_correct,
                tokens: read + trace.written,
            });
        }
        let truth = task.values().last().copied();
        let mut drawn: Vec<Vec<Sample>> = vec![Vec::new(); self.temperatures.len()];
        for vote in &self.votes {
            let drawn = &mut drawn[vote.at];
            for number in drawn.len()..usize::from(vote.samples) {
                let choice = TokenChoice::at(self.temperatures[vote.at], draw_seed(item, number));
                drawn.push(sample(&opened, plain(), choice));
            }
            let voters = &drawn[..usize::from(vote.samples)];
            found.push(ItemResult {
                is_correct: majority(voters.iter().map(|sample| sample.judgement.answer)) == truth,
                tokens: read + voters.iter().map(|sample| sample.written).sum::<usize>(),
            });
        }
        found
    }
}

/// Returns the seed of a sample from the number of the item and the number of the sample.
fn draw_seed(item: usize, sample: usize) -> u64 {
    let [item, sample] = [item, sample].map(|number| u64::try_from(number).unwrap_or(u64::MAX));
    item << 16 | sample
}

/// Returns the number of items at which the flow or the vote with this index is correct.
fn count_correct(outcomes: &[Vec<ItemResult>], index: usize) -> u32 {
    count(outcomes.iter().filter(|item| item[index].is_correct).count())
}

/// The results of all flows and votes on the validation items.
struct Validation {
    items: u32,
    as_trained: u32,
    /// The settings of each row, with the number of correct items of each setting.
    tried: Vec<(Tried, Vec<u32>)>,
    /// For each number of samples, the number of correct items at each temperature.
    votes: Vec<(u16, Vec<u32>)>,
}

impl Validation {
    fn of(weights: &Weights, arguments: &FlowArguments, tasks: &[SmallModelItem]) -> Self {
        let tried: Vec<Tried> =
            Change::ALL.iter().flat_map(|change| change.grid(weights.layer_count())).collect();
        let settings = tried.iter().flat_map(|tried| &tried.settings);
        let flows = std::iter::once(StepFlow::default())
            .chain(settings.map(|(_, flow)| flow.clone()))
            .collect();
        let temperatures = &arguments.temperatures;
        let votes = arguments
            .votes
            .iter()
            .flat_map(|&samples| (0..temperatures.len()).map(move |at| Vote { samples, at }))
            .collect();
        let outcomes = Trial { weights, temperatures, flows, votes }.outcomes(tasks);
        let mut counts = (0..).map(|index| count_correct(&outcomes, index));
        let as_trained = counts.next().unwrap_or(0);
        let mut next = |number: usize| counts.by_ref().take(number).collect::<Vec<u32>>();
        let tried = tried
            .into_iter()
            .map(|tried| {
                let found = next(tried.settings.len());
                (tried, found)
            })
            .collect();
        let votes =
            arguments.votes.iter().map(|&samples| (samples, next(temperatures.len()))).collect();
        Self { items: count(tasks.len()), as_trained, tried, votes }
    }

    /// Returns the row and the position of the best setting of a change, which has the most correct
    /// items. Among equals, the first in the order of the grid is returned: earlier bands come
    /// before later ones, and weaker settings before stronger ones.
    fn best_setting(&self, change: Change) -> Option<(usize, usize)> {
        let rows = self.tried.iter().enumerate().filter(|(_, (tried, _))| tried.change == change);
        let places = rows.flat_map(|(row, (_, counts))| {
            counts.iter().enumerate().map(move |(at, &count)| (count, (row, at)))
        });
        most(places)
    }

    /// Returns cells with the share of correct items in percent. The chosen cell is bold.
    fn cells(&self, counts: &[u32], chosen: Option<usize>) -> Vec<String> {
        let cell = |(at, &hits): (usize, &u32)| {
            let text = percent(hits, self.items);
            if chosen == Some(at) { format!("**{text}**") } else { text }
        };
        counts.iter().enumerate().map(cell).collect()
    }

    /// Writes the tried settings in three tables: bridges, momentum and votes.
    fn write(&self, temperatures: &[f32], out: &mut impl Write) -> Result<(), CommandError> {
        writeln!(
            out,
            "\nWhat was tried on the {} other items: answers that are right, in percent. As trained they are {}. What was chosen is bold.\n",
            self.items,
            percent(self.as_trained, self.items)
        )?;
        let heads = [
            (true, BRIDGES.map(|most| format!("tau {most}")).to_vec()),
            (false, MOMENTA.map(|strength| format!("alpha {strength}")).to_vec()),
        ];
        for (is_by_bridge, strengths) in heads {
            let mut rows = Vec::new();
            for (row, (tried, counts)) in self.tried.iter().enumerate() {
                if tried.change.is_by_bridge() != is_by_bridge {
                    continue;
                }
                let chosen = self.best_setting(tried.change).filter(|place| place.0 == row);
                let mut cells = vec![tried.change.name().to_owned(), tried.layers.clone()];
                cells.extend(self.cells(counts, chosen.map(|place| place.1)));
                rows.push(cells);
            }
            let head: Vec<&str> =
                ["flow", "where"].into_iter().chain(strengths.iter().map(String::as_str)).collect();
            table(out, &head, &rows)?;
            writeln!(out)?;
        }
        let strengths: Vec<String> =
            temperatures.iter().map(|temperature| format!("temperature {temperature}")).collect();
        let head: Vec<&str> =
            std::iter::once("samples").chain(strengths.iter().map(String::as_str)).collect();
        let rows: Vec<Vec<String>> = self
            .votes
            .iter()
            .map(|(samples, counts)| {
                let mut row = vec![samples.to_string()];
                row.extend(self.cells(counts, chosen_temperature(counts)));
                row
            })
            .collect();
        table(out, &head, &rows)
    }
}

/// Returns the index of the temperature with the most correct items; the first among equals.
fn chosen_temperature(counts: &[u32]) -> Option<usize> {
    most(counts.iter().enumerate().map(|(at, &count)| (count, at)))
}

/// Returns the element with the highest count; the first among equals.
fn most<T>(counted: impl Iterator<Item = (u32, T)>) -> Option<T> {
    counted
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, element)| element)
}

pub(crate) fn run(arguments: &FlowArguments, out: &mut impl Write) -> Result<(), CommandError> {
    let model = &arguments.items.model;
    let weights = model.weights()?;
    let seed: u64 = super::unseen_seed(&arguments.items.seed)?.number();
    let other = ItemsArguments {
        items: arguments.validation,
        seed: (seed + 1).to_string(),
        ..arguments.items.clone()
    };
    let lengths =
        arguments.steps.as_ref().map_or(model.model.lengths_of_decline(), |steps| &steps.0);
    let mut tasks = Vec::new();
    for &steps in lengths {
        tasks.extend(other.tasks(steps)?);
    }
    let validation = Validation::of(&weights, arguments, &tasks);

    // The compared variants with their settings, the unchanged model first.
    let mut variants = vec![("one greedy trace".to_owned(), "–".to_owned())];
    let mut flows = vec![StepFlow::default()];
    for change in Change::ALL {
        if let Some((row, at)) = validation.best_setting(change) {
            let tried = &validation.tried[row].0;
            let (strength, flow) = &tried.settings[at];
            variants.push((change.name().to_owned(), format!("{}, {strength}", tried.layers)));
            flows.push(flow.clone());
        }
    }
    let mut votes = Vec::new();
    for (samples, counts) in &validation.votes {
        if let Some(at) = chosen_temperature(counts) {
            let plural = if *samples == 1 { "" } else { "s" };
            let setting = format!("temperature {}", arguments.temperatures[at]);
            variants.push((format!("vote over {samples} sample{plural}"), setting));
            votes.push(Vote { samples: *samples, at });
        }
    }
    let trial = Trial { weights: &weights, temperatures: &arguments.temperatures, flows, votes };

    let mut rows = Vec::new();
    let mut p_values = Vec::new();
    for &steps in lengths {
        let outcomes = trial.outcomes(&arguments.items.tasks(steps)?);
        let items = count(outcomes.len());
        let tokens = |index: usize| -> f64 {
            let all: usize = outcomes.iter().map(|item| item[index].tokens).sum();
            f64::from(count(all)) / f64::from(items)
        };
        for (index, (name, setting)) in variants.iter().enumerate() {
            let mut row = vec![
                steps.to_string(),
                name.clone(),
                setting.clone(),
                items.to_string(),
                format!("{:.0} (× {:.2})", tokens(index), tokens(index) / tokens(0)),
                share_cell(count_correct(&outcomes, index), items),
            ];
            if index == 0 {
                row.extend(["–"; 2].map(str::to_owned));
            } else {
                let pairs =
                    outcomes.iter().map(|item| (item[0].is_correct, item[index].is_correct));
                let comparison = Comparison::of(pairs);
                row.extend(comparison.cells());
                let p = comparison.p_value();
                p_values.push(Adjusted { row: rows.len(), column: row.len(), p });
            }
            row.push("–".to_owned());
            rows.push(row);
        }
    }
    fill_adjusted(&mut rows, &p_values);
    let layers = weights.layer_count();
    writeln!(
        out,
        "The small model {}: answers that are right, in percent with 95 % intervals (Wilson); differences in points from one greedy trace as trained over the same items (Newcombe), and McNemar’s exact test, adjusted after Holm over the table. Tokens are those read and written for an item, on average; a prompt counts once for all samples of a vote. Votes go to the answer that most samples give, and of several that as many give to the one that had so many first. Layers, strengths and temperatures were chosen on {} other items of these lengths. The shallow quarter of its {layers} layers is {}, the deep quarter {}.\n",
        model.name(),
        validation.items,
        Band::shallow(layers).name(),
        Band::deep(layers).name(),
    )?;
    table(
        out,
        &[
            "steps",
            "way",
            "setting",
            "items",
            "tokens",
            "answers",
            "difference",
            "mended / broken",
            "p",
        ],
        &rows,
    )?;
    validation.write(&arguments.temperatures, out)
}
