//! Draws the row of one line as arcs between steps. Arcs to trace lines and inputs are above the
//! names; arcs to step lines of the prompt are below.

use super::map::tenths;
use super::{Column, LabRun, View};

/// The smallest share that has an arc. Needed lines have an arc with any share.
const MIN_SHARE: f32 = 0.02;
/// The margin next to the first and the last step, in CSS pixels, like all lengths below.
const SIDE: f32 = 22.0;
/// The height of the highest arc.
const HIGH: f32 = 74.0;
/// The height of the strip between the arcs that contains the names.
const MIDDLE: f32 = 26.0;
/// The width of a name.
const NAME: f32 = 28.0;

/// An arc from the current line to another line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LineArc {
    pub(crate) column: Column,
    pub(crate) share: f32,
    pub(crate) path: String,
    /// The stroke width in CSS pixels.
    pub(crate) thick: f32,
    pub(crate) is_needed: bool,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Arcs {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The arcs in drawing order: first those to unneeded lines, then those to needed lines. Within
    /// each group the share increases.
    pub(crate) drawn: Vec<LineArc>,
    /// For each value: its position, its name if there is room, and whether the current line
    /// defines it.
    pub(crate) steps: Vec<(f32, Option<String>, bool)>,
    /// The vertical position of the names.
    pub(crate) middle: f32,
}

impl Arcs {
    /// Draws the arcs of a line of a transcript for a width.
    pub(crate) fn new(run: &LabRun, line: usize, view: View, width: u32) -> Self {
        let values = u16::try_from(run.item.values.len()).unwrap_or(u16::MAX);
        if values == 0 || line >= run.item.steps.len() {
            return Self::default();
        }
        let full = f32::from(u16::try_from(width).unwrap_or(u16::MAX));
        let pitch = (full - 2.0 * SIDE) / f32::from(values.max(2) - 1);
        let place = |number: u16| SIDE + pitch * f32::from(number - 1);
        let current = u16::try_from(line).unwrap_or(u16::MAX).saturating_add(super::FIRST);
        let needed = run.needed_columns(line);
        let row = run.row(line, view);
        let total: f32 = row.iter().map(|(_, share)| share).sum();
        let top = HIGH + 6.0;
        let mut arcs: Vec<LineArc> = Vec::new();
        for (column, share) in row {
            let share = if total > 0.0 { share / total } else { 0.0 };
            let is_needed = needed.contains(&column);
            let (number, is_below) = match column {
                // An incorrect line may be about another value than the due one.
                Column::Trace(number) => {
                    let line = usize::from(number.saturating_sub(super::FIRST));
                    (run.value_of(line).unwrap_or(number), false)
                }
                // The prompt lines of inputs assign values, like lines of the trace. Their arcs are
                // therefore also above the names.
                Column::Prompt(number) => (number, number >= super::FIRST),
                Column::Frame | Column::Summary => continue,
            };
            let is_current = column == Column::Trace(current);
            if is_current || !(1..=values).contains(&number) || (share < MIN_SHARE && !is_needed) {
                continue;
            }
            let base = if is_below { top + MIDDLE } else { top };
            let path = arc(place(number), place(current), base, is_below);
            arcs.push(LineArc { column, share, path, thick: 1.0 + 9.0 * share, is_needed });
        }
        arcs.sort_by(|one, other| {
            one.is_needed.cmp(&other.is_needed).then(one.share.total_cmp(&other.share))
        });
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is small")]
        let each = ((NAME / pitch).ceil() as u16).max(1);
        let steps = (1..=values).map(|number| {
            let is_current = number == current;
            let is_near = number.abs_diff(current) < each && !is_current;
            let is_named = is_current || ((number - 1).is_multiple_of(each) && !is_near);
            (place(number), is_named.then(|| format!("S{number}")), is_current)
        });
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is small")]
        let height = (2.0 * top + MIDDLE) as u32;
        Self {
            width,
            height,
            drawn: arcs,
            steps: steps.collect(),
            middle: top + MIDDLE / 2.0 + 4.0,
        }
    }
}

/// Returns the path of half an ellipse between two positions, or of a small loop if they are less
/// than a pixel apart.
fn arc(from: f32, to: f32, base: f32, is_below: bool) -> String {
    let sweep = u8::from(!is_below);
    if (to - from).abs() < 1.0 {
        let end = if is_below { base + 22.0 } else { base - 22.0 };
        let [left, right] = [from - 7.0, from + 7.0].map(tenths);
        let [base, from, end] = [base, from, end].map(tenths);
        return format!("M{left} {base}Q{from} {end} {right} {base}");
    }
    let across = (to - from).abs() / 2.0;
    let high = across.min(HIGH);
    // The path always runs from left to right, so that the sweep determines its side.
    let (left, right) = if from < to { (from, to) } else { (to, from) };
    let [left, right, base] = [left, right, base].map(tenths);
    let [across, high] = [across, high].map(tenths);
    format!("M{left} {base}A{across} {high} 0 0 {sweep} {right} {base}")
}

#[cfg(test)]
mod tests {
    use super::super::tests::{VIEW, run};
    use super::*;

    #[test]
    fn every_needed_line_has_an_arc() {
        let run = run("#/lab?v=2&steps=30&seed=1");
        for line in 0..run.trace_lines() {
            let arcs = Arcs::new(&run, line, VIEW, 700);
            let needed = arcs.drawn.iter().filter(|arc| arc.is_needed).count();
            assert_eq!(needed, run.needed_columns(line).len(), "line {line}");
            let current = arcs.steps.iter().filter(|(.., is_current)| *is_current).count();
            assert_eq!(current, 1);
        }
        assert_eq!(Arcs::new(&run, 30, VIEW, 700), Arcs::default());
    }
}
