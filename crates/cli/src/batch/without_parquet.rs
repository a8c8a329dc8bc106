//! What stands for a Parquet file in a program that is built without the feature `parquet`.

use std::fs::File;

use stepfall_cli::Failure;
use stepfall_interchange::{Graded, Question};

/// There is none.
pub(super) enum ParquetFile {}

impl ParquetFile {
    /// Says how to build a program that writes such files.
    ///
    /// # Errors
    ///
    /// Always.
    pub(super) fn of_questions(_: impl FnOnce() -> Result<File, Failure>) -> Result<Self, Failure> {
        let how = "cargo install --path crates/cli --features parquet";
        Err(Failure::Message(format!(
            "this program writes no Parquet files: build it with `{how}`"
        )))
    }

    /// The same.
    ///
    /// # Errors
    ///
    /// Always.
    pub(super) fn of_graded(
        create: impl FnOnce() -> Result<File, Failure>,
    ) -> Result<Self, Failure> {
        Self::of_questions(create)
    }

    pub(super) fn push_question(&mut self, _: &Question, _: &str) -> Result<(), Failure> {
        match *self {}
    }

    pub(super) fn push_graded(&mut self, _: &Graded) -> Result<(), Failure> {
        match *self {}
    }

    pub(super) fn finish(self) -> Result<(), Failure> {
        match self {}
    }
}
