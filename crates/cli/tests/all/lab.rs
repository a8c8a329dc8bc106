//! `stepfall lab` as its users see it.

use crate::program::{error, result};
use crate::scratch::Scratch;

const SHORT: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../small-model/weights/short.safetensors");

/// Returns the cells of all table rows whose first cell has this text.
fn rows(text: &str, first: &str) -> Vec<Vec<String>> {
    let start = format!("| {first} |");
    let cells =
        |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    text.lines().filter(|line| line.starts_with(&start)).map(cells).collect()
}

#[test]
fn one_item_always_gives_the_same_transcript() {
    let run = || result(&["lab", "run", "--steps", "10", "--seed", "42"]);
    let text = run();
    assert_eq!(text, run());
    assert_eq!(text.lines().filter(|line| line.starts_with('S') && line.contains('=')).count(), 12);
    assert!(text.contains("Every line follows the procedure."), "{text}");
    // The procedure is longer than the procedures of the training.
    let long = result(&["lab", "run", "--steps", "40", "--seed", "42"]);
    assert!(long.contains("First error: the line of "), "{long}");
}

#[test]
fn accuracy_is_printed_by_length_and_kind_of_token() {
    let text = result(&["lab", "accuracy", "--steps", "3,10", "--items", "6"]);
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| 10 |")).collect();
    let [free, forced] = rows[..] else { panic!("{text}") };
    assert!(free.starts_with("| 10 | 6 | 100.0 (61.0 to 100.0) | 100.0"), "{free}");
    assert_eq!(forced, "| 10 | 100.0 | 100.0 | 100.0 | 100.0 | 100.0 | 100.0 | 100.0 | 100.0 |");
}

#[test]
fn history_prints_shares() {
    let history = result(&["lab", "history", "--before", "3", "--errors", "1", "--items", "6"]);
    assert!(history.contains("| 3 | 100.0 (61.0 to 100.0) of 6 | 100.0"), "{history}");
}

#[test]
fn saliency_reports_correct_traces_and_equal_length_pairs() {
    let text = result(&[
        "lab",
        "saliency",
        "--steps",
        "6,19",
        "--items",
        "3",
        "--lookback",
        "5",
        "--seed",
        "1",
    ]);
    // After a row of counts there are three rows, one for each measure, for each of seven bands:
    // four single layers, both halves, and all layers.
    let short = rows(&text, "6");
    assert_eq!(short[0], ["6", "3", "3", "0", "0", "0", "no wrong one to pair"]);
    assert_eq!(short.len(), 1 + 7 * 3);
    let long = rows(&text, "19");
    let [steps, traces, correct, incorrect, pairs, sized, _] = &long[0][..] else {
        panic!("{text}")
    };
    assert_eq!([steps, traces], ["19", "3"]);
    let [correct, incorrect, pairs, sized]: [usize; 4] =
        [correct, incorrect, pairs, sized].map(|cell| cell.parse().unwrap());
    assert!(
        correct + incorrect <= 3 && pairs == correct.min(incorrect) && sized <= pairs,
        "{text}"
    );
    assert_eq!(long.len(), 1 + 7 * 3, "there are too few pairs for a comparison: {text}");
    assert_eq!(pairs, 1, "these items have a correct and an incorrect trace: {text}");
    assert!(long[0][6].starts_with("too few "), "{text}");
    // The last table shows the effect of length alone on the two scalars. For all layers it has a
    // row for each of two norms and each length with correct traces.
    let alone: Vec<_> = rows(&text, "1 to 4").into_iter().map(|row| row[2].clone()).collect();
    let expected = if correct > 0 { vec!["6", "19", "6", "19"] } else { vec!["6", "6"] };
    assert_eq!(alone, expected);
}

#[test]
fn saliency_of_the_second_layer_exceeds_nearness() {
    let text = result(&["lab", "saliency", "--steps", "8", "--items", "2"]);
    let found = rows(&text, "8");
    let number = |row: &[String], at: usize| row[at].parse::<f64>().unwrap();
    assert!(text.contains("At no length are there 10 such pairs."), "{text}");
    let second = found.iter().find(|row| row[1] == "2" && row[2] == "saliency").unwrap();
    // The area by mean exceeds that of nearness, and the area by sum exceeds that of uniform
    // attention. Both shares exceed those of uniform attention.
    assert!(number(second, 4) > 0.8 && number(second, 4) > number(second, 7) + 0.1, "{second:?}");
    assert!(number(second, 5) > 0.8 && number(second, 5) > number(second, 6) + 0.1, "{second:?}");
    assert!(number(second, 8) > 1.8 * number(second, 9), "{second:?}");
    assert!(number(second, 10) > 1.8 * number(second, 11), "{second:?}");
    // Uniform attention is above 0.5 if lines of several lengths are pooled by sum.
    assert!(number(second, 6) > 0.55 && number(second, 6) < 0.7, "{second:?}");
}

#[test]
fn flow_compares_changes_with_votes() {
    let run = || {
        result(&[
            "lab",
            "flow",
            "--steps",
            "2",
            "--items",
            "2",
            "--validation",
            "1",
            "--votes",
            "1,3",
            "--temperatures",
            "0.5,2",
        ])
    };
    let text = run();
    assert_eq!(text, run());
    let variants: Vec<String> = rows(&text, "2").into_iter().map(|row| row[1].clone()).collect();
    let expected = [
        "one greedy trace",
        "odds-equal bridge",
        "bridge to the previous line",
        "bridge to the operands (told which)",
        "step momentum",
        "bridge and momentum",
        "vote over 1 sample",
        "vote over 3 samples",
    ];
    assert_eq!(variants, expected);
    // The bridge is tried in seven bands with five strengths each. One of these settings is chosen,
    // and is bold.
    let tried = rows(&text, "odds-equal bridge");
    assert_eq!(tried.len(), 7);
    assert!(tried.iter().all(|row| row.len() == 2 + 5));
    let bold = tried.iter().flatten().filter(|cell| cell.starts_with("**"));
    assert_eq!(bold.count(), 1, "{text}");
    assert_eq!(rows(&text, "bridge and momentum").len(), 4 * 5);
}

#[test]
fn a_vote_at_temperature_0_is_the_greedy_answer() {
    let text = result(&[
        "lab",
        "flow",
        "--steps",
        "3",
        "--items",
        "4",
        "--validation",
        "1",
        "--lookback",
        "2",
        "--votes",
        "3",
        "--temperatures",
        "0",
    ]);
    let found = rows(&text, "3");
    let (greedy, vote) = (&found[0], &found[6]);
    assert_eq!(vote[1..3], ["vote over 3 samples", "temperature 0"]);
    assert_eq!(vote[5], greedy[5], "{text}");
    assert_eq!(vote[7], "0 / 0");
    // For the vote, the prompt of 29 tokens is read once and the transcript is written three times.
    let tokens = |row: &[String]| row[4].split(' ').next().unwrap().parse::<f64>().unwrap();
    assert!((tokens(vote) - (3.0 * tokens(greedy) - 2.0 * 29.0)).abs() <= 2.0, "{text}");
}

#[test]
fn custom_weights_are_read_and_compared() {
    let found = result(&["lab", "run", "--steps", "10", "--seed", "42", "--weights", SHORT]);
    assert_eq!(found, result(&["lab", "run", "--steps", "10", "--seed", "42"]));
    let text = result(&["lab", "compare", "--weights", SHORT, "--steps", "4", "--items", "5"]);
    let row = &rows(&text, "4")[0];
    assert_eq!(row[2], row[3]);
    assert_eq!(row[5..], ["0 / 0", "1.000", "100.0"]);
}

#[test]
fn a_bad_weights_file_is_refused_with_a_remedy() {
    let scratch = Scratch::new();
    let bytes = std::fs::read(SHORT).unwrap();
    let cut = scratch.file("cut.safetensors", &bytes[..bytes.len() / 2]);
    let text = scratch.file("text.safetensors", "no weights");
    let empty = scratch.file("empty.safetensors", "");
    for path in [&cut, &text, &empty] {
        let message = error(&["lab", "run", "--weights", path]);
        assert!(
            message.contains(&format!("{path} contains no weights of the small model")),
            "{message}"
        );
        assert!(message.contains("safetensors file as training/train.py writes it"), "{message}");
    }
    // The tensors of another model.
    let header = br#"{"other":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}"#;
    let mut other = (header.len() as u64).to_le_bytes().to_vec();
    other.extend(header);
    other.extend([0; 4]);
    let other = scratch.file("other.safetensors", other);
    let message = error(&["lab", "accuracy", "--weights", &other]);
    assert!(message.contains("the weights lack embedding"), "{message}");
    let none = scratch.join("none.safetensors");
    let message = error(&["lab", "flow", "--weights", none.to_str().unwrap()]);
    assert!(message.contains("none.safetensors cannot be read"), "{message}");
    let message = error(&["lab", "compare"]);
    assert!(message.contains("give a file to compare with"), "{message}");
}

#[test]
fn training_seeds_and_invalid_numbers_are_refused() {
    for command in ["run", "accuracy", "compare", "flow", "history", "saliency"] {
        let mut arguments = vec!["lab", command, "--seed", "4503599627370496"];
        if command != "run" {
            arguments.extend(["--items", "1"]);
        }
        if command == "compare" {
            arguments.extend(["--weights", SHORT]);
        }
        let message = error(&arguments);
        assert!(message.contains("2^52"), "{command}: {message}");
    }
    let long = error(&["lab", "accuracy", "--steps", "127"]);
    assert!(long.contains("127 is not a number of steps from 1 to 126"), "{long}");
    let cold = error(&["lab", "flow", "--temperatures=-1"]);
    assert!(cold.contains("temperature"), "{cold}");
}
