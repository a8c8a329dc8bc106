//! Digits and letters of several scripts.

pub(crate) use stepfall_formula::{folded, is_letter, is_name_part, small};

/// Returns the value of a decimal digit, in any of the scripts in which models write numbers.
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

/// Returns the value of a subscript or superscript digit.
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

/// Returns whether a character is from an East Asian script, such as Chinese or Japanese. Words in
/// these scripts may follow each other without blanks.
pub(crate) const fn is_ideograph(character: char) -> bool {
    matches!(character as u32, 0x3040..0xA000 | 0xAC00..0xD7B0 | 0xF900..0xFB00)
}
