//! Custom procedures: texts that are read, and errors of those that are not.

use proptest::prelude::*;
use stepfall_procedure::{
    Arithmetic, Condition, Generator, Item, MAX_PROCEDURE, NameStyle, Op, Seed, Spec, Wording,
};

fn read(text: &str) -> Item {
    Item::from_text(text, None).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn error_of(text: &str) -> String {
    Item::from_text(text, None).unwrap_err().to_string()
}

fn error_under(numbers: &str, text: &str) -> String {
    Item::from_text(text, Some(numbers.parse().unwrap())).unwrap_err().to_string()
}

#[test]
fn invisible_characters_are_quoted_with_escapes() {
    for (written, found) in [
        ("\u{1b}", "\\u{1b}"),
        ("\0", "\\u{0}"),
        ("\u{e}", "\\u{e}"),
        ("\u{202e}x", "\\u{202e}"),
        ("\u{9d}x", "\\u{9d}"),
        ("\u{feff}", "\\u{feff}"),
    ] {
        let error = error_of(&format!("a = 1\nb = 2\nc{written} = a + b\n"));
        assert!(error.ends_with(&format!("found “{found}”")), "{error}");
    }
}

fn arithmetic() -> impl Strategy<Value = Arithmetic> {
    prop_oneof![
        Just(Arithmetic::Integer),
        Just(Arithmetic::Modular { modulus: 97 }),
        (1u8..=4).prop_map(|places| Arithmetic::Decimal { places }),
        Just(Arithmetic::Rational),
    ]
}

fn spec() -> impl Strategy<Value = Spec> {
    let wording = prop::sample::select(&Wording::ALL[..]);
    let names = prop::sample::select(&NameStyle::ALL[..]);
    (arithmetic(), 1u16..40, wording, names).prop_map(|(numbers, steps, wording, names)| Spec {
        steps,
        wording,
        names,
        ..Spec::new(numbers)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Every wording of an item, alone and within any prompt that lists it, is read as the same
    /// procedure.
    #[test]
    fn every_wording_and_prompt_reads_back_as_the_same_procedure(spec in spec(), seed in 0u64..1_000) {
        let Ok(generator) = Generator::new(spec) else { return Ok(()) };
        let Ok(item) = generator.item(Seed::wrapping(seed), 0) else { return Ok(()) };
        let same = |text: &str, numbers| {
            let custom = Item::from_text(text, numbers).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
            prop_assert_eq!(&custom.procedure, &item.procedure, "{}", text);
            prop_assert_eq!(&custom.values, &item.values);
            prop_assert_eq!(custom.text_in(spec.wording), item.text());
            prop_assert!(custom.is_custom());
            Ok(())
        };
        for wording in Wording::ALL {
            same(&item.text_in(wording), Some(spec.arithmetic))?;
        }
        for condition in [Condition::AnswerOnly, Condition::Trace, Condition::Free, Condition::Structured,
            Condition::Symbolic, Condition::Stepwise, Condition::Calculator, Condition::CalculatorText, Condition::Transcribe] {
            same(&item.prompt(condition), None)?;
        }
        same(&serde_json::to_string(&item.record(Condition::Trace).unwrap()).unwrap(), None)?;
    }

    /// Reading any text ends with an item or with a position in the text.
    #[test]
    fn any_text_is_a_procedure_or_an_error_with_a_position(text in r#"([a-cS]{1,2}[1-3]?|[-+*/=:#(){}\[\]",.%]|let|be|add|and|call| |[0-9]{1,3}|\n|é|−|\\){0,60}"#) {
        assert_reads_or_reports_position(&text)?;
    }

    /// Reading a prompt with some changed characters also ends with an item or with a position.
    #[test]
    fn damaged_prompt_is_a_procedure_or_an_error_with_a_position(
        spec in spec(),
        seed in 0u64..100,
        changes in prop::collection::vec((0usize..4_000, prop::sample::select(&[
            "", " ", "\n", "\"", "\\", "{", "}", "(", ")", "=", "/", "-", "0", "9", "S", "x", "é", "₃", "#", "```", "%", ".", ",", ":",
        ][..])), 1..4),
    ) {
        let Ok(generator) = Generator::new(Spec { steps: spec.steps.min(6), ..spec }) else { return Ok(()) };
        let Ok(item) = generator.item(Seed::wrapping(seed), 0) else { return Ok(()) };
        let mut text: Vec<char> = item.prompt(Condition::AnswerOnly).chars().collect();
        for (at, with) in changes {
            let at = at % text.len();
            text.splice(at..=at, with.chars());
        }
        assert_reads_or_reports_position(&text.into_iter().collect::<String>())?;
    }
}

/// Checks that a text that is read has the same procedure in every wording. Any other text must
/// have an error with a position in the text.
fn assert_reads_or_reports_position(text: &str) -> Result<(), TestCaseError> {
    match Item::from_text(text, None) {
        Ok(item) => {
            for wording in Wording::ALL {
                let reread = Item::from_text(&item.text_in(wording), Some(item.spec.arithmetic));
                prop_assert_eq!(
                    reread.map(|reread| reread.procedure),
                    Ok(item.procedure.clone()),
                    "{}",
                    text
                );
            }
        }
        Err(error) => {
            let lines = u32::try_from(text.split('\n').count()).unwrap();
            prop_assert!((1..=lines).contains(&error.place.line), "{}", error);
            prop_assert!(!error.to_string().is_empty());
        }
    }
    Ok(())
}

#[test]
fn usual_notations_of_users_are_read() {
    let item = read(
        "# rent for two\nprice := 120\n\n  Rate_2 = −7  # negative\n1. a = price × 3\nb = a · Rate_2;\nc = b ÷ 5\nd = c x 2\n- e = d – price\n",
    );
    assert_eq!(
        item.text(),
        "price = 120\nRate_2 = -7\na = price * 3\nb = a * Rate_2\nc = b / 5\nd = c * 2\ne = d - price"
    );
    assert_eq!(item.answer_text(), "-1128");
    assert_eq!(item.spec.names, NameStyle::Custom);
    assert_eq!((item.spec.steps, item.spec.uses(Op::Add)), (5, false));
    let prompt = item.prompt(Condition::Trace);
    assert!(prompt.contains("It has two inputs and 5 steps."), "{prompt}");
    assert!(!prompt.contains("The names mean nothing"), "{prompt}");
    assert!(prompt.contains("C1 = A1 + B1 = 4 + 9 = 13"), "{prompt}");
}

#[test]
fn numbered_names_are_recognised() {
    let item = read("S1 = 4\nS2 = 9\nS3 = S1 + S2 = 4 + 9 = 13\nS₄ = S₃ * 2");
    assert_eq!((item.spec.names, item.answer_text().as_str()), (NameStyle::Numbered, "26"));
}

/// Prompts that change the steps or their signs are refused, because they would be read as other
/// procedures. Their records contain the procedure and are read.
#[test]
fn prompts_with_changed_steps_are_errors_and_their_records_are_read() {
    let expected = [
        (
            Condition::Exception,
            "this prompt of the condition exception has a rule that exchanges + and - in some steps; expected the procedure with signs that mean what \
             they usually mean, as a prompt of the condition trace or the JSON record of the item gives it",
        ),
        (
            Condition::Remapped,
            "this prompt of the condition remapped gives the signs other meanings than usual; expected the procedure with signs that mean what they \
             usually mean, as a prompt of the condition trace or the JSON record of the item gives it",
        ),
        (
            Condition::Unchained,
            "this prompt of the condition unchained has steps none of which uses another; expected the procedure itself, as a prompt of the condition \
             trace or the JSON record of the item gives it",
        ),
        (
            Condition::Copy,
            "this prompt of the condition copy has look-ups in tables in place of operations; expected the procedure itself, as a prompt of the \
             condition trace or the JSON record of the item gives it",
        ),
    ];
    let arithmetics = [
        Arithmetic::Integer,
        Arithmetic::Modular { modulus: 97 },
        Arithmetic::Decimal { places: 2 },
        Arithmetic::Rational,
    ];
    for (numbers, wording) in
        arithmetics.into_iter().flat_map(|numbers| Wording::ALL.map(|wording| (numbers, wording)))
    {
        let generator = Generator::new(Spec { steps: 8, wording, ..Spec::new(numbers) }).unwrap();
        let item = generator.item(Seed::wrapping(4), 0).unwrap();
        for (condition, message) in expected {
            let prompt = item.prompt(condition);
            let error = Item::from_text(&prompt, None).unwrap_err();
            assert_eq!(error.problem.to_string(), message, "{wording:?} {prompt}");
            assert!([1, 3].contains(&error.place.line), "{} {prompt}", error.place);
            let wrapped = prompt.replace(". ", ".\n");
            let error = Item::from_text(&wrapped, None).unwrap_err();
            assert_eq!(error.problem.to_string(), message, "{wording:?} {wrapped}");
            let record = serde_json::to_string_pretty(&item.record(condition).unwrap()).unwrap();
            for text in [record.clone(), format!("An item:\n```json\n{record}\n```")] {
                assert_eq!(read(&text).procedure, item.procedure, "{condition}");
            }
        }
    }
    assert_eq!(
        error_of("a = 4\nb = 9\n# The signs do not mean what they usually mean.\nc = a + b")
            .split_once(": this prompt")
            .map(|(place, _)| place),
        Some("line 3, column 3")
    );
}

#[test]
fn input_may_be_set_where_it_is_first_needed() {
    let item = read("x = 5\nz = x * 2\ny = 3\nw = z + y");
    assert_eq!(item.text(), "x = 5\ny = 3\nz = x * 2\nw = z + y");
}

#[test]
fn the_arithmetic_follows_from_the_text() {
    let arithmetic_of = |text: &str| read(text).procedure.arithmetic.to_string();
    assert_eq!(arithmetic_of("a = 4\nb = 9\nc = a + b"), "integer");
    assert_eq!(arithmetic_of("a = 4.5\nb = 0.25\nc = a + b"), "decimal2");
    assert_eq!(arithmetic_of("a = 3/4\nb = -2\nc = a + b"), "rational");
    assert_eq!(arithmetic_of("mod 97\na = 90\nb = 9\nc = a + b"), "mod97");
    assert_eq!(arithmetic_of("# mod 97\na = 90\nb = 9\nc = a + b"), "mod97");
    assert_eq!(arithmetic_of("a = 90\nb = 9\nc = (a + b) % 97"), "mod97");
    assert_eq!(arithmetic_of("a = 90\nb = 9\nc = a + b (mod 97)"), "mod97");
    assert_eq!(arithmetic_of("a = 90\nb = 9\nc = a + b(mod 97)"), "mod97");
    assert_eq!(arithmetic_of("mod 97\na = 90\nb = 9\nc = a + b % 97"), "mod97");
    // In other texts `%` is a remainder.
    assert_eq!(arithmetic_of("a = 90\nb = 9\nc = a + b % 97"), "integer");
    assert_eq!(arithmetic_of("a = 90\nb = 9\nc = (a + b) % 97\nd = c * 2"), "integer");
    assert_eq!(arithmetic_of("a = 120\nb = 9\nc = (a + b) % 97"), "integer");
    assert_eq!(arithmetic_of("a = 9 / (4)\nb = 9\nc = a + b"), "rational");
    assert_eq!(arithmetic_of("numbers: rational\na = 90\nb = 9\nc = a / b\nd = c / 7"), "rational");
    assert_eq!(
        arithmetic_of(
            "All values are exact fractions; nothing is rounded.\na = 9\nb = 4\nc = a / b"
        ),
        "rational"
    );
}

#[test]
fn text_that_is_no_procedure_is_an_error_with_a_position() {
    let inputs = "a = 4\nb = 9\n";
    let after = |line: &str| error_of(&format!("{inputs}{line}"));
    assert_eq!(
        error_of(""),
        "line 1, column 1: there is no step; expected a line such as S3 = S1 + S2"
    );
    assert_eq!(
        error_of(inputs),
        "line 2, column 6: there is no step; expected a line such as S3 = S1 + S2"
    );
    assert_eq!(
        after("hello world"),
        "line 3, column 7: expected = as in a step such as S3 = S1 + S2 or an input such as S1 = 12 (a remark begins with #), found “world”"
    );
    assert_eq!(
        after("c = a + "),
        "line 3, column 9: expected a name or a number, and the line ends here"
    );
    assert_eq!(
        after("c = a + b a"),
        "line 3, column 11: expected an operation (+, -, * or /) or the end of the line, found “a”"
    );
    assert_eq!(
        after("c = (a + b"),
        "line 3, column 11: expected an operation (+, -, * or /) or ), and the line ends here"
    );
    assert_eq!(
        after("c = sqrt(a, b)"),
        "line 3, column 5: expected names and numbers joined by + - * / // %, a small power such as ** 2, or min, max, abs and round, found “sqrt”"
    );
    assert_eq!(
        after("c = round(a, b)"),
        "line 3, column 14: a value is rounded to 0 to 6 decimal places"
    );
    assert_eq!(
        after("c = a % 0"),
        "line 3, column 9: “0” is zero here, and the division by zero has no value"
    );
    assert_eq!(
        error_under("rational", "a = 1\nb = 9\nc = a / 8\nd = round(c, 2)"),
        "line 4, column 11: “1/8” is half-way between two values, and programs round it in different ways; expected a value that is nearer to one of them"
    );
    assert_eq!(
        error_of("a = -1.5\nb = a // 2"),
        "line 2, column 5: programs divide negative decimals in different ways; expected values from 0 on, whole numbers, or fractions (rational)"
    );
    assert_eq!(after("c = a ** 11"), "line 3, column 10: a power is a whole number from 2 to 10");
    assert_eq!(
        after("c = (c + 1) * 2"),
        "line 3, column 6: “c” is made of itself; expected a name that is set above"
    );
    assert_eq!(
        after("c = (a + b) * 2\nAdd c_1 and a and call it d."),
        "line 4, column 5: “c_1” is used but never set; expected a name that is set above"
    );
    assert_eq!(
        after("c = (a + b) * c_1"),
        "line 3, column 15: “c_1” is used but never set; expected a name that is set above"
    );
    assert_eq!(
        error_of("a = 5 mod 97\nb = 9\nc = a + b"),
        "line 1, column 7: expected an operation (+, -, * or /) or the end of the line, found “mod”"
    );
    assert_eq!(
        after("c = a * -1000000000"),
        "line 3, column 9: “-1000000000” cannot be a constant of a step; expected a number of at most 999999999 with at most six decimals, or a name that is set to it"
    );
    assert_eq!(
        error_under("integer", "a = 4\nb = 9\nc = a * 1.5"),
        "line 3, column 9: “1.5” is not a number of this arithmetic; expected a whole number (integer)"
    );
    assert_eq!(
        after("c = a + größe"),
        "line 3, column 9: “größe” is used but never set; expected a name that is set above"
    );
    assert_eq!(
        after("c = a + \u{202e}b"),
        "line 3, column 9: expected a name or a number, found “\\u{202e}”"
    );
}

#[test]
fn names_must_be_set_before_use_and_be_distinct() {
    let after = |line: &str| error_of(&format!("a = 4\nb = 9\n{line}"));
    assert_eq!(
        after("c = a + d"),
        "line 3, column 9: “d” is used but never set; expected a name that is set above"
    );
    assert_eq!(
        after("c = a + d\nd = a + b"),
        "line 3, column 9: “d” is used before it is set, in line 4, column 1; expected a name that is set above"
    );
    assert_eq!(
        after("c = a + d\ne = c + a\nd = e + b"),
        "line 3, column 9: “c” is made of “d”, which is made of “c” in turn, in line 5, column 1; expected a name that is set above"
    );
    assert_eq!(
        after("c = a + c"),
        "line 3, column 9: “c” is made of itself; expected a name that is set above"
    );
    assert_eq!(
        after("c = a + b\nC = a - b"),
        "line 4, column 1: “C” differs from the name in line 3, column 1 only in capitals; expected names that differ in more than capitals"
    );
    let inputs: Vec<String> = (1..=65).map(|number| format!("a{number} = {number}")).collect();
    assert_eq!(
        error_of(&inputs.join("\n")),
        "line 65, column 1: this is input 65; a procedure has at most 64 (a number of up to nine digits can stand in a step as it is)"
    );
    assert_eq!(
        after("print = a + b"),
        "line 3, column 1: “print” is a reserved word; expected another name, such as print_1"
    );
    assert_eq!(
        after("c = a - a\nd = b / c"),
        "line 4, column 9: “c” is zero here, and the division by zero has no value"
    );
    assert_eq!(
        after("c = b / a"),
        "line 3, column 9: 9 / 4 leaves a remainder; expected a division of whole numbers that comes out even, or other numbers (rational, decimal2)"
    );
    assert_eq!(
        after("c = a + b\nd = c * a\nprint(c)"),
        "line 5, column 7: the answer is the value of the last step; expected “d”"
    );
    assert_eq!(
        after(&format!("{} = a + b", "n".repeat(33))),
        "line 3, column 1: the name is longer than 32 characters"
    );
}

/// Reads lines after two inputs, and returns the steps as the item writes them.
fn steps_of(lines: &str) -> Vec<String> {
    let text = format!("a = 4\nb = 9\n{lines}");
    let item = Item::from_text(&text, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
    item.text_in(Wording::Assignments).lines().skip(2).map(str::to_owned).collect()
}

#[test]
fn formulas_become_steps_innermost_first_from_left_to_right() {
    for (lines, steps) in [
        (
            "c = (a + b) * (b - a) - 3",
            &["c_1 = a + b", "c_2 = b - a", "c_3 = c_1 * c_2", "c = c_3 - 3"][..],
        ),
        ("c = a - b - a", &["c_1 = a - b", "c = c_1 - a"]),
        ("c = a + b * 2", &["c_1 = b * 2", "c = a + c_1"]),
        ("c = a", &["c = a + 0"]),
        ("c = -a", &["c = 0 - a"]),
        ("c = -(a + b)", &["c_1 = a + b", "c = 0 - c_1"]),
        ("c = a + -3\nd = c - -5", &["c = a + (-3)", "d = c - (-5)"]),
        ("c = -3 + a\nd = -2 * c", &["c = (-3) + a", "d = (-2) * c"]),
        ("c = (2 + 3) * a", &["c_1 = 2 + 3", "c = c_1 * a"]),
        ("c = 3 * 2", &["c = 3 * 2"]),
        ("c = a ** 3", &["c_1 = a * a", "c = c_1 * a"]),
        ("c = (a + b) ** 2", &["c_1 = a + b", "c = c_1 * c_1"]),
        ("c = ((a) + ((b)))", &["c = a + b"]),
        ("c = a + 12,500", &["c = a + 12500"]),
        // A generated name skips a number whose name is already used.
        ("c_1 = a + b\nc = a * b + c_1", &["c_1 = a + b", "c_2 = a * b", "c = c_2 + c_1"]),
    ] {
        assert_eq!(steps_of(lines), steps, "{lines}");
    }
}

#[test]
fn name_that_is_set_again_becomes_a_new_step() {
    for (lines, steps) in [
        ("a = a + b\nc = a * 2", &["a_1 = a + b", "c = a_1 * 2"][..]),
        (
            "a += 3\na *= b - 1\nc = a",
            &["a_1 = a + 3", "a_2 = b - 1", "a_3 = a_1 * a_2", "c = a_3 + 0"],
        ),
        ("c = a + b\nc = c - a\nprint(c)", &["c = a + b", "c_1 = c - a"]),
        ("b = 12\nc = a + b", &["b_1 = 12 + 0", "c = a + b_1"]),
        ("Add a and b and call it c.\nAdd c and b and call it c.", &["c = a + b", "c_1 = c + b"]),
    ] {
        let found = steps_of(lines);
        assert_eq!(found.len(), steps.len(), "{found:?}");
        assert_eq!(found, steps, "{lines}");
    }
}

#[test]
fn names_of_formula_parts_fit_the_limit_and_are_distinct() {
    let name = "n".repeat(32);
    let steps = steps_of(&format!("{name} = (a + b) * (a - b) * (b - a)"));
    assert_eq!(steps[0], format!("{}_1 = a + b", "n".repeat(30)));
    assert!(steps.iter().all(|step| step.split(' ').next().unwrap().len() <= 32), "{steps:?}");
}

/// Generates formulas over `a` and `b` without division.
fn formulas() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec!["a", "b"]).prop_map(str::to_owned);
    leaf.prop_recursive(4, 24, 2, |inner| {
        let operator = prop::sample::select(vec!["+", "-", "*"]);
        prop_oneof![
            (inner.clone(), operator.clone(), inner.clone())
                .prop_map(|(left, operator, right)| format!("({left}) {operator} ({right})")),
            (inner.clone(), operator, -9_i32..9)
                .prop_map(|(left, operator, right)| format!("({left}) {operator} {right}")),
            inner.prop_map(|inner| format!("-({inner})")),
        ]
    })
}

/// Evaluates a formula of [`formulas`] without the crate's parser.
fn value_of(text: &str, a: i128, b: i128) -> Option<i128> {
    let text = text.trim();
    let (mut depth, mut at) = (0, None);
    for (place, next) in text.char_indices() {
        match next {
            '(' => depth += 1,
            ')' => depth -= 1,
            // An operator between two operands follows a blank.
            '+' | '-' | '*'
                if depth == 0 && place > 0 && text[..place].ends_with(' ') && at.is_none() =>
            {
                at = Some(place);
            }
            _ => {}
        }
    }
    if let Some(at) = at {
        let (left, right) = (value_of(&text[..at], a, b)?, value_of(&text[at + 1..], a, b)?);
        return match &text[at..=at] {
            "+" => left.checked_add(right),
            "-" => left.checked_sub(right),
            _ => left.checked_mul(right),
        };
    }
    if let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        return value_of(inner, a, b);
    }
    match text {
        "a" => Some(a),
        "b" => Some(b),
        number => match number.parse() {
            Ok(number) => Some(number),
            Err(_) => value_of(number.strip_prefix('-')?, a, b)?.checked_neg(),
        },
    }
}

proptest! {
    #[test]
    fn formula_has_the_value_of_its_steps(formula in formulas(), a in -20_i128..20, b in -20_i128..20) {
        let text = format!("a = {a}\nb = {b}\nc = {formula}");
        let Some(value) = value_of(&formula, a, b) else { return Ok(()) };
        // A formula that is only a name is read as a step that adds 0. No formula is only a
        // number, which would be an input.
        let item = Item::from_text(&text, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
        prop_assert_eq!(item.answer_text(), value.to_string(), "{}", text);
        let reread = Item::from_text(&item.text_in(Wording::Python), Some(item.spec.arithmetic)).unwrap();
        prop_assert_eq!(reread.procedure, item.procedure);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    /// Any text is read as a procedure or is an error with its position. A procedure is read back
    /// the same from every wording.
    #[test]
    fn procedure_from_any_text_reads_back_from_every_wording(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 1..30)) {
        let text = pieces.concat();
        match Item::from_text(&text, None) {
            Ok(item) => {
                for wording in Wording::ALL {
                    let written = item.text_in(wording);
                    let reread = Item::from_text(&written, Some(item.spec.arithmetic));
                    let reread = reread.unwrap_or_else(|error| panic!("{error}\n{text}\n\n{written}"));
                    prop_assert_eq!(&reread.procedure, &item.procedure, "{}\n\n{}", text, written);
                }
                let record = serde_json::to_string(&item.record(Condition::Trace).unwrap()).unwrap();
                prop_assert_eq!(Item::from_record(&record).unwrap().0.procedure, item.procedure);
            }
            Err(error) => prop_assert!(usize::try_from(error.place.line).unwrap() <= text.split('\n').count()),
        }
    }
}

/// Parts of texts that are almost procedures.
const PIECES: [&str; 44] = [
    "a",
    "b",
    "größe",
    "S1",
    "S3",
    "total",
    " ",
    " = ",
    " = ",
    "\n",
    "\n",
    "\n",
    " + ",
    " - ",
    " * ",
    " / ",
    " // ",
    " % ",
    " ** 2",
    "(",
    ")",
    ", ",
    "min(",
    "max(",
    "abs(",
    "round(",
    "2",
    "7",
    "-3",
    "1.5",
    "12,500",
    "$5",
    "40%",
    "3/4",
    "a = 4\n",
    "b = 9\n",
    "c = a + b\n",
    "mod 97\n",
    "numbers: rational\n",
    "+=",
    "Add a and b and call it d.\n",
    "Take the smaller of a and b and call it e.\n",
    "<<",
    "=5>>",
];

#[test]
fn values_are_not_longer_than_a_hundred_digits() {
    let squares: Vec<String> = (3..12).map(|n| format!("s{n} = s{0} * s{0}\n", n - 1)).collect();
    let squares = squares.concat();
    assert_eq!(
        error_of(&format!("s1 = 4\ns2 = 999\n{squares}")),
        "line 8, column 1: the value has more than 100 digits"
    );
    // The value is written as a fraction, which is longer than the decimal in the text.
    let decimal = format!("{}.{}", "9".repeat(15), "7".repeat(68));
    assert_eq!(
        error_of(&format!("z = {decimal}\ny = 5/3\nx = z - y")),
        "line 1, column 5: the value has more than 100 digits"
    );
}

#[test]
fn constants_have_up_to_nine_digits() {
    let text = "a = 8995\nb = 5221\nc = a - b\nd = c + 999999999\ne = 70000 - d\nf = e * 4711";
    let item = read(text);
    assert_eq!(item.answer_text(), "-4710688004603");
    for wording in Wording::ALL {
        let reread = Item::from_text(&item.text_in(wording), Some(item.spec.arithmetic)).unwrap();
        assert_eq!(reread.procedure, item.procedure, "{wording:?}");
    }
    let record = serde_json::to_string(&item.record(Condition::Trace).unwrap()).unwrap();
    assert_eq!(Item::from_record(&record).unwrap().0.procedure, item.procedure);
    let longer = record.replace("999999999", "1000000000");
    let error = Item::from_record(&longer).unwrap_err().to_string();
    assert!(error.contains("“1000000000” cannot be a constant of a step"), "{error}");
    assert!(item.error_share_in_answer().is_ok());
}

#[test]
fn errors_in_sentences_have_exact_positions() {
    let after = |line: &str| error_of(&format!("1. Let a be 4.\n2. Let b be 9.\n{line}"));
    assert_eq!(
        after("3. Subtract a by b and call the result c."),
        "line 3, column 15: expected “from” and what it is taken from, found “by”"
    );
    assert_eq!(
        after("3. Add a and b."),
        "line 3, column 15: expected “and call the result” with a name, found “.”"
    );
}

#[test]
fn errors_in_json_have_exact_positions() {
    let text = |steps: &str| {
        format!("{{\n  \"inputs\": {{\"a\": \"4\", \"b\": 9}},\n  \"steps\": [{steps}]\n}}")
    };
    let step = r#"{"name": "c", "op": "+", "left": "a", "right": "b"}"#;
    assert_eq!(read(&text(step)).answer_text(), "13");
    assert_eq!(
        error_of(&text(r#"{"name": "c", "op": "^", "left": "a", "right": "b"}"#)),
        "line 3, column 34: expected an operation (+, -, *, /, //, %, min, max or round) as a string, found “^”"
    );
    assert_eq!(
        error_of(&text(r#"{"name": "c", "op": "+", "left": "a"}"#)),
        "line 3, column 13: expected a step with the member \"right\", found “{”"
    );
    assert_eq!(
        error_of(&text(r#"{"name": "c", "op": "+", "left": "a", "right": "d"}"#)),
        "line 3, column 61: “d” is used but never set; expected a name that is set above"
    );
    assert_eq!(
        error_of("{"),
        "line 1, column 2: expected the name of a member in quotes, and the line ends here"
    );
    assert_eq!(
        error_of(&"{\"a\": ".repeat(9)),
        "line 1, column 49: expected no deeper nesting, found “{”"
    );
}

#[test]
fn numbers_must_belong_to_the_arithmetic() {
    let text = "a = 4\nb = 120\nc = a + b";
    assert_eq!(
        error_under("mod97", text),
        "line 2, column 5: “120” is not a number of this arithmetic; expected a whole number from 0 to 96 (mod97)"
    );
    assert_eq!(
        error_under("mod97", "a = 4\nb = 9\nc = a / b"),
        "line 3, column 5: residues are not divided; expected +, -, *, min or max"
    );
    assert_eq!(
        error_under("decimal1", "a = 4\nb = 1.25\nc = a + b"),
        "line 2, column 5: “1.25” is not a number of this arithmetic; expected a number with at most 1 decimals (decimal1)"
    );
    assert_eq!(
        error_under("integer", "a = 4\nb = 9\nc = a + b (mod 97)"),
        "line 3, column 16: the step has another modulus than the arithmetic, which is integer"
    );
    assert_eq!(
        error_under("paper", text),
        "line 1, column 1: a custom procedure cannot have the numbers “paper”; expected integer, rational, decimal1 to decimal6, or mod11 to mod9973"
    );
    assert_eq!(
        Item::from_text(text, Some(Arithmetic::Rational)).unwrap().procedure.arithmetic,
        Arithmetic::Rational
    );
}

#[test]
fn lengths_are_limited() {
    let steps = |count: u16| -> String {
        let steps = (3..count + 3).map(|n| format!("S{n} = S{} + 1\n", n - 1));
        ["S1 = 4\nS2 = 9\n".to_owned()].into_iter().chain(steps).collect::<Vec<_>>().concat()
    };
    assert_eq!(read(&steps(500)).spec.steps, 500);
    assert_eq!(
        error_of(&steps(501)),
        "line 503, column 1: this is step 501; a procedure has at most 500"
    );
    assert_eq!(
        error_of(&" ".repeat(MAX_PROCEDURE + 1)),
        "line 1, column 1: the text is longer than 64 KiB, the maximum for a procedure"
    );
}

/// Errors are followed exactly through products of computed values, and not by a derivative.
#[test]
fn error_shares_are_exact_for_products_of_values() {
    // S4 is the square of S3. An error that turns S3 into its opposite does not show in the answer.
    let item = read("S1 = 5\nS2 = 3\nS3 = S1 - S2\nS4 = S3 * S3");
    let shown = item.error_share_in_answer().unwrap();
    let mut count = 0;
    let mut total = 0;
    for position in 0..2 {
        stepfall_procedure::for_each_single_error(
            &item.procedure,
            item.spec.look_back.reach(),
            position,
            |altered| {
                let mut procedure = item.procedure.clone();
                procedure.steps[position] = altered;
                total += 1;
                let values = procedure.evaluate(stepfall_number::Budget::default());
                count +=
                    u32::from(values.map_or(true, |values| values.last() != item.values.last()));
            },
        );
    }
    assert_eq!((shown.shown, shown.of), (count, total));
    assert!(shown.shown < shown.of);
}

#[test]
fn custom_record_reads_back_unchanged() {
    let item = read("price = 12.50\nrate = 1.20\na = price * rate\nb = a - price\nc = b / rate");
    for condition in Condition::OFFERED {
        if !condition.suits(item.spec.steps) || item.check_condition(condition).is_err() {
            continue;
        }
        let record = serde_json::to_value(item.record(condition).unwrap()).unwrap();
        assert!(record.get("seed").is_none() && record.get("index").is_none());
        assert_eq!(record["spec"]["names"], "own");
        let (back, recorded_condition) = Item::from_record(&record.to_string()).unwrap();
        assert!(back.is_custom());
        assert_eq!((recorded_condition, &back.spec, back.seed), (condition, &item.spec, item.seed));
        assert_eq!(
            serde_json::to_value(back.record(condition).unwrap()).unwrap(),
            record,
            "{condition}"
        );
    }
}

/// A text, the number of its inputs, and the lines of its steps.
type Case = (&'static str, usize, &'static [&'static str]);

#[test]
fn procedure_may_have_0_to_64_inputs() {
    let cases: [Case; 4] = [
        (
            "total = (-6 - 6 * 7) + 5",
            0,
            &["total_1 = 6 * 7", "total_2 = (-6) - total_1", "total = total_2 + 5"],
        ),
        ("price = 20\ntotal = price * 3", 1, &["total = price * 3"]),
        ("a = 1\nb = 2\nc = 3\nsum = a + b + c", 3, &["sum_1 = a + b", "sum = sum_1 + c"]),
        ("größe = 4\n单价 = 5\nमूल्य = größe * 单价", 2, &["मूल्य = größe * 单价"]),
    ];
    for (text, inputs, steps) in cases {
        let item = read(text);
        assert_eq!(item.procedure.inputs.len(), inputs, "{text}");
        let lines = item.text_in(Wording::Assignments);
        let written: Vec<&str> = lines.lines().skip(inputs).collect();
        assert_eq!(written, steps, "{text}");
        for wording in Wording::ALL {
            let reread = Item::from_text(&item.text_in(wording), Some(item.spec.arithmetic));
            let reread =
                reread.unwrap_or_else(|error| panic!("{error}\n{}", item.text_in(wording)));
            assert_eq!(reread.procedure, item.procedure, "{wording:?}");
        }
        for condition in Condition::OFFERED {
            if item.check_condition(condition).is_err() || !condition.suits(item.spec.steps) {
                continue;
            }
            let record = serde_json::to_value(item.record(condition).unwrap()).unwrap();
            assert_eq!(
                record["generator"],
                if item.name(1).is_ascii() && inputs == 2 { 2 } else { 3 }
            );
            let (back, _) = Item::from_record(&record.to_string()).unwrap();
            assert_eq!(back.procedure, item.procedure, "{condition}");
        }
    }
    let most: Vec<String> = (1..=64).map(|number| format!("a{number} = {number}")).collect();
    let sum = (1..=64).map(|number| format!("a{number}")).collect::<Vec<_>>().join(" + ");
    let item = read(&format!("{}\nsum = {sum}", most.join("\n")));
    assert_eq!((item.procedure.inputs.len(), item.answer_text().as_str()), (64, "2080"));
}

#[test]
fn currencies_and_percentages_are_read_with_a_notice() {
    let text = "price = $1,250\nrate = 5%\ntax = price * rate\ntip = price * 12.5%\ntotal = price + tax + tip - 100%";
    let (item, notices) = Item::read_text(text, None).unwrap();
    assert_eq!(item.procedure.arithmetic, Arithmetic::Decimal { places: 3 });
    assert_eq!(item.answer_text(), "1467.750");
    let notices: Vec<String> = notices.iter().map(ToString::to_string).collect();
    assert_eq!(
        notices,
        [
            "line 1, column 9: “$1,250” is read as 1250",
            "line 2, column 8: “5%” is read as 0.05",
            "line 4, column 15: “12.5%” is read as 0.125",
            "line 5, column 29: “100%” is read as 1",
        ]
    );
}

#[test]
fn copy_condition_needs_an_input() {
    let item = read("total = 4 * 5\nrest = total - 3");
    let error = item.check_condition(Condition::Copy).unwrap_err().to_string();
    assert!(error.starts_with("the procedure has no input"), "{error}");
    let single_input = read("price = 4\ntotal = price * 5");
    assert!(single_input.check_condition(Condition::Copy).is_ok());
    assert!(single_input.prompt(Condition::Copy).contains("It has one input and 1 step."));
}

#[test]
fn quotients_remainders_and_functions_are_steps() {
    // The expected values are those of Python.
    let cases: [(&str, &[&str], &str); 12] = [
        ("c = b // a", &["c = b // a"], "2"),
        ("c = -9 // 4", &["c = (-9) // 4"], "-3"),
        ("c = 8 // 4 + a", &["c_1 = 8 / 4", "c = c_1 + a"], "6"),
        ("c = b % a", &["c = b % a"], "1"),
        ("c = -9 % 4", &["c = (-9) % 4"], "3"),
        ("c = 9 % -4 + a", &["c_1 = 9 % (-4)", "c = c_1 + a"], "1"),
        ("c = min(a, b, -3)", &["c_1 = min(a, b)", "c = min(c_1, -3)"], "-3"),
        ("c = max(a * 3, b)", &["c_1 = a * 3", "c = max(c_1, b)"], "12"),
        ("c = abs(a - b)", &["c_1 = a - b", "c_2 = 0 - c_1", "c = max(c_1, c_2)"], "5"),
        ("c = round(a, 2)", &["c = round(a, 2)"], "4"),
        ("Take the remainder of b divided by a and call it c.", &["c = b % a"], "1"),
        ("Divide b by a, round down and call the result c.", &["c = b // a"], "2"),
    ];
    for (lines, steps, answer) in cases {
        assert_eq!(steps_of(lines), steps, "{lines}");
        let item = read(&format!("a = 4\nb = 9\n{lines}"));
        assert_eq!(item.answer_text(), answer, "{lines}");
        for numbers in ["integer", "rational", "decimal2"] {
            let Ok(item) = Item::from_text(&item.text(), Some(numbers.parse().unwrap())) else {
                assert_eq!(numbers, "decimal2", "{lines}");
                continue;
            };
            for wording in Wording::ALL {
                let text = item.text_in(wording);
                let reread = Item::from_text(&text, Some(item.spec.arithmetic));
                let reread = reread.unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(reread.procedure, item.procedure, "{text}");
            }
            let record = serde_json::to_string(&item.record(Condition::Trace).unwrap()).unwrap();
            assert_eq!(Item::from_record(&record).unwrap().0.procedure, item.procedure);
            assert!(item.error_share_in_answer().is_ok() && item.error_share_at_step().of > 0);
        }
    }
}

#[test]
fn formula_alone_is_a_procedure() {
    for (text, steps, answer) in [
        ("((-9 * -5 - 6 + -2) - (-8 - -6 * -3 * 1)) =", 7, "63"),
        ("38/2 = ?", 1, "19"),
        ("max(3, 4 * 5)", 2, "20"),
        ("price = 20\nprice * 3 + 4", 2, "64"),
        ("numbers: mod 97\n90 + 12", 1, "5"),
    ] {
        let item = read(text);
        assert_eq!((item.procedure.steps.len(), item.answer_text().as_str()), (steps, answer));
        assert_eq!(item.name(item.procedure.last()), "total", "{text}");
    }
    assert_eq!(
        error_of("(3 + 4"),
        "line 1, column 7: expected an operation (+, -, * or /) or ), and the line ends here"
    );
    assert_eq!(
        error_of("3 + 4 apples"),
        "line 1, column 7: expected an operation (+, -, * or /) or the end of the line, found “apples”"
    );
}

#[test]
fn solution_with_calculation_marks_is_a_procedure() {
    let eggs = "Janet sells 16 - 3 - 4 = <<16-3-4=9>>9 duck eggs a day.\n\
        She makes 9 * 2 = $<<9*2=18>>18 every day at the market.\n#### 18";
    let item = read(eggs);
    assert_eq!(item.text(), "value_1_1 = 16 - 3\nvalue_1 = value_1_1 - 4\nvalue_2 = value_1 * 2");
    // Only the steps up to the answer count. Equations without marks count if no mark has the
    // answer.
    for (text, steps, answer, numbers) in [
        ("<<48/2=24>>24 and <<48+24=72>>72, <<2*3=6>>6.\n#### 72", 2, "72", "integer"),
        ("<<10+20=30>>30, so 54 − 30 = 24 are left.\nA: 24", 2, "24", "integer"),
        ("<<1/4*2=.5>>0.5 and <<.5*3=1.5>>1.5\n#### 1.5", 3, "1.5", "decimal2"),
        ("<<1/3*60=20>>20\n#### 20", 2, "20", "rational"),
        ("<<27(1/3)=9>>9\n#### 9", 2, "9", "rational"),
    ] {
        let item = read(text);
        assert_eq!(item.procedure.steps.len(), steps, "{text}");
        let value = item.answer().to_decimal().unwrap_or_default();
        assert_eq!((value.as_str(), item.spec.arithmetic.to_string().as_str()), (answer, numbers));
    }
    for (text, error) in [
        ("<<16-3=14>>14", "line 1, column 8: the text says 14 here, and the formula comes to 13"),
        (
            "a\n<<16-3=13>>13\nA: 5",
            "line 3, column 4: the answer 5 is not the result of any mark; expected <<...=5>>",
        ),
        (
            "a <<16-3>>",
            "line 1, column 9: expected = and the result of the formula, and the line ends here",
        ),
        (
            "a\n<<16-x=3>>",
            "line 2, column 3: “x” is used but never set; expected a name that is set above",
        ),
        (
            "a\n<<7/0=3>>",
            "line 2, column 3: “0” is zero here, and the division by zero has no value",
        ),
    ] {
        assert_eq!(error_of(text), error);
    }
}

#[test]
fn python_notation_has_the_values_of_python() {
    for (text, answer) in [
        ("a = 2\nb = 5\nr = abs(a - b) % 12", "3"),
        ("a = 20\nr = (a // 3) % 24", "6"),
        ("a = 20\nr = (a + 3) % 13 % 24", "10"),
        ("- 5 + 3", "-2"),
        ("- x = 4\n- y = x + 1", "5"),
        ("3(4)(5)", "60"),
        ("round(10 / 3, 2)", "10/3"),
        ("x = 17%-5 + 1", "-2"),
        ("a = 3\nb = a * 2 # see <<3*2=6>>\nc = b + 100", "106"),
        ("price = 9.99\nvat = round(price * 0.19, 2)\ngross = price + vat", "11.8900"),
        ("a = 3\nb = a + 4 = 3 + 4 = 7", "7"),
    ] {
        let numbers = text.starts_with("round").then_some(Arithmetic::Rational);
        let answer = if numbers.is_some() { "333/100" } else { answer };
        let item = Item::from_text(text, numbers).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(item.answer_text(), answer, "{text}\n\n{}", item.text());
    }
    for (text, error) in [
        (
            "a = 5\nb = 3\nc = a + b = 9",
            "line 3, column 13: the text says 9 here, and the formula comes to 8",
        ),
        (
            "b = 3\na = b = c",
            "line 2, column 9: a line sets one name; expected a number after the second =",
        ),
        ("b = 3\nx = b == 5", "line 2, column 8: expected a name or a number, found “=”"),
        (
            "x = 0,125",
            "line 1, column 7: expected an operation (+, -, * or /) or the end of the line, found “125”",
        ),
        (
            "a = 3\nfor i in range(3):",
            "line 2, column 1: “for” begins a line of Python that is not an assignment; expected a line such as S3 = S1 + S2 (functions, loops, conditions and imports are not read)",
        ),
        (
            "def solve():\n    a = 3\n    return a + 4",
            "line 1, column 1: “def” begins a line of Python that is not an assignment; expected a line such as S3 = S1 + S2 (functions, loops, conditions and imports are not read)",
        ),
        (
            "x = 5 %\ny = x + 1",
            "line 1, column 8: expected a name or a number, and the line ends here",
        ),
        (
            "max = 5\nb = max(max, 3)",
            "line 1, column 1: “max” is a reserved word; expected another name, such as max_1",
        ),
        (
            "Ａ = 5",
            "line 1, column 1: expected a name (letters, digits and _, beginning with a letter), found “Ａ”",
        ),
    ] {
        assert_eq!(error_of(text), error);
    }
    let steps = "x = 1\n".to_owned() + &"x += 1\n".repeat(501);
    assert!(error_of(&steps).starts_with("line 502, column 1: this is step 501"));
    let long = format!("a = 1\nb = a + {}", "9".repeat(10_000));
    assert!(error_of(&long).len() < 300);
}

#[test]
fn custom_prompts_read_back_and_state_their_rules() {
    let texts = [
        "mod 97\na = 50\nb = a + 60\nc = max(b, a)",
        "numbers: rational\na = 47\nb = 9\nc = a / b\nd = round(c, 2)\ne = d // 2 + min(c, 5)",
        "a = 47\nb = 9\nc = a // b\nd = a % b\ne = d / 2 + 30",
        "3.25 + 4 * -2",
    ];
    for text in texts {
        for wording in Wording::ALL {
            let mut item = read(text);
            item.spec.wording = wording;
            let prompt = item.prompt(Condition::Trace);
            let reread = Item::from_text(&prompt, None);
            let reread = reread.unwrap_or_else(|error| panic!("{error}\n{prompt}"));
            assert_eq!(reread.procedure, item.procedure, "{prompt}");
        }
    }
    let prompt = read(texts[2]).prompt(Condition::Trace);
    assert!(prompt.contains("All values are whole numbers. x // y is"), "{prompt}");
    let prompt = read(texts[1]).prompt(Condition::Trace);
    assert!(prompt.contains("nothing is rounded unless a step says so."), "{prompt}");
    let prompt = read(texts[3]).prompt(Condition::Trace);
    assert!(prompt.contains("All results have 2 decimal places."), "{prompt}");
    let prompt = read(texts[2]).prompt(Condition::Transcribe);
    assert!(prompt.contains("only names, numbers and + - * / // % on the right side"), "{prompt}");
}

#[test]
fn implicit_rounding_of_decimals_gives_a_notice() {
    let (_, notices) = Item::read_text("a = 3.5\nb = a / 4 * 4", None).unwrap();
    let notices: Vec<String> = notices.iter().map(ToString::to_string).collect();
    assert_eq!(
        notices,
        [
            "every result is rounded to 1 decimal places, first b_1; choose fractions (rational) or more places for exact values"
        ]
    );
    let (_, notices) =
        Item::read_text("a = 3.5\nb = a / 4 * 4", Some("decimal1".parse().unwrap())).unwrap();
    assert!(notices.is_empty());
}

#[test]
fn the_longest_formulas_fit_into_a_small_stack() {
    let terms = |count: usize| (0..count).map(|at| at.to_string()).collect::<Vec<_>>();
    let texts = [
        terms(500).join(" + "),
        format!("max({})", terms(64).join(", ")),
        format!("{}1{}", "(".repeat(59), " + 1)".repeat(59)),
    ];
    let read = move || texts.map(|text| Item::from_text(&text, None).is_ok());
    let thread = std::thread::Builder::new().stack_size(640 << 10).spawn(read).unwrap();
    assert_eq!(thread.join().unwrap(), [true; 3]);
}
