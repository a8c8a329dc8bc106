//! Selections of questions: a named suite, or custom lengths and conditions.

use stepfall_procedure::{Condition, Generator, Item, Refusal, Seed, Spec, Suite, SuiteEntry};
use stepfall_sweep::{Estimate, Plan};

use crate::id::MAX_SAMPLES;
use crate::question::Question;

/// The maximum number of questions in a selection.
pub const MAX_QUESTIONS: u64 = 2_000_000;
/// The name of a selection that is not a named suite.
pub const OWN: &str = "own";

/// A set of questions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionSet {
    /// The name in files: the suite's name and version, or [`OWN`].
    pub name: String,
    /// The name of a dataset, a spec and a condition, for each group of questions.
    pub entries: Vec<(String, Spec, Condition)>,
    /// The number of items of each spec; their indexes begin with 0.
    pub items: u32,
    /// The number of samples of each item.
    pub samples: u16,
    /// The seed of all items.
    pub seed: Seed,
}

/// Reasons why the questions of a selection cannot be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SelectionError {
    /// A spec has no procedures.
    Refused(Box<Refusal>),
    /// The condition needs a dialogue, or does not suit this number of steps.
    Condition(Condition, u16),
    /// The number of questions is 0 or exceeds [`MAX_QUESTIONS`].
    Size(u64),
    /// The number of samples is 0 or exceeds [`MAX_SAMPLES`].
    Samples(u16),
}

impl std::fmt::Display for SelectionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Refused(refusal) => write!(f, "there are no such procedures: {}", refusal.rule),
            Self::Condition(condition, steps) if condition.suits(*steps) => write!(
                f,
                "the condition {condition} needs a dialogue, and a batch file has one reply per question; run it as a sweep"
            ),
            Self::Condition(condition, steps) => {
                write!(f, "the condition {condition} does not suit procedures of {steps} steps")
            }
            Self::Size(0) => f.write_str("there is nothing to ask; choose at least one item"),
            Self::Size(size) => {
                write!(
                    f,
                    "the selection has {size} questions, and at most {MAX_QUESTIONS} can be written"
                )
            }
            Self::Samples(samples) => {
                write!(f, "{samples} samples are not possible; choose 1 to {MAX_SAMPLES}")
            }
        }
    }
}

impl std::error::Error for SelectionError {}

impl QuestionSet {
    /// Creates the selection of a named suite with its usual number of items. `base` has the
    /// settings that the suite does not fix. `condition` applies where the suite leaves the
    /// condition open.
    pub fn of(suite: Suite, base: &Spec, condition: Option<Condition>) -> Self {
        let usual = condition.unwrap_or(suite.usual_condition());
        let entries = suite.entries(base).into_iter();
        let with = |SuiteEntry { dataset, spec, condition }: SuiteEntry| {
            (dataset, spec, condition.unwrap_or(usual))
        };
        Self {
            name: format!("{}-v{}", suite.slug(), suite.version()),
            entries: entries.map(with).collect(),
            items: suite.usual_items(),
            samples: 1,
            seed: Seed::default(),
        }
    }

    /// Creates a selection of all combinations of lengths and conditions, over a base spec.
    pub fn custom(base: &Spec, lengths: &[u16], conditions: &[Condition], items: u32) -> Self {
        let entries = conditions.iter().flat_map(|condition| {
            let at = move |&steps: &u16| (condition.slug(), Spec { steps, ..*base }, *condition);
            lengths.iter().map(at)
        });
        Self {
            name: OWN.to_owned(),
            entries: entries.collect(),
            items,
            samples: 1,
            seed: Seed::default(),
        }
    }

    /// Returns the number of questions.
    pub fn size(&self) -> u64 {
        let entries = u64::try_from(self.entries.len()).unwrap_or(u64::MAX);
        entries.saturating_mul(self.items.into()).saturating_mul(self.samples.into())
    }

    /// Checks that all questions can be made.
    ///
    /// # Errors
    ///
    /// [`SelectionError`] for the first problem.
    pub fn check(&self) -> Result<(), SelectionError> {
        if self.samples == 0 || self.samples > MAX_SAMPLES {
            return Err(SelectionError::Samples(self.samples));
        }
        if self.size() == 0 || self.size() > MAX_QUESTIONS {
            return Err(SelectionError::Size(self.size()));
        }
        for (dataset, spec, condition) in &self.entries {
            let unsuitable = || SelectionError::Condition(*condition, spec.steps);
            let item = first_item(*spec, self.seed).map_err(SelectionError::Refused)?;
            if !condition.suits(spec.steps) {
                return Err(unsuitable());
            }
            Question::new(dataset, item, *condition, 0).ok_or_else(unsuitable)?;
        }
        Ok(())
    }

    /// Returns the questions in the order of entries, items and samples. An item that the generator
    /// does not find is left out.
    pub fn questions(&self) -> impl Iterator<Item = Question> + use<> {
        let Self { items, samples, seed, .. } = *self;
        self.entries.clone().into_iter().flat_map(move |(dataset, spec, condition)| {
            let generator = Generator::new(spec).ok();
            let items =
                (0..items).filter_map(move |index| generator.as_ref()?.item(seed, index).ok());
            items.flat_map(move |item| {
                let dataset = dataset.clone();
                (0..samples).filter_map(move |sample| {
                    Question::new(&dataset, item.clone(), condition, sample)
                })
            })
        })
    }

    /// Estimates the minimum and maximum of tokens, by one item of each spec. Where no maximum is
    /// known, the minimum counts as the maximum.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if a spec has no procedures.
    pub fn estimate(&self) -> Result<Tokens, Box<Refusal>> {
        let mut sum = Tokens::default();
        for (_, spec, condition) in &self.entries {
            let plan = Plan {
                base: *spec,
                seed: self.seed,
                conditions: vec![*condition],
                steps: vec![spec.steps],
                look_backs: vec![spec.look_back.reach()],
                items: 1,
                ..Plan::default()
            };
            let each = u64::from(self.items).saturating_mul(self.samples.into());
            for cell in Estimate::of(&plan)?.cells {
                sum.input_low += cell.input.low.saturating_mul(each);
                sum.input_high += cell.input.high.unwrap_or(cell.input.low).saturating_mul(each);
                sum.output_low += cell.output.low.saturating_mul(each);
                sum.output_high += cell.output.high.unwrap_or(cell.output.low).saturating_mul(each);
            }
        }
        Ok(sum)
    }
}

/// Tokens that a selection takes, without reasoning that the condition does not ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tokens {
    /// The minimum for the requests.
    pub input_low: u64,
    /// The maximum for the requests.
    pub input_high: u64,
    /// The minimum for the replies.
    pub output_low: u64,
    /// The maximum for the replies.
    pub output_high: u64,
}

fn first_item(spec: Spec, seed: Seed) -> Result<Item, Box<Refusal>> {
    Generator::new(spec)?.item(seed, 0).map_err(Box::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::QuestionId;

    #[test]
    fn every_suite_is_a_valid_selection() {
        for suite in Suite::ALL {
            let mut selection = QuestionSet::of(suite, &Spec::default(), None);
            assert_eq!(selection.check(), Ok(()), "{suite:?}");
            selection.items = 1;
            let ids: std::collections::BTreeSet<String> =
                selection.questions().map(|question| question.id.to_string()).collect();
            assert_eq!(ids.len(), selection.entries.len(), "{suite:?}");
            assert!(ids.iter().all(|id| QuestionId::read(id).is_ok()));
        }
    }

    #[test]
    fn invalid_selections_are_refused_with_a_reason() {
        let spec = Spec::default();
        let refusal = |lengths: &[u16], condition, items| {
            QuestionSet::custom(&spec, lengths, &[condition], items)
                .check()
                .unwrap_err()
                .to_string()
        };
        assert!(refusal(&[5], Condition::Stepwise, 1).contains("needs a dialogue"));
        assert!(refusal(&[5], Condition::Calculator, 1).contains("needs a dialogue"));
        let primed = Condition::Primed { steps: 9, errors: 0 };
        assert!(refusal(&[5], primed, 1).contains("does not suit procedures of 5 steps"));
        assert!(refusal(&[5], Condition::Trace, 0).contains("nothing to ask"));
        assert!(refusal(&[5], Condition::Trace, 3_000_000).contains("3000000 questions"));
        assert!(refusal(&[501], Condition::Trace, 1).contains("there are no such procedures"));
    }

    #[test]
    fn token_estimates_scale_with_the_number_of_questions() {
        let single = QuestionSet::custom(&Spec::default(), &[5, 25], &[Condition::Trace], 1);
        let ten = QuestionSet { items: 5, samples: 2, ..single.clone() };
        let (single, ten) = (single.estimate().unwrap(), ten.estimate().unwrap());
        assert!(
            single.input_low > 200
                && single.output_low > 100
                && single.input_low < single.input_high
        );
        assert_eq!(ten.output_high, single.output_high * 10);
    }
}
