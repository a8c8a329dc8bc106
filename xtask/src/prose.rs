//! `cargo xtask prose`: counts violations of the style rules in comments and documents. A count may
//! fall but not rise.
//!
//! The snapshot has a row for each area. A change of the rules themselves needs a new snapshot:
//! delete the file and run `--update`.

mod comments;
mod dialect;
mod known;
mod ratchet;
mod rules;
mod sentences;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs;
use std::process::Stdio;

use anyhow::{Context, Result, bail};

use crate::process::{output, program};
use crate::prose::comments::Language;
use crate::prose::dialect::Dialect;
use crate::prose::known::Known;
use crate::prose::ratchet::{Change, Counts};
use crate::prose::rules::{Violation, violations};
use crate::workspace::{Workspace, read_text, write};

/// The snapshot, below the root.
const SNAPSHOT: &str = "xtask/prose.snap";

/// Folders of recorded and generated text.
const SKIPPED: [&str; 3] = ["tests/golden/", "tests/corpus/", "training/results/"];

/// The most violations that are listed after a count has risen.
const MAX_LISTED: usize = 40;

/// The violations of each file that has any, by its path.
type Found = BTreeMap<String, Vec<Violation>>;

/// Compares the counts with the snapshot.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let found = find_all(workspace, &Dialect::new())?;
    let snapshot = read_text(&workspace.root.join(SNAPSHOT))
        .context("there is no snapshot: run `cargo xtask prose --update`")?;
    let snapshot = Counts::parse(&snapshot)?;
    let changes = count(&found).changes(&snapshot);
    let (rises, falls): (Vec<_>, Vec<_>) = changes.into_iter().partition(Change::is_rise);
    if rises.is_empty() {
        for fall in &falls {
            println!("{}", fall.line());
        }
        if !falls.is_empty() {
            println!("counts fell: `cargo xtask prose --update` lowers the snapshot");
        }
        return Ok(());
    }
    for (path, violation) in new_violations(workspace, &found, &rises)?.iter().take(MAX_LISTED) {
        println!("{}", line(path, violation));
    }
    for rise in &rises {
        println!("{}", rise.line());
    }
    bail!(
        "comments or documents have new violations: reword them (`cargo xtask prose --show PATH` lists all); if text moved between areas, run `cargo xtask prose --update`"
    )
}

/// Writes the counts to the snapshot. A rise of a rule's total is an error.
pub(crate) fn update(workspace: &Workspace) -> Result<()> {
    let counts = count(&find_all(workspace, &Dialect::new())?);
    let path = workspace.root.join(SNAPSHOT);
    let text = if path.is_file() {
        counts.update(&Counts::parse(&read_text(&path)?)?)?
    } else {
        counts.render()
    };
    print!("{text}");
    write(&path, text)
}

/// Prints all violations in a folder or file; an empty path is the root.
pub(crate) fn show(workspace: &Workspace, path: &str) -> Result<()> {
    let path = path.trim_start_matches("./").trim_end_matches('/');
    let is_inside = |file: &str| {
        let rest = file.strip_prefix(path);
        path.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let mut found = find_all(workspace, &Dialect::new())?;
    found.retain(|file, _| is_inside(file));
    for (file, violations) in &found {
        for violation in violations {
            println!("{}", line(file, violation));
        }
    }
    print!("{}", count(&found).render());
    Ok(())
}

/// Returns a violation as a line of output.
fn line(path: &str, violation: &Violation) -> String {
    let Violation { line, rule, excerpt, advice } = violation;
    format!("{path}:{line}: {}: {excerpt} … ({advice})", rule.name())
}

/// Returns the violations of all tracked files.
fn find_all(workspace: &Workspace, dialect: &Dialect) -> Result<Found> {
    let mut found = Found::new();
    let files = output(program(workspace, "git").args(["ls-files", "-z"]))?;
    for path in files.split_terminator('\0') {
        let Some(language) = checked_language(path) else { continue };
        // A file that was deleted is tracked until the deletion is staged.
        let Ok(bytes) = fs::read(workspace.root.join(path)) else { continue };
        let text = String::from_utf8(bytes).with_context(|| format!("{path} is no UTF-8"))?;
        let violations = violations(dialect, language, &text);
        if !violations.is_empty() {
            found.insert(path.to_owned(), violations);
        }
    }
    Ok(found)
}

/// Returns the language of a file if its comments or its text are checked.
fn checked_language(path: &str) -> Option<Language> {
    let language = Language::of(path)?;
    let is_document =
        !path.contains('/') || path.starts_with("docs/") || path.ends_with("/README.md");
    let is_skipped = SKIPPED.iter().any(|folder| path.starts_with(folder));
    (!is_skipped && (language != Language::Markdown || is_document)).then_some(language)
}

/// Returns the area of a file: its crate, or its folder in the root. Documents in the root belong
/// to `docs`.
fn area(path: &str) -> &str {
    let depth = usize::from(path.starts_with("crates/"));
    path.match_indices('/').nth(depth).map_or("docs", |(end, _)| &path[..end])
}

fn count(found: &Found) -> Counts {
    let mut counts = Counts::default();
    for (path, violations) in found {
        for violation in violations {
            counts.add(area(path), violation.rule);
        }
    }
    counts
}

/// Returns the violations that are new since the last commit of the snapshot, in areas whose counts
/// have risen. Files with the most new violations come first.
fn new_violations<'a>(
    workspace: &Workspace,
    found: &'a Found,
    rises: &[Change],
) -> Result<Vec<(&'a str, &'a Violation)>> {
    let git = |arguments: &[&str]| output(program(workspace, "git").args(arguments));
    let base = git(&["log", "-1", "--format=%H", "--", SNAPSHOT])?;
    let base = if base.is_empty() { "HEAD" } else { base.trim() };
    let changed = git(&["diff", "--name-only", "-z", "--no-renames", base])?;
    let mut known = Known::default();
    let dialect = Dialect::new();
    for path in changed.split_terminator('\0') {
        if let Some(language) = checked_language(path) {
            known.add(violations(&dialect, language, &committed(workspace, base, path)?));
        }
    }
    let has_risen =
        |area: &str, rule| rises.iter().any(|rise| rise.rule == rule && rise.area == area);
    let mut files = Vec::new();
    for path in changed.split_terminator('\0') {
        let Some((path, violations)) = found.get_key_value(path) else { continue };
        let is_new = |violation: &&Violation| {
            !known.take(violation) && has_risen(area(path), violation.rule)
        };
        let new: Vec<_> =
            violations.iter().filter(is_new).map(|violation| (path.as_str(), violation)).collect();
        files.push(new);
    }
    files.sort_by_key(|new| Reverse(new.len()));
    Ok(files.concat())
}

/// Returns the text of a file in a commit; empty if the commit lacks the file.
fn committed(workspace: &Workspace, commit: &str, path: &str) -> Result<String> {
    let mut command = program(workspace, "git");
    command.args(["show", &format!("{commit}:{path}")]).stderr(Stdio::null());
    let output = command.output().context("cannot start git")?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_belong_to_their_crate_or_folder() {
        assert_eq!(area("crates/grade/src/lib.rs"), "crates/grade");
        assert_eq!(area("src/app/mod.rs"), "src");
        assert_eq!(area("README.md"), "docs");
        assert_eq!(area("docs/soak.md"), "docs");
    }

    #[test]
    fn sources_and_documents_are_checked_but_recorded_text_is_not() {
        for path in [
            "src/a.rs",
            "pkg/a.d.ts",
            "python/a.pyi",
            "style/a.css",
            "SECURITY.md",
            "pkg/README.md",
        ] {
            assert!(checked_language(path).is_some(), "{path}");
        }
        for path in [
            "tests/golden/a.md",
            "tests/corpus/README.md",
            "crates/lab/src/a.md",
            "a.json",
            "LICENSE",
        ] {
            assert!(checked_language(path).is_none(), "{path}");
        }
    }
}
