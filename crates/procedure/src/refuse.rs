//! Refusals of specs: the reason, and the nearest spec that works.

use std::fmt;

use crate::grid::RejectReason;
use crate::op::Op;
use crate::spec::Spec;
use crate::valid::InvalidSpec;

/// The reason why a spec is refused. A candidate is a possible next value of a procedure that is
/// being drawn.
///
/// If a search fails, the rule that rejected the most candidates at dead ends is the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalReason {
    /// The spec is invalid by itself.
    Invalid(InvalidSpec),
    /// A candidate exceeds the bound.
    Bound,
    /// A candidate is 0 or ±1.
    ZeroOrOne,
    /// A candidate is equal or opposite to one of the last k values, where k is the look-back.
    Repeats,
    /// A division leaves a remainder.
    Uneven,
    /// With a candidate, all values within reach would be multiples of one prime of 11 or more.
    CommonPrime,
    /// No usable earlier value is within the look-back.
    Reach,
    /// A value would have more digits than the budget allows.
    TooLong,
    /// Procedures are so rare that looking for one takes too long.
    Effort,
    /// The spec has procedures, but none was found for this seed and index.
    NoItem,
    /// An operation has less than half of the share that its weight asks for.
    Mix {
        /// The operation that is too rare.
        op: Op,
        /// The operation's share of the steps, in thousandths.
        realised: u32,
        /// The operation's share of the weights, in thousandths.
        fair: u32,
    },
}

impl RefusalReason {
    /// The rules that can leave a search without candidates. In a tie the first one is reported.
    const SEARCH: [Self; 6] =
        [Self::Bound, Self::Uneven, Self::Repeats, Self::ZeroOrOne, Self::Reach, Self::CommonPrime];
}

impl From<RejectReason> for RefusalReason {
    fn from(reason: RejectReason) -> Self {
        match reason {
            RejectReason::Bound => Self::Bound,
            RejectReason::ZeroOrOne => Self::ZeroOrOne,
            RejectReason::Repeats => Self::Repeats,
            RejectReason::Uneven => Self::Uneven,
            RejectReason::CommonPrime => Self::CommonPrime,
        }
    }
}

impl fmt::Display for RefusalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(problem) => write!(f, "{problem}"),
            Self::Bound => write!(f, "the search ends where every next value would pass the bound"),
            Self::ZeroOrOne => write!(f, "the search ends where every next value would be 0 or ±1"),
            Self::Repeats => write!(
                f,
                "the search ends where every next value would repeat one within the look-back, or its opposite"
            ),
            Self::Uneven => write!(f, "the search ends where no division comes out even"),
            Self::CommonPrime => write!(
                f,
                "the search ends where all values within reach would be multiples of one prime"
            ),
            Self::Reach => {
                write!(f, "the search ends where no earlier value lies within the look-back")
            }
            Self::Effort => write!(f, "procedures are too rare to be found"),
            Self::NoItem => {
                write!(f, "this seed and index have no procedure; choose another seed or index")
            }
            Self::TooLong => write!(f, "a value would grow past 10,000 digits"),
            Self::Mix { op, realised, fair } => write!(
                f,
                "the operation {} would make up only {}.{} % of the steps, under half its fair share of {}.{} %",
                op.slug(),
                realised / 10,
                realised % 10,
                fair / 10,
                fair % 10
            ),
        }
    }
}

/// The number of candidates that each rule of [`RefusalReason::SEARCH`] rejected at dead ends.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct RuleCounts([u32; RefusalReason::SEARCH.len()]);

impl RuleCounts {
    pub(crate) fn count(&mut self, reason: RefusalReason) {
        if let Some(position) = RefusalReason::SEARCH.iter().position(|&known| known == reason) {
            self.0[position] = self.0[position].saturating_add(1);
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        for (count, added) in self.0.iter_mut().zip(other.0) {
            *count = count.saturating_add(added);
        }
    }

    /// Returns the rule that rejected the most candidates; [`RefusalReason::Effort`] if none was rejected.
    fn binding(&self) -> RefusalReason {
        let most = self.0.iter().max().copied().unwrap_or(0);
        if most == 0 {
            return RefusalReason::Effort;
        }
        let position = self.0.iter().position(|&count| count == most).unwrap_or(0);
        RefusalReason::SEARCH[position]
    }
}

/// The effort that is left to a search, and the number of candidates that each rule rejected.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SearchEffort {
    /// The effort that is left, in candidates that may still be tried. With a time limit, slower
    /// machines would refuse more specs.
    pub(crate) remaining_effort: u32,
    pub(crate) counts: RuleCounts,
}

impl SearchEffort {
    pub(crate) fn new(effort: u32) -> Self {
        Self { remaining_effort: effort, counts: RuleCounts::default() }
    }

    /// Returns the rule to report if the search finds nothing.
    pub(crate) fn binding(&self) -> RefusalReason {
        self.counts.binding()
    }
}

/// The refusal of a spec.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The refused spec.
    pub spec: Spec,
    /// The reason. For a failed search it is the rule that rejected the most candidates.
    pub rule: RefusalReason,
    /// The nearest spec that works, if one was found.
    pub nearest: Option<Spec>,
}

impl Refusal {
    /// Returns the parameters in which the nearest spec differs, as links and flags write them;
    /// empty if there is no such spec.
    pub fn changes(&self) -> Vec<(&'static str, String)> {
        self.nearest.map_or_else(Vec::new, |nearest| self.spec.changes_to(&nearest))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rule != RefusalReason::NoItem {
            write!(f, "no procedure for this spec: ")?;
        }
        write!(f, "{}", self.rule)?;
        let changes = self.changes();
        if changes.is_empty() {
            return Ok(());
        }
        let changes: Vec<String> =
            changes.iter().map(|(key, value)| format!("{key}={value}")).collect();
        write!(f, "; the nearest spec that works has {}", changes.join(" and "))
    }
}

impl std::error::Error for Refusal {}
