//! Events of a worker of the Lab about a transcript, and about a curve.

#![allow(clippy::expect_used, clippy::panic, reason = "a test ends where something is missing")]

use std::fs;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use stepfall_lab::{Lab, transcript};
use stepfall_link::Checkpoint;
use stepfall_protocol::lab::{
    CurveItem, LabAnswer, LabConfiguration, LabEvent, LabLine, LabPoint, LabRequest,
    SmallModelQuestion,
};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn weights(model: Checkpoint) -> Vec<u8> {
    let path = format!("{ROOT}/crates/small-model/weights/{}.safetensors", model.slug());
    fs::read(path).expect("the weights are shipped")
}

fn subject(link: &str) -> LabConfiguration {
    LabConfiguration { link: link.to_owned(), weights: "./short.safetensors".to_owned() }
}

/// Returns all events of a worker after a request.
fn events_of(request: LabRequest) -> Vec<LabEvent> {
    let mut lab = Lab::default();
    lab.push(request);
    if let Some(wanted) = lab.needed_weights().cloned() {
        assert_eq!(lab.step(), None, "no event without weights");
        assert_eq!(lab.on_weights(wanted.checkpoint, Ok(&weights(wanted.checkpoint))), None);
    }
    std::iter::from_fn(|| lab.step()).collect()
}

fn lines(events: &[LabEvent]) -> Vec<&LabLine> {
    let lines = events.iter().filter_map(|event| match event {
        LabEvent::Line(_, line) => Some(line),
        _ => None,
    });
    lines.collect()
}

/// `tests/wasm/small-model.mjs` compares the same file with the WebAssembly module.
#[test]
fn transcripts_match_the_committed_digests() {
    let path = format!("{ROOT}/tests/golden/small-model.txt");
    let committed = fs::read_to_string(path).expect("the file of digests");
    let computed: Vec<String> = committed
        .lines()
        .map(|line| {
            let link = line.split(' ').next().unwrap_or_default();
            let (subject, _) = stepfall_link::LabLink::read(link);
            let bytes = transcript(link, &weights(subject.model));
            let digest = HEXLOWER.encode(&Sha256::digest(&bytes));
            format!("{link} {digest}")
        })
        .collect();
    assert!(computed.len() >= 4);
    assert_eq!(committed.trim_end(), computed.join("\n"), "now it is\n{}\n", computed.join("\n"));
}

#[test]
fn a_short_trace_is_correct_and_reported_line_by_line() {
    let events = events_of(LabRequest::Run(7, subject("#/lab?v=2&steps=8&seed=3")));
    let LabEvent::Begun(7, item) = &events[0] else { panic!("the first event contains the item") };
    assert_eq!((item.steps.len(), item.values.len()), (8, 10));
    let lines = lines(&events);
    assert_eq!(lines.len(), 9);
    for (step, line) in lines[..8].iter().enumerate() {
        assert_eq!((line.error, line.incorrect, line.is_summary), (None, None, false));
        assert_eq!(line.tokens.len(), 11);
        assert_eq!(line.tokens[0].text, format!("S{}", step + 3));
        assert_eq!(line.tokens[9].text, item.values[step + 2].to_string());
        assert!(line.tokens.iter().all(|token| token.probability > 0.3));
        assert_eq!(line.layers.len(), 4);
        for row in &line.layers {
            // The columns are: tokens outside of the prompt's lines, the ten lines of the prompt,
            // and the lines of the trace so far.
            assert_eq!(row.shares.len(), 1 + 10 + step + 1);
            for shares in [&row.shares, &row.attention] {
                let sum: f32 = shares.iter().sum();
                assert!((sum - 1.0).abs() < 1e-3, "{sum}");
            }
            assert!(row.plain.iter().sum::<f32>() > 0.0);
        }
    }
    assert!(lines[8].is_summary && lines[8].incorrect.is_none());
    assert_eq!(lines[8].layers[0].shares.len(), 1 + 10 + 8 + 1);
    let Some(LabEvent::Finished(7, outcome)) = events.last() else {
        panic!("the last event is Finished")
    };
    assert!(outcome.whole && outcome.solved);
    // The outcome has the transcript as text, for Play.
    assert!(outcome.answer.text.starts_with("S3 = S") && !outcome.answer.is_cut, "{outcome:?}");
    let last = format!("Answer: {}\n", item.values[9]);
    assert!(outcome.answer.text.ends_with(&last), "{outcome:?}");
    assert_eq!(lines[8].tokens[6].text, item.values[9].to_string());
}

#[test]
fn an_incorrect_trace_reports_its_first_error() {
    let events = events_of(LabRequest::Run(0, subject("#/lab?v=2&steps=40&seed=1")));
    let lines = lines(&events);
    let first = lines
        .iter()
        .position(|line| line.error.is_some())
        .expect("the trace of 40 steps has an error");
    assert!(lines[..first].iter().all(|line| line.incorrect.is_none()));
    assert!(lines[first].incorrect.is_some());
    let Some(LabEvent::Finished(_, outcome)) = events.last() else {
        panic!("the last event is Finished")
    };
    assert!(!outcome.whole);
}

fn points(links: &[&str], items: &[(u16, u32)]) -> Vec<LabPoint> {
    let items = items.iter().map(|&(steps, item)| CurveItem { steps, item }).collect();
    let links = links.iter().map(|link| subject(link)).collect();
    let events = events_of(LabRequest::Curve(1, links, items));
    assert_eq!(events.last(), Some(&LabEvent::Done(1)));
    let points = events.into_iter().filter_map(|event| match event {
        LabEvent::Point(_, point) => Some(point),
        _ => None,
    });
    points.collect()
}

#[test]
fn a_curve_has_the_requested_items() {
    let items = [(3, 4), (20, 4), (3, 5), (20, 5)];
    let found = points(&["#/lab?v=2&seed=5"], &items);
    assert_eq!(found.iter().map(|point| (point.steps, point.item)).collect::<Vec<_>>(), items);
    assert!(found.iter().filter(|point| point.steps == 3).all(|point| point.whole && point.solved));
    // At most ten steps of an item are asked alone.
    assert_eq!(
        found.iter().map(|point| point.alone).collect::<Vec<_>>(),
        [(3, 3), (10, 10), (3, 3), (10, 10)]
    );
    // The result at an item does not depend on the other items of the curve.
    assert_eq!(points(&["#/lab?v=2&seed=5"], &items[3..]), found[3..]);
}

#[test]
fn two_configurations_alternate_at_each_item() {
    let links = ["#/lab?v=2&seed=5", "#/lab?v=2&seed=5&flow=bridge:0.3:1"];
    let found = points(&links, &[(20, 4), (20, 5)]);
    let places = found.iter().map(|point| (point.item, point.configuration)).collect::<Vec<_>>();
    assert_eq!(places, [(4, 0), (4, 1), (5, 0), (5, 1)]);
}

#[test]
fn unpublished_weights_are_refused_and_can_be_retried() {
    let mut lab = Lab::default();
    lab.push(LabRequest::Run(3, subject("#/lab?v=2&steps=4")));
    let cut = &weights(Checkpoint::Short)[..1000];
    let refusal = lab.on_weights(Checkpoint::Short, Ok(cut));
    assert!(
        matches!(&refusal, Some(LabEvent::Refused(3, why)) if why.contains("cut at 1000")),
        "{refusal:?}"
    );
    assert_eq!(lab.needed_weights(), None);
    assert_eq!(lab.step(), None);
    lab.push(LabRequest::Run(4, subject("#/lab?v=2&steps=4")));
    let refusal = lab.on_weights(Checkpoint::Short, Err("no connection".to_owned()));
    assert_eq!(refusal, Some(LabEvent::Refused(4, "no connection".to_owned())));
    lab.push(LabRequest::Run(5, subject("#/lab?v=2&steps=4")));
    assert_eq!(lab.on_weights(Checkpoint::Short, Ok(&weights(Checkpoint::Short))), None);
    assert!(matches!(lab.step(), Some(LabEvent::Begun(5, _))));
}

fn question(link: &str, checkpoint: &str) -> SmallModelQuestion {
    SmallModelQuestion { link: link.to_owned(), checkpoint: checkpoint.to_owned(), sample: 0 }
}

fn answer(id: u32, link: &str, checkpoint: &str) -> LabRequest {
    LabRequest::Answer(id, question(link, checkpoint), format!("./{checkpoint}.safetensors"))
}

#[test]
fn an_item_is_answered_with_its_own_names() {
    let link = "#/play?v=2&steps=8&numbers=mod31&seed=3&wording=english&names=scattered";
    for checkpoint in ["short", "long"] {
        let events = events_of(answer(9, link, checkpoint));
        let [LabEvent::Answered(9, LabAnswer { text, is_cut: false })] = &events[..] else {
            panic!("{events:?}")
        };
        let item = stepfall_link::open(link).expect("a link").item().expect("an item");
        assert!(text.starts_with(&format!("{} = ", item.name(3))), "{text}");
        assert!(text.ends_with(&format!("Answer: {}\n", item.answer_text())), "{text}");
    }
}

#[test]
fn unsupported_items_are_refused_with_a_reason() {
    for (link, checkpoint, why) in [
        ("#/play?v=2&seed=3", "short", "computes only modulo 31"),
        ("#/play?v=2&numbers=mod31&condition=free", "short", "choose trace, answer-only or primed"),
        ("#/play?v=2&numbers=mod31", "medium", "no checkpoint “medium” of the small model"),
    ] {
        let events = events_of(answer(2, link, checkpoint));
        assert!(
            matches!(&events[..], [LabEvent::Refused(2, message)] if message.contains(why)),
            "{events:?}"
        );
    }
}

#[test]
fn a_new_request_replaces_the_current_one() {
    let mut lab = Lab::default();
    lab.push(LabRequest::Run(1, subject("#/lab?v=2&steps=4")));
    lab.on_weights(Checkpoint::Short, Ok(&weights(Checkpoint::Short)));
    assert!(matches!(lab.step(), Some(LabEvent::Begun(1, _))));
    lab.push(LabRequest::Run(2, subject("#/lab?v=2&steps=5")));
    assert!(matches!(lab.step(), Some(LabEvent::Begun(2, _))));
    assert!(matches!(lab.step(), Some(LabEvent::Line(2, _))));
    lab.push(LabRequest::Stop);
    assert_eq!(lab.step(), None);
}

#[test]
fn tables_are_returned_at_once_without_interrupting_a_run() {
    let mut lab = Lab::default();
    lab.push(LabRequest::Run(1, subject("#/lab?v=2&steps=4")));
    let Some(LabEvent::Tables(tables)) = lab.push(LabRequest::Tables) else { panic!() };
    let names: Vec<&str> = tables.iter().map(|table| table.checkpoint.as_str()).collect();
    assert_eq!(names, ["short", "long"]);
    assert!(tables.iter().all(|table| table.accuracy.contains("| steps |")));
    assert!(lab.needed_weights().is_some(), "the transcript is still requested");
}
