//! Files of questions for batch services and evaluation tools, in pieces.

use std::collections::VecDeque;

use crate::{ApiError, one_of};
use serde::{Deserialize, Serialize};
use stepfall_interchange::{AskSettings, Export, FilePart, Parts, Question};
use stepfall_link::ExportTarget;
use stepfall_provider::Effort;

use crate::json::item::json;
use crate::json::selection::{CheckedSelection, selection_error};

/// The size at which a piece is returned, in bytes.
const PIECE: usize = 1 << 18;

/// A piece of a file.
#[derive(Serialize)]
struct Piece {
    /// The name of the file.
    name: String,
    text: String,
}

/// The request settings from the caller.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct RequestSettings {
    model: String,
    max_output: Option<u32>,
    temperature: Option<f64>,
    effort: Option<String>,
}

/// An iterator over the remaining pieces of the files.
pub struct ExportFiles {
    questions: Box<dyn Iterator<Item = Question>>,
    /// `None` once all questions are written.
    parts: Option<Parts>,
    waiting: VecDeque<FilePart>,
}

impl ExportFiles {
    /// Prepares the files of a selection for a target. `suite` and `settings` are those of
    /// [`Questions::new`](crate::json::Questions::new). `asking` is JSON with `model`, `maxOutput`,
    /// `temperature` and `effort`. Targets whose lines contain no model do not need `model`.
    ///
    /// # Errors
    ///
    /// [`ApiError`] for unknown words, unsupported questions, a missing model, a temperature
    /// outside 0 to 2, and settings without effect.
    pub fn new(suite: &str, settings: &str, target: &str, asking: &str) -> Result<Self, ApiError> {
        let targets = ExportTarget::ALL.into_iter().map(ExportTarget::slug);
        let target = one_of("target", target, ExportTarget::from_slug, targets)?;
        let asking = ask_settings(
            target,
            serde_json::from_str(asking).map_err(|error| selection_error(&error))?,
        )?;
        let asked = CheckedSelection::read(suite, settings)?;
        let export = Export::new(target, asking, asked.name());
        Ok(Self {
            questions: Box::new(asked.questions()),
            parts: Some(Parts::new(export)),
            waiting: VecDeque::new(),
        })
    }

    /// Returns the next piece of a file, an object with `name` and `text`. The pieces of a file are
    /// consecutive. Returns `None` at the end.
    pub fn next_piece(&mut self) -> Option<String> {
        let mut text = String::new();
        loop {
            match self.waiting.pop_front() {
                Some(FilePart::Text(more)) => text.push_str(&more),
                Some(FilePart::End(name)) if text.is_empty() => drop(name),
                Some(FilePart::End(name)) => return Some(json(&Piece { name, text })),
                None => {
                    let parts = self.parts.as_mut()?;
                    if text.len() >= PIECE {
                        return Some(json(&Piece { name: parts.name(), text }));
                    }
                    match self.questions.next() {
                        Some(question) => self.waiting.extend(parts.push(&question)),
                        None => self.waiting.extend(self.parts.take()?.finish()),
                    }
                }
            }
        }
    }
}

fn ask_settings(target: ExportTarget, asking: RequestSettings) -> Result<AskSettings, ApiError> {
    let RequestSettings { model, max_output, temperature, effort } = asking;
    let model = model.trim().to_owned();
    if target.names_model() && model.is_empty() {
        return Err(selection_error(&format!(
            "the lines for {} name a model: give one",
            target.slug()
        )));
    }
    let has_settings = max_output.is_some() || temperature.is_some() || effort.is_some();
    if has_settings && !target.has_settings() {
        return Err(selection_error(&format!(
            "maxOutput, temperature and effort have no effect for {}; set them in the tool that runs the file",
            target.slug()
        )));
    }
    if temperature.is_some_and(|degrees| !(0.0..=2.0).contains(&degrees)) {
        return Err(selection_error("temperature must be a number from 0 to 2"));
    }
    let find = |word: &str| Effort::ALL.into_iter().find(|effort| effort.word() == word);
    let known = || Effort::ALL.into_iter().map(Effort::word);
    let effort = effort.map(|word| one_of("effort", &word, find, known())).transpose()?;
    Ok(AskSettings { model, max_output, temperature, effort })
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// Returns the pieces of all files as names and texts.
    fn pieces(suite: &str, settings: &str, target: &str) -> Vec<(String, String)> {
        let asking = r#"{"model": "model-1"}"#;
        let mut files = ExportFiles::new(suite, settings, target, asking).unwrap();
        let next = || files.next_piece();
        let text = |piece: &Value, key: &str| piece[key].as_str().unwrap().to_owned();
        std::iter::from_fn(next)
            .map(|piece| serde_json::from_str(&piece).unwrap())
            .map(|piece: Value| (text(&piece, "name"), text(&piece, "text")))
            .collect()
    }

    #[test]
    fn a_file_is_written_in_bounded_pieces_under_one_name() {
        let pieces = pieces("ladder", "{}", "openai");
        assert!(pieces.len() > 2);
        assert!(pieces.iter().all(|(name, _)| name == "stepfall-ladder-v1-openai.jsonl"));
        assert!(pieces.iter().all(|(_, text)| !text.is_empty() && text.len() < PIECE + 100_000));
        let file: String = pieces.into_iter().map(|(_, text)| text).collect();
        assert_eq!(file.lines().count(), 500);
        assert!(file.ends_with("}\n"));
    }

    #[test]
    fn every_target_writes_its_files() {
        for target in ExportTarget::ALL {
            let pieces = pieces("quick", r#"{"items": 1}"#, target.slug());
            let names: Vec<&str> = pieces.iter().map(|(name, _)| name.as_str()).collect();
            let beside = match target {
                ExportTarget::Inspect => vec!["stepfall_task.py"],
                ExportTarget::Promptfoo => vec!["promptfooconfig.yaml", "stepfall.mjs"],
                ExportTarget::LmEval => vec!["stepfall_quick_v1.yaml", "stepfall_grade.py"],
                _ => Vec::new(),
            };
            assert_eq!(names[1..], beside, "{target:?}");
            assert!(pieces[0].1.contains("sf1-"), "{target:?}");
        }
    }

    #[test]
    fn invalid_exports_are_refused_with_a_reason() {
        for (target, asking, wanted) in [
            ("excel", "{}", "there is no target \"excel\": it is one of openai, "),
            ("openai", "{}", "the lines for openai name a model"),
            ("csv", r#"{"temperature": 1}"#, "have no effect for csv"),
            ("gemini", r#"{"temperature": 3}"#, "from 0 to 2"),
            ("gemini", r#"{"effort": "most"}"#, "there is no effort \"most\""),
        ] {
            let error = ExportFiles::new("quick", "{}", target, asking).err().unwrap();
            assert!(error.to_string().contains(wanted), "{error}");
        }
    }
}
