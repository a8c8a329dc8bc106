//! Formulas are read as Python reads them, written as they were read, and never read for long.

use proptest::prelude::*;
use stepfall_formula::{
    Formula, Kind, Literal, MAX_DEPTH, MAX_PARTS, Name, Operator, Parser, Position,
};

fn read(text: &str) -> Result<Formula, String> {
    let mut parser = Parser::new(text, 0, text.len());
    let formula = parser.formula().map_err(|error| error.to_string())?;
    if parser.rest().trim().is_empty() {
        Ok(formula)
    } else {
        Err(parser.expected("the end").to_string())
    }
}

/// The formula with brackets around everything that an operator or a sign joins.
fn grouped(formula: &Formula) -> String {
    match &formula.kind {
        Kind::Group(inner) => grouped(inner),
        Kind::Negated(inner) => format!("(-{})", grouped(inner)),
        Kind::Binary(operator, left, right) => {
            format!("({}{}{})", grouped(left), operator.sign(), grouped(right))
        }
        Kind::Call(name, arguments) => {
            let arguments: Vec<String> = arguments.iter().map(grouped).collect();
            format!("{}[{}]", name.name, arguments.join(","))
        }
        _ => formula.to_string(),
    }
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
        ("min(a, 3 + b, -1)", "min[a,(3+b),(-1)]"),
        ("Fraction(\"3/4\") + f()", "(Fraction[\"3/4\"]+f[])"),
    ] {
        assert_eq!(read(text).map(|formula| grouped(&formula)).as_deref(), Ok(wanted), "{text}");
    }
}

#[test]
fn commas_separate_thousands_where_that_is_asked_for() {
    let read = |text: &str| {
        let mut parser = Parser::new(text, 0, text.len()).with_thousands();
        let formula = parser.formula().unwrap();
        (grouped(&formula), parser.rest().to_owned())
    };
    for (text, wanted, rest) in [
        ("12,500 * a", "(12500*a)", ""),
        ("1,250,000.75", "1250000.75", ""),
        ("-3,000", "(-3000)", ""),
        ("1,25", "1", ",25"),
        ("1,2500", "1", ",2500"),
        ("1234,567", "1234", ",567"),
        ("min(1,250) + 1,250", "(min[1,250]+1250)", ""),
    ] {
        assert_eq!(read(text), (wanted.to_owned(), rest.to_owned()), "{text}");
    }
    assert_eq!(self::read("12,500"), Err("expected the end, found \",\"".to_owned()));
}

#[test]
fn errors_name_what_is_there_and_what_would_be_accepted() {
    for (text, wanted) in [
        ("", "expected a name or a number, and the text ends here"),
        ("a +", "expected a name or a number, and the text ends here"),
        ("a + * b", "expected a name or a number, found \"*\""),
        ("(a + b", "expected an operation (+, -, * or /) or ), and the text ends here"),
        ("(a b)", "expected an operation (+, -, * or /) or ), found \"b\""),
        ("f(a b)", "expected a comma or ) after an argument, found \"b\""),
        (
            "grün",
            "expected a name (letters a to z, digits and _, beginning with a letter), found \"ün\"",
        ),
        ("a b", "expected the end, found \"b\""),
        ("a (mod 97)", "expected the end, found \"(\""),
        ("1e9", "expected the end, found \"e9\""),
        ("[1]", "expected a name or a number, found \"[\""),
    ] {
        assert_eq!(read(text).err().as_deref(), Some(wanted), "{text}");
    }
}

#[test]
fn a_formula_has_bounds_that_are_told() {
    let deep = |depth: u32| "(".repeat(depth as usize) + "a" + &")".repeat(depth as usize);
    assert!(read(&deep(MAX_DEPTH)).is_ok());
    assert!(read(&deep(MAX_DEPTH + 1)).unwrap_err().contains("60 brackets"));
    let long = |parts: u32| vec!["a"; parts as usize].join(" + ");
    assert!(read(&long(MAX_PARTS)).is_ok());
    assert!(read(&long(MAX_PARTS + 1)).unwrap_err().contains("1,000 parts"));
    for endless in ["(", "-", "1+", "f(", "2**"] {
        assert!(read(&endless.repeat(1_000_000)).is_err());
    }
}

#[test]
fn a_position_counts_lines_and_characters_from_1() {
    let text = "a = b\nö = c";
    for (at, line, column) in [(0, 1, 1), (5, 1, 6), (6, 2, 1), (8, 2, 2), (99, 2, 6)] {
        assert_eq!(Position::of(text, at), Position { line, column }, "{at}");
    }
}

fn formulas() -> impl Strategy<Value = Formula> {
    let number =
        "[0-9]{1,3}(\\.[0-9]{1,2})?".prop_map(|text| Kind::Number(Literal { text, at: 0 }));
    let name = || "[a-w][a-z0-9_]{0,4}".prop_map(|name| Name { name, at: 0 });
    let leaf =
        prop_oneof![number, name().prop_map(Kind::Name)].prop_map(|kind| Formula::new(kind, 0));
    leaf.prop_recursive(5, 40, 3, move |inner| {
        let operator = prop::sample::select(vec![
            Operator::Add,
            Operator::Sub,
            Operator::Mul,
            Operator::Div,
            Operator::FloorDiv,
            Operator::Mod,
            Operator::Pow,
        ]);
        prop_oneof![
            inner.clone().prop_map(|inner| Kind::Negated(inner.into())),
            (operator, inner.clone(), inner.clone()).prop_map(|(operator, left, right)| {
                Kind::Binary(operator, left.into(), right.into())
            }),
            (name(), prop::collection::vec(inner, 0..3))
                .prop_map(|(name, arguments)| Kind::Call(name, arguments)),
        ]
        .prop_map(|kind| Formula::new(kind, 0))
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_as_it_was(formula in formulas()) {
        let again = read(&formula.to_string()).unwrap();
        prop_assert_eq!(grouped(&again), grouped(&formula));
        prop_assert_eq!(read(&again.to_string()).unwrap(), again);
    }

    #[test]
    fn any_text_is_a_formula_or_an_error_with_a_place(text in "[a-z0-9 .,()+*/%−×xé\"'-]{0,40}") {
        let mut parser = Parser::new(&text, 0, text.len());
        match parser.formula() {
            Ok(formula) => prop_assert!(formula.at <= parser.at && parser.at <= text.len()),
            Err(error) => prop_assert!(text.is_char_boundary(error.at) && error.at <= text.len()),
        }
    }
}
