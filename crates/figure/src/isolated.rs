//! The accuracy that isolated steps predict, as if attempts failed only through arithmetic.

use std::collections::BTreeSet;

use stepfall_plot::chart::Reference;

use crate::hazard::share;
use crate::line_id::LineId;
use crate::summary::Summary;
use crate::words::{count, percent};

/// The name of the predicted curve.
const NAME: &str = "arithmetic alone";
/// The table column that holds the prediction.
pub(crate) const COLUMN: &str = "arithmetic alone, %";
/// The note that explains the curve.
const NOTE: &str = "Dashed, arithmetic alone: what the condition isolated predicts, in which each step is asked by itself with its true operands. A procedure of n steps is correct if all of its steps are, so that the prediction is the n-th power of the share of steps that are correct there: of those at that length, or at all lengths where none was asked at that one. What is lost below it was not lost to single operations.";

impl Summary {
    /// Returns the targets that were asked isolated steps.
    fn targets_alone(&self) -> BTreeSet<u16> {
        let has_any = |line: &LineId| self.isolated_steps(line.target, None).is_some();
        self.lines().into_iter().filter(has_any).map(|line| line.target).collect()
    }

    /// Returns the number of correct isolated steps of a target, and the number of all its isolated
    /// steps. With `steps` it counts one length, otherwise all lengths. `None` without isolated
    /// steps.
    fn isolated_steps(&self, target: u16, steps: Option<u16>) -> Option<(u64, u64)> {
        let lines = self.lines().into_iter().filter(|line| line.target == target);
        let mut all = (0, 0);
        for line in lines {
            let shapes = self.shapes(line);
            let at = shapes.filter(|(shape, _)| steps.is_none_or(|steps| steps == shape.steps));
            for (right, asked) in at.map(|(_, counts)| counts.alone) {
                all = (all.0 + right, all.1 + asked);
            }
        }
        (all.1 > 0).then_some(all)
    }

    /// Returns the predicted share of correct procedures of a length: the accuracy of the target's
    /// isolated steps, to the power of the number of steps. The accuracy is that at this length, or
    /// at all lengths if the length has no isolated steps. `None` without isolated steps.
    pub(crate) fn predicted_alone(&self, target: u16, steps: u16) -> Option<f64> {
        let of_length = self.isolated_steps(target, Some(steps));
        let (right, asked) = of_length.or_else(|| self.isolated_steps(target, None))?;
        Some(share(right, asked).powi(i32::from(steps)))
    }

    /// Returns whether any target has a prediction.
    pub(crate) fn has_predicted_alone(&self) -> bool {
        !self.targets_alone().is_empty()
    }

    /// Returns the predicted curve of each target among `lines`, over the lengths of its lines.
    pub(crate) fn isolated_curves(&self, lines: &[LineId]) -> Vec<Reference> {
        let targets = self.targets_alone();
        let several = targets.len() > 1;
        let curve = |target: u16| {
            let own = lines.iter().filter(|line| line.target == target);
            let lengths: BTreeSet<u16> = own.flat_map(|line| self.lengths(*line)).collect();
            let predicted = |steps: &u16| Some((*steps, self.predicted_alone(target, *steps)?));
            let points: Vec<(u16, f64)> = lengths.iter().filter_map(predicted).collect();
            let name = self.target_name(target);
            let label = if several { format!("{name} · {NAME}") } else { NAME.to_owned() };
            let text = |(steps, share): &(u16, f64)| {
                let at = count(u32::from(*steps), "step");
                let title = format!("{name}, {NAME}: {} at {at}", percent(*share));
                (f64::from(*steps), *share, title)
            };
            let points: Vec<(f64, f64, String)> = points.iter().map(text).collect();
            let places = points.iter().map(|(steps, share, _)| (*steps, *share)).collect();
            (!points.is_empty()).then_some(Reference { label, places, points })
        };
        targets.into_iter().filter_map(curve).collect()
    }

    /// Returns the note that explains the predicted curves; `None` if there are none.
    pub(crate) fn isolated_note(&self) -> Option<String> {
        self.has_predicted_alone().then(|| NOTE.to_owned())
    }
}
