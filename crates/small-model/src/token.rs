//! The vocabulary: marks, the values of the modulus, and names.

use stepfall_procedure::Op;

/// The modulus of the training data. The generator needs a prime above four times the largest
/// look-back.
pub const MODULUS: u8 = 31;
/// The number of names. A procedure uses a random subset of them in ascending order, so that
/// training with short procedures covers all names.
pub const NAMES: u8 = 128;

const FIRST_VALUE: u8 = 16;
const FIRST_NAME: u8 = FIRST_VALUE + MODULUS + 1;

/// The number of tokens: 16 marks, of which three are unused, 31 values, one unused, 128 names.
pub const VOCABULARY: usize = FIRST_NAME as usize + NAMES as usize;

/// One token, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Token(u8);

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A mark, such as an operation.
    Mark,
    /// A value from 0 to 30.
    Value(u8),
    /// A name, from 0 to 127.
    Name(u8),
}

impl Token {
    /// Pads the sequences of a training batch; the loss ignores it. No transcript has it.
    pub const PAD: Self = Self(0);
    /// Begins a prompt.
    pub const BEGIN: Self = Self(1);
    /// Ends a line.
    pub const LINE_END: Self = Self(2);
    /// `=` in a line of the prompt.
    pub const IS: Self = Self(3);
    /// `:` after the name that a line of the trace is about.
    pub const COLON: Self = Self(4);
    /// `>` before the result of a line of the trace.
    pub const GIVES: Self = Self(5);
    /// `+`.
    pub const ADD: Self = Self(6);
    /// `-`.
    pub const SUB: Self = Self(7);
    /// `*`.
    pub const MUL: Self = Self(8);
    /// Comes before the two names that the summary has to repeat.
    pub const QUERY: Self = Self(9);
    /// Ends the prompt and asks for a trace.
    pub const TRACE: Self = Self(10);
    /// Ends the trace and begins the summary.
    pub const SUMMARY: Self = Self(11);
    /// Ends the prompt and asks for the answer alone.
    pub const ANSWER: Self = Self(12);
    /// Ends a transcript.
    pub const END: Self = Self(13);

    /// Returns the token of a value; `None` from 31 on.
    pub const fn value(value: u8) -> Option<Self> {
        if value < MODULUS { Some(Self(FIRST_VALUE + value)) } else { None }
    }

    /// Returns the token of a name; `None` from 128 on.
    pub const fn name(name: u8) -> Option<Self> {
        if name < NAMES { Some(Self(FIRST_NAME + name)) } else { None }
    }

    /// Returns the token of an operation; `None` for all but `+`, `-` and `*`.
    pub const fn operation(op: Op) -> Option<Self> {
        match op {
            Op::Add => Some(Self::ADD),
            Op::Sub => Some(Self::SUB),
            Op::Mul => Some(Self::MUL),
            _ => None,
        }
    }

    /// Returns the token with this number; `None` past the vocabulary.
    pub const fn from_number(number: u8) -> Option<Self> {
        if (number as usize) < VOCABULARY { Some(Self(number)) } else { None }
    }

    /// Returns the number of the token.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the kind of the token.
    pub const fn kind(self) -> Kind {
        if self.0 >= FIRST_NAME {
            Kind::Name(self.0 - FIRST_NAME)
        } else if self.0 >= FIRST_VALUE && self.0 < FIRST_VALUE + MODULUS {
            Kind::Value(self.0 - FIRST_VALUE)
        } else {
            Kind::Mark
        }
    }

    /// Returns the operation that the token means; `None` for other tokens.
    pub const fn as_operation(self) -> Option<Op> {
        match self {
            Self::ADD => Some(Op::Add),
            Self::SUB => Some(Op::Sub),
            Self::MUL => Some(Op::Mul),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_one_token_of_one_kind() {
        assert_eq!(VOCABULARY, 176);
        let kind_of = |number| Token::from_number(number).map(Token::kind);
        for number in 0..=175 {
            let token = Token::from_number(number).expect("within the vocabulary");
            let back = match token.kind() {
                Kind::Value(value) => Token::value(value),
                Kind::Name(name) => Token::name(name),
                Kind::Mark => Some(token),
            };
            assert_eq!(back, Some(token));
        }
        assert_eq!(kind_of(176), None);
        assert_eq!(kind_of(16), Some(Kind::Value(0)));
        assert_eq!(kind_of(46), Some(Kind::Value(30)));
        assert_eq!(kind_of(47), Some(Kind::Mark));
        assert_eq!(kind_of(48), Some(Kind::Name(0)));
        assert_eq!(Token::value(31), None);
        assert_eq!(Token::name(128), None);
    }
}
