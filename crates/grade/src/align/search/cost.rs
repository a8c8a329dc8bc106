//! The costs of the parts of a reading that need an explanation, in hundredths. The cost of a
//! reading is their sum.

/// A step that is not shown, directly after a step that is shown.
pub(in crate::align) const NOT_SHOWN: u32 = 110;
/// A further step that is not shown, while later values follow in the text.
pub(in crate::align) const NOT_SHOWN_EITHER: u32 = 75;
/// A further step that is not shown, at the end of the work.
pub(in crate::align) const FAR_FROM_SHOWN: u32 = 5;
/// A step that the text leaves out, with the previous value in its place. Includes the error.
pub(in crate::align) const SKIPPED: u32 = 340;
/// A step with an error.
pub(in crate::align) const ERROR: u32 = 300;
/// A step that is not shown and whose value cannot be computed from the values of the reading.
pub(in crate::align) const NO_VALUE: u32 = 400;
/// A value that contradicts a number that the text assigns to the step directly.
pub(in crate::align) const CONTRADICTED: u32 = 600;
/// The correct value, although another value follows from the values of the reading.
pub(in crate::align) const RECOVERED: u32 = 120;
/// A value that contradicts a statement in the middle of a line.
pub(in crate::align) const MISREAD: u32 = 260;
/// A value that contradicts a statement that does not name its step.
pub(in crate::align) const MISCOUNTED: u32 = 90;
/// A value that contradicts a claim of the statements that is correct or inherits an error.
pub(in crate::align) const KNOWN: u32 = 200;
/// A value that contradicts a number that the text corrects later.
pub(in crate::align) const CORRECTED: u32 = 40;
/// A number that the text writes before the number of an earlier step.
pub(in crate::align) const BACKWARDS: u32 = 60;
/// A result that belongs to no step.
pub(in crate::align) const LEFT_OUT: u32 = 34;
/// A number that belongs to no step and to no equation.
pub(in crate::align) const PASSED_OVER: u32 = 18;
/// A rounded value with which the work continues.
pub(in crate::align) const ROUNDED: u32 = 60;
/// A rounded value after which the work continues with the exact one.
pub(in crate::align) const NEARLY: u32 = 25;
/// An operand that appears earlier in the text but is not a recent value of a step.
pub(in crate::align) const FROM_ELSEWHERE: u32 = 150;
/// A number that its chain, or a rounded or reduced form after it, replaces by another value.
pub(in crate::align) const LEADS_ON: u32 = 75;
/// An answer that does not follow from the last value.
pub(in crate::align) const OTHER_ANSWER: u32 = 320;
/// An addition to [`OTHER_ANSWER`] if the answer also appears as a value after the last number that
/// was taken.
pub(in crate::align) const ANSWER_LEFT_OUT: u32 = 100;
