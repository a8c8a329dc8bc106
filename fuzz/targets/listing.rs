//! All answers of a server other than models' replies are hostile input: lists of models, keys,
//! refusals with their headers, addresses. None of the results contains the key.
//!
//! The first byte chooses the provider, the second the status, and the third the length of the
//! headers. The headers follow, one on each line. The rest is the body.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stepfall_provider::{Endpoint, Head, Key, ModelPage, PROVIDERS, classify, sign_in};

const STATUSES: [u16; 6] = [200, 204, 400, 401, 429, 503];
const KEY: &str = "sk-abcdefghijklmnopqrstuvwxyz-0123456789";

fuzz_target!(|bytes: &[u8]| {
    let [which, status, length, rest @ ..] = bytes else { return };
    let provider = &PROVIDERS[usize::from(*which) % PROVIDERS.len()];
    let (headers, body) = rest.split_at(rest.len().min(usize::from(*length)));
    let headers = String::from_utf8_lossy(headers);
    let pairs = headers.lines().filter_map(|line| line.split_once(':'));
    let head = Head {
        status: STATUSES[usize::from(*status) % STATUSES.len()],
        headers: pairs.map(|(name, value)| (name.to_owned(), value.trim().to_owned())).collect(),
    };
    let key = Key::new(KEY).expect("it is a key");
    match ModelPage::read(&head, body, Some(&key)) {
        Ok(models) => {
            for model in &models.models {
                assert!(!model.id.contains(KEY), "{}", model.id);
            }
        }
        Err(error) => assert!(!format!("{error:?}").contains(KEY)),
    }
    let _ = sign_in::read_key(&head, body);
    let error = classify(Some(head.status), &head.headers, body);
    if let Some(wait) = error.wait {
        let _ = (wait.millis(0), wait.millis(1_764_000_000_000), wait.millis(u64::MAX));
    }
    let text = String::from_utf8_lossy(body);
    assert!(!key.redact(&text).contains(KEY));
    if let Some(other) = Key::new(&headers) {
        let key_text = headers.trim();
        // A short key, or a key with brackets, may occur in the text that replaces it.
        if key_text.len() >= 8 && !key_text.contains(['[', ']']) {
            assert!(!other.redact(&format!("{text}{key_text}{text}")).contains(key_text));
        }
    }
    for base in [Some(headers.as_ref()), None] {
        let Ok(endpoint) = Endpoint::new(provider, base, Some(key.clone())) else { continue };
        let _ = (endpoint.origin(), endpoint.is_loopback(), endpoint.models(Some(&text)).url);
        if let Err(error) = endpoint.read_key_check(&head, body) {
            assert!(!format!("{error:?}").contains(KEY));
        }
    }
});
