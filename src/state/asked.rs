//! What a prompt is made from.

use stepfall_link::{Link, Place};
use stepfall_procedure::{Arithmetic, Condition, Seed, Spec};

/// An item by its coordinates, and how the model is asked to carry it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) spec: Spec,
    pub(crate) seed: Seed,
    pub(crate) index: u32,
    pub(crate) condition: Condition,
    /// The version of the generator that makes the item, or made it.
    pub(crate) generator: u32,
}

impl Asked {
    /// What a link asks.
    pub(crate) const fn of(link: &Link) -> Self {
        Self {
            spec: link.spec,
            seed: link.seed,
            index: link.index,
            condition: link.condition,
            generator: link.generator,
        }
    }

    /// The link to it.
    pub(crate) fn link(&self) -> Link {
        Link {
            place: Place::Play,
            spec: self.spec,
            seed: self.seed,
            index: self.index,
            condition: self.condition,
            generator: self.generator,
            ..Link::default()
        }
    }
}

/// The arithmetics as the page offers them, their parameters apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    Integers,
    Modular,
    Decimals,
    Fractions,
    Paper,
}

impl Family {
    pub(crate) const ALL: [Self; 5] =
        [Self::Integers, Self::Modular, Self::Decimals, Self::Fractions, Self::Paper];

    pub(crate) const fn of(arithmetic: Arithmetic) -> Self {
        match arithmetic {
            Arithmetic::Integer => Self::Integers,
            Arithmetic::Modular { .. } => Self::Modular,
            Arithmetic::Decimal { .. } => Self::Decimals,
            Arithmetic::Rational => Self::Fractions,
            Arithmetic::Paper { .. } => Self::Paper,
        }
    }

    /// The arithmetic that the family starts from.
    pub(crate) const fn arithmetic(self) -> Arithmetic {
        match self {
            Self::Integers => Arithmetic::Integer,
            Self::Modular => Arithmetic::Modular { modulus: 97 },
            Self::Decimals => Arithmetic::Decimal { places: 2 },
            Self::Fractions => Arithmetic::Rational,
            Self::Paper => Arithmetic::Paper { places: 3 },
        }
    }
}
