//! Grading of transcripts, by item or by id.

use std::cell::RefCell;

use crate::{ApiError, Positions, parse_response_end, parse_stop, reading};
use stepfall_condition::ReadingRecord;
use stepfall_grade::MAX_TRANSCRIPT;
use stepfall_interchange::{BatchGrader, GradedRecord, Response, shown_thinking};

use crate::json::item::{json, parse_item};

/// Grades a transcript of an item under its condition. A link or a JSON record identifies the item.
/// Returns the JSON of `schemas/verdict.schema.json` with positions in UTF-16. If the condition is
/// a dialogue, positions refer to its whole text. `dialogue.text` contains this text if it differs
/// from the transcript.
///
/// `stop` is the reason why the model stopped: `unknown`, or `length` if the provider reported a
/// cut.
///
/// # Errors
///
/// [`ApiError`] for another word, a transcript that is too long, a link without an item, and an
/// invalid record.
pub fn grade(item_name: &str, transcript: &str, stop: &str) -> Result<String, ApiError> {
    let stop = parse_stop(stop)?;
    let (item, condition) = parse_item(item_name)?;
    let reading = reading(&item, condition, transcript, stop)?;
    let mut record = ReadingRecord::new(&item, condition, transcript, &reading);
    let positions = Positions::new(&reading.text);
    record.map_positions(|byte| positions.utf16(byte));
    Ok(json(&record))
}

/// Grades a transcript by its batch id, in the same way as a batch. Returns the flat JSON object of
/// a graded response.
///
/// `stop` is that of [`grade`], or `refusal` if the provider reported that the model or a filter
/// refused. promptfoo writes the model's thinking before an answer (`Thinking: …`). If
/// `shows_thinking` is set, such text counts as reasoning.
///
/// # Errors
///
/// [`ApiError`] for another word, a transcript that is too long, and an id that does not allow
/// grading.
pub fn grade_id(
    id: &str,
    transcript: &str,
    stop: &str,
    shows_thinking: bool,
) -> Result<String, ApiError> {
    thread_local! {
        // The thread keeps its grader, because creating a generator takes longer than grading.
        static GRADER: RefCell<BatchGrader> = RefCell::new(BatchGrader::of_visible_text());
    }
    let end = parse_response_end(stop)?;
    if transcript.len() > MAX_TRANSCRIPT {
        return Err(ApiError::Transcript { most: MAX_TRANSCRIPT });
    }
    let split = Some(transcript).filter(|_| shows_thinking).and_then(shown_thinking);
    let (reasoning, text) = split.map_or(("", transcript), |split| (split.reasoning, split.text));
    let (id, text, reasoning) = (id.to_owned(), text.to_owned(), reasoning.to_owned());
    let response = Response { id, text, reasoning, end, ..Response::default() };
    let graded = GRADER.with_borrow_mut(|grader| grader.grade(response));
    let graded = graded.map_err(|why| ApiError::Id(why.to_string()))?;
    Ok(json(&GradedRecord::from(&graded)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::simulate;
    use serde_json::Value;
    use stepfall_interchange::QuestionId;
    use stepfall_procedure::{Condition, Generator, Seed, Spec};

    fn graded(link: &str, transcript: &str) -> Value {
        serde_json::from_str(&grade(link, transcript, "unknown").unwrap()).unwrap()
    }

    fn simulated(link: &str, solver: &str) -> String {
        let graded_json: Value =
            serde_json::from_str(&simulate(link, solver, "trace", 0, 3).unwrap()).unwrap();
        graded_json["transcript"].as_str().unwrap().to_owned()
    }

    #[test]
    fn a_response_is_graded_by_its_id() {
        let spec = Spec { steps: 5, ..Spec::default() };
        let item = Generator::new(spec).unwrap().item(Seed::wrapping(42), 0).unwrap();
        let id = QuestionId::of(&item, Condition::Trace, 0).to_string();
        let right = format!("Answer: {}", item.expected_text(Condition::Trace));
        let row: Value =
            serde_json::from_str(&grade_id(&id, &right, "unknown", false).unwrap()).unwrap();
        assert_eq!([&row["outcome"], &row["id"]], ["correct", id.as_str()]);
        let cut: Value =
            serde_json::from_str(&grade_id(&id, "S3 =", "length", false).unwrap()).unwrap();
        assert_eq!(cut["outcome"], "truncated");
        let refused: Value =
            serde_json::from_str(&grade_id(&id, "No.", "refusal", false).unwrap()).unwrap();
        assert_eq!([&refused["outcome"], &refused["mode"]], ["refused", "refused"]);
        let thought = format!("Thinking: Answer: 1? No.\n\n{right}");
        let outcome = |shows_thinking| {
            let row = grade_id(&id, &thought, "unknown", shows_thinking).unwrap();
            serde_json::from_str::<Value>(&row).unwrap()["outcome"].clone()
        };
        assert_eq!((outcome(true), outcome(false)), ("correct".into(), "wrong".into()));
        let message = |id: &str, stop: &str| grade_id(id, "", stop, false).unwrap_err().to_string();
        assert_eq!(message("gsm8k-1", "unknown"), "the id is not from Stepfall");
        assert!(message(&id, "tired").starts_with("there is no reason to stop"));
    }

    #[test]
    fn plain_conditions_have_no_dialogue() {
        assert!(graded("#/play?v=2", "Answer: 5").get("dialogue").is_none());
    }

    #[test]
    fn a_first_reply_is_graded_as_an_open_dialogue() {
        let link = "#/play?v=2&seed=42&steps=5&condition=checkpoints.3";
        let first = "S3 = 643 - 416 = 227 🧮\nS4 = 227 * 3 = 681\nS5 = 681 - 643 = 38";
        let graded_json = graded(link, first);
        let dialogue = &graded_json["dialogue"];
        assert!(dialogue.get("text").is_none(), "{dialogue}");
        assert!(dialogue["end"].is_null());
        assert!(dialogue["next"].as_str().unwrap().starts_with("Now do S6 to S7, and end with"));
        assert_eq!(dialogue["facts"][0], "The only turn is correct at the first try.");
        // The grader restores omitted requests.
        let both = format!("{first}\n\n=== answered ===\nS6 = 19\nS7 = 57\nAnswer: 57");
        let graded_json = graded(link, &both);
        let text = graded_json["dialogue"]["text"].as_str().unwrap();
        assert!(text.contains("=== asked ===\nNow do S6 to S7"), "{text}");
        assert_eq!(graded_json["dialogue"]["end"]["slug"], "complete");
        assert_eq!(graded_json["dialogue"]["solved"], true);
        // Positions count UTF-16 units in the whole text.
        let units: Vec<u16> = text.encode_utf16().collect();
        let at = |span: &Value, key: &str| usize::try_from(span[key].as_u64().unwrap()).unwrap();
        let slice =
            |span: &Value| String::from_utf16(&units[at(span, "start")..at(span, "end")]).unwrap();
        assert_eq!(slice(&graded_json["dialogue"]["parts"][2]), "S6 = 19\nS7 = 57\nAnswer: 57");
        assert!(slice(&graded_json["steps"][4]).contains("S7 = 57"));
    }

    #[test]
    fn corrected_lines_are_reported_as_withdrawn() {
        let link = "#/play?v=2&seed=42&condition=verified.5";
        let graded_json = graded(link, &simulated(link, "slip-digit"));
        assert_eq!(graded_json["dialogue"]["detail"]["hand_backs"], 1, "{graded_json}");
        assert!(!graded_json["dialogue"]["withdrawn"].as_array().unwrap().is_empty());
    }
}
