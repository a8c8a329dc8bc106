//! Presets for the set-up of a sweep.

use stepfall_link::{LinkedModel, SweepLink};

/// A preset for the grid of a sweep, and for its targets if the preset needs certain targets. All
/// other settings stay unchanged, such as the limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Preset {
    /// Language models at the default lengths.
    Curve,
    /// Two solvers that fail in different ways.
    Simulated,
    /// Several look-backs.
    LookBack,
    /// Conditions without and with written work.
    Work,
    /// The same items under several conditions.
    Remedies,
    /// Familiar procedures compared with novel procedures.
    Novel,
}

/// The parameters that every preset resets to their defaults, before it sets its own.
const GRID: [&str; 9] =
    ["steps", "lookback", "condition", "items", "samples", "numbers", "wording", "names", "lines"];
/// Two solvers: one often uses an incorrect operand, the other makes rare arithmetic errors.
const SIMULATED: [&str; 2] = ["simulated:wrong-operand:400", "simulated:slip-digit:100"];
/// A solver that fails in several ways, so that each remedy corrects some of its failures.
const MIXED: [&str; 1] = ["simulated:mixed:300"];

impl Preset {
    /// All presets, in the order in which the page shows them.
    pub(crate) const ALL: [Self; 6] =
        [Self::Curve, Self::Simulated, Self::Remedies, Self::Novel, Self::LookBack, Self::Work];

    /// Returns the differences from the default grid.
    fn grid(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Curve | Self::Simulated => &[],
            Self::LookBack => &[("lookback", "2,3,5,7")],
            Self::Work => &[("condition", "answer-only,trace")],
            Self::Remedies => &[
                ("steps", "5,15,25,45"),
                (
                    "condition",
                    "trace,unchained,stepwise,checkpoints.5,verified.5,calculator,transcribe",
                ),
                ("items", "25"),
                // In this wording a model cannot copy steps from the prompt. The wording applies to
                // every condition, so that comparisons stay paired.
                ("wording", "english"),
                ("names", "scattered"),
                ("lines", "shuffled"),
                // With integers, a division that leaves a remainder would reveal an earlier error.
                // Residues have no division and no bound.
                ("numbers", "mod97"),
                ("ops", ""),
                ("bound", ""),
                ("inputs", ""),
            ],
            Self::Novel => &[
                ("steps", "5,15,25,45"),
                ("condition", "trace,exception,remapped"),
                ("items", "25"),
                // With integers, a division that leaves a remainder would reveal that a sign was
                // read in its usual meaning.
                ("numbers", "mod97"),
                ("ops", ""),
                ("bound", ""),
                ("inputs", ""),
            ],
        }
    }

    /// Returns the preset's targets for a set-up with the targets `chosen`. `Curve`, `Work` and
    /// `Novel` retain only language models. A curve is for models, solvers write nothing under
    /// answer-only conditions, and no procedure is more familiar to a solver than another.
    /// `Simulated` has its own solvers. `LookBack` uses a solver if there are no targets, and
    /// `Remedies` if there is no language model.
    fn models(self, chosen: &[LinkedModel]) -> Vec<LinkedModel> {
        let simulated = |names: &[&str]| {
            names.iter().map(|name| LinkedModel::new((*name).to_owned(), &[])).collect::<Vec<_>>()
        };
        match self {
            Self::Curve | Self::Work | Self::Novel => {
                chosen.iter().filter(|model| model.is_model()).cloned().collect()
            }
            Self::Simulated => simulated(&SIMULATED),
            Self::LookBack if chosen.is_empty() => simulated(&SIMULATED[..1]),
            Self::Remedies if !chosen.iter().any(LinkedModel::is_model) => simulated(&MIXED),
            Self::LookBack | Self::Remedies => chosen.to_vec(),
        }
    }

    /// Returns a set-up with the preset applied.
    pub(crate) fn of(self, setup: &SweepLink) -> SweepLink {
        let mut preset = setup.clone();
        for key in GRID {
            preset.set(key, "");
        }
        for (key, value) in self.grid() {
            preset.set(key, value);
        }
        preset.models = self.models(&setup.models);
        preset
    }

    /// Returns whether the preset's targets need no API key; `None` if there are no targets.
    pub(crate) fn is_free(self, setup: &SweepLink) -> Option<bool> {
        let models = self.models(&setup.models);
        (!models.is_empty()).then(|| !models.iter().any(LinkedModel::is_model))
    }

    /// Returns whether a set-up already equals the preset.
    pub(crate) fn is_set(self, setup: &SweepLink) -> bool {
        let preset = self.of(setup);
        preset.models == setup.models && GRID.iter().all(|key| preset.get(key) == setup.get(key))
    }

    /// Returns the number of items, over all lengths, for each compared model, condition or
    /// look-back.
    pub(crate) fn items(self, setup: &SweepLink) -> u32 {
        let preset = self.of(setup);
        let lengths = u32::try_from(preset.get("steps").split(',').count()).unwrap_or(u32::MAX);
        lengths.saturating_mul(preset.get("items").parse().unwrap_or(1))
    }

    /// Returns the number of attempts of the preset with its targets, or with one target if it has
    /// none.
    pub(crate) fn attempts(self, setup: &SweepLink) -> u32 {
        let preset = self.of(setup);
        let count = |key: &str| preset.get(key).split(',').count();
        let number = |key: &str| preset.get(key).parse().unwrap_or(1);
        let models = preset.models.len().max(1);
        let cells = count("steps") * count("lookback") * count("condition") * models;
        u32::try_from(cells).unwrap_or(u32::MAX).saturating_mul(number("items") * number("samples"))
    }
}

#[cfg(test)]
mod tests {
    use stepfall_procedure::{Arithmetic, Condition, LineOrder, NameStyle, Wording};
    use stepfall_sweep::Plan;

    use super::*;

    #[test]
    fn a_preset_changes_the_grid_and_keeps_the_limits() {
        let setup = SweepLink::read("#/sweep?v=2&steps=7&samples=3&max-spend=2&model=openai:m");
        let work = Preset::Work.of(&setup);
        assert_eq!(
            work.plan(),
            "#/sweep?v=2&max-spend=2&condition=answer-only,trace&model=openai:m"
        );
        assert!(Preset::Work.is_set(&work) && !Preset::Work.is_set(&setup));
        assert_eq!(Preset::Curve.of(&work).plan(), "#/sweep?v=2&max-spend=2&model=openai:m");
    }

    #[test]
    fn some_presets_are_free_without_a_key() {
        let first = SweepLink::read("#/sweep");
        let attempts = Preset::ALL.map(|preset| preset.attempts(&first));
        assert_eq!(attempts, [120, 240, 700, 300, 480, 240]);
        assert_eq!(Preset::ALL.map(|preset| preset.items(&first)), [120, 120, 100, 100, 120, 120]);
        let free = Preset::ALL.map(|preset| preset.is_free(&first));
        assert_eq!(free, [None, Some(true), Some(true), None, Some(true), None]);
        assert!(Preset::ALL.into_iter().all(|preset| preset.is_set(&preset.of(&first))));
        assert_eq!(Preset::LookBack.of(&Preset::Curve.of(&first)).models.len(), 1);
    }

    #[test]
    fn presets_avoid_copyable_and_self_revealing_tasks() {
        let first = SweepLink::read("#/sweep?v=2&model=openai:m");
        for preset in Preset::ALL {
            let (plan, problems) = Plan::read(&preset.of(&first).plan());
            assert!(problems.is_empty() && plan.check().is_ok(), "{preset:?}");
            assert_eq!(plan.notices(), [], "{preset:?}");
            let requested = |words: &[&str]| {
                plan.conditions.iter().any(|condition| words.contains(&condition.word()))
            };
            if requested(&["symbolic", "transcribe", "explain"]) {
                let base = plan.base;
                let how = (base.wording, base.names, base.lines);
                assert_eq!(how, (Wording::English, NameStyle::Scattered, LineOrder::Shuffled));
            }
            if requested(&["review", "verified", "primed", "remapped"]) {
                assert_eq!(plan.base.arithmetic, Arithmetic::Modular { modulus: 97 });
            }
        }
        let remedies = Plan::read(&Preset::Remedies.of(&first).plan()).0;
        assert!(remedies.conditions.contains(&Condition::Transcribe));
        // Each remedy needs its control condition.
        for (condition, control) in [
            (Condition::Verified(5), Condition::Checkpoints(5)),
            (Condition::Calculator, Condition::Stepwise),
            (Condition::Transcribe, Condition::Trace),
        ] {
            assert!(remedies.conditions.contains(&condition), "{condition}");
            assert!(remedies.conditions.contains(&control), "{condition} against {control}");
        }
    }

    #[test]
    fn another_preset_resets_how_procedures_are_written() {
        let first = SweepLink::read("#/sweep?v=2&max-spend=2&model=openai:m");
        let remedies = Preset::Remedies.of(&first);
        assert!(remedies.plan().contains("lines=shuffled"), "{}", remedies.plan());
        assert_eq!(Preset::Curve.of(&remedies).plan(), Preset::Curve.of(&first).plan());
    }
}
