//! Notices for the reader of a broken link.

use stepfall_link::{Notice, PlayLink, Source, TranscriptError, open, pack, parse, unpack};
use stepfall_procedure::{GENERATOR_VERSION, LookBack, Spec};

fn notices_of(address: &str) -> Vec<String> {
    parse(address).notices.iter().map(ToString::to_string).collect()
}

#[test]
fn an_empty_address_is_the_default_without_notices() {
    for address in ["", "#", "#/", "https://example.org/", "#/play?v=2", "#/play?v=2&seed=0"] {
        let parsed = parse(address);
        assert_eq!((parsed.link.spec, parsed.notices), (Spec::default(), vec![]), "{address}");
    }
}

#[test]
fn a_bare_query_is_read_as_parameters() {
    for address in
        ["v=2&steps=5&seed=3", "#v=2&steps=5&seed=3", "https://x.org/#v=2&steps=5&seed=3"]
    {
        let parsed = parse(address);
        let read = (parsed.link.spec.steps, parsed.link.seed.number(), parsed.notices);
        assert_eq!(read, (5, 3, vec![]), "{address}");
    }
    assert_eq!(
        notices_of("steps/v=2"),
        [
            "This address leads to “steps/v=2” and not to Play; its parameters were read all the same."
        ]
    );
}

#[test]
fn every_problem_is_reported_and_the_rest_is_applied() {
    assert_eq!(
        notices_of(
            "#/play?v=2&steps=abc&lookback=3&seed=-1&index=x&condition=y&foo=1&t=!!&names=odd"
        ),
        [
            "Left at its default: steps=abc cannot be read; write steps=25.",
            "Left at its default: names=odd cannot be read; write names=numbered or scattered.",
            "The seed “-1” is no whole number below 2^53; seed 0 was taken.",
            "The index “x” is no whole number below 2^32; index 0 was taken.",
            "There is no condition “y”; trace was taken.",
            "The transcript in the link was left out: it is damaged, perhaps cut off when the link was copied.",
            "The parameter “foo” is unknown and was left out.",
        ]
    );
    let kept = parse("#/play?v=2&steps=abc&lookback=3").link.spec;
    assert_eq!((kept.steps, kept.look_back), (25, LookBack::AtMost(3)));
}

#[test]
fn an_invalid_spec_is_reported_before_other_problems() {
    let unknown: Vec<String> =
        (0..30).map(|number| format!("&zz{number}=1&zz{number}=2")).collect();
    let unknown = unknown.concat();
    let notices = notices_of(&format!("#/play?v=2{unknown}&steps=0"));
    assert!(
        notices[0].starts_with("The link's spec is not valid: steps must be from 1 to 500."),
        "{notices:?}"
    );
    assert_eq!(notices.len(), 6);
}

#[test]
fn repeated_problems_give_few_notices() {
    let notices = notices_of(&format!("#/play?v=2{}", "&steps=abc".repeat(10_000)));
    assert!((1..50).contains(&notices.len()), "{}", notices.len());
}

#[test]
fn the_last_value_of_a_repeated_key_counts() {
    let parsed = parse("#/play?v=2&seed=1&seed=2&steps=7&steps=9&t=!!&t=");
    let repeated = ["steps", "seed", "t"].map(|key| Notice::Repeated(key.to_owned()));
    let read = (parsed.link.seed.number(), parsed.link.spec.steps, parsed.notices);
    assert_eq!(read, (2, 9, repeated.to_vec()));
}

#[test]
fn versions_and_pages_are_checked() {
    for address in ["#/play", "#/play?", "#/play?v=", "#/play?steps=5", "steps=5&seed=3"] {
        assert_eq!(parse(address).notices, [], "{address}");
        assert_eq!(parse(address).link.generator, GENERATOR_VERSION, "{address}");
    }
    assert_eq!(notices_of("#/play?foo=1"), ["The parameter “foo” is unknown and was left out."]);
    assert_eq!(
        notices_of("#/play?v=7"),
        ["The link was made for version 7; this page has version 2, and the item may differ."]
    );
    assert_eq!(
        notices_of("#/nowhere?v=2"),
        ["This address leads to “nowhere” and not to Play; its parameters were read all the same."]
    );
}

/// The answer in a link of a later or invalid version belongs to another item.
#[test]
fn links_of_other_versions_keep_their_answers_ungraded() {
    for (version, generator) in [("3", 3), ("01", 1), ("2.0", u32::MAX), ("latest", u32::MAX)] {
        let parsed = parse(&format!("#/play?v={version}&steps=7&t=!!"));
        assert_eq!((parsed.link.generator, parsed.link.spec.steps), (generator, 7));
        let packed = PlayLink { transcript: "Answer: 5".to_owned(), ..PlayLink::default() };
        let packed = packed.fragment_with_transcript().unwrap();
        let parsed = parse(&packed.replace("v=2&", &format!("v={version}&")));
        assert_eq!(
            (parsed.link.generator, parsed.link.transcript.as_str()),
            (generator, "Answer: 5")
        );
        let [notice] = parsed.notices.as_slice() else { panic!("{:?}", parsed.notices) };
        assert!(notice.to_string().ends_with("it is kept as text and not graded."), "{notice}");
    }
    assert_eq!(parse("#/play?v=02&seed=4").notices, []);
}

/// A link of an unpublished generator still sets the parameters and the transcript. The link keeps
/// the version that it names.
#[test]
fn links_of_unpublished_versions_open_in_the_current_one() {
    const OTHER: &str = "The link was made with an unpublished generator; what it sets was taken over to version 2, which has another procedure.";
    for version in [0, 1] {
        let parsed = parse(&format!("#/play?v={version}&steps=7&seed=4"));
        assert_eq!((parsed.link.generator, parsed.link.spec.steps), (version, 7));
        assert_eq!(parsed.notices, [Notice::Unpublished { has_transcript: false }]);
        assert_eq!(parsed.notices[0].to_string(), OTHER);
    }
    let link = PlayLink { generator: 1, transcript: "Answer: 5".to_owned(), ..PlayLink::default() };
    let fragment = link.fragment_with_transcript().unwrap();
    assert!(fragment.starts_with("#/play?v=1&seed=0&t="), "{fragment}");
    let parsed = parse(&fragment);
    assert_eq!(parsed.link, link);
    assert_eq!(
        parsed.notices[0].to_string(),
        format!(
            "{OTHER} The answer in the link belongs to the procedure of that version: it is kept as text and not graded."
        )
    );
}

#[test]
fn the_provenance_of_a_transcript_is_a_known_word() {
    let parsed = parse("#/play?v=2&source=simulated&stop=length");
    assert_eq!((parsed.link.source, parsed.link.is_cut), (Source::Simulated, true));
    assert_eq!(parsed.notices, []);
    assert_eq!(
        notices_of("#/play?v=2&source=simulated:mixed"),
        [
            "The simulated solver in “simulated:mixed” was not understood; the answer stays simulated, and does not follow the settings."
        ]
    );
    assert_eq!(
        notices_of("#/play?v=2&source=specimen:medium"),
        [
            "There is no checkpoint “specimen:medium” of the small model; the answer stays one of the small model."
        ]
    );
    assert_eq!(
        notices_of("#/play?v=2&source=me&stop="),
        ["The parameter “source” says “me” and was left out; it may only say “simulated”."]
    );
}

#[test]
fn values_out_of_range_move_to_the_nearest() {
    let parsed = parse("#/play?v=2&steps=70000");
    assert_eq!(parsed.link.spec.steps, 500);
    assert_eq!(parse("#/play?v=2&steps=99999999999999999999999").link.spec.steps, 500);
    assert_eq!(
        parsed.notices.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["The link's spec is not valid: steps must be from 1 to 500. Taken instead: steps=500."]
    );
    let parsed = parse("#/play?v=2&numbers=mod100");
    assert_eq!(parsed.link.spec.arithmetic.to_string(), "mod101");
}

#[test]
fn a_spec_without_procedures_opens_as_the_nearest_with_some() {
    let opened = open("#/play?v=2&ops=mul&steps=40").unwrap();
    assert!(opened.generator.item(opened.link.seed, 0).is_ok());
    let [Notice::Refused(refusal)] = opened.notices.as_slice() else {
        panic!("expected one refusal, got {:?}", opened.notices)
    };
    assert_eq!(refusal.nearest, Some(opened.link.spec));
    assert!(opened.notices[0].to_string().contains("pass the bound"), "{}", opened.notices[0]);
}

#[test]
fn transcripts_are_limited_before_and_during_decompression() {
    let bomb = pack(&"a".repeat(1 << 20)).unwrap();
    assert!(bomb.len() < 2_000);
    assert!(unpack(&bomb).is_ok());
    let over = miniz_oxide::deflate::compress_to_vec(&vec![b'a'; (1 << 20) + 1], 9);
    let over = data_encoding::BASE64URL_NOPAD.encode(&over);
    assert_eq!(unpack(&over), Err(TranscriptError::TooLong));
    assert_eq!(unpack(&"A".repeat(70_000)), Err(TranscriptError::TooLong));
    assert_eq!(pack(&"a".repeat((1 << 20) + 1)), Err(TranscriptError::TooLong));
    let cut = pack("S3 = 5\nS4 = 7").unwrap();
    assert_eq!(unpack(&cut[..cut.len() - 3]), Err(TranscriptError::Damaged));
    let not_text = data_encoding::BASE64URL_NOPAD
        .encode(&miniz_oxide::deflate::compress_to_vec(&[0xff, 0xfe], 9));
    assert_eq!(unpack(&not_text), Err(TranscriptError::Damaged));
    assert_eq!(
        notices_of(&"x".repeat(150_000)),
        ["This link is longer than 147456 bytes and was not read."]
    );
}
