//! What a visitor sees who brings no address: a transcript that is graded already.
//!
//! The verdict is what the engine says, as far as the page reads it, kept so that the page need not load it for this; a test holds the two together.

/// The item. It has the place 0 among the engine's examples.
pub(crate) const LINK: &str = "#/play?v=2&seed=42&source=simulated";
/// What a simulated executor wrote.
pub(crate) const TRANSCRIPT: &str = include_str!("example/transcript.txt");
/// The verdict as JSON.
pub(crate) const VERDICT: &str = include_str!("example/verdict.json");

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// What the page reads of a verdict (`browser/report.rs`).
    fn read(verdict: &Value) -> Value {
        let only = |from: &Value, names: &[&str]| -> Value {
            let members = from.as_object().unwrap().iter();
            let read = |(name, value): &(&String, &Value)| {
                names.contains(&name.as_str()) && !value.is_null() && **value != json!([])
            };
            members.filter(read).map(|(name, value)| (name.clone(), value.clone())).collect()
        };
        let each = |list: &str, names: &[&str]| -> Value {
            verdict[list].as_array().unwrap().iter().map(|one| only(one, names)).collect()
        };
        let answer =
            |which: &str| only(&verdict["answers"][which], &["value", "correct", "start", "end"]);
        assert!(verdict["reasoning"].is_null() && verdict["samples"] == json!([]));
        json!({
            "headline": verdict["headline"],
            "primary": verdict["primary"],
            "modes": verdict["modes"],
            "answers": {
                "expected": verdict["answers"]["expected"],
                "first": answer("first"),
                "last": answer("last"),
            },
            "steps": each("steps", &["status", "claimed", "start", "end", "hypotheses"]),
            "root_faults": each("root_faults", &["name", "repaired"]),
        })
    }

    #[test]
    fn the_verdict_is_what_the_engine_says() {
        let verdict = stepfall_js::grade(LINK, TRANSCRIPT, "unknown").unwrap();
        let verdict = read(&serde_json::from_str(&verdict).unwrap()).to_string();
        let out = concat!(env!("CARGO_MANIFEST_DIR"), "/target/example-verdict.json");
        if verdict != VERDICT {
            std::fs::write(out, verdict).unwrap();
            panic!("src/state/example/verdict.json is not what the engine says; that is in {out}");
        }
        let example: serde_json::Value =
            serde_json::from_str(&stepfall_js::example(0).unwrap()).unwrap();
        assert_eq!(example["link"], LINK);
        assert_eq!(example["transcript"], TRANSCRIPT);
    }
}
