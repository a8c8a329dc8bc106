//! Where the arcs of dependency and the steps stand in their picture.

use stepfall_procedure::{Condition, Item};

/// What is below the axis.
pub const FOOT: u32 = 34;
/// The width of a letter of a name.
const LETTER: u32 = 7;
/// The highest that an arc rises above the axis.
const HIGHEST: u32 = 104;

/// The picture of a procedure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arcs {
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// The distance between two steps.
    pub gap: u32,
    /// The height of the axis from the top.
    pub axis: u32,
    /// From operand to step, by number.
    pub links: Vec<(u16, u16)>,
    /// The last number.
    pub last: u16,
    /// Every how many values one is named, so that the names stand apart.
    every: u16,
}

impl Arcs {
    /// The picture of an item as a condition has it.
    pub fn new(item: &Item, condition: Condition) -> Self {
        let last = item.procedure.last();
        let gap = match last {
            0..=32 => 36,
            33..=60 => 24,
            61..=110 => 16,
            _ => 12,
        };
        let sources = (condition == Condition::Copy).then(|| item.copy_sources());
        let mut links = Vec::new();
        for (number, step) in (3..).zip(&item.procedure.steps) {
            match &sources {
                Some(sources) => links.push((sources[usize::from(number) - 3], number)),
                None => links.extend(step.references().map(|from| (from, number))),
            }
        }
        let farthest = links.iter().map(|(from, to)| u32::from(to - from)).max().unwrap_or(1);
        let axis = rise(farthest, gap) + 22;
        let letters = (1..=last).map(|number| item.name(number).chars().count()).max();
        let room =
            u32::try_from(letters.unwrap_or(0)).unwrap_or(u32::MAX).saturating_mul(LETTER) + LETTER;
        let every = [1, 2, 5, 10, 20].into_iter().find(|every| u32::from(*every) * gap >= room);
        let every = every.unwrap_or(50);
        let width = gap * (u32::from(last) + 1);
        Self { width, height: axis + FOOT, gap, axis, links, last, every }
    }

    /// Where a value stands.
    pub fn x(&self, number: u16) -> u32 {
        self.gap * u32::from(number)
    }

    /// The path of an arc.
    pub fn path(&self, from: u16, to: u16) -> String {
        let (begin, end) = (self.x(from.min(to)), self.x(from.max(to)));
        let across = (end - begin) / 2;
        let up = rise(u32::from(from.abs_diff(to)), self.gap);
        format!("M{begin} {axis}A{across} {up} 0 0 1 {end} {axis}", axis = self.axis)
    }

    /// The top of the arc over a distance.
    pub fn top(&self, distance: u16) -> u32 {
        self.axis - rise(u32::from(distance), self.gap)
    }

    /// Whether the name of a value is written below it.
    pub fn is_named(&self, number: u16) -> bool {
        let every = self.every;
        number == 1
            || number == self.last
            || (number.is_multiple_of(every) && number + every / 2 <= self.last)
    }
}

/// How high an arc over a distance rises.
fn rise(distance: u32, gap: u32) -> u32 {
    (4 + distance * gap * 9 / 20).min(HIGHEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepfall_procedure::{Generator, Seed, Spec};

    #[test]
    fn every_reference_is_an_arc_within_the_picture() {
        for steps in [1, 25, 95, 500] {
            let generator = Generator::new(Spec { steps, ..Spec::default() }).unwrap();
            let item = generator.item(Seed::wrapping(42), 0).unwrap();
            let arcs = Arcs::new(&item, Condition::Trace);
            let references: usize =
                item.procedure.steps.iter().map(|step| step.references().count()).sum();
            assert_eq!(arcs.links.len(), references);
            assert!(arcs.x(item.procedure.last()) < arcs.width);
            for (from, to) in &arcs.links {
                assert!(from < to && arcs.top(to - from) > 0 && arcs.top(to - from) < arcs.axis);
            }
            let copy = Arcs::new(&item, Condition::Copy);
            assert_eq!(copy.links.len(), usize::from(steps));
            assert!(arcs.is_named(1) && arcs.is_named(arcs.last));
        }
    }
}
