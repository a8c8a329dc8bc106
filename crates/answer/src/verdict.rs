//! The verdict on the first answer.

use stepfall_procedure::{Condition, Item};

use crate::answer::{Asked, Claim, first_answer};

/// What a transcript's first answer is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// No answer could be read.
    Missing,
    /// The first answer equals the exact value.
    Right(Claim),
    /// The first answer is another number.
    Wrong(Claim),
}

impl Verdict {
    /// The claim that was judged.
    pub const fn claim(&self) -> Option<&Claim> {
        match self {
            Self::Missing => None,
            Self::Right(claim) | Self::Wrong(claim) => Some(claim),
        }
    }
}

/// Reads the first answer of a transcript and compares it with the value that the prompt asks for: exactly, but by
/// value and not by spelling, so that `528.0` is `528`. In `paper` the value is the one rounded to three places.
pub fn grade(item: &Item, condition: Condition, transcript: &str) -> Verdict {
    let prompt = item.prompt(condition);
    let last = item.name(item.procedure.last());
    let asked = Asked { prompt: &prompt, last: &last };
    match first_answer(transcript, asked) {
        None => Verdict::Missing,
        Some(claim) if claim.value == item.expected(condition) => Verdict::Right(claim),
        Some(claim) => Verdict::Wrong(claim),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Rule;
    use stepfall_procedure::{Arithmetic, Generator, Seed, Spec};

    fn item(numbers: Arithmetic) -> Item {
        let generator = Generator::new(Spec::new(numbers)).unwrap();
        generator.item(Seed::wrapping(7), 0).unwrap()
    }

    #[test]
    fn the_exact_value_is_right_in_every_arithmetic_and_condition() {
        for numbers in [
            Arithmetic::Integer,
            Arithmetic::Modular { modulus: 97 },
            Arithmetic::Decimal { places: 2 },
            Arithmetic::Rational,
            Arithmetic::Paper { places: 3 },
            Arithmetic::Paper { places: 0 },
        ] {
            let item = item(numbers);
            for condition in Condition::ALL {
                let text = format!("Answer: {}", item.expected_text(condition));
                let verdict = grade(&item, condition, &text);
                assert!(matches!(verdict, Verdict::Right(_)), "{numbers:?} {condition:?} {text}");
            }
        }
    }

    #[test]
    fn an_echoed_prompt_alone_has_no_answer() {
        for names in stepfall_procedure::Names::ALL {
            for wording in stepfall_procedure::Wording::ALL {
                let spec = Spec { names, wording, ..Spec::default() };
                let item = Generator::new(spec).unwrap().item(Seed::default(), 0).unwrap();
                for condition in Condition::ALL {
                    let prompt = item.prompt(condition);
                    assert_eq!(grade(&item, condition, &prompt), Verdict::Missing);
                    // Nor has one that was cut or changed a little.
                    assert_eq!(grade(&item, condition, &prompt[1..]), Verdict::Missing);
                }
            }
        }
    }

    #[test]
    fn equal_values_are_right_however_they_are_written() {
        let item = item(Arithmetic::Integer);
        let text = format!("{}.00", item.answer_text());
        assert!(matches!(grade(&item, Condition::AnswerOnly, &text), Verdict::Right(_)));
    }

    #[test]
    fn a_wrong_answer_is_told_with_its_place() {
        let item = item(Arithmetic::Integer);
        let verdict = grade(&item, Condition::Trace, "Answer: 1000000");
        let claim = verdict.claim().unwrap();
        assert_eq!((claim.span.clone(), claim.rule), (8..15, Rule::Announced));
        assert!(matches!(verdict, Verdict::Wrong(_)));
    }
}
