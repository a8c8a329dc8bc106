//! Simulated solvers under every condition: they make no error that the condition rules out, and
//! their other errors are diagnosed.

use stepfall_condition::{ConditionResult, DialogueEnd, DialogueSolver, read};
use stepfall_grade::{Mode, StopReason};
use stepfall_procedure::{
    Arithmetic, Condition, Generator, Item, LineOrder, NameStyle, Seed, Spec, Wording,
};
use stepfall_solver::{ArithmeticError, ErrorFrequency, Form, Rate, Solver, SolverKind};

fn item(spec: Spec, seed: u64) -> Item {
    Generator::new(spec).unwrap().item(Seed::wrapping(seed), 0).unwrap()
}

fn transcript(item: &Item, condition: Condition, kind: SolverKind, seed: u64) -> Option<String> {
    let solver = Solver { kind, frequency: ErrorFrequency::Once };
    let form = if condition == Condition::Structured { Form::Json } else { Form::Trace };
    DialogueSolver::transcript(item, condition, solver, form, seed)
}

#[test]
fn solver_without_errors_solves_items_under_every_condition() {
    let specs = [
        Spec { steps: 12, ..Spec::default() },
        Spec { steps: 1, ..Spec::default() },
        Spec { steps: 7, names: NameStyle::Scattered, ..Spec::default() },
        Spec { steps: 12, ..Spec::new(Arithmetic::Modular { modulus: 97 }) },
        Spec { steps: 12, ..Spec::new(Arithmetic::Decimal { places: 2 }) },
        Spec { steps: 9, ..Spec::new(Arithmetic::Rational) },
    ];
    let shuffled = Wording::ALL.map(|wording| Spec {
        steps: 12,
        dead: 20,
        wording,
        names: NameStyle::Scattered,
        lines: LineOrder::Shuffled,
        ..Spec::new(Arithmetic::Modular { modulus: 97 })
    });
    for spec in specs.into_iter().chain(shuffled) {
        for condition in Condition::OFFERED.into_iter().filter(|one| one.suits(spec.steps)) {
            for seed in 0..4 {
                let item = item(spec, seed);
                let text = transcript(&item, condition, SolverKind::Followed, seed).unwrap();
                let reading = read(&item, condition, &text, StopReason::Unknown);
                assert_eq!(reading.text, text, "{condition}");
                assert_eq!(reading.end, Some(DialogueEnd::Complete), "{condition}\n{text}");
                assert!(reading.score.is_solved, "{condition} {spec:?}\n{text}");
                assert!(reading.notes.is_empty(), "{condition} {:?}\n{text}", reading.notes);
                let has_errors = matches!(condition, Condition::Primed { errors: 1.., .. });
                if !has_errors {
                    assert_eq!(reading.verdict.primary, Mode::Followed, "{condition}\n{text}");
                }
            }
        }
    }
}

/// Returns custom procedures of all kinds: without inputs, with 1, 3 and 64 inputs, negative and
/// decimal constants, fractions, residues, and names of any script.
fn custom() -> Vec<Item> {
    let many: Vec<String> =
        (1..=64).map(|number| format!("a{number} = {}", 3 * number - 40)).collect();
    let sum: Vec<String> = (1..=64).map(|number| format!("a{number}")).collect();
    let texts = [
        "total = (7 * -3) - (-6 + 4) * (12 - 5)".to_owned(),
        "price = 20\ntotal = price * 3 - 18".to_owned(),
        "a = 12\nb = -5\nc = 31\nd = a - b\ne = d * -2\nf = e + c\ng = f - a".to_owned(),
        "price = $1,250.00\ntax = price * 5%\ntotal = price + tax\nshare = total / 3".to_owned(),
        "half = 1/2\nthird = 1/3\nfourth = 1/4\nsum = half + third - fourth * 3".to_owned(),
        "numbers: mod 97\na = 5\nb = 90\nc = 33\nd = a * b - c\ne = d * d + 12".to_owned(),
        "größe = 14\n单价 = 5\nцена = größe * 单价\nमूल्य = цена - 6\nétat = मूल्य + 单价".to_owned(),
        "a = 47\nb = 9\nc = a // b\nd = a % b\ne = min(c, d, 30)\nf = max(e, 3) * abs(c - 9)\ng = f - d".to_owned(),
        "numbers: rational\na = 47\nb = 9\nc = a / b\nd = round(c, 2)\ne = d // 2 + min(c, 5)\nf = e % 3".to_owned(),
        "price = 19.99\nhalf = round(price / 3, 1)\nrest = price % 4\nboxes = price // 4".to_owned(),
        format!("{}\nsum = {}", many.join("\n"), sum.join(" + ")),
    ];
    let read = |text: &String| {
        Item::from_text(text, None).unwrap_or_else(|error| panic!("{error}\n{text}"))
    };
    texts.iter().map(read).collect()
}

#[test]
fn solver_without_errors_solves_custom_procedures() {
    for item in custom() {
        for wording in Wording::ALL {
            let mut item = item.clone();
            item.spec.wording = wording;
            let conditions = Condition::OFFERED.into_iter();
            let conditions = conditions.filter(|one| one.suits(item.spec.steps));
            for condition in conditions.filter(|one| item.check_condition(*one).is_ok()) {
                let text = transcript(&item, condition, SolverKind::Followed, 1).unwrap();
                let reading = read(&item, condition, &text, StopReason::Unknown);
                let prompt = item.prompt(condition);
                assert_eq!(
                    reading.end,
                    Some(DialogueEnd::Complete),
                    "{condition}\n{prompt}\n\n{text}"
                );
                assert!(reading.score.is_solved, "{condition}\n{prompt}\n\n{text}");
                assert!(reading.notes.is_empty(), "{condition} {:?}\n{text}", reading.notes);
            }
        }
    }
}

/// An address may ask for a condition that does not suit its procedure.
#[test]
fn no_condition_panics_on_a_custom_procedure() {
    for item in custom() {
        for condition in Condition::OFFERED {
            assert!(!item.prompt(condition).is_empty());
            for kind in [SolverKind::Followed, SolverKind::WrongOperand, SolverKind::Skipped] {
                let text = transcript(&item, condition, kind, 1);
                let text = text.unwrap_or_else(|| "Answer: 12".to_owned());
                let _ = read(&item, condition, &text, StopReason::Unknown);
            }
        }
    }
}

#[test]
fn calculator_and_program_conditions_remove_arithmetic_errors() {
    let spec = Spec { steps: 15, ..Spec::new(Arithmetic::Decimal { places: 2 }) };
    for condition in [
        Condition::Calculator,
        Condition::CalculatorText,
        Condition::Transcribe,
        Condition::Symbolic,
    ] {
        for kind in [SolverKind::Rounded, SolverKind::ArithmeticError(ArithmeticError::Digit)] {
            let item = item(spec, 5);
            let text = transcript(&item, condition, kind, 3).unwrap();
            assert!(
                read(&item, condition, &text, StopReason::Unknown).score.is_solved,
                "{condition}\n{text}"
            );
        }
    }
}

#[test]
fn wrong_operand_is_found_if_the_model_supplies_operands() {
    let mut incorrect = [0; 4];
    for seed in 0..20 {
        let item = item(Spec::default(), seed);
        let all = [
            Condition::Calculator,
            Condition::CalculatorText,
            Condition::Stepwise,
            Condition::Checkpoints(4),
        ];
        for (place, condition) in all.into_iter().enumerate() {
            let text = transcript(&item, condition, SolverKind::WrongOperand, seed).unwrap();
            let reading = read(&item, condition, &text, StopReason::Unknown);
            let has = reading.verdict.modes.contains(&Mode::LostOperand);
            incorrect[place] += u32::from(has);
            if let ConditionResult::Calls { wrong_operands, wrong_operations, failed, .. } =
                reading.score.detail
            {
                assert_eq!((wrong_operations, failed), (0, 0), "{text}");
                assert_eq!(wrong_operands, 1, "{text}");
            }
        }
    }
    assert!(incorrect.into_iter().all(|count| count >= 19), "{incorrect:?}");
}

#[test]
fn verification_corrects_a_single_error() {
    for seed in 0..10 {
        let item = item(Spec::default(), seed);
        let condition = Condition::Verified(5);
        let text = transcript(&item, condition, SolverKind::WrongOperand, seed).unwrap();
        let reading = read(&item, condition, &text, StopReason::Unknown);
        assert!(reading.score.is_solved, "{text}");
        let ConditionResult::Turns { hand_backs, mended, turns, .. } = reading.score.detail else {
            panic!("{:?}", reading.score);
        };
        assert_eq!((hand_backs, mended, turns), (1, 1, 5), "{text}");
    }
}

#[test]
fn review_corrects_a_single_error() {
    let item = item(Spec::default(), 2);
    let text = transcript(
        &item,
        Condition::Review,
        SolverKind::ArithmeticError(ArithmeticError::OffByOne),
        1,
    )
    .unwrap();
    let reading = read(&item, Condition::Review, &text, StopReason::Unknown);
    assert_eq!(
        reading.score.detail,
        ConditionResult::Review { before: false, after: true },
        "{text}"
    );
    // The incorrect first answer is withdrawn, so the verdict does not contain it.
    assert!(reading.verdict.visible.is_correct());
}

#[test]
fn explain_distinguishes_description_from_execution() {
    let item = item(Spec { steps: 5, ..Spec::default() }, 2);
    let text = transcript(&item, Condition::Explain, SolverKind::WrongOperand, 1).unwrap();
    let reading = read(&item, Condition::Explain, &text, StopReason::Unknown);
    let ConditionResult::Knowing(described_versus_done) = reading.score.detail else {
        panic!("{:?}", reading.score)
    };
    assert_eq!(
        (
            described_versus_done.both,
            described_versus_done.known,
            described_versus_done.done,
            described_versus_done.neither
        ),
        (4, 1, 0, 0),
        "{text}"
    );
}

#[test]
fn program_with_other_operations_is_not_faithful() {
    for condition in [Condition::Transcribe, Condition::Symbolic] {
        let item = item(Spec::default(), 4);
        let solver = Solver {
            kind: SolverKind::WrongOperation,
            frequency: ErrorFrequency::PerStep(Rate::per_ten_thousand(2_000)),
        };
        let text = DialogueSolver::transcript(&item, condition, solver, Form::Trace, 1).unwrap();
        let reading = read(&item, condition, &text, StopReason::Unknown);
        let ConditionResult::Program { steps, faithful, of } = reading.score.detail else {
            panic!()
        };
        assert_eq!((steps, of), (25, 25), "{text}");
        assert!((15..25).contains(&faithful), "{faithful} {text}");
        assert!(reading.verdict.modes.contains(&Mode::LostOperation), "{text}");
    }
}

#[test]
fn solver_continues_from_a_history_with_errors() {
    for seed in 0..20 {
        let item = item(Spec::default(), seed);
        let condition = Condition::Primed { steps: 6, errors: 2 };
        let text = transcript(&item, condition, SolverKind::Followed, seed).unwrap();
        let reading = read(&item, condition, &text, StopReason::Unknown);
        assert!(reading.score.is_solved, "{text}");
        assert_eq!(
            reading.score.detail,
            ConditionResult::Primed { claimed: 19, right: 19, mended: false },
            "{text}"
        );
    }
}

#[test]
fn dialogues_match_the_frozen_file() {
    let item = item(Spec { steps: 6, ..Spec::default() }, 42);
    let mut all = String::new();
    for condition in Condition::OFFERED.into_iter().filter(|condition| !condition.is_plain()) {
        let text = transcript(&item, condition, SolverKind::WrongOperand, 42).unwrap();
        all.push_str(&format!(
            "##### {condition}\n\n{}\n\n-----\n\n{text}\n\n",
            item.prompt(condition)
        ));
    }
    // The later questions of a dialogue are frozen like prompts: they never change in version 2.
    let frozen = include_str!("../../../../tests/golden/dialogues.txt");
    for (line, (now, frozen)) in all.lines().zip(frozen.lines()).enumerate() {
        assert_eq!(now, frozen, "line {}", line + 1);
    }
    assert_eq!(all.trim_end(), frozen.trim_end());
}

#[test]
fn primed_answer_must_follow_from_the_history() {
    let spec = Spec { steps: 12, ..Spec::new(Arithmetic::Modular { modulus: 97 }) };
    let condition = Condition::Primed { steps: 6, errors: 2 };
    let mut mended = 0;
    for seed in 0..20 {
        let item = item(spec, seed);
        let text = transcript(&item, condition, SolverKind::Followed, seed).unwrap();
        let reading = read(&item, condition, &text, StopReason::Unknown);
        let score = reading.score;
        assert_eq!(
            (score.is_solved, score.is_first_answer_correct, score.is_last_answer_correct),
            (true, true, true),
            "{text}"
        );
        assert_eq!(reading.verdict.primary, Mode::Followed, "{text}");
        assert_eq!(reading.verdict.metrics.correct_in_truth, 6, "{text}");
        // If the errors of the history do not change the answer, a correction of the history
        // cannot be recognised.
        if item.expected(condition) == item.answer() {
            continue;
        }
        mended += 1;
        let mut lines: Vec<String> =
            (9..=14).map(|number| item.trace_line(number, &item.values)).collect();
        lines.push(format!("Answer: {}", item.answer_text()));
        let reading = read(&item, condition, &lines.join("\n"), StopReason::Unknown);
        let score = reading.score;
        assert_eq!(
            (score.is_solved, score.is_first_answer_correct, score.is_last_answer_correct),
            (false, false, false)
        );
        assert!(
            matches!(score.detail, ConditionResult::Primed { mended: true, .. }),
            "{:?}",
            score.detail
        );
        assert!(reading.verdict.visible.roots.iter().all(|root| root.number.is_none_or(|n| n > 8)));
    }
    assert!(mended >= 10, "{mended}");
}

#[test]
fn tolerance_changes_no_score_of_modular_items() {
    let spec = Spec { steps: 12, ..Spec::new(Arithmetic::Modular { modulus: 97 }) };
    let mut handed_back = 0;
    for condition in Condition::OFFERED.into_iter().filter(|one| one.suits(spec.steps)) {
        for seed in 0..12 {
            let item = item(spec, seed);
            let Some(text) = transcript(&item, condition, SolverKind::WrongOperand, seed) else {
                continue;
            };
            let score = read(&item, condition, &text, StopReason::Unknown).score;
            assert_eq!(
                score.is_first_answer_close, score.is_first_answer_correct,
                "{condition}\n{text}"
            );
            handed_back += u32::from(score.is_solved && !score.is_first_answer_correct);
        }
    }
    assert!(handed_back > 0, "some first answers are corrected later");
}

/// Forms that show the operands of each value. In other forms an incorrect value may have several
/// possible causes.
const SHOWING: [Form; 7] = [
    Form::Trace,
    Form::Bullets,
    Form::Unicode,
    Form::Headings,
    Form::Prose,
    Form::Latex,
    Form::Pasted,
];

#[test]
fn simulated_errors_in_custom_procedures_are_classified() {
    let mut all = 0;
    for item in custom() {
        let solvers = SolverKind::ALL.map(|kind| Solver { kind, frequency: ErrorFrequency::Once });
        let pairs = solvers.iter().flat_map(|solver| SHOWING.map(|form| (solver, form)));
        for (solver, form) in pairs {
            let simulate =
                |seed| stepfall_solver::simulate(&item, Condition::Trace, solver, form, seed);
            for simulation in (0..2).filter_map(simulate) {
                let text = &simulation.transcript;
                let reading = read(&item, Condition::Trace, text, StopReason::Unknown);
                let modes = (reading.verdict.primary.slug(), simulation.truth.primary.slug());
                assert_eq!(modes.0, modes.1, "{}\n{}\n\n{text}", solver.kind.slug(), item.text());
                all += 1;
            }
        }
    }
    assert!(all > 3_000, "{all} transcripts");
}
