//! A curve over lengths in the making.

use stepfall_protocol::lab::{CurveCell, CurveLine, Curves, LabPoint};

/// The lengths of a curve.
pub(crate) const LENGTHS: [u16; 10] = [5, 10, 15, 20, 25, 35, 45, 60, 75, 95];

/// How the specimen fares at several lengths, in one or two ways.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Curve {
    /// What the ways are called.
    pub(crate) names: Vec<String>,
    points: Vec<Vec<LabPoint>>,
    /// How many items each length is to have.
    pub(crate) items: u32,
    /// How many workers are at it.
    pub(crate) under_way: u32,
    /// Why it was ended, where it was.
    pub(crate) trouble: Option<String>,
}

impl Curve {
    /// A curve of some ways with no point yet.
    pub(crate) fn new(names: Vec<String>) -> Self {
        Self { points: vec![Vec::new(); names.len()], names, ..Self::default() }
    }

    /// Takes a point up.
    pub(crate) fn take(&mut self, point: LabPoint) {
        if let Some(points) = self.points.get_mut(usize::from(point.way))
            && !points.iter().any(|known| (known.steps, known.item) == (point.steps, point.item))
        {
            points.push(point);
        }
    }

    /// How many points there are, and how many there will be.
    pub(crate) fn progress(&self) -> (u32, u32) {
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let all = self.items * count(LENGTHS.len()) * count(self.names.len());
        (count(self.points.iter().map(Vec::len).sum()), all)
    }

    /// Whether there is nothing yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.points.iter().all(Vec::is_empty)
    }

    /// What is drawn in some width. Of two ways only items that both have done count, so that the same items are compared.
    pub(crate) fn drawn(&self, width: u32) -> Curves {
        let has = |way: &Vec<LabPoint>, point: &LabPoint| {
            way.iter().any(|other| (other.steps, other.item) == (point.steps, point.item))
        };
        let in_all = |point: &&LabPoint| self.points.iter().all(|way| has(way, point));
        let line = |(name, points): (&String, &Vec<LabPoint>)| CurveLine {
            name: name.clone(),
            cells: LENGTHS
                .iter()
                .filter_map(|&steps| {
                    let here = points.iter().filter(|point| point.steps == steps);
                    cell(steps, here.filter(in_all))
                })
                .collect(),
        };
        Curves { lines: self.names.iter().zip(&self.points).map(line).collect(), width }
    }
}

fn cell<'p>(steps: u16, points: impl Iterator<Item = &'p LabPoint>) -> Option<CurveCell> {
    let mut cell = CurveCell { steps, ..CurveCell::default() };
    for point in points {
        cell.items += 1;
        cell.whole += u32::from(point.whole);
        cell.solved += u32::from(point.solved);
        for ((right, all), (more, of)) in cell.parts.iter_mut().zip(point.parts) {
            *right += u32::from(more);
            *all += u32::from(of);
        }
    }
    (cell.items > 0).then_some(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(way: u8, steps: u16, item: u32, solved: bool) -> LabPoint {
        LabPoint { way, steps, item, whole: solved, solved, parts: [(4, 5); 5] }
    }

    #[test]
    fn points_are_counted_once_and_ways_on_the_same_items() {
        let mut curve = Curve::new(vec!["as trained".to_owned(), "with bridge".to_owned()]);
        curve.items = 2;
        assert!(curve.is_empty());
        curve.take(point(0, 5, 0, true));
        curve.take(point(0, 5, 0, true));
        curve.take(point(0, 5, 1, false));
        assert_eq!(curve.progress(), (2, 40));
        assert_eq!(curve.drawn(300).lines[0].cells, []);
        curve.take(point(1, 5, 1, true));
        let drawn = curve.drawn(300);
        let cells: Vec<_> = drawn.lines.iter().map(|line| line.cells[0]).collect();
        assert_eq!((cells[0].items, cells[0].solved, cells[1].solved), (1, 0, 1));
        assert_eq!(cells[0].parts[0], (4, 5));
    }
}
