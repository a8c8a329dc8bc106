//! Training data of the small model: batches of procedures with their traces. Their seeds are
//! reserved for training.

use std::collections::BTreeMap;

use stepfall_procedure::{Arithmetic, Generator, LookBack, Refusal, Seed, Spec};

use crate::task::{SmallModelItem, SplitMix64};
use crate::token::{MODULUS, Token};

/// The first seed of training data. Test items have smaller seeds.
pub const FIRST_TRAINING_SEED: u64 = Seed::COUNT / 2;
/// The look-backs of training data, both as maximum look-backs and as exact ones.
pub const LOOK_BACKS: std::ops::RangeInclusive<u8> = 2..=7;

/// The size of the procedures and of the batches of training data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Curriculum {
    /// The minimum number of steps of a procedure.
    pub fewest: u16,
    /// The maximum number of steps of a procedure.
    pub most: u16,
    /// The approximate number of tokens of a batch.
    pub tokens: usize,
}

/// A generator of batches. A batch depends only on the curriculum and on its number.
#[derive(Debug)]
pub struct Lessons {
    curriculum: Curriculum,
    generators: BTreeMap<(u16, u8, bool), Generator>,
}

impl Lessons {
    /// Creates the lessons of a curriculum.
    pub const fn new(curriculum: Curriculum) -> Self {
        Self { curriculum, generators: BTreeMap::new() }
    }

    /// Returns the batch with this number. All its procedures have the same random number of steps;
    /// look-back and queries differ between them. About one batch in sixteen asks for the answer
    /// alone.
    ///
    /// # Errors
    ///
    /// Returns a [`Refusal`] if the curriculum asks for procedures that do not exist.
    pub fn batch(&mut self, number: u64) -> Result<Vec<Vec<Token>>, Refusal> {
        let Curriculum { fewest, most, tokens } = self.curriculum;
        let mut draw = SplitMix64(number.wrapping_mul(0xd134_2543_de82_ef95));
        let steps = fewest + draw.below(most + 1 - fewest);
        let alone = draw.below(16) == 0;
        let mut batch: Vec<Vec<Token>> = Vec::new();
        let mut index = 0;
        while batch.first().is_none_or(|first| (batch.len() + 1) * first.len() <= tokens) {
            let reach = LOOK_BACKS.start() + u8::try_from(draw.below(6)).unwrap_or(0);
            let exact = draw.below(3) == 0;
            let item = self
                .generator(steps, reach, exact)?
                .item(Seed::wrapping(FIRST_TRAINING_SEED + number), index);
            index += 1;
            let Some(task) = item.ok().and_then(|item| SmallModelItem::of(&item).ok()) else {
                continue;
            };
            let values = task.values();
            batch.push(if alone {
                [task.prompt(Token::ANSWER), task.answer(&values)].concat()
            } else {
                [task.prompt(Token::TRACE), task.trace(&values), task.summary(&values)].concat()
            });
        }
        Ok(batch)
    }

    fn generator(&mut self, steps: u16, reach: u8, exact: bool) -> Result<&Generator, Refusal> {
        let entry = self.generators.entry((steps, reach, exact));
        match entry {
            std::collections::btree_map::Entry::Occupied(there) => Ok(there.into_mut()),
            std::collections::btree_map::Entry::Vacant(place) => {
                let mut spec = Spec::new(Arithmetic::Modular { modulus: u32::from(MODULUS) });
                spec.steps = steps;
                spec.look_back =
                    if exact { LookBack::Exactly(reach) } else { LookBack::AtMost(reach) };
                Ok(place.insert(Generator::new(spec)?))
            }
        }
    }
}
