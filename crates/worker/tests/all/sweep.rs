//! Sweeps of the page, with a simulated disk and network.

use std::collections::{BTreeMap, VecDeque};

use serde_json::Value;
use stepfall_protocol::figure::Measure;
use stepfall_protocol::lab::{LabAnswer, SmallModelQuestion};
use stepfall_protocol::{Event, Key, RunEvent, Secret};
use stepfall_provider::{Circumstances, Head, Permission, Probe};
use stepfall_worker::{Command, Runner, StoreError, runs};

use crate::summary;

const SIMULATED: &str = "#/sweep?v=2&seed=7&steps=5,15&items=40&model=simulated:followed:0&model=simulated:wrong-operand:200";
const ASKED: &str = "#/sweep?v=2&seed=7&steps=5&items=6&model=mistral:m&concurrency=2";

/// A simulated browser: its disk, the events of its page, and its requests.
#[derive(Default)]
struct Browser {
    /// The header and the lines of each run.
    disk: BTreeMap<String, (String, BTreeMap<u64, String>)>,
    is_full: bool,
    /// True if the browser closed the database.
    is_closed: bool,
    /// The unread pieces of the imported files, by the names of their runs.
    files: BTreeMap<String, VecDeque<Vec<u8>>>,
    events: Vec<(String, Value)>,
    sent: VecDeque<(u32, String)>,
    /// The questions for the small model.
    questions: VecDeque<(u32, SmallModelQuestion)>,
    probed: Vec<(u32, String)>,
    now: u64,
}

impl Browser {
    /// Carries out commands until the runner only waits for replies.
    fn carry_out(&mut self, runner: &mut Runner) {
        loop {
            let commands = runner.take_commands();
            if commands.is_empty() {
                return;
            }
            self.now += 1;
            let mut written: BTreeMap<String, usize> = BTreeMap::new();
            for command in commands {
                match command {
                    Command::StoreRun { .. } if self.is_closed => {}
                    Command::StoreRun { run, header } => {
                        self.disk.entry(run).or_default().0 = header;
                    }
                    Command::Restore { run, header, lines } => {
                        self.disk.insert(run.clone(), (header, lines.into_iter().collect()));
                        runner.on_restored(&run, Ok(()), self.now);
                    }
                    Command::StoreLine { run, key: number, line } => {
                        if !self.is_full && !self.is_closed {
                            self.disk.get_mut(&run).unwrap().1.insert(number, line);
                        }
                        *written.entry(run).or_default() += 1;
                    }
                    Command::LoadRun(run) => {
                        let (header, lines) = self.disk.get(&run).cloned().unwrap_or_default();
                        runner.on_header(&run, &header);
                        let lines: Vec<String> = lines.into_values().collect();
                        for lines in lines.chunks(7) {
                            runner.on_lines(&run, &lines.join("\n"), false, self.now);
                        }
                        runner.on_lines(&run, "", true, self.now);
                    }
                    Command::LoadAttempt { run, number } => {
                        runner
                            .on_attempt_line(&run, &self.disk[&run].1[&u64::from(number)].clone());
                    }
                    Command::ReadFilePiece(run) => {
                        let pieces = self.files.get_mut(&run).unwrap();
                        let piece = pieces.pop_front().unwrap_or_default();
                        let is_last = pieces.is_empty();
                        runner.on_file_piece(&run, &piece, is_last);
                    }
                    Command::Lock(run) => runner.on_lock(&run, true, self.now),
                    Command::Fetch { call: id, request, origin } => {
                        assert_eq!(origin, "https://api.mistral.ai");
                        self.sent.push_back((id, request.body));
                    }
                    Command::Wake(at) if at <= self.now => runner.wake(self.now),
                    Command::Wake(_) | Command::Unlock(_) | Command::Abort(_) => {}
                    Command::Emit(Event::Run(RunEvent::SmallModelQuestion(id, question))) => {
                        self.questions.push_back((id, question));
                    }
                    Command::Emit(event) => {
                        let (kind, _, text) = summary(event);
                        let text = serde_json::from_str(&text).unwrap_or(Value::String(text));
                        self.events.push((kind.to_owned(), text));
                    }
                    Command::Probe { call: id, origin } => self.probed.push((id, origin)),
                    command => panic!("{command:?}"),
                }
            }
            for (run, count) in written {
                let result = match (self.is_full, self.is_closed) {
                    (true, _) => Err(&StoreError::Full),
                    (_, true) => Err(&StoreError::Closed),
                    _ => Ok(()),
                };
                runner.on_lines_stored(&run, count, result, self.now);
            }
        }
    }

    /// Returns the attempts of a run, without its ledger.
    fn attempts(&self, run: &str) -> BTreeMap<u64, String> {
        let lines = self.disk[run].1.iter();
        lines
            .filter(|(_, line)| !stepfall_sweep::LedgerEntry::is_ledger_line(line))
            .map(|(number, line)| (*number, line.clone()))
            .collect()
    }

    fn last(&self, kind: &str) -> &Value {
        &self.events.iter().rev().find(|(event_kind, _)| event_kind == kind).unwrap().1
    }

    /// Imports a file, in pieces of a size in bytes.
    fn open(&mut self, runner: &mut Runner, run: &str, file: &str, piece: usize) {
        let pieces = file.as_bytes().chunks(piece).map(<[u8]>::to_vec).collect();
        self.files.insert(run.to_owned(), pieces);
        runner.import_file(run, u64::try_from(file.len()).unwrap());
        self.carry_out(runner);
    }

    /// Returns the CSV file of a run.
    fn table(&self, runner: &mut Runner, run: &str) -> String {
        let (header, lines) = &self.disk[run];
        let lines: Vec<&str> = lines.values().map(String::as_str).collect();
        let pieces = lines.chunks(7).map(|lines| runner.table(run, header, &lines.join("\n")));
        let pieces: Vec<String> = pieces.collect();
        runner.table(run, header, "") + &pieces.concat()
    }

    fn reply(&mut self, runner: &mut Runner, text: &str) -> bool {
        let Some((id, _)) = self.sent.pop_front() else { return false };
        let body = format!(
            "data: {{\"choices\":[{{\"delta\":{{\"content\":\"{text}\"}},\"finish_reason\":\"stop\"}}]}}\n\n"
        );
        runner.on_head(id, Head::new(200), self.now);
        runner.on_bytes(id, body.as_bytes(), self.now);
        runner.on_end(id, self.now);
        self.carry_out(runner);
        true
    }
}

fn keys() -> Vec<Key> {
    let (origin, key) = ("https://api.mistral.ai", "secret-key-123");
    vec![Key { origin: origin.to_owned(), key: Secret(key.to_owned()) }]
}

#[test]
fn simulated_sweeps_finish_and_give_figures() {
    let (mut runner, mut browser) = (Runner::default(), Browser::default());
    runner.begin("1", SIMULATED, "first", &[], 3, 0);
    browser.carry_out(&mut runner);
    let progress = browser.last("progress");
    assert_eq!((&progress["state"], &progress["answered"]), (&"Finished".into(), &160.into()));
    assert_eq!(browser.disk["1"].1.len(), 160);
    let header: Value = serde_json::from_str(&browser.disk["1"].0).unwrap();
    assert_eq!((&header["name"], &header["answered"]), (&"first".into(), &160.into()));
    assert_eq!(header["finding"], "");
    runner.figures(Measure::First, 900);
    browser.carry_out(&mut runner);
    // The finding is stored with the run, so that the list of runs can show it.
    let listed = runs(&[("1".to_owned(), browser.disk["1"].0.clone())]);
    assert!(!listed[0].finding.is_empty());
    assert_eq!(listed[0].finding, browser.last("figures")["finding"].as_str().unwrap());
    let figures = browser.last("figures")["figures"].as_array().unwrap();
    assert_eq!(figures[0]["scene"]["width"], 900);
    assert!(
        figures[0]["sentence"].as_str().unwrap().contains("100\u{a0}%"),
        "{}",
        figures[0]["sentence"]
    );
    runner.attempts("1/trace/15/5", 0);
    browser.carry_out(&mut runner);
    let attempts = browser.last("attempts");
    assert_eq!(attempts["total"], 40);
    let number = attempts["rows"][0]["number"].as_u64().unwrap();
    runner.attempt(u32::try_from(number).unwrap());
    browser.carry_out(&mut runner);
    let opened = browser.last("attempt");
    assert!(opened["link"].as_str().unwrap().contains("source=simulated"));
    assert!(opened["transcript"].as_str().unwrap().contains("S3 = "));
}

#[test]
fn the_small_model_answers_a_run_without_requests() {
    let (mut browser, mut runner) = (Browser::default(), Runner::default());
    let plan = "#/sweep?v=2&steps=3&items=3&numbers=mod31&model=specimen:short";
    runner.begin("r1", plan, "", &[], 1, browser.now);
    browser.carry_out(&mut runner);
    let mut answered = 0;
    while let Some((id, question)) = browser.questions.pop_front() {
        assert_eq!((question.checkpoint.as_str(), question.sample), ("short", 0));
        let item = stepfall_link::open(&question.link).unwrap().item().unwrap();
        let text = format!("Answer: {}\n", item.answer_text());
        // The answer to an unknown call is ignored.
        let answer = LabAnswer { text, is_cut: false };
        runner.on_small_model_answer(id + 1_000, &question, Ok(answer.clone()), browser.now);
        runner.on_small_model_answer(id, &question, Ok(answer), browser.now);
        browser.carry_out(&mut runner);
        answered += 1;
    }
    assert_eq!(answered, 3);
    assert!(browser.sent.is_empty() && browser.probed.is_empty());
    let (_, last) = browser.events.iter().rfind(|(kind, _)| kind == "progress").unwrap();
    assert_eq!((&last["state"], &last["answered"]), (&"Finished".into(), &3.into()), "{last}");
    runner.attempt(0);
    browser.carry_out(&mut runner);
    runner.on_attempt_line("r1", &browser.disk["r1"].1[&0].clone());
    browser.carry_out(&mut runner);
    let (_, opened) = browser.events.iter().rfind(|(kind, _)| kind == "attempt").unwrap();
    assert!(opened["link"].as_str().unwrap().contains("&source=specimen:short"), "{opened}");
}

#[test]
fn a_run_resumes_with_its_missing_attempts() {
    let (mut runner, mut browser) = (Runner::default(), Browser::default());
    runner.begin("1", ASKED, "", &keys(), 3, 0);
    browser.carry_out(&mut runner);
    assert_eq!(browser.sent.len(), 2, "concurrency is limited");
    for _ in 0..3 {
        assert!(browser.reply(&mut runner, "Answer: 1"));
    }
    // The tab is closed, but the received answers are stored.
    assert_eq!(browser.attempts("1").len(), 3);
    browser.sent.clear();
    let mut runner = Runner::default();
    runner.open("1", 4, browser.now);
    browser.carry_out(&mut runner);
    let progress = browser.last("progress");
    assert_eq!((&progress["state"], &progress["answered"]), (&"Paused".into(), &3.into()));
    runner.resume(&keys(), false, ASKED);
    browser.carry_out(&mut runner);
    while browser.reply(&mut runner, "Answer: 1") {}
    assert_eq!(browser.last("progress")["state"], "Finished");
    assert_eq!(browser.attempts("1").len(), 6);
}

#[test]
fn replies_during_a_write_are_stored_when_the_run_is_closed() {
    let (mut runner, mut browser) = (Runner::default(), Browser::default());
    runner.begin("1", ASKED, "", &keys(), 3, 0);
    browser.carry_out(&mut runner);
    // Two replies arrive before the first one is stored.
    let body = b"data: {\"choices\":[{\"delta\":{\"content\":\"Answer: 1\"},\"finish_reason\":\"stop\"}]}\n\n";
    for (id, _) in browser.sent.drain(..) {
        runner.on_head(id, Head::new(200), browser.now);
        runner.on_bytes(id, body, browser.now);
        runner.on_end(id, browser.now);
    }
    runner.open("2", 4, browser.now);
    browser.carry_out(&mut runner);
    assert_eq!(browser.attempts("1").len(), 2);
    assert_eq!(browser.disk["1"].1.len(), 2 + 4, "with ledger lines");
}

#[test]
fn opening_a_run_writes_nothing() {
    let (mut runner, mut browser) = (Runner::default(), Browser::default());
    runner.begin("1", ASKED, "", &keys(), 3, 0);
    browser.carry_out(&mut runner);
    assert!(browser.reply(&mut runner, "Answer: 1"));
    // Older runs are stored without a ledger.
    let attempts = browser.attempts("1");
    browser.disk.get_mut("1").unwrap().1.clone_from(&attempts);
    let mut runner = Runner::default();
    runner.open("1", 4, browser.now);
    browser.carry_out(&mut runner);
    runner.open("2", 4, browser.now);
    browser.carry_out(&mut runner);
    assert_eq!(browser.disk["1"].1, attempts);
}

#[test]
fn an_interrupted_reply_counts_against_the_spending_limit() {
    let (mut runner, mut browser) = (Runner::default(), Browser::default());
    let plan = ASKED.replace("mistral:m", "mistral:m;price=1/2") + "&max-spend=0.0005";
    runner.begin("1", &plan, "", &keys(), 3, 0);
    browser.carry_out(&mut runner);
    let mut requests = 0;
    while let Some((id, _)) = browser.sent.pop_front() {
        requests += 1;
        assert!(requests < 9, "the limit has no effect");
        let body = b"data: {\"choices\":[{\"delta\":{\"content\":\"S3 = 4\"}}]}\n\ndata: {\"error\":{\"code\":502}}\n\n";
        runner.on_head(id, Head::new(200), browser.now);
        runner.on_bytes(id, body, browser.now);
        browser.now += 120_000;
        runner.wake(browser.now);
        browser.carry_out(&mut runner);
    }
    let progress = browser.last("progress");
    assert_eq!(progress["state"], "Paused");
    assert!(progress["why"].as_str().unwrap().contains("limit of money"), "{progress}");
    // The estimate of one request leaves no room for another one.
    assert_eq!(requests, 1);
    let over = browser.disk["1"].1.values().find(|line| line.contains("\"ledger\":\"over\""));
    assert!(over.unwrap().contains("\"counted\":"), "{over:?}");
}

#[test]
fn a_full_disk_pauses_and_loses_nothing() {
    let (mut runner, mut browser) = (Runner::default(), Browser::default());
    runner.begin("1", ASKED, "", &keys(), 3, 0);
    browser.carry_out(&mut runner);
    browser.is_full = true;
    browser.reply(&mut runner, "Answer: 1");
    let progress = browser.last("progress");
    assert_eq!(progress["state"], "Paused");
    assert!(progress["why"].as_str().unwrap().contains("no space left"), "{progress}");
    browser.is_full = false;
    runner.resume(&keys(), false, ASKED);
    browser.carry_out(&mut runner);
    while browser.reply(&mut runner, "Answer: 1") {}
    assert_eq!(browser.attempts("1").len(), 6);
}

/// Returns a run with three stored answers after the browser has cleared its database. A fourth
/// answer has arrived, and is only in memory.
fn with_cleared_disk() -> (Runner, Browser) {
    let (mut runner, mut browser) = (Runner::default(), Browser::default());
    runner.begin("1", ASKED, "", &keys(), 3, 0);
    browser.carry_out(&mut runner);
    for _ in 0..3 {
        assert!(browser.reply(&mut runner, "Answer: 1"));
    }
    browser.disk.clear();
    browser.is_closed = true;
    browser.reply(&mut runner, "Answer: 4");
    assert_eq!(browser.last("progress")["state"], "Paused");
    browser.is_closed = false;
    (runner, browser)
}

#[test]
fn a_closed_database_is_reopened_and_restored() {
    let (mut runner, mut browser) = with_cleared_disk();
    runner.on_disk_lost(true, browser.now);
    browser.carry_out(&mut runner);
    // The run continues without a request of the visitor.
    assert_eq!(browser.last("progress")["state"], "Running");
    assert_eq!(browser.attempts("1").len(), 4);
    while browser.reply(&mut runner, "Answer: 1") {}
    assert_eq!(browser.last("progress")["state"], "Finished");
    assert_eq!(browser.attempts("1").len(), 6);
    // The ledger is restored too.
    let ledger = browser.disk["1"]
        .1
        .values()
        .filter(|line| stepfall_sweep::LedgerEntry::is_ledger_line(line));
    assert_eq!(ledger.count(), 12);
    let mut runner = Runner::default();
    runner.open("1", 4, browser.now);
    browser.carry_out(&mut runner);
    let progress = browser.last("progress");
    assert_eq!((&progress["answered"], &progress["asked"]), (&6.into(), &6.into()));
}

#[test]
fn without_a_database_the_run_can_still_be_saved() {
    let (mut runner, mut browser) = with_cleared_disk();
    runner.on_disk_lost(false, browser.now);
    browser.carry_out(&mut runner);
    let progress = browser.last("progress");
    assert_eq!(progress["state"], "Paused");
    let why = "The browser closed its storage, and keeps nothing of this run. Everything shown can be saved: press JSONL.";
    assert_eq!(progress["why"], why);
    let lines = runner.lines_in_memory("1", browser.now);
    let run = stepfall_sweep::Run::read_lines(lines.iter().map(String::as_str)).unwrap();
    assert_eq!((run.attempts.len(), run.bad_lines), (4, 0));
    assert!(runner.lines_in_memory("2", browser.now).is_empty());
    // If the database still has the run, a saved file contains the lines of the database, and then
    // the lines that are only in memory.
    let unsaved = runner.unsaved_lines("1");
    assert!(unsaved.len() == 1 && unsaved[0].contains("Answer: 4"), "{unsaved:?}");
}

#[test]
fn a_full_disk_pauses_simulated_solvers_too() {
    let (mut runner, mut browser) = (Runner::default(), Browser::default());
    browser.is_full = true;
    runner.begin("1", SIMULATED, "", &[], 3, 0);
    browser.carry_out(&mut runner);
    assert!(browser.last("progress")["why"].as_str().unwrap().contains("no space left"));
    browser.is_full = false;
    runner.resume(&[], false, SIMULATED);
    browser.carry_out(&mut runner);
    assert_eq!(browser.last("progress")["state"], "Finished");
    assert_eq!(browser.disk["1"].1.len(), 160);
}

#[test]
fn a_refused_key_halts_its_model_and_is_never_stored() {
    let (mut runner, mut browser) = (Runner::default(), Browser::default());
    runner.begin("1", ASKED, "", &keys(), 3, 0);
    browser.carry_out(&mut runner);
    while let Some((id, _)) = browser.sent.pop_front() {
        runner.on_head(id, Head::new(401), browser.now);
        runner.on_bytes(id, b"{\"message\":\"no such key secret-key-123\"}", browser.now);
        runner.on_end(id, browser.now);
        browser.carry_out(&mut runner);
    }
    let progress = browser.last("progress");
    assert_eq!(progress["targets"][0]["state"], "Halted");
    assert!(progress["targets"][0]["error"].as_str().unwrap().contains("key"));
    assert!(!format!("{:?}{:?}", browser.events, browser.disk).contains("secret-key-123"));
}

#[test]
fn a_file_of_attempts_is_imported() {
    let (mut runner, mut browser) = (Runner::default(), Browser::default());
    runner.begin("1", SIMULATED, "first", &[], 3, 0);
    browser.carry_out(&mut runner);
    let (header, lines) = browser.disk["1"].clone();
    let mut file = header;
    for line in lines.values().take(100) {
        file.push_str(&format!("\n{line}"));
    }
    file.push_str("\n{\"torn");
    browser.open(&mut runner, "second", &file, 1_000);
    assert_eq!(browser.last("taken"), "second");
    assert!(browser.last("not-done").as_str().unwrap().contains("One line"));
    assert_eq!(browser.disk["second"].1.len(), 100);
    let header: Value = serde_json::from_str(&browser.disk["second"].0).unwrap();
    assert_eq!((&header["name"], &header["answered"]), (&"first".into(), &100.into()));
    runner.open("second", 5, browser.now);
    browser.carry_out(&mut runner);
    assert_eq!(browser.last("progress")["answered"], 100);
    browser.open(&mut runner, "3", "no file", 3);
    assert!(browser.last("not-done").as_str().unwrap().contains("not a file of a sweep"));
    browser.open(&mut runner, "4", "", 3);
    assert!(browser.last("not-done").as_str().unwrap().contains("not a file of a sweep"));
}

#[test]
fn a_run_saved_as_a_table_is_imported_unchanged() {
    let (mut runner, mut browser) = (Runner::default(), Browser::default());
    runner.begin("1", ASKED, "=mine", &keys(), 3, 0);
    browser.carry_out(&mut runner);
    for text in ["=1+1", "S3 = 4, \\\"so\\\"\\r\\nAnswer: 1", "'", "", "Answer: -3"] {
        assert!(browser.reply(&mut runner, text));
    }
    let (id, _) = browser.sent.pop_front().unwrap();
    runner.on_head(id, Head::new(413), browser.now);
    runner.on_bytes(id, br#"{"message":"the prompt is too long"}"#, browser.now);
    runner.on_end(id, browser.now);
    browser.carry_out(&mut runner);
    let file = browser.table(&mut runner, "1");
    assert!(
        file.starts_with("\u{feff}attempt,model,condition,") && file.contains("'=1+1"),
        "{file}"
    );
    for (run, piece) in [("second", 5), ("third", 1 << 20)] {
        browser.open(&mut runner, run, &file, piece);
        assert_eq!(browser.last("taken"), run);
        assert_eq!(browser.attempts(run), browser.attempts("1"));
        let header = |run: &str| -> Value { serde_json::from_str(&browser.disk[run].0).unwrap() };
        for field in ["plan", "name", "started", "total"] {
            assert_eq!(header(run)[field], header("1")[field]);
        }
    }
    assert!(!browser.events.iter().any(|(kind, _)| kind == "not-done"), "{:?}", browser.events);
}

#[test]
fn an_import_ends_at_a_full_disk_or_a_limit() {
    let (mut runner, mut browser) = (Runner::default(), Browser::default());
    runner.begin("1", SIMULATED, "first", &[], 3, 0);
    browser.carry_out(&mut runner);
    let file = browser.table(&mut runner, "1");
    browser.is_full = true;
    browser.open(&mut runner, "2", &file, 10_000);
    assert!(browser.last("not-done").as_str().unwrap().contains("no space left"));
    let header: Value = serde_json::from_str(&browser.disk["2"].0).unwrap();
    assert_eq!((&header["answered"], browser.disk["2"].1.len()), (&0.into(), 0));
    browser.is_full = false;
    runner.import_file("3", 512_000_001);
    browser.carry_out(&mut runner);
    assert!(browser.last("not-done").as_str().unwrap().contains("at most 512 MB"));
    // While a file is read, another import is refused. After a file that cannot be read, the next
    // import is accepted.
    runner.import_file("4", 9);
    runner.import_file("5", 9);
    runner.on_file_unreadable("4");
    let commands: Vec<Command> = runner.take_commands();
    assert!(
        matches!(&commands[1], Command::Emit(Event::Run(RunEvent::NotDone(why))) if why.contains("Another file"))
    );
    assert!(
        matches!(&commands[2], Command::Emit(Event::Run(RunEvent::NotDone(why))) if why.contains("cannot be read"))
    );
    browser.open(&mut runner, "last", &file, 10_000);
    assert_eq!(browser.last("taken"), "last");
}

#[test]
fn a_setup_is_checked_before_it_runs() {
    let (mut runner, mut browser) = (Runner::default(), Browser::default());
    runner.check(ASKED);
    runner.check("#/sweep?v=2&steps=5&items=99999&model=simulated:followed:0");
    browser.carry_out(&mut runner);
    let good = &browser.events[0].1;
    assert_eq!((&good["attempts"], &good["estimate"]["unpriced"]), (&6.into(), &1.into()));
    assert!(!browser.events[1].1["problems"].as_array().unwrap().is_empty());
}

#[test]
fn two_runs_of_the_same_items_are_compared() {
    let (mut runner, mut browser) = (Runner::default(), Browser::default());
    let first_plan = "#/sweep?v=2&seed=7&steps=15&items=40&model=simulated:followed:0";
    let two = "#/sweep?v=2&seed=7&steps=15,25&items=40&model=simulated:wrong-operand:2000";
    for (run, plan) in
        [("1", first_plan), ("2", two), ("3", &first_plan.replace("seed=7", "seed=8"))]
    {
        runner.begin(run, plan, &format!("run {run}"), &[], 3, 0);
        browser.carry_out(&mut runner);
    }
    runner.open("1", 4, browser.now);
    browser.carry_out(&mut runner);
    runner.compare("2");
    browser.carry_out(&mut runner);
    assert_eq!(browser.last("compared"), "run 2");
    runner.figures(Measure::First, 900);
    browser.carry_out(&mut runner);
    let figures = browser.last("figures")["figures"].as_array().unwrap();
    let paired = figures.iter().find(|figure| figure["id"] == "paired").unwrap();
    let sentence = paired["sentence"].as_str().unwrap();
    assert!(sentence.contains("40 items") && sentence.contains("(B)"), "{sentence}");
    runner.compare("3");
    browser.carry_out(&mut runner);
    assert!(browser.last("not-done").as_str().unwrap().contains("other items"));
}

#[test]
fn a_run_of_other_items_is_drawn_without_pairs() {
    let (mut runner, mut browser) = (Runner::default(), Browser::default());
    let one = "#/sweep?v=2&seed=7&steps=15&items=40&model=simulated:followed:0";
    let same = "#/sweep?v=2&seed=7&steps=15&items=40&model=simulated:wrong-operand:2000";
    for (run, plan) in [("1", one), ("2", same), ("3", &same.replace("seed=7", "seed=8"))] {
        runner.begin(run, plan, &format!("run {run}"), &[], 3, 0);
        browser.carry_out(&mut runner);
    }
    runner.open("1", 4, browser.now);
    browser.carry_out(&mut runner);
    for (run, has_pairs) in [("2", true), ("3", false)] {
        runner.overlay(run);
        browser.carry_out(&mut runner);
        assert_eq!(browser.last("compared"), format!("run {run}").as_str());
        runner.figures(Measure::First, 900);
        browser.carry_out(&mut runner);
        let figures = browser.last("figures")["figures"].as_array().unwrap();
        let curve = figures.iter().find(|figure| figure["id"] == "collapse").unwrap().to_string();
        assert!(curve.contains("(A)") && curve.contains("(B)"), "both runs have a curve");
        assert_eq!(figures.iter().any(|figure| figure["id"] == "paired"), has_pairs, "{run}");
        assert_eq!(curve.contains("no test compares them"), !has_pairs, "{run}");
        let finding = browser.last("figures")["finding"].as_str().unwrap();
        assert_eq!(finding.contains("On the same items"), has_pairs, "{finding}");
    }
}

/// Returns the marks of a figure that open attempts: their texts and filters.
fn marks(figures: &Value, id: &str) -> Vec<(String, String)> {
    fn collect(marks: &Value, into: &mut Vec<(String, String)>) {
        for mark in marks.as_array().unwrap() {
            if let Some(group) = mark["shape"].get("Group") {
                collect(group, into);
            }
            let [title, filter] = ["title", "filter"].map(|name| mark[name].as_str().unwrap());
            if !filter.is_empty() {
                into.push((title.to_owned(), filter.to_owned()));
            }
        }
    }
    let figures = figures.as_array().unwrap();
    let figure = figures.iter().find(|figure| figure["id"] == id).unwrap();
    let mut found = Vec::new();
    collect(&figure["scene"]["root"], &mut found);
    found
}

#[test]
fn marks_of_every_figure_open_their_attempts() {
    let (mut runner, mut browser) = (Runner::default(), Browser::default());
    runner.begin("1", SIMULATED, "", &[], 3, 0);
    browser.carry_out(&mut runner);
    runner.figures(Measure::First, 900);
    browser.carry_out(&mut runner);
    let figures = browser.last("figures")["figures"].clone();
    let mut list = |filter: &str| {
        runner.attempts(filter, 0);
        browser.carry_out(&mut runner);
        let total = browser.last("attempts")["total"].as_u64().unwrap();
        (total, browser.last("attempts")["description"].as_str().unwrap().to_owned())
    };
    let name = "simulated wrong operand, 2 %, trace";
    let last_mark = |id| marks(&figures, id).pop().unwrap().1;
    assert_eq!(list(&last_mark("horizon")), (80, format!("80 attempts of {name}")));
    assert_eq!(list(""), (160, String::new()));
    assert_eq!(list("*/*/*/*/given-up"), (0, "No attempts: failed".to_owned()));
    assert_eq!(list("what is no filter"), (0, String::new()));
    let slipped = list("1/trace/15/*/mode/slipped");
    assert_eq!(slipped, (0, format!("No attempts of {name}, 15 steps: arithmetic error")));
    let strayed = list("1/trace/15/*/mode/lost-operand");
    assert!(strayed.0 > 0, "{strayed:?}");
    assert_eq!(strayed.1, format!("{} attempts of {name}, 15 steps: wrong operand", strayed.0));
}

#[test]
fn a_comparison_opens_the_attempts_of_both_runs() {
    let (mut runner, mut browser) = (Runner::default(), Browser::default());
    let first_plan = "#/sweep?v=2&seed=7&steps=15&items=40&model=simulated:followed:0";
    let two = "#/sweep?v=2&seed=7&steps=15,25&items=40&model=simulated:wrong-operand:2000";
    for (run, plan) in [("2", two), ("1", first_plan)] {
        runner.begin(run, plan, &format!("run {run}"), &[], 3, 0);
        browser.carry_out(&mut runner);
    }
    runner.compare("2");
    browser.carry_out(&mut runner);
    runner.figures(Measure::First, 900);
    browser.carry_out(&mut runner);
    let (_, filter) = marks(&browser.last("figures")["figures"], "paired").remove(0);
    runner.attempts(&filter, 0);
    browser.carry_out(&mut runner);
    let rows = browser.last("attempts").clone();
    let total = rows["total"].as_u64().unwrap();
    let items = total / 2;
    assert!(items > 10 && total.is_multiple_of(2), "{rows}");
    assert_eq!(
        rows["description"],
        format!(
            "{total} attempts at the {items} items that only one of simulated followed (A) · trace and simulated wrong operand, 20 % (B) · trace answers correctly"
        )
    );
    let mut opened = Vec::new();
    // Each run has an attempt at this item, and both attempts open.
    for (row, (outcome, text)) in
        [("Correct", "simulated followed (A)"), ("Incorrect", "simulated wrong operand, 20 % (B)")]
            .into_iter()
            .enumerate()
    {
        let row = &rows["rows"][row];
        assert_eq!((&row["outcome"], &row["cells"][0]), (&outcome.into(), &text.into()));
        assert_eq!(row["cells"][3], rows["rows"][0]["cells"][3]);
        runner.attempt(u32::try_from(row["number"].as_u64().unwrap()).unwrap());
        browser.carry_out(&mut runner);
        opened.push(browser.last("attempt").clone());
    }
    assert_eq!(opened[0]["link"], opened[1]["link"], "it is the same item");
    assert_ne!(opened[0]["transcript"], opened[1]["transcript"]);
    // Without the comparison, the same filter selects no attempt.
    runner.compare("");
    runner.attempts(&filter, 0);
    browser.carry_out(&mut runner);
    assert_eq!(browser.last("attempts")["total"], 0);
}

#[test]
fn a_reached_limit_can_be_raised() {
    let (mut runner, mut browser) = (Runner::default(), Browser::default());
    runner.begin("1", &format!("{ASKED}&max-requests=2"), "", &keys(), 3, 0);
    browser.carry_out(&mut runner);
    while browser.reply(&mut runner, "Answer: 1") {}
    let progress = browser.last("progress");
    assert!(progress["why"].as_str().unwrap().contains("limit of requests"), "{progress}");
    runner.resume(&keys(), false, &format!("{ASKED}&max-requests=20"));
    browser.carry_out(&mut runner);
    while browser.reply(&mut runner, "Answer: 1") {}
    assert_eq!(browser.last("progress")["state"], "Finished");
}

#[test]
fn requests_without_replies_are_diagnosed() {
    let (mut runner, mut browser) = (Runner::default(), Browser::default());
    runner.begin("1", ASKED, "", &keys(), 3, 0);
    browser.carry_out(&mut runner);
    while let Some((id, _)) = browser.sent.pop_front() {
        runner.on_lost(id, browser.now);
        browser.carry_out(&mut runner);
        browser.now += 120_000;
        browser.carry_out(&mut runner);
        runner.wake(browser.now);
        browser.carry_out(&mut runner);
    }
    assert_eq!(browser.last("progress")["state"], "Paused");
    let [(id, origin)] = browser.probed.as_slice() else { panic!("{:?}", browser.probed) };
    assert_eq!(origin, "https://api.mistral.ai");
    let circumstances = Circumstances {
        is_online: true,
        probe: Probe::Answered,
        permission: Permission::Unknown,
        page: "https://page.example".to_owned(),
        is_safari: false,
    };
    runner.on_circumstances(*id, &circumstances);
    browser.carry_out(&mut runner);
    assert_eq!(browser.last("suspects")["suspects"][0]["slug"], "wrong-key");
}

#[test]
fn a_run_of_an_unpublished_generator_is_stored_but_not_graded() {
    let (mut runner, mut browser) = (Runner::default(), Browser::default());
    let file = include_str!("../../../../tests/e2e/unpublished.jsonl");
    browser.open(&mut runner, "first", file, 100);
    assert_eq!(browser.last("taken"), "first");
    let stored = browser.disk["first"].clone();
    let header: Value = serde_json::from_str(&stored.0).unwrap();
    assert_eq!((&header["answered"], &header["total"]), (&3.into(), &4.into()));
    assert!(header["plan"].as_str().unwrap().starts_with("#/sweep?v=1&"));

    runner.open("first", 5, browser.now);
    browser.carry_out(&mut runner);
    let progress = browser.last("progress").clone();
    assert_eq!((&progress["state"], &progress["answered"]), (&"Unpublished".into(), &2.into()));
    let why = progress["why"].as_str().unwrap();
    assert!(why.starts_with("Made with an unpublished generator, not graded."), "{why}");

    runner.attempts("", 0);
    browser.carry_out(&mut runner);
    let rows = browser.last("attempts")["rows"].as_array().unwrap().clone();
    let ends: Vec<(&Value, &Value)> =
        rows.iter().map(|row| (&row["cells"][4], &row["cells"][5])).collect();
    let not_graded: (&Value, &Value) =
        (&"not graded".into(), &"made with an unpublished generator, not graded".into());
    assert_eq!(ends.len(), 3);
    assert_eq!(ends.iter().filter(|end| **end == not_graded).count(), 2);
    assert_eq!(ends.iter().filter(|(end, _)| **end == "failed").count(), 1);

    runner.attempts("*/*/*/*/given-up", 0);
    runner.figures(Measure::First, 900);
    browser.carry_out(&mut runner);
    assert_eq!(browser.last("attempts")["total"], 1);
    assert_eq!(browser.last("figures")["figures"].as_array().map(Vec::len), Some(0));

    // An attempt opens in Play with a link to the generator of its run.
    runner.attempt(2);
    browser.carry_out(&mut runner);
    let opened = browser.last("attempt");
    assert!(opened["link"].as_str().unwrap().starts_with("#/play?v=1&"), "{opened}");
    assert!(opened["transcript"].as_str().unwrap().ends_with("Answer: 47"));

    // Nothing is requested, whether the visitor continues or repeats the run, and nothing on the
    // disk changes.
    for again in [false, true] {
        browser.events.clear();
        runner.resume(&keys(), again, "#/sweep?v=2&seed=42&steps=5&items=2&model=mistral:m");
        browser.carry_out(&mut runner);
        assert!(browser.last("not-done").as_str().unwrap().contains("unpublished generator"));
        assert!(browser.sent.is_empty());
    }
    assert_eq!(browser.disk["first"], stored);

    // The CSV file has the plan with the version of the run's generator, and no verdicts.
    let table = browser.table(&mut runner, "first");
    assert_eq!(table.matches("#/sweep?v=1&").count(), 3);
    browser.open(&mut runner, "second", &table, 1_000);
    assert_eq!(browser.disk["second"].1, stored.1);

    // The imported run cannot be compared with a run of the current generator.
    runner.begin(
        "third",
        "#/sweep?v=2&seed=42&steps=5&items=2&model=simulated:followed:0",
        "",
        &[],
        3,
        0,
    );
    browser.carry_out(&mut runner);
    runner.compare("first");
    browser.carry_out(&mut runner);
    assert!(browser.last("not-done").as_str().unwrap().contains("cannot be compared"));
}
