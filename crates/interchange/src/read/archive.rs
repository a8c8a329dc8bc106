//! Reads a log of Inspect in the format `.eval`: a ZIP file with one member per sample. A large
//! sample is a folder of members.

use std::collections::BTreeMap;

use serde_json::Value;

use super::inflate::unpack;
use super::inspect;
use super::json;
use super::problem::Problem;
use super::records::ReadState;
use super::report::Location;
use super::shape::FileKind;
use super::unsupported::{by_kind, by_member};
use super::zip::{self, Member};
use super::{MAX_INFLATED, MAX_MEMBER};
use crate::Response;

/// The members that contain the head of a log. The second one is written when the evaluation
/// starts, the first one when it ends.
const HEADS: [&str; 2] = ["header.json", "_journal/start.json"];
/// The folder of the samples.
const SAMPLES: &str = "samples/";
/// The end of the name of the member that contains a large sample without its long texts.
const SHELL: &str = "/sample.json";
/// The folder of long texts within the folder of a large sample.
const ATTACHMENTS: &str = "/attachments/";

/// Reads a whole archive.
pub(super) fn read(bytes: &[u8], records: &mut ReadState, found: &mut dyn FnMut(Response)) {
    read_within(MAX_INFLATED, bytes, records, found);
}

/// Reads an archive until `budget` bytes are unpacked.
fn read_within(
    budget: u64,
    bytes: &[u8],
    records: &mut ReadState,
    found: &mut dyn FnMut(Response),
) {
    let (members, problem) = zip::members(bytes);
    // True if a sample was found or a problem was reported, so that nothing else needs a report.
    let mut is_settled = problem.is_some();
    if let Some(problem) = problem {
        records.report_problem(Location::File, problem);
    }
    let mut archive = Archive { bytes, members: &members, budget, long_text: None };
    for head in HEADS {
        if records.model.is_none()
            && let Ok((head, _)) = archive.json(head)
        {
            records.model = inspect::model(&head);
        }
    }
    for name in members.keys().filter(|name| is_sample(name)) {
        is_settled = true;
        let place = Location::Member(name.clone());
        match archive.json(name) {
            Ok((sample, has_replacements)) => {
                if has_replacements {
                    records.note_replacements();
                }
                let folder = name.strip_suffix(SHELL);
                let mut lookup = |text: &str| archive.attachment(folder?, text.parse().ok()?);
                let read = inspect::read(&sample, records.model.as_deref(), &mut lookup);
                records.pass_on(FileKind::Inspect, place, read, found);
            }
            Err(Problem::TooMuchUnpacked) => {
                return records.report_bad_record(place, Problem::TooMuchUnpacked);
            }
            Err(problem) => records.report_bad_record(place, problem),
        }
    }
    if !is_settled && HEADS.into_iter().any(|head| members.contains_key(head)) {
        records.report_problem(Location::File, Problem::NoSamples);
    } else if !is_settled {
        let unsupported =
            members.keys().find_map(|name| by_member(name)).or_else(|| by_kind(bytes));
        let problem = unsupported.map_or(Problem::OtherArchive, Problem::UnsupportedFormat);
        records.report_problem(Location::File, problem);
    }
}

/// Returns whether a member is a sample, by its name. The name is an id of any characters,
/// `_epoch_` and a number. It ends with `.json` or, for a large sample, with `/sample.json`.
fn is_sample(name: &str) -> bool {
    let file = name.strip_suffix(SHELL).or_else(|| name.strip_suffix(".json"));
    let number =
        file.filter(|file| file.starts_with(SAMPLES)).and_then(|file| file.rsplit_once("_epoch_"));
    number.is_some_and(|(_, number)| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

struct Archive<'a> {
    bytes: &'a [u8],
    members: &'a BTreeMap<String, Member>,
    /// The number of bytes that may still be unpacked.
    budget: u64,
    /// The list of long texts that was unpacked last, with the name of its member.
    long_text: Option<(String, Vec<String>)>,
}

impl Archive<'_> {
    /// Returns a member as JSON, and reports whether characters were replaced.
    fn json(&mut self, name: &str) -> Result<(Value, bool), Problem> {
        let member = self.members.get(name).ok_or(Problem::Damaged)?;
        let room = usize::try_from(self.budget).unwrap_or(usize::MAX);
        let unpacked = unpack(self.bytes, member, MAX_MEMBER.min(room)).map_err(|problem| {
            let is_spent = problem == Problem::LongMember && room < MAX_MEMBER;
            if is_spent { Problem::TooMuchUnpacked } else { problem }
        });
        let taken = unpacked.as_ref().map_or(0, Vec::len);
        // A member that exceeds the limit counts as [`MAX_MEMBER`] bytes, because so many bytes
        // were unpacked before the error.
        let taken = if unpacked == Err(Problem::LongMember) { MAX_MEMBER } else { taken };
        self.budget = self.budget.saturating_sub(u64::try_from(taken).unwrap_or(u64::MAX));
        json::parse(&unpacked?).map_err(|error| Problem::NotJson(error.to_string()))
    }

    /// Returns a long text of the sample in this folder, by its number. Each member contains a
    /// sequence of texts, and is named by the number of the first of them.
    fn attachment(&mut self, folder: &str, number: usize) -> Option<String> {
        let prefix = format!("{folder}{ATTACHMENTS}");
        let beginning = |name: &str| -> Option<usize> {
            name.strip_prefix(prefix.as_str())?.strip_suffix(".json")?.parse().ok()
        };
        let under = self.members.range(prefix.clone()..);
        let lists = under.map_while(|(name, _)| name.starts_with(&prefix).then_some(name));
        let lists = lists.filter_map(|name| Some((beginning(name)?, name)));
        let (first, name) = lists.filter(|&(first, _)| first <= number).max()?;
        if self.long_text.as_ref().is_none_or(|(loaded, _)| loaded != name) {
            let (list, _) = self.json(name).ok()?;
            self.long_text = Some((name.clone(), inspect::attachments(&list)));
        }
        self.long_text.as_ref()?.1.get(number - first).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unpacking_stops_at_the_limit() {
        let bytes = include_bytes!("../../tests/files/inspect.eval");
        let read = |budget| {
            let mut records = ReadState::new("inspect.eval", None);
            let mut count = 0;
            read_within(budget, bytes, &mut records, &mut |_| count += 1);
            let problems = records.finish().problems.into_iter().map(|entry| entry.problem);
            (count, problems.collect::<Vec<_>>())
        };
        assert_eq!(read(100_000), (4, Vec::new()));
        assert_eq!(read(20_000), (2, vec![Problem::TooMuchUnpacked]));
        assert_eq!(read(0), (0, vec![Problem::TooMuchUnpacked]));
    }

    #[test]
    fn samples_are_recognised_by_the_name_of_their_member() {
        for name in [
            "samples/a_epoch_1.json",
            "samples/a/b_epoch_12/sample.json",
            "samples/_epoch_1_epoch_2.json",
        ] {
            assert!(is_sample(name), "{name}");
        }
        for name in [
            "samples/a_epoch_1/messages/0.json",
            "a_epoch_1.json",
            "samples/a_epoch_.json",
            "samples/a.json",
        ] {
            assert!(!is_sample(name), "{name}");
        }
    }
}
