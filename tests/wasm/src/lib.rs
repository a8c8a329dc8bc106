//! What is frozen within a generator version: the item behind a link, as the bytes of a file in `tests/golden/`.
//!
//! The same function is held against the same files natively, on 64 bits (`tests/goldens.rs`), and in WebAssembly, on
//! 32 bits (`goldens.mjs`). `cargo xtask golden` writes the files; `cargo xtask golden --check` compares in WebAssembly.

use serde::Serialize;
use stepfall_link::{Opened, open};
use stepfall_procedure::{Condition, Item, Record, Seed};

/// A golden file.
#[derive(Serialize)]
struct Golden<'a> {
    link: &'a str,
    /// The link as it is written again, with what it leaves out.
    written: String,
    notices: Vec<String>,
    item: Record,
    prompts: Prompts,
}

/// The prompts of all conditions.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Prompts {
    answer_only: String,
    trace: String,
    free: String,
    structured: String,
    inline: String,
    copy: String,
}

impl Prompts {
    fn of(item: &Item) -> Self {
        Self {
            answer_only: item.prompt(Condition::AnswerOnly),
            trace: item.prompt(Condition::Trace),
            free: item.prompt(Condition::Free),
            structured: item.prompt(Condition::Structured),
            inline: item.prompt(Condition::Inline),
            copy: item.prompt(Condition::Copy),
        }
    }
}

/// Renders the item that a link names: the exact bytes of its golden file, a JSON object whose member `link` is the link.
/// What has no item renders as the reason.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen::prelude::wasm_bindgen)]
pub fn render(link: &str) -> String {
    golden(link).unwrap_or_else(|reason| format!("{reason}\n"))
}

fn golden(link: &str) -> Result<String, String> {
    let opened = open(link).map_err(|refusal| refusal.to_string())?;
    let item = item(&opened, opened.link.seed)?;
    let record = item.record(opened.link.condition).map_err(|error| error.to_string())?;
    let golden = Golden {
        link,
        written: opened.link.fragment(),
        notices: opened.notices.iter().map(ToString::to_string).collect(),
        item: record,
        prompts: Prompts::of(&item),
    };
    let text = serde_json::to_string_pretty(&golden).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}

fn item(opened: &Opened, seed: Seed) -> Result<Item, String> {
    opened.generator.item(seed, opened.link.index).map_err(|refusal| refusal.to_string())
}

/// Makes the items of a link's spec for the seeds from `seed_from`, `count` of them, with values, wording and step-level
/// shares, and returns a sum over the results, so that no part of the work can be left out.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen::prelude::wasm_bindgen)]
pub fn bench_make(link: &str, seed_from: u32, count: u32) -> u32 {
    let Ok(opened) = open(link) else { return 0 };
    let seeds = seed_from..seed_from.saturating_add(count);
    let items = seeds.filter_map(|seed| item(&opened, Seed::wrapping(seed.into())).ok());
    items.fold(0, |sum, item| {
        let length = u32::try_from(item.text().len()).unwrap_or(u32::MAX);
        sum.wrapping_add(length).wrapping_add(item.shows_at_step().shown)
    })
}
