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

/// A transcript of the corpus, for an item of this version of the generator.
macro_rules! corpus {
    ($name:literal) => {
        Source::Model(include_str!(concat!("../../../tests/corpus/models/v2/", $name, ".txt")))
    };
}

/// All examples: the page says what they show, in this order.
const EXAMPLES: [Example; 9] = [
    Example {
        link: "#/play?v=2&seed=42&source=simulated",
        source: Source::Executor("wrong-operand", "trace", 49),
    },
    Example { link: "#/play?v=2&numbers=mod97&seed=7", source: corpus!("tr-25-mod97") },
    Example { link: "#/play?v=2&steps=15&seed=88&condition=free", source: corpus!("fr-15") },
    Example {
        link: "#/play?v=2&steps=30&numbers=decimal2&bound=10000&seed=206",
        source: corpus!("tr-30-dec"),
    },
    Example { link: "#/play?v=2&seed=90&condition=answer-only", source: corpus!("ao-25") },
    Example {
        link: "#/play?v=2&steps=95&seed=5&source=simulated",
        source: Source::Executor("wrong-operand", "table", 2),
    },
    Example {
        link: "#/play?v=2&steps=15&seed=9&source=simulated",
        source: Source::Executor("talked-out", "prose", 1),
    },
    Example {
        link: "#/play?v=2&seed=12&source=simulated",
        source: Source::Executor("truncated", "bullets", 1),
    },
    Example {
        link: "#/play?v=2&steps=15&seed=21&condition=verified.5&source=simulated",
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
    use serde_json::Value;

    use super::*;
    use crate::grade;
    use crate::item::item;

    fn shown(place: u32) -> (String, String) {
        let shown: Value = serde_json::from_str(&example(place).unwrap()).unwrap();
        let text = |member: &str| shown[member].as_str().unwrap().to_owned();
        (text("link"), text("transcript"))
    }

    #[test]
    fn every_example_shows_what_the_page_says_of_it() {
        let headline = |place: u32| {
            let (link, transcript) = shown(place);
            let verdict: Value =
                serde_json::from_str(&grade(&link, &transcript, "unknown").unwrap()).unwrap();
            let text = |member: &str| verdict[member].as_str().unwrap().to_owned();
            (text("primary"), text("headline"))
        };
        let headlines: Vec<(String, String)> = (0..9).map(headline).collect();
        let headlines: Vec<(&str, &str)> =
            headlines.iter().map(|(primary, headline)| (&**primary, &**headline)).collect();
        let expected = [
            (
                "lost-operand",
                "Followed for 16 steps; at S19 it used S17 instead of S14; the rest follows from that.",
            ),
            ("followed", "Followed all 25 steps to the right answer, 81."),
            ("followed", "Followed all 15 steps to the right answer, 165."),
            ("followed", "Followed all 30 steps to the right answer, -8301.08."),
            (
                "wrong-work-not-shown",
                "Answered -413, where 272 is right; no step was found that would say why.",
            ),
            (
                "lost-operand",
                "Followed for 50 steps; at S53 it used S51 instead of S50; the rest follows from that.",
            ),
            (
                "talked-out",
                "Gave the right answer, 598, and then changed it to 640, which is wrong.",
            ),
            ("truncated", "The text breaks off after S9, before any answer."),
            ("followed", "Followed all 15 steps to the right answer, 866."),
        ];
        assert_eq!(headlines, expected);
        assert!(example(9).is_err());
    }

    #[test]
    fn what_a_model_answered_belongs_to_the_item_of_its_link() {
        let recorded = |name: &str| -> Value {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus/models/v2");
            let record = std::fs::read_to_string(format!("{folder}/{name}.json")).unwrap();
            serde_json::from_str(&record).unwrap()
        };
        let names = ["tr-25-mod97", "fr-15", "tr-30-dec", "ao-25"];
        for (place, name) in (1..).zip(names) {
            let (link, _) = shown(place);
            let made: Value = serde_json::from_str(&item(&link).unwrap()).unwrap();
            for (member, value) in recorded(name).as_object().unwrap() {
                assert_eq!(&made[member], value, "{member} of {link}");
            }
        }
    }
}
