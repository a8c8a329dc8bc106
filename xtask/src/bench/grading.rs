//! The time of grading one transcript, and of grading a file, compared with a peer.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

use super::{Figures, fastest, formatted};
use crate::process::{cargo, output, program, run};
use crate::workspace::{Workspace, read_bytes, read_text};

/// The budget for a transcript of 95 steps, in microseconds.
const BUDGET: &str =
    "budget for 95 steps, ready: followed 60 native, 150 in wasm; broken 400 native";

/// The names of criterion's groups that grade one transcript: with a prepared grader, and including
/// the preparation.
const GROUPS: [&str; 2] = ["grade-ready", "grade-from-item"];

/// The name of the case that grades the whole file.
const FILE: &str = "grade-file/mixed/25";

pub(super) struct Grading {
    cases: Vec<Case>,
    file: File,
    native: Figures,
    wasm: Figures,
    /// Microseconds of the peer for one pass over the file.
    peer: f64,
}

/// Transcripts of one kind, for items with the same number of steps.
struct Case {
    /// `followed` or `broken`.
    kind: String,
    steps: u64,
    /// The mean length of a transcript, in bytes.
    bytes: u64,
}

/// The file of transcripts.
struct File {
    transcripts: f64,
    bytes: f64,
    /// The number of correct first answers.
    correct: f64,
    /// The number of steps before the first error, summed over all transcripts.
    before: f64,
}

/// Times grading. The native benchmark writes its transcripts into files for the other programs.
pub(super) fn time(workspace: &Workspace, module: &Path, python: &Path) -> Result<Grading> {
    run(cargo(workspace).args(["bench", "--package", "stepfall-grade", "--bench", "grade"]))?;
    let folder = workspace.target.join("tmp");
    let cases = cases(&folder)?;
    let mut native = Figures::new();
    let names = GROUPS.iter().flat_map(|group| cases.iter().map(move |case| id(group, case)));
    for id in names.chain([FILE.to_owned()]) {
        native.insert(id.clone(), fastest(workspace, &id)?);
    }
    Ok(Grading {
        file: File::read(&folder)?,
        wasm: wasm(workspace, module, &folder)?,
        peer: peer(workspace, python, &folder)?,
        cases,
        native,
    })
}

impl Grading {
    pub(super) fn print(&self) {
        println!(
            "\nmicroseconds for one transcript of a trace: with a ready grader; with making the grader ready. In a broken one every \
             step\nhas an error of its own\n{BUDGET}\n"
        );
        println!(
            "{:>5}  {:<10}{:>8}{:>12}{:>12}{:>12}{:>12}",
            "steps", "transcript", "bytes", "ready", "in wasm", "from item", "in wasm"
        );
        for case in &self.cases {
            let [ready, from_item] = GROUPS.map(|group| id(group, case));
            println!(
                "{:>5}  {:<10}{:>8}{:>12}{:>12}{:>12}{:>12}",
                case.steps,
                case.kind,
                case.bytes,
                formatted(self.native.get(&ready)),
                formatted(self.wasm.get(&ready)),
                formatted(self.native.get(&from_item)),
                formatted(self.wasm.get(&from_item)),
            );
        }
        self.print_file();
    }

    fn print_file(&self) {
        let File { transcripts, bytes, correct, before } = self.file;
        println!(
            "\na file of {transcripts} transcripts of 25 steps, {:.1} MB without their links; from a line to first answer and steps before the first \
             error\n(all three agree: {:.1} % right, {:.2} steps). The peer is told the right values, and says nothing about causes\n",
            bytes / 1e6,
            correct / transcripts * 100.0,
            before / transcripts,
        );
        println!("{:<10}{:>15}{:>10}{:>16}", "grader", "transcripts/s", "MB/s", "times the peer");
        let rows = [
            ("native", self.native.get(FILE)),
            ("in wasm", self.wasm.get(FILE)),
            ("peer", Some(&self.peer)),
        ];
        for (name, microseconds) in rows {
            let Some(microseconds) = microseconds else { continue };
            println!(
                "{name:<10}{:>15.0}{:>10.2}{:>16.2}",
                transcripts / microseconds * 1e6,
                bytes / microseconds,
                self.peer / microseconds,
            );
        }
    }
}

fn id(group: &str, case: &Case) -> String {
    format!("{group}/{}/{}", case.kind, case.steps)
}

/// Reads the cases that the native benchmark wrote.
fn cases(folder: &Path) -> Result<Vec<Case>> {
    let cases: Vec<Value> = serde_json::from_slice(&read_bytes(&folder.join("grade-cases.json"))?)?;
    let case = |case: &Value| {
        Some(Case {
            kind: case["kind"].as_str()?.to_owned(),
            steps: case["steps"].as_u64()?,
            bytes: case["bytes"].as_u64()?,
        })
    };
    let cases: Option<Vec<Case>> = cases.iter().map(case).collect();
    cases.context("grade-cases.json holds something else than cases")
}

impl File {
    /// Reads the file that the native benchmark wrote.
    fn read(folder: &Path) -> Result<Self> {
        let mut file = Self { transcripts: 0.0, bytes: 0.0, correct: 0.0, before: 0.0 };
        for line in read_text(&folder.join("grade-file.jsonl"))?.lines() {
            let line: Value = serde_json::from_str(line)?;
            let transcript = line["transcript"].as_str().context("a line without a transcript")?;
            file.transcripts += 1.0;
            file.bytes += f64::from(u32::try_from(transcript.len())?);
        }
        let scores = read_bytes(&folder.join("grade-file-scores.json"))?;
        let scores: Vec<(bool, u32)> = serde_json::from_slice(&scores)?;
        for (correct, before) in scores {
            file.correct += f64::from(u8::from(correct));
            file.before += f64::from(before);
        }
        Ok(file)
    }
}

/// Returns the medians in WebAssembly under Node. The script first checks that the scores of the
/// file are the same.
fn wasm(workspace: &Workspace, module: &Path, folder: &Path) -> Result<Figures> {
    let script = "tests/wasm/bench-grade.mjs";
    let figures = output(program(workspace, "node").arg(script).arg(module).arg(folder))?;
    serde_json::from_str(&figures).with_context(|| format!("{script} wrote no figures"))
}

/// Returns the fastest round of the peer. The script first checks that the peer agrees with the
/// grader.
fn peer(workspace: &Workspace, python: &Path, folder: &Path) -> Result<f64> {
    let script = "tests/bench-peer/score.py";
    let (file, scores) = (folder.join("grade-file.jsonl"), folder.join("grade-file-scores.json"));
    let figure = output(program(workspace, python).arg(script).arg(file).arg(scores))?;
    serde_json::from_str(&figure).with_context(|| format!("{script} wrote no figure"))
}
