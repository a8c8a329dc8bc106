//! Reads look-ups as transcripts write them: `S3 = K(S2) = K(42) = 13`, `S3 = K[S2]`,
//! `S3: K: 42 -> 13`, `| S3 | K | 42 | 13 |`, `look S2 up in table K`.

use std::ops::Range;

use stepfall_number::Number;
use stepfall_procedure::LookUps;

use crate::claim::{ClaimedOperand, StepClaim};
use crate::names::Lexicon;

/// The most bytes between the brackets of a look-up.
const MAX_LOOK_UP_BYTES: usize = 40;
/// The signs between a look-up and its value. A longer sign comes before a shorter sign with the
/// same beginning.
const SIGNS: [&str; 8] = ["\\rightarrow", "\\to", "->", "=>", "→", "&=", "=", "#"];

/// A look-up as a transcript writes it: a table and a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookUp {
    /// The index of the table among the tables of the prompt, from 0.
    pub table: usize,
    /// The key: a number, or the name of the value that is looked up.
    pub of: ClaimedOperand,
}

/// A look-up and its bytes, including the sign before its value.
#[derive(Debug)]
pub(crate) struct LookUpMention {
    span: Range<usize>,
    look_up: LookUp,
}

/// Returns all look-ups in a text, in order.
pub(crate) fn mentions(text: &str, look_ups: &LookUps, lexicon: &Lexicon) -> Vec<LookUpMention> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text.get(at..).and_then(|rest| rest.find(begins_name)) {
        let start = at + next;
        let length = text[start..].find(|c| !is_part_of_name(c)).unwrap_or(text.len() - start);
        at = start + length;
        let before = text[..start].chars().next_back();
        let name = &text[start..at];
        let table = look_ups.names().iter().position(|known| known == name);
        let Some(table) = table.filter(|_| !before.is_some_and(is_part_of_name)) else { continue };
        if let Some((of, end)) = argument(text, at, lexicon) {
            at = past_sign(text, end);
            found.push(LookUpMention { span: start..at, look_up: LookUp { table, of } });
        } else if let Some(of) = looked_up_before(&text[..start], lexicon) {
            found.push(LookUpMention { span: at..at, look_up: LookUp { table, of } });
        }
    }
    found
}

/// Returns the text with blanks in place of look-ups, so that values are next to the names that
/// they belong to.
pub(crate) fn blank_look_ups(text: &str, mentions: &[LookUpMention]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for mention in mentions {
        bytes[mention.span.clone()].fill(b' ');
    }
    // Only whole characters were replaced.
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// Adds to every claim the look-up shortly before its value. Of several look-ups in a line, the
/// last one whose key is a name counts, or else the last one.
pub(crate) fn assign(mentions: Vec<LookUpMention>, text: &str, claims: &mut [StepClaim]) {
    let mut order: Vec<usize> = (0..claims.len()).collect();
    order.sort_by_key(|claim| claims[*claim].value_span.start);
    let mut mentions = mentions.into_iter().peekable();
    for claim in order {
        let claim = &mut claims[claim];
        let mut nearest: Option<LookUpMention> = None;
        while let Some(mention) =
            mentions.next_if(|mention| mention.span.end <= claim.value_span.start)
        {
            let is_named = matches!(mention.look_up.of, ClaimedOperand::Name(_));
            let is_far = nearest
                .as_ref()
                .is_none_or(|known| text[known.span.start..mention.span.start].contains('\n'));
            if is_named
                || is_far
                || nearest
                    .as_ref()
                    .is_some_and(|known| matches!(known.look_up.of, ClaimedOperand::Value(_)))
            {
                nearest = Some(mention);
            }
        }
        let is_near = |mention: &LookUpMention| {
            text.get(mention.span.end..claim.value_span.start)
                .is_some_and(|between| between.matches('\n').count() < 2)
        };
        if let Some(mention) = nearest.filter(is_near) {
            claim.look_up = Some(mention.look_up);
        }
    }
}

const fn begins_name(c: char) -> bool {
    c.is_ascii_alphabetic()
}

const fn is_part_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns the key of a look-up, and the end of the look-up. The key is in brackets, in the next
/// cell of a table, or after a colon if a sign follows it.
fn argument(text: &str, at: usize, lexicon: &Lexicon) -> Option<(ClaimedOperand, usize)> {
    let start = past_blanks(text, at);
    let open = text[start..].chars().next()?;
    let close = match open {
        '(' => ')',
        '[' => ']',
        ':' => {
            let from = past_blanks(text, start + 1);
            let digits = text[from..].find(|c: char| !c.is_ascii_digit())?;
            let end = from + digits;
            let number = text[from..end].parse::<Number>().ok()?;
            return (past_sign(text, end) > end).then_some((ClaimedOperand::Value(number), end));
        }
        // The key may be in the next cell of a table.
        '|' => '|',
        _ => return None,
    };
    let from = start + 1;
    let within = text[from..].char_indices().take_while(|(at, _)| *at < MAX_LOOK_UP_BYTES);
    let (length, _) = within.take_while(|(_, c)| *c != '\n').find(|(_, c)| *c == close)?;
    let inner =
        text[from..from + length].trim_matches(|c: char| c.is_whitespace() || "*`$\"'".contains(c));
    let key = match inner.parse::<Number>() {
        Ok(number) => ClaimedOperand::Value(number),
        Err(_) => ClaimedOperand::Name(lexicon.name(inner)?),
    };
    // The bar after a cell begins the next cell.
    let after = from + length + usize::from(close != '|');
    Some((key, after))
}

/// Returns the key in a sentence before the name of the table: `look S2 up in table`.
fn looked_up_before(before: &str, lexicon: &Lexicon) -> Option<ClaimedOperand> {
    let line = before.rfind('\n').map_or(before, |end| &before[end + 1..]);
    let sentence = line.trim_end().strip_suffix("table").unwrap_or(line).trim_end();
    let sentence = sentence.strip_suffix("in")?;
    let at = sentence.rfind("ook")?;
    let words = sentence[at..].split(|c: char| c.is_whitespace() || "(),:=*`".contains(c));
    let mut written = words.filter_map(|word| match word.parse::<Number>() {
        Ok(number) => Some(ClaimedOperand::Value(number)),
        Err(_) => lexicon.name(word).map(ClaimedOperand::Name),
    });
    written.next()
}

fn past_blanks(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    at + rest.len() - rest.trim_start_matches([' ', '\t', '*', '`']).len()
}

/// Returns the end of the sign that follows, or `at` if no sign does.
fn past_sign(text: &str, at: usize) -> usize {
    let sign = past_blanks(text, at);
    let found = SIGNS.into_iter().find(|known| text[sign..].starts_with(known));
    found.map_or(at, |known| sign + known.len())
}
