//! A file of transcripts, half of them followed, half at fault in several ways.

use std::error::Error;

use serde_json::json;
use stepfall_link::Link;
use stepfall_procedure::{Condition, Generator, Item, Seed, Spec};

use crate::fault::Fault;
use crate::trace::trace;
use crate::work::Work;

/// How many transcripts the file holds.
const TRANSCRIPTS: u64 = 4_000;
/// How many steps each procedure has.
pub(crate) const STEPS: u16 = 25;

/// The file, and how long its transcripts are together.
pub(crate) struct File {
    pub(crate) lines: String,
    pub(crate) transcript_bytes: u64,
}

impl File {
    /// Makes transcripts of items that are otherwise of the default spec.
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

/// A line of a file. The right values stand there for the peer, which cannot make the item.
pub(crate) fn line(work: &Work) -> String {
    let Work { item, condition, transcript } = work;
    let link = Link {
        spec: item.spec,
        seed: item.seed,
        index: item.index,
        condition: *condition,
        ..Link::default()
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

/// The transcript with this number. Faults of all kinds come to stand at all places.
fn transcript(item: &Item, number: usize) -> String {
    let steps = item.procedure.steps.len();
    let (kind, place) = (number / 10, number / 7 % steps);
    let (lines, last) = match number % 10 {
        // One fault, and what follows from it.
        5 | 6 => trace(item, |position| (position == place).then(|| Fault::at(kind))),
        7 => {
            trace(item, |position| (position % 8 == place % 8).then(|| Fault::at(kind + position)))
        }
        8 => trace(item, |position| Some(Fault::at(kind + position))),
        _ => trace(item, |_| None),
    };
    let begun = || lines.lines().take(place).collect::<Vec<_>>().join("\n");
    match number % 40 {
        // Broken off without an answer.
        9 => begun(),
        // Given up early, with an answer.
        19 => format!("{}\n\nAnswer: {last}", begun()),
        // The answer miscopied.
        29 => format!("{lines}\nAnswer: {}", last + 1),
        // A second thought, too late for the first answer.
        39 => format!("{lines}\nAnswer: {}\n\nWait, no.\n\nAnswer: {last}", last + 1),
        _ => format!("{lines}\nAnswer: {last}"),
    }
}
