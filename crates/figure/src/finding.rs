//! The finding of a run, for its heading: a sentence or two that claim no more than the attempts
//! show.

use stepfall_protocol::figure::Measure;
use stepfall_stats::Bracket;
use stepfall_text::capital;

use crate::control::single_control;
use crate::line_id::LineId;
use crate::paired::Comparison;
use crate::scored::is_reviewed;
use crate::shares::{item_shares, pooled_counts};
use crate::summary::Summary;
use crate::words::{self, count, thousands};

/// The fewest items at each length for a claim about a line. Intervals of shares hold for so many
/// items (`tests/golden/calibration.txt`), but they are wide. A sign-flip test of five items cannot
/// reach 5 %, since two of the 32 sign patterns are 6.25 %.
const MIN_ITEMS: usize = 5;
/// The fewest attempts in all for a claim about a line.
const MIN_ATTEMPTS: u32 = 20;

/// The length up to which a line is correct.
struct Reach {
    line: LineId,
    /// The reach in words, for the text after the name of the line.
    text: String,
    /// The lengths that enclose its horizon; `None` if there are too few attempts or lengths.
    horizon: Option<Bracket>,
}

impl Summary {
    /// Returns the finding of the whole run, or `None` without graded attempts. It contains the
    /// number of steps up to which one or two lines are correct half of the time. It also contains
    /// clear differences between several models, and the condition that helps. Correctness follows
    /// the measure throughout, as in the curve and in the figure of pairs. The finding of an
    /// unfinished run is marked as interim and claims no difference.
    ///
    /// A difference is named only if the sign-flip test on the same items
    /// ([`stepfall_stats::sign_flip`]) finds it at 5 %, after Holm's adjustment for all comparisons
    /// ([`stepfall_stats::holm`]). The longest and the shortest of several horizons are called
    /// different only if their enclosing lengths do not overlap. If there are too few attempts for
    /// a claim, the finding reports this.
    pub fn finding(&self, measure: Measure) -> Option<String> {
        let lines = self.lines();
        let targets = self.baselines_of(&lines);
        let found = match &lines[..] {
            [] => return None,
            [only] => format!("{}.", capital(&self.reach(*only, measure).text)),
            [first, second] => self.of_two([*first, *second], measure),
            _ if targets.len() == 1 => self.of_conditions(targets[0], measure),
            _ => self.of_models(&targets, measure),
        };
        let interim = self.completion.interim();
        Some(interim.map_or_else(|| found.clone(), |interim| format!("{interim}. {found}")))
    }

    /// Returns the baseline of each target: the line that its other lines are compared with.
    fn baselines_of(&self, lines: &[LineId]) -> Vec<LineId> {
        let mut targets: Vec<u16> = lines.iter().map(|line| line.target).collect();
        targets.dedup();
        targets.into_iter().filter_map(|target| self.baseline(target)).collect()
    }

    fn of_two(&self, [first, second]: [LineId; 2], measure: Measure) -> String {
        let is_same = first.target == second.target;
        // A target that is asked under two conditions is named once.
        let names = if is_same {
            [self.line_name(first).replacen(": ", ", ", 1), words::condition_name(second.condition)]
        } else {
            [self.line_name(first), self.line_name(second)]
        };
        let reaches = [first, second].map(|line| self.reach(line, measure).text);
        let compared = self.compare_lines(&[Self::oriented(first, second)], measure);
        let both = format!("{}: {}; {}: {}.", names[0], reaches[0], names[1], reaches[1]);
        match compared.first() {
            _ if self.has_few_attempts(first, measure)
                || self.has_few_attempts(second, measure) =>
            {
                both
            }
            Some(comparison) => format!("{both} {}", self.of_pair(comparison, measure)),
            None => both,
        }
    }

    fn of_pair(&self, comparison: &Comparison, measure: Measure) -> String {
        let is_same = comparison.first.target == comparison.second.target;
        let name = |line: LineId| {
            if is_same { words::condition_name(line.condition) } else { self.label(line) }
        };
        let (first, second) = (name(comparison.first), name(comparison.second));
        let scored = self.scored_by(measure);
        match comparison.p {
            None => {
                let difference = comparison.text(" points");
                format!(
                    "So far {first} less {second} is {difference} on the same items{scored}, not tested."
                )
            }
            Some(_) if comparison.is_clear() => {
                let (points, better) = comparison.distance();
                let (first, second) = if better { (first, second) } else { (second, first) };
                format!("On the same items {first} is {points} better than {second}{scored}.")
            }
            Some(_) => {
                let difference = comparison.text(" points");
                format!(
                    "No clear difference on the same items: {first} less {second} is {difference}{scored}."
                )
            }
        }
    }

    /// Returns the finding for one target under several conditions: its line under trace, and what
    /// helps.
    fn of_conditions(&self, baseline: LineId, measure: Measure) -> String {
        let reach = self.reach(baseline, measure);
        let first = format!("{}: {}.", self.line_name(baseline), reach.text);
        let all = self.compare_lines(&self.with_control(), measure);
        let help = self.what_helps(&all, measure).unwrap_or_else(|| {
            let conditions = count(u32::try_from(all.len()).unwrap_or(u32::MAX), "condition");
            let pairs: Vec<(LineId, LineId)> =
                all.iter().map(|comparison| (comparison.first, comparison.second)).collect();
            let scored = self.scored_by(measure);
            match single_control(&pairs) {
                Some(control) => format!(
                    "No clear difference between {} and {conditions} that {} held against it{scored}.",
                    words::condition_name(control),
                    if all.len() == 1 { "is" } else { "are" }
                ),
                None => {
                    format!("No clear difference between {conditions} and their controls{scored}.")
                }
            }
        });
        let is_open = self.completion.is_interim();
        if all.is_empty() || is_open || self.has_few_attempts(baseline, measure) {
            return first;
        }
        format!("{first} {help}")
    }

    /// Names the measure at the end of a sentence. The first answer is named only if a review may
    /// have changed it.
    fn scored_by(&self, measure: Measure) -> String {
        match measure {
            Measure::First if !is_reviewed(&self.lines()) => String::new(),
            other => format!(", by {}", other.means()),
        }
    }

    /// Returns a sentence on the condition that is clearly better than its control by the largest
    /// difference. If no condition is clearly better, the sentence is on the largest clear loss.
    /// `None` if no difference is clear.
    fn what_helps(&self, all: &[Comparison], measure: Measure) -> Option<String> {
        let clear = || all.iter().filter(|comparison| comparison.is_clear());
        let by_value = |comparison: &&Comparison, other_comparison: &&Comparison| {
            comparison.difference.value.total_cmp(&other_comparison.difference.value)
        };
        let most = clear().max_by(by_value).filter(|comparison| comparison.difference.value > 0.0);
        let least = clear().min_by(by_value).filter(|comparison| comparison.difference.value < 0.0);
        let sentence = |comparison: &Comparison, verb: &str| {
            let (points, is_better) = comparison.distance();
            format!(
                "{} {verb} against {}: {points} {} on the same items{}.",
                self.line_name(comparison.first),
                words::condition_name(comparison.second.condition),
                if is_better { "better" } else { "worse" },
                self.scored_by(measure)
            )
        };
        most.map(|comparison| sentence(comparison, "helps most"))
            .or_else(|| least.map(|comparison| sentence(comparison, "does worst")))
    }

    /// Returns the finding for several targets, each under its baseline: the longest and the
    /// shortest horizon, whether they differ clearly, and what helps.
    fn of_models(&self, baselines: &[LineId], measure: Measure) -> String {
        let reaches: Vec<Reach> = baselines.iter().map(|line| self.reach(*line, measure)).collect();
        let mut known: Vec<(&Reach, Bracket)> =
            reaches.iter().filter_map(|reach| Some((reach, reach.horizon?))).collect();
        known.sort_by_key(|(_, bracket)| (bracket.above, bracket.below.unwrap_or(u32::MAX)));
        let models = |number: usize| count(u32::try_from(number).unwrap_or(u32::MAX), "model");
        let first = match &known[..] {
            [] => format!("Too few attempts to tell of {}.", models(baselines.len())),
            [(only, _)] => format!("{}: {}.", self.line_name(only.line), only.text),
            [(least, short), .., (most, long)]
                if self.completion.is_interim() || is_shorter(*short, *long) =>
            {
                format!(
                    "{}: {}; {}: {}.",
                    self.line_name(most.line),
                    most.text,
                    self.line_name(least.line),
                    least.text
                )
            }
            [(least, short), .., (most, long)] => format!(
                "No clear difference between the 50 % horizons of {}: from {} to {}.",
                models(known.len()),
                self.horizon_text(least, *short),
                self.horizon_text(most, *long)
            ),
        };
        let compared = self.compare_lines(&self.with_control(), measure);
        match self.what_helps(&compared, measure).filter(|_| !known.is_empty()) {
            Some(helps) => format!("{first} {helps}"),
            None => first,
        }
    }

    /// Returns the horizon of a line in words.
    fn horizon_text(&self, reach: &Reach, horizon: Bracket) -> String {
        words::enclosed(horizon, &self.lengths(reach.line))
    }

    /// Returns the name of a line for the beginning of a sentence.
    fn line_name(&self, line: LineId) -> String {
        let label = self.label(line);
        let is_model = label.starts_with(&self.target_name(line.target));
        if is_model { label } else { capital(&label) }
    }

    /// Returns whether a line has too few attempts for any claim.
    fn has_few_attempts(&self, line: LineId, measure: Measure) -> bool {
        let items = |steps: u16| item_shares(&self.at(line, steps), measure).len();
        let fewest = self.lengths(line).into_iter().map(items).min().unwrap_or(0);
        fewest < MIN_ITEMS || self.attempts(line) < MIN_ATTEMPTS
    }

    fn reach(&self, line: LineId, measure: Measure) -> Reach {
        let lengths = self.lengths(line);
        let (correct, attempts) =
            lengths.iter().fold((0u32, 0u32), |(correct, attempts), steps| {
                let (more, of) = pooled_counts(&item_shares(&self.at(line, *steps), measure));
                (correct.saturating_add(more), attempts.saturating_add(of))
            });
        let of = format!("{} of {}", thousands(correct.into()), count(attempts, "attempt"));
        let nothing = |text: String| Reach { line, text, horizon: None };
        let (Some(&shortest), Some(&longest)) = (lengths.first(), lengths.last()) else {
            return nothing("no graded attempts".to_owned());
        };
        if self.has_few_attempts(line, measure) {
            return nothing(format!("too few attempts to tell, {of} correct"));
        }
        let at = |steps: u16| {
            let items = item_shares(&self.at(line, steps), measure);
            self.estimate(&items).map_or(String::new(), words::estimate)
        };
        let Some((bracket, estimate)) = self.horizon_of(line, measure) else {
            let length = count(shortest.into(), "step");
            return nothing(format!("{} correct at {length}", at(shortest)));
        };
        let tried = format!("every length tried ({shortest} to {longest} steps)");
        let is_at = |end: Option<u32>, steps: u16| end == Some(steps.into());
        let model = words::fitted_horizon(&estimate);
        let text = match (bracket.above, bracket.below) {
            _ if correct == attempts => format!("correct at {tried}, {of}"),
            (above, _) if is_at(above, longest) => {
                format!(
                    "correct more than half of the time at {tried}, {} at {longest}",
                    at(longest)
                )
            }
            (_, below) if is_at(below, shortest) => {
                let length = count(shortest.into(), "step");
                format!("fewer than half correct already at {length}, {}", at(shortest))
            }
            (Some(above), Some(below)) => {
                format!("correct half of the time between {above} and {below} steps ({model})")
            }
            (Some(above), None) => {
                format!(
                    "correct more than half of the time up to {above} steps, and not clearly less at {longest} ({model})"
                )
            }
            (None, Some(below)) => {
                format!(
                    "correct less than half of the time from {below} steps on, and not clearly more at {shortest} ({model})"
                )
            }
            (None, None) => return nothing(format!("too few attempts to tell, {of} correct")),
        };
        Reach { line, text, horizon: Some(bracket) }
    }
}

/// Returns whether the first horizon is clearly shorter: the lengths that enclose it end at or
/// before the beginning of the lengths that enclose the second one.
fn is_shorter(first: Bracket, second: Bracket) -> bool {
    first.below.zip(second.above).is_some_and(|(below, above)| below <= above)
}
