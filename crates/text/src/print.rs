//! Formatting of numbers and sentences.

use std::fmt::Display;

use stepfall_procedure::{LookBack, Op};

/// Returns the typographic sign of an operation.
pub const fn op_sign(op: Op) -> &'static str {
    match op {
        Op::Sub => "−",
        Op::Mul => "×",
        Op::Div => "÷",
        _ => op.symbol(),
    }
}

/// Formats an operation with its typographic sign. The operands are written as they are.
pub fn op_joined(op: Op, left: &str, right: &str) -> String {
    let sign = op_sign(op);
    if op.is_function() {
        format!("{sign}({left}, {right})")
    } else {
        format!("{left} {sign} {right}")
    }
}

/// Replaces every hyphen-minus in a number, or in a sentence with numbers, with the typographic
/// minus sign.
pub fn typeset(text: &str) -> String {
    text.replace('-', "−")
}

/// Formats a size that is given in bytes. From 1,000 on, the result is in kB with one decimal
/// place, rounded down.
pub fn size(bytes: usize) -> String {
    if bytes < 1_000 {
        format!("{bytes} B")
    } else {
        format!("{}.{} kB", bytes / 1_000, bytes % 1_000 / 100)
    }
}

/// Formats a number of steps with its noun, as in `25 steps`.
pub fn steps<N: Copy + Display + PartialEq + From<u8>>(steps: N) -> String {
    if steps == N::from(1) { "1 step".to_owned() } else { format!("{steps} steps") }
}

/// Formats a look-back for a sentence.
pub fn look_back(look_back: LookBack) -> String {
    match look_back {
        LookBack::AtMost(k) => format!("look-back at most {k}"),
        LookBack::Exactly(k) => format!("look-back exactly {k}"),
    }
}

/// Formats a number with commas between its thousands, as the page does.
pub fn grouped(number: impl Into<u64>) -> String {
    grouped_by(number, ',')
}

/// Formats a number with a separator between its thousands.
pub fn grouped_by(number: impl Into<u64>, separator: char) -> String {
    let digits = number.into().to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(separator);
        }
        grouped.push(digit);
    }
    grouped
}

/// Formats an amount that is given in millionths of a dollar, rounded up to cents.
pub fn dollars(micros: u64) -> String {
    let cents = micros.div_ceil(10_000);
    format!("${}.{:02}", cents / 100, cents % 100)
}

/// Formats a duration that is given in milliseconds, rounded up to seconds. Durations over a minute
/// are in minutes, rounded up. Durations from an hour and a half on are in hours and minutes,
/// rounded down.
pub fn duration(millis: u64) -> String {
    let seconds = millis.div_ceil(1_000);
    match seconds {
        0..=60 => format!("{seconds} s"),
        61..5_400 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h {} min", seconds / 3_600, seconds % 3_600 / 60),
    }
}

/// Capitalizes a text and ends it with a full stop if it has no end mark.
pub fn sentence(text: &str) -> String {
    let end = if text.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    capital(text) + end
}

/// Prevents line breaks between a number and its per cent sign.
pub fn unbroken(text: &str) -> String {
    text.replace(" %", "\u{a0}%")
}

/// Capitalizes the beginning of a text. The first letter of an English text is ASCII; Unicode
/// tables would add 8 kB after compression.
pub fn capital(text: &str) -> String {
    let mut capital = text.to_owned();
    if let Some(first) = capital.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    capital
}

/// Formats milliseconds as seconds with one decimal place.
pub fn seconds(millis: u64) -> String {
    let tenths = (millis + 50) / 100;
    format!("{}.{} s", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_amounts_and_durations_are_readable() {
        assert_eq!(grouped(1_234_567_u64), "1,234,567");
        assert_eq!(grouped(999_u64), "999");
        assert_eq!(dollars(1), "$0.01");
        assert_eq!(dollars(12_345_678), "$12.35");
        assert_eq!((duration(59_001), duration(61_000)), ("60 s".to_owned(), "2 min".to_owned()));
        assert_eq!(duration(7_260_000), "2 h 1 min");
    }

    #[test]
    fn sentence_starts_with_a_capital_and_ends_with_a_full_stop() {
        assert_eq!(sentence("at S4 it stopped"), "At S4 it stopped.");
        assert_eq!(sentence("−5 is no answer!"), "−5 is no answer!");
        assert_eq!(capital(""), "");
    }
}
