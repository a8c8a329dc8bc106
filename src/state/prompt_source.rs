//! The inputs that a prompt is made from.

use std::sync::Arc;

use stepfall_link::PlayLink;
use stepfall_procedure::{Arithmetic, Condition, Item, Seed, Spec, Wording};

/// The coordinates of an item, and the condition under which a model is asked about the item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PromptSource {
    pub(crate) spec: Spec,
    pub(crate) seed: Seed,
    pub(crate) index: u32,
    pub(crate) condition: Condition,
    /// The version of the generator that made the item.
    pub(crate) generator: u32,
    /// The custom procedure that replaces the generated item, with a normalised wording. The fields
    /// `spec`, `seed` and `index` are then those of the custom procedure; `spec` has the actual
    /// wording.
    pub(crate) custom: Option<Arc<Item>>,
}

impl PromptSource {
    /// Returns the inputs that a link names.
    pub(crate) fn of(link: &PlayLink) -> Self {
        Self {
            spec: link.spec,
            seed: link.seed,
            index: link.index,
            condition: link.condition,
            generator: link.generator,
            custom: link.custom.as_deref().cloned().map(normalize_wording),
        }
    }

    /// Returns the same inputs with a custom procedure.
    pub(crate) fn with_custom(&self, custom: Item) -> Self {
        let (spec, seed, index) = (custom.spec, custom.seed, custom.index);
        Self { spec, seed, index, custom: Some(normalize_wording(custom)), ..self.clone() }
    }

    /// Returns a custom procedure in the wording of the spec.
    pub(crate) fn with_own_wording(&self, mut custom: Item) -> Item {
        custom.spec.wording = self.spec.wording;
        custom
    }

    /// Returns the link to these inputs.
    pub(crate) fn link(&self) -> PlayLink {
        PlayLink {
            spec: self.spec,
            seed: self.seed,
            index: self.index,
            condition: self.condition,
            generator: self.generator,
            custom: self
                .custom
                .as_deref()
                .cloned()
                .map(|custom| Box::new(self.with_own_wording(custom))),
            ..PlayLink::default()
        }
    }
}

/// Normalises the wording of a custom procedure, so that comparison ignores it.
fn normalize_wording(mut custom: Item) -> Arc<Item> {
    custom.spec.wording = Wording::Assignments;
    Arc::new(custom)
}

/// A kind of arithmetic that the page offers, without its parameters.
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

    /// Returns the default arithmetic of the family.
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
