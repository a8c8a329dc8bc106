//! Comparisons of two runs. P-values are compared with enumerations, adjusted p-values with the
//! definition of Holm's procedure, and intervals with published ones.

use proptest::prelude::*;
use stepfall_stats::{
    Confidence, Estimate, InvalidInput, ItemPair, ItemSharing, Pairs, Share, holm, mcnemar,
    mcnemar_mid_p, paired_difference,
};

const USUAL: Confidence = Confidence::P95;

fn discordant(only_first: u32, only_second: u32) -> f64 {
    mcnemar(Pairs { only_first, only_second, ..Pairs::default() })
}

fn pairs([both, only_first, only_second, neither]: [u32; 4]) -> Pairs {
    Pairs { both, only_first, only_second, neither }
}

/// Returns the difference for a table of items with one attempt of each run.
fn difference([both, only_first, only_second, neither]: [u32; 4]) -> Estimate {
    let share = |is_correct: bool| Share::new(u32::from(is_correct), 1).unwrap();
    let cells = [
        (both, true, true),
        (only_first, true, false),
        (only_second, false, true),
        (neither, false, false),
    ];
    let outcomes =
        cells.into_iter().flat_map(|(times, one, other)| (0..times).map(move |_| (one, other)));
    let pair = |(item, (first, second))| ItemPair {
        stratum: 0,
        item,
        first: share(first),
        second: share(second),
    };
    let pairs: Vec<ItemPair> = (0..).zip(outcomes).map(pair).collect();
    paired_difference(&pairs, ItemSharing::Independent, USUAL).unwrap()
}

/// Returns a row of Pascal's triangle.
fn binomials(all: u32) -> Vec<u128> {
    let mut row = vec![1u128];
    for _ in 0..all {
        let inner = row.windows(2).map(|pair| pair[0] + pair[1]);
        row = std::iter::once(1).chain(inner).chain([1]).collect();
    }
    row
}

/// Every table with up to 100 discordant pairs. The p-value is the share of all outcomes that are
/// no more likely than the observed one, counted in whole numbers.
#[test]
#[expect(clippy::cast_precision_loss, reason = "the quotient of two counts is what is compared")]
fn p_values_match_enumeration() {
    for all in 0..=100 {
        let ways = binomials(all);
        for (first, observed) in (0..=all).zip(&ways) {
            let as_rare: u128 = ways.iter().filter(|way| *way <= observed).sum();
            let exact = as_rare as f64 / (1u128 << all) as f64;
            let found = discordant(first, all - first);
            assert!((found / exact - 1.0).abs() < 1e-13, "{first} of {all}: {found} {exact}");
        }
    }
}

/// M. W. Fagerland, S. Lydersen and P. Laake, The McNemar Test for Binary Matched-Pairs Data, BMC
/// Medical Research Methodology 13 (2013) 91. The example is airway hyper-responsiveness, with 1
/// and 7 discordant pairs.
#[test]
fn p_value_matches_a_published_example() {
    assert!((mcnemar(pairs([1, 1, 7, 12])) - 0.0703).abs() < 5e-5);
}

#[test]
fn mid_p_value_matches_a_published_example() {
    assert!((mcnemar_mid_p(pairs([1, 1, 7, 12])) - 0.0391).abs() < 5e-5);
}

/// The mid-p value is the exact p-value, minus half of the probability of the observed outcome and
/// its mirror image.
#[test]
#[expect(clippy::cast_precision_loss, reason = "the quotient of two counts is what is compared")]
fn mid_p_values_match_enumeration() {
    for all in 1..=60u32 {
        let ways = binomials(all);
        for (first, at) in (0..=all).zip(&ways).filter(|(first, _)| 2 * first != all) {
            let counts = Pairs { only_first: first, only_second: all - first, ..Pairs::default() };
            let half = *at as f64 / (1u128 << all) as f64;
            let found = mcnemar_mid_p(counts);
            assert!((mcnemar(counts) - found - half).abs() < 1e-8, "{first} of {all}: {found}");
        }
    }
    let alike = Pairs { only_first: 4, only_second: 4, ..Pairs::default() };
    assert_eq!(mcnemar_mid_p(alike).to_bits(), 1.0f64.to_bits());
}

#[test]
fn concordant_items_do_not_change_the_p_value() {
    assert_eq!(mcnemar(pairs([900, 3, 11, 500])).to_bits(), discordant(3, 11).to_bits());
    for equal in [0, 1, 50, u32::MAX] {
        assert_eq!(discordant(equal, equal).to_bits(), 1.0f64.to_bits());
    }
    assert!((discordant(4, 5) - 1.0).abs() < 1e-15);
    assert!((discordant(0, 1) - 1.0).abs() < 1e-15);
}

#[test]
fn p_values_are_accurate_for_many_items() {
    // A difference of 3.04 standard deviations. The normal distribution with Yates's correction
    // gives 0.002374.
    assert!((discordant(498_480, 501_520) - 0.002_374).abs() < 1e-6);
    assert!(discordant(0, u32::MAX) < 1e-300);
    assert!(discordant(u32::MAX - 1, u32::MAX) > 0.999);
}

/// Returns the adjusted p-values of the closed testing procedure, for which Holm's procedure is a
/// short cut. The closed procedure rejects a hypothesis if Bonferroni's test rejects every set of
/// hypotheses that contains this hypothesis.
fn closed(p_values: &[f64]) -> Vec<f64> {
    let bonferroni = |set: u32| -> f64 {
        let members = (0..p_values.len()).filter(|member| set >> member & 1 == 1);
        let least = members.map(|member| p_values[member]).fold(1.0, f64::min);
        (least * f64::from(set.count_ones())).min(1.0)
    };
    let sets = 1..1u32 << p_values.len();
    let largest = |member: usize| {
        sets.clone().filter(|set| set >> member & 1 == 1).map(bonferroni).fold(0.0, f64::max)
    };
    (0..p_values.len()).map(largest).collect()
}

#[test]
fn holm_adjusts_p_values_and_refuses_invalid_ones() {
    let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]).unwrap();
    for (found, expected) in adjusted.iter().zip([0.03, 0.06, 0.06, 0.02]) {
        assert!((found - expected).abs() < 1e-15, "{adjusted:?}");
    }
    assert_eq!(holm(&[0.2]), Ok(vec![0.2]));
    assert_eq!(holm(&[1.0, 0.75]), Ok(vec![1.0, 1.0]));
    assert_eq!(holm(&[]), Err(InvalidInput::Empty));
    for invalid in [f64::NAN, -0.1, 1.1] {
        assert_eq!(holm(&[0.5, invalid]), Err(InvalidInput::Probability { position: 1 }));
    }
}

/// The first interval is an example of R. G. Newcombe's paper on method 10 (1998). The others are
/// from M. W. Fagerland, S. Lydersen and P. Laake, Statistical Analysis of Contingency Tables
/// (2017), chapter 8.
#[test]
fn intervals_match_published_examples() {
    for (table, value, low, high) in [
        ([36, 12, 2, 0], 0.2, 0.0569, 0.3404),
        ([1, 1, 7, 12], -0.2857, -0.5069, -0.0256),
        ([59, 6, 16, 80], -0.0621, -0.1186, -0.0046),
    ] {
        let found = difference(table);
        for (found, expected) in
            [(found.value, value), (found.interval.low, low), (found.interval.high, high)]
        {
            assert!((found - expected).abs() < 5e-5, "{table:?}: {found}");
        }
    }
    assert_eq!(paired_difference(&[], ItemSharing::Shared, USUAL), Err(InvalidInput::Empty));
}

#[test]
fn constant_runs_have_an_interval() {
    let same = difference([20, 0, 0, 0]).interval;
    assert!((same.low + 0.1611).abs() < 5e-5 && (same.high - 0.1611).abs() < 5e-5, "{same:?}");
    let apart = difference([0, 20, 0, 0]).interval;
    assert!((apart.high - 1.0).abs() < 1e-15 && apart.low > 0.7, "{apart:?}");
}

/// Returns every table of `items` items with its probability. `cells` has the probability of each
/// cell.
fn multinomial(items: u32, cells: [f64; 4]) -> Vec<([u32; 4], f64)> {
    let mut tables = vec![([0; 4], 1.0)];
    let mut left = 1.0;
    for (place, cell) in cells.into_iter().enumerate() {
        let share = if place == 3 { 1.0 } else { cell / left };
        left -= cell;
        tables = tables
            .iter()
            .flat_map(|&(table, term)| split(table, term, place, items, share))
            .collect();
    }
    tables
}

/// Returns every table in which the cell at `place` gets some of the items that are left, with its
/// probability. The last cell gets all of them.
fn split(table: [u32; 4], term: f64, place: usize, items: u32, share: f64) -> Vec<([u32; 4], f64)> {
    let rest = items - table.iter().sum::<u32>();
    let ways = binomials(rest);
    let takes = if place == 3 { rest..=rest } else { 0..=rest };
    takes
        .map(|take| {
            let mut next = table;
            next[place] = take;
            let missed =
                if place == 3 { 1.0 } else { (1.0 - share).powi((rest - take).cast_signed()) };
            let way = f64::from(u32::try_from(ways[take as usize]).unwrap());
            (
                next,
                if place == 3 {
                    term
                } else {
                    term * way * share.powi(take.cast_signed()) * missed
                },
            )
        })
        .collect()
}

#[test]
fn coverage_by_enumeration_is_close_to_the_nominal_level() {
    let mut all = Vec::new();
    for cells in [
        [0.25, 0.25, 0.25, 0.25],
        [0.5, 0.2, 0.1, 0.2],
        [0.4, 0.1, 0.1, 0.4],
        [0.7, 0.15, 0.05, 0.1],
        [0.1, 0.3, 0.2, 0.4],
        [0.3, 0.4, 0.1, 0.2],
        [0.85, 0.05, 0.05, 0.05],
    ] {
        let tables = multinomial(25, cells);
        let sum: f64 = tables.iter().map(|(_, term)| term).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        let truth = cells[1] - cells[2];
        let held = tables.iter().filter(|(table, _)| difference(*table).interval.contains(truth));
        all.push(held.map(|(_, term)| term).sum::<f64>());
    }
    assert!(all.iter().all(|coverage| (0.93..0.995).contains(coverage)), "{all:?}");
}

proptest! {
    #[test]
    fn holm_equals_the_closed_testing_procedure(p_values in prop::collection::vec(0.0..=1.0f64, 1..9)) {
        for (found, expected) in holm(&p_values).unwrap().iter().zip(closed(&p_values)) {
            prop_assert!((found - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn holm_keeps_equality_and_order_of_p_values(p_values in prop::collection::vec(0.0..=0.3f64, 1..9)) {
        let doubled: Vec<f64> = p_values.iter().chain(&p_values).copied().collect();
        let adjusted = holm(&doubled).unwrap();
        let (first_half, second_half) = adjusted.split_at(p_values.len());
        prop_assert_eq!(first_half, second_half);
        for (a, b) in (0..p_values.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
            prop_assert!((p_values[a] <= p_values[b]) == (first_half[a] <= first_half[b]) || first_half[a].to_bits() == first_half[b].to_bits());
        }
    }

    #[test]
    fn exchanging_the_runs_mirrors_the_interval_and_keeps_the_p_value(table in prop::array::uniform4(0u32..400)) {
        let [both, only_first, only_second, neither] = table;
        prop_assume!(table != [0; 4]);
        let turned = pairs([both, only_second, only_first, neither]);
        prop_assert_eq!(mcnemar(pairs(table)).to_bits(), mcnemar(turned).to_bits());
        let found = difference(table);
        let exchanged = difference([both, only_second, only_first, neither]);
        prop_assert!((found.value + exchanged.value).abs() < 1e-15);
        prop_assert!((found.interval.low + exchanged.interval.high).abs() < 1e-12);
        prop_assert!((found.interval.high + exchanged.interval.low).abs() < 1e-12);
        prop_assert!(found.interval.low <= found.value && found.value <= found.interval.high);
        prop_assert!(-1.0 <= found.interval.low && found.interval.high <= 1.0);
    }
}
