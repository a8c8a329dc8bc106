//! The replacement for Parquet files in a program that is built without the feature `parquet`.

use std::fs::File;

use stepfall_cli::CommandError;
use stepfall_interchange::{Graded, Question};

/// A Parquet file, which cannot exist here.
pub(super) enum ParquetFile {}

impl ParquetFile {
    /// Returns an error that explains how to build a program that writes Parquet files.
    ///
    /// # Errors
    ///
    /// Always.
    pub(super) fn of_questions(
        _: impl FnOnce() -> Result<File, CommandError>,
    ) -> Result<Self, CommandError> {
        let how = "cargo install --path crates/cli --features parquet";
        Err(CommandError::Message(format!(
            "this build of stepfall cannot write Parquet files; install it with `{how}`"
        )))
    }

    /// Returns the same error as [`Self::of_questions`].
    ///
    /// # Errors
    ///
    /// Always.
    pub(super) fn of_graded(
        create: impl FnOnce() -> Result<File, CommandError>,
    ) -> Result<Self, CommandError> {
        Self::of_questions(create)
    }

    pub(super) fn push_question(&mut self, _: &Question, _: &str) -> Result<(), CommandError> {
        match *self {}
    }

    pub(super) fn push_graded(&mut self, _: &Graded) -> Result<(), CommandError> {
        match *self {}
    }

    pub(super) fn finish(self) -> Result<(), CommandError> {
        match self {}
    }
}
