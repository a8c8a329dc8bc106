//! Items: what was measured at them, and which of them are the same.

use crate::invalid::InvalidInput;
use crate::share::Share;

/// With fewer items no interval is given for a horizon and for a hazard.
///
/// So many are the fewest for which it is shown that the intervals hold the truth often enough, by the rows "horizon" and "hazard" with 10 items in
/// `tests/golden/calibration.txt` (`cargo xtask calibrate`): 94 % and more, averaged over true values. Shares and differences need no such rule, as the rows with 5 items
/// say: their intervals widen up to those of as many attempts as there are items.
pub const FEWEST_ITEMS: usize = 10;

/// Whether items of one number are the same item in several strata, such as lengths and look-backs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Items {
    /// Each stratum has items of its own, which are drawn independently.
    #[default]
    Independent,
    /// Items of one number are the same item in all strata, as where a longer procedure begins like a shorter one.
    Shared,
}

/// What is drawn together: the group within which clusters are compared, and the number of the cluster in it.
pub(crate) type Cluster = (u32, u64);

impl Items {
    /// The cluster of an item of a stratum.
    pub(crate) const fn cluster(self, stratum: u32, item: u64) -> Cluster {
        match self {
            Self::Independent => (stratum, item),
            Self::Shared => (0, item),
        }
    }
}

/// The attempts at one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemShare {
    /// Which of the strata it is of: items are drawn for each of them, and the mean is over all of them.
    pub stratum: u32,
    /// Which item of the stratum it is.
    pub item: u64,
    /// How many of the attempts are right.
    pub share: Share,
}

impl ItemShare {
    /// The items of one stratum, numbered in their order.
    pub fn of_one_stratum(shares: &[Share]) -> Vec<Self> {
        let of = |(item, share): (u64, &Share)| Self { stratum: 0, item, share: *share };
        (0..).zip(shares).map(of).collect()
    }

    /// That every item has attempts.
    pub(crate) fn check(items: &[Self]) -> Result<(), InvalidInput> {
        match items.iter().position(|item| item.share.trials() == 0) {
            Some(item) => Err(InvalidInput::NoSamples { item }),
            None if items.is_empty() => Err(InvalidInput::Empty),
            None => Ok(()),
        }
    }
}

/// What an item comes to on average over its attempts, such as a saliency.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ItemMean {
    /// Which of the strata it is of.
    pub stratum: u32,
    /// Which item of the stratum it is.
    pub item: u64,
    /// The mean; for a difference of two means from -1 to 1.
    pub mean: f64,
    /// How many attempts it is over.
    pub attempts: u32,
}

impl ItemMean {
    /// That there are items, each with attempts, and with a mean that is not below a number and not above 1.
    pub(crate) fn check(items: &[Self], least: f64) -> Result<(), InvalidInput> {
        if items.is_empty() {
            return Err(InvalidInput::Empty);
        }
        if let Some(item) = items.iter().position(|item| item.attempts == 0) {
            return Err(InvalidInput::NoSamples { item });
        }
        match items.iter().position(|item| !(least..=1.0).contains(&item.mean)) {
            Some(item) => Err(InvalidInput::Mean { item }),
            None => Ok(()),
        }
    }
}
