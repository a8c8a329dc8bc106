//! Addresses of Learn: `#/learn?v=2&chapter=collapse&rate=200&at=25`.

use std::fmt;
use std::ops::RangeInclusive;

use stepfall_procedure::{GENERATOR_VERSION, safe_excerpt};

use crate::address::whole;
use crate::guide::GuideSlug;
use crate::notice::Notice;
use crate::page::{Page, parameters, slug_and_query};

/// The maximum length of an address of Learn, in bytes.
const MAX_ADDRESS: usize = 4096;
/// The number of steps of the procedures in the chapter about the collapse.
pub const LEARN_STEPS: u16 = 95;

/// A chapter of Learn, in reading order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Chapter {
    /// The meaning of following a procedure.
    #[default]
    Procedure,
    /// The fall of accuracy with the number of steps.
    Collapse,
    /// The effect of one incorrect operand on later steps.
    Operand,
    /// The incorrect procedure that a correct answer can hide.
    RightAnswer,
    /// Causes of a failed exact match other than a failure to follow the procedure.
    Instrument,
    /// Remedies that help, and remedies that only seem to.
    Remedies,
    /// The field guide, with the meaning of the terms in a verdict. It comes after the story.
    Guide,
}

impl Chapter {
    /// All chapters in order, the field guide last.
    pub const ALL: [Self; 7] = [
        Self::Procedure,
        Self::Collapse,
        Self::Operand,
        Self::RightAnswer,
        Self::Instrument,
        Self::Remedies,
        Self::Guide,
    ];

    /// The number of chapters in the story.
    pub const STORY: usize = 6;

    /// Returns the name in addresses.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Procedure => "procedure",
            Self::Collapse => "collapse",
            Self::Operand => "operand",
            Self::RightAnswer => "right-answer",
            Self::Instrument => "instrument",
            Self::Remedies => "remedies",
            Self::Guide => "guide",
        }
    }

    /// Returns the chapter with this name; `None` for an unknown name.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|chapter| chapter.slug() == slug)
    }
}

/// An answer that an exact match marks as incorrect, in the chapter about the instrument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum MismatchCase {
    /// The result of a step is incorrect.
    #[default]
    ArithmeticError,
    /// A step takes another value than the procedure names.
    Operand,
    /// A step is rounded before the end.
    Rounded,
    /// The correct answer is in another form than the prompt asked for.
    Format,
    /// The text ends at a limit of tokens.
    CutOff,
    /// The model declines.
    Refused,
}

impl MismatchCase {
    /// All cases in order.
    pub const ALL: [Self; 6] = [
        Self::ArithmeticError,
        Self::Operand,
        Self::Rounded,
        Self::Format,
        Self::CutOff,
        Self::Refused,
    ];

    /// Returns the name in addresses.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::ArithmeticError => "slip",
            Self::Operand => "operand",
            Self::Rounded => "rounded",
            Self::Format => "format",
            Self::CutOff => "cut-off",
            Self::Refused => "refused",
        }
    }

    /// Returns the case with this name; `None` for an unknown name.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|case| case.slug() == slug)
    }
}

/// A number that an address of Learn can set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LearnNumber {
    /// The failure rate of a step, in ten-thousandths.
    Rate,
    /// The selected number of steps.
    At,
    /// The number of the random draw that is shown.
    Draw,
    /// The number of the step that takes an incorrect operand.
    Step,
    /// The number of items that are compared.
    Items,
}

impl LearnNumber {
    /// All numbers that an address can set.
    pub const ALL: [Self; 5] = [Self::Rate, Self::At, Self::Draw, Self::Step, Self::Items];

    /// Returns the name in addresses.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Rate => "rate",
            Self::At => "at",
            Self::Draw => "draw",
            Self::Step => "step",
            Self::Items => "items",
        }
    }

    /// Returns the range of valid values.
    pub const fn range(self) -> RangeInclusive<u16> {
        match self {
            Self::Rate => 0..=1_000,
            Self::At => 1..=LEARN_STEPS,
            Self::Draw => 1..=999,
            Self::Step => 3..=27,
            Self::Items => 10..=100,
        }
    }

    const fn default_value(self) -> u16 {
        match self {
            Self::Rate => 200,
            Self::At => 25,
            Self::Draw => 1,
            Self::Step => 9,
            Self::Items => 20,
        }
    }

    /// Returns whether a chapter uses the number.
    const fn is_of(self, chapter: Chapter) -> bool {
        match chapter {
            Chapter::Procedure | Chapter::Instrument | Chapter::Guide => false,
            Chapter::Collapse => matches!(self, Self::Rate | Self::At | Self::Draw),
            Chapter::Operand => matches!(self, Self::Step),
            Chapter::RightAnswer => matches!(self, Self::Draw),
            Chapter::Remedies => matches!(self, Self::Draw | Self::Items),
        }
    }
}

/// A part of an address of Learn that was replaced by its default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LearnNotice {
    /// The chapter does not exist.
    Chapter(String),
    /// The case does not exist.
    Case(String),
    /// The entry of the field guide does not exist.
    Entry(String),
    /// A parameter is not a number within its range.
    Number {
        /// The number that the parameter sets.
        dial: LearnNumber,
        /// The value in the address.
        value: String,
    },
}

impl From<LearnNotice> for Notice {
    fn from(notice: LearnNotice) -> Self {
        Self::Learn(notice)
    }
}

impl fmt::Display for LearnNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chapter(slug) => {
                write!(f, "There is no chapter “{slug}” in Learn; the first one is shown.")
            }
            Self::Case(slug) => write!(f, "There is no case “{slug}”; the first one is shown."),
            Self::Entry(slug) => {
                write!(f, "There is no entry “{slug}” in the field guide; here are all of them.")
            }
            Self::Number { dial, value } => {
                let range = dial.range();
                write!(
                    f,
                    "The parameter “{}” says “{value}”; it may say {} to {}, and {} was taken.",
                    dial.slug(),
                    range.start(),
                    range.end(),
                    dial.default_value()
                )
            }
        }
    }
}

/// The content of an address of Learn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LearnLink {
    /// The chapter that is open.
    pub chapter: Chapter,
    /// The case that is open in the chapter [`Chapter::Instrument`].
    pub case: MismatchCase,
    /// The entry of the field guide; `None` for all.
    pub entry: Option<GuideSlug>,
    /// The numbers that are set, in the order of [`LearnNumber::ALL`].
    numbers: [Option<u16>; LearnNumber::ALL.len()],
}

impl LearnLink {
    /// Returns a chapter in its initial state.
    pub fn of(chapter: Chapter) -> Self {
        Self { chapter, ..Self::default() }
    }

    /// Returns the link to an entry of the field guide.
    pub fn of_entry(entry: GuideSlug) -> Self {
        Self { entry: Some(entry), ..Self::of(Chapter::Guide) }
    }

    /// Returns the value of a number, or its default.
    pub fn get(&self, dial: LearnNumber) -> u16 {
        self.numbers[dial as usize].unwrap_or(dial.default_value())
    }

    /// Sets a number, clamped to its range.
    pub fn set(&mut self, dial: LearnNumber, value: u16) {
        let range = dial.range();
        self.numbers[dial as usize] = Some(value.clamp(*range.start(), *range.end()));
    }

    /// Returns the fragment, `#` included. Numbers that the chapter does not use, or that have
    /// their defaults, are left out.
    pub fn fragment(&self) -> String {
        let slug = self.chapter.slug();
        let mut fragment = format!("#/{}?v={GENERATOR_VERSION}&chapter={slug}", Page::Learn.slug());
        if self.chapter == Chapter::Instrument && self.case != MismatchCase::default() {
            fragment.push_str(&format!("&case={}", self.case.slug()));
        }
        if let (Chapter::Guide, Some(entry)) = (self.chapter, self.entry) {
            fragment.push_str(&format!("&entry={}", entry.slug()));
        }
        for dial in LearnNumber::ALL {
            let value = self.get(dial);
            if dial.is_of(self.chapter) && value != dial.default_value() {
                fragment.push_str(&format!("&{}={value}", dial.slug()));
            }
        }
        fragment
    }

    /// Parses an address: a whole URL, its fragment with or without `#`, or its parameters alone.
    /// Invalid parts keep their defaults and are reported.
    pub fn read(address: &str) -> (Self, Vec<Notice>) {
        let (mut link, mut notices) = (Self::default(), Vec::new());
        if address.len() > MAX_ADDRESS {
            return (link, vec![Notice::TooLong { limit: MAX_ADDRESS }]);
        }
        let (_, query) = slug_and_query(address);
        for (key, value) in &parameters(query, &mut notices) {
            link.take(key, value, &mut notices);
        }
        (link, notices)
    }

    fn take(&mut self, key: &str, value: &str, notices: &mut Vec<Notice>) {
        match key {
            "v" => {
                if value != GENERATOR_VERSION.to_string() {
                    notices.push(Notice::Version {
                        version: safe_excerpt(value),
                        has_transcript: false,
                    });
                }
            }
            "chapter" => match Chapter::from_slug(value) {
                Some(chapter) => self.chapter = chapter,
                None => notices.push(LearnNotice::Chapter(safe_excerpt(value)).into()),
            },
            "case" => match MismatchCase::from_slug(value) {
                Some(case) => self.case = case,
                None => notices.push(LearnNotice::Case(safe_excerpt(value)).into()),
            },
            "entry" => match GuideSlug::from_slug(value) {
                Some(entry) => self.entry = Some(entry),
                None => notices.push(LearnNotice::Entry(safe_excerpt(value)).into()),
            },
            key => {
                let Some(dial) = LearnNumber::ALL.into_iter().find(|dial| dial.slug() == key)
                else {
                    return notices.push(Notice::UnknownKey(safe_excerpt(key)));
                };
                let number = whole(value).and_then(|number| u16::try_from(number).ok());
                match number.filter(|number| dial.range().contains(number)) {
                    Some(number) => self.set(dial, number),
                    None => {
                        notices
                            .push(LearnNotice::Number { dial, value: safe_excerpt(value) }.into());
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_address_reads_back() {
        for address in [
            "#/learn?v=2&chapter=procedure",
            "#/learn?v=2&chapter=collapse&rate=50&at=95&draw=7",
            "#/learn?v=2&chapter=operand&step=27",
            "#/learn?v=2&chapter=right-answer&draw=2",
            "#/learn?v=2&chapter=instrument&case=cut-off",
            "#/learn?v=2&chapter=remedies&draw=3&items=100",
            "#/learn?v=2&chapter=guide",
            "#/learn?v=2&chapter=guide&entry=step-slip",
        ] {
            let (link, notices) = LearnLink::read(address);
            assert_eq!((link.fragment().as_str(), notices.as_slice()), (address, &[][..]));
        }
        let (link, notices) = LearnLink::read("#/learn");
        assert_eq!((link, notices), (LearnLink::default(), Vec::new()));
        assert_eq!((link.get(LearnNumber::Rate), link.get(LearnNumber::At)), (200, 25));
    }

    #[test]
    fn invalid_parts_are_reported() {
        let address = "#/learn?v=1&chapter=seven&case=x&entry=x&rate=2000&at=0&draw=a&zoo=1";
        let (link, notices) = LearnLink::read(address);
        assert_eq!(link, LearnLink::default());
        let messages: Vec<String> = notices.iter().map(ToString::to_string).collect();
        assert_eq!(messages.len(), 8);
        assert_eq!(messages[1], "There is no chapter “seven” in Learn; the first one is shown.");
        assert_eq!(
            messages[4],
            "The parameter “rate” says “2000”; it may say 0 to 1000, and 200 was taken."
        );
        let long = format!("#/learn?{}", "a".repeat(MAX_ADDRESS));
        assert_eq!(LearnLink::read(&long).1, [Notice::TooLong { limit: MAX_ADDRESS }]);
    }

    proptest! {
        #[test]
        fn any_address_is_read_and_reads_back(address in ".{0,80}") {
            let (link, _) = LearnLink::read(&address);
            let (reread, notices) = LearnLink::read(&link.fragment());
            prop_assert_eq!(reread.fragment(), link.fragment());
            prop_assert_eq!(notices, []);
        }
    }
}
