//! Finds the names of an item's values in a text.

use stepfall_procedure::{Item, MAX_NAME, NameStyle, Op};

use crate::digit::{digit, folded, is_ideograph, is_letter, is_name_part, script_digit, small};

/// The names of an item's values, and its operations.
pub(crate) struct Lexicon {
    naming: Naming,
    /// For each operation, by its index, true if a step of the procedure has that operation.
    operations: [bool; Op::COUNT],
}

/// The kind of names that an item has.
enum Naming {
    /// `S1`, `S2`, …
    Numbered,
    /// Words in lower case with the numbers of their values, in alphabetical order.
    Words(Vec<(String, u16)>),
    /// Custom names in lower case with the numbers of their values, in alphabetical order.
    Custom(Vec<(String, u16)>),
}

impl Lexicon {
    /// A lexicon of values named `S1`, `S2`, …, without operations of custom procedures.
    #[cfg(test)]
    pub(crate) const NUMBERED: Self =
        Self { naming: Naming::Numbered, operations: [false; Op::COUNT] };

    pub(crate) fn new(item: &Item) -> Self {
        let naming = match item.spec.names {
            NameStyle::Numbered => Naming::Numbered,
            NameStyle::Scattered => Naming::Words(sorted(item)),
            NameStyle::Custom => Naming::Custom(sorted(item)),
        };
        let operations = item.procedure.mix().map(|count| count > 0);
        Self { naming, operations }
    }

    /// Returns whether values are named `S1`, `S2`, …
    pub(crate) const fn is_numbered(&self) -> bool {
        matches!(self.naming, Naming::Numbered)
    }

    /// Returns whether a step has this operation, and only custom procedures can have it.
    pub(crate) const fn has(&self, op: Op) -> bool {
        self.operations[op.index()] && !op.is_drawn()
    }

    /// Returns the operation that a word in lower case means. Only operations of custom procedures
    /// are looked for.
    pub(crate) fn operation(&self, word: &str) -> Option<Op> {
        let op = match word {
            "min" | "minimum" | "smaller" | "lesser" => Op::Min,
            "max" | "maximum" | "larger" | "greater" => Op::Max,
            "mod" | "modulo" | "remainder" => Op::Mod,
            "round" => Op::Round,
            _ => return None,
        };
        Some(op).filter(|op| self.has(*op))
    }

    /// Returns the number of the value whose name is this word in lower case.
    pub(crate) fn word(&self, word: &str) -> Option<u16> {
        let Naming::Words(words) = &self.naming else { return None };
        let found = words.binary_search_by(|(known, _)| known.as_str().cmp(word)).ok()?;
        Some(words[found].1)
    }

    /// Returns whether a name may begin with a letter beyond ASCII.
    pub(crate) const fn has_wide_names(&self) -> bool {
        matches!(self.naming, Naming::Custom(_))
    }

    /// Returns the number of the value that a text names.
    pub(crate) fn name(&self, text: &str) -> Option<u16> {
        let text = text.trim();
        let numbered = self.name_at(text, 0).filter(|(_, end)| *end == text.len());
        numbered.map(|(number, _)| number).or_else(|| self.word(&text.to_ascii_lowercase()))
    }

    /// Returns the number of the name at `at`, and its end. The name is a custom name, or has a
    /// form such as `S14`, `S_14`, `S_{14}`, `S\_14`, `S[14]` or `S₁₄`. Returns `None` if the names
    /// of the item are words.
    pub(crate) fn name_at(&self, text: &str, at: usize) -> Option<(u16, usize)> {
        match &self.naming {
            Naming::Numbered => {}
            Naming::Words(_) => return None,
            Naming::Custom(names) => return custom_name(names, text, at),
        }
        if let Some(found) = plain(&text.as_bytes()[at..]) {
            return Some((found.0, at + found.1));
        }
        let rest = text[at..].strip_prefix(['S', 's', 'Ѕ', 'Ｓ'])?;
        let end = subscript(rest)?;
        Some((end.0, text.len() - rest.len() + end.1))
    }

    /// Returns the number and the length of a name in its usual form, such as `S14`. Returns `None`
    /// if the text after the name might belong to it.
    pub(crate) const fn plain(bytes: &[u8]) -> Option<(u16, usize)> {
        plain(bytes)
    }

    /// Returns the number of a name such as `\text{S}_{7}`, and the length of the name after the
    /// command.
    pub(crate) fn subscripted(&self, rest: &str) -> Option<(u16, usize)> {
        let rest = rest.strip_prefix("{S}").filter(|_| self.is_numbered())?;
        let (number, length) = subscript(rest).filter(|_| rest.starts_with('_'))?;
        Some((number, "{S}".len() + length))
    }
}

/// Returns the names of an item in lower case with their numbers, in alphabetical order.
fn sorted(item: &Item) -> Vec<(String, u16)> {
    let entry = |number| (folded(&item.name(number)), number);
    let mut names: Vec<_> = (1..=item.procedure.last()).map(entry).collect();
    names.sort_unstable();
    names
}

/// Returns the number of the value with the custom name at `at`, and the end of the name. Case is
/// ignored. The name may have `\_` for `_`, and digits as a subscript: `v₂`, `v_2` or `v_{2}`.
fn custom_name(names: &[(String, u16)], text: &str, at: usize) -> Option<(u16, usize)> {
    let mut key = String::new();
    let mut rest = &text[at..];
    while let Some(next) = rest.chars().next() {
        if is_name_part(next) {
            key.push(small(next));
        } else if let Some(subscript) = script_digit(next).filter(|_| matches!(next, '₀'..='₉'))
        {
            key.push(char::from(b'0' + subscript));
        } else if !(next == '\\' && rest[1..].starts_with('_')
            || next == '{' && key.ends_with('_')
            || next == '}' && text[at..].len() - rest.len() > key.len())
        {
            break;
        }
        rest = &rest[next.len_utf8()..];
        if key.len() > 4 * MAX_NAME {
            return None;
        }
    }
    let end = text.len() - rest.len();
    let number = |key: &str| {
        let found = names.binary_search_by(|(known, _)| known.as_str().cmp(key)).ok()?;
        Some(names[found].1)
    };
    if text[at..].starts_with(is_ideograph) {
        // Without blanks between words, other words may follow a name directly.
        let ends = text[at..end].char_indices().map(|(start, next)| at + start + next.len_utf8());
        let ends: Vec<usize> = ends.collect();
        return ends
            .into_iter()
            .rev()
            .find_map(|end| Some((number(&folded(&text[at..end]))?, end)));
    }
    let is_prose = match key.as_str() {
        "a" | "i" => is_followed_by_word(rest),
        "x" => is_between_values(&text[..at], rest),
        _ => false,
    };
    // `v_2` and `v_{2}` are v2 if no name has the underscore.
    let joined = || number(&key.replace('_', ""));
    let is_subscripted = key.ends_with(|last: char| last.is_ascii_digit()) && key.contains('_');
    let found = number(&key).or_else(|| joined().filter(|_| is_subscripted));
    let found = found.filter(|_| !is_prose).map(|number| (number, end));
    found.or_else(|| {
        // Underscores of emphasis may directly follow a name.
        let bare = key.trim_end_matches('_');
        let marks = key.len() - bare.len();
        let is_cut = marks > 0 && text[..end].ends_with(&key[bare.len()..]);
        Some((number(bare).filter(|_| is_cut)?, end - marks))
    })
}

/// Returns whether a word of prose follows, so that `a` or `I` is a word and not a name.
fn is_followed_by_word(rest: &str) -> bool {
    const JOINTS: [&str; 14] = [
        "and",
        "by",
        "divided",
        "equals",
        "from",
        "gives",
        "is",
        "minus",
        "multiplied",
        "over",
        "plus",
        "times",
        "to",
        "was",
    ];
    let Some(after) = rest.strip_prefix(' ') else { return false };
    let letters = after.bytes().take(MAX_NAME).take_while(u8::is_ascii_alphabetic).count();
    let word = after[..letters].to_ascii_lowercase();
    letters > 1 && !JOINTS.contains(&word.as_str())
}

/// Returns whether an `x` is between two values, so that it is a sign and not a name.
fn is_between_values(before: &str, after: &str) -> bool {
    let value = |next: char| next.is_ascii_alphanumeric() || next == '_';
    let ends = before.trim_end_matches(' ').ends_with(|last: char| value(last) || last == ')');
    let begins = after.trim_start_matches(' ').starts_with(|next: char| value(next) || next == '(');
    ends && begins
}

/// Returns the number after the letter of a name, and its length including brackets and
/// underscores.
fn subscript(rest: &str) -> Option<(u16, usize)> {
    /// The most digits in a name.
    const MAX_DIGITS: usize = 5;
    let (inner, closing) = opened(rest);
    let mut number = 0u16;
    let mut length = 0;
    for next in inner.chars().take(MAX_DIGITS) {
        let value = match next {
            '₀'..='₉' => script_digit(next),
            _ => digit(next),
        };
        let Some(value) = value else { break };
        number = number.checked_mul(10)?.checked_add(u16::from(value))?;
        length += next.len_utf8();
    }
    if number == 0 {
        return None;
    }
    let after = inner[length..].strip_prefix(closing)?;
    // `S3rd` is not a name. But a formula may be written twice without a blank, as in `S3S_3`.
    let part = |next: char| is_letter(next) && !is_ideograph(next) || next.is_ascii_digit();
    let goes_on = after.starts_with(part) && !begins_name(after);
    (!goes_on).then_some((number, rest.len() - after.len()))
}

const fn plain(bytes: &[u8]) -> Option<(u16, usize)> {
    let [b'S' | b's', b'1'..=b'9', ..] = bytes else { return None };
    let (mut number, mut length) = (0u16, 1);
    while length < bytes.len() && bytes[length].is_ascii_digit() {
        if length > 3 {
            return None;
        }
        number = number * 10 + (bytes[length] - b'0') as u16;
        length += 1;
    }
    let ends = length == bytes.len()
        || matches!(bytes[length], b' ' | b'\n' | b'=' | b':' | b',' | b'.' | b')' | b'+' | b'-');
    if ends { Some((number, length)) } else { None }
}

/// Returns the text after the opening marks that follow the letter of a name, and the matching
/// closing mark, which may be empty.
fn opened(rest: &str) -> (&str, &'static str) {
    const MARKS: [(&str, &str); 5] =
        [("_", ""), ("\\_", ""), ("[", "]"), ("(", ")"), ("<sub>", "</sub>")];
    if rest.starts_with(|next: char| next.is_ascii_digit()) {
        return (rest, "");
    }
    let marked =
        MARKS.iter().find_map(|(mark, closing)| Some((rest.strip_prefix(mark)?, *closing)));
    let (inner, closing) = marked.unwrap_or((rest, ""));
    inner.strip_prefix('{').map_or((inner, closing), |inner| (inner, "}"))
}

/// Returns whether a text begins like a numbered name. Looks no further than the first digit.
fn begins_name(text: &str) -> bool {
    let rest = text.strip_prefix(['S', 's']).map(|rest| rest.trim_start_matches(['_', '{', '\\']));
    rest.is_some_and(|rest| {
        rest.starts_with(|next: char| next.is_ascii_digit() || matches!(next, '₀'..='₉'))
    })
}
