//! Which characters are digits and letters.

pub(crate) use stepfall_formula::{folded, is_letter, is_name_part, small};

/// The value of a decimal digit in any of the scripts that models write numbers in.
pub(crate) fn digit(character: char) -> Option<u8> {
    let zero = match character {
        '0'..='9' => '0',
        '０'..='９' => '０',
        '٠'..='٩' => '٠',
        '۰'..='۹' => '۰',
        '०'..='९' => '०',
        _ => return None,
    };
    apart(character, zero)
}

/// The value of a subscript or superscript digit.
pub(crate) fn script_digit(character: char) -> Option<u8> {
    match character {
        '₀'..='₉' => apart(character, '₀'),
        '⁰' | '⁴'..='⁹' => apart(character, '⁰'),
        '¹' => Some(1),
        '²' => Some(2),
        '³' => Some(3),
        _ => None,
    }
}

fn apart(character: char, zero: char) -> Option<u8> {
    u8::try_from(u32::from(character) - u32::from(zero)).ok()
}

/// Whether a character is written without blanks between words, as in Chinese and Japanese.
pub(crate) const fn is_ideograph(character: char) -> bool {
    matches!(character as u32, 0x3040..0xA000 | 0xAC00..0xD7B0 | 0xF900..0xFB00)
}
