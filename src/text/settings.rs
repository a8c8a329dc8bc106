//! The names of the settings, their meanings, and their choices.

use stepfall_procedure::{
    Arithmetic, Condition, LineOrder, NameStyle, Op, ProcedureError, ProcedureNotice, Refusal,
    UnsuitableItem, Wording,
};
use stepfall_text::sentence;

use crate::state::{Family, Field};

pub(crate) const SETTINGS: &str = "Settings";
pub(crate) const SECTION_PROCEDURE: &str = "Procedure";
pub(crate) const SECTION_ASKING: &str = "How to ask";
pub(crate) const MORE: &str = "More";
pub(crate) const OPERATIONS: &str = "Operations";
pub(crate) const NUMBERS: &str = "Numbers";
pub(crate) const CONDITION: &str = "Condition";
pub(crate) const WORDING: &str = "Wording";
pub(crate) const NAMES: &str = "Names";
pub(crate) const LINES: &str = "Lines";
pub(crate) const INPUTS: &str = "Inputs";
pub(crate) const SIGNS: &str = "Signs of inputs";
pub(crate) const SIGNS_DRAWN: &str = "random";
pub(crate) const SIGNS_GIVEN: &str = "as entered";
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
pub(crate) const PAPER_INPUTS: &str = "Inputs of the study";
pub(crate) const PAPER_DECIMAL: &str = "decimal";
pub(crate) const PAPER_WHOLE: &str = "whole";
pub(crate) const LOOK_BACK_KIND: &str = "Kind of look-back";
pub(crate) const NEW_SEED: &str = "New procedure";
pub(crate) const PREVIOUS_ITEM: &str = "Previous item";
pub(crate) const NEXT_ITEM: &str = "Next item";
pub(crate) const PUT_BACK: &str = "Undo these settings";

pub(crate) const CONSTANTS_HINT: &str = "The numbers written in steps with × and ÷.";

/// Returns the sign of an operation and its name.
pub(crate) const fn operation(op: Op) -> (&'static str, &'static str) {
    match op {
        Op::Add => ("+", "Addition"),
        Op::Sub => ("−", "Subtraction"),
        Op::Mul => ("×", "Multiplication"),
        Op::Div => ("÷", "Division"),
        // The settings offer only the operations of generated procedures.
        _ => (op.symbol(), op.slug()),
    }
}

/// Explains why the current item cannot be asked under the chosen condition.
pub(crate) fn unsuitable_reason(unsuited: UnsuitableItem) -> String {
    format!("Not for this item: {unsuited}.")
}

pub(crate) const NOT_SUITED: &str =
    "So many steps are given that none is left to carry out. Take more steps, or give fewer.";

/// Returns the label of a condition in the list.
pub(crate) const fn condition(condition: Condition) -> &'static str {
    match condition {
        Condition::AnswerOnly => "Answer only",
        Condition::Trace => "Trace: one line per step",
        Condition::Free => "Free: any way of working",
        Condition::Structured => "Structured: a JSON list of steps",
        Condition::Isolated => "Isolated: each step in a new chat",
        Condition::Unchained => "Independent: no step uses another",
        Condition::Copy => "Copy: look-ups in tables",
        Condition::Shuffled => "Shuffled: lines in random order",
        Condition::Filler(_) => "Filler: behind a long text",
        Condition::Exception => "Exception: a rule changes some steps",
        Condition::Remapped => "Remapped: signs mean something else",
        Condition::Symbolic => "Symbolic: model picks operands, we compute",
        Condition::Stepwise => "Stepwise: one step a turn",
        Condition::Checkpoints(_) => "Checkpoints: a few steps a turn",
        Condition::Verified(_) => "Verified: each turn is checked",
        Condition::Calculator => "Calculator: a tool computes",
        Condition::CalculatorText => "Calculator in text: without tools",
        Condition::Transcribe => "Transcribe: model writes a program, we run it",
        Condition::Explain => "Explain: steps described in a new chat",
        Condition::Review => "Review: the model checks its own work",
        Condition::Primed { errors: 0, .. } => "Pre-filled: first steps given, all correct",
        Condition::Primed { .. } => "Pre-filled: first steps given, with an error",
    }
}

/// Returns the purpose of a condition.
pub(crate) const fn condition_hint(condition: Condition) -> &'static str {
    match condition {
        Condition::AnswerOnly => "As in the study: the number alone.",
        Condition::Trace => "Written work in a fixed form.",
        Condition::Free => "Written work in a form of the model's own.",
        Condition::Structured => "Operands and result of every step as data: explicit state.",
        Condition::Isolated => "Leaves only arithmetic: correct operands, and nothing to follow.",
        Condition::Unchained => {
            "Takes following out: as many steps with operands of the same sizes, and none uses another."
        }
        Condition::Copy => {
            "Takes arithmetic out: each step looks up the value before it in one of four tables."
        }
        Condition::Shuffled => "Adds finding what comes next: the same lines in random order.",
        Condition::Filler(_) => {
            "Adds length alone: a neutral text, as long as a procedure and its trace would be."
        }
        Condition::Exception => {
            "Makes a familiar procedure a novel one: a stated rule exchanges + and − in some steps."
        }
        Condition::Remapped => {
            "Makes a familiar procedure a novel one: the signs mean other operations, as stated."
        }
        Condition::Symbolic => {
            "Takes arithmetic out: the model says what each step joins, and we compute."
        }
        Condition::Stepwise => "Takes planning out: every step is asked for by itself.",
        Condition::Checkpoints(_) => {
            "Takes planning out in part: some steps are asked for at a time."
        }
        Condition::Verified(_) => {
            "Tries verification: told which step is incorrect, never its value, with at most two retries a turn."
        }
        Condition::Calculator | Condition::CalculatorText => {
            "Takes arithmetic out: the model names operands and operation of each step."
        }
        Condition::Transcribe => {
            "Takes carrying out away: the model writes the program, and we run it."
        }
        Condition::Explain => "Sets knowing against doing: the same steps executed, and described.",
        Condition::Review => {
            "Tries reflection: what does a second look fix, and what does it break?"
        }
        Condition::Primed { errors: 0, .. } => {
            "The prompt gives the first steps as if the model had written them."
        }
        Condition::Primed { .. } => {
            "Like a model's own history with an error in it: does it go on from there faithfully?"
        }
    }
}

pub(crate) const fn wording(wording: Wording) -> &'static str {
    match wording {
        Wording::Assignments => "Assignments: S3 = S1 + S2",
        Wording::English => "English sentences",
        Wording::Python => "Python program",
        Wording::Json => "JSON object",
    }
}

pub(crate) const fn names(names: NameStyle) -> &'static str {
    match names {
        NameStyle::Numbered => "Numbered: S1, S2, …",
        NameStyle::Scattered => "Scattered words",
        NameStyle::Custom => "Custom names",
    }
}

pub(crate) const fn lines(lines: LineOrder) -> &'static str {
    match lines {
        LineOrder::Ordered => "In order",
        LineOrder::Shuffled => "Shuffled: names alone tell the order",
    }
}

/// The heading of the section for a custom procedure.
pub(crate) const OWN: &str = "Write your own";
pub(crate) const OWN_TEXT: &str = "Procedure";
pub(crate) const OWN_NUMBERS: &str = "Its numbers";
pub(crate) const OWN_BACK: &str = "Back to a generated procedure";
pub(crate) const OWN_EXAMPLE: &str = "price = 120\nrebate = -15\na = price * 3\nb = a + rebate";
pub(crate) const OWN_HINT: &str = "Numbers, then a formula a line; long ones become several steps. Signs are + - * / // % **, functions min, max, abs and round. English, Python, JSON and solutions with <<48/2=24>> are read too. A first line may name the numbers, as in mod 97.";

/// Returns the label of the arithmetic of a custom procedure in the list.
pub(crate) const fn custom_numbers(numbers: Option<Arithmetic>) -> &'static str {
    match numbers {
        None => "As they are written",
        Some(Arithmetic::Integer) => "Whole numbers",
        Some(Arithmetic::Modular { .. }) => "Residues modulo 97",
        Some(Arithmetic::Decimal { .. }) => "Decimals, two places",
        Some(Arithmetic::Rational | Arithmetic::Paper { .. }) => "Fractions",
    }
}

/// Returns the heading of the steps of a custom procedure.
pub(crate) fn own_steps(count: usize) -> String {
    match count {
        1 => "Read as 1 step".to_owned(),
        count => format!("Read as {count} steps"),
    }
}

/// Describes how numbers with a currency or a percent sign were read, and that results are rounded;
/// empty if neither happened.
pub(crate) fn notices(notices: &[ProcedureNotice]) -> String {
    /// The maximum count of numbers whose reading is shown.
    const NAMED: usize = 4;
    let read_as = |notice: &ProcedureNotice| match notice {
        ProcedureNotice::ReadAs { written, value, .. } => Some(format!("{written} as {value}")),
        ProcedureNotice::Rounded { .. } => None,
    };
    let read: Vec<String> = notices.iter().filter_map(read_as).collect();
    let named = read.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    let mut sentences = match read.len() {
        0 => String::new(),
        count if count > NAMED => format!("Read {named}, and {} more. ", count - NAMED),
        _ => format!("Read {named}. "),
    };
    for notice in notices {
        if let ProcedureNotice::Rounded { .. } = notice {
            sentences.push_str(&sentence(&notice.to_string()));
        }
    }
    sentences
}

/// Describes an error in a custom procedure, and its position.
pub(crate) fn custom_error(error: &ProcedureError) -> String {
    sentence(&error.to_string())
}

/// Explains why there is no procedure.
pub(crate) fn refusal_reason(refusal: &Refusal) -> String {
    format!("No procedure for these settings: {}.", refusal.rule)
}

/// Returns the label of the button that takes the nearest spec.
pub(crate) fn nearest(refusal: &Refusal) -> String {
    let changes: Vec<String> =
        refusal.changes().into_iter().map(|(key, value)| format!("{key}={value}")).collect();
    format!("Use the nearest: {}", changes.join(", "))
}

pub(crate) const fn label(field: Field) -> &'static str {
    match field {
        Field::Steps => "Steps",
        Field::LookBack => "Look-back",
        Field::Modulus => "Modulus",
        Field::DecimalPlaces => "Decimal places",
        Field::Seed => "Seed",
        Field::Index => "Item",
        Field::Bound => "Largest value allowed",
        Field::InputsMin => "Inputs from",
        Field::InputsMax => "Inputs to",
        Field::ConstantsMin => "Constants from",
        Field::ConstantsMax => "Constants to",
        Field::Dead => "Distractor steps, %",
        Field::Filler => "Length of the text, in steps",
        Field::Chunk | Field::Checked => "Steps a turn",
        Field::Given => "Steps given",
        Field::HistoryErrors => "Incorrect steps among them",
    }
}

/// Explains a field whose label is not enough.
pub(crate) const fn hint(field: Field) -> &'static str {
    match field {
        Field::LookBack => "A step takes its other operand from at most this many steps back.",
        Field::Modulus => "A prime. Every result is the remainder after division by it.",
        Field::DecimalPlaces => "Every step is rounded to this number of places.",
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
pub(crate) fn unreadable_input(field: Field, typed: &str) -> String {
    let short: String = typed.trim().chars().take(24).collect();
    let label = label(field);
    let form = match field {
        Field::Seed => "a whole number below 9,007,199,254,740,992",
        Field::Index => "a whole number below 4,294,967,296",
        Field::Filler => "a whole number from 1 to 500",
        Field::Chunk => "a whole number from 2 to 100",
        Field::Checked => "a whole number from 1 to 100",
        Field::Given => "a whole number from 1 to one less than there are steps",
        Field::HistoryErrors => "a whole number up to the number of steps given",
        _ => "a whole number",
    };
    if short.is_empty() {
        format!("{label}: expected {form}.")
    } else {
        format!("{label}: “{short}” is not {form}.")
    }
}
