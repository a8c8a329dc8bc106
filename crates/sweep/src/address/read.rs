//! Parses a plan's address.

use stepfall_link::{MAX_SETUP, Page, SweepLink, slug_and_query};
use stepfall_procedure::{GENERATOR_VERSION, Seed, Spec, safe_excerpt};
use stepfall_protocol::sweep::Problem;
use stepfall_provider::Effort;

use super::{KEYS, grid, models};
use crate::fixed::Thousandths;
use crate::money::Micros;
use crate::plan::{
    MAX_ATTEMPTS, MAX_CONCURRENCY, MAX_ITEMS, MAX_SAMPLES, MAX_TEMPERATURE, MAX_TOKENS, Plan,
};

/// The most unknown keys that are reported.
const MAX_UNKNOWN: usize = 5;

/// The key of a parameter and its value. Blanks in the value are removed: `5, 25` becomes `5,25`.
type Pair<'a> = (&'a str, String);

impl Plan {
    /// Reads an address: a whole URL, its fragment with or without `#`, or its parameters alone. An
    /// empty address is the default plan.
    ///
    /// Reading never fails. Problems are reported, and the nearest valid value or the default is
    /// used instead. The result is within all limits. [`Plan::check`] finds out whether the plan
    /// has procedures.
    pub fn read(address: &str) -> (Self, Vec<Problem>) {
        let (mut plan, mut problems) = (Self::default(), Vec::new());
        let (slug, query) = slug_and_query(address);
        if query.len() > MAX_SETUP {
            let sentence = format!("This link is longer than {MAX_SETUP} bytes and was not read.");
            problems.push(Problem::new("v", sentence));
            return (plan, problems);
        }
        if !slug.is_empty() && slug != Page::Sweep.slug() {
            let slug = safe_excerpt(slug);
            let sentence = format!("There is no sweep at “{slug}”; this is one.");
            problems.push(Problem::new("v", sentence));
        }
        if slug.is_empty() && query.is_empty() {
            return (plan, problems);
        }
        let setup = SweepLink::read(address);
        let without_blanks = |value: &str| value.split_whitespace().collect();
        let pairs: Vec<Pair<'_>> =
            setup.parameters().map(|(key, value)| (key, without_blanks(value))).collect();
        read_version(setup.version(), &mut plan, &mut problems);
        read_spec(&pairs, &mut plan, &mut problems);
        read_grid(&pairs, &mut plan, &mut problems);
        read_settings(&pairs, &mut plan, &mut problems);
        models::read_targets(&setup.models, &mut plan, &mut problems);
        fit_spec(&mut plan, &mut problems);
        fit_attempts(&mut plan, &mut problems);
        report_unknown(&pairs, &mut problems);
        report_repeated(&setup, &mut problems);
        (plan, problems)
    }
}

fn value_of<'a>(pairs: &'a [Pair<'_>], wanted: &str) -> Option<&'a str> {
    pairs.iter().find(|(key, _)| *key == wanted).map(|(_, value)| value.as_str())
}

/// Reads the version. Versions 0 and 1, which were never published, are accepted without a report,
/// so that existing attempts made with them can still be read. Any other version than the current
/// one is reported.
fn read_version(version: &str, plan: &mut Plan, problems: &mut Vec<Problem>) {
    match version {
        "" => {}
        version if version == GENERATOR_VERSION.to_string() => {}
        "0" | "1" => plan.generator = u32::from(version == "1"),
        version => {
            plan.generator = version.parse().unwrap_or(u32::MAX);
            let version = safe_excerpt(version);
            let sentence = format!(
                "The link was made for version {version}; this program has version {GENERATOR_VERSION}, and the items may differ."
            );
            problems.push(Problem::new("v", sentence));
        }
    }
}

/// Reads the spec except for its lengths and look-backs.
fn read_spec(pairs: &[Pair<'_>], plan: &mut Plan, problems: &mut Vec<Problem>) {
    let of_spec = |(key, _): &&Pair<'_>| is_of_spec(key) && !is_of_grid(key);
    let params = pairs.iter().filter(of_spec).map(|(key, value)| (*key, value.as_str()));
    let (base, errors) = Spec::from_params(params);
    plan.base = base;
    for error in errors.into_iter().take(MAX_UNKNOWN) {
        problems.push(Problem::new("spec", format!("Left at its default: {error}.")));
    }
}

fn is_of_spec(key: &str) -> bool {
    stepfall_procedure::KEYS.contains(&key)
}

/// Returns whether a key of a spec holds a list in the address of a sweep.
fn is_of_grid(key: &str) -> bool {
    matches!(key, "steps" | "lookback")
}

fn read_grid(pairs: &[Pair<'_>], plan: &mut Plan, problems: &mut Vec<Problem>) {
    let list = |key: &str| value_of(pairs, key).filter(|text| !text.is_empty());
    if let Some(text) = list("steps") {
        grid::read_steps(text, plan, problems);
    }
    if let Some(text) = list("lookback") {
        grid::read_look_backs(text, plan, problems);
    }
    grid::fit_pairs(plan, problems);
    if let Some(text) = list("condition") {
        grid::read_conditions(text, plan, problems);
    }
    if let Some(text) = value_of(pairs, "seed") {
        let seed = whole_number(text).and_then(Seed::new);
        plan.seed = seed.unwrap_or_default();
        if seed.is_none() {
            let text = safe_excerpt(text);
            let sentence =
                format!("The seed “{text}” is not a whole number below 2^53; it counts as 0.");
            problems.push(Problem::new("seed", sentence));
        }
    }
}

fn read_settings(pairs: &[Pair<'_>], plan: &mut Plan, problems: &mut Vec<Problem>) {
    let mut count = |field: &'static str, most: u32| {
        let text = value_of(pairs, field).filter(|text| !text.is_empty())?;
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        let number: Option<u32> = is_number.then(|| text.parse().unwrap_or(u32::MAX));
        let Some(number) = number else {
            let text = safe_excerpt(text);
            let sentence = format!("“{text}” is left out; write a number from 1 to {most}.");
            problems.push(Problem::new(field, sentence));
            return None;
        };
        let fitted = number.clamp(1, most);
        if fitted != number {
            let sentence = format!("It is a number from 1 to {most}; this counts as {fitted}.");
            problems.push(Problem::new(field, sentence));
        }
        Some(fitted)
    };
    plan.items = count("items", MAX_ITEMS).unwrap_or(plan.items);
    plan.samples = count("samples", MAX_SAMPLES).unwrap_or(plan.samples);
    let concurrency = count("concurrency", MAX_CONCURRENCY.into());
    let concurrency = concurrency.and_then(|concurrency| u16::try_from(concurrency).ok());
    plan.concurrency = concurrency.unwrap_or(plan.concurrency);
    plan.settings.max_output = count("max-output", MAX_TOKENS);
    plan.settings.context = count("context", MAX_TOKENS);
    plan.limits.requests = count("max-requests", u32::MAX);
    let left_out = |problems: &mut Vec<Problem>, field: &'static str, form: &str| {
        let text = safe_excerpt(value_of(pairs, field).unwrap_or_default());
        let sentence = format!("“{text}” is left out; write {form}.");
        problems.push(Problem::new(field, sentence));
    };
    let text = |key: &str| value_of(pairs, key).filter(|text| !text.is_empty());
    if let Some(text) = text("max-spend") {
        plan.limits.spend = Micros::read(text);
        if plan.limits.spend.is_none() {
            left_out(problems, "max-spend", "dollars such as 2.50");
        }
    }
    if let Some(text) = text("temperature") {
        let read = Thousandths::read(text);
        plan.settings.temperature = read.map(|read| read.min(MAX_TEMPERATURE));
        match read {
            Some(read) if read > MAX_TEMPERATURE => {
                let sentence = "It is a temperature of at most 2; this counts as 2.";
                problems.push(Problem::new("temperature", sentence.to_owned()));
            }
            Some(_) => {}
            None => left_out(problems, "temperature", "a temperature such as 0.7, at most 2"),
        }
    }
    if let Some(text) = text("effort") {
        plan.settings.effort = Effort::ALL.into_iter().find(|effort| effort.word() == text);
        if plan.settings.effort.is_none() {
            left_out(problems, "effort", "none, minimal, low, medium, high, xhigh or max");
        }
    }
}

/// Replaces a spec that is invalid at some length or look-back by a similar valid one, or else by a
/// default spec.
fn fit_spec(plan: &mut Plan, problems: &mut Vec<Problem>) {
    let cells: Vec<Spec> = (plan.look_backs.iter())
        .flat_map(|&look_back| plan.steps.iter().map(move |&steps| (steps, look_back)))
        .map(|(steps, look_back)| plan.cell_spec(steps, look_back))
        .collect();
    let before = plan.base;
    let at =
        |base: Spec, cell: &Spec| Spec { steps: cell.steps, look_back: cell.look_back, ..base };
    let Some(problem) = cells.iter().find_map(|cell| cell.check().err()) else {
        return;
    };
    for cell in &cells {
        let cell = at(plan.base, cell);
        if cell.check().is_err() {
            let nearest = cell.nearest_valid();
            plan.base = Spec { steps: before.steps, look_back: before.look_back, ..nearest };
        }
    }
    let fits = |base: Spec| cells.iter().all(|cell| at(base, cell).check().is_ok());
    if !fits(plan.base) {
        let standard = Spec::new(plan.base.arithmetic);
        let base = if fits(standard) { standard } else { Spec::default() };
        plan.base = Spec { look_back: before.look_back, ..base };
    }
    let changes: Vec<String> =
        before.changes_to(&plan.base).iter().map(|(key, value)| format!("{key}={value}")).collect();
    let sentence = format!(
        "The spec is not valid everywhere: {problem}. The nearest that is: {}.",
        changes.join(", ")
    );
    problems.push(Problem::new("spec", sentence));
}

/// Reduces the items if there are too many attempts. Reduces the samples first if even one item in
/// each cell gives too many.
fn fit_attempts(plan: &mut Plan, problems: &mut Vec<Problem>) {
    let tasks = plan.task_count();
    if tasks <= MAX_ATTEMPTS {
        return;
    }
    let tasks_with = |items, samples| Plan { items, samples, ..plan.clone() }.task_count();
    if tasks_with(1, plan.samples) > MAX_ATTEMPTS {
        plan.samples = (MAX_ATTEMPTS / tasks_with(1, 1).max(1)).max(1);
    }
    plan.items =
        (MAX_ATTEMPTS / Plan { items: 1, ..plan.clone() }.task_count().max(1)).clamp(1, plan.items);
    let (items, samples) = (plan.items, plan.samples);
    let sentence = format!(
        "There may be {MAX_ATTEMPTS} attempts; this counts as items={items} and samples={samples}."
    );
    problems.push(Problem::new("items", sentence));
}

fn is_known(key: &str) -> bool {
    is_of_spec(key) || KEYS.contains(&key)
}

fn report_unknown(pairs: &[Pair<'_>], problems: &mut Vec<Problem>) {
    for (key, _) in
        pairs.iter().filter(|(key, _)| !key.is_empty() && !is_known(key)).take(MAX_UNKNOWN)
    {
        let key = safe_excerpt(key);
        let sentence = format!("The parameter “{key}” is unknown and is left out.");
        problems.push(Problem::new("unknown", sentence));
    }
}

/// Reports known parameters that occur several times with different values. Only `model` may occur
/// several times.
fn report_repeated(setup: &SweepLink, problems: &mut Vec<Problem>) {
    for key in setup.repeated().iter().filter(|key| is_known(key)) {
        let sentence = format!("The parameter “{key}” is given several times; the last counts.");
        problems.push(Problem::new("unknown", sentence));
    }
}

/// Parses a whole number in plain digits.
fn whole_number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}
