//! The falling curve that is nearest to measured values.

use crate::invalid::InvalidInput;
use crate::share::Weighted;

/// Returns the curve that never rises and has the least weighted squared distance from the points'
/// values; one value per point.
///
/// Pool adjacent violators: M. Ayer and others, An Empirical Distribution Function for Sampling
/// with Incomplete Information, Annals of Mathematical Statistics 26 (1955) 641-647. Neighbours are
/// pooled from their totals, so that shares of whole counts are rounded once.
///
/// # Errors
///
/// [`InvalidInput::Empty`] without points.
pub fn decreasing_fit(points: &[Weighted]) -> Result<Vec<f64>, InvalidInput> {
    if points.is_empty() {
        return Err(InvalidInput::Empty);
    }
    let mut blocks: Vec<Block> = Vec::with_capacity(points.len());
    for &point in points {
        let mut last = Block { mean: point, points: 1 };
        while let Some(before) = blocks.pop_if(|before| before.mean.value() < last.mean.value()) {
            last = before.join(last);
        }
        blocks.push(last);
    }
    Ok(blocks
        .iter()
        .flat_map(|block| std::iter::repeat_n(block.mean.value(), block.points))
        .collect())
}

/// Neighbouring points with a common value.
#[derive(Clone, Copy)]
struct Block {
    mean: Weighted,
    points: usize,
}

impl Block {
    fn join(self, next: Self) -> Self {
        Self { mean: self.mean.pool(next.mean), points: self.points + next.points }
    }
}
