//! How long a number may become.

/// The largest number of decimal digits that a numerator or a denominator may have.
///
/// Lengths are compared in bits, with log2(10) taken as 3.3219, before a result is computed: what is compared is an upper
/// bound for its length, so that a result close to the budget may be refused. Results of numbers whose parts fit into 64
/// bits are never refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    digits: u32,
}

impl Budget {
    /// A budget of `digits` decimal digits.
    pub const fn digits(digits: u32) -> Self {
        Self { digits }
    }

    /// The limit in decimal digits.
    pub const fn limit(self) -> u32 {
        self.digits
    }

    /// The limit in bits, rounded up.
    pub(crate) fn bits(self) -> u64 {
        u64::from(self.digits) * 33_220 / 10_000 + 1
    }
}

impl Default for Budget {
    /// Ten thousand digits: more than any item of a valid spec needs, and well under a second of work.
    fn default() -> Self {
        Self::digits(10_000)
    }
}
