//! Custom procedures in addresses.

use proptest::prelude::*;
use stepfall_link::{PlayLink, open, parse};
use stepfall_procedure::{Condition, Generator, Item, Seed, Spec, Wording};

const PROCEDURE: &str = "price = 12.50\nrate = 1.20\na = price * rate\nTotal_2 = a - price";

fn link(item: Item, condition: Condition) -> PlayLink {
    let (spec, seed, index) = (item.spec, item.seed, item.index);
    PlayLink { spec, seed, index, condition, custom: Some(Box::new(item)), ..PlayLink::default() }
}

fn notices_of(address: &str) -> Vec<String> {
    parse(address).notices.iter().map(ToString::to_string).collect()
}

#[test]
fn a_custom_procedure_reads_back() {
    let mut item = Item::from_text(PROCEDURE, None).unwrap();
    item.spec.wording = Wording::English;
    let mut link = link(item, Condition::Copy);
    let fragment = link.fragment();
    assert!(
        fragment
            .starts_with("#/play?v=2&numbers=decimal2&wording=english&condition=copy&procedure="),
        "{fragment}"
    );
    let parsed = parse(&fragment);
    assert_eq!((&parsed.link, parsed.notices), (&link, vec![]));
    link.transcript = "Total_2 = 2.50".to_owned();
    assert_eq!(parse(&link.fragment_with_transcript().unwrap()).link, link);
    let opened = open(&fragment).unwrap();
    assert_eq!(Some(opened.item().unwrap()), link.custom.map(|custom| *custom));
}

#[test]
fn an_invalid_procedure_is_reported_and_the_rest_is_applied() {
    let fragment = link(Item::from_text(PROCEDURE, None).unwrap(), Condition::Free).fragment();
    assert_eq!(
        notices_of(&format!("{fragment}&steps=9&lines=shuffled&seed=4")),
        [
            "The parameter “lines” has no effect on a custom procedure and was left out.",
            "The parameter “seed” has no effect on a custom procedure and was left out.",
            "The parameter “steps” has no effect on a custom procedure and was left out.",
        ]
    );
    let other = fragment.replace("decimal2", "integer");
    assert_eq!(
        notices_of(&other),
        [
            "The procedure in the link was left out: line 1, column 9: “12.50” is not a number of this arithmetic; expected a whole number (integer)."
        ]
    );
    assert_eq!(parse(&other).link.condition, Condition::Free);
    assert_eq!(
        notices_of("#/play?v=2&procedure=!!"),
        [
            "The procedure in the link was left out: it is damaged, perhaps cut off when the link was copied."
        ]
    );
    let long = stepfall_link::pack(&"#\n".repeat(40_000)).unwrap();
    assert_eq!(
        notices_of(&format!("#/play?v=2&procedure={long}")),
        ["The procedure in the link was left out: it is too long for a link; share it as a file."]
    );
}

/// The longest procedure, whose names are as long and as different as possible, fits into an
/// address.
#[test]
fn every_procedure_fits_into_a_link() {
    let mut state = 7u64;
    let mut name = |at: usize| {
        let mut name = format!("n{at}_");
        while name.len() < 32 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            name.push(char::from(
                b"abcdefghijklmnopqrstuvwxyz0123456789"
                    [usize::try_from((state >> 33) % 36).unwrap()],
            ));
        }
        name
    };
    let names: Vec<String> = (0..502).map(&mut name).collect();
    let mut text =
        format!("{} = {}\n{} = -{}\n", names[0], "7".repeat(90), names[1], "3".repeat(90));
    for at in 2..502 {
        text.push_str(&format!("{} = {} - {}\n", names[at], names[at - 1], names[at / 2]));
    }
    let item = Item::from_text(&text, None).unwrap();
    let link = link(item, Condition::Trace);
    let parsed = parse(&link.fragment());
    assert_eq!((parsed.link, parsed.notices), (link, vec![]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// A generated procedure that is read as a custom one from a link is the same procedure.
    #[test]
    fn a_generated_procedure_can_be_read_as_custom(seed in 0u64..1_000, steps in 1u16..60) {
        let drawn = Generator::new(Spec { steps, ..Spec::default() }).unwrap().item(Seed::wrapping(seed), 0).unwrap();
        let custom = Item::from_text(&drawn.text(), None).unwrap();
        let link = link(custom, Condition::Trace);
        let opened = open(&link.fragment()).unwrap();
        prop_assert_eq!(opened.item().unwrap().values, drawn.values);
        prop_assert_eq!(opened.link, link);
    }

    #[test]
    fn any_packed_text_gives_a_procedure_or_a_valid_spec(text in ".{0,80}", packed in "[A-Za-z0-9_-]{0,40}") {
        let whole = stepfall_link::pack(&text).unwrap();
        for packed in [whole, packed] {
            let parsed = parse(&format!("#/play?v=2&procedure={packed}"));
            prop_assert!(parsed.link.custom.is_some() || parsed.link.spec.check().is_ok());
        }
    }
}
