//! The style of the document: one text from the files that `index.html` names, without comments,
//! indentation and most line breaks.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::workspace::read_text;

/// The window widths in CSS pixels at which the layout changes. `src/browser/observe.rs` has those
/// that Rust code uses.
const BREAKPOINTS: [u32; 7] = [360, 480, 640, 860, 1000, 1180, 1800];

/// Joins style sheets of the workspace, in this order, into one small sheet.
pub(super) fn bundle(root: &Path, files: &[String]) -> Result<String> {
    let mut bundle = String::new();
    for file in files {
        let text = smaller(&read_text(&root.join(file))?).with_context(|| file.clone())?;
        bundle.push_str(&text);
    }
    Ok(bundle)
}

/// Returns a sheet without comments, indentation and empty lines. A sheet that requests other files
/// is an error, as is a media query with a width that is no breakpoint.
fn smaller(text: &str) -> Result<String> {
    let mut output = String::with_capacity(text.len());
    for line in without_comments(text).lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line.contains("@import") {
            bail!("name the file in index.html instead of {line}");
        }
        let needs_no_file =
            |address: &str| address.starts_with('#') || address.starts_with("data:");
        let mut addresses = line.split("url(").skip(1);
        if !addresses.all(|address| needs_no_file(address.trim_start_matches(['"', '\'']))) {
            bail!("the build copies no file for {line}");
        }
        if line.starts_with("@media") {
            check_breakpoints(line)?;
        }
        output.push_str(line);
        // Only a line that ends within a value or a selector needs a separator before the next.
        if !line.ends_with([';', '{', '}', ',']) {
            output.push('\n');
        }
    }
    Ok(output)
}

/// Checks that a media query uses no width but the breakpoints: `(max-width: 860px)`, or
/// `(width > 860px)` for wider windows.
fn check_breakpoints(query: &str) -> Result<()> {
    let is_known = |part: &str| {
        let width = part.strip_prefix("max-width: ").or_else(|| part.strip_prefix("width > "));
        let width = width.and_then(|width| width.strip_suffix("px")?.parse().ok());
        width.is_some_and(|width| BREAKPOINTS.contains(&width))
    };
    for part in query.split(['(', ')']).filter(|part| part.contains("width")) {
        if !is_known(part) {
            bail!(
                "{query} is at no breakpoint; write (max-width: Npx) or (width > Npx) with one of {BREAKPOINTS:?}"
            );
        }
    }
    Ok(())
}

/// Removes comments, except inside strings.
fn without_comments(text: &str) -> String {
    let mut output = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    let mut quote = None;
    while let Some(character) = characters.next() {
        match (quote, character) {
            (None, '/') if characters.peek() == Some(&'*') => {
                characters.next();
                while let Some(inside) = characters.next() {
                    if inside == '*' && characters.peek() == Some(&'/') {
                        characters.next();
                        break;
                    }
                }
                continue;
            }
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            (Some(_), '\\') => {
                output.push(character);
                output.extend(characters.next());
                continue;
            }
            _ => {}
        }
        output.push(character);
    }
    output
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_removed_outside_strings() {
        assert_eq!(
            without_comments(r#"a{/* x */b:"/* y */ \" /*"}/**/"#),
            r#"a{b:"/* y */ \" /*"}"#
        );
    }

    #[test]
    fn only_breakpoint_widths_are_accepted() {
        for query in
            ["@media (max-width: 860px) {}", "@media (width > 860px) {}", "@media print {}"]
        {
            assert!(smaller(query).is_ok(), "{query}");
        }
        for query in [
            "@media (max-width: 850px) {}",
            "@media (min-width: 861px) {}",
            "@media (width <= 860px) {}",
            "@media (max-width: 40em) {}",
        ] {
            assert!(smaller(query).is_err(), "{query}");
        }
    }

    #[test]
    fn a_style_sheet_that_loads_another_file_is_refused() {
        let sheet = "a {\n  color: red; /* b */\n\n  mask: url(#m), url(\"data:,\");\n}";
        assert_eq!(smaller(sheet).unwrap(), "a {color: red;mask: url(#m), url(\"data:,\");}");
        for refused in
            ["@import \"base.css\";", "a { src: url(a.woff2) }", "a { src: url('/a.png') }"]
        {
            assert!(smaller(refused).is_err(), "{refused}");
        }
    }
}
