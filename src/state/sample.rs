//! The example that a user of Sweep sees without a run: results of simulated solvers.
//!
//! The worker's results for the set-up are stored, so that the curve is visible before the worker
//! is ready. A test compares the stored results with the worker's.

use stepfall_protocol::decode;
use stepfall_protocol::figure::RunFigures;

/// The set-up of the example.
pub(crate) const PLAN: &str = "#/sweep?v=2&steps=5,15,25,35,45,65,95&items=40&seed=42&numbers=mod97&condition=trace,verified.5&model=simulated:wrong-operand:200";
/// The encoded results: the finding, and the curve for a wide and for a narrow screen, without the
/// parts that the page does not show.
const RESULTS: &[u8] = include_bytes!("sample/results.bin");

/// Returns the results; `None` if the bytes are in the format of another version, which a test
/// rules out.
pub(crate) fn results() -> Option<RunFigures> {
    decode(RESULTS).ok()
}

#[cfg(test)]
mod tests {
    use stepfall_plot::scene::{Mark, Scene, Shape};
    use stepfall_protocol::figure::Figure;
    use stepfall_protocol::{DrawFigures, encode};
    use stepfall_worker::Compute;

    use super::*;

    /// The widths of the curve, in CSS pixels.
    const WIDTHS: [u32; 2] = [860, 330];

    /// Returns a figure without the parts that the page does not show.
    fn visible_parts(drawn: &Figure) -> Figure {
        let mut figure = Figure {
            method: Vec::new(),
            note: None,
            sentence: String::new(),
            thumbnail: Scene { root: Vec::new(), ..drawn.thumbnail.clone() },
            ..drawn.clone()
        };
        remove_labels(&mut figure.scene.root);
        figure
    }

    fn remove_labels(marks: &mut [Mark]) {
        for mark in marks {
            mark.title.clear();
            mark.filter.clear();
            if let Shape::Group(marks) = &mut mark.shape {
                remove_labels(marks);
            }
        }
    }

    #[test]
    fn the_committed_sample_equals_that_of_the_worker() {
        let (mut curves, mut made) = (Vec::new(), None);
        for width in WIDTHS {
            let drawn = DrawFigures { setup: PLAN.to_owned(), width }.compute().unwrap();
            curves.extend(drawn.figures.first().map(visible_parts));
            made = Some(drawn);
        }
        let mut made = made.unwrap();
        made.figures = curves;
        let bytes = encode(&made).unwrap();
        let out = concat!(env!("CARGO_MANIFEST_DIR"), "/target/sample-results.bin");
        if bytes != RESULTS {
            std::fs::write(out, bytes).unwrap();
            panic!(
                "src/state/sample/results.bin differs from the results of the worker, which are in {out}"
            );
        }
        assert_eq!(results(), Some(made));
    }
}
