//! The logistic model of a line: how often its items are solved, with separate effects of length
//! and of difficulty.

use stepfall_procedure::Difficulty;
use stepfall_stats::{
    Confidence, Estimate, FitError, Items, Logistic, Observation, Share, logistic,
};

use crate::line_id::LineId;
use crate::summary::{Shape, Summary};
use crate::words::fixed;

/// The fewest lengths of a line that has a model.
pub(crate) const MIN_LENGTHS: usize = 3;
/// The fewest solved and unsolved items for each coefficient, except the intercept.
///
/// Ten of the rarer outcome are the usual rule (P. Peduzzi and others, Journal of Clinical
/// Epidemiology 49 (1996) 1373-1379). Five suffice for intervals with the nominal coverage (E.
/// Vittinghoff and C. E. `McCulloch`, Relaxing the Rule of Ten Events per Variable in Logistic and
/// Cox Regression, American Journal of Epidemiology 165 (2007) 710-718). Several samples of an item
/// count as one item, which is solved in part.
pub(crate) const MIN_EVENTS: f64 = 5.0;

/// The most length coefficients in the curve; with more lengths, neighbours share one.
const MAX_GROUPS: usize = 20;
/// The unit of length, in steps.
pub(crate) const STEPS: f64 = 10.0;

/// A predictor of the odds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Predictor {
    Length,
    Sums,
    Digits,
    Carries,
    Negatives,
    Distance,
    LookBack,
}

impl Predictor {
    pub(crate) const ALL: [Self; 7] = [
        Self::Length,
        Self::Sums,
        Self::Digits,
        Self::Carries,
        Self::Negatives,
        Self::Distance,
        Self::LookBack,
    ];

    /// Returns the name of the quantity that grows.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Length => "steps",
            Self::Sums => "sums and differences",
            Self::Digits => "digits of operands",
            Self::Carries => "carries or borrows",
            Self::Negatives => "operands below zero",
            Self::Distance => "distance of operands",
            Self::LookBack => "look-back",
        }
    }

    /// Returns the value for an item: tens of steps, means over its steps, or its look-back. The
    /// carries are `None` if the item's arithmetic has none.
    fn of(self, shape: Shape, sums: u32, difficulty: &Difficulty) -> Option<f64> {
        let mean = |count: u32| f64::from(count) / f64::from(difficulty.steps.max(1));
        Some(match self {
            Self::Length => f64::from(shape.steps) / STEPS,
            Self::Sums => mean(sums),
            Self::Digits => mean(difficulty.digits),
            Self::Carries => mean(difficulty.carries?.saturating_add(difficulty.borrows?)),
            Self::Negatives => mean(difficulty.negatives),
            Self::Distance => mean(difficulty.distance),
            Self::LookBack => f64::from(shape.look_back),
        })
    }
}

/// A coefficient as an odds ratio.
pub(crate) struct Effect {
    pub(crate) predictor: Predictor,
    /// The growth of the predictor that the ratio refers to: ten steps, or a standard deviation of
    /// the line's items.
    pub(crate) by: f64,
    pub(crate) ratio: Estimate,
}

/// A length of a line.
pub(crate) struct AtLength {
    pub(crate) steps: u16,
    /// The share of solved items that the straight model predicts: the model with one coefficient
    /// for length.
    pub(crate) straight: f64,
    /// The predicted share of solved items if their difficulty is the mean of the line's items.
    pub(crate) adjusted: Estimate,
}

/// The model of a line.
pub(crate) struct LineModel {
    pub(crate) effects: Vec<Effect>,
    pub(crate) lengths: Vec<AtLength>,
    pub(crate) items: usize,
    /// The predictors that are constant, unknown for some items, or collinear with others.
    pub(crate) left_out: Vec<Predictor>,
    model: Logistic,
}

impl LineModel {
    /// Returns the factor by which ten steps multiply the odds, at a level of confidence.
    pub(crate) fn length(&self, confidence: Confidence) -> Option<Estimate> {
        self.model.odds_ratio(0, 1.0, confidence)
    }

    /// Returns the parts of difficulty that lower the odds when they grow, at a level of
    /// confidence.
    pub(crate) fn costly(&self, confidence: Confidence) -> Vec<Predictor> {
        let costs = |at: usize, by: f64| {
            self.model.odds_ratio(at, by, confidence).is_some_and(|ratio| ratio.interval.high < 1.0)
        };
        let parts = self.effects.iter().enumerate().skip(1);
        parts.filter(|(at, part)| costs(*at, part.by)).map(|(_, part)| part.predictor).collect()
    }
}

/// An item: its shape, how often it was solved, and its known properties.
struct Item {
    shape: Shape,
    share: Share,
    number: u32,
    cluster: usize,
    difficulty: Difficulty,
    sums: u32,
}

impl Item {
    fn values(&self, predictors: &[Predictor]) -> Vec<f64> {
        let value_of =
            |predictor: &Predictor| predictor.of(self.shape, self.sums, &self.difficulty);
        predictors.iter().filter_map(value_of).collect()
    }
}

impl Summary {
    /// Returns the model of a line.
    ///
    /// # Errors
    ///
    /// The reason why the line has no model.
    pub(crate) fn model_of(&self, line: LineId) -> Result<LineModel, String> {
        let items = self.items_of(line);
        let (mut predictors, mut left_out): (Vec<Predictor>, Vec<Predictor>) =
            Predictor::ALL.into_iter().partition(|predictor| is_varied(*predictor, &items));
        let lengths = self.lengths(line);
        if lengths.len() < MIN_LENGTHS {
            return Err(format!(
                "it has {} of the {MIN_LENGTHS} lengths that it takes",
                lengths.len()
            ));
        }
        enough(&items, predictors.len())?;
        let observed = |predictors: &[Predictor]| -> Vec<Observation> {
            let observation = |item: &Item| Observation {
                share: item.share,
                predictors: item.values(predictors),
                cluster: item.cluster,
            };
            items.iter().map(observation).collect()
        };
        let mut observations = observed(&predictors);
        let mut model = logistic(&observations);
        // If all operands of sums are equally far away, operations and distance of an item are
        // collinear.
        if model == Err(FitError::Collinear) && predictors.contains(&Predictor::Sums) {
            predictors.retain(|predictor| *predictor != Predictor::Distance);
            left_out.push(Predictor::Distance);
            observations = observed(&predictors);
            model = logistic(&observations);
        }
        let model = model.map_err(why)?;
        let effect = |(at, predictor): (usize, &Predictor)| {
            let by = match predictor {
                Predictor::Length => 1.0,
                Predictor::Sums
                | Predictor::Digits
                | Predictor::Carries
                | Predictor::Negatives
                | Predictor::Distance
                | Predictor::LookBack => moments(&observations, at).1,
            };
            let ratio = model.odds_ratio(at, by, Confidence::P95)?;
            Some(Effect { predictor: *predictor, by, ratio })
        };
        let lengths = at_lengths(&lengths, &items, &observations, &model)?;
        Ok(LineModel {
            effects: predictors.iter().enumerate().filter_map(effect).collect(),
            lengths,
            items: items.len(),
            left_out,
            model,
        })
    }

    /// Returns the items of a line. If shorter items are the beginnings of longer ones, those with
    /// the same number are one cluster.
    fn items_of(&self, line: LineId) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        for (shape, counts) in self.shapes(line) {
            for (number, counts) in &counts.items {
                let (number, difficulty, sums) = (*number, counts.difficulty, counts.sums);
                let is_alike =
                    |item: &Item| item.number == number && item.shape.look_back == shape.look_back;
                let first = if self.items == Items::Shared {
                    items.iter().position(is_alike)
                } else {
                    None
                };
                let cluster = first.unwrap_or(items.len());
                let item = |share| Item { shape, share, number, cluster, difficulty, sums };
                items.extend(counts.solved().map(item));
            }
        }
        items
    }
}

/// Returns the curve of a line. Each length, or group of neighbouring lengths, has its own
/// coefficient. Deviations from a straight line are therefore not mistaken for difficulty.
fn at_lengths(
    lengths: &[u16],
    items: &[Item],
    observations: &[Observation],
    straight: &Logistic,
) -> Result<Vec<AtLength>, String> {
    let groups = lengths.len().min(MAX_GROUPS);
    let group = |steps: u16| {
        lengths.iter().position(|length| *length == steps).unwrap_or(0) * groups / lengths.len()
    };
    let predictors = |steps: u16, difficulty: &[f64]| -> Vec<f64> {
        let own = group(steps);
        let is_in = (1..groups).map(|other| if other == own { 1.0 } else { 0.0 });
        is_in.chain(difficulty.iter().copied()).collect()
    };
    let grouped = |(item, straight): (&Item, &Observation)| Observation {
        predictors: predictors(item.shape.steps, straight.predictors.get(1..).unwrap_or(&[])),
        ..straight.clone()
    };
    let grouped: Vec<Observation> = items.iter().zip(observations).map(grouped).collect();
    let model = logistic(&grouped).map_err(why)?;
    let parts = observations.first().map_or(0, |first| first.predictors.len());
    let means: Vec<f64> = (1..parts).map(|at| moments(observations, at).0).collect();
    let at_length = |steps: &u16| {
        let adjusted = model.probability(&predictors(*steps, &means), Confidence::P95)?;
        let own = items.iter().zip(observations).filter(|(item, _)| item.shape.steps == *steps);
        let shares = own.filter_map(|(_, own)| {
            Some(straight.probability(&own.predictors, Confidence::P95)?.value)
        });
        let straight = mean(&shares.collect::<Vec<f64>>())?;
        Some(AtLength { steps: *steps, straight, adjusted })
    };
    Ok(lengths.iter().filter_map(at_length).collect())
}

/// Returns whether a predictor is known for all items and varies.
fn is_varied(predictor: Predictor, items: &[Item]) -> bool {
    let values: Option<Vec<f64>> =
        items.iter().map(|item| predictor.of(item.shape, item.sums, &item.difficulty)).collect();
    let Some(values) = values else { return false };
    let (low, high) =
        values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(*value), high.max(*value))
        });
    high - low > 1e-9 * high.abs()
}

/// Checks that there are enough solved and unsolved items for a number of coefficients.
fn enough(items: &[Item], coefficients: usize) -> Result<(), String> {
    let correct: f64 = items.iter().filter_map(|item| item.share.value()).sum();
    let incorrect: f64 =
        items.iter().filter_map(|item| item.share.value()).map(|share| 1.0 - share).sum();
    let needed = MIN_EVENTS * u32::try_from(coefficients).map_or(f64::INFINITY, f64::from);
    let (least, what) =
        if incorrect < correct { (incorrect, "unsolved") } else { (correct, "solved") };
    if least >= needed {
        return Ok(());
    }
    let (least, needed) = (fixed(least.floor(), 0), fixed(needed, 0));
    Err(format!("too few items, {least} {what} where {coefficients} coefficients take {needed}"))
}

/// Returns the mean and the standard deviation of a predictor.
fn moments(items: &[Observation], at: usize) -> (f64, f64) {
    let values: Vec<f64> =
        items.iter().filter_map(|item| item.predictors.get(at)).copied().collect();
    let middle = mean(&values).unwrap_or_default();
    let squares: Vec<f64> = values.iter().map(|x| (x - middle) * (x - middle)).collect();
    (middle, mean(&squares).unwrap_or_default().sqrt())
}

fn mean(values: &[f64]) -> Option<f64> {
    let count = u32::try_from(values.len()).ok().filter(|count| *count > 0)?;
    Some(values.iter().sum::<f64>() / f64::from(count))
}

/// Returns the reason for a failed fit as text.
fn why(error: FitError) -> String {
    match error {
        FitError::Collinear => "length and difficulty go together in its items".to_owned(),
        FitError::NotConverged { iterations } => {
            format!("the fit did not converge in {iterations} iterations")
        }
        FitError::FewClusters { .. }
        | FitError::Empty
        | FitError::NoVariation
        | FitError::Constant { .. }
        | FitError::Item { .. } => "too few items".to_owned(),
    }
}
