//! Data that a provider wants back unchanged with a model's turn.
//!
//! The data is kept only for answers with calls, because no provider wants anything back with other
//! answers. It is JSON in one of two shapes. An object has members to put next to the text and the
//! calls. A list has items in their original order. In a list, `"text"` and `"call"` mark the
//! positions of the text and of the next call, whose content the answer itself contains.

use serde_json::{Map, Value};

use crate::tool::ToolCall;

const TEXT: &str = "text";
const CALL: &str = "call";

/// Collects the data to send back while an answer arrives.
#[derive(Debug, Default)]
pub(crate) struct Echo {
    order: Vec<Entry>,
    members: Map<String, Value>,
}

#[derive(Debug)]
enum Entry {
    Text,
    Call,
    Kept(u64, Map<String, Value>),
}

impl Echo {
    /// Records the position of the text when a piece of it has come.
    pub(crate) fn text(&mut self) {
        if !matches!(self.order.last(), Some(Entry::Text)) {
            self.order.push(Entry::Text);
        }
    }

    /// Records the position of a call that has begun.
    pub(crate) fn call(&mut self) {
        self.order.push(Entry::Call);
    }

    /// Returns the item with a number, and whether the item is new. A new item is an empty object
    /// at the end of the list.
    pub(crate) fn at(&mut self, number: u64) -> (&mut Map<String, Value>, bool) {
        let is_it = |entry: &Entry| matches!(entry, Entry::Kept(at, _) if *at == number);
        let found = self.order.iter().rposition(is_it);
        if found.is_none() {
            self.order.push(Entry::Kept(number, Map::new()));
        }
        let at = found.unwrap_or(self.order.len() - 1);
        match &mut self.order[at] {
            Entry::Kept(_, data) => (data, found.is_none()),
            Entry::Text | Entry::Call => (&mut self.members, false),
        }
    }

    /// Returns the members that have to be sent back next to the text.
    pub(crate) const fn members(&mut self) -> &mut Map<String, Value> {
        &mut self.members
    }

    /// Removes the collected data and returns it as JSON; empty if nothing has to be sent back.
    pub(crate) fn take(&mut self) -> String {
        let Self { order, members } = std::mem::take(self);
        if !members.is_empty() {
            return Value::Object(members).to_string();
        }
        if !order.iter().any(|entry| matches!(entry, Entry::Kept(..))) {
            return String::new();
        }
        let entries = order.into_iter().map(|entry| match entry {
            Entry::Text => TEXT.into(),
            Entry::Call => CALL.into(),
            Entry::Kept(_, data) => Value::Object(data),
        });
        Value::Array(entries.collect()).to_string()
    }
}

/// Appends a text to a string member, which is created if it is missing.
pub(crate) fn append(object: &mut Map<String, Value>, member: &str, text: &str) {
    match object.get_mut(member) {
        Some(Value::String(value)) => value.push_str(text),
        _ => {
            object.insert(member.to_owned(), text.into());
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Part<'a> {
    Text(&'a str),
    Call(&'a ToolCall),
    /// Data to send back unchanged.
    Kept(Map<String, Value>),
}

/// Returns the parts of a turn in the order that the echo records. The default order is the text,
/// if there is any, and then the calls. No text or call is left out or doubled, whatever the echo
/// contains.
pub(crate) fn parts<'a>(text: &'a str, calls: &'a [ToolCall], echo: &str) -> Vec<Part<'a>> {
    let entries = match serde_json::from_str(echo) {
        Ok(Value::Array(entries)) => entries,
        _ => Vec::new(),
    };
    let mut text = Some(text).filter(|text| !text.is_empty()).map(Part::Text);
    let mut calls = calls.iter().map(Part::Call);
    let mut parts = Vec::new();
    for entry in entries {
        match entry {
            Value::Object(data) => parts.push(Part::Kept(data)),
            entry if entry == TEXT => parts.extend(text.take()),
            entry if entry == CALL => parts.extend(calls.next()),
            _ => {}
        }
    }
    parts.extend(text);
    parts.extend(calls);
    parts
}

/// Returns the members that an echo puts next to the text.
pub(crate) fn members(echo: &str) -> Map<String, Value> {
    match serde_json::from_str(echo) {
        Ok(Value::Object(members)) => members,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(id: &str) -> ToolCall {
        ToolCall { id: id.to_owned(), name: "f".to_owned(), arguments: String::new() }
    }

    #[test]
    fn parts_keep_their_order_and_none_is_lost() {
        let calls = [call("a"), call("b")];
        let data = Part::Kept(Map::from_iter([("x".to_owned(), 1.into())]));
        for (echo, wanted) in [
            ("", vec![Part::Text("13"), Part::Call(&calls[0]), Part::Call(&calls[1])]),
            ("[", vec![Part::Text("13"), Part::Call(&calls[0]), Part::Call(&calls[1])]),
            (
                r#"[{"x":1},"call","text","text",7]"#,
                vec![data, Part::Call(&calls[0]), Part::Text("13"), Part::Call(&calls[1])],
            ),
            (
                r#"["call","call","call","text"]"#,
                vec![Part::Call(&calls[0]), Part::Call(&calls[1]), Part::Text("13")],
            ),
        ] {
            assert_eq!(parts("13", &calls, echo), wanted, "{echo}");
        }
        assert_eq!(parts("", &[], "{}"), []);
    }

    #[test]
    fn an_echo_without_data_is_empty() {
        let mut echo = Echo::default();
        echo.text();
        echo.call();
        assert_eq!(echo.take(), "");
        append(echo.at(7).0, "thinking", "4 + ");
        append(echo.at(7).0, "thinking", "9");
        echo.text();
        echo.text();
        assert_eq!(echo.take(), r#"[{"thinking":"4 + 9"},"text"]"#);
    }
}
