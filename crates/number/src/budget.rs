//! The digit budget, which limits the length of a number.

/// The maximum number of decimal digits of a numerator or a denominator.
///
/// An operation compares an upper bound for the length of its result with the budget before it
/// computes. So it may reject a result that would fit, above all if a common factor shortens it.
/// Lengths are in bits, with log2(10) taken as 3.322. Operations on numbers whose numerators and
/// denominators fit into an `i64` are never rejected; their results have at most 39 digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    digits: u32,
}

impl Budget {
    /// Creates a budget of `digits` decimal digits.
    pub const fn digits(digits: u32) -> Self {
        Self { digits }
    }

    /// Returns the limit in decimal digits.
    pub const fn limit(self) -> u32 {
        self.digits
    }

    /// Returns the limit in bits, rounded up.
    pub(crate) fn bits(self) -> u64 {
        u64::from(self.digits) * 33_220 / 10_000 + 1
    }
}

impl Default for Budget {
    /// Returns a budget of ten thousand digits. No item of a valid spec has a longer value, and an
    /// operation on values of this length takes well under a second.
    fn default() -> Self {
        Self::digits(10_000)
    }
}
