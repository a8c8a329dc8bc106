//! `stepfall-dev audit`: measures how well the items of a spec test a model.

mod count;

use std::io::Write;

use clap::Args;
use stepfall_cli::CommandError;
use stepfall_cli::flags::{SpecArguments, read_seed};
use stepfall_procedure::{Arithmetic, Difficulty, Generator, LookBack, Op, Seed, Spec};
use stepfall_stats::{Confidence, Estimate, Resampling, Share, Weighted, bootstrap_mean, wilson};

use self::count::{Audit, ItemAudit, RatioCounts, Third};

#[derive(Debug, Args)]
pub(crate) struct AuditArguments {
    #[command(flatten)]
    pub(crate) spec: SpecArguments,
    /// Items for each length.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) items: u32,
    /// Seed, a whole number below 2^53 [default: 0].
    #[arg(long)]
    pub(crate) seed: Option<String>,
}

/// The lengths that are measured by default.
const LENGTHS: [u16; 6] = [5, 15, 25, 45, 65, 95];
/// The note on a spec that does not avoid traps ([`Spec::avoids_traps`]).
const UNGUARDED: &str = "Values are not kept from a prime in common: with so many sizes, few operands and this look-back there would be next to no products.";
/// The seed of the bootstrap intervals.
const RESAMPLING_SEED: u64 = 1;
const CONFIDENCE: Confidence = Confidence::P95;

/// Prints the audit of the spec of the flags, or of the default specs.
pub(crate) fn run(arguments: &AuditArguments, out: &mut impl Write) -> Result<(), CommandError> {
    let seed = arguments.seed.as_deref().map_or(Ok(Seed::default()), read_seed)?;
    let is_given = arguments.spec.given().next().is_some();
    let specs = if is_given {
        let mut spec = Spec::default();
        arguments.spec.apply(&mut spec)?;
        vec![spec]
    } else {
        defaults()
    };
    let has_length = arguments.spec.given().any(|(key, _)| key == "steps");
    writeln!(out, "{}", explained(arguments.items))?;
    for spec in specs {
        let lengths = if has_length { vec![spec.steps] } else { LENGTHS.to_vec() };
        let params = spec.changed_params().into_iter().filter(|(key, _)| *key != "steps");
        let params: Vec<String> = params.map(|(key, value)| format!("{key}={value}")).collect();
        let name = if params.is_empty() { "the default spec".to_owned() } else { params.join(" ") };
        writeln!(out, "\n{name}, inputs {}\n", spec.inputs())?;
        let mut audits = Vec::new();
        for steps in lengths {
            let audit = Generator::new(Spec { steps, ..spec })
                .and_then(|generator| Audit::of(&generator, seed, arguments.items));
            match audit {
                Ok(audit) => audits.push((steps, audit)),
                Err(refusal) if has_length => return Err(refusal.into()),
                Err(refusal) => writeln!(out, "{steps} steps: none, {}", refusal.rule)?,
            }
        }
        if !audits.is_empty() {
            print(&audits, out)?;
        }
        let can_be_trapped =
            |(_, audit): &(u16, Audit)| audit.items.iter().any(|item| item.is_trapped.is_some());
        if !spec.avoids_traps() && audits.iter().any(can_be_trapped) {
            writeln!(out, "\n{UNGUARDED}")?;
        }
    }
    Ok(())
}

/// Returns the specs for whole numbers with each look-back from 2 to 7, and the default spec of
/// four other arithmetics.
fn defaults() -> Vec<Spec> {
    let look_backs =
        [5, 2, 3, 4, 6, 7].map(|k| Spec { look_back: LookBack::AtMost(k), ..Spec::default() });
    let others = [
        Arithmetic::Modular { modulus: 97 },
        Arithmetic::Decimal { places: 2 },
        Arithmetic::Rational,
        Arithmetic::Paper { places: 3 },
    ];
    look_backs.into_iter().chain(others.map(Spec::new)).collect()
}

fn explained(items: u32) -> String {
    format!(
        "{items} items for each length; 95 % intervals in parentheses: Wilson's for shares of items, resampled by item for all others but medians, which\n\
         are between the ranks that as many independent values as there are items would give. All shares are in percent.\n\
         \n\
         trapped      all live values within reach at the end are multiples of one prime of 11 or more\n\
         at step      single errors (operand, order, operation) that change the value of their step\n\
         in answer    those errors that change the answer\n\
         betrays      single arithmetic errors after which a later division leaves a remainder\n\
         repeats      steps whose value an earlier one had\n\
         guesses      majority: always the most frequent answer; early: the value before the last; last: one of the five values before it;\n\
         \u{20}            skipped: one step left out, with an operand of the step in place of its result\n\
         median       size of a value; digits: of an operand; carries: carries, borrows and remainders per step; below 0: operands;\n\
         \u{20}            distance: of an operand that is an earlier value; then the shares of the operations"
    )
}

/// Prints three tables of a spec: properties and success by guessing, both by length, and
/// difficulty by length and third of the steps.
fn print(audits: &[(u16, Audit)], out: &mut impl Write) -> Result<(), CommandError> {
    let heads = ["steps", "trapped", "at step", "in answer", "betrays", "repeats"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for (steps, audit) in audits {
        let items = &audit.items;
        let trapped = items.iter().filter_map(|item| item.is_trapped);
        let repeated = |item: &ItemAudit| {
            let repeated = item.thirds.iter().map(|third| third.repeated).sum();
            (repeated, item.thirds.iter().map(|third| third.difficulty.steps).sum())
        };
        rows.push(vec![
            steps.to_string(),
            share(trapped.clone().filter(|is_trapped| *is_trapped).count(), trapped.count()),
            part(items, |item| item.shows_at_step),
            part(items, |item| item.shows_in_answer),
            part(items, |item| item.remainder_errors),
            part(items, repeated),
        ]);
    }
    print_columns(&rows, out)?;
    let heads = ["steps", "majority", "early", "last", "skipped"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for (steps, audit) in audits {
        let items = &audit.items;
        let early = items.iter().filter(|item| item.is_one_early).count();
        rows.push(vec![
            steps.to_string(),
            share(audit.majority() as usize, items.len()),
            share(early, items.len()),
            part(items, |item| item.last_values),
            part(items, |item| item.left_out),
        ]);
    }
    writeln!(out)?;
    print_columns(&rows, out)?;
    let heads = ["steps", "third", "median", "digits", "carries", "below 0", "distance"];
    let heads = heads.into_iter().chain(Op::ALL.map(Op::slug));
    let mut rows = vec![heads.map(str::to_owned).collect::<Vec<_>>()];
    for (steps, audit) in audits {
        for (at, name) in ["first", "middle", "last"].into_iter().enumerate() {
            rows.push(third(*steps, name, audit, at));
        }
    }
    writeln!(out)?;
    print_columns(&rows, out)
}

/// Returns the row of one third of the steps, for the procedures of one length.
fn third(steps: u16, name: &str, audit: &Audit, at: usize) -> Vec<String> {
    let rate = |count: fn(&Difficulty) -> Option<u32>, by: fn(&Third) -> u32| {
        ratio(&audit.items, |item| {
            let third = &item.thirds[at];
            Some((count(&third.difficulty)?, by(third)))
        })
    };
    let operands = |third: &Third| 2 * third.difficulty.steps;
    let references = |third: &Third| 2 * third.difficulty.steps - third.constants;
    let mut row = vec![
        steps.to_string(),
        name.to_owned(),
        median(&audit.sizes[at], audit.items.len()),
        rate(|difficulty| Some(difficulty.digits), operands)
            .map_or_else(none, |difficulty| format_estimate(difficulty, 1.0, 2)),
        rate(
            |difficulty| Some(difficulty.carries? + difficulty.borrows?),
            |third| third.difficulty.steps,
        )
        .map_or_else(none, |difficulty| format_estimate(difficulty, 1.0, 2)),
        rate(|difficulty| Some(difficulty.negatives), operands)
            .map_or_else(none, |difficulty| format_estimate(difficulty, 100.0, 1)),
        rate(|difficulty| Some(difficulty.distance), references)
            .map_or_else(none, |difficulty| format_estimate(difficulty, 1.0, 2)),
    ];
    let all: u32 = audit.items.iter().map(|item| item.thirds[at].difficulty.steps).sum();
    for op in Op::ALL {
        let count: u32 = audit.items.iter().map(|item| item.thirds[at].mix[op.index()]).sum();
        row.push(format!("{:.1}", 100.0 * f64::from(count) / f64::from(all.max(1))));
    }
    row
}

fn none() -> String {
    "-".to_owned()
}

/// Formats a share of items in percent with its interval (Wilson); a dash if `trials` is 0.
fn share(hits: usize, trials: usize) -> String {
    let counts = [hits, trials].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    let Ok(share) = Share::new(counts[0], counts[1]) else { return none() };
    let Some(value) = share.value() else { return none() };
    format_estimate(Estimate { value, interval: wilson(share, CONFIDENCE) }, 100.0, 1)
}

/// Formats the [`ratio`] of a part over all items in percent, with its interval; a dash without a
/// ratio.
fn part(items: &[ItemAudit], part: impl Fn(&ItemAudit) -> RatioCounts) -> String {
    ratio(items, |item| Some(part(item)))
        .map_or_else(none, |estimate| format_estimate(estimate, 100.0, 1))
}

/// Returns the sum of counts divided by the sum of their totals, with an interval from resampled
/// items. Returns `None` if a count is unknown or there is nothing to count.
fn ratio(
    items: &[ItemAudit],
    count: impl Fn(&ItemAudit) -> Option<RatioCounts>,
) -> Option<Estimate> {
    let counts = items.iter().map(count).collect::<Option<Vec<RatioCounts>>>()?;
    let counted = counts.into_iter().filter(|(_, of)| *of > 0);
    let weighted = |(total, of): RatioCounts| Weighted::new(f64::from(total), f64::from(of)).ok();
    let weighted: Vec<Weighted> = counted.filter_map(weighted).collect();
    bootstrap_mean(&weighted, CONFIDENCE, Resampling::seeded(RESAMPLING_SEED)).ok()
}

fn format_estimate(Estimate { value, interval }: Estimate, times: f64, places: usize) -> String {
    let [value, low, high] = [value, interval.low, interval.high].map(|number| number * times);
    format!("{value:.places$} ({low:.places$} to {high:.places$})")
}

/// Formats the median of sorted values with its interval; a dash without values. Values of one item
/// depend on each other, so the interval is as wide as that of `independent` independent values.
fn median(sorted: &[f64], independent: usize) -> String {
    let Some(last) = sorted.len().checked_sub(1) else { return none() };
    #[expect(clippy::cast_precision_loss, reason = "some thousands of values")]
    let (last, spread) = (last as f64, CONFIDENCE.z() / (2.0 * (independent.max(1) as f64).sqrt()));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a position among the values"
    )]
    let at = |part: f64| sorted[(last * part.clamp(0.0, 1.0)).round() as usize];
    let places = usize::from(at(0.5) < 100.0) * 2;
    let [low, middle, high] = [0.5 - spread, 0.5, 0.5 + spread].map(at);
    format!("{middle:.places$} ({low:.places$} to {high:.places$})")
}

/// Prints rows in columns, aligned to the right.
fn print_columns(rows: &[Vec<String>], out: &mut impl Write) -> Result<(), CommandError> {
    let columns = rows.first().map_or(0, Vec::len);
    let wide = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(wide).collect();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  "))?;
    }
    Ok(())
}
