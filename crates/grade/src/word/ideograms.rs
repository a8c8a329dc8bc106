//! What words of ideographs mean.

use super::table::{ADD, ANSWER, DIV, EQUALS, GUESS, LABEL, MUL, NEARLY, RESULT, SUB};
use crate::token::Kind;

/// What runs of ideographs say, longest first: their words are not parted by blanks.
pub(crate) const IDEOGRAMS: &[(&str, Kind)] = &[
    ("最终答案", ANSWER),
    ("最后答案", ANSWER),
    ("最終的な答え", ANSWER),
    ("答案", ANSWER),
    ("答え", ANSWER),
    ("回答", ANSWER),
    ("정답", ANSWER),
    ("最终结果", ANSWER),
    ("猜测值", GUESS),
    ("猜测", GUESS),
    ("推測", GUESS),
    ("推测", GUESS),
    ("予想", GUESS),
    ("结果", RESULT),
    ("結果", RESULT),
    ("等于", EQUALS),
    ("等於", EQUALS),
    ("得到", EQUALS),
    ("约等于", NEARLY),
    ("得出", EQUALS),
    ("变为", EQUALS),
    ("是", EQUALS),
    ("为", EQUALS),
    ("為", EQUALS),
    ("得", EQUALS),
    ("は", EQUALS),
    ("加上", ADD),
    ("加", ADD),
    ("减去", SUB),
    ("减", SUB),
    ("乘以", MUL),
    ("乘", MUL),
    ("除以", DIV),
    ("步骤", LABEL),
    ("第", LABEL),
];
