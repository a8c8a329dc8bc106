//! Every link reads back as it was written, and every text reads as a valid link.

use proptest::prelude::*;
use stepfall_link::{PlayLink, SolverRun, Source, open, parse};
use stepfall_procedure::{
    Arithmetic, Condition, GENERATOR_VERSION, Inputs, Interval, LineOrder, LookBack, NameStyle,
    Seed, Spec, Wording,
};

fn arithmetic() -> impl Strategy<Value = Arithmetic> {
    prop_oneof![
        Just(Arithmetic::Integer),
        Just(Arithmetic::Rational),
        (0u32..12_000).prop_map(|modulus| Arithmetic::Modular { modulus }),
        (0u8..9).prop_map(|places| Arithmetic::Decimal { places }),
        (0u8..9).prop_map(|places| Arithmetic::Paper { places }),
    ]
}

fn interval() -> impl Strategy<Value = Interval> {
    (-1_200_000i32..1_200_000, 0i32..2_000).prop_map(|(min, width)| Interval::new(min, min + width))
}

/// Generates any valid spec, by repairing a spec that may be invalid.
fn spec() -> impl Strategy<Value = Spec> {
    let look_back = (any::<bool>(), 0u8..60)
        .prop_map(|(exactly, k)| if exactly { LookBack::Exactly(k) } else { LookBack::AtMost(k) });
    let small = (0i32..40, 0i32..40).prop_map(|(min, width)| Interval::new(min, min + width));
    let layout = (0usize..4, 0usize..2, 0usize..2, any::<bool>()).prop_map(|(w, n, l, nested)| {
        (Wording::ALL[w], NameStyle::ALL[n], LineOrder::ALL[l], nested)
    });
    (
        0u16..600,
        look_back,
        any::<[u8; 4]>(),
        arithmetic(),
        0u32..2_000_000,
        prop_oneof![
            Just(None),
            interval().prop_map(|range| Some(Inputs { range, signed: false })),
            (small.clone(), any::<bool>())
                .prop_map(|(range, signed)| Some(Inputs { range, signed })),
        ],
        small,
        0u8..120,
        layout,
    )
        .prop_map(
            |(
                steps,
                look_back,
                operations,
                numbers,
                bound,
                inputs,
                constants,
                dead,
                (wording, names, lines, nested),
            )| {
                let bounded =
                    !matches!(numbers, Arithmetic::Modular { .. } | Arithmetic::Paper { .. });
                let bound = if bounded { bound } else { 999 };
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
            },
        )
}

fn source() -> impl Strategy<Value = Source> {
    let run = ("[a-z][a-z-]{0,20}", "[a-z][a-z-]{0,20}", 0u32..=10_000, any::<u32>());
    let solver = run.prop_map(|(solver, form, rate, run)| {
        Source::Solver(SolverRun { solver, form, rate, run })
    });
    prop_oneof![Just(Source::Simulated), solver]
}

prop_compose! {
    fn link()(
        spec in spec(),
        seed in 0..Seed::COUNT,
        index in any::<u32>(),
        condition in 0usize..6,
        source in proptest::option::of(source()),
        cut in any::<bool>(),
        transcript in prop_oneof![Just(String::new()), "\\PC{0,300}", "(S[0-9]{1,2} = -?[0-9]{1,3}\n){0,60}"],
    ) -> PlayLink {
        PlayLink {
            generator: GENERATOR_VERSION,
            spec,
            seed: Seed::new(seed).unwrap(),
            index,
            custom: None,
            condition: Condition::PLAIN[condition],
            source: source.filter(|_| !transcript.is_empty()).unwrap_or_default(),
            is_cut: cut && !transcript.is_empty(),
            transcript,
        }
    }
}

proptest! {
    #[test]
    fn links_read_back(link in link()) {
        prop_assert_eq!(link.spec.check(), Ok(()));
        let fragment = link.fragment_with_transcript().unwrap();
        let parsed = parse(&fragment);
        prop_assert_eq!(&parsed.notices, &[]);
        prop_assert_eq!(&parsed.link, &link);
        let parsed = parse(&link.fragment_without_text());
        prop_assert_eq!(&parsed.notices, &[]);
        prop_assert_eq!(parsed.link, PlayLink { transcript: String::new(), ..link.clone() });
        for address in [
            format!("https://example.org/some/path/{fragment}"),
            fragment.trim_start_matches('#').to_owned(),
            fragment.replace(',', "%2C").replace(':', "%3a"),
            format!("  {fragment}\n"),
        ] {
            prop_assert_eq!(parse(&address).link, link.clone(), "{}", address);
        }
    }

    #[test]
    fn any_text_gives_a_valid_spec(text in "\\PC{0,200}|#/play\\?([a-z]{1,9}=[-0-9a-z:,.%]{0,12}&){0,8}") {
        let parsed = parse(&text);
        prop_assert_eq!(parsed.link.spec.check(), Ok(()));
        prop_assert_eq!(parse(&parsed.link.fragment()).link.spec, parsed.link.spec);
    }

    #[test]
    fn numbers_out_of_range_move_to_the_nearest_valid_spec(
        key in prop_oneof![Just("steps"), Just("lookback"), Just("dead"), Just("bound")],
        value in any::<u64>(),
    ) {
        let parsed = parse(&format!("#/play?v=2&{key}={value}"));
        prop_assert_eq!(parsed.link.spec.check(), Ok(()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn every_opened_link_makes_items(spec in spec(), seed in 0..Seed::COUNT) {
        let link = PlayLink { spec: Spec { steps: spec.steps.min(60), ..spec }.nearest_valid(), ..PlayLink::default() };
        let opened = open(&link.fragment()).unwrap();
        opened.generator.item(Seed::new(seed).unwrap(), 0).unwrap();
    }
}
