//! Statistics over the counts of a sweep: estimates, intervals, tests and fits.
//!
//! | module | question |
//! | --- | --- |
//! | `interval` | which shares agree with a count ([`wilson`]) |
//! | `accuracy` | which shares agree with the counts if items have several samples, or lengths share items ([`accuracy`]) |
//! | `bootstrap` | which means agree with the measured values ([`bootstrap_mean`]) |
//! | `isotonic` | which falling curve is nearest to measured values ([`decreasing_fit`]) |
//! | `horizon` | up to how many steps a model is correct half of the time ([`bracket`], [`horizon`]) |
//! | `paired`, `sign_flip` | whether two runs over the same items differ ([`sign_flip`], [`mcnemar_mid_p`], [`holm`]) |
//! | `difference` | by how much two runs differ ([`paired_difference`]) |
//! | `pass` | how likely any or all of `k` samples of an item are correct ([`any_of`], [`all_of`]) |
//! | `power` | which difference a number of items can detect ([`detectable_difference`]) |
//! | `hazard` | at which steps models make their first error ([`hazard`]) |
//! | `modes` | shares that still add up to the whole after rounding ([`apportion`]) |
//!
//! Every function depends on its arguments alone. Resampling takes a seed and gives the same result
//! on every machine: sums, quotients and square roots do not differ between machines. Logarithms
//! may. Logarithms are needed only at levels of confidence other than 95 %, and for a horizon
//! between two lengths.
//!
//! Invalid input leads to an [`InvalidInput`], never to a panic.
//!
//! This crate knows counts and numbers. It knows neither transcripts nor their grading.

mod accuracy;
mod bootstrap;
mod confidence;
mod difference;
mod draw;
mod hazard;
mod horizon;
mod interval;
mod invalid;
mod isotonic;
mod item;
mod modes;
mod paired;
mod pass;
mod power;
mod share;
mod sign_flip;

pub use self::accuracy::accuracy;
pub use self::bootstrap::{MAX_RESAMPLES, Resampling, bootstrap_mean};
pub use self::confidence::Confidence;
pub use self::difference::{ItemPair, paired_difference};
pub use self::hazard::{FirstError, MAX_STEPS, ObservedAttempt, StepHazard, hazard};
pub use self::horizon::{Bracket, Horizon, HorizonEstimate, Length, bracket, horizon};
pub use self::interval::{Estimate, Interval, wilson};
pub use self::invalid::InvalidInput;
pub use self::isotonic::decreasing_fit;
pub use self::item::{ItemMean, ItemShare, ItemSharing, MIN_ITEMS};
pub use self::modes::apportion;
pub use self::paired::{Pairs, holm, mcnemar, mcnemar_mid_p};
pub use self::pass::{all_of, any_of};
pub use self::power::detectable_difference;
pub use self::share::{Share, Weighted};
pub use self::sign_flip::{FLIPS, sign_flip, sign_flip_of_means};
