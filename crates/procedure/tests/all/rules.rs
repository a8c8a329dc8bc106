//! Every rule of procedures: for arbitrary specs, for several sets of operations, and at the limits
//! of each parameter.

use std::cell::Cell;
use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use stepfall_number::Budget;
use stepfall_procedure::{
    Arithmetic, Constant, Generator, Inputs, Interval, Item, LineOrder, LookBack, NameStyle, Op,
    Operand, Seed, Spec, Step, Wording,
};

use crate::checker::check;

/// Draws an item and checks it.
fn checked(generator: &Generator, seed: u64, index: u32) -> Item {
    let item = generator.item(Seed::wrapping(seed), index).unwrap();
    if let Err(problem) = check(&item) {
        panic!("{problem}");
    }
    item
}

fn arithmetic() -> impl Strategy<Value = Arithmetic> {
    prop_oneof![
        3 => Just(Arithmetic::Integer),
        2 => (11u32..400).prop_map(|modulus| Arithmetic::Modular { modulus }),
        2 => (1u8..=6).prop_map(|places| Arithmetic::Decimal { places }),
        2 => Just(Arithmetic::Rational),
        1 => prop_oneof![Just(0), Just(3)].prop_map(|places| Arithmetic::Paper { places }),
    ]
}

fn look_back() -> impl Strategy<Value = LookBack> {
    (any::<bool>(), 1u8..=12)
        .prop_map(|(exactly, k)| if exactly { LookBack::Exactly(k) } else { LookBack::AtMost(k) })
}

fn range(least: i32, most: i32) -> impl Strategy<Value = Interval> {
    (least..=most, least..=most).prop_map(|(a, b)| Interval::new(a.min(b), a.max(b)))
}

/// Returns specs with every setting varied, moved to the nearest valid one.
fn spec() -> impl Strategy<Value = Spec> {
    let bound = prop_oneof![Just(999), 10u32..=100, 100u32..=10_000, 10_000u32..=1_000_000];
    let inputs = prop_oneof![
        Just(None),
        range(2, 30).prop_map(|range| Some(Inputs { range, signed: false })),
        range(-60, 60).prop_map(|range| Some(Inputs { range, signed: false })),
        range(-1_000, 1_000).prop_map(|range| Some(Inputs { range, signed: false })),
        range(0, 600).prop_map(|range| Some(Inputs { range, signed: true })),
    ];
    let constants =
        prop_oneof![3 => Just(Interval::new(2, 9)), 1 => range(2, 15), 1 => range(2, 99)];
    let weights = prop_oneof![Just([1; 4]), prop::array::uniform4(prop_oneof![Just(0u8), 1u8..=4])];
    let dead = prop_oneof![2 => Just(0u8), 1 => 1u8..=80];
    let nested = prop_oneof![3 => Just(false), 1 => Just(true)];
    (
        (arithmetic(), look_back(), 1u16..=120, weights),
        (bound, inputs, constants, dead, nested),
        (
            prop::sample::select(&Wording::ALL[..]),
            prop::sample::select(&NameStyle::ALL[..]),
            prop::sample::select(&LineOrder::ALL[..]),
        ),
    )
        .prop_map(|(shape, values, (wording, names, lines))| {
            let (numbers, look_back, steps, operations) = shape;
            let (bound, inputs, constants, dead, nested) = values;
            Spec {
                steps,
                look_back,
                operations,
                arithmetic: numbers,
                bound,
                inputs,
                constants,
                dead,
                wording,
                names,
                lines,
                nested,
            }
            .nearest_valid()
        })
}

#[test]
fn arbitrary_specs_give_valid_items_or_are_refused() {
    let (tried, accepted, undrawn) = (Cell::new(0u32), Cell::new(0u32), Cell::new(0u32));
    // `PROPTEST_CASES` and `PROPTEST_RNG_SEED` change the length and the seed of the run.
    let mut config = Config { failure_persistence: None, ..Config::default() };
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(3);
    }
    let run = TestRunner::new(config).run(&(spec(), any::<u64>()), |(spec, seed)| {
        prop_assert_eq!(spec.check(), Ok(()));
        prop_assert_eq!(spec.nearest_valid(), spec);
        tried.set(tried.get() + 1);
        let generator = match Generator::new(spec) {
            Ok(generator) => generator,
            Err(refusal) => {
                prop_assert_eq!(refusal.spec, spec);
                if let Some(nearest) = refusal.nearest {
                    prop_assert!(Generator::new(nearest).is_ok(), "{} does not work", refusal);
                }
                return Ok(());
            }
        };
        accepted.set(accepted.get() + 1);
        for offset in 0..6 {
            let seed = Seed::wrapping(seed.wrapping_add(offset));
            match generator.item(seed, u32::try_from(offset).unwrap()) {
                Ok(item) => prop_assert_eq!(check(&item), Ok(())),
                // Rarely an item cannot be drawn although the spec was accepted.
                Err(refusal) => {
                    eprintln!("{seed:?}, index {offset} of {spec:?}: {refusal}");
                    undrawn.set(undrawn.get() + 1);
                }
            }
        }
        Ok(())
    });
    let (tried, accepted, undrawn) = (tried.get(), accepted.get(), undrawn.get());
    println!("{accepted} of {tried} specs are accepted, {undrawn} of their items cannot be drawn");
    if let Err(problem) = run {
        panic!("{problem}");
    }
    assert!(accepted * 2 > tried, "too few specs are accepted");
    assert!(undrawn * 50 <= accepted, "too many items cannot be drawn");
}

/// Checks 200 items for each of several look-backs and bounds. Each operation must have at least
/// half of the share that its weight asks for.
fn assert_mix(operations: [u8; 4]) {
    for k in 2..=7 {
        for bound in [1_000, 10_000, 100_000] {
            let spec = Spec {
                steps: 95,
                look_back: LookBack::AtMost(k),
                operations,
                bound,
                ..Spec::default()
            };
            let generator = Generator::new(spec).unwrap();
            let mut mix = [0; 4];
            for seed in 0..200 {
                let item = checked(&generator, seed, 0);
                for (sum, count) in mix.iter_mut().zip(item.procedure.mix()) {
                    *sum += count;
                }
            }
            let chosen: u32 = operations.map(u32::from).iter().sum();
            let steps: u32 = mix.iter().sum();
            for op in Op::ALL {
                let weight = u32::from(operations[op.index()]);
                let realised = mix[op.index()];
                assert!(
                    realised * chosen * 2 >= steps * weight,
                    "{op} makes up {realised} of {steps} steps in {spec:?}"
                );
            }
        }
    }
}

#[test]
fn specs_of_sums_keep_every_rule_and_their_mix() {
    assert_mix([1, 1, 0, 0]);
}

#[test]
fn specs_of_sums_and_products_keep_every_rule_and_their_mix() {
    assert_mix([1, 1, 1, 0]);
}

#[test]
fn specs_of_all_operations_keep_every_rule_and_their_mix() {
    assert_mix([1, 1, 1, 1]);
}

/// Returns the default specs of all arithmetics.
fn standards() -> [Spec; 6] {
    [
        Arithmetic::Integer,
        Arithmetic::Modular { modulus: 97 },
        Arithmetic::Decimal { places: 2 },
        Arithmetic::Rational,
        Arithmetic::Paper { places: 3 },
        Arithmetic::Paper { places: 0 },
    ]
    .map(Spec::new)
}

#[test]
fn shortest_and_longest_procedures_keep_every_rule() {
    for standard in standards() {
        for (steps, seeds) in [(1, 40), (2, 40), (3, 40), (500, 2)] {
            let generator = Generator::new(Spec { steps, ..standard }).unwrap();
            for seed in 0..seeds {
                checked(&generator, seed, 7);
            }
        }
    }
}

#[test]
fn farthest_look_back_keeps_every_rule() {
    for standard in standards() {
        for look_back in [LookBack::AtMost(50), LookBack::Exactly(50)] {
            let numbers = match standard.arithmetic {
                Arithmetic::Modular { .. } => Arithmetic::Modular { modulus: 9_973 },
                other => other,
            };
            // Fifty values in a row that are neither equal nor opposite need more room than the
            // default bound.
            let spec =
                Spec { steps: 120, look_back, arithmetic: numbers, bound: 99_900, ..standard };
            let Ok(generator) = Generator::new(spec) else {
                // With operands exactly fifty steps apart, denominators soon exceed any bound.
                let strict = numbers == Arithmetic::Rational && look_back == LookBack::Exactly(50);
                assert!(strict, "{spec:?} is refused");
                continue;
            };
            for seed in 0..4 {
                checked(&generator, seed, 0);
            }
        }
    }
}

#[test]
fn smallest_and_largest_modulus_keep_every_rule() {
    for (modulus, k) in [(11, 1), (11, 2), (13, 3), (211, 50), (9_973, 2), (9_973, 50)] {
        let numbers = Arithmetic::Modular { modulus };
        let spec = Spec { steps: 60, look_back: LookBack::AtMost(k), ..Spec::new(numbers) };
        assert_eq!(spec.check(), Ok(()));
        let generator = Generator::new(spec).unwrap();
        for seed in 0..10 {
            checked(&generator, seed, 0);
        }
    }
}

#[test]
fn any_number_of_dead_steps_keeps_every_rule() {
    for standard in &standards()[..4] {
        for k in [3, 5, 8] {
            for dead in [4, 20, 50, 80] {
                let look_back = LookBack::AtMost(k);
                let spec = Spec { steps: 40, look_back, dead, ..*standard }.nearest_valid();
                assert!(spec.dead_steps() > 0);
                let Ok(generator) = Generator::new(spec) else {
                    continue;
                };
                for seed in 0..5 {
                    checked(&generator, seed, 0);
                }
            }
        }
    }
}

#[test]
fn single_operation_is_accepted_or_refused_with_a_valid_spec() {
    for standard in standards() {
        for &op in standard.arithmetic.operations() {
            for look_back in [LookBack::AtMost(1), LookBack::AtMost(5)] {
                let mut operations = [0; 4];
                operations[op.index()] = 1;
                let spec = Spec { look_back, operations, ..standard };
                let generator = Generator::new(spec).unwrap_or_else(|refusal| {
                    assert_eq!(refusal.spec, spec);
                    assert!(!refusal.rule.to_string().is_empty());
                    let nearest = refusal.nearest.unwrap_or_else(|| panic!("{refusal}"));
                    assert_ne!(nearest, spec);
                    Generator::new(nearest).unwrap()
                });
                for seed in 0..10 {
                    checked(&generator, seed, 0);
                }
            }
        }
    }
}

/// A form is a step in which distances replace the names of operands, such as `1+2`. The first step
/// keeps its names. Both orders, every distance, every constant and both inputs must occur.
#[test]
fn every_permitted_form_of_a_step_occurs() {
    let forms = |spec: Spec| {
        let generator = Generator::new(spec).unwrap();
        let mut forms = BTreeSet::new();
        for seed in 0..200 {
            let item = checked(&generator, seed, 0);
            for (number, step) in (3..).zip(&item.procedure.steps) {
                let side = |operand| match operand {
                    Operand::Value(earlier) if number == 3 => format!("S{earlier}"),
                    Operand::Value(earlier) => (number - earlier).to_string(),
                    Operand::Constant(constant) => format!("c{constant}"),
                };
                forms.insert(format!("{}{}{}", side(step.left), step.op, side(step.right)));
            }
        }
        forms
    };
    let small = forms(Spec { inputs: Some(Inputs::signed(2, 20)), ..Spec::default() });
    for form in ["S1+S2", "S1*S2", "S1-S2", "S2-S1", "S2/S1", "S1/S2"] {
        assert!(small.contains(form), "{form} in {small:?}");
    }
    let all = forms(Spec::default());
    for distance in 2..=5 {
        for form in [format!("1+{distance}"), format!("1-{distance}"), format!("{distance}-1")] {
            assert!(all.contains(&form), "{form} in {all:?}");
        }
    }
    for constant in 2..=9 {
        for form in [format!("1*c{constant}"), format!("1/c{constant}")] {
            assert!(all.contains(&form), "{form} in {all:?}");
        }
    }
    let flat = forms(Spec { look_back: LookBack::AtMost(1), ..Spec::default() });
    for form in ["1+c2", "1+c9", "1-c5", "c5-1", "1*c3", "1/c3"] {
        assert!(flat.contains(form), "{form} in {flat:?}");
    }
    let paper = Spec::new(Arithmetic::Paper { places: 3 });
    for distance in 1..=5 {
        let number = distance + 3;
        let steps = number - 2;
        // In the last step, the inputs are at the distances `number - 1` and `number - 2`.
        let last = forms(Spec { steps, ..paper });
        for input in [1, 2].map(|input| number - input) {
            for form in [format!("{distance}-{input}"), format!("{distance}/{input}")] {
                assert!(last.contains(&form), "{form} in {last:?}");
            }
        }
    }
}

/// Tests the checker itself: an item is checked against another spec, or changed in one place. The
/// message must name the broken rule, or may be any message if the expected text is empty.
#[test]
fn checker_names_every_broken_rule() {
    let item_of = |spec| checked(&Generator::new(spec).unwrap(), 1, 0);
    let broken = |mut item: Item, change: &dyn Fn(&mut Item), expected: &str| {
        change(&mut item);
        let problem = check(&item).unwrap_err();
        assert!(problem.contains(expected), "{expected}: {problem}");
    };
    let inputs = Some(Spec::default().default_inputs());
    let item = item_of(Spec { inputs, ..Spec::default() });
    let against = |change: &dyn Fn(&mut Spec), expected: &str| {
        broken(item.clone(), &|item| change(&mut item.spec), expected);
    };
    against(&|spec| spec.bound = 40, "passes the bound");
    let look_back = LookBack::AtMost(2);
    let unguarded = item_of(Spec { look_back, bound: 1_000, ..Spec::default() });
    let guard = |item: &mut Item| {
        item.spec.inputs = Some(item.spec.inputs());
        item.spec.bound = 999;
    };
    broken(unguarded, &guard, "within reach are multiples of");
    against(&|spec| spec.inputs = Some(Inputs::plain(700, 800)), "drawn");
    against(&|spec| spec.constants = Interval::new(50, 60), "constant");
    against(&|spec| spec.operations = [0, 1, 1, 1], "no weight");
    against(&|spec| spec.steps = 24, "25 steps");
    against(&|spec| spec.dead = 20, "dead steps instead of 5");
    against(&|spec| spec.look_back = LookBack::AtMost(2), "within reach");
    against(&|spec| spec.look_back = LookBack::Exactly(5), "is farther");
    against(&|spec| spec.arithmetic = Arithmetic::Rational, "another arithmetic");
    let changed = |op: Op, change: &dyn Fn(&mut Step), expected: &str| {
        let position = (1..25).find(|&at| item.procedure.steps[at].op == op).unwrap();
        broken(
            item.clone(),
            &|item| {
                change(&mut item.procedure.steps[position]);
                item.values = item.procedure.evaluate(Budget::default()).unwrap();
            },
            expected,
        );
    };
    let swap = |step: &mut Step| std::mem::swap(&mut step.left, &mut step.right);
    changed(Op::Add, &swap, "does not begin with the previous value");
    changed(Op::Mul, &swap, "with a constant");
    changed(Op::Add, &|step| step.right = step.left, "");
    changed(Op::Add, &|step| step.right = Operand::Constant(Constant::whole(3)), "");
    changed(Op::Mul, &|step| step.right = Operand::Value(1), "");
    changed(Op::Div, &|step| step.right = Operand::Constant(Constant::whole(97)), "");
    let first = |item: &mut Item| swap(&mut item.procedure.steps[0]);
    let sums = Spec { operations: [1, 0, 0, 1], ..Spec::default() };
    let sum = (0..100)
        .map(|seed| checked(&Generator::new(sums).unwrap(), seed, 0))
        .find(|item| item.procedure.steps[0].op == Op::Add)
        .unwrap();
    broken(sum, &first, "does not join S1 and S2");
    broken(item.clone(), &|item| item.values.swap(7, 8), "is given as");
    let dead = item_of(Spec { dead: 40, ..Spec::default() });
    broken(dead.clone(), &|item| item.spec.look_back = LookBack::AtMost(2), "in a row");
    broken(dead, &|item| item.spec.dead = 0, "instead of 0");
    let residues = item_of(Spec::new(Arithmetic::Modular { modulus: 97 }));
    broken(residues, &|item| item.spec.look_back = LookBack::AtMost(24), "repeats");
}
