//! The names of the knobs, what they mean, and their choices.

use stepfall_procedure::{
    Arithmetic, Condition, LookBack, Names, Op, ProcedureError, Refusal, Unsuited, Wording,
};

use crate::state::{Family, Field};

pub(crate) const SETTINGS: &str = "Settings";
pub(crate) const SECTION_PROCEDURE: &str = "Procedure";
pub(crate) const SECTION_ASKING: &str = "Asking";
pub(crate) const MORE: &str = "More";
pub(crate) const OPERATIONS: &str = "Operations";
pub(crate) const NUMBERS: &str = "Numbers";
pub(crate) const CONDITION: &str = "Condition";
pub(crate) const WORDING: &str = "Wording";
pub(crate) const NAMES: &str = "Names";
pub(crate) const INPUTS: &str = "Inputs";
pub(crate) const SIGNS: &str = "Signs of inputs";
pub(crate) const SIGNS_DRAWN: &str = "drawn";
pub(crate) const SIGNS_GIVEN: &str = "as in the range";
pub(crate) const NESTING: &str = "Items of several lengths";
pub(crate) const LENGTHS_APART: &str = "independent";
pub(crate) const LENGTHS_NESTED: &str = "nested";
pub(crate) const NESTING_HINT: &str =
    "Nested: a shorter procedure is the beginning of a longer one of the same seed.";
pub(crate) const CONSTANTS: &str = "Constants";
pub(crate) const FROM: &str = "from";
pub(crate) const TO: &str = "to";
pub(crate) const AT_MOST: &str = "at most";
pub(crate) const EXACTLY: &str = "exactly";
pub(crate) const PAPER_INPUTS: &str = "Inputs of the paper";
pub(crate) const PAPER_DECIMAL: &str = "decimal";
pub(crate) const PAPER_WHOLE: &str = "whole";
pub(crate) const LOOK_BACK_KIND: &str = "Kind of look-back";
pub(crate) const NEW_SEED: &str = "New seed";
pub(crate) const PREVIOUS_ITEM: &str = "Previous item";
pub(crate) const NEXT_ITEM: &str = "Next item";
pub(crate) const PUT_BACK: &str = "Back to what is shown";

/// The label of a field.
pub(crate) const fn label(field: Field) -> &'static str {
    match field {
        Field::Steps => "Steps",
        Field::LookBack => "Look-back",
        Field::Modulus => "Modulus",
        Field::Places => "Decimal places",
        Field::Seed => "Seed",
        Field::Index => "Item",
        Field::Bound => "Bound",
        Field::InputsMin => "Inputs from",
        Field::InputsMax => "Inputs to",
        Field::ConstantsMin => "Constants from",
        Field::ConstantsMax => "Constants to",
        Field::Dead => "Dead steps, %",
        Field::Chunk | Field::Checked => "Steps a turn",
        Field::Given => "Steps given",
        Field::Slips => "Slips in them",
    }
}

/// What a field means, where its label does not say it all.
pub(crate) const fn hint(field: Field) -> &'static str {
    match field {
        Field::LookBack => "How far back a step may reach for its other operand.",
        Field::Modulus => "A prime; every result is its remainder.",
        Field::Places => "Every step is rounded to them.",
        Field::Bound => "No value is larger than this.",
        Field::Dead => "Steps that the answer does not depend on.",
        _ => "",
    }
}

pub(crate) const CONSTANTS_HINT: &str = "The numbers written in steps with × and ÷.";

/// The sign of an operation and its name.
pub(crate) const fn operation(op: Op) -> (&'static str, &'static str) {
    match op {
        Op::Add => ("+", "Addition"),
        Op::Sub => ("−", "Subtraction"),
        Op::Mul => ("×", "Multiplication"),
        Op::Div => ("÷", "Division"),
    }
}

/// A family of numbers as the row of choices offers it.
pub(crate) const fn family(family: Family) -> &'static str {
    match family {
        Family::Integers => "integers",
        Family::Modular => "mod m",
        Family::Decimals => "decimals",
        Family::Fractions => "fractions ℚ",
        Family::Paper => "paper",
    }
}

/// What to know about a family of numbers.
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

/// Why the item that is shown cannot be asked in the way that is chosen.
pub(crate) fn unsuited(unsuited: Unsuited) -> String {
    format!("Not for this item: {unsuited}.")
}

pub(crate) const NOT_SUITED: &str =
    "So many steps are given that none is left to do: take more steps, or give fewer.";

/// A condition as the list offers it.
pub(crate) const fn condition(condition: Condition) -> &'static str {
    match condition {
        Condition::AnswerOnly => "Answer only",
        Condition::Trace => "Trace: one line per step",
        Condition::Free => "Free: any way of working",
        Condition::Structured => "Structured: a JSON object",
        Condition::Inline => "Inline: operands' values given",
        Condition::Copy => "Copy: no arithmetic",
        Condition::Symbolic => "Symbolic: placeholders, filled in by us",
        Condition::Stepwise => "Stepwise: one step a turn",
        Condition::Checkpoints(_) => "Checkpoints: a few steps a turn",
        Condition::Verified(_) => "Verified: each turn is checked",
        Condition::Calculator => "Calculator: a tool computes",
        Condition::CalculatorText => "Calculator in text: without tools",
        Condition::Transcribe => "Transcribe: a program, run by us",
        Condition::Explain => "Explain: what steps join, asked anew",
        Condition::Review => "Review: a check of one's own work",
        Condition::Primed { faults: 0, .. } => "Primed: begun by us, rightly",
        Condition::Primed { .. } => "Primed: begun by us, with a slip",
    }
}

/// What a condition is for.
pub(crate) const fn condition_hint(condition: Condition) -> &'static str {
    match condition {
        Condition::AnswerOnly => "The paper's setting: the number alone.",
        Condition::Trace => "Written work in a fixed form.",
        Condition::Free => "Written work in a form of the model's own.",
        Condition::Structured => "Every value by name, as explicit state.",
        Condition::Inline => "Takes looking values up out of the task.",
        Condition::Copy => "Takes arithmetic out: each step copies one operand.",
        Condition::Symbolic => {
            "Takes arithmetic out: the model says what each step joins, and we compute."
        }
        Condition::Stepwise => "Takes planning out: every step is asked for by itself.",
        Condition::Checkpoints(_) => {
            "Takes planning out in part: some steps are asked for at a time."
        }
        Condition::Verified(_) => {
            "Tries verification: told which step is wrong, never its value, at most twice a turn."
        }
        Condition::Calculator | Condition::CalculatorText => {
            "Takes arithmetic out: the model names operands and operation of each step."
        }
        Condition::Transcribe => {
            "Takes carrying out away: the model writes the program, and we run it."
        }
        Condition::Explain => {
            "Sets knowing against doing: the same steps carried out, and described."
        }
        Condition::Review => {
            "Tries reflection: what does a second look mend, and what does it break?"
        }
        Condition::Primed { faults: 0, .. } => {
            "The first steps stand there as if the model had written them."
        }
        Condition::Primed { .. } => {
            "Like a model's own history with a slip in it: does it go on from there faithfully?"
        }
    }
}

/// A wording as the list offers it.
pub(crate) const fn wording(wording: Wording) -> &'static str {
    match wording {
        Wording::Assignments => "Assignments: S3 = S1 + S2",
        Wording::English => "English sentences",
        Wording::Python => "Python program",
        Wording::Json => "JSON object",
    }
}

/// A way of naming as the list offers it.
pub(crate) const fn names(names: Names) -> &'static str {
    match names {
        Names::Numbered => "Numbered: S1, S2, …",
        Names::Scattered => "Scattered words",
        Names::Own => "Names of one's own",
    }
}

/// The heading of the part in which a procedure is written.
pub(crate) const OWN: &str = "Write your own";
pub(crate) const OWN_TEXT: &str = "Procedure";
pub(crate) const OWN_NUMBERS: &str = "Its numbers";
pub(crate) const OWN_BACK: &str = "Back to a drawn procedure";
pub(crate) const OWN_EXAMPLE: &str = "price = 120\nrebate = -15\na = price * 3\nb = a + rebate";
pub(crate) const OWN_HINT: &str = "Two inputs, then one operation a line; English sentences, Python and JSON are read too. The first line may name the numbers, as in mod 97.";

/// The numbers of a procedure of one's own as the list offers them.
pub(crate) const fn own_numbers(numbers: Option<Arithmetic>) -> &'static str {
    match numbers {
        None => "As they are written",
        Some(Arithmetic::Integer) => "Whole numbers",
        Some(Arithmetic::Modular { .. }) => "Residues modulo 97",
        Some(Arithmetic::Decimal { .. }) => "Decimals, two places",
        Some(Arithmetic::Rational | Arithmetic::Paper { .. }) => "Fractions",
    }
}

/// What is wrong with a procedure of one's own, and where.
pub(crate) fn own_error(error: &ProcedureError) -> String {
    let told = error.to_string();
    let mut letters = told.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}

/// A look-back in a sentence.
pub(crate) fn look_back(look_back: LookBack) -> String {
    match look_back {
        LookBack::AtMost(k) => format!("look-back at most {k}"),
        LookBack::Exactly(k) => format!("look-back exactly {k}"),
    }
}

/// What was typed and cannot be read.
pub(crate) fn unread(field: Field, typed: &str) -> String {
    let short: String = typed.trim().chars().take(24).collect();
    let label = label(field);
    let form = match field {
        Field::Seed => "a whole number below 9,007,199,254,740,992",
        Field::Index => "a whole number below 4,294,967,296",
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

/// Why there is no procedure.
pub(crate) fn refused(refusal: &Refusal) -> String {
    format!("No procedure for these settings: {}.", refusal.rule)
}

/// The button that takes the nearest spec.
pub(crate) fn nearest(refusal: &Refusal) -> String {
    let changes: Vec<String> =
        refusal.changes().into_iter().map(|(key, value)| format!("{key}={value}")).collect();
    format!("Use the nearest: {}", changes.join(", "))
}
