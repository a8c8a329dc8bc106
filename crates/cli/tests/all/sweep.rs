//! `stepfall sweep` as its users see it, without a network: simulated solvers, and an address
//! without a server.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use stepfall_sweep::{Run, push_record, table_cells, table_columns};

use crate::scratch::Scratch;

const GRID: [&str; 6] = ["--model", "simulated:mixed:200", "--steps", "5,25", "--items", "6"];
const KEY: &str = "invented-key-of-nobody-42";

/// Runs a sweep in a folder. `THE_KEY` is set. The usual variables of five providers and
/// `STEPFALL_KEY` are not set.
fn sweep(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stepfall"));
    for name in ["OPENAI", "ANTHROPIC", "GEMINI", "OPENROUTER", "GROQ"] {
        command.env_remove(format!("{name}_API_KEY"));
    }
    command.arg("sweep").args(arguments).current_dir(folder);
    command.env_remove("STEPFALL_KEY").env("THE_KEY", KEY).stdin(Stdio::null()).output().unwrap()
}

/// Returns the status, standard output and standard error.
fn outputs(output: Output) -> (i32, String, String) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Returns standard output of a sweep that is complete and prints no message.
fn result(folder: &Path, arguments: &[&str]) -> String {
    let (status, out, errors) = outputs(sweep(folder, arguments));
    assert_eq!((status, errors.as_str()), (0, ""), "{arguments:?}");
    out
}

/// Returns standard error of a sweep that does not run.
fn error(folder: &Path, arguments: &[&str]) -> String {
    let (status, out, errors) = outputs(sweep(folder, arguments));
    assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}: {errors}");
    errors
}

/// Runs the whole grid into the file `a.jsonl`. Returns standard output and the text of the file.
fn run(folder: &Path) -> (String, String) {
    let printed = result(folder, &[&GRID[..], &["--out", "a.jsonl"]].concat());
    (printed, fs::read_to_string(folder.join("a.jsonl")).unwrap())
}

/// Returns the numbers of the attempts in a file, sorted. Checks that no number occurs twice.
fn numbers(file: &Path) -> Vec<u64> {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.ends_with('\n'));
    let lines: Vec<Value> =
        text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    let numbers: BTreeSet<u64> =
        lines.iter().map(|line| line["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers.len(), lines.len());
    numbers.into_iter().collect()
}

#[test]
fn a_sweep_reports_the_share_of_correct_first_answers() {
    let folder = Scratch::new();
    let out =
        result(&folder, &["--model", "simulated:followed:0", "--steps", "5,15", "--items", "9"]);
    let rows: Vec<Vec<&str>> =
        out.lines().skip(1).take(3).map(|line| line.split_whitespace().collect()).collect();
    assert!(out.starts_with("simulated followed\n"), "{out}");
    assert_eq!(rows[0][..4], ["steps", "items", "attempts", "correct"]);
    assert_eq!(rows[1], ["5", "9", "9", "9", "100.0", "70.1", "100.0", "0"]);
    assert_eq!(rows[2][0], "15");
    assert!(out.contains("the first answer is correct in 100 % (70 to 100 %) at 5 steps"), "{out}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn a_truncated_file_is_continued() {
    let folder = Scratch::new();
    let (printed, file_text) = run(&folder);
    let file = folder.join("a.jsonl");
    assert_eq!(numbers(&file), (0..12).collect::<Vec<u64>>());
    let header = file_text.find('\n').unwrap() + 1;
    let second = header + file_text[header..].find('\n').unwrap() + 1;
    for (cut, notice) in [
        (header, ""),
        (header + 1, "notice: the last line of a.jsonl was incomplete and is removed\n"),
        (second - 2, "notice: the last line of a.jsonl was incomplete and is removed\n"),
        // A line that lacks only its line break is kept, since its answer was paid for.
        (second - 1, ""),
        (second, ""),
        (file_text.len() - 5, "notice: the last line of a.jsonl was incomplete and is removed\n"),
        (file_text.len(), ""),
    ] {
        fs::write(&file, &file_text[..cut]).unwrap();
        let again = outputs(sweep(&folder, &["--out", "a.jsonl"]));
        assert_eq!(again, (0, printed.clone(), notice.to_owned()), "cut at {cut}");
        assert_eq!(numbers(&file), (0..12).collect::<Vec<u64>>());
        let whole_lines =
            if notice.is_empty() { cut } else { file_text[..cut].rfind('\n').unwrap() + 1 };
        assert!(fs::read_to_string(&file).unwrap().starts_with(&file_text[..whole_lines]));
    }
    assert_eq!(result(&folder, &["--from", "a.jsonl"]), printed);
}

#[test]
fn a_file_is_continued_only_with_the_same_plan() {
    let folder = Scratch::new();
    let (printed, file_text) = run(&folder);
    // Limits and concurrency change no attempt.
    let limits = ["--out", "a.jsonl", "--concurrency", "9", "--max-requests", "5"];
    assert_eq!(result(&folder, &[&GRID[..], &limits].concat()), printed);
    for other in [&["--items", "7"][..], &["--seed", "1"], &["--condition", "free"]] {
        let errors = error(&folder, &[&["--out", "a.jsonl"], other].concat());
        assert!(
            errors.starts_with("error: a.jsonl contains attempts of another plan;"),
            "{errors}"
        );
        assert!(errors.contains("\n  its plan: #/sweep?v=2&seed=0&steps=5,25&"), "{errors}");
    }
    assert_eq!(fs::read_to_string(folder.join("a.jsonl")).unwrap(), file_text);
}

#[test]
fn an_address_and_flags_give_the_same_run() {
    let folder = Scratch::new();
    let (printed, file_text) = run(&folder);
    let header: Value = serde_json::from_str(file_text.lines().next().unwrap()).unwrap();
    let plan = header["plan"].as_str().unwrap();
    assert_eq!(result(&folder, &[plan]), printed);
    assert_eq!(result(&folder, &[&format!("https://example.org/page/{plan}")]), printed);
    let short = "#/sweep?v=2&model=simulated:followed:0&steps=95&items=3";
    assert_eq!(result(&folder, &[&[short][..], &GRID].concat()), printed);
    let provider = ["--provider", "simulated", "--model", "mixed:200"];
    assert_eq!(result(&folder, &[&provider[..], &GRID[2..]].concat()), printed);
}

#[test]
fn foreign_files_are_refused_and_unchanged() {
    let folder = Scratch::new();
    for (text, says) in [
        (
            "my notes\n",
            "error: notes is not a file of attempts: the first line is not the header of",
        ),
        ("{\"stepfall_sweep\":9,\"plan\":\"\"}\n", "the file is of version 9; only version 1"),
        ("{\"stepfall_sweep\":1,\"plan\":\"#/sweep?v=2&x=1\"}\n", "“x” is unknown"),
    ] {
        fs::write(folder.join("notes"), text).unwrap();
        let errors = error(&folder, &[&GRID[..], &["--out", "notes"]].concat());
        assert!(errors.contains(says), "{errors}");
        assert_eq!(fs::read_to_string(folder.join("notes")).unwrap(), text);
    }
    #[cfg(unix)]
    for file in ["--out", "--from"] {
        let errors = error(&folder, &[file, "/dev/zero"]);
        assert_eq!(errors, "error: /dev/zero cannot be read: it is not a regular file\n");
    }
    #[cfg(unix)]
    {
        let errors = error(&folder, &[&GRID[..], &["--out", "."]].concat());
        assert!(errors.starts_with("error: . cannot be written: "), "{errors}");
    }
    let errors = error(&folder, &["--from", "missing"]);
    assert!(errors.starts_with("error: missing cannot be read: "), "{errors}");
}

/// Returns the file of attempts as the table that the page saves.
fn table(file_text: &str) -> String {
    let run = Run::read_lines(file_text.lines()).unwrap();
    let mut text = "\u{feff}".to_owned();
    push_record(&mut text, table_columns());
    for attempt in run.attempts.values() {
        push_record(&mut text, &table_cells(attempt, &run.header));
    }
    text
}

#[test]
fn a_table_saved_by_the_page_is_shown_but_not_continued() {
    let folder = Scratch::new();
    let (printed, file_text) = run(&folder);
    let text = table(&file_text);
    fs::write(folder.join("a.csv"), &text).unwrap();
    assert_eq!(result(&folder, &["--from", "a.csv"]), printed);
    let cut = &text[..text.trim_end().rfind('\n').unwrap() + 9];
    fs::write(folder.join("b.csv"), cut).unwrap();
    let (status, _, errors) = outputs(sweep(&folder, &["--from", "b.csv"]));
    // The last line of the table is cut, so its attempt is missing.
    assert!(status == 1 && errors.starts_with("notice: line "), "{errors}");
    assert!(errors.contains("notice: 11 of 12 planned attempts are answered"), "{errors}");
    for arguments in [&["--out", "a.csv"][..], &["--out", "a.csv", "--dry-run"]] {
        let errors = error(&folder, arguments);
        assert!(errors.starts_with("error: a.csv is a table, and attempts cannot be"), "{errors}");
    }
    assert_eq!(fs::read_to_string(folder.join("a.csv")).unwrap(), text);
}

#[test]
fn a_utf_16_file_is_shown_but_not_continued() {
    let folder = Scratch::new();
    let (printed, file_text) = run(&folder);
    let units = "\u{feff}".encode_utf16().chain(file_text.encode_utf16());
    let wide: Vec<u8> = units.flat_map(u16::to_le_bytes).collect();
    fs::write(folder.join("w.jsonl"), &wide).unwrap();
    assert_eq!(result(&folder, &["--from", "w.jsonl"]), printed);
    let errors = error(&folder, &["--out", "w.jsonl"]);
    assert!(errors.starts_with("error: w.jsonl is in UTF-16"), "{errors}");
    assert_eq!(fs::read(folder.join("w.jsonl")).unwrap(), wide);
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_whole_lines_that_can_be_continued() {
    let folder = Scratch::new();
    let (printed, file_text) = run(&folder);
    // The file is limited to 4 KiB. With the signal ignored, a write beyond the limit is an error.
    let limited = format!(
        "trap '' XFSZ; ulimit -f 8; exec {} sweep {} --out b.jsonl",
        env!("CARGO_BIN_EXE_stepfall"),
        GRID.join(" ")
    );
    let mut child = Command::new("sh")
        .args(["-c", &limited])
        .current_dir(&folder)
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    errors.read_line(&mut line).unwrap();
    assert!(
        line.starts_with("notice: An attempt could not be stored: b.jsonl cannot be"),
        "{line}"
    );
    assert!(line.ends_with("Trying again in 10 s.\n"), "{line}");
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    errors.read_to_string(&mut line).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    let lost = "notice: 12 answers could not be stored and are lost: b.jsonl cannot be written: ";
    let (before, after) = line.split_once(lost).unwrap();
    assert!(
        before.contains("It is stored when the run goes on. Trying again in 10 s.\n"),
        "{line}"
    );
    assert!(!after.contains("is stored when"), "{line}");
    let text = fs::read_to_string(folder.join("b.jsonl")).unwrap();
    assert_eq!((text.lines().count(), text.ends_with('\n')), (1, true));
    assert!(file_text.len() > 8 << 9);
    assert_eq!(result(&folder, &["--out", "b.jsonl"]), printed);
}

#[test]
fn two_runs_never_write_to_one_file() {
    let folder = Scratch::new();
    run(&folder);
    let lock = File::options().write(true).open(folder.join("a.jsonl")).unwrap();
    lock.lock().unwrap();
    let errors = error(&folder, &["--out", "a.jsonl"]);
    assert!(errors.starts_with("error: another run is writing to a.jsonl;"), "{errors}");
    drop(lock);
    result(&folder, &["--out", "a.jsonl"]);
}

#[test]
fn unreadable_lines_are_reported_and_their_attempts_repeated() {
    let folder = Scratch::new();
    let (printed, file_text) = run(&folder);
    let mut lines: Vec<&str> = file_text.lines().collect();
    lines[3] = "{\"number\":1}";
    fs::write(folder.join("a.jsonl"), lines.join("\n") + "\n").unwrap();
    let (status, out, errors) = outputs(sweep(&folder, &["--out", "a.jsonl"]));
    assert_eq!((status, out), (0, printed));
    assert!(errors.starts_with("notice: line 4 of a.jsonl is left out: it cannot be read"));
}

#[test]
fn failed_attempts_are_repeated_with_retry() {
    let folder = Scratch::new();
    let (printed, file_text) = run(&folder);
    let mut lines: Vec<String> = file_text.lines().map(str::to_owned).collect();
    let mut attempt: Value = serde_json::from_str(&lines[2]).unwrap();
    attempt.as_object_mut().unwrap().remove("text");
    attempt["error"] = serde_json::from_str("{\"at\":0,\"error\":\"too-long\"}").unwrap();
    lines[2] = attempt.to_string();
    fs::write(folder.join("a.jsonl"), lines.join("\n") + "\n").unwrap();
    let (status, out, errors) = outputs(sweep(&folder, &["--out", "a.jsonl"]));
    assert_eq!(status, 1);
    let failed = |line: &str| line.split_whitespace().nth(7) == Some("1");
    assert!(out.lines().any(failed), "{out}");
    assert_eq!(
        errors,
        "notice: 11 of 12 attempts are answered\n\
         notice: 1 attempt failed and counts neither as correct nor as incorrect: simulated:mixed:200\n\
         resume with: stepfall sweep --out a.jsonl --retry\n"
    );
    assert_eq!(result(&folder, &["--out", "a.jsonl", "--retry"]), printed);
    assert_eq!(result(&folder, &["--from", "a.jsonl"]), printed);
}

#[test]
fn a_file_with_a_byte_order_mark_is_shown() {
    let folder = Scratch::new();
    let (printed, file_text) = run(&folder);
    fs::write(folder.join("mark.jsonl"), format!("\u{feff}{file_text}")).unwrap();
    assert_eq!(result(&folder, &["--from", "mark.jsonl"]), printed);
}

#[test]
fn attempts_with_transient_errors_are_repeated() {
    let folder = Scratch::new();
    let (printed, file_text) = run(&folder);
    let mut lines: Vec<String> = file_text.lines().map(str::to_owned).collect();
    let mut attempt: Value = serde_json::from_str(&lines[2]).unwrap();
    attempt.as_object_mut().unwrap().remove("text");
    attempt["error"] = serde_json::from_str("{\"at\":0,\"error\":\"network\"}").unwrap();
    lines[2] = attempt.to_string();
    fs::write(folder.join("a.jsonl"), lines.join("\n") + "\n").unwrap();
    assert_eq!(result(&folder, &["--out", "a.jsonl"]), printed);
}

#[test]
fn figures_and_a_report_are_written() {
    let folder = Scratch::new();
    let printed = run(&folder).0;
    let files = ["--figures", "deep/figures", "--report", "report.html"];
    assert_eq!(result(&folder, &[&["--from", "a.jsonl"], &files[..]].concat()), printed);
    let names = fs::read_dir(folder.join("deep/figures")).unwrap();
    let names: BTreeSet<String> =
        names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let figures = ["collapse", "hazard", "horizon", "modes"];
    let files = |id: &&str| ["csv", "svg"].map(|extension| format!("{id}.{extension}"));
    assert_eq!(names, figures.iter().flat_map(files).collect());
    for id in figures {
        let svg = fs::read_to_string(folder.join(format!("deep/figures/{id}.svg"))).unwrap();
        assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>"), "{id}");
        // The title or the text below the figure names the simulated solver.
        for text in ["simulated mixed, 2 %", "trace · 12 attempts at 12 items", "#/sweep?v=2"] {
            assert!(svg.contains(text), "{id}: {text}");
        }
    }
    let report = fs::read_to_string(folder.join("report.html")).unwrap();
    assert_eq!(report.matches("<svg ").count(), figures.len());
    assert!(report.contains("#/sweep?v=2&amp;seed=0&amp;steps=5,25"), "no link");
}

/// Each attempt has a row. The number of correct answers equals the printed one, for a file of JSON
/// lines and for a table.
#[test]
fn attempts_are_written_as_a_table_for_statistics() {
    let folder = Scratch::new();
    let (printed, file_text) = run(&folder);
    fs::write(folder.join("a.csv"), table(&file_text)).unwrap();
    let written = |from: &str| {
        assert_eq!(result(&folder, &["--from", from, "--attempts", "attempts.csv"]), printed);
        fs::read_to_string(folder.join("attempts.csv")).unwrap()
    };
    let file = written("a.jsonl");
    assert_eq!(written("a.csv"), file);
    // Only the name of the solver contains a comma and is quoted.
    let rows: Vec<Vec<&str>> = file
        .lines()
        .map(|line| line.rsplit_once('"').map_or(line, |(_, after)| after).split(',').collect())
        .collect();
    assert_eq!(rows.len(), 13);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    let column = |name: &str| rows[0].iter().position(|column| *column == name).unwrap();
    let correct = rows[1..].iter().filter(|row| row[column("right_first")] == "1").count();
    let counts = |line: &str| line.split_whitespace().nth(3)?.parse::<usize>().ok();
    let counts: usize = printed.lines().skip(2).map_while(counts).sum();
    assert_eq!(correct, counts);
    for name in ["digits", "carries", "negatives", "distance", "steps", "solved"] {
        let at = column(name);
        assert!(rows[1..].iter().all(|row| row[at].parse::<f64>().is_ok()), "{name}");
    }
}

#[test]
fn every_output_of_an_unfinished_run_is_marked_as_interim() {
    const STATE: &str = "5 of 12 planned attempts; interim";
    let folder = Scratch::new();
    let file_text = run(&folder).1;
    let attempts = file_text.lines().filter(|line| line.contains("\"number\":"));
    let lines: Vec<&str> = file_text.lines().take(1).chain(attempts.take(5)).collect();
    fs::write(folder.join("part.jsonl"), lines.join("\n") + "\n").unwrap();
    let files = ["--figures", "figures", "--report", "report.html", "--attempts", "attempts.csv"];
    let (status, out, errors) =
        outputs(sweep(&folder, &[&["--from", "part.jsonl"], &files[..]].concat()));
    assert_eq!(status, 1, "{errors}");
    assert!(errors.contains("notice: 5 of 12 planned attempts are answered"), "{errors}");
    assert!(out.starts_with(&format!("{STATE}.\n")) && !out.contains("p ="), "{out}");
    let has_state = |path: &str| fs::read_to_string(folder.join(path)).unwrap().contains(STATE);
    for path in ["report.html", "attempts.csv", "figures/collapse.csv", "figures/collapse.svg"] {
        assert!(has_state(path), "{path}");
    }
    assert!(!result(&folder, &["--from", "a.jsonl"]).contains("interim"));
}

#[test]
fn a_removed_figure_is_reported() {
    let folder = Scratch::new();
    run(&folder);
    let (status, _, errors) = outputs(sweep(&folder, &["--from", "a.jsonl", "--figures", "votes"]));
    assert_eq!(status, 0);
    assert!(
        errors.starts_with("notice: The figure “votes” was removed; the CSV of attempts"),
        "{errors}"
    );
    assert!(folder.join("votes/collapse.svg").exists());
}

#[test]
fn a_dry_run_prints_the_estimate_and_writes_nothing() {
    let folder = Scratch::new();
    let models = ["--model", "openai:big;price=3/15", "--model", "simulated:mixed:200"];
    let grid = ["--steps", "5,25", "--items", "10", "--out", "a.jsonl", "--dry-run"];
    let (status, out, errors) = outputs(sweep(&folder, &[&models[..], &grid].concat()));
    assert_eq!(status, 0);
    let numbers: Vec<&str> = out.lines().filter(|line| line.starts_with("requests")).collect();
    assert_eq!(numbers, ["requests       20", "requests       20", "requests       0"]);
    assert!(
        out.contains("over 20 items about 46 points; at a single length, over 10 items"),
        "{out}"
    );
    assert!(out.contains("\nattempts       40\n") && out.contains("\ncost           $0."), "{out}");
    assert!(errors.starts_with("notice: there is no key for openai; set OPENAI_API_KEY or"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    run(&folder);
    let out = result(&folder, &["--out", "a.jsonl", "--dry-run"]);
    assert!(out.ends_with("a.jsonl already contains 12 of the answers.\n"), "{out}");
}

#[test]
fn ambiguous_conditions_are_reported_once() {
    let folder = Scratch::new();
    let conditions = ["--condition", "trace,symbolic,transcribe"];
    let (status, out, errors) = outputs(sweep(&folder, &[&GRID[..], &conditions].concat()));
    assert!(status == 0 && out.contains("transcribe"), "{out}");
    let notice = "notice: With assignments or Python in order, symbolic and transcribe can be answered by copying lines.";
    assert!(errors.starts_with(notice) && errors.lines().count() == 1, "{errors}");
    let shuffled = ["--wording", "english", "--names", "scattered", "--lines", "shuffled"];
    result(&folder, &[&GRID[..], &conditions, &shuffled].concat());
    let twice = ["--condition", "trace,shuffled", "--lines", "shuffled", "--dry-run"];
    let (_, _, errors) = outputs(sweep(&folder, &[&GRID[..], &twice].concat()));
    assert!(errors.contains("the conditions trace and shuffled ask the same"), "{errors}");
}

#[test]
fn errors_state_the_remedy() {
    let folder = Scratch::new();
    let cases: [(&[&str], &str); 16] = [
        (&[], "error: the plan has no model; add one, such as --model openai:NAME"),
        (&["--steps", "5"], "error: the plan has no model"),
        (&["--model", "gpt"], "\n  model: Write a model as provider:model."),
        (&["--model", "nobody:m"], "There is no provider “nobody”"),
        (&["--model", "simulated:mixed", "--steps", "5,x"], "\n  steps: “x” is left out"),
        (&["--model", "simulated:mixed", "--items", "0"], "\n  items: It is a number from 1 to"),
        (
            &["--model", "simulated:mixed", "--ops", "mul", "--steps", "95"],
            "\n  steps: There are no",
        ),
        (&["--model", "openai:m", "--max-spend", "5"], "Enter the price of openai:m"),
        (
            &["--model", "openai:m", "--out", "x"],
            "error: there is no key for openai; set OPENAI_API",
        ),
        (&["--model", "openai:m", "--key-env", "THE_KEY"], "error: name a file with --out"),
        (&["--model", "openai:m", "--key-env", "NOT_SET"], "variable NOT_SET is not set"),
        (&["--from", "x", "--items", "5"], "error: --items has no effect with --from"),
        (&["--from", "x", "--bound", "50"], "error: --bound has no effect with --from"),
        (&["--from", "x", "#/sweep?v=2"], "cannot be used with"),
        (&["--provider", "openai"], "required arguments were not provided"),
        (&["#/play?v=2&steps=5"], "There is no sweep at “play”"),
    ];
    for (arguments, expected) in cases {
        let errors = error(&folder, arguments);
        assert!(errors.contains(expected), "{arguments:?} says {errors}");
        assert!(!errors.contains(KEY));
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn an_unreachable_server_ends_the_sweep_and_the_key_is_not_stored() {
    let folder = Scratch::new();
    // Port 1 of this machine: the connection is refused at once.
    let model = ["--provider", "openai", "--base", "http://127.0.0.1:1/v1", "--model", "m"];
    // One call at a time, since the order of two refusals depends on the machine.
    let model = [&model[..], &["--concurrency", "1"]].concat();
    let rest = ["--steps", "5", "--items", "2", "--key-env", "THE_KEY", "--out", "a.jsonl"];
    let (status, out, errors) = outputs(sweep(&folder, &[&model[..], &rest].concat()));
    assert_eq!(status, 1, "{errors}");
    assert!(errors.contains("notice: Several calls in a row got no reply"), "{errors}");
    assert!(errors.contains("its last error: network"), "{errors}");
    assert!(
        errors.ends_with("resume with: stepfall sweep --out a.jsonl --key-env THE_KEY\n"),
        "{errors}"
    );
    let file = fs::read_to_string(folder.join("a.jsonl")).unwrap();
    assert!([out, errors, file.clone()].iter().all(|text| !text.contains(KEY)));
    let is_ledger = |line: &&str| line.starts_with("{\"ledger\":");
    assert_eq!(file.lines().filter(|line| !is_ledger(line)).count(), 1);
    // Each request was stored before it was sent, and its result after.
    assert_eq!(file.lines().filter(is_ledger).count(), 6);
}

#[test]
fn the_small_model_is_asked_like_a_model_at_no_cost() {
    let folder = Scratch::new();
    let grid = [
        "#/sweep?v=2&numbers=mod31&steps=3,20&items=3&samples=2&condition=trace,answer-only,primed.2.1",
        "--model",
        "specimen:short",
    ];
    let printed = result(&folder, &[&grid[..], &["--out", "a.jsonl"]].concat());
    assert!(printed.contains("small model short") && !printed.contains("simulated"), "{printed}");
    let text = fs::read_to_string(folder.join("a.jsonl")).unwrap();
    let attempts: Vec<Value> =
        text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(attempts.len(), 2 * 3 * 3 * 2);
    for attempt in &attempts {
        assert_eq!(attempt["target"], "specimen:short");
        assert_eq!((attempt.get("simulated"), &attempt["requests"]), (None, &0.into()));
        assert!(attempt["text"].as_str().unwrap().contains("Answer: "), "{attempt}");
    }
    // The small model writes the same texts with another number of concurrent calls.
    let again = [&grid[..], &["--out", "b.jsonl", "--concurrency", "1"]].concat();
    result(&folder, &again);
    let texts = |name: &str| -> BTreeSet<(u64, String)> {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        let lines = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
        let numbered_text = |attempt: Value| {
            let text = attempt["text"].as_str().unwrap().to_owned();
            (attempt["number"].as_u64().unwrap(), text)
        };
        lines.map(numbered_text).collect()
    };
    assert_eq!(texts("a.jsonl"), texts("b.jsonl"));
    let refused = error(&folder, &["--model", "specimen:short", "--steps", "5"]);
    assert!(refused.contains("set numbers to mod31"), "{refused}");
}

#[test]
fn a_compressed_recorded_run_is_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
    let printed = result(&folder, &["--from", "smollm2-135m-instruct.trace.jsonl.gz"]);
    assert!(printed.contains("SmolLM2-135M-Instruct"), "{printed}");
    assert!(printed.contains("1     40        40"), "{printed}");
}
