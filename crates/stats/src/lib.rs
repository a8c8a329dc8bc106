//! What the counts of a sweep say, and how surely.
//!
//! | module | question |
//! | --- | --- |
//! | `interval` | which shares a count agrees with ([`wilson`]) |
//! | `accuracy` | the same where an item has several samples, or lengths share items ([`accuracy`]) |
//! | `bootstrap` | the same for any mean ([`bootstrap_mean`]) |
//! | `isotonic` | which falling curve is nearest ([`decreasing_fit`]) |
//! | `horizon` | up to how many steps a model is right half of the time ([`bracket`], [`horizon`]) |
//! | `paired`, `sign_flip` | whether two runs over the same items differ ([`sign_flip`], [`mcnemar_mid_p`], [`holm`]) |
//! | `difference` | by how much ([`paired_difference`]) |
//! | `power` | which difference so many items can detect ([`detectable_difference`]) |
//! | `hazard` | at which steps models err first ([`hazard`]) |
//! | `logistic` | what the odds depend on, each thing apart from the others ([`logistic`]) |
//! | `modes` | shares that add up to the whole where they are printed ([`parts`]) |
//!
//! Everything is a function of its arguments. What resamples is told its seed, and gives the same result everywhere:
//! sums, quotients and square roots are the same on every machine, and the logarithm is needed only at levels of
//! confidence other than the usual 95 %, between the lengths of a horizon, and by a logistic fit. What cannot be answered is an [`InvalidInput`] or a [`FitError`], never a panic.
//!
//! This crate knows counts and numbers. What an attempt is, and how it came to be right or wrong, others know.

mod accuracy;
mod bootstrap;
mod cholesky;
mod confidence;
mod difference;
mod draw;
mod firth;
mod fit_error;
mod hazard;
mod horizon;
mod interval;
mod invalid;
mod isotonic;
mod item;
mod logistic;
mod modes;
mod paired;
mod power;
mod share;
mod sign_flip;

pub use self::accuracy::accuracy;
pub use self::bootstrap::{MAX_RESAMPLES, Resampling, bootstrap_mean};
pub use self::confidence::Confidence;
pub use self::difference::{ItemPair, paired_difference};
pub use self::fit_error::FitError;
pub use self::hazard::{FirstError, Followed, MAX_STEPS, StepHazard, hazard};
pub use self::horizon::{Bracket, Horizon, HorizonEstimate, Length, bracket, horizon};
pub use self::interval::{Estimate, Interval, wilson};
pub use self::invalid::InvalidInput;
pub use self::isotonic::decreasing_fit;
pub use self::item::{FEWEST_ITEMS, ItemMean, ItemShare, Items};
pub use self::logistic::{LogOdds, Logistic, Observation, logistic};
pub use self::modes::parts;
pub use self::paired::{Pairs, holm, mcnemar, mcnemar_mid_p};
pub use self::power::detectable_difference;
pub use self::share::{Share, Weighted};
pub use self::sign_flip::{FLIPS, sign_flip, sign_flip_of_means};
