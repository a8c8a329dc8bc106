//! Marks, words, names and lines: what stands around numbers.

use std::ops::Range;

use crate::numeral::continues_word;

/// The ways in which the name of the last value may be written: `S27`, `S_27`, `S_{27}`, `S₂₇`.
pub(crate) struct Name {
    forms: Vec<String>,
    initial: u8,
    pub(crate) numbered: bool,
}

impl Name {
    pub(crate) fn new(name: &str) -> Self {
        let mut forms = vec![name.to_owned()];
        let digits = name.strip_prefix('S').unwrap_or_default();
        let numbered = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if numbered {
            let below = |digit: u8| char::from_u32(0x2080 + u32::from(digit - b'0'));
            let subscript: String = digits.bytes().filter_map(below).collect();
            forms.push(format!("S_{digits}"));
            forms.push(format!("S_{{{digits}}}"));
            forms.push(format!("S{subscript}"));
        }
        let initial = name.as_bytes().first().map_or(0, u8::to_ascii_lowercase);
        Self { forms, initial, numbered }
    }

    /// The length of the name where it stands here as a word of its own.
    pub(crate) fn at(&self, text: &str, at: usize) -> Option<usize> {
        let first = text.as_bytes().get(at)?.to_ascii_lowercase();
        if first != self.initial {
            return None;
        }
        self.forms.iter().find(|form| is_word_at(text, at, form)).map(String::len)
    }

    /// Where the name stands in the text from `from`, in order.
    pub(crate) fn places<'a>(
        &'a self,
        text: &'a str,
        from: usize,
    ) -> impl Iterator<Item = Range<usize>> + 'a {
        let bytes = text.as_bytes()[from..].iter().enumerate();
        bytes
            .filter(|(_, byte)| byte.eq_ignore_ascii_case(&self.initial))
            .filter_map(move |(at, _)| Some(from + at..from + at + self.at(text, from + at)?))
    }
}

/// Moves past Markdown and LaTeX marks, quotation marks, brackets and blanks, and past these LaTeX commands.
pub(crate) fn skip_marks(text: &str, at: usize, commands: &[&str]) -> usize {
    let mut at = at;
    while let Some(length) = mark_length(text, at, commands) {
        at += length;
    }
    at
}

/// The length of the mark or the LaTeX command that stands here.
pub(crate) fn mark_length(text: &str, at: usize, commands: &[&str]) -> Option<usize> {
    let next = text[at..].chars().next()?;
    if is_mark(next) {
        return Some(next.len_utf8());
    }
    let command = text[at..].strip_prefix('\\')?;
    if command.starts_with(['(', '[', ')', ']', ' ', '!', ',', ';', ':', '_', '{', '}']) {
        return Some(2);
    }
    let known = commands.iter().find(|known| command.starts_with(**known))?;
    (!command[known.len()..].starts_with(continues_word)).then_some(1 + known.len())
}

pub(crate) fn is_mark(character: char) -> bool {
    match character {
        ' ' | '\t' | '\r' | '*' | '_' | '`' | '$' | '"' | '\'' | '(' | ')' | '[' | ']' | '{'
        | '}' => true,
        '\0'..='\x7f' => false,
        _ => "“”‘’„«»\u{a0}\u{202f}".contains(character),
    }
}

/// Whether this word stands here, in any case of ASCII letters, and not within a longer one.
pub(crate) fn is_word_at(text: &str, at: usize, word: &str) -> bool {
    let here = text.as_bytes()[at..].get(..word.len());
    !word.is_empty()
        && here.is_some_and(|here| here.eq_ignore_ascii_case(word.as_bytes()))
        && !text[..at].ends_with(continues_word)
        && !text[at + word.len()..].starts_with(continues_word)
}

/// The length of the first of these words that stands here.
pub(crate) fn word_at(text: &str, at: usize, words: &[&str]) -> Option<usize> {
    let first = text.as_bytes().get(at)?.to_ascii_lowercase();
    let mut words = words.iter().filter(|word| word.as_bytes()[0] == first);
    words.find(|word| is_word_at(text, at, word)).map(|word| word.len())
}

/// The length of the first of these texts that stands here.
pub(crate) fn sign_at(text: &str, at: usize, signs: &[&str]) -> Option<usize> {
    signs.iter().find(|sign| text[at..].starts_with(**sign)).map(|sign| sign.len())
}

/// The text from `at` to the next `limit` bytes at most, cut at a character.
pub(crate) fn near(text: &str, at: usize, limit: usize) -> &str {
    &text[at..text.floor_char_boundary(at.saturating_add(limit).min(text.len()))]
}

pub(crate) fn line_end(text: &str, from: usize) -> usize {
    text[from..].find('\n').map_or(text.len(), |at| from + at)
}

/// The lines of a text from `from`, without their line breaks.
pub(crate) fn lines(text: &str, from: usize) -> impl Iterator<Item = Range<usize>> {
    let mut at = from;
    text[from..].split('\n').map(move |line| {
        let start = at;
        at += line.len() + 1;
        start..start + line.len()
    })
}

/// Moves past marks and the words that may stand between an announcement and its value.
pub(crate) fn skip_filler(text: &str, at: usize, last: &Name) -> usize {
    const WORDS: [&str; 17] = [
        "the",
        "final",
        "value",
        "result",
        "of",
        "is",
        "equals",
        "equal",
        "to",
        "exactly",
        "therefore",
        "thus",
        "hence",
        "then",
        "simply",
        "indeed",
        "so",
    ];
    const COMMANDS: [&str; 6] = ["text", "mathbf", "mathrm", "boxed", "displaystyle", "left"];
    /// How many words are skipped at most, lest a text that is nothing but such words be read again and again.
    const MOST: usize = 8;
    let mut at = at;
    for _ in 0..MOST {
        let before = at;
        at = skip_marks(text, at, &COMMANDS);
        at += sign_at(text, at, &[":", "：", "="]).unwrap_or(0);
        if !text[at..].starts_with(continues_word) {
            if at == before {
                break;
            }
            continue;
        }
        at += last.at(text, at).or_else(|| word_at(text, at, &WORDS)).unwrap_or(0);
        if at == before {
            break;
        }
    }
    at
}
