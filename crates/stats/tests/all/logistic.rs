//! Logistic fits, compared with other programs on published data and with closed forms, and the
//! errors of invalid input.
//!
//! Figures of other programs are those of firthlogist 0.5.0 (a Python port of G. Heinze's
//! `logistf`), statsmodels 0.15 and `SciPy` 1.15. Each test names the commands.

use proptest::prelude::*;
use stepfall_stats::{Confidence, FitError, Logistic, Observation, Share, logistic};

const USUAL: Confidence = Confidence::P95;

fn item(hits: u32, trials: u32, predictors: &[f64], cluster: usize) -> Observation {
    let share = Share::new(hits, trials).unwrap();
    Observation { share, predictors: predictors.to_vec(), cluster }
}

fn fit(items: &[Observation]) -> Logistic {
    logistic(items).unwrap()
}

/// Returns the intercept and the coefficients, each with the model's standard error.
fn coefficients(fit: &Logistic, predictors: usize) -> Vec<(f64, f64)> {
    let intercept = fit.log_odds(&vec![0.0; predictors]).unwrap();
    let others = (0..predictors).map(|predictor| fit.coefficient(predictor).unwrap());
    std::iter::once(intercept)
        .chain(others)
        .map(|estimate| (estimate.value, estimate.model_error))
        .collect()
}

#[track_caller]
fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
}

/// The women of `sex2`, a data set of `logistf`: urinary tract infection, from B. Foxman and
/// others, Epidemiology 8 (1997). Each row has the number of infected women, the number of all, and
/// age, oc, vic, vicl, vis, dia. All women with a diaphragm are infected, so `dia` has no maximum
/// likelihood estimate.
const SEX2: [(u32, u32, [u8; 6]); 24] = [
    (1, 2, [0, 0, 0, 0, 1, 0]),
    (14, 16, [0, 0, 1, 0, 0, 0]),
    (3, 4, [0, 0, 1, 0, 1, 0]),
    (10, 18, [0, 0, 1, 1, 0, 0]),
    (12, 30, [0, 0, 1, 1, 1, 0]),
    (1, 1, [0, 0, 1, 1, 1, 1]),
    (44, 86, [0, 1, 0, 0, 0, 0]),
    (3, 3, [0, 1, 0, 0, 0, 1]),
    (0, 1, [0, 1, 0, 0, 1, 0]),
    (15, 16, [0, 1, 1, 0, 0, 0]),
    (1, 1, [0, 1, 1, 0, 0, 1]),
    (2, 2, [0, 1, 1, 0, 1, 0]),
    (7, 12, [0, 1, 1, 1, 0, 0]),
    (3, 9, [0, 1, 1, 1, 1, 0]),
    (2, 2, [1, 0, 1, 0, 0, 0]),
    (1, 1, [1, 0, 1, 0, 1, 0]),
    (1, 1, [1, 0, 1, 0, 1, 1]),
    (1, 3, [1, 0, 1, 1, 0, 0]),
    (0, 4, [1, 0, 1, 1, 1, 0]),
    (1, 1, [1, 0, 1, 1, 1, 1]),
    (5, 19, [1, 1, 0, 0, 0, 0]),
    (0, 1, [1, 1, 0, 0, 1, 0]),
    (3, 4, [1, 1, 1, 0, 0, 0]),
    (0, 2, [1, 1, 1, 1, 1, 0]),
];

fn sex2() -> Vec<Observation> {
    let item = |(cluster, (hits, trials, predictors)): (usize, &(u32, u32, [u8; 6]))| {
        item(*hits, *trials, &predictors.map(f64::from), cluster)
    };
    (0..).zip(&SEX2).map(item).collect()
}

/// `FirthLogisticRegression(tol=1e-13, max_iter=500).fit(*load_sex2()[:2])`, `coef_` and `bse_`.
#[test]
fn separating_predictor_has_the_estimate_of_firthlogist() {
    let fit = fit(&sex2());
    let expected = [
        (0.120_254_049, 0.485_541_506),
        (-1.105_981_332, 0.423_660_129),
        (-0.068_816_727, 0.443_793_446),
        (2.268_874_652, 0.548_415_959),
        (-2.111_408_185, 0.543_082_355),
        (-0.788_316_951, 0.417_367_566),
        (3.096_011_821, 1.675_008_409),
    ];
    for (found, expected) in coefficients(&fit, 6).into_iter().zip(expected) {
        assert_near(found.0, expected.0, 1e-6);
        assert_near(found.1, expected.1, 1e-6);
    }
    assert!(fit.iterations() < 50 && fit.clusters() == 24, "{}", fit.iterations());
}

/// The sandwich written out in `NumPy` 1.26 at the coefficients of firthlogist:
/// `bread @ S.T @ S @ bread * G / (G - 1) * (N - 1) / (N - K)`. `S` has a row for each of 24
/// groups.
#[test]
fn cluster_error_is_the_sandwich_estimate() {
    let fit = fit(&sex2());
    let intercept = fit.log_odds(&[0.0; 6]).unwrap();
    let found = (0..6).map(|predictor| fit.coefficient(predictor).unwrap());
    let expected = [
        0.155_523_679,
        0.160_223_600,
        0.153_985_514,
        0.234_268_745,
        0.263_282_651,
        0.151_354_401,
        0.673_678_460,
    ];
    for (found, expected) in std::iter::once(intercept).chain(found).zip(expected) {
        assert_near(found.cluster_error, expected, 1e-6);
        // The larger of the two errors is used, here the error of the model.
        assert_near(found.error(), found.model_error, 0.0);
    }
}

/// The women of the endometrial cancer study of G. Heinze and M. Schemper (2002):
/// neovascularization, pulsatility index, endometrium height and, last, high grading.
const ENDOMETRIAL: &str = "\
0 2 1.18 1;0 3 2.9 0;0 5 0.35 1;0 5 1.3 1;0 5 2.31 0;0 6 1.84 1;0 7 0.97 1;0 7 1.89 0;0 8 2.01 0;0 8 2.64 1;0 8 3.14 0;0 10 1.23 0;0 10 1.68 0;0 10 1.82 0;0 10 2.17 0;\
0 10 3.13 0;0 11 1.33 0;0 11 2.01 0;0 12 1.11 1;0 12 1.27 1;0 12 1.69 1;0 12 2.25 0;0 12 2.33 0;0 12 3.61 0;0 13 1.64 0;0 13 2.04 0;0 13 2.16 0;0 14 1.92 0;0 14 2.57 0;\
0 15 1.06 1;0 15 1.72 0;0 15 1.75 0;0 15 2.29 0;0 16 1.76 0;0 16 2.11 0;0 16 2.26 0;0 17 0.96 1;0 17 1.8 0;0 17 1.88 0;0 17 2.31 0;0 18 1.27 0;0 18 1.31 0;0 18 2 0;\
0 19 1.29 0;0 19 1.37 0;0 19 1.61 1;0 19 2.37 0;0 20 1.28 0;0 20 1.37 1;0 20 1.7 0;0 20 3.15 0;0 21 1.19 1;0 21 1.64 0;0 22 1.54 0;0 23 1.41 0;0 24 1.92 0;0 25 1.93 0;\
0 26 1.56 0;0 28 1.5 0;0 29 0.88 1;0 29 2.02 0;0 33 0.75 0;0 33 0.85 1;0 34 2.68 0;0 42 1.97 0;0 48 1.84 1;1 0 1.17 1;1 5 0.93 1;1 7 0.88 1;1 11 1.01 1;1 15 0.58 1;\
1 19 1.02 1;1 21 0.98 1;1 22 1.14 1;1 22 1.44 1;1 25 0.91 1;1 38 0.97 1;1 40 1.18 1;1 49 0.27 1";

/// `FirthLogisticRegression(tol=1e-13, max_iter=500).fit(*load_endometrial()[:2])`.
#[test]
fn fit_of_published_data_matches_firthlogist() {
    let item = |(cluster, line): (usize, &str)| {
        let numbers: Vec<f64> = line.split(' ').map(|number| number.parse().unwrap()).collect();
        item(u32::from(numbers[3] > 0.0), 1, &numbers[..3], cluster)
    };
    let items: Vec<Observation> = (0..).zip(ENDOMETRIAL.split(';')).map(item).collect();
    assert_eq!(items.len(), 79);
    let expected = [
        (3.774_559_713, 1.488_691_663),
        (2.929_273_353, 1.550_763_729),
        (-0.034_751_760, 0.039_578_147),
        (-2.604_163_925, 0.776_017_642),
    ];
    for (found, expected) in coefficients(&fit(&items), 3).into_iter().zip(expected) {
        assert_near(found.0, expected.0, 1e-6);
        assert_near(found.1, expected.1, 1e-6);
    }
}

/// Items at five lengths. A row has the correct attempts, all attempts, the steps divided by ten,
/// the carries per step, and the cluster.
const SWEEP: [(u32, u32, [f64; 2], usize); 14] = [
    (3, 3, [0.5, 1.2], 0),
    (2, 3, [0.5, 2.6], 1),
    (3, 3, [0.5, 0.4], 2),
    (3, 3, [1.5, 0.9], 3),
    (1, 3, [1.5, 2.2], 4),
    (2, 3, [1.5, 1.6], 5),
    (2, 3, [2.5, 0.7], 0),
    (1, 3, [2.5, 1.9], 1),
    (0, 3, [2.5, 2.4], 2),
    (1, 3, [4.5, 1.1], 3),
    (0, 3, [4.5, 2.0], 4),
    (1, 3, [4.5, 0.5], 5),
    (0, 3, [9.5, 1.4], 6),
    (1, 3, [9.5, 0.8], 7),
];

/// With a million times the counts the penalty has no weight, and the fit is that of maximum
/// likelihood: `sm.GLM(right, X, family=sm.families.Binomial()).fit(tol=1e-14)` with one row for
/// each attempt.
///
/// Clustered errors are from the same fit with
/// `cov_type='cluster', cov_kwds={'groups': cluster, 'use_correction': False}`. Covariances from
/// clusters do not depend on the number of attempts. For 8 clusters they are multiplied by 8 / 7.
/// Intervals use `scipy.stats.t.ppf(0.975, 7)`.
#[test]
fn fit_with_many_attempts_is_maximum_likelihood() {
    let million = 1_000_000;
    let items: Vec<Observation> = SWEEP
        .iter()
        .map(|(hits, trials, predictors, cluster)| {
            item(hits * million, trials * million, predictors, *cluster)
        })
        .collect();
    let fit = fit(&items);
    assert_eq!(fit.clusters(), 8);
    let all = [
        fit.log_odds(&[0.0, 0.0]).unwrap(),
        fit.coefficient(0).unwrap(),
        fit.coefficient(1).unwrap(),
    ];
    let expected = [
        (4.050_749_323, 1.384_231_627, 1.238_249_009),
        (-0.619_675_621, 0.237_060_634, 0.342_650_180),
        (-1.594_502_303, 0.609_320_144, 0.500_857_878),
    ];
    for (found, (value, model, cluster)) in all.into_iter().zip(expected) {
        assert_near(found.value, value, 1e-5);
        assert_near(found.model_error * 1e3, model, 1e-5);
        assert_near(found.cluster_error, cluster, 1e-5);
        assert_near(found.error(), found.cluster_error, 0.0);
    }
    let ratio = fit.odds_ratio(0, 2.0, USUAL).unwrap();
    assert_near(ratio.value, 0.289_572_0, 1e-5);
    assert_near(ratio.interval.low, 0.057_278_5, 1e-4);
    assert_near(ratio.interval.high, 1.463_932_9, 1e-3);
    let share = fit.probability(&[2.5, 1.5], USUAL).unwrap();
    assert_near(share.value, 0.527_424_2, 1e-5);
    assert_near(share.interval.low, 0.389_859_4, 1e-4);
    assert_near(share.interval.high, 0.660_946_9, 1e-4);
}

/// A model with a coefficient for each cell of a table adds half an attempt to each count (J. B. S.
/// Haldane, Annals of Human Genetics 20 (1956) 309-311). The expected values are by hand, also for
/// an empty cell.
#[test]
fn two_group_fit_equals_a_table_with_halves_added() {
    for [(a, all_a), (b, all_b)] in
        [[(3, 10), (7, 12)], [(10, 10), (4, 10)], [(0, 9), (9, 9)], [(1, 2), (199, 200)]]
    {
        let group_items = |group: u32, hits: u32, all: u32| {
            (0..all).map(move |at| {
                item(u32::from(at < hits), 1, &[f64::from(group)], (all_a * group + at) as usize)
            })
        };
        let fit =
            fit(&group_items(0, a, all_a).chain(group_items(1, b, all_b)).collect::<Vec<_>>());
        let odds = |hits: u32, all: u32| (f64::from(hits) + 0.5) / (f64::from(all - hits) + 0.5);
        let (odds_a, odds_b) = (odds(a, all_a), odds(b, all_b));
        assert_near(fit.log_odds(&[0.0]).unwrap().value, odds_a.ln(), 1e-8);
        assert_near(fit.coefficient(0).unwrap().value, (odds_b / odds_a).ln(), 1e-8);
        // If all items of a group have the same result, the cluster error is almost 0. The larger
        // error is used.
        let coefficient = fit.coefficient(0).unwrap();
        assert!(coefficient.error() > 0.3, "{coefficient:?}");
    }
}

#[test]
fn unfittable_input_is_an_error_with_its_reason() {
    let share = |at: u32| Share::new(u32::from(at.is_multiple_of(3)), 1).unwrap();
    let items = |predictors_at: fn(u32) -> Vec<f64>| -> Vec<Observation> {
        let item = |at| Observation {
            share: share(at),
            predictors: predictors_at(at),
            cluster: at as usize,
        };
        (0..12).map(item).collect()
    };
    let usual = items(|at| vec![f64::from(at % 4)]);
    let with = |change: fn(&mut Observation)| {
        let mut items = usual.clone();
        change(&mut items[5]);
        logistic(&items)
    };
    let all = |hits: u32| {
        let items = usual
            .iter()
            .map(|item| Observation { share: Share::new(hits, 1).unwrap(), ..item.clone() });
        logistic(&items.collect::<Vec<_>>())
    };
    let clusters = |clusters: usize| {
        let items = usual
            .iter()
            .map(|item| Observation { cluster: item.cluster % clusters, ..item.clone() });
        logistic(&items.collect::<Vec<_>>())
    };
    assert!(logistic(&usual).is_ok() && clusters(3).is_ok());
    assert_eq!(logistic(&[]), Err(FitError::Empty));
    let fifth = Err(FitError::Item { position: 5 });
    assert_eq!(with(|item| item.share = Share::new(0, 0).unwrap()), fifth);
    assert_eq!(with(|item| item.cluster = 12), fifth);
    assert_eq!(with(|item| item.predictors.push(1.0)), fifth);
    assert_eq!(with(|item| item.predictors[0] = f64::NAN), fifth);
    assert_eq!(with(|item| item.predictors[0] = f64::INFINITY), fifth);
    assert_eq!([all(0), all(1)], [Err(FitError::NoVariation), Err(FitError::NoVariation)]);
    let constant = items(|at| vec![f64::from(at), 0.1]);
    assert_eq!(logistic(&constant), Err(FitError::Constant { predictor: 1 }));
    let twice =
        items(|at| vec![f64::from(at % 4), f64::from(at % 5), f64::from(2 * (at % 4)) + 1.0]);
    assert_eq!(logistic(&twice), Err(FitError::Collinear));
    let few = Err(FitError::FewClusters { clusters: 2, coefficients: 2 });
    assert_eq!(clusters(2), few);
}

#[test]
fn unknown_predictors_have_no_estimate() {
    let fit = fit(&sex2());
    assert_eq!(fit.coefficient(6), None);
    assert_eq!(fit.odds_ratio(6, 1.0, USUAL), None);
    assert_eq!(fit.log_odds(&[0.0; 5]), None);
    assert_eq!(fit.probability(&[0.0; 7], USUAL), None);
}

/// Draws a number from 0 to 1 that is the same on every machine.
fn draw(state: &mut u64) -> f64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    f64::from(u32::try_from(*state >> 32).unwrap()) / 4_294_967_296.0
}

/// Returns the share of 1,000 simulated runs in which the interval of the first coefficient
/// contains its true value, `slope`. A run has 20 items at each of six lengths, whose difficulty
/// grows with length.
fn coverage(slope: f64, samples: u32) -> f64 {
    let mut state = 17;
    let mut run = || -> Vec<Observation> {
        let observation = |(cluster, length): (usize, f64)| {
            let harder = length / 10.0 + draw(&mut state);
            let odds = 1.2 + slope * length - harder;
            let probability = 1.0 / (1.0 + (-odds).exp());
            // All samples of an item are alike.
            let is_correct = draw(&mut state) < probability;
            item(if is_correct { samples } else { 0 }, samples, &[length, harder], cluster)
        };
        (0..120).zip([0.5, 1.5, 2.5, 4.5, 6.5, 9.5].into_iter().cycle()).map(observation).collect()
    };
    let holds = (0..1_000).filter(|_| {
        let fit = fit(&run());
        fit.odds_ratio(0, 1.0, USUAL).unwrap().interval.contains(slope.exp())
    });
    f64::from(u32::try_from(holds.count()).unwrap()) / 1_000.0
}

#[test]
fn interval_coverage_is_close_to_the_nominal_level() {
    for (slope, samples) in [(0.0, 1), (-0.2, 1), (-0.6, 1), (-0.2, 5)] {
        let coverage = coverage(slope, samples);
        assert!((0.93..0.975).contains(&coverage), "{slope} {samples}: {coverage}");
    }
}

/// Generates items with two predictors, some of which may separate correct from incorrect attempts.
fn some_items() -> impl Strategy<Value = Vec<Observation>> {
    let item_values = (0u32..4, -40i16..40, 0i16..30);
    prop::collection::vec(item_values, 8..60).prop_map(|all| {
        (0..)
            .zip(all)
            .map(|(at, (hits, first, second))| {
                item(hits, 3, &[f64::from(first) / 10.0, f64::from(second)], at)
            })
            .collect()
    })
}

proptest! {
    #[test]
    fn fit_is_invariant_under_units_and_exchange_of_outcomes(items in some_items(), unit in 0.01..100.0f64, zero in -50.0..50.0f64) {
        let Ok(fit) = logistic(&items) else { return Ok(()) };
        let changed: Vec<Observation> = items
            .iter()
            .map(|old| {
                let share = Share::new(3 - old.share.hits(), 3).unwrap();
                let predictors = vec![old.predictors[0] * unit + zero, old.predictors[1]];
                Observation { share, predictors, ..old.clone() }
            })
            .collect();
        let changed_fit = logistic(&changed).unwrap();
        for (by, predictor) in [(unit, 0), (1.0, 1)] {
            let (found, converted) = (fit.coefficient(predictor).unwrap(), changed_fit.coefficient(predictor).unwrap());
            prop_assert!((found.value + converted.value * by).abs() < 1e-7 * (1.0 + found.value.abs()));
            prop_assert!((found.model_error / (converted.model_error * by) - 1.0).abs() < 1e-6);
            prop_assert!((found.error() / (converted.error() * by) - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn intervals_contain_the_estimate_and_are_finite(items in some_items()) {
        let Ok(fit) = logistic(&items) else { return Ok(()) };
        for item in &items {
            let share = fit.probability(&item.predictors, USUAL).unwrap();
            let is_within = share.interval.low <= share.value && share.value <= share.interval.high;
            prop_assert!(is_within && share.interval.low >= 0.0 && share.interval.high <= 1.0, "{share:?}");
        }
        for predictor in 0..2 {
            let found = fit.coefficient(predictor).unwrap();
            prop_assert!(found.value.is_finite() && found.error() > 0.0 && found.error().is_finite(), "{found:?}");
        }
    }

    #[test]
    fn order_of_items_does_not_change_the_fit(items in some_items()) {
        let Ok(fit) = logistic(&items) else { return Ok(()) };
        let mut reversed = items;
        reversed.reverse();
        let reversed_fit = logistic(&reversed).unwrap();
        let (found, in_reverse) = (fit.coefficient(0).unwrap(), reversed_fit.coefficient(0).unwrap());
        prop_assert!((found.value - in_reverse.value).abs() < 1e-8 * (1.0 + found.value.abs()));
        prop_assert!((found.cluster_error - in_reverse.cluster_error).abs() < 1e-8 * (1.0 + found.cluster_error));
    }
}
