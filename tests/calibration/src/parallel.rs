//! Computes the cells of a table on all processors.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Returns the results of `compute` for each cell and its index, in order.
pub(crate) fn each<C: Sync, R: Send>(
    cells: &[C],
    compute: impl Fn(usize, &C) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(cells.len()));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(cell) = cells.get(place) else { break };
                    let result = compute(place, cell);
                    if let Ok(mut results) = results.lock() {
                        results.push((place, result));
                    }
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_by_key(|(place, _)| *place);
    results.into_iter().map(|(_, result)| result).collect()
}
