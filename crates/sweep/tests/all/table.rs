//! Attempts as lines of a table. Every attempt reads back, even if a spreadsheet has rewritten the
//! file.

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use stepfall_solver::SolverKind;
use stepfall_sweep::{
    Attempt, Header, HeaderError, Micros, Plan, Run, RunReader, Target, Tokens, Try, is_table,
    push_record, table_cells, table_columns,
};

const ANSWER: &str = r#"{"number":1,"target":"openai:m","condition":"trace","steps":25,"look_back":5,"seed":0,"item":0,"sample":0,"text":"S3 = 13\nS4 = -2","reasoning":"4 + 9","stop":"length","model":"m-2026","usage":{"input":200,"output":90,"reasoning":40},"started":1764000000000,"took":5200,"first":800,"tries":[{"at":1763999999000,"error":"rate-limit","status":429,"message":"Slow down."}],"requests":2,"omitted":["temperature"],"dropped":["seed"],"cost":1950}"#;
const GIVEN_UP: &str = r#"{"number":0,"target":"openai:m","condition":"trace","steps":5,"look_back":5,"seed":0,"item":0,"sample":0,"error":{"at":1764000000000,"error":"too-long","status":400,"message":"=HYPERLINK(\"x\")"},"started":1764000000000,"took":10,"requests":1}"#;

fn plan() -> Plan {
    Plan {
        targets: vec![Target::model("openai", "m"), Target::simulated(SolverKind::Mixed, 200)],
        steps: vec![5, 25],
        items: 2,
        ..Plan::default()
    }
}

fn header() -> Header {
    Header::new(&plan(), "=the first, \"mine\"", 1_764_000_000_000)
}

fn attempts() -> Vec<Attempt> {
    [GIVEN_UP, ANSWER].map(|line| Attempt::read(line, &plan()).unwrap()).to_vec()
}

/// Returns the rows of a file. The first row has the names of the columns.
fn cells(attempts: &[Attempt]) -> Vec<Vec<String>> {
    let columns = table_columns().iter().map(|&column| column.to_owned()).collect();
    let rows = attempts.iter().map(|attempt| table_cells(attempt, &header()));
    std::iter::once(columns).chain(rows).collect()
}

fn file(cells: &[Vec<String>]) -> String {
    let mut text = String::new();
    for cells in cells {
        push_record(&mut text, cells);
    }
    text
}

/// Returns the file with one cell of the second attempt replaced.
fn with(column: &str, text: &str) -> String {
    let mut cells = cells(&attempts());
    text.clone_into(&mut cells[2][at(column)]);
    file(&cells)
}

fn at(column: &str) -> usize {
    table_columns().iter().position(|&known| known == column).unwrap()
}

/// Returns the file as other programs write it: with all cells quoted, and with this separator and
/// line end.
fn rewritten(cells: &[Vec<String>], separator: &str, end: &str) -> String {
    let mut plain = String::new();
    for row in cells {
        let mut cells = Vec::new();
        for cell in row {
            // Other programs do not know the meaning of the apostrophe, so they keep it.
            let mut record = String::new();
            push_record(&mut record, &[cell]);
            let cell = record.strip_suffix("\r\n").unwrap();
            let is_quoted = cell.starts_with('"');
            cells.push(if is_quoted {
                cell.to_owned()
            } else {
                format!("\"{}\"", cell.replace('"', "\"\""))
            });
        }
        plain.push_str(&(cells.join(separator) + end));
    }
    plain
}

fn read(bytes: &[u8], piece: usize) -> Result<Run, HeaderError> {
    let mut reader = RunReader::default();
    bytes.chunks(piece).try_for_each(|piece| reader.push(piece))?;
    reader.end()?;
    Ok(reader.into_run().unwrap())
}

fn whole(text: &str) -> Run {
    read(text.as_bytes(), usize::MAX).unwrap()
}

/// Returns the report on the only line that is left out.
fn error_of(text: &str) -> String {
    let run = whole(text);
    assert_eq!((run.attempts.len(), run.bad_lines), (1, 1), "{:?}", run.bad);
    format!("line {}: {}", run.bad[0].line, run.bad[0].error)
}

#[test]
fn a_table_reads_back_as_its_run() {
    let text = file(&cells(&attempts()));
    assert!(is_table(text.as_bytes()) && !is_table(ANSWER.as_bytes()));
    for piece in [1, 2, 3, 7, 100, usize::MAX] {
        let run = read(text.as_bytes(), piece).unwrap();
        assert_eq!((&run.header, &run.plan), (&header(), &plan()));
        assert_eq!(run.attempts.into_values().collect::<Vec<_>>(), attempts());
        assert_eq!(run.bad, []);
    }
}

#[test]
fn json_lines_read_the_same_in_any_pieces() {
    let header = header().line().unwrap();
    for end in ["\n", "\r\n"] {
        let text = [&header, GIVEN_UP, "nonsense", "", ANSWER, &ANSWER[..90]].join(end);
        for piece in [1, 5, 1_000, usize::MAX] {
            let run = read(text.as_bytes(), piece).unwrap();
            assert_eq!(run, Run::read_lines(text.lines()).unwrap());
            assert_eq!((run.attempts.len(), run.bad_lines), (2, 2));
        }
    }
    let marked = format!("\u{feff}{header}");
    assert_eq!(whole(&marked), Run::read_lines([header.as_str()]).unwrap());
}

#[test]
fn a_file_saved_by_another_program_is_read() {
    let mut cells = cells(&attempts());
    for row in &mut cells {
        row.reverse();
        row.insert(3, "notes".to_owned());
    }
    cells[1][3] = "=SUM(A1:A2)".to_owned();
    for separator in [",", ";", "\t"] {
        for end in ["\n", "\r\n", "\r", "\r\n;;;\r\n\r\n"] {
            if end.contains(';') && separator != ";" {
                continue;
            }
            let text = format!("\u{feff}{}", rewritten(&cells, separator, end));
            for piece in [1, 13, usize::MAX] {
                let run = read(text.as_bytes(), piece).unwrap();
                assert_eq!(run.attempts.into_values().collect::<Vec<_>>(), attempts());
                assert_eq!(run.bad, [], "{separator:?} {end:?}");
            }
        }
    }
}

#[test]
fn only_columns_that_identify_an_attempt_are_required() {
    let without = |removed: &[&str]| {
        let rows = cells(&attempts()).into_iter().map(|row| {
            let cells = row.into_iter().zip(table_columns());
            cells.filter(|(_, column)| !removed.contains(column)).map(|(cell, _)| cell).collect()
        });
        read(file(&rows.collect::<Vec<_>>()).as_bytes(), usize::MAX)
    };
    let run = without(&["model", "steps", "cost in millionths of a dollar", "characters"]).unwrap();
    assert_eq!((run.attempts[&1].cost, run.attempts[&1].steps), (None, 25));
    assert_eq!(without(&["attempt"]).unwrap_err(), HeaderError::NotAHeader);
    for column in ["text", "given up because of", "plan"] {
        assert_eq!(without(&[column]).unwrap_err(), HeaderError::NoColumn(column));
    }
    let mut twice = cells(&attempts());
    twice[0][3] = "Text".to_owned();
    let error = read(file(&twice).as_bytes(), usize::MAX).unwrap_err();
    assert_eq!(error.to_string(), "its first line has the column “text” twice; rename one");
}

#[test]
fn only_unambiguous_numbers_are_read() {
    for number in ["200", " 200 ", "200.0", "200,00"] {
        assert_eq!(whole(&with("tokens in", number)).attempts[&1].usage.input, Some(200));
    }
    for number in ["1.764E+12", "2.000", "2,000", "200.5", "-1", "two", "99999999999999999999"] {
        assert_eq!(
            error_of(&with("tokens in", number)),
            format!(
                "line 3: its column “tokens in” needs a whole number, without thousands separators and without an \
                 exponent, and has “{number}”"
            )
        );
    }
    assert!(error_of(&with("started", "21.10.2026 07:28")).contains("needs a moment such as"));
    assert!(error_of(&with("failed tries", "none")).contains("needs a list as JSON"));
    assert!(error_of(&with("attempt", "")).contains("column “attempt”"));
}

#[test]
fn rows_that_are_no_attempt_of_the_run_are_left_out() {
    assert_eq!(error_of(&with("attempt", "8")), "line 3: the plan has no attempt 8");
    assert_eq!(error_of(&with("attempt", "2")), "line 3: attempt 2 of the plan is a different one");
    assert_eq!(error_of(&with("steps", "5")), "line 3: attempt 1 of the plan is a different one");
    assert_eq!(
        error_of(&with("plan", "#/sweep?v=2")),
        "line 3: it belongs to another run than the lines before it"
    );
    assert_eq!(
        error_of(&with("given up because of", "network")),
        "line 3: it needs either a text or an error"
    );
    assert!(whole(&with("plan", "")).bad.is_empty(), "earlier lines contain the plan");
}

#[test]
fn a_changed_text_is_an_error() {
    assert_eq!(
        error_of(&with("text", "S3 = 13")),
        "line 3: its text had 20 characters and now has 12, so a program changed it; use the file as it was first saved"
    );
    // Spreadsheets drop carriage returns, which is not an error.
    let mut attempt = attempts().remove(1);
    attempt.text = Some("S3 = 13\r\nS4 = 2\r\n".to_owned());
    let text = file(&cells(std::slice::from_ref(&attempt)));
    let run = whole(&text.replace("\r\n", "\n"));
    assert_eq!(run.attempts[&1].text.as_deref(), Some("S3 = 13\nS4 = 2\n"));
}

#[test]
fn a_broken_line_loses_no_other() {
    let text = file(&cells(&[attempts(), attempts()].concat()));
    let lines: Vec<&str> = text.split_inclusive("\r\n").collect();
    let broken = lines[1].replacen("0,", "\"0\"1,", 1);
    let run = whole(&[lines[0], &broken, lines[1], lines[2]].concat());
    assert_eq!((run.attempts.len(), run.bad[0].line), (2, 2));
    // The file ends in the middle of a line.
    let torn = &text[..lines[0].len() + lines[1].len() + lines[2].len() / 2];
    assert!(error_of(torn).contains("quotation mark") || error_of(torn).contains("column"));
    let mut bytes = text.clone().into_bytes();
    let place = text.find("m-2026").unwrap();
    bytes[place] = 0xe4;
    let run = read(&bytes, 9).unwrap();
    assert!(run.bad[0].error.to_string().contains("UTF-8"));
}

#[test]
fn other_tables_are_refused() {
    let error = |text: &str| read(text.as_bytes(), 5).unwrap_err();
    assert_eq!(error(""), HeaderError::NotAHeader);
    assert_eq!(error("no file"), HeaderError::NotAHeader);
    assert_eq!(error("steps,right\r\n5,20\r\n"), HeaderError::NotAHeader);
    assert_eq!(error(&"a".repeat(2 << 20)), HeaderError::NotAHeader);
    let columns = file(&cells(&[]));
    assert_eq!(error(&columns), HeaderError::NoLines(None));
    let incorrect = with("plan", "").replace(&header().plan, "");
    assert!(
        error(&incorrect)
            .to_string()
            .starts_with("its lines cannot be read; line 2: its column “plan”")
    );
    let nobody =
        file(&cells(&attempts())).replace("openai%3Am", "x").replace("openai:m", "nobody:m");
    assert!(matches!(error(&nobody), HeaderError::Plan(_)));
}

#[test]
fn a_cell_of_a_megabyte_reads_back() {
    let mut attempt = attempts().remove(1);
    attempt.text = Some("=1,\"\r\n'".repeat(150_000));
    let text = file(&cells(std::slice::from_ref(&attempt)));
    assert_eq!(read(text.as_bytes(), 4_099).unwrap().attempts[&1], attempt);
}

/// Generates text that spreadsheets and readers of tables often mishandle.
fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\"".to_owned()),
        Just("'".to_owned()),
        Just("=".to_owned()),
        Just("\r\n".to_owned()),
        "[-+@,;\t\r\n '\"=0-9.]{1,3}",
        "\\PC{0,3}",
        "[\\x00-\\x7f]{0,3}",
    ];
    vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

prop_compose! {
    fn answer()(
        text in hostile(),
        more in of(hostile()),
        stop in hostile(),
        times in any::<[u64; 3]>(),
        tokens in any::<[Option<u64>; 4]>(),
        dropped in vec(hostile(), 0..3),
        message in hostile(),
        cost in of(any::<u64>()),
        replaced in any::<u32>(),
    ) -> Attempt {
        let read = attempts().remove(1);
        let [input, output, reasoning, cached] = tokens;
        let usage = Tokens { input, output, reasoning, cached };
        let some = |text: String| Some(text).filter(|text| !text.is_empty());
        let tries = vec![Try { at: times[0], error: message.clone(), status: None, message }];
        Attempt {
            text: Some(text),
            reasoning: more.and_then(some),
            model: some(stop.clone()),
            stop: some(stop),
            usage,
            started: times[0],
            duration_ms: times[1],
            first_output_ms: Some(times[2]),
            dropped,
            tries,
            replaced,
            cost: cost.map(Micros),
            ..read
        }
    }
}

proptest! {
    #[test]
    fn every_attempt_reads_back(attempt in answer(), message in hostile(), piece in 1_usize..400) {
        let mut given_up = attempts().remove(0);
        if let Some(error) = &mut given_up.error {
            error.message = message;
        }
        let text = file(&cells(&[given_up.clone(), attempt.clone()]));
        let run = read(text.as_bytes(), piece).unwrap();
        prop_assert_eq!(&run.bad, &[]);
        prop_assert_eq!(run.attempts.into_values().collect::<Vec<_>>(), [given_up, attempt]);
    }

    #[test]
    fn no_cell_is_a_formula(text in hostile()) {
        let mut record = String::new();
        push_record(&mut record, &[&text]);
        let cell = record.trim_start_matches('"');
        let is_number = stepfall_sweep::is_number(&text);
        prop_assert!(is_number || text.starts_with('"') || !cell.starts_with('\t'));
        let bare = cell.trim_start();
        prop_assert!(is_number || text.starts_with('"') || !bare.starts_with(['=', '+', '-', '@', '＝']));
        prop_assert!(text.is_empty() || !cell.starts_with('\r') || text.starts_with('"'));
    }

    #[test]
    fn any_bytes_after_a_table_lose_no_attempt(bytes in vec(any::<u8>(), 0..300), piece in 1_usize..40) {
        let _ = read(&bytes, piece);
        let begin = file(&cells(&attempts()));
        let run = read(&[begin.as_bytes(), &bytes].concat(), piece).unwrap();
        prop_assert_eq!(run.attempts.len(), 2);
    }
}
