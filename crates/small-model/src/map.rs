//! Maps of saliency or attention, pooled from tokens to lines, and their comparison with the lines
//! that a step needs.

use std::ops::Range;

use crate::layout::Layout;
use crate::step_flow::sources;
use crate::task::SmallModelItem;

/// The meaning of a column of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Column {
    /// The tokens of the prompt that belong to no line: its first token, the queries, its last
    /// token.
    Frame,
    /// The line of the prompt about the value with this number.
    Prompt(u16),
    /// The line of the trace about the value with this number, from 3.
    Trace(u16),
    /// The summary.
    Summary,
}

/// The normalisation of the rows of tokens before they are pooled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Norm {
    /// The sum of each row is one, as in the text of arXiv 2604.06695.
    Rows,
    /// Rows are unchanged, as in the code of its authors.
    Plain,
}

/// A map of one layer: a row for each line of the trace, and one for the summary.
///
/// A row of tokens belongs to the line of the token whose loss it is about. The paper assigns it to
/// the token before, which differs only for the first token of a line.
#[derive(Debug, Clone, PartialEq)]
struct LayerMap {
    columns: usize,
    rows: usize,
    /// The sums of all cells, row by row: with [`Norm::Rows`], and with [`Norm::Plain`].
    sums: [Vec<f64>; 2],
    /// The number of tokens of each row.
    counts: Vec<u32>,
}

/// The maps of all layers: how much each line draws on each part of the text.
#[derive(Debug, Clone, PartialEq)]
pub struct StepMap {
    columns: Vec<(Column, Vec<Range<usize>>)>,
    layers: Vec<LayerMap>,
    rows: usize,
    /// The column of each position.
    column_at: Vec<u16>,
}

impl StepMap {
    /// Creates an empty map for a complete text of prompt and transcript.
    pub fn new(layers: usize, layout: &Layout) -> Self {
        let mut columns = vec![(Column::Frame, Vec::new())];
        let numbered = |lines: &[Range<usize>], first: u16, column: fn(u16) -> Column| {
            (first..)
                .zip(lines)
                .map(|(number, line)| (column(number), vec![line.clone()]))
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

    /// Adds the row of the position `at`, which belongs to the loss of the next token. In each
    /// layer, the row has one number for each position up to `at`.
    pub fn add(&mut self, at: usize, row: &[Vec<f32>]) {
        let Some(&about) = self.column_at.get(at + 1) else { return };
        let target = match self.columns[usize::from(about)].0 {
            Column::Trace(number) => usize::from(number) - 3,
            Column::Summary => self.rows - 1,
            Column::Frame | Column::Prompt(_) => return,
        };
        for (layer, row) in self.layers.iter_mut().zip(row) {
            let total: f64 = row.iter().map(|&value| f64::from(value)).sum();
            layer.counts[target] += 1;
            for (&value, &column) in row.iter().zip(&self.column_at) {
                let at = target * layer.columns + usize::from(column);
                layer.sums[1][at] += f64::from(value);
                if total > 0.0 {
                    layer.sums[0][at] += f64::from(value) / total;
                }
            }
        }
    }

    /// Returns the columns.
    pub fn columns(&self) -> impl Iterator<Item = Column> {
        self.columns.iter().map(|&(column, _)| column)
    }

    /// Returns the number of rows: the lines of the trace, and the summary.
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of layers.
    pub const fn layers(&self) -> usize {
        self.layers.len()
    }

    /// Returns the saliency of a row in a column, as the mean over the tokens of the row and over
    /// some layers. It is a share with [`Norm::Rows`], and a raw sum with [`Norm::Plain`].
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

    /// Returns the mean over all pairs of tokens of a row and a column (equation 3), over some
    /// layers.
    ///
    /// The mean falls with the length of the column. Pairs in which the token of the column comes
    /// later count as zeros.
    pub fn mean(&self, layers: Range<usize>, norm: Norm, row: usize, column: usize) -> f64 {
        let tokens: usize = self.columns[column].1.iter().map(Range::len).sum();
        self.mass(layers, norm, row, column) / real(tokens.max(1))
    }

    /// Returns the mean of [`StepMap::mean`] over all pairs of lines of the trace, which the paper
    /// calls the intensity within thinking. It is about inversely proportional to the number of
    /// steps.
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

    /// Returns [`StepMap::mean`] of the summary's row in the summary's column.
    pub fn summary(&self, layers: Range<usize>, norm: Norm) -> f64 {
        self.mean(layers, norm, self.rows - 1, self.columns.len() - 1)
    }
}

/// The pooling of the tokens of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pooling {
    /// The mean over the tokens, as in equation 3 of arXiv 2604.06695.
    Mean,
    /// The sum over the tokens. It favours lines with many tokens.
    Sum,
}

/// The agreement of a row of a map with the lines that its step needs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Agreement {
    /// The probability that a needed line has a larger value than a line that is not needed (area
    /// under the ROC curve).
    pub area: f64,
    /// `area` for uniform attention, which gives every earlier token the same weight: 0.5 with
    /// [`Pooling::Mean`].
    ///
    /// With [`Pooling::Sum`] it depends on the lengths of lines, since lines of the trace are
    /// longer than those of the prompt.
    pub area_uniform: f64,
    /// `area` for a map that prefers near lines.
    pub area_by_distance: f64,
    /// The share of needed lines in the sum of all earlier lines.
    pub share: f64,
    /// The share of needed lines for uniform attention.
    pub share_uniform: f64,
}

impl StepMap {
    /// Compares the row of a step, from 0, with the lines that the step needs: its line of the
    /// prompt, and the lines with the values of its operands.
    ///
    /// Returns `None` if the procedure has no such step, or its line was not written.
    pub fn agreement(
        &self,
        task: &SmallModelItem,
        layout: &Layout,
        layers: Range<usize>,
        (norm, pooling): (Norm, Pooling),
        step: usize,
    ) -> Option<Agreement> {
        if step + 1 >= self.rows {
            return None;
        }
        let needed = sources(task, layout, step);
        let begin = layout.trace_lines().get(step)?.start;
        let is_line = |column: &Column| matches!(column, Column::Prompt(_) | Column::Trace(_));
        let earlier = self.columns.iter().enumerate().filter_map(|(at, (column, ranges))| {
            let range = ranges.first()?;
            let is_earlier = is_line(column) && range.start < begin;
            is_earlier.then(|| (at, range.len(), needed.contains(range)))
        });
        let lines: Vec<(usize, usize, bool)> = earlier.collect();
        let valued = |value: &dyn Fn(usize, usize) -> f64| -> Vec<(f64, bool)> {
            let valued_line = |&(at, tokens, is_needed)| (value(at, tokens), is_needed);
            lines.iter().map(valued_line).collect()
        };
        let drawn = valued(&|at, _| match pooling {
            Pooling::Mean => self.mean(layers.clone(), norm, step, at),
            Pooling::Sum => self.mass(layers.clone(), norm, step, at),
        });
        let uniform = valued(&|_, tokens| match pooling {
            Pooling::Mean => 1.0,
            Pooling::Sum => real(tokens),
        });
        Some(Agreement {
            area: area(&drawn)?,
            area_uniform: area(&uniform)?,
            area_by_distance: area(&valued(&|at, _| real(at)))?,
            share: share(&drawn),
            share_uniform: share(&uniform),
        })
    }
}

/// Returns the sum of the values that are marked `true`, divided by the sum of all values.
fn share(values: &[(f64, bool)]) -> f64 {
    let total: f64 = values.iter().map(|(value, _)| value).sum();
    let good: f64 = values.iter().filter(|(_, is_true)| *is_true).map(|(value, _)| value).sum();
    if total > 0.0 { good / total } else { 0.0 }
}

#[expect(clippy::cast_precision_loss, reason = "a text has a few thousand tokens")]
fn real(count: usize) -> f64 {
    count as f64
}

/// Returns the share of pairs of a true and a false value in which the true one is larger. Ties
/// count half.
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

    /// Returns a true transcript of a procedure with this many steps.
    fn transcript(steps: u16) -> (SmallModelItem, Vec<Token>) {
        let spec = Spec { steps, ..Spec::new(Arithmetic::Modular { modulus: 31 }) };
        let generator = Generator::new(spec).expect("such a spec has procedures");
        let item = generator.item(Seed::wrapping(2), 0).expect("such a seed has one");
        let task = SmallModelItem::of(&item).expect("the small model was trained on such items");
        let values = task.values();
        let text = [task.prompt(Token::TRACE), task.trace(&values), task.summary(&values)].concat();
        (task, text)
    }

    /// Returns the map of a true transcript. In this map every token has saliency only for the
    /// token before it.
    fn diagonal(steps: u16, weight: f32) -> StepMap {
        let (_, text) = transcript(steps);
        let mut map = StepMap::new(1, &Layout::of(&text));
        for at in 0..text.len() - 1 {
            let mut row = vec![0.0; at + 1];
            row[at] = weight;
            map.add(at, &[row]);
        }
        map
    }

    #[test]
    fn thinking_is_inversely_proportional_to_steps_for_local_saliency() {
        let line = real(TRACE_LINE);
        for steps in [3u16, 6, 24] {
            let map = diagonal(steps, 0.25);
            // Ten of the eleven tokens of a line have saliency for their own line, and the first
            // token for the line before. The first line has no line before it.
            let n = f64::from(steps);
            let within = (n * (line - 1.0) + n - 1.0) / (line * line) / (n * n);
            assert!((map.thinking(0..1, Norm::Rows) - within).abs() < 1e-12);
            assert!((map.thinking(0..1, Norm::Plain) - 0.25 * within).abs() < 1e-12);
            // The summary has eight tokens. Only the first one has saliency for the trace.
            assert!((map.summary(0..1, Norm::Rows) - 7.0 / 64.0).abs() < 1e-12);
            assert!((map.summary(0..1, Norm::Plain) - 0.25 * 7.0 / 64.0).abs() < 1e-12);
        }
    }

    #[test]
    fn uniform_attention_has_the_stated_uniform_agreement() {
        let (task, text) = transcript(10);
        let layout = Layout::of(&text);
        let mut map = StepMap::new(1, &layout);
        for at in 0..text.len() - 1 {
            map.add(at, &[vec![1.0 / (at + 1) as f32; at + 1]]);
        }
        let (mut areas, mut shares) = ([0.0; 2], [0.0; 2]);
        for step in 0..10 {
            for (at, pooling) in [Pooling::Mean, Pooling::Sum].into_iter().enumerate() {
                let agreement = map.agreement(&task, &layout, 0..1, (Norm::Rows, pooling), step);
                let agreement = agreement.expect("such a step");
                assert!(
                    (agreement.share - agreement.share_uniform).abs() < 1e-6,
                    "{pooling:?}: {agreement:?}"
                );
                areas[at] += agreement.area_uniform / 10.0;
                shares[at] += agreement.share_uniform / 10.0;
                if pooling == Pooling::Mean {
                    assert_eq!(agreement.area_uniform, 0.5);
                }
            }
        }
        // Lines of the trace have eleven tokens, and lines of the prompt six or three. Operands are
        // mostly in the trace, so the sum favours the needed lines.
        assert!(areas[1] > 0.58 && areas[1] < 0.68, "{areas:?}");
        assert!(shares[1] > shares[0], "{shares:?}");
    }

    #[test]
    fn area_is_the_share_of_correctly_ordered_pairs() {
        assert_eq!(area(&[(3.0, true), (1.0, false), (2.0, false)]), Some(1.0));
        assert_eq!(area(&[(1.0, true), (1.0, false), (2.0, false)]), Some(0.25));
        assert_eq!(area(&[(1.0, false)]), None);
    }
}
