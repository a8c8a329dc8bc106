//! Jobs: what is computed without the network and the disk. A worker that has only jobs can be ended at any time.

mod example;
mod protocol;
mod report;

use std::sync::Arc;

use stepfall_figure::{Fared, FaredAt};
use stepfall_grade::Stop;
use stepfall_protocol::lab::{CurveCell, CurveLine};
use stepfall_protocol::{Job, JobOutput, QrCode, Shared, Shares};
use stepfall_share::{Failure, item_of_transcript, reading, share, shares, simulate};

use crate::events;

/// Carries a job out.
///
/// # Errors
///
/// [`Failure`] where nothing comes of it, such as a link without an item.
pub fn carry_out(job: &Job) -> Result<JobOutput, Failure> {
    Ok(match job {
        Job::Grade { link, transcript, is_cut } => {
            let (item, condition) = item_of_transcript(link)?;
            let reading = reading(&item, condition, transcript, stop(*is_cut))?;
            let report = report::report(&item, condition, transcript, &reading);
            JobOutput::Grade(Arc::new(report))
        }
        Job::Simulate { link, executor, form, rate, run } => {
            JobOutput::Simulate(simulate(link, executor, form, *rate, *run)?.transcript)
        }
        Job::Share { link, transcript, is_cut, address, mark } => {
            let shared = share(link, transcript, stop(*is_cut), address, mark)?;
            let code = shared.code.map(|code| QrCode { path: code.path, size: code.size });
            JobOutput::Share(Shared { markdown: shared.markdown, picture: shared.picture, code })
        }
        Job::Shares(link) => {
            let stepfall_share::Shares { at_step, in_answer } = shares(link)?;
            JobOutput::Shares(Shares { at_step, in_answer })
        }
        Job::Protocol(link) => JobOutput::Protocol(protocol::protocol(link)?),
        Job::Example(place) => JobOutput::Example(example::example(*place)?),
        Job::Curves(curves) => {
            let lines: Vec<Fared> = curves.lines.iter().map(fared).collect();
            JobOutput::Curves(events::figures(&stepfall_figure::specimen(&lines), curves.width))
        }
    })
}

/// How the specimen fared in one way.
fn fared(line: &CurveLine) -> Fared {
    let at = |cell: &CurveCell| FaredAt {
        steps: cell.steps,
        items: cell.items,
        whole: cell.whole,
        solved: cell.solved,
        parts: cell.parts,
    };
    Fared { name: line.name.clone(), lengths: line.cells.iter().map(at).collect() }
}

const fn stop(is_cut: bool) -> Stop {
    if is_cut { Stop::Length } else { Stop::Unknown }
}
