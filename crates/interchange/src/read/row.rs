//! Reads rows with an id and a text: those of a table, or simple objects. The columns are known by
//! their names or were chosen by the user.

use serde_json::Value;

use super::json::{self, Object, scalar_text};
use super::problem::Problem;
use crate::{Response, ResponseEnd};

/// The columns that may contain the response. The first one with a value counts.
const TEXTS: [&str; 5] = ["response", "output", "text", "completion", "answer"];
/// The columns that may contain the reason for the end of the response.
const STOPS: [&str; 3] = ["stop", "stop_reason", "finish_reason"];
/// The maximum length of a reported column's name, in bytes.
const MAX_NAME: usize = 200;
/// The maximum number of names in a path into an object.
const MAX_DEPTH: usize = 6;

/// The columns that the user chose. For JSON they may be paths with names separated by dots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnChoice {
    /// The column of the ids that the questions had when they were exported.
    pub id: String,
    /// The column of the responses.
    pub output: String,
}

/// Returns whether an object is a row with known columns.
pub(super) fn is_known(row: &Object) -> bool {
    cell(row, "id").is_some()
        && TEXTS.iter().chain(&["error"]).any(|name| cell(row, name).is_some())
}

/// Returns whether an object is a row that Stepfall has graded. Such a row has no text of the
/// response.
fn is_graded(row: &Object) -> bool {
    ["outcome", "headline", "target", "grader"].into_iter().all(|name| row.contains_key(name))
        && TEXTS[..4].iter().all(|name| !row.contains_key(*name))
}

/// Reads a row with known columns.
pub(super) fn read(row: &Object) -> Result<Vec<Response>, Problem> {
    if is_graded(row) {
        return Err(Problem::Graded);
    }
    let texts = TEXTS.iter().filter_map(|name| cell(row, name));
    // A column with a value takes precedence over an empty one.
    let text = texts.clone().find(|text| !text.is_null()).or_else(|| texts.clone().next());
    let id = cell(row, "id").unwrap_or(&Value::Null);
    respond(row, id, text.unwrap_or(&Value::Null)).map(|response| vec![response])
}

/// Returns whether a row has the chosen columns.
pub(super) fn has_chosen(row: &Object, choice: &ColumnChoice) -> bool {
    at(row, &choice.id).is_some() && at(row, &choice.output).is_some()
}

/// Reads a row by the chosen columns; `None` if it lacks one of them.
pub(super) fn read_chosen(
    row: &Object,
    choice: &ColumnChoice,
) -> Option<Result<Response, Problem>> {
    Some(respond(row, at(row, &choice.id)?, at(row, &choice.output)?))
}

/// Appends the columns of a row: the paths to all values that are not containers, up to `most` in
/// total. Paths into a list lead only to its first element.
pub(super) fn columns(row: &Object, most: usize, paths: &mut Vec<String>) {
    for (name, value) in row {
        gather(name, value, MAX_DEPTH, most, paths);
    }
}

fn gather(path: &str, value: &Value, depth: usize, most: usize, paths: &mut Vec<String>) {
    if path.is_empty() || path.len() > MAX_NAME || paths.len() >= most || depth == 0 {
        return;
    }
    match value {
        Value::Object(object) => {
            for (name, value) in object.iter().filter(|(name, _)| !name.contains('.')) {
                gather(&format!("{path}.{name}"), value, depth - 1, most, paths);
            }
        }
        Value::Array(list) => {
            if let Some(first) = list.first() {
                gather(&format!("{path}.0"), first, depth - 1, most, paths);
            }
        }
        _ => paths.push(path.to_owned()),
    }
}

/// Returns the value with this name; upper and lower case may differ.
fn cell<'a>(row: &'a Object, name: &str) -> Option<&'a Value> {
    let in_other_case = || row.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
    row.get(name).or_else(|| in_other_case().map(|(_, value)| value))
}

/// Returns the value with this name or at the end of this path.
fn at<'a>(row: &'a Object, path: &str) -> Option<&'a Value> {
    if let Some(value) = row.get(path) {
        return Some(value);
    }
    let mut names = path.split('.');
    let first = row.get(names.next()?)?;
    names.try_fold(first, |value, name| match value {
        Value::Object(object) => object.get(name),
        Value::Array(list) => list.get(name.parse::<usize>().ok()?),
        _ => None,
    })
}

/// Returns the response with this id and text, and with the values of other columns of the row.
fn respond(row: &Object, id: &Value, text: &Value) -> Result<Response, Problem> {
    let id = scalar_text(id).map(|id| id.trim().to_owned()).filter(|id| !id.is_empty());
    let id = id.ok_or(Problem::NoId("id"))?;
    let words = |name: &str| cell(row, name).and_then(scalar_text).filter(|text| !text.is_empty());
    let error = cell(row, "error").and_then(json::reason);
    let visible = match text {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(text.to_string()),
        Value::Array(_) | Value::Object(_) if error.is_some() => None,
        Value::Array(_) | Value::Object(_) => return Err(Problem::InvalidUtf8),
    };
    let stop = STOPS.iter().find_map(|name| words(name)).map(|stop| stop.to_ascii_lowercase());
    let end = match (error, &visible, stop.as_deref()) {
        (Some(error), ..) => ResponseEnd::Failed(error),
        (None, None, _) => ResponseEnd::Failed("the file has no response for it".to_owned()),
        (None, _, Some("length" | "max_tokens" | "model_length")) => ResponseEnd::Length,
        (None, _, Some("refusal" | "content_filter" | "filter")) => ResponseEnd::Refusal,
        (None, ..) => ResponseEnd::Natural,
    };
    // Some tables write whole numbers as `1.0`.
    let number = |name: &str| {
        let text = words(name)?;
        let text = text.trim();
        text.strip_suffix(".0").unwrap_or(text).parse().ok()
    };
    Ok(Response {
        id,
        sample: number("sample").and_then(|sample: u64| u32::try_from(sample).ok()).unwrap_or(0),
        text: visible.unwrap_or_default(),
        reasoning: words("reasoning").unwrap_or_default(),
        end,
        model: words("model"),
        tokens_in: number("tokens_in"),
        tokens_out: number("tokens_out"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(text: &str) -> Object {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn a_path_is_first_looked_up_as_a_name() {
        let row = object(r#"{"a.b": 1, "a": {"b": 2, "c": [{"d": 3}]}, "e": {}}"#);
        let found = |path: &str| at(&row, path).map(Value::to_string);
        assert_eq!(found("a.b").as_deref(), Some("1"));
        assert_eq!(found("a.c.0.d").as_deref(), Some("3"));
        assert_eq!((found("a.c.1.d"), found("a.b.c"), found("")), (None, None, None));
        let mut paths = Vec::new();
        columns(&row, 3, &mut paths);
        assert_eq!(paths, ["a.b", "a.c.0.d", "a.b"]);
    }

    #[test]
    fn a_row_contains_stop_sample_reasoning_and_error() {
        let read = |text: &str| super::read(&object(text)).unwrap().remove(0);
        let full = read(
            r#"{"ID": 7, "answer": null, "text": "a", "stop": "LENGTH", "sample": "2", "model": "m", "reasoning": "r"}"#,
        );
        assert_eq!((full.id.as_str(), full.text.as_str(), full.sample), ("7", "a", 2));
        assert_eq!((full.end, full.reasoning.as_str()), (ResponseEnd::Length, "r"));
        let failed = read(r#"{"id": "q", "response": "", "error": {"message": "late"}}"#);
        assert_eq!(failed.end, ResponseEnd::Failed("late".to_owned()));
        let none = read(r#"{"id": "q", "response": null}"#);
        assert!(matches!(none.end, ResponseEnd::Failed(_)));
        for nothing in [r#""nan""#, r#""None""#, "{}", "[]", "0", "null", r#""""#] {
            let text = format!(
                r#"{{"id": "q", "response": "Answer: 5", "error": {nothing}, "sample": 1.0}}"#
            );
            let read = read(&text);
            assert_eq!((read.end, read.sample), (ResponseEnd::Natural, 1), "{nothing}");
        }
        let graded = r#"{"id": "q", "outcome": "wrong", "headline": "h", "answer": "7", "target": "8", "grader": 2}"#;
        assert_eq!(super::read(&object(graded)), Err(Problem::Graded));
        assert_eq!(super::read(&object(r#"{"id": "q", "text": {}}"#)), Err(Problem::InvalidUtf8));
        assert_eq!(super::read(&object(r#"{"id": " ", "text": "a"}"#)), Err(Problem::NoId("id")));
    }
}
