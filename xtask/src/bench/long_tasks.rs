//! The longest tasks of the page during journeys of a visitor, from Chromium's traces.

use anyhow::Result;

use super::batch;
use crate::process::{output, program};
use crate::workspace::Workspace;
use crate::{page, tools};

/// The number of transcripts in a file of nearly 200 MB, which is the most that the page accepts.
const TRANSCRIPTS: u32 = 55_000;

/// Builds the page and returns the table of its journeys.
pub(crate) fn table(workspace: &Workspace) -> Result<String> {
    page::build(workspace)?;
    tools::npm_packages(workspace)?;
    let results = batch::make_transcripts(workspace, TRANSCRIPTS)?;
    let mut command = program(workspace, "node");
    command
        .env("CHROMIUM", tools::chromium(workspace)?)
        .env("PAGE", workspace.dist())
        .env("RESULTS", results);
    output(command.arg("tests/e2e/long-tasks.mjs"))
}
