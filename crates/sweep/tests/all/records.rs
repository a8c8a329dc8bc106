//! Attempts as they are stored, and files of them.

use proptest::option::of;
use proptest::prelude::*;
use stepfall_provider::Stop;
use stepfall_solver::SolverKind;
use stepfall_sweep::{
    Attempt, BadLine, Header, HeaderError, LineError, Micros, Plan, PriorAttempt, Run, Target,
    Tokens,
};

fn plan() -> Plan {
    Plan {
        targets: vec![Target::model("openai", "m"), Target::simulated(SolverKind::Mixed, 200)],
        steps: vec![5, 25],
        items: 2,
        ..Plan::default()
    }
}

/// An answer as users' files contain it. This line must never change.
const ANSWER: &str = r#"{"number":1,"target":"openai:m","condition":"trace","steps":25,"look_back":5,"seed":0,"item":0,"sample":0,"text":"S3 = 13","reasoning":"4 + 9","stop":"length","model":"m-2026","usage":{"input":200,"output":90,"reasoning":40},"started":1764000000000,"took":5200,"first":800,"tries":[{"at":1763999999000,"error":"rate-limit","status":429,"message":"Slow down."}],"requests":2,"omitted":["temperature"],"dropped":["seed"],"cost":1950}"#;
const GIVEN_UP: &str = r#"{"number":0,"target":"openai:m","condition":"trace","steps":5,"look_back":5,"seed":0,"item":0,"sample":0,"error":{"at":1764000000000,"error":"too-long","status":400},"started":1764000000000,"took":10,"requests":1}"#;

fn header() -> String {
    Header::new(&plan(), "first", 1_764_000_000_000).line().unwrap()
}

#[test]
fn a_line_reads_back() {
    for line in [ANSWER, GIVEN_UP] {
        let attempt = Attempt::read(line, &plan()).unwrap();
        assert_eq!(attempt.line().unwrap(), line);
    }
    let answer = Attempt::read(ANSWER, &plan()).unwrap();
    assert!(answer.is_answer() && answer.is_cut());
    assert_eq!(answer.transcript(), "<think>\n4 + 9\n</think>\n\nS3 = 13");
    assert_eq!(answer.cost, Some(Micros(1_950)));
    let given_up = Attempt::read(GIVEN_UP, &plan()).unwrap();
    assert!(!given_up.is_answer());
    assert_eq!((given_up.transcript(), given_up.stop()), (String::new(), None));
}

#[test]
fn unknown_members_are_ignored_and_missing_ones_unknown() {
    let line = ANSWER.replace("\"took\":5200", "\"took\":5200,\"mood\":[\"fine\"]");
    assert_eq!(Attempt::read(&line, &plan()).unwrap(), Attempt::read(ANSWER, &plan()).unwrap());
    let stop = |word: &str| {
        let line = ANSWER.replace("\"stop\":\"length\"", &format!("\"stop\":\"{word}\""));
        Attempt::read(&line, &plan()).unwrap().stop().unwrap()
    };
    assert_eq!(stop("natural"), Stop::Natural);
    assert_eq!(stop("other:natural"), Stop::Other("natural".to_owned()));
    assert_eq!(stop("tired"), Stop::Other("tired".to_owned()));
}

#[test]
fn lines_that_are_no_attempt_of_the_plan_are_refused() {
    let read = |line: &str| Attempt::read(line, &plan()).unwrap_err();
    assert!(matches!(read(&ANSWER[..80]), LineError::Json(_)));
    assert!(matches!(read("[]"), LineError::Json(_)));
    assert!(matches!(read(&ANSWER.replace("5200", "-1")), LineError::Json(_)));
    assert_eq!(read(&ANSWER.replace("\"text\":\"S3 = 13\",", "")), LineError::NoOutcome);
    assert_eq!(read(&ANSWER.replace("\"number\":1", "\"number\":8")), LineError::NoSuchTask(8));
    for (field, other) in [
        ("\"number\":1", "\"number\":2"),
        ("openai:m", "openai:n"),
        ("\"seed\":0", "\"seed\":1"),
        ("\"steps\":25", "\"steps\":15"),
        ("\"item\":0", "\"item\":1"),
        ("\"sample\":0", "\"sample\":1"),
        ("\"took\":5200", "\"took\":5200,\"simulated\":true"),
    ] {
        assert!(matches!(read(&ANSWER.replace(field, other)), LineError::OtherTask(_)), "{other}");
    }
    assert_eq!(
        read(&ANSWER.replace("\"number\":1", "\"number\":8")).to_string(),
        "the plan has no attempt 8"
    );
}

#[test]
fn bad_lines_are_reported_and_the_rest_is_read() {
    let header = header();
    let torn = &ANSWER[..100];
    let run = Run::read_lines([&header, GIVEN_UP, "", "nonsense", ANSWER, torn]).unwrap();
    assert_eq!((&run.plan, run.header.name.as_str()), (&plan(), "first"));
    assert_eq!(run.attempts.keys().copied().collect::<Vec<_>>(), [0, 1]);
    assert_eq!(run.bad_lines, 2);
    assert_eq!(run.bad.iter().map(|BadLine { line, .. }| *line).collect::<Vec<_>>(), [4, 6]);
    let tokens = Tokens { input: Some(200), output: Some(90), reasoning: Some(40), cached: None };
    let done = |number, is_answer, cost, requests| PriorAttempt {
        number,
        is_answer,
        may_pass: false,
        cost,
        requests,
        tokens: if is_answer { tokens } else { Tokens::default() },
    };
    assert_eq!(
        run.prior_attempts(),
        [done(0, false, None, 1), done(1, true, Some(Micros(1_950)), 2)]
    );
}

#[test]
fn a_later_line_replaces_only_failed_attempts() {
    let header = header();
    let answer = ANSWER.replace("\"number\":1", "\"number\":0").replace("25", "5");
    let other = answer.replace("S3 = 13", "S3 = 14");
    for (lines, text) in [
        ([GIVEN_UP, &answer, &other], Some("S3 = 13")),
        ([&answer, GIVEN_UP, &other], Some("S3 = 13")),
        ([GIVEN_UP, GIVEN_UP, &other], Some("S3 = 14")),
        ([GIVEN_UP, GIVEN_UP, GIVEN_UP], None),
    ] {
        let run = Run::read_lines([header.as_str()].into_iter().chain(lines)).unwrap();
        assert_eq!(run.bad, []);
        assert_eq!(run.attempts[&0].text.as_deref(), text);
    }
}

#[test]
fn a_header_with_unknown_parts_is_refused() {
    let read = |line: &str| Run::read_lines([line]).unwrap_err();
    assert_eq!(Run::read_lines([]).unwrap_err(), HeaderError::NotAHeader);
    assert_eq!(read(ANSWER), HeaderError::NotAHeader);
    let newer = header().replace("\"stepfall_sweep\":1", "\"stepfall_sweep\":2");
    assert_eq!(read(&newer), HeaderError::Version(2));
    assert_eq!(
        read(&header().replace("openai:m", "nobody:m")).to_string(),
        "its plan is not understood: There is no provider “nobody”; “openrouter” is one. “nobody:m” is left out."
    );
}

prop_compose! {
    fn attempt()(
        text in "\\PC{0,200}|[\\x00-\\x7f]{0,40}",
        reasoning in of("\\PC{1,40}"),
        stop in of("[a-z:]{1,12}"),
        times in any::<[u64; 3]>(),
        tokens in any::<[Option<u64>; 4]>(),
        dropped in proptest::collection::vec("\\PC{0,9}", 0..3),
        cost in of(any::<u64>()),
    ) -> Attempt {
        let read = Attempt::read(ANSWER, &plan()).unwrap();
        let [input, output, reasoning_tokens, cached] = tokens;
        let usage = Tokens { input, output, reasoning: reasoning_tokens, cached };
        let (started, duration_ms, first_output_ms) = (times[0], times[1], Some(times[2]));
        let (text, cost) = (Some(text), cost.map(Micros));
        Attempt { text, reasoning, stop, usage, started, duration_ms, first_output_ms, dropped, cost, ..read }
    }
}

proptest! {
    #[test]
    fn every_attempt_reads_back(attempt in attempt()) {
        let line = attempt.line().unwrap();
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(Attempt::read(&line, &plan()).unwrap(), attempt);
    }

    #[test]
    fn a_truncated_line_is_reported(at in 0..ANSWER.len()) {
        let header = header();
        let run = Run::read_lines([header.as_str(), GIVEN_UP, &ANSWER[..at]]).unwrap();
        prop_assert_eq!((run.attempts.len(), run.bad_lines), (1, u32::from(at > 0)));
    }

    #[test]
    fn any_text_is_read_without_attempts(text in "\\PC{0,200}") {
        let header = header();
        prop_assert!(Run::read_lines([text.as_str()]).is_err());
        prop_assert!(Run::read_lines([header.as_str(), &text]).unwrap().attempts.is_empty());
    }
}

#[test]
fn ledger_lines_are_recognised_in_any_formatting() {
    let text = ANSWER.replace("S3 = 13", "{\\\"ledger\\\": 1} S3 = 13");
    let sorted = r#"{ "attempt": 0, "estimate": 5, "ledger": "sent", "request": 1 }"#;
    let damaged = r#"{"ledger":"sent","attempt":0,"request":"#;
    let run = Run::read_lines([header().as_str(), sorted, &text, damaged]).unwrap();
    assert_eq!((run.attempts.len(), run.balance().left_behind), (1, 1));
    let errors = run.bad.iter().map(|bad| bad.error.to_string()).collect::<Vec<_>>();
    assert!(errors.len() == 1 && errors[0].contains("damaged line of the ledger"), "{errors:?}");
}
