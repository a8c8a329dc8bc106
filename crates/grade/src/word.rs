//! The meanings of words in a transcript.

mod ideograms;
mod table;

use crate::token::{TokenKind, Word};

use self::table::WORDS;

pub(crate) use self::ideograms::IDEOGRAMS;

/// Returns the meaning of a word in lower case.
pub(crate) fn meaning(word: &str) -> TokenKind {
    let other = TokenKind::Word(Word::Other);
    let Some(&first) = word.as_bytes().first() else { return other };
    let known = &WORDS[BEGINS[usize::from(first)]..BEGINS[usize::from(first) + 1]];
    known.binary_search_by(|(known, _)| (*known).cmp(word)).map_or(other, |found| known[found].1)
}

/// For each byte, the number of words that begin with a lower byte. The table limits the search for
/// a word to a few entries.
const BEGINS: [usize; 257] = {
    let mut begins = [0; 257];
    let (mut first, mut at) = (0, 0);
    while first < begins.len() {
        while at < WORDS.len() && (WORDS[at].0.as_bytes()[0] as usize) < first {
            at += 1;
        }
        begins[first] = at;
        first += 1;
    }
    begins
};

/// Returns whether a word of English or another European language cannot end a sentence.
pub(crate) fn expects_more(word: &str) -> bool {
    // `A` may be the end of `N/A`.
    word != "A" && EXPECTING.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Returns the length of the text after a word that completes a refusal: 5 for ` able` after `not`.
/// Returns `None` if the words are not a refusal. The word is in lower case.
pub(crate) fn refusal_length(word: &str, after: &str) -> Option<usize> {
    let mut known = REFUSALS.iter().filter(|(first, _)| *first == word);
    let (_, more) = known.find(|(_, more)| after.starts_with(more))?;
    Some(more.len())
}

/// Returns the number of an ordinal word: `third` is 3.
pub(crate) fn ordinal(word: &str) -> Option<u8> {
    let at = ORDINALS.iter().position(|known| *known == word)?;
    u8::try_from(at + 1).ok()
}

/// Returns the number of a cardinal word: `three` is 3.
pub(crate) fn cardinal(word: &str) -> Option<u8> {
    let at = CARDINALS.iter().position(|known| *known == word)?;
    u8::try_from(at + 1).ok()
}

const EXPECTING: [&str; 52] = [
    "a", "also", "am", "an", "and", "are", "as", "at", "be", "because", "but", "by", "can", "das",
    "de", "der", "die", "each", "et", "every", "for", "from", "i", "i'll", "if", "in", "into",
    "is", "la", "le", "let", "let's", "minus", "my", "of", "or", "our", "plus", "since", "so",
    "the", "then", "to", "und", "using", "we", "we'll", "when", "where", "which", "will", "with",
];
const REFUSALS: [(&str, &str); 8] = [
    ("not", " able"),
    ("peux", " pas"),
    ("puis", " pas"),
    ("kann", " nicht"),
    ("kann", " das nicht"),
    ("no", " puedo"),
    ("não", " posso"),
    ("non", " posso"),
];
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
