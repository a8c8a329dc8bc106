//! Items of several lengths and look-backs are independent, unless they are nested or their
//! look-backs allow the same distances.

use stepfall_procedure::{Arithmetic, Generator, Item, LookBack, Seed, Spec, Step};

fn item(spec: Spec, seed: u64) -> Item {
    Generator::new(spec).unwrap().item(Seed::wrapping(seed), 0).unwrap()
}

fn specs() -> [Spec; 4] {
    [
        Arithmetic::Integer,
        Arithmetic::Modular { modulus: 97 },
        Arithmetic::Decimal { places: 2 },
        Arithmetic::Paper { places: 3 },
    ]
    .map(Spec::new)
}

fn steps(item: &Item, count: usize) -> &[Step] {
    &item.procedure.steps[..count]
}

#[test]
fn lengths_and_look_backs_are_independent() {
    for spec in specs() {
        for seed in 0..20 {
            let base = item(spec, seed);
            let longer = item(Spec { steps: 30, ..spec }, seed);
            assert_ne!(steps(&longer, 25), steps(&base, 25), "{spec:?} {seed}");
            let farther = item(Spec { look_back: LookBack::AtMost(6), ..spec }, seed);
            assert_ne!(steps(&farther, 25), steps(&base, 25), "{spec:?} {seed}");
            let exactly = item(Spec { look_back: LookBack::Exactly(5), ..spec }, seed);
            assert_ne!(exactly.procedure.inputs, base.procedure.inputs, "{spec:?} {seed}");
        }
    }
}

/// Short items of two lengths share an input no more often than unrelated items.
#[test]
fn inputs_of_two_lengths_are_independent() {
    let at = |steps| Generator::new(Spec { steps, ..Spec::default() }).unwrap();
    let (five, six) = (at(5), at(6));
    let same = (0..500).filter(|&seed| {
        let [short, long] =
            [&five, &six].map(|generator| generator.item(Seed::wrapping(seed), 0).unwrap());
        short.procedure.inputs[0] == long.procedure.inputs[0]
    });
    assert!(same.count() < 5);
}

#[test]
fn nested_items_share_inputs_and_first_steps() {
    for spec in specs() {
        let at = |steps| Generator::new(Spec { steps, nested: true, ..spec }).unwrap();
        let lengths = [5, 15, 25, 95].map(at);
        let mut nested = 0;
        for seed in 0..50 {
            let items = lengths
                .each_ref()
                .map(|generator| generator.item(Seed::wrapping(seed), 0).unwrap());
            let alike = |pair: &[Item]| {
                let shorter = pair[0].procedure.steps.len();
                pair[0].procedure.inputs == pair[1].procedure.inputs
                    && pair[0].procedure.steps == steps(&pair[1], shorter)
            };
            nested += items.windows(2).filter(|pair| alike(pair)).count();
        }
        // A dead end in the longer item may undo steps that the shorter item keeps.
        assert!(nested >= 147, "{nested} of 150 {spec:?}");
    }
}

#[test]
fn look_backs_beyond_the_inputs_are_equivalent() {
    for spec in specs() {
        let with_look_back = |look_back| Spec { steps: 5, look_back, ..spec };
        let cells = [6, 7, 12].map(LookBack::AtMost).map(with_look_back);
        assert!(cells.iter().all(|cell| cell.binding_look_back() == LookBack::AtMost(6)));
        for seed in 0..20 {
            let [six, seven, twelve] = cells.map(|cell| item(cell, seed).procedure);
            assert_eq!(six, seven);
            assert_eq!(six, twelve);
        }
        let five = item(with_look_back(LookBack::AtMost(5)), 3);
        assert_ne!(five.procedure, item(cells[0], 3).procedure);
        let nested = Spec { nested: true, ..cells[1] };
        assert_eq!(nested.binding_look_back(), LookBack::AtMost(7));
    }
    let single = |k, numbers| {
        let spec = Spec { look_back: LookBack::Exactly(k), ..Spec::new(numbers) };
        spec.binding_look_back()
    };
    assert_eq!(single(2, Arithmetic::Integer), LookBack::AtMost(2));
    assert_eq!(single(3, Arithmetic::Integer), LookBack::Exactly(3));
    assert_eq!(single(2, Arithmetic::Paper { places: 3 }), LookBack::Exactly(2));
}

/// Weights in the same proportion and default inputs that are set explicitly do not change the
/// procedure.
#[test]
fn equivalent_settings_give_the_same_procedure() {
    let plain = item(Spec::default(), 9);
    let spec = Spec::default();
    let weighted = Spec { operations: [2; 4], ..spec };
    assert_eq!(item(weighted, 9).procedure, plain.procedure);
    let written = Spec { inputs: Some(spec.default_inputs()), ..spec };
    assert_eq!(item(written, 9).procedure, plain.procedure);
}

/// Every spec that version 1 accepted with default inputs is still accepted. A line of the file has
/// common parameters, and then each look-back with its numbers of steps.
#[test]
fn every_spec_of_version_1_is_still_accepted() {
    let (mut lost, mut count) = (Vec::new(), 0);
    for line in include_str!("../taken-before.txt").lines() {
        let (family, cells) = line.split_once(' ').unwrap();
        for cell in cells.split(' ') {
            let (look_back, lengths) = cell.split_once(':').unwrap();
            for steps in lengths.split(',') {
                let extra = [("lookback", look_back), ("steps", steps)];
                let params =
                    family.split('&').map(|pair| pair.split_once('=').unwrap()).chain(extra);
                let (spec, problems) = Spec::from_params(params.collect::<Vec<_>>().into_iter());
                assert!(problems.is_empty(), "{problems:?}");
                count += 1;
                if let Err(refusal) = Generator::new(spec) {
                    lost.push(format!("{family} {look_back} {steps}: {}", refusal.rule));
                }
            }
        }
    }
    assert_eq!(count, 5_296);
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

/// Difficulty does not grow with the steps of a procedure: the last third of default items is as
/// hard as the first, in values, digits, and carries and borrows.
#[test]
fn last_third_is_as_difficult_as_the_first() {
    for (look_back, percent) in [(5, 10.0), (2, 25.0), (3, 25.0), (4, 25.0), (6, 25.0), (7, 25.0)] {
        for steps in [15, 25, 45, 65, 95] {
            let look_back = LookBack::AtMost(look_back);
            let generator = Generator::new(Spec { steps, look_back, ..Spec::default() }).unwrap();
            let part = usize::from(steps) / 3;
            let (mut sizes, mut sums) = ([vec![], vec![]], [[0.0; 2]; 2]);
            for seed in 0..30_000 / u64::from(steps) {
                let item = generator.item(Seed::wrapping(seed), 0).unwrap();
                for (end, from) in [0, usize::from(steps) - part].into_iter().enumerate() {
                    for position in from..from + part {
                        let size = item.values[position + 2].abs().to_i64().unwrap();
                        sizes[end].push(f64::from(u32::try_from(size).unwrap()));
                        let difficulty = item.difficulty_of(position);
                        sums[end][0] += f64::from(difficulty.digits);
                        sums[end][1] +=
                            f64::from(difficulty.carries.unwrap() + difficulty.borrows.unwrap());
                    }
                }
            }
            let median = |sizes: &mut Vec<f64>| {
                sizes.sort_unstable_by(f64::total_cmp);
                sizes[sizes.len() / 2]
            };
            let [first, last] = &mut sizes;
            let medians = [median(first), median(last)];
            let [digits, carries] = [0, 1].map(|at| [sums[0][at], sums[1][at]]);
            for (what, [first, last]) in
                [("median", medians), ("digits", digits), ("carries", carries)]
            {
                let apart = 100.0 * (last / first - 1.0).abs().max((first / last - 1.0).abs());
                assert!(
                    apart <= percent,
                    "{what} at {steps} steps, {look_back}: {first} to {last}"
                );
            }
        }
    }
}
