//! Every verdict conforms to its schema.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use serde_json::Value;
use stepfall_grade::{ArithmeticError, Cause, Doubt, Grader, Mode, StopReason, VerdictRecord};
use stepfall_procedure::{Condition, Generator, Item, NameStyle, Seed, Spec};
use stepfall_solver::{ErrorFrequency, Form, Rate, Solver, SolverKind, simulate};

fn schema() -> Value {
    serde_json::from_str(include_str!("../../../../schemas/verdict.schema.json")).unwrap()
}

/// Returns the verdict on a transcript as JSON. Checks that the verdict conforms to the schema, and
/// that the positions of its steps and its first answer are those of non-empty parts of the
/// transcript.
fn checked(validator: &Validator, item: &Item, condition: Condition, transcript: &str) -> Value {
    let verdict = Grader::new(item, condition).grade(transcript, StopReason::Unknown);
    let record = VerdictRecord::new(item, condition, &verdict);
    let record = serde_json::to_value(&record).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(&record)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(errors, Vec::<String>::new(), "{transcript}\n{record:#}");
    let place = |part: &Value, key: &str| part[key].as_u64().map(|at| usize::try_from(at).unwrap());
    let steps = record["steps"].as_array().unwrap();
    let first = &record["answers"]["first"];
    for part in steps.iter().chain([first]) {
        if let (Some(start), Some(end)) = (place(part, "start"), place(part, "end")) {
            assert!(transcript.get(start..end).is_some_and(|text| !text.is_empty()), "{part}");
        }
    }
    record
}

fn items() -> Vec<(Item, Condition)> {
    let numbers = ["integer", "mod97", "decimal2", "rational", "paper", "paper-integers"];
    let conditions = [Condition::Trace, Condition::Copy];
    let mut items = Vec::new();
    for (at, numbers) in numbers.into_iter().enumerate() {
        let names = if at % 2 == 0 { NameStyle::Numbered } else { NameStyle::Scattered };
        let mut spec = Spec { steps: 9, names, ..Spec::default() };
        spec.set("numbers", numbers).unwrap();
        let item = Generator::new(spec).unwrap().item(Seed::wrapping(11), 0).unwrap();
        items.extend(conditions.map(|condition| (item.clone(), condition)));
    }
    items
}

#[test]
fn verdicts_of_simulated_transcripts_conform_to_the_schema() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let frequency = ErrorFrequency::AtLeastOnce(Rate::per_ten_thousand(1_000));
    let mut primaries = BTreeSet::new();
    let mut count = 0;
    for (item, condition) in items() {
        for kind in SolverKind::ALL {
            for form in [Form::Trace, Form::Prose, Form::Json, Form::ValueTable] {
                let solver = Solver { kind, frequency };
                let Some(simulation) = simulate(&item, condition, &solver, form, 3) else {
                    continue;
                };
                let record = checked(&validator, &item, condition, &simulation.transcript);
                primaries.insert(record["primary"].as_str().unwrap().to_owned());
                count += 1;
            }
        }
    }
    assert!(count > 1_000 && primaries.len() >= 15, "{count}, {primaries:?}");
}

/// Returns the paths of all transcripts of the corpus.
fn corpus() -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus")];
    let mut all = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "txt") {
                all.push(path);
            }
        }
    }
    all
}

#[test]
fn verdicts_of_the_corpus_conform_to_the_schema() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let paths = corpus();
    assert!(paths.len() > 200);
    for path in paths {
        let record = fs::read_to_string(path.with_extension("json")).unwrap();
        let (item, condition) = Item::from_record(&record).unwrap();
        let transcript = fs::read_to_string(&path).unwrap();
        checked(&validator, &item, condition, &transcript);
    }
}

/// The schema describes exactly the slugs of the grader.
#[test]
fn the_schema_has_every_slug() {
    let schema = schema();
    let described = |list: &Value| -> BTreeSet<String> {
        let entries = list["oneOf"].as_array().unwrap().iter();
        entries.map(|entry| entry["const"].as_str().unwrap().to_owned()).collect()
    };
    let set = |slugs: &[&str]| slugs.iter().map(|slug| (*slug).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(described(&schema["$defs"]["mode"]), set(&Mode::ALL.map(Mode::slug)));
    let arithmetic_errors = [
        ArithmeticError::Sign,
        ArithmeticError::Magnitude,
        ArithmeticError::OffByOne,
        ArithmeticError::Carry,
        ArithmeticError::Digit,
        ArithmeticError::Transposed,
        ArithmeticError::Other,
    ];
    let hypothesis = &schema["$defs"]["hypothesis"]["properties"];
    assert_eq!(described(&hypothesis["slip"]), set(&arithmetic_errors.map(ArithmeticError::slug)));
    let causes = [
        Cause::Operand { took: None, instead_of: None },
        Cause::Swapped,
        Cause::Operation(stepfall_procedure::Op::Add),
        Cause::Table(0),
        Cause::ArithmeticError(ArithmeticError::Sign),
        Cause::Equation(ArithmeticError::Sign),
        Cause::Rounded,
        Cause::Unexplained,
        Cause::Skipped,
        Cause::Stopped,
        Cause::Invented,
        Cause::Early,
        Cause::Reports(3),
        Cause::Form,
    ];
    assert_eq!(described(&schema["$defs"]["cause"]), set(&causes.map(Cause::slug)));
    // The grader has two statuses that the truth about a simulated transcript lacks. `unclear` is
    // for text that cannot be assigned to steps. `given` is for steps that only the prompt
    // contains.
    let mut statuses =
        set(&stepfall_solver::TrueStatus::ALL.map(stepfall_solver::TrueStatus::slug));
    statuses.insert("unclear".to_owned());
    statuses.insert("given".to_owned());
    assert_eq!(described(&schema["$defs"]["status"]), statuses);
    assert_eq!(described(&schema["$defs"]["certainty"]), set(&["sure", "likely", "unclear"]));
    let doubts = [Doubt::Fitted, Doubt::Rivals, Doubt::Unexplained];
    let reasons = &schema["$defs"]["doubt"]["properties"]["reason"];
    assert_eq!(described(reasons), set(&doubts.map(Doubt::slug)));
}

#[test]
fn the_schema_refuses_invalid_verdicts() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let (item, condition) = items().remove(0);
    let record = checked(&validator, &item, condition, "Answer: 12");
    for (pointer, incorrect) in [
        ("/primary", Value::from("clumsy")),
        ("/answers/expected", Value::from(12)),
        ("/answers/first/ambiguous", Value::from(true)),
        ("/steps/0/status", Value::from("fault")),
        ("/metrics/executed", Value::from("some")),
    ] {
        let mut broken = record.clone();
        *broken.pointer_mut(pointer).unwrap() = incorrect;
        assert!(!validator.is_valid(&broken), "{pointer}");
    }
}
