//! Two sets of graded responses, compared question by question.

mod estimates;
mod report;
mod rows;

use std::collections::BTreeMap;

use stepfall_procedure::{Condition, Spec};
use stepfall_protocol::comparison::{PairKind, Side};
use stepfall_stats::{ItemPair, Share};
use stepfall_text::Outcome;

pub use self::report::ComparisonReport;
pub use self::rows::{pair_line, pair_row, pairs_head};
use crate::id::{ItemId, QuestionId};

/// Counts of one side's replies to one question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReplyCounts {
    /// Correct replies.
    pub correct: u32,
    /// Correct and incorrect replies.
    pub scored: u32,
    /// All replies, including those that are unparsed, unclear, truncated or refused. A failed call
    /// has no reply.
    pub replies: u32,
}

/// The choice of the replies that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ScoreBasis {
    /// Only replies that are correct or incorrect.
    Scored,
    /// All replies. Those that could not be scored count as incorrect.
    Replies,
}

impl ReplyCounts {
    /// Returns the share of correct replies; `None` without a reply that counts.
    fn share(self, counting: ScoreBasis) -> Option<Share> {
        let trials = match counting {
            ScoreBasis::Scored => self.scored,
            ScoreBasis::Replies => self.replies,
        };
        Share::new(self.correct, trials).ok().filter(|_| trials > 0)
    }
}

/// The properties that all questions of one table row share.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    /// The slug of the condition.
    pub condition: String,
    /// The maximum look-back.
    pub look_back: u8,
    /// The number of steps.
    pub steps: u16,
}

/// A question with the replies of both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparedQuestion {
    /// The id of the question, with sample 0.
    pub id: String,
    /// The group that the question belongs to.
    pub group: Group,
    /// The replies of the first side; `None` if it has no response to this question.
    pub first: Option<ReplyCounts>,
    /// The replies of the second side; `None` if it has no response to this question.
    pub second: Option<ReplyCounts>,
    /// A number that questions with the same spec and condition share.
    stratum: u32,
    /// The number of the item. An item has the same number under all conditions.
    item: u64,
}

impl ComparedQuestion {
    /// Returns which side answered the question better, or the reason why they cannot be compared.
    pub fn kind(&self) -> PairKind {
        let (first, second) = match (self.first, self.second) {
            (Some(first), Some(second)) => (first, second),
            (Some(_), None) => return PairKind::InFirst,
            _ => return PairKind::InSecond,
        };
        if first.scored == 0 || second.scored == 0 {
            return PairKind::Unscored;
        }
        // Shares are compared as fractions, without rounding.
        let part = |side: ReplyCounts, other: ReplyCounts| {
            u64::from(side.correct) * u64::from(other.scored)
        };
        match part(first, second).cmp(&part(second, first)) {
            std::cmp::Ordering::Greater => PairKind::OnlyFirst,
            std::cmp::Ordering::Less => PairKind::OnlySecond,
            std::cmp::Ordering::Equal if first.correct == first.scored => PairKind::Both,
            std::cmp::Ordering::Equal => PairKind::Neither,
        }
    }

    /// Returns the shares of both sides; `None` if a side has no reply that counts.
    fn pair(&self, counting: ScoreBasis) -> Option<ItemPair> {
        let first = self.first?.share(counting)?;
        let second = self.second?.share(counting)?;
        Some(ItemPair { stratum: self.stratum, item: self.item, first, second })
    }
}

/// Two sets of graded responses to the same questions.
#[derive(Debug, Clone, Default)]
pub struct BatchComparison {
    questions: BTreeMap<(Group, String), ComparedQuestion>,
    strata: BTreeMap<(Group, String), u32>,
    items: BTreeMap<String, u64>,
}

impl BatchComparison {
    /// Adds the outcome of a response to a side. The caller leaves out duplicates.
    pub fn add(&mut self, side: Side, question: QuestionId, spec: &Spec, outcome: Outcome) {
        let QuestionId { item, condition, .. } = question;
        let group = Group {
            condition: condition.slug(),
            look_back: spec.look_back.reach(),
            steps: spec.steps,
        };
        let key = (group, QuestionId { sample: 0, ..question }.to_string());
        if !self.questions.contains_key(&key) {
            let question = self.question(&key, item, condition, spec);
            self.questions.insert(key.clone(), question);
        }
        let Some(question) = self.questions.get_mut(&key) else { return };
        let attempts = match side {
            Side::First => &mut question.first,
            Side::Second => &mut question.second,
        };
        let attempts = attempts.get_or_insert_default();
        let counts = |outcomes: &[Outcome]| u32::from(outcomes.contains(&outcome));
        attempts.correct += counts(&[Outcome::Correct]);
        attempts.scored += counts(&[Outcome::Correct, Outcome::Incorrect]);
        attempts.replies += u32::from(outcome != Outcome::Errored);
    }

    /// Creates a question without replies.
    fn question(
        &mut self,
        (group, id): &(Group, String),
        item: ItemId,
        condition: Condition,
        spec: &Spec,
    ) -> ComparedQuestion {
        // With a nested spec, the items of one seed and index are beginnings of the longest of
        // them, so all lengths count as one item.
        let spec = if spec.nested { Spec { steps: 1, ..*spec } } else { *spec };
        let (family, name) = match item {
            ItemId::Drawn { seed, index, .. } => {
                (format!("{spec:?}"), format!("{spec:?} {} {index}", seed.number()))
            }
            ItemId::Custom(hash) => ("custom".to_owned(), format!("custom {hash}")),
        };
        let strata = self.strata.len();
        let stratum = self.strata.entry((group.clone(), format!("{family} {condition}")));
        let stratum = *stratum.or_insert(u32::try_from(strata).unwrap_or(u32::MAX));
        let items = self.items.len() as u64;
        let item = *self.items.entry(name).or_insert(items);
        let (group, id) = (group.clone(), id.clone());
        ComparedQuestion { id, group, first: None, second: None, stratum, item }
    }

    /// Returns all questions, by group.
    pub fn questions(&self) -> impl Iterator<Item = &ComparedQuestion> {
        self.questions.values()
    }

    /// Returns the shares of both sides, for all questions to which both have a reply that counts.
    fn pairs(&self, counting: ScoreBasis) -> Vec<ItemPair> {
        self.questions().filter_map(|question| question.pair(counting)).collect()
    }
}
