//! The names of the settings, their meanings, and their choices.

use crate::state::{Family, Field};

/// Returns the label of a field.
pub(crate) const fn label(field: Field) -> &'static str {
    match field {
        Field::Steps => "Steps",
        Field::LookBack => "Look-back",
        Field::Modulus => "Modulus",
        Field::Places => "Decimal places",
        Field::Seed => "Seed",
        Field::Index => "Item",
        Field::Bound => "Largest value allowed",
        Field::InputsMin => "Inputs from",
        Field::InputsMax => "Inputs to",
        Field::ConstantsMin => "Constants from",
        Field::ConstantsMax => "Constants to",
        Field::Dead => "Distractor steps, %",
        Field::Filler => "As long as so many steps",
        Field::Chunk | Field::Checked => "Steps a turn",
        Field::Given => "Steps given",
        Field::Slips => "Incorrect steps among them",
    }
}

/// Explains a field whose label is not enough.
pub(crate) const fn hint(field: Field) -> &'static str {
    match field {
        Field::LookBack => "A step takes its other operand from at most this many steps back.",
        Field::Modulus => "A prime; every result is its remainder.",
        Field::Places => "Every step is rounded to them.",
        Field::Dead => "Steps that the answer does not depend on.",
        _ => "",
    }
}

/// Returns the short name of a number family, for the row of choices.
pub(crate) const fn family(family: Family) -> &'static str {
    match family {
        Family::Integers => "integers",
        Family::Modular => "mod m",
        Family::Decimals => "decimals",
        Family::Fractions => "fractions ℚ",
        Family::Paper => "as in the study",
    }
}

/// Explains a number family.
pub(crate) const fn family_hint(family: Family) -> &'static str {
    match family {
        Family::Integers => "Whole numbers; no division leaves a remainder.",
        Family::Modular => "All operations take an earlier value; no division.",
        Family::Decimals => "Rounded at every step, halves away from zero.",
        Family::Fractions => "Exact, in lowest terms.",
        Family::Paper => {
            "The original design as far as it is known. Mixes up losing the thread with losing precision."
        }
    }
}

/// Returns the message about typed text that cannot be read.
pub(crate) fn unread(field: Field, typed: &str) -> String {
    let short: String = typed.trim().chars().take(24).collect();
    let label = label(field);
    let form = match field {
        Field::Seed => "a whole number below 9,007,199,254,740,992",
        Field::Index => "a whole number below 4,294,967,296",
        Field::Filler => "a whole number from 1 to 500",
        Field::Chunk => "a whole number from 2 to 100",
        Field::Checked => "a whole number from 1 to 100",
        Field::Given => "a whole number from 1 to one less than there are steps",
        Field::Slips => "a whole number up to that of the steps given",
        _ => "a whole number",
    };
    if short.is_empty() {
        format!("{label}: expected {form}.")
    } else {
        format!("{label}: “{short}” is not {form}.")
    }
}
