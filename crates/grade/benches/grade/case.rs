//! Transcripts that are timed one by one: traces of several lengths, correct or with an error in
//! every step.

use std::error::Error;

use stepfall_grade::{Mode, Status};
use stepfall_procedure::{Condition, Generator, Item, Seed, Spec};

use crate::error::TraceError;
use crate::trace::trace;
use crate::work::Work;

/// The lengths of the procedures, in steps.
const STEPS: [u16; 4] = [5, 25, 95, 500];
/// The number of transcripts of a case, which are graded in turn.
const WORKS: u64 = 16;

/// Transcripts of one kind and length.
pub(crate) struct Case {
    /// `followed` or `broken`.
    pub(crate) kind: &'static str,
    pub(crate) steps: u16,
    pub(crate) works: Vec<Work>,
}

/// Returns the cases of both kinds and all lengths.
///
/// # Errors
///
/// Returns an error if the grader does not return the intended verdict, because the benchmark would
/// then time another case.
pub(crate) fn cases() -> Result<Vec<Case>, Box<dyn Error>> {
    let mut cases = Vec::new();
    for make in [followed, broken] {
        for steps in STEPS {
            cases.push(make(steps)?);
        }
    }
    Ok(cases)
}

/// Makes traces in which every step is correct.
fn followed(steps: u16) -> Result<Case, Box<dyn Error>> {
    let works = works(steps, |item| trace(item, |_| None))?;
    if works.iter().any(|work| work.grade().primary != Mode::Followed) {
        return Err(format!("a correct trace of {steps} steps does not count as followed").into());
    }
    Ok(Case { kind: "followed", steps, works })
}

/// Makes traces with an error in every step. The errors of consecutive steps differ in kind.
fn broken(steps: u16) -> Result<Case, Box<dyn Error>> {
    let works = works(steps, |item| trace(item, |position| Some(TraceError::at(position))))?;
    for work in &works {
        let found = work.grade().visible.steps;
        if let Some(step) = found.iter().find(|step| step.status != Status::RootError) {
            let (number, status) = (step.number, step.slug());
            let transcript = &work.transcript;
            return Err(format!("S{number} is {status}, not a root error:\n{transcript}").into());
        }
    }
    Ok(Case { kind: "broken", steps, works })
}

/// Returns transcripts for items of the default spec with this many steps.
fn works(steps: u16, write: impl Fn(&Item) -> (String, i64)) -> Result<Vec<Work>, Box<dyn Error>> {
    let generator = Generator::new(Spec { steps, ..Spec::default() })?;
    let work = |seed| {
        let item = generator.item(Seed::wrapping(seed), 0)?;
        let (lines, last) = write(&item);
        let transcript = format!("{lines}\nAnswer: {last}");
        Ok(Work { item, condition: Condition::Trace, transcript })
    };
    (0..WORKS).map(work).collect()
}
