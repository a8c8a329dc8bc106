//! Reads LaTeX: commands and their arguments.

use stepfall_procedure::Op;

use super::Lexer;
use crate::numeral::latex_fraction;
use crate::object::{Found, step_object};
use crate::token::{Equals, TokenKind};

/// The deepest nesting of braces that is followed.
const DEEPEST: usize = 64;
/// The longest name of a command, in bytes.
const MAX_COMMAND: usize = 16;
/// The longest argument that is skipped, in bytes, including the command before it.
const MAX_ARGUMENT: usize = 40;
/// The longest specification of the columns of an array, in bytes.
const MAX_COLUMN_SPEC: usize = 20;

/// The meaning of an opening brace.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Brace {
    Plain,
    /// A JSON object.
    Object,
    Box,
    FractionTop,
    FractionBottom,
}

impl Lexer<'_> {
    pub(super) fn brace(&mut self) {
        match step_object(self.text, self.at, self.lexicon, self.places) {
            Found::Step(step, end) => {
                let place = u32::try_from(self.out.objects.len()).unwrap_or(u32::MAX);
                self.out.objects.push(*step);
                self.push(TokenKind::Object(place), end - self.at);
                self.out.object_end = self.at;
                return;
            }
            Found::Cut => {
                self.braces.push(Brace::Object);
                self.at = self.text.len();
                return;
            }
            Found::Other => {}
        }
        // A brace before a quotation mark opens an object.
        let object = self.rest()[1..].trim_start().starts_with('"');
        self.open_brace(if object { Brace::Object } else { Brace::Plain }, 1);
    }

    fn open_brace(&mut self, brace: Brace, length: usize) {
        if self.braces.len() < DEEPEST {
            self.braces.push(brace);
        }
        match brace {
            Brace::Box => self.push(TokenKind::Box, length),
            Brace::FractionTop | Brace::FractionBottom => self.push(TokenKind::Open, length),
            Brace::Plain | Brace::Object => self.at += length,
        }
    }

    pub(super) fn close_brace(&mut self) {
        match self.braces.pop() {
            None | Some(Brace::Plain) => self.at += 1,
            Some(Brace::Object) => {
                self.at += 1;
                self.out.object_end = self.at;
            }
            Some(Brace::Box) => self.push(TokenKind::BoxEnd, 1),
            Some(Brace::FractionBottom) => self.push(TokenKind::Close, 1),
            Some(Brace::FractionTop) => {
                self.push(TokenKind::Close, 1);
                if self.byte(0) == b'{' {
                    self.push(TokenKind::Op(Op::Div), 0);
                    self.open_brace(Brace::FractionBottom, 1);
                }
            }
        }
    }

    /// Reads a command, or a backslash before another character.
    pub(super) fn command(&mut self) {
        let rest = self.rest();
        if rest.starts_with("\\\\") {
            return self.line_break();
        }
        let name = &rest[1..];
        let length = name.bytes().take(MAX_COMMAND).take_while(u8::is_ascii_alphabetic).count();
        if length == 0 {
            // Markdown escapes only need their backslash skipped. Other escapes mean space in LaTeX
            // and are skipped entirely.
            let marks = name.starts_with(['-', '+', '*', '=', '#', '.', '|', '%', '~', '<', '>']);
            let doubled = name.starts_with("*\\*");
            let mark = name.chars().next().filter(|_| !marks || doubled);
            self.at += 1 + mark.map_or(0, char::len_utf8);
            return;
        }
        let command_length = length + 1;
        match &name[..length] {
            "times" | "cdot" | "ast" => self.push(TokenKind::Op(Op::Mul), command_length),
            "div" => self.push(TokenKind::Op(Op::Div), command_length),
            "equiv" | "to" | "rightarrow" | "Rightarrow" | "implies" | "longrightarrow"
            | "mapsto" => self.push(TokenKind::Equals(Equals::Sign), command_length),
            "approx" | "simeq" => self.push(TokenKind::Equals(Equals::Nearly), command_length),
            "bmod" | "mod" => self.push(TokenKind::Modulo { bracketed: false }, command_length),
            "pmod" => self.push(TokenKind::Modulo { bracketed: true }, command_length),
            "boxed" | "fbox" if self.byte(command_length) == b'{' => {
                self.open_brace(Brace::Box, command_length + 1);
            }
            "frac" | "dfrac" | "tfrac" => self.fraction(command_length),
            "begin" | "end" => {
                self.pass_argument(MAX_ARGUMENT, command_length);
                // Skip the specification of the columns of an array.
                if self.byte(0) == b'{' {
                    self.pass_argument(MAX_COLUMN_SPEC, 0);
                }
            }
            "text" | "mathrm" | "mathbf" | "mathit" | "operatorname"
                if let Some((number, end)) = self.lexicon.subscripted(&rest[command_length..]) =>
            {
                self.push(TokenKind::Name(number), command_length + end);
            }
            "tag" | "label" | "phantom" | "hphantom" | "hspace" => {
                self.pass_argument(MAX_ARGUMENT, command_length);
            }
            _ => self.at += command_length,
        }
    }

    /// Reads two backslashes, which end a line, or a longer run, which does not.
    fn line_break(&mut self) {
        let run = self.run_of(b'\\');
        if run > 2 { self.push(TokenKind::Other, run) } else { self.end_line(false, run) }
    }

    /// Skips up to the next closing brace, or by `otherwise` bytes if none is near.
    fn pass_argument(&mut self, longest: usize, otherwise: usize) {
        let close = self.rest().bytes().take(longest).position(|byte| byte == b'}');
        self.at += close.map_or(otherwise, |close| close + 1);
    }

    fn fraction(&mut self, command: usize) {
        let start = self.at;
        let found = latex_fraction(self.text, start + command, self.places);
        if let Some((quotient, end)) = found {
            return self.push_quotient(quotient, start, end);
        }
        self.at += command;
        if self.byte(0) == b'{' {
            self.open_brace(Brace::FractionTop, 1);
        }
    }
}
