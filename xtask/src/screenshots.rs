//! `cargo xtask screenshots`: pictures of the page.

use std::path::Path;

use anyhow::Result;

use crate::process::{self, program};
use crate::workspace::Workspace;
use crate::{page, tools};

/// Builds the page and takes screenshots, light and dark, wide and narrow, into a folder.
pub(crate) fn run(workspace: &Workspace, folder: Option<&Path>) -> Result<()> {
    let folder = match folder {
        Some(folder) => std::path::absolute(folder)?,
        None => workspace.scratch("screenshots")?,
    };
    tools::npm_packages(workspace)?;
    let chromium = tools::chromium(workspace)?;
    page::build(workspace)?;
    process::run(
        program(workspace, "node")
            .arg("tests/e2e/screenshots.mjs")
            .arg(folder)
            .env("CHROMIUM", chromium),
    )
}
