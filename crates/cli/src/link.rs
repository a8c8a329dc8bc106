//! `stepfall link`: makes links to the page, and shows their contents.

use std::fs;
use std::io::{self, Read, Write};

use serde_json::{Map, Value, json};
use stepfall_cli::{CommandError, print_line};
use stepfall_link::{MAX_TRANSCRIPT, Page, PlayLink, Source, TranscriptError, WARN_PACKED, open};
use stepfall_procedure::GENERATOR_VERSION;

use crate::args::{LinkArguments, LinkCommand, ReportedStop};

pub(crate) fn run(arguments: &LinkArguments, out: &mut impl Write) -> Result<(), CommandError> {
    match &arguments.command {
        LinkCommand::Make { selection, page, transcript, stop, simulated } => {
            let mut link = selection.resolve()?.link.ok_or(CommandError::NoLink)?;
            if let Some(path) = transcript {
                link.transcript = read_text(path)?;
                link.is_cut = *stop == ReportedStop::Length;
                link.source = if *simulated { Source::Simulated } else { Source::Model };
            }
            make(&link, page.as_deref().unwrap_or(""), out)
        }
        LinkCommand::Open { address } => show(address, out),
    }
}

fn make(link: &PlayLink, page: &str, out: &mut impl Write) -> Result<(), CommandError> {
    let fragment = link.fragment_with_transcript().map_err(CommandError::Transcript)?;
    if fragment.len() > WARN_PACKED {
        print_line(&format!(
            "warning: the link has {} characters; some programs cut links after 8,000",
            fragment.len()
        ));
    }
    let page = page.split_once('#').map_or(page, |(page, _)| page);
    writeln!(out, "{page}{fragment}")?;
    Ok(())
}

fn show(address: &str, out: &mut impl Write) -> Result<(), CommandError> {
    let opened = open(address).map_err(CommandError::Refusal)?;
    for notice in &opened.notices {
        print_line(&format!("notice: {notice}"));
    }
    let link = &opened.link;
    let spec: Map<String, Value> =
        link.spec.params().into_iter().map(|(key, value)| (key.to_owned(), value.into())).collect();
    let contents = json!({
        "place": Page::Play.slug(),
        "generator": GENERATOR_VERSION,
        "spec": spec,
        "seed": link.seed.number(),
        "index": link.index,
        "condition": link.condition.slug(),
        "transcript": link.transcript,
        "simulated": link.source.is_simulated(),
        "stop": if link.is_cut { "length" } else { "unknown" },
        "link": PlayLink { generator: GENERATOR_VERSION, ..link.clone() }.fragment(),
    });
    serde_json::to_writer_pretty(&mut *out, &contents)?;
    writeln!(out)?;
    Ok(())
}

/// Reads a text from a file, or from standard input for `-`. A text that is longer than a
/// transcript in a link may be is an error.
fn read_text(path: &str) -> Result<String, CommandError> {
    let unread = |error| CommandError::File { path: path.to_owned(), error };
    let limit = MAX_TRANSCRIPT as u64 + 1;
    let mut text = String::new();
    if path == "-" {
        io::stdin().take(limit).read_to_string(&mut text).map_err(unread)?;
    } else {
        let file = fs::File::open(path).map_err(unread)?;
        file.take(limit).read_to_string(&mut text).map_err(unread)?;
    }
    if text.len() > MAX_TRANSCRIPT {
        return Err(CommandError::Transcript(TranscriptError::TooLong));
    }
    Ok(text)
}
