//! Messages between the page and its workers: plain data, the same on both sides.
//!
//! A [`Request`] goes from the page to a worker and an [`Event`] comes back, each as the bytes of
//! [`encode`]. A file from the visitor or from the worker is attached to the message.

pub mod asking;
pub mod batch;
pub mod comparison;
mod event;
pub mod figure;
mod job;
pub mod lab;
pub mod listing;
pub mod recorded;
mod request;
mod secret;
pub mod sweep;
pub mod verdict;
mod wire;

pub use self::event::{AnswersEvent, CallEvent, Event, FileEvent, LinkedAttempt, RunEvent};
pub use self::job::{
    Attempts, CountCorrectSteps, DrawCurves, DrawFigures, DrawQrCode, Grade, GuidePage, GuideRate,
    Job, JobMessage, Opening, Protocol, QrCode, ReadExample, ReadGuide, ReadProtocol,
    RunComparison, RunTwice, SampleDialogue, SaveCurve, Share, Shared, Simulate, WrittenBy,
};
pub use self::request::{CallId, FigureFormat, Key, PromptSettings, ProviderAccess, Request};
pub use self::secret::Secret;
pub use self::wire::{Channel, LabChannel, Malformed, WorkChannel, decode, encode};
