//! The style sheet: one file out of `style/main.css` and what it imports, without comments and indentation.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::workspace::read_text;

/// Reads a style sheet, puts its imports in their places, and makes it smaller.
pub(super) fn bundle(path: &Path) -> Result<String> {
    let text = inline_imports(path, &mut Vec::new())?;
    let text = without_comments(&text);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    Ok(lines.flat_map(|line| [line, "\n"]).collect())
}

/// The text of a file with every `@import` of another file replaced by that file.
fn inline_imports(path: &Path, importers: &mut Vec<PathBuf>) -> Result<String> {
    let canonical =
        fs::canonicalize(path).with_context(|| format!("cannot read {}", path.display()))?;
    if importers.contains(&canonical) {
        bail!("{} imports itself", path.display());
    }
    importers.push(canonical);
    let folder = path.parent().with_context(|| format!("{} lies nowhere", path.display()))?;
    let mut bundle = String::new();
    for line in without_comments(&read_text(path)?).lines() {
        if let Some(import) = line.trim().strip_prefix("@import") {
            let (file, layer) =
                read_import(import).with_context(|| format!("{}: {line}", path.display()))?;
            let text = inline_imports(&folder.join(file), importers)?;
            match layer {
                Some(layer) => write!(bundle, "@layer {layer} {{\n{text}}}\n")?,
                None => bundle.push_str(&text),
            }
            continue;
        }
        let stays = |address: &str| address.starts_with('#') || address.starts_with("data:");
        if !line.split("url(").skip(1).all(|address| stays(address.trim_start_matches(['"', '\''])))
        {
            bail!("{}: the build copies no file for {}", path.display(), line.trim());
        }
        bundle.push_str(line);
        bundle.push('\n');
    }
    importers.pop();
    Ok(bundle)
}

/// Reads what follows `@import`: a file name, and perhaps a layer.
fn read_import(import: &str) -> Result<(&str, Option<&str>)> {
    let import = import
        .trim()
        .strip_suffix(';')
        .context("an import is one line that ends in a semicolon")?;
    let import = import.trim().strip_prefix("url(").unwrap_or(import.trim());
    let quote = import
        .chars()
        .next()
        .filter(|quote| matches!(quote, '"' | '\''))
        .context("quote the name of the file")?;
    let (file, rest) =
        import[1..].split_once(quote).context("the name of the file has no closing quote")?;
    let rest = rest.trim_start_matches(')').trim();
    let layer = rest.strip_prefix("layer(").and_then(|rest| rest.strip_suffix(')'));
    if !rest.is_empty() && layer.is_none() {
        bail!("the only condition that an import can have here is layer(name)");
    }
    Ok((file, layer))
}

/// Leaves comments out, but not what looks like one within a string.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
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
                kept.push(character);
                kept.extend(characters.next());
                continue;
            }
            _ => {}
        }
        kept.push(character);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_strings_stay() {
        assert_eq!(
            without_comments(r#"a{/* x */b:"/* y */ \" /*"}/**/"#),
            r#"a{b:"/* y */ \" /*"}"#
        );
    }

    #[test]
    fn an_import_may_name_a_layer() {
        assert_eq!(read_import(r#" "base.css" layer(base);"#).unwrap(), ("base.css", Some("base")));
        assert_eq!(read_import(" url('a.css');").unwrap(), ("a.css", None));
        for refused in [r#" "a.css" print;"#, " a.css;", r#" "a.css""#] {
            assert!(read_import(refused).is_err(), "{refused}");
        }
    }
}
