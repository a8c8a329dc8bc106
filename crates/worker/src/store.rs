//! The store of runs and answers. A run has a name, a header, and lines of JSON by number. A line
//! is an attempt, or has a higher number and is an entry of the run's ledger of requests. An answer
//! of Play has a number, a header and a transcript.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

/// The maximum number of stored answers of Play; the newest are kept.
pub const MAX_ANSWERS: usize = 200;

/// The reason why data could not be stored or read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreError {
    /// There is no room left.
    Full,
    /// The browser closed the store.
    Closed,
    /// Any other error, in the browser's words.
    Other(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full => "there is no space left",
            Self::Closed => "the browser closed it",
            // The surrounding message ends the sentence.
            Self::Other(words) => words.trim_end().trim_end_matches('.'),
        })
    }
}

impl std::error::Error for StoreError {}

impl From<&StoreError> for stepfall_sweep::StoreError {
    fn from(error: &StoreError) -> Self {
        match error {
            StoreError::Full => Self::Full,
            StoreError::Closed => Self::Other("the browser closed its storage".to_owned()),
            StoreError::Other(_) => Self::Other(error.to_string()),
        }
    }
}

/// Some lines of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The lines, in the order of their numbers; at least one.
    pub lines: Vec<String>,
    /// The number after the last line's number.
    pub next: u64,
}

/// A store of runs and answers. Each write is atomic, and complete when its future is done.
#[expect(
    async_fn_in_trait,
    reason = "a worker has one thread, and each store is known by its type"
)]
#[allow(
    clippy::missing_errors_doc,
    reason = "each method returns the browser's error as a StoreError"
)]
pub trait Store {
    /// Returns whether the store outlives the tab.
    fn is_persistent(&self) -> bool;
    /// Stores lines of a run under their numbers, in one write.
    async fn store_lines(&self, run: &str, lines: &[(u64, String)]) -> Result<(), StoreError>;
    /// Stores the header of a run.
    async fn store_header(&self, run: &str, header: &str) -> Result<(), StoreError>;
    /// Returns the header of a run; `None` if there is no such run.
    async fn header(&self, run: &str) -> Result<Option<String>, StoreError>;
    /// Returns the names and headers of all runs.
    async fn runs(&self) -> Result<Vec<(String, String)>, StoreError>;
    /// Returns up to `most` lines of a run from a number on; `None` if there are no more.
    async fn lines(&self, run: &str, from: u64, most: u32) -> Result<Option<Piece>, StoreError>;
    /// Removes a run with all its lines.
    async fn remove(&self, run: &str) -> Result<(), StoreError>;
    /// Stores an answer of Play under the next number, and removes all but the newest
    /// [`MAX_ANSWERS`].
    async fn store_answer(&self, header: &str, transcript: &str) -> Result<(), StoreError>;
    /// Returns the numbers and headers of all answers, the oldest first.
    async fn answers(&self) -> Result<Vec<(u32, String)>, StoreError>;
    /// Returns the header and the transcript of an answer; `None` if there is no such answer.
    async fn answer(&self, number: u32) -> Result<Option<(String, String)>, StoreError>;
    /// Removes the answer with this number.
    async fn remove_answer(&self, number: u32) -> Result<(), StoreError>;
}

#[derive(Debug, Default)]
struct Memory {
    runs: BTreeMap<String, (String, BTreeMap<u64, String>)>,
    answers: BTreeMap<u32, (String, String)>,
    last: u32,
}

/// A store in memory, which does not outlive the tab. A run needs a header before its lines.
#[derive(Debug, Default)]
pub struct MemoryStore(RefCell<Memory>);

impl Store for MemoryStore {
    fn is_persistent(&self) -> bool {
        false
    }

    async fn store_lines(&self, run: &str, lines: &[(u64, String)]) -> Result<(), StoreError> {
        let mut memory = self.0.borrow_mut();
        let deleted = || StoreError::Other("the run was deleted".to_owned());
        let (_, stored) = memory.runs.get_mut(run).ok_or_else(deleted)?;
        stored.extend(lines.iter().cloned());
        Ok(())
    }

    async fn store_header(&self, run: &str, header: &str) -> Result<(), StoreError> {
        header.clone_into(&mut self.0.borrow_mut().runs.entry(run.to_owned()).or_default().0);
        Ok(())
    }

    async fn header(&self, run: &str) -> Result<Option<String>, StoreError> {
        Ok(self.0.borrow().runs.get(run).map(|(header, _)| header.clone()))
    }

    async fn runs(&self) -> Result<Vec<(String, String)>, StoreError> {
        let memory = self.0.borrow();
        Ok(memory.runs.iter().map(|(run, (header, _))| (run.clone(), header.clone())).collect())
    }

    async fn lines(&self, run: &str, from: u64, most: u32) -> Result<Option<Piece>, StoreError> {
        let memory = self.0.borrow();
        let Some((_, stored)) = memory.runs.get(run) else { return Ok(None) };
        let mut piece = Piece { lines: Vec::new(), next: from };
        for (number, line) in stored.range(from..).take(most as usize) {
            piece.lines.push(line.clone());
            piece.next = number + 1;
        }
        Ok((!piece.lines.is_empty()).then_some(piece))
    }

    async fn remove(&self, run: &str) -> Result<(), StoreError> {
        self.0.borrow_mut().runs.remove(run);
        Ok(())
    }

    async fn store_answer(&self, header: &str, transcript: &str) -> Result<(), StoreError> {
        let mut memory = self.0.borrow_mut();
        memory.last += 1;
        let number = memory.last;
        memory.answers.insert(number, (header.to_owned(), transcript.to_owned()));
        while memory.answers.len() > MAX_ANSWERS {
            memory.answers.pop_first();
        }
        Ok(())
    }

    async fn answers(&self) -> Result<Vec<(u32, String)>, StoreError> {
        let memory = self.0.borrow();
        Ok(memory.answers.iter().map(|(number, (header, _))| (*number, header.clone())).collect())
    }

    async fn answer(&self, number: u32) -> Result<Option<(String, String)>, StoreError> {
        Ok(self.0.borrow().answers.get(&number).cloned())
    }

    async fn remove_answer(&self, number: u32) -> Result<(), StoreError> {
        self.0.borrow_mut().answers.remove(&number);
        Ok(())
    }
}

/// A store in memory that also reads the runs of another store, which it never changes. A run in
/// memory hides one of the same name.
#[derive(Debug, Default)]
pub struct ReadOnlyStore<S> {
    memory: MemoryStore,
    /// The other store; `None` if there is none.
    kept: Option<S>,
}

impl<S: Store> ReadOnlyStore<S> {
    /// Creates a store that has no runs in memory, and reads those of another store if there is
    /// one.
    pub fn new(kept: Option<S>) -> Self {
        Self { memory: MemoryStore::default(), kept }
    }
}

impl<S: Store> Store for ReadOnlyStore<S> {
    fn is_persistent(&self) -> bool {
        false
    }

    async fn store_lines(&self, run: &str, lines: &[(u64, String)]) -> Result<(), StoreError> {
        self.memory.store_lines(run, lines).await
    }

    async fn store_header(&self, run: &str, header: &str) -> Result<(), StoreError> {
        self.memory.store_header(run, header).await
    }

    async fn header(&self, run: &str) -> Result<Option<String>, StoreError> {
        match (self.memory.header(run).await?, &self.kept) {
            // An unreadable run counts as absent, since the runs in memory do not need the other
            // store.
            (None, Some(kept)) => Ok(kept.header(run).await.unwrap_or_default()),
            (header, _) => Ok(header),
        }
    }

    /// Returns the runs of the other store. Runs in memory are not listed.
    async fn runs(&self) -> Result<Vec<(String, String)>, StoreError> {
        match &self.kept {
            Some(kept) => Ok(kept.runs().await.unwrap_or_default()),
            None => Ok(Vec::new()),
        }
    }

    async fn lines(&self, run: &str, from: u64, most: u32) -> Result<Option<Piece>, StoreError> {
        match (self.memory.header(run).await?, &self.kept) {
            (None, Some(kept)) => Ok(kept.lines(run, from, most).await.unwrap_or_default()),
            _ => self.memory.lines(run, from, most).await,
        }
    }

    async fn remove(&self, run: &str) -> Result<(), StoreError> {
        self.memory.remove(run).await
    }

    async fn store_answer(&self, header: &str, transcript: &str) -> Result<(), StoreError> {
        self.memory.store_answer(header, transcript).await
    }

    async fn answers(&self) -> Result<Vec<(u32, String)>, StoreError> {
        self.memory.answers().await
    }

    async fn answer(&self, number: u32) -> Result<Option<(String, String)>, StoreError> {
        self.memory.answer(number).await
    }

    async fn remove_answer(&self, number: u32) -> Result<(), StoreError> {
        self.memory.remove_answer(number).await
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    /// Returns the result of a future that never waits, because it only uses memory.
    fn now<T>(future: impl Future<Output = T>) -> T {
        match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(ready) => ready,
            Poll::Pending => panic!("a memory store never waits"),
        }
    }

    #[test]
    fn lines_are_returned_in_order_and_in_pieces() {
        let store = MemoryStore::default();
        let line = |number: u64| (number, number.to_string());
        assert!(now(store.store_lines("a", &[line(1)])).is_err(), "a run begins with its header");
        now(store.store_header("a", "{}")).unwrap();
        now(store.store_lines("a", &[line(9), line(2)])).unwrap();
        now(store.store_lines("a", &[line(5), (2, "new".to_owned())])).unwrap();
        let first = now(store.lines("a", 0, 2)).unwrap().unwrap();
        assert_eq!(first, Piece { lines: vec!["new".to_owned(), "5".to_owned()], next: 6 });
        let second = now(store.lines("a", first.next, 2)).unwrap().unwrap();
        assert_eq!(second, Piece { lines: vec!["9".to_owned()], next: 10 });
        assert_eq!(now(store.lines("a", second.next, 2)), Ok(None));
        now(store.store_header("a", "{1}")).unwrap();
        assert_eq!(now(store.runs()).unwrap(), [("a".to_owned(), "{1}".to_owned())]);
        assert!(now(store.lines("a", 0, 1)).unwrap().is_some(), "a new header keeps the lines");
        now(store.remove("a")).unwrap();
        assert_eq!(now(store.header("a")), Ok(None));
        assert_eq!(now(store.lines("a", 0, 2)), Ok(None));
    }

    #[test]
    fn only_the_newest_answers_are_stored() {
        let store = MemoryStore::default();
        for number in 1..=203 {
            now(store.store_answer(&format!("{{{number}}}"), "t")).unwrap();
        }
        let answers = now(store.answers()).unwrap();
        assert_eq!((answers.len(), answers[0].0, answers[199].0), (MAX_ANSWERS, 4, 203));
        assert_eq!(now(store.answer(3)), Ok(None));
        assert_eq!(now(store.answer(4)).unwrap().unwrap(), ("{4}".to_owned(), "t".to_owned()));
        now(store.remove_answer(4)).unwrap();
        now(store.store_answer("{}", "t")).unwrap();
        assert_eq!(now(store.answers()).unwrap()[199].0, 204, "a number is used once");
    }

    #[test]
    fn runs_of_another_store_are_read_and_never_changed() {
        let line = |number: u64| (number, number.to_string());
        let kept = MemoryStore::default();
        now(kept.store_header("own", "{}")).unwrap();
        now(kept.store_lines("own", &[line(3), line(5)])).unwrap();
        let store = ReadOnlyStore::new(Some(kept));
        now(store.store_header("recorded", "{1}")).unwrap();
        now(store.store_lines("recorded", &[line(1)])).unwrap();
        let read = |run| now(store.lines(run, 0, 9)).unwrap().map(|piece| piece.lines);
        assert_eq!(read("own"), Some(vec!["3".to_owned(), "5".to_owned()]));
        assert_eq!(read("recorded"), Some(vec!["1".to_owned()]));
        assert_eq!(now(store.header("recorded")), Ok(Some("{1}".to_owned())));
        assert_eq!(now(store.runs()).unwrap(), [("own".to_owned(), "{}".to_owned())]);
        assert!(now(store.store_lines("own", &[line(7)])).is_err());
        now(store.remove("own")).unwrap();
        assert_eq!(now(store.header("own")), Ok(Some("{}".to_owned())));
        assert_eq!(now(ReadOnlyStore::<MemoryStore>::new(None).runs()), Ok(Vec::new()));
    }
}
