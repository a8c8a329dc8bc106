//! Messages are equal after encoding and decoding, and other bytes are an error.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use stepfall_plot::scene::{Anchor, Class, Mark, Role, Scene, Shape, Tint};
use stepfall_protocol::asking::{AnswerEnd, Completion, FailureReport, KeptAnswer};
use stepfall_protocol::figure::{Figure, Measure, RunFigures, Table};
use stepfall_protocol::listing::{AttemptOutcome, AttemptRow, AttemptRows};
use stepfall_protocol::sweep::{
    EstimateRange, Problem, RunInfo, RunProgress, RunState, SetupCheck, SizeEstimate,
};
use stepfall_protocol::{
    AnswersEvent, CallEvent, Event, FigureFormat, FileEvent, Key, LinkedAttempt, PromptSettings,
    ProviderAccess, Request, RunEvent, Secret, decode, encode,
};

fn requests() -> Vec<Request> {
    let setting = ProviderAccess {
        provider: "mistral".to_owned(),
        base: String::new(),
        key: Secret("secret-key-123".to_owned()),
    };
    let key = Key { origin: "https://a.example".to_owned(), key: setting.key.clone() };
    vec![
        Request::Providers,
        Request::Ask(7, setting.clone(), PromptSettings::default()),
        Request::SignIn {
            id: 8,
            setting,
            callback: "https://p.example/".to_owned(),
            random: vec![0; 32],
            state: vec![1; 32],
        },
        Request::Resume { keys: vec![key], retries_given_up: true, plan: "#/sweep?v=2".to_owned() },
        Request::File {
            measure: Measure::First,
            figure: "collapse".to_owned(),
            form: FigureFormat::Png,
            is_dark: true,
        },
        Request::RemoveAnswer(u32::MAX),
        Request::Overlay("20261128".to_owned()),
        Request::InMemory,
    ]
}

/// Returns a figure with a mark of every shape.
fn figure() -> Figure {
    let shapes = [
        Shape::Group(Vec::new()),
        Shape::Path("M0 0L1 1".to_owned()),
        Shape::Line([0, 5, 10, 15]),
        Shape::Rect([0, -5, 10, 15]),
        Shape::Circle([1, 2, 3]),
        Shape::Text { at: [1, 2], anchor: Anchor::End, text: "50 %".to_owned() },
    ];
    let mark = |shape| {
        let part = Class::tinted(Role::Bar, Tint::Part("mode-slipped"));
        Mark::new(shape, part).info("A title.", "0/trace")
    };
    let root = shapes.into_iter().map(mark).collect();
    let scene = Scene { title: "A figure".to_owned(), width: 780, height: 420, root };
    Figure {
        id: "collapse".to_owned(),
        title: "A figure".to_owned(),
        sentence: "It says this.".to_owned(),
        note: Some("A note.".to_owned()),
        method: vec!["A method.".to_owned()],
        table: Table { columns: vec!["steps".to_owned()], rows: vec![vec!["5".to_owned()]] },
        thumbnail: scene.clone(),
        scene,
    }
}

fn events() -> Vec<Event> {
    vec![
        Event::Call(7, CallEvent::More("S3 = 4 × 9 → 36".to_owned())),
        Event::Call(
            7,
            CallEvent::Answered(Completion {
                output: Some(9),
                took: 1_200,
                ..Completion::default()
            }),
        ),
        Event::Call(
            7,
            CallEvent::Failed(FailureReport { message: "no".to_owned(), suspects: Vec::new() }),
        ),
        Event::Answers(AnswersEvent::Listed {
            is_kept: false,
            answers: vec![KeptAnswer {
                number: 3,
                link: "#/play?v=2".to_owned(),
                model: "m".to_owned(),
                end: AnswerEnd::Stopped,
                asked: 1_700_000_000_000,
                bytes: 12,
            }],
        }),
        Event::Run(RunEvent::Listed {
            is_kept: true,
            runs: vec![RunInfo {
                run: "1".to_owned(),
                name: String::new(),
                title: "simulated mixed, trace, 5–95 steps".to_owned(),
                plan: "#/sweep?v=2".to_owned(),
                started: 1_700_000_000_000,
                answered: 3,
                total: 4,
                finding: String::new(),
            }],
        }),
        Event::Run(RunEvent::Checked(SetupCheck {
            problems: vec![Problem { field: "items".to_owned(), sentence: "no".to_owned() }],
            unread: vec!["no".to_owned()],
            notes: vec!["a note".to_owned()],
            attempts: 240,
            estimate: Some(SizeEstimate {
                input: EstimateRange { low: 5, high: Some(9) },
                output: EstimateRange { low: 0, high: None },
                cost: None,
                unpriced: 1,
            }),
        })),
        Event::Run(RunEvent::Progress(RunProgress {
            eta: Some(5_000),
            ..RunProgress::new("1", RunState::Running)
        })),
        Event::Run(RunEvent::Figures(RunFigures {
            title: "a run".to_owned(),
            finding: Some("Right half of the time up to 25 steps (20 to 31).".to_owned()),
            figures: vec![figure()],
        })),
        Event::Run(RunEvent::Attempts(AttemptRows {
            from: 14,
            total: 20_000,
            description: "those".to_owned(),
            rows: vec![AttemptRow {
                number: 14,
                outcome: AttemptOutcome::Incorrect,
                cells: Default::default(),
            }],
        })),
        Event::Run(RunEvent::Attempt(LinkedAttempt {
            link: "#/play?v=2".to_owned(),
            ..LinkedAttempt::default()
        })),
        Event::File(FileEvent::Picture { name: "a.png".to_owned(), svg: String::new() }),
    ]
}

#[test]
fn messages_read_back_from_their_bytes() {
    for request in requests() {
        assert_eq!(decode::<Request>(&encode(&request).unwrap()), Ok(request));
    }
    for event in events() {
        assert_eq!(decode::<Event>(&encode(&event).unwrap()), Ok(event));
    }
}

#[test]
fn damaged_bytes_never_panic() {
    let messages = requests().iter().map(|request| encode(request).unwrap()).collect::<Vec<_>>();
    let messages =
        messages.into_iter().chain(events().into_iter().map(|event| encode(&event).unwrap()));
    for bytes in messages {
        for length in 0..bytes.len() {
            let _ = (decode::<Request>(&bytes[..length]), decode::<Event>(&bytes[..length]));
        }
        assert!(decode::<Request>(&[bytes.as_slice(), &[0]].concat()).is_err());
        for at in 0..bytes.len() {
            for flip in [1, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] ^= flip;
                let _ = decode::<Request>(&damaged);
                let _ = decode::<Event>(&damaged);
            }
        }
    }
    // No memory is reserved for a length that no message has.
    assert!(decode::<Event>(&[0, 0xff, 0xff, 0xff, 0xff, 0x0f]).is_err());
    assert!(decode::<Event>(&[0xff]).is_err());
    assert!(decode::<Event>(&[]).is_err());
}

/// Returns a message whose figure has groups that are nested `depth` deep.
fn nested(depth: usize) -> Vec<u8> {
    let mut figure = figure();
    figure.scene.root.truncate(1);
    let results = |figure| RunFigures { figures: vec![figure], ..RunFigures::default() };
    for _ in 1..depth {
        let root = std::mem::take(&mut figure.scene.root);
        figure.scene.root = vec![Mark::group(root)];
    }
    encode(&Event::Run(RunEvent::Figures(results(figure)))).unwrap()
}

#[test]
fn too_deeply_nested_groups_are_an_error() {
    assert!(decode::<Event>(&nested(64)).is_ok());
    assert!(decode::<Event>(&nested(65)).is_err());
    // The deepest nesting that bytes can have: the beginning of a message with figures, and two
    // bytes for each group.
    let begin = [5, 4, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    let deep = [begin.as_slice(), &[0, 1].repeat(100_000)].concat();
    assert!(decode::<Event>(&deep).is_err());
    // The limit applies to each message separately.
    assert!(decode::<Event>(&nested(64)).is_ok());
}

#[test]
fn debug_output_shows_no_key() {
    let shown = format!("{:?}", requests());
    assert!(shown.contains("mistral") && !shown.contains("secret-key-123"), "{shown}");
}
