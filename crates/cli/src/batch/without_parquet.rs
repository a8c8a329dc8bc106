//! What stands for a Parquet file in a program that is built without the feature `parquet`.

use std::path::Path;

use super::columns::Cell;
use crate::failure::Failure;

/// There is none.
pub(super) enum ParquetFile {}

impl ParquetFile {
    /// Says how to build a program that writes such files.
    ///
    /// # Errors
    ///
    /// Always.
    pub(super) fn create(_: &Path, _: &str) -> Result<Self, Failure> {
        let how = "cargo install --path crates/cli --features parquet";
        Err(Failure::Batch(format!("this program writes no Parquet files: build it with `{how}`")))
    }

    pub(super) fn push(&mut self, _: &[Cell<'_>]) -> Result<(), Failure> {
        match *self {}
    }

    pub(super) fn finish(self) -> Result<(), Failure> {
        match self {}
    }
}
