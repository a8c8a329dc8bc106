//! Measures how often tests reject a true hypothesis.

use stepfall_figure::{FigureData, Measure, Summary};
use stepfall_stats::ItemSharing::{Independent, Shared};

use crate::cells::{RATES, first_comparison, percent, share};
use crate::draw::SeededRng;
use crate::parallel;
use crate::world::{Correlation, Grid, Skill, World};

/// The significance level: a smaller p-value rejects.
const LEVEL: f64 = 0.05;
/// The highest accepted share of false rejections.
const MAX_REJECTIONS: f64 = 0.06;

/// A tested hypothesis, which is true in all runs.
#[derive(Clone, Copy)]
enum Test {
    /// Two workers of equal skill are correct equally often.
    Paired,
    /// The same hypothesis as `Paired`, tested incorrectly: items that several lengths share are
    /// counted as independent. It is shown for comparison and has no limit.
    PairedAsOwn,
    /// One worker is correct equally often at all look-backs.
    LookBacks,
}

struct Cell {
    test: Test,
    grid: Grid,
    /// The number of runs for each true share.
    runs: u32,
}

const fn cell(test: Test, grid: Grid, runs: u32) -> Cell {
    Cell { test, grid, runs }
}

const AGREEING: Correlation = Correlation::Step;
const SPREAD: Correlation = Correlation::Odds(2.0);

const CELLS: &[Cell] = &[
    cell(Test::Paired, Grid::of(20), 5_000),
    cell(Test::Paired, Grid::of(100), 5_000),
    cell(Test::Paired, Grid::of(10).samples(5).with_correlation(SPREAD), 5_000),
    cell(Test::Paired, Grid::of(60).samples(5).with_correlation(SPREAD), 2_000),
    cell(Test::Paired, Grid::of(20).sweep(Independent), 2_000),
    cell(Test::Paired, Grid::of(10).with_correlation(AGREEING).sweep(Shared), 2_000),
    cell(Test::Paired, Grid::of(20).with_correlation(AGREEING).sweep(Shared), 2_000),
    cell(Test::PairedAsOwn, Grid::of(20).with_correlation(AGREEING).sweep(Shared), 2_000),
    cell(Test::Paired, Grid::of(20).samples(5).with_correlation(SPREAD).sweep(Shared), 500),
    cell(Test::LookBacks, Grid::of(20).look_backs(3).sweep(Independent), 1_000),
    cell(Test::LookBacks, Grid::of(20).look_backs(5).sweep(Independent), 1_000),
    cell(
        Test::LookBacks,
        Grid::of(20).look_backs(3).with_correlation(AGREEING).sweep(Shared),
        1_000,
    ),
];

/// Prints the rows and reports whether all are within the limit.
pub(crate) fn print() -> bool {
    println!(
        "Rejections at 5 % of what is true, over true shares of 5 to 95 % (at 25 steps where there are several lengths)"
    );
    println!(
        "{:<34}{:>7}{:>9}{:>9}{:>8}{:>8}{:>8}{:>6}",
        "what, and whose items", "items", "samples", "lengths", "runs", "mean %", "most %", "at %"
    );
    let rows = parallel::each(CELLS, rejections);
    let mut is_within = true;
    for (cell, rejected) in CELLS.iter().zip(rows) {
        let Cell { grid, .. } = cell;
        let mean = rejected.iter().sum::<f64>() / length(RATES);
        let most = rejected.iter().zip(RATES).max_by(|left, right| left.0.total_cmp(right.0));
        let (most, at) = most.map_or((0.0, 0.0), |(most, at)| (*most, *at));
        let is_meant = matches!(cell.test, Test::PairedAsOwn);
        let is_passed = mean > MAX_REJECTIONS && !is_meant;
        is_within &= !is_passed;
        println!(
            "{:<34}{:>7}{:>9}{:>9}{:>8}{:>8}{:>8}{:>6}{}",
            name(cell),
            grid.items,
            grid.samples,
            grid.lengths.len(),
            cell.runs * u32::try_from(RATES.len()).unwrap_or(0),
            percent(mean),
            percent(most),
            format!("{:.0}", at * 100.0),
            if is_passed { " !" } else { "" }
        );
    }
    is_within
}

#[expect(clippy::cast_precision_loss, reason = "a list of a few")]
const fn length(list: &[f64]) -> f64 {
    list.len() as f64
}

fn name(cell: &Cell) -> String {
    let test = match cell.test {
        Test::Paired => "two who are alike".to_owned(),
        Test::PairedAsOwn => "the same, taken for own items".to_owned(),
        Test::LookBacks => format!("{} look-backs", cell.grid.look_backs),
    };
    match (cell.grid.lengths.len(), cell.grid.drawn, cell.test) {
        (1, ..) | (.., Test::PairedAsOwn) => test,
        (_, Independent, _) => format!("{test}, own items"),
        (_, Shared, _) => format!("{test}, shared items"),
    }
}

/// Returns the share of rejections at each true share.
fn rejections(place: usize, cell: &Cell) -> Vec<f64> {
    let mut draw = SeededRng::of_cell(place as u64);
    let at = |rate: &f64| {
        let skill = match cell.grid.lengths {
            [_] => Skill::Share(*rate),
            _ => Skill::hazard_of(*rate, 25),
        };
        let models = match cell.test {
            Test::Paired | Test::PairedAsOwn => vec![(skill, 0.0), (skill, 0.0)],
            Test::LookBacks => vec![(skill, 0.0)],
        };
        let world = World::new(cell.grid, &models);
        let rejected = (0..cell.runs).filter(|_| rejects(cell.test, world.run(&mut draw)));
        share(u32::try_from(rejected.count()).unwrap_or(u32::MAX), cell.runs)
    };
    RATES.iter().map(at).collect()
}

fn rejects(test: Test, run: FigureData) -> bool {
    match test {
        Test::Paired => is_rejected(&Summary::of(&run)),
        Test::PairedAsOwn => is_rejected(&Summary::of(&FigureData { items: Independent, ..run })),
        Test::LookBacks => {
            !Summary::of(&run).heat(Measure::First).sentence.contains("no clear difference")
        }
    }
}

/// Returns whether the first comparison of a run finds a difference.
pub(crate) fn is_rejected(summary: &Summary) -> bool {
    first_comparison(summary).is_some_and(|(p, _)| p < LEVEL)
}
