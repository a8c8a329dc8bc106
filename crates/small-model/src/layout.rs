//! The parts of a text of tokens: the lines of prompt and trace, and the summary.

use std::ops::Range;

use crate::token::Token;

/// The positions of the parts of a text, up to the last token that was read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Layout {
    length: usize,
    prompt_lines: Vec<Range<usize>>,
    /// The position after the prompt, which ends with its question.
    prompt_end: Option<usize>,
    trace_lines: Vec<Range<usize>>,
    /// The beginning of the summary, or of an answer without a trace.
    summary: Option<usize>,
    /// The beginning of the current line.
    line: usize,
}

impl Layout {
    /// Returns the layout of a text.
    pub fn of(tokens: &[Token]) -> Self {
        let mut layout = Self::default();
        for &token in tokens {
            layout.push(token);
        }
        layout
    }

    /// Adds the next token.
    pub fn push(&mut self, token: Token) {
        let at = self.length;
        self.length += 1;
        if self.prompt_end.is_none() {
            match token {
                Token::BEGIN => self.line = self.length,
                Token::LINE_END => {
                    self.prompt_lines.push(self.line..self.length);
                    self.line = self.length;
                }
                Token::TRACE => self.prompt_end = Some(self.length),
                Token::ANSWER => {
                    self.prompt_end = Some(self.length);
                    self.summary = Some(self.length);
                }
                _ => {}
            }
        } else if self.summary.is_none() {
            match token {
                Token::SUMMARY => self.summary = Some(at),
                _ => match self.trace_lines.last_mut() {
                    Some(line) if self.line == line.start => line.end = self.length,
                    _ => {
                        self.trace_lines.push(at..self.length);
                        self.line = at;
                    }
                },
            }
            if token == Token::LINE_END {
                self.line = self.length;
            }
        }
    }

    /// Returns the number of tokens.
    pub const fn length(&self) -> usize {
        self.length
    }

    /// Returns the range of the prompt, including its last token.
    pub fn prompt(&self) -> Range<usize> {
        0..self.prompt_end.unwrap_or(self.length)
    }

    /// Returns the lines of the prompt, inputs first, each with its end token.
    pub fn prompt_lines(&self) -> &[Range<usize>] {
        &self.prompt_lines
    }

    /// Returns the range of the trace; `None` before its first token.
    pub fn trace(&self) -> Option<Range<usize>> {
        Some(self.trace_lines.first()?.start..self.trace_lines.last()?.end)
    }

    /// Returns the lines of the trace, each with its end token; the last line may be unfinished.
    pub fn trace_lines(&self) -> &[Range<usize>] {
        &self.trace_lines
    }

    /// Returns the range of the summary with its mark, or of the answer alone; `None` before either
    /// begins.
    pub fn summary(&self) -> Option<Range<usize>> {
        self.summary.map(|start| start..self.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_finds_parts_while_tokens_are_added() {
        let name = |number| Token::name(number).expect("a name");
        let value = |number| Token::value(number).expect("a value");
        let prompt = [
            Token::BEGIN,
            name(1),
            value(4),
            Token::LINE_END,
            name(2),
            value(5),
            Token::LINE_END,
            Token::QUERY,
            name(1),
            name(2),
            Token::TRACE,
        ];
        let trace = [name(3), Token::COLON, Token::LINE_END, name(4)];
        let mut layout = Layout::of(&prompt);
        assert_eq!(layout.prompt(), 0..11);
        assert_eq!(layout.prompt_lines(), [1..4, 4..7]);
        assert_eq!(layout.trace(), None);
        for token in trace {
            layout.push(token);
        }
        assert_eq!(layout.trace_lines(), [11..14, 14..15]);
        layout.push(Token::LINE_END);
        layout.push(Token::SUMMARY);
        layout.push(name(1));
        assert_eq!(layout.trace(), Some(11..16));
        assert_eq!(layout.summary(), Some(16..18));
    }
}
