//! Measures how often intervals at 95 % contain the truth.

use stepfall_figure::{LineId, Measure, Summary};
use stepfall_procedure::Condition;
use stepfall_stats::ItemSharing::{Independent, Shared};
use stepfall_stats::{Bracket, Horizon};

use crate::cells::{RATES, first_comparison, interval, percent, share};
use crate::draw::SeededRng;
use crate::parallel;
use crate::world::{Correlation, Grid, Skill, World};

/// The lowest and the highest accepted mean coverage of a row. The upper limit does not apply to
/// rows with at most [`FEW_ITEMS`] items, nor to [`What::Enclosed`].
const LIMITS: (f64, f64) = (0.93, 0.97);
/// The largest number of items at which shares have too few possible values for an exact coverage.
const FEW_ITEMS: u32 = 10;
/// The amount that the better of two workers adds to the log odds of each item.
const EFFECT: f64 = 0.7;
/// True accuracies at 25 steps with a constant hazard. The horizons of these curves lie within the
/// measured lengths.
const HORIZONS: &[f64] = &[0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
/// True horizons of curves without a constant hazard, in hundreds of steps.
const FALLS: &[f64] = &[0.1, 0.2, 0.3, 0.4, 0.52, 0.6, 0.7, 0.8];
/// True hazards: the probability that a step is incorrect.
const HAZARDS: &[f64] = &[0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2];

/// A quantity with an interval.
#[derive(Clone, Copy)]
enum What {
    /// The accuracy at one length, from the curve.
    Share,
    /// The difference between two workers.
    Difference,
    /// The measured lengths that enclose the 50 % horizon.
    Enclosed(Fall),
    /// The estimate of the 50 % horizon by a model with a constant hazard.
    Horizon(Fall),
    /// The hazard of five steps, from this one on.
    Hazard(u32),
}

/// The way in which accuracy falls with length.
#[derive(Clone, Copy)]
enum Fall {
    /// Each step is incorrect with the same probability, as the model assumes.
    Constant,
    /// A logistic curve that falls from 88 to 12 % within 24 steps.
    Logistic,
    /// A sudden fall from 98 to 2 %.
    Cliff,
}

struct Cell {
    what: What,
    grid: Grid,
    /// The number of runs for each true value.
    runs: u32,
}

const fn cell(what: What, grid: Grid, runs: u32) -> Cell {
    Cell { what, grid, runs }
}

const AGREEING: Correlation = Correlation::Step;
const SPREAD: Correlation = Correlation::Odds(2.0);
const EVEN: Correlation = Correlation::Odds(0.0);

const CELLS: &[Cell] = &[
    cell(What::Share, Grid::of(5), 5_000),
    cell(What::Share, Grid::of(10), 5_000),
    cell(What::Share, Grid::of(20), 5_000),
    cell(What::Share, Grid::of(100), 5_000),
    cell(What::Share, Grid::of(5).samples(5).with_correlation(SPREAD), 5_000),
    cell(What::Share, Grid::of(10).samples(5).with_correlation(SPREAD), 5_000),
    cell(What::Share, Grid::of(20).samples(5).with_correlation(SPREAD), 5_000),
    cell(What::Share, Grid::of(20).samples(5).with_correlation(EVEN), 5_000),
    cell(What::Share, Grid::of(100).samples(5).with_correlation(SPREAD), 1_000),
    cell(What::Share, Grid::of(20).look_backs(3), 5_000),
    cell(What::Share, Grid::of(10).samples(5).with_correlation(SPREAD).look_backs(3), 2_000),
    cell(What::Difference, Grid::of(10), 5_000),
    cell(What::Difference, Grid::of(20), 5_000),
    cell(What::Difference, Grid::of(100), 2_000),
    cell(What::Difference, Grid::of(5).samples(5).with_correlation(SPREAD), 5_000),
    cell(What::Difference, Grid::of(10).samples(5).with_correlation(SPREAD), 5_000),
    cell(What::Difference, Grid::of(20).samples(5).with_correlation(SPREAD), 5_000),
    cell(What::Difference, Grid::of(20).sweep(Independent), 1_000),
    cell(What::Difference, Grid::of(10).with_correlation(SPREAD).sweep(Shared), 1_000),
    cell(What::Difference, Grid::of(20).with_correlation(SPREAD).sweep(Shared), 1_000),
    cell(What::Difference, Grid::of(20).samples(5).with_correlation(SPREAD).sweep(Shared), 500),
    cell(What::Horizon(Fall::Constant), Grid::of(5).sweep(Independent), 600),
    cell(What::Horizon(Fall::Constant), Grid::of(10).sweep(Independent), 1_000),
    cell(What::Horizon(Fall::Constant), Grid::of(20).sweep(Independent), 1_000),
    cell(What::Horizon(Fall::Constant), Grid::of(100).sweep(Independent), 600),
    cell(
        What::Horizon(Fall::Constant),
        Grid::of(10).samples(5).with_correlation(SPREAD).sweep(Independent),
        600,
    ),
    cell(
        What::Horizon(Fall::Constant),
        Grid::of(10).with_correlation(AGREEING).sweep(Shared),
        1_000,
    ),
    cell(
        What::Horizon(Fall::Constant),
        Grid::of(20).with_correlation(AGREEING).sweep(Shared),
        1_000,
    ),
    cell(
        What::Horizon(Fall::Constant),
        Grid::of(10).samples(5).with_correlation(SPREAD).sweep(Shared),
        600,
    ),
    cell(What::Hazard(1), Grid::of(5).with_correlation(AGREEING).sweep(Shared), 1_000),
    cell(What::Hazard(1), Grid::of(10).with_correlation(AGREEING).sweep(Shared), 2_000),
    cell(What::Hazard(1), Grid::of(20).with_correlation(AGREEING).sweep(Shared), 2_000),
    cell(What::Hazard(11), Grid::of(20).with_correlation(AGREEING).sweep(Shared), 2_000),
    cell(What::Hazard(1), Grid::of(10).with_correlation(AGREEING).sweep(Independent), 2_000),
    cell(
        What::Hazard(11),
        Grid::of(20).samples(5).with_correlation(AGREEING).sweep(Independent),
        1_000,
    ),
    cell(What::Enclosed(Fall::Constant), Grid::of(20).sweep(Independent), 300),
    cell(
        What::Enclosed(Fall::Constant),
        Grid::of(10).samples(5).with_correlation(SPREAD).sweep(Independent),
        300,
    ),
    cell(What::Enclosed(Fall::Logistic), Grid::of(20).sweep(Independent), 300),
    cell(What::Enclosed(Fall::Cliff), Grid::of(20).sweep(Independent), 300),
    cell(What::Horizon(Fall::Logistic), Grid::of(20).sweep(Independent), 300),
    cell(What::Horizon(Fall::Cliff), Grid::of(20).sweep(Independent), 300),
];

/// Counts over the runs of one true value.
#[derive(Clone, Copy)]
struct Covered {
    containing: u32,
    intervals: u32,
    runs: u32,
}

/// Prints the rows and reports whether all are within the limits.
pub(crate) fn print() -> bool {
    println!(
        "Coverage of intervals at 95 %, over true shares of 5 to 95 % (at 25 steps where there are several lengths), horizons of 10 to 80 steps and hazards of 0.2 to 20 %"
    );
    println!(
        "{:<34}{:>7}{:>9}{:>9}{:>8}{:>8}{:>9}{:>8}{:>7}",
        "what, and whose items",
        "items",
        "samples",
        "lengths",
        "runs",
        "none %",
        "mean %",
        "least %",
        "at %"
    );
    let rows = parallel::each(CELLS, coverage);
    let mut is_within = true;
    for (cell, covered) in CELLS.iter().zip(rows) {
        is_within &= print_row(cell, &covered);
    }
    is_within
}

fn print_row(cell: &Cell, covered: &[Covered]) -> bool {
    let grid = cell.grid;
    let sum = |field: fn(&Covered) -> u32| covered.iter().map(field).sum::<u32>();
    let (runs, intervals) =
        (sum(|cell_counts| cell_counts.runs), sum(|cell_counts| cell_counts.intervals));
    let with_intervals =
        covered.iter().zip(rates(cell.what)).filter(|(cell_counts, _)| cell_counts.intervals > 0);
    let all: Vec<(f64, f64)> = with_intervals
        .map(|(cell_counts, rate)| (share(cell_counts.containing, cell_counts.intervals), *rate))
        .collect();
    let number = f64::from(u32::try_from(all.len()).unwrap_or(1));
    let mean = all.iter().map(|(share, _)| share).sum::<f64>() / number;
    let least = all.iter().min_by(|left, right| left.0.total_cmp(&right.0));
    // The model assumes a constant hazard, so other curves have no limit. Enclosing lengths contain
    // a horizon more often, because measured lengths are far apart.
    let is_exempt =
        all.is_empty() || matches!(cell.what, What::Horizon(Fall::Logistic | Fall::Cliff));
    let is_wide = grid.items <= FEW_ITEMS || matches!(cell.what, What::Enclosed(_));
    let is_within = is_exempt || (mean >= LIMITS.0 && (mean <= LIMITS.1 || is_wide));
    let none = 1.0 - share(intervals, runs);
    let cells = least.map_or(["–"; 3].map(str::to_owned), |(least, at)| {
        let places = usize::from(at * 100.0 % 1.0 > 0.05);
        [percent(mean), percent(*least), format!("{:.places$}", at * 100.0)]
    });
    println!(
        "{:<34}{:>7}{:>9}{:>9}{:>8}{:>8}{:>9}{:>8}{:>7}{}",
        name(cell),
        grid.items,
        grid.samples,
        grid.lengths.len(),
        runs,
        percent(none),
        cells[0],
        cells[1],
        cells[2],
        if is_within { "" } else { " !" }
    );
    is_within
}

fn name(cell: &Cell) -> String {
    let what = match cell.what {
        What::Share if cell.grid.look_backs > 1 => {
            format!("share, {} look-backs", cell.grid.look_backs)
        }
        What::Share if matches!(cell.grid.correlation, Correlation::Odds(0.0)) => {
            "share, items all alike".to_owned()
        }
        What::Share => "share".to_owned(),
        What::Difference => "difference".to_owned(),
        What::Enclosed(fall) => format!("enclosed, {}", fall.name()),
        What::Horizon(fall) => format!("model, {}", fall.name()),
        What::Hazard(from) => format!("hazard, steps {from} to {}", from + 4),
    };
    match (cell.grid.lengths.len(), cell.grid.drawn) {
        (1, _) => what,
        (_, Independent) => format!("{what}, own"),
        (_, Shared) => format!("{what}, shared"),
    }
}

impl Fall {
    const fn name(self) -> &'static str {
        match self {
            Self::Constant => "constant hazard",
            Self::Logistic => "logistic curve",
            Self::Cliff => "cliff",
        }
    }
}

const fn rates(what: What) -> &'static [f64] {
    match what {
        What::Share | What::Difference => RATES,
        What::Enclosed(Fall::Constant) | What::Horizon(Fall::Constant) => HORIZONS,
        What::Enclosed(_) | What::Horizon(_) => FALLS,
        What::Hazard(_) => HAZARDS,
    }
}

fn coverage(place: usize, cell: &Cell) -> Vec<Covered> {
    let mut draw = SeededRng::of_cell(1_000 + place as u64);
    let at = |rate: &f64| {
        let skill = match (cell.what, cell.grid.lengths) {
            (What::Hazard(_), _) => Skill::Hazard(*rate),
            (What::Enclosed(Fall::Logistic) | What::Horizon(Fall::Logistic), _) => {
                Skill::Logistic(100.0 * rate)
            }
            (What::Enclosed(Fall::Cliff) | What::Horizon(Fall::Cliff), _) => {
                Skill::Cliff(100.0 * rate)
            }
            (_, [_]) => Skill::Share(*rate),
            _ => Skill::hazard_of(*rate, 25),
        };
        let world = World::new(cell.grid, &models(cell.what, skill));
        let truth = truth(cell.what, skill, &world);
        let mut covered = Covered { containing: 0, intervals: 0, runs: cell.runs };
        for _ in 0..cell.runs {
            let run = world.run(&mut draw);
            if let Some(holds) = holds(cell.what, &Summary::of(&run), truth) {
                covered.intervals += 1;
                covered.containing += u32::from(holds);
            }
        }
        covered
    };
    rates(cell.what).iter().map(at).collect()
}

fn models(what: What, skill: Skill) -> Vec<(Skill, f64)> {
    match what {
        What::Difference => vec![(skill, EFFECT), (skill, 0.0)],
        What::Share | What::Enclosed(_) | What::Horizon(_) | What::Hazard(_) => vec![(skill, 0.0)],
    }
}

/// Returns the true value that the interval should contain.
fn truth(what: What, skill: Skill, world: &World) -> f64 {
    match (what, skill) {
        (What::Share, _) => world.truth(0),
        (What::Difference, _) => world.truth(1) - world.truth(0),
        (_, Skill::Share(share)) => share,
        (_, Skill::Logistic(steps) | Skill::Cliff(steps)) => steps,
        (What::Hazard(_), Skill::Hazard(hazard)) => hazard,
        (_, Skill::Hazard(hazard)) => 0.5f64.ln() / (-hazard).ln_1p(),
    }
}

/// Returns whether the interval of a run contains the truth; `None` if the run has no interval.
fn holds(what: What, summary: &Summary, truth: f64) -> Option<bool> {
    let line = LineId::new(0, Condition::Trace);
    let interval = match what {
        What::Share => interval(&summary.collapse(Measure::First).table, ", %")?,
        What::Difference => first_comparison(summary)?.1,
        What::Hazard(from) => {
            let hazards = summary.hazards(line, 5);
            hazards.iter().find(|row| row.from == from)?.interval?
        }
        What::Enclosed(_) => {
            let (Bracket { above, below }, _) = summary.horizon_of(line, Measure::First)?;
            let is_up = above.is_none_or(|above| f64::from(above) <= truth);
            return Some(is_up && below.is_none_or(|below| truth <= f64::from(below)));
        }
        What::Horizon(_) => {
            let (low, high) = summary.horizon_of(line, Measure::First)?.1.interval?;
            return Some(!is_past(low, truth) && !is_before(high, truth));
        }
    };
    Some(interval.contains(truth))
}

/// Returns whether a horizon is above a number of steps.
fn is_past(horizon: Horizon, steps: f64) -> bool {
    match horizon {
        Horizon::BelowShortest(_) => false,
        Horizon::At(at) => at > steps,
        Horizon::BeyondLongest(longest) => f64::from(longest) > steps,
    }
}

/// Returns whether a horizon is below a number of steps.
fn is_before(horizon: Horizon, steps: f64) -> bool {
    match horizon {
        Horizon::BelowShortest(shortest) => f64::from(shortest) < steps,
        Horizon::At(at) => at < steps,
        Horizon::BeyondLongest(_) => false,
    }
}
