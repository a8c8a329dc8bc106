//! Tests of the parser and the printer: operators bind as in Python, and a printed formula is
//! parsed as the same formula. Long or deep texts are rejected quickly.

use proptest::prelude::*;
use stepfall_formula::{Formula, Id, Kind, MAX_DEPTH, MAX_PARTS, Parser, Position};

/// Returns the formula of a whole text, or the error message.
fn read(text: &str) -> Result<Formula<'_>, String> {
    let mut parser = Parser::new(text, 0, text.len());
    let message = |error: stepfall_formula::FormulaError| {
        format!("{}: {error}, found {:?}", error.at, error.found(text))
    };
    let formula = parser.formula().map_err(message)?;
    if parser.rest().trim().is_empty() {
        Ok(formula)
    } else {
        Err(message(parser.expected("the end")))
    }
}

/// Returns a part of a formula, with round brackets around every operation and square brackets
/// around arguments.
fn grouped_part(formula: &Formula<'_>, part: Id) -> String {
    let inner_part = |part| grouped_part(formula, part);
    match formula.node(part).kind {
        Kind::Group(inner) => inner_part(inner),
        Kind::Negated(inner) => format!("(-{})", inner_part(inner)),
        Kind::Binary(operator, left, right) => {
            format!("({}{}{})", inner_part(left), operator.sign(), inner_part(right))
        }
        Kind::Call(name, first) => {
            format!("{}[{}]", formula.text(name), first.map(inner_part).unwrap_or_default())
        }
        Kind::Argument(argument, None) => inner_part(argument),
        Kind::Argument(argument, Some(next)) => {
            format!("{},{}", inner_part(argument), inner_part(next))
        }
        Kind::Number(_) => {
            formula.signed_number(part).map_or_else(String::new, |number| number.text)
        }
        Kind::Name(span) => formula.name(span).name,
        Kind::Text(span) => format!("\"{}\"", formula.text(span)),
    }
}

fn grouped(formula: &Formula<'_>) -> String {
    grouped_part(formula, formula.root)
}

#[test]
fn operators_bind_as_in_python() {
    for (text, wanted) in [
        ("a + b * c", "(a+(b*c))"),
        ("a - b - c", "((a-b)-c)"),
        ("a / b * c // d % e", "((((a/b)*c)//d)%e)"),
        ("-a ** 2", "(-(a**2))"),
        ("2 ** -a", "(2**(-a))"),
        ("a ** b ** c", "(a**(b**c))"),
        ("-a * b", "((-a)*b)"),
        ("a - -3", "(a-(-3))"),
        ("+a - (+b)", "(a-b)"),
        ("(a − b) × 2 ÷ c", "(((a-b)*2)/c)"),
        ("S₁ · 2.5 x S2 X 3", "(((S1*2.5)*S2)*3)"),
        ("x x x", "(x*x)"),
        ("3(a + b)(c - 1)", "((3*(a+b))*(c-1))"),
        ("-3(4+5) + 2*3(4)", "(((-3)*(4+5))+((2*3)*4))"),
        ("10% - 3", "(0.1-3)"),
        ("10%-3", "(10%(-3))"),
        ("10%3", "(10%3)"),
        ("min(a, 3 + b, -1)", "min[a,(3+b),(-1)]"),
        ("Fraction(\"3/4\") + f()", "(Fraction[\"3/4\"]+f[])"),
    ] {
        assert_eq!(read(text).map(|formula| grouped(&formula)), Ok(wanted.to_owned()), "{text}");
    }
}

/// Returns the formula at the beginning of a text, or `None`, and the rest of the text.
fn read_part(mut parser: Parser<'_>) -> (Option<String>, String) {
    let formula = parser.formula().ok().map(|formula| grouped(&formula));
    (formula, parser.rest().to_owned())
}

fn part(formula: &str, rest: &str) -> (Option<String>, String) {
    (Some(formula.to_owned()), rest.to_owned())
}

#[test]
fn commas_separate_thousands_outside_of_programs_and_calls() {
    for (text, wanted, rest) in [
        ("12,500 * a", "(12500*a)", ""),
        ("1,250,000.75", "1250000.75", ""),
        ("-3,000", "(-3000)", ""),
        ("1,25", "1", ",25"),
        ("1,2500", "1", ",2500"),
        ("1234,567", "1234", ",567"),
        ("min(1,250) + 1,250", "(min[1,250]+1250)", ""),
    ] {
        assert_eq!(read_part(Parser::new(text, 0, text.len())), part(wanted, rest), "{text}");
    }
}

#[test]
fn programs_accept_python_notation_only() {
    for (text, wanted, rest) in [
        ("round (a, 2)", "round[a,2]", ""),
        ("_a + 3.", "(_a+3)", ""),
        ("f(mod + 1)", "f[(mod+1)]", ""),
        ("12,500", "12", ",500"),
        ("a x b", "a", "x b"),
        ("größe % 5", "(größe%5)", ""),
        ("5% + 1", "(5%1)", ""),
        ("3(a + b)", "3", "(a + b)"),
    ] {
        assert_eq!(
            read_part(Parser::new(text, 0, text.len()).program()),
            part(wanted, rest),
            "{text}"
        );
    }
}

#[test]
fn errors_state_the_found_and_the_expected_text() {
    for (text, at, expected, found) in [
        ("", 0, "a name or a number", ""),
        ("a +", 3, "a name or a number", ""),
        ("a + * b", 4, "a name or a number", "*"),
        ("(a + b", 6, "an operation (+, -, * or /) or )", ""),
        ("(a b)", 3, "an operation (+, -, * or /) or )", "b"),
        ("f(a b)", 4, "a comma or ) after an argument", "b"),
        ("grün + \u{202e}b", 8, "a name or a number", "\u{202e}"),
        ("_a", 0, "a name (letters, digits and _, beginning with a letter)", "_a"),
        ("a b", 2, "the end", "b"),
        ("a (mod 97)", 2, "the end", "("),
        ("a(mod 97)", 1, "the end", "("),
        ("a (b)", 2, "the end", "("),
        ("2x - a", 1, "the end", "x"),
        ("1e9", 1, "the end", "e9"),
        ("[1]", 0, "a name or a number", "["),
    ] {
        let wanted = format!("{at}: expected {expected}, found {found:?}");
        assert_eq!(read(text).err(), Some(wanted), "{text}");
    }
}

#[test]
fn formulas_beyond_a_limit_are_errors_that_name_it() {
    let deep = |depth: u32| "(".repeat(depth as usize) + "a" + &")".repeat(depth as usize);
    assert!(read(&deep(MAX_DEPTH)).is_ok());
    assert!(read(&deep(MAX_DEPTH + 1)).unwrap_err().contains("60 brackets"));
    // More arguments do not increase the depth.
    assert!(read(&("f(".to_owned() + &"1, ".repeat(2 * MAX_DEPTH as usize) + "1)")).is_ok());
    let long = |parts: u32| vec!["a"; parts as usize].join(" + ");
    assert!(read(&long(MAX_PARTS)).is_ok());
    assert!(read(&long(MAX_PARTS + 1)).unwrap_err().contains("600 parts"));
    let quoted = |parts: u32| format!("f({})", vec!["'a'"; parts as usize].join(", "));
    assert!(read(&quoted(MAX_PARTS - 1)).is_ok(), "the call is a part too");
    assert!(read(&quoted(MAX_PARTS)).unwrap_err().contains("600 parts"));
    for endless in ["(", "-", "1+", "f(", "2**"] {
        assert!(read(&endless.repeat(1_000_000)).is_err());
    }
}

#[test]
fn position_counts_lines_and_characters_from_1() {
    let text = "a = b\nö = c";
    for (at, line, column) in [(0, 1, 1), (5, 1, 6), (6, 2, 1), (8, 2, 2), (99, 2, 6)] {
        assert_eq!(Position::of(text, at), Position { line, column }, "{at}");
    }
}

/// Generates texts of formulas with more brackets than they need.
fn formulas() -> impl Strategy<Value = String> {
    let leaf = prop_oneof!["[0-9]{1,3}(\\.[0-9]{1,2})?", "[a-w][a-z0-9_]{0,4}"];
    leaf.prop_recursive(5, 40, 3, |inner| {
        let operator = prop::sample::select(vec!["+", "-", "*", "/", "//", "%", "**"]);
        prop_oneof![
            inner.clone().prop_map(|inner| format!("-({inner})")),
            (inner.clone(), operator, inner.clone())
                .prop_map(|(left, operator, right)| format!("({left}) {operator} ({right})")),
            ("[a-w]{3}", prop::collection::vec(inner, 0..3))
                .prop_map(|(name, arguments)| format!("{name}({})", arguments.join(", "))),
        ]
    })
}

proptest! {
    #[test]
    fn printed_formula_parses_as_the_same_formula(text in formulas()) {
        let formula = read(&text).unwrap();
        let written = formula.to_string();
        let again = read(&written).unwrap();
        prop_assert_eq!(grouped(&again), grouped(&formula));
        prop_assert_eq!(again.to_string(), written);
    }

    #[test]
    fn any_text_is_a_formula_or_an_error_with_a_position(text in "[a-z0-9 .,()+*/%−×xé\"'-]{0,40}") {
        let mut parser = Parser::new(&text, 0, text.len());
        match parser.formula() {
            Ok(_) => prop_assert!(text.is_char_boundary(parser.at)),
            Err(error) => prop_assert!(text.is_char_boundary(error.at) && error.found(&text).len() <= text.len()),
        }
    }
}
