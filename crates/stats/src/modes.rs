//! Shares that still add up to the whole after rounding.

use std::cmp::Reverse;

use crate::invalid::InvalidInput;

/// Divides `whole` into parts in proportion to `counts`, such as the attempts of one length by
/// failure mode. `whole` is 1,000 for thousandths and 10,000 for hundredths of a percent. The parts
/// add up to `whole` exactly, and each is the exact share rounded down or up. A count of zero has a
/// part of zero.
///
/// The method is the largest remainder (Hamilton's method of apportionment), in whole numbers. All
/// shares are rounded down. The units that are left go to the largest remainders, one unit each;
/// among equal remainders, to the earlier one.
///
/// # Errors
///
/// [`InvalidInput::Empty`] without counts, and if all counts are zero.
pub fn apportion(counts: &[u32], whole: u32) -> Result<Vec<u32>, InvalidInput> {
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
