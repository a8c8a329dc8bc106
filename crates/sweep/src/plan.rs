//! The set-up of a sweep, and its attempts.

use std::fmt;

use stepfall_condition::{Dialogue, DialogueSolver, Request};
use stepfall_link::{PlayLink, Source};
use stepfall_procedure::{Condition, GENERATOR_VERSION, Item, LookBack, Seed, Spec, text_hash};
use stepfall_provider::{Effort, ModelRequest};
use stepfall_solver::SolverKind;

use crate::fixed::Thousandths;
use crate::money::Micros;
use crate::target::Target;

/// The most targets of a plan. Reading an address leaves out further ones.
pub const MAX_TARGETS: usize = 64;
/// The most lengths of a plan. Reading an address leaves out further ones.
pub const MAX_LENGTHS: usize = 200;
/// The most pairs of a length and a look-back. Each pair has its own spec.
pub const MAX_PAIRS: usize = 400;
/// The most conditions of a plan. Reading an address leaves out further ones.
pub const MAX_CONDITIONS: usize = 32;
/// The most items in a cell.
pub const MAX_ITEMS: u32 = 1_000;
/// The most samples of an item.
pub const MAX_SAMPLES: u32 = 100;
/// The most attempts of a plan, over all its targets.
pub const MAX_ATTEMPTS: u32 = 200_000;
/// The most concurrent calls to one target.
pub const MAX_CONCURRENCY: u16 = 64;
/// The most tokens of output and of context that may be asked for.
pub const MAX_TOKENS: u32 = 10_000_000;
/// The highest temperature that a plan may set.
pub const MAX_TEMPERATURE: Thousandths = Thousandths(2_000);

/// The settings of every model. A setting that is `None` is left to the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    /// The most tokens that may be generated for one reply. A dialogue has several replies.
    pub max_output: Option<u32>,
    /// The sampling temperature.
    pub temperature: Option<Thousandths>,
    /// The reasoning effort.
    pub effort: Option<Effort>,
    /// The size of the context window, in tokens.
    pub context: Option<u32>,
}

/// The limits of a sweep, over all its sessions. `None` means that there is no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SweepLimits {
    /// The most requests, including failed ones.
    pub requests: Option<u32>,
    /// The most money that may be spent.
    pub spend: Option<Micros>,
}

/// The set-up of a sweep: a grid of targets, conditions, look-backs and lengths. All targets and
/// conditions get the same items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The version of the generator that makes the items. Attempts at items of another version can
    /// be read and kept, but the plan can neither be run nor graded.
    pub generator: u32,
    /// The spec of all cells. Each cell replaces its steps and the reach of its look-back.
    pub base: Spec,
    /// The seed of all items.
    pub seed: Seed,
    /// The models and solvers that answer.
    pub targets: Vec<Target>,
    /// The conditions under which each target answers.
    pub conditions: Vec<Condition>,
    /// The lengths, in steps.
    pub steps: Vec<u16>,
    /// The maximum look-backs.
    pub look_backs: Vec<u8>,
    /// The number of items in a cell. Their indexes begin at 0.
    pub items: u32,
    /// The number of samples of an item.
    pub samples: u32,
    /// The settings of every model.
    pub settings: Settings,
    /// The limits of requests and money.
    pub limits: SweepLimits,
    /// The most concurrent calls to one target.
    pub concurrency: u16,
}

impl Default for Plan {
    /// Returns the plan of an address that names only its version. This plan never changes within a
    /// version.
    fn default() -> Self {
        Self {
            generator: GENERATOR_VERSION,
            base: Spec::default(),
            seed: Seed::default(),
            targets: vec![Target::simulated(SolverKind::WrongOperand, 200)],
            conditions: vec![Condition::Trace],
            steps: vec![5, 15, 25, 45, 65, 95],
            look_backs: vec![5],
            items: 20,
            samples: 1,
            settings: Settings::default(),
            limits: SweepLimits::default(),
            concurrency: 4,
        }
    }
}

/// One attempt of a plan: its target, its condition and its item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    /// The number of the attempt in the plan, from 0.
    pub number: u32,
    /// The index of the target in the plan.
    pub target: u16,
    /// The condition of the attempt.
    pub condition: Condition,
    /// The length of the item, in steps.
    pub steps: u16,
    /// The maximum look-back.
    pub look_back: u8,
    /// The index of the item under the plan's seed.
    pub item: u32,
    /// The number of the sample of the item, from 0.
    pub sample: u32,
}

/// A cell with the same items as an earlier cell. The plan has no attempts for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RepeatedCell {
    /// The length of both cells.
    pub steps: u16,
    /// The maximum look-back of the repeated cell.
    pub look_back: u8,
    /// The maximum look-back of the earlier cell.
    pub original_look_back: u8,
}

impl fmt::Display for RepeatedCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { steps, look_back, original_look_back: of } = self;
        write!(
            f,
            "At {steps} steps look-back {look_back} has the same items as look-back {of}: both reach to the inputs. They are asked and counted once, \
             under {of}."
        )
    }
}

impl Plan {
    /// Returns the number of attempts, or `u32::MAX` if there are more.
    pub fn task_count(&self) -> u32 {
        let sizes = [u64::from(self.per_target()), long(self.targets.len())];
        u32::try_from(product(&sizes)).unwrap_or(u32::MAX)
    }

    /// Returns the number of attempts of each target.
    pub(crate) fn per_target(&self) -> u32 {
        let sizes = [u64::from(self.samples), u64::from(self.items), self.cell_count()];
        u32::try_from(product(&sizes)).unwrap_or(u32::MAX)
    }

    /// Returns the number of cells of one target: conditions × pairs of a look-back and a length.
    fn cell_count(&self) -> u64 {
        product(&[long(self.conditions.len()), long(self.pair_count())])
    }

    /// Returns the number of pairs of a look-back and a length, without pairs that repeat the items
    /// of an earlier pair.
    fn pair_count(&self) -> usize {
        let all = self.look_backs.len().saturating_mul(self.steps.len());
        if self.may_repeat() { self.distinct_pairs().count() } else { all }
    }

    /// Returns the pair with this number, lengths fastest.
    fn pair(&self, number: usize) -> Option<(u16, u8)> {
        if self.may_repeat() {
            return self.distinct_pairs().nth(number);
        }
        let lengths = self.steps.len().max(1);
        Some((*self.steps.get(number % lengths)?, *self.look_backs.get(number / lengths)?))
    }

    /// Returns the pairs of a length and a look-back, without pairs that repeat the items of an
    /// earlier pair. Lengths vary fastest.
    pub(crate) fn distinct_pairs(&self) -> impl Iterator<Item = (u16, u8)> {
        let all = self.look_backs.iter().flat_map(|&k| self.steps.iter().map(move |&n| (n, k)));
        all.filter(|&(steps, look_back)| self.same_as(steps, look_back).is_none())
    }

    /// Returns whether at least two look-backs may reach beyond the inputs, so that their cells may
    /// have the same items.
    fn may_repeat(&self) -> bool {
        let shortest = self.steps.iter().min().copied().unwrap_or(u16::MAX);
        let beyond = self.look_backs.iter().filter(|&&k| u16::from(k) > shortest);
        self.generator == GENERATOR_VERSION && !self.base.nested && beyond.take(2).count() == 2
    }

    /// Returns the first earlier look-back that gives the same items at this length, because both
    /// reach the inputs from every step; `None` if there is none. The cell of the earlier look-back
    /// then replaces this cell.
    pub fn same_as(&self, steps: u16, look_back: u8) -> Option<u8> {
        // If both look-backs reach beyond the inputs, every step can choose from all earlier
        // values.
        let is_beyond = |k: u8| u16::from(k) > steps;
        if self.generator != GENERATOR_VERSION || self.base.nested || !is_beyond(look_back) {
            return None;
        }
        let kind = |k: u8| {
            let cell = self.cell_spec(steps, k);
            (cell.binding_look_back(), cell.inputs())
        };
        let earlier = self.look_backs.iter().copied().take_while(|&k| k != look_back);
        earlier.filter(|&k| is_beyond(k)).find(|&k| kind(k) == kind(look_back))
    }

    /// Returns the cells that have the same items as an earlier cell.
    pub fn repeated_cells(&self) -> Vec<RepeatedCell> {
        if !self.may_repeat() {
            return Vec::new();
        }
        let cells = self.steps.iter().flat_map(|&n| self.look_backs.iter().map(move |&k| (n, k)));
        let repeated = cells.filter_map(|(steps, look_back)| {
            let earlier = self.same_as(steps, look_back)?;
            Some(RepeatedCell { steps, look_back, original_look_back: earlier })
        });
        repeated.collect()
    }

    /// Returns the attempt with this number; `None` if the plan has fewer attempts.
    ///
    /// Samples vary slowest, then items, targets, conditions and look-backs, and lengths vary
    /// fastest. A sweep that is stopped early thus has results in every part of the grid. All
    /// targets and conditions get the same items, so that they can be compared item by item.
    pub fn task(&self, number: u32) -> Option<Task> {
        if number >= self.task_count() {
            return None;
        }
        let mut left = number;
        let mut digit = |size: usize| {
            let size = u32::try_from(size).unwrap_or(u32::MAX).max(1);
            let digit = left % size;
            left /= size;
            digit as usize
        };
        let (steps, look_back) = self.pair(digit(self.pair_count()))?;
        let condition = *self.conditions.get(digit(self.conditions.len()))?;
        let target = u16::try_from(digit(self.targets.len())).ok()?;
        let (item, sample) = (left % self.items, left / self.items);
        Some(Task { number, target, condition, steps, look_back, item, sample })
    }

    /// Returns the number of a target's `nth` attempt; both count from 0.
    pub(crate) fn nth(&self, target: u16, nth: u32) -> Option<u32> {
        let cells = u32::try_from(self.cell_count()).ok()?;
        let targets = u32::try_from(self.targets.len()).ok()?;
        let block = nth.checked_div(cells)?.checked_mul(targets)?.checked_add(target.into())?;
        block.checked_mul(cells)?.checked_add(nth % cells)
    }

    /// Returns the spec of a length and a look-back.
    pub fn cell_spec(&self, steps: u16, look_back: u8) -> Spec {
        Spec { steps, look_back: self.base.look_back.with_reach(look_back), ..self.base }
    }

    /// Returns the spec of an attempt.
    pub fn spec(&self, task: &Task) -> Spec {
        self.cell_spec(task.steps, task.look_back)
    }

    /// Returns the link that opens the item of an attempt in Play.
    pub fn link(&self, task: &Task) -> PlayLink {
        let source = match self.target(task) {
            Some(Target::Simulated { .. }) => Source::Simulated,
            Some(Target::SmallModel { checkpoint }) => Source::SmallModel(Some(*checkpoint)),
            Some(Target::Model { .. }) | None => Source::Model,
        };
        PlayLink {
            spec: self.spec(task),
            seed: self.seed,
            index: task.item,
            condition: task.condition,
            generator: self.generator,
            source,
            ..PlayLink::default()
        }
    }

    /// Returns the target of an attempt; `None` if the plan has too few targets.
    pub fn target(&self, task: &Task) -> Option<&Target> {
        self.targets.get(usize::from(task.target))
    }

    /// Returns the dialogue of an attempt about its item, before its first reply.
    pub fn dialogue(task: &Task, item: Item) -> Dialogue<'static> {
        Dialogue::owned(item, task.condition)
    }

    /// Returns a request to a language model, with the plan's settings; `None` if the task's target
    /// is not a language model.
    pub fn model_request(&self, task: &Task, request: Request) -> Option<ModelRequest> {
        let Target::Model { model, .. } = self.target(task)? else {
            return None;
        };
        let Settings { max_output, temperature, effort, context } = self.settings;
        let temperature = temperature.map(|Thousandths(parts)| f64::from(parts) / 1_000.0);
        let Request { turns, tools } = request;
        Some(ModelRequest {
            turns,
            tools,
            max_output,
            temperature,
            effort,
            context,
            ..ModelRequest::new(model, "")
        })
    }

    /// Returns the text that a simulated solver writes about the item of an attempt, for a dialogue
    /// the whole transcript. `None` for any other target, for an unknown name, or if the solver
    /// cannot make its error on this item.
    pub fn simulate(&self, task: &Task, item: &Item) -> Option<String> {
        let (solver, form) = self.target(task)?.solver()?;
        DialogueSolver::transcript(item, task.condition, solver, form, self.draw_seed(task))
    }

    /// Returns the seed of a simulated solver's draws. Solvers, conditions, lengths, look-backs and
    /// samples have separate draws, so that they differ by chance as models do. Forms of writing do
    /// not change the draws.
    fn draw_seed(&self, task: &Task) -> u64 {
        let name = match self.target(task) {
            Some(Target::Simulated { solver, rate, .. }) => format!("{solver}:{rate}"),
            Some(Target::Model { .. } | Target::SmallModel { .. }) | None => String::new(),
        };
        let Task { steps, look_back, sample, .. } = task;
        let how = task.condition.slug();
        text_hash(&format!("{name} {how} {steps} {look_back} {sample}"))
    }

    /// Returns whether a simulated solver can reply to the first request about an item.
    pub(crate) fn has_first_reply(&self, task: &Task, item: &Item) -> bool {
        let Some((solver, form)) = self.target(task).and_then(Target::solver) else {
            return false;
        };
        let simulated =
            DialogueSolver::new(item, task.condition, solver, form, self.draw_seed(task));
        let dialogue = Dialogue::new(item, task.condition);
        simulated.is_some_and(|mut simulated| simulated.reply(dialogue.turns()).is_some())
    }

    /// Returns whether the look-backs are exact distances.
    pub const fn is_exact(&self) -> bool {
        matches!(self.base.look_back, LookBack::Exactly(_))
    }
}

fn long(size: usize) -> u64 {
    u64::try_from(size).unwrap_or(u64::MAX)
}

fn product(sizes: &[u64]) -> u64 {
    sizes.iter().fold(1, |product: u64, &size| product.saturating_mul(size))
}
