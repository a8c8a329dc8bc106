//! A filter for the attempts behind a mark of a figure. Its text has a bounded length, and a page
//! passes it back to get the attempts.

use std::cmp::Ordering;

use stepfall_grade::Mode;
use stepfall_plot::chart::MarkInfo;
use stepfall_procedure::Condition;
use stepfall_protocol::figure::Measure;

use crate::line_id::LineId;

/// A filter for the attempts of a run. An attempt passes if it matches every field that is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AttemptFilter {
    /// The index of the target, from 0.
    pub target: Option<u16>,
    /// The condition under which the target was asked.
    pub condition: Option<Condition>,
    /// The number of steps of the procedure.
    pub steps: Option<u16>,
    /// The look-back of the procedure.
    pub look_back: Option<u8>,
    /// A further restriction.
    pub only: Option<Restriction>,
}

/// A restriction beyond the position in the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Restriction {
    /// The attempt failed: no reply came that could be graded.
    GivenUp,
    /// The attempt has this primary mode.
    Mode(Mode),
    /// The first error is in one of these steps, from the first to the last of them. Steps count
    /// from 1.
    FirstError(u32, u32),
    /// The attempt is at an item that one of two lines gets correct more often than the other, by
    /// this measure. The first line is the target and the condition of the filter, the second is
    /// this [`LineId`]. Attempts of both lines match.
    Decides(Measure, BetterLine, LineId),
}

/// A selection of items by which of two lines gets them correct more often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BetterLine {
    /// Either line.
    Either,
    /// The first line.
    First,
    /// The second line.
    Second,
}

/// The wildcard in the text of a filter.
const ANY: &str = "*";

impl AttemptFilter {
    /// Returns the filter for all attempts of a line.
    pub fn line(line: LineId) -> Self {
        Self { target: Some(line.target), condition: Some(line.condition), ..Self::default() }
    }

    /// Returns the filter with a further restriction, in place of an earlier one.
    #[must_use]
    pub const fn only(self, only: Restriction) -> Self {
        Self { only: Some(only), ..self }
    }

    /// Returns the filter as text: `target/condition/steps/look-back`, with `*` as the wildcard.
    /// The further restriction follows: `given-up`, `mode/slipped`, `first-error/7/9`, or
    /// `either/1/trace`, `first/1/trace` or `second/1/trace` with the target and condition of the
    /// other line. The last three begin with the measure unless it is the first answer, as in
    /// `solved-first/1/trace`.
    pub fn text(&self) -> String {
        let condition = self.condition.map(Condition::slug);
        let mut text = format!(
            "{}/{}/{}/{}",
            part(self.target),
            part(condition),
            part(self.steps),
            part(self.look_back)
        );
        if let Some(only) = self.only {
            text.push('/');
            text += &only.text();
        }
        text
    }

    /// Parses a filter; empty text matches all attempts. `None` if the text is not a filter.
    pub fn read(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(Self::default());
        }
        let mut parts = text.splitn(5, '/');
        Some(Self {
            target: read_part(parts.next()?, |part| part.parse().ok())?,
            condition: read_part(parts.next()?, Condition::from_slug)?,
            steps: read_part(parts.next()?, |part| part.parse().ok())?,
            look_back: read_part(parts.next()?, |part| part.parse().ok())?,
            only: match parts.next() {
                Some(only) => Some(Restriction::read(only)?),
                None => None,
            },
        })
    }

    /// Returns a tooltip for a mark of these attempts.
    pub(crate) fn info(&self, title: String) -> MarkInfo {
        MarkInfo { title, filter: self.text() }
    }
}

impl Restriction {
    fn text(self) -> String {
        match self {
            Self::GivenUp => "given-up".to_owned(),
            Self::Mode(mode) => format!("mode/{}", mode.slug()),
            Self::FirstError(from, to) => format!("first-error/{from}/{to}"),
            Self::Decides(measure, alone, line) => {
                let prefix = match measure {
                    Measure::First => String::new(),
                    other => format!("{}-", other.slug()),
                };
                format!("{prefix}{}/{}/{}", alone.slug(), line.target, line.condition.slug())
            }
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (kind, rest) = text.split_once('/').unwrap_or((text, ""));
        let pair = rest.split_once('/');
        Some(match kind {
            "given-up" if rest.is_empty() => Self::GivenUp,
            "mode" => Self::Mode(Mode::from_slug(rest)?),
            "first-error" => Self::FirstError(pair?.0.parse().ok()?, pair?.1.parse().ok()?),
            kind => {
                let (measure, name) = kind.split_once('-').map_or(
                    Some((Measure::First, kind)),
                    |(measure, name)| {
                        let mut others = Measure::ALL
                            .into_iter()
                            .filter(|candidate| *candidate != Measure::First);
                        Some((others.find(|candidate| candidate.slug() == measure)?, name))
                    },
                )?;
                let alone =
                    BetterLine::ALL.into_iter().find(|candidate| candidate.slug() == name)?;
                let (target, condition) = pair?;
                let condition = Condition::from_slug(condition)?;
                let line = LineId::new(target.parse().ok()?, condition);
                Self::Decides(measure, alone, line)
            }
        })
    }
}

impl BetterLine {
    const ALL: [Self; 3] = [Self::Either, Self::First, Self::Second];

    const fn slug(self) -> &'static str {
        match self {
            Self::Either => "either",
            Self::First => "first",
            Self::Second => "second",
        }
    }

    /// Returns whether an item matches, by the order of the first line's number of correct attempts
    /// and the second line's.
    pub(crate) const fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Either => order.is_ne(),
            Self::First => order.is_gt(),
            Self::Second => order.is_lt(),
        }
    }
}

fn part(value: Option<impl ToString>) -> String {
    value.map_or_else(|| ANY.to_owned(), |value| value.to_string())
}

/// Parses one part of a text: `None` if it is invalid, `Some(None)` for the wildcard.
#[expect(
    clippy::option_option,
    reason = "the outer `None` is an error, the inner one the wildcard"
)]
fn read_part<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
    if text == ANY { Some(None) } else { read(text).map(Some) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_is_a_short_text_that_reads_back() {
        let line = LineId::new(u16::MAX, Condition::AnswerOnly);
        let filter = AttemptFilter {
            steps: Some(u16::MAX),
            look_back: Some(u8::MAX),
            ..AttemptFilter::line(line)
        };
        let mut onlys = vec![Restriction::GivenUp, Restriction::FirstError(u32::MAX, u32::MAX)];
        onlys.extend(Mode::ALL.map(Restriction::Mode));
        for measure in Measure::ALL {
            onlys.extend(BetterLine::ALL.map(|alone| Restriction::Decides(measure, alone, line)));
        }
        let filters = onlys.into_iter().map(|only| filter.only(only));
        for filter in filters.chain([filter, AttemptFilter::line(line), AttemptFilter::default()]) {
            let text = filter.text();
            assert_eq!(AttemptFilter::read(&text), Some(filter), "{text}");
            assert!(text.len() <= 72, "{text}");
        }
        assert_eq!(AttemptFilter::read(""), Some(AttemptFilter::default()));
        let slipped = AttemptFilter {
            steps: Some(25),
            ..AttemptFilter::line(LineId::new(0, Condition::Trace))
        };
        assert_eq!(
            slipped.only(Restriction::Mode(Mode::Slipped)).text(),
            "0/trace/25/*/mode/slipped"
        );
    }

    #[test]
    fn invalid_filters_are_none() {
        for text in [
            "/",
            "0/trace/25",
            "-1/trace/25/5",
            "0/sung/25/5",
            "0/trace/99999/5",
            "0/trace/25/5/",
            "0/trace/25/5/given-up/1",
            "0/trace/25/5/mode/sung",
            "0/trace/25/5/lost/operand",
            "0/trace/25/5/review/right/wrong",
            "0/trace/25/5/first-either/1/trace",
            "0/trace/25/5/solved-both/1/trace",
            "0/trace/25/5/executed",
            "0/trace/25/5/first-error/7",
            "0/trace/25/5/first-error/7/8/9",
            "0/trace/25/5/either/1",
            "0/trace/25/5/both/1/trace",
            &"/".repeat(100_000),
        ] {
            assert_eq!(AttemptFilter::read(text), None, "{}", &text[..text.len().min(40)]);
        }
    }
}
