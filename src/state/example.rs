//! The example that a user sees without an address: an attempt of a recorded run, with its verdict.
//!
//! `cargo xtask results` takes the attempt from the run. The build contains the worker's verdict,
//! so that the page need not load the worker to show the example. A test compares it with the
//! worker's.

use std::sync::Arc;

use stepfall_protocol::decode;
use stepfall_protocol::recorded::RecordedAttempt;
use stepfall_protocol::verdict::Report;

use super::report::Graded;

/// The encoded report of the worker.
const REPORT: &[u8] = include_bytes!("example/report.bin");

/// Returns the attempt; `None` if the bytes are in the format of another version, which a test
/// rules out.
pub(crate) fn attempt() -> Option<RecordedAttempt> {
    decode(include_bytes!("example/attempt.bin")).ok()
}

/// Returns the verdict on the attempt's transcript; `None` if the bytes are in the format of
/// another version, which a test rules out.
pub(crate) fn verdict(transcript: String) -> Option<Graded> {
    let report: Report = decode(REPORT).ok()?;
    Some(Graded::new(Arc::new(transcript), Arc::new(report)))
}

#[cfg(test)]
mod tests {
    use stepfall_protocol::recorded::RecordedRun;
    use stepfall_protocol::verdict::Mode;
    use stepfall_protocol::{Grade, encode};
    use stepfall_worker::Compute;

    use super::*;
    use crate::state::recorded;

    #[test]
    fn the_committed_report_equals_that_of_the_worker() {
        let RecordedAttempt { link, transcript, .. } = attempt().unwrap();
        let grade = Grade { link, transcript: Arc::new(transcript.clone()), is_cut: false };
        let report = grade.compute().unwrap();
        let bytes = encode(&*report).unwrap();
        let out = concat!(env!("CARGO_MANIFEST_DIR"), "/target/example-report.bin");
        if bytes != REPORT {
            std::fs::write(out, bytes).unwrap();
            panic!(
                "src/state/example/report.bin differs from the report of the worker, which is in {out}"
            );
        }
        assert_eq!(verdict(transcript).unwrap().report, report);
        assert_eq!(report.primary, Mode::LostOperand);
    }

    #[test]
    fn the_attempt_belongs_to_a_recorded_run() {
        let attempt = attempt().unwrap();
        let runs = recorded::recorded_runs();
        let RecordedRun { model, quantisation, engine, date, .. } =
            recorded::find_run(&runs, &attempt.run).unwrap();
        let facts = [&attempt.model, &attempt.quantisation, &attempt.engine, &attempt.date];
        assert_eq!(facts, [model, quantisation, engine, date]);
    }
}
