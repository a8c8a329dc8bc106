//! The arcs of the picture: the dependencies of steps, and the status of each step.

use stepfall_plot::{Frame, Misread, Rows, StepCategory, links};

use super::colour::{EDGE, ERROR, INK, PAPER, SOFT, arc_colour, mark_colour, sign_colour};
use super::{WIDTH, text};
use crate::subject::SharedItem;
use stepfall_plot::typography::width;

/// The font size of names below the marks and of labels above arcs.
const NAME: u32 = 13;

/// The drawing order of arcs, by the category of the step to which they lead. Arcs to a root error
/// come from the operands that the step should use. These operands are not the cause of the error,
/// so the arcs have the neutral colour of `None`.
const ORDER: [Option<StepCategory>; 8] = [
    None,
    Some(StepCategory::Given),
    Some(StepCategory::NotShown),
    Some(StepCategory::Unclear),
    Some(StepCategory::Missing),
    Some(StepCategory::Correct),
    Some(StepCategory::Recovered),
    Some(StepCategory::Inherited),
];

pub(super) struct Drawn {
    /// The SVG elements.
    pub(super) text: String,
    /// True if marks are bars.
    pub(super) is_dense: bool,
    /// True if some arcs are left out because they are too long to follow by eye.
    pub(super) lacks_arcs: bool,
}

/// Draws the arcs of an item within a frame.
pub(super) fn chart(subject: &SharedItem<'_>, frame: Frame) -> Drawn {
    let (item, misread) = (subject.item, subject.misread_steps());
    let used = misread.iter().filter_map(Misread::used_arc);
    let links = links(item, subject.condition);
    let all: Vec<(u16, u16)> = links.iter().copied().chain(used).collect();
    let reach = item.spec.look_back.reach();
    let rows = Rows::new(item.procedure.last(), reach, &all, frame);
    let chart = Chart { subject, rows, links, misread };
    let layers =
        [chart.axes(), chart.arcs(), chart.marks(), chart.first_error_frame(), chart.names()];
    Drawn {
        text: layers.concat() + &chart.labels(),
        is_dense: chart.rows.is_dense,
        lacks_arcs: !chart.links.iter().all(|link| chart.is_drawn(*link)),
    }
}

/// Draws a mark: a square or a bar, with its sign if there is room. Squares are filled if the step
/// is correct or a root error. Bars are too narrow for signs, so inherited and recovered steps are
/// filled, too.
pub(super) fn mark(
    (x, y): (u32, u32),
    (wide, high): (u32, u32),
    category: Option<StepCategory>,
    is_dense: bool,
) -> String {
    /// Half the width of the narrowest mark with a sign.
    const SIGNED: u32 = 6;
    let colour = mark_colour(category);
    let is_filled = match category {
        Some(StepCategory::Correct | StepCategory::RootError) => true,
        Some(StepCategory::Inherited | StepCategory::Recovered) => is_dense,
        _ => false,
    };
    let fill = if is_filled { colour } else { PAPER };
    let mut drawn = format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"2\" fill=\"{fill}\" stroke=\"{colour}\"/>",
        x - wide,
        y - high,
        2 * wide,
        2 * high
    );
    if let Some(category) = category.filter(|_| wide >= SIGNED) {
        let ink = if is_filled { PAPER } else { sign_colour(category) };
        let size = (wide * 3 / 2).max(11);
        let attributes =
            format!("text-anchor=\"middle\" font-size=\"{size}\" font-weight=\"bold\"");
        drawn += &text(x, y + size * 36 / 100, &attributes, ink, category.sign());
    }
    drawn
}

/// Draws the round mark of an input, as large as other marks.
fn input((x, y): (u32, u32), (wide, high): (u32, u32)) -> String {
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{wide}\" fill=\"{PAPER}\" stroke=\"{SOFT}\"/>",
        x - wide,
        y - high,
        2 * wide,
        2 * high
    )
}

struct Chart<'a> {
    subject: &'a SharedItem<'a>,
    rows: Rows,
    links: Vec<(u16, u16)>,
    misread: Vec<Misread>,
}

impl Chart<'_> {
    fn last(&self) -> u16 {
        self.subject.item.procedure.last()
    }

    fn category(&self, number: u16) -> Option<StepCategory> {
        self.subject.category(number)
    }

    /// Returns the category whose colour the arcs to a step have.
    fn arc_category(&self, number: u16) -> Option<StepCategory> {
        self.category(number).filter(|category| *category != StepCategory::RootError)
    }

    /// Returns whether an arc is drawn. Arcs to incorrect steps are drawn at any length.
    fn is_drawn(&self, (from, to): (u16, u16)) -> bool {
        self.rows.is_near(from, to) || self.category(to) == Some(StepCategory::RootError)
    }

    fn axes(&self) -> String {
        let axes = self.rows.axes(self.last());
        let mut path = String::new();
        for (x, to, y) in axes {
            path += &format!("M{x} {y}H{to}");
        }
        format!("<path d=\"{path}\" fill=\"none\" stroke=\"{EDGE}\"/>")
    }

    /// Draws the arcs: a path for each category, one for the operands of the procedure that were
    /// not used, and a dashed one for the values used instead.
    fn arcs(&self) -> String {
        let mut drawn = String::new();
        for category in ORDER {
            let links = self
                .links
                .iter()
                .filter(|link| self.arc_category(link.1) == category && self.is_drawn(**link));
            let path: String = links.map(|(from, to)| self.rows.path(*from, *to)).collect();
            drawn += &curves(&path, arc_colour(category), "stroke-width=\"1.3\"");
        }
        let paths = |arc: fn(&Misread) -> Option<(u16, u16)>| -> String {
            let arcs = self.misread.iter().filter_map(arc);
            arcs.map(|(from, to)| self.rows.path(from, to)).collect()
        };
        drawn += &curves(&paths(Misread::needed_arc), INK, "stroke-width=\"2.6\"");
        drawn
            + &curves(
                &paths(Misread::used_arc),
                ERROR,
                "stroke-width=\"2.2\" stroke-dasharray=\"4 4\"",
            )
    }

    fn marks(&self) -> String {
        let mut drawn = String::new();
        for number in 1..=self.last() {
            let (place, (wide, high)) = (self.rows.place(number), self.rows.half);
            let category = self.category(number);
            if number < self.subject.item.procedure.first_step() {
                drawn += &input(place, (wide, high));
            } else {
                let taller =
                    u32::from(self.rows.is_dense && category == Some(StepCategory::RootError)) * 3;
                drawn += &mark(place, (wide, high + taller), category, self.rows.is_dense);
            }
        }
        drawn
    }

    /// Draws a frame around the first error.
    fn first_error_frame(&self) -> String {
        let Some(number) = self.subject.first_error_number() else { return String::new() };
        let ((x, y), (wide, high)) = (self.rows.place(number), self.rows.half);
        let (wide, high) = (wide + 4, high + 5);
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"none\" stroke=\"{ERROR}\" stroke-width=\"2\"/>",
            x.saturating_sub(wide),
            y.saturating_sub(high),
            2 * wide,
            2 * high
        )
    }

    /// Draws names as far as there is room: the first error, other errors, both ends, and some
    /// other values.
    fn names(&self) -> String {
        let (item, last, first) =
            (self.subject.item, self.last(), self.subject.first_error_number());
        let is_error = |number: &u16| self.category(*number) == Some(StepCategory::RootError);
        let errors = (item.procedure.first_step()..=last).filter(is_error);
        let widest = (1..=last).map(|number| width(&item.name(number), NAME)).max().unwrap_or(0);
        let mut every = [1, 2, 5, 10, 20, 40].into_iter();
        let every = every.find(|every| u32::from(*every) * self.rows.gap >= widest + 8);
        let is_regular = |number: &u16| {
            !self.rows.is_dense && every.is_some_and(|every| number.is_multiple_of(every))
        };
        let regular = (1..=last).filter(is_regular);
        let wanted = first.into_iter().chain(errors).chain([1, last]).chain(regular);
        let mut room = Room::default();
        let mut drawn = String::new();
        for number in wanted {
            let (x, y) = self.rows.place(number);
            let y = y + self.rows.half.1 + 5 + NAME;
            let name = item.name(number);
            let is_first = first == Some(number);
            let weight = if is_first { " font-weight=\"bold\"" } else { "" };
            let colour = if is_first || is_error(&number) { ERROR } else { SOFT };
            if let Some(x) = room.take(x, y, width(&name, NAME)) {
                let attributes = format!("text-anchor=\"middle\" font-size=\"{NAME}\"{weight}");
                drawn += &text(x, y, &attributes, colour, &name);
            }
        }
        drawn
    }

    /// Draws the labels of the arcs of misread steps, as far as there is room. The first error gets
    /// labels for the needed and the used value. Other steps get a label for the used value, unless
    /// marks are bars.
    fn labels(&self) -> String {
        if !self.rows.is_labelled {
            return String::new();
        }
        let name = |number| self.subject.item.name(number);
        let first = self.subject.first_error_number();
        let (of_first, others): (Vec<&Misread>, Vec<&Misread>) =
            self.misread.iter().partition(|misread| first == Some(misread.step));
        let needed = of_first.iter().filter_map(|misread| misread.needed_arc());
        let needed = needed.map(|arc| (arc, INK, stepfall_text::expected_label(&name(arc.0))));
        let others = others.into_iter().filter(|_| !self.rows.is_dense);
        let used = of_first.iter().copied().chain(others).filter_map(Misread::used_arc);
        let used = used.map(|arc| (arc, ERROR, stepfall_text::used_label(&name(arc.0))));
        let mut room = Room::default();
        let mut drawn = String::new();
        for ((from, to), colour, label) in needed.chain(used) {
            let (x, top) = self.rows.top(from, to);
            // The label is also above the frame of a first error.
            let above = (top - 6).min(self.rows.place(to).1 - self.rows.half.1 - 12);
            let wide = width(&label, NAME);
            // If the label of the other arc is in the way, this label is placed below its own arc.
            let place = [above, top + NAME + 6];
            let place = place.into_iter().find_map(|y| Some((room.take(x, y, wide)?, y)));
            if let Some((x, y)) = place {
                // A halo keeps the arcs away from the letters.
                let halo = format!(
                    "stroke=\"{PAPER}\" stroke-width=\"9\" stroke-linejoin=\"round\" paint-order=\"stroke\""
                );
                let attributes = format!("text-anchor=\"middle\" font-size=\"{NAME}\" {halo}");
                drawn += &text(x, y, &attributes, colour, &label);
            }
        }
        drawn
    }
}

fn curves(path: &str, colour: &str, attributes: &str) -> String {
    if path.is_empty() {
        return String::new();
    }
    format!("<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" {attributes}/>")
}

/// The room for small texts, which must not overlap.
#[derive(Default)]
struct Room {
    /// Occupied intervals: start, end and height.
    taken: Vec<(u32, u32, u32)>,
}

impl Room {
    /// Reserves room for a text of a width near a position. Returns the middle of the text, or
    /// `None` if there is no room.
    fn take(&mut self, x: u32, y: u32, wide: u32) -> Option<u32> {
        const EDGE: u32 = 16;
        let half = wide / 2 + 3;
        let x = x.clamp(EDGE + half, (WIDTH - EDGE).saturating_sub(half).max(EDGE + half));
        let (begin, end) = (x - half, x + half);
        let meets = |(from, to, at): &(u32, u32, u32)| {
            begin < *to && *from < end && y.abs_diff(*at) < NAME + 2
        };
        if self.taken.iter().any(meets) {
            return None;
        }
        self.taken.push((begin, end, y));
        Some(x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_neither_overlap_nor_leave_the_picture() {
        let mut room = Room::default();
        assert_eq!(room.take(100, 50, 40), Some(100));
        assert_eq!(room.take(130, 55, 40), None);
        assert_eq!(room.take(130, 90, 40), Some(130));
        assert_eq!(room.take(0, 50, 40), Some(39));
        assert_eq!(room.take(WIDTH, 50, 40), Some(WIDTH - 39));
    }
}
