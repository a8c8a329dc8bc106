//! What the store says of runs and answers, as the page is told it.

use serde_json::Value;
use stepfall_protocol::Attempt;

/// A header of the store, under its name or number.
pub type Kept<K> = (K, String);

/// The runs that are kept, the newest first, as JSON; what is no header is left out.
pub fn runs(kept: &[Kept<String>]) -> String {
    let mut runs: Vec<Value> =
        kept.iter().filter_map(|(run, header)| with(header, "run", run.as_str().into())).collect();
    runs.sort_by_key(|run| std::cmp::Reverse(run["started"].as_u64()));
    Value::from(runs).to_string()
}

/// The header of a run under another name for people; nothing where it is none.
pub fn renamed(header: &str, name: &str) -> Option<String> {
    with(header, "name", name.into()).map(|header| header.to_string())
}

/// The answers that are kept, the newest first, as JSON.
pub fn answers(kept: &[Kept<u32>]) -> String {
    let answer = |(number, header): &Kept<u32>| with(header, "number", (*number).into());
    Value::from(kept.iter().rev().filter_map(answer).collect::<Vec<_>>()).to_string()
}

/// An answer by its header and its transcript, to be opened.
pub fn opened(header: &str, transcript: String) -> Option<Attempt> {
    let header: Value = serde_json::from_str(header).ok()?;
    let text = |member: &str| header[member].as_str().map(str::to_owned);
    Some(Attempt { link: text("link")?, transcript, author: text("model").unwrap_or_default() })
}

fn with(header: &str, member: &str, value: Value) -> Option<Value> {
    let mut header: Value = serde_json::from_str(header).ok()?;
    header.as_object_mut()?.insert(member.to_owned(), value);
    Some(header)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

    use serde_json::json;

    use super::*;

    #[test]
    fn runs_and_answers_are_told_the_newest_first() {
        let kept = [("a", 1), ("b", 3), ("c", 2)]
            .map(|(run, at)| (run.to_owned(), json!({"started": at, "name": "n"}).to_string()));
        let kept = [kept.as_slice(), &[("bad".to_owned(), "{".to_owned())]].concat();
        let told: Value = serde_json::from_str(&runs(&kept)).unwrap();
        let names: Vec<&str> =
            told.as_array().unwrap().iter().filter_map(|run| run["run"].as_str()).collect();
        assert_eq!(names, ["b", "c", "a"]);
        let told: Value =
            serde_json::from_str(&answers(&[(1, "{}".to_owned()), (4, "{}".to_owned())])).unwrap();
        assert_eq!(told, json!([{"number": 4}, {"number": 1}]));
    }

    #[test]
    fn a_header_is_renamed_and_nothing_else() {
        assert_eq!(
            renamed(r#"{"name":"a","started":1}"#, "b").unwrap(),
            r#"{"name":"b","started":1}"#
        );
        assert_eq!(renamed("[]", "b"), None);
        assert_eq!(renamed("", "b"), None);
        let answer = opened(r##"{"link":"#/play?v=2","model":"m"}"##, "7".to_owned()).unwrap();
        assert_eq!((answer.author.as_str(), answer.transcript.as_str()), ("m", "7"));
        assert_eq!(opened("{}", String::new()), None);
    }
}
