//! The axis of lengths, which several figures share.

use stepfall_plot::chart::{Axis, Tick};

/// Returns the axis of steps over some lengths, in order.
pub(crate) fn length_axis(lengths: &[u16]) -> Axis {
    let ends = (lengths.first().copied().unwrap_or(0), lengths.last().copied().unwrap_or(0));
    let tick = |steps: &u16| Tick { at: f64::from(*steps), text: steps.to_string() };
    Axis {
        label: "number of steps".to_owned(),
        ends: (f64::from(ends.0), f64::from(ends.1)),
        ticks: lengths.iter().map(tick).collect(),
    }
}
