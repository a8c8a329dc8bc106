//! Letters, recognized by their Unicode blocks. Exact tables of all letters would be larger than
//! the rest of this crate.

/// Returns whether a character is a letter. Beyond ASCII these are all characters outside the
/// blocks of blanks, punctuation, arrows, mathematical signs, pictures, private use and invisible
/// marks. So digits of other scripts count as letters.
pub const fn is_letter(character: char) -> bool {
    match character as u32 {
        0..0x80 => character.is_ascii_alphabetic(),
        0x80..0xC0
        | 0xD7
        | 0xF7
        // An invisible mark for the direction of Arabic.
        | 0x61C
        | 0x2000..0x2C00
        | 0x3000..0x3004
        | 0x3008..0x3021
        | 0xE000..0xF900
        | 0xFE00..0xFE70
        | 0xFEFF
        | 0xFF00..0xFF21
        | 0x1F000..0x1FB00
        | 0xE0000.. => false,
        _ => true,
    }
}

/// Returns whether a character may begin a name: a visible letter that programming languages do not
/// normalize to another letter. Arabic and Devanagari digits and punctuation begin no name.
pub const fn is_name_letter(character: char) -> bool {
    let is_other = matches!(
        character as u32,
        // Letters without a shape.
        0x34F | 0x115F | 0x1160 | 0x3164
        // Punctuation and digits of Arabic and Devanagari.
        | 0x60C | 0x61B | 0x61F | 0x660..0x66E | 0x6D4 | 0x6F0..0x6FA | 0x964..0x970
        // Ligatures, wide forms and mathematical letters, which Python normalizes to plain letters.
        | 0xFB00..0xFB50 | 0xFF00..0xFFF0 | 0x1D400..0x1D800
    );
    is_letter(character) && !is_other
}

/// Returns whether a character may occur in a name.
pub const fn is_name_part(character: char) -> bool {
    is_name_letter(character) || character.is_ascii_digit() || character == '_'
}

/// Returns the lower-case form of a common Latin, Greek or Cyrillic capital. Returns any other
/// character unchanged.
pub const fn small(character: char) -> char {
    let by = match character {
        'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ' | 'Α'..='Ρ' | 'Σ'..='Ω' | 'А'..='Я' => 0x20,
        'Ѐ'..='Џ' => 0x50,
        _ => 0,
    };
    match char::from_u32(character as u32 + by) {
        Some(small) => small,
        None => character,
    }
}

/// Returns a name with [`small`] applied to each character. Names are compared in this form, so
/// that their case does not matter.
pub fn folded(name: &str) -> String {
    name.chars().map(small).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_all_scripts_are_distinguished_from_signs() {
        for letter in "aZäßπΩжशا單가ｱ".chars() {
            assert!(is_letter(letter), "{letter}");
        }
        for other in
            "1_ ×÷−–·⋅←•\u{202e}\u{2066}\u{200b}\u{61c}\u{feff}。，（＋€➕😀\u{e0041}".chars()
        {
            assert!(!is_letter(other), "{other:?}");
        }
    }

    #[test]
    fn compatibility_and_invisible_letters_begin_no_name() {
        for letter in "aäцशा單".chars() {
            assert!(is_name_letter(letter), "{letter}");
        }
        for other in "\u{34f}\u{3164}؟٣ＡﬁＳ𝐚".chars() {
            assert!(!is_name_letter(other), "{other:?}");
        }
    }

    #[test]
    fn folding_makes_names_lowercase() {
        assert_eq!(folded("GRÖSSE_Ωmega_ЦЕНА2"), "grösse_ωmega_цена2");
    }
}
