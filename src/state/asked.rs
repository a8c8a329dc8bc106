//! What a prompt is made from.

use std::sync::Arc;

use stepfall_link::Link;
use stepfall_procedure::{Arithmetic, Condition, Item, Seed, Spec, Wording};

/// An item by its coordinates, and how the model is asked to carry it out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) spec: Spec,
    pub(crate) seed: Seed,
    pub(crate) index: u32,
    pub(crate) condition: Condition,
    /// The version of the generator that makes the item, or made it.
    pub(crate) generator: u32,
    /// The procedure of one's own that it is instead; spec, seed and index are then this item's, and the spec has its wording.
    pub(crate) own: Option<Arc<Item>>,
}

impl Asked {
    /// What a link asks.
    pub(crate) fn of(link: &Link) -> Self {
        Self {
            spec: link.spec,
            seed: link.seed,
            index: link.index,
            condition: link.condition,
            generator: link.generator,
            own: link.own.as_deref().cloned().map(unworded),
        }
    }

    /// The same asked of a procedure of one's own.
    pub(crate) fn with_own(&self, own: Item) -> Self {
        let (spec, seed, index) = (own.spec, own.seed, own.index);
        Self { spec, seed, index, own: Some(unworded(own)), ..self.clone() }
    }

    /// A procedure of one's own in the wording that is asked for.
    pub(crate) fn worded(&self, mut own: Item) -> Item {
        own.spec.wording = self.spec.wording;
        own
    }

    /// The link to it.
    pub(crate) fn link(&self) -> Link {
        Link {
            spec: self.spec,
            seed: self.seed,
            index: self.index,
            condition: self.condition,
            generator: self.generator,
            own: self.own.as_deref().cloned().map(|own| Box::new(self.worded(own))),
            ..Link::default()
        }
    }
}

/// A procedure of one's own as it is told apart from others: whatever its wording is.
fn unworded(mut own: Item) -> Arc<Item> {
    own.spec.wording = Wording::Assignments;
    Arc::new(own)
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
