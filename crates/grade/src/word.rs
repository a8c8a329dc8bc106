//! What the words of a transcript mean to a grader.

mod ideograms;
mod table;

use crate::token::{Kind, Word};

use self::table::WORDS;

pub(crate) use self::ideograms::IDEOGRAMS;

/// What a word means; `word` is in lower case.
pub(crate) fn meaning(word: &str) -> Kind {
    WORDS
        .binary_search_by(|(known, _)| (*known).cmp(word))
        .map_or(Kind::Word(Word::Other), |found| WORDS[found].1)
}

/// The place that a word counts: `third` is 3.
pub(crate) fn ordinal(word: &str) -> Option<u8> {
    let at = ORDINALS.iter().position(|known| *known == word)?;
    u8::try_from(at + 1).ok()
}

/// The number that a word says: `three` is 3.
pub(crate) fn cardinal(word: &str) -> Option<u8> {
    let at = CARDINALS.iter().position(|known| *known == word)?;
    u8::try_from(at + 1).ok()
}

const ORDINALS: [&str; 20] = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
];
const CARDINALS: [&str; 12] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];
