//! The tokens of a text, as far as grading needs them.

use stepfall_procedure::Op;

use crate::numeral::Numeral;
use crate::object::StepObject;

/// The most tokens of a clause that are searched.
const MAX_CLAUSE_TOKENS: usize = 30;
/// The most tokens of a line that are searched.
const MAX_LINE_TOKENS: usize = 400;

/// A piece of a text with the bytes that it covers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Token {
    pub(crate) const fn ends_line(&self) -> bool {
        matches!(self.kind, TokenKind::Line { .. })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A number: the index of its numeral in [`Tokens::numerals`].
    Number(u32),
    /// The name of a value of the procedure, or of a value beyond the last step.
    Name(u16),
    /// A sign or word of an operation: `+`, `times`, `\div`.
    Op(Op),
    /// A sign or verb of equality.
    Equals(Equals),
    /// `mod` or `%`. `bracketed` is true for `\pmod`.
    Modulo {
        bracketed: bool,
    },
    Open,
    Close,
    Colon,
    Comma,
    /// `;`, `!`, or a dash between clauses.
    Semicolon,
    Question,
    /// A full stop.
    FullStop,
    /// `|`, which separates the cells of a table.
    Bar,
    /// The end of a line. `blank` is true if empty lines follow.
    Line {
        blank: bool,
    },
    /// A count that numbers the items of a list: `12.` at the beginning of a line, `Step 12`.
    Ordinal(u16),
    /// `- `, `* ` or `•` at the beginning of a line, if it is not a sign of a number.
    Bullet,
    /// `# ` at the beginning of a line.
    Heading,
    Word(Word),
    /// The tag before an answer: `<answer>`.
    AnswerTag,
    /// `</answer>` and any other tag.
    Tag,
    /// The beginning of a LaTeX box: `\boxed{`. Also a rule or a line break in a column of numbers.
    Box,
    /// The brace that closes a box.
    BoxEnd,
    /// The tag before reasoning: `<think>`.
    Think,
    /// The tag after reasoning: `</think>`.
    ThinkEnd,
    /// Text that makes a number next to it doubtful: `%`, `^`, a malformed number.
    Doubt,
    /// `#` or `//` before a remark in code.
    Remark,
    /// A step as a JSON object: its index in [`Tokens::objects`].
    Object(u32),
    /// Anything else.
    Other,
}

/// The kinds of equality between the terms of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Equals {
    /// A sign of equality or an arrow: `=`, `→`, `\equiv`.
    Sign,
    /// A sign of approximation: `≈`.
    Nearly,
    /// A verb of equality: `is`, `gives`.
    Verb,
}

/// The kinds of words that matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Word {
    /// `answer`: announces an answer.
    Answer,
    /// `final`: announces an answer together with `result`.
    Final,
    /// `result`, `value`, `output`: announces a value.
    Result,
    /// `intermediate`, `wrong`: the number after it is not an answer.
    NoAnswer,
    /// `add`, `subtract`: an operation before its operands.
    Verb(Op),
    /// `and`, `from`, `by`: between the operands of a verb.
    Joint,
    /// `which`, `the`: may be within a chain.
    Filler,
    /// `so`, `therefore`: a filler before a conclusion.
    So,
    /// `assistant`: the name of a speaker.
    Role,
    /// `for`: before the name of the value that the sentence is about.
    For,
    /// `half`, `three`: multiplies the operand after it.
    Cardinal,
    /// `but`, `because`: ends a statement, and does not make the number before it doubtful.
    Connector,
    /// `if`: begins a condition. With [`Word::Would`], it makes an answer hypothetical.
    If,
    /// `would`: makes an answer hypothetical if the sentence contains [`Word::If`].
    Would,
    /// `wait`, `actually`: the text after it corrects the text before it.
    Correction,
    /// `less`, `or`, `years`: makes a number before it doubtful.
    Doubt,
    /// `decimal`, `places`: the number before it is not a value.
    Unit,
    /// `cannot`, `unable`: declines the task.
    Refusal,
    /// `guess`: the number after it is an answer if every other answer comes later.
    Guess,
    /// `name`, `step`: before the name of a step.
    Label,
    /// `print`, `return`: before the output of code.
    Print,
    Other,
}

/// A text as tokens.
#[derive(Debug, Default)]
pub(crate) struct Tokens {
    pub(crate) list: Vec<Token>,
    pub(crate) numerals: Vec<Numeral>,
    pub(crate) objects: Vec<StepObject>,
    /// The indices of the tokens that may announce or correct an answer, in order.
    pub(crate) announcing: Vec<usize>,
    /// The indices of the tags of reasoning, in order.
    pub(crate) thinking: Vec<usize>,
    /// True if there is a [`Word::Refusal`].
    pub(crate) has_refusal: bool,
    /// True if the text begins reasoning and never ends it.
    pub(crate) unclosed_think: bool,
    /// True if a JSON object is not closed.
    pub(crate) unclosed_object: bool,
    /// The end of the last closed JSON object, in bytes.
    pub(crate) object_end: usize,
}

impl Tokens {
    pub(crate) fn kind(&self, at: usize) -> Option<TokenKind> {
        self.list.get(at).map(|token| token.kind)
    }

    /// Records the last token, which has this kind, if it may announce or correct an answer, is a
    /// tag of reasoning, or declines.
    pub(crate) fn note(&mut self, kind: TokenKind) {
        match kind {
            TokenKind::AnswerTag
            | TokenKind::Box
            | TokenKind::BoxEnd
            | TokenKind::Equals(Equals::Verb)
            | TokenKind::Word(Word::Answer | Word::Final | Word::Guess | Word::Correction) => {
                self.announcing.push(self.list.len() - 1);
            }
            TokenKind::Think | TokenKind::ThinkEnd => self.thinking.push(self.list.len() - 1),
            TokenKind::Word(Word::Refusal) => self.has_refusal = true,
            _ => {}
        }
    }

    /// Ends the last line of a text of `end` bytes.
    #[expect(clippy::cast_possible_truncation, reason = "no text is longer than 4 GiB")]
    pub(crate) fn end_line(&mut self, end: usize) {
        self.list.push(Token {
            kind: TokenKind::Line { blank: false },
            start: end as u32,
            end: end as u32,
        });
    }

    /// Returns whether only punctuation, closing brackets and bars come between a byte and the end
    /// of its line.
    pub(crate) fn end_line_at(&self, byte: usize) -> bool {
        let from = self.list.partition_point(|token| (token.start as usize) < byte);
        let mut rest = self.list[from..].iter();
        let mark = |kind| {
            matches!(
                kind,
                TokenKind::FullStop
                    | TokenKind::Comma
                    | TokenKind::Semicolon
                    | TokenKind::Close
                    | TokenKind::BoxEnd
                    | TokenKind::Bar
            )
        };
        rest.find(|token| !mark(token.kind)).is_none_or(Token::ends_line)
    }

    /// Returns whether a name appears before a byte in the line of that byte. Also returns true if
    /// the line before is about this name alone: it has no other name, number or sign.
    pub(crate) fn is_called(&self, name: u16, byte: usize) -> bool {
        let at = self.list.partition_point(|token| (token.start as usize) < byte);
        let mut before = self.list[..at].iter().rev().take(MAX_LINE_TOKENS).map(|token| token.kind);
        let is_line = |kind: &TokenKind| matches!(kind, TokenKind::Line { .. });
        if before
            .by_ref()
            .take_while(|kind| !is_line(kind))
            .any(|kind| kind == TokenKind::Name(name))
        {
            return true;
        }
        // The line before may be a heading with only this name: `### S3`.
        let mut heading =
            before.skip_while(is_line).take_while(|kind| !is_line(kind)).filter(|kind| {
                matches!(
                    kind,
                    TokenKind::Name(_)
                        | TokenKind::Number(_)
                        | TokenKind::Op(_)
                        | TokenKind::Equals(_)
                        | TokenKind::Doubt
                )
            });
        heading.next() == Some(TokenKind::Name(name)) && heading.next().is_none()
    }

    /// Returns whether an item number such as `Step 3`, or a bar of a table, appears before a byte
    /// in its line.
    pub(crate) fn is_counted(&self, byte: usize) -> bool {
        let at = self.list.partition_point(|token| (token.start as usize) < byte);
        let line = self.list[..at]
            .iter()
            .rev()
            .take(MAX_LINE_TOKENS)
            .take_while(|token| !token.ends_line());
        line.map(|token| token.kind)
            .any(|kind| matches!(kind, TokenKind::Ordinal(_) | TokenKind::Bar))
    }

    /// Returns whether the number that begins at a byte is stated as an approximation: `≈ 1.947`.
    pub(crate) fn is_called_approximate(&self, byte: usize) -> bool {
        let at = self.list.partition_point(|token| (token.start as usize) < byte);
        let mut before = self.list[..at].iter().rev().map(|token| token.kind);
        let is_mark =
            |kind: &TokenKind| matches!(kind, TokenKind::Open | TokenKind::Word(Word::Filler));
        before.find(|kind| !is_mark(kind)) == Some(TokenKind::Equals(Equals::Nearly))
    }

    /// Returns whether no line ends between two bytes.
    pub(crate) fn are_in_one_line(&self, from: usize, until: usize) -> bool {
        let at = self.list.partition_point(|token| (token.start as usize) < from);
        let mut between = self.list[at..].iter().take_while(|token| (token.start as usize) < until);
        !between.any(|token| matches!(token.kind, TokenKind::Line { .. }))
    }

    pub(crate) fn numeral(&self, index: u32) -> &Numeral {
        &self.numerals[index as usize]
    }

    /// Returns whether a token is an arrow or another sign of equality of several bytes: `→`, `=>`.
    pub(crate) fn is_arrow(&self, at: usize) -> bool {
        self.list.get(at).is_some_and(|token| {
            token.kind == TokenKind::Equals(Equals::Sign) && token.end - token.start > 1
        })
    }

    /// Returns whether another name or a verb is before the name at `at` in its clause:
    /// `the sum of S6 with S5 gives 75`. A verb after the name then does not state the value of
    /// this name.
    pub(crate) fn is_last_of_several(&self, at: usize) -> bool {
        let Some(TokenKind::Name(name)) = self.kind(at) else { return false };
        let is_passed =
            |kind| matches!(kind, TokenKind::Word(Word::Other | Word::Joint | Word::Filler));
        let before = self.list[..at].iter().rev().take(MAX_CLAUSE_TOKENS);
        let mut kinds = before.map(|token| token.kind).filter(|kind| !is_passed(*kind));
        match kinds.next() {
            Some(TokenKind::Name(other)) => other != name,
            Some(TokenKind::Word(Word::Verb(_))) => true,
            // A verb and its first operand may be before the name: `Subtract 3 from S4`.
            Some(TokenKind::Number(_)) => {
                matches!(kinds.next(), Some(TokenKind::Word(Word::Verb(_))))
            }
            _ => false,
        }
    }

    /// Returns the first index from `at` to `until` whose token does not match `passes`.
    pub(crate) fn skip_matching(
        &self,
        at: usize,
        until: usize,
        passes: impl Fn(TokenKind) -> bool,
    ) -> usize {
        let list = &self.list[..until.min(self.list.len())];
        at + list.iter().skip(at).take_while(|token| passes(token.kind)).count()
    }

    /// Returns whether the last line of a text of `end` bytes is incomplete. An incomplete line
    /// begins with the name of a step before `last` and ends with a number. The lines before it all
    /// have the same number of signs of equality, and it has fewer.
    pub(crate) fn lacks_terms(&self, end: usize, last: u16) -> bool {
        /// The number of lines before the last line that are compared with it.
        const LINES: usize = 3;
        let ends = self.list.last().is_some_and(|token| {
            matches!(token.kind, TokenKind::Number(_)) && token.end as usize == end
        });
        if !ends {
            return false;
        }
        let equals = |line: &[Token]| {
            line.iter().filter(|token| token.kind == TokenKind::Equals(Equals::Sign)).count()
        };
        let named = |line: &[Token]| {
            let mark = |token: &&Token| {
                matches!(token.kind, TokenKind::Bullet | TokenKind::Heading | TokenKind::Ordinal(_))
            };
            match line.iter().find(|token| !mark(token))?.kind {
                TokenKind::Name(name) => Some(name),
                _ => None,
            }
        };
        let mut lines = self.list.rsplit(Token::ends_line);
        // A line with words may differ from the lines before it.
        let is_plain =
            |line: &&[Token]| !line.iter().any(|token| matches!(token.kind, TokenKind::Word(_)));
        let cut = lines.next().filter(is_plain);
        let cut = cut.filter(|line| named(line).is_some_and(|name| name < last));
        let Some(cut) = cut.map(equals) else { return false };
        let mut before = lines.take(LINES).map(|line| named(line).map(|_| equals(line)));
        let Some(Some(usual)) = before.next() else { return false };
        let same = before.clone().count() + 1 == LINES && before.all(|count| count == Some(usual));
        (1..usual).contains(&cut) && same
    }

    /// Removes the names from lines that begin with an operation on the previous result: `/3: 5`,
    /// `+ monkey: 30`. Such a name is an operand, and the line is not about it.
    pub(crate) fn settle_operations(&mut self) {
        let begins = |list: &[Token], at: usize| {
            let before = list[..at].iter().rev();
            let mut before = before
                .skip_while(|token| matches!(token.kind, TokenKind::Ordinal(_) | TokenKind::Bar));
            before.next().is_none_or(Token::ends_line)
        };
        let states = |kind: TokenKind| {
            matches!(kind, TokenKind::Colon | TokenKind::Bar | TokenKind::Equals(Equals::Sign))
        };
        let operands = |list: &[Token], at: usize, is_first: fn(TokenKind) -> bool| {
            let [first, operand, sign, ..] = list[at..] else { return false };
            is_first(first.kind)
                && matches!(operand.kind, TokenKind::Name(_) | TokenKind::Number(_))
                && states(sign.kind)
        };
        let is_sign = |kind: TokenKind| matches!(kind, TokenKind::Op(_));
        let list = &self.list;
        let starts: Vec<usize> = (0..list.len())
            .filter(|&at| is_sign(list[at].kind) && operands(list, at, is_sign) && begins(list, at))
            .collect();
        if starts.is_empty() {
            return;
        }
        let is_dash = |kind: TokenKind| matches!(kind, TokenKind::Op(_) | TokenKind::Bullet);
        let dashes = (0..list.len()).filter(|&at| {
            list[at].kind == TokenKind::Bullet && operands(list, at, is_dash) && begins(list, at)
        });
        let names: Vec<usize> = starts.into_iter().chain(dashes).map(|at| at + 1).collect();
        for at in names {
            if matches!(self.list[at].kind, TokenKind::Name(_)) {
                self.list[at].kind = TokenKind::Other;
            }
        }
    }
}
