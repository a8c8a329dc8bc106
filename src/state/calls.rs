//! Which call of the engine is carried out, and which waits.

use std::mem::discriminant;
use std::sync::Arc;

use super::asked::Asked;
use super::report::Report;

/// What the engine is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Call {
    /// Grades a transcript of the item of a link.
    Grade { link: String, transcript: String, cut: bool },
    /// Lets an executor carry the item of a link out, with a rate in ten-thousandths or once.
    Simulate { link: String, executor: &'static str, form: &'static str, rate: u32, run: u32 },
    /// Makes what is handed on beside an address.
    Share { link: String, transcript: String, cut: bool, address: String, simulated: bool },
    /// Works out the shares of faults that show.
    Shares(Asked),
    /// Tells how a model is asked.
    Protocol(Asked),
    /// Fetches an example by its place.
    Example(u32),
}

impl Call {
    /// Whether it is given up while it is carried out, so that another does not wait: it may take long, and the other makes it useless, or it is
    /// easily asked again.
    pub(crate) fn yields_to(&self, other: &Self) -> bool {
        let replaced = discriminant(self) == discriminant(other);
        self.is_slow() && (replaced || matches!(self, Self::Shares(_)))
    }

    /// Whether it may keep the engine busy for so long that one notices.
    pub(crate) const fn is_slow(&self) -> bool {
        /// The shortest transcript that is slow, in bytes.
        const SLOW: usize = 1 << 20;
        match self {
            Self::Grade { transcript, .. } | Self::Share { transcript, .. } => {
                transcript.len() >= SLOW
            }
            Self::Shares(_) => true,
            Self::Simulate { .. } | Self::Protocol(_) | Self::Example(_) => false,
        }
    }
}

/// What is known about the transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// There is nothing to judge.
    None,
    /// The engine is at it.
    Waiting,
    Judged(Arc<Report>),
    /// There is no verdict, because of this.
    Failed(String),
}

/// Calls, of which one is carried out at a time. Of several of a kind only the newest waits.
#[derive(Debug)]
pub(crate) struct Calls<C> {
    last: u32,
    running: Option<(u32, C)>,
    waiting: Vec<C>,
}

impl<C> Default for Calls<C> {
    fn default() -> Self {
        Self { last: 0, running: None, waiting: Vec::new() }
    }
}

impl<C> Calls<C> {
    /// Takes a call up, in the place of one of its kind that waits.
    pub(crate) fn ask(&mut self, call: C) {
        self.forget(&call);
        self.waiting.push(call);
    }

    /// Drops what waits of the kind of a call.
    pub(crate) fn forget(&mut self, like: &C) {
        self.waiting.retain(|waiting| discriminant(waiting) != discriminant(like));
    }

    /// What is carried out now.
    pub(crate) fn running(&self) -> Option<&C> {
        self.running.as_ref().map(|(_, call)| call)
    }

    /// The next call to be carried out, with its number; nothing while another one is.
    pub(crate) fn next(&mut self) -> Option<(u32, &C)> {
        if self.running.is_some() || self.waiting.is_empty() {
            return None;
        }
        self.last = self.last.wrapping_add(1).max(1);
        let call = self.waiting.remove(0);
        let (id, call) = self.running.insert((self.last, call));
        Some((*id, call))
    }

    /// The call with this number, which is done; nothing where it was given up.
    pub(crate) fn done(&mut self, id: u32) -> Option<C> {
        self.running.take_if(|(running, _)| *running == id).map(|(_, call)| call)
    }

    /// Gives up what is carried out.
    pub(crate) fn give_up(&mut self) -> Option<C> {
        self.running.take().map(|(_, call)| call)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Clone)]
    enum Call {
        Grade(u8),
        Share,
    }

    #[test]
    fn one_at_a_time_and_the_newest_of_a_kind() {
        let mut calls = Calls::default();
        calls.ask(Call::Grade(1));
        assert_eq!(calls.next(), Some((1, &Call::Grade(1))));
        for number in 2..5 {
            calls.ask(Call::Grade(number));
        }
        calls.ask(Call::Share);
        assert_eq!(calls.next(), None);
        assert_eq!(calls.done(9), None);
        assert_eq!(calls.done(1), Some(Call::Grade(1)));
        assert_eq!(calls.next(), Some((2, &Call::Grade(4))));
        assert_eq!(calls.done(2), Some(Call::Grade(4)));
        assert_eq!(calls.next(), Some((3, &Call::Share)));
        assert_eq!(calls.done(3), Some(Call::Share));
        assert_eq!(calls.next(), None);
    }

    #[test]
    fn a_long_text_makes_way_for_a_newer_one_and_for_nothing_else() {
        let grade = |length| super::Call::Grade {
            link: String::new(),
            transcript: "x".repeat(length),
            cut: false,
        };
        let share = super::Call::Example(0);
        assert!(grade(2 << 20).yields_to(&grade(1)));
        assert!(!grade(2 << 20).yields_to(&share), "its verdict is still wanted");
        assert!(!grade(1_000).yields_to(&grade(1)));
        let asked = Asked::of(&stepfall_link::parse("").link);
        assert!(super::Call::Shares(asked).yields_to(&grade(1)));
    }

    #[test]
    fn what_was_given_up_is_never_done() {
        let mut calls = Calls::default();
        calls.ask(Call::Grade(1));
        calls.next();
        assert_eq!(calls.give_up(), Some(Call::Grade(1)));
        assert_eq!(calls.done(1), None);
        assert_eq!(calls.running(), None);
    }
}
