//! The files that accompany a shared link.

use crate::{ApiError, parse_stop};

use crate::json::item::json;

/// Returns `{markdown, picture, code}` for an item and its transcript. `address` is the whole link;
/// `simulated` indicates whether a simulated solver wrote the transcript.
///
/// # Errors
///
/// [`ApiError`] for an unknown `stop`, and if the link has no item.
pub fn share(
    link: &str,
    transcript: &str,
    stop: &str,
    address: &str,
    simulated: bool,
) -> Result<String, ApiError> {
    let stop = parse_stop(stop)?;
    let mark = if simulated { "simulated" } else { "" };
    Ok(json(&crate::share(link, transcript, stop, address, mark)?))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn a_qr_code_is_returned_if_the_address_fits() {
        let shared = |address: &str| -> Value {
            let shared = share("#/play?v=2&seed=42", "", "unknown", address, false).unwrap();
            serde_json::from_str(&shared).unwrap()
        };
        let short = shared("https://example.org/#/play?v=2&seed=42");
        assert!(short["code"]["size"].as_i64().unwrap() >= 21);
        assert!(short["code"]["path"].as_str().unwrap().starts_with("M0 0h1v1h-1z"));
        assert!(shared(&"x".repeat(1_201))["code"].is_null());
        assert!(share("", "", "else", "", false).is_err());
    }
}
