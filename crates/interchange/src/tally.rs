//! What came of all responses of some files together.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use stepfall_figure::{Missing, Row, Run, TargetLabel, is_confounded, is_study};
use stepfall_grade::Mode;
use stepfall_procedure::{Arithmetic, Condition, LookBack, Op, Spec, text_hash};
use stepfall_stats::Items;

use stepfall_text::Outcome;

use crate::grade::{Graded, Ungraded};
use crate::id::ItemId;
use crate::response::{Response, ResponseEnd};

/// The most ids that are listed of each kind of trouble.
pub const MAX_LISTED: usize = 100;
/// The most groups of rows that are counted apart.
const MOST_CELLS: usize = 20_000;

/// How many responses came to what, in the order of [`Outcome::ALL`].
pub type Counts = [u64; Outcome::ALL.len()];

/// How many responses are right, how many are scored (right or wrong), and how many there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scored {
    /// Those that are right.
    pub correct: u64,
    /// Those that are right or wrong.
    pub scored: u64,
    /// All, those that are unparsed, unclear, truncated, refused or errored among them.
    pub all: u64,
}

impl Scored {
    /// Of some counts.
    pub fn of(counts: &Counts) -> Self {
        let count = |outcome: Outcome| counts[outcome as usize];
        let correct = count(Outcome::Correct);
        Self { correct, scored: correct + count(Outcome::Wrong), all: counts.iter().sum() }
    }
}

/// What rows of one kind have in common.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The model, by the file's own name; empty where it has none.
    pub model: String,
    /// The name of the condition.
    pub condition: String,
    /// How far the look-back reaches.
    pub look_back: u8,
    /// The number of steps.
    pub steps: u16,
}

/// Counts over all responses. It grows with the number of different ids by a few bytes each.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// All responses that count.
    pub counts: Counts,
    /// The failure modes of those that are replies.
    pub modes: BTreeMap<&'static str, u64>,
    /// The same by what rows have in common.
    pub cells: BTreeMap<Cell, Counts>,
    /// Responses to a question, sample and model of which there was one before; they are not counted otherwise.
    pub duplicates: u64,
    /// The ids of the first [`MAX_LISTED`] of them.
    pub duplicate_ids: Vec<String>,
    /// Calls that failed and whose question, sample and model have a reply, too; they are not counted otherwise.
    pub replaced: u64,
    /// Responses that are not graded.
    pub ungraded: u64,
    /// The ids of the first [`MAX_LISTED`] of them, each with why.
    pub ungraded_ids: Vec<(String, String)>,
    /// Replies, by question, sample and model.
    seen: HashSet<u64>,
    /// Questions and samples with a reply of whichever model.
    replied: HashSet<u64>,
    /// What rows of failed calls count among, by question, sample and model.
    failed: HashMap<u64, Cell>,
}

/// What stands for a question, a sample and a model; a failed call may name no model.
fn key(response: &Response, model: &str) -> u64 {
    text_hash(&format!("{} {} {model}", response.id.trim(), response.sample))
}

impl Tally {
    /// Whether there was a response to the same question, of the same sample and model, before; from then on there was. A reply is no duplicate of a call that
    /// failed, and a call that failed is one of a reply.
    pub fn is_duplicate(&mut self, response: &Response) -> bool {
        let model = response.model.as_deref().unwrap_or_default();
        let (of_model, of_any) = (key(response, model), key(response, ""));
        let is_new = if matches!(response.end, ResponseEnd::Failed(_)) {
            let has_reply = match model {
                "" => self.replied.contains(&of_any),
                _ => self.seen.contains(&of_model),
            };
            !has_reply && !self.failed.contains_key(&of_model)
        } else {
            self.replied.insert(of_any);
            self.seen.insert(of_model)
        };
        if !is_new {
            self.duplicates += 1;
            if self.duplicate_ids.len() < MAX_LISTED {
                self.duplicate_ids.push(response.id.clone());
            }
        }
        !is_new
    }

    /// Counts a response that was graded. Where it takes the place of a call that failed, which counts no longer, that one's model is the result; empty where it
    /// named none.
    pub fn add(&mut self, graded: &Graded) -> Option<String> {
        let place = graded.outcome as usize;
        self.counts[place] += 1;
        if let Some(mode) = graded.primary {
            *self.modes.entry(mode.slug()).or_default() += 1;
        }
        let cell = Cell {
            model: graded.response.model.clone().unwrap_or_default(),
            condition: graded.question.condition.slug(),
            look_back: graded.item.spec.look_back.reach(),
            steps: graded.item.spec.steps,
        };
        if self.cells.len() < MOST_CELLS || self.cells.contains_key(&cell) {
            self.cells.entry(cell.clone()).or_default()[place] += 1;
        }
        let of_model = key(&graded.response, &cell.model);
        if matches!(graded.response.end, ResponseEnd::Failed(_)) {
            self.failed.insert(of_model, cell);
            return None;
        }
        let unnamed = key(&graded.response, "");
        let failed = self.failed.remove(&of_model).or_else(|| self.failed.remove(&unnamed))?;
        let errored = Outcome::Errored as usize;
        self.counts[errored] = self.counts[errored].saturating_sub(1);
        if let Some(counts) = self.cells.get_mut(&failed) {
            counts[errored] = counts[errored].saturating_sub(1);
            if counts.iter().all(|count| *count == 0) {
                self.cells.remove(&failed);
            }
        }
        self.replaced += 1;
        Some(failed.model)
    }

    /// Counts a response that cannot be graded.
    pub fn add_ungraded(&mut self, id: &str, why: &Ungraded) {
        self.ungraded += 1;
        if self.ungraded_ids.len() < MAX_LISTED {
            self.ungraded_ids.push((id.chars().take(100).collect(), why.to_string()));
        }
    }

    /// Takes back that a response with this id cannot be graded, since now it can.
    pub fn take_back(&mut self, id: &str) {
        self.ungraded = self.ungraded.saturating_sub(1);
        let is_listed = |(listed, _): &(String, String)| listed.chars().eq(id.chars().take(100));
        if let Some(at) = self.ungraded_ids.iter().position(is_listed) {
            self.ungraded_ids.remove(at);
        }
    }

    /// Returns the counts by what rows have in common. A failed call that names no model counts under the only model that other responses name.
    pub fn named_cells(&self) -> BTreeMap<Cell, Counts> {
        let names: BTreeSet<&str> = self.cells.keys().map(|cell| cell.model.as_str()).collect();
        let mut names = names.into_iter().filter(|name| !name.is_empty());
        let only = names.next().filter(|_| names.next().is_none());
        let mut cells: BTreeMap<Cell, Counts> = BTreeMap::new();
        for (cell, counts) in &self.cells {
            let has_only_failed = counts.iter().sum::<u64>() == counts[Outcome::Errored as usize];
            let mut cell = cell.clone();
            if let Some(only) = only.filter(|_| cell.model.is_empty() && has_only_failed) {
                only.clone_into(&mut cell.model);
            }
            add(cells.entry(cell).or_default(), counts);
        }
        cells
    }

    /// Returns how many responses of each model came to what, by its name.
    pub fn by_model(&self) -> BTreeMap<String, Counts> {
        let mut models: BTreeMap<String, Counts> = BTreeMap::new();
        for (cell, counts) in self.named_cells() {
            add(models.entry(cell.model).or_default(), &counts);
        }
        models
    }

    /// How many responses there were, whatever came of them.
    pub fn responses(&self) -> u64 {
        self.counts.iter().sum::<u64>() + self.duplicates + self.replaced + self.ungraded
    }
}

/// Adds counts to others.
fn add(sum: &mut Counts, counts: &Counts) {
    for (sum, count) in sum.iter_mut().zip(counts) {
        *sum += count;
    }
}

/// Rows whose items differ in length, look-back, seed and index alone, for the figures of a sweep.
#[derive(Debug, Clone)]
pub struct Dataset {
    /// The spec that they share; its steps and look-back are those of the first one.
    pub spec: Spec,
    models: Vec<String>,
    rows: Vec<Row>,
    missing: BTreeMap<(u16, Condition, u16, u8), u32>,
}

/// Rows by the dataset that they belong to.
#[derive(Debug, Clone, Default)]
pub struct Datasets {
    by_spec: Vec<Dataset>,
    seeds: Vec<u64>,
}

impl Datasets {
    /// Takes a response in. One that is not scored is missing, like a failed call: it is neither right nor wrong.
    pub fn add(&mut self, graded: &Graded) {
        let place = self.place(&graded.item.spec);
        let item = self.item(graded);
        let dataset = &mut self.by_spec[place];
        let target = dataset.target(graded.response.model.as_deref());
        let is_scored = matches!(graded.outcome, Outcome::Correct | Outcome::Wrong);
        if let Some(mut row) = graded.row().filter(|_| is_scored) {
            row.task.target = target;
            row.task.item = item;
            dataset.rows.push(row);
        } else {
            *dataset.missing.entry(missing(target, graded)).or_default() += 1;
        }
    }

    /// Takes a failed call of this model back, whose place a response took.
    pub fn take_back(&mut self, graded: &Graded, model: &str) {
        let place = self.place(&graded.item.spec);
        let dataset = &mut self.by_spec[place];
        let target = dataset.target(Some(model).filter(|model| !model.is_empty()));
        if let Some(count) = dataset.missing.get_mut(&missing(target, graded)) {
            *count = count.saturating_sub(1);
        }
        dataset.missing.retain(|_, count| *count > 0);
    }

    /// The datasets, the one with the most rows first.
    pub fn largest_first(&self) -> Vec<&Dataset> {
        let mut all: Vec<&Dataset> = self.by_spec.iter().collect();
        all.sort_by_key(|dataset| std::cmp::Reverse(dataset.rows.len()));
        all
    }

    fn place(&mut self, spec: &Spec) -> usize {
        let shared = |spec: &Spec| Spec {
            steps: 1,
            look_back: match spec.look_back {
                LookBack::AtMost(_) => LookBack::AtMost(1),
                LookBack::Exactly(_) => LookBack::Exactly(1),
            },
            ..*spec
        };
        let wanted = shared(spec);
        let known = self.by_spec.iter().position(|dataset| shared(&dataset.spec) == wanted);
        known.unwrap_or_else(|| {
            self.by_spec.push(Dataset {
                spec: *spec,
                models: Vec::new(),
                rows: Vec::new(),
                missing: BTreeMap::new(),
            });
            self.by_spec.len() - 1
        })
    }

    /// The number of the item among those of its dataset: items of several seeds are told apart.
    fn item(&mut self, graded: &Graded) -> u32 {
        match graded.question.item {
            ItemId::Drawn { seed, index, .. } => {
                let seed = seed.number();
                let place =
                    self.seeds.iter().position(|known| *known == seed).unwrap_or_else(|| {
                        self.seeds.push(seed);
                        self.seeds.len() - 1
                    });
                if place == 0 { index } else { numbered(&format!("{seed} {index}")) }
            }
            ItemId::Custom(hash) => numbered(&hash.to_string()),
        }
    }
}

/// A number of 32 bits that stands for a text.
fn numbered(text: &str) -> u32 {
    let hash = text_hash(text);
    u32::try_from(hash >> 32).unwrap_or_default()
}

/// What missing responses have in common.
fn missing(target: u16, graded: &Graded) -> (u16, Condition, u16, u8) {
    let spec = &graded.item.spec;
    (target, graded.question.condition, spec.steps, spec.look_back.reach())
}

impl Dataset {
    /// The number of a model.
    fn target(&mut self, model: Option<&str>) -> u16 {
        let name = model.unwrap_or("model");
        let known = self.models.iter().position(|known| known == name);
        let target = known.unwrap_or_else(|| {
            self.models.push(name.to_owned());
            self.models.len() - 1
        });
        u16::try_from(target).unwrap_or(u16::MAX)
    }

    /// How many rows it has.
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it has none.
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// What the figures are made of.
    pub fn run(&self) -> Run {
        let label =
            |name: &String| TargetLabel { name: name.clone(), simulated: false, size: None };
        let missing = self.missing.iter().map(|(of, attempts)| {
            let (target, condition, steps, look_back) = *of;
            Missing { target, condition, steps, look_back, attempts: *attempts }
        });
        Run {
            targets: self.models.iter().map(label).collect(),
            rows: self.rows.clone(),
            missing: missing.collect(),
            betrays: self.spec.numbers == Arithmetic::Integer && self.spec.uses(Op::Div),
            is_study: is_study(&self.spec),
            is_confounded: is_confounded(&self.spec),
            items: if self.spec.nested { Items::Shared } else { Items::Independent },
            ..Run::default()
        }
    }
}

/// The failure modes of a tally by their names, the most frequent first.
pub fn modes_by_count(tally: &Tally) -> Vec<(Mode, u64)> {
    let mut modes: Vec<(Mode, u64)> = tally
        .modes
        .iter()
        .filter_map(|(slug, count)| Some((Mode::from_slug(slug)?, *count)))
        .collect();
    modes.sort_by_key(|(mode, count)| (std::cmp::Reverse(*count), mode.slug()));
    modes
}
