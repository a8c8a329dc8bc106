//! Reads numbers in English words: `three hundred and forty-three`, `eight point nine six`.

use stepfall_number::Number;

/// The words below twenty, from `one`.
const SMALL: [&str; 19] = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
/// The tens, from `twenty`.
const TENS: [&str; 8] =
    ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// The most decimal places that are read.
const MAX_PLACES: usize = 12;

/// The words at the beginning of a text, read one by one.
struct Words<'a> {
    text: &'a str,
    /// The end of the last word that was taken.
    end: usize,
    /// The number of words that were taken.
    count: u32,
}

impl<'a> Words<'a> {
    /// Returns the next word of ASCII letters, and its end.
    fn next(&self) -> Option<(&'a str, usize)> {
        let rest = &self.text[self.end..];
        let word = if self.count == 0 { rest } else { rest.strip_prefix([' ', '-', '\u{2011}'])? };
        let length = word.bytes().take_while(u8::is_ascii_alphabetic).count();
        let from = self.text.len() - word.len();
        (length > 0).then(|| (&word[..length], from + length))
    }

    /// Takes the next word if it is in `known`. Returns its index there.
    fn take(&mut self, known: &[&str]) -> Option<i64> {
        let (word, end) = self.next()?;
        let place = known.iter().position(|known| known.eq_ignore_ascii_case(word))?;
        (self.end, self.count) = (end, self.count + 1);
        i64::try_from(place).ok()
    }

    /// Reads a number below a hundred.
    fn below_hundred(&mut self) -> Option<i64> {
        if let Some(place) = self.take(&SMALL) {
            return Some(place + 1);
        }
        let tens = (self.take(&TENS)? + 2) * 10;
        Some(tens + self.take(&SMALL[..9]).map_or(0, |place| place + 1))
    }

    /// Reads a number with at most hundreds: `three hundred and five`, `twelve hundred`.
    fn below_thousand(&mut self) -> Option<i64> {
        let first = self.below_hundred()?;
        if first > 99 || self.take(&["hundred"]).is_none() {
            return Some(first);
        }
        Some(first * 100 + self.rest(Self::below_hundred))
    }

    /// Adds the decimal places after the word `point`, if it is next: `point nine six`. Returns
    /// `None` if no digit follows that word.
    fn decimal(&mut self, whole: i64) -> Option<Number> {
        if self.take(&["point"]).is_none() {
            return Some(Number::integer(whole));
        }
        let (mut digits, mut scale) = (whole, 1);
        for _ in 0..MAX_PLACES {
            let digit = match self.take(&["zero", "nought", "oh"]) {
                Some(_) => 0,
                None => match self.take(&SMALL[..9]) {
                    Some(place) => place + 1,
                    None => break,
                },
            };
            (digits, scale) = (digits * 10 + digit, scale * 10);
        }
        Number::fraction(digits, scale).filter(|_| scale > 1)
    }

    /// Reads the number after hundreds or thousands, with or without `and`. Returns 0 if there is
    /// none.
    fn rest(&mut self, read: impl Fn(&mut Self) -> Option<i64>) -> i64 {
        let (end, count) = (self.end, self.count);
        let is_joined = self.take(&["and"]).is_some();
        let rest = read(self);
        if rest.is_none() && is_joined {
            (self.end, self.count) = (end, count);
        }
        rest.unwrap_or(0)
    }
}

/// Returns the number in words at the beginning of a text, and its length. A single word below
/// thirteen may count something else, and is read only if `may_be_small`.
pub(crate) fn spoken(text: &str, may_be_small: bool) -> Option<(Number, usize)> {
    let mut words = Words { text, end: 0, count: 0 };
    let first = match words.take(&["zero"]) {
        Some(_) => 0,
        None => words.below_thousand()?,
    };
    let whole = match words.take(&["thousand"]) {
        Some(_) => first * 1_000 + words.rest(Words::below_thousand),
        None => first,
    };
    let value = words.decimal(whole)?;
    let after = &text[words.end..];
    let goes_on = after.strip_prefix(['-', '\u{2011}']).unwrap_or(after);
    let is_part =
        goes_on.len() < after.len() && goes_on.starts_with(|next: char| next.is_ascii_alphabetic());
    (!is_part && (words.count > 1 || whole > 12 || may_be_small)).then_some((value, words.end))
}

#[cfg(test)]
mod tests {
    use stepfall_number::Number;

    use super::spoken;

    #[test]
    fn number_words_are_read_with_their_length() {
        let cases = [
            ("twenty-seven, so", Some((27, 12))),
            ("Three hundred and forty-three.", Some((343, 29))),
            ("nine hundred sixty five", Some((965, 23))),
            ("two thousand and six apples", Some((2_006, 20))),
            ("one hundred and more", Some((100, 11))),
            ("thirteen ninety-sevens", Some((13, 8))),
            ("seven times", None),
            ("ninety-sevens", None),
            ("hundred", None),
            ("seventh", None),
        ];
        for (text, expected) in cases {
            let expected = expected.map(|(value, length)| (Number::integer(value), length));
            assert_eq!(spoken(text, false), expected, "{text}");
        }
        assert_eq!(spoken("seven", true), Some((Number::integer(7), 5)));
    }

    #[test]
    fn decimal_words_are_read_with_their_length() {
        let cases = [
            ("eight point nine six, so", 896, 100, 20),
            ("zero point seven three", 73, 100, 22),
            ("one hundred and sixty point four six", 16_046, 100, 36),
            ("twelve point zero", 120, 10, 17),
        ];
        for (text, digits, scale, length) in cases {
            assert_eq!(spoken(text, false), Number::fraction(digits, scale).zip(Some(length)));
        }
        assert_eq!(spoken("eighty-five point ninety-four", false), None);
        assert_eq!(spoken("thirteen points", false), Some((Number::integer(13), 8)));
    }
}
