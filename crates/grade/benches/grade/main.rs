//! Times grading: one transcript with a prepared grader, one with the preparation, and a file of
//! transcripts.
//!
//! The benchmark writes its transcripts to `target/tmp`. `cargo xtask bench` then times the same
//! transcripts in WebAssembly and in another grader.

mod case;
mod error;
mod file;
mod trace;
mod work;

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput};
use serde_json::json;
use stepfall_grade::StopReason;

use self::case::Case;
use self::file::File;
use self::work::{Work, scores};

fn main() -> Result<(), Box<dyn Error>> {
    let cases = case::cases()?;
    let file = File::make()?;
    write_files(&cases, &file)?;
    let mut criterion = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(700))
        .configure_from_args();
    ready(&mut criterion, &cases);
    from_item(&mut criterion, &cases);
    whole_file(&mut criterion, &file);
    criterion.final_summary();
    Ok(())
}

/// Times grading with graders that are already prepared.
fn ready(criterion: &mut Criterion, cases: &[Case]) {
    let mut group = criterion.benchmark_group("grade-ready");
    for case in cases {
        let graders: Vec<_> =
            case.works.iter().map(|work| (work.grader(), work.transcript.as_str())).collect();
        let mut next = graders.iter().cycle();
        group.bench_function(BenchmarkId::new(case.kind, case.steps), |bencher| {
            bencher.iter(|| {
                next.next()
                    .map(|(grader, transcript)| grader.grade(transcript, StopReason::Unknown))
            });
        });
    }
}

/// Times grading and the preparation of the grader.
fn from_item(criterion: &mut Criterion, cases: &[Case]) {
    let mut group = criterion.benchmark_group("grade-from-item");
    for case in cases {
        let mut next = case.works.iter().cycle();
        group.bench_function(BenchmarkId::new(case.kind, case.steps), |bencher| {
            bencher.iter(|| next.next().map(Work::grade));
        });
    }
}

/// Times reading and grading all transcripts of the file.
fn whole_file(criterion: &mut Criterion, file: &File) {
    let mut group = criterion.benchmark_group("grade-file");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    group.throughput(Throughput::Bytes(file.transcript_bytes));
    group.bench_function(BenchmarkId::new("mixed", file::STEPS), |bencher| {
        bencher.iter(|| scores(black_box(&file.lines)));
    });
}

/// Writes the cases to `grade-cases.json`, the file to `grade-file.jsonl` and its scores to
/// `grade-file-scores.json`.
fn write_files(cases: &[Case], file: &File) -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let cases: Vec<_> = cases
        .iter()
        .map(|case| {
            let lines: String = case.works.iter().map(file::line).collect();
            let bytes: usize = case.works.iter().map(|work| work.transcript.len()).sum();
            let bytes = bytes / case.works.len();
            json!({ "kind": case.kind, "steps": case.steps, "bytes": bytes, "lines": lines })
        })
        .collect();
    fs::write(folder.join("grade-cases.json"), json!(cases).to_string())?;
    fs::write(folder.join("grade-file.jsonl"), &file.lines)?;
    let scores = serde_json::to_string(&scores(&file.lines))?;
    fs::write(folder.join("grade-file-scores.json"), scores)?;
    Ok(())
}
