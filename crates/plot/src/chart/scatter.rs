//! Points over a plane, each by itself: what is had for how much, with a line along those that nothing surpasses.

use super::axis::{FOOT, Frame};
use super::legend::{Entry, Sample, rows};
use super::marker::marker;
use super::thumbnail::Thumbnail;
use super::{Axis, MarkInfo, SMALL, clamped, names, note, wide};
use crate::scale::Scale;
use crate::scene::{Anchor, Class, Mark, Role, Scene, Shape, Tint, polyline, tenths};

/// A point.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    /// Its name.
    pub label: String,
    /// Its place: along the foot, and upright.
    pub at: (f64, f64),
    /// The interval upright.
    pub range: (f64, f64),
    /// Whether no other point is further to the left and higher.
    pub is_best: bool,
    /// What it says.
    pub info: MarkInfo,
}

/// Points over a plane.
#[derive(Debug, Clone, PartialEq)]
pub struct Scatter {
    /// What the chart is, for those who do not see it.
    pub title: String,
    /// Along the foot.
    pub x: Axis,
    /// Upright.
    pub y: Axis,
    /// The points, from the left.
    pub spots: Vec<Spot>,
    /// What the line along the best points is called.
    pub frontier: String,
}

/// The colour of the best points and of the line along them.
const BEST: Tint = Tint::Series(0);
/// Half the size of a marker with some room around it.
const HALF: f64 = 7.0;
/// How high a chart with its list is, if the plot can be as low as that.
const HIGHEST: f64 = 480.0;
/// The least height of the plot.
const LOWEST_PLOT: f64 = 210.0;
/// The height of a text.
const LINE: f64 = 13.0;
/// The directions in which a name may stand from its point, the best first.
const AROUND: [(f64, f64); 8] = [
    (1.0, 0.0),
    (-1.0, 0.0),
    (0.0, -1.0),
    (0.0, 1.0),
    (1.0, -1.0),
    (-1.0, -1.0),
    (1.0, 1.0),
    (-1.0, 1.0),
];

/// A rectangle that something takes up: left, top, right, bottom.
type Taken = [f64; 4];

/// Where a name stands: its rectangle, and how far out it is.
#[derive(Clone, Copy)]
struct Seat {
    edges: Taken,
    distance: u8,
}

/// How far from its point a text may stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Right beside it.
    Adjacent,
    /// At some distance, to which no line leads over another text.
    Near,
    /// Wherever there is room.
    Anywhere,
}

impl Reach {
    /// The largest distance, in steps.
    const fn most(self) -> u8 {
        match self {
            Self::Adjacent => 1,
            Self::Near => 6,
            Self::Anywhere => 16,
        }
    }
}

/// The places of one layout.
struct Layout {
    frame: Frame,
    x: Scale,
    y: Scale,
}

impl Scatter {
    /// The chart at a width.
    pub fn scene(&self, width: u32) -> Scene {
        let width = clamped(width);
        if self.spots.is_empty() {
            return note(&self.title, "There is nothing to draw.", width);
        }
        let all = f64::from(width);
        let left = self.y.widest() + 10.0;
        let top = self.y.head(all);
        // A long list of names below takes room from the plot.
        let (_, listed) = rows(&self.entries(false), (0.0, 0.0), all);
        let left_over = HIGHEST - top - FOOT - 16.0 - listed - 4.0;
        let height = (all * 0.38).min(left_over).clamp(LOWEST_PLOT, 320.0);
        let frame = Frame { left, top, right: all - 12.0, bottom: top + height };
        let x = self.x.scale((frame.left + 16.0, frame.right - 16.0));
        let y = self.y.scale((frame.bottom, frame.top));
        let layout = Layout { frame, x, y };
        let mut root =
            vec![Mark::group(self.y.upright(frame, all)), Mark::group(self.x.along(x, frame))];
        let path = self.path(&layout);
        if path.len() > 1 {
            let class = Class::tinted(Role::Line, BEST);
            root.push(Mark::new(Shape::Path(polyline(&path)), class));
        }
        // Names where all have room, else numbers, which a list below explains.
        let labels: Vec<String> = self.spots.iter().map(|spot| spot.label.clone()).collect();
        let numbers: Vec<String> = (1..=labels.len()).map(|number| number.to_string()).collect();
        let seats = |texts: &[String], reach: Reach| self.seats(texts, reach, &layout, &path);
        let adjacent = seats(&labels, Reach::Adjacent);
        let is_named = adjacent.is_some();
        let seats = adjacent
            .or_else(|| seats(&numbers, Reach::Near))
            .or_else(|| seats(&numbers, Reach::Anywhere))
            .unwrap_or_default();
        let texts = if is_named { labels } else { numbers };
        for (at, spot) in self.spots.iter().enumerate() {
            root.push(spot.marks(&layout, texts.get(at).zip(seats.get(at))));
        }
        let top = (0.0, frame.bottom + FOOT + 16.0);
        let (marks, end) = rows(&self.entries(is_named), top, all);
        root.push(Mark::group(marks));
        names::scene(&self.title, width, end + 4.0, root)
    }

    /// The chart as a small picture: points and the line along the best of them.
    pub fn thumbnail(&self, width: u32) -> Scene {
        let mut small = Thumbnail::new(width);
        let (x, y) = small.plane(&self.x, &self.y);
        let layout = Layout { frame: small.frame, x, y };
        let path = self.path(&layout);
        if path.len() > 1 {
            let class = Class::tinted(Role::Line, BEST);
            small.marks.push(Mark::new(Shape::Path(polyline(&path)), class));
        }
        for spot in &self.spots {
            small.marks.push(marker(layout.place(spot.at), 3.2, spot.tint()));
        }
        small.scene(&self.title)
    }

    /// The line along the best points: from each to the right, and up to the next.
    fn path(&self, layout: &Layout) -> Vec<(f64, f64)> {
        let mut path: Vec<(f64, f64)> = Vec::new();
        for spot in self.spots.iter().filter(|spot| spot.is_best) {
            let place = layout.place(spot.at);
            if let Some((_, level)) = path.last() {
                path.push((place.0, *level));
            }
            path.push(place);
        }
        if let Some((_, level)) = path.last() {
            path.push((layout.frame.right, *level));
        }
        path
    }

    /// Where each text stands without lying on anything; nothing where one of them has no room so near.
    fn seats(
        &self,
        texts: &[String],
        reach: Reach,
        layout: &Layout,
        path: &[(f64, f64)],
    ) -> Option<Vec<Seat>> {
        let mut taken: Vec<Taken> = Vec::new();
        for spot in &self.spots {
            let (x, y) = layout.place(spot.at);
            taken.push([x - HALF, y - HALF, x + HALF, y + HALF]);
            let (low, high) = (layout.y.at(spot.range.0), layout.y.at(spot.range.1));
            taken.push([x - 2.0, high, x + 2.0, low]);
        }
        taken.extend(path.windows(2).map(|pair| {
            let ((left, low), (right, high)) = (pair[0], pair[1]);
            [left - 1.0, low.min(high) - 1.0, right + 1.0, low.max(high) + 1.0]
        }));
        let mut seats = vec![None; self.spots.len()];
        let mut labels: Vec<Taken> = Vec::new();
        let is_best = |at: &usize| self.spots[*at].is_best;
        let (best, rest): (Vec<usize>, Vec<usize>) = (0..self.spots.len()).partition(is_best);
        for at in best.into_iter().chain(rest) {
            let place = layout.place(self.spots[at].at);
            let width = wide(&texts[at], SMALL);
            let seat = seat(place, width, reach.most(), layout.frame, (&taken, &labels))?;
            taken.push(seat.edges);
            if reach != Reach::Anywhere {
                labels.push(seat.edges);
            }
            seats[at] = Some(seat);
        }
        seats.into_iter().collect()
    }

    fn entries(&self, is_named: bool) -> Vec<Entry> {
        let mut entries =
            vec![Entry { text: self.frontier.clone(), tint: BEST, sample: Sample::Curve }];
        if !is_named {
            entries.extend((1..).zip(&self.spots).map(|(number, spot)| Entry {
                text: format!("{number} {}", spot.label),
                tint: spot.tint(),
                sample: Sample::Marker,
            }));
        }
        entries
    }
}

impl Spot {
    const fn tint(&self) -> Tint {
        if self.is_best { BEST } else { Tint::Plain }
    }

    fn marks(&self, layout: &Layout, name: Option<(&String, &Seat)>) -> Mark {
        let (x, y) = layout.place(self.at);
        let whisker = Class::tinted(Role::Whisker, self.tint());
        let (low, high) = (layout.y.at(self.range.0), layout.y.at(self.range.1));
        let mut marks = vec![Mark::line((x, low), (x, high), whisker)];
        marks.push(marker((x, y), if self.is_best { 5.0 } else { 3.8 }, self.tint()));
        if let Some((text, seat)) = name {
            let [left, top, right, bottom] = seat.edges;
            let middle = (left.midpoint(right), top.midpoint(bottom));
            if seat.distance > 1 {
                let class = Class::tinted(Role::Leader, self.tint());
                let end = (x.clamp(left, right), y.clamp(top, bottom));
                marks.push(Mark::new(Shape::Path(polyline(&[(x, y), end])), class));
            }
            let role = if self.is_best { Role::Value } else { Role::Tick };
            let at = (middle.0, bottom - 2.5);
            marks.push(Mark::text(at, Anchor::Middle, text, Class::of(role)));
        }
        let target = Shape::Circle([tenths(x), tenths(y), tenths(11.0)]);
        let target = Mark::new(target, Class::of(Role::Target));
        marks.push(target.info(&self.info.title, &self.info.data));
        Mark::group(marks)
    }
}

impl Layout {
    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.x.at(x), self.y.at(y))
    }
}

/// The nearest seat for a text of a width beside a place where nothing is yet, and from which the way to the place leads over no other text.
fn seat(
    (x, y): (f64, f64),
    width: f64,
    most: u8,
    frame: Frame,
    (taken, labels): (&[Taken], &[Taken]),
) -> Option<Seat> {
    let is_inside = |edges: &Taken| {
        edges[0] >= frame.left + 2.0
            && edges[2] <= frame.right
            && edges[1] >= frame.top - 12.0
            && edges[3] <= frame.bottom - 1.0
    };
    for distance in 1..=most {
        let out = HALF + 12.0 * f64::from(distance - 1) + 0.5;
        for (across, down) in AROUND {
            let (middle, level) = (x + across * (out + width / 2.0), y + down * (out + LINE / 2.0));
            let half = width / 2.0;
            let edges = [middle - half, level - LINE / 2.0, middle + half, level + LINE / 2.0];
            let is_free = !taken.iter().any(|other| meet(&edges, other));
            let is_reached = distance == 1
                || !labels.iter().any(|text| is_crossed((x, y), (middle, level), text));
            if is_inside(&edges) && is_free && is_reached {
                return Some(Seat { edges, distance });
            }
        }
    }
    None
}

/// Whether two rectangles have something in common.
fn meet(one: &Taken, other: &Taken) -> bool {
    one[0] < other[2] && one[2] > other[0] && one[1] < other[3] && one[3] > other[1]
}

/// Whether the way from a place to another leads over a rectangle.
fn is_crossed(from: (f64, f64), to: (f64, f64), edges: &Taken) -> bool {
    (0..=16).any(|part| {
        let share = f64::from(part) / 16.0;
        let (x, y) = (from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1));
        meet(&[x - 1.0, y - 1.0, x + 1.0, y + 1.0], edges)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::Tick;
    use crate::scale::Spacing;

    fn scatter(places: &[(f64, f64)]) -> Scatter {
        let tick = |at: u32| Tick { at: f64::from(at), text: at.to_string() };
        let spot = |(at, place): (usize, &(f64, f64))| Spot {
            label: format!("condition {at}"),
            at: *place,
            range: (place.1 - 0.02, place.1 + 0.02),
            is_best: at == 0,
            info: MarkInfo::default(),
        };
        Scatter {
            title: "what is had for how much".to_owned(),
            x: Axis {
                label: "tokens".to_owned(),
                ends: (10.0, 1_000.0),
                ticks: [10, 100, 1_000].map(tick).into(),
                spacing: Spacing::Doubling,
            },
            y: Axis::percent("solved"),
            spots: places.iter().enumerate().map(spot).collect(),
            frontier: "frontier".to_owned(),
        }
    }

    fn texts(scene: &Scene) -> Vec<String> {
        fn collect(marks: &[Mark], into: &mut Vec<String>) {
            for mark in marks {
                match &mark.shape {
                    Shape::Group(marks) => collect(marks, into),
                    Shape::Text { text, .. } => into.push(text.clone()),
                    _ => {}
                }
            }
        }
        let mut found = Vec::new();
        collect(&scene.root, &mut found);
        found
    }

    #[test]
    fn points_that_are_apart_have_their_names() {
        let texts = texts(&scatter(&[(20.0, 0.2), (300.0, 0.8)]).scene(720));
        assert!(texts.contains(&"condition 0".to_owned()), "{texts:?}");
        assert!(texts.contains(&"condition 1".to_owned()), "{texts:?}");
    }

    #[test]
    fn points_that_are_close_have_numbers_and_a_list() {
        let places: Vec<(f64, f64)> =
            (0..17).map(|at| (200.0 + f64::from(at), 0.6 + 0.01 * f64::from(at % 3))).collect();
        for width in [320, 720] {
            let texts = texts(&scatter(&places).scene(width));
            for number in 1..=17 {
                assert!(texts.contains(&number.to_string()), "{number}: {texts:?}");
                let listed = format!("{number} condition {}", number - 1);
                assert!(texts.contains(&listed), "{listed}: {texts:?}");
            }
        }
    }

    #[test]
    fn nothing_is_a_sentence() {
        assert_eq!(texts(&scatter(&[]).scene(400)), ["There is nothing to draw."]);
    }
}
