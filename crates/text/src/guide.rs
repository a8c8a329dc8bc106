//! The texts of the field guide. Each failure mode and each status of a step has an entry with its
//! meaning and its differences from similar entries.

#![expect(missing_docs, reason = "a text says what it is")]

use stepfall_plot::StepCategory;

use crate::{Mode, Status, category_of, category_of_mode};

pub const GUIDE_TITLE: &str = "Field guide to failure modes";
pub const GUIDE_OVER: &str = "Field guide";
pub const GUIDE_OVER_MODE: &str = "Field guide · verdict on a whole answer";
pub const GUIDE_OVER_STEP: &str = "Field guide · verdict on a step";
pub const GUIDE_ALL: &str = "All entries";
pub const GUIDE_ENTRIES: &str = "Entries";
pub const GUIDE_ABOUT: &str = "Every word that a verdict uses, with an example. At 23 of the 40 entries the example is a real answer of one language model, whose exact version is not known. The others are simulated or written by hand. For many real ones the model was told to work in a way that causes the failure, as their captions say. They are hand-picked, not a survey. Most entries also say how often the grader is correct, measured on simulated answers whose errors are known.";
pub const GUIDE_WORDS: &str = "A transcript is all that a model wrote. It can have several failure modes. The main one is primary, and is the one that counts in charts. Each step has one status. A root error is a step that is incorrect by itself, not because of an earlier step.";
pub const GUIDE_MODES: &str = "Verdicts on a whole answer";
pub const GUIDE_STEPS: &str = "Verdicts on a step";
pub const GUIDE_CONFUSED: &str = "What it is confused with";
pub const GUIDE_MEASURED: &str = "How often the grader is correct, on simulated answers";
pub const GUIDE_EXAMPLE: &str = "An example";
pub const GUIDE_FORM: &str = "Transcripts that show";
pub const GUIDE_RIGHT: &str = "Correct";
pub const GUIDE_READ_AS: &str = "Read as something else";
pub const GUIDE_OPERANDS: &str = "operands";
pub const GUIDE_VALUES: &str = "values only";
pub const GUIDE_NEVER: &str = "never";
pub const GUIDE_MEASURED_MODE: &str = "Simulated transcripts in which this is the primary mode, and what the grader took them for. All of them are drawn with a fixed seed. The developer tools print the whole table: stepfall-dev confusion.";
pub const GUIDE_MEASURED_STEP: &str = "Steps of simulated transcripts that have this status in truth, and what the grader took them for. All of them are drawn with a fixed seed. The developer tools print the whole table: stepfall-dev confusion.";
pub const GUIDE_UNMEASURED: &str = "The simulated transcripts have none of these, so that there is no figure. The grader is held to cases that were labelled by hand.";
pub const GUIDE_PREVIOUS: &str = "Previous entry";
pub const GUIDE_NEXT: &str = "Next entry";
pub const GUIDE_LINK_MODES: &str = "What these failure modes mean";
pub const GUIDE_MODEL: &str = "Language model";
pub const GUIDE_BY_HAND: &str = "Written for this guide";

/// The subject of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Term {
    /// A failure mode of a whole transcript.
    Mode(Mode),
    /// The status of a step.
    Step(Status),
    /// The cause of a root error; a step with such a cause has the status [`Status::RootError`].
    Cause(&'static str),
    /// Another property of a step's value, in addition to its status.
    Claim(&'static str),
}

/// An entry of the guide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GuideEntry {
    /// The name of the entry in addresses: the slug of the mode, or `step-` and the slug of the
    /// status, the cause, or another property of a step.
    pub slug: &'static str,
    /// The subject of the entry.
    pub term: Term,
    /// The display name of the subject.
    pub name: &'static str,
    /// The definition of the subject, and how the grader recognizes it.
    pub definition: &'static str,
    /// Similar entries: the name of each, and its difference from this entry.
    pub confused: &'static [(&'static str, &'static str)],
}

impl GuideEntry {
    /// Returns the category of the entry, which defines its colour and sign.
    pub const fn category(&self) -> StepCategory {
        match self.term {
            Term::Mode(mode) => category_of_mode(mode),
            Term::Step(status) => category_of(status),
            Term::Cause(_) => StepCategory::RootError,
            Term::Claim(_) => StepCategory::Unclear,
        }
    }

    /// Returns whether the entry is about a whole transcript.
    pub const fn is_mode(&self) -> bool {
        matches!(self.term, Term::Mode(_))
    }
}

/// Returns the entry with this name in addresses; `None` for an unknown name.
pub fn guide_entry(slug: &str) -> Option<&'static GuideEntry> {
    GUIDE.iter().find(|entry| entry.slug == slug)
}

/// Formats how often the grader is correct, such as `987 of 990, 99.7 %`. `right` is the number of
/// correct verdicts among `all`.
pub fn guide_right(right: u32, all: u32) -> String {
    // The share is rounded, but never to 100 % if a verdict is incorrect.
    let (right_in, all_in) = (u64::from(right), u64::from(all.max(1)));
    let rounded = (right_in * 1_000 + all_in / 2) / all_in;
    let tenths = if right < all { rounded.min(999) } else { rounded };
    format!("{right} of {all}, {}.{}\u{a0}%", tenths / 10, tenths % 10)
}

/// Describes the origin of an example: the model, the date, the condition, and the settings.
pub fn guide_model(name: &str, date: &str, condition: &str, settings: &str) -> String {
    let origin = format!("{name} · {date} · asked under “{condition}”");
    if settings.is_empty() { origin } else { format!("{origin} · told besides: “{settings}”") }
}

const fn mode(
    mode: Mode,
    definition: &'static str,
    confused: &'static [(&'static str, &'static str)],
) -> GuideEntry {
    GuideEntry {
        slug: mode.slug(),
        term: Term::Mode(mode),
        name: mode.name(),
        definition,
        confused,
    }
}

const fn entry(
    slug: &'static str,
    term: Term,
    name: &'static str,
    definition: &'static str,
    confused: &'static [(&'static str, &'static str)],
) -> GuideEntry {
    GuideEntry { slug, term, name, definition, confused }
}

/// All entries: the failure modes in the order of the documentation, then the terms about a step.
pub const GUIDE: [GuideEntry; 40] = [
    mode(
        Mode::WrongItem,
        "The text belongs to another procedure: both inputs differ, or most of the steps that it writes do. Nothing else is said of it, since every comparison would be with the wrong values. Usually an answer was pasted below another prompt.",
        &[(
            "lost-operand",
            "A model that loses operands from the first step on still names the inputs of this procedure.",
        )],
    ),
    mode(
        Mode::Refused,
        "It declines to do the task and gives no answer. A filter of the provider counts as well where the provider says so.",
        &[
            ("missing-answer", "Work without an answer is no refusal."),
            ("truncated", "A refusal ends by itself."),
        ],
    ),
    mode(
        Mode::Truncated,
        "The text breaks off inside a step, a sentence or unclosed reasoning, with no answer, or the provider said that the output was cut. It measures a limit of tokens, and not whether the procedure was followed. Without an answer such attempts are counted apart from incorrect ones. An answer before the cut counts, correct or incorrect. A number that the cut goes through may lack digits and is not read.",
        &[
            (
                "under-executed",
                "A model that stops by choice ends its sentence, and mostly gives an answer.",
            ),
            ("missing-answer", "The text is whole and holds no answer."),
        ],
    ),
    mode(
        Mode::MissingAnswer,
        "No answer of any form was found: none that is announced, tagged or boxed, no number alone on a line, and no value of the last step.",
        &[
            ("truncated", "The text breaks off."),
            ("lost-format", "There is an answer, in another form than was asked for."),
            ("refused", "It says that it will not."),
        ],
    ),
    mode(
        Mode::PrematureAnswer,
        "An explicit answer stands before the work that should lead to it. The first answer counts: a guess at the beginning is graded as one, even where the work after it is correct.",
        &[
            ("self-corrected", "What often comes with it: the answer after the work is correct."),
            ("wrong-work-not-shown", "No work follows at all."),
        ],
    ),
    mode(
        Mode::SelfCorrected,
        "The first answer is incorrect and a later one correct. By the first answer, which the study counts, it failed; by the last one it did not. Both accuracies are reported.",
        &[
            ("premature-answer", "Says where the first answer stands, not what becomes of it."),
            ("talked-out", "The other direction."),
        ],
    ),
    mode(
        Mode::TalkedOut,
        "The first answer is correct and the last incorrect: it talked itself out of it, often while checking.",
        &[
            ("self-corrected", "The other direction."),
            (
                "slipped",
                "A copy of the answer with a typo in it is an answer too, and reads like this.",
            ),
        ],
    ),
    mode(
        Mode::UnderExecuted,
        "It carries out some steps and stops before the last one. The answer is not what the remaining steps give. The study calls it under-execution.",
        &[
            ("truncated", "The text breaks off, so that nobody knows how it would have gone on."),
            (
                "folded",
                "The rest is carried out silently, and the answer is correct given what is shown.",
            ),
            ("lost-place", "Steps are missing in the middle."),
        ],
    ),
    mode(
        Mode::ExtraSteps,
        "It goes on beyond the last step and invents values of steps that do not exist. Where the answer is one of these, it is incorrect for that reason.",
        &[("lost-place", "Steps of the procedure that are done twice are no new ones.")],
    ),
    mode(
        Mode::RightAnswerWrongProcedure,
        "The first answer is correct although a step is incorrect by itself. Two errors cancel, an incorrect value is multiplied away, or the answer does not come from the steps at all. A comparison of answers cannot see it.",
        &[
            ("another-order", "The way differs from the procedure and every equation is true."),
            ("followed", "No step that is shown is incorrect."),
            ("lost-precision", "Both hold where the only errors are of rounding."),
        ],
    ),
    mode(
        Mode::AnotherOrder,
        "The correct answer by another way than the steps: partial products, positive terms first, one long expression. No step is named and no equation is false. It is no failure, though the procedure was not followed to the letter.",
        &[
            ("folded", "Some steps are named and others are not shown."),
            ("right-answer-wrong-procedure", "Something in the work is false."),
        ],
    ),
    mode(
        Mode::LostOperand,
        "A step used another value than it says, and the arithmetic with that value is correct. Which value was taken is read from the line where operands are written. Otherwise it is inferred among the values within reach.",
        &[
            (
                "slipped",
                "The operands are correct and the result is not. Where values alone are shown, both may fit; the verdict says how many explanations there are.",
            ),
            ("lost-operation", "The values are correct and the sign is not."),
        ],
    ),
    mode(
        Mode::LostOperation,
        "A step used another operation, another table, or its operands in reverse order. Under a stated exception or other meanings of the signs this mostly means that the usual rule was used.",
        &[
            ("lost-operand", "Another value gives the same result now and then."),
            (
                "slipped",
                "A difference of which only the sign is incorrect may come from swapped operands or a sign error.",
            ),
        ],
    ),
    mode(
        Mode::LostPlace,
        "It lost its place in the list: a step is left out, done again, done before its operands, or the value of another step is given as the answer. The arithmetic may be correct throughout.",
        &[
            ("under-executed", "The end is missing, nothing in the middle."),
            ("folded", "What is not shown was carried out: later values agree with it."),
            ("extra-steps", "New steps after the last."),
        ],
    ),
    mode(
        Mode::Slipped,
        "The procedure was followed and the arithmetic is incorrect: correct operands, correct operation, incorrect result. Or the last value is correct and is copied incorrectly into the answer.",
        &[
            (
                "lost-operand",
                "Another operand explains the value, too, where operands are not shown.",
            ),
            ("lost-precision", "Only rounding separates the value from the correct one."),
            ("unexplained", "No known kind of arithmetic error explains the value."),
        ],
    ),
    mode(
        Mode::LostPrecision,
        "Every root error is one of rounding: to too few places, too early, or in the wrong direction. In whole numbers it cannot occur. In the study’s own setting, which leaves intermediate values unrounded, it is hard to avoid.",
        &[
            ("lost-format", "The value was exact to the end, and the answer alone is rounded."),
            ("slipped", "The difference is more than rounding."),
        ],
    ),
    mode(
        Mode::LostFormat,
        "The answer is incorrect by its form alone: a number that can be read in two ways, the exact value where a rounded one was asked for, or other places. The procedure was followed.",
        &[
            ("lost-precision", "A step was rounded, not the answer alone."),
            ("missing-answer", "There is no answer in any form."),
        ],
    ),
    mode(
        Mode::WrongWorkNotShown,
        "The answer is incorrect and no step is shown. Nothing can be said of why: this is what asking for the answer alone leaves.",
        &[
            ("unexplained", "Steps are shown, and the first incorrect one cannot be explained."),
            ("premature-answer", "Work follows the answer."),
        ],
    ),
    mode(
        Mode::Folded,
        "Some steps are not shown, and what is shown goes on correctly from their values. A shortcut, and no failure by itself.",
        &[
            ("lost-place", "Later values show that the step was left out."),
            ("under-executed", "Nothing after it agrees with its value."),
        ],
    ),
    mode(
        Mode::Unclear,
        "What is written cannot be assigned to the steps with certainty: two readings fit about as well, or none. No error is named, since an accusation needs evidence.",
        &[
            ("unexplained", "It is clear which step is incorrect, and not why."),
            ("wrong-item", "Another procedure fits."),
        ],
    ),
    mode(
        Mode::Unexplained,
        "It is clear which step is incorrect first, or that the answer contradicts the last value. No operand, operation, arithmetic error or rounding explains it.",
        &[
            ("slipped", "A known kind of arithmetic error explains the value."),
            ("unclear", "It is not even certain which step a value belongs to."),
        ],
    ),
    mode(
        Mode::Followed,
        "The first answer is correct, and nothing that is shown is incorrect. Where no step is shown, this says only that the answer is correct.",
        &[
            ("right-answer-wrong-procedure", "A step that is shown is incorrect."),
            ("folded", "Both hold where some steps are not shown."),
        ],
    ),
    entry(
        "step-right",
        Term::Step(Status::Correct),
        "Correct",
        "The value is the exact one, and it follows from the values before it. After an incorrect step it is marked as correct by cancellation: it follows from an incorrect value and is correct all the same.",
        &[("step-recovered", "Correct, and not what follows from its own values.")],
    ),
    entry(
        "step-inherited",
        Term::Step(Status::Inherited),
        "Inherited",
        "The value is incorrect, and follows correctly from the model’s own earlier values. The step was carried out, on a value that was already incorrect. It is no error of its own. Where those values leave a remainder in a division, the exact fraction, its rounding and its truncation all count.",
        &[
            ("step-slip", "Does not follow from the own values."),
            ("step-recovered", "The other direction: correct, and does not follow."),
        ],
    ),
    entry(
        "step-recovered",
        Term::Step(Status::Recovered),
        "Correct again",
        "The value is correct and does not follow from the model’s own values before it. Either a second incorrect step undoes a first, or the value came from elsewhere.",
        &[("step-right", "Follows from its own values as well.")],
    ),
    entry(
        "step-wrong-operand",
        Term::Cause("wrong-operand"),
        "Wrong operand",
        "A root error: another value is used for an operand, by its name or by its value, whether or not the result is then correct.",
        &[
            ("step-slip", "The operands are as the step says."),
            (
                "step-wrong-operation",
                "Another operation on the correct values gives the same result.",
            ),
        ],
    ),
    entry(
        "step-swapped",
        Term::Cause("swapped"),
        "Swapped operands",
        "A root error: a difference or a quotient with its operands in reverse order, b − a for a − b.",
        &[(
            "step-slip",
            "A difference that comes out negated may be a sign error, where no operands are shown.",
        )],
    ),
    entry(
        "step-wrong-operation",
        Term::Cause("wrong-operation"),
        "Wrong operation",
        "A root error: another operation than the step says, or the usual meaning of a sign where the prompt gives it another.",
        &[("step-wrong-operand", "Another operand gives the same result now and then.")],
    ),
    entry(
        "step-wrong-table",
        Term::Cause("wrong-table"),
        "Wrong table",
        "A root error of look-ups: the value is from another table than the one that the step names.",
        &[(
            "step-wrong-operand",
            "The table that the step names, and the place of another value in it.",
        )],
    ),
    entry(
        "step-slip",
        Term::Cause("slip"),
        "Arithmetic error",
        "A root error: operands and operation are correct and the result is not. Its kind is named where one fits: sign, one off, one digit, a carry, a power of ten, two digits exchanged.",
        &[
            ("step-rounded", "Only rounding separates it from the correct value."),
            ("step-wrong-operand", "Another operand explains the value."),
            ("step-unexplained", "No operands are shown, and no kind of arithmetic error fits."),
        ],
    ),
    entry(
        "step-rounded",
        Term::Cause("rounded"),
        "Rounded",
        "A root error: only rounding separates the value from the correct one. It is rounded where it must not be, to other places, or in the wrong direction.",
        &[("step-slip", "One unit in the last place may be either.")],
    ),
    entry(
        "step-unexplained",
        Term::Cause("unexplained"),
        "Unexplained",
        "A root error for which no known cause gives the value.",
        &[("step-unclear", "It is not certain that the value belongs to this step.")],
    ),
    entry(
        "step-not-shown",
        Term::Step(Status::NotShown),
        "Not shown",
        "The step has no value in the text, and nothing shows that it was left out. It is taken to be carried out silently.",
        &[
            ("step-skipped", "A later value shows that it was left out."),
            ("step-not-reached", "No later step has a value either."),
        ],
    ),
    entry(
        "step-skipped",
        Term::Step(Status::Skipped),
        "Left out",
        "The step has no value in the text, and a later step goes on with the value before it instead. The first of several such steps in a row is a root error.",
        &[("step-not-shown", "Nothing shows that it was left out.")],
    ),
    entry(
        "step-not-reached",
        Term::Step(Status::NotReached),
        "Not reached",
        "Neither this step nor a later one has a value, and the answer does not follow from going on: the text ends before it.",
        &[("step-not-shown", "The answer is what comes out when the rest is carried out.")],
    ),
    entry(
        "step-unclear",
        Term::Step(Status::Unclear),
        "Unclear",
        "What is written cannot be assigned to this step with certainty. It counts neither as correct nor as incorrect.",
        &[("step-not-shown", "The text certainly has no value of it.")],
    ),
    entry(
        "step-given",
        Term::Step(Status::Given),
        "Given",
        "The step was in the prompt already, as if the model had written it. One way of asking gives a model steps to go on from, correct or incorrect ones. Such a step counts neither for the model nor against it.",
        &[("step-right", "The model wrote it.")],
    ),
    entry(
        "step-repeated",
        Term::Claim("repeated"),
        "Repeated",
        "Said of a step in addition to its status: the value is in the text more than once, each time the same. A repetition is no error. Earlier steps that are done again and followed by new ones are a lost place.",
        &[("step-revised", "It is given again with another value.")],
    ),
    entry(
        "step-revised",
        Term::Claim("revised"),
        "Revised",
        "Said of a step in addition to its status: the step is given again with another value. The last value before its first use counts, so an error that is corrected in time is none.",
        &[
            ("step-repeated", "It is given again with the same value."),
            ("self-corrected", "The answer is revised, not a step."),
        ],
    ),
    entry(
        "step-out-of-order",
        Term::Claim("out-of-order"),
        "Out of order",
        "Said of a step in addition to its status: the value is first given after that of a later step. With steps that need each other this is a lost place.",
        &[("lost-place", "The failure mode of which this is a sign.")],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mode_and_status_has_one_entry() {
        for mode in Mode::ALL {
            let found: Vec<_> =
                GUIDE.iter().filter(|entry| entry.term == Term::Mode(mode)).collect();
            assert_eq!(found.len(), 1, "{mode:?}");
            assert_eq!(found[0].slug, mode.slug());
        }
        for slug in [
            "right",
            "inherited",
            "recovered",
            "not-shown",
            "skipped",
            "not-reached",
            "unclear",
            "given",
        ] {
            let entry = guide_entry(&format!("step-{slug}"));
            assert!(
                entry.is_some_and(|entry| entry.term == Term::Step(Status::from_slug(slug))),
                "{slug}"
            );
        }
        for entry in &GUIDE {
            let same = GUIDE.iter().filter(|other| other.slug == entry.slug).count();
            assert_eq!(same, 1, "{}", entry.slug);
        }
    }

    #[test]
    fn confused_terms_have_guide_entries() {
        for entry in &GUIDE {
            assert!(!entry.confused.is_empty(), "{}", entry.slug);
            for (other, _) in entry.confused {
                assert!(
                    guide_entry(other).is_some_and(|found| found.slug != entry.slug),
                    "{other}"
                );
            }
        }
    }

    #[test]
    fn example_names_its_model_date_and_condition() {
        let asked = |settings| guide_model("A model", "2026-11-25", "free", settings);
        assert_eq!(asked(""), "A model · 2026-11-25 · asked under “free”");
        assert_eq!(
            asked("Be brief."),
            "A model · 2026-11-25 · asked under “free” · told besides: “Be brief.”"
        );
    }

    #[test]
    fn shares_are_never_rounded_up() {
        assert_eq!(guide_right(276_678, 276_679), "276678 of 276679, 99.9\u{a0}%");
        assert_eq!(guide_right(4, 4), "4 of 4, 100.0\u{a0}%");
        assert_eq!(guide_right(0, 0), "0 of 0, 0.0\u{a0}%");
    }
}
