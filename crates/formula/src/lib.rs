//! Formulas of names and numbers, such as `(price - rebate) * 3`: text to a tree with spans, and a
//! tree to text.
//!
//! This crate knows no arithmetic and no procedure. Its users evaluate the tree by their own rules:
//! custom procedures split it into steps, programs that models write are carried out, and questions
//! of other benchmarks become procedures.
//!
//! The grammar is that of Python for the operators `+ - * / // % **`, brackets and calls.
//! Typographic signs are read as well (`−`, `×`, `·`, `÷`, and `x` between operands):
//!
//! ```text
//! sum     = product { ("+" | "-") product }
//! product = signed { ("*" | "/" | "//" | "%") signed }
//! signed  = { "+" | "-" } power
//! power   = operand [ "**" signed ]
//! operand = number | name | name "(" [ argument { "," argument } ] ")" | "(" sum ")"
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
