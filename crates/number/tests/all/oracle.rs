//! Compares the operations with `num-rational`, an independent implementation, and tests parsing
//! and printing.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use proptest::prelude::*;
use stepfall_number::{Budget, Number, NumberError};

/// Generates texts of fractions, from small ones to ones far beyond 64 bits.
fn fraction() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        (0i64..30).prop_map(|n| n.to_string()),
        any::<i64>().prop_map(|n| n.unsigned_abs().to_string()),
        any::<u128>().prop_map(|n| n.to_string()),
        "[1-9][0-9]{0,60}",
    ];
    (any::<bool>(), part.clone(), part).prop_map(|(negative, top, bottom)| {
        let bottom = if bottom == "0" { "1".to_owned() } else { bottom };
        format!("{}{top}/{bottom}", if negative { "-" } else { "" })
    })
}

fn oracle(text: &str) -> BigRational {
    let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
    BigRational::new(top.parse().unwrap(), bottom.parse().unwrap())
}

fn assert_same(number: &Number, expected: &BigRational) {
    assert_eq!(number.to_string(), expected.to_string());
    assert_eq!(
        number.to_string().parse::<Number>().unwrap(),
        *number,
        "the printed text parses to another number"
    );
}

/// Rounds half away from zero, with the operations of `num-rational`.
fn rounded(value: &BigRational, places: u32) -> BigRational {
    let scale = BigRational::from_integer(BigInt::from(10).pow(places));
    let half = BigRational::new(1.into(), 2.into());
    let magnitude = (value.abs() * &scale + half).floor() / scale;
    if value.is_negative() { -magnitude } else { magnitude }
}

proptest! {
    #[test]
    fn operations_agree_with_num_rational(a in fraction(), b in fraction(), places in 0u32..8) {
        let budget = Budget::default();
        let (x, y) = (a.parse::<Number>().unwrap(), b.parse::<Number>().unwrap());
        let (p, q) = (oracle(&a), oracle(&b));
        assert_same(&x, &p);
        assert_same(&x.add(&y, budget).unwrap(), &(&p + &q));
        assert_same(&x.sub(&y, budget).unwrap(), &(&p - &q));
        assert_same(&x.mul(&y, budget).unwrap(), &(&p * &q));
        if q.is_zero() {
            prop_assert_eq!(x.div(&y, budget), Err(NumberError::DivisionByZero));
        } else {
            assert_same(&x.div(&y, budget).unwrap(), &(&p / &q));
        }
        assert_same(&x.neg(), &-&p);
        assert_same(&x.abs(), &p.abs());
        assert_same(&x.round(places), &rounded(&p, places));
        prop_assert_eq!(x.cmp(&y), p.cmp(&q));
        prop_assert_eq!(x.is_zero(), p.is_zero());
        prop_assert_eq!(x.is_negative(), p.is_negative());
        prop_assert_eq!(x.is_integer(), p.is_integer());
    }

    #[test]
    fn equal_fractions_parse_to_equal_numbers(num in any::<i64>(), den in any::<i64>(), factor in 1i64..1000) {
        prop_assume!(den != 0);
        let text = format!("{}/{}", i128::from(num) * i128::from(factor), i128::from(den) * i128::from(factor));
        prop_assert_eq!(text.parse::<Number>().unwrap(), Number::fraction(num, den).unwrap());
    }

    #[test]
    fn decimals_print_and_read_back(scaled in any::<i64>(), places in 0u32..12) {
        let text = stepfall_number::fixed_text(scaled, places);
        let value: Number = text.parse().unwrap();
        prop_assert_eq!(value.to_fixed(places), text);
        let shortest = value.to_decimal().unwrap();
        prop_assert_eq!(shortest.parse::<Number>().unwrap(), value);
        prop_assert!(!shortest.contains('.') || !shortest.ends_with('0'), "{}", shortest);
    }

    #[test]
    fn long_numbers_print_every_digit(text in "[1-9](0{1,400}|[0-9]{1,400}|9{1,400}){1,3}") {
        let number: Number = text.parse().unwrap();
        prop_assert_eq!(number.to_string(), text);
    }

    #[test]
    fn residues_agree_with_rem_euclid(value in any::<i128>(), modulus in 1u32..100_000) {
        let number: Number = value.to_string().parse().unwrap();
        let residue = number.rem_euclid(modulus).and_then(|r| r.to_i64()).unwrap();
        prop_assert_eq!(i128::from(residue), value.rem_euclid(i128::from(modulus)));
    }

    #[test]
    fn any_accepted_text_prints_and_parses_back(text in "\\PC{0,40}|[-+0-9./]{0,30}") {
        if let Ok(value) = text.parse::<Number>() {
            prop_assert_eq!(value.to_string().parse::<Number>().unwrap(), value);
        }
    }
}
