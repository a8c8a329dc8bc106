//! What several samples of an item add: the majority of their answers, and whether any of them is right, against a single sample.

use stepfall_plot::Spacing;
use stepfall_plot::chart::{Axis, Lines, Point, Series, Tick};
use stepfall_plot::scene::Tint;
use stepfall_stats::{
    Ballots, Confidence, Estimate, FEWEST_ITEMS, ItemMean, bootstrap_mean, holm, mean_accuracy,
    sign_flip_of_means,
};
use stepfall_stats::{MAX_BALLOTS, Weighted};

use crate::attempt_filter::AttemptFilter;
use crate::figure::{Drawing, Figure, MAX_LINES, MAX_NAMED, left_out};
use crate::line_id::LineId;
use crate::paired::plain_points;
use crate::scored::counted_note;
use crate::summary::{Shape, Summary};
use crate::table::Table;
use crate::totals::Totals;
use crate::words::{
    self, CLEAR, NONE, TOO_FEW_ITEMS, count, fixed, money, p_cell, p_value, percent_cell, points,
    rounded,
};

/// The fewest samples of an item that can vote.
const FEWEST: u32 = 3;
/// How many samples are looked at together: odd numbers, all of the small ones.
const SIZES: [u32; 9] = [1, 3, 5, 7, 9, 15, 25, 49, 99];
/// The most lines that are drawn, each with two curves.
const MOST: usize = MAX_LINES / 2;

/// What so many samples of an item come to.
struct Vote {
    samples: u32,
    majority: Estimate,
    pass: Estimate,
}

/// By how much the majority of the most samples surpasses a single one.
struct Gain {
    value: f64,
    /// Nothing where there are too few items.
    interval: Option<(f64, f64)>,
    p: f64,
    adjusted: f64,
}

/// The votes of a line.
struct Voted {
    line: LineId,
    items: u32,
    /// How many samples there are at each of these items, at least.
    samples: u32,
    votes: Vec<Vote>,
    gain: Gain,
    totals: Totals,
}

impl Summary {
    /// The majority of the answers of 1, 3, 5 … samples of an item, and whether any of them is right, against a single sample; for each line with at least three.
    ///
    /// Each is the exact mean over all ways to choose so many of the samples that are there ([`Ballots`]), so that nothing is drawn.
    pub fn votes(&self) -> Figure {
        const ID: &str = "votes";
        let mut all: Vec<Voted> =
            self.lines().into_iter().filter_map(|line| self.voted(line)).collect();
        let raw: Vec<f64> = all.iter().map(|one| one.gain.p).collect();
        for (one, adjusted) in all.iter_mut().zip(holm(&raw).unwrap_or_default()) {
            one.gain.adjusted = adjusted;
        }
        let seen: Vec<LineId> = all.iter().map(|one| one.line).collect();
        let title = self.titled("Votes: the majority of several samples", &seen);
        let table = self.votes_table(&all);
        if all.is_empty() {
            let why = "A vote needs three samples of an item; there are fewer yet.";
            return Figure::nothing(ID, &title, why, table);
        }
        let drawn = &all[..all.len().min(MOST)];
        let series = (0..).step_by(2).zip(drawn).flat_map(|(tint, one)| {
            [true, false].map(|is_majority| self.vote_series(one, is_majority, tint, &seen))
        });
        let lines = Lines {
            title: title.clone(),
            x: samples_axis(drawn),
            y: Axis::percent("items solved"),
            series: series.collect(),
            references: Vec::new(),
            crossing: None,
            is_joined: true,
        };
        let mut notes = vec![RULE.to_owned(), GAIN.to_owned()];
        notes.extend((all.len() > 1).then(|| {
            format!("The adjusted p-values allow for {} comparisons by Holm's method.", all.len())
        }));
        notes.push(counted_note(&seen));
        notes.push(BESIDE.to_owned());
        notes.extend(self.shared_items_note());
        notes.extend(left_out(drawn.len(), all.len(), "lines"));
        notes.extend(self.missing_note(&seen));
        notes.extend(self.naming_notes(&seen));
        Figure {
            id: ID.to_owned(),
            sentence: self.votes_sentence(&all, &seen),
            table,
            notes,
            basis: self.basis(&seen),
            drawing: Drawing::Lines(lines),
            title,
        }
    }

    /// The votes of a line at the items that have at least three samples; nothing where no item has.
    fn voted(&self, line: LineId) -> Option<Voted> {
        let mut items: Vec<(Shape, u32, Ballots)> = Vec::new();
        let mut totals = Totals::default();
        for (shape, counts) in self.shapes(line) {
            totals.join(&counts.spent);
            let ballots = counts.items.iter().map(|(item, of)| (shape, *item, of.ballots()));
            items.extend(ballots.filter(|(.., of)| (FEWEST..=MAX_BALLOTS).contains(&of.samples())));
        }
        let samples = items.iter().map(|(.., ballots)| ballots.samples()).min()?;
        let means = |of: &dyn Fn(&Ballots) -> Option<f64>| -> Option<Vec<ItemMean>> {
            let mean = |(shape, item, ballots): &(Shape, u32, Ballots)| {
                let (stratum, item) = (shape.stratum(), shape.item(*item));
                Some(ItemMean { stratum, item, mean: of(ballots)?, attempts: samples })
            };
            items.iter().map(mean).collect()
        };
        let estimate = |of: &dyn Fn(&Ballots) -> Option<f64>| {
            mean_accuracy(&means(of)?, self.items, Confidence::USUAL).ok()
        };
        let vote = |size: u32| {
            Some(Vote {
                samples: size,
                majority: estimate(&|ballots| ballots.majority(size).ok())?,
                pass: estimate(&|ballots| ballots.pass(size).ok())?,
            })
        };
        let sizes = SIZES.into_iter().filter(|size| *size <= samples);
        let votes: Vec<Vote> = sizes.filter_map(vote).collect();
        let most = votes.last()?.samples;
        let gained =
            |ballots: &Ballots| Some(ballots.majority(most).ok()? - ballots.majority(1).ok()?);
        let gain = self.gain(&means(&gained)?)?;
        let items = u32::try_from(items.len()).unwrap_or(u32::MAX);
        Some(Voted { line, items, samples, votes, gain, totals })
    }

    /// The mean of differences, each of an item.
    fn gain(&self, differences: &[ItemMean]) -> Option<Gain> {
        let mut clusters = std::collections::BTreeMap::<(u32, u64), (f64, f64)>::new();
        for one in differences {
            let stratum = match self.items {
                stepfall_stats::Items::Independent => one.stratum,
                stepfall_stats::Items::Shared => 0,
            };
            let sums = clusters.entry((stratum, one.item)).or_default();
            (sums.0, sums.1) = (sums.0 + one.mean, sums.1 + 1.0);
        }
        let weighted: Result<Vec<Weighted>, _> =
            clusters.into_values().map(|(sum, of)| Weighted::new(sum, of)).collect();
        let weighted = weighted.ok()?;
        let estimate = bootstrap_mean(&weighted, Confidence::USUAL, self.resampling()).ok()?;
        let p = sign_flip_of_means(differences, self.items, self.seed).ok()?;
        let interval = (weighted.len() >= FEWEST_ITEMS)
            .then_some((estimate.interval.low, estimate.interval.high));
        Some(Gain { value: estimate.value, interval, p, adjusted: p })
    }

    fn votes_table(&self, all: &[Voted]) -> Table {
        let mut table = Table::new(&[
            "line",
            "items",
            "samples",
            "of them vote",
            "majority solves, %",
            "low, %",
            "high, %",
            "pass@k, %",
            "low, %",
            "high, %",
            "tokens in",
            "tokens out",
            "tokens out, at least",
            "US$",
            "majority less single, points",
            "low",
            "high",
            "p",
            "p, adjusted",
        ]);
        for one in all {
            for vote in &one.votes {
                let mut row = vec![
                    self.label(one.line),
                    one.items.to_string(),
                    one.samples.to_string(),
                    vote.samples.to_string(),
                ];
                for Estimate { value, interval } in [vote.majority, vote.pass] {
                    row.extend([value, interval.low, interval.high].map(percent_cell));
                }
                let totals = &one.totals;
                let tokens = [totals.tokens_in, totals.tokens_out, totals.written];
                let times = f64::from(vote.samples);
                row.extend(tokens.map(|total| cell(total.mean().map(|mean| mean * times), 0)));
                row.push(cell(totals.cost_micros.mean().map(|mean| mean * times / 1e6), 5));
                row.extend(one.gain_cells(vote));
                table.rows.push(row);
            }
        }
        table
    }

    fn vote_series(&self, one: &Voted, is_majority: bool, tint: u8, seen: &[LineId]) -> Series {
        let name = self.label_among(one.line, seen);
        let (kind, tint) = if is_majority { ("majority", tint) } else { ("pass@k", tint + 1) };
        let label = if seen.len() == 1 { kind.to_owned() } else { format!("{name}, {kind}") };
        let point = |vote: &Vote| {
            let estimate = if is_majority { vote.majority } else { vote.pass };
            let samples = count(vote.samples, "sample");
            let said = words::estimate(estimate);
            let taken = one.taken(vote.samples);
            Point {
                x: f64::from(vote.samples),
                y: estimate.value,
                range: Some((estimate.interval.low, estimate.interval.high)),
                info: AttemptFilter::line(one.line)
                    .info(format!("{name}, {kind} of {samples}: {said}{taken}")),
            }
        };
        let points: Vec<Point> = one.votes.iter().map(point).collect();
        let last = one.votes.last().map(|vote| if is_majority { vote.majority } else { vote.pass });
        let value = last.map_or(String::new(), words::short_estimate);
        Series { label, value, tint: Tint::Series(tint), points, between: Vec::new() }
    }

    fn votes_sentence(&self, all: &[Voted], seen: &[LineId]) -> String {
        let said = |one: &Voted| {
            let (Some(single), Some(most)) = (one.votes.first(), one.votes.last()) else {
                return String::new();
            };
            let gain = &one.gain;
            let p = p_value(gain.adjusted);
            let difference = format!("{} points, {p}", points(gain.value));
            let verdict = if gain.adjusted < CLEAR {
                difference
            } else {
                format!("no clear difference, {difference}")
            };
            format!(
                "{}: the majority of {} solves {}, a single one {} ({verdict}), and any of them {}{}",
                self.label_among(one.line, seen),
                count(most.samples, "sample"),
                words::percent(most.majority.value),
                words::percent(single.majority.value),
                words::percent(most.pass.value),
                one.taken(most.samples)
            )
        };
        let parts: Vec<String> = all.iter().take(MAX_NAMED).map(said).collect();
        let more = if all.len() > MAX_NAMED { " The table has the other lines." } else { "" };
        format!("{}.{more}", parts.join("; "))
    }
}

/// How votes are counted.
const RULE: &str = "The majority of k samples is the answer that most of them give; where several are given equally often each counts its share, and a sample without an answer has no vote. pass@k is whether any of k samples is right, which takes someone who knows. Both are exact means over all ways to choose k of the samples at an item, and at k = 1 both are the mean single sample. Intervals are at 95 %, Wilson's, for as many independent attempts as those are worth that are at the same items. k samples take k times the tokens and the money of one.";
/// What is said of several curves over samples.
const BESIDE: &str =
    "Upright lines stand a little beside their number of samples, so that they can be told apart.";
/// How a gain is tested.
const GAIN: &str = "The difference of the majority of the most samples and a single one is taken item by item, with a sign-flip test, two-sided, and an interval over 2,000 resamples of the items, expanded for their number.";

impl Voted {
    /// What so many samples take, to follow a sentence: `; 5 samples take 1,500 tokens in and 900 out, and 0.012 US$`.
    fn taken(&self, samples: u32) -> String {
        let times = f64::from(samples);
        let mean = |value: Option<f64>| value.map(|mean| rounded(mean * times));
        let tokens_in = mean(self.totals.tokens_in.mean());
        let tokens_out = mean(self.totals.tokens_out.mean());
        let cost = self.totals.cost_micros.mean().map(|mean| money(mean * times));
        let take = if samples == 1 { "takes" } else { "take" };
        let subject = format!("{} {take}", count(samples, "sample"));
        let tokens = match (tokens_in, tokens_out) {
            (Some(sent), Some(out)) => format!("{sent} tokens in and {out} out"),
            (None, Some(out)) => format!("{out} tokens out"),
            _ => format!(
                "at least {} tokens out",
                mean(self.totals.written.mean()).unwrap_or(NONE.to_owned())
            ),
        };
        let cost = cost.map_or_else(String::new, |cost| format!(", and {cost} US$"));
        format!(" ({subject} {tokens}{cost})")
    }

    /// The cells on the gain, in the row of the most samples.
    fn gain_cells(&self, vote: &Vote) -> [String; 5] {
        let is_last = self.votes.last().is_some_and(|last| last.samples == vote.samples);
        if !is_last {
            return [(); 5].map(|()| NONE.to_owned());
        }
        let Gain { value, interval, p, adjusted } = self.gain;
        let [low, high] = interval.map_or([(); 2].map(|()| TOO_FEW_ITEMS.to_owned()), |ends| {
            [ends.0, ends.1].map(plain_points)
        });
        [plain_points(value), low, high, p_cell(p), p_cell(adjusted)]
    }
}

fn cell(value: Option<f64>, places: u32) -> String {
    value.map_or(NONE.to_owned(), |value| fixed(value, places))
}

/// The axis of samples.
fn samples_axis(all: &[Voted]) -> Axis {
    let mut sizes: Vec<u32> =
        all.iter().flat_map(|one| &one.votes).map(|vote| vote.samples).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let ends = (1.0, f64::from(sizes.last().copied().unwrap_or(FEWEST)));
    let tick = |size: u32| Tick { at: f64::from(size), text: size.to_string() };
    Axis {
        label: "samples of an item".to_owned(),
        ends,
        ticks: sizes.into_iter().map(tick).collect(),
        spacing: Spacing::Even,
    }
}
