//! Shares of items, with intervals that take into account which attempts are at the same item.

use stepfall_stats::{Confidence, Estimate, ItemShare, ItemSharing, Share, accuracy};

use crate::summary::{Counts, ItemCounts, LengthAndLookBack, Summary};
use stepfall_protocol::figure::Measure;

/// A shape, the number of an item, and the item's hits and trials.
pub(crate) type ItemHits = (LengthAndLookBack, u32, (u32, u32));

/// The method of the intervals of shares. Notes contain this text after the confidence level.
pub(crate) const SHARE_INTERVALS: &str =
    "Wilson's, for as many independent attempts as those are worth that are at the same items";

impl LengthAndLookBack {
    /// Returns the number of the stratum. Each shape is one, because its items are drawn
    /// separately.
    pub(crate) fn stratum(self) -> u32 {
        u32::from(self.steps) << 8 | u32::from(self.look_back)
    }

    /// Returns a number for an item of this shape. It is the same at all lengths, but differs
    /// between look-backs.
    pub(crate) fn item(self, item: u32) -> u64 {
        u64::from(self.look_back) << 32 | u64::from(item)
    }

    /// Returns the share of an item of this shape.
    pub(crate) fn share(self, item: u32, share: Share) -> ItemShare {
        ItemShare { stratum: self.stratum(), item: self.item(item), share }
    }
}

impl Summary {
    /// Returns the share of correct attempts with its 95 % interval.
    pub(crate) fn estimate(&self, shares: &[ItemShare]) -> Option<Estimate> {
        accuracy(shares, self.items, Confidence::P95).ok()
    }

    /// Returns the pooled share of some items; items without trials are left out.
    pub(crate) fn share_of(&self, counted: &[ItemHits]) -> Option<Estimate> {
        let share = |(shape, item, (hits, trials)): &ItemHits| {
            let share = Share::new(*hits.min(trials), *trials).ok()?;
            (*trials > 0).then(|| shape.share(*item, share))
        };
        let shares: Vec<ItemShare> = counted.iter().filter_map(share).collect();
        self.estimate(&shares)
    }

    /// Returns the stratum and the number of an item. If lengths share items, the item has one
    /// stratum and number at all lengths.
    pub(crate) fn stratum_and_number(&self, shape: LengthAndLookBack, item: u32) -> (u32, u64) {
        match self.items {
            ItemSharing::Independent => (shape.stratum(), shape.item(item)),
            ItemSharing::Shared => (0, shape.item(item)),
        }
    }

    /// Returns a note that lengths share their items, if they do.
    pub(crate) fn shared_items_note(&self) -> Option<String> {
        match self.items {
            ItemSharing::Independent => None,
            ItemSharing::Shared => Some("Items of one number begin alike at all lengths (nested=1): intervals and tests take them for one item, whose attempts at all lengths stand or fall together.".to_owned()),
        }
    }
}

/// Returns the shares of correct attempts, one for each item of some shapes.
pub(crate) fn item_shares(
    shapes: &[(LengthAndLookBack, &Counts)],
    measure: Measure,
) -> Vec<ItemShare> {
    shares(shapes, |item| item.share(measure))
}

/// Returns the shares of solved attempts, one for each item of some shapes.
pub(crate) fn solved_shares(shapes: &[(LengthAndLookBack, &Counts)]) -> Vec<ItemShare> {
    shares(shapes, ItemCounts::solved)
}

fn shares(
    shapes: &[(LengthAndLookBack, &Counts)],
    share: impl Fn(&ItemCounts) -> Option<Share>,
) -> Vec<ItemShare> {
    let items = shapes.iter().flat_map(|(shape, counts)| {
        counts.items.iter().map(move |(item, counts)| (*shape, *item, counts))
    });
    items.filter_map(|(shape, item, counts)| Some(shape.share(item, share(counts)?))).collect()
}

/// Returns the pooled counts: correct attempts and all attempts.
pub(crate) fn pooled_counts(shares: &[ItemShare]) -> (u32, u32) {
    let add = |(hits, trials): (u32, u32), item: &ItemShare| {
        (hits + item.share.hits(), trials + item.share.trials())
    };
    shares.iter().fold((0, 0), add)
}
