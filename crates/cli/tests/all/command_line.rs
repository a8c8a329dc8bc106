//! The command line as its users see it: standard output, standard error, and the exit status.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;
use stepfall_procedure::Suite;

use crate::program::{error, result, stepfall};

#[test]
fn an_item_is_printed_in_every_format() {
    let item = ["item", "--steps", "4"];
    let with = |format| result(&[&item[..], &["--format", format]].concat());
    assert_eq!(result(&item), with("text"));
    let lines = |text: &str| text.lines().count();
    assert_eq!((lines(&with("text")), lines(&with("values"))), (6, 6));
    let record: Value = serde_json::from_str(&with("json")).unwrap();
    let last = record["answer"].as_str().unwrap();
    assert!(with("values").ends_with(&format!("S6 = {last}\n")));
    assert!(with("prompt").contains(with("text").trim_end()));
    assert_eq!(record["prompt"].as_str().unwrap(), with("prompt").trim_end());
}

#[test]
fn every_record_conforms_to_the_schema() {
    let schema: Value =
        serde_json::from_str(include_str!("../../../../schemas/item.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let check = |text: &str| {
        let record: Value = serde_json::from_str(text).unwrap();
        let errors: Vec<String> = validator
            .iter_errors(&record)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(errors, Vec::<String>::new());
        record
    };
    for numbers in ["integer", "mod97", "decimal3", "rational", "paper", "paper-integers"] {
        for rest in [
            &["--wording", "json", "--names", "scattered"][..],
            &["--condition", "copy", "--lookback", "exactly-4"],
            &["--condition", "unchained", "--wording", "english"],
            &["--condition", "exception", "--steps", "8"],
            &["--condition", "remapped", "--names", "scattered"],
            &["--lookback", "1", "--steps", "1"],
        ] {
            check(&result(&[&["item", "--format", "json", "--numbers", numbers], rest].concat()));
        }
    }
    for suite in Suite::ALL.map(Suite::slug) {
        let lines = result(&["suite", suite, "--items", "1"]);
        // The suite paper55 has 550 similar lines, so only every seventh is checked.
        for line in lines.lines().step_by(if suite == "paper55" { 7 } else { 1 }) {
            assert_eq!(check(line)["suite"], suite);
        }
    }
    let mut broken = check(&result(&["item", "--format", "json"]));
    broken["answer"] = Value::from(12);
    assert!(!validator.is_valid(&broken), "the schema accepts a value that is no string");
}

#[test]
fn flags_and_links_are_equivalent() {
    let flags = [
        "--steps",
        "12",
        "--lookback",
        "exactly-3",
        "--ops",
        "add,sub:2,div",
        "--bound",
        "5000",
        "--inputs",
        "-9..30",
        "--constants",
        "3..7",
        "--wording",
        "english",
        "--names",
        "scattered",
        "--seed",
        "77",
        "--index",
        "5",
        "--condition",
        "structured",
    ];
    let link = result(&[&["link", "make"], &flags[..]].concat());
    assert_eq!(
        link.trim_end(),
        "#/play?v=2&steps=12&lookback=exactly-3&ops=add,sub:2,div&bound=5000&inputs=-9..30&constants=3..7\
         &wording=english&names=scattered&seed=77&index=5&condition=structured"
    );
    let by_flags = result(&[&["item", "--format", "json"], &flags[..]].concat());
    assert_eq!(result(&["item", "--format", "json", "--link", link.trim_end()]), by_flags);
    let other = result(&["item", "--format", "json", "--link", link.trim_end(), "--seed", "78"]);
    assert_ne!(other, by_flags, "a flag overrides the link");
    let opened: Value = serde_json::from_str(&result(&["link", "open", link.trim_end()])).unwrap();
    let item: Value = serde_json::from_str(&by_flags).unwrap();
    for key in ["spec", "seed", "index", "condition", "generator"] {
        assert_eq!(opened[key], item[key], "{key}");
    }
}

#[test]
fn a_link_carries_a_transcript() {
    let transcript = "S3 = 18\nAnswer: 18\n";
    let mut make = Command::new(env!("CARGO_BIN_EXE_stepfall"))
        .args(["link", "make", "--transcript", "-", "--page", "https://example.org/stepfall/#old"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    make.stdin.take().unwrap().write_all(transcript.as_bytes()).unwrap();
    let link = String::from_utf8(make.wait_with_output().unwrap().stdout).unwrap();
    assert!(link.starts_with("https://example.org/stepfall/#/play?v=2&seed=0&t="), "{link}");
    let opened: Value = serde_json::from_str(&result(&["link", "open", link.trim_end()])).unwrap();
    assert_eq!(opened["transcript"], transcript);
}

#[test]
fn suites_are_complete_and_reproducible() {
    let paper = result(&["suite", "paper55", "--items", "1"]);
    assert_eq!(paper.lines().count(), 550);
    assert_eq!(
        result(&["suite", "ladder", "--items", "3"]),
        result(&["suite", "ladder", "--items", "3"])
    );
    let english = result(&["suite", "paper55", "--items", "1", "--wording", "english"]);
    assert!(english.lines().all(|line| line.contains("call the result")));
    let line: Value =
        serde_json::from_str(result(&["suite", "ladder"]).lines().nth(499).unwrap()).unwrap();
    assert_eq!(line["spec"]["steps"], "95");
}

#[test]
fn errors_state_the_remedy() {
    let cases: [(&[&str], &str); 17] = [
        (&["item", "--steps", "abc"], "error: --steps abc cannot be read; write --steps 25\n"),
        (
            &["item", "--numbers", "mod97", "--bound", "9"],
            "error: --bound has no effect with --numbers mod97\n",
        ),
        (
            &["item", "--seed", "9007199254740992"],
            "error: --seed 9007199254740992 is not a whole number below 2^53\n",
        ),
        (&["item", "--index", "-1"], "unexpected argument '-1'"),
        (
            &["item", "--condition", "loud"],
            "there is no condition “loud”; there are answer-only, trace, free",
        ),
        (
            &["item", "--bound", "5"],
            "the bound must be from 10 to 1000000\n  the nearest spec that works: --bound 10\n",
        ),
        (
            &["item", "--ops", "mul"],
            "every next value would pass the bound\n  the nearest spec that works: --ops ",
        ),
        (
            &["item", "--link", "#/play?v=2&foo=1"],
            "“foo” is unknown and was left out.\n  run `stepfall link open`",
        ),
        (
            &["suite", "paper55", "--dead", "30"],
            "error: the suite paper55 fixes --dead; leave it out\n",
        ),
        (
            &["suite", "ladder", "--steps", "7"],
            "error: the suite ladder fixes --steps; leave it out\n",
        ),
        (
            &["item", "--seed", "1", "--steps", "95", "--condition", "primed.4.1"],
            "error: this item has no error after which every division still comes out even, as its prompt says; choose numbers=mod97",
        ),
        (
            &["item", "--steps", "4", "--condition", "primed.4.0"],
            "error: the history has 4 steps and the procedure has only 4; choose a shorter history\n",
        ),
        (&["suite", "ladder", "--ops", "mul"], "no procedure for this spec: "),
        (&["item", "--steps", "a=b"], "error: --steps a=b cannot be read; write --steps 25\n"),
        (&["link", "make", "--transcript", "/dev/zero"], "too long for a link"),
        (
            &["suite", "nosuch"],
            "there is no suite “nosuch”; there are quick, ladder, look-back, what-is-lost, what-helps, paper55\n",
        ),
        (&["link", "make", "--transcript", "/no/such/file"], "/no/such/file cannot be read: "),
    ];
    for (arguments, expected) in cases {
        let error = error(arguments);
        assert!(error.contains(expected), "{arguments:?} says {error}");
    }
}

#[test]
fn a_broken_link_is_opened_as_understood_with_a_notice() {
    let output = stepfall(&["link", "open", "#/play?v=2&steps=7&foo=1"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "notice: The parameter “foo” is unknown and was left out.\n"
    );
    let opened: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(opened["spec"]["steps"], "7");
}

#[test]
fn a_closed_standard_output_is_no_error() {
    let mut suite = Command::new(env!("CARGO_BIN_EXE_stepfall"))
        .args(["suite", "ladder", "--items", "500"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(suite.stdout.take());
    let output = suite.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_standard_error_does_not_crash() {
    let script = "\"$0\" item --steps abc 2>/dev/full";
    let status =
        Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_stepfall")]).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

#[test]
fn values_are_those_of_the_condition() {
    let traced = result(&["item", "--format", "values"]);
    assert!(traced.starts_with("S1 = "), "{traced}");
    for (condition, first) in
        [("unchained", "S3"), ("copy", "S2"), ("exception", "S1"), ("remapped", "S1")]
    {
        let values = result(&["item", "--format", "values", "--condition", condition]);
        let record: Value =
            serde_json::from_str(&result(&["item", "--format", "json", "--condition", condition]))
                .unwrap();
        assert!(values.starts_with(&format!("{first} = ")), "{condition}: {values}");
        assert!(values.ends_with(&format!("S27 = {}\n", record["answer"].as_str().unwrap())));
        assert_eq!(first == "S1", values == traced, "{condition}: {values}");
    }
    let listing = result(&["item", "--condition", "copy"]);
    let (tables, chain) = listing.split_once("\n\n").unwrap();
    assert!(tables.lines().all(|line| line.matches(" -> ").count() == 16), "{tables}");
    assert_eq!(chain.lines().count(), 26);
    assert!(chain.lines().skip(1).all(|line| line.split(' ').count() == 3), "{chain}");
}

/// Ten thousand items are about 50 MB. The address space of the process is limited to 40 MB, of
/// which the unoptimised program itself takes 30 MB.
#[cfg(target_os = "linux")]
#[test]
fn writing_a_suite_takes_constant_memory() {
    let script = "ulimit -v 40960; \"$0\" suite ladder --items 1000 | wc -c";
    let output =
        Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_stepfall")]).output().unwrap();
    let bytes: u64 = String::from_utf8(output.stdout).unwrap().trim().parse().unwrap();
    assert!(bytes > 40_000_000, "{bytes} bytes, {}", String::from_utf8_lossy(&output.stderr));
}
