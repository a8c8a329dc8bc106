//! Transcripts to look at.

use serde::Serialize;

use crate::failure::Failure;
use crate::item::json;
use crate::simulate::written;

/// Where an example comes from.
enum Source {
    /// A language model wrote it; a case of the corpus.
    Model(&'static str),
    /// An executor in a form, in a run.
    Executor(&'static str, &'static str, u32),
}

struct Example {
    link: &'static str,
    source: Source,
}

/// A transcript of the corpus.
macro_rules! corpus {
    ($path:literal) => {
        Source::Model(include_str!(concat!("../../../tests/corpus/models/", $path, ".txt")))
    };
}

/// All examples: the page says what they show, in this order.
const EXAMPLES: [Example; 9] = [
    Example {
        link: "#/play?v=1&seed=42&source=simulated",
        source: Source::Executor("wrong-operand", "trace", 8),
    },
    Example { link: "#/play?v=1&numbers=mod9973&seed=211", source: corpus!("trace/tr-25-mod") },
    Example {
        link: "#/play?v=1&seed=314&condition=free",
        source: corpus!("terse-and-early/fr-25-early"),
    },
    Example {
        link: "#/play?v=1&steps=60&numbers=decimal3&bound=100000&constants=12..99&seed=206",
        source: corpus!("trace/tr-60-dec"),
    },
    Example {
        link: "#/play?v=1&seed=106&condition=answer-only",
        source: corpus!("answer-only/ao-25"),
    },
    Example {
        link: "#/play?v=1&steps=95&seed=5&source=simulated",
        source: Source::Executor("wrong-operand", "table", 2),
    },
    Example {
        link: "#/play?v=1&steps=15&seed=9&source=simulated",
        source: Source::Executor("talked-out", "prose", 1),
    },
    Example {
        link: "#/play?v=1&seed=12&source=simulated",
        source: Source::Executor("truncated", "bullets", 1),
    },
    Example {
        link: "#/play?v=1&steps=15&seed=21&condition=verified.5&source=simulated",
        source: Source::Executor("wrong-operand", "trace", 1),
    },
];

#[derive(Serialize)]
struct Shown {
    link: &'static str,
    transcript: String,
}

/// An example by its place: its link and its transcript.
///
/// # Errors
///
/// [`Failure`] where there is no such place.
pub fn example(place: u32) -> Result<String, Failure> {
    let most = u32::try_from(EXAMPLES.len()).unwrap_or(u32::MAX) - 1;
    let found = usize::try_from(place).ok().and_then(|place| EXAMPLES.get(place));
    let Example { link, source } = found.ok_or(Failure::Range { what: "an example", most })?;
    let transcript = match source {
        Source::Model(text) => (*text).to_owned(),
        Source::Executor(executor, form, run) => written(link, executor, form, 0, *run)?.transcript,
    };
    Ok(json(&Shown { link, transcript }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade;

    #[test]
    fn every_example_shows_something_else() {
        let primary = |place: u32| {
            let shown: serde_json::Value = serde_json::from_str(&example(place).unwrap()).unwrap();
            let (link, transcript) = (shown["link"].as_str(), shown["transcript"].as_str());
            let verdict = grade(link.unwrap(), transcript.unwrap(), "unknown").unwrap();
            let verdict: serde_json::Value = serde_json::from_str(&verdict).unwrap();
            verdict["primary"].as_str().unwrap().to_owned()
        };
        let primaries: Vec<String> = (0..9).map(primary).collect();
        let expected = [
            "lost-operand",
            "slipped",
            "premature-answer",
            "right-answer-wrong-procedure",
            "wrong-work-not-shown",
            "lost-operand",
            "talked-out",
            "truncated",
            "followed",
        ];
        assert_eq!(primaries, expected);
        assert!(example(9).is_err());
    }
}
