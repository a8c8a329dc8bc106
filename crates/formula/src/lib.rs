//! Formulas of names and numbers, such as `(price - rebate) * 3`: text to a tree with spans, and a
//! tree to text.
//!
//! This crate contains no arithmetic and no procedures. Its users apply their own rules to the
//! tree. They split the formulas of custom procedures into steps, run programs that models write,
//! and turn questions of other benchmarks into procedures.
//!
//! The grammar is that of Python for the operators `+ - * / // % **`, brackets and calls. The signs
//! `−`, `–`, `×`, `·`, `⋅` and `÷` are read as well. Except in programs ([`Parser::program`]), an
//! `x` or `X` between blanks also multiplies. So does an opening bracket directly after a number or
//! a closing bracket: `3(a + b)`.
//!
//! ```text
//! sum      = product { ("+" | "-") product }
//! product  = signed { ("*" | "/" | "//" | "%") signed }
//! signed   = { "+" | "-" } power
//! power    = operand [ "**" signed ]
//! operand  = number | name | name "(" [ argument { "," argument } ] ")" | "(" sum ")"
//! argument = sum | text in quotes
//! ```
//!
//! ```
//! use stepfall_formula::{Kind, Operator, Parser};
//!
//! let text = "(price − rebate) × 3";
//! let formula = Parser::new(text, 0, text.len()).formula().unwrap();
//! assert!(matches!(formula.node(formula.root).kind, Kind::Binary(Operator::Mul, ..)));
//! assert_eq!(formula.to_string(), "(price - rebate) * 3");
//! ```

mod error;
mod formula;
mod letter;
mod parser;

pub use self::error::{FormulaError, Position};
pub use self::formula::{
    Formula, Id, Kind, Literal, MAX_DEPTH, MAX_PARTS, Name, Node, Operator, Span,
};
pub use self::letter::{folded, is_letter, is_name_letter, is_name_part, small};
pub use self::parser::Parser;
