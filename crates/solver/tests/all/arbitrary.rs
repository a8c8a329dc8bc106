//! Tests with arbitrary items: nothing panics, and the truth passes the checks of `oracle`.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use stepfall_procedure::{
    Arithmetic, Condition, Generator, Inputs, Interval, LookBack, NameStyle, Seed, Spec, Wording,
};
use stepfall_solver::{ErrorFrequency, Location, Rate, Solver};

use crate::oracle::{checked, pairs};

fn spec() -> impl Strategy<Value = Spec> {
    let arithmetic = prop_oneof![
        Just(Arithmetic::Integer),
        (11u32..400).prop_map(|modulus| Arithmetic::Modular { modulus }),
        (1u8..=6).prop_map(|places| Arithmetic::Decimal { places }),
        Just(Arithmetic::Rational),
        prop_oneof![Just(0), Just(3)].prop_map(|places| Arithmetic::Paper { places }),
    ];
    let look_back = (any::<bool>(), 1u8..=9)
        .prop_map(|(exactly, k)| if exactly { LookBack::Exactly(k) } else { LookBack::AtMost(k) });
    let inputs = (-60i32..60, 0i32..100, any::<bool>()).prop_map(|(min, more, signed)| {
        Some(Inputs { range: Interval::new(min, min + more), signed })
    });
    let shape = (arithmetic, look_back, 1u16..=24, prop::array::uniform4(0u8..=3));
    let looks = (0u8..=60, any::<bool>(), prop_oneof![Just(999u32), 10u32..=100_000]);
    (shape, looks, inputs).prop_map(|((numbers, look_back, steps, operations), looks, inputs)| {
        let (dead, is_scattered, bound) = looks;
        let names = if is_scattered { NameStyle::Scattered } else { NameStyle::Numbered };
        let spec =
            Spec { steps, look_back, operations, bound, inputs, dead, names, ..Spec::new(numbers) };
        Spec { wording: Wording::Assignments, ..spec }.nearest_valid()
    })
}

#[test]
fn arbitrary_items_are_simulated_with_a_consistent_truth() {
    let mut config = Config { failure_persistence: None, cases: 24, ..Config::default() };
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(5);
    }
    let strategy = (spec(), any::<u64>(), any::<u64>(), 0u16..=10_000);
    let run = TestRunner::new(config).run(&strategy, |(spec, seed, other, rate)| {
        let Ok(generator) = Generator::new(spec) else {
            return Ok(());
        };
        let Ok(item) = generator.item(Seed::wrapping(seed), 0) else {
            return Ok(());
        };
        let rate = Rate::per_ten_thousand(rate);
        let conditions = Condition::PLAIN.len() as u64;
        let condition = Condition::PLAIN[usize::try_from(other % conditions).unwrap()];
        for (kind, form) in pairs() {
            for frequency in [
                ErrorFrequency::Once,
                ErrorFrequency::AtLeastOnce(rate),
                ErrorFrequency::PerStep(rate),
            ] {
                if frequency == ErrorFrequency::Once || kind.is_rated() {
                    let simulation =
                        checked(&item, condition, Solver { kind, frequency }, form, other);
                    if let (Some(simulation), ErrorFrequency::AtLeastOnce(_)) =
                        (simulation, frequency)
                    {
                        let roots = &simulation.truth.roots;
                        prop_assert!(matches!(roots[0].place, Location::Step(_)));
                    }
                }
            }
        }
        Ok(())
    });
    if let Err(problem) = run {
        panic!("{problem}");
    }
}
