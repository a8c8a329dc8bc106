//! Reads and grades a text: as one reply under a plain condition, and otherwise as a dialogue, of
//! which the grader sees only some parts.

use std::ops::Range;

use stepfall_grade::{Grader, StopReason, Verdict};
use stepfall_procedure::{Condition, Item};
use stepfall_provider::Answer;

use crate::dialogue::Dialogue;
use crate::note::{DialogueEnd, Note};
use crate::part::{Message, Role, parts, write};
use crate::reason::{Reasoning, blank_ranges, reasoning};
use crate::score::{Score, plain_score, score};

/// The result of reading a text under a condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The text that the verdict is about. Under plain conditions it is the input; otherwise it is
    /// the whole dialogue with its questions.
    pub text: String,
    /// The ranges of the text that the grader did not see, in bytes.
    pub hidden: Vec<Range<usize>>,
    /// The verdict. Its spans are byte positions in `text`.
    pub verdict: Verdict,
    /// The score under the condition of the reading.
    pub score: Score,
    /// The way in which the dialogue ended; `None` if it goes on.
    pub end: Option<DialogueEnd>,
    /// The notes of the dialogue; empty under plain conditions.
    pub notes: Vec<Note>,
    /// The text of the next question, if there is one.
    pub next: Option<String>,
}

impl Reading {
    /// Returns the ranges of the replies that the grader did not see, in bytes of the text. Empty
    /// except under the conditions that ask for steps again: `verified` and `review`.
    pub fn withdrawn_ranges(&self, condition: Condition) -> Vec<Range<usize>> {
        if !matches!(condition, Condition::Verified(_) | Condition::Review) {
            return Vec::new();
        }
        let answered = parts(&self.text).into_iter().filter(|part| part.role == Role::Model);
        let spans = answered.flat_map(|part| {
            let Range { start, end } = part.span;
            let first = self.hidden.partition_point(|hidden| hidden.end <= start);
            let within = self.hidden[first..].iter().take_while(move |hidden| hidden.start < end);
            within.map(move |hidden| hidden.start.max(start)..hidden.end.min(end))
        });
        spans.filter(|span| !span.is_empty()).collect()
    }
}

/// Reads the text of a model about an item: a reply, or a dialogue as [`Dialogue::text`] writes it.
pub fn read(item: &Item, condition: Condition, text: &str, stop: StopReason) -> Reading {
    if condition.is_plain() {
        return of_reply(text, Grader::new(item, condition).grade(text, stop), stop);
    }
    let mut dialogue = Dialogue::new(item, condition);
    let replies: Vec<String> = parts(text)
        .into_iter()
        .filter(|part| part.role == Role::Model)
        .map(|part| part.text)
        .collect();
    let last = replies.len();
    for (nth, reply) in replies.into_iter().enumerate() {
        if dialogue.is_over() {
            dialogue.append(&reply);
            continue;
        }
        let is_cut = nth + 1 == last && stop == StopReason::Length;
        let stop = Some(if is_cut {
            stepfall_provider::Stop::Length
        } else {
            stepfall_provider::Stop::Natural
        });
        dialogue.on_answer(&Answer { text: reply, stop, ..Answer::default() });
    }
    of_dialogue(&dialogue, stop)
}

/// Reads a text like [`read`], but does not grade the reasoning of a single reply. This is faster,
/// and [`Score::agreement`] is then `None`.
pub fn read_visible_text(
    item: &Item,
    condition: Condition,
    text: &str,
    stop: StopReason,
) -> Reading {
    if !condition.is_plain() {
        return read(item, condition, text, stop);
    }
    of_reply(text, Grader::new(item, condition).without_reasoning().grade(text, stop), stop)
}

fn of_reply(text: &str, verdict: Verdict, stop: StopReason) -> Reading {
    Reading {
        text: text.to_owned(),
        hidden: Vec::new(),
        score: plain_score(&verdict),
        verdict,
        end: Some(if stop == StopReason::Length {
            DialogueEnd::Cut
        } else {
            DialogueEnd::Complete
        }),
        notes: Vec::new(),
        next: None,
    }
}

/// Returns the reading of a dialogue, which may go on.
pub(crate) fn of_dialogue(dialogue: &Dialogue<'_>, stop: StopReason) -> Reading {
    let (text, hidden, verdict) = grade_dialogue(dialogue, stop);
    Reading {
        score: score(dialogue, &verdict),
        text,
        hidden,
        verdict,
        end: dialogue.end(),
        notes: dialogue.notes(),
        next: dialogue.next_question().map(str::to_owned),
    }
}

impl Dialogue<'_> {
    /// Returns the score; `None` before the first reply.
    pub fn score(&self) -> Option<Score> {
        let stop = if self.end() == Some(DialogueEnd::Cut) {
            StopReason::Length
        } else {
            StopReason::Unknown
        };
        (self.replies() > 0).then(|| score(self, &grade_dialogue(self, stop).2))
    }
}

/// Returns the condition under which the grader reads the text of a dialogue. The text consists of
/// trace lines, so most dialogues are graded like a trace.
///
/// After a history, the correct values follow from that history. Under [`Condition::Isolated`] no
/// step depends on another.
const fn graded_as(condition: Condition) -> Condition {
    match condition {
        Condition::Primed { .. } | Condition::Isolated => condition,
        _ => Condition::Trace,
    }
}

fn grade_dialogue(
    dialogue: &Dialogue<'_>,
    stop: StopReason,
) -> (String, Vec<Range<usize>>, Verdict) {
    let all = dialogue.all_messages();
    let (text, spans) = write(&all);
    let visible = visible_ranges(dialogue, &all, &spans);
    let (masked, hidden) = mask(&text, &visible);
    let mut masked = without_marks(masked);
    // The lines of the evaluator are complete, even if a reply was cut.
    if all.last().is_some_and(|message| message.role == Role::Evaluator) {
        masked.push('\n');
    }
    let mut verdict = Grader::new(&dialogue.item, graded_as(dialogue.condition))
        .of_dialogue()
        .grade(&masked, stop);
    for span in verdict.reasoning.iter_mut().flat_map(|thought| &mut thought.spans) {
        span.end = span.end.min(text.len());
    }
    let thought = verdict.reasoning.as_mut().map(|thought| &mut thought.verdict.visible);
    for text_verdict in [Some(&mut verdict.visible), thought].into_iter().flatten() {
        for root in &mut text_verdict.roots {
            root.at = root.at.min(text.len());
        }
    }
    (text, hidden, verdict)
}

/// Returns the ranges of a dialogue that the grader sees, in bytes, in order.
fn visible_ranges(
    dialogue: &Dialogue<'_>,
    all: &[Message],
    spans: &[Range<usize>],
) -> Vec<Range<usize>> {
    let is_carried_out = dialogue.chunks().is_none()
        && all.last().is_some_and(|message| message.role == Role::Evaluator);
    let mut replies = 0;
    let mut visible: Vec<Range<usize>> = Vec::new();
    for (position, (message, span)) in all.iter().zip(spans).enumerate() {
        replies += usize::from(message.role == Role::Model);
        let at = |range: Range<usize>| span.start + range.start..span.start + range.end;
        let is_other = match dialogue.condition {
            Condition::Explain => replies != 1,
            // The reply does not name its step, so the line of the evaluator is graded instead.
            Condition::Isolated => true,
            _ => false,
        };
        match message.role {
            Role::User => {}
            Role::Model if is_other => {}
            // The lines of the evaluator replace this reply. Only its reasoning is graded.
            Role::Model if is_carried_out || dialogue.is_replaced(position) => {
                let complete = reasoning(&message.text).into_iter();
                let complete = complete.filter(|thought| thought.is_opened && thought.is_closed);
                visible.extend(complete.map(|thought| at(thought.span)));
            }
            _ => {
                let mut hidden = message.withdrawn.clone();
                hidden.extend(stray_reasoning(
                    &message.text,
                    visible.is_empty(),
                    position + 1 == all.len(),
                ));
                hidden.sort_by_key(|range| (range.start, range.end));
                visible.extend(complement(message.text.len(), &hidden).into_iter().map(at));
            }
        }
    }
    visible
}

/// Returns the reasoning of a reply that lacks an opening or a closing mark. Such reasoning would
/// extend into the text before or after the reply. No opening mark is needed before all other
/// visible text, and no closing mark in the last part.
fn stray_reasoning(
    reply: &str,
    is_first: bool,
    is_last: bool,
) -> impl Iterator<Item = Range<usize>> {
    let is_stray = move |thought: &Reasoning| {
        !(thought.is_opened || is_first) || !(thought.is_closed || is_last)
    };
    reasoning(reply).into_iter().filter(is_stray).map(|thought| thought.span)
}

/// Replaces `<` in reasoning by a blank. Otherwise the grader could read `<` and the closing mark
/// as one tag.
fn without_marks(text: String) -> String {
    let thoughts = reasoning(&text);
    if !thoughts.iter().any(|thought| text[thought.inner.clone()].contains('<')) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for Reasoning { inner, .. } in thoughts {
        out.push_str(&text[at..inner.start]);
        out.push_str(&text[inner.clone()].replace('<', " "));
        at = inner.end;
    }
    out.push_str(&text[at..]);
    out
}

/// Returns the ranges up to `length` that are not hidden.
fn complement(length: usize, hidden: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut complement = Vec::new();
    let mut at = 0;
    for range in hidden {
        complement.push(at..range.start.max(at));
        at = range.end.max(at);
    }
    complement.push(at..length);
    complement.retain(|range| !range.is_empty());
    complement
}

/// Replaces all text outside the visible ranges by blanks. Returns the text and the hidden ranges.
fn mask(text: &str, visible: &[Range<usize>]) -> (String, Vec<Range<usize>>) {
    let hidden = complement(text.len(), visible);
    (blank_ranges(text, &hidden), hidden)
}
