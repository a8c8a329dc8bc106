//! Tests of digit budgets, of texts that are not numbers, and of arithmetic at the limits of 64
//! bits.

use stepfall_number::{Budget, Number, NumberError, ParseNumberError};

#[test]
fn power_tower_ends_with_a_too_long_error() {
    let budget = Budget::default();
    let mut value = Number::integer(12_345);
    let error = loop {
        match value.mul(&value, budget) {
            Ok(next) => value = next,
            Err(error) => break error,
        }
    };
    assert_eq!(error, NumberError::TooLong { limit: 10_000 });
    assert_eq!(error.to_string(), "a value grew past 10000 digits");
    assert!(value.to_string().len() > 5_000, "values near the limit are accepted");
}

#[test]
fn budget_limits_sums_and_quotients() {
    let tight = Budget::digits(40);
    let long: Number = "1/123456789012345678901234567891".parse().unwrap();
    let other: Number = "1/987654321098765432109876543211".parse().unwrap();
    assert_eq!(long.add(&other, tight), Err(NumberError::TooLong { limit: 40 }));
    assert_eq!(long.div(&other, tight), Err(NumberError::TooLong { limit: 40 }));
    assert!(long.add(&other, Budget::digits(61)).is_ok());
}

#[test]
fn invalid_numbers_are_refused_with_their_error() {
    for text in
        ["", "-", "+", ".", "1/", "/2", "1/2/3", "1.5/2", "1 2", "1e5", "0x10", "−5", "--1", "1..2"]
    {
        assert_eq!(text.parse::<Number>(), Err(ParseNumberError::Malformed), "{text:?}");
    }
    assert_eq!("3/0".parse::<Number>(), Err(ParseNumberError::ZeroDenominator));
    assert_eq!("9".repeat(10_001).parse::<Number>(), Err(ParseNumberError::TooLong));
}

#[test]
fn arithmetic_is_exact_at_the_limits_of_64_bits() {
    let budget = Budget::default();
    let least = Number::integer(i64::MIN);
    assert_eq!(least.neg().to_string(), "9223372036854775808");
    assert_eq!(least.neg().neg(), least);
    assert_eq!(least.sub(&Number::integer(1), budget).unwrap().to_string(), "-9223372036854775809");
    assert_eq!(Number::fraction(i64::MIN, i64::MIN), Some(Number::integer(1)));
    assert_eq!(Number::fraction(1, i64::MIN).unwrap().to_string(), "-1/9223372036854775808");
    assert_eq!(Number::fraction(1, 0), None);
    assert_eq!(Number::fraction(5, -10).unwrap().to_fixed(3), "-0.500");
    assert_eq!(Number::fraction(-1, 3000).unwrap().to_fixed(3), "0.000");
    assert_eq!(Number::fraction(-1, 2000).unwrap().to_fixed(3), "-0.001");
    assert_eq!(Number::fraction(1, 3).unwrap().to_decimal(), None);
    assert_eq!(Number::fraction(1, 2).unwrap().rem_euclid(7), None);
    assert_eq!(Number::integer(5).rem_euclid(0), None);
}
