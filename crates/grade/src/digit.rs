//! Which characters are digits, letters and blanks.

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

/// The small letter of a capital one, of the scripts whose words have a meaning here.
pub(crate) fn small(character: char) -> char {
    let by = match character {
        'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ' | 'А'..='Я' => 0x20,
        'Ѐ'..='Џ' => 0x50,
        _ => 0,
    };
    char::from_u32(u32::from(character) + by).unwrap_or(character)
}

fn apart(character: char, zero: char) -> Option<u8> {
    u8::try_from(u32::from(character) - u32::from(zero)).ok()
}

/// Whether a character that is no digit makes a word. Beyond ASCII everything counts as a letter but blanks, punctuation, arrows,
/// mathematical signs and pictures, told by their blocks: exact tables of all letters would weigh more than the rest of this crate.
pub(crate) const fn is_letter(character: char) -> bool {
    match character as u32 {
        0..0x80 => character.is_ascii_alphabetic(),
        0x80..0xC0
        | 0xD7
        | 0xF7
        | 0x2000..0x2C00
        | 0x3000..0x3004
        | 0x3008..0x3021
        | 0xFE00..0xFE70
        | 0xFEFF
        | 0xFF00..0xFF21
        | 0x1F000..0x1FB00 => false,
        _ => true,
    }
}

/// Whether a character is written without blanks between words, as in Chinese and Japanese.
pub(crate) const fn is_ideograph(character: char) -> bool {
    matches!(character as u32, 0x3040..0xA000 | 0xAC00..0xD7B0 | 0xF900..0xFB00)
}
