//! Grading of responses on several cores, reported in their order.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use stepfall_interchange::{BatchGrader, Graded, Response, Ungraded};
use stepfall_procedure::Item;

/// The number of responses in a chunk.
const CHUNK: usize = 32;
/// The maximum number of chunks per core that are waiting, in progress, or done but not reported
/// yet. The limit keeps memory constant.
const CHUNKS: usize = 6;

/// A graded response, or the id of an ungraded one with the reason.
pub(super) type GradedResult = std::result::Result<Graded, (String, Ungraded)>;

type Chunk = (u64, Vec<Response>);
type Done = (u64, Vec<GradedResult>);

/// The queue of responses for the grading cores.
pub(super) struct Feed {
    waiting: Vec<Response>,
    number: u64,
    chunks: SyncSender<Chunk>,
    /// Has a permit for each chunk that may still be sent.
    permits: Receiver<()>,
    is_over: bool,
}

impl Feed {
    /// Adds a response. Waits while too many chunks are unreported.
    pub(super) fn push(&mut self, response: Response) {
        self.waiting.push(response);
        if self.waiting.len() >= CHUNK {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let chunk = (self.number, std::mem::take(&mut self.waiting));
        self.number += 1;
        self.is_over |= self.permits.recv().is_err() || self.chunks.send(chunk).is_err();
    }

    /// Returns whether no more responses are wanted, because the output cannot be written.
    pub(super) const fn is_over(&self) -> bool {
        self.is_over
    }
}

/// Grades the responses that `read` pushes, on `cores` cores, and passes each result to `report` in
/// the order of the responses. If `report` fails, the function returns the error, and `read` can
/// see from [`Feed::is_over`] that no more responses are wanted.
pub(super) fn grade_in_parallel<E: Send>(
    cores: usize,
    custom: &[Item],
    read: impl FnOnce(&mut Feed) + Send,
    mut report: impl FnMut(GradedResult) -> std::result::Result<(), E>,
) -> std::result::Result<(), E> {
    let cores = cores.max(1);
    let (chunks, waiting) = sync_channel::<Chunk>(cores * CHUNKS);
    let waiting = Arc::new(Mutex::new(waiting));
    let (permit, permits) = channel::<()>();
    for _ in 0..cores * CHUNKS {
        let _ = permit.send(());
    }
    let (finished, done) = channel::<Done>();
    thread::scope(move |scope| {
        for _ in 0..cores {
            let (waiting, finished) = (Arc::clone(&waiting), finished.clone());
            scope.spawn(move || work(custom, &waiting, &finished));
        }
        drop((finished, waiting));
        scope.spawn(move || {
            let mut feed = Feed { waiting: Vec::new(), number: 0, chunks, permits, is_over: false };
            read(&mut feed);
            if !feed.waiting.is_empty() {
                feed.flush();
            }
        });
        let mut early: BTreeMap<u64, Vec<GradedResult>> = BTreeMap::new();
        let mut next = 0;
        for (number, results) in done {
            early.insert(number, results);
            while let Some(results) = early.remove(&next) {
                next += 1;
                for result in results {
                    report(result)?;
                }
                let _ = permit.send(());
            }
        }
        Ok(())
    })
}

fn work(custom: &[Item], waiting: &Mutex<Receiver<Chunk>>, finished: &Sender<Done>) {
    let mut grader = BatchGrader::of_visible_text();
    for item in custom {
        grader.add_custom(item.clone());
    }
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, chunk)) = next else { return };
        let results = chunk.into_iter().map(|response| {
            let id = response.id.clone();
            grader.grade(response).map_err(|why| (id, why))
        });
        let results = results.collect();
        if finished.send((number, results)).is_err() {
            return;
        }
    }
}
