//! What was drawn on while each line was written: saliency or attention, pooled from tokens to lines, and held against what a line needs.

use std::ops::Range;

use crate::layout::Layout;
use crate::step_flow::sources;
use crate::task::Task;

/// What a column of a map stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Column {
    /// What is no line of the prompt: its beginning, the two queries, what is asked for.
    Frame,
    /// The line of the prompt about the value with this number.
    Prompt(u16),
    /// The line of the trace with this number, the first being that of value 3.
    Trace(u16),
    /// The summary.
    Summary,
}

/// How rows of tokens are weighed before they are pooled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Norm {
    /// Each adds up to one, as the text of arXiv 2604.06695 has it.
    Rows,
    /// As they are, as its authors' code has it.
    Plain,
}

/// A map of one layer: a row for each line that was written, and one for the summary.
///
/// A row of tokens belongs to the line of the token that it is the loss of: what was drawn on to write that line. The paper has it with the token before, which is the same but
/// for the first token of a line.
#[derive(Debug, Clone, PartialEq)]
struct LayerMap {
    columns: usize,
    rows: usize,
    sums: [Vec<f64>; 2],
    /// The tokens of each row.
    counts: Vec<u32>,
}

/// The maps of all layers.
#[derive(Debug, Clone, PartialEq)]
pub struct StepMap {
    columns: Vec<(Column, Vec<Range<usize>>)>,
    layers: Vec<LayerMap>,
    rows: usize,
    /// The column of each position.
    column_at: Vec<u16>,
}

impl StepMap {
    /// An empty map for a whole text, prompt and transcript, that has this layout.
    pub fn new(layers: usize, layout: &Layout) -> Self {
        let mut columns = vec![(Column::Frame, Vec::new())];
        let numbered = |lines: &[Range<usize>], first: u16, of: fn(u16) -> Column| {
            (first..)
                .zip(lines)
                .map(|(number, line)| (of(number), vec![line.clone()]))
                .collect::<Vec<_>>()
        };
        columns.extend(numbered(layout.prompt_lines(), 1, Column::Prompt));
        columns.extend(numbered(layout.trace_lines(), 3, Column::Trace));
        let rows = layout.trace_lines().len() + 1;
        columns.push((Column::Summary, layout.summary().into_iter().collect()));
        let mut column_at = vec![0u16; layout.length()];
        for (number, (_, ranges)) in (0u16..).zip(&columns) {
            for range in ranges {
                column_at[range.start..range.end.min(layout.length())].fill(number);
            }
        }
        let frame = column_at.iter().enumerate().filter(|&(_, &column)| column == 0);
        columns[0].1 = frame.map(|(at, _)| at..at + 1).collect();
        let layer = LayerMap {
            columns: columns.len(),
            rows,
            sums: [vec![0.0; columns.len() * rows], vec![0.0; columns.len() * rows]],
            counts: vec![0; rows],
        };
        Self { layers: vec![layer; layers], rows, columns, column_at }
    }

    /// Takes in the row of the position `at`, which is about the token behind it: one number a position, for each layer.
    pub fn add(&mut self, at: usize, row: &[Vec<f32>]) {
        let Some(&about) = self.column_at.get(at + 1) else { return };
        let target = match self.columns[usize::from(about)].0 {
            Column::Trace(number) => usize::from(number) - 3,
            Column::Summary => self.rows - 1,
            Column::Frame | Column::Prompt(_) => return,
        };
        for (layer, row) in self.layers.iter_mut().zip(row) {
            let whole: f64 = row.iter().map(|&value| f64::from(value)).sum();
            layer.counts[target] += 1;
            for (&value, &column) in row.iter().zip(&self.column_at) {
                let at = target * layer.columns + usize::from(column);
                layer.sums[1][at] += f64::from(value);
                if whole > 0.0 {
                    layer.sums[0][at] += f64::from(value) / whole;
                }
            }
        }
    }

    /// What the columns stand for.
    pub fn columns(&self) -> impl Iterator<Item = Column> {
        self.columns.iter().map(|&(column, _)| column)
    }

    /// The number of rows: the lines of the trace, and the summary.
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// The number of layers.
    pub const fn layers(&self) -> usize {
        self.layers.len()
    }

    /// What was drawn on in a column while a row was written, over some layers: with [`Norm::Rows`] the mean share of a token's row, with [`Norm::Plain`] its mean sum.
    pub fn mass(&self, layers: Range<usize>, norm: Norm, row: usize, column: usize) -> f64 {
        let count = layers.len();
        let sum: f64 = self.layers[layers]
            .iter()
            .map(|layer| {
                let sums = &layer.sums[usize::from(norm == Norm::Plain)];
                sums[row * layer.columns + column] / f64::from(layer.counts[row].max(1))
            })
            .sum();
        sum / real(count.max(1))
    }

    /// The mean over all pairs of tokens of a row and a column (equation 3), over some layers. It falls with the length of the column, and zeros of pairs in which the column comes later
    /// count within it.
    pub fn mean(&self, layers: Range<usize>, norm: Norm, row: usize, column: usize) -> f64 {
        let tokens: usize = self.columns[column].1.iter().map(Range::len).sum();
        self.mass(layers, norm, row, column) / real(tokens.max(1))
    }

    /// The mean of [`StepMap::mean`] over all pairs of lines of the trace: the intensity within thinking. It falls about as one over the number of steps.
    pub fn thinking(&self, layers: Range<usize>, norm: Norm) -> f64 {
        let first = self
            .columns
            .iter()
            .position(|(column, _)| matches!(column, Column::Trace(_)))
            .unwrap_or(0);
        let steps = self.rows - 1;
        let cell = |row, column| self.mean(layers.clone(), norm, row, first + column);
        let sum: f64 =
            (0..steps).map(|row| (0..steps).map(|column| cell(row, column)).sum::<f64>()).sum();
        sum / real((steps * steps).max(1))
    }

    /// The mean within the summary.
    pub fn summary(&self, layers: Range<usize>, norm: Norm) -> f64 {
        self.mean(layers, norm, self.rows - 1, self.columns.len() - 1)
    }
}

/// How a row of a map agrees with what its line needs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Agreement {
    /// How probable it is that a line that is needed was drawn on more than one that is not (the area under the curve of receiver and operator); one half by chance.
    pub area: f64,
    /// The same if lines were drawn on by how near they are.
    pub area_by_distance: f64,
    /// The share of what was drawn on of all earlier lines that fell to those that are needed.
    pub share: f64,
    /// That share by chance: needed lines among earlier ones.
    pub share_by_chance: f64,
}

impl StepMap {
    /// How the row of a step, from 0, agrees with what that step needs: its line of the prompt, and the lines in which its operands got their values. `None` where the
    /// procedure has no such step, or its line was not written.
    pub fn agreement(
        &self,
        task: &Task,
        layout: &Layout,
        layers: Range<usize>,
        norm: Norm,
        step: usize,
    ) -> Option<Agreement> {
        if step + 1 >= self.rows {
            return None;
        }
        let needed = sources(task, layout, step);
        let begin = layout.trace_lines().get(step)?.start;
        let lines: Vec<(usize, bool)> = self
            .columns
            .iter()
            .enumerate()
            .filter_map(|(at, (column, ranges))| {
                let range = ranges.first()?;
                let is_line = matches!(column, Column::Prompt(_) | Column::Trace(_));
                (is_line && range.start < begin).then(|| (at, needed.contains(range)))
            })
            .collect();
        let mass = |at: usize| self.mass(layers.clone(), norm, step, at);
        let drawn: Vec<(f64, bool)> =
            lines.iter().map(|&(at, is_needed)| (mass(at), is_needed)).collect();
        let near: Vec<(f64, bool)> =
            lines.iter().map(|&(at, is_needed)| (real(at), is_needed)).collect();
        let hits = drawn.iter().filter(|(_, is_needed)| *is_needed).count();
        let whole: f64 = drawn.iter().map(|(mass, _)| mass).sum();
        let good: f64 =
            drawn.iter().filter(|(_, is_needed)| *is_needed).map(|(mass, _)| mass).sum();
        Some(Agreement {
            area: area(&drawn)?,
            area_by_distance: area(&near)?,
            share: if whole > 0.0 { good / whole } else { 0.0 },
            share_by_chance: real(hits) / real(drawn.len()),
        })
    }
}

/// A count as a real number.
#[expect(clippy::cast_precision_loss, reason = "a text has a few thousand tokens")]
fn real(count: usize) -> f64 {
    count as f64
}

/// The share of pairs of a true and a false one in which the true one has more; ties count half.
fn area(values: &[(f64, bool)]) -> Option<f64> {
    let (mut pairs, mut won) = (0u32, 0.0);
    for (good, _) in values.iter().filter(|(_, is_true)| *is_true) {
        for (bad, _) in values.iter().filter(|(_, is_true)| !*is_true) {
            pairs += 1;
            won += if good > bad {
                1.0
            } else if good >= bad {
                0.5
            } else {
                0.0
            };
        }
    }
    (pairs > 0).then(|| won / f64::from(pairs))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::TRACE_LINE;
    use crate::token::Token;
    use stepfall_procedure::{Arithmetic, Generator, Seed, Spec};

    /// The map of a true transcript in which every token drew on the one before it alone, this much.
    fn diagonal(steps: u16, weight: f32) -> StepMap {
        let spec = Spec { steps, ..Spec::new(Arithmetic::Modular { modulus: 31 }) };
        let generator = Generator::new(spec).expect("such a spec has procedures");
        let item = generator.item(Seed::wrapping(2), 0).expect("such a seed has one");
        let task = Task::of(&item).expect("the specimen was taught such items");
        let values = task.values();
        let text = [task.prompt(Token::TRACE), task.trace(&values), task.summary(&values)].concat();
        let mut map = StepMap::new(1, &Layout::of(&text));
        for at in 0..text.len() - 1 {
            let mut row = vec![0.0; at + 1];
            row[at] = weight;
            map.add(at, &[row]);
        }
        map
    }

    #[test]
    fn thinking_falls_as_one_over_the_number_of_steps_where_lines_draw_on_few() {
        let line = real(TRACE_LINE);
        for steps in [3u16, 6, 24] {
            let map = diagonal(steps, 0.25);
            // Of eleven tokens of a line the first drew on the line before it, which the first line does not have.
            let n = f64::from(steps);
            let within = (n * (line - 1.0) + n - 1.0) / (line * line) / (n * n);
            assert!((map.thinking(0..1, Norm::Rows) - within).abs() < 1e-12);
            assert!((map.thinking(0..1, Norm::Plain) - 0.25 * within).abs() < 1e-12);
            // Of eight tokens of the summary the first drew on the trace.
            assert!((map.summary(0..1, Norm::Rows) - 7.0 / 64.0).abs() < 1e-12);
            assert!((map.summary(0..1, Norm::Plain) - 0.25 * 7.0 / 64.0).abs() < 1e-12);
        }
    }

    #[test]
    fn the_area_is_the_share_of_pairs() {
        assert_eq!(area(&[(3.0, true), (1.0, false), (2.0, false)]), Some(1.0));
        assert_eq!(area(&[(1.0, true), (1.0, false), (2.0, false)]), Some(0.25));
        assert_eq!(area(&[(1.0, false)]), None);
    }
}
