//! Messages come back from their bytes, and other bytes are an error.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use stepfall_protocol::{
    Attempt, Event, Form, Key, Question, Request, Secret, Setting, decode, encode,
};

fn requests() -> Vec<Request> {
    let setting = Setting {
        provider: "mistral".to_owned(),
        base: String::new(),
        key: Secret("secret-key-123".to_owned()),
    };
    let key = Key { origin: "https://a.example".to_owned(), key: setting.key.clone() };
    vec![
        Request::Providers,
        Request::Ask(7, setting.clone(), Question::default()),
        Request::SignIn {
            id: 8,
            setting,
            callback: "https://p.example/".to_owned(),
            random: vec![0; 32],
        },
        Request::Go { keys: vec![key], again: true, plan: "#/sweep?v=2".to_owned() },
        Request::File {
            measure: "first".to_owned(),
            figure: "collapse".to_owned(),
            form: Form::Png,
            is_dark: true,
        },
        Request::RemoveAnswer(u32::MAX),
    ]
}

fn events() -> Vec<Event> {
    vec![
        Event::More(7, "S3 = 4 × 9 → 36".to_owned()),
        Event::Runs { is_kept: true, runs: "[]".to_owned() },
        Event::Attempt(Attempt { link: "#/play?v=2".to_owned(), ..Attempt::default() }),
        Event::File { name: "a.svg".to_owned(), text: String::new(), in_dots: true },
    ]
}

#[test]
fn messages_come_back_from_their_bytes() {
    for request in requests() {
        assert_eq!(decode::<Request>(&encode(&request).unwrap()), Ok(request));
    }
    for event in events() {
        assert_eq!(decode::<Event>(&encode(&event).unwrap()), Ok(event));
    }
}

#[test]
fn damaged_bytes_are_an_error_or_another_message_and_never_a_panic() {
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
    // A length that no message has is not made room for.
    assert!(decode::<Event>(&[0, 0xff, 0xff, 0xff, 0xff, 0x0f]).is_err());
    assert!(decode::<Event>(&[0xff]).is_err());
    assert!(decode::<Event>(&[]).is_err());
}

#[test]
fn no_key_is_shown() {
    let shown = format!("{:?}", requests());
    assert!(shown.contains("mistral") && !shown.contains("secret-key-123"), "{shown}");
}
