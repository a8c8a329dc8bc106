//! What a transcript shows beside claims: that it breaks off, declines, or speaks of another item.

use std::ops::Range;

use crate::digit::is_letter;
use crate::plan::Plan;
use crate::read::Claims;
use crate::token::{Kind, Token, Tokens, Word};
use crate::verdict::Stop;
use crate::word::expects_more;

/// How many written operations it takes to say that they belong to another procedure.
const ENOUGH: u32 = 3;

#[derive(Debug)]
pub(crate) struct Signs {
    /// Most of what is written of the procedure is another one.
    pub(crate) other_steps: bool,
    /// Both inputs are other ones.
    pub(crate) other_inputs: bool,
    pub(crate) refused: bool,
    pub(crate) end: End,
    /// How many statements are made of names that are not the item's.
    pub(crate) foreign: u32,
    /// Where the step that is the last to be claimed is claimed first.
    pub(crate) latest_first: Option<usize>,
}

/// How a text ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// With a statement.
    Whole,
    /// Inside a statement.
    Open,
    /// The provider said that it was cut.
    Cut,
}

impl Signs {
    pub(crate) fn read(
        (tokens, text): (&Tokens, &str),
        visible: &[Range<usize>],
        read: &Claims,
        plan: &Plan<'_>,
        stop: Stop,
    ) -> Self {
        let open = || tokens.unclosed_think || breaks_off(tokens, text, visible, read);
        let end = match stop {
            Stop::Length => End::Cut,
            Stop::Unknown if open() => End::Open,
            Stop::Unknown => End::Whole,
        };
        Self::ending(tokens, visible, read, plan, end)
    }

    /// The signs of a text that is all that is asked for, with its last step at this place.
    pub(crate) const fn of_whole(last: Option<usize>) -> Self {
        Self {
            other_steps: false,
            other_inputs: false,
            refused: false,
            end: End::Whole,
            foreign: 0,
            latest_first: last,
        }
    }

    /// The signs of the reasoning, which breaks off where its mark is not closed.
    pub(crate) fn of_reasoning(
        tokens: &Tokens,
        reasoning: &[Range<usize>],
        read: &Claims,
        plan: &Plan<'_>,
    ) -> Self {
        let end = if tokens.unclosed_think { End::Open } else { End::Whole };
        Self::ending(tokens, reasoning, read, plan, end)
    }

    fn ending(
        tokens: &Tokens,
        ranges: &[Range<usize>],
        read: &Claims,
        plan: &Plan<'_>,
        end: End,
    ) -> Self {
        let given = read.inputs.iter().zip(plan.inputs());
        let mut inputs = given.filter_map(|(read, input)| Some((read, input?)));
        let are_own = inputs.clone().all(|(read, input)| read.as_ref() == Some(input));
        let has_inputs = inputs.clone().next().is_some();
        let agreement = &read.agreement;
        let departs = agreement.written >= ENOUGH && agreement.same * 3 < agreement.written;
        Self {
            other_steps: departs && !are_own,
            other_inputs: has_inputs
                && inputs.all(|(read, input)| read.as_ref().is_some_and(|read| read != input)),
            refused: refuses(tokens, ranges),
            end,
            foreign: if read.foreign >= ENOUGH { read.foreign } else { 0 },
            latest_first: read.latest_first(plan.last()),
        }
    }
}

fn refuses(tokens: &Tokens, ranges: &[Range<usize>]) -> bool {
    if !tokens.has_refusal {
        return false;
    }
    let mut words = ranges.iter().flat_map(|range| &tokens.list[range.clone()]);
    words.any(|token| token.kind == Kind::Word(Word::Refusal))
}

/// Whether the text ends inside a statement or a JSON object.
fn breaks_off(tokens: &Tokens, text: &str, visible: &[Range<usize>], read: &Claims) -> bool {
    if tokens.unclosed_object {
        return true;
    }
    let Some(range) = visible.last() else { return false };
    let said = &tokens.list[range.clone()];
    let Some(end) = said.iter().rposition(|token| !token.ends_line()) else { return false };
    if tokens.object_end > said[end].start as usize {
        return false;
    }
    let inside = matches!(
        said[end].kind,
        Kind::Op(_)
            | Kind::Equals(_)
            | Kind::Open
            | Kind::Comma
            | Kind::Colon
            | Kind::Modulo { .. }
            | Kind::Ordinal(_)
            | Kind::Word(
                Word::Joint
                    | Word::Filler
                    | Word::So
                    | Word::Verb(_)
                    | Word::Other
                    | Word::Print
                    | Word::Connector
                    | Word::If
                    | Word::Would
            )
    );
    if inside && read.steps.is_empty() && begins_word(text, &said[end]) {
        return is_unfinished_sentence(text, &said[..=end]);
    }
    inside || is_unfinished_line(&said[..=end], read)
}

/// Whether prose that ends with a word breaks off: something must follow that word, or the sentences before it end with a sign and this one does
/// not. `OK`, `no idea` and the message of an error are whole.
fn is_unfinished_sentence(text: &str, said: &[Token]) -> bool {
    /// Among so many words at the beginning a message of an error says that it is one.
    const BEGINNING: usize = 4;
    let written = |token: &Token| &text[token.start as usize..token.end as usize];
    if said.last().is_some_and(|last| expects_more(written(last))) {
        return true;
    }
    let mut words = said.iter().filter(|token| begins_word(text, token)).take(BEGINNING);
    let error = words.any(|word| written(word).eq_ignore_ascii_case("error"));
    let ends_sentence = |token: &Token| {
        let after = &text[token.end as usize..];
        let mark = matches!(token.kind, Kind::Stop | Kind::Question) || written(token) == "!";
        (mark && after.starts_with(char::is_whitespace))
            || (token.kind == Kind::Colon && after.starts_with(['\r', '\n']))
    };
    !error && said.iter().any(ends_sentence)
}

/// Whether a token is a word.
fn begins_word(text: &str, token: &Token) -> bool {
    text[token.start as usize..].starts_with(is_letter)
}

/// Whether the last line names a step and does not come to its value, while the lines before it do.
fn is_unfinished_line(said: &[Token], read: &Claims) -> bool {
    let start = said.iter().rposition(Token::ends_line).map_or(0, |before| before + 1);
    let line = &said[start..];
    let (Some(first), Some(end)) = (line.first(), line.last()) else { return false };
    let names = line.iter().any(|token| matches!(token.kind, Kind::Name(_)));
    let claimed = read.steps.iter().any(|claim| claim.value_span.start >= first.start as usize);
    names && !claimed && read.steps.len() > 1 && end.kind != Kind::Stop
}
