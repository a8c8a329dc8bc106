//! `OpenRouter`'s sign-in: the address for the user, and the exchange of a code for a key.

use serde_json::{Value, json};
use stepfall_provider::{Endpoint, ErrorKind, Head, HeaderValue, Provider, sign_in};

/// The verifier and challenge of RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const STATE: &str = "some_state-1";

#[test]
fn verifiers_and_challenges_follow_rfc_7636() {
    let random = [
        116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37,
        77, 105, 214, 191, 240, 91, 88, 5, 88, 83, 132, 141, 121,
    ];
    let digest = [
        19, 211, 30, 150, 26, 26, 216, 236, 47, 22, 177, 12, 76, 152, 46, 8, 118, 168, 120, 173,
        109, 241, 68, 86, 110, 225, 137, 74, 203, 112, 249, 195,
    ];
    assert_eq!(sign_in::in_base64(&random), VERIFIER);
    assert_eq!(sign_in::in_base64(&digest), CHALLENGE);
}

#[test]
fn the_sign_in_address_has_a_challenge_and_a_callback() {
    let address = sign_in::address(None, "https://page.example/a/b&c/", STATE, CHALLENGE);
    assert_eq!(
        address.unwrap(),
        "https://openrouter.ai/auth?callback_url=https%3A%2F%2Fpage.example%2Fa%2Fb%26c%2F%3Fstate%3Dsome_state-1\
         &code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
    );
    let (site, page) = (Some("http://127.0.0.1:8787/"), "http://127.0.0.1/");
    let other = sign_in::address(site, page, STATE, CHALLENGE);
    assert!(other.unwrap().starts_with("http://127.0.0.1:8787/auth?callback_url="));
    assert!(sign_in::address(Some("http://example.org"), "", "", "").is_err());
}

#[test]
fn the_code_and_the_verifier_are_exchanged_without_a_key() {
    let request = sign_in::exchange(None, "a\"code", VERIFIER).unwrap();
    assert_eq!(request.url, "https://openrouter.ai/api/v1/auth/keys");
    let body: Value = serde_json::from_str(&request.body).unwrap();
    let sent =
        json!({"code": "a\"code", "code_verifier": VERIFIER, "code_challenge_method": "S256"});
    assert_eq!(body, sent);
    let [header] = request.headers.as_slice() else { panic!("one header") };
    assert_eq!(header.name, "content-type");
    assert!(matches!(header.value, HeaderValue::Plain("application/json")));
}

#[test]
fn the_key_is_read_and_never_printed() {
    let body = br#"{"key": "sk-or-v1-invented", "user_id": "user_invented"}"#;
    let key = sign_in::read_key(&Head::new(200), body).unwrap();
    assert_eq!(key.to_string(), "[key]");
    let endpoint = Endpoint::new(Provider::find("openrouter").unwrap(), None, Some(key)).unwrap();
    assert_eq!(endpoint.models(None).headers[0].value.reveal(), "Bearer sk-or-v1-invented");
}

#[test]
fn replies_without_a_key_are_reported_without_their_text() {
    let refused = br#"{"error": {"code": 403, "message": "Invalid code or code_verifier"}}"#;
    let error = sign_in::read_key(&Head::new(403), refused).unwrap_err();
    assert_eq!(
        (error.kind, error.message.as_str()),
        (ErrorKind::NoPermission, "Invalid code or code_verifier")
    );
    for body in [
        "",
        "{}",
        "[]",
        r#"{"key": ""}"#,
        r#"{"key": 7}"#,
        r#"{"key": "sk-or-v1 invented"}"#,
        "sk-or-v1-invented",
    ] {
        let error = sign_in::read_key(&Head::new(200), body.as_bytes()).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Malformed, "{body}");
        assert!(!error.to_string().contains("invented"));
    }
}
