//! The example that a user sees without an address: a transcript with its verdict.
//!
//! The build contains the worker's verdict, so that the page need not load the worker to show the
//! example. A test compares the stored verdict with the worker's.

use std::sync::Arc;

use stepfall_protocol::decode;
use stepfall_protocol::verdict::Report;

use super::report::Graded;

/// The link to the item, which has number 0 among the worker's examples.
pub(crate) const LINK: &str = "#/play?v=2&seed=42&source=simulated:wrong-operand:0;run=49";
/// The transcript of a simulated solver.
pub(crate) const TRANSCRIPT: &str = include_str!("example/transcript.txt");
/// The encoded report of the worker.
const REPORT: &[u8] = include_bytes!("example/report.bin");

/// Returns the verdict; `None` if the bytes are of another version, which a test rules out.
pub(crate) fn verdict() -> Option<Graded> {
    let report: Report = decode(REPORT).ok()?;
    Some(Graded::new(Arc::new(TRANSCRIPT.to_owned()), Arc::new(report)))
}

#[cfg(test)]
mod tests {
    use stepfall_protocol::{Grade, ReadExample, encode};
    use stepfall_worker::Compute;

    use super::*;

    #[test]
    fn the_committed_report_equals_that_of_the_worker() {
        let (link, transcript) = (LINK.to_owned(), Arc::new(TRANSCRIPT.to_owned()));
        let report = Grade { link, transcript, is_cut: false }.compute().unwrap();
        let bytes = encode(&*report).unwrap();
        let out = concat!(env!("CARGO_MANIFEST_DIR"), "/target/example-report.bin");
        if bytes != REPORT {
            std::fs::write(out, bytes).unwrap();
            panic!(
                "src/state/example/report.bin differs from the report of the worker, which is in {out}"
            );
        }
        assert_eq!(verdict().unwrap().report, report);
        let example = ReadExample(4).compute().unwrap();
        assert_eq!((example.link.as_str(), example.transcript.as_str()), (LINK, TRANSCRIPT));
    }
}
