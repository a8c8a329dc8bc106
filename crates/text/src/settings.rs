//! The names of the settings, their meanings, and their choices.

#![expect(missing_docs, reason = "a text says what it is")]

use stepfall_procedure::{
    Arithmetic, Condition, Lines, Names, Op, ProcedureError, Refusal, Unsuited, Wording,
};

use crate::print::sentence;

pub const SETTINGS: &str = "Settings";
pub const SECTION_PROCEDURE: &str = "Procedure";
pub const SECTION_ASKING: &str = "How to ask";
pub const MORE: &str = "More";
pub const OPERATIONS: &str = "Operations";
pub const NUMBERS: &str = "Numbers";
pub const CONDITION: &str = "Condition";
pub const WORDING: &str = "Wording";
pub const NAMES: &str = "Names";
pub const LINES: &str = "Lines";
pub const INPUTS: &str = "Inputs";
pub const SIGNS: &str = "Signs of inputs";
pub const SIGNS_DRAWN: &str = "random";
pub const SIGNS_GIVEN: &str = "as entered";
pub const NESTING: &str = "Items of several lengths";
pub const LENGTHS_APART: &str = "independent";
pub const LENGTHS_NESTED: &str = "nested";
pub const NESTING_HINT: &str =
    "Nested: a shorter procedure is the beginning of a longer one of the same seed.";
pub const CONSTANTS: &str = "Constants";
pub const FROM: &str = "from";
pub const TO: &str = "to";
pub const AT_MOST: &str = "at most";
pub const EXACTLY: &str = "exactly";
pub const PAPER_INPUTS: &str = "Inputs of the study";
pub const PAPER_DECIMAL: &str = "decimal";
pub const PAPER_WHOLE: &str = "whole";
pub const LOOK_BACK_KIND: &str = "Kind of look-back";
pub const NEW_SEED: &str = "New procedure";
pub const PREVIOUS_ITEM: &str = "Previous item";
pub const NEXT_ITEM: &str = "Next item";
pub const PUT_BACK: &str = "Undo these settings";

pub const CONSTANTS_HINT: &str = "The numbers written in steps with × and ÷.";

/// Returns the sign of an operation and its name.
pub const fn operation(op: Op) -> (&'static str, &'static str) {
    match op {
        Op::Add => ("+", "Addition"),
        Op::Sub => ("−", "Subtraction"),
        Op::Mul => ("×", "Multiplication"),
        Op::Div => ("÷", "Division"),
    }
}

/// Explains why the present item cannot be asked under the chosen condition.
pub fn unsuited(unsuited: Unsuited) -> String {
    format!("Not for this item: {unsuited}.")
}

pub const NOT_SUITED: &str =
    "So many steps are given that none is left to do: take more steps, or give fewer.";

/// Returns the label of a condition in the list.
pub const fn condition(condition: Condition) -> &'static str {
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
        Condition::Primed { faults: 0, .. } => "Pre-filled: first steps given, all correct",
        Condition::Primed { .. } => "Pre-filled: first steps given, with an error",
    }
}

/// Returns the purpose of a condition.
pub const fn condition_hint(condition: Condition) -> &'static str {
    match condition {
        Condition::AnswerOnly => "As in the study: the number alone.",
        Condition::Trace => "Written work in a fixed form.",
        Condition::Free => "Written work in a form of the model's own.",
        Condition::Structured => "Operands and result of every step as data: explicit state.",
        Condition::Isolated => "Leaves arithmetic alone: true operands, and nothing to follow.",
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
        Condition::Primed { faults: 0, .. } => {
            "The first steps stand there as if the model had written them."
        }
        Condition::Primed { .. } => {
            "Like a model's own history with an error in it: does it go on from there faithfully?"
        }
    }
}

/// Returns the label of a wording in the list.
pub const fn wording(wording: Wording) -> &'static str {
    match wording {
        Wording::Assignments => "Assignments: S3 = S1 + S2",
        Wording::English => "English sentences",
        Wording::Python => "Python program",
        Wording::Json => "JSON object",
    }
}

/// Returns the label of a way of naming in the list.
pub const fn names(names: Names) -> &'static str {
    match names {
        Names::Numbered => "Numbered: S1, S2, …",
        Names::Scattered => "Scattered words",
        Names::Own => "Custom names",
    }
}

/// Returns the label of an order of lines in the list.
pub const fn lines(lines: Lines) -> &'static str {
    match lines {
        Lines::Ordered => "In order",
        Lines::Shuffled => "Shuffled: names alone tell the order",
    }
}

/// The heading of the section for a custom procedure.
pub const OWN: &str = "Write your own";
pub const OWN_TEXT: &str = "Procedure";
pub const OWN_NUMBERS: &str = "Its numbers";
pub const OWN_BACK: &str = "Back to a generated procedure";
pub const OWN_EXAMPLE: &str = "price = 120\nrebate = -15\na = price * 3\nb = a + rebate";
pub const OWN_HINT: &str = "Two inputs, then one operation a line; English sentences, Python and JSON are read too. The first line may name the numbers, as in mod 97.";

/// Returns how the list names the numbers of a custom procedure.
pub const fn own_numbers(numbers: Option<Arithmetic>) -> &'static str {
    match numbers {
        None => "As they are written",
        Some(Arithmetic::Integer) => "Whole numbers",
        Some(Arithmetic::Modular { .. }) => "Residues modulo 97",
        Some(Arithmetic::Decimal { .. }) => "Decimals, two places",
        Some(Arithmetic::Rational | Arithmetic::Paper { .. }) => "Fractions",
    }
}

/// Describes an error in a custom procedure, and its position.
pub fn own_error(error: &ProcedureError) -> String {
    sentence(&error.to_string())
}

/// Explains why there is no procedure.
pub fn refused(refusal: &Refusal) -> String {
    format!("No procedure for these settings: {}.", refusal.rule)
}

/// Returns the label of the button that takes the nearest spec.
pub fn nearest(refusal: &Refusal) -> String {
    let changes: Vec<String> =
        refusal.changes().into_iter().map(|(key, value)| format!("{key}={value}")).collect();
    format!("Use the nearest: {}", changes.join(", "))
}
