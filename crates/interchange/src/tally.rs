//! Counts of outcomes over all responses of one or several files.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use stepfall_figure::{FigureData, Missing, Row, TargetLabel, is_confounded, is_study};
use stepfall_grade::Mode;
use stepfall_procedure::{Arithmetic, Condition, LookBack, Op, Spec, text_hash};
use stepfall_stats::ItemSharing;

use stepfall_text::Outcome;

use crate::grade::{Graded, Ungraded};
use crate::id::ItemId;
use crate::response::{Response, ResponseEnd};

/// The maximum number of ids that are listed for each kind of problem.
pub const MAX_LISTED: usize = 100;
/// The maximum number of groups that are counted separately.
const MAX_CELLS: usize = 20_000;

/// The number of responses with each outcome, in the order of [`Outcome::ALL`].
pub type Counts = [u64; Outcome::ALL.len()];

/// The numbers of correct, of scored and of all responses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scored {
    /// Correct responses.
    pub correct: u64,
    /// Correct and incorrect responses.
    pub scored: u64,
    /// All responses, including those that are unparsed, unclear, truncated, refused or errored.
    pub all: u64,
}

impl Scored {
    /// Computes the numbers from the counts of outcomes.
    pub fn of(counts: &Counts) -> Self {
        let count = |outcome: Outcome| counts[outcome as usize];
        let correct = count(Outcome::Correct);
        Self { correct, scored: correct + count(Outcome::Incorrect), all: counts.iter().sum() }
    }
}

/// The key of a group of responses that are counted together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The model, as the file names it; empty if the file names none.
    pub model: String,
    /// The slug of the condition.
    pub condition: String,
    /// The maximum look-back.
    pub look_back: u8,
    /// The number of steps.
    pub steps: u16,
}

/// Counts over all responses. Memory grows by a few bytes for each different id.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// The outcomes of all responses that count.
    pub counts: Counts,
    /// The number of replies with each primary failure mode, by slug.
    pub modes: BTreeMap<&'static str, u64>,
    /// The outcomes by group. After 20,000 groups, further ones are left out.
    pub cells: BTreeMap<Cell, Counts>,
    /// The number of duplicates, which enter no other count. A duplicate follows another response
    /// with the same question, sample and model.
    pub duplicates: u64,
    /// The ids of the first [`MAX_LISTED`] duplicates.
    pub duplicate_ids: Vec<String>,
    /// The number of failed calls that a reply to the same question, with the same sample and
    /// model, replaced. These calls enter no other count.
    pub replaced: u64,
    /// The number of responses that could not be graded.
    pub ungraded: u64,
    /// The ids of the first [`MAX_LISTED`] ungraded responses, each with the reason.
    pub ungraded_ids: Vec<(String, String)>,
    /// Hashes of question, sample and model of all replies.
    seen: HashSet<u64>,
    /// Hashes of question and sample of all replies, whichever model they are from.
    replied: HashSet<u64>,
    /// The groups of failed calls, by hash of question, sample and model.
    failed: HashMap<u64, Cell>,
}

/// Returns a hash of question, sample and model. An empty `model` represents a response that names
/// none, or any model.
fn key(response: &Response, model: &str) -> u64 {
    text_hash(&format!("{} {} {model}", response.id.trim(), response.sample))
}

impl Tally {
    /// Returns whether an earlier response has the same question, sample and model. Counts
    /// duplicates, and remembers replies for the comparison with later responses.
    ///
    /// A reply is never a duplicate of a failed call, but a failed call can be a duplicate of a
    /// reply. Without a model, a failed call is a duplicate if any model has replied.
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

    /// Counts a graded response.
    ///
    /// If the response replaces a failed call, the call is removed from the counts, and the name of
    /// the call's model is returned. The name is empty if the call named no model.
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
        if self.cells.len() < MAX_CELLS || self.cells.contains_key(&cell) {
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

    /// Removes a response with this id from the ungraded ones, because it can be graded now.
    pub fn take_back(&mut self, id: &str) {
        self.ungraded = self.ungraded.saturating_sub(1);
        let is_listed = |(listed, _): &(String, String)| listed.chars().eq(id.chars().take(100));
        if let Some(at) = self.ungraded_ids.iter().position(is_listed) {
            self.ungraded_ids.remove(at);
        }
    }

    /// Returns the counts by group. If the responses name only one model, a group without a model
    /// counts under it, provided that all its calls failed.
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

    /// Returns the counts of outcomes by the name of the model.
    pub fn by_model(&self) -> BTreeMap<String, Counts> {
        let mut models: BTreeMap<String, Counts> = BTreeMap::new();
        for (cell, counts) in self.named_cells() {
            add(models.entry(cell.model).or_default(), &counts);
        }
        models
    }

    /// Returns the number of all responses, including duplicates, replaced calls and ungraded ones.
    pub fn responses(&self) -> u64 {
        self.counts.iter().sum::<u64>() + self.duplicates + self.replaced + self.ungraded
    }
}

fn add(sum: &mut Counts, counts: &Counts) {
    for (sum, count) in sum.iter_mut().zip(counts) {
        *sum += count;
    }
}

/// Rows for the figures of one sweep. Their items differ only in steps, look-back, seed and index.
#[derive(Debug, Clone)]
pub struct Dataset {
    /// The shared spec. Its steps and look-back are those of the first response.
    pub spec: Spec,
    models: Vec<String>,
    rows: Vec<Row>,
    missing: BTreeMap<(u16, Condition, u16, u8), u32>,
}

/// Rows grouped by dataset.
#[derive(Debug, Clone, Default)]
pub struct Datasets {
    by_spec: Vec<Dataset>,
    seeds: Vec<u64>,
}

impl Datasets {
    /// Adds a response. A response without a score counts as missing, like a failed call: it is
    /// neither correct nor incorrect.
    pub fn add(&mut self, graded: &Graded) {
        let place = self.place(&graded.item.spec);
        let item = self.item(graded);
        let dataset = &mut self.by_spec[place];
        let target = dataset.target(graded.response.model.as_deref());
        let is_scored = matches!(graded.outcome, Outcome::Correct | Outcome::Incorrect);
        if let Some(mut row) = graded.row().filter(|_| is_scored) {
            row.task.target = target;
            row.task.item = item;
            dataset.rows.push(row);
        } else {
            *dataset.missing.entry(missing(target, graded)).or_default() += 1;
        }
    }

    /// Removes a failed call of this model that the graded response has replaced.
    pub fn take_back(&mut self, graded: &Graded, model: &str) {
        let place = self.place(&graded.item.spec);
        let dataset = &mut self.by_spec[place];
        let target = dataset.target(Some(model).filter(|model| !model.is_empty()));
        if let Some(count) = dataset.missing.get_mut(&missing(target, graded)) {
            *count = count.saturating_sub(1);
        }
        dataset.missing.retain(|_, count| *count > 0);
    }

    /// Returns the datasets, the one with the most rows first.
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

    /// Returns a number for the item, so that items of several seeds remain distinct.
    fn item(&mut self, graded: &Graded) -> u32 {
        match graded.question.item {
            ItemId::Drawn { seed, index, .. } => {
                let seed = seed.number();
                let place =
                    self.seeds.iter().position(|known| *known == seed).unwrap_or_else(|| {
                        self.seeds.push(seed);
                        self.seeds.len() - 1
                    });
                if place == 0 { index } else { hash_32(&format!("{seed} {index}")) }
            }
            ItemId::Custom(hash) => hash_32(&hash.to_string()),
        }
    }
}

/// Returns a hash of a text in 32 bits.
fn hash_32(text: &str) -> u32 {
    let hash = text_hash(text);
    u32::try_from(hash >> 32).unwrap_or_default()
}

/// Returns the key by which missing responses are counted.
fn missing(target: u16, graded: &Graded) -> (u16, Condition, u16, u8) {
    let spec = &graded.item.spec;
    (target, graded.question.condition, spec.steps, spec.look_back.reach())
}

impl Dataset {
    /// Returns the number of a model, and adds the model if it is new.
    fn target(&mut self, model: Option<&str>) -> u16 {
        let name = model.unwrap_or("model");
        let known = self.models.iter().position(|known| known == name);
        let target = known.unwrap_or_else(|| {
            self.models.push(name.to_owned());
            self.models.len() - 1
        });
        u16::try_from(target).unwrap_or(u16::MAX)
    }

    /// Returns the number of rows, one for each scored response.
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether there are no rows.
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the data for the figures.
    pub fn run(&self) -> FigureData {
        let label =
            |name: &String| TargetLabel { name: name.clone(), is_simulated: false, size: None };
        let missing = self.missing.iter().map(|(key, attempts)| {
            let (target, condition, steps, look_back) = *key;
            Missing { target, condition, steps, look_back, attempts: *attempts }
        });
        FigureData {
            targets: self.models.iter().map(label).collect(),
            rows: self.rows.clone(),
            missing: missing.collect(),
            reveals_errors: self.spec.arithmetic == Arithmetic::Integer && self.spec.uses(Op::Div),
            is_study: is_study(&self.spec),
            is_confounded: is_confounded(&self.spec),
            items: if self.spec.nested { ItemSharing::Shared } else { ItemSharing::Independent },
            ..FigureData::default()
        }
    }
}

/// Returns the failure modes of a tally with their counts, the most frequent first.
pub fn modes_by_count(tally: &Tally) -> Vec<(Mode, u64)> {
    let mut modes: Vec<(Mode, u64)> = tally
        .modes
        .iter()
        .filter_map(|(slug, count)| Some((Mode::from_slug(slug)?, *count)))
        .collect();
    modes.sort_by_key(|(mode, count)| (std::cmp::Reverse(*count), mode.slug()));
    modes
}
