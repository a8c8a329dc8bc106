//! The settings that hold a typed number.

use stepfall_procedure::{
    Arithmetic, Condition, Interval, MAX_CHUNK, MAX_FILLER, MAX_STEPS, Seed, Spec,
};

use super::prompt_source::PromptSource;

/// A number that can be typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Field {
    Steps,
    LookBack,
    Modulus,
    DecimalPlaces,
    Seed,
    Index,
    Bound,
    InputsMin,
    InputsMax,
    ConstantsMin,
    ConstantsMax,
    /// The share of steps that do not affect the answer, in percent.
    Dead,
    /// The length of the filler text under `filler`, as the number of steps with that length.
    Filler,
    /// The number of steps per turn under `checkpoints`.
    Chunk,
    /// The number of steps per turn under `verified`.
    Checked,
    /// The number of steps that the prompt of `primed` shows as already carried out.
    Given,
    /// The number of arithmetic errors in the steps that the prompt of `primed` shows.
    HistoryErrors,
}

/// Each number of steps up to this length has its own slider position.
const FINE: u16 = 100;
/// The number of steps per slider position above [`FINE`].
const COARSE: u16 = 5;

/// The longest look-back on the slider. Longer look-backs can be typed.
const FAR: u16 = 12;

impl Field {
    /// Returns the number of positions of the field's slider. Positions start at 1.
    pub(crate) fn position_count(self) -> u16 {
        match self {
            Self::Steps => FINE + (MAX_STEPS - FINE) / COARSE,
            _ => FAR,
        }
    }

    /// Returns the slider position of the field's number; 1 if the field has no number. A number
    /// above the slider's range has a position beyond the last one.
    pub(crate) fn position(self, asked: &PromptSource) -> u16 {
        let number = self.text(asked).parse().unwrap_or(1);
        if self == Self::Steps && number > FINE {
            FINE + (number - FINE).div_ceil(COARSE)
        } else {
            number
        }
    }

    /// Returns the number at a slider position, as typed text.
    pub(crate) fn text_at(self, place: u16) -> String {
        let beyond = if self == Self::Steps { place.saturating_sub(FINE) } else { 0 };
        (place - beyond + beyond * COARSE).to_string()
    }

    /// Returns the text that the field shows; empty if the arithmetic or the condition has no such
    /// number.
    pub(crate) fn text(self, asked: &PromptSource) -> String {
        let spec = &asked.spec;
        match self {
            Self::Steps => spec.steps.to_string(),
            Self::LookBack => spec.look_back.reach().to_string(),
            Self::Modulus => match spec.arithmetic {
                Arithmetic::Modular { modulus } => modulus.to_string(),
                _ => String::new(),
            },
            Self::DecimalPlaces => match spec.arithmetic {
                Arithmetic::Decimal { places } => places.to_string(),
                _ => String::new(),
            },
            Self::Seed => asked.seed.number().to_string(),
            Self::Index => asked.index.to_string(),
            Self::Bound => spec.bound.to_string(),
            Self::InputsMin => spec.inputs().range.min.to_string(),
            Self::InputsMax => spec.inputs().range.max.to_string(),
            Self::ConstantsMin => spec.constants.min.to_string(),
            Self::ConstantsMax => spec.constants.max.to_string(),
            Self::Dead => spec.dead.to_string(),
            Self::Filler => match asked.condition {
                Condition::Filler(steps) => steps.to_string(),
                _ => String::new(),
            },
            Self::Chunk | Self::Checked => match asked.condition {
                Condition::Checkpoints(chunk) | Condition::Verified(chunk) => chunk.to_string(),
                _ => String::new(),
            },
            Self::Given | Self::HistoryErrors => match asked.condition {
                Condition::Primed { steps, .. } if self == Self::Given => steps.to_string(),
                Condition::Primed { errors, .. } => errors.to_string(),
                _ => String::new(),
            },
        }
    }

    /// Reads typed text into `asked`. Returns false if the text is not a whole number, or if the
    /// field cannot hold the number. Also returns false if the arithmetic or the condition has no
    /// such number. The generator checks later whether the spec is valid.
    pub(crate) fn read(self, typed: &str, asked: &mut PromptSource) -> bool {
        let Some(number) = parse_whole(typed) else {
            return false;
        };
        let spec = &mut asked.spec;
        match self {
            Self::Steps => put(&mut spec.steps, number),
            Self::LookBack => {
                let mut reach = 0;
                let is_in_range = put(&mut reach, number);
                if is_in_range {
                    spec.look_back = spec.look_back.with_reach(reach);
                }
                is_in_range
            }
            Self::Modulus => match &mut spec.arithmetic {
                Arithmetic::Modular { modulus } => put(modulus, number),
                _ => false,
            },
            Self::DecimalPlaces => match &mut spec.arithmetic {
                Arithmetic::Decimal { places } => put(places, number),
                _ => false,
            },
            Self::Seed => match u64::try_from(number).ok().and_then(Seed::new) {
                Some(seed) => {
                    asked.seed = seed;
                    true
                }
                None => false,
            },
            Self::Index => u32::try_from(number).map(|index| asked.index = index).is_ok(),
            Self::Bound => put(&mut spec.bound, number),
            Self::InputsMin => Self::read_end(spec, number, |range| &mut range.min),
            Self::InputsMax => Self::read_end(spec, number, |range| &mut range.max),
            Self::ConstantsMin => put(&mut spec.constants.min, number),
            Self::ConstantsMax => put(&mut spec.constants.max, number),
            Self::Dead => put(&mut spec.dead, number),
            Self::Filler | Self::Chunk | Self::Checked | Self::Given | Self::HistoryErrors => {
                let condition = self.condition(number, asked);
                condition.map(|condition| asked.condition = condition).is_some()
            }
        }
    }

    /// Reads one end of the range of inputs. If the range begins below zero, inputs get no separate
    /// sign.
    fn read_end(spec: &mut Spec, number: i64, end: fn(&mut Interval) -> &mut i32) -> bool {
        let mut inputs = spec.inputs();
        let read = put(end(&mut inputs.range), number);
        inputs.signed &= inputs.range.min >= 0;
        *spec = spec.with_inputs(inputs);
        read
    }

    /// Returns the condition with `number` as the number of this field. Fewer given steps also
    /// limit the number of errors in them. Returns `None` if the condition has no such number, or
    /// if the number is out of range.
    fn condition(self, number: i64, asked: &PromptSource) -> Option<Condition> {
        let number = u16::try_from(number).ok()?;
        let is_chunk = |least| (least..=MAX_CHUNK).contains(&number);
        match (self, asked.condition) {
            (Self::Filler, Condition::Filler(_)) if (1..=MAX_FILLER).contains(&number) => {
                Some(Condition::Filler(number))
            }
            (Self::Chunk, Condition::Checkpoints(_)) if is_chunk(2) => {
                Some(Condition::Checkpoints(number))
            }
            (Self::Checked, Condition::Verified(_)) if is_chunk(1) => {
                Some(Condition::Verified(number))
            }
            (Self::Given, Condition::Primed { errors, .. }) => {
                let condition = Condition::Primed { steps: number, errors: errors.min(number) };
                Some(condition).filter(|condition| number > 0 && condition.suits(asked.spec.steps))
            }
            (Self::HistoryErrors, Condition::Primed { steps, .. }) if number <= steps => {
                Some(Condition::Primed { steps, errors: number })
            }
            _ => None,
        }
    }
}

/// Parses a whole number; `None` for any other text. Ignores blanks, and accepts a hyphen and `−`
/// as minus signs.
fn parse_whole(typed: &str) -> Option<i64> {
    let plain: String = typed
        .chars()
        .filter(|character| !character.is_whitespace())
        .map(|character| if character == '−' { '-' } else { character })
        .collect();
    let digits = plain.strip_prefix('-').unwrap_or(&plain);
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    // A number that does not fit is out of range for every field.
    let limit = if plain.starts_with('-') { i64::MIN } else { i64::MAX };
    all_digits.then(|| plain.parse().unwrap_or(limit))
}

/// Stores a number. Returns false if the number is below the range of the type. A number above the
/// range becomes the maximum of the type. That maximum exceeds every limit of a spec, so the
/// generator refuses the spec, and reports the limit and the nearest valid spec.
fn put<T: TryFrom<i64> + Largest>(place: &mut T, number: i64) -> bool {
    match T::try_from(number) {
        Ok(number) => *place = number,
        Err(_) if number > 0 => *place = T::MAX_VALUE,
        Err(_) => return false,
    }
    true
}

trait Largest {
    const MAX_VALUE: Self;
}

impl Largest for u8 {
    const MAX_VALUE: Self = Self::MAX;
}

impl Largest for u16 {
    const MAX_VALUE: Self = Self::MAX;
}

impl Largest for u32 {
    const MAX_VALUE: Self = Self::MAX;
}

impl Largest for i32 {
    const MAX_VALUE: Self = Self::MAX;
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepfall_link::PlayLink;

    #[test]
    fn the_slider_of_steps_reaches_1_to_100_and_the_maximum() {
        let texts: Vec<String> =
            (1..=Field::Steps.position_count()).map(|place| Field::Steps.text_at(place)).collect();
        let numbers: Vec<u16> = texts.iter().map(|text| text.parse().unwrap()).collect();
        assert_eq!(numbers[..100], (1..=100).collect::<Vec<u16>>());
        assert_eq!(numbers[100..103], [105, 110, 115]);
        assert_eq!(numbers.last(), Some(&MAX_STEPS));
        let asked = PromptSource::of(&PlayLink::default());
        for (place, number) in (1..).zip(&numbers) {
            let spec = Spec { steps: *number, ..Spec::default() };
            assert_eq!(Field::Steps.position(&PromptSource { spec, ..asked.clone() }), place);
        }
        assert_eq!(
            (Field::LookBack.position_count(), Field::LookBack.text_at(12)),
            (12, "12".to_owned())
        );
    }

    #[test]
    fn a_negative_number_is_refused_by_fields_without_negative_values_and_changes_nothing() {
        for typed in ["-5", "−5", "-99999999999999999999"] {
            for field in [Field::Steps, Field::LookBack, Field::Index] {
                let unchanged = PromptSource::of(&PlayLink::default());
                let mut asked = unchanged.clone();
                assert!(!field.read(typed, &mut asked), "{typed}");
                assert_eq!(asked, unchanged, "{typed}");
            }
        }
    }
}
