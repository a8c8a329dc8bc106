//! The parts of Learn: what its chapters show. They take what they show and callbacks, but for what stands for an item, which takes its store.

mod cases;
mod collapse;
mod guide;
mod own_values;
mod scene;
mod twice;

pub(crate) use self::cases::Cases;
pub(crate) use self::collapse::Collapse;
pub(crate) use self::guide::{GuideArticle, GuideIndex, GuideTurn};
pub(crate) use self::own_values::OwnValues;
pub(crate) use self::scene::{
    DialSlider, ExactMatch, Fault, Scene, Scripted, Steps, VerdictSentence,
};
pub(crate) use self::twice::SameTwice;
