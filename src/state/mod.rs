//! The state of the page, as plain structs with methods.
//!
//! This module does not depend on signals, views or the browser, so all of its code has native
//! tests.

mod asking;
mod attempt_origin;
mod custom;
mod dialogue;
mod errors;
mod evidence;
pub(crate) mod example;
mod field;
mod in_page;
mod job_queue;
pub(crate) mod lab;
pub(crate) mod learn;
mod listing;
mod loading;
mod pairing;
mod pieces;
mod play;
mod preset;
mod prompt_source;
pub(crate) mod recorded;
mod report;
pub(crate) mod sample;
mod sign_in;
mod small_model;
mod table;
mod transcript;
mod visible;

pub(crate) use self::asking::{Keys, Missing, Stage};
pub(crate) use self::attempt_origin::AttemptOrigin;
pub(crate) use self::custom::DraftError;
pub(crate) use self::dialogue::{append_turn, has_headings, without_headings};
pub(crate) use self::errors::{category_of_answer, counts, errors_of, first_error};
pub(crate) use self::evidence::{Evidence, evidence, without_markup};
pub(crate) use self::field::Field;
pub(crate) use self::in_page::{BuiltInModel, FileTask, ModelFile, ModelFiles, SuggestedModel};
pub(crate) use self::job_queue::{JobQueue, Owner, Ticket, is_slow};
pub(crate) use self::listing::{Row, first_number, rows, shortened};
pub(crate) use self::loading::Loading;
pub(crate) use self::pairing::{Pairing, compared_models};
pub(crate) use self::pieces::{
    MAX_MARKS, MAX_SHOWN, PARTS, Piece, clipped, drawn_parts, is_long, is_slow_in_field, pieces,
    runs,
};
pub(crate) use self::play::{
    Address, CurrentItem, Edit, Play, Problem, StoredTranscript, TranscriptState,
};
pub(crate) use self::preset::Preset;
pub(crate) use self::prompt_source::{Family, PromptSource};
pub(crate) use self::report::{Graded, Verdict};
pub(crate) use self::sign_in::{PendingSignIn, SignIn, SignInReply};
pub(crate) use self::small_model::{
    QuestionQueue, SmallModelProgress, SmallModelRequest, SmallModelRunner,
};
pub(crate) use self::table::{TableRow, all_rows, rows_around};
pub(crate) use self::transcript::{AnswerEdit, Transcript};
pub(crate) use self::visible::{Visible, whole_line};
