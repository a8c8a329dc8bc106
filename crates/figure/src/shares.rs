//! Shares of items, with intervals that know which attempts are alike.

use stepfall_stats::{Confidence, Estimate, ItemShare, Items, Share, accuracy};

use crate::summary::{Counts, ItemCounts, Shape, Summary};
use stepfall_protocol::figure::Measure;

/// What is counted of an item of a shape: how often something held, of how many.
pub(crate) type Counted = (Shape, u32, (u32, u32));

/// How the intervals of shares are made, to follow their level.
pub(crate) const SHARE_INTERVALS: &str =
    "Wilson's, for as many independent attempts as those are worth that are at the same items";

impl Shape {
    /// The number of the stratum: items are drawn for each shape.
    pub(crate) fn stratum(self) -> u32 {
        u32::from(self.steps) << 8 | u32::from(self.look_back)
    }

    /// The number of an item of this shape, which is the same at all lengths: look-backs have items of their own in any case.
    pub(crate) fn item(self, item: u32) -> u64 {
        u64::from(self.look_back) << 32 | u64::from(item)
    }

    /// The share of an item of this shape.
    pub(crate) fn share(self, item: u32, share: Share) -> ItemShare {
        ItemShare { stratum: self.stratum(), item: self.item(item), share }
    }
}

impl Summary {
    /// The share of right attempts with its interval at 95 %.
    pub(crate) fn estimate(&self, shares: &[ItemShare]) -> Option<Estimate> {
        accuracy(shares, self.items, Confidence::USUAL).ok()
    }

    /// The share that items have together of what they count; items that count nothing are left out.
    pub(crate) fn share_of(&self, counted: &[Counted]) -> Option<Estimate> {
        let share = |(shape, item, (hits, of)): &Counted| {
            let share = Share::new(*hits.min(of), *of).ok()?;
            (*of > 0).then(|| shape.share(*item, share))
        };
        let shares: Vec<ItemShare> = counted.iter().filter_map(share).collect();
        self.estimate(&shares)
    }

    /// What an item is drawn as: for each shape, or, where lengths share items, once for all of them.
    pub(crate) fn drawn_as(&self, shape: Shape, item: u32) -> (u32, u64) {
        match self.items {
            Items::Independent => (shape.stratum(), shape.item(item)),
            Items::Shared => (0, shape.item(item)),
        }
    }

    /// A note that lengths share their items, where they do.
    pub(crate) fn shared_items_note(&self) -> Option<String> {
        match self.items {
            Items::Independent => None,
            Items::Shared => Some("Items of one number begin alike at all lengths (nested=1): intervals and tests take them for one item, whose attempts at all lengths stand or fall together.".to_owned()),
        }
    }
}

/// The shares of right attempts, one for each item of some shapes.
pub(crate) fn item_shares(shapes: &[(Shape, &Counts)], measure: Measure) -> Vec<ItemShare> {
    shares(shapes, |item| item.share(measure))
}

/// The shares of attempts that solve, one for each item of some shapes.
pub(crate) fn solved_shares(shapes: &[(Shape, &Counts)]) -> Vec<ItemShare> {
    shares(shapes, ItemCounts::solved)
}

fn shares(
    shapes: &[(Shape, &Counts)],
    share: impl Fn(&ItemCounts) -> Option<Share>,
) -> Vec<ItemShare> {
    let items = shapes.iter().flat_map(|(shape, counts)| {
        counts.items.iter().map(move |(item, counts)| (*shape, *item, counts))
    });
    items.filter_map(|(shape, item, counts)| Some(shape.share(item, share(counts)?))).collect()
}

/// How often attempts are right, all together: right ones and all.
pub(crate) fn pooled(shares: &[ItemShare]) -> (u32, u32) {
    let add = |(hits, trials): (u32, u32), one: &ItemShare| {
        (hits + one.share.hits(), trials + one.share.trials())
    };
    shares.iter().fold((0, 0), add)
}
