//! Spreads texts apart as little as needed.

/// Returns positions for texts whose preferred positions are `wanted`, in the order of the list.
/// They are at least `apart` from each other, between `low` and `high`, and together as near to
/// `wanted` as possible. If there is not enough room, the distances are equal.
///
/// Texts that come too close form a block at the average of its members' preferred positions, as in
/// a monotone regression.
pub fn spread(wanted: &[f64], apart: f64, (low, high): (f64, f64)) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&first, &second| wanted[first].total_cmp(&wanted[second]));
    let between = u32::try_from(wanted.len().saturating_sub(1)).map_or(0.0, f64::from);
    let apart = if between > 0.0 { apart.min((high - low) / between) } else { apart };
    let mut blocks: Vec<Block> = Vec::new();
    for &text in &order {
        let mut block = Block { first: wanted[text], sum: wanted[text], members: 1.0 };
        while let Some(before) = blocks.pop_if(|before| before.end(apart) + apart > block.first) {
            block = before.join(&block, apart);
        }
        blocks.push(block);
    }
    let mut places = Vec::with_capacity(order.len());
    for block in &blocks {
        let mut place = block.first;
        for _ in 0..block.count() {
            places.push(place);
            place += apart;
        }
    }
    // Texts outside of the frame move to its edge, and push their neighbours.
    let mut least = low;
    for place in &mut places {
        *place = place.max(least);
        least = *place + apart;
    }
    let mut most = high;
    for place in places.iter_mut().rev() {
        *place = place.min(most);
        most = *place - apart;
    }
    let mut spread = vec![0.0; wanted.len()];
    for (text, place) in order.into_iter().zip(places) {
        spread[text] = place;
    }
    spread
}

/// A block of texts at the minimum distance from each other.
struct Block {
    /// The position of its first text.
    first: f64,
    /// Each text of the block prefers a position for the first text of the block. This is the sum
    /// of these positions.
    sum: f64,
    members: f64,
}

impl Block {
    fn end(&self, apart: f64) -> f64 {
        self.first + (self.members - 1.0) * apart
    }

    fn join(&self, next: &Self, apart: f64) -> Self {
        let sum = self.sum + next.sum - next.members * self.members * apart;
        let members = self.members + next.members;
        Self { first: sum / members, sum, members }
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small count")]
    fn count(&self) -> u32 {
        self.members as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(wanted: &[f64], frame: (f64, f64)) -> Vec<String> {
        spread(wanted, 10.0, frame).iter().map(|place| format!("{place:.1}")).collect()
    }

    #[test]
    fn texts_that_are_apart_do_not_move() {
        assert_eq!(printed(&[30.0, 5.0, 80.0], (0.0, 100.0)), ["30.0", "5.0", "80.0"]);
        assert!(spread(&[], 10.0, (0.0, 100.0)).is_empty());
    }

    #[test]
    fn overlapping_texts_move_equally() {
        assert_eq!(printed(&[50.0, 52.0], (0.0, 100.0)), ["46.0", "56.0"]);
        assert_eq!(printed(&[52.0, 50.0, 51.0], (0.0, 100.0)), ["61.0", "41.0", "51.0"]);
        assert_eq!(printed(&[50.0, 52.0, 58.0], (0.0, 100.0)), ["43.3", "53.3", "63.3"]);
    }

    #[test]
    fn texts_neither_overlap_nor_leave_the_frame() {
        assert_eq!(printed(&[-5.0, -4.0, 3.0], (0.0, 100.0)), ["0.0", "10.0", "20.0"]);
        assert_eq!(printed(&[99.0, 100.0], (0.0, 100.0)), ["90.0", "100.0"]);
        assert_eq!(printed(&[9.0; 4], (0.0, 15.0)), ["0.0", "5.0", "10.0", "15.0"]);
        let many: Vec<f64> = (0..8).map(|text| f64::from(text * text * 37 % 101)).collect();
        let mut places = spread(&many, 10.0, (0.0, 100.0));
        places.sort_by(f64::total_cmp);
        assert!(places[0] >= 0.0 && places[7] <= 100.0);
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= 10.0 - 1e-9), "{places:?}");
    }
}
