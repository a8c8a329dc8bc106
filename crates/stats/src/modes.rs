//! Shares that add up to the whole where they are printed.

use std::cmp::Reverse;

use crate::invalid::InvalidInput;

/// The parts of `whole` (1,000 for thousandths, 10,000 for hundredths of a percent) that belong to `counts`, such as the attempts of one length
/// by failure mode. They add up to `whole` exactly, and each is the exact share rounded down or up; what is counted zero times
/// has no part.
///
/// By largest remainder (Hamilton's method of apportionment): all shares are rounded down, and the parts that are left go one
/// each to the largest remainders; of equal ones, to the earlier. It is done in whole numbers.
///
/// # Errors
///
/// [`InvalidInput::Empty`] where nothing is counted.
pub fn parts(counts: &[u32], whole: u32) -> Result<Vec<u32>, InvalidInput> {
    let all: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    if all == 0 {
        return Err(InvalidInput::Empty);
    }
    let product = |count: u32| u64::from(count) * u64::from(whole);
    let mut order: Vec<usize> = (0..counts.len()).collect();
    order.sort_by_key(|&position| Reverse(product(counts[position]) % all));

    let remainders: u64 = counts.iter().map(|&count| product(count) % all).sum();
    let left = remainders / all;
    let mut parts: Vec<u64> = counts.iter().map(|&count| product(count) / all).collect();
    for (_, position) in (0..left).zip(order) {
        parts[position] += 1;
    }
    Ok(parts.into_iter().map(|part| u32::try_from(part).unwrap_or(whole)).collect())
}
