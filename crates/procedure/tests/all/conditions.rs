//! The procedure and the prompt under each condition.

use stepfall_procedure::{
    Arithmetic, Condition, Generator, Item, LineOrder, NameStyle, Seed, Spec, Wording,
};

/// One arithmetic of each kind.
const ARITHMETICS: [Arithmetic; 5] = [
    Arithmetic::Integer,
    Arithmetic::Modular { modulus: 97 },
    Arithmetic::Decimal { places: 2 },
    Arithmetic::Rational,
    Arithmetic::Paper { places: 3 },
];

fn items() -> Vec<Item> {
    let mut items = Vec::new();
    for numbers in ARITHMETICS {
        for wording in Wording::ALL {
            for (steps, names) in
                [(1, NameStyle::Numbered), (12, NameStyle::Scattered), (25, NameStyle::Numbered)]
            {
                let spec = Spec { steps, names, wording, ..Spec::new(numbers) };
                let generator = Generator::new(spec).unwrap();
                items.extend((0..3).map(|seed| generator.item(Seed::wrapping(seed), 0).unwrap()));
            }
        }
    }
    items
}

/// Returns a line without its list mark and without the comma after an object.
fn bare(line: &str) -> &str {
    let line = line.trim_end_matches(',');
    let number = line.split_once(". ").filter(|(number, _)| number.parse::<u16>().is_ok());
    number.map_or(line, |(_, rest)| rest).trim_start_matches("- ")
}

#[test]
fn shuffled_condition_lists_the_same_lines_in_another_order() {
    for item in items() {
        let prompt = item.prompt(Condition::Shuffled);
        let (shuffled, text) = (item.text_under(Condition::Shuffled), item.text());
        assert!(
            prompt.contains(&shuffled) && prompt.contains("in no particular order"),
            "{prompt}"
        );
        let lines = |text: &str| text.lines().map(|line| bare(line).to_owned()).collect::<Vec<_>>();
        let sorted = |text: &str| {
            let mut lines = lines(text);
            lines.sort();
            lines
        };
        assert_eq!(sorted(&shuffled), sorted(&text), "{prompt}");
        // In JSON, a single step is a single line, which has no other order.
        if item.spec.steps > 1 {
            assert_ne!(lines(&shuffled), lines(&text), "{prompt}");
        }
        assert_eq!(item.expected(Condition::Shuffled), item.answer());
    }
}

/// Returns the same item with its lines in a random order under all conditions.
fn shuffled(item: &Item) -> Item {
    let spec = Spec { lines: LineOrder::Shuffled, ..item.spec };
    Generator::new(spec).unwrap().item(item.seed, item.index).unwrap()
}

#[test]
fn shuffled_lines_change_only_the_order_of_each_listing() {
    for item in items() {
        let shuffled_item = shuffled(&item);
        assert_eq!(
            (&shuffled_item.procedure, &shuffled_item.values),
            (&item.procedure, &item.values)
        );
        for condition in Condition::OFFERED {
            let (listing, prompt) = (item.text_under(condition), item.prompt(condition));
            if !condition.suits(item.spec.steps) || !prompt.contains(&listing) {
                continue;
            }
            assert_eq!(shuffled_item.expected(condition), item.expected(condition));
            assert_eq!(shuffled_item.values_under(condition), item.values_under(condition));
            let (listed, prompt) =
                (shuffled_item.text_under(condition), shuffled_item.prompt(condition));
            assert!(prompt.contains(&listed) && prompt.contains("in no particular order"));
            assert!(prompt.starts_with(shuffled_item.prompt_opening(condition)));
            for of_order in ["steps in order", "in order and", "order of the steps", "before it."] {
                assert!(!prompt.contains(of_order), "{condition}: {prompt}");
            }
            let sorted = |text: &str| {
                let mut lines: Vec<String> = text.lines().map(|line| bare(line).into()).collect();
                lines.sort();
                lines
            };
            assert_eq!(sorted(&listed), sorted(&listing), "{condition}");
            // In JSON, a single step is a single line, which has no other order.
            let differs = item.spec.steps > 1 && !item.is_shuffled(condition);
            assert!(!differs || listed != listing, "{condition}: {prompt}");
        }
    }
}

#[test]
fn shuffled_condition_and_shuffled_lines_have_the_same_prompt() {
    for item in items() {
        let shuffled_item = shuffled(&item);
        let prompt = item.prompt(Condition::Shuffled);
        assert_eq!(shuffled_item.prompt(Condition::Shuffled), prompt);
        assert_eq!(shuffled_item.prompt(Condition::Trace), prompt);
        assert_ne!(item.prompt(Condition::Trace), prompt);
    }
}

#[test]
fn turns_name_every_step_if_lines_are_shuffled() {
    let generator = Generator::new(Spec { steps: 6, ..Spec::default() }).unwrap();
    let item = generator.item(Seed::default(), 0).unwrap();
    let shuffled_item = shuffled(&item);
    let answer = "end with a line that reads \"Answer: \" followed by the value of S8";
    assert_eq!(
        (item.ask_for(3, 5), shuffled_item.ask_for(3, 5)),
        ("Now do S3 to S5.".to_owned(), "Now do S3, S4 and S5.".to_owned())
    );
    assert_eq!(shuffled_item.ask_for(4, 5), "Now do S4 and S5.");
    assert_eq!(shuffled_item.ask_for(4, 4), item.ask_for(4, 4));
    assert!(shuffled_item.ask_for(7, 8).starts_with(&format!("Now do S7 and S8, and {answer}")));
    // The names of the remaining steps would reveal their order.
    assert_eq!(item.ask_for_rest(5), item.ask_for(5, 8));
    assert!(
        shuffled_item
            .ask_for_rest(5)
            .starts_with(&format!("Now do the remaining steps, and {answer}"))
    );
    assert_eq!(shuffled_item.ask_for_rest(8), item.ask_for(8, 8));
}

#[test]
fn shuffled_python_program_keeps_its_head_and_last_line() {
    for item in items().into_iter().filter(|item| item.spec.wording == Wording::Python) {
        let (shuffled, text) = (item.text_under(Condition::Shuffled), item.text());
        assert_eq!(shuffled.lines().last(), text.lines().last());
        let head = |text: &str| text.rsplit_once("\n\n").map(|(head, _)| head.to_owned());
        assert_eq!(head(&shuffled), head(&text));
    }
}

#[test]
fn filler_precedes_an_unchanged_trace_prompt() {
    for item in items() {
        let trace = item.prompt(Condition::Trace);
        let lengths = [1, 25, 95].map(|steps| {
            let condition = Condition::Filler(steps);
            let prompt = item.prompt(condition);
            let before = prompt.strip_suffix(&trace).unwrap_or_else(|| panic!("{prompt}"));
            assert!(prompt.starts_with(item.prompt_opening(condition)));
            assert!(before.starts_with("Here is a text. ") && before.ends_with(".\n\n"));
            assert_eq!(item.expected(condition), item.answer());
            before.len()
        });
        assert!(lengths.is_sorted() && lengths[2] > 3 * lengths[1], "{lengths:?}");
    }
}

/// Returns an item of five steps.
fn short(numbers: Arithmetic) -> Item {
    let generator = Generator::new(Spec { steps: 5, ..Spec::new(numbers) }).unwrap();
    generator.item(Seed::wrapping(3), 0).unwrap()
}

#[test]
fn structured_prompt_shows_a_valid_json_example() {
    for numbers in ARITHMETICS {
        let item = short(numbers);
        let prompt = item.prompt(Condition::Structured);
        let example = prompt.lines().last().unwrap();
        let object: serde_json::Value = serde_json::from_str(example).unwrap();
        let step = &object["steps"][0];
        let members: Vec<&String> = step.as_object().unwrap().keys().collect();
        assert_eq!(members, ["left", "name", "right", "value"], "{prompt}");
        let name = step["name"].as_str().unwrap();
        assert!((1..=item.procedure.last()).all(|number| item.name(number) != name), "{prompt}");
        assert!(object["answer"].is_string(), "{prompt}");
    }
}

#[test]
fn isolated_prompt_shows_the_operation_without_its_name() {
    for numbers in ARITHMETICS {
        let item = short(numbers);
        assert_eq!(item.prompt(Condition::Isolated), item.ask_alone(3));
        for number in 3..=item.procedure.last() {
            let asked = item.ask_alone(number);
            assert!(asked.starts_with(item.prompt_opening(Condition::Isolated)), "{asked}");
            assert!(
                asked.contains(&format!("\n\n{}\n\n", item.step_with_values(number))),
                "{asked}"
            );
            let line = item.trace_line(number, &item.values);
            assert!(line.contains(&format!("= {} = ", item.step_with_values(number))), "{line}");
            assert!(!asked.contains(&item.name(number)), "{asked}");
        }
    }
}
