//! Helpers for JSON of unknown shape, and for JSON as Python writes it.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::problem::Problem;

/// The maximum length of a failure's reason, in characters.
const MAX_REASON: usize = 2_000;

pub(super) type Object = Map<String, Value>;

/// Parses JSON, and reports whether characters were replaced by U+FFFD.
pub(super) fn parse(bytes: &[u8]) -> Result<(Value, bool), serde_json::Error> {
    let text = String::from_utf8_lossy(bytes);
    let has_replacements = matches!(text, Cow::Owned(_));
    match serde_json::from_str(&text) {
        Ok(value) => Ok((value, has_replacements)),
        Err(error) if error.is_syntax() => {
            let (mended, has_halves) = repair_json(&text);
            // The first error is returned, because it refers to the original text.
            let value = serde_json::from_str(&mended).map_err(|_| error)?;
            Ok((value, has_replacements || has_halves))
        }
        Err(error) => Err(error),
    }
}

/// Returns the JSON with `null` for `NaN` and infinities, which Python writes, and with U+FFFD for
/// unpaired surrogates. Also reports whether there were such surrogates.
fn repair_json(text: &str) -> (String, bool) {
    let mut out = String::with_capacity(text.len());
    let (mut rest, mut in_string, mut has_halves) = (text, false, false);
    loop {
        let wanted: &[char] = if in_string { &['"', '\\'] } else { &['"', 'N', 'I', '-'] };
        let (before, from) = rest.split_at(rest.find(wanted).unwrap_or(rest.len()));
        out.push_str(before);
        let Some(first) = from.chars().next() else { return (out, has_halves) };
        let taken = match first {
            '"' => {
                in_string = !in_string;
                1
            }
            '\\' => match (unit(from), from.get(6..).and_then(unit)) {
                (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
                (Some(0xd800..=0xdfff), _) => {
                    has_halves = true;
                    out.push('\u{fffd}');
                    rest = &from[6..];
                    continue;
                }
                _ => 1 + from[1..].chars().next().map_or(0, char::len_utf8),
            },
            _ => {
                let odd = ["NaN", "Infinity", "-Infinity"];
                if let Some(behind) = odd.into_iter().find_map(|odd| from.strip_prefix(odd)) {
                    out.push_str("null");
                    rest = behind;
                    continue;
                }
                1
            }
        };
        let (unchanged, behind) = from.split_at(taken);
        out.push_str(unchanged);
        rest = behind;
    }
}

/// Returns the UTF-16 unit of an escape sequence at the beginning of a text.
fn unit(text: &str) -> Option<u16> {
    u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok()
}

/// Returns the string at a pointer (RFC 6901).
pub(super) fn text<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer)?.as_str()
}

/// Returns the whole number at a pointer.
pub(super) fn count(value: &Value, pointer: &str) -> Option<u64> {
    value.pointer(pointer)?.as_u64()
}

/// Returns the list at a pointer; empty if there is none.
pub(super) fn list<'a>(value: &'a Value, pointer: &str) -> &'a [Value] {
    value.pointer(pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Returns the value at a pointer unless it is `null` or false.
pub(super) fn truthy<'a>(value: &'a Value, pointer: &str) -> Option<&'a Value> {
    let is_truthy = |value: &&Value| !matches!(value, Value::Null | Value::Bool(false));
    value.pointer(pointer).filter(is_truthy)
}

/// Returns a string, or a number as it is written.
pub(super) fn scalar_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Returns the id at the first of these pointers that has one.
///
/// # Errors
///
/// [`Problem::NoId`] with this name if there is none.
pub(super) fn id(value: &Value, pointers: &[&str], name: &'static str) -> Result<String, Problem> {
    let ids = pointers.iter().filter_map(|pointer| scalar_text(value.pointer(pointer)?));
    let mut ids = ids.map(|id| id.trim().to_owned());
    ids.find(|id| !id.is_empty()).ok_or(Problem::NoId(name))
}

/// Returns the message of an error at any depth; `None` if there is no error.
pub(super) fn reason(error: &Value) -> Option<String> {
    let words = match error {
        Value::Null | Value::Bool(false) => return None,
        Value::Number(number) if number.as_f64() == Some(0.0) => return None,
        Value::Object(object) if object.is_empty() => return None,
        Value::Array(list) if list.is_empty() => return None,
        Value::String(words) if is_nothing(words.trim()) => return None,
        Value::String(words) => words.clone(),
        Value::Object(_) => {
            if let Some(reason) = error.get("error").and_then(reason) {
                return Some(reason);
            }
            let member =
                |name: &str| error.get(name).and_then(scalar_text).filter(|text| !text.is_empty());
            let code = member("code").or_else(|| member("type"));
            match (code, member("message")) {
                (Some(code), Some(message)) => format!("{code}: {message}"),
                (Some(words), None) | (None, Some(words)) => words,
                (None, None) => error.to_string(),
            }
        }
        other => other.to_string(),
    };
    let words = words.trim();
    (!words.is_empty()).then(|| words.chars().take(MAX_REASON).collect())
}

/// Returns whether tables write this text for an empty value.
fn is_nothing(text: &str) -> bool {
    ["null", "none", "nan", "{}", "[]", "0"].iter().any(|name| text.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, bool)> {
        let (value, has_replacements) = parse(text.as_bytes()).ok()?;
        Some((value.to_string(), has_replacements))
    }

    #[test]
    fn json_written_by_python_is_read() {
        let odd = r#"{"a":[NaN,-Infinity,Infinity,-1.5],"b":"NaN -Infinity \" NaN","c":"\\ud83d"}"#;
        let wanted = r#"{"a":[null,null,null,-1.5],"b":"NaN -Infinity \" NaN","c":"\\ud83d"}"#;
        assert_eq!(read(odd), Some((wanted.to_owned(), false)));
        assert_eq!(
            read(r#"["\ud83dx","\ud83d\ude00"]"#),
            Some(("[\"\u{fffd}x\",\"😀\"]".to_owned(), true))
        );
        assert_eq!(read("[NaNa]"), None);
        assert_eq!(read(r#"["\u"#), None);
    }

    #[test]
    fn too_deep_nesting_is_an_error() {
        assert_eq!(read(&"[".repeat(1_000_000)), None);
        assert_eq!(read(&("[".repeat(500) + &"]".repeat(500))), None);
    }

    #[test]
    fn a_reason_is_found_at_any_depth() {
        let reason = |text: &str| super::reason(&serde_json::from_str(text).unwrap());
        let deep = r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#;
        assert_eq!(reason(deep).as_deref(), Some("overloaded_error: Overloaded"));
        assert_eq!(reason(r#"{"message":" a "}"#).as_deref(), Some("a"));
        assert_eq!(reason(r#"{"code":8}"#).as_deref(), Some("8"));
        assert_eq!(reason(r#"{"detail":1}"#).as_deref(), Some(r#"{"detail":1}"#));
        assert_eq!((reason("null"), reason("\"\"")), (None, None));
    }
}
