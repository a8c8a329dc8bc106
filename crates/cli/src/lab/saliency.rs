//! `stepfall lab saliency`: how well saliency and attention of each line of a trace agree with the
//! lines that its step needs. Compares correct and incorrect traces with the same number of steps.

use std::io::Write;

use clap::Args;
use stepfall_cli::CommandError;
use stepfall_small_model::{
    Agreement, Backward, Generation, LOOK_BACKS, Norm, Pooling, SmallModelItem, StepFlow, StepMap,
    Token, TokenChoice, Weights, judge,
};
use stepfall_stats::{Confidence, FLIPS, ItemMean, ItemSharing, MIN_ITEMS, sign_flip_of_means};

use super::grid::Band;
use super::paired::{Adjusted, fill_adjusted};
use super::{ItemsArguments, Lengths, count, each, lengths_argument, table};

#[derive(Debug, Args)]
pub(crate) struct SaliencyArguments {
    #[command(flatten)]
    items: ItemsArguments,
    /// Numbers of steps [default: some at which the checkpoint has correct traces].
    #[arg(long, value_parser = lengths_argument)]
    steps: Option<Lengths>,
}

/// A measure of how much a line of the trace draws on earlier lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Measure {
    Saliency,
    /// Saliency that is not normalized by token.
    Plain,
    Attention,
}

impl Measure {
    const ALL: [Self; 3] = [Self::Saliency, Self::Plain, Self::Attention];

    const fn name(self) -> &'static str {
        match self {
            Self::Saliency => "saliency",
            Self::Plain => "saliency, rows as they are",
            Self::Attention => "attention",
        }
    }
}

const NORMS: [(Norm, &str); 2] =
    [(Norm::Rows, "each adds up to one"), (Norm::Plain, "as they are")];

/// Two agreements of one line: with the tokens of lines pooled by mean, and by sum.
type PooledAgreements = [Agreement; 2];

/// The measurements of one trace.
struct TraceMeasurements {
    /// True if every line is correct to the letter.
    is_correct: bool,
    /// The index of the step with the first error; `None` if there is no error.
    error: Option<usize>,
    /// The number of tokens of prompt and trace, and the number of lines of the trace.
    size: (usize, usize),
    /// By measure, band of layers and step: the agreement of the line of the step. The step of the
    /// first error is the last one.
    agreements: Vec<Vec<Vec<Option<PooledAgreements>>>>,
    /// By band and norm: [`StepMap::thinking`] and [`StepMap::summary`].
    scalars: Vec<[[f64; 2]; 2]>,
}

impl TraceMeasurements {
    fn of(
        weights: &Weights,
        backward: &Backward<'_>,
        bands: &[Band],
        task: &SmallModelItem,
    ) -> Self {
        let plain = StepFlow::default();
        let mut writing =
            Generation::new(weights, task, Token::TRACE, &[], plain, TokenChoice::Greedy);
        let mut rows = Vec::new();
        loop {
            let (at, attention) = (writing.tokens().len() - 1, writing.attention());
            let Some((_, saliency)) = writing.write_seen(backward) else { break };
            rows.push((at, saliency, attention));
        }
        let layout = writing.layout();
        let layers = weights.layer_count();
        let [mut saliency_map, mut attention_map] =
            [StepMap::new(layers, layout), StepMap::new(layers, layout)];
        for (at, saliency, attention) in &rows {
            saliency_map.add(*at, saliency);
            attention_map.add(*at, attention);
        }
        let judgement = judge(task, writing.tokens(), layout);
        let error = judgement.first_error().map(|(step, _)| step);
        let steps = error.map_or(task.steps().len(), |step| step + 1);
        let by_band = |measure: Measure, band: &Band| {
            let (map, norm) = match measure {
                Measure::Saliency => (&saliency_map, Norm::Rows),
                Measure::Plain => (&saliency_map, Norm::Plain),
                Measure::Attention => (&attention_map, Norm::Rows),
            };
            let agreement = |step| -> Option<PooledAgreements> {
                let by = |pooling| {
                    map.agreement(task, layout, band.layers.clone(), (norm, pooling), step)
                };
                Some([by(Pooling::Mean)?, by(Pooling::Sum)?])
            };
            (0..steps).map(agreement).collect()
        };
        let scalars = |band: &Band| {
            NORMS.map(|(norm, _)| {
                let layers = || band.layers.clone();
                [saliency_map.thinking(layers(), norm), saliency_map.summary(layers(), norm)]
            })
        };
        Self {
            is_correct: judgement.is_trace_correct,
            error,
            size: (writing.tokens().len(), layout.trace_lines().len()),
            agreements: Measure::ALL
                .map(|measure| bands.iter().map(|band| by_band(measure, band)).collect())
                .into(),
            scalars: bands.iter().map(scalars).collect(),
        }
    }

    /// Returns the agreements of the lines before a step. Lines without an agreement are left out.
    fn before(
        &self,
        measure: usize,
        band: usize,
        step: usize,
    ) -> impl Iterator<Item = PooledAgreements> + '_ {
        self.agreements[measure][band].iter().take(step).copied().flatten()
    }
}

/// All traces with the same number of steps.
struct Length {
    steps: u16,
    traces: Vec<TraceMeasurements>,
    /// Pairs of the indices of an incorrect and a correct trace. Both traces have the same
    /// look-back, and no trace is in two pairs.
    pairs: Vec<(usize, usize)>,
}

impl Length {
    fn of(steps: u16, traces: Vec<TraceMeasurements>, look_backs: usize) -> Self {
        let mut pairs = Vec::new();
        for look_back in 0..look_backs {
            let traces_with = |is_wanted: fn(&TraceMeasurements) -> bool| {
                let own = traces.iter().enumerate().skip(look_back).step_by(look_backs);
                own.filter(move |(_, seen)| is_wanted(seen)).map(|(at, _)| at)
            };
            pairs.extend(
                traces_with(|seen| seen.error.is_some()).zip(traces_with(|seen| seen.is_correct)),
            );
        }
        pairs.sort_unstable();
        Self { steps, traces, pairs }
    }

    fn paired(&self) -> impl Iterator<Item = (&TraceMeasurements, &TraceMeasurements)> {
        self.pairs
            .iter()
            .map(|&(incorrect, correct)| (&self.traces[incorrect], &self.traces[correct]))
    }

    /// Returns the pairs whose traces have equally many tokens and lines.
    fn paired_by_size(&self) -> impl Iterator<Item = (&TraceMeasurements, &TraceMeasurements)> {
        self.paired().filter(|(incorrect, correct)| incorrect.size == correct.size)
    }

    fn correct(&self) -> impl Iterator<Item = &TraceMeasurements> {
        self.traces.iter().filter(|seen| seen.is_correct)
    }
}

pub(crate) fn run(arguments: &SaliencyArguments, out: &mut impl Write) -> Result<(), CommandError> {
    let model = &arguments.items.model;
    let weights = model.weights()?;
    let backward = Backward::new(&weights);
    let bands = Band::all(weights.layer_count());
    let steps = arguments
        .steps
        .as_ref()
        .map_or(model.model.lengths_with_correct_traces(), |steps| &steps.0);
    let look_backs = arguments.items.lookback.map_or(LOOK_BACKS.count(), |_| 1);
    let mut lengths = Vec::new();
    for &steps in steps {
        let tasks = arguments.items.tasks(steps)?;
        let traces =
            each(&tasks, |_, task| TraceMeasurements::of(&weights, &backward, &bands, task));
        lengths.push(Length::of(steps, traces, look_backs));
    }
    let layers = weights.layer_count();
    writeln!(
        out,
        "The small model {}, and what each line that it wrote freely drew on. The shallow quarter of its {layers} layers is {}, the deep quarter {}. Saliency is the weight of attention times the gradient by it of the loss of the token that is written; rows of tokens add up to one before they are pooled to lines, or stay as they are. A line has the mean over its tokens, as in equation 3 of arXiv 2604.06695, or their sum, which favours long lines. A trace is right where all of it is right to the letter, and wrong from its first error on. A pair is a wrong and a right trace with the same number of steps and the same look-back.\n",
        model.name(),
        Band::shallow(layers).name(),
        Band::deep(layers).name(),
    )?;
    write_counts(&lengths, out)?;
    write_agreement(&lengths, &bands, out)?;
    write_pairs(&lengths, &bands, out)?;
    write_scalars(&lengths, &bands, out)?;
    write_confound(&lengths, &bands, out)
}

fn write_counts(lengths: &[Length], out: &mut impl Write) -> Result<(), CommandError> {
    let rows: Vec<Vec<String>> = lengths
        .iter()
        .map(|length| {
            let [correct, incorrect] = [
                length.correct().count(),
                length.traces.iter().filter(|it| it.error.is_some()).count(),
            ];
            let few = if correct < incorrect { "right" } else { "wrong" };
            let note = match length.pairs.len() {
                0 => format!("no {few} one to pair"),
                1..MIN_ITEMS => format!("too few {few} ones to compare"),
                _ => "–".to_owned(),
            };
            let sized = length.paired_by_size().count();
            let mut row = vec![length.steps.to_string()];
            let counts = [length.traces.len(), correct, incorrect, length.pairs.len(), sized];
            row.extend(counts.map(|number| number.to_string()));
            row.push(note);
            row
        })
        .collect();
    table(
        out,
        &["steps", "traces", "right", "wrong", "pairs", "of as many lines and tokens", "note"],
        &rows,
    )
}

/// Formats the mean to three decimals; a dash without values.
fn mean(values: impl Iterator<Item = f64>) -> String {
    let (mut number, mut sum) = (0u32, 0.0);
    for value in values {
        number += 1;
        sum += value;
    }
    if number == 0 { "–".to_owned() } else { format!("{:.3}", sum / f64::from(number)) }
}

fn write_agreement(
    lengths: &[Length],
    bands: &[Band],
    out: &mut impl Write,
) -> Result<(), CommandError> {
    writeln!(
        out,
        "\nHow well it agrees with what is needed: how probable it is that a line which a step needs (its line of the prompt, and those of its operands) was drawn on more than one that it does not need (area), the same by nearness alone, and the share of all that was drawn on that fell to needed lines. Uniform attention gives every earlier token the same weight: its area is 0.5 by mean, and by sum what is printed, since lines of the trace are longer than those of the prompt. All lines before the first error.\n"
    )?;
    let mut rows = Vec::new();
    for length in lengths {
        for (at, band) in bands.iter().enumerate() {
            for (number, measure) in Measure::ALL.into_iter().enumerate() {
                let all = || {
                    let lines = |seen: &'_ TraceMeasurements| seen.error.unwrap_or(usize::MAX);
                    length.traces.iter().flat_map(move |it| it.before(number, at, lines(it)))
                };
                rows.push(vec![
                    length.steps.to_string(),
                    band.numbers(),
                    measure.name().to_owned(),
                    all().count().to_string(),
                    mean(all().map(|[it, _]| it.area)),
                    mean(all().map(|[_, it]| it.area)),
                    mean(all().map(|[_, it]| it.area_uniform)),
                    mean(all().map(|[it, _]| it.area_by_distance)),
                    mean(all().map(|[it, _]| it.share)),
                    mean(all().map(|[it, _]| it.share_uniform)),
                    mean(all().map(|[_, it]| it.share)),
                    mean(all().map(|[_, it]| it.share_uniform)),
                ]);
            }
        }
    }
    let head = [
        "steps",
        "layers",
        "by",
        "lines",
        "area, mean",
        "area, sum",
        "uniform, sum",
        "by nearness",
        "share, mean",
        "uniform, mean",
        "share, sum",
        "uniform, sum",
    ];
    table(out, &head, &rows)
}

/// The means of a value over correct and incorrect traces in pairs, and a test of their difference.
#[derive(Debug)]
struct Contrast {
    correct: f64,
    incorrect: f64,
    /// Half the width of the interval of the difference.
    reach: f64,
    p: f64,
}

impl Contrast {
    /// Contrasts pairs of values: that of the correct trace, then that of the incorrect one.
    /// Returns `None` for fewer than [`MIN_ITEMS`] pairs, or if the test cannot be computed. The
    /// interval is from Student's t distribution.
    fn of(pairs: impl Iterator<Item = (f64, f64)>) -> Option<Self> {
        let pairs: Vec<(f64, f64)> = pairs.collect();
        if pairs.len() < MIN_ITEMS {
            return None;
        }
        let number = count(pairs.len());
        let over = |value: &dyn Fn(&(f64, f64)) -> f64| -> f64 {
            pairs.iter().map(value).sum::<f64>() / f64::from(number)
        };
        let (correct, incorrect) = (over(&|pair| pair.0), over(&|pair| pair.1));
        let square = over(&|pair| (pair.1 - pair.0 - (incorrect - correct)).powi(2));
        let error = (square / f64::from(number - 1)).sqrt();
        let reach = error * Confidence::P95.t(number - 1);
        Some(Self { correct, incorrect, reach, p: Self::test(&pairs)? })
    }

    /// Returns the p-value of the sign-flip test. The differences are scaled into the range -1 to
    /// 1, which does not change the p-value.
    fn test(pairs: &[(f64, f64)]) -> Option<f64> {
        let most = pairs.iter().map(|pair| (pair.1 - pair.0).abs()).fold(0.0, f64::max);
        let unit = if most > 0.0 { most } else { 1.0 };
        let item_mean = |(item, pair): (u64, &(f64, f64))| ItemMean {
            stratum: 0,
            item,
            mean: (pair.1 - pair.0) / unit,
            attempts: 1,
        };
        let differences: Vec<ItemMean> = (0..).zip(pairs).map(item_mean).collect();
        sign_flip_of_means(&differences, ItemSharing::Independent, 0).ok()
    }

    /// Returns three cells: the value of correct traces, that of incorrect traces, and the
    /// difference. `value` and `change` format values and differences.
    fn cells(&self, value: fn(f64) -> String, change: fn(f64) -> String) -> [String; 3] {
        let difference = self.incorrect - self.correct;
        let [low, high] = [-self.reach, self.reach].map(|reach| change(difference + reach));
        let change_cell = format!("{} ({low} to {high})", change(difference));
        [value(self.correct), value(self.incorrect), change_cell]
    }
}

/// Rows of a table under construction, and the p-values in them.
#[derive(Default)]
struct Rows {
    rows: Vec<Vec<String>>,
    p_values: Vec<Adjusted>,
}

impl Rows {
    /// Adds the cells of a contrast to a row, and a cell for its p-value.
    fn extend(
        &mut self,
        row: &mut Vec<String>,
        contrast: Option<&Contrast>,
        value: fn(f64) -> String,
        change: fn(f64) -> String,
    ) {
        row.extend(match contrast {
            None => ["–"; 3].map(str::to_owned),
            Some(contrast) => contrast.cells(value, change),
        });
        if let Some(&Contrast { p, .. }) = contrast {
            self.p_values.push(Adjusted { row: self.rows.len(), column: row.len(), p });
        }
        row.push("–".to_owned());
    }

    fn write(mut self, head: &[&str], out: &mut impl Write) -> Result<(), CommandError> {
        if self.rows.is_empty() {
            writeln!(out, "At no length are there {MIN_ITEMS} such pairs.")?;
            return Ok(());
        }
        fill_adjusted(&mut self.rows, &self.p_values);
        table(out, head, &self.rows)
    }
}

/// Returns the mean area under the ROC curve over the lines of a trace before a step, with tokens
/// pooled by mean. With `near`, the area is that of a map that prefers near lines. `None` if no
/// line before the step has an area.
fn area_before(
    seen: &TraceMeasurements,
    measure: usize,
    band: usize,
    step: usize,
    near: bool,
) -> Option<f64> {
    let areas: Vec<f64> = seen
        .before(measure, band, step)
        .map(|[it, _]| if near { it.area_by_distance } else { it.area })
        .collect();
    (!areas.is_empty()).then(|| areas.iter().sum::<f64>() / f64::from(count(areas.len())))
}

fn write_pairs(
    lengths: &[Length],
    bands: &[Band],
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let least = 1.0 / f64::from(FLIPS + 1);
    writeln!(
        out,
        "\nThe areas of wrong traces against those of right ones, pair by pair: over the lines before the wrong one’s first error, and at the line of that error, each beside the same lines of the right one. Lines are pooled by mean. Differences are wrong less right, with 95 % intervals (Student) and the p-values of the sign-flip test, adjusted after Holm over the table; as {FLIPS} flips are drawn, none can be below {least} times the number of tests. Lengths with fewer than {MIN_ITEMS} pairs are left out. What nearness alone says of the same lines stands first.\n"
    )?;
    let mut found = Rows::default();
    for length in lengths.iter().filter(|length| length.pairs.len() >= MIN_ITEMS) {
        let near = (0, 0, true, "–".to_owned(), "nearness");
        let others = bands.iter().enumerate().flat_map(|(at, band)| {
            Measure::ALL
                .into_iter()
                .enumerate()
                .map(move |(number, measure)| (number, at, false, band.numbers(), measure.name()))
        });
        for (measure, band, near, layers, name) in std::iter::once(near).chain(others) {
            let mut row = vec![length.steps.to_string(), layers, name.to_owned()];
            let before = length.paired().filter_map(|(incorrect, correct)| {
                let area = |seen| area_before(seen, measure, band, incorrect.error?, near);
                Some((area(correct)?, area(incorrect)?))
            });
            let at_error = length.paired().filter_map(|(incorrect, correct)| {
                let step = incorrect.error?;
                let area = |seen: &TraceMeasurements| {
                    let [it, _] = seen.agreements[measure][band].get(step).copied().flatten()?;
                    Some(if near { it.area_by_distance } else { it.area })
                };
                Some((area(correct)?, area(incorrect)?))
            });
            for contrast in [Contrast::of(before), Contrast::of(at_error)] {
                found.extend(
                    &mut row,
                    contrast.as_ref(),
                    |value| format!("{value:.3}"),
                    |change| format!("{change:+.3}"),
                );
            }
            found.rows.push(row);
        }
    }
    let head = [
        "steps",
        "layers",
        "by",
        "before: right",
        "wrong",
        "difference",
        "p",
        "at the error: right",
        "wrong",
        "difference",
        "p",
    ];
    found.write(&head, out)
}

/// Returns the logarithm of a value; `None` unless the value is positive.
fn logarithm(value: f64) -> Option<f64> {
    (value > 0.0).then(|| value.ln())
}

fn scientific(value: f64) -> String {
    format!("{value:.2e}")
}

fn write_scalars(
    lengths: &[Length],
    bands: &[Band],
    out: &mut impl Write,
) -> Result<(), CommandError> {
    writeln!(
        out,
        "\nThe two scalars, of whole traces: the mean saliency over all pairs of tokens of two lines of the trace, over all pairs of these lines (thinking), and that within the summary. Length alone moves them, as the last table shows, so that they are compared at the same number of steps alone, and in pairs of as many lines and tokens. Rows as they are grow with the loss of what is written: they say where the small model is unsure. They differ by powers of ten between traces, so that means are geometric; differences are those of wrong from right, in percent of right, with intervals and p-values of the logarithms as above.\n"
    )?;
    let mut found = Rows::default();
    for length in lengths {
        let pairs: Vec<(&TraceMeasurements, &TraceMeasurements)> =
            length.paired_by_size().collect();
        if pairs.len() < MIN_ITEMS {
            continue;
        }
        for (at, band) in bands.iter().enumerate() {
            for (norm, (_, name)) in NORMS.into_iter().enumerate() {
                let mut row = vec![
                    length.steps.to_string(),
                    pairs.len().to_string(),
                    band.numbers(),
                    name.to_owned(),
                ];
                for scalar in 0..2 {
                    let scalar_of =
                        |seen: &TraceMeasurements| logarithm(seen.scalars[at][norm][scalar]);
                    let logarithms = pairs.iter().filter_map(|(incorrect, correct)| {
                        Some((scalar_of(correct)?, scalar_of(incorrect)?))
                    });
                    found.extend(
                        &mut row,
                        Contrast::of(logarithms).as_ref(),
                        |value| scientific(value.exp()),
                        |change| format!("{:+.1} %", 100.0 * change.exp_m1()),
                    );
                }
                found.rows.push(row);
            }
        }
    }
    let head = [
        "steps",
        "pairs",
        "layers",
        "rows",
        "thinking: right",
        "wrong",
        "difference",
        "p",
        "summary: right",
        "wrong",
        "difference",
        "p",
    ];
    found.write(&head, out)
}

fn write_confound(
    lengths: &[Length],
    bands: &[Band],
    out: &mut impl Write,
) -> Result<(), CommandError> {
    writeln!(
        out,
        "\nHow length alone moves the two scalars: right traces only, geometric means. Times the number of steps, thinking stays the same where it falls as one over it.\n"
    )?;
    let mut rows = Vec::new();
    for (at, band) in bands.iter().enumerate() {
        for (norm, (_, name)) in NORMS.into_iter().enumerate() {
            for length in lengths {
                let number = length.correct().count();
                if number == 0 {
                    continue;
                }
                let [thinking, summary] = [0, 1].map(|scalar| {
                    let scalar_of =
                        |seen: &TraceMeasurements| logarithm(seen.scalars[at][norm][scalar]);
                    let logarithms: Vec<f64> = length.correct().filter_map(scalar_of).collect();
                    let sum: f64 = logarithms.iter().sum();
                    (sum / f64::from(count(logarithms.len()))).exp()
                });
                rows.push(vec![
                    band.numbers(),
                    name.to_owned(),
                    length.steps.to_string(),
                    number.to_string(),
                    scientific(thinking),
                    scientific(thinking * f64::from(length.steps)),
                    scientific(summary),
                ]);
            }
        }
    }
    let head =
        ["layers", "rows", "steps", "right traces", "thinking", "thinking × steps", "summary"];
    table(out, &head, &rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(error: Option<usize>, is_correct: bool, size: (usize, usize)) -> TraceMeasurements {
        TraceMeasurements { is_correct, error, size, agreements: Vec::new(), scalars: Vec::new() }
    }

    #[test]
    fn pairs_have_equal_sizes_and_no_duplicates() {
        // The traces alternate between two look-backs. The first look-back has two incorrect
        // traces, a correct one, and one that is neither. The second has an incorrect trace and two
        // correct ones.
        let correct = || measured(None, true, (100, 5));
        let incorrect = |tokens| measured(Some(2), false, (tokens, 5));
        let neither = measured(None, false, (111, 6));
        let traces = vec![
            incorrect(100),
            correct(),
            incorrect(100),
            incorrect(90),
            correct(),
            correct(),
            neither,
        ];
        let length = Length::of(5, traces, 2);
        assert_eq!(length.pairs, [(0, 4), (3, 1)]);
        assert_eq!(length.paired_by_size().count(), 1);
        assert!(length.paired_by_size().all(|(incorrect, correct)| incorrect.size == correct.size));
    }

    #[test]
    fn a_contrast_needs_ten_pairs() {
        let pair = |number: u32| (0.5, 0.6 + 0.01 * f64::from(number % 3));
        assert!(Contrast::of((0..9).map(pair)).is_none());
        let found = Contrast::of((0..12).map(pair)).expect("enough pairs");
        assert!((found.incorrect - found.correct - 0.11).abs() < 1e-9);
        // Eight of the twelve differences deviate from the mean by 0.01, so the standard error is
        // 0.00246. The interval reaches 2.20 standard errors (Student's t, 11 degrees of freedom).
        assert!((found.reach - 0.00542).abs() < 1e-4, "{found:?}");
        assert!(found.p < 0.005, "{found:?}");
    }

    /// Returns a trace of three steps with this area at each line up to the first error. The
    /// scalars are `thinking` and 0.01.
    fn with_saliency(error: Option<usize>, area: f64, thinking: f64) -> TraceMeasurements {
        let agreement = Agreement {
            area,
            area_uniform: 0.5,
            area_by_distance: 0.5,
            share: 0.4,
            share_uniform: 0.2,
        };
        let lines = vec![Some([agreement; 2]); error.map_or(3, |step| step + 1)];
        TraceMeasurements {
            agreements: vec![vec![lines]; Measure::ALL.len()],
            scalars: vec![[[thinking, 0.01]; 2]],
            ..measured(error, error.is_none(), (80, 3))
        }
    }

    #[test]
    fn tables_compare_incorrect_traces_with_correct_ones() {
        let traces = (0..24).map(|number| match number % 2 {
            0 => with_saliency(None, 0.9, 2e-3),
            _ => with_saliency(Some(1), 0.8 + 0.001 * f64::from(number), 4e-3),
        });
        let lengths = [Length::of(3, traces.collect(), 1)];
        let bands = Band::all(1);
        let mut tables = [Vec::new(), Vec::new(), Vec::new()];
        let [pairs, scalars, alone] = &mut tables;
        write_pairs(&lengths, &bands, pairs).expect("writing to a string succeeds");
        write_scalars(&lengths, &bands, scalars).expect("writing to a string succeeds");
        write_confound(&lengths, &bands, alone).expect("writing to a string succeeds");
        let [pairs, scalars, alone] = tables.map(|out| String::from_utf8(out).expect("it is text"));
        assert!(pairs.contains("| 3 | – | nearness | 0.500 | 0.500 | +0.000"), "{pairs}");
        assert!(pairs.contains("| 3 | 1 | saliency | 0.900 | 0.812 | -0.088 (-0.0"), "{pairs}");
        let row = "| 3 | 12 | 1 | each adds up to one | 2.00e-3 | 4.00e-3 | +100.0 %";
        assert!(scalars.contains(row), "{scalars}");
        let row = "| 1 | each adds up to one | 3 | 12 | 2.00e-3 | 6.00e-3 | 1.00e-2 |";
        assert!(alone.contains(row), "{alone}");
    }
}
