//! The parser of formulas, names and numbers. It reads a part of a text from left to right.

use crate::error::FormulaError;
use crate::formula::{
    Formula, Id, Kind, Literal, MAX_DEPTH, MAX_PARTS, Name, Operator, Span, digits_of, name_of,
    subscript,
};
use crate::letter::{is_letter, is_name_letter, is_name_part};

const A_NAME: &str = "a name (letters, digits and _, beginning with a letter)";
const AN_OPERAND: &str = "a name or a number";
const CLOSING: &str = "an operation (+, -, * or /) or )";
const SHALLOWER: &str = "at most 60 brackets and signs within each other";
const SHORTER: &str = "a formula of at most 600 parts";
/// Currency signs with which a number may begin.
const CURRENCIES: [char; 5] = ['$', '€', '£', '¥', '₹'];

/// A part of a text, and the current position in it. A copy of the parser reads on from the same
/// position and does not move the original.
#[derive(Debug, Clone, Copy)]
pub struct Parser<'t> {
    text: &'t str,
    /// The offset of the next unread byte in the whole text.
    pub at: usize,
    end: usize,
    /// True if the text is read strictly by the rules of Python, as [`Parser::program`] describes.
    is_program: bool,
    /// True inside the brackets of a call, where commas separate arguments instead of thousands.
    is_in_call: bool,
}

impl<'t> Parser<'t> {
    /// Creates a parser for the bytes of a text from `at` to `end`, which must be boundaries of
    /// characters.
    pub const fn new(text: &'t str, at: usize, end: usize) -> Self {
        Self { text, at, end, is_program: false, is_in_call: false }
    }

    /// Returns the parser with strict Python rules. Without these rules, `12,500` and `$5` are one
    /// number each, `5%` is 0.05, and the point of `3.` is not read. `a x b` and `3(a)` are
    /// products, `f (a)` is not a call, and a name cannot begin with `_`.
    #[must_use]
    pub const fn program(self) -> Self {
        Self { is_program: true, ..self }
    }

    /// Returns the unread text.
    pub fn rest(&self) -> &'t str {
        &self.text[self.at..self.end]
    }

    /// Returns the next character, or `None` at the end.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Skips blanks and line breaks.
    pub fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Skips blanks and then a text. Returns whether the text was there. Blanks are skipped in any
    /// case.
    pub fn eat(&mut self, text: &str) -> bool {
        self.skip_blanks();
        let is_there = self.rest().starts_with(text);
        if is_there {
            self.at += text.len();
        }
        is_there
    }

    /// Skips blanks and then a word of prose, in capitals or not. Returns whether the word was
    /// there. Blanks are skipped in any case.
    pub fn eat_word(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let is_there = self.letters().eq_ignore_ascii_case(word);
        if is_there {
            self.at += word.len();
        }
        is_there
    }

    /// Returns the letters, underscores, and plain or subscript digits at the current position,
    /// possibly none.
    pub fn letters(&self) -> &'t str {
        let rest = self.rest();
        let part = |next: char| is_name_part(next) || subscript(next).is_some();
        &rest[..rest.len() - rest.trim_start_matches(part).len()]
    }

    /// Reads a name.
    ///
    /// # Errors
    ///
    /// [`FormulaError`] if there is none.
    pub fn name(&mut self) -> Result<Name, FormulaError> {
        self.word().map(|span| Name { name: name_of(self.text(span)), at: span.at })
    }

    fn text(&self, span: Span) -> &'t str {
        &self.text[span.at..span.at + span.len]
    }

    fn word(&mut self) -> Result<Span, FormulaError> {
        self.skip_blanks();
        let written = self.letters();
        let begins = |first: char| is_name_letter(first) || self.is_program && first == '_';
        if !written.starts_with(begins) {
            return Err(self.expected(A_NAME));
        }
        let span = Span { at: self.at, len: written.len() };
        self.at += written.len();
        Ok(span)
    }

    /// Reads a number without a plus or minus sign, if there is one. Outside programs it may have
    /// commas between thousands, begin with a currency sign and end with a percent sign.
    pub fn number(&mut self) -> Option<Literal> {
        let span = self.digits()?;
        Some(Literal { text: digits_of(self.text(span)), at: span.at, len: span.len })
    }

    fn digits(&mut self) -> Option<Span> {
        self.skip_blanks();
        let start = *self;
        if !self.is_program {
            self.pass_currency();
        }
        let rest = self.rest();
        let mut after = rest.trim_start_matches(|next: char| next.is_ascii_digit());
        let is_group = !(self.is_program || self.is_in_call || rest.starts_with('0'))
            && (1..=3).contains(&(rest.len() - after.len()));
        while is_group && let Some(behind) = behind_group(after) {
            after = behind;
        }
        let after = after.strip_prefix('.').map_or(after, |places| {
            let end = places.trim_start_matches(|next: char| next.is_ascii_digit());
            if end.len() < places.len() || (self.is_program && after.len() < rest.len()) {
                end
            } else {
                after
            }
        });
        if after.len() == rest.len() {
            *self = start;
            return None;
        }
        self.at += rest.len() - after.len();
        if !self.is_program && self.is_percent() {
            self.at += 1;
        }
        Some(Span { at: start.at, len: self.at - start.at })
    }

    fn pass_currency(&mut self) {
        if let Some(sign) = self.peek().filter(|next| CURRENCIES.contains(next)) {
            self.at += sign.len_utf8();
            self.skip_blanks();
        }
    }

    /// Returns whether the next character is a percent sign and no operand follows it. In `10%3`,
    /// the sign means a remainder.
    fn is_percent(&self) -> bool {
        let Some(after) = self.rest().strip_prefix('%') else { return false };
        let begins = |next: char| {
            is_letter(next) || next.is_ascii_digit() || matches!(next, '(' | '_' | '.')
        };
        // A minus or plus sign without blanks around it belongs to the next operand: `10%-3`.
        let is_signed =
            after.strip_prefix(['-', '+']).is_some_and(|after| after.starts_with(begins));
        !(is_signed || after.trim_start().starts_with(begins))
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
        Some(Literal { text, at: start.at, len: self.at - start.at })
    }

    /// Reads the longest formula at the current position.
    ///
    /// # Errors
    ///
    /// [`FormulaError`] if there is none, if it is incomplete, such as `a +`, or if it exceeds
    /// [`MAX_DEPTH`] or [`MAX_PARTS`]. The parser then stays at its position.
    pub fn formula(&mut self) -> Result<Formula<'t>, FormulaError> {
        let mut formula = Formula::new(self.text);
        let mut reader = Reader { parser: *self, formula: &mut formula, depth: 0, parts: 0 };
        let root = reader.sum()?;
        *self = reader.parser;
        formula.root = root;
        Ok(formula)
    }

    /// Skips the opening bracket of a call, and returns whether there is one. Outside programs, the
    /// bracket must directly follow the name and must not begin a modulus, as in `a(mod 97)`.
    fn begins_call(&mut self) -> bool {
        if self.is_program {
            return self.eat("(");
        }
        if !self.rest().starts_with('(') || self.begins_modulus() {
            return false;
        }
        self.at += 1;
        true
    }

    /// Returns whether the next bracket begins a modulus, as in `a + b (mod 97)`.
    fn begins_modulus(&self) -> bool {
        let mut inside = *self;
        inside.at += 1;
        inside.eat("%") || inside.eat_word("mod") || inside.eat_word("modulo")
    }

    /// Reads a text in quotes, if there is one, and returns the part within the quotes.
    fn quoted(&mut self) -> Option<Span> {
        self.skip_blanks();
        let quote = self.peek().filter(|next| matches!(next, '"' | '\''))?;
        let (text, _) = self.rest()[1..].split_once(quote)?;
        let span = Span { at: self.at + 1, len: text.len() };
        self.at += text.len() + 2;
        Some(span)
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

    /// Reads a sign of multiplication, division or remainder, if there is one.
    fn product_sign(&mut self) -> Option<Operator> {
        self.skip_blanks();
        let (operator, length) = match self.peek()? {
            '*' if self.rest().starts_with("**") => return None,
            sign @ ('*' | '×' | '·' | '⋅') => (Operator::Mul, sign.len_utf8()),
            'x' | 'X' if self.is_sign() => (Operator::Mul, 1),
            '/' if self.rest().starts_with("//") => (Operator::FloorDiv, 2),
            sign @ ('/' | '÷') => (Operator::Div, sign.len_utf8()),
            '%' => (Operator::Mod, 1),
            _ => return None,
        };
        self.at += length;
        Some(operator)
    }

    /// Returns whether the next letter is a multiplication sign: outside a program, with a blank on
    /// both sides.
    fn is_sign(&self) -> bool {
        let is_blank = |next: Option<char>| next.is_some_and(char::is_whitespace);
        !self.is_program
            && is_blank(self.text[..self.at].chars().next_back())
            && is_blank(self.rest().chars().nth(1))
    }

    /// Returns an error at the next character that is no blank. `expected` describes the text that
    /// would be accepted there.
    pub fn expected(&self, expected: &'static str) -> FormulaError {
        let blanks = self.rest().len() - self.rest().trim_start().len();
        // If only blanks are left, the error is at the first of them and so in the same line.
        let at = if blanks < self.rest().len() { self.at + blanks } else { self.at };
        FormulaError { at, end: self.end, expected }
    }
}

struct Reader<'t, 'f> {
    parser: Parser<'t>,
    formula: &'f mut Formula<'t>,
    depth: u32,
    parts: u32,
}

impl Reader<'_, '_> {
    fn sum(&mut self) -> Result<Id, FormulaError> {
        let mut left = self.product()?;
        loop {
            self.parser.skip_blanks();
            let at = self.parser.at;
            let operator = if self.parser.minus() {
                Operator::Sub
            } else if self.parser.eat("+") {
                Operator::Add
            } else {
                return Ok(left);
            };
            let right = self.product()?;
            left = self.formula.push(Kind::Binary(operator, left, right), at);
        }
    }

    fn product(&mut self) -> Result<Id, FormulaError> {
        let mut left = self.signed()?;
        loop {
            self.parser.skip_blanks();
            let at = self.parser.at;
            let operator = if self.is_juxtaposed() {
                Operator::Mul
            } else {
                match self.parser.product_sign() {
                    Some(operator) => operator,
                    None => return Ok(left),
                }
            };
            let right = self.signed()?;
            left = self.formula.push(Kind::Binary(operator, left, right), at);
        }
    }

    /// Returns whether an opening bracket directly follows a number or a closing bracket. That
    /// means a product, as in `3(a + b)`. A bracket in a program or of a modulus means no product.
    fn is_juxtaposed(&self) -> bool {
        let parser = self.parser;
        let is_close = parser.text[..parser.at]
            .ends_with(|last: char| last.is_ascii_digit() || matches!(last, ')' | '%'));
        !parser.is_program && is_close && parser.rest().starts_with('(') && !parser.begins_modulus()
    }

    /// Counts a number, a name, a bracket, a sign or a quoted argument.
    fn count_part(&mut self) -> Result<(), FormulaError> {
        self.parts += 1;
        if self.parts > MAX_PARTS { Err(self.parser.expected(SHORTER)) } else { Ok(()) }
    }

    fn signed(&mut self) -> Result<Id, FormulaError> {
        self.parser.skip_blanks();
        self.count_part()?;
        let at = self.parser.at;
        if self.parser.minus() {
            let inner = self.deeper(Self::signed)?;
            return Ok(self.formula.push(Kind::Negated(inner), at));
        }
        if self.parser.eat("+") {
            return self.deeper(Self::signed);
        }
        let base = self.operand()?;
        self.parser.skip_blanks();
        let at = self.parser.at;
        if self.parser.eat("**") {
            let exponent = self.deeper(Self::signed)?;
            return Ok(self.formula.push(Kind::Binary(Operator::Pow, base, exponent), at));
        }
        Ok(base)
    }

    /// Calls `read` for a part that is nested one level deeper. Returns an error beyond
    /// [`MAX_DEPTH`].
    fn deeper(
        &mut self,
        read: fn(&mut Self) -> Result<Id, FormulaError>,
    ) -> Result<Id, FormulaError> {
        if self.depth == MAX_DEPTH {
            return Err(self.parser.expected(SHALLOWER));
        }
        self.depth += 1;
        let inner = read(self);
        self.depth -= 1;
        inner
    }

    fn operand(&mut self) -> Result<Id, FormulaError> {
        let at = self.parser.at;
        if self.parser.eat("(") {
            let inner = self.deeper(Self::sum)?;
            if !self.parser.eat(")") {
                return Err(self.parser.expected(CLOSING));
            }
            return Ok(self.formula.push(Kind::Group(inner), at));
        }
        if let Some(span) = self.parser.digits() {
            return Ok(self.formula.push(Kind::Number(span), at));
        }
        if !self.parser.peek().is_some_and(|next| is_letter(next) || next == '_') {
            return Err(self.parser.expected(AN_OPERAND));
        }
        let name = self.parser.word()?;
        if !self.parser.begins_call() {
            return Ok(self.formula.push(Kind::Name(name), at));
        }
        let was_in_call = std::mem::replace(&mut self.parser.is_in_call, true);
        let first = if self.parser.eat(")") { None } else { Some(self.deeper(Self::arguments)?) };
        self.parser.is_in_call = was_in_call;
        Ok(self.formula.push(Kind::Call(name, first), at))
    }

    /// Reads arguments and the bracket that closes the call.
    fn arguments(&mut self) -> Result<Id, FormulaError> {
        let mut arguments = Vec::new();
        loop {
            self.parser.skip_blanks();
            let at = self.parser.at;
            let argument = match self.parser.quoted() {
                Some(span) => {
                    self.count_part()?;
                    self.formula.push(Kind::Text(span), at)
                }
                None => self.sum()?,
            };
            arguments.push((argument, at));
            if self.parser.eat(")") {
                break;
            }
            if !self.parser.eat(",") {
                return Err(self.parser.expected("a comma or ) after an argument"));
            }
        }
        let mut next = None;
        for (argument, at) in arguments.into_iter().rev() {
            next = Some(self.formula.push(Kind::Argument(argument, next), at));
        }
        next.ok_or_else(|| self.parser.expected(AN_OPERAND))
    }
}

/// Returns the text after a comma and exactly three digits. Returns `None` if the text does not
/// begin so.
fn behind_group(text: &str) -> Option<&str> {
    let digits = text.strip_prefix(',')?;
    let behind = digits.trim_start_matches(|next: char| next.is_ascii_digit());
    (digits.len() - behind.len() == 3).then_some(behind)
}
