//! Two sets of graded responses, compared item by item.

use std::collections::BTreeMap;

use stepfall_procedure::{Condition, Spec};
use stepfall_stats::{
    Confidence, Estimate, ItemMean, ItemPair, ItemShare, Items, Pairs, Resampling, Share, Weighted,
    accuracy, all_of, any_of, bootstrap_mean, holm, paired_difference, sign_flip,
    sign_flip_of_means,
};
use stepfall_text::Outcome;

use crate::grade::Graded;
use crate::id::{ItemId, QuestionId};

/// The seed of drawn sign patterns and resamples. Equal files give equal figures.
const SEED: u64 = 0;

/// One of the two sides of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The first set of responses.
    First,
    /// The second set of responses.
    Second,
}

/// The replies of one side to one question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Attempts {
    /// Correct replies.
    pub correct: u32,
    /// Correct and incorrect replies.
    pub scored: u32,
    /// All replies, including those that are unparsed, unclear, truncated or refused. A failed call
    /// has no reply.
    pub replies: u32,
}

/// The replies that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counting {
    /// Only replies that are correct or incorrect.
    Scored,
    /// All replies. Those that could not be scored count as incorrect.
    Replies,
}

impl Attempts {
    /// Returns the share of correct replies; `None` without a reply that counts.
    fn share(self, counting: Counting) -> Option<Share> {
        let trials = match counting {
            Counting::Scored => self.scored,
            Counting::Replies => self.replies,
        };
        Share::new(self.correct, trials).ok().filter(|_| trials > 0)
    }
}

/// The key of the questions that one row of a table is about.
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
    /// The id of the question, of sample 0.
    pub id: String,
    /// The group that the question belongs to.
    pub group: Group,
    /// The replies of the first side; `None` if it has no response to this question.
    pub first: Option<Attempts>,
    /// The replies of the second side; `None` if it has no response to this question.
    pub second: Option<Attempts>,
    /// The number of the spec and condition.
    stratum: u32,
    /// The number of the item. An item has the same number under all conditions.
    item: u64,
}

/// Two sets of graded responses to the same questions.
#[derive(Debug, Clone, Default)]
pub struct BatchComparison {
    questions: BTreeMap<(Group, String), ComparedQuestion>,
    strata: BTreeMap<(Group, String), u32>,
    items: BTreeMap<String, u64>,
}

/// The result for a set of questions.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// The number of questions to which both sides have a reply that counts.
    pub questions: usize,
    /// The share of correct replies of the first side.
    pub first: Estimate,
    /// The share of correct replies of the second side.
    pub second: Estimate,
    /// The first share minus the second.
    pub difference: Estimate,
    /// The questions that both sides, one side or no side answers correctly. A side with several
    /// replies counts as correct if its share is the larger one; equal shares count as `both` if
    /// all replies are correct, and else as `neither`.
    pub pairs: Pairs,
    /// Whether each side has one reply to each item, so that the test is McNemar's mid-p test.
    /// Otherwise it is the sign-flip test by item.
    pub is_single: bool,
    /// The two-sided p-value of that test.
    pub p: f64,
    /// Estimates over several samples. Empty if some question has only one reply of a side.
    pub passes: Vec<Passes>,
}

/// Estimates over `k` samples of each item.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Passes {
    /// The number of samples.
    pub k: u32,
    /// At least one of `k` samples is correct (pass@k).
    pub any: PassDifference,
    /// All of `k` samples are correct (pass^k).
    pub all: PassDifference,
}

/// A mean over items for both sides, and its difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PassDifference {
    /// The mean of the first side.
    pub first: f64,
    /// The mean of the second side.
    pub second: f64,
    /// The first mean minus the second, with a percentile interval over resampled items.
    pub difference: Estimate,
    /// The two-sided p-value of the sign-flip test by item.
    pub p: f64,
}

impl BatchComparison {
    /// Adds a graded response to a side. The caller leaves out duplicates.
    pub fn add(&mut self, side: Side, graded: &Graded) {
        let QuestionId { item, condition, .. } = graded.question;
        let group = Group {
            condition: condition.slug(),
            look_back: graded.item.spec.look_back.reach(),
            steps: graded.item.spec.steps,
        };
        let id = QuestionId { item, condition, sample: 0 }.to_string();
        let key = (group, id);
        if !self.questions.contains_key(&key) {
            let question = self.question(&key, item, condition, &graded.item.spec);
            self.questions.insert(key.clone(), question);
        }
        let Some(question) = self.questions.get_mut(&key) else { return };
        let attempts = match side {
            Side::First => &mut question.first,
            Side::Second => &mut question.second,
        };
        let attempts = attempts.get_or_insert_default();
        let counts = |outcomes: &[Outcome]| u32::from(outcomes.contains(&graded.outcome));
        attempts.correct += counts(&[Outcome::Correct]);
        attempts.scored += counts(&[Outcome::Correct, Outcome::Wrong]);
        attempts.replies += u32::from(graded.outcome != Outcome::Errored);
    }

    /// Creates a question without replies.
    fn question(
        &mut self,
        (group, id): &(Group, String),
        item: ItemId,
        condition: Condition,
        spec: &Spec,
    ) -> ComparedQuestion {
        // Items of a nested spec begin like the longer items with the same seed and index.
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

    /// Compares all questions to which both sides have a reply that counts. Returns `None` if there
    /// are none.
    pub fn compared(&self, counting: Counting) -> Option<Compared> {
        let questions: Vec<&ComparedQuestion> = self.questions().collect();
        compared(&questions, counting)
    }

    /// Compares the questions of each group. The second member is the p-value after Holm's
    /// adjustment for all groups.
    pub fn groups(&self, counting: Counting) -> Vec<(Group, Compared, f64)> {
        let mut groups: BTreeMap<&Group, Vec<&ComparedQuestion>> = BTreeMap::new();
        for question in self.questions() {
            groups.entry(&question.group).or_default().push(question);
        }
        let all: Vec<(Group, Compared)> = groups
            .into_iter()
            .filter_map(|(group, questions)| Some((group.clone(), compared(&questions, counting)?)))
            .collect();
        let raw: Vec<f64> = all.iter().map(|(_, one)| one.p).collect();
        let adjusted = holm(&raw).unwrap_or_default();
        all.into_iter().zip(adjusted).map(|((group, one), p)| (group, one, p)).collect()
    }
}

/// Compares questions.
fn compared(questions: &[&ComparedQuestion], counting: Counting) -> Option<Compared> {
    let pairs: Vec<ItemPair> = questions
        .iter()
        .filter_map(|question| {
            let first = question.first?.share(counting)?;
            let second = question.second?.share(counting)?;
            Some(ItemPair { stratum: question.stratum, item: question.item, first, second })
        })
        .collect();
    let mut items: Vec<u64> = pairs.iter().map(|pair| pair.item).collect();
    items.sort_unstable();
    items.dedup();
    // Conditions, and the lengths of nested items, share items.
    let has_own_items = items.len() == pairs.len();
    let items = if has_own_items { Items::Independent } else { Items::Shared };
    let side = |share: fn(&ItemPair) -> Share| {
        let of = |pair: &ItemPair| ItemShare {
            stratum: pair.stratum,
            item: pair.item,
            share: share(pair),
        };
        accuracy(&pairs.iter().map(of).collect::<Vec<_>>(), items, Confidence::USUAL).ok()
    };
    let is_single = has_own_items
        && pairs.iter().all(|pair| pair.first.trials() == 1 && pair.second.trials() == 1);
    Some(Compared {
        questions: pairs.len(),
        first: side(|pair| pair.first)?,
        second: side(|pair| pair.second)?,
        difference: paired_difference(&pairs, items, Confidence::USUAL).ok()?,
        pairs: counted(&pairs),
        is_single,
        p: sign_flip(&pairs, items, SEED).ok()?,
        passes: passes(&pairs, items),
    })
}

/// Counts the questions by the side that answers them better.
fn counted(pairs: &[ItemPair]) -> Pairs {
    let mut counts = Pairs::default();
    for ItemPair { first, second, .. } in pairs {
        // Shares are compared as fractions, without rounding.
        let parts = |one: &Share, other: &Share| u64::from(one.hits()) * u64::from(other.trials());
        let count = match parts(first, second).cmp(&parts(second, first)) {
            std::cmp::Ordering::Greater => &mut counts.only_first,
            std::cmp::Ordering::Less => &mut counts.only_second,
            std::cmp::Ordering::Equal if first.hits() == first.trials() => &mut counts.both,
            std::cmp::Ordering::Equal => &mut counts.neither,
        };
        *count += 1;
    }
    counts
}

/// Returns the estimates for 2, 4, 8, … samples, and for the smallest number of samples of any
/// question.
fn passes(pairs: &[ItemPair], items: Items) -> Vec<Passes> {
    let trials = pairs.iter().flat_map(|pair| [pair.first.trials(), pair.second.trials()]);
    let most = trials.min().unwrap_or(0);
    let mut numbers: Vec<u32> =
        std::iter::successors(Some(2u32), |k| k.checked_mul(2)).take_while(|k| *k < most).collect();
    if most > 1 {
        numbers.push(most);
    }
    let estimates = |k| {
        let any = pass_difference(pairs, items, |share| any_of(share, k))?;
        let all = pass_difference(pairs, items, |share| all_of(share, k))?;
        Some(Passes { k, any, all })
    };
    numbers.into_iter().filter_map(estimates).collect()
}

/// Returns the means of an estimate over all questions, and their difference.
fn pass_difference(
    pairs: &[ItemPair],
    items: Items,
    estimate: impl Fn(Share) -> Option<f64>,
) -> Option<PassDifference> {
    let (mut first, mut second) = (0.0, 0.0);
    let mut differences = Vec::new();
    let mut clusters: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
    for pair in pairs {
        let (one, other) = (estimate(pair.first)?, estimate(pair.second)?);
        first += one;
        second += other;
        let attempts = pair.first.trials().min(pair.second.trials());
        let mean = one - other;
        differences.push(ItemMean { stratum: pair.stratum, item: pair.item, mean, attempts });
        let cluster = clusters.entry(pair.item).or_default();
        *cluster = (cluster.0 + mean, cluster.1 + 1.0);
    }
    let weighted: Vec<Weighted> = clusters
        .into_values()
        .map(|(total, weight)| Weighted::new(total, weight).ok())
        .collect::<Option<_>>()?;
    let difference = bootstrap_mean(&weighted, Confidence::USUAL, Resampling::seeded(SEED)).ok()?;
    let p = sign_flip_of_means(&differences, items, SEED).ok()?;
    let of = f64::from(u32::try_from(pairs.len()).ok()?);
    Some(PassDifference { first: first / of, second: second / of, difference, p })
}
