//! `stepfall link`.

use std::fs;
use std::io::{self, Read, Write};

use serde_json::{Map, Value, json};
use stepfall_link::{Link, WARN_PACKED, open};
use stepfall_procedure::VERSION;

use crate::args::{LinkArguments, LinkCommand};
use crate::failure::Failure;

/// Makes or opens a link.
pub(crate) fn run(arguments: &LinkArguments, out: &mut impl Write) -> Result<(), Failure> {
    match &arguments.command {
        LinkCommand::Make { selection, page, transcript } => {
            let (mut link, generator) = selection.resolve()?;
            generator.item(link.seed, link.index)?;
            if let Some(path) = transcript {
                link.transcript = read_text(path)?;
            }
            make(&link, page.as_deref().unwrap_or(""), out)
        }
        LinkCommand::Open { address } => show(address, out),
    }
}

fn make(link: &Link, page: &str, out: &mut impl Write) -> Result<(), Failure> {
    let fragment = link.fragment_with_transcript().map_err(Failure::Transcript)?;
    if fragment.len() > WARN_PACKED {
        eprintln!(
            "warning: the link has {} characters; some programs cut links after 8,000",
            fragment.len()
        );
    }
    let page = page.split_once('#').map_or(page, |(page, _)| page);
    writeln!(out, "{page}{fragment}")?;
    Ok(())
}

fn show(address: &str, out: &mut impl Write) -> Result<(), Failure> {
    let opened = open(address).map_err(Failure::Refusal)?;
    for notice in &opened.notices {
        eprintln!("notice: {notice}");
    }
    let link = &opened.link;
    let spec: Map<String, Value> =
        link.spec.params().into_iter().map(|(key, value)| (key.to_owned(), value.into())).collect();
    let shown = json!({
        "place": link.place.slug(),
        "generator": VERSION,
        "spec": spec,
        "seed": link.seed.number(),
        "index": link.index,
        "condition": link.condition.slug(),
        "transcript": link.transcript,
        "link": link.fragment(),
    });
    serde_json::to_writer_pretty(&mut *out, &shown)?;
    writeln!(out)?;
    Ok(())
}

fn read_text(path: &str) -> Result<String, Failure> {
    let text = if path == "-" {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        fs::read_to_string(path)
    };
    text.map_err(|error| Failure::File { path: path.to_owned(), error })
}
