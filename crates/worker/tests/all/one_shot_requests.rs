//! Requests of the page: lists of models, tests of keys, and the sign-in, with a simulated network.

use serde_json::{Value, json};
use stepfall_protocol::{ProviderAccess, Secret};
use stepfall_provider::{Circumstances, Head, HeaderValue, Permission, Probe};
use stepfall_worker::{Command, Runner};

use crate::summary;

const KEY: &str = "secret-key-123";
/// The verifier of RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
/// The challenge for this verifier in RFC 7636.
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
/// The bytes whose base64 form is [`VERIFIER`].
const RANDOM: [u8; 32] = [
    116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77,
    105, 214, 191, 240, 91, 88, 5, 88, 83, 132, 141, 121,
];
/// The SHA-256 digest of [`VERIFIER`], whose base64 form is [`CHALLENGE`].
const DIGEST: [u8; 32] = [
    19, 211, 30, 150, 26, 26, 216, 236, 47, 22, 177, 12, 76, 152, 46, 8, 118, 168, 120, 173, 109,
    241, 68, 86, 110, 225, 137, 74, 203, 112, 249, 195,
];
/// The random bytes of a sign-in's state.
const STATE: [u8; 32] = [255; 32];
const STATE_IN_BASE64: &str = "__________________________________________8";

fn setting(key: &str) -> ProviderAccess {
    ProviderAccess {
        provider: "openrouter".to_owned(),
        base: String::new(),
        key: Secret(key.to_owned()),
    }
}

/// Returns the address and the content of the only pending request.
fn sent(runner: &mut Runner) -> (String, String) {
    let commands = runner.take_commands();
    let [Command::Fetch { call: 1, request, origin }] = commands.as_slice() else {
        panic!("{commands:?}")
    };
    assert_eq!(origin, "https://openrouter.ai");
    (request.url.clone(), request.body.clone())
}

/// Returns the kind and the text of the only pending event.
fn only_event(runner: &mut Runner) -> (&'static str, String) {
    let commands = runner.take_commands();
    let [Command::Emit(event)] = commands.as_slice() else { panic!("{commands:?}") };
    let (kind, id, text) = summary(event.clone());
    assert_eq!(id, 1);
    (kind, text)
}

fn message(text: &str) -> String {
    let failed: Value = serde_json::from_str(text).unwrap();
    failed["message"].as_str().unwrap().to_owned()
}

fn replied(runner: &mut Runner, status: u16, body: &str) {
    runner.on_head(1, Head::new(status), 0);
    runner.on_bytes(1, body.as_bytes(), 0);
    runner.on_end(1, 0);
}

fn connected(key: &str) -> Runner {
    let mut runner = Runner::default();
    runner.models(1, &setting(key));
    assert_eq!(sent(&mut runner).0, "https://openrouter.ai/api/v1/models");
    replied(&mut runner, 200, r#"{"data":[{"id":"some/model"}]}"#);
    runner
}

fn exchanging() -> Runner {
    let mut runner = Runner::default();
    runner.exchange(1, &setting(""), "a code", VERIFIER);
    let (address, body) = sent(&mut runner);
    assert_eq!(address, "https://openrouter.ai/api/v1/auth/keys");
    let body: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((&body["code"], &body["code_verifier"]), (&json!("a code"), &json!(VERIFIER)));
    runner
}

#[test]
fn a_key_is_tested_if_the_list_is_public() {
    let mut runner = connected(KEY);
    assert_eq!(sent(&mut runner).0, "https://openrouter.ai/api/v1/key");
    replied(&mut runner, 200, r#"{"data":{"usage":0}}"#);
    let (kind, models) = only_event(&mut runner);
    assert_eq!(kind, "models");
    assert!(models.contains("some/model"), "{models}");
}

#[test]
fn a_refused_key_is_reported_although_the_list_arrived() {
    let mut runner = connected(KEY);
    sent(&mut runner);
    replied(&mut runner, 401, &format!(r#"{{"error":{{"message":"no user for {KEY}"}}}}"#));
    let (kind, text) = only_event(&mut runner);
    assert_eq!(kind, "failed");
    assert!(message(&text).contains("not accepted") && !text.contains(KEY), "{text}");
}

#[test]
fn without_a_key_no_key_is_tested() {
    assert_eq!(only_event(&mut connected("")).0, "models");
}

#[test]
fn a_sign_in_begins_with_a_verifier_a_digest_and_a_state() {
    let mut runner = Runner::default();
    runner.sign_in(1, &setting(""), "https://page.example/a/", &RANDOM, &STATE);
    assert_eq!(
        runner.take_commands(),
        [Command::HashVerifier { call: 1, verifier: VERIFIER.to_owned() }]
    );
    runner.on_hash(1, &DIGEST);
    let (kind, text) = only_event(&mut runner);
    let [address, verifier, state] = *text.split('\n').collect::<Vec<_>>() else {
        panic!("{text}")
    };
    assert_eq!((kind, verifier, state), ("sign-in", VERIFIER, STATE_IN_BASE64));
    let page = "https%3A%2F%2Fpage.example%2Fa%2F";
    let begin =
        format!("https://openrouter.ai/auth?callback_url={page}%3Fstate%3D{STATE_IN_BASE64}&");
    assert!(address.starts_with(&begin) && address.contains(CHALLENGE), "{address}");
    assert!(!address.contains(VERIFIER));
}

#[test]
fn a_sign_in_uses_the_site_of_the_base_address() {
    let base = "http://127.0.0.1:8787/openrouter/api/v1".to_owned();
    let mut runner = Runner::default();
    runner.sign_in(
        1,
        &ProviderAccess { base, ..setting("") },
        "http://127.0.0.1/",
        &RANDOM,
        &STATE,
    );
    runner.take_commands();
    runner.on_hash(1, &DIGEST);
    assert!(only_event(&mut runner).1.starts_with("http://127.0.0.1:8787/auth?"));
}

#[test]
fn a_browser_without_digests_is_reported() {
    let mut runner = Runner::default();
    runner.sign_in(1, &setting(""), "http://192.168.0.2/", &RANDOM, &STATE);
    runner.take_commands();
    runner.on_hash(1, &[]);
    let (kind, text) = only_event(&mut runner);
    assert!(kind == "failed" && message(&text).contains("https"), "{text}");
}

#[test]
fn a_code_is_exchanged_for_a_key_sent_only_to_the_page() {
    let mut runner = exchanging();
    replied(&mut runner, 200, &format!(r#"{{"key":"{KEY}"}}"#));
    let commands = runner.take_commands();
    assert!(!format!("{commands:?}").contains(KEY), "{commands:?}");
    let [command] = commands.as_slice() else { panic!("{commands:?}") };
    let Command::SendKey { call: 1, origin, key } = command else { panic!("{command:?}") };
    let key = HeaderValue::Secret("", key.clone());
    assert_eq!((origin.as_str(), key.reveal().as_str()), ("https://openrouter.ai", KEY));
}

#[test]
fn a_used_code_gives_no_key() {
    let mut runner = exchanging();
    replied(&mut runner, 403, r#"{"error":{"message":"Invalid code"}}"#);
    let (kind, text) = only_event(&mut runner);
    assert!(kind == "failed" && message(&text).contains("sign in again"), "{text}");
}

#[test]
fn a_lost_exchange_is_diagnosed() {
    let mut runner = exchanging();
    runner.on_lost(1, 0);
    assert_eq!(
        runner.take_commands(),
        [Command::Probe { call: 1, origin: "https://openrouter.ai".to_owned() }]
    );
    runner.on_circumstances(
        1,
        &Circumstances {
            is_online: false,
            probe: Probe::Silent,
            permission: Permission::Unknown,
            page: "https://page.example".to_owned(),
            is_safari: false,
        },
    );
    let (kind, text) = only_event(&mut runner);
    assert!(kind == "failed" && text.contains("offline"), "{text}");
}

#[test]
fn a_stopped_request_sends_no_further_events() {
    let mut runner = exchanging();
    runner.stop(1, 0);
    assert_eq!(runner.take_commands(), [Command::Abort(1)]);
    replied(&mut runner, 200, r#"{"key":"late"}"#);
    assert_eq!(runner.take_commands(), []);
}
