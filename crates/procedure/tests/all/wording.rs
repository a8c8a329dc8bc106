//! Every wording says the same procedure, and every prompt holds what it must and no more.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use stepfall_procedure::{
    Arithmetic, Condition, Generator, Inputs, Item, LookBack, Names, Seed, Spec, Wording,
};

use crate::checker::oracle::{exact, whole};
use crate::checker::reader::{Form, listing_of, read_listing};

/// Specs that between them have every arithmetic, negative inputs, constants on both sides, dead steps and extreme
/// lengths.
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

/// The items of one spec and a few seeds in every wording with both ways of naming.
struct Family {
    items: Vec<Item>,
}

fn families() -> impl Iterator<Item = Family> {
    specs().into_iter().flat_map(|spec| {
        let generators: Vec<Generator> = Wording::ALL
            .into_iter()
            .flat_map(|wording| Names::ALL.map(|names| Spec { wording, names, ..spec }))
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

#[test]
fn wording_and_names_never_change_the_item() {
    for family in families() {
        let first = &family.items[0];
        let last = first.procedure.last();
        let mut scattered: Option<Vec<String>> = None;
        for item in &family.items {
            assert_eq!(item.procedure, first.procedure);
            assert_eq!(item.values, first.values);
            assert_eq!(item.copy_sources(), first.copy_sources());
            let names: Vec<String> = (1..=last).map(|number| item.name(number)).collect();
            match item.spec.names {
                Names::Own => panic!("drawn names are nobody's own"),
                Names::Numbered => {
                    let numbered: Vec<String> = (1..=last).map(|n| format!("S{n}")).collect();
                    assert_eq!(names, numbered);
                }
                Names::Scattered => {
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
fn every_wording_reads_as_the_same_values() {
    for item in items() {
        let listing = read_listing(&item, &item.text());
        let read = listing.evaluate(item.spec.numbers);
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

/// Runs programs in one Python process and returns what each of them prints, or nothing where there is no Python.
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

/// Asserts that programs print what is expected of them.
fn prints(programs: Vec<(String, String)>) {
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
    prints(programs);
}

#[test]
fn python_programs_of_inline_and_copy_print_what_is_expected() {
    let of_python = |item: &Item| item.spec.wording == Wording::Python;
    let programs = items().filter(of_python).flat_map(|item| {
        [Condition::Inline, Condition::Copy].map(|condition| {
            let program = listing_of(&item, &item.prompt(condition)).to_owned();
            (program, item.expected_text(condition))
        })
    });
    prints(programs.collect());
}

/// Conditions whose prompts give the procedure as it is, or with more beside it.
const LISTED: [Condition; 6] = [
    Condition::AnswerOnly,
    Condition::Trace,
    Condition::Free,
    Condition::Structured,
    Condition::Inline,
    Condition::Copy,
];

/// What a prompt must say of its arithmetic.
fn rules(numbers: Arithmetic) -> Vec<String> {
    match numbers {
        Arithmetic::Integer => {
            vec!["whole numbers".into(), "no division leaves a remainder".into()]
        }
        Arithmetic::Modular { modulus } => vec![
            format!("all results are whole numbers from 0 to {}", modulus - 1),
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
                _ => rules(item.spec.numbers),
            };
            for rule in stated {
                assert!(around.contains(&rule), "no “{rule}” in\n{prompt}");
            }
            let steps = match item.spec.steps {
                1 => "1 step.".to_owned(),
                n => format!("{n} steps."),
            };
            assert!(around.contains(&steps), "{prompt}");
            if !matches!(condition, Condition::Inline | Condition::Copy) {
                assert_eq!(listing, text);
            }
            assert!(!prompt.ends_with('\n') && !prompt.contains("\n\n\n"), "{prompt}");
            let expected = match condition {
                Condition::Copy => item.copied_values().pop().unwrap(),
                _ => item.answer(),
            };
            assert_eq!(item.expected(condition), expected);
        }
    }
}

/// The readers take nothing in a listing but inputs and steps, and what stands around the listing is the same for all
/// items of a spec: no answer can be given away by either, except by coincidence.
#[test]
fn prompts_give_no_answer_away() {
    for spec in specs() {
        for wording in Wording::ALL {
            let generator = Generator::new(Spec { wording, ..spec }).unwrap();
            let items = [1, 2].map(|seed| generator.item(Seed::wrapping(seed), 0).unwrap());
            for condition in LISTED {
                let [one, other] = items.each_ref().map(|item| {
                    let prompt = item.prompt(condition);
                    let listing = listing_of(item, &prompt);
                    read_listing(item, listing);
                    // The lines before the inputs of a program stay: they are the same for all items as well.
                    let at = listing.find("S1").unwrap();
                    prompt.replacen(&listing[at..], "", 1)
                });
                assert_eq!(one, other);
            }
        }
    }
}

#[test]
fn inline_prompts_show_the_true_values_of_operands() {
    for item in items() {
        let prompt = item.prompt(Condition::Inline);
        let listing = read_listing(&item, listing_of(&item, &prompt));
        for (line, step) in listing.lines[2..].iter().zip(&item.procedure.steps) {
            let Form::Step { op, operands, values } = &line.form else {
                panic!("{prompt}");
            };
            assert_eq!(*op, step.op.symbol());
            let wanted = [step.left, step.right];
            for ((operand, value), wanted) in operands.iter().zip(values).zip(wanted) {
                assert_eq!(*operand, item.operand_text(wanted));
                // A constant is its own value, and some wordings do not repeat it.
                match (value, wanted.reference()) {
                    (Some(value), Some(number)) => assert_eq!(*value, exact(item.value(number))),
                    (None, Some(_)) => panic!("no value of {operand} in\n{prompt}"),
                    (Some(value), None) => assert_eq!(*value, whole(operand.parse().unwrap())),
                    (None, None) => {}
                }
            }
        }
    }
}

#[test]
fn copy_prompts_copy_one_operand_of_each_step() {
    for item in items() {
        let prompt = item.prompt(Condition::Copy);
        let listing = read_listing(&item, listing_of(&item, &prompt));
        let sources = item.copy_sources();
        for ((line, step), source) in
            listing.lines[2..].iter().zip(&item.procedure.steps).zip(sources)
        {
            assert!(step.references().any(|number| number == source));
            let Form::Copy(name) = &line.form else {
                panic!("{prompt}");
            };
            assert_eq!(*name, item.name(source), "{prompt}");
        }
        let copied = item.copied_values();
        let read = listing.evaluate(item.spec.numbers);
        assert_eq!(read.len(), copied.len());
        for ((_, read), copied) in read.iter().zip(&copied) {
            assert_eq!(*read, exact(copied), "{prompt}");
        }
        assert_eq!(listing.answer, item.name(item.procedure.last()));
        // The answer is to be written as the input is: its text stands in the prompt.
        assert!(prompt.contains(&item.expected_text(Condition::Copy)), "{prompt}");
    }
}
