//! The parts of Learn: the contents of its chapters. The components take data and callbacks; only
//! the views of an item take its store.

mod cases;
mod collapse;
mod guide;
mod scene;
mod step_fields;
mod two_runs;

pub(crate) use self::cases::Cases;
pub(crate) use self::collapse::Collapse;
pub(crate) use self::guide::{GuideArticle, GuideIndex, GuideNav};
pub(crate) use self::scene::{
    DialSlider, ExactMatch, FirstError, ItemScope, ScriptedNote, Steps, VerdictSentence,
};
pub(crate) use self::step_fields::StepFields;
pub(crate) use self::two_runs::TwoRuns;
