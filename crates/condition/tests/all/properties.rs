//! Properties of all replies: every dialogue ends, its text reads back as the same dialogue, and
//! all spans are in that text.

use std::ops::Range;
use std::sync::LazyLock;

use proptest::prelude::*;
use stepfall_condition::{ConditionResult, Dialogue, DialogueEnd, DialogueSolver, Reading, read};
use stepfall_grade::{Mode, StopReason, Verdict};
use stepfall_procedure::{Arithmetic, Condition, Generator, Item, NameStyle, Seed, Spec, Wording};
use stepfall_provider::{Answer, ToolCall};
use stepfall_solver::{ErrorFrequency, Form, Solver, SolverKind};

static ITEMS: LazyLock<Vec<Item>> = LazyLock::new(|| {
    let specs = [
        Spec { steps: 5, ..Spec::default() },
        Spec { steps: 1, ..Spec::default() },
        Spec { steps: 6, names: NameStyle::Scattered, ..Spec::default() },
        Spec { steps: 5, ..Spec::new(Arithmetic::Modular { modulus: 97 }) },
        Spec { steps: 5, ..Spec::new(Arithmetic::Decimal { places: 2 }) },
        Spec { steps: 5, ..Spec::new(Arithmetic::Rational) },
    ];
    specs.map(|spec| item(spec, 3)).into()
});

fn item(spec: Spec, seed: u64) -> Item {
    Generator::new(spec).unwrap().item(Seed::wrapping(seed), 0).unwrap()
}

fn conditions() -> impl Strategy<Value = Condition> {
    let more = [
        Condition::Checkpoints(2),
        Condition::Verified(1),
        Condition::Verified(2),
        Condition::Primed { steps: 2, errors: 2 },
    ];
    prop::sample::select(Condition::OFFERED.into_iter().chain(more).collect::<Vec<_>>())
}

fn line() -> impl Strategy<Value = String> {
    let fixed = [
        "",
        "\r",
        " ",
        "13",
        "**40**",
        "= 7",
        "CALL",
        "CALL calculate {}",
        "CALL search(1)",
        "CALL S3: 1 / 0",
        "call S3: 4 + 9",
        "<think>",
        "</think>",
        "◁think▷",
        "<thinking>S3 = 1",
        "=== answered ===",
        "=== asked ===",
        "=== given ===",
        "=== carried out === ",
        "```",
        "```python",
        "print(S7)",
        "print(f\"{S7}\")",
        "Answer: y5",
        "for i in x: pass",
        "def f():",
        "return S7",
        "I am sorry.",
        "S3 ≈ ½",
        "S₃ = S₁ + S₂ = 1⁄2",
        "\\(y_{1} = 4\\)",
        "S1, S2 = 4, 9",
        "S7 *= 3",
        "| S3 | 4 |",
        "{\"steps\": {\"S3\": \"4\"}}",
        "\\boxed{42}",
        "é€😀",
        "((((",
        "S3 = ",
    ];
    let number = -120i32..1_200;
    let sign = prop::sample::select(vec!["+", "-", "*", "/", "−", "×", "//", "%"]);
    let step = 1u32..9;
    let claim =
        (step.clone(), number.clone()).prop_map(|(step, value)| format!("S{step} = {value}"));
    let traced = (step.clone(), step.clone(), sign.clone(), step.clone(), number.clone()).prop_map(
        |(step, left, sign, right, value)| format!("S{step} = S{left} {sign} S{right} = {value}"),
    );
    let called = (step.clone(), number.clone(), sign.clone(), number.clone())
        .prop_map(|(step, left, sign, right)| format!("CALL S{step}: {left} {sign} {right}"));
    let assigned = (step.clone(), step.clone(), sign.clone(), step.clone())
        .prop_map(|(step, left, sign, right)| format!("S{step} = S{left} {sign} S{right}"));
    let placed = (step.clone(), step, sign, number.clone())
        .prop_map(|(step, left, sign, right)| format!("y{step} = y{left} {sign} {right}"));
    let answer = number.prop_map(|value| format!("Answer: {value}"));
    prop_oneof![
        prop::sample::select(fixed.to_vec()).prop_map(str::to_owned),
        claim,
        traced,
        called,
        assigned,
        placed,
        answer,
        "\\PC{0,20}",
        any::<String>(),
    ]
}

fn reply() -> impl Strategy<Value = String> {
    prop::collection::vec(line(), 0..7).prop_map(|lines| lines.join("\n"))
}

fn call() -> impl Strategy<Value = ToolCall> {
    let arguments = prop_oneof![
        (1u32..9, -50i32..50, -50i32..50).prop_map(|(step, left, right)| format!(
            "{{\"step\": \"S{step}\", \"left\": {left}, \"operation\": \"+\", \"right\": \"{right}\"}}"
        )),
        line(),
        line().prop_map(|line| serde_json::json!({"step": line, "left": 1, "operation": "*", "right": line}).to_string()),
    ];
    let name = prop_oneof![3 => Just("calculate".to_owned()), 1 => line()];
    (name, arguments).prop_map(|(name, arguments)| ToolCall { id: String::new(), name, arguments })
}

fn answer() -> impl Strategy<Value = Answer> {
    let calls = prop::collection::vec(call(), 0..3);
    (reply(), prop_oneof![Just(String::new()), reply()], calls).prop_map(
        |(text, reasoning, calls)| Answer {
            text,
            reasoning,
            calls,
            stop: Some(stepfall_provider::Stop::Natural),
            ..Answer::default()
        },
    )
}

/// Repeats a few answers until the dialogue ends.
fn converse<'i>(item: &'i Item, condition: Condition, answers: &[Answer]) -> Dialogue<'i> {
    let mut dialogue = Dialogue::new(item, condition);
    let most = dialogue.most_replies();
    for answer in answers.iter().cycle() {
        if dialogue.request().is_none() {
            break;
        }
        assert!(dialogue.replies() < most, "{condition} goes on after {most} replies");
        dialogue.on_answer(answer);
    }
    dialogue
}

fn assert_spans_in_text(reading: &Reading) {
    let verdict = &reading.verdict;
    assert!(
        verdict.modes.contains(&verdict.primary),
        "{:?} of {:?}",
        verdict.primary,
        verdict.modes
    );
    let lies_within = |span: &Range<usize>| {
        assert!(reading.text.get(span.clone()).is_some(), "{span:?} of {:?}", reading.text);
    };
    let all = [Some(&reading.verdict), reading.verdict.reasoning.as_ref().map(|one| &*one.verdict)];
    for verdict in all.into_iter().flatten() {
        let steps = verdict.visible.steps.iter().filter_map(|step| step.claim.as_ref());
        steps.for_each(|claim| {
            lies_within(&claim.span);
            lies_within(&claim.value_span);
        });
        verdict.visible.answers.iter().for_each(|answer| lies_within(&answer.claim.span));
        verdict.visible.roots.iter().for_each(|root| lies_within(&(root.at..root.at)));
    }
    reading.hidden.iter().for_each(lies_within);
    assert!(reading.hidden.is_sorted_by(|one, other| one.end <= other.start));
    reading.verdict.reasoning.iter().flat_map(|one| &one.spans).for_each(lies_within);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_dialogue_ends_and_reads_back(
        which in any::<prop::sample::Index>(),
        condition in conditions(),
        answers in prop::collection::vec(answer(), 1..4),
    ) {
        let item = &ITEMS[which.index(ITEMS.len())];
        prop_assume!(!condition.is_plain() && condition.suits(item.spec.steps));
        let dialogue = converse(item, condition, &answers);
        let text = dialogue.text();
        let reading = read(item, condition, &text, StopReason::Unknown);
        prop_assert_eq!(&reading.text, &text);
        prop_assert_eq!(reading.end, dialogue.end());
        prop_assert_eq!(&reading.notes, &dialogue.notes());
        prop_assert_eq!(Some(reading.score), dialogue.score());
        assert_spans_in_text(&reading);
    }

    #[test]
    fn every_text_reads_back_as_the_same_reading(
        which in any::<prop::sample::Index>(),
        condition in conditions(),
        text in reply(),
        is_cut in any::<bool>(),
    ) {
        let item = &ITEMS[which.index(ITEMS.len())];
        prop_assume!(condition.suits(item.spec.steps));
        let stop = if is_cut { StopReason::Length } else { StopReason::Unknown };
        let reading = read(item, condition, &text, stop);
        assert_spans_in_text(&reading);
        let reread = read(item, condition, &reading.text, stop);
        prop_assert_eq!(reread, reading);
    }
}

#[test]
fn procedure_text_is_a_faithful_program() {
    for numbers in [
        Arithmetic::Integer,
        Arithmetic::Modular { modulus: 97 },
        Arithmetic::Decimal { places: 2 },
        Arithmetic::Rational,
        Arithmetic::Paper { places: 3 },
    ] {
        for wording in [Wording::Assignments, Wording::Python] {
            for names in [NameStyle::Numbered, NameStyle::Scattered] {
                for seed in 0..5 {
                    let spec = Spec { steps: 20, wording, names, ..Spec::new(numbers) };
                    let item = item(spec, seed);
                    let text = item.text();
                    let reading = read(&item, Condition::Transcribe, &text, StopReason::Unknown);
                    let faithful = ConditionResult::Program { steps: 20, faithful: 20, of: 20 };
                    assert_eq!(reading.score.detail, faithful, "{}", reading.text);
                    assert!(reading.score.is_solved, "{}", reading.text);
                    assert_eq!(reading.verdict.primary, Mode::Followed, "{}", reading.text);
                }
            }
        }
    }
}

#[test]
fn hostile_texts_are_read_under_every_condition() {
    let item = item(Spec { steps: 25, ..Spec::default() }, 1);
    let pieces = [
        "S3 = S1 + S2\n",
        "S3 = S3 * S3\n",
        "CALL S3: 4 + 9\n",
        "CALL S3 ",
        "((((",
        "S3 = 1,",
        "<think>",
        "</think>",
        "x = 99999 * 99999\n",
        "S4 = 1; ",
        "Answer: 4 ",
        "=== answered ===\nS3 = 4\n",
        "=== answered ===\nCALL S3: 4 + 9\n",
        "y1 = y1 * y1 * y1 * y1\n",
        "print(",
        "7",
        "S3: ",
        "S3 adds S1 to S2\n",
        "_{",
    ];
    for piece in pieces {
        let text = piece.repeat(30_000 / piece.len());
        for condition in Condition::OFFERED.into_iter().filter(|one| !one.is_plain()) {
            let reading = read(&item, condition, &text, StopReason::Unknown);
            assert_ne!(reading.end, Some(DialogueEnd::Refused), "{piece:?} under {condition}");
        }
    }
}

/// A solver without errors is classified as `Followed`, under every condition and after every
/// history.
#[test]
fn solver_without_errors_is_classified_as_followed() {
    let solver = Solver { kind: SolverKind::Followed, frequency: ErrorFrequency::Once };
    let mut asked = 0;
    for numbers in [Arithmetic::Integer, Arithmetic::Modular { modulus: 97 }, Arithmetic::Rational]
    {
        let spec = Spec { steps: 15, ..Spec::new(numbers) };
        for seed in 0..12 {
            let item = item(spec, seed);
            for condition in
                Condition::OFFERED.into_iter().filter(|one| item.check_condition(*one).is_ok())
            {
                let text = DialogueSolver::transcript(&item, condition, solver, Form::Trace, seed);
                let Some(text) = text else { continue };
                let reading = read(&item, condition, &text, StopReason::Unknown);
                let Verdict { primary, modes, .. } = &reading.verdict;
                assert!(modes.contains(primary), "{condition}: {primary:?} of {modes:?}");
                assert_eq!(*primary, Mode::Followed, "{numbers:?} {seed} {condition}: {text}");
                asked += 1;
            }
        }
    }
    assert!(asked > 450, "{asked}");
}
