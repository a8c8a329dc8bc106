//! What a visitor sees who brings no address: a transcript that is graded already.
//!
//! The verdict is what the engine says, kept so that the page need not load it for this; a test holds the two together.

/// The item. It has the place 0 among the engine's examples.
pub(crate) const LINK: &str = "#/play?v=0&seed=42&source=simulated";
/// What a simulated executor wrote.
pub(crate) const TRANSCRIPT: &str = include_str!("example/transcript.txt");
/// The verdict as JSON.
pub(crate) const VERDICT: &str = include_str!("example/verdict.json");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_is_what_the_engine_says() {
        let verdict = stepfall_js::grade(LINK, TRANSCRIPT, "unknown").unwrap();
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
