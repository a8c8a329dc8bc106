//! Which steps a model is asked to describe.

use stepfall_procedure::Item;

/// How many steps are asked about.
const ASKED: u16 = 5;

/// The numbers of the steps that are asked about: the middle of each fifth, or all where there are no more than five.
pub(crate) fn asked_numbers(item: &Item) -> Vec<u16> {
    let steps = item.procedure.last() - 2;
    if steps <= ASKED {
        return (3..steps + 3).collect();
    }
    let middle = |fifth: u32| (2 * fifth + 1) * u32::from(steps) / (2 * u32::from(ASKED));
    (0..u32::from(ASKED)).filter_map(|fifth| u16::try_from(middle(fifth) + 3).ok()).collect()
}
