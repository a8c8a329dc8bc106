//! `StepFlow`: changes of the information flow while a token is read, after arXiv 2604.06695, and
//! an additional bridge.

use std::ops::Range;

use crate::float::sum;
use crate::model::weighted_rows;
use crate::weights::HEAD;

/// The minimum attention weight of bridge and segment. A shift that starts or ends below it does
/// not happen.
const MIN_WEIGHT: f32 = 1e-6;
/// The maximum number of bridges that act at a position. [`Flow::groups`] has two bits for each.
const MAX_BRIDGES: usize = 4;

/// A change of the attention weights of some layers: a group of positions, the *bridge*, gets at
/// least a share of the weight. The *segment* loses this weight.
///
/// This is the Odds-Equal Bridge (equations 5 to 8). The weights within each group keep their
/// ratios, and other positions keep their weights. If the bridge already has its share, nothing
/// changes. The ranges must not overlap.
#[derive(Debug, Clone, PartialEq)]
pub struct Bridge {
    /// The layers, from 0.
    pub layers: Range<usize>,
    /// The positions of the bridge.
    pub bridge: Vec<Range<usize>>,
    /// The positions that lose weight to the bridge.
    pub segment: Vec<Range<usize>>,
    /// The largest share of all weight that the bridge is raised to: tau.
    pub most: f32,
    /// The guard: the largest part of the weight of bridge and segment that the bridge is raised
    /// to.
    ///
    /// The paper has no guard. Let `p(O)` be the weight of the positions in neither group. The
    /// paper's rule leaves the segment `1 - p(O) - tau`, which is positive if `p(O) < 1 - tau`. A
    /// guard of 0.5 binds earlier, if `p(O) > 1 - 2 tau`. For tau 0.15 these limits are 0.85 and
    /// 0.7. Between them, the paper's rule would give the bridge more weight.
    pub part: f32,
}

/// An addition to the output of every head of some layers: the mean of the values at some
/// positions, times a strength.
///
/// This is Step Momentum Injection: the first token of a step gets the values of the step before.
#[derive(Debug, Clone, PartialEq)]
pub struct MomentumInjection {
    /// The layers, from 0.
    pub layers: Range<usize>,
    /// The positions of the values.
    pub from: Range<usize>,
    /// The strength, alpha.
    pub strength: f32,
}

/// The changes while one token is read.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Flow<'a> {
    /// The bridges, which act one after the other; at most four.
    pub bridges: &'a [Bridge],
    /// The addition to the outputs of heads; `None` for no addition.
    pub momentum_injection: Option<&'a MomentumInjection>,
}

impl Flow<'_> {
    /// Shifts the attention weights of a head. Returns the bridges that acted, as bits; the lowest
    /// bit is the first bridge.
    pub(crate) fn bridge(&self, layer: usize, attention: &mut [f32]) -> u8 {
        let mut acted = 0;
        for (number, bridge) in self.bridges.iter().take(MAX_BRIDGES).enumerate() {
            if bridge.layers.contains(&layer) && bridge.shift(attention) {
                acted |= 1 << number;
            }
        }
        acted
    }

    /// Returns the group of each of the first `count` positions. Two positions are in one group if
    /// they are in the same bridges and segments, among the bridges that acted.
    pub(crate) fn groups(&self, acted: u8, count: usize) -> Vec<u8> {
        let mut groups = vec![0u8; count];
        for (number, bridge) in self.bridges.iter().take(MAX_BRIDGES).enumerate() {
            if acted & 1 << number == 0 {
                continue;
            }
            let mut mark = |range: &Range<usize>, bit: usize| {
                for group in &mut groups[range.start.min(count)..range.end.min(count)] {
                    *group |= 1 << bit;
                }
            };
            bridge.bridge.iter().for_each(|range| mark(range, 2 * number));
            bridge.segment.iter().for_each(|range| mark(range, 2 * number + 1));
        }
        groups
    }

    /// Adds the carry to the output of a head.
    pub(crate) fn carry(&self, layer: usize, values: &[f32], out: &mut [f32; HEAD]) {
        let Some(carry) = self
            .momentum_injection
            .filter(|carry| carry.layers.contains(&layer) && !carry.from.is_empty())
        else {
            return;
        };
        let rows = &values[carry.from.start * HEAD..carry.from.end * HEAD];
        let count = carry.from.len();
        #[expect(clippy::cast_precision_loss, reason = "a step has a few tokens")]
        let weight = carry.strength / count as f32;
        let mean = weighted_rows(rows, &vec![weight; count]);
        for (out, mean) in out.iter_mut().zip(mean) {
            *out += mean;
        }
    }
}

impl Bridge {
    /// Returns the share that the bridge gets at least: the square root of its part of the
    /// positions, at most `most` (equation 6).
    fn min_share(&self) -> f32 {
        let size = |ranges: &[Range<usize>]| ranges.iter().map(Range::len).sum::<usize>();
        let bridge = size(&self.bridge);
        let both = bridge + size(&self.segment);
        #[expect(clippy::cast_precision_loss, reason = "a text has a few thousand tokens")]
        let root = if both == 0 { 0.0 } else { (bridge as f32 / both as f32).sqrt() };
        if root < self.most { root } else { self.most }
    }

    /// Shifts the weights. Returns whether anything changed.
    fn shift(&self, attention: &mut [f32]) -> bool {
        let clipped = |ranges: &[Range<usize>]| -> Vec<Range<usize>> {
            let end = attention.len();
            ranges.iter().map(|range| range.start.min(end)..range.end.min(end)).collect()
        };
        let (bridge, segment) = (clipped(&self.bridge), clipped(&self.segment));
        let weight = |ranges: &[Range<usize>]| {
            ranges.iter().fold(0.0, |total, range| total + sum(&attention[range.clone()]))
        };
        let (bridge_weight, segment_weight) = (weight(&bridge), weight(&segment));
        let both = bridge_weight + segment_weight;
        let limit = self.part * both;
        let wanted = self.min_share();
        let wanted = if wanted < limit { wanted } else { limit };
        if bridge_weight >= wanted
            || bridge_weight < MIN_WEIGHT
            || segment_weight < MIN_WEIGHT
            || both - wanted < MIN_WEIGHT
        {
            return false;
        }
        let (more, less) = (wanted / bridge_weight, (both - wanted) / segment_weight);
        for (ranges, factor) in [(bridge, more), (segment, less)] {
            for range in ranges {
                attention[range].iter_mut().for_each(|weight| *weight *= factor);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bridge(most: f32, part: f32) -> Bridge {
        Bridge { layers: 0..1, bridge: vec![0..2], segment: vec![4..8], most, part }
    }

    #[test]
    fn bridge_gets_its_share_and_other_positions_keep_theirs() {
        let before = [0.01, 0.03, 0.2, 0.16, 0.3, 0.1, 0.1, 0.1];
        let mut after = before;
        bridge(0.15, 0.5).shift(&mut after);
        assert!((sum(&after) - 1.0).abs() < 1e-6);
        assert!((after[0] + after[1] - 0.15).abs() < 1e-6);
        assert_eq!(after[2..4], before[2..4]);
        assert!((after[1] / after[0] - 3.0).abs() < 1e-4);
        assert!((after[4] / after[5] - 3.0).abs() < 1e-4);
    }

    #[test]
    fn bridge_with_enough_weight_is_unchanged() {
        let before = [0.2, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1];
        let mut after = before;
        bridge(0.15, 0.5).shift(&mut after);
        assert_eq!(after, before);
    }

    #[test]
    fn guard_keeps_segment_weights_positive() {
        // The rule of the paper would make the segment negative here: the other positions have the
        // weight 0.9, bridge and segment 0.05 each, and tau is 0.3.
        let mut after = [0.025, 0.025, 0.45, 0.45, 0.02, 0.01, 0.01, 0.01];
        bridge(0.3, 0.9).shift(&mut after);
        assert!(after.iter().all(|&weight| weight > 0.0));
        assert!((after[0] + after[1] - 0.09).abs() < 1e-6);
        assert!((sum(&after) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn guard_limits_the_shift_where_the_paper_rule_does_not() {
        // The other positions have a total weight of 0.66, 0.75 or 0.84. A guard of 1.0 is no
        // guard: the result is that of the paper's rule.
        for (other, guarded, paper) in [(0.66, 0.15, 0.15), (0.75, 0.125, 0.15), (0.84, 0.08, 0.15)]
        {
            let rest: f32 = 1.0 - other;
            let before = [0.01, 0.01, other / 2.0, other / 2.0, rest - 0.02, 0.0, 0.0, 0.0];
            for (part, wanted) in [(0.5, guarded), (1.0, paper)] {
                let mut after = before;
                assert!(bridge(0.15, part).shift(&mut after));
                assert!((after[0] + after[1] - wanted).abs() < 1e-6, "{other}, {part}: {after:?}");
            }
        }
    }

    #[test]
    fn long_segments_lower_the_requested_share() {
        let long = Bridge { segment: vec![2..900], ..bridge(0.15, 1.0) };
        assert!((long.min_share() - (2.0f32 / 900.0).sqrt()).abs() < 1e-7);
    }

    #[test]
    fn carry_adds_the_mean_of_the_values() {
        let carry = MomentumInjection { layers: 3..4, from: 1..3, strength: 0.5 };
        let values: Vec<f32> = (0..4 * HEAD).map(|at| (at / HEAD) as f32).collect();
        let flow = Flow { bridges: &[], momentum_injection: Some(&carry) };
        let mut out = [1.0; HEAD];
        flow.carry(2, &values, &mut out);
        assert_eq!(out, [1.0; HEAD]);
        flow.carry(3, &values, &mut out);
        assert_eq!(out, [1.75; HEAD]);
    }
}
