//! Every wording describes the same procedure, and every prompt contains its rules and no answer.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use stepfall_number::Number;
use stepfall_procedure::{
    Arithmetic, Condition, Generator, Inputs, Item, LookBack, NameStyle, Op, RequestedSteps, Seed,
    Spec, Wording,
};

use crate::checker::oracle::{Exact, exact, read, whole};
use crate::checker::reader::{Form, listing_of, read_listing};

/// Returns specs that together have every arithmetic, negative inputs, constants as left and as
/// right operands, dead steps and extreme lengths.
fn specs() -> Vec<Spec> {
    let mut specs = Vec::new();
    for numbers in [
        Arithmetic::Integer,
        Arithmetic::Modular { modulus: 97 },
        Arithmetic::Decimal { places: 2 },
        Arithmetic::Decimal { places: 6 },
        Arithmetic::Rational,
        Arithmetic::Paper { places: 3 },
        Arithmetic::Paper { places: 0 },
    ] {
        let standard = Spec::new(numbers);
        let look_back = LookBack::AtMost(1);
        let inputs = match numbers {
            Arithmetic::Modular { .. } => None,
            _ => Some(Inputs::plain(-20, 9)),
        };
        specs.extend([
            standard,
            Spec { steps: 1, ..standard },
            Spec { steps: 60, inputs, ..standard },
            Spec { steps: 12, look_back, inputs, ..standard },
        ]);
        if !matches!(numbers, Arithmetic::Paper { .. }) {
            specs.push(Spec { dead: 30, inputs, ..standard });
        }
    }
    specs
}

/// The items of one spec and seed, in every wording with both kinds of names.
struct Family {
    items: Vec<Item>,
}

fn families() -> impl Iterator<Item = Family> {
    specs().into_iter().flat_map(|spec| {
        let generators: Vec<Generator> = Wording::ALL
            .into_iter()
            .flat_map(|wording| NameStyle::ALL.map(|names| Spec { wording, names, ..spec }))
            .map(|spec| Generator::new(spec).unwrap())
            .collect();
        (0..4).map(move |seed| Family {
            items: generators
                .iter()
                .map(|generator| generator.item(Seed::wrapping(seed), 1).unwrap())
                .collect(),
        })
    })
}

fn items() -> impl Iterator<Item = Item> {
    families().flat_map(|family| family.items)
}

/// The conditions that change the steps or their signs.
const CHANGING: [Condition; 4] =
    [Condition::Unchained, Condition::Copy, Condition::Exception, Condition::Remapped];

#[test]
fn wording_and_names_never_change_the_item() {
    for family in families() {
        let first = &family.items[0];
        let last = first.procedure.last();
        let mut scattered: Option<Vec<String>> = None;
        for item in &family.items {
            assert_eq!(item.procedure, first.procedure);
            assert_eq!(item.values, first.values);
            for condition in CHANGING {
                assert_eq!(item.values_under(condition), first.values_under(condition));
                assert_eq!(item.requested_steps(condition), first.requested_steps(condition));
            }
            let names: Vec<String> = (1..=last).map(|number| item.name(number)).collect();
            match item.spec.names {
                NameStyle::Custom => panic!("a generated item has custom names"),
                NameStyle::Numbered => {
                    let numbered: Vec<String> = (1..=last).map(|n| format!("S{n}")).collect();
                    assert_eq!(names, numbered);
                }
                NameStyle::Scattered => {
                    let distinct: BTreeSet<&String> = names.iter().collect();
                    assert_eq!(distinct.len(), names.len(), "{names:?}");
                    let plain = |name: &String| name.chars().all(|c| c.is_ascii_lowercase());
                    assert!(names.iter().all(plain), "{names:?}");
                    assert_eq!(*scattered.get_or_insert_with(|| names.clone()), names);
                }
            }
        }
    }
}

#[test]
fn every_wording_describes_the_same_values() {
    for item in items() {
        let listing = read_listing(&item, &item.text());
        let read = listing.evaluate(item.spec.arithmetic);
        assert_eq!(read.len(), item.values.len());
        for (number, (name, value)) in (1..).zip(&read) {
            assert_eq!(*name, item.name(number), "{}", item.text());
            assert_eq!(*value, exact(item.value(number)), "{}", item.text());
        }
        assert_eq!(listing.answer, item.name(item.procedure.last()));
        let inputs = listing.lines.iter().filter(|line| matches!(line.form, Form::Input(_)));
        assert_eq!(inputs.count(), 2);
    }
}

/// Runs programs in one Python process and returns the output of each. `None` if there is no
/// Python.
fn run_python(programs: &[String]) -> Option<Vec<String>> {
    const RUNNER: &str = "
import contextlib, io, json, sys
printed = []
for program in json.load(sys.stdin):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(program, {})
    printed.append(out.getvalue())
json.dump(printed, sys.stdout)
";
    let child = Command::new("python3")
        .args(["-c", RUNNER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        eprintln!("SKIPPED: there is no python3, so that no program was run");
        return None;
    };
    let request = serde_json::to_vec(programs).unwrap();
    child.stdin.take().unwrap().write_all(&request).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "a program failed");
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

/// Asserts that programs print the expected output.
fn assert_prints(programs: Vec<(String, String)>) {
    let (programs, expected): (Vec<String>, Vec<String>) = programs.into_iter().unzip();
    let Some(printed) = run_python(&programs) else {
        return;
    };
    assert_eq!(printed.len(), expected.len());
    for ((program, printed), expected) in programs.iter().zip(printed).zip(expected) {
        assert_eq!(printed, format!("{expected}\n"), "{program}");
    }
}

#[test]
fn python_programs_print_the_answer() {
    let of_python = |item: &Item| item.spec.wording == Wording::Python;
    let mut programs: Vec<(String, String)> =
        items().filter(of_python).map(|item| (item.text(), item.answer_text())).collect();
    for (numbers, bound) in [
        (Arithmetic::Integer, 1_000_000),
        (Arithmetic::Decimal { places: 6 }, 1_000_000),
        (Arithmetic::Decimal { places: 1 }, 999),
        (Arithmetic::Rational, 1_000_000),
        (Arithmetic::Modular { modulus: 9_973 }, 999),
        (Arithmetic::Paper { places: 3 }, 999),
    ] {
        let spec = Spec { steps: 200, bound, wording: Wording::Python, ..Spec::new(numbers) };
        let generator = Generator::new(spec).unwrap();
        for seed in 0..10 {
            let item = generator.item(Seed::wrapping(seed), 0).unwrap();
            programs.push((item.text(), item.answer_text()));
        }
    }
    assert_prints(programs);
}

#[test]
fn python_programs_of_unchained_and_copy_print_the_expected_answer() {
    let of_python = |item: &Item| item.spec.wording == Wording::Python;
    let programs = items().filter(of_python).flat_map(|item| {
        [Condition::Unchained, Condition::Copy].map(|condition| {
            let program = listing_of(&item, &item.prompt(condition)).to_owned();
            (program, item.expected_text(condition))
        })
    });
    assert_prints(programs.collect());
}

/// The plain conditions, except those with shuffled lines or filler text.
const LISTED: [Condition; 8] = [
    Condition::AnswerOnly,
    Condition::Trace,
    Condition::Free,
    Condition::Structured,
    Condition::Unchained,
    Condition::Copy,
    Condition::Exception,
    Condition::Remapped,
];

/// Returns phrases that a prompt must contain about its arithmetic.
fn rules(numbers: Arithmetic) -> Vec<String> {
    match numbers {
        Arithmetic::Integer => {
            vec!["whole numbers".into(), "no division leaves a remainder".into()]
        }
        Arithmetic::Modular { modulus } => vec![
            format!("and all results are whole numbers from 0 to {}", modulus - 1),
            format!("modulo {modulus}"),
            "never negative".into(),
        ],
        Arithmetic::Decimal { places } => vec![
            format!("every step is rounded to {places} decimal places"),
            "away from zero".into(),
        ],
        Arithmetic::Rational => vec!["exact fractions".into(), "nothing is rounded".into()],
        Arithmetic::Paper { .. } => vec![
            "no value is rounded before the end".into(),
            "to 3 decimal places".into(),
            "away from zero".into(),
        ],
    }
}

#[test]
fn prompts_state_the_rule_the_steps_and_the_last_value() {
    for item in items() {
        let last = item.name(item.procedure.last());
        for condition in LISTED {
            let prompt = item.prompt(condition);
            let (listing, text) = (listing_of(&item, &prompt), item.text());
            let around = prompt.replacen(listing, "", 1);
            assert!(
                around.split(|c: char| !c.is_alphanumeric()).any(|word| word == last),
                "{prompt}"
            );
            let stated = match condition {
                Condition::Copy => vec!["Nothing is computed".to_owned()],
                _ => rules(item.spec.arithmetic),
            };
            for rule in stated {
                assert!(around.contains(&rule), "no “{rule}” in\n{prompt}");
            }
            let steps = match item.spec.steps {
                1 => "1 step.".to_owned(),
                n => format!("{n} steps."),
            };
            assert!(around.contains(&steps), "{prompt}");
            if !CHANGING.contains(&condition) {
                assert_eq!(listing, text);
            }
            assert!(!prompt.ends_with('\n') && !prompt.contains("\n\n\n"), "{prompt}");
            if !matches!(condition, Condition::Unchained | Condition::Copy) {
                assert_eq!(item.expected(condition), item.answer());
            }
        }
    }
}

/// The readers accept only inputs and steps in a listing, and the text around it is the same for
/// all items of a spec. So neither can give an answer away, except by coincidence.
#[test]
fn prompts_do_not_reveal_the_answer() {
    for spec in specs() {
        for wording in Wording::ALL {
            let generator = Generator::new(Spec { wording, ..spec }).unwrap();
            let items = [1, 2].map(|seed| generator.item(Seed::wrapping(seed), 0).unwrap());
            for condition in LISTED {
                let [one, other] = items.each_ref().map(|item| {
                    let prompt = item.prompt(condition);
                    let listing = listing_of(item, &prompt);
                    read_listing(item, listing);
                    // Only the text from the inputs on is removed. The lines before the inputs of a
                    // program are the same for all items.
                    let at = match condition {
                        Condition::Unchained | Condition::Copy => 0,
                        _ => listing.find("S1").unwrap(),
                    };
                    let around = prompt.replacen(&listing[at..], "", 1);
                    // The rule about signs is random, so the text from that rule on is removed too.
                    let stated =
                        around.find("There is one more rule").or(around.find("do not mean what"));
                    stated.map_or(around.clone(), |at| around[..at].to_owned())
                });
                assert_eq!(one, other);
            }
        }
    }
}

/// Computes the values of an item from the text of its prompt alone: from the listing and the
/// stated meaning of each sign.
fn carried_out(item: &Item, condition: Condition) -> Vec<(String, Exact)> {
    let prompt = item.prompt(condition);
    let listing_text = listing_of(item, &prompt);
    let around = prompt.replacen(listing_text, "", 1);
    let listing = read_listing(item, listing_text);
    let values = match condition {
        Condition::Exception => {
            let (_, bound) = around.split_once("is greater than ").unwrap();
            let bound = whole(bound.split_once(',').unwrap().0.parse().unwrap());
            listing.evaluate_as(item.spec.arithmetic, |sign, left, right| match sign {
                '+' if *left > bound || *right > bound => '-',
                '-' if *left > bound || *right > bound => '+',
                sign => sign,
            })
        }
        Condition::Remapped => {
            let (_, meanings) = around.split_once(" do not mean what they usually mean: ").unwrap();
            let (meanings, _) =
                meanings.split_once(".\n\n").or(meanings.split_once(".\n")).unwrap();
            let meanings: Vec<&str> = meanings.split(", ").collect();
            let pairs: Vec<(char, char)> = meanings.into_iter().map(meaning).collect();
            listing.evaluate_as(item.spec.arithmetic, |sign, _, _| {
                pairs.iter().find(|(printed, _)| *printed == sign).unwrap().1
            })
        }
        _ => listing.evaluate(match condition {
            Condition::Copy => Arithmetic::Integer,
            _ => item.spec.arithmetic,
        }),
    };
    assert_eq!(listing.answer, item.name(item.procedure.last()));
    values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Parses `x + y is x times y`, or `"add x and y" means to multiply x by y`.
fn meaning(text: &str) -> (char, char) {
    let sign = |text: &str| {
        let signs = [
            ("add", '+'),
            ("plus", '+'),
            ("subtract", '-'),
            ("minus", '-'),
            ("multiply", '*'),
            ("times", '*'),
            ("divide", '/'),
            ("//", '/'),
        ];
        let word = signs.into_iter().find(|(word, _)| text.contains(word)).map(|(_, sign)| sign);
        word.or_else(|| text.chars().find(|c| "+-*/".contains(*c))).unwrap()
    };
    let text = text.strip_prefix("and ").unwrap_or(text);
    let (printed, meant) = text.split_once(" is x ").or(text.split_once(" means to ")).unwrap();
    (sign(printed), sign(meant))
}

#[test]
fn every_prompt_determines_the_expected_values() {
    for item in items() {
        for condition in CHANGING {
            let values = item.values_under(condition);
            let inputs = item.inputs_under(condition);
            let known = inputs.start..=item.procedure.last();
            let wanted: Vec<(String, Exact)> = known
                .map(|number| (item.name(number), exact(&values[usize::from(number) - 1])))
                .collect();
            let prompt = item.prompt(condition);
            assert_eq!(carried_out(&item, condition), wanted, "{condition}\n{prompt}");
        }
    }
}

#[test]
fn unchained_steps_keep_operations_and_the_look_of_operands() {
    let (mut alike, mut all, mut same) = (0, 0, 0);
    for item in items().filter(|item| item.spec.wording == Wording::Assignments) {
        let requested = item.requested_steps(Condition::Unchained);
        let values = item.values_under(Condition::Unchained);
        let listing = read_listing(&item, &item.text_under(Condition::Unchained));
        for (number, (line, step)) in (3..).zip(listing.lines.iter().zip(&item.procedure.steps)) {
            let Form::Step { op, operands } = &line.form else { panic!("{}", line.name) };
            assert_eq!(op.to_string(), step.op.symbol());
            assert_eq!(line.name, item.name(number));
            let texts = item.operand_values(&requested, number, &values).unwrap();
            let of_procedure = [step.left, step.right].map(|operand| item.operand_value(operand));
            for ((written, drawn), truth) in operands.iter().zip(&texts).zip(&of_procedure) {
                assert_eq!(read(written), exact(drawn));
                assert_eq!(drawn.is_negative(), truth.is_negative(), "{item:?}");
            }
            let named = item.operand_text_under(Condition::Unchained, number, step.left);
            assert_eq!(read(&named), exact(&texts[0]), "{named}");
            let text = |value: &Number| item.value_text_under(Condition::Unchained, value);
            let is_alike = |one: &Number, other: &Number| text(one).len() == text(other).len();
            let result = &values[usize::from(number) - 1];
            all += 1;
            same += u32::from(texts == of_procedure);
            let modular = matches!(item.spec.arithmetic, Arithmetic::Modular { .. });
            alike += u32::from(modular || is_alike(result, item.value(number)));
            assert!(item.spec.arithmetic != Arithmetic::Integer || result.is_integer());
        }
    }
    assert!(10 * alike > 8 * all && 20 * same < all, "{alike} of {all}, {same} the same");
}

#[test]
fn incorrect_look_ups_give_other_values() {
    let mut near = 0;
    let mut all = 0;
    for item in items().filter(|item| item.spec.wording == Wording::Assignments) {
        let RequestedSteps::LookUps(look_ups) = item.requested_steps(Condition::Copy) else {
            panic!()
        };
        assert_eq!(look_ups.names().len(), 4);
        let tables: Vec<Vec<(u16, u16)>> =
            (0..4).map(|table| look_ups.entries(table).collect()).collect();
        for (at, table) in tables.iter().enumerate() {
            assert!(table.iter().all(|(from, to)| from != to && (10..100).contains(from)));
            let (from, mut to): (Vec<u16>, Vec<u16>) = table.iter().copied().unzip();
            to.sort_unstable();
            assert_eq!((from.len(), from), (16, to));
            for other in &tables[..at] {
                assert!(table.iter().zip(other).all(|(one, two)| one.0 == two.0 && one.1 != two.1));
            }
        }
        for (number, step) in (3..).zip(&item.procedure.steps) {
            let named = item.operand_text_under(Condition::Copy, number, step.right);
            assert_eq!(named, item.name(number - 1));
        }
        let values = &item.values_under(Condition::Copy)[1..];
        for (at, value) in values.iter().enumerate().skip(1) {
            assert!(!values[at.saturating_sub(3)..at].contains(value), "{values:?}");
            near += u32::from(values[at.saturating_sub(8)..at].contains(value));
            all += 1;
        }
    }
    assert!(near * 20 < all, "{near} of {all}");
}

#[test]
fn exception_changes_some_sums_and_remapping_changes_all_steps() {
    let (mut changed, mut sums) = (0, 0);
    for item in items().filter(|item| item.spec.wording == Wording::Assignments) {
        let [exception, remapped] = [Condition::Exception, Condition::Remapped]
            .map(|condition| item.requested_steps(condition));
        let mut changed_steps = 0;
        for (number, step) in (3..).zip(&item.procedure.steps) {
            assert_ne!(item.printed_op(&remapped, number), Some(step.op));
            let printed = item.printed_op(&exception, number).unwrap();
            changed_steps += u32::from(printed != step.op);
            sums += u32::from(matches!(step.op, Op::Add | Op::Sub));
            let [left, right] = item.operand_values(&exception, number, &item.values).unwrap();
            assert_eq!(exception.meaning(printed, &left, &right), step.op);
        }
        let has_sum = item.procedure.steps.iter().any(|s| matches!(s.op, Op::Add | Op::Sub));
        assert_eq!(changed_steps > 0, has_sum, "{}", item.text());
        changed += changed_steps;
    }
    let percent = changed * 100 / sums;
    assert!((28..45).contains(&percent), "{percent} %");
}
