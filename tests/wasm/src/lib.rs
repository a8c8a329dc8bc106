//! The frozen output of a generator version: the item behind a link, as the bytes of a file in
//! `tests/golden/`.
//!
//! The same function is compared with the same files natively, on 64 bits (`tests/goldens.rs`), and
//! in WebAssembly, on 32 bits (`goldens.mjs`). `cargo xtask golden` writes the files; `cargo xtask
//! golden --check` compares in WebAssembly.

pub mod bench;

use serde::Serialize;
use stepfall_link::{Opened, PlayLink, open};
use stepfall_procedure::{Condition, GENERATOR_VERSION, Item, Record, Seed};

/// A golden file.
#[derive(Serialize)]
struct Golden<'a> {
    link: &'a str,
    /// The link as the present code writes it after reading it.
    written: String,
    notices: Vec<String>,
    /// The transcript in the link, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    transcript: Option<Transcript>,
    item: Record,
    prompts: Prompts,
    turns: Turns,
}

/// The turns of dialogues about this item.
#[derive(Serialize)]
struct Turns {
    next: String,
    rest: String,
    review: String,
    joins: String,
    alone: String,
}

impl Turns {
    fn of(item: &Item) -> Self {
        let (first, last) = (item.procedure.first_step(), item.procedure.last());
        Self {
            next: item.ask_for(first, last.min(first + 2)),
            rest: item.ask_for_rest(last.min(first + 2)),
            review: item.ask_for_review(),
            joins: item.ask_what_joins(&[first, last]),
            alone: item.ask_alone(last),
        }
    }
}

/// A transcript in a link.
#[derive(Serialize)]
struct Transcript {
    text: String,
    simulated: bool,
    cut: bool,
}

/// The prompts of conditions that ask once.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Prompts {
    answer_only: String,
    trace: String,
    free: String,
    structured: String,
    unchained: String,
    copy: String,
    exception: String,
    remapped: String,
}

impl Prompts {
    fn of(item: &Item) -> Self {
        Self {
            answer_only: item.prompt(Condition::AnswerOnly),
            trace: item.prompt(Condition::Trace),
            free: item.prompt(Condition::Free),
            structured: item.prompt(Condition::Structured),
            unchained: item.prompt(Condition::Unchained),
            copy: item.prompt(Condition::Copy),
            exception: item.prompt(Condition::Exception),
            remapped: item.prompt(Condition::Remapped),
        }
    }
}

/// Renders the item that a link names: the exact bytes of its golden file, a JSON object whose
/// member `link` is the link. A link without an item renders as the reason.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen::prelude::wasm_bindgen)]
pub fn render(link: &str) -> String {
    golden(link).unwrap_or_else(|reason| format!("{reason}\n"))
}

fn golden(link: &str) -> Result<String, String> {
    let opened = open(link).map_err(|refusal| refusal.to_string())?;
    let item = opened.item().map_err(|refusal| refusal.to_string())?;
    let record = item.record(opened.link.condition).map_err(|error| error.to_string())?;
    let PlayLink { transcript: text, source, is_cut: cut, .. } = opened.link.clone();
    let simulated = source.is_simulated();
    let transcript = (!text.is_empty()).then_some(Transcript { text, simulated, cut });
    let golden = Golden {
        transcript,
        link,
        written: PlayLink { generator: GENERATOR_VERSION, ..opened.link.clone() }.fragment(),
        notices: opened.notices.iter().map(ToString::to_string).collect(),
        item: record,
        prompts: Prompts::of(&item),
        turns: Turns::of(&item),
    };
    let text = serde_json::to_string_pretty(&golden).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}

pub(crate) fn item(opened: &Opened, seed: Seed) -> Result<Item, String> {
    opened.generator.item(seed, opened.link.index).map_err(|refusal| refusal.to_string())
}
