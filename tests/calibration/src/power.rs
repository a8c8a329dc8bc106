//! Measures how many items reveal a difference.

use stepfall_figure::Summary;

use crate::cells::{percent, share};
use crate::draw::SeededRng;
use crate::level::is_rejected;
use crate::parallel;
use crate::world::{Correlation, Grid, Skill, World};

/// The numbers of items that are tried.
const ITEMS: [u32; 5] = [20, 50, 100, 200, 400];
/// Pairs of true shares that are 10 points apart.
const SHARES: [(f64, f64); 3] = [(0.45, 0.55), (0.2, 0.3), (0.85, 0.95)];
/// The number of runs of a cell.
const RUNS: u32 = 5_000;

/// A cell of the table: two true shares, the samples of an item, the spread of items, and the
/// number of items.
struct Cell {
    shares: (f64, f64),
    samples: u32,
    spread: f64,
    items: u32,
}

/// Prints how often a difference of 10 points is found.
pub(crate) fn print() -> bool {
    println!(
        "Power: how often a difference of 10 points is found at 5 %, on the same items, {RUNS} runs each"
    );
    println!(
        "Items are alike to all who work: their log odds are spread by a standard deviation of 2, or not at all."
    );
    print!("{:<16}{:>9}{:>9}", "shares, %", "spread", "samples");
    println!("{}", ITEMS.map(|items| format!("{:>10}", format!("{items} items"))).concat());
    let rows = SHARES.iter().flat_map(|shares| {
        [(2.0, 1), (2.0, 5), (0.0, 1), (0.0, 5)].map(|(spread, samples)| (*shares, spread, samples))
    });
    let cells: Vec<Cell> = rows
        .flat_map(|(shares, spread, samples)| {
            ITEMS.map(|items| Cell { shares, samples, spread, items })
        })
        .collect();
    let found = parallel::each(&cells, power);
    for (cells, found) in cells.chunks(ITEMS.len()).zip(found.chunks(ITEMS.len())) {
        let Some(Cell { shares, samples, spread, .. }) = cells.first() else { continue };
        let shares = format!("{:.0} and {:.0}", shares.0 * 100.0, shares.1 * 100.0);
        let found: Vec<String> = found.iter().map(|it| format!("{:>10}", percent(*it))).collect();
        println!("{shares:<16}{spread:>9.0}{samples:>9}{}", found.concat());
    }
    true
}

/// Returns the share of runs that find the difference.
fn power(place: usize, cell: &Cell) -> f64 {
    let mut draw = SeededRng::of_cell(2_000 + place as u64);
    let grid =
        Grid::of(cell.items).samples(cell.samples).with_correlation(Correlation::Odds(cell.spread));
    let (first, second) = cell.shares;
    let world = World::new(grid, &[(Skill::Share(first), 0.0), (Skill::Share(second), 0.0)]);
    let found = (0..RUNS).filter(|_| is_rejected(&Summary::of(&world.run(&mut draw))));
    share(u32::try_from(found.count()).unwrap_or(u32::MAX), RUNS)
}
