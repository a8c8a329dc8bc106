//! The questions of a suite, in chunks.

use crate::ApiError;
use serde_json::Value;
use stepfall_interchange::Question;

use crate::json::item::json;
use crate::json::selection::CheckedSelection;

/// The number of questions in a chunk.
const CHUNK: usize = 32;

/// An iterator over the remaining questions of a selection.
pub struct Questions {
    suite: String,
    questions: Box<dyn Iterator<Item = Question>>,
}

impl Questions {
    /// Prepares the questions of a named suite, or of custom lengths, conditions and procedures
    /// (`own`). `settings` is JSON. `items` and `samples` are numbers, and `seed` is a number below
    /// 2^53. `condition` and `procedures` (links, or records as text) are lists. `params` has a
    /// list of values for the key of each parameter.
    ///
    /// # Errors
    ///
    /// [`ApiError`] for unknown words and unsupported questions.
    pub fn new(suite: &str, settings: &str) -> Result<Self, ApiError> {
        let asked = CheckedSelection::read(suite, settings)?;
        Ok(Self { suite: asked.name().to_owned(), questions: Box::new(asked.questions()) })
    }

    /// Returns the next chunk, a list of objects as in a JSONL file. The list is empty at the end.
    pub fn next_chunk(&mut self) -> String {
        let questions = self.questions.by_ref().take(CHUNK);
        let records: Vec<Value> = questions.map(|question| question.record(&self.suite)).collect();
        json(&records)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_returned_in_chunks_until_they_end() {
        let mut questions = Questions::new("paper55", "{}").unwrap();
        let chunk: Vec<Value> = serde_json::from_str(&questions.next_chunk()).unwrap();
        assert_eq!(chunk.len(), CHUNK);
        assert_eq!(chunk[0]["suite"], "paper55-v1");
        assert!(chunk[0]["id"].as_str().unwrap().starts_with("sf1-"));
        let mut few = Questions::new("own", r#"{"items": 33}"#).unwrap();
        let sizes = std::iter::repeat_with(|| {
            serde_json::from_str::<Vec<Value>>(&few.next_chunk()).unwrap().len()
        });
        assert_eq!(sizes.take(4).collect::<Vec<_>>(), [32, 1, 0, 0]);
    }
}
