//! Costs of what a reading has to explain, in hundredths.

pub(in crate::align) const NOT_SHOWN: u32 = 110;
pub(in crate::align) const NOT_SHOWN_EITHER: u32 = 75;
pub(in crate::align) const FAR_FROM_SHOWN: u32 = 5;
pub(in crate::align) const SKIPPED: u32 = 340;
pub(in crate::align) const FAULT: u32 = 300;
pub(in crate::align) const NO_VALUE: u32 = 400;
pub(in crate::align) const CONTRADICTED: u32 = 600;
pub(in crate::align) const RECOVERED: u32 = 120;
pub(in crate::align) const MISREAD: u32 = 260;
pub(in crate::align) const MISCOUNTED: u32 = 90;
pub(in crate::align) const KNOWN: u32 = 200;
pub(in crate::align) const CORRECTED: u32 = 40;
pub(in crate::align) const BACKWARDS: u32 = 60;
pub(in crate::align) const LEFT_OUT: u32 = 34;
pub(in crate::align) const PASSED_OVER: u32 = 18;
pub(in crate::align) const ROUNDED: u32 = 60;
pub(in crate::align) const NEARLY: u32 = 25;
pub(in crate::align) const FROM_ELSEWHERE: u32 = 150;
pub(in crate::align) const LEADS_ON: u32 = 75;
pub(in crate::align) const OTHER_ANSWER: u32 = 320;
pub(in crate::align) const ANSWER_LEFT_OUT: u32 = 100;
