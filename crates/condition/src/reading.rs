//! From a text to a verdict: a dialogue is taken up again, and of it the grader sees what is the model's.

use std::ops::Range;

use stepfall_grade::{Grader, Stop, Verdict};
use stepfall_procedure::{Condition, Item};
use stepfall_provider::{Answer, Stop as Ended};

use crate::dialogue::Dialogue;
use crate::note::{End, Note};
use crate::part::{Voice, parts};
use crate::score::{Score, plain_score, score};

/// What a text says under a condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The text that the verdict is about. Under plain conditions it is the one that was given; otherwise the dialogue with everything that belongs
    /// to it, such as what was asked.
    pub text: String,
    /// The parts of that text that the grader did not see, in bytes.
    pub hidden: Vec<Range<usize>>,
    /// The verdict. Its spans are those of the text.
    pub verdict: Verdict,
    /// What the condition itself asks about.
    pub score: Score,
    /// How the dialogue ended; nothing where it is not over.
    pub end: Option<End>,
    /// What happened on the way.
    pub notes: Vec<Note>,
    /// What would be asked next.
    pub next: Option<String>,
}

/// Reads what a model wrote about an item under a condition: a reply, or a dialogue as [`Dialogue::text`] writes it.
pub fn read(item: &Item, condition: Condition, text: &str, stop: Stop) -> Reading {
    if condition.is_plain() {
        let verdict = Grader::new(item, condition).grade(text, stop);
        let score = plain_score(&verdict);
        return Reading {
            text: text.to_owned(),
            hidden: Vec::new(),
            verdict,
            score,
            end: Some(if stop == Stop::Length { End::Cut } else { End::Complete }),
            notes: Vec::new(),
            next: None,
        };
    }
    let mut dialogue = Dialogue::new(item, condition);
    let replies: Vec<String> = parts(text)
        .into_iter()
        .filter(|part| part.voice == Voice::Answered)
        .map(|part| part.text)
        .collect();
    let last = replies.len();
    for (nth, reply) in replies.into_iter().enumerate() {
        if dialogue.request().is_none() {
            dialogue.append(&reply);
            continue;
        }
        let is_cut = nth + 1 == last && stop == Stop::Length;
        let stop = Some(if is_cut { Ended::Length } else { Ended::Natural });
        dialogue.hear(&Answer { text: reply, stop, ..Answer::default() });
    }
    of_dialogue(&dialogue, stop)
}

/// The reading of a dialogue as far as it has come.
pub(crate) fn of_dialogue(dialogue: &Dialogue<'_>, stop: Stop) -> Reading {
    let (text, hidden, verdict) = graded(dialogue, stop);
    Reading {
        score: score(dialogue, &verdict),
        text,
        hidden,
        verdict,
        end: dialogue.end(),
        notes: dialogue.notes(),
        next: dialogue.next_words().map(str::to_owned),
    }
}

/// The verdict on a dialogue.
pub(crate) fn verdict_of(dialogue: &Dialogue<'_>) -> Verdict {
    let stop = if dialogue.end() == Some(End::Cut) { Stop::Length } else { Stop::Unknown };
    graded(dialogue, stop).2
}

fn graded(dialogue: &Dialogue<'_>, stop: Stop) -> (String, Vec<Range<usize>>, Verdict) {
    let text = dialogue.text();
    let all = parts(&text);
    let is_carried_out = all.iter().any(|part| part.voice == Voice::CarriedOut);
    let mut replies = 0;
    let mut shown = Vec::new();
    for (place, part) in all.iter().enumerate() {
        replies += usize::from(part.voice == Voice::Answered);
        let is_shown = match (dialogue.condition, part.voice) {
            (_, Voice::CarriedOut) => true,
            (Condition::Explain, Voice::Answered) => replies == 1,
            (Condition::Explain, _) | (_, Voice::Asked) => false,
            (_, Voice::Answered | Voice::Given) => !is_carried_out,
        };
        if is_shown {
            let span = without_open_reasoning(&text, part.span.clone());
            let Some(said) = dialogue.said().get(place) else {
                shown.push(span);
                continue;
            };
            for range in said.counting() {
                let (start, end) = (part.span.start + range.start, part.span.start + range.end);
                if end > span.start {
                    shown.push(start.max(span.start)..end.min(span.end));
                }
            }
        }
    }
    let (masked, hidden) = mask(&text, &shown);
    let verdict = Grader::new(&dialogue.item, Condition::Trace).grade(&masked, stop);
    (text, hidden, verdict)
}

/// A reply without reasoning whose opening mark is missing, which would else take everything before it along.
fn without_open_reasoning(text: &str, span: Range<usize>) -> Range<usize> {
    let said = &text[span.clone()];
    match (said.find("<think>"), said.find("</think>")) {
        (None, Some(end)) => span.start + end + "</think>".len()..span.end,
        (Some(open), Some(end)) if end < open => span.start + end + "</think>".len()..span.end,
        _ => span,
    }
}

/// The text with blanks for everything that is not shown, and what that is.
fn mask(text: &str, shown: &[Range<usize>]) -> (String, Vec<Range<usize>>) {
    let mut masked = String::with_capacity(text.len());
    let mut hidden = Vec::new();
    let mut at = 0;
    let blank = |piece: &str, out: &mut String| {
        for byte in piece.bytes() {
            out.push(if byte == b'\n' { '\n' } else { ' ' });
        }
    };
    for span in shown {
        if span.start > at {
            hidden.push(at..span.start);
        }
        blank(&text[at..span.start], &mut masked);
        masked.push_str(&text[span.clone()]);
        at = span.end;
    }
    if at < text.len() {
        hidden.push(at..text.len());
    }
    blank(&text[at..], &mut masked);
    (masked, hidden)
}
