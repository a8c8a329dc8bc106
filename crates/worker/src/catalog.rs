//! Conversion of stored headers of runs and answers to messages for the page.

use std::cmp::Reverse;

use serde_json::Value;
use stepfall_protocol::LinkedAttempt;
use stepfall_protocol::asking::KeptAnswer;
use stepfall_protocol::sweep::RunInfo;
use stepfall_sweep::Plan;

use crate::stored_answer::end_of;

/// The key of a run or an answer in the store (a name or a number), and its header.
pub type StoredHeader<K> = (K, String);

/// Returns the stored runs, the newest first; skips invalid headers.
pub fn runs(stored: &[StoredHeader<String>]) -> Vec<RunInfo> {
    let run = |(run, header): &StoredHeader<String>| {
        let header: Value = serde_json::from_str(header).ok()?;
        let plan = text(&header, "plan")?;
        Some(RunInfo {
            run: run.clone(),
            name: text(&header, "name").unwrap_or_default(),
            title: Plan::read(&plan).0.name(),
            plan,
            started: whole(&header, "started")?,
            answered: count(&header, "answered"),
            total: count(&header, "total"),
            finding: text(&header, "finding").unwrap_or_default(),
        })
    };
    let mut runs: Vec<RunInfo> = stored.iter().filter_map(run).collect();
    runs.sort_by_key(|run| Reverse(run.started));
    runs
}

/// Returns the header of a run with another name; `None` if the header is invalid.
pub fn rename_header(header: &str, name: &str) -> Option<String> {
    let mut header: Value = serde_json::from_str(header).ok()?;
    header.as_object_mut()?.insert("name".to_owned(), name.into());
    Some(header.to_string())
}

/// Returns the stored answers, the newest first; skips invalid headers.
pub fn answers(stored: &[StoredHeader<u32>]) -> Vec<KeptAnswer> {
    let answer = |(number, header): &StoredHeader<u32>| {
        let header: Value = serde_json::from_str(header).ok()?;
        Some(KeptAnswer {
            number: *number,
            link: text(&header, "link")?,
            model: text(&header, "model")?,
            end: end_of(header["end"].as_str()?),
            asked: whole(&header, "asked")?,
            bytes: whole(&header, "bytes").unwrap_or_default(),
        })
    };
    stored.iter().rev().filter_map(answer).collect()
}

/// Returns a stored answer in the form in which Play opens it; `None` if the header is invalid or
/// has no link.
pub fn linked_attempt(header: &str, transcript: String) -> Option<LinkedAttempt> {
    let header: Value = serde_json::from_str(header).ok()?;
    let author = text(&header, "model").unwrap_or_default();
    Some(LinkedAttempt { link: text(&header, "link")?, transcript, author })
}

fn text(header: &Value, member: &str) -> Option<String> {
    header[member].as_str().map(str::to_owned)
}

fn whole(header: &Value, member: &str) -> Option<u64> {
    header[member].as_u64()
}

/// Returns a count, or 0 for an older header without it.
fn count(header: &Value, member: &str) -> u32 {
    whole(header, member).and_then(|count| u32::try_from(count).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

    use serde_json::json;

    use super::*;
    use stepfall_protocol::asking::AnswerEnd;

    #[test]
    fn runs_and_answers_are_listed_newest_first() {
        let stored = [("a", 1), ("b", 3), ("c", 2)].map(|(run, at)| {
            let header = json!({"started": at, "name": "n", "plan": "#/sweep?v=2"});
            (run.to_owned(), header.to_string())
        });
        let stored = [stored.as_slice(), &[("bad".to_owned(), "{".to_owned())]].concat();
        let listed = runs(&stored);
        let names: Vec<&str> = listed.iter().map(|run| run.run.as_str()).collect();
        assert_eq!(names, ["b", "c", "a"]);
        let header = |end: &str| {
            json!({"link": "#/play?v=2", "model": "m", "end": end, "asked": 5, "bytes": 7})
                .to_string()
        };
        let stored = [(1, header("stopped")), (2, "{}".to_owned()), (4, header("answered"))];
        let listed: Vec<(u32, AnswerEnd)> =
            answers(&stored).into_iter().map(|answer| (answer.number, answer.end)).collect();
        assert_eq!(listed, [(4, AnswerEnd::Answered), (1, AnswerEnd::Stopped)]);
    }

    #[test]
    fn renaming_changes_only_the_name() {
        assert_eq!(
            rename_header(r#"{"name":"a","started":1}"#, "b").unwrap(),
            r#"{"name":"b","started":1}"#
        );
        assert_eq!(rename_header("[]", "b"), None);
        assert_eq!(rename_header("", "b"), None);
        let answer =
            linked_attempt(r##"{"link":"#/play?v=2","model":"m"}"##, "7".to_owned()).unwrap();
        assert_eq!((answer.author.as_str(), answer.transcript.as_str()), ("m", "7"));
        assert_eq!(linked_attempt("{}", String::new()), None);
    }
}
