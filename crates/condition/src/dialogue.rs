//! A dialogue with a model about one item, as a state machine.

use std::borrow::Cow;

use stepfall_procedure::{Condition, Item};
use stepfall_provider::{Answer, Stop, Tool, Turn};

use crate::calculator::Calculator;
use crate::call::{native_call_text, tool, without_calls};
use crate::chunks::Chunks;
use crate::explain::asked_numbers;
use crate::history::history;
use crate::history_summary::HistorySummary;
use crate::isolated::Isolated;
use crate::names::NameIndex;
use crate::next_step::NextStep;
use crate::note::{DialogueEnd, Note};
use crate::part::{Message, Role, write};
use crate::part_verdict::grade;
use crate::program::{Kind, ProgramRun, run};
use crate::reason::{blank_ranges, blank_reasoning, reasoning};
use crate::withdraw::ranges_to_withdraw;

/// A request to a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The turns that the model sees. The last one is the user's or contains the results of tools.
    pub turns: Vec<Turn>,
    /// The tools that are offered; empty except under [`Condition::Calculator`].
    pub tools: Vec<Tool>,
}

#[derive(Debug, Clone)]
enum Machine {
    /// A single reply.
    Once,
    Chunks(Chunks),
    Calculator(Calculator),
    Isolated(Isolated),
    /// Two questions. The second one is in the same dialogue or in a new one.
    TwoQuestions {
        is_asked: bool,
    },
}

/// A dialogue about one item under one condition.
#[derive(Debug, Clone)]
pub struct Dialogue<'i> {
    pub(crate) item: Cow<'i, Item>,
    pub(crate) condition: Condition,
    turns: Vec<Turn>,
    messages: Vec<Message>,
    notes: Vec<Note>,
    replies: u16,
    end: Option<DialogueEnd>,
    machine: Machine,
    summary: HistorySummary,
}

impl<'i> Dialogue<'i> {
    /// Creates a dialogue that borrows its item, before the first reply.
    pub fn new(item: &'i Item, condition: Condition) -> Self {
        Self::about(Cow::Borrowed(item), condition)
    }

    /// Creates a dialogue that owns its item, before the first reply.
    pub fn owned(item: Item, condition: Condition) -> Dialogue<'static> {
        Dialogue::about(Cow::Owned(item), condition)
    }

    fn about(item_cow: Cow<'i, Item>, condition: Condition) -> Self {
        let item = &*item_cow;
        let prompt = item.prompt(condition);
        let mut turns = vec![Turn::User(prompt)];
        let mut parts = Vec::new();
        let machine = match condition {
            Condition::Stepwise => Machine::Chunks(Chunks::new(item, 1, false)),
            Condition::Checkpoints(chunk) => Machine::Chunks(Chunks::new(item, chunk, false)),
            Condition::Verified(chunk) => Machine::Chunks(Chunks::new(item, chunk, true)),
            Condition::Calculator | Condition::CalculatorText => {
                Machine::Calculator(Calculator::new(item))
            }
            Condition::Isolated => Machine::Isolated(Isolated::new(item)),
            Condition::Explain | Condition::Review => Machine::TwoQuestions { is_asked: false },
            Condition::Primed { steps, errors } => {
                let history_text = history(item, steps, errors);
                let last = item.procedure.last();
                let next =
                    item.ask_for_rest(last.min(steps.saturating_add(item.procedure.first_step())));
                parts.push(Message::new(Role::History, &history_text));
                parts.push(Message::new(Role::User, &next));
                turns.push(Turn::Assistant {
                    text: history_text,
                    calls: Vec::new(),
                    echo: String::new(),
                });
                turns.push(Turn::User(next));
                Machine::Once
            }
            _ => Machine::Once,
        };
        Self {
            item: item_cow,
            condition,
            turns,
            messages: parts,
            notes: Vec::new(),
            replies: 0,
            end: None,
            machine,
            summary: HistorySummary::default(),
        }
    }

    /// Returns the condition under which the model is asked.
    pub const fn condition(&self) -> Condition {
        self.condition
    }

    /// Returns the turns since the last question that began a new dialogue.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Returns whether the dialogue has ended.
    pub const fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// Returns the next request; `None` if the dialogue has ended.
    pub fn request(&self) -> Option<Request> {
        if self.is_over() {
            return None;
        }
        let tools = match self.condition {
            Condition::Calculator => vec![tool()],
            _ => Vec::new(),
        };
        Some(Request { turns: self.turns.clone(), tools })
    }

    /// Handles a reply. A reply after the end of the dialogue is ignored.
    pub fn on_answer(&mut self, answer: &Answer) {
        if self.end.is_some() {
            return;
        }
        self.take(answer);
        let text = self.reply_text(answer);
        self.messages.push(Message::new(Role::Model, &text));
        let next = match answer.stop {
            Some(Stop::Length) => NextStep::End(DialogueEnd::Cut),
            Some(Stop::Refusal | Stop::Filter) => NextStep::End(DialogueEnd::Refused),
            _ => self.follow(answer),
        };
        self.go_on(next);
    }

    /// Handles a reply that is known to be correct and in the requested form, without grading it.
    ///
    /// The next request is the same as after [`Dialogue::on_answer`], but the reply is missing from
    /// the text, so the score is not usable. The time does not grow with the length of the
    /// dialogue.
    pub fn on_correct_answer(&mut self, answer: &Answer) {
        if self.is_over() {
            return;
        }
        self.take(answer);
        let next = match &mut self.machine {
            Machine::Chunks(chunks) => chunks.go_on(&self.item),
            Machine::Calculator(calculator) => {
                calculator.on_answer(&self.item, answer, &answer.text, &mut self.notes)
            }
            Machine::Isolated(isolated) => isolated.go_on(&self.item),
            Machine::TwoQuestions { is_asked: false } => self.second_question(),
            Machine::Once | Machine::TwoQuestions { is_asked: true } => {
                NextStep::End(DialogueEnd::Complete)
            }
        };
        self.go_on(next);
    }

    /// Counts a reply and appends it to the turns.
    fn take(&mut self, answer: &Answer) {
        self.replies = self.replies.saturating_add(1);
        self.turns.push(Turn::Assistant {
            text: answer.text.clone(),
            calls: answer.calls.clone(),
            echo: answer.echo.clone(),
        });
    }

    /// Returns a reply as text, with its calls as lines.
    fn reply_text(&self, answer: &Answer) -> String {
        if answer.calls.is_empty() {
            return answer.transcript();
        }
        let names = NameIndex::new(&self.item);
        let mut text = without_calls(&self.item, &names, &answer.transcript());
        // Reasoning without a closing mark would swallow the calls that are appended below.
        if reasoning(&text).last().is_some_and(|thought| !thought.is_closed) {
            text.push_str("\n</think>");
        }
        for call in &answer.calls {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&native_call_text(&self.item, &names, call));
        }
        text
    }

    fn follow(&mut self, answer: &Answer) -> NextStep {
        let reply = self.last_visible_reply();
        let lines = match &self.machine {
            Machine::Chunks(chunks) => chunks.completed_reply(&self.item, &reply),
            Machine::Isolated(isolated) => isolated.line(&self.item, &reply),
            _ => None,
        };
        if let Some(lines) = &lines {
            self.messages.push(Message::new(Role::Evaluator, lines));
        }
        let next = match &mut self.machine {
            Machine::Once => NextStep::End(DialogueEnd::Complete),
            Machine::Chunks(_) => self.follow_turn(),
            Machine::Calculator(calculator) => {
                calculator.on_answer(&self.item, answer, &reply, &mut self.notes)
            }
            Machine::Isolated(isolated) => {
                isolated.on_answer(&self.item, lines.as_deref(), &mut self.notes)
            }
            Machine::TwoQuestions { is_asked: true } => {
                if self.condition == Condition::Review {
                    self.take_corrections();
                }
                NextStep::End(DialogueEnd::Complete)
            }
            Machine::TwoQuestions { is_asked: false } => self.second_question(),
        };
        match next {
            NextStep::End(_) => next,
            _ if self.replies >= self.most_replies() => NextStep::End(DialogueEnd::TooLong),
            _ => next,
        }
    }

    /// Handles the last reply under conditions with a few steps per turn.
    fn follow_turn(&mut self) -> NextStep {
        let written = self.counted_text();
        let verdict = grade(&self.item, Condition::Trace, &written).visible;
        let Machine::Chunks(chunks) = &mut self.machine else {
            return NextStep::End(DialogueEnd::Complete);
        };
        let (next, incorrect) = chunks.on_answer(&self.item, &verdict, &mut self.notes);
        if let Some(incorrect) = incorrect {
            self.withdraw(incorrect);
        }
        if HistorySummary::must_sum_up(&written) {
            self.summary = HistorySummary::of(&self.item, &verdict, incorrect, self.messages.len());
        }
        next
    }

    /// Returns the second question, and records that it was asked.
    fn second_question(&mut self) -> NextStep {
        self.machine = Machine::TwoQuestions { is_asked: true };
        match self.condition {
            Condition::Explain => {
                let trace = self.replies_written().next().map(blank_reasoning).unwrap_or_default();
                NextStep::Anew(self.item.ask_what_joins(&asked_numbers(&self.item, &trace)))
            }
            _ => NextStep::Ask(self.item.ask_for_review()),
        }
    }

    /// Withdraws from the first reply its answers, and those steps that the second reply states
    /// again. A second reply without an answer withdraws nothing.
    fn take_corrections(&mut self) {
        let item = &*self.item;
        let mut replies = self.messages.iter_mut().filter(|part| part.role == Role::Model);
        if let (Some(first), Some(second)) = (replies.next(), replies.next()) {
            let verdict = grade(item, Condition::Trace, &blank_reasoning(&second.text));
            if verdict.visible.answers.is_empty() {
                return;
            }
            let restated: Vec<u16> =
                verdict.visible.claimed_steps().map(|step| step.number).collect();
            first.withdrawn = ranges_to_withdraw(item, &blank_reasoning(&first.text), |number| {
                restated.contains(&number)
            });
        }
    }

    fn go_on(&mut self, next: NextStep) {
        match next {
            NextStep::Ask(text) => {
                self.messages.push(Message::new(Role::User, &text));
                self.turns.push(Turn::User(text));
            }
            NextStep::Anew(text) => {
                self.messages.push(Message::new(Role::User, &text));
                self.turns = vec![Turn::User(text)];
            }
            NextStep::Results(turn, worded) => {
                self.messages.push(Message::new(Role::User, &worded));
                self.turns.push(turn);
            }
            NextStep::End(end) => self.end = Some(end),
        }
    }

    /// Returns the number of replies after which the dialogue ends at the latest.
    pub fn most_replies(&self) -> u16 {
        let steps = u16::try_from(self.item.procedure.steps.len()).unwrap_or(u16::MAX);
        match &self.machine {
            Machine::Once => 1,
            Machine::TwoQuestions { .. } => 2,
            Machine::Isolated(_) => steps,
            Machine::Chunks(chunks) => chunks.most_replies(steps),
            Machine::Calculator(_) => steps.saturating_mul(2).saturating_add(8),
        }
    }

    /// Returns the way in which the dialogue ended; `None` if it goes on.
    pub const fn end(&self) -> Option<DialogueEnd> {
        self.end
    }

    /// Returns the number of replies so far.
    pub const fn replies(&self) -> u16 {
        self.replies
    }

    /// Returns the notes, each once, sorted by kind.
    pub fn notes(&self) -> Vec<Note> {
        let mut notes = self.notes.clone();
        notes.extend(self.run().into_iter().flat_map(|run| run.notes));
        notes.sort();
        notes.dedup();
        notes
    }

    /// Returns the text of the next question. `None` if the next turn is the prompt or the result
    /// of a tool, or if the dialogue has ended.
    pub fn next_question(&self) -> Option<&str> {
        match (self.end, self.turns.as_slice()) {
            (None, [_, .., Turn::User(text)]) => Some(text),
            (None, [Turn::User(text)]) if self.replies > 0 => Some(text),
            _ => None,
        }
    }

    /// Returns the dialogue as one text. If the evaluator carried out the text of the model, the
    /// resulting lines are at the end, or after the reply that they belong to.
    pub fn text(&self) -> String {
        write(&self.all_messages()).0
    }

    /// Returns the parts of [`Dialogue::text`].
    pub(crate) fn all_messages(&self) -> Vec<Message> {
        let mut parts = self.messages.clone();
        // A question without an answer is no part of the text.
        while parts.len() > 1 && parts.last().is_some_and(|part| part.role == Role::User) {
            parts.pop();
        }
        let carried_out = self.result_lines();
        if !carried_out.is_empty() {
            parts.push(Message::new(Role::Evaluator, &carried_out.join("\n")));
        }
        parts
    }

    /// Returns the dialogue as one text. `coming` is a reply that is still being received.
    pub fn text_with(&self, coming: &str) -> String {
        let mut parts = self.messages.clone();
        parts.push(Message::new(Role::Model, coming));
        write(&parts).0
    }

    /// Returns the lines that result from carrying out the calls or the program of the model: one
    /// line for each call or assignment of a step, and the answer. Empty under other conditions.
    fn result_lines(&self) -> Vec<String> {
        match &self.machine {
            Machine::Calculator(calculator) => calculator.lines(&self.item),
            _ => self.run().map(|run| run.lines).unwrap_or_default(),
        }
    }

    /// Runs the program or the lines of operations in the last reply. `None` under other
    /// conditions, and before the first reply.
    pub(crate) fn run(&self) -> Option<ProgramRun> {
        let kind = match self.condition {
            Condition::Symbolic => Kind::Lines,
            Condition::Transcribe => Kind::Program,
            _ => return None,
        };
        let reply = self.replies_written().next_back()?;
        let reply = blank_reasoning(reply);
        // The last line of a program that was cut is incomplete.
        let is_cut = self.end == Some(DialogueEnd::Cut);
        let end = if is_cut { reply.rfind('\n').unwrap_or(0) } else { reply.len() };
        Some(run(&self.item, kind, &reply[..end]))
    }

    /// Returns the state of the calculator; `None` under other conditions.
    pub(crate) const fn calculator(&self) -> Option<&Calculator> {
        match &self.machine {
            Machine::Calculator(calculator) => Some(calculator),
            _ => None,
        }
    }

    /// Returns the state of the turns; `None` under conditions that do not ask for a few steps per
    /// turn.
    pub(crate) const fn chunks(&self) -> Option<&Chunks> {
        match &self.machine {
            Machine::Chunks(chunks) => Some(chunks),
            _ => None,
        }
    }

    /// Returns the text that counts so far: the visible replies without withdrawn ranges, or the
    /// lines of the evaluator that replace them. A summary replaces the beginning of a long
    /// dialogue.
    fn counted_text(&self) -> String {
        let mut written = self.summary.lines().to_owned();
        for (position, part) in self.messages.iter().enumerate().skip(self.summary.parts()) {
            if part.role == Role::User || self.is_replaced(position) {
                continue;
            }
            written.push_str(&blank_ranges(&blank_reasoning(&part.text), &part.withdrawn));
            written.push('\n');
        }
        written
    }

    /// Returns whether the part at this position is a reply that the next part replaces by complete
    /// lines.
    pub(crate) fn is_replaced(&self, position: usize) -> bool {
        self.messages.get(position + 1).is_some_and(|next| next.role == Role::Evaluator)
    }

    fn last_visible_reply(&self) -> String {
        self.replies_written().next_back().map(blank_reasoning).unwrap_or_default()
    }

    /// Returns the replies in order, including those after the end of the dialogue.
    pub(crate) fn replies_written(&self) -> impl DoubleEndedIterator<Item = &str> {
        let replies = self.messages.iter().filter(|part| part.role == Role::Model);
        replies.map(|part| part.text.as_str())
    }

    /// Appends a reply after the end of the dialogue. Its claims count, but [`Dialogue::replies`]
    /// does not include it.
    pub(crate) fn append(&mut self, reply: &str) {
        self.messages.push(Message::new(Role::Model, reply));
    }

    /// Withdraws the answers and the steps from a number on, in the last reply or in the line that
    /// replaces it.
    fn withdraw(&mut self, from: u16) {
        if let Some(reply) = self.messages.last_mut() {
            reply.withdrawn =
                ranges_to_withdraw(&self.item, &blank_reasoning(&reply.text), |number| {
                    number >= from
                });
        }
    }
}
