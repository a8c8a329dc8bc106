//! The costs from which the cost of a reading is added up, in hundredths.

/// A step that is not shown, after a step that is.
pub(in crate::align) const NOT_SHOWN: u32 = 110;
/// A further step that is not shown, while later values follow in the text.
pub(in crate::align) const NOT_SHOWN_EITHER: u32 = 75;
/// A further step that is not shown, at the end of the work.
pub(in crate::align) const FAR_FROM_SHOWN: u32 = 5;
/// A step that was left out, with the value before in its place. Includes the error.
pub(in crate::align) const SKIPPED: u32 = 340;
/// An error.
pub(in crate::align) const FAULT: u32 = 300;
/// A step that is not shown and for which no value follows.
pub(in crate::align) const NO_VALUE: u32 = 400;
/// A value other than the one that the text assigns to the step directly.
pub(in crate::align) const CONTRADICTED: u32 = 600;
/// The correct value, although another value follows.
pub(in crate::align) const RECOVERED: u32 = 120;
/// A value other than the one in a statement within a line.
pub(in crate::align) const MISREAD: u32 = 260;
/// A value other than the one in a statement without a name.
pub(in crate::align) const MISCOUNTED: u32 = 90;
/// A value other than the one that the statements give and that is correct or inherits an error.
pub(in crate::align) const KNOWN: u32 = 200;
/// A value other than one that the text corrects.
pub(in crate::align) const CORRECTED: u32 = 40;
/// A number before the last one that was taken.
pub(in crate::align) const BACKWARDS: u32 = 60;
/// A result that belongs to no step.
pub(in crate::align) const LEFT_OUT: u32 = 34;
/// A number without an equation that belongs to no step.
pub(in crate::align) const PASSED_OVER: u32 = 18;
/// A rounded value with which the work continues.
pub(in crate::align) const ROUNDED: u32 = 60;
/// A rounded value after which the work continues with the exact one.
pub(in crate::align) const NEARLY: u32 = 25;
/// An operand that appears earlier in the text without a step.
pub(in crate::align) const FROM_ELSEWHERE: u32 = 150;
/// A number that leads to another value.
pub(in crate::align) const LEADS_ON: u32 = 75;
/// An answer that does not follow from the last value.
pub(in crate::align) const OTHER_ANSWER: u32 = 320;
/// Such an answer that also appears as a value after the last one that was taken.
pub(in crate::align) const ANSWER_LEFT_OUT: u32 = 100;
