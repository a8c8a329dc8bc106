//! The settings of `StepFlow`, and the bridges and carry that they give for each token of a
//! transcript.

use std::ops::Range;

use crate::flow::{Bridge, MomentumInjection};
use crate::layout::Layout;
use crate::task::{SmallModelItem, operands};

/// The layers and the strength of a bridge.
#[derive(Debug, Clone, PartialEq)]
pub struct BridgeStrength {
    /// The layers, from 0.
    pub layers: Range<usize>,
    /// The largest share of weight that the bridge is raised to: tau.
    pub most: f32,
}

/// The target of the additional bridge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BridgeTarget {
    /// The line of the trace before the current one.
    Previous,
    /// The prompt line of the current step, and the lines with the values of its operands. These
    /// lines are computed from the procedure, which a real model cannot do. So this bridge only
    /// shows an upper bound.
    Operands,
}

/// The changes of the flow of a transcript.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StepFlow {
    /// The Odds-Equal Bridge: from the trace to the prompt, and from the summary to the trace.
    pub bridge: Option<BridgeStrength>,
    /// Step Momentum Injection.
    pub momentum: Option<Momentum>,
    /// The additional bridge, which is not in the paper.
    pub link: Option<(BridgeTarget, BridgeStrength)>,
}

/// Step Momentum Injection.
#[derive(Debug, Clone, PartialEq)]
pub struct Momentum {
    /// The layers, from 0.
    pub layers: Range<usize>,
    /// The strength, alpha.
    pub strength: f32,
    /// The number of tokens at the end of the step before that are used; `None` for all. The paper
    /// uses all, and the code of its authors uses four.
    pub window: Option<usize>,
}

/// The guard of all bridges ([`Bridge::part`]), which is not in the paper.
const PART: f32 = 0.5;

impl StepFlow {
    /// Returns whether there are no changes to the flow.
    pub fn is_off(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the bridges and the carry for the last token of the text with this layout.
    pub(crate) fn at(
        &self,
        task: &SmallModelItem,
        layout: &Layout,
    ) -> (Vec<Bridge>, Option<MomentumInjection>) {
        let mut bridges = Vec::new();
        let prompt = layout.prompt();
        let (Some(trace), end) = (layout.trace(), layout.length()) else {
            return (bridges, None);
        };
        let summary = layout.summary();
        if let Some(BridgeStrength { layers, most }) = self.bridge.clone() {
            let (bridge, segment) = match &summary {
                None => (prompt.clone(), trace.start..end),
                Some(summary) => (trace.clone(), summary.clone()),
            };
            bridges.push(Bridge {
                layers,
                bridge: vec![bridge],
                segment: vec![segment],
                most,
                part: PART,
            });
        }
        if summary.is_some() {
            return (bridges, None);
        }
        let lines = layout.trace_lines();
        let current = lines.len() - 1;
        if let Some((link, BridgeStrength { layers, most })) = self.link.clone() {
            let bridge = match link {
                BridgeTarget::Previous => lines.iter().rev().nth(1).cloned().into_iter().collect(),
                BridgeTarget::Operands => sources(task, layout, current),
            };
            let range = match link {
                BridgeTarget::Previous => trace.start..end,
                BridgeTarget::Operands => 0..end,
            };
            let segment = without(range, &bridge);
            if !bridge.is_empty() {
                bridges.push(Bridge { layers, bridge, segment, most, part: PART });
            }
        }
        let carry = self.momentum.as_ref().and_then(|momentum| {
            // The carry acts only on the first token of a line.
            let (now, before) = (lines.last()?, lines.iter().rev().nth(1)?);
            let from = momentum
                .window
                .map_or(before.start, |window| before.start.max(before.end.saturating_sub(window)));
            let first = now.len() == 1;
            first.then(|| MomentumInjection {
                layers: momentum.layers.clone(),
                from: from..before.end,
                strength: momentum.strength,
            })
        });
        (bridges, carry)
    }
}

/// Returns the lines that a step needs: its line of the prompt, and the line with the value of each
/// operand. The lines are in order, and each appears once.
pub(crate) fn sources(task: &SmallModelItem, layout: &Layout, step: usize) -> Vec<Range<usize>> {
    let Some(next) = task.steps().get(step) else { return Vec::new() };
    let mut found: Vec<Range<usize>> =
        layout.prompt_lines().get(step + 2).cloned().into_iter().collect();
    for number in operands(*next) {
        let number = usize::from(number);
        let line = match number.checked_sub(3) {
            None => layout.prompt_lines().get(number - 1),
            Some(earlier) => layout.trace_lines().get(earlier),
        };
        found.extend(line.cloned());
    }
    found.sort_by_key(|range| range.start);
    found.dedup();
    found
}

/// Returns the parts of a range that are outside `holes`. The holes are in order.
fn without(range: Range<usize>, holes: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut left = Vec::new();
    let mut from = range.start;
    for hole in holes {
        if hole.start > from {
            left.push(from..hole.start.min(range.end));
        }
        from = from.max(hole.end);
    }
    if from < range.end {
        left.push(from..range.end);
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excluded_ranges_are_removed() {
        assert_eq!(without(2..10, &[0..1, 3..5, 7..8]), [2..3, 5..7, 8..10]);
        assert_eq!(without(0..4, &[0..4]), []);
    }
}
