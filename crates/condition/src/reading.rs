//! From a text to a verdict: a dialogue is taken up again, and of it the grader sees what is the model's.

use std::ops::Range;

use stepfall_grade::{Grader, Stop, Verdict};
use stepfall_procedure::{Condition, Item};
use stepfall_provider::Answer;

use crate::dialogue::Dialogue;
use crate::note::{End, Note};
use crate::part::{Message, Role, parts, write};
use crate::reason::{Reasoning, reasoning, without};
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

impl Reading {
    /// What of the replies no longer counts, in bytes of the text, under conditions that ask for something once more.
    pub fn withdrawn(&self, condition: Condition) -> Vec<Range<usize>> {
        if !matches!(condition, Condition::Verified(_) | Condition::Review) {
            return Vec::new();
        }
        let answered = parts(&self.text).into_iter().filter(|part| part.role == Role::Answered);
        let spans = answered.flat_map(|part| {
            let Range { start, end } = part.span;
            let first = self.hidden.partition_point(|hidden| hidden.end <= start);
            let within = self.hidden[first..].iter().take_while(move |hidden| hidden.start < end);
            within.map(move |hidden| hidden.start.max(start)..hidden.end.min(end))
        });
        spans.filter(|span| !span.is_empty()).collect()
    }
}

/// Reads what a model wrote about an item under a condition: a reply, or a dialogue as [`Dialogue::text`] writes it.
pub fn read(item: &Item, condition: Condition, text: &str, stop: Stop) -> Reading {
    if condition.is_plain() {
        return of_reply(text, Grader::new(item, condition).grade(text, stop), stop);
    }
    let mut dialogue = Dialogue::new(item, condition);
    let replies: Vec<String> = parts(text)
        .into_iter()
        .filter(|part| part.role == Role::Answered)
        .map(|part| part.text)
        .collect();
    let last = replies.len();
    for (nth, reply) in replies.into_iter().enumerate() {
        if dialogue.is_over() {
            dialogue.append(&reply);
            continue;
        }
        let is_cut = nth + 1 == last && stop == Stop::Length;
        let stop = Some(if is_cut {
            stepfall_provider::Stop::Length
        } else {
            stepfall_provider::Stop::Natural
        });
        dialogue.on_answer(&Answer { text: reply, stop, ..Answer::default() });
    }
    of_dialogue(&dialogue, stop)
}

/// Reads the same without a verdict on the reasoning of a single reply, and so without how far it agrees with the visible text. All else is the same, and takes less time.
pub fn read_visible_text(item: &Item, condition: Condition, text: &str, stop: Stop) -> Reading {
    if !condition.is_plain() {
        return read(item, condition, text, stop);
    }
    of_reply(text, Grader::new(item, condition).of_visible_text().grade(text, stop), stop)
}

/// The reading of a single reply with its verdict.
fn of_reply(text: &str, verdict: Verdict, stop: Stop) -> Reading {
    Reading {
        text: text.to_owned(),
        hidden: Vec::new(),
        score: plain_score(&verdict),
        verdict,
        end: Some(if stop == Stop::Length { End::Cut } else { End::Complete }),
        notes: Vec::new(),
        next: None,
    }
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

impl Dialogue<'_> {
    /// What the score says of it; nothing before a reply.
    pub fn score(&self) -> Option<Score> {
        let stop = if self.end() == Some(End::Cut) { Stop::Length } else { Stop::Unknown };
        (self.replies() > 0).then(|| score(self, &graded(self, stop).2))
    }
}

/// The condition by which a grader reads what is left of a dialogue: lines of a trace, which after a history are true where they follow from it, and which stand
/// each for itself where each step was asked alone.
const fn graded_as(condition: Condition) -> Condition {
    match condition {
        Condition::Primed { .. } | Condition::Isolated => condition,
        _ => Condition::Trace,
    }
}

fn graded(dialogue: &Dialogue<'_>, stop: Stop) -> (String, Vec<Range<usize>>, Verdict) {
    let all = dialogue.all_messages();
    let (text, spans) = write(&all);
    let shown = shown(dialogue, &all, &spans);
    let (masked, hidden) = mask(&text, &shown);
    let mut masked = without_marks(masked);
    // What our evaluator wrote last is whole, though a reply was cut.
    if all.last().is_some_and(|said| said.role == Role::CarriedOut) {
        masked.push('\n');
    }
    let mut verdict = Grader::new(&dialogue.item, graded_as(dialogue.condition))
        .of_dialogue()
        .grade(&masked, stop);
    for span in verdict.reasoning.iter_mut().flat_map(|thought| &mut thought.spans) {
        span.end = span.end.min(text.len());
    }
    let thought = verdict.reasoning.as_mut().map(|thought| &mut thought.verdict.text);
    for text_verdict in [Some(&mut verdict.text), thought].into_iter().flatten() {
        for root in &mut text_verdict.roots {
            root.at = root.at.min(text.len());
        }
    }
    (text, hidden, verdict)
}

/// What the grader sees of a dialogue, in bytes, in order.
fn shown(dialogue: &Dialogue<'_>, all: &[Message], spans: &[Range<usize>]) -> Vec<Range<usize>> {
    let is_carried_out =
        dialogue.chunks().is_none() && all.last().is_some_and(|said| said.role == Role::CarriedOut);
    let mut replies = 0;
    let mut shown: Vec<Range<usize>> = Vec::new();
    for (place, (said, span)) in all.iter().zip(spans).enumerate() {
        replies += usize::from(said.role == Role::Answered);
        let at = |range: Range<usize>| span.start + range.start..span.start + range.end;
        let is_other = match dialogue.condition {
            Condition::Explain => replies != 1,
            // What was made of a reply that knows no step says which step it is about.
            Condition::Isolated => true,
            _ => false,
        };
        match said.role {
            Role::Asked => {}
            Role::Answered if is_other => {}
            // Where something else stands for a reply, its reasoning is still that of the model.
            Role::Answered if is_carried_out || dialogue.is_spelled_out(place) => {
                let whole = reasoning(&said.text).into_iter();
                let whole = whole.filter(|thought| thought.is_opened && thought.is_closed);
                shown.extend(whole.map(|thought| at(thought.span)));
            }
            _ => {
                let mut hidden = said.withdrawn.clone();
                hidden.extend(stray(&said.text, shown.is_empty(), place + 1 == all.len()));
                hidden.sort_by_key(|range| (range.start, range.end));
                shown.extend(others(said.text.len(), &hidden).into_iter().map(at));
            }
        }
    }
    shown
}

/// The reasoning of a reply that would take what stands before or after the reply along, because its mark there is missing.
fn stray(reply: &str, is_first: bool, is_last: bool) -> impl Iterator<Item = Range<usize>> {
    let is_stray = move |thought: &Reasoning| {
        !(thought.is_opened || is_first) || !(thought.is_closed || is_last)
    };
    reasoning(reply).into_iter().filter(is_stray).map(|thought| thought.span)
}

/// A text in whose reasoning nothing hides the mark that closes it, as the beginning of a tag would.
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

/// What is left of so many bytes.
fn others(length: usize, hidden: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut others = Vec::new();
    let mut at = 0;
    for range in hidden {
        others.push(at..range.start.max(at));
        at = range.end.max(at);
    }
    others.push(at..length);
    others.retain(|range| !range.is_empty());
    others
}

/// The text with blanks for everything that is not shown, and what that is.
fn mask(text: &str, shown: &[Range<usize>]) -> (String, Vec<Range<usize>>) {
    let hidden = others(text.len(), shown);
    (without(text, &hidden), hidden)
}
