//! Helpers of the tests: items, transcripts with known errors, forms of writing, and pieces of
//! text.

pub(crate) mod corpora;
pub(crate) mod equations;
pub(crate) mod errors;
pub(crate) mod forms;
pub(crate) mod hostile;
pub(crate) mod invariants;
pub(crate) mod items;
pub(crate) mod pieces;
pub(crate) mod trace;
