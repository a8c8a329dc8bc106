//! Sums of tokens, time and cost over attempts.

use crate::row::Row;

/// A sum over the attempts that reported a number, and the count of these attempts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Total {
    pub(crate) sum: u64,
    pub(crate) of: u32,
}

/// The totals of several attempts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) tokens_in: Total,
    pub(crate) tokens_out: Total,
    pub(crate) reasoning: Total,
    pub(crate) millis: Total,
    pub(crate) cost_micros: Total,
    pub(crate) replies: Total,
}

impl Totals {
    /// Adds one attempt.
    pub(crate) fn add(&mut self, row: &Row) {
        let spent = row.spent;
        self.tokens_in.add(spent.tokens_in.map(u64::from));
        self.tokens_out.add(spent.tokens_out.map(u64::from));
        self.reasoning.add(spent.reasoning.map(u64::from));
        self.millis.add(spent.millis.map(u64::from));
        self.cost_micros.add(spent.cost_micros);
        self.replies.add(Some(u64::from(row.replies)));
    }

    /// Adds the totals of other attempts.
    pub(crate) fn join(&mut self, other: &Self) {
        for (total, other) in [
            (&mut self.tokens_in, other.tokens_in),
            (&mut self.tokens_out, other.tokens_out),
            (&mut self.reasoning, other.reasoning),
            (&mut self.millis, other.millis),
            (&mut self.cost_micros, other.cost_micros),
            (&mut self.replies, other.replies),
        ] {
            total.sum = total.sum.saturating_add(other.sum);
            total.of += other.of;
        }
    }
}

impl Total {
    /// Returns the mean of the attempts that reported a number; `None` without any.
    #[expect(clippy::cast_precision_loss, reason = "sums of counts")]
    pub(crate) fn mean(self) -> Option<f64> {
        (self.of > 0).then(|| self.sum as f64 / f64::from(self.of))
    }

    fn add(&mut self, value: Option<u64>) {
        if let Some(value) = value {
            self.sum = self.sum.saturating_add(value);
            self.of += 1;
        }
    }
}
