//! Money in whole millionths of a US dollar: prices and the costs of attempts.

use std::fmt;
use std::ops::Add;

use serde::{Deserialize, Serialize};
use stepfall_link::{read_decimal, read_price};
use stepfall_provider::Usage;

use crate::fixed;

/// The number of tokens that a price is quoted for.
const PRICED: u128 = 1_000_000;

/// An amount in millionths of a US dollar. Sums stop at the largest amount.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Micros(pub u64);

impl Micros {
    /// No money: the start of a sum, and the cost of a free call.
    pub const ZERO: Self = Self(0);

    /// Reads an amount in dollars such as `2.50`; `None` if it is invalid or too large, or has more
    /// than six decimal places besides trailing zeros.
    pub fn read(dollars: &str) -> Option<Self> {
        read_decimal(dollars, 6).map(Self)
    }

    /// Returns the difference to another amount; zero if the other amount is larger.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Add for Micros {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl fmt::Display for Micros {
    /// Formats the amount in dollars, as [`Micros::read`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fixed::write(f, self.0, 6)
    }
}

/// The price of a model's tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    /// The price of a million tokens of input.
    pub input: Micros,
    /// The price of a million tokens of output, reasoning included.
    pub output: Micros,
    /// The date or the source of the price, in the user's words.
    pub dated: Option<String>,
}

impl Price {
    /// Converts a price from a list of models, which quotes the cost of one token in dollars.
    /// Returns `None` if a price cannot be read, or has more than twelve decimal places besides
    /// trailing zeros.
    pub fn listed(price: &stepfall_provider::Price, dated: Option<String>) -> Option<Self> {
        // A price per token in 10⁻¹² dollars equals the price per million tokens in 10⁻⁶ dollars.
        let parse = |text: &str| read_decimal(text, 12).map(Micros);
        Some(Self { input: parse(&price.input)?, output: parse(&price.output)?, dated })
    }

    /// Reads dollars for a million tokens of input and of output, optionally with a date:
    /// `0.15/0.6` or `0.15/0.6@2026-11-01`. Returns `None` if an amount cannot be read.
    pub fn read(text: &str) -> Option<Self> {
        let (amounts, dated) = match text.split_once('@') {
            Some((amounts, dated)) => (amounts, Some(dated.to_owned())),
            None => (text, None),
        };
        let (input, output) = read_price(amounts)?;
        Some(Self { input: Micros(input), output: Micros(output), dated })
    }

    /// Returns the cost of these tokens, rounded up to a whole millionth of a dollar.
    pub fn of_tokens(&self, input: u64, output: u64) -> Micros {
        let product = |tokens: u64, price: Micros| u128::from(tokens) * u128::from(price.0);
        let sum = product(input, self.input).saturating_add(product(output, self.output));
        Micros(u64::try_from(sum.div_ceil(PRICED)).unwrap_or(u64::MAX))
    }
}

impl fmt::Display for Price {
    /// Formats the dollars for a million tokens of input and of output, as in a plan's address:
    /// `0.15/0.6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.input, self.output)
    }
}

/// Returns the cost of a reply and its request.
///
/// Output is priced with its reasoning, as providers bill it. Cached input is priced like other
/// input, since the savings differ between providers. With a cache the cost is therefore too high
/// rather than too low. Returns `None` if the provider did not report tokens that have a price.
pub fn cost(usage: &Usage, price: &Price) -> Option<Micros> {
    let cost_of = |tokens: Option<u64>, price: Micros| match tokens {
        None if price == Micros::ZERO => Some(0),
        _ => tokens,
    };
    Some(price.of_tokens(cost_of(usage.input, price.input)?, cost_of(usage.output, price.output)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(input: u64, output: u64) -> Price {
        Price { input: Micros(input), output: Micros(output), dated: None }
    }

    fn usage(input: Option<u64>, output: Option<u64>) -> Usage {
        Usage { input, output, reasoning: output, cached: input }
    }

    #[test]
    fn amounts_are_in_dollars() {
        for (text, micros) in [("0", 0), ("2.5", 2_500_000), ("0.000001", 1), ("0.15", 150_000)] {
            assert_eq!(Micros::read(text), Some(Micros(micros)));
            assert_eq!(Micros(micros).to_string(), text);
        }
        assert_eq!(Micros::read("$2"), None);
        assert_eq!(Micros(u64::MAX) + Micros(1), Micros(u64::MAX));
    }

    #[test]
    fn a_cost_is_exact_and_rounded_up() {
        let dear = price(3_000_000, 15_000_000);
        for (input, output, cost) in [(0, 0, 0), (1, 0, 3), (1_000, 2_000, 33_000)] {
            assert_eq!(dear.of_tokens(input, output), Micros(cost));
        }
        assert_eq!(price(1, 0).of_tokens(1, 0), Micros(1));
        assert_eq!(price(1, 0).of_tokens(1_000_001, 0), Micros(2));
        assert_eq!(price(u64::MAX, u64::MAX).of_tokens(u64::MAX, u64::MAX), Micros(u64::MAX));
    }

    #[test]
    fn unreported_tokens_have_an_unknown_cost() {
        assert_eq!(cost(&usage(Some(10), Some(20)), &price(100_000, 200_000)), Some(Micros(5)));
        assert_eq!(cost(&usage(None, Some(20)), &price(100_000, 200_000)), None);
        assert_eq!(cost(&usage(Some(10), None), &price(100_000, 200_000)), None);
        assert_eq!(cost(&usage(None, None), &price(0, 0)), Some(Micros::ZERO));
    }

    #[test]
    fn a_listed_price_is_per_token() {
        let listed = |input: &str| stepfall_provider::Price {
            input: input.to_owned(),
            output: "0.0000006".to_owned(),
        };
        let price = Price::listed(&listed("0.00000015"), None).unwrap();
        assert_eq!((price.input, price.output), (Micros(150_000), Micros(600_000)));
        assert_eq!(price.to_string(), "0.15/0.6");
        assert_eq!(Price::listed(&listed("0.0000000000001"), None), None);
    }
}
