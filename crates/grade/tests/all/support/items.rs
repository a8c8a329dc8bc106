//! Generators of arbitrary items, and a list with an item of every kind.

use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestError, TestRunner};
use stepfall_procedure::{
    Arithmetic, Condition, Generator, Item, LookBack, NameStyle, Seed, Spec, Wording,
};

/// Asserts a property for this many cases. The cases are the same at each run, unless
/// `PROPTEST_RNG_SEED` or `PROPTEST_CASES` is set.
pub(crate) fn for_all<S: Strategy>(
    cases: u32,
    strategy: &S,
    holds: impl Fn(S::Value) -> Result<(), TestCaseError>,
) {
    let mut config = Config {
        failure_persistence: None,
        max_shrink_iters: 2_000,
        max_global_rejects: 100_000,
        ..Config::default()
    };
    if config.cases == Config::with_cases(256).cases {
        config.cases = cases;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(11);
    }
    match TestRunner::new(config).run(strategy, holds) {
        Ok(()) => {}
        // The input is not printed, because it contains whole items. The reason describes the case.
        Err(TestError::Fail(reason, _) | TestError::Abort(reason)) => panic!("{reason}"),
    }
}

fn arithmetic() -> impl Strategy<Value = Arithmetic> {
    prop_oneof![
        4 => Just(Arithmetic::Integer),
        2 => prop_oneof![Just(97u32), 11u32..400].prop_map(|modulus| Arithmetic::Modular { modulus }),
        2 => (1u8..=4).prop_map(|places| Arithmetic::Decimal { places }),
        2 => Just(Arithmetic::Rational),
        1 => prop_oneof![Just(0u8), Just(3)].prop_map(|places| Arithmetic::Paper { places }),
    ]
}

fn look_back() -> impl Strategy<Value = LookBack> {
    (any::<bool>(), 2u8..=8)
        .prop_map(|(exactly, k)| if exactly { LookBack::Exactly(k) } else { LookBack::AtMost(k) })
}

/// Generates a valid spec of at most `most` steps.
fn spec(most: u16) -> impl Strategy<Value = Spec> {
    let dead = prop_oneof![3 => Just(0u8), 1 => 5u8..=50];
    let wording = prop::sample::select(&Wording::ALL[..]);
    let names = prop::sample::select(&NameStyle::ALL[..]);
    let bound = prop_oneof![4 => Just(999u32), 1 => Just(99_999), 1 => Just(99)];
    (arithmetic(), look_back(), 1..=most, dead, wording, names, bound).prop_map(
        |(numbers, look_back, steps, dead, wording, names, bound)| {
            // Fractions that are never rounded grow with every step.
            let paper = matches!(numbers, Arithmetic::Paper { .. });
            let steps = if paper { steps.min(12) } else { steps };
            Spec { steps, look_back, dead, wording, names, bound, ..Spec::new(numbers) }
                .nearest_valid()
        },
    )
}

/// Generates an item of at most `most` steps.
pub(crate) fn item(most: u16) -> impl Strategy<Value = Item> {
    (spec(most), any::<u64>()).prop_map(|(spec, seed)| {
        let fallback =
            Spec { dead: 0, bound: 999, look_back: LookBack::AtMost(5), ..spec }.nearest_valid();
        let generator = Generator::new(spec).or_else(|_| Generator::new(fallback));
        let generator = generator.or_else(|_| Generator::new(Spec::default())).unwrap();
        generator.item(Seed::wrapping(seed), 0).unwrap()
    })
}

/// Generates a plain condition.
pub(crate) fn condition() -> impl Strategy<Value = Condition> {
    prop::sample::select(&Condition::PLAIN[..])
}

/// Returns an item of every arithmetic, under each kind of names.
pub(crate) fn every_kind() -> &'static [Item] {
    static ITEMS: LazyLock<Vec<Item>> = LazyLock::new(|| {
        let kinds = [
            Arithmetic::Integer,
            Arithmetic::Modular { modulus: 97 },
            Arithmetic::Decimal { places: 2 },
            Arithmetic::Decimal { places: 3 },
            Arithmetic::Rational,
            Arithmetic::Paper { places: 3 },
        ];
        let spec = |numbers, names| Spec { steps: 9, names, ..Spec::new(numbers) };
        let item = |spec| Generator::new(spec).unwrap().item(Seed::wrapping(7), 0).unwrap();
        kinds
            .into_iter()
            .flat_map(|kind| NameStyle::ALL.map(|names| item(spec(kind, names))))
            .collect()
    });
    &ITEMS
}
