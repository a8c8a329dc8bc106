//! Jobs: computations without the network and the disk. A worker that has only jobs can be ended at
//! any time.

mod attempts;
mod example;
mod figures;
mod guide;
mod last_graded;
mod protocol;
mod report;

use std::sync::Arc;

use stepfall_api::{ApiError, qr_code, share, share_verdict, simulate};
use stepfall_figure::small_model;
use stepfall_protocol::figure::{self, RunFigures};
use stepfall_protocol::verdict::Report;
use stepfall_protocol::{
    CountCorrectSteps, DrawCurves, DrawFigures, DrawQrCode, FileEvent, Grade, GuidePage, Job,
    JobMessage, LinkedAttempt, Protocol, QrCode, ReadExample, ReadGuide, ReadProtocol,
    RunComparison, RunTwice, SaveCurve, Share, Shared, Simulate, encode,
};

use self::last_graded::{Graded, grade, last_graded, stop};
use crate::events;
use crate::figure_file::figure_file;

/// A job that this worker can compute.
pub trait Compute: Job {
    /// Computes the output.
    ///
    /// # Errors
    ///
    /// [`ApiError`] if there is no output, such as for a link without an item.
    fn compute(&self) -> Result<Self::Output, ApiError>;
}

/// Computes the output of a job, as the bytes of [`Event::Job`](stepfall_protocol::Event::Job).
///
/// # Errors
///
/// A sentence that explains why there is no output.
pub fn output(job: &JobMessage) -> Result<Vec<u8>, String> {
    match job {
        JobMessage::Grade(job) => output_of(job),
        JobMessage::Simulate(job) => output_of(job),
        JobMessage::Share(job) => output_of(job),
        JobMessage::DrawQrCode(job) => output_of(job),
        JobMessage::ReadProtocol(job) => output_of(job),
        JobMessage::ReadExample(job) => output_of(job),
        JobMessage::ReadGuide(job) => output_of(job),
        JobMessage::DrawFigures(job) => output_of(job),
        JobMessage::CountCorrectSteps(job) => output_of(job),
        JobMessage::RunTwice(job) => output_of(job),
        JobMessage::DrawCurves(job) => output_of(job),
        JobMessage::SaveCurve(job) => output_of(job),
    }
}

fn output_of<J: Compute>(job: &J) -> Result<Vec<u8>, String> {
    let output = job.compute().map_err(|failure| failure.to_string())?;
    encode(&output).map_err(|malformed| malformed.to_string())
}

impl Compute for Grade {
    fn compute(&self) -> Result<Arc<Report>, ApiError> {
        let Self { link, transcript, is_cut } = self;
        let graded = grade(link, transcript, *is_cut)?;
        let Graded { item, condition, reading, .. } = &*graded;
        Ok(Arc::new(report::report(item, *condition, transcript, reading)))
    }
}

impl Compute for Simulate {
    fn compute(&self) -> Result<String, ApiError> {
        let Self { link, solver, form, rate, run } = self;
        Ok(simulate(link, solver, form, *rate, *run)?.transcript)
    }
}

impl Compute for Share {
    fn compute(&self) -> Result<Shared, ApiError> {
        let Self { link, transcript, is_cut, address, mark } = self;
        // Without a text, the item alone is shared.
        let last = last_graded(link, transcript, *is_cut).filter(|_| !transcript.trim().is_empty());
        match last {
            Some(graded) => {
                let Graded { item, condition, reading, .. } = &*graded;
                let verdict = Some(&reading.verdict);
                Ok(share_verdict(item, *condition, verdict, address, mark))
            }
            None => share(link, transcript, stop(*is_cut), address, mark),
        }
    }
}

impl Compute for DrawQrCode {
    fn compute(&self) -> Result<Option<QrCode>, ApiError> {
        Ok(qr_code(&self.0))
    }
}

impl Compute for ReadProtocol {
    fn compute(&self) -> Result<Protocol, ApiError> {
        protocol::protocol(&self.0)
    }
}

impl Compute for ReadExample {
    fn compute(&self) -> Result<LinkedAttempt, ApiError> {
        example::example(self.0)
    }
}

impl Compute for ReadGuide {
    fn compute(&self) -> Result<GuidePage, ApiError> {
        guide::guide(&self.0)
    }
}

impl Compute for DrawFigures {
    fn compute(&self) -> Result<RunFigures, ApiError> {
        figures::figures(&self.setup, self.width)
    }
}

impl Compute for CountCorrectSteps {
    fn compute(&self) -> Result<Vec<Option<u16>>, ApiError> {
        attempts::correct_steps(&self.0)
    }
}

impl Compute for RunTwice {
    fn compute(&self) -> Result<RunComparison, ApiError> {
        attempts::compare_two_runs(&self.0)
    }
}

impl Compute for DrawCurves {
    fn compute(&self) -> Result<Vec<figure::Figure>, ApiError> {
        Ok(events::figures(&small_model(&self.0.lines), self.0.width))
    }
}

impl Compute for SaveCurve {
    fn compute(&self) -> Result<Option<FileEvent>, ApiError> {
        let Self { curves, figure, form, is_dark, source } = self;
        let figures = small_model(&curves.lines);
        let wanted = figures.iter().find(|drawn| drawn.id == *figure);
        Ok(wanted.map(|drawn| figure_file(drawn, *form, *is_dark, source)))
    }
}

#[cfg(test)]
mod tests {
    use stepfall_protocol::lab::{CurveCell, CurveLine, Curves};
    use stepfall_protocol::{FigureFormat, decode};

    use super::*;

    #[test]
    fn shared_output_does_not_depend_on_an_earlier_grading() {
        let link = "#/play?v=2&seed=42".to_owned();
        let transcript = Arc::new("S3 = S1 + S2 = -471 + (-214) = -685\nAnswer: 7".to_owned());
        let address = "https://example.org/".to_owned();
        let job = |transcript: &Arc<String>| Share {
            link: link.clone(),
            transcript: Arc::clone(transcript),
            is_cut: false,
            address: address.clone(),
            mark: String::new(),
        };
        let before = job(&transcript).compute().unwrap();
        let empty = job(&Arc::default()).compute().unwrap();
        assert!(before != empty);
        let (grade, is_cut) = (Arc::clone(&transcript), false);
        Grade { link: link.clone(), transcript: grade, is_cut }.compute().unwrap();
        assert!(job(&transcript).compute().unwrap() == before);
        assert!(job(&Arc::default()).compute().unwrap() == empty);
        // An empty answer can be graded; the item alone is shared.
        Grade { link: link.clone(), transcript: Arc::default(), is_cut }.compute().unwrap();
        assert!(job(&Arc::default()).compute().unwrap() == empty);
    }

    #[test]
    fn a_figure_of_the_small_model_is_saved_in_every_form() {
        let cell = CurveCell { steps: 5, items: 4, whole: 2, solved: 3, ..CurveCell::default() };
        let lines = vec![CurveLine { name: "short".to_owned(), cells: vec![cell] }];
        let file = |figure: &str, form| {
            let curves = Curves { lines: lines.clone(), width: 0 };
            let (figure, source) = (figure.to_owned(), "from a < b".to_owned());
            SaveCurve { curves, figure, form, is_dark: true, source }.compute().unwrap()
        };
        let Some(FileEvent::Text { name, text }) = file("specimen", FigureFormat::Csv) else {
            panic!()
        };
        assert_eq!(name, "stepfall-specimen.csv");
        assert!(text.lines().nth(1).unwrap().starts_with("short,5,4,75"), "{text}");
        let Some(FileEvent::Text { name, text: drawing }) = file("specimen", FigureFormat::Svg)
        else {
            panic!()
        };
        assert_eq!(name, "stepfall-specimen.svg");
        assert!(drawing.starts_with("<svg") && drawing.contains("from a &lt; b"));
        let dots = FileEvent::Picture { name: "stepfall-specimen.png".to_owned(), svg: drawing };
        assert_eq!(file("specimen", FigureFormat::Png), Some(dots));
        assert_eq!(file("another", FigureFormat::Csv), None);
    }

    #[test]
    fn a_job_encodes_its_output_or_its_error() {
        let job = ReadExample(4);
        let bytes = output(&job.into()).unwrap();
        assert_eq!(decode::<LinkedAttempt>(&bytes).unwrap(), job.compute().unwrap());
        let refused = output(&ReadExample(u32::MAX).into()).unwrap_err();
        assert_eq!(refused, ReadExample(u32::MAX).compute().unwrap_err().to_string());
    }
}
