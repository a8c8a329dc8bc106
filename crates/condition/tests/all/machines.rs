//! Tables of dialogues: the replies, the notes, the end and the next question.

use stepfall_condition::{
    Agreement, ConditionResult, DescribedVersusDone, Dialogue, DialogueEnd, Note, read,
};
use stepfall_grade::StopReason;
use stepfall_procedure::{Condition, Item};
use stepfall_provider::{Answer, ToolCall};

use Condition::{
    Calculator, CalculatorText, Checkpoints, Explain, Primed, Review, Stepwise, Symbolic,
    Transcribe, Verified,
};

/// Returns an item with `S1 = 9`, `S2 = 19`, and nine steps. [`LINES`] is its correct trace.
fn item() -> Item {
    let record = include_str!("../../../../tests/items/nine-steps.json");
    Item::from_record(record).unwrap().0
}

const LINES: [&str; 10] = [
    "S3 = S2 - S1 = 19 - 9 = 10",
    "S4 = S3 * 4 = 10 * 4 = 40",
    "S5 = S4 - S3 = 40 - 10 = 30",
    "S6 = S5 + S4 = 30 + 40 = 70",
    "S7 = S6 / 2 = 70 / 2 = 35",
    "S8 = S7 + S4 = 35 + 40 = 75",
    "S9 = S8 * 6 = 75 * 6 = 450",
    "S10 = S9 / 3 = 450 / 3 = 150",
    "S11 = S10 * 5 = 150 * 5 = 750",
    "Answer: 750",
];
const CALLS: [&str; 10] = [
    "CALL S3: 19 - 9",
    "CALL S4: 10 * 4",
    "CALL S5: 40 - 10",
    "CALL S6: 30 + 40",
    "CALL S7: 70 / 2",
    "CALL S8: 35 + 40",
    "CALL S9: 75 * 6",
    "CALL S10: 450 / 3",
    "CALL S11: 150 * 5",
    "Answer: 750",
];
const SORRY: &str = "I am sorry, I lost track there. Let me know how to proceed.";

/// Returns the lines of a range of steps. The answer follows the last step.
fn lines(from: usize, to: usize) -> String {
    let to = if to == 11 { 12 } else { to };
    LINES[from - 3..=to - 3].join("\n")
}

struct Row {
    label: &'static str,
    condition: Condition,
    replies: Vec<String>,
    end: Option<DialogueEnd>,
    notes: Vec<Note>,
    /// The number of replies that the dialogue takes.
    replies_taken: u16,
    /// The beginning of the next question; empty after the end.
    next: &'static str,
    solved: bool,
}

fn row(
    label: &'static str,
    condition: Condition,
    replies: &[&str],
    (end, notes, replies_taken): (Option<DialogueEnd>, &[Note], u16),
    next: &'static str,
    solved: bool,
) -> Row {
    let replies = replies.iter().map(|&reply| reply.to_owned()).collect();
    Row { label, condition, replies, end, notes: notes.to_vec(), replies_taken, next, solved }
}

const DONE: Option<DialogueEnd> = Some(DialogueEnd::Complete);

fn assert_rows(rows: Vec<Row>) {
    let item = item();
    for Row { label, condition, replies, end, notes, replies_taken, next, solved } in rows {
        let mut dialogue = Dialogue::new(&item, condition);
        for reply in &replies {
            if dialogue.request().is_some() {
                let stop = Some(stepfall_provider::Stop::Natural);
                dialogue.on_answer(&Answer { text: reply.clone(), stop, ..Answer::default() });
            }
        }
        let text = dialogue.text();
        let name = format!("{condition}: {label}\n{text}\n");
        assert_eq!(dialogue.end(), end, "{name}");
        assert_eq!(dialogue.notes(), notes, "{name}");
        assert_eq!(dialogue.replies(), replies_taken, "{name}");
        let asked = dialogue.next_question().unwrap_or_default();
        assert!(asked.starts_with(next) && asked.is_empty() == next.is_empty(), "{name}{asked}");
        let score = dialogue.score().unwrap();
        assert_eq!(score.is_solved, solved, "{name}{score:?}");
        let reread = read(&item, condition, &text, StopReason::Unknown);
        assert_eq!((&reread.text, reread.end, reread.score), (&text, end, score), "{name}");
    }
}

#[test]
fn checkpoints_condition_handles_each_reply() {
    let (turn_1, turn_2, turn_3) = (lines(3, 5), lines(6, 8), lines(9, 11));
    let (turn_1, turn_2, turn_3) = (turn_1.as_str(), turn_2.as_str(), turn_3.as_str());
    let c = Checkpoints(3);
    let (ahead, gap) = (lines(3, 7), format!("{turn_1}\nS10 = 150"));
    let repeated = format!("{turn_1}\n{turn_2}");
    let revised = format!("{}\n{turn_2}", turn_1.replace("30", "31"));
    let thought = format!("<think>S3 = 11\nS4 = 44</think>{turn_1}");
    let open = format!("{turn_1}\n<think>Now S6 = 99, S7 = 98 and S8 = 97");
    let broken = turn_2.replace("70", "71");
    assert_rows(vec![
        row("follows", c, &[turn_1, turn_2, turn_3], (DONE, &[], 3), "", true),
        row("unfinished", c, &[turn_1], (None, &[], 1), "Now do S6 to S8.", false),
        row("breaks", c, &[turn_1, &broken, turn_3], (DONE, &[], 3), "", true),
        row(
            "more steps than asked",
            c,
            &[&ahead],
            (None, &[Note::Ahead], 1),
            "Now do S8 to S10.",
            false,
        ),
        row(
            "a gap between steps",
            c,
            &[&gap],
            (None, &[Note::Ahead], 1),
            "Now do S6 to S8.",
            false,
        ),
        row(
            "fewer steps than asked",
            c,
            &[LINES[0]],
            (None, &[Note::Behind], 1),
            "Now do S4 to S6.",
            false,
        ),
        row("apologises", c, &[SORRY], (None, &[Note::NotInForm], 1), "That reply has no", false),
        row("recovers", c, &[SORRY, turn_1], (None, &[Note::NotInForm], 2), "Now do S6", false),
        row(
            "ignores",
            c,
            &[SORRY; 9],
            (Some(DialogueEnd::Ignored), &[Note::NotInForm], 2),
            "",
            false,
        ),
        row(
            "repeats the same turn",
            c,
            &[turn_1; 9],
            (Some(DialogueEnd::Ignored), &[Note::NotInForm], 3),
            "",
            false,
        ),
        row("repeats earlier steps", c, &[turn_1, &repeated], (None, &[], 2), "Now do S9", false),
        row("revises earlier steps", c, &[turn_1, &revised], (None, &[], 2), "Now do S9", false),
        row("reasons", c, &[&thought], (None, &[], 1), "Now do S6", false),
        row("leaves its reasoning open", c, &[&open, turn_2, turn_3], (DONE, &[], 3), "", true),
        row("all steps at once", c, &[&lines(3, 11)], (DONE, &[Note::Ahead], 1), "", true),
        row("the answer alone", c, &["Answer: 750"], (None, &[Note::NotInForm], 1), "That", false),
    ]);
}

#[test]
fn stepwise_condition_handles_each_reply() {
    let c = Stepwise;
    let bare = ["10", "**40**", "40 - 10 = 30", "= 70", "35.", "S8 = 75", "Answer: 450", "150"];
    let all: Vec<&str> = bare.into_iter().chain(["Answer: 750"]).collect();
    let sixty = ["S3 = S2 - S1 = 19 - 9 = 10", SORRY].repeat(9);
    assert_rows(vec![
        row("follows", c, &[&LINES[..8], &[&lines(11, 11)]].concat(), (DONE, &[], 9), "", true),
        row("values alone", c, &all, (DONE, &[], 9), "", true),
        row("an incorrect value", c, &["10", "41"], (None, &[], 2), "Now do S5.", false),
        row(
            "all values incorrect",
            c,
            &["919", "777", "777", "715", "333"],
            (None, &[], 5),
            "Now do S8.",
            false,
        ),
        row("two steps", c, &[&lines(3, 4)], (None, &[Note::Ahead], 1), "Now do S5.", false),
        row("another step", c, &[LINES[1]], (None, &[Note::NotInForm], 1), "That", false),
        row("stops", c, &sixty, (Some(DialogueEnd::Ignored), &[Note::NotInForm], 3), "", false),
        row("a number in prose", c, &["I did 9 steps."], (None, &[Note::NotInForm], 1), "T", false),
    ]);
}

#[test]
fn verified_condition_hands_back_incorrect_steps() {
    let c = Verified(3);
    let one = lines(3, 5);
    let incorrect =
        "S3 = S2 - S1 = 19 - 9 = 10\nS4 = S3 * 4 = 10 * 4 = 44\nS5 = S4 - S3 = 44 - 10 = 34";
    let missing = "S3 = S2 - S1 = 19 - 9 = 10\nS5 = S4 - S3 = 40 - 10 = 30";
    let twice = format!("{incorrect}\nLet me see again.\nS4 = 45\nS5 = 35");
    let beyond = format!("{one}\nS6 = 30 + 40 = 71\nS7 = 71 / 2 = 35");
    let mended = lines(4, 5);
    let six = lines(6, 8);
    let rest = lines(9, 11);
    let (one, mended, six, rest) = (one.as_str(), mended.as_str(), six.as_str(), rest.as_str());
    assert_rows(vec![
        row("follows", c, &[one, six, rest], (DONE, &[], 3), "", true),
        row("breaks", c, &[incorrect], (None, &[], 1), "S4 is wrong. Now do S4 to S5.", false),
        row("recovers", c, &[incorrect, mended, six, rest], (DONE, &[], 4), "", true),
        row("incorrect three times", c, &[incorrect; 3], (None, &[], 3), "Now do S6", false),
        row(
            "a step missing",
            c,
            &[missing],
            (None, &[], 1),
            "S4 is missing. Now do S4 to S5.",
            false,
        ),
        row(
            "two incorrect attempts in one reply",
            c,
            &[&twice, mended, six, rest],
            (DONE, &[], 4),
            "",
            true,
        ),
        row(
            "an error after the requested steps",
            c,
            &[&beyond],
            (None, &[Note::Ahead], 1),
            "S6 is wrong. Now do S6 to S7.",
            false,
        ),
        row(
            "an incorrect value alone",
            Verified(1),
            &["11"],
            (None, &[], 1),
            "S3 is wrong. Now do S3.",
            false,
        ),
        row(
            "corrected on request",
            Verified(1),
            &["11", "10"],
            (None, &[], 2),
            "Now do S4.",
            false,
        ),
    ]);
}

#[test]
fn calculator_text_condition_handles_each_reply() {
    use DialogueEnd::{Failed, Ignored, Looped};
    let (c, malformed) = (CalculatorText, || Note::Malformed);
    let odd = [
        "call S3: 19 - 9",
        "**CALL S4: 10 × 4**",
        "```\nCALL S5: 40 − 10 = ?\n```",
        "1. CALL s6: 30 + 40",
        "`CALL S7: 70 / 2`",
        "S7 = 35. Next:\n> CALL step S8: S7 + S4 = 35 + 40",
        "<think>CALL S9: 1 + 1</think>CALL S9 = 75 * 6",
        "- CALL S10: (450) ÷ 3.",
        "CALL S11: 1,50 * 5",
    ];
    let first_nine = &odd[..8];
    let last = [&CALLS[8..]].concat();
    assert_rows(vec![
        row("follows", c, &CALLS, (DONE, &[], 10), "", true),
        row("in many forms", c, &[first_nine, &last].concat(), (DONE, &[], 10), "", true),
        row("unreadable", c, &odd[8..], (None, &[malformed()], 1), "error: give the name", false),
        row("by name", c, &["CALL S3: S2 - S1"], (None, &[malformed()], 1), "error: give", false),
        row(
            "no such step",
            c,
            &["CALL S99: 1 + 1"],
            (None, &[malformed()], 1),
            "error: the",
            false,
        ),
        row("more than two", c, &["CALL S3: 1 + 2 + 3"], (None, &[malformed()], 1), "error", false),
        row(
            "division by zero",
            c,
            &["CALL S3: 1 / 0"],
            (None, &[Note::NoValue], 1),
            "error: that",
            false,
        ),
        row(
            "another tool",
            c,
            &["CALL search(\"S3\")"],
            (None, &[Note::UnknownTool("search".to_owned())], 1),
            "error: there is no such tool",
            false,
        ),
        row(
            "two at once",
            c,
            &[&CALLS[..2].join("\n")],
            (None, &[Note::Ahead], 1),
            "S3 = 10",
            false,
        ),
        row(
            "results made up",
            c,
            &["CALL S3: 19 - 9 = 12\nS4 = 48"],
            (None, &[Note::Computed], 1),
            "S3 = 10",
            false,
        ),
        row("loops", c, &[CALLS[0]; 9], (Some(Looped), &[], 3), "", false),
        row("fails", c, &["CALL S3"; 9], (Some(Failed), &[malformed()], 3), "", false),
        row(
            "many at once that fail",
            c,
            &["CALL S3: S2 - S1\nCALL S4: S3 * 4\nCALL S5: S4 - S3", CALLS[0]],
            (None, &[Note::Ahead, malformed()], 2),
            "S3 = 10",
            false,
        ),
        row("apologises", c, &[SORRY], (None, &[Note::NotInForm], 1), "That reply calls", false),
        row("recovers", c, &[SORRY, CALLS[0]], (None, &[Note::NotInForm], 2), "S3 = 10", false),
        row("ignores", c, &[SORRY; 9], (Some(Ignored), &[Note::NotInForm], 2), "", false),
        row("stops early", c, &[CALLS[0], "Answer: 10"], (DONE, &[Note::Computed], 2), "", false),
        row(
            "repeats a result without a call",
            c,
            &[CALLS[0], "S3 is 10."],
            (None, &[Note::NotInForm], 2),
            "That reply calls the calculator for nothing. The next step is S4.",
            false,
        ),
        row(
            "never calls",
            c,
            &["Answer: 750"; 3],
            (Some(Ignored), &[Note::NotInForm, Note::Computed], 2),
            "",
            true,
        ),
        row(
            "repeats an earlier call",
            c,
            &[CALLS[0], CALLS[1], CALLS[0]],
            (None, &[], 3),
            "S3 = 10",
            false,
        ),
    ]);
}

#[test]
fn tool_calls_are_read_and_written_back() {
    let item = item();
    let call = |name: &str, arguments: &str| {
        let calls = vec![ToolCall {
            id: "call-1".to_owned(),
            name: name.to_owned(),
            arguments: arguments.to_owned(),
        }];
        Answer { calls, stop: Some(stepfall_provider::Stop::Tool), ..Answer::default() }
    };
    let good = r#"{"step":"S3","left":"19","operation":"-","right":9}"#;
    for (name, arguments, notes, text) in [
        ("calculate", good, vec![], "CALL S3: 19 - 9"),
        (
            "calculate",
            r#"{"step":" step s3 ","left":"1,019","operation":"−","right":"−9"}"#,
            vec![],
            "CALL S3: 1019 - (-9)",
        ),
        ("calculate", "{", vec![Note::Malformed], "CALL calculate \"{\""),
        ("calculate", ": 4 + 9", vec![Note::Malformed], "CALL calculate \": 4 + 9\""),
        ("calculate", "{\"step\":\n3}", vec![Note::Malformed], "CALL calculate {\"step\": 3}"),
        ("search", good, vec![Note::UnknownTool("search".to_owned())], "CALL search {"),
        ("S3: 4 + 9", "{}", vec![Note::Malformed], "CALL calculate {}"),
        ("", "", vec![Note::Malformed], "CALL calculate \"\""),
    ] {
        let mut dialogue = Dialogue::new(&item, Calculator);
        assert_eq!(dialogue.request().unwrap().tools.len(), 1);
        dialogue.on_answer(&call(name, arguments));
        assert_eq!(dialogue.notes(), notes, "{name} {arguments}");
        assert!(dialogue.text().starts_with(text), "{}", dialogue.text());
        let reread = read(&item, Calculator, &dialogue.text(), StopReason::Unknown);
        assert_eq!((reread.text, reread.notes), (dialogue.text(), notes), "{name} {arguments}");
        assert_eq!(Some(reread.score), dialogue.score());
        assert_eq!(dialogue.next_question(), None, "a tool result asks no question");
    }
}

#[test]
fn call_in_text_next_to_a_native_call_is_plain_text() {
    let item = item();
    let mut dialogue = Dialogue::new(&item, Calculator);
    let arguments = r#"{"step":"S3","left":19,"operation":"-","right":9}"#.to_owned();
    let call = ToolCall { id: String::new(), name: "calculate".to_owned(), arguments };
    let text = "CALL S4: 1 + 1".to_owned();
    dialogue.on_answer(&Answer { text, calls: vec![call], ..Answer::default() });
    assert_eq!(dialogue.notes(), []);
    let reread = read(&item, Calculator, &dialogue.text(), StopReason::Unknown);
    assert_eq!(Some(reread.score), dialogue.score());
}

#[test]
fn transcribe_condition_runs_each_program() {
    let c = Transcribe;
    let lines = "S1 = 9\nS2 = 19\nS3 = S2 - S1\nS4 = S3 * 4\nS5 = S4 - S3\nS6 = S5 + S4\nS7 = S6 / 2\n\
                 S8 = S7 + S4\nS9 = S8 * 6\nS10 = S9 / 3\nS11 = S10 * 5\n";
    let plain = format!("{lines}print(S11)");
    let fenced = format!(
        "Here it is; note = that S1 is 9:\n```python\n{lines}print(f\"{{S11}}\")\n```\nDone."
    );
    let body =
        format!("def main():\n    {}return S11\n\nprint(main())", lines.replace('\n', "\n    "));
    let tuple = lines
        .replace("S1 = 9\nS2 = 19", "S1, S2 = 9, 19")
        .replace("S4 = S3 * 4", "S4 = S3\nS4 *= 4");
    let typed = lines.replace(" = ", ": int = ").replace(" / 2", " // 2  # half");
    let computed = lines.replace("S2 - S1", "S2 - S1 = 10");
    let looped = format!("for i in range(3):\n{lines}");
    let inputs = lines.replace("S1 = 9", "S1 = 8");
    let forgotten = lines.replace("S1 = 9\n", "");
    assert_rows(vec![
        row("follows", c, &[&plain], (DONE, &[], 1), "", true),
        row("no print", c, &[lines], (DONE, &[], 1), "", true),
        row("a fence and prose", c, &[&fenced], (DONE, &[], 1), "", true),
        row("a function", c, &[&body], (DONE, &[], 1), "", true),
        row("other assignments", c, &[&tuple], (DONE, &[], 1), "", true),
        row("types and comments", c, &[&typed], (DONE, &[], 1), "", true),
        row("results", c, &[&computed], (DONE, &[Note::Computed], 1), "", true),
        row("a loop", c, &[&looped], (DONE, &[Note::Unsupported("for".to_owned())], 1), "", false),
        row("another input", c, &[&inputs], (DONE, &[], 1), "", false),
        row(
            "an input forgotten",
            c,
            &[&forgotten],
            (DONE, &[Note::NoSuchName("S1".to_owned())], 1),
            "",
            false,
        ),
        row("no usable line", c, &[SORRY], (DONE, &[], 1), "", false),
    ]);
}

#[test]
fn symbolic_condition_evaluates_each_reply() {
    let c = Symbolic;
    let lines = "S3 = S2 - S1\nS4 = S3 * 4\nS5 = S4 - S3\nS6 = S5 + S4\nS7 = S6 / 2\nS8 = S7 + S4\nS9 = S8 * 6\n\
                 S10 = S9 / 3\nS11 = S10 * 5\n";
    let plain = format!("{lines}Answer: S11");
    let latex = plain.replace('S', "S_").replace("Answer: S_11", "**Answer:** $\\boxed{S_{11}}$");
    let below = plain.replace("S3", "S₃").replace("S4", "S₄");
    let listed = format!("Here they are:\n\n- {}", plain.replace('\n', "\n- "));
    let inputs = plain.replace("S2 - S1", "19 - 9");
    let values = plain.replace("S4 - S3", "40 - S3").replace("S6 / 2", "70 / 2");
    let computed_program = plain.replace("S10 * 5", "S10 * 5 = 150 * 5 = 750");
    let computed = format!("{lines}Answer: 750");
    let both = format!("{lines}Answer: S11 = 750");
    let another = format!("{lines}Answer: S10");
    let results =
        "S3 = 10\nS4 = 40\nS5 = 30\nS6 = 70\nS7 = 35\nS8 = 75\nS9 = 450\nS10 = 150\nS11 = 750";
    let early = plain.replace("S5 = S4 - S3", "S5 = S6 - S3");
    let noted = [Note::Computed];
    let unknown = [Note::NoSuchName("S6".to_owned())];
    assert_rows(vec![
        row("follows", c, &[&plain], (DONE, &[], 1), "", true),
        row("LaTeX", c, &[&latex], (DONE, &[], 1), "", true),
        row("indices", c, &[&below], (DONE, &[], 1), "", true),
        row("a list", c, &[&listed], (DONE, &[], 1), "", true),
        row("no answer", c, &[lines], (DONE, &[], 1), "", true),
        row("inputs by value", c, &[&inputs], (DONE, &[], 1), "", true),
        row("steps by value", c, &[&values], (DONE, &noted, 1), "", true),
        row("a result as well", c, &[&computed_program], (DONE, &noted, 1), "", true),
        row("a value as answer", c, &[&computed], (DONE, &noted, 1), "", true),
        row("both as answer", c, &[&both], (DONE, &[], 1), "", true),
        row("another answer", c, &[&another], (DONE, &[], 1), "", false),
        row("results alone", c, &[results], (DONE, &noted, 1), "", false),
        row("a name too early", c, &[&early], (DONE, &unknown, 1), "", false),
        row("no usable line", c, &[SORRY], (DONE, &[], 1), "", false),
    ]);
}

#[test]
fn review_and_explain_conditions_ask_a_second_question() {
    let right = lines(3, 11);
    let incorrect =
        right.replace("150 * 5", "152 * 5").replace("= 150", "= 152").replace("750", "760");
    let (right, incorrect) = (right.as_str(), incorrect.as_str());
    let fixed = lines(9, 11);
    let bold = format!("All correct, but for these:\n{fixed}");
    let one_line = "S11 = S10 * 5 = 150 * 5 = 750";
    assert_rows(vec![
        row("unfinished", Review, &[right], (None, &[], 1), "Check your lines", false),
        row("confirms", Review, &[right, "All correct. Answer: 750"], (DONE, &[], 2), "", true),
        row("repeats", Review, &[right, right], (DONE, &[], 2), "", true),
        row("corrects", Review, &[incorrect, &bold], (DONE, &[], 2), "", true),
        row("breaks", Review, &[right, incorrect], (DONE, &[], 2), "", false),
        row("no answer", Review, &[right, "All is well."], (DONE, &[], 2), "", true),
        row("one line", Review, &[incorrect, one_line], (DONE, &[], 2), "", true),
        row("explains", Explain, &[right], (None, &[], 1), "This is a procedure.", false),
        row("describes correctly", Explain, &[right, "S3 = S2 - S1"], (DONE, &[], 2), "", true),
        row("cannot describe", Explain, &[right, SORRY], (DONE, &[], 2), "", true),
    ]);
}

#[test]
fn score_details_count_the_subject_of_each_condition() {
    let item = item();
    let detail = |condition: Condition, replies: &[&str]| {
        let text = replies.join("\n\n=== answered ===\n");
        read(&item, condition, &text, StopReason::Unknown).score.detail
    };
    let broken = lines(6, 8).replace("= 70", "= 71");
    assert_eq!(
        detail(Checkpoints(3), &[&lines(3, 5), &broken, &lines(9, 11)]),
        ConditionResult::Turns { right: 2, turns: 3, hand_backs: 0, mended: 0 }
    );
    let incorrect = "S3 = S2 - S1 = 19 - 9 = 11";
    assert_eq!(
        detail(Verified(1), &[incorrect, incorrect, incorrect, LINES[1]]),
        ConditionResult::Turns { right: 0, turns: 2, hand_backs: 2, mended: 0 }
    );
    assert_eq!(
        detail(
            CalculatorText,
            &[CALLS[0], "CALL S4: 19 + 4", "CALL S5: S4 - S3", "CALL S5: 23 - 10"]
        ),
        ConditionResult::Calls { calls: 4, failed: 1, wrong_operands: 1, wrong_operations: 1 }
    );
    assert_eq!(
        detail(
            Transcribe,
            &["S1 = 9\nS2 = 19\nS3 = S2 - S1\nS4 = S3 * 5\nS4 = S3 * 4\nS5 = S3 - S4"]
        ),
        ConditionResult::Program { steps: 3, faithful: 2, of: 9 }
    );
    assert_eq!(
        detail(Symbolic, &["S3 = S1 - S2\nS4 = S3 * 4\nS5 = S4 - 10\nS6 = S5 + -40"]),
        ConditionResult::Program { steps: 4, faithful: 2, of: 9 }
    );
    let incorrect = lines(3, 11).replace("750", "755");
    assert_eq!(
        detail(Review, &[&incorrect, "S11 = S10 * 5 = 150 * 5 = 750\nAnswer: 750"]),
        ConditionResult::Review { before: false, after: true }
    );
    assert_eq!(
        detail(Review, &[&lines(3, 11), "Answer: 751"]),
        ConditionResult::Review { before: true, after: false }
    );
    // The middle steps of the fifths are S3, S5, S7, S9 and S11. The arithmetic error leaves the
    // operands correct.
    let descriptions =
        "S3 = S2 - S1\nS5 = S3 - S4\nS7 divides S6 by 2.\nS9: multiply S8 by 6\nS11 = 150 * 5";
    assert_eq!(
        detail(Explain, &[&lines(3, 11).replace("= 35", "= 36"), descriptions]),
        ConditionResult::Knowing(DescribedVersusDone { both: 3, known: 0, done: 2, neither: 0 })
    );
    let known = "S3 = S2 - S1\nS5 = S4 - S3\nS7 = S6 / 2\nS9 = S8 * 6\nS11 = S10 * 5";
    let other = lines(3, 11).replace("S6 / 2 = 70 / 2 = 35", "S4 / 2 = 40 / 2 = 20");
    assert_eq!(
        detail(Explain, &[&other, known]),
        ConditionResult::Knowing(DescribedVersusDone { both: 4, known: 1, done: 0, neither: 0 })
    );
}

#[test]
fn explain_asks_about_steps_with_incorrect_operands_or_operations() {
    let item = item();
    let asked = |trace: &str| {
        let mut dialogue = Dialogue::new(&item, Explain);
        let stop = Some(stepfall_provider::Stop::Natural);
        dialogue.on_answer(&Answer { text: trace.to_owned(), stop, ..Answer::default() });
        let question = dialogue.next_question().unwrap();
        question[question.rfind("The steps are ").unwrap() + 14..].to_owned()
    };
    let right = lines(3, 11);
    // All steps have the correct operands, so the usual steps are asked for: the middle step of
    // each fifth of the procedure.
    assert_eq!(asked(&right), "S3, S5, S7, S9, S11.");
    assert_eq!(asked(&right.replace("= 40", "= 41")), "S3, S5, S7, S9, S11.");
    assert_eq!(asked(SORRY), "S3, S5, S7, S9, S11.");
    // S6 has the operand S3 instead of S5, and later S8 has another operation.
    let one_other = right.replace("S5 + S4 = 30 + 40 = 70", "S3 + S4 = 10 + 40 = 50");
    assert_eq!(asked(&one_other), "S3, S5, S6, S7, S9.");
    let two_others = one_other.replace("S7 + S4 = 35 + 40 = 75", "S7 - S4 = 35 - 40 = -5");
    assert_eq!(asked(&two_others), "S3, S5, S6, S7, S8.");
}

#[test]
fn isolated_condition_handles_each_reply() {
    use Condition::Isolated;
    let item = item();
    let results = ["10", "40", "30", "70", "35", "75", "450", "150", "750"];
    let replies = results.map(|result| format!("Answer: {result}"));
    let all: Vec<&str> = replies.iter().map(String::as_str).collect();
    let bare: Vec<&str> =
        vec!["10", "**40**", "40 - 10 = 30", "= 70", "35.", "75", "450", "150", "$750$"];
    let mut incorrect = all.clone();
    incorrect[1] = "Answer: 41";
    let mut silent = all.clone();
    silent[4] = SORRY;
    let odd = [Note::NotInForm];
    assert_rows(vec![
        row("follows", Isolated, &all, (DONE, &[], 9), "", true),
        row("values alone", Isolated, &bare, (DONE, &[], 9), "", true),
        row("unfinished", Isolated, &all[..1], (None, &[], 1), "Carry out one operation.", false),
        row("one arithmetic error", Isolated, &incorrect, (DONE, &[], 9), "", false),
        row("no result", Isolated, &silent, (DONE, &odd, 9), "", false),
        row("no results at all", Isolated, &[SORRY; 9], (DONE, &odd, 9), "", false),
    ]);
    let text = incorrect.join("\n\n=== answered ===\n");
    let reading = read(&item, Isolated, &text, StopReason::Unknown);
    assert_eq!(reading.score.detail, ConditionResult::Isolated { right: 8, asked: 9 });
    assert!(!reading.score.is_first_answer_correct && !reading.score.is_last_answer_correct);
    // The next question has the correct value, so the arithmetic error is not inherited.
    assert!(reading.text.contains("\n\n40 - 10\n\nReply with one line"), "{}", reading.text);
    let verdict = reading.verdict;
    let statuses: Vec<&str> =
        verdict.visible.steps.iter().map(stepfall_grade::StepVerdict::slug).collect();
    assert_eq!(statuses.iter().filter(|slug| **slug == "right").count(), 8);
    assert_eq!((statuses[1], verdict.primary.slug()), ("slip", "slipped"));
}

#[test]
fn first_and_last_answer_are_scored_separately() {
    let item = item();
    let both = |condition: Condition, replies: &[&str]| {
        let text = replies.join("\n\n=== answered ===\n");
        let score = read(&item, condition, &text, StopReason::Unknown).score;
        (score.is_first_answer_correct, score.is_last_answer_correct)
    };
    let right = lines(3, 11);
    let incorrect = right.replace("750", "755");
    let last = "S11 = S10 * 5 = 150 * 5 = 750\nAnswer: 750";
    assert_eq!(both(Review, &[&incorrect, last]), (false, true));
    assert_eq!(both(Review, &[&right, "Answer: 751"]), (true, false));
    assert_eq!(both(Review, &[&right, "Answer: 750"]), (true, true));
    assert_eq!(both(Verified(9), &[&incorrect, last]), (false, true));
    assert_eq!(both(Verified(9), &[&right]), (true, true));
    let end = lines(6, 11);
    assert_eq!(both(Verified(3), &[&lines(3, 5), &end]), (true, true));
}

#[test]
fn history_steps_do_not_count() {
    let item = item();
    let condition = Primed { steps: 4, errors: 0 };
    let reading = read(&item, condition, &lines(7, 11), StopReason::Unknown);
    let metrics = reading.verdict.metrics;
    assert_eq!((metrics.steps, metrics.claimed, metrics.prefix), (5, 5, 5));
    assert_eq!((metrics.correct_given_own, metrics.correct_in_truth), (5, 5));
    let history_steps = reading.verdict.visible.steps.iter().take(4);
    assert!(history_steps.clone().all(|step| step.slug() == "given" && step.claim.is_none()));
    let broken = lines(7, 11).replace("= 75\n", "= 76\n").replace("= 450", "= 459");
    let reading = read(&item, condition, &broken, StopReason::Unknown);
    assert_eq!((reading.verdict.metrics.prefix, reading.verdict.visible.roots.len()), (1, 2));
}

#[test]
fn reasoning_agreement_is_counted_under_evaluator_conditions() {
    let item = item();
    for (condition, reply) in [
        (Checkpoints(9), format!("<think>S3 = 10, S4 = 41</think>{}", lines(3, 11))),
        (Stepwise, "<think>S3 = 10\nS4 = 41</think>10\n\n=== answered ===\n40".to_owned()),
        (CalculatorText, format!("<think>S3 = 10\nS4 = 41</think>{}", CALLS[..2].join("\n"))),
        (
            Transcribe,
            "<think>S3 = 10\nS4 = 41</think>S1 = 9\nS2 = 19\nS3 = S2 - S1\nS4 = S3 * 4".to_owned(),
        ),
    ] {
        let reading = read(&item, condition, &reply, StopReason::Unknown);
        assert_eq!(
            reading.score.agreement,
            Some(Agreement { both: 2, same: 1 }),
            "{condition}\n{}",
            reading.text
        );
    }
}

#[test]
fn primed_condition_scores_the_continuation() {
    let c = Primed { steps: 4, errors: 0 };
    assert_rows(vec![
        row("follows", c, &[&lines(7, 11)], (DONE, &[], 1), "", true),
        row("breaks", c, &[&lines(7, 11).replace("750", "751")], (DONE, &[], 1), "", false),
        row("apologises", c, &[SORRY], (DONE, &[], 1), "", false),
    ]);
}

#[test]
fn cut_or_declined_reply_ends_the_dialogue() {
    let item = item();
    for condition in Condition::OFFERED.into_iter().filter(|condition| !condition.is_plain()) {
        for (stop, end) in [
            (stepfall_provider::Stop::Length, DialogueEnd::Cut),
            (stepfall_provider::Stop::Refusal, DialogueEnd::Refused),
            (stepfall_provider::Stop::Filter, DialogueEnd::Refused),
        ] {
            let mut dialogue = Dialogue::new(&item, condition);
            let text = "S3 = S2 - S1 = 19 - 9 = 10\nS4 = S3".to_owned();
            dialogue.on_answer(&Answer { text, stop: Some(stop), ..Answer::default() });
            assert_eq!((dialogue.end(), dialogue.request()), (Some(end), None), "{condition}");
            assert!(!dialogue.score().unwrap().is_solved);
        }
    }
}

#[test]
fn endless_dialogue_ends_at_the_reply_limit() {
    let item = item();
    for condition in Condition::OFFERED.into_iter().filter(|condition| !condition.is_plain()) {
        let mut dialogue = Dialogue::new(&item, condition);
        // Each reply is a call for step S3 with another operand. Most of these calls are not for
        // the requested step.
        while dialogue.request().is_some() {
            let text = format!("CALL S3: 1 + {}", dialogue.replies());
            dialogue.on_answer(&Answer {
                text,
                stop: Some(stepfall_provider::Stop::Natural),
                ..Answer::default()
            });
        }
        assert!(dialogue.replies() <= dialogue.most_replies(), "{condition}");
        if condition == CalculatorText {
            assert_eq!(dialogue.end(), Some(DialogueEnd::TooLong));
        }
    }
}
