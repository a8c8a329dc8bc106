//! Where the arcs of dependency and the steps stand in their picture.

use stepfall_procedure::{Condition, Item};

/// What is below the axis.
pub const FOOT: u32 = 34;
/// The room for the answer behind the last value.
const ANSWER: u32 = 44;
/// The width of a letter of a name.
const LETTER: u32 = 7;
/// The highest that an arc rises above the axis.
const HIGHEST: u32 = 104;
/// The distances between two steps, from the narrowest.
const GAPS: [u32; 4] = [12, 16, 24, 36];

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
    /// The picture of an item as a condition has it, with room for arcs of operands that were taken instead of the right ones: from which value, at
    /// which step. It is wider by some of the levels that there are above the usual one.
    pub fn new(item: &Item, condition: Condition, taken: &[(u16, u16)], level: usize) -> Self {
        let last = item.procedure.last();
        let gap = GAPS[(usual(last) + level).min(GAPS.len() - 1)];
        let links = links(item, condition);
        let all = links.iter().chain(taken);
        let farthest = all.map(|(from, to)| u32::from(to.abs_diff(*from))).max().unwrap_or(1);
        let axis = rise(farthest, gap) + 22;
        let letters = (1..=last).map(|number| item.name(number).chars().count()).max();
        let room =
            u32::try_from(letters.unwrap_or(0)).unwrap_or(u32::MAX).saturating_mul(LETTER) + LETTER;
        let every = [1, 2, 5, 10, 20].into_iter().find(|every| u32::from(*every) * gap >= room);
        let every = every.unwrap_or(50);
        let width = gap * u32::from(last) + 2 * ANSWER;
        Self { width, height: axis + FOOT, gap, axis, links, last, every }
    }

    /// How many levels there are above the usual one.
    pub fn levels(item: &Item) -> usize {
        GAPS.len() - 1 - usual(item.procedure.last())
    }

    /// Where a value stands.
    pub fn x(&self, number: u16) -> u32 {
        self.gap * u32::from(number)
    }

    /// Where the answer stands.
    pub fn answer(&self) -> u32 {
        self.x(self.last) + ANSWER
    }

    /// The path from an operand to a step: an arc, or from the value before along the axis.
    pub fn path(&self, from: u16, to: u16) -> String {
        if from.abs_diff(to) > 1 {
            return self.arc(from, to);
        }
        format!("M{} {}H{}", self.x(from), self.axis, self.x(to))
    }

    /// The path of an arc between two values.
    pub fn arc(&self, from: u16, to: u16) -> String {
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
            || (number.is_multiple_of(every) && number + every <= self.last)
    }

    /// Whether names below two values would lie over each other.
    pub fn is_close(&self, one: u16, other: u16) -> bool {
        one != other && one.abs_diff(other) < self.every
    }
}

/// What depends on what under a condition: from operand to step, by number.
pub fn links(item: &Item, condition: Condition) -> Vec<(u16, u16)> {
    let sources = (condition == Condition::Copy).then(|| item.copy_sources());
    let mut links = Vec::new();
    for (number, step) in (3..).zip(&item.procedure.steps) {
        match &sources {
            Some(sources) => links.push((sources[usize::from(number) - 3], number)),
            None => links.extend(step.references().map(|from| (from, number))),
        }
    }
    links
}

/// Which distance is usual for a number of values: the longer the procedure, the narrower.
const fn usual(last: u16) -> usize {
    match last {
        0..=32 => 3,
        33..=60 => 2,
        61..=110 => 1,
        _ => 0,
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
            let arcs = Arcs::new(&item, Condition::Trace, &[], 0);
            let references: usize =
                item.procedure.steps.iter().map(|step| step.references().count()).sum();
            assert_eq!(arcs.links.len(), references);
            assert!(arcs.x(item.procedure.last()) < arcs.width);
            for (from, to) in &arcs.links {
                assert!(from < to && arcs.top(to - from) > 0 && arcs.top(to - from) < arcs.axis);
            }
            let far = Arcs::new(&item, Condition::Trace, &[(1, arcs.last)], 0);
            assert!(far.axis >= arcs.axis && far.top(arcs.last - 1) > 0);
            let copy = Arcs::new(&item, Condition::Copy, &[], 0);
            assert_eq!(copy.links.len(), usize::from(steps));
            assert!(arcs.is_named(1) && arcs.is_named(arcs.last));
            let levels = Arcs::levels(&item);
            let widths: Vec<u32> = (0..=levels + 1)
                .map(|level| Arcs::new(&item, Condition::Trace, &[], level).width)
                .collect();
            assert!(widths[..=levels].is_sorted_by(|a, b| a < b), "{widths:?}");
            assert_eq!(widths[levels], widths[levels + 1]);
        }
    }
}
