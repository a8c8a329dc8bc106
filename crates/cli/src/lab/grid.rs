//! The changes of the flow that `stepfall lab flow` tries: bands of layers, and strengths.

use std::ops::Range;

use stepfall_small_model::{BridgeStrength, BridgeTarget, Momentum, StepFlow};

/// The values of tau that are tried: the largest share of attention that a bridge is raised to.
pub(super) const BRIDGES: [f32; 5] = [0.02, 0.05, 0.1, 0.15, 0.3];
/// The values of alpha that are tried: the strength of the momentum.
pub(super) const MOMENTA: [f32; 4] = [0.02, 0.06, 0.2, 0.5];

/// A range of layers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Band {
    pub(super) layers: Range<usize>,
}

impl Band {
    /// Returns the lowest quarter of the layers, the shallow band of arXiv 2604.06695. The band has
    /// at least one layer.
    pub(super) fn shallow(layers: usize) -> Self {
        Self { layers: 0..layers.div_ceil(4) }
    }

    /// Returns the highest quarter of the layers, the deep band.
    pub(super) fn deep(layers: usize) -> Self {
        Self { layers: layers - layers.div_ceil(4)..layers }
    }

    fn lower_half(layers: usize) -> Self {
        Self { layers: 0..layers.div_ceil(2) }
    }

    fn upper_half(layers: usize) -> Self {
        Self { layers: layers / 2..layers }
    }

    fn whole(layers: usize) -> Self {
        Self { layers: 0..layers }
    }

    /// Returns each layer, the shallow and the deep quarter, the lower and the upper half, and all
    /// layers, without duplicates.
    pub(super) fn all(layers: usize) -> Vec<Self> {
        let mut bands: Vec<Self> =
            (0..layers).map(|layer| Self { layers: layer..layer + 1 }).collect();
        let wider = [
            Self::shallow(layers),
            Self::deep(layers),
            Self::lower_half(layers),
            Self::upper_half(layers),
            Self::whole(layers),
        ];
        for band in wider {
            if !bands.contains(&band) {
                bands.push(band);
            }
        }
        bands
    }

    /// Returns the numbers of the layers from 1, such as `2` or `1 to 4`.
    pub(super) fn numbers(&self) -> String {
        let (first, last) = (self.layers.start + 1, self.layers.end);
        if first == last { first.to_string() } else { format!("{first} to {last}") }
    }

    /// Returns the numbers of the layers after the word `layer` or `layers`.
    pub(super) fn name(&self) -> String {
        let plural = if self.layers.len() == 1 { "" } else { "s" };
        format!("layer{plural} {}", self.numbers())
    }
}

/// A change of the flow whose layers and strength are to be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    Bridge,
    Previous,
    Operands,
    Momentum,
    Both,
}

/// The settings of a change that are tried in some layers, the weakest first.
#[derive(Debug, Clone)]
pub(super) struct Tried {
    pub(super) change: Change,
    pub(super) layers: String,
    /// Each setting with the name of its strength.
    pub(super) settings: Vec<(String, StepFlow)>,
}

impl Change {
    pub(super) const ALL: [Self; 5] =
        [Self::Bridge, Self::Previous, Self::Operands, Self::Momentum, Self::Both];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Bridge => "odds-equal bridge",
            Self::Previous => "bridge to the previous line",
            Self::Operands => "bridge to the operands (told which)",
            Self::Momentum => "step momentum",
            Self::Both => "bridge and momentum",
        }
    }

    /// Returns whether the settings of a row differ by the share of a bridge, and not by the
    /// strength of the momentum.
    pub(super) const fn is_by_bridge(self) -> bool {
        matches!(self, Self::Bridge | Self::Previous | Self::Operands)
    }

    /// Returns the settings that are tried in a model with `layers` layers.
    pub(super) fn grid(self, layers: usize) -> Vec<Tried> {
        let bands = Band::all(layers);
        match self {
            Self::Bridge | Self::Previous | Self::Operands => {
                bands.iter().map(|band| self.by_bridge(band)).collect()
            }
            Self::Momentum => bands
                .iter()
                .map(|band| self.by_momentum(band.name(), band, &StepFlow::default()))
                .collect(),
            // First the bands of arXiv 2604.06695, then the bands exchanged, then wider bands.
            Self::Both => {
                let pairs = [
                    (Band::shallow(layers), Band::deep(layers)),
                    (Band::deep(layers), Band::shallow(layers)),
                    (Band::lower_half(layers), Band::upper_half(layers)),
                    (Band::whole(layers), Band::whole(layers)),
                ];
                let mut found = Vec::new();
                for (below, above) in pairs {
                    for most in BRIDGES {
                        let name = format!(
                            "bridge in {} with tau {most}, momentum in {}",
                            below.name(),
                            above.name()
                        );
                        let strength = BridgeStrength { layers: below.layers.clone(), most };
                        let flow = StepFlow { bridge: Some(strength), ..StepFlow::default() };
                        found.push(self.by_momentum(name, &above, &flow));
                    }
                }
                found
            }
        }
    }

    fn by_bridge(self, band: &Band) -> Tried {
        let flow = |most| {
            let strength = BridgeStrength { layers: band.layers.clone(), most };
            let plain = StepFlow::default();
            match self {
                Self::Previous => {
                    StepFlow { link: Some((BridgeTarget::Previous, strength)), ..plain }
                }
                Self::Operands => {
                    StepFlow { link: Some((BridgeTarget::Operands, strength)), ..plain }
                }
                _ => StepFlow { bridge: Some(strength), ..plain },
            }
        };
        let settings = BRIDGES.map(|most| (format!("tau {most}"), flow(most))).into();
        Tried { change: self, layers: band.name(), settings }
    }

    fn by_momentum(self, layers: String, band: &Band, flow: &StepFlow) -> Tried {
        let settings = MOMENTA.map(|strength| {
            let momentum = Momentum { layers: band.layers.clone(), strength, window: None };
            (format!("alpha {strength}"), StepFlow { momentum: Some(momentum), ..flow.clone() })
        });
        Tried { change: self, layers, settings: settings.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_are_each_layer_and_wider_blocks_without_duplicates() {
        let names = |layers| Band::all(layers).iter().map(Band::numbers).collect::<Vec<_>>();
        assert_eq!(names(1), ["1"]);
        assert_eq!(names(4), ["1", "2", "3", "4", "1 to 2", "3 to 4", "1 to 4"]);
        let eight = names(8);
        assert_eq!(eight[8..], ["1 to 2", "7 to 8", "1 to 4", "5 to 8", "1 to 8"]);
    }

    #[test]
    fn every_setting_has_an_effect_and_is_unique() {
        let mut flows: Vec<StepFlow> = Vec::new();
        for change in Change::ALL {
            for tried in change.grid(4) {
                for (_, flow) in tried.settings {
                    assert!(!flow.is_off() && !flows.contains(&flow));
                    flows.push(flow);
                }
            }
        }
        assert_eq!(flows.len(), 3 * 7 * 5 + 7 * 4 + 4 * 5 * 4);
    }
}
