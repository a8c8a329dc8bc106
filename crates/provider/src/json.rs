//! Short ways into JSON of unknown shape; a place that is not there is none.

use serde_json::{Map, Value};

/// The string at a pointer (RFC 6901).
pub(crate) fn text<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer)?.as_str()
}

/// The whole number at a pointer.
pub(crate) fn count(value: &Value, pointer: &str) -> Option<u64> {
    value.pointer(pointer)?.as_u64()
}

/// The list at a pointer; empty where there is none.
pub(crate) fn list<'a>(value: &'a Value, pointer: &str) -> &'a [Value] {
    value.pointer(pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Whether something stands at a pointer, `null` aside.
pub(crate) fn has(value: &Value, pointer: &str) -> bool {
    value.pointer(pointer).is_some_and(|value| !value.is_null())
}

/// Puts a member into an object where it has a value.
pub(crate) fn put<T: Into<Value>>(object: &mut Map<String, Value>, key: &str, value: Option<T>) {
    if let Some(value) = value {
        object.insert(key.to_owned(), value.into());
    }
}

/// At most so many characters of a text.
pub(crate) fn shortened(text: &str, characters: usize) -> String {
    text.chars().take(characters).collect()
}
