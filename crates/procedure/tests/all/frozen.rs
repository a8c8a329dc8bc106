//! An item depends only on spec, seed and index. A budget limits the digits of its numbers.

use std::collections::HashSet;

use stepfall_number::{Budget, Number, NumberError};
use stepfall_procedure::{
    Arithmetic, Condition, Generator, Item, LookBack, NameStyle, Op, Operand, Procedure, Seed,
    Spec, Step, Wording,
};

fn specs() -> Vec<Spec> {
    let mut specs: Vec<Spec> = [
        Arithmetic::Integer,
        Arithmetic::Modular { modulus: 97 },
        Arithmetic::Decimal { places: 2 },
        Arithmetic::Rational,
        Arithmetic::Paper { places: 3 },
    ]
    .map(Spec::new)
    .into();
    specs.push(Spec { steps: 60, dead: 30, look_back: LookBack::Exactly(4), ..Spec::default() });
    specs
}

#[test]
fn item_depends_only_on_spec_seed_and_index() {
    for spec in specs() {
        let (one, other) = (Generator::new(spec).unwrap(), Generator::new(spec).unwrap());
        let draw = |generator: &Generator, at: u32| {
            generator.item(Seed::wrapping(u64::from(at / 3)), at % 3).unwrap()
        };
        let forwards: Vec<Item> = (0..30).map(|at| draw(&one, at)).collect();
        let mut backwards: Vec<Item> = (0..30).rev().map(|at| draw(&other, at)).collect();
        backwards.reverse();
        assert_eq!(forwards, backwards);
        for (one, other) in forwards.iter().zip(&backwards) {
            for condition in Condition::PLAIN {
                assert_eq!(one.prompt(condition), other.prompt(condition));
            }
        }
    }
}

#[test]
fn seeds_and_indexes_give_different_procedures() {
    for spec in specs() {
        let generator = Generator::new(spec).unwrap();
        let mut texts = HashSet::new();
        for seed in [0, 1, 2, 3, 1 << 20, 1 << 32, (1 << 53) - 1] {
            for index in [0, 1, 2, 3, 1 << 16, u32::MAX] {
                let item = generator.item(Seed::new(seed).unwrap(), index).unwrap();
                assert_eq!((item.seed.number(), item.index), (seed, index));
                assert!(texts.insert(item.text()), "seed {seed}, index {index}");
            }
        }
    }
}

#[test]
fn seeds_are_below_two_to_the_53() {
    assert_eq!(Seed::COUNT, 1 << 53);
    assert_eq!(Seed::new(Seed::COUNT), None);
    assert_eq!(Seed::wrapping(Seed::COUNT + 7), Seed::new(7).unwrap());
}

#[test]
fn wording_and_names_do_not_change_the_procedure() {
    for spec in specs() {
        let plain = Generator::new(spec).unwrap();
        let worded =
            Generator::new(Spec { wording: Wording::English, names: NameStyle::Scattered, ..spec });
        let worded = worded.unwrap();
        for seed in 0..10 {
            let [one, other] =
                [&plain, &worded].map(|generator| generator.item(Seed::wrapping(seed), 4).unwrap());
            assert_eq!(one.procedure, other.procedure);
            assert_eq!(one.values, other.values);
            assert_ne!(one.text(), other.text());
        }
    }
}

/// Returns `S3 = S2 * S2`, `S4 = S3 * S3` and so on: 3 to the power 2^60 at the end.
fn tower() -> Procedure {
    let square =
        |number| Step { op: Op::Mul, left: Operand::Value(number), right: Operand::Value(number) };
    Procedure {
        arithmetic: Arithmetic::Integer,
        inputs: [2, 3].map(Number::integer).to_vec(),
        steps: (2..62).map(square).collect(),
    }
}

#[test]
fn tower_of_powers_exceeds_every_budget() {
    for budget in [Budget::digits(20), Budget::digits(1_000), Budget::default()] {
        let limit = budget.limit();
        // Without a budget, the powers would fill the memory.
        assert_eq!(tower().evaluate(budget), Err(NumberError::TooLong { limit }));
    }
}

#[test]
fn budget_accepts_values_within_its_limit() {
    let mut procedure = tower();
    procedure.steps.truncate(8);
    let values = procedure.evaluate(Budget::digits(130)).unwrap();
    assert_eq!(values[9].to_string().len(), 123);
    assert_eq!(procedure.evaluate(Budget::digits(100)), Err(NumberError::TooLong { limit: 100 }));
}
