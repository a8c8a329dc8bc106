//! The history of [`Condition::Primed`](stepfall_procedure::Condition::Primed): the first lines of
//! a trace, shown to the model as if it had written them.

use stepfall_procedure::Item;

/// Returns the trace of the first `steps` steps, with `errors` arithmetic errors.
pub(crate) fn history(item: &Item, steps: u16, errors: u16) -> String {
    let values = item.primed_values(steps, errors);
    let last = u16::try_from(values.len()).unwrap_or(u16::MAX);
    (item.procedure.first_step()..=last)
        .map(|number| item.trace_line(number, &values))
        .collect::<Vec<_>>()
        .join("\n")
}
