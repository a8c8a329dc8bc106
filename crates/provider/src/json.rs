//! Helpers to read JSON of unknown shape, in which any value may be missing.

use serde_json::{Map, Value};

/// Returns the string at a pointer (RFC 6901).
pub(crate) fn text<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer)?.as_str()
}

/// Returns the whole number at a pointer, also if it is written as `40.0`.
pub(crate) fn count(value: &Value, pointer: &str) -> Option<u64> {
    let value = value.pointer(pointer)?;
    value.as_u64().or_else(|| whole(value.as_f64()?))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked before")]
fn whole(value: f64) -> Option<u64> {
    let is_whole = value.fract() == 0.0 && (0.0..9e15).contains(&value);
    is_whole.then_some(value as u64)
}

/// Returns the list at a pointer; empty if there is none.
pub(crate) fn list<'a>(value: &'a Value, pointer: &str) -> &'a [Value] {
    value.pointer(pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Returns whether there is a value other than `null` at a pointer.
pub(crate) fn has(value: &Value, pointer: &str) -> bool {
    value.pointer(pointer).is_some_and(|value| !value.is_null())
}

/// Adds a member to an object if it has a value.
pub(crate) fn put<T: Into<Value>>(object: &mut Map<String, Value>, key: &str, value: Option<T>) {
    if let Some(value) = value {
        object.insert(key.to_owned(), value.into());
    }
}

/// Returns at most `characters` characters of a text.
pub(crate) fn shortened(text: &str, characters: usize) -> String {
    text.chars().take(characters).collect()
}
