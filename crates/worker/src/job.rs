//! Jobs: what is computed without the network and the disk. A worker that has only jobs can be ended at any time.

mod attempts;
mod example;
mod figures;
mod guide;
mod protocol;
mod report;

use std::sync::Arc;

use stepfall_figure::{Fared, FaredAt, Figure};
use stepfall_grade::Stop;
use stepfall_protocol::lab::{CurveCell, CurveLine, Curves};
use stepfall_protocol::{Job, JobOutput, QrCode, Shared};
use stepfall_share::{Failure, item_of_transcript, reading, share, simulate};

use crate::events;
use crate::figure_file::figure_file;

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
        Job::Protocol(link) => JobOutput::Protocol(protocol::protocol(link)?),
        Job::Example(place) => JobOutput::Example(example::example(*place)?),
        Job::Guide(slug) => JobOutput::Guide(guide::guide(slug)?),
        Job::Figures { setup, width } => JobOutput::Figures(figures::figures(setup, *width)?),
        Job::Attempts(of) => JobOutput::Attempts(attempts::attempts(of)?),
        Job::Twice(of) => JobOutput::Twice(attempts::twice(of)?),
        Job::Curves(curves) => JobOutput::Curves(events::figures(&figures(curves), curves.width)),
        Job::CurveFile { curves, figure, form, is_dark, source } => {
            let figures = figures(curves);
            let wanted = figures.iter().find(|drawn| drawn.id == *figure);
            JobOutput::CurveFile(wanted.map(|drawn| figure_file(drawn, *form, *is_dark, source)))
        }
    })
}

/// The figures of how the specimen fared.
fn figures(curves: &Curves) -> Vec<Figure> {
    let lines: Vec<Fared> = curves.lines.iter().map(fared).collect();
    stepfall_figure::specimen(&lines)
}

/// How the specimen fared in one way.
fn fared(line: &CurveLine) -> Fared {
    let at = |cell: &CurveCell| FaredAt {
        steps: cell.steps,
        items: cell.items,
        whole: cell.whole,
        solved: cell.solved,
        parts: cell.parts,
        alone: cell.alone,
    };
    Fared { name: line.name.clone(), lengths: line.cells.iter().map(at).collect() }
}

const fn stop(is_cut: bool) -> Stop {
    if is_cut { Stop::Length } else { Stop::Unknown }
}

#[cfg(test)]
mod tests {
    use stepfall_protocol::{FileEvent, Form};

    use super::*;

    #[test]
    fn a_figure_of_the_specimen_is_a_file() {
        let cell = CurveCell { steps: 5, items: 4, whole: 2, solved: 3, ..CurveCell::default() };
        let lines = vec![CurveLine { name: "short".to_owned(), cells: vec![cell] }];
        let file = |figure: &str, form| {
            let curves = Curves { lines: lines.clone(), width: 0 };
            let (figure, source) = (figure.to_owned(), "from a < b".to_owned());
            let job = Job::CurveFile { curves, figure, form, is_dark: true, source };
            match carry_out(&job) {
                Ok(JobOutput::CurveFile(file)) => file,
                other => panic!("{other:?}"),
            }
        };
        let Some(FileEvent::Text { name, text }) = file("specimen", Form::Csv) else { panic!() };
        assert_eq!(name, "stepfall-specimen.csv");
        assert!(text.lines().nth(1).unwrap().starts_with("short,5,4,75"), "{text}");
        let Some(FileEvent::Text { name, text: drawing }) = file("specimen", Form::Svg) else {
            panic!()
        };
        assert_eq!(name, "stepfall-specimen.svg");
        assert!(drawing.starts_with("<svg") && drawing.contains("from a &lt; b"));
        let dots = FileEvent::Picture { name: "stepfall-specimen.png".to_owned(), svg: drawing };
        assert_eq!(file("specimen", Form::Png), Some(dots));
        assert_eq!(file("another", Form::Csv), None);
    }
}
