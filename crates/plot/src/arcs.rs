//! The layout of a procedure's dependency arcs and steps.

use std::ops::Range;

use stepfall_procedure::{Condition, Item};

use crate::StepCategory;

/// The height below the axis.
pub const FOOT: u32 = 34;
/// The width reserved for the answer after the last value.
const ANSWER: u32 = 44;
/// The width of a letter of a name.
const LETTER: u32 = 7;
/// The distance of a label from its arc.
const LABEL_RISE: u32 = 5;
/// The height of a label.
const LABEL_HEIGHT: u32 = 11;
/// The maximum height of an arc above the axis.
const HIGHEST: u32 = 104;
/// The height of a minimap.
pub const MINIMAP: u32 = 24;

/// The picture of a procedure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arcs {
    /// The width of the picture, in units of its `viewBox`, like all lengths here.
    pub width: u32,
    /// The height of the picture.
    pub height: u32,
    /// The distance between two steps.
    pub gap: u32,
    /// The height of the axis from the top.
    pub axis: u32,
    /// The dependencies, each from operand to step, by the numbers of the values.
    pub links: Vec<(u16, u16)>,
    /// The numbers of the input values that the condition has. The first step follows them.
    pub inputs: Range<u16>,
    /// The number of the last value.
    pub last: u16,
    /// Values whose number is a multiple of `every` are named. `every` is so large that names do
    /// not touch.
    every: u16,
    /// The minimum difference between the numbers of two named values.
    apart: u16,
}

impl Arcs {
    /// Lays out an item under a condition. `taken` are the operands that were used instead of the
    /// correct ones, each from a value to a step. Their arcs get room too.
    pub fn new(item: &Item, condition: Condition, taken: &[(u16, u16)]) -> Self {
        let last = item.procedure.last();
        let gap = gap(last);
        let links = links(item, condition);
        let all = links.iter().chain(taken);
        let farthest = all.map(|(from, to)| u32::from(to.abs_diff(*from))).max().unwrap_or(1);
        let axis = rise(farthest, gap) + 22;
        let letters = (1..=last).map(|number| item.name(number).chars().count()).max();
        let room =
            u32::try_from(letters.unwrap_or(0)).unwrap_or(u32::MAX).saturating_mul(LETTER) + LETTER;
        let every = [1, 2, 5, 10, 20].into_iter().find(|every| u32::from(*every) * gap >= room);
        let every = every.unwrap_or(50);
        let apart = u16::try_from(room.div_ceil(gap)).unwrap_or(u16::MAX);
        let width = gap * u32::from(last) + 2 * ANSWER;
        let inputs = item.inputs_under(condition);
        Self { width, height: axis + FOOT, gap, axis, links, inputs, last, every, apart }
    }

    /// Returns the numbers of the values that the condition has, in order: its inputs, and all
    /// steps.
    pub fn numbers(&self) -> impl Iterator<Item = u16> + use<> {
        self.inputs.start..=self.last
    }

    /// Returns the horizontal position of a value.
    pub fn x(&self, number: u16) -> u32 {
        self.gap * u32::from(number)
    }

    /// Returns the horizontal position of the answer.
    pub fn answer(&self) -> u32 {
        self.x(self.last) + ANSWER
    }

    /// Returns the path from an operand to a step: an arc, or a line along the axis if the operand
    /// is the preceding value.
    pub fn path(&self, from: u16, to: u16) -> String {
        if from.abs_diff(to) > 1 {
            return self.arc(from, to);
        }
        format!("M{} {}H{}", self.x(from), self.axis, self.x(to))
    }

    /// Returns the path of an arc between two values.
    pub fn arc(&self, from: u16, to: u16) -> String {
        let (begin, end) = (self.x(from.min(to)), self.x(from.max(to)));
        let across = (end - begin) / 2;
        let up = rise(u32::from(from.abs_diff(to)), self.gap);
        format!("M{begin} {axis}A{across} {up} 0 0 1 {end} {axis}", axis = self.axis)
    }

    /// Places the label of an arc: its middle and base line, above the arc.
    pub fn label(&self, from: u16, to: u16) -> (u32, u32) {
        let y = self.top(from.abs_diff(to)).saturating_sub(LABEL_RISE);
        (self.x(from).midpoint(self.x(to)), y)
    }

    /// Places the label of a second arc to the same step. It is below the top of its arc if both
    /// labels would be at the same height.
    pub fn second_label(&self, (from, to): (u16, u16), other: (u16, u16)) -> (u32, u32) {
        let ((x, y), (_, other)) = (self.label(from, to), self.label(other.0, other.1));
        (x, if y.abs_diff(other) < LABEL_HEIGHT { y + 2 * LABEL_HEIGHT } else { y })
    }

    /// Returns the top of an arc over this many values.
    pub fn top(&self, distance: u16) -> u32 {
        self.axis - rise(u32::from(distance), self.gap)
    }

    /// Returns the minimap, as wide as the picture and [`MINIMAP`] high. It has one outline per
    /// category, around the bars of the values numbered from 1. Inputs and steps without a verdict
    /// have no category, and inputs that the condition lacks have no bar. The last bar is the
    /// answer's.
    pub fn minimap(
        &self,
        values: impl IntoIterator<Item = Option<StepCategory>>,
        answer: Option<StepCategory>,
    ) -> Vec<(Option<StepCategory>, String)> {
        let mut bars: Vec<(Option<StepCategory>, String)> = Vec::new();
        let first = self.inputs.start;
        let values = (1..=self.last).zip(values).filter(|(number, _)| *number >= first);
        let values = values.map(|(number, category)| (self.x(number), category));
        let wide = self.gap * 3 / 4;
        for (x, category) in values.chain([(self.answer(), answer)]) {
            let (left, rise) = (x - wide / 2, bar(category));
            let bar = format!("M{left} {MINIMAP}v-{rise}h{wide}v{rise}z");
            match bars.iter_mut().find(|(bar_category, _)| *bar_category == category) {
                Some((_, path)) => path.push_str(&bar),
                None => bars.push((category, bar)),
            }
        }
        bars
    }

    /// Returns whether the name of a value is written below it.
    pub fn is_named(&self, number: u16) -> bool {
        let (every, apart, first) = (self.every, self.apart, self.inputs.start);
        number == first
            || number == self.last
            || (number.is_multiple_of(every)
                && (first + apart..=self.last.saturating_sub(apart)).contains(&number))
    }

    /// Returns whether the names below two values would overlap.
    pub fn is_close(&self, first: u16, second: u16) -> bool {
        first != second && first.abs_diff(second) < self.apart
    }
}

/// Returns the dependencies under a condition: from operand to step, by number.
pub fn links(item: &Item, condition: Condition) -> Vec<(u16, u16)> {
    let asks = item.requested_steps(condition);
    let to = item.procedure.first_step()..=item.procedure.last();
    to.flat_map(|to| item.links_under(&asks, to).map(move |from| (from, to))).collect()
}

/// Returns the distance between neighbouring values up to `last`. If possible, all values fit into
/// a window of the usual width; otherwise their names determine the distance.
const fn gap(last: u16) -> u32 {
    match last {
        0..=32 => 36,
        33..=48 => 26,
        _ => 32,
    }
}

/// Returns the height of a category's bar in a minimap. The heights distinguish most categories
/// without colour.
const fn bar(category: Option<StepCategory>) -> u32 {
    match category {
        Some(StepCategory::RootError) => MINIMAP,
        Some(StepCategory::Correct | StepCategory::Recovered) => MINIMAP * 2 / 3,
        Some(StepCategory::Unclear) => MINIMAP / 2,
        Some(StepCategory::Inherited) => MINIMAP / 3,
        Some(StepCategory::Missing | StepCategory::NotShown | StepCategory::Given) | None => {
            MINIMAP / 12
        }
    }
}

/// Returns the height of an arc over a distance.
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
            let arcs = Arcs::new(&item, Condition::Trace, &[]);
            let references: usize =
                item.procedure.steps.iter().map(|step| step.references().count()).sum();
            assert_eq!(arcs.links.len(), references);
            assert!(arcs.x(item.procedure.last()) < arcs.width);
            for (from, to) in &arcs.links {
                assert!(from < to && arcs.top(to - from) > 0 && arcs.top(to - from) < arcs.axis);
            }
            let far = Arcs::new(&item, Condition::Trace, &[(1, arcs.last)]);
            assert!(far.axis >= arcs.axis && far.top(arcs.last - 1) > 0);
            let copy = Arcs::new(&item, Condition::Copy, &[]);
            assert_eq!(copy.links.len(), usize::from(steps));
            assert!(arcs.is_named(1) && arcs.is_named(arcs.last));
        }
    }

    #[test]
    fn labels_of_two_arcs_to_one_step_do_not_overlap() {
        for steps in [25, 40, 95] {
            let generator = Generator::new(Spec { steps, ..Spec::default() }).unwrap();
            let item = generator.item(Seed::wrapping(42), 0).unwrap();
            let arcs = Arcs::new(&item, Condition::Trace, &[(1, 20)]);
            let pairs = (1..20).flat_map(|one| (1..20).map(move |other| (one, other)));
            for (needed, used) in pairs.filter(|(needed, used)| needed != used) {
                let (_, first) = arcs.label(needed, 20);
                let (_, second) = arcs.second_label((used, 20), (needed, 20));
                assert!(first.abs_diff(second) >= LABEL_HEIGHT, "{steps}: {needed} and {used}");
                assert!(second < arcs.axis, "{steps}: {used}");
            }
        }
    }

    #[test]
    fn only_values_of_the_condition_are_drawn() {
        let generator = Generator::new(Spec { steps: 25, ..Spec::default() }).unwrap();
        let item = generator.item(Seed::wrapping(42), 0).unwrap();
        let arcs_under = |condition| Arcs::new(&item, condition, &[]);
        let (trace, copy, alone) = (
            arcs_under(Condition::Trace),
            arcs_under(Condition::Copy),
            arcs_under(Condition::Unchained),
        );
        assert_eq!(trace.links, arcs_under(Condition::Exception).links);
        assert_eq!(trace.links, arcs_under(Condition::Remapped).links);
        assert!(copy.links.iter().copied().eq((3..=27).map(|number| (number - 1, number))));
        assert!(alone.links.is_empty() && alone.axis > 0);
        assert!(
            trace.numbers().eq(1..=27) && copy.numbers().eq(2..=27) && alone.numbers().eq(3..=27)
        );
        for (arcs, first) in [(trace, 1), (copy, 2), (alone, 3)] {
            assert!(arcs.is_named(first) && !(1..first).any(|number| arcs.is_named(number)));
            let bars = arcs.minimap([None; 27], None);
            assert_eq!(bars[0].1.matches('z').count(), arcs.numbers().count() + 1);
        }
    }

    #[test]
    fn a_minimap_shows_values_as_bars_and_categories_by_height() {
        let generator = Generator::new(Spec { steps: 3, ..Spec::default() }).unwrap();
        let item = generator.item(Seed::wrapping(42), 0).unwrap();
        let arcs = Arcs::new(&item, Condition::Trace, &[]);
        let (right, error) = (Some(StepCategory::Correct), Some(StepCategory::RootError));
        let bars = arcs.minimap([None, None, right, error, right], Some(StepCategory::Inherited));
        let expected = [
            (None, "M23 24v-2h27v2zM59 24v-2h27v2z"),
            (right, "M95 24v-16h27v16zM167 24v-16h27v16z"),
            (error, "M131 24v-24h27v24z"),
            (Some(StepCategory::Inherited), "M211 24v-8h27v8z"),
        ];
        assert_eq!(bars, expected.map(|(category, path)| (category, path.to_owned())));
        assert!(arcs.answer() + 14 < arcs.width);
    }
}
