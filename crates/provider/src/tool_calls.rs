//! Tool calls, assembled from pieces that arrive in any order.

use std::borrow::Cow;

use serde_json::Value;

use crate::json::text;
use crate::tool::{MAX_CALLS, ToolCall};

/// A piece of a call. Empty fields are unknown.
#[derive(Debug, Default, Clone)]
pub(crate) struct ToolCallPiece<'a> {
    /// The position of the call, if the provider sends it.
    pub(crate) index: Option<u64>,
    pub(crate) id: &'a str,
    pub(crate) name: &'a str,
    pub(crate) arguments: Cow<'a, str>,
}

impl<'a> ToolCallPiece<'a> {
    /// Reads a piece in the shape of chat completions, which other formats use too.
    pub(crate) fn of_function(index: Option<u64>, call: &'a Value) -> Self {
        let field = |place| text(call, place).unwrap_or_default();
        let arguments = arguments(call.pointer("/function/arguments"));
        Self { index, id: field("/id"), name: field("/function/name"), arguments }
    }

    fn is_empty(&self) -> bool {
        self.id.is_empty() && self.name.is_empty() && self.arguments.is_empty()
    }
}

/// Returns the arguments of a call as text: a string as the model wrote it, and any other value as
/// JSON. Empty if there are none.
pub(crate) fn arguments(value: Option<&Value>) -> Cow<'_, str> {
    match value {
        None | Some(Value::Null) => Cow::Borrowed(""),
        Some(Value::String(written)) => Cow::Borrowed(written),
        Some(value) => Cow::Owned(value.to_string()),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ToolCallPieceOutcome {
    /// The piece was empty.
    Nothing,
    /// The piece began a call.
    New,
    /// The piece continued a call.
    More,
    /// The piece would begin one call more than [`MAX_CALLS`].
    TooMany,
}

/// The calls of an answer, in the order in which they began.
#[derive(Debug, Default)]
pub(crate) struct ToolCallAssembler {
    open: Vec<OpenToolCall>,
}

#[derive(Debug)]
struct OpenToolCall {
    index: Option<u64>,
    call: ToolCall,
}

impl ToolCallAssembler {
    /// Adds a piece to its call, or begins a call if there is none. The piece belongs to the call
    /// with its index or, without an index, to the call with its id. A piece without both belongs
    /// to the last call.
    ///
    /// A piece with a name always begins a call if it has a different id than the found call, or
    /// neither index nor id. Some servers give all calls the same index.
    pub(crate) fn push(&mut self, piece: &ToolCallPiece<'_>) -> ToolCallPieceOutcome {
        if piece.is_empty() {
            return ToolCallPieceOutcome::Nothing;
        }
        let begins = |call: &ToolCall| {
            let is_other = !piece.id.is_empty() && !call.id.is_empty() && piece.id != call.id;
            let is_unnumbered = piece.index.is_none() && piece.id.is_empty();
            !piece.name.is_empty() && (is_other || is_unnumbered)
        };
        let found = match self.find(piece) {
            Some(at) if !begins(&self.open[at].call) => at,
            _ if self.open.len() == MAX_CALLS => return ToolCallPieceOutcome::TooMany,
            _ => {
                self.open.push(OpenToolCall {
                    index: piece.index,
                    call: ToolCall {
                        id: piece.id.to_owned(),
                        name: piece.name.to_owned(),
                        arguments: piece.arguments.to_string(),
                    },
                });
                return ToolCallPieceOutcome::New;
            }
        };
        let call = &mut self.open[found].call;
        // Some servers repeat id and name with every piece.
        for (stored, sent) in [(&mut call.id, piece.id), (&mut call.name, piece.name)] {
            if stored.is_empty() {
                sent.clone_into(stored);
            }
        }
        call.arguments.push_str(&piece.arguments);
        ToolCallPieceOutcome::More
    }

    /// Takes a complete call, whose arguments replace those of its earlier pieces.
    pub(crate) fn replace(&mut self, piece: &ToolCallPiece<'_>) -> ToolCallPieceOutcome {
        if let Some(at) = self.find(piece) {
            self.open[at].call.arguments.clear();
        }
        self.push(piece)
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    pub(crate) fn len(&self) -> u64 {
        self.open.len() as u64
    }

    /// Removes all calls and returns them, each with a unique id.
    pub(crate) fn take(&mut self) -> Vec<ToolCall> {
        let mut calls: Vec<ToolCall> =
            std::mem::take(&mut self.open).into_iter().map(|open| open.call).collect();
        for at in 0..calls.len() {
            let is_taken = |id: &str| calls[..at].iter().any(|call| call.id == id);
            if calls[at].id.is_empty() || is_taken(&calls[at].id) {
                let is_free = |id: &String| !calls.iter().any(|call| call.id == *id);
                let ids = (at + 1..=at + 1 + MAX_CALLS).map(|number| format!("{MADE_UP}{number}"));
                calls[at].id = ids.into_iter().find(is_free).unwrap_or_default();
            }
        }
        calls
    }

    fn find(&self, piece: &ToolCallPiece<'_>) -> Option<usize> {
        if piece.index.is_some() {
            return self.open.iter().rposition(|open| open.index == piece.index);
        }
        if !piece.id.is_empty() {
            return self.open.iter().rposition(|open| open.call.id == piece.id);
        }
        self.open.len().checked_sub(1)
    }
}

/// The prefix of generated ids.
const MADE_UP: &str = "call-";

/// Returns whether an id was generated here, so that the provider does not know it.
pub(crate) fn is_made_up(id: &str) -> bool {
    id.strip_prefix(MADE_UP).is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece<'a>(
        index: Option<u64>,
        id: &'a str,
        name: &'a str,
        arguments: &'a str,
    ) -> ToolCallPiece<'a> {
        ToolCallPiece { index, id, name, arguments: arguments.into() }
    }

    fn gathered(pieces: &[ToolCallPiece<'_>]) -> Vec<(String, String, String)> {
        let mut calls = ToolCallAssembler::default();
        for piece in pieces {
            calls.push(piece);
        }
        calls.take().into_iter().map(|call| (call.id, call.name, call.arguments)).collect()
    }

    fn call(id: &str, name: &str, arguments: &str) -> (String, String, String) {
        (id.to_owned(), name.to_owned(), arguments.to_owned())
    }

    #[test]
    fn pieces_are_assigned_to_their_call() {
        let both = [call("a", "f", "12"), call("b", "g", "34")];
        let by_index = [
            piece(Some(0), "a", "f", ""),
            piece(Some(1), "b", "g", "3"),
            piece(Some(0), "", "", "1"),
            piece(Some(1), "", "", "4"),
            piece(Some(0), "", "", "2"),
        ];
        assert_eq!(gathered(&by_index), both);
        let by_id =
            [piece(None, "a", "f", "1"), piece(None, "b", "g", "34"), piece(None, "a", "", "2")];
        assert_eq!(gathered(&by_id), both);
        let by_order = [
            piece(None, "a", "f", "1"),
            piece(None, "", "", "2"),
            piece(None, "b", "g", "3"),
            piece(None, "", "", "4"),
        ];
        assert_eq!(gathered(&by_order), both);
        let numbered_alike = [
            piece(Some(0), "a", "f", "12"),
            piece(Some(0), "b", "g", "3"),
            piece(Some(0), "", "", "4"),
        ];
        assert_eq!(gathered(&numbered_alike), both);
        let repeated = [piece(Some(0), "a", "f", "1"), piece(Some(0), "a", "f", "2")];
        assert_eq!(gathered(&repeated), both[..1]);
    }

    #[test]
    fn missing_and_duplicate_ids_are_replaced() {
        let calls = gathered(&[
            piece(Some(0), "", "f", ""),
            piece(Some(1), "call-1", "g", ""),
            piece(Some(2), "call-1", "h", ""),
        ]);
        assert_eq!(
            calls,
            [call("call-2", "f", ""), call("call-1", "g", ""), call("call-3", "h", "")]
        );
        assert!(is_made_up("call-2") && !is_made_up("call_2"));
    }

    #[test]
    fn a_complete_call_replaces_its_pieces() {
        let mut calls = ToolCallAssembler::default();
        calls.push(&piece(Some(1), "a", "f", "1"));
        calls.replace(&piece(Some(1), "a", "f", "12"));
        calls.replace(&piece(Some(2), "b", "g", "3"));
        let arguments: Vec<String> = calls.take().into_iter().map(|call| call.arguments).collect();
        assert_eq!(arguments, ["12", "3"]);
    }

    #[test]
    fn calls_are_limited_in_number() {
        let mut calls = ToolCallAssembler::default();
        for index in 0..64 {
            assert_eq!(calls.push(&piece(Some(index), "", "f", "")), ToolCallPieceOutcome::New);
        }
        assert_eq!(calls.push(&piece(Some(64), "", "f", "")), ToolCallPieceOutcome::TooMany);
        assert_eq!(calls.push(&piece(Some(63), "", "", "1")), ToolCallPieceOutcome::More);
        assert_eq!(calls.push(&piece(None, "", "", "")), ToolCallPieceOutcome::Nothing);
    }
}
