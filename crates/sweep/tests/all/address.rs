//! Addresses: every plan reads back unchanged, and every text reads as a plan within the limits.

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use stepfall_procedure::{
    Arithmetic, Condition, GENERATOR_VERSION, Inputs, LineOrder, LookBack, NameStyle, Seed, Spec,
    Wording,
};
use stepfall_provider::{Effort, PROVIDERS};
use stepfall_solver::{Form, SolverKind};
use stepfall_sweep::{
    MAX_ATTEMPTS, Micros, Plan, Price, Settings, SweepLimits, Target, Thousandths,
};

fn price() -> impl Strategy<Value = Price> {
    // An address does not preserve blanks at the end of a word.
    let dated = proptest::option::of("[!-~ä]([ -~ä]{0,38}[!-~ä])?");
    (any::<u64>(), any::<u64>(), dated).prop_map(|(input, output, dated)| Price {
        input: Micros(input),
        output: Micros(output),
        dated,
    })
}

fn model() -> impl Strategy<Value = Target> {
    let base = select(vec!["https://models.example/v1", "http://localhost:8080/a;b%20c=d&e"]);
    (
        select(PROVIDERS.iter().map(|provider| provider.slug).collect::<Vec<_>>()),
        base,
        any::<bool>(),
        "[ -~äß→]{1,60}",
        proptest::option::of(any::<u32>().prop_map(Thousandths)),
        proptest::option::of(price()),
    )
        .prop_map(|(provider, base, is_moved, model, size, price)| {
            let is_moved = is_moved || provider == "compatible";
            let base = is_moved.then(|| base.to_owned());
            Target::Model { provider: provider.to_owned(), base, model, size, price }
        })
}

fn solver() -> impl Strategy<Value = Target> {
    (0..SolverKind::ALL.len(), 0..Form::ALL.len(), 0u32..=10_000).prop_map(|(kind, form, rate)| {
        Target::Simulated {
            solver: SolverKind::ALL[kind].slug().to_owned(),
            form: Form::ALL[form].slug().to_owned(),
            rate,
        }
    })
}

fn base() -> impl Strategy<Value = Spec> {
    let numbers = select(vec![
        Arithmetic::Integer,
        Arithmetic::Rational,
        Arithmetic::Modular { modulus: 211 },
        Arithmetic::Decimal { places: 2 },
        Arithmetic::Paper { places: 3 },
    ]);
    (numbers, any::<bool>(), 0usize..4, 0usize..2, 0usize..2, 20i32..40).prop_map(
        |(numbers, is_exact, wording, names, lines, most)| {
            let mut base = Spec::new(numbers);
            if is_exact {
                base.look_back = LookBack::Exactly(5);
            }
            base.inputs = Some(Inputs::plain(2, most));
            let (wording, names) = (Wording::ALL[wording], NameStyle::ALL[names]);
            Spec { wording, names, lines: LineOrder::ALL[lines], ..base }
        },
    )
}

prop_compose! {
    fn plan()(
        base in base(),
        seed in 0..Seed::COUNT,
        targets in prop::collection::btree_map(
            any::<u16>(), prop_oneof![model(), solver()], 1..5),
        conditions in subsequence(Condition::PLAIN.to_vec(), 1..=6),
        steps in subsequence((1u16..=500).collect::<Vec<_>>(), 1..20).prop_shuffle(),
        look_backs in subsequence((1u8..=50).collect::<Vec<_>>(), 1..10).prop_shuffle(),
        counts in (1u32..=10, 1u32..=3, 1u16..=64),
        tokens in any::<[Option<u16>; 4]>(),
        temperature in proptest::option::of(0u32..=2_000),
        effort in proptest::option::of(0usize..7),
        spend in proptest::option::of(any::<u64>()),
    ) -> Plan {
        let tokens = tokens.map(|tokens| tokens.map(|tokens| u32::from(tokens) + 1));
        let mut targets: Vec<Target> = targets.into_values().collect();
        targets.dedup_by_key(|target| target.label());
        Plan {
            generator: GENERATOR_VERSION,
            base,
            seed: Seed::new(seed).unwrap(),
            targets,
            conditions,
            steps,
            look_backs,
            items: counts.0,
            samples: counts.1,
            settings: Settings {
                max_output: tokens[0],
                temperature: temperature.map(Thousandths),
                effort: effort.map(|effort| Effort::ALL[effort]),
                context: tokens[1],
            },
            limits: SweepLimits { requests: tokens[2], spend: spend.map(Micros) },
            concurrency: counts.2,
        }
    }
}

proptest! {
    #[test]
    fn plans_read_back(plan in plan()) {
        let fragment = plan.fragment();
        for address in [
            fragment.clone(),
            format!("https://example.org/some/path/{fragment}"),
            fragment.trim_start_matches('#').to_owned(),
            fragment.replace(',', "%2C").replace(':', "%3a").replace('/', "%2F").replacen("#%2Fsweep", "#/sweep", 1),
            format!("  {fragment}\n"),
        ] {
            let (read, problems) = Plan::read(&address);
            prop_assert_eq!(&problems, &[], "{}", address);
            prop_assert_eq!(&read, &plan, "{}", address);
        }
    }

    #[test]
    fn any_text_gives_a_plan_within_the_limits(
        text in "\\PC{0,200}|#/sweep\\?((steps|lookback|condition|items|samples|model|numbers|dead|ops|effort|max-spend|[a-z]{1,9})=[-0-9a-z:;,./%]{0,12}&){0,10}",
    ) {
        let (plan, _) = Plan::read(&text);
        prop_assert!(plan.task_count() <= MAX_ATTEMPTS && plan.task_count() > 0);
        for (&steps, &look_back) in plan.steps.iter().zip(&plan.look_backs) {
            prop_assert_eq!(plan.cell_spec(steps, look_back).check(), Ok(()));
        }
        let (read, problems) = Plan::read(&plan.fragment());
        // An unknown version is reported again.
        prop_assert!(problems.iter().all(|problem| problem.field == "v"), "{problems:?}");
        prop_assert_eq!(problems.is_empty(), plan.generator <= 2);
        prop_assert_eq!(read, plan);
    }
}

fn problems_of(address: &str) -> Vec<String> {
    Plan::read(address).1.into_iter().map(|problem| problem.sentence).collect()
}

#[test]
fn an_empty_address_is_the_default_without_problems() {
    for address in ["", "#", "#/", "#/sweep?v=2", "https://example.org/", "#/sweep?v=2&seed=0"] {
        assert_eq!(Plan::read(address), (Plan::default(), vec![]), "{address}");
    }
    assert_eq!(
        Plan::default().fragment(),
        "#/sweep?v=2&seed=0&steps=5,15,25,45,65,95&lookback=5&condition=trace&items=20&samples=1\
         &model=simulated:wrong-operand:200"
    );
}

#[test]
fn an_address_can_be_written_by_hand() {
    let (plan, problems) = Plan::read(
        "v=2&seed=7&steps=5..25/10,95&lookback=exactly-3,exactly-5&condition=trace,answer-only&numbers=mod97\
         &model=openrouter:vendor/name;size=70.6;price=0.15/0.6@2026-11-01&model=simulated:followed\
         &model=compatible:m:latest;base=https://models.example/v1&max-spend=2.50&temperature=0.7&effort=low",
    );
    assert_eq!(problems, []);
    assert_eq!((plan.steps, plan.look_backs), (vec![5, 15, 25, 95], vec![3, 5]));
    assert_eq!(plan.base.look_back, LookBack::Exactly(5));
    assert_eq!(plan.limits.spend, Some(Micros(2_500_000)));
    let labels: Vec<String> = plan.targets.iter().map(Target::label).collect();
    let wanted = [
        "openrouter:vendor/name",
        "simulated:followed:200",
        "compatible:m:latest at https://models.example/v1",
    ];
    assert_eq!(labels, wanted);
    let price = plan.targets[0].price().unwrap();
    assert_eq!((price.input.0, price.output.0), (150_000, 600_000));
}

#[test]
fn invalid_parts_are_reported_and_replaced() {
    for (parameter, sentence) in [
        (
            "v=3",
            "The link was made for version 3; this program has version 2, and the items may differ.",
        ),
        (
            "v=2&steps=abc",
            "“abc” is left out; write numbers such as 5,25 or a range such as 5..95/10.",
        ),
        ("v=2&steps=0,9999", "Numbers are from 1 to 500; others count as the nearest one."),
        ("v=2&steps=1..500", "There may be 200 of them; only the first ones count."),
        (
            "v=2&lookback=3,exactly-4",
            "Look-backs are either all exact distances or none is; all are read as the first one.",
        ),
        (
            "v=2&steps=1..100&lookback=1..9",
            "There may be 400 pairs of a length and a look-back; only the first 4 look-backs count.",
        ),
        ("v=2&condition=trace,loud", "There is no condition “loud”; it is left out."),
        ("v=2&seed=-1", "The seed “-1” is not a whole number below 2^53; it counts as 0."),
        ("v=2&items=0", "It is a number from 1 to 1000; this counts as 1."),
        (
            "v=2&items=1000&samples=100",
            "There may be 200000 attempts; this counts as items=333 and samples=100.",
        ),
        ("v=2&max-spend=much", "“much” is left out; write dollars such as 2.50."),
        ("v=2&temperature=3", "It is a temperature of at most 2; this counts as 2."),
        (
            "v=2&effort=huge",
            "“huge” is left out; write none, minimal, low, medium, high, xhigh or max.",
        ),
        (
            "v=2&names=odd",
            "Left at its default: names=odd cannot be read; write names=numbered or scattered.",
        ),
        ("v=2&foo=1", "The parameter “foo” is unknown and is left out."),
        (
            "v=2&model=simulated:mixed&model=simulated:mixed:200",
            "simulated:mixed:200 is named twice and counts once.",
        ),
        (
            "v=2&model=openai:m;price=cheap",
            "“price=cheap” is left out; what follows a model is base=…, size=7 or price=0.15/0.6@2026-11-01.",
        ),
    ] {
        assert_eq!(problems_of(&format!("#/sweep?{parameter}")), [sentence], "{parameter}");
    }
    assert_eq!(
        problems_of("#/sweep?v=2&model=nobody:m"),
        [
            "There is no provider “nobody”; “openrouter” is one. “nobody:m” is left out.",
            "No model is left; without one, simulated:wrong-operand:200 is asked.",
        ]
    );
    assert!(
        problems_of("#/sweep?v=2&dead=80&lookback=1")[0]
            .starts_with("The spec is not valid everywhere: ")
    );
    for address in ["#/sweep?seed=1", "#/sweep", "#/sweep?v="] {
        assert!(problems_of(address).is_empty(), "{address}");
    }
    assert_eq!(problems_of("#/play?v=2"), ["There is no sweep at “play”; this is one."]);
}

#[test]
fn a_hostile_address_gives_a_small_plan() {
    for part in ["1..200,", "1..4294967295/1,", "trace,", "exactly-9,"] {
        for key in ["steps", "lookback", "condition"] {
            let (plan, _) = Plan::read(&format!("#/sweep?v=2&{key}={}", part.repeat(20_000)));
            assert!(plan.task_count() <= MAX_ATTEMPTS);
        }
    }
    let (plan, problems) = Plan::read(&"model=a:b&".repeat(60_000));
    assert_eq!((plan, problems.len()), (Plan::default(), 1));
    let (plan, _) =
        Plan::read(&format!("#/sweep?v=2&{}", "model=openai:b&steps=1&".repeat(20_000)));
    assert_eq!(plan.targets.len(), 1);
}
