//! A file of transcripts, half of them correct and half with errors of several kinds.

use std::error::Error;

use serde_json::json;
use stepfall_link::PlayLink;
use stepfall_procedure::{Condition, Generator, Item, Seed, Spec};

use crate::error::TraceError;
use crate::trace::trace;
use crate::work::Work;

/// The number of transcripts in the file.
const TRANSCRIPTS: u64 = 4_000;
/// The number of steps of each procedure.
pub(crate) const STEPS: u16 = 25;

/// The file, and the total length of its transcripts.
pub(crate) struct File {
    pub(crate) lines: String,
    pub(crate) transcript_bytes: u64,
}

impl File {
    /// Makes the transcripts. Their items follow the default spec except for the number of steps.
    pub(crate) fn make() -> Result<Self, Box<dyn Error>> {
        let generator = Generator::new(Spec { steps: STEPS, ..Spec::default() })?;
        let mut file = Self { lines: String::new(), transcript_bytes: 0 };
        for seed in 0..TRANSCRIPTS {
            let item = generator.item(Seed::wrapping(seed), 0)?;
            let transcript = transcript(&item, usize::try_from(seed)?);
            file.transcript_bytes += u64::try_from(transcript.len())?;
            file.lines += &line(&Work { item, condition: Condition::Trace, transcript });
        }
        Ok(file)
    }
}

/// Returns a line of a file. The line contains the correct values, because the Python grader of
/// the comparison cannot generate the item.
pub(crate) fn line(work: &Work) -> String {
    let Work { item, condition, transcript } = work;
    let link = PlayLink {
        spec: item.spec,
        seed: item.seed,
        index: item.index,
        condition: *condition,
        ..PlayLink::default()
    };
    let values: Vec<String> = item.values.iter().skip(2).map(ToString::to_string).collect();
    let object = json!({
        "link": link.fragment(),
        "transcript": transcript,
        "values": values,
        "answer": item.answer_text(),
    });
    format!("{object}\n")
}

/// Returns the transcript with this number. Errors of all kinds appear at all positions.
fn transcript(item: &Item, number: usize) -> String {
    let steps = item.procedure.steps.len();
    let (kind, place) = (number / 10, number / 7 % steps);
    let (lines, last) = match number % 10 {
        // One error, and values that follow from it.
        5 | 6 => trace(item, |position| (position == place).then(|| TraceError::at(kind))),
        7 => trace(item, |position| {
            (position % 8 == place % 8).then(|| TraceError::at(kind + position))
        }),
        8 => trace(item, |position| Some(TraceError::at(kind + position))),
        _ => trace(item, |_| None),
    };
    let begun = || lines.lines().take(place).collect::<Vec<_>>().join("\n");
    match number % 40 {
        // Cut off without an answer.
        9 => begun(),
        // Stopped early, with an answer.
        19 => format!("{}\n\nAnswer: {last}", begun()),
        // With a miscopied answer.
        29 => format!("{lines}\nAnswer: {}", last + 1),
        // With a correction that is too late for the first answer.
        39 => format!("{lines}\nAnswer: {}\n\nWait, no.\n\nAnswer: {last}", last + 1),
        _ => format!("{lines}\nAnswer: {last}"),
    }
}
