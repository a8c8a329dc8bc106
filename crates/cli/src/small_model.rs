//! The small model, whose weights are part of the program.

use std::sync::OnceLock;

use stepfall_link::{Checkpoint, open};
use stepfall_small_model::{Weights, WeightsError, WrittenAnswer, answer};
use stepfall_sweep::SmallModelQuestion;

/// The weights of a checkpoint, or the error of reading them.
type Read = OnceLock<Result<Weights, WeightsError>>;

/// Returns the file with the weights of a checkpoint.
pub(crate) const fn bytes(checkpoint: Checkpoint) -> &'static [u8] {
    match checkpoint {
        Checkpoint::Short => include_bytes!("../../small-model/weights/short.safetensors"),
        Checkpoint::Long => include_bytes!("../../small-model/weights/long.safetensors"),
    }
}

/// Returns the weights of a checkpoint, which are read once.
pub(crate) fn weights(checkpoint: Checkpoint) -> Result<&'static Weights, String> {
    static SHORT: Read = OnceLock::new();
    static LONG: Read = OnceLock::new();
    let read = match checkpoint {
        Checkpoint::Short => &SHORT,
        Checkpoint::Long => &LONG,
    };
    let weights = read.get_or_init(|| Weights::shipped(checkpoint.slug(), bytes(checkpoint)));
    weights.as_ref().map_err(ToString::to_string)
}

/// Returns the small model's answer to a question, or a sentence with the reason why there is
/// none.
pub(crate) fn write(question: &SmallModelQuestion) -> Result<WrittenAnswer, String> {
    let opened = open(&question.link).map_err(|refusal| refusal.to_string())?;
    let item = opened.item().map_err(|refusal| refusal.to_string())?;
    let checkpoint = Checkpoint::from_slug(&question.checkpoint);
    let weights = weights(checkpoint.ok_or("there is no such checkpoint of the small model")?)?;
    answer(weights, &item, opened.link.condition, question.sample)
        .map_err(|unfit| unfit.to_string())
}
