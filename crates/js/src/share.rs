//! What to hand on beside a link.

use serde::Serialize;
use stepfall_share::{Failure, QrCode, reason_to_stop};

use crate::item::json;

#[derive(Serialize)]
struct Shared {
    markdown: String,
    /// An SVG document.
    picture: String,
    /// Nothing where the address is too long.
    code: Option<Code>,
}

/// A QR code: the path of its dark squares, each one unit wide, and how many units wide it is.
#[derive(Serialize)]
struct Code {
    path: String,
    size: u32,
}

/// What to hand on of an item and a transcript of it: `{markdown, picture, code}`. `address` is the whole link that leads there; `simulated` says
/// whether a simulated executor wrote the transcript.
///
/// # Errors
///
/// [`Failure`] for an unknown `stop`, and where the link has no item.
pub fn share(
    link: &str,
    transcript: &str,
    stop: &str,
    address: &str,
    simulated: bool,
) -> Result<String, Failure> {
    let stop = reason_to_stop(stop)?;
    let mark = if simulated { "simulated" } else { "" };
    let shared = stepfall_share::share(link, transcript, stop, address, mark)?;
    let code = shared.code.map(|QrCode { path, size }| Code { path, size });
    Ok(json(&Shared { markdown: shared.markdown, picture: shared.picture, code }))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn a_code_is_given_where_there_is_one() {
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
