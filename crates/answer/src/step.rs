//! The value of the last step, and what else is read only where nothing announces an answer.

use crate::chain::{Chain, chain};
use crate::marks::{Name, line_end, lines, sign_at, skip_marks, word_at};
use crate::numeral::Numeral;

/// The last value of the last step in the text, or the only result.
pub(crate) fn last_step(text: &str, from: usize, last: &Name) -> Option<Numeral> {
    // The first place of the name in each line that holds it.
    let mut places: Vec<(usize, usize)> = Vec::new();
    let mut lines = lines(text, from).peekable();
    for place in last.places(text, from) {
        while lines.peek().is_some_and(|line| line.end < place.start) {
            lines.next();
        }
        if let Some(line) = lines.next_if(|line| line.start <= place.start) {
            let before = &text[line.start..place.start];
            let step = !before.contains('=');
            places.extend(step.then_some((place.end, line.end)));
        }
    }
    places
        .into_iter()
        .rev()
        .find_map(|(name, line)| named_value(&text[..line], name, last))
        .or_else(|| only_result(text, from))
}

/// The value that a line gives after the name: `= 528`, `: 528`, `| 528 |`, `is 4 + 9 = 13`.
fn named_value(line: &str, name: usize, last: &Name) -> Option<Numeral> {
    let at = skip_marks(line, name, &["text"]);
    let verb = || word_at(line, at, &["is", "equals"]);
    let begin = match sign_at(line, at, &["=", ":", "：", "|", "→"]).or_else(verb) {
        Some(length) => at + length,
        // A word that is a name may stand in any sentence.
        None if last.numbered => line[name..].find('=').map(|equals| name + equals + 1)?,
        None => return None,
    };
    chain(line, begin).filter(Chain::ends).map(|found| found.numeral)
}

/// The value of `Result: 528` where nothing else is called a result.
fn only_result(text: &str, from: usize) -> Option<Numeral> {
    let bytes = text.as_bytes()[from..].iter().enumerate();
    let mut results =
        bytes.filter(|(_, byte)| matches!(byte, b'r' | b'R')).filter_map(|(at, _)| {
            let at = from + at;
            let after = skip_marks(text, at + word_at(text, at, &["result"])?, &[]);
            let verb = || word_at(text, after, &["is", "equals"]);
            Some(after + sign_at(text, after, &[":", "="]).or_else(verb)?)
        });
    let (only, more) = (results.next()?, results.next());
    if more.is_some() {
        return None;
    }
    chain(&text[..line_end(text, only)], only).filter(Chain::ends).map(|found| found.numeral)
}
