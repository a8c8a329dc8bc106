//! Ids of questions, at most 64 characters long.
//!
//! An id is `sf1-` followed by URL-safe base64 without padding. The base64 encodes a run of bits
//! and their CRC-32. `1` is the number of this layout; the bits contain the generator's version.
//! Most parts of a spec take one bit if they have the default of their arithmetic.
//!
//! A generated item is made again from its id alone. For a custom procedure the id contains only a
//! hash.
//!
//! Every batch service accepts such an id. Anthropic's service has the tightest limit: at most 64
//! letters, digits, `_` and `-`.

use std::fmt;

use base64ct::{Base64UrlUnpadded, Encoding as _};
use stepfall_link::PlayLink;
use stepfall_procedure::{
    Arithmetic, Condition, GENERATOR_VERSION, Inputs, Interval, Item, LineOrder, LookBack,
    NameStyle, Seed, Spec, Wording, text_hash,
};

use crate::bits::{BitReader, BitWriter};

/// The maximum length of an id, in characters.
pub const MAX_ID: usize = 64;
/// The maximum number of samples of one question.
pub const MAX_SAMPLES: u16 = 1 << 10;
/// The prefix of ids with this layout.
const PREFIX: &str = "sf1-";
/// The beginning that the prefixes of all layouts share.
const FAMILY: &str = "sf";
/// The smallest input. Ids store inputs as distances from it.
const SMALLEST_INPUT: i32 = -stepfall_procedure::MAX_INPUT;

/// One question: an item, a condition and the number of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct QuestionId {
    /// The item that the question asks for.
    pub item: ItemId,
    /// The condition under which the question is asked.
    pub condition: Condition,
    /// The number of the sample, from 0 and below [`MAX_SAMPLES`].
    pub sample: u16,
}

/// The item of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ItemId {
    /// An item that the generator draws.
    Drawn {
        /// The settings of the generator.
        spec: Spec,
        /// The seed of the generator.
        seed: Seed,
        /// The index of the item under the seed.
        index: u32,
    },
    /// A custom procedure, identified by [`custom_hash`]. The id does not contain the procedure
    /// itself.
    Custom(u64),
}

/// Reasons why an id does not identify a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum IdError {
    /// The id is not from Stepfall.
    NotStepfall,
    /// The id begins like Stepfall's ids, but was changed or cut off.
    Damaged,
    /// The id has a layout that this version does not know.
    Layout,
    /// The item is from a generator version that this program does not have.
    Generator,
}

impl fmt::Display for IdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotStepfall => "the id is not from Stepfall",
            Self::Damaged => "the id was changed or cut off: its checksum does not match",
            Self::Layout => {
                "the id is from a later version of Stepfall; use that version to grade it"
            }
            Self::Generator => {
                "the id is from another generator version; use a version of Stepfall that has it"
            }
        })
    }
}

impl std::error::Error for IdError {}

/// Returns a hash that identifies a custom procedure. It covers arithmetic, wording and text.
pub fn custom_hash(item: &Item) -> u64 {
    let Spec { arithmetic: numbers, wording, .. } = item.spec;
    text_hash(&format!("{numbers} {} {}", wording.slug(), item.text_in(Wording::Assignments)))
}

impl QuestionId {
    /// Returns the id for a sample of an item under a condition.
    pub fn of(item: &Item, condition: Condition, sample: u16) -> Self {
        let item = if item.is_custom() {
            ItemId::Custom(custom_hash(item))
        } else {
            ItemId::Drawn { spec: item.spec, seed: item.seed, index: item.index }
        };
        Self { item, condition, sample }
    }

    /// Returns the link that opens the item in Play; `None` for a custom procedure.
    pub fn link(&self) -> Option<PlayLink> {
        match self.item {
            ItemId::Drawn { spec, seed, index } => Some(PlayLink {
                spec,
                seed,
                index,
                condition: self.condition,
                ..PlayLink::default()
            }),
            ItemId::Custom(_) => None,
        }
    }

    /// Parses an id. Blanks around it are ignored.
    ///
    /// # Errors
    ///
    /// [`IdError`] if the text does not identify a question that this version can make again.
    pub fn read(text: &str) -> Result<Self, IdError> {
        let text = text.trim();
        let Some(coded) = text.strip_prefix(PREFIX) else {
            let layout = text.strip_prefix(FAMILY).and_then(|rest| rest.split_once('-'));
            let is_layout = layout.is_some_and(|(layout, coded)| {
                layout.parse::<u16>().is_ok() && text.len() <= MAX_ID && !coded.is_empty()
            });
            return Err(if is_layout { IdError::Layout } else { IdError::NotStepfall });
        };
        if text.len() > MAX_ID {
            return Err(IdError::Damaged);
        }
        let bytes = Base64UrlUnpadded::decode_vec(coded).map_err(|_| IdError::Damaged)?;
        let (bits, sum) = bytes.split_last_chunk::<4>().ok_or(IdError::Damaged)?;
        if crc32fast::hash(bits).to_be_bytes() != *sum {
            return Err(IdError::Damaged);
        }
        let mut reader = BitReader::new(bits);
        let generator = reader.take(8).ok_or(IdError::Damaged)?;
        if generator != u64::from(GENERATOR_VERSION) {
            return Err(IdError::Generator);
        }
        let id = read(&mut reader).ok_or(IdError::Damaged)?;
        if reader.ends() { Ok(id) } else { Err(IdError::Damaged) }
    }
}

impl fmt::Display for QuestionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = BitWriter::default();
        writer.push(u64::from(GENERATOR_VERSION), 8);
        write(&mut writer, self);
        let mut bytes = writer.into_bytes();
        let sum = crc32fast::hash(&bytes).to_be_bytes();
        bytes.extend(sum);
        write!(f, "{PREFIX}{}", Base64UrlUnpadded::encode_string(&bytes))
    }
}

fn write(writer: &mut BitWriter, id: &QuestionId) {
    write_condition(writer, id.condition);
    writer.flag(id.sample > 0);
    if id.sample > 0 {
        writer.push(u64::from(id.sample), 10);
    }
    match id.item {
        ItemId::Custom(hash) => {
            writer.flag(true);
            writer.push(hash, 64);
        }
        ItemId::Drawn { spec, seed, index } => {
            writer.flag(false);
            write_spec(writer, &spec);
            writer.push_long(seed.number());
            writer.push_long(index.into());
        }
    }
}

fn read(reader: &mut BitReader<'_>) -> Option<QuestionId> {
    let condition = read_condition(reader)?;
    let sample = if reader.flag()? {
        u16::try_from(reader.take(10)?).ok().filter(|sample| *sample > 0)?
    } else {
        0
    };
    let item = if reader.flag()? {
        ItemId::Custom(reader.take(64)?)
    } else {
        let spec = read_spec(reader)?;
        let seed = Seed::new(reader.take_long()?)?;
        let index = u32::try_from(reader.take_long()?).ok()?;
        ItemId::Drawn { spec, seed, index }
    };
    Some(QuestionId { item, condition, sample })
}

/// The conditions in the order of their numbers in ids. Numbers never change; new conditions are
/// appended.
const CONDITIONS: [&str; 21] = [
    "answer-only",
    "trace",
    "free",
    "structured",
    "isolated",
    "unchained",
    "copy",
    "shuffled",
    "filler",
    "exception",
    "remapped",
    "symbolic",
    "stepwise",
    "checkpoints",
    "verified",
    "calculator",
    "calculator-text",
    "transcribe",
    "explain",
    "review",
    "primed",
];

fn write_condition(writer: &mut BitWriter, condition: Condition) {
    let word = condition.word();
    let number = CONDITIONS.iter().position(|known| *known == word).unwrap_or_default();
    writer.push(number as u64, 6);
    match condition {
        Condition::Filler(steps) | Condition::Checkpoints(steps) | Condition::Verified(steps) => {
            writer.push(steps.into(), 9);
        }
        Condition::Primed { steps, errors } => {
            writer.push(steps.into(), 16);
            writer.push(errors.into(), 16);
        }
        _ => {}
    }
}

fn read_condition(reader: &mut BitReader<'_>) -> Option<Condition> {
    let number = usize::try_from(reader.take(6)?).ok()?;
    let word = *CONDITIONS.get(number)?;
    let slug = match Condition::from_slug(word)? {
        Condition::Filler(_) | Condition::Checkpoints(_) | Condition::Verified(_) => {
            format!("{word}.{}", reader.take(9)?)
        }
        Condition::Primed { .. } => format!("{word}.{}.{}", reader.take(16)?, reader.take(16)?),
        _ => word.to_owned(),
    };
    Condition::from_slug(&slug)
}

fn write_spec(writer: &mut BitWriter, spec: &Spec) {
    let usual = Spec::new(spec.arithmetic);
    let (kind, parameter, width) = match spec.arithmetic {
        Arithmetic::Integer => (0, 0, 0),
        Arithmetic::Modular { modulus } => (1, modulus, 14),
        Arithmetic::Decimal { places } => (2, places.into(), 3),
        Arithmetic::Rational => (3, 0, 0),
        Arithmetic::Paper { places } => (4, places.into(), 3),
    };
    writer.push(kind, 3);
    writer.push(parameter.into(), width);
    writer.push(spec.steps.into(), 9);
    let is_changed = spec.look_back != usual.look_back;
    writer.flag(is_changed);
    if is_changed {
        writer.flag(matches!(spec.look_back, LookBack::Exactly(_)));
        writer.push(spec.look_back.reach().into(), 6);
    }
    let is_changed = spec.operations != usual.operations;
    writer.flag(is_changed);
    if is_changed {
        spec.operations.iter().for_each(|weight| writer.push((*weight).into(), 7));
    }
    let is_changed = spec.bound != usual.bound;
    writer.flag(is_changed);
    if is_changed {
        writer.push(spec.bound.into(), 20);
    }
    writer.flag(spec.inputs.is_some());
    if let Some(Inputs { range, signed }) = spec.inputs {
        writer.flag(signed);
        for end in [range.min, range.max] {
            writer.push(end.abs_diff(SMALLEST_INPUT).into(), 21);
        }
    }
    let is_changed = spec.constants != usual.constants;
    writer.flag(is_changed);
    if is_changed {
        for end in [spec.constants.min, spec.constants.max] {
            writer.push(u64::from(end.unsigned_abs()), 7);
        }
    }
    writer.flag(spec.dead > 0);
    if spec.dead > 0 {
        writer.push(spec.dead.into(), 7);
    }
    let wording = match spec.wording {
        Wording::Assignments => 0,
        Wording::English => 1,
        Wording::Python => 2,
        Wording::Json => 3,
    };
    writer.push(wording, 2);
    writer.flag(spec.names == NameStyle::Scattered);
    writer.flag(spec.lines == LineOrder::Shuffled);
    writer.flag(spec.nested);
}

fn read_spec(reader: &mut BitReader<'_>) -> Option<Spec> {
    let kind = reader.take(3)?;
    let places = |reader: &mut BitReader<'_>| u8::try_from(reader.take(3)?).ok();
    let numbers = match kind {
        0 => Arithmetic::Integer,
        1 => Arithmetic::Modular { modulus: u32::try_from(reader.take(14)?).ok()? },
        2 => Arithmetic::Decimal { places: places(reader)? },
        3 => Arithmetic::Rational,
        4 => Arithmetic::Paper { places: places(reader)? },
        _ => return None,
    };
    let mut spec = Spec::new(numbers);
    spec.steps = u16::try_from(reader.take(9)?).ok()?;
    if reader.flag()? {
        let is_exact = reader.flag()?;
        let reach = u8::try_from(reader.take(6)?).ok()?;
        spec.look_back = if is_exact { LookBack::Exactly(reach) } else { LookBack::AtMost(reach) };
    }
    if reader.flag()? {
        for weight in &mut spec.operations {
            *weight = u8::try_from(reader.take(7)?).ok()?;
        }
    }
    if reader.flag()? {
        spec.bound = u32::try_from(reader.take(20)?).ok()?;
    }
    if reader.flag()? {
        let signed = reader.flag()?;
        let mut end = || i32::try_from(reader.take(21)?).ok()?.checked_add(SMALLEST_INPUT);
        spec.inputs = Some(Inputs { range: Interval::new(end()?, end()?), signed });
    }
    if reader.flag()? {
        let mut end = || i32::try_from(reader.take(7)?).ok();
        spec.constants = Interval::new(end()?, end()?);
    }
    if reader.flag()? {
        spec.dead = u8::try_from(reader.take(7)?).ok()?;
    }
    spec.wording = match reader.take(2)? {
        0 => Wording::Assignments,
        1 => Wording::English,
        2 => Wording::Python,
        _ => Wording::Json,
    };
    if reader.flag()? {
        spec.names = NameStyle::Scattered;
    }
    if reader.flag()? {
        spec.lines = LineOrder::Shuffled;
    }
    spec.nested = reader.flag()?;
    spec.check().is_ok().then_some(spec)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn drawn(spec: Spec) -> QuestionId {
        let item = ItemId::Drawn { spec, seed: Seed::default(), index: 0 };
        QuestionId { item, condition: Condition::Trace, sample: 0 }
    }

    #[test]
    fn ids_are_stable() {
        assert_eq!(drawn(Spec::default()).to_string(), "sf1-AgQBkAAAABFCRFU");
        let spec = Spec {
            steps: 500,
            look_back: LookBack::Exactly(50),
            operations: [99, 98, 97, 96],
            bound: 1_000_000,
            inputs: Some(Inputs::signed(-1_000_000, 1_000_000)),
            constants: Interval::new(11, 99),
            dead: 1,
            wording: Wording::Json,
            names: NameStyle::Scattered,
            lines: LineOrder::Shuffled,
            nested: true,
            ..Spec::new(Arithmetic::Decimal { places: 6 })
        };
        let seed = Seed::new(Seed::COUNT - 1).unwrap();
        let longest = QuestionId {
            item: ItemId::Drawn { spec, seed, index: u32::MAX },
            condition: Condition::Primed { steps: 499, errors: 499 },
            sample: MAX_SAMPLES - 1,
        };
        let longest = longest.to_string();
        assert_eq!(longest, "sf1-AlAHzAfP_5b6eXHiw4PoSBgAAD0JAReOB-1________-g_____woACcu");
        assert!(longest.len() <= MAX_ID);
    }

    fn any_spec() -> impl Strategy<Value = Spec> {
        let numbers = prop_oneof![
            Just(Arithmetic::Integer),
            Just(Arithmetic::Modular { modulus: 97 }),
            Just(Arithmetic::Modular { modulus: 9_973 }),
            (1u8..=6).prop_map(|places| Arithmetic::Decimal { places }),
            Just(Arithmetic::Rational),
            prop_oneof![Just(0u8), Just(3)].prop_map(|places| Arithmetic::Paper { places }),
        ];
        let inputs = proptest::option::of((any::<bool>(), -999i32..=999, 0i32..=999));
        let look_back = (any::<bool>(), 1u8..=50);
        let words = (0usize..4, any::<bool>(), any::<bool>(), any::<bool>());
        let small = (1u16..=500, proptest::array::uniform4(0u8..=99), 10u32..=1_000_000, 0u8..=80);
        (numbers, look_back, inputs, words, small, 2i32..=99, 0i32..=20).prop_map(
            |(numbers, (is_exact, k), inputs, words, small, least, more)| {
                let (wording, scattered, shuffled, nested) = words;
                let (steps, operations, bound, dead) = small;
                let inputs = inputs.map(|(signed, min, more)| Inputs {
                    range: Interval::new(min, min + more),
                    signed,
                });
                let spec = Spec {
                    steps,
                    look_back: if is_exact { LookBack::Exactly(k) } else { LookBack::AtMost(k) },
                    operations,
                    bound,
                    inputs,
                    constants: Interval::new(least, (least + more).min(99)),
                    dead,
                    wording: [
                        Wording::Assignments,
                        Wording::English,
                        Wording::Python,
                        Wording::Json,
                    ][wording],
                    names: if scattered { NameStyle::Scattered } else { NameStyle::Numbered },
                    lines: if shuffled { LineOrder::Shuffled } else { LineOrder::Ordered },
                    nested,
                    ..Spec::new(numbers)
                };
                spec.nearest_valid()
            },
        )
    }

    proptest! {
        #[test]
        fn every_id_reads_back(
            spec in any_spec(),
            seed in 0..Seed::COUNT,
            index in any::<u32>(),
            sample in 0..MAX_SAMPLES,
            condition in 0usize..22,
        ) {
            let item = ItemId::Drawn { spec, seed: Seed::wrapping(seed), index };
            let id = QuestionId { item, condition: Condition::OFFERED[condition], sample };
            let text = id.to_string();
            prop_assert!(text.len() <= MAX_ID);
            prop_assert!(text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
            prop_assert_eq!(QuestionId::read(&text), Ok(id));
        }

        #[test]
        fn random_text_is_no_id(text in "sf1-[A-Za-z0-9_-]{1,60}") {
            prop_assert!(QuestionId::read(&text).is_err());
        }

        #[test]
        fn a_changed_letter_is_detected(index in any::<u32>(), at in 4usize..30, letter in "[A-Za-z0-9_-]") {
            let item = ItemId::Drawn { spec: Spec::default(), seed: Seed::default(), index };
            let id = QuestionId { item, condition: Condition::Trace, sample: 0 };
            let text = id.to_string();
            let at = at.min(text.len() - 1);
            let changed = format!("{}{letter}{}", &text[..at], &text[at + 1..]);
            let read = QuestionId::read(&changed);
            prop_assert!(read == Ok(id) && changed == text || read.is_err());
        }
    }

    #[test]
    fn every_condition_has_a_number_in_ids() {
        for condition in Condition::OFFERED {
            let id = QuestionId { condition, ..drawn(Spec::default()) };
            assert_eq!(QuestionId::read(&id.to_string()), Ok(id));
        }
    }

    #[test]
    fn invalid_ids_are_refused_with_a_reason() {
        let id = drawn(Spec::default()).to_string();
        assert_eq!(QuestionId::read(&format!("  {id}\n")), Ok(drawn(Spec::default())));
        for cut in 4..id.len() {
            assert_eq!(QuestionId::read(&id[..cut]), Err(IdError::Damaged), "{cut}");
        }
        for (text, error) in [
            ("", IdError::NotStepfall),
            ("1", IdError::NotStepfall),
            ("sf", IdError::NotStepfall),
            ("sfx-AAAA", IdError::NotStepfall),
            ("sf9-AAAA", IdError::Layout),
            ("gsm8k-test-17", IdError::NotStepfall),
        ] {
            assert_eq!(QuestionId::read(text), Err(error), "{text}");
        }
        assert_eq!(QuestionId::read(&format!("sf1-{}", "A".repeat(90))), Err(IdError::Damaged));
        let mut other = BitWriter::default();
        other.push(u64::from(GENERATOR_VERSION) + 1, 8);
        let mut bytes = other.into_bytes();
        bytes.extend(crc32fast::hash(&bytes).to_be_bytes());
        let other = format!("sf1-{}", Base64UrlUnpadded::encode_string(&bytes));
        assert_eq!(QuestionId::read(&other), Err(IdError::Generator));
    }
}
