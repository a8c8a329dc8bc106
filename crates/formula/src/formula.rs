//! The tree of a formula. Its nodes are in one list and refer to each other by index, which keeps
//! the compiled code small.

use std::fmt::{self, Write};

/// The maximum nesting depth of brackets, signs, exponents and calls.
pub const MAX_DEPTH: u32 = 60;
/// The maximum number of operands in a formula and of signs before operands. A bracket counts as an
/// operand, and so do a call and an argument in quotes.
pub const MAX_PARTS: u32 = 600;

/// A formula: its nodes, and the text to which their positions refer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula<'t> {
    text: &'t str,
    nodes: Vec<Node>,
    /// The node of the whole formula.
    pub root: Id,
}

/// The index of a node in its formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Id(u16);

/// A part of a formula, with its position in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// The number, name or operation. Inner parts are given by their index.
    pub kind: Kind,
    /// The byte at which the part begins. For a binary operator, the byte of the operator sign. A
    /// product without a sign, as in `3(a)`, has the byte of the bracket.
    pub at: usize,
}

/// The content of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A number without a sign.
    Number(Span),
    /// The name of a value.
    Name(Span),
    /// A text in quotes, without the quotes. It occurs only as an argument of a call.
    Text(Span),
    /// A formula in brackets.
    Group(Id),
    /// A formula behind a minus sign.
    Negated(Id),
    /// Two formulas that an operator joins.
    Binary(Operator, Id, Id),
    /// A call of a function: the function name, and the node of the first argument. `None` for a
    /// call without arguments.
    Call(Span, Option<Id>),
    /// An argument of a call, and the node of the next argument; `None` for the last one.
    Argument(Id, Option<Id>),
}

/// A range of bytes in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The byte at which the range begins.
    pub at: usize,
    /// The number of bytes.
    pub len: usize,
}

/// A name, with its position in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name. Subscript digits are written as plain ones.
    pub name: String,
    /// The byte at which it begins.
    pub at: usize,
}

/// A number in digits with at most one decimal point, and its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Literal {
    /// The digits, without a currency sign and separators of thousands. A negative number begins
    /// with `-`. A percentage is divided by 100.
    pub text: String,
    /// The byte at which it begins.
    pub at: usize,
    /// The length in the text, in bytes. It is 0 for a number that the text does not contain.
    pub len: usize,
}

/// An operator between two formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `//`, the quotient rounded down.
    FloorDiv,
    /// `%`, the remainder.
    Mod,
    /// `**`
    Pow,
}

impl Operator {
    /// Returns the sign in ASCII.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::FloorDiv => "//",
            Self::Mod => "%",
            Self::Pow => "**",
        }
    }
}

impl<'t> Formula<'t> {
    /// Creates a formula without nodes. The caller sets the root after adding the nodes.
    pub(crate) const fn new(text: &'t str) -> Self {
        Self { text, nodes: Vec::new(), root: Id(0) }
    }

    /// Adds a node, and returns its index.
    pub fn push(&mut self, kind: Kind, at: usize) -> Id {
        // `MAX_PARTS` limits the number of nodes, so that it fits into a `u16`.
        let id = Id(u16::try_from(self.nodes.len()).unwrap_or(u16::MAX));
        self.nodes.push(Node { kind, at });
        id
    }

    /// Returns the node with this index, which must be from this formula.
    pub fn node(&self, id: Id) -> Node {
        self.nodes[usize::from(id.0)]
    }

    /// Returns a node without the brackets around it.
    pub fn bare(&self, id: Id) -> Node {
        match self.node(id) {
            Node { kind: Kind::Group(inner), .. } => self.bare(inner),
            node => node,
        }
    }

    /// Returns the text of a span as it is written.
    pub fn text(&self, span: Span) -> &'t str {
        &self.text[span.at..span.at + span.len]
    }

    /// Returns the name at a span. Subscript digits are written as plain ones.
    pub fn name(&self, span: Span) -> Name {
        Name { name: name_of(self.text(span)), at: span.at }
    }

    /// Returns the number of a node with its sign, or `None` if the node is not a number. Brackets
    /// around the number or a sign are ignored.
    pub fn signed_number(&self, id: Id) -> Option<Literal> {
        let mut node = self.bare(id);
        let (at, mut is_negative) = (node.at, false);
        while let Kind::Negated(inner) = node.kind {
            is_negative = !is_negative;
            node = self.bare(inner);
        }
        let Kind::Number(span) = node.kind else { return None };
        let digits = digits_of(self.text(span));
        let text = if is_negative { format!("-{digits}") } else { digits };
        Some(Literal { text, at, len: span.at + span.len - at })
    }

    /// Returns whether a node is a name or a number without a sign.
    pub fn is_plain(&self, id: Id) -> bool {
        matches!(self.node(id).kind, Kind::Name(_) | Kind::Number(_))
    }

    /// Returns all names of values in the order of the text, without the names of functions.
    pub fn names(&self) -> impl Iterator<Item = Name> {
        self.nodes.iter().filter_map(|node| match node.kind {
            Kind::Name(span) => Some(self.name(span)),
            _ => None,
        })
    }

    /// Returns all numbers in the order of the text, without their signs.
    pub fn numbers(&self) -> impl Iterator<Item = Literal> {
        self.nodes.iter().filter_map(|node| match node.kind {
            Kind::Number(span) => {
                Some(Literal { text: digits_of(self.text(span)), at: span.at, len: span.len })
            }
            _ => None,
        })
    }

    /// Writes a node. An operation within another one is in brackets.
    fn write(&self, id: Id, is_inner: bool, text: &mut String) -> fmt::Result {
        let node = self.node(id);
        let is_wrapped = is_inner && matches!(node.kind, Kind::Binary(..) | Kind::Negated(_));
        if is_wrapped {
            text.push('(');
        }
        match node.kind {
            Kind::Number(span) => text.push_str(&digits_of(self.text(span))),
            Kind::Name(span) => text.push_str(&name_of(self.text(span))),
            Kind::Text(span) => write!(text, "\"{}\"", self.text(span))?,
            // The inner node writes brackets itself if it needs them.
            Kind::Group(inner) => self.write(inner, is_inner, text)?,
            Kind::Negated(inner) => {
                text.push('-');
                self.write(inner, true, text)?;
            }
            Kind::Binary(operator, left, right) => {
                self.write(left, true, text)?;
                write!(text, " {} ", operator.sign())?;
                self.write(right, true, text)?;
            }
            Kind::Call(name, first) => {
                write!(text, "{}(", name_of(self.text(name)))?;
                if let Some(first) = first {
                    self.write(first, false, text)?;
                }
                text.push(')');
            }
            Kind::Argument(argument, next) => {
                self.write(argument, false, text)?;
                if let Some(next) = next {
                    text.push_str(", ");
                    self.write(next, false, text)?;
                }
            }
        }
        if is_wrapped {
            text.push(')');
        }
        Ok(())
    }
}

impl fmt::Display for Formula<'_> {
    /// Writes the formula in ASCII signs. Every operation within another one is in brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(self.root, false, &mut text)?;
        f.write_str(&text)
    }
}

/// Returns a name with plain digits in place of subscripts.
pub(crate) fn name_of(written: &str) -> String {
    written.chars().map(|next| subscript(next).unwrap_or(next)).collect()
}

/// Returns the digits of a number, without a currency sign, separators and a trailing decimal
/// point. `.5` becomes `0.5`, and a percentage is divided by 100.
pub(crate) fn digits_of(written: &str) -> String {
    let is_part = |next: char| next.is_ascii_digit() || next == '.';
    let mut digits: String = written.chars().filter(|next| is_part(*next)).collect();
    if digits.ends_with('.') {
        digits.pop();
    }
    if digits.starts_with('.') {
        digits.insert(0, '0');
    }
    if !written.ends_with('%') {
        return digits;
    }
    let (whole, places) = digits.split_once('.').unwrap_or((&digits, ""));
    let padded = format!("{whole:0>3}");
    let (whole, hundredths) = padded.split_at(padded.len() - 2);
    let part = format!("{hundredths}{places}");
    match part.trim_end_matches('0') {
        "" => whole.to_owned(),
        part => format!("{whole}.{part}"),
    }
}

/// Returns the plain digit for a subscript digit, or `None` for another character.
pub(crate) fn subscript(next: char) -> Option<char> {
    let digit = u32::from(next).checked_sub(u32::from('₀'))?;
    char::from_digit(digit, 10)
}
