//! What a run comes to, for its heading: a sentence or two that claim no more than the attempts show.

use stepfall_stats::{Estimate, Horizon, HorizonEstimate};
use stepfall_text::capital;

use crate::control::single_control;
use crate::line_id::LineId;
use crate::paired::Comparison;
use crate::shares::{item_shares, pooled};
use crate::summary::{ItemCounts, Measure, Summary};
use crate::words::{self, count, points, thousands};

/// With fewer items at some length, or with fewer attempts in all, nothing is claimed of a line. Intervals of shares hold for so many items (`tests/golden/calibration.txt`), and
/// say little: a sign-flip test of five items cannot reach 5 %, since two of 32 ways are 6.25 %.
const FEWEST_ITEMS: usize = 5;
const FEWEST_ATTEMPTS: u32 = 20;

/// How far a line is right.
struct Reach {
    line: LineId,
    /// In words, to follow a name.
    said: String,
    /// Its horizon; nothing where there are too few attempts or lengths for one.
    horizon: Option<HorizonEstimate>,
}

impl Summary {
    /// The finding of the whole run: up to how many steps answers are right half of the time, with its interval, of one line or of two; what differs clearly
    /// between several models; and which condition helps. Nothing where there are no graded attempts.
    ///
    /// A difference is named only where the sign-flip test on the same items ([`stepfall_stats::sign_flip`]) finds it at 5 %, after Holm's adjustment for all that are held against
    /// each other ([`stepfall_stats::holm`]), or, between the longest and the shortest of several horizons, where their intervals do not overlap. Few
    /// attempts are said to be too few.
    pub fn finding(&self, measure: Measure) -> Option<String> {
        let lines = self.lines();
        let targets = self.baselines_of(&lines);
        match &lines[..] {
            [] => None,
            [only] => Some(format!("{}.", capital(&self.reach(*only, measure).said))),
            [first, second] => Some(self.of_two([*first, *second], measure)),
            _ if targets.len() == 1 => Some(self.of_conditions(targets[0], measure)),
            _ => Some(self.of_models(&targets, measure)),
        }
    }

    /// The line of each target that its others are held against.
    fn baselines_of(&self, lines: &[LineId]) -> Vec<LineId> {
        let mut targets: Vec<u16> = lines.iter().map(|line| line.target).collect();
        targets.dedup();
        targets.into_iter().filter_map(|target| self.baseline(target)).collect()
    }

    fn of_two(&self, [first, second]: [LineId; 2], measure: Measure) -> String {
        let is_same = first.target == second.target;
        // What asks under two conditions is named once.
        let names = if is_same {
            [self.named(first).replacen(": ", ", ", 1), words::condition_name(second.condition)]
        } else {
            [self.named(first), self.named(second)]
        };
        let reaches = [first, second].map(|line| self.reach(line, measure).said);
        // Conditions are held against their control by what they solve, models against each other by their first answers.
        let is_control = Self::control(second) == Some(first);
        let pair = if is_same && is_control { (second, first) } else { (first, second) };
        let compared = if is_same {
            self.compared(&[pair], ItemCounts::solved)
        } else {
            self.compared(&[pair], |item| item.share(Measure::First))
        };
        let both = format!("{}: {}; {}: {}.", names[0], reaches[0], names[1], reaches[1]);
        match compared.first() {
            _ if self.is_little(first, measure) || self.is_little(second, measure) => both,
            Some(one) => format!("{both} {}", self.of_pair(one)),
            None => both,
        }
    }

    fn of_pair(&self, one: &Comparison) -> String {
        let difference = difference(one);
        if !one.is_clear() {
            return format!("No clear difference on the same items, {difference}.");
        }
        let (more, fewer) = if one.difference.value > 0.0 {
            (one.first, one.second)
        } else {
            (one.second, one.first)
        };
        let is_same = more.target == fewer.target;
        let name = |line: LineId| {
            if is_same { words::condition_name(line.condition) } else { self.label(line) }
        };
        let (more, fewer) = (name(more), name(fewer));
        format!("On the same items {more} is right more often than {fewer}, by {}.", unsigned(one))
    }

    /// One target under several conditions: its line under trace, and what helps.
    fn of_conditions(&self, baseline: LineId, measure: Measure) -> String {
        let reach = self.reach(baseline, measure);
        let first = format!("{}: {}.", self.named(baseline), reach.said);
        let all = self.compared(&self.with_control(), ItemCounts::solved);
        let help = self.what_helps(&all).unwrap_or_else(|| {
            let conditions = count(u32::try_from(all.len()).unwrap_or(u32::MAX), "condition");
            let pairs: Vec<(LineId, LineId)> =
                all.iter().map(|one| (one.first, one.second)).collect();
            match single_control(&pairs) {
                Some(control) => format!(
                    "No clear difference between {} and {conditions} that {} held against it.",
                    words::condition_name(control),
                    if all.len() == 1 { "is" } else { "are" }
                ),
                None => format!("No clear difference between {conditions} and their controls."),
            }
        });
        if all.is_empty() || self.is_little(baseline, measure) {
            return first;
        }
        format!("{first} {help}")
    }

    /// The condition that clearly solves more than its control by most, else the one that clearly solves fewer by most.
    fn what_helps(&self, all: &[Comparison]) -> Option<String> {
        let clear = || all.iter().filter(|one| one.is_clear());
        let by_value = |one: &&Comparison, other: &&Comparison| {
            one.difference.value.total_cmp(&other.difference.value)
        };
        let most = clear().max_by(by_value).filter(|one| one.difference.value > 0.0);
        let least = clear().min_by(by_value).filter(|one| one.difference.value < 0.0);
        let sentence = |one: &Comparison, verb: &str| {
            format!(
                "{} {verb} against {}, {} solved on the same items.",
                self.named(one.first),
                words::condition_name(one.second.condition),
                difference(one)
            )
        };
        most.map(|one| sentence(one, "helps most"))
            .or_else(|| least.map(|one| sentence(one, "does worst")))
    }

    /// Several targets, each under its baseline: the longest and the shortest horizon where they differ clearly.
    fn of_models(&self, baselines: &[LineId], measure: Measure) -> String {
        let reaches: Vec<Reach> = baselines.iter().map(|line| self.reach(*line, measure)).collect();
        let mut known: Vec<(&Reach, HorizonEstimate)> =
            reaches.iter().filter_map(|reach| Some((reach, reach.horizon?))).collect();
        known.sort_by(|(_, one), (_, other)| {
            one.horizon.partial_cmp(&other.horizon).unwrap_or(std::cmp::Ordering::Equal)
        });
        let models = |number: usize| count(u32::try_from(number).unwrap_or(u32::MAX), "model");
        let first = match &known[..] {
            [] => format!("Too few attempts to tell of {}.", models(baselines.len())),
            [(only, _)] => format!("{}: {}.", self.named(only.line), only.said),
            [(least, short), .., (most, long)] if is_shorter(short, long) => format!(
                "{}: {}; {}: {}.",
                self.named(most.line),
                most.said,
                self.named(least.line),
                least.said
            ),
            [(least, short), .., (most, long)] => format!(
                "No clear difference between the 50 % horizons of {}, {} to {} steps.",
                models(known.len()),
                self.horizon_said(least, short),
                self.horizon_said(most, long)
            ),
        };
        let compared = self.compared(&self.with_control(), ItemCounts::solved);
        match self.what_helps(&compared).filter(|_| !known.is_empty()) {
            Some(helps) => format!("{first} {helps}"),
            None => first,
        }
    }

    /// The horizon of what a line reaches, with its interval.
    fn horizon_said(&self, reach: &Reach, horizon: &HorizonEstimate) -> String {
        words::horizon_estimate(horizon, &self.lengths(reach.line))
    }

    /// A line at the begin of a sentence.
    fn named(&self, line: LineId) -> String {
        let label = self.label(line);
        let is_model = label.starts_with(&self.target_name(line.target));
        if is_model { label } else { capital(&label) }
    }

    /// Whether there are too few attempts of a line to say anything about it.
    fn is_little(&self, line: LineId, measure: Measure) -> bool {
        let items = |steps: u16| item_shares(&self.at(line, steps), measure).len();
        let fewest = self.lengths(line).into_iter().map(items).min().unwrap_or(0);
        fewest < FEWEST_ITEMS || self.attempts(line) < FEWEST_ATTEMPTS
    }

    fn reach(&self, line: LineId, measure: Measure) -> Reach {
        let lengths = self.lengths(line);
        let (right, attempts) = lengths.iter().fold((0u32, 0u32), |(right, attempts), steps| {
            let (more, of) = pooled(&item_shares(&self.at(line, *steps), measure));
            (right.saturating_add(more), attempts.saturating_add(of))
        });
        let of = format!("{} of {}", thousands(right.into()), count(attempts, "attempt"));
        let nothing = |said: String| Reach { line, said, horizon: None };
        let (Some(&shortest), Some(&longest)) = (lengths.first(), lengths.last()) else {
            return nothing("no graded attempts".to_owned());
        };
        if self.is_little(line, measure) {
            return nothing(format!("too few attempts to tell, {of} right"));
        }
        let at = |steps: u16| {
            let items = item_shares(&self.at(line, steps), measure);
            self.estimate(&items).map_or(String::new(), words::estimate)
        };
        let Some(horizon) = self.horizon_of(line, measure) else {
            return nothing(format!("{} right at {shortest} steps", at(shortest)));
        };
        let Some((low, high)) = horizon.interval else {
            let about = words::horizon(horizon.horizon);
            return nothing(format!(
                "right half of the time up to {about} steps, with too few items for an interval; {of} right"
            ));
        };
        let tried = format!("every length tried ({shortest} to {longest} steps)");
        let said = match (low, horizon.horizon, high) {
            (_, Horizon::BeyondLongest(_), _) if right == attempts => {
                format!("right at {tried}, {of}")
            }
            (Horizon::BeyondLongest(_), ..) => {
                format!("right more than half of the time at {tried}, {} at {longest}", at(longest))
            }
            (low, Horizon::BeyondLongest(_), _) => format!(
                "right half of the time up to {longest} steps or more ({} to beyond {longest})",
                words::horizon(low)
            ),
            (.., Horizon::BelowShortest(_)) => {
                format!("fewer than half right already at {shortest} steps, {}", at(shortest))
            }
            (_, Horizon::BelowShortest(_), _) => {
                format!("about half right or fewer already at {shortest} steps, {}", at(shortest))
            }
            (Horizon::BelowShortest(_), _, Horizon::BeyondLongest(_)) => {
                return nothing(format!("too few attempts to tell, {of} right"));
            }
            (low, Horizon::At(steps), high) => {
                format!("right half of the time up to {}", between(&lengths, (low, steps, high)))
            }
        };
        Reach { line, said, horizon: Some(horizon) }
    }
}

/// Whether the intervals of two horizons lie apart, the first before the second.
fn is_shorter(one: &HorizonEstimate, other: &HorizonEstimate) -> bool {
    let ends = one.interval.zip(other.interval);
    ends.is_some_and(|((_, high), (low, _))| high < low)
}

/// A horizon with its interval; where resampling leaves no doubt, the two lengths between which it lies, of which nothing was measured.
fn between(lengths: &[u16], (low, steps, high): (Horizon, f64, Horizon)) -> String {
    let [about, from, to] = [Horizon::At(steps), low, high].map(words::horizon);
    if from != to {
        return format!("about {about} steps ({from} to {to})");
    }
    match words::enclosing(lengths, steps) {
        Some((below, above)) => format!("between {below} and {above} steps"),
        None => format!("about {about} steps"),
    }
}

/// A difference with its interval: `+12 points (+3 to +21)`.
fn difference(one: &Comparison) -> String {
    let interval = one.difference.interval;
    format!(
        "{} points ({} to {})",
        points(one.difference.value),
        points(interval.low),
        points(interval.high)
    )
}

/// The same without signs, from the side that has more: `12 points (3 to 21)`.
fn unsigned(one: &Comparison) -> String {
    let Estimate { value, interval } = one.difference;
    let (low, high) =
        if value < 0.0 { (-interval.high, -interval.low) } else { (interval.low, interval.high) };
    let plain = |value: f64| points(value).trim_start_matches('+').to_owned();
    format!("{} points ({} to {})", plain(value.abs()), plain(low), plain(high))
}
