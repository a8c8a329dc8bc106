//! The parser: a part of a text, read from left to right.

use crate::error::FormulaError;
use crate::formula::{Formula, Kind, Literal, MAX_DEPTH, MAX_PARTS, Name, Operator};

const A_NAME: &str = "a name (letters a to z, digits and _, beginning with a letter)";
const AN_OPERAND: &str = "a name or a number";
const CLOSING: &str = "an operation (+, -, * or /) or )";
const SHALLOWER: &str = "at most 60 brackets and signs within each other";
const SHORTER: &str = "a formula of at most 1,000 parts";
/// The most characters of the text that an error repeats.
const SHOWN: usize = 24;

/// A part of a text, and the position up to which it is read. A copy reads the same text again.
#[derive(Debug, Clone, Copy)]
pub struct Parser<'t> {
    text: &'t str,
    /// The next byte.
    pub at: usize,
    end: usize,
    /// Whether commas separate thousands.
    has_thousands: bool,
}

impl<'t> Parser<'t> {
    /// Creates a parser for the bytes of a text from `at` to `end`, which must be boundaries of characters.
    pub const fn new(text: &'t str, at: usize, end: usize) -> Self {
        Self { text, at, end, has_thousands: false }
    }

    /// Reads commas between groups of three digits as separators of thousands (`12,500`), except between the arguments of a call.
    #[must_use]
    pub const fn with_thousands(self) -> Self {
        Self { has_thousands: true, ..self }
    }

    /// Returns the unread text.
    pub fn rest(&self) -> &'t str {
        &self.text[self.at..self.end]
    }

    /// Returns the next character.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Skips blanks and line breaks.
    pub fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Skips blanks and then a text. Returns whether the text was there.
    pub fn eat(&mut self, text: &str) -> bool {
        self.skip_blanks();
        let is_there = self.rest().starts_with(text);
        if is_there {
            self.at += text.len();
        }
        is_there
    }

    /// Skips blanks and then a word of prose, in capitals or not. Returns whether the word was there.
    pub fn eat_word(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let is_there = self.letters().eq_ignore_ascii_case(word);
        if is_there {
            self.at += word.len();
        }
        is_there
    }

    /// Returns the run of characters of a name that begins here.
    pub fn letters(&self) -> &'t str {
        let rest = self.rest();
        let part =
            |next: char| next.is_ascii_alphanumeric() || next == '_' || subscript(next).is_some();
        &rest[..rest.len() - rest.trim_start_matches(part).len()]
    }

    /// Reads a name.
    ///
    /// # Errors
    ///
    /// [`FormulaError`] if there is none.
    pub fn name(&mut self) -> Result<Name, FormulaError> {
        self.skip_blanks();
        let written = self.letters();
        if !written.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
            return Err(self.expected(A_NAME));
        }
        let at = self.at;
        self.at += written.len();
        if self.peek().is_some_and(is_letter) {
            return Err(self.expected(A_NAME));
        }
        let name = written.chars().map(|next| subscript(next).unwrap_or(next)).collect();
        Ok(Name { name, at })
    }

    /// Reads a number without a sign, if there is one: digits, with a decimal point that digits follow.
    pub fn number(&mut self) -> Option<Literal> {
        self.skip_blanks();
        let rest = self.rest();
        let mut after = rest.trim_start_matches(|next: char| next.is_ascii_digit());
        let is_group = self.has_thousands && (1..=3).contains(&(rest.len() - after.len()));
        while is_group && let Some(behind) = behind_group(after) {
            after = behind;
        }
        let after = after.strip_prefix('.').map_or(after, |places| {
            let end = places.trim_start_matches(|next: char| next.is_ascii_digit());
            if end.len() < places.len() { end } else { after }
        });
        let text = &rest[..rest.len() - after.len()];
        if text.is_empty() {
            return None;
        }
        let at = self.at;
        self.at += text.len();
        Some(Literal { text: text.replace(',', ""), at })
    }

    /// Reads a number with or without a sign, if there is one.
    pub fn signed_number(&mut self) -> Option<Literal> {
        self.skip_blanks();
        let start = *self;
        let is_negative = self.minus();
        if !is_negative {
            self.eat("+");
        }
        let Some(number) = self.number() else {
            *self = start;
            return None;
        };
        let text = if is_negative { format!("-{}", number.text) } else { number.text };
        Some(Literal { text, at: start.at })
    }

    /// Reads a formula as far as it goes.
    ///
    /// # Errors
    ///
    /// [`FormulaError`] if there is none, or if it is nested deeper than [`MAX_DEPTH`] or has more than [`MAX_PARTS`] parts.
    pub fn formula(&mut self) -> Result<Formula, FormulaError> {
        let mut parts = 0;
        self.sum(0, &mut parts)
    }

    fn sum(&mut self, depth: u32, parts: &mut u32) -> Result<Formula, FormulaError> {
        let mut left = self.product(depth, parts)?;
        loop {
            let operator = if self.minus() {
                Operator::Sub
            } else if self.eat("+") {
                Operator::Add
            } else {
                return Ok(left);
            };
            left = joined(operator, left, self.product(depth, parts)?);
        }
    }

    fn product(&mut self, depth: u32, parts: &mut u32) -> Result<Formula, FormulaError> {
        let mut left = self.signed(depth, parts)?;
        while let Some(operator) = self.product_sign() {
            left = joined(operator, left, self.signed(depth, parts)?);
        }
        Ok(left)
    }

    fn signed(&mut self, depth: u32, parts: &mut u32) -> Result<Formula, FormulaError> {
        self.skip_blanks();
        if depth > MAX_DEPTH {
            return Err(self.expected(SHALLOWER));
        }
        *parts += 1;
        if *parts > MAX_PARTS {
            return Err(self.expected(SHORTER));
        }
        let at = self.at;
        if self.minus() {
            let inner = self.signed(depth + 1, parts)?;
            return Ok(Formula::new(Kind::Negated(inner.into()), at));
        }
        if self.eat("+") {
            return self.signed(depth + 1, parts);
        }
        let base = self.operand(depth, parts)?;
        if self.eat("**") {
            let exponent = self.signed(depth + 1, parts)?;
            return Ok(joined(Operator::Pow, base, exponent));
        }
        Ok(base)
    }

    fn operand(&mut self, depth: u32, parts: &mut u32) -> Result<Formula, FormulaError> {
        let at = self.at;
        if self.eat("(") {
            let inner = self.sum(depth + 1, parts)?;
            if !self.eat(")") {
                return Err(self.expected(CLOSING));
            }
            return Ok(Formula::new(Kind::Group(inner.into()), at));
        }
        if let Some(number) = self.number() {
            return Ok(Formula::new(Kind::Number(number), at));
        }
        if !self.peek().is_some_and(|next| is_letter(next) || next == '_') {
            return Err(self.expected(AN_OPERAND));
        }
        let name = self.name()?;
        // A blank before the bracket ends the name, as in `a + b (mod 97)`.
        if !self.rest().starts_with('(') {
            return Ok(Formula::new(Kind::Name(name), at));
        }
        self.at += 1;
        let mut arguments = Vec::new();
        // Commas separate the arguments.
        let has_thousands = std::mem::replace(&mut self.has_thousands, false);
        while !self.eat(")") {
            if !arguments.is_empty() && !self.eat(",") {
                return Err(self.expected("a comma or ) after an argument"));
            }
            arguments.push(match self.quoted() {
                Some(text) => text,
                None => self.sum(depth + 1, parts)?,
            });
        }
        self.has_thousands = has_thousands;
        Ok(Formula::new(Kind::Call(name, arguments), at))
    }

    /// Reads a text in quotes, if there is one.
    fn quoted(&mut self) -> Option<Formula> {
        self.skip_blanks();
        let quote = self.peek().filter(|next| matches!(next, '"' | '\''))?;
        let (text, _) = self.rest()[1..].split_once(quote)?;
        let formula = Formula::new(Kind::Text(text.to_owned()), self.at);
        self.at += text.len() + 2;
        Some(formula)
    }

    fn minus(&mut self) -> bool {
        ["-", "−", "–"].into_iter().any(|sign| self.eat(sign))
    }

    /// Reads the sign of an operator, if there is one.
    pub fn operator(&mut self) -> Option<Operator> {
        if self.minus() {
            return Some(Operator::Sub);
        }
        if self.eat("+") {
            return Some(Operator::Add);
        }
        if self.eat("**") {
            return Some(Operator::Pow);
        }
        self.product_sign()
    }

    /// Skips a sign between the factors of a product.
    fn product_sign(&mut self) -> Option<Operator> {
        self.skip_blanks();
        let (operator, length) = match self.peek()? {
            '*' if self.rest().starts_with("**") => return None,
            sign @ ('*' | '×' | '·' | '⋅') => (Operator::Mul, sign.len_utf8()),
            'x' | 'X' if self.letters().len() == 1 => (Operator::Mul, 1),
            '/' if self.rest().starts_with("//") => (Operator::FloorDiv, 2),
            sign @ ('/' | '÷') => (Operator::Div, sign.len_utf8()),
            '%' => (Operator::Mod, 1),
            _ => return None,
        };
        self.at += length;
        Some(operator)
    }

    /// Returns an error: something else was expected here.
    pub fn expected(&self, expected: &'static str) -> FormulaError {
        let at = self.at + (self.rest().len() - self.rest().trim_start().len());
        let rest = self.text[at..self.end].trim_end();
        let part = |next: char| is_letter(next) || next.is_ascii_digit() || next == '_';
        let word = rest.len() - rest.trim_start_matches(part).len();
        let length = if word > 0 { word } else { rest.chars().next().map_or(0, char::len_utf8) };
        let found = rest[..length].chars().take(SHOWN).collect();
        FormulaError { at, expected, found }
    }
}

/// Returns the text after a comma and exactly three digits, if it begins with these.
fn behind_group(text: &str) -> Option<&str> {
    let digits = text.strip_prefix(',')?;
    let behind = digits.trim_start_matches(|next: char| next.is_ascii_digit());
    (digits.len() - behind.len() == 3).then_some(behind)
}

fn joined(operator: Operator, left: Formula, right: Formula) -> Formula {
    let at = left.at;
    Formula::new(Kind::Binary(operator, left.into(), right.into()), at)
}

/// Returns whether a character may be a letter. Beyond ASCII these are all characters but the known signs, because tables of letters would be large.
pub const fn is_letter(next: char) -> bool {
    next.is_ascii_alphabetic()
        || !next.is_ascii()
            && !matches!(next, '−' | '–' | '×' | '·' | '⋅' | '÷' | '←' | '•' | '\u{a0}')
}

/// Returns the digit that a subscript stands for.
fn subscript(next: char) -> Option<char> {
    ('₀'..='₉').zip('0'..='9').find(|(subscript, _)| *subscript == next).map(|(_, digit)| digit)
}
