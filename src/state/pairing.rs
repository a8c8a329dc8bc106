//! The choice of two results of a batch that are compared.

use std::cmp::Reverse;

use stepfall_protocol::batch::BatchSummary;
use stepfall_protocol::comparison::{ComparedModel, Side};

/// The two results that the user chose to compare. Either may have been removed since.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Pairing {
    chosen: [Option<ComparedModel>; 2],
}

/// Returns the results that can be compared: those of the first files, then those of the second
/// files. Within each part, the results with the most responses come first.
pub(crate) fn compared_models(first: &BatchSummary, second: &BatchSummary) -> Vec<ComparedModel> {
    let of = |side: Side, summary: &BatchSummary| {
        let mut models: Vec<_> = summary.models.iter().collect();
        models.sort_by_key(|of| Reverse(of.counts.iter().sum::<u64>()));
        // Responses that name no model count for every named model. They are a result of their own
        // only if no response names a model.
        let named: Vec<ComparedModel> = models
            .iter()
            .filter(|of| !of.model.is_empty())
            .map(|of| ComparedModel { side, model: Some(of.model.clone()) })
            .collect();
        let has_unnamed = named.is_empty() && !models.is_empty();
        let unnamed = has_unnamed.then_some(ComparedModel { side, model: None });
        named.into_iter().chain(unnamed).collect::<Vec<_>>()
    };
    [of(Side::First, first), of(Side::Second, second)].concat()
}

impl Pairing {
    /// Returns the results to compare; `None` if there are fewer than two. Without a choice these
    /// are the first result of the first files and of the second files, or else the first two
    /// results.
    pub(crate) fn pair(&self, all: &[ComparedModel]) -> Option<[ComparedModel; 2]> {
        let [first, second] = &self.chosen;
        let known = |of: &Option<ComparedModel>| of.clone().filter(|of| all.contains(of));
        let (first, second) = (known(first), known(second));
        let other = |than: Option<&ComparedModel>| {
            let others = || all.iter().filter(|of| Some(*of) != than);
            others().find(|of| of.side == Side::Second).or_else(|| others().next()).cloned()
        };
        let first =
            first.or_else(|| all.iter().find(|of| Some(*of) != second.as_ref()).cloned())?;
        let second = second.or_else(|| other(Some(&first)))?;
        Some([first, second])
    }

    /// Chooses the first or the second result to compare. If `model` is already the other one, the
    /// two are exchanged.
    pub(crate) fn choose(&mut self, side: Side, model: ComparedModel, all: &[ComparedModel]) {
        let Some([first, second]) = self.pair(all) else { return };
        let (before, other) = match side {
            Side::First => (first, second),
            Side::Second => (second, first),
        };
        let other = if model == other { before } else { other };
        self.chosen = match side {
            Side::First => [Some(model), Some(other)],
            Side::Second => [Some(other), Some(model)],
        };
    }
}

#[cfg(test)]
mod tests {
    use stepfall_protocol::batch::ModelOutcomes;

    use super::*;

    fn summary(models: &[(&str, u64)]) -> BatchSummary {
        let models = models.iter().map(|(model, correct)| ModelOutcomes {
            model: (*model).to_owned(),
            counts: [*correct, 0, 0, 0, 0, 0, 0],
            ..ModelOutcomes::default()
        });
        BatchSummary { models: models.collect(), ..BatchSummary::default() }
    }

    fn of(side: Side, model: &str) -> ComparedModel {
        ComparedModel { side, model: (!model.is_empty()).then(|| model.to_owned()) }
    }

    #[test]
    fn the_largest_result_of_each_side_is_compared() {
        let (first, second) = (summary(&[("", 1), ("a", 2), ("b", 3)]), summary(&[("", 4)]));
        let all = compared_models(&first, &second);
        let [a, b, c] = [of(Side::First, "b"), of(Side::First, "a"), of(Side::Second, "")];
        assert_eq!(all, [a.clone(), b.clone(), c.clone()]);
        assert_eq!(Pairing::default().pair(&all), Some([a.clone(), c]));
        let alone = compared_models(&first, &BatchSummary::default());
        assert_eq!(Pairing::default().pair(&alone), Some([a, b]));
    }

    #[test]
    fn one_result_is_not_compared() {
        let all = compared_models(&summary(&[("a", 2)]), &BatchSummary::default());
        assert_eq!(Pairing::default().pair(&all), None);
        assert_eq!(Pairing::default().pair(&[]), None);
    }

    #[test]
    fn results_change_places_and_a_missing_one_is_replaced() {
        let (first, second) = (summary(&[("a", 2)]), summary(&[("b", 4), ("c", 3)]));
        let all = compared_models(&first, &second);
        let [a, b, c] = [of(Side::First, "a"), of(Side::Second, "b"), of(Side::Second, "c")];
        let mut pairing = Pairing::default();
        pairing.choose(Side::First, b.clone(), &all);
        assert_eq!(pairing.pair(&all), Some([b.clone(), a.clone()]));
        pairing.choose(Side::Second, c.clone(), &all);
        assert_eq!(pairing.pair(&all), Some([b, c.clone()]));
        assert_eq!(pairing.pair(&[a.clone(), c.clone()]), Some([a, c]));
    }
}
