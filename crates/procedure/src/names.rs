//! The names of an item's values: numbered, drawn from the word list, or custom.

use crate::generate::Seed;
use crate::rng::{Key, Stream};
use crate::spec::{NameStyle, Spec};
use crate::words::WORDS;

/// The names of an item's values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ValueNames {
    Numbered,
    /// Positions in the word list, `S1` first.
    Scattered(Vec<u16>),
    /// The names themselves, `S1` first.
    Custom(Vec<Box<str>>),
}

impl ValueNames {
    /// Returns the labels of a generated item. Scattered names are distinct words, one for each
    /// value, from the first draws of a Fisher-Yates shuffle.
    pub(crate) fn draw(spec: &Spec, seed: Seed, index: u32) -> Self {
        match spec.names {
            // Custom names are not drawn.
            NameStyle::Numbered | NameStyle::Custom => Self::Numbered,
            NameStyle::Scattered => {
                let key = Key::new(spec, seed.number(), index);
                let mut rng = key.stream(Stream::Names);
                let mut deck: Vec<u16> = (0u16..).take(WORDS.len()).collect();
                let count = usize::from(spec.steps) + 2;
                let mut left = 512u32;
                for at in 0..count.min(deck.len()) {
                    let other = at + rng.below_u32(left) as usize;
                    deck.swap(at, other);
                    left -= 1;
                }
                deck.truncate(count);
                Self::Scattered(deck)
            }
        }
    }

    /// Returns the labels with these names, `S1` first. The error is the first name that the spec's
    /// kind of names does not allow at its position.
    pub(crate) fn read<'a>(spec: &Spec, names: &[&'a str]) -> Result<Self, &'a str> {
        match spec.names {
            NameStyle::Numbered => {
                let mut expected = String::new();
                let differs = |(number, name): &(u16, &&str)| {
                    expected.clear();
                    Self::Numbered.push(*number, &mut expected);
                    expected != **name
                };
                let mismatch = (1..).zip(names).find(differs);
                mismatch.map_or(Ok(Self::Numbered), |(_, name)| Err(name))
            }
            NameStyle::Scattered => {
                let mut deck = Vec::with_capacity(names.len());
                for &name in names {
                    let at = WORDS.binary_search(&name).map_err(|_| name)?;
                    let at = u16::try_from(at).map_err(|_| name)?;
                    if deck.contains(&at) {
                        return Err(name);
                    }
                    deck.push(at);
                }
                Ok(Self::Scattered(deck))
            }
            NameStyle::Custom => Ok(Self::custom(names.iter().copied())),
        }
    }

    /// Returns the labels of a custom procedure. They are [`ValueNames::Numbered`] if its names are
    /// `S1`, `S2` and so on.
    pub(crate) fn custom<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let names: Vec<Box<str>> = names.map(Box::from).collect();
        let mut expected = String::new();
        let is_numbered = (1..).zip(&names).all(|(number, name)| {
            expected.clear();
            Self::Numbered.push(number, &mut expected);
            expected == **name
        });
        if is_numbered { Self::Numbered } else { Self::Custom(names) }
    }

    pub(crate) const fn naming(&self) -> NameStyle {
        match self {
            Self::Numbered => NameStyle::Numbered,
            Self::Scattered(_) => NameStyle::Scattered,
            Self::Custom(_) => NameStyle::Custom,
        }
    }

    /// Appends the name of the value with this number, from 1.
    pub(crate) fn push(&self, number: u16, out: &mut String) {
        match self {
            Self::Numbered => {
                out.push('S');
                push_small(number.into(), out);
            }
            Self::Scattered(deck) => {
                out.push_str(WORDS[usize::from(deck[usize::from(number) - 1])]);
            }
            // A procedure without inputs has no name for the first value of a chain of look-ups.
            Self::Custom(names) => {
                let name = usize::from(number).checked_sub(1).and_then(|at| names.get(at));
                out.push_str(name.map_or("", |name| name));
            }
        }
    }
}

/// Appends a small number in decimal digits. Prompts contain hundreds of such numbers, and
/// formatting them with `fmt` would take most of the time of writing a prompt.
pub(crate) fn push_small(number: u32, out: &mut String) {
    let mut digits = [0u8; 10];
    let mut from = digits.len();
    let mut rest = number;
    loop {
        from -= 1;
        digits[from] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend(digits[from..].iter().map(|&digit| char::from(digit)));
}
