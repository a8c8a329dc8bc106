//! Reads the time to wait from headers and bodies. A page can rarely read the headers.

use serde_json::Value;

use crate::date::unix_millis;
use crate::error::{MAX_WAIT, Wait};
use crate::json::{list, shortened, text};

/// Phrases before a time to wait in a message.
const PHRASES: [&str; 6] =
    ["try again in ", "retry in ", "retry after ", "try again after ", "wait for ", "wait "];

/// Returns the wait that a reply asks for, from the first of these sources that has one:
///
/// 1. the `retry-after` headers;
/// 2. the details and the message in the body;
/// 3. the reset time of a used-up quota in the headers;
/// 4. the headers that `OpenRouter` repeats in the body.
pub(crate) fn wait(headers: &[(String, String)], error: &Value, message: &str) -> Option<Wait> {
    let header = |name: &str| {
        let found = headers.iter().find(|(header_name, _)| header_name.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim())
    };
    let in_millis = || millis(decimal(header("retry-after-ms")?)?, 1.0);
    let after = || header("retry-after").and_then(seconds_or_date);
    let detail = || {
        let delay = |detail| text(detail, "/retryDelay");
        duration(list(error, "/details").iter().find_map(delay)?)
    };
    // This header of OpenRouter is a point in time, not a duration.
    let repeated = || {
        let moment = text(error, "/metadata/headers/X-RateLimit-Reset")?;
        Some(Wait::Until(shortened(moment, 64)))
    };
    in_millis()
        .or_else(after)
        .or_else(detail)
        .or_else(|| in_message(message))
        .or_else(|| reset(&header))
        .or_else(repeated)
}

/// Parses `Retry-After`: seconds, or a date.
fn seconds_or_date(value: &str) -> Option<Wait> {
    if let Some(seconds) = decimal(value) {
        return millis(seconds, 1_000.0);
    }
    unix_millis(value).map(|_| Wait::Until(shortened(value, 64)))
}

/// Parses digits with an optional fraction. Signs, exponents and names such as `inf` are invalid.
fn decimal(text: &str) -> Option<f64> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    text.parse().ok().filter(|_| is_plain)
}

/// Returns the reset time of the used-up quota: a duration (`6m0s`), seconds or a date.
fn reset<'a>(header: &impl Fn(&str) -> Option<&'a str>) -> Option<Wait> {
    let quotas = [
        ("x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"),
        ("x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"),
        ("anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset"),
        ("anthropic-ratelimit-tokens-remaining", "anthropic-ratelimit-tokens-reset"),
        ("anthropic-ratelimit-input-tokens-remaining", "anthropic-ratelimit-input-tokens-reset"),
        ("anthropic-ratelimit-output-tokens-remaining", "anthropic-ratelimit-output-tokens-reset"),
    ];
    let used_up = |(remaining, _): &&(&str, &str)| header(remaining) == Some("0");
    let value = header(quotas.iter().find(used_up)?.1)?;
    duration(value).or_else(|| seconds_or_date(value))
}

fn in_message(message: &str) -> Option<Wait> {
    let message = message.to_ascii_lowercase();
    PHRASES.iter().find_map(|phrase| {
        message.match_indices(phrase).find_map(|(at, _)| duration(&message[at + phrase.len()..]))
    })
}

/// Parses a duration at the beginning of a text: `1.5s`, `20ms`, `6m0s`, `20 seconds`. A number
/// needs a unit.
fn duration(text: &str) -> Option<Wait> {
    let mut rest = text.trim_start();
    let mut total = None;
    while let Some((value, unit, after)) = part(rest) {
        total = Some(total.unwrap_or(0.0) + value * unit);
        rest = after;
    }
    millis(total?, 1.0)
}

/// Parses a number with a unit. Returns the number, the length of the unit in milliseconds, and the
/// rest of the text.
fn part(text: &str) -> Option<(f64, f64, &str)> {
    let is_digit = |character: char| character.is_ascii_digit() || character == '.';
    let end = text.find(|character| !is_digit(character))?;
    let value = text[..end].parse().ok()?;
    let text = text[end..].trim_start_matches(' ');
    let end = text.find(|character: char| !character.is_ascii_alphabetic()).unwrap_or(text.len());
    let unit = match &text[..end] {
        "ms" | "millisecond" | "milliseconds" => 1.0,
        "s" | "sec" | "secs" | "second" | "seconds" => 1_000.0,
        "m" | "min" | "mins" | "minute" | "minutes" => 60_000.0,
        "h" | "hour" | "hours" => 3_600_000.0,
        "d" | "day" | "days" => 86_400_000.0,
        _ => return None,
    };
    Some((value, unit, &text[end..]))
}

/// Converts a value with a unit to whole milliseconds, rounded up and at most [`MAX_WAIT`].
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "both saturate")]
fn millis(value: f64, unit: f64) -> Option<Wait> {
    let millis = (value * unit).ceil();
    (value.is_finite() && millis >= 0.0).then(|| Wait::Millis((millis as u64).min(MAX_WAIT)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of_headers(headers: &[(&str, &str)]) -> Option<Wait> {
        let headers: Vec<(String, String)> =
            headers.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        wait(&headers, &Value::Null, "")
    }

    fn of_message(message: &str) -> Option<Wait> {
        wait(&[], &Value::Null, message)
    }

    #[test]
    fn wait_headers_are_read() {
        let date = "Wed, 21 Oct 2026 07:28:00 GMT";
        for (name, value, wanted) in [
            ("Retry-After", "2", Some(Wait::Millis(2_000))),
            ("retry-after", "0.25", Some(Wait::Millis(250))),
            ("retry-after-ms", "1500", Some(Wait::Millis(1_500))),
            ("retry-after", date, Some(Wait::Until(date.to_owned()))),
            ("retry-after", "-1", None),
            ("retry-after", "NaN", None),
            ("retry-after", "inf", None),
            ("retry-after", "1e308", None),
            ("retry-after", "", None),
            ("retry-after", "later", None),
            ("retry-after", "99999999999", Some(Wait::Millis(604_800_000))),
            ("retry-after-ms", "1e308", None),
            ("retry-after", "1e300", None),
        ] {
            assert_eq!(of_headers(&[(name, value)]), wanted, "{name}: {value}");
        }
    }

    #[test]
    fn a_date_becomes_a_wait_with_the_current_time() {
        let until = |date: &str| of_headers(&[("retry-after", date)]).unwrap();
        let now = 1_792_567_680_000;
        assert_eq!(until("Wed, 21 Oct 2026 07:28:30 GMT").millis(now), Some(30_000));
        assert_eq!(until("Wed, 21 Oct 2026 07:27:00 GMT").millis(now), Some(0));
        assert_eq!(until("Wed, 21 Oct 2099 07:28:00 GMT").millis(now), Some(604_800_000));
        assert_eq!(Wait::Until("later".to_owned()).millis(now), None);
        assert_eq!(Wait::Millis(7).millis(now), Some(7));
    }

    #[test]
    fn the_exhausted_one_of_several_quotas_counts() {
        let headers = [
            ("x-ratelimit-remaining-requests", "12"),
            ("x-ratelimit-reset-requests", "1s"),
            ("x-ratelimit-remaining-tokens", "0"),
            ("x-ratelimit-reset-tokens", "6m0s"),
        ];
        assert_eq!(of_headers(&headers), Some(Wait::Millis(360_000)));
        assert_eq!(of_headers(&headers[..2]), None);
    }

    #[test]
    fn waits_in_messages_are_read() {
        for (message, wanted) in [
            ("Please try again in 1.234s. Visit", Some(1_234)),
            ("Please try again in 20ms.", Some(20)),
            ("Please retry in 34.074824224s.", Some(34_075)),
            ("Try again in 1m26.4s", Some(86_400)),
            ("Please wait 20 seconds", Some(20_000)),
            ("retry after 2 minutes", Some(120_000)),
            ("try again in a while", None),
            ("try again in 5", None),
            ("", None),
        ] {
            assert_eq!(of_message(message), wanted.map(Wait::Millis), "{message}");
        }
    }

    #[test]
    fn a_delay_in_the_details_is_read() {
        let error = json!({"details": [{"@type": "QuotaFailure"}, {"retryDelay": "34s"}]});
        assert_eq!(wait(&[], &error, ""), Some(Wait::Millis(34_000)));
    }
}
