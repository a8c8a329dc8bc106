//! Checks a plan and reports all problems at once.

use std::collections::BTreeSet;
use std::hash::Hash;

use stepfall_link::MAX_SETUP;
use stepfall_procedure::{
    Arithmetic, Condition, GENERATOR_VERSION, Generator, Item, MAX_LOOK_BACK, MAX_STEPS, Op,
    Refusal,
};
use stepfall_protocol::sweep::Problem;
use stepfall_provider::Provider;
use stepfall_small_model::{UnsupportedItem, to_small_model_item};

use crate::plan::{
    MAX_ATTEMPTS, MAX_CONCURRENCY, MAX_CONDITIONS, MAX_ITEMS, MAX_LENGTHS, MAX_PAIRS, MAX_SAMPLES,
    MAX_TARGETS, MAX_TEMPERATURE, MAX_TOKENS, Plan, Task,
};
use crate::target::Target;

/// The most cells without procedures that are reported.
const MAX_REFUSED: usize = 5;

/// The greatest length at which [`Plan::silent_solvers`] tries simulated solvers, in steps.
const MODERATE: u16 = 95;
/// The smallest length to which [`Plan::silent_solvers`] shortens its trials, in steps.
const SHORTEST: u16 = 10;
/// The number of bits above which [`Plan::silent_solvers`] considers a value long. Solvers may make an
/// error in each digit, so a trial on long values takes long.
const LONG: usize = 256;
/// The part of the address length that is reserved for the URL of the page, in bytes.
const ROOM: usize = 2 << 10;

/// The message for attempts at items of another generator version than the program's own.
pub const UNPUBLISHED: &str = "Made with an unpublished generator, not graded. The attempts can be read, saved and deleted; a new run asks for items of \
     the present version.";

impl Plan {
    /// Checks whether the sweep can be run: it is within the limits, every target is known and can
    /// be asked, and every cell has procedures.
    ///
    /// # Errors
    ///
    /// The problems, in the order of the fields. The length of the address and the cells are
    /// checked only if there is no other problem. At most five cells without procedures are
    /// reported.
    pub fn check(&self) -> Result<(), Vec<Problem>> {
        let mut problems = Vec::new();
        if self.generator != GENERATOR_VERSION {
            problems.push(Problem::new("v", UNPUBLISHED));
        }
        self.check_grid(&mut problems);
        self.check_targets(&mut problems);
        self.check_settings(&mut problems);
        let most = MAX_SETUP - ROOM;
        if problems.is_empty() && self.fragment().len() > most {
            let sentence = format!(
                "All settings together are longer than {most} bytes; take fewer models, or shorter names."
            );
            problems.push(Problem::new("model", sentence));
        }
        // Cells are checked last, because each takes some milliseconds.
        if problems.is_empty() {
            self.check_cells(&mut problems);
        }
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    fn check_grid(&self, problems: &mut Vec<Problem>) {
        let mut say = |field, sentence: String| problems.push(Problem::new(field, sentence));
        if !(1..=MAX_LENGTHS).contains(&self.steps.len()) {
            say("steps", format!("Choose 1 to {MAX_LENGTHS} lengths."));
        }
        if self.steps.iter().any(|steps| !(1..=MAX_STEPS).contains(steps)) {
            say("steps", format!("Choose lengths of 1 to {MAX_STEPS} steps."));
        }
        if has_twice(&self.steps) {
            say("steps", "Name each length once.".to_owned());
        }
        if !(1..=usize::from(MAX_LOOK_BACK)).contains(&self.look_backs.len())
            || self.look_backs.iter().any(|k| !(1..=MAX_LOOK_BACK).contains(k))
        {
            say("lookback", format!("Choose look-backs of 1 to {MAX_LOOK_BACK}."));
        }
        if has_twice(&self.look_backs) {
            say("lookback", "Name each look-back once.".to_owned());
        }
        if self.steps.len().saturating_mul(self.look_backs.len()) > MAX_PAIRS {
            let sentence = format!("Choose at most {MAX_PAIRS} pairs of a length and a look-back.");
            say("lookback", sentence);
        }
        if !(1..=MAX_CONDITIONS).contains(&self.conditions.len()) {
            say("condition", format!("Choose 1 to {MAX_CONDITIONS} conditions."));
        }
        for condition in &self.conditions {
            let short: Vec<String> = self
                .steps
                .iter()
                .filter(|steps| !condition.suits(**steps))
                .map(u16::to_string)
                .collect();
            let has_error = matches!(condition, Condition::Primed { errors: 1.., .. });
            if has_error && self.base.arithmetic == Arithmetic::Integer {
                say(
                    "condition",
                    format!(
                        "Take numbers=mod97 for “{condition}”, or leave it out. With whole numbers, an error gives most items a division with a remainder, \
                         which a history may not contain."
                    ),
                );
            }
            if *condition == Condition::Exception
                && ![Op::Add, Op::Sub].into_iter().any(|op| self.base.uses(op))
            {
                let sentence = format!(
                    "Take operations with + or − (ops=add,mul) for “{condition}”, or leave it out: its rule is about sums and differences."
                );
                say("condition", sentence);
            }
            if !short.is_empty() {
                let short = short.join(", ");
                say(
                    "condition",
                    format!(
                        "Leave out the lengths {short}, which are too short for “{condition}”, or the condition."
                    ),
                );
            }
        }
        if has_twice_by(&self.conditions, |condition| condition.slug()) {
            say("condition", "Name each condition once.".to_owned());
        }
        if !(1..=MAX_ITEMS).contains(&self.items) {
            say("items", format!("Choose 1 to {MAX_ITEMS} items in a cell."));
        }
        if !(1..=MAX_SAMPLES).contains(&self.samples) {
            say("samples", format!("Choose 1 to {MAX_SAMPLES} samples of an item."));
        }
        let tasks = self.task_count();
        if tasks > MAX_ATTEMPTS {
            let sentence =
                format!("These are {tasks} attempts; take fewer items, at most {MAX_ATTEMPTS}.");
            say("items", sentence);
        }
    }

    fn check_targets(&self, problems: &mut Vec<Problem>) {
        let mut say = |field, sentence| problems.push(Problem::new(field, sentence));
        if !(1..=MAX_TARGETS).contains(&self.targets.len()) {
            say("model", format!("Choose 1 to {MAX_TARGETS} models."));
        }
        for sentence in self.targets.iter().take(MAX_TARGETS).filter_map(Target::problem) {
            say("model", sentence);
        }
        if has_twice_by(&self.targets, Target::label) {
            say("model", "Name each model once; several samples are samples=2.".to_owned());
        }
        if self.limits.spend.is_some() {
            let unpriced = self.targets.iter().filter(|target| may_cost(target));
            for target in unpriced.take(MAX_TARGETS) {
                let label = target.label();
                say(
                    "max-spend",
                    format!(
                        "Enter the price of {label}; without it nothing keeps what is spent below a limit."
                    ),
                );
            }
        }
    }

    fn check_settings(&self, problems: &mut Vec<Problem>) {
        let mut say = |field, sentence| problems.push(Problem::new(field, sentence));
        let settings = self.settings;
        for (field, tokens) in [("max-output", settings.max_output), ("context", settings.context)]
        {
            if tokens.is_some_and(|tokens| !(1..=MAX_TOKENS).contains(&tokens)) {
                say(field, format!("Choose 1 to {MAX_TOKENS} tokens."));
            }
        }
        if settings.temperature.is_some_and(|temperature| temperature > MAX_TEMPERATURE) {
            say("temperature", format!("Choose a temperature of 0 to {MAX_TEMPERATURE}."));
        }
        if self.limits.requests == Some(0) {
            say("max-requests", "Allow at least one request.".to_owned());
        }
        if !(1..=MAX_CONCURRENCY).contains(&self.concurrency) {
            say("concurrency", format!("Choose 1 to {MAX_CONCURRENCY} calls at once."));
        }
    }

    /// Checks that every cell has procedures, that the small model can answer in every cell, and
    /// that every simulated solver can write something.
    fn check_cells(&self, problems: &mut Vec<Problem>) {
        let pairs = self.look_backs.iter().flat_map(|&look_back| {
            self.steps.iter().map(move |&steps| self.cell_spec(steps, look_back))
        });
        let refusals = pairs.filter_map(|spec| Generator::new(spec).err());
        problems.extend(refusals.take(MAX_REFUSED).map(|refusal| refused(&refusal)));
        if !problems.is_empty() {
            return;
        }
        self.check_small_model(problems);
        for (target, condition) in self.silent_solvers() {
            let sentence = format!(
                "The simulated solver {} has nothing to write under {condition}; leave one of the two out.",
                target.label()
            );
            problems.push(Problem::new("model", sentence));
        }
    }

    /// Reports the reasons why the small model cannot be asked. If the plan has both checkpoints,
    /// only the first is checked. A reason that holds for several cells is reported once.
    fn check_small_model(&self, problems: &mut Vec<Problem>) {
        let is_asked = |target: &&Target| matches!(target, Target::SmallModel { .. });
        let Some(target) = self.targets.iter().find(is_asked) else { return };
        let mut reported = BTreeSet::new();
        for &look_back in &self.look_backs {
            for &steps in &self.steps {
                let spec = self.cell_spec(steps, look_back);
                let item = Generator::new(spec).ok().and_then(|all| all.item(self.seed, 0).ok());
                for condition in &self.conditions {
                    let unfit =
                        item.as_ref().and_then(|item| to_small_model_item(item, *condition).err());
                    let Some(unfit) = unfit.filter(|unfit| reported.insert(unfit.to_string()))
                    else {
                        continue;
                    };
                    let place = match unfit {
                        UnsupportedItem::Condition => condition.slug(),
                        _ => format!("{steps} steps"),
                    };
                    let sentence =
                        format!("{} cannot be asked for {place}: {unfit}.", target.label());
                    problems.push(Problem::new("model", sentence));
                }
            }
        }
    }

    /// Returns each simulated solver that has nothing to write under some condition, with that
    /// condition. Each solver is tried on the first item of the greatest length, but of at most
    /// [`MODERATE`] steps. This length is enough for every kind of error. While the item's values
    /// are long, the length is halved, down to [`SHORTEST`] steps.
    fn silent_solvers(&self) -> Vec<(&Target, String)> {
        let mut moderate = self.steps.iter().copied().max().unwrap_or(1).min(MODERATE);
        let first = |steps| {
            let look_back = *self.look_backs.first()?;
            Generator::new(self.cell_spec(steps, look_back)).ok()?.item(self.seed, 0).ok()
        };
        let mut item = first(moderate);
        let is_long = |item: &Item| item.values.iter().any(|value| value.bits() > LONG);
        while item.as_ref().is_some_and(is_long) {
            moderate /= 2;
            if moderate < SHORTEST
                || !self.conditions.iter().all(|condition| condition.suits(moderate))
            {
                break;
            }
            item = first(moderate).or(item);
        }
        let Some(item) = item else {
            return Vec::new();
        };
        let mut silent = Vec::new();
        for (target, position) in self.targets.iter().zip(0..) {
            for &condition in &self.conditions {
                let task = self.task(0).map(|task| Task { target: position, condition, ..task });
                let writes = task.is_some_and(|task| self.has_first_reply(&task, &item));
                if target.is_simulated() && !writes {
                    silent.push((target, condition.slug()));
                }
            }
        }
        silent
    }
}

fn refused(refusal: &Refusal) -> Problem {
    let (steps, look_back) = (refusal.spec.steps, refusal.spec.look_back);
    let changes: Vec<String> =
        refusal.changes().iter().map(|(key, value)| format!("{key}={value}")).collect();
    let advice = if changes.is_empty() {
        "leave it out".to_owned()
    } else {
        format!("what works is {}", changes.join(" and "))
    };
    let rule = refusal.rule;
    let sentence = format!(
        "There are no procedures of {steps} steps with lookback={look_back}: {rule}; {advice}."
    );
    Problem::new("steps", sentence)
}

/// Returns whether a target may cost something and has no price.
fn may_cost(target: &Target) -> bool {
    match target {
        Target::Model { provider, price, .. } => {
            price.is_none() && Provider::find(provider).is_some_and(|provider| !provider.is_local)
        }
        Target::Simulated { .. } | Target::SmallModel { .. } => false,
    }
}

fn has_twice<T: Copy + Ord + Hash>(values: &[T]) -> bool {
    has_twice_by(values, |&value| value)
}

fn has_twice_by<T, K: Ord>(values: &[T], key: impl Fn(&T) -> K) -> bool {
    let mut seen = BTreeSet::new();
    values.iter().any(|value| !seen.insert(key(value)))
}
