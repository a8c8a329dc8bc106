//! Over the corpus of transcripts this reader finds no other first answer than the grader does.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use stepfall_procedure::Generator;

/// Where it does: only the grader asks what the text as a whole shows about its separators.
const DIFFERENT: [&str; 2] = [
    "forms/ambiguous-number/commas-settled-by-leading-zero",
    "forms/ambiguous-number/german-points-in-whole-number-item",
];

fn transcripts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            transcripts(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "txt") {
            found.push(path);
        }
    }
}

#[test]
fn what_is_read_is_what_the_grader_reads() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let mut paths = Vec::new();
    transcripts(&corpus, &mut paths);
    let (mut different, mut same) = (BTreeSet::new(), 0);
    for path in paths {
        let label = fs::read_to_string(path.with_extension("label")).unwrap();
        let link = label.lines().find_map(|line| line.strip_prefix("item: ")).unwrap();
        let link = stepfall_link::parse(link).link;
        let item = Generator::new(link.spec).unwrap().item(link.seed, link.index).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let small = stepfall_answer::grade(&item, link.condition, &text);
        let whole = stepfall_grade::grade(&item, link.condition, &text);
        let Some(small) = small.claim() else { continue };
        let whole = whole.voice.first().map(|answer| &answer.claim);
        if whole.is_some_and(|whole| whole.value == small.value) {
            same += 1;
        } else {
            let name = path.strip_prefix(&corpus).unwrap().with_extension("");
            different.insert(name.to_string_lossy().replace('\\', "/"));
        }
    }
    assert_eq!(different, DIFFERENT.map(str::to_owned).into());
    assert!(same > 250, "only {same} answers are read alike");
}
