//! Prints the properties of a single item. A note explains that the mix of operations is a property
//! of many items, not of one.

use std::io::Write;

use stepfall_cli::CommandError;
use stepfall_cli::flags::{SpecArguments, read_item};
use stepfall_procedure::{Item, Op};

use super::count::{Audit, Part, Third};
use super::print_columns;

/// The note on the operations of a single item.
const MIX: &str = "A fair mix of operations is unknown: that is a property of a family of items, and this is a single one.";

pub(super) fn print(
    path: &str,
    spec: &SpecArguments,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let (item, _) = read_item(path, spec)?;
    let audit = Audit::of_item(&item);
    let steps = item.procedure.steps.len();
    let custom = if item.is_custom() { "a custom procedure" } else { "a recorded item" };
    writeln!(
        out,
        "{path}: {custom}, numbers={}, lookback={}\n",
        item.spec.numbers, item.spec.look_back
    )?;
    for counted in &audit.items {
        let repeated = counted.thirds.iter().map(|third| third.repeated).sum();
        let trapped = match counted.is_trapped {
            Some(true) => {
                "yes: all live values within reach at the end are multiples of one prime of 11 or more"
            }
            Some(false) => "no",
            None => "does not apply to these numbers, operations and look-back",
        };
        let facts = [
            ("steps", steps.to_string()),
            ("live steps", item.live_depth().to_string()),
            ("trapped", trapped.to_owned()),
            ("errors that show at their step", share(counted.shows_at_step)),
            ("errors that show in the answer", share(counted.shows_in_answer)),
            ("errors that leave a remainder", share(counted.remainder_errors)),
            ("steps whose value an earlier one had", share((repeated, number(steps)))),
            ("steps that can be left out", share(counted.left_out)),
        ];
        let wide = facts.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, fact) in facts {
            writeln!(out, "{name:<wide$}  {fact}")?;
        }
        writeln!(out)?;
        print_columns(&difficulty(&item, &counted.thirds), out)?;
    }
    writeln!(out, "\n{MIX}")?;
    Ok(())
}

/// Returns the rows of a table with difficulty and operations by third, in plain counts.
fn difficulty(item: &Item, thirds: &[Third]) -> Vec<Vec<String>> {
    let heads = ["third", "steps", "digits", "carries", "borrows", "below 0", "distance"];
    let is_used = |op: &Op| thirds.iter().any(|third| third.mix[op.index()] > 0);
    let others: Vec<Op> = Op::CUSTOM.into_iter().filter(is_used).collect();
    let ops = || Op::ALL.iter().chain(&others);
    let heads = heads.into_iter().chain(ops().map(|op| op.slug()));
    let mut rows = vec![heads.map(str::to_owned).collect::<Vec<_>>()];
    // A procedure with fewer steps than thirds leaves some of them empty.
    let named = ["first", "middle", "last"].into_iter().zip(thirds);
    for (name, third) in named.filter(|(_, third)| third.difficulty.steps > 0) {
        let difficulty = &third.difficulty;
        let counted =
            |count: Option<u32>| count.map_or_else(|| "-".to_owned(), |count| count.to_string());
        let mut row = vec![
            name.to_owned(),
            difficulty.steps.to_string(),
            difficulty.digits.to_string(),
            counted(difficulty.carries),
            counted(difficulty.borrows),
            difficulty.negatives.to_string(),
            difficulty.distance.to_string(),
        ];
        let is_possible = |op: &Op| item.procedure.arithmetic.has(*op);
        row.extend(
            ops().map(|op| counted(Some(third.mix[op.index()]).filter(|_| is_possible(op)))),
        );
        rows.push(row);
    }
    rows
}

/// Formats a share in percent with its total, or `none to count` if the total is 0.
fn share((shown, of): Part) -> String {
    if of == 0 {
        return "none to count".to_owned();
    }
    // In tenths of a percent, rounded to the nearest.
    let tenths = (u64::from(shown) * 2_000 + u64::from(of)) / (2 * u64::from(of));
    format!("{}.{} % of {of}", tenths / 10, tenths % 10)
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
