//! The lines that stand in a history as if a model had written them.

use stepfall_procedure::Item;

/// The lines of the first steps, from values that may be slips.
pub(crate) fn history(item: &Item, steps: u16, faults: u16) -> String {
    let values = item.primed_values(steps, faults);
    let last = u16::try_from(values.len()).unwrap_or(u16::MAX);
    (item.procedure.first_step()..=last)
        .map(|number| item.trace_line(number, &values))
        .collect::<Vec<_>>()
        .join("\n")
}
