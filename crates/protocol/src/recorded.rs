//! Recorded runs of real models, as the index of `results/` lists them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use stepfall_plot::scene::Scene;

/// A recorded run: its model, its set-up and its results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordedRun {
    /// The names of its files, without their extensions.
    pub name: String,
    /// The name of the model.
    pub model: String,
    /// The licence of its weights, as an SPDX expression.
    pub licence: String,
    /// The file of the weights and the place to get it.
    pub weights: String,
    /// The SHA-256 digest of that file.
    pub sha256: String,
    /// The quantisation of the weights.
    pub quantisation: String,
    /// The program that ran the model, with its version.
    pub engine: String,
    /// The hardware that the program used, such as the number of CPU cores.
    pub hardware: String,
    /// The day of the run, as 2026-11-28.
    pub date: String,
    /// The SHA-256 digest of all prompts of the plan, in the order of its attempts.
    pub prompts: String,
    /// The SHA-256 digest of the compressed file of attempts.
    pub file: String,
    /// The address of the sweep.
    pub plan: String,
    /// The slugs of the conditions.
    pub conditions: Vec<String>,
    /// The parameters of the procedures without their length, as in an address: `lookback=5
    /// ops=add`.
    pub spec: String,
    /// The seed of all items.
    pub seed: u64,
    /// The version of the generator of all items.
    pub generator: u32,
    /// The number of attempts, including failed ones.
    pub attempts: usize,
    /// The number of attempts without an answer, because every request failed.
    pub failed: usize,
    /// The number of generated tokens of all attempts.
    pub output_tokens: u64,
    /// The counts at each length, in the order of the plan.
    pub lengths: Vec<AtLength>,
    /// The longest length up to which clearly more than half of the answers are correct, and the
    /// shortest length from which clearly fewer than half are. `None` if there is no such length.
    pub horizon: [Option<u32>; 2],
    /// The same lengths in words.
    pub enclosed: String,
    /// The main finding, in a sentence; empty if there is none.
    pub finding: String,
    /// The number of attempts with each primary failure mode, by its slug.
    pub modes: BTreeMap<String, u32>,
}

/// Attempts of one length. Shares are in percent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct AtLength {
    /// The number of steps of the procedures.
    pub steps: u16,
    /// The number of graded attempts.
    pub attempts: u32,
    /// The number of correct first answers.
    pub correct: u32,
    /// The ends of the 95 % interval of the share of correct first answers.
    pub interval: [f64; 2],
}

/// A recorded run with its curve of accuracy, as the page lists it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ListedRun {
    /// The run.
    pub run: RecordedRun,
    /// The small picture of its curve.
    pub curve: Scene,
}

/// An attempt of a recorded run, with the settings under which it was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedAttempt {
    /// The name of the run.
    pub run: String,
    /// The name of the model.
    pub model: String,
    /// The quantisation of the weights.
    pub quantisation: String,
    /// The program that ran the model, with its version.
    pub engine: String,
    /// The day of the run, as 2026-11-28.
    pub date: String,
    /// The temperature, as in an address.
    pub temperature: String,
    /// The maximum number of output tokens.
    pub max_output: u32,
    /// The link to the item.
    pub link: String,
    /// The answer of the model.
    pub transcript: String,
}

/// A recorded run that the page shows as an example, with its curve.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RealExample {
    /// The run.
    pub run: RecordedRun,
    /// The curve, for a narrow screen or a part of a wide one.
    pub curve: Scene,
}
