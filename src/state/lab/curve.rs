//! The accuracy of the small model at several lengths, while the workers compute it.

use stepfall_protocol::lab::{CurveCell, CurveItem, CurveLine, Curves, LabPoint};

/// The lengths of a curve, in steps.
const LENGTHS: [u16; 10] = [5, 10, 15, 20, 25, 35, 45, 60, 75, 95];

/// The accuracy of the small model at several lengths, in one or two variants.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Curve {
    pub(crate) names: Vec<String>,
    points: Vec<Vec<LabPoint>>,
    /// The number of items for each length.
    pub(crate) items: u32,
    /// The number of running workers.
    pub(crate) under_way: u32,
    /// The reason why the computation failed.
    pub(crate) error: Option<String>,
}

impl Curve {
    /// Starts a curve with these variants and no points.
    pub(crate) fn begin(&mut self, names: Vec<String>) {
        self.points = vec![Vec::new(); names.len()];
        self.names = names;
    }

    /// Adds a point, unless its variant is unknown or has a point for the same item.
    pub(crate) fn take(&mut self, point: LabPoint) {
        if let Some(points) = self.points.get_mut(usize::from(point.configuration))
            && !has(points, CurveItem { steps: point.steps, item: point.item })
        {
            points.push(point);
        }
    }

    /// Returns the number of points so far, and the total.
    pub(crate) fn progress(&self) -> (u32, u32) {
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let all = self.items * count(LENGTHS.len()) * count(self.names.len());
        (count(self.points.iter().map(Vec::len).sum()), all)
    }

    /// Returns the items that at least one variant has not completed. All lengths of an item number
    /// come before the next item number, so that every length soon has a point.
    pub(crate) fn missing(&self) -> Vec<CurveItem> {
        let items = (0..self.items)
            .flat_map(|item| LENGTHS.into_iter().map(move |steps| CurveItem { steps, item }));
        let is_done = |at: &CurveItem| self.points.iter().all(|points| has(points, *at));
        items.filter(|item| !is_done(item)).collect()
    }

    /// Requests `more` items for each length, unless requested items are still missing.
    pub(crate) fn want(&mut self, more: u32) {
        if self.missing().is_empty() {
            self.items += more;
        }
    }

    /// Returns whether there are no points yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.points.iter().all(Vec::is_empty)
    }

    /// Returns the drawing data for a width. With two variants, only items that both have completed
    /// count, so that the comparison is paired.
    pub(crate) fn to_curves(&self, width: u32) -> Curves {
        let in_all = |point: &&LabPoint| {
            let at = CurveItem { steps: point.steps, item: point.item };
            self.points.iter().all(|variant| has(variant, at))
        };
        let line = |(name, points): (&String, &Vec<LabPoint>)| CurveLine {
            name: name.clone(),
            cells: LENGTHS
                .iter()
                .filter_map(|&steps| {
                    let at_length = points.iter().filter(|point| point.steps == steps);
                    cell(steps, at_length.filter(in_all))
                })
                .collect(),
        };
        Curves { lines: self.names.iter().zip(&self.points).map(line).collect(), width }
    }
}

/// Returns whether a variant has completed an item.
fn has(points: &[LabPoint], at: CurveItem) -> bool {
    points.iter().any(|known| (known.steps, known.item) == (at.steps, at.item))
}

fn cell<'p>(steps: u16, points: impl Iterator<Item = &'p LabPoint>) -> Option<CurveCell> {
    let mut cell = CurveCell { steps, ..CurveCell::default() };
    for point in points {
        cell.items += 1;
        cell.whole += u32::from(point.whole);
        cell.solved += u32::from(point.solved);
        let counts = cell.parts.iter_mut().chain([&mut cell.alone]);
        for ((right, all), (more, more_all)) in
            counts.zip(point.parts.into_iter().chain([point.alone]))
        {
            *right += u32::from(more);
            *all += u32::from(more_all);
        }
    }
    (cell.items > 0).then_some(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(configuration: u8, steps: u16, item: u32, solved: bool) -> LabPoint {
        LabPoint {
            configuration,
            steps,
            item,
            whole: solved,
            solved,
            parts: [(4, 5); 5],
            alone: (2, 3),
        }
    }

    #[test]
    fn points_count_once_and_only_on_common_items() {
        let mut curve = Curve::default();
        curve.begin(vec!["as trained".to_owned(), "with bridge".to_owned()]);
        curve.items = 2;
        assert!(curve.is_empty());
        curve.take(point(0, 5, 0, true));
        curve.take(point(0, 5, 0, true));
        curve.take(point(0, 5, 1, false));
        assert_eq!(curve.progress(), (2, 40));
        assert_eq!(curve.to_curves(300).lines[0].cells, []);
        curve.take(point(1, 5, 1, true));
        let drawn = curve.to_curves(300);
        let cells: Vec<_> = drawn.lines.iter().map(|line| line.cells[0]).collect();
        assert_eq!((cells[0].items, cells[0].solved, cells[1].solved), (1, 0, 1));
        assert_eq!((cells[0].parts[0], cells[0].alone), ((4, 5), (2, 3)));
    }

    #[test]
    fn missing_items_are_computed_before_new_ones() {
        let mut curve = Curve::default();
        curve.begin(vec!["as trained".to_owned(), "with bridge".to_owned()]);
        curve.want(2);
        let all = curve.missing();
        assert_eq!((curve.items, all.len()), (2, 20));
        assert_eq!(
            (all[0], all[10]),
            (CurveItem { steps: 5, item: 0 }, CurveItem { steps: 5, item: 1 })
        );
        // The last of these four items lacks the point of the second variant.
        for (at, item) in all[..4].iter().enumerate() {
            curve.take(point(0, item.steps, item.item, true));
            if at < 3 {
                curve.take(point(1, item.steps, item.item, true));
            }
        }
        curve.want(2);
        assert_eq!((curve.items, curve.missing()), (2, all[3..].to_vec()));
        for item in &all {
            curve.take(point(0, item.steps, item.item, true));
            curve.take(point(1, item.steps, item.item, true));
        }
        assert_eq!((curve.missing(), curve.progress()), (Vec::new(), (40, 40)));
        curve.want(2);
        assert_eq!((curve.items, curve.missing().len()), (4, 20));
        assert_eq!(curve.missing()[0], CurveItem { steps: 5, item: 2 });
    }
}
