//! Texts about files of responses.

/// The hint next to a download that needs the name of a model.
pub const ENTER_MODEL: &str = "Enter a model name to download.";

/// Reports that repeated responses are counted once.
pub fn batch_duplicates(count: u64) -> String {
    match count {
        1 => "One response repeats the id, sample and model of an earlier one, and is not counted."
            .to_owned(),
        _ => format!(
            "{count} responses repeat the id, sample and model of an earlier one, and are not counted."
        ),
    }
}

/// Reports the number of responses that are not graded.
pub fn batch_ungraded(count: u64) -> String {
    match count {
        1 => "One response is not graded.".to_owned(),
        _ => format!("{count} responses are not graded."),
    }
}
