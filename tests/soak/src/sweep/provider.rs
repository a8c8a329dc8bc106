//! Simulated providers. Simulated solvers answer at the speed of language models, and providers
//! fail in all their ways.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context, Result};
use serde_json::{Value, json};
use stepfall_condition::{Dialogue, DialogueSolver};
use stepfall_procedure::text_hash;
use stepfall_provider::{Head, Turn};
use stepfall_solver::{ErrorFrequency, Form, Rate, Solver, SolverKind};
use stepfall_sweep::{Items, Plan, Task};

use crate::dice::Dice;
use crate::meter::MINUTE;

/// The origin of the provider whose format differs from the others.
const ANTHROPIC: &str = "https://api.anthropic.com";
/// The number of requests a minute that each origin accepts.
const RATE: u64 = 90;
/// The number of characters in a piece of a reply.
const PIECE: usize = 16;
/// The number of pieces that arrive together.
const TOGETHER: usize = 6;

/// The end of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The reply is complete.
    Whole,
    /// The connection is lost.
    Lost,
    /// Nothing more arrives.
    Stalled,
}

/// A reply in progress.
#[derive(Debug)]
pub(super) struct Reply {
    /// The number that tells this reply from others with the same call id.
    pub(super) serial: u64,
    /// The head, which arrives first; `None` if the connection is lost before.
    pub(super) head: Option<Head>,
    body: Vec<u8>,
    /// The ends of the pieces that are still to come, the last one first.
    ends: Vec<usize>,
    at: usize,
    /// Milliseconds between two pieces.
    pub(super) pace: u64,
    /// Milliseconds until the head.
    pub(super) first: u64,
    pub(super) end: End,
}

impl Reply {
    /// Returns the next piece; `None` once all have arrived.
    pub(super) fn piece(&mut self) -> Option<&[u8]> {
        let end = self.ends.pop()?;
        let from = std::mem::replace(&mut self.at, end);
        self.body.get(from..end)
    }

    fn complete(status: u16, headers: Vec<(String, String)>, body: &Value) -> Self {
        let body = body.to_string().into_bytes();
        let ends = vec![body.len()];
        let head = Some(Head { status, headers });
        Self { serial: 0, head, body, ends, at: 0, pace: 10, first: 150, end: End::Whole }
    }

    /// Returns a reply whose connection is lost before anything arrives.
    fn lost() -> Self {
        let (body, ends) = (Vec::new(), Vec::new());
        Self { serial: 0, head: None, body, ends, at: 0, pace: 10, first: 200, end: End::Lost }
    }
}

/// Counts of requests and replies.
#[derive(Debug, Default)]
pub(super) struct Served {
    pub(super) requests: u64,
    pub(super) input: u64,
    pub(super) output: u64,
    pub(super) limited: u64,
    pub(super) overloaded: u64,
    pub(super) lost: u64,
    pub(super) cut: u64,
    pub(super) stalled: u64,
    pub(super) too_long: u64,
}

/// All providers.
#[derive(Debug, Default)]
pub(super) struct Providers {
    dice: Option<Dice>,
    plan: Plan,
    items: Items,
    /// The tasks of the plan, by the hash of their first question.
    tasks: HashMap<u64, Task>,
    /// The current minute and the number of its requests, by origin.
    taken: BTreeMap<String, (u64, u64)>,
    /// The time until which no request arrives.
    pub(super) gone_until: u64,
    pub(super) served: Served,
}

impl Providers {
    /// Sets the plan whose questions will arrive.
    pub(super) fn expect(&mut self, plan: &Plan, seed: u64) -> Result<()> {
        self.forget();
        self.dice = Some(Dice(seed));
        self.plan = plan.clone();
        for number in 0..plan.task_count() {
            let task =
                plan.task(number).context("a number below the number of tasks has a task")?;
            if task.target == 0 && task.sample == 0 {
                let item = self
                    .items
                    .item(plan, &task)
                    .context("a plan that was checked has its items")?;
                let dialogue = Plan::dialogue(&task, item);
                if let Some(Turn::User(text)) = dialogue.turns().first() {
                    self.tasks.insert(text_hash(text), task);
                }
            }
        }
        Ok(())
    }

    /// Forgets the plan and everything about it.
    pub(super) fn forget(&mut self) {
        (self.plan, self.items, self.tasks) = (Plan::default(), Items::default(), HashMap::new());
        self.taken = BTreeMap::new();
    }

    /// Returns the reply to a request to an origin.
    pub(super) fn answer(&mut self, origin: &str, body: &str, now: u64) -> Result<Reply> {
        self.served.requests += 1;
        let mut dice = self.dice.take().context("a plan is expected")?;
        let reply = self.reply(origin, body, now, &mut dice);
        self.dice = Some(dice);
        let mut reply = reply?;
        reply.serial = self.served.requests;
        Ok(reply)
    }

    fn reply(&mut self, origin: &str, body: &str, now: u64, dice: &mut Dice) -> Result<Reply> {
        if now < self.gone_until || dice.happens(30) {
            self.served.lost += 1;
            return Ok(Reply::lost());
        }
        let taken = self.taken.entry(origin.to_owned()).or_default();
        if taken.0 != now / MINUTE {
            *taken = (now / MINUTE, 0);
        }
        taken.1 += 1;
        if taken.1 > RATE {
            self.served.limited += 1;
            let wait = (MINUTE - now % MINUTE).div_ceil(1_000);
            let headers = vec![("retry-after".to_owned(), wait.to_string())];
            return Ok(Reply::complete(
                429,
                headers,
                &json!({"error": {"message": "rate limit reached"}}),
            ));
        }
        if dice.happens(150) {
            self.served.overloaded += 1;
            let status = if dice.happens(5_000) { 503 } else { 529 };
            return Ok(Reply::complete(
                status,
                Vec::new(),
                &json!({"error": {"message": "overloaded"}}),
            ));
        }
        let asked: Value = serde_json::from_str(body).context("a request is JSON")?;
        let is_long = dice.happens(80);
        let mut text = self.text(&asked)?;
        if is_long {
            // The reply reaches its limit of output.
            let half = text.chars().count() / 2;
            text = text.chars().take(half).collect();
            self.served.too_long += 1;
        }
        self.streamed(origin, &asked, &text, is_long, dice)
    }

    /// Returns the answer of a model.
    fn text(&mut self, asked: &Value) -> Result<String> {
        let messages = asked["messages"].as_array().context("a request has messages")?;
        let text_of = |message: &Value| match &message["content"] {
            Value::String(text) => text.clone(),
            parts => parts[0]["text"].as_str().unwrap_or_default().to_owned(),
        };
        let first = messages.iter().find(|message| message["role"] == "user").map(text_of);
        let first = first.context("a request has a question")?;
        let task = self.tasks.get(&text_hash(&first)).context("a question is one of the plan")?;
        let item =
            self.items.item(&self.plan, task).context("a plan that was checked has its items")?;
        let model = asked["model"].as_str().unwrap_or_default();
        let seed = text_hash(&format!("{model} {first}"));
        let rate = Rate::per_ten_thousand(u16::try_from(50 + text_hash(model) % 350)?);
        let solver = Solver { kind: SolverKind::Mixed, frequency: ErrorFrequency::PerStep(rate) };
        let replies = messages.iter().filter(|message| message["role"] == "assistant").count();
        let mut dialogue = Dialogue::new(&item, task.condition);
        let mut simulated = DialogueSolver::new(&item, task.condition, solver, Form::Trace, seed)
            .context("a mixed solver takes every condition of the plan")?;
        for _ in 0..replies {
            if let Some(answer) = simulated.reply(dialogue.turns()) {
                dialogue.on_answer(&answer);
            }
        }
        let answer = simulated.reply(dialogue.turns());
        Ok(answer.map_or_else(|| "I cannot go on.".to_owned(), |answer| answer.text))
    }

    /// Returns a reply in pieces, in the format of the origin.
    fn streamed(
        &mut self,
        origin: &str,
        asked: &Value,
        text: &str,
        is_long: bool,
        dice: &mut Dice,
    ) -> Result<Reply> {
        let input = u64::try_from(asked.to_string().len() / 4)?;
        let output = u64::try_from(text.len() / 3)? + 1;
        let events = match origin {
            ANTHROPIC => anthropic(text, is_long, input, output),
            _ => chat(text, is_long, input, output, asked["model"] == "thinker"),
        };
        let mut body = Vec::new();
        let mut ends = Vec::new();
        for events in events.chunks(TOGETHER) {
            for event in events {
                body.extend_from_slice(event.as_bytes());
            }
            ends.push(body.len());
        }
        // The rate is 40 to 120 tokens a second.
        let duration = output * 1_000 / dice.between(40, 120);
        let end = match dice.below(4_000) {
            0 => End::Stalled,
            1..=20 => End::Lost,
            21..=40 => End::Whole,
            _ => {
                self.served.input += input;
                self.served.output += output;
                ends.reverse();
                let pace = duration / u64::try_from(ends.len())?.max(1);
                let first = dice.between(400, 4_000);
                let head = Some(Head::new(200));
                return Ok(Reply {
                    serial: 0,
                    head,
                    body,
                    ends,
                    at: 0,
                    pace,
                    first,
                    end: End::Whole,
                });
            }
        };
        // The reply breaks off half-way.
        ends.truncate(ends.len() / 2);
        ends.reverse();
        match end {
            End::Stalled => self.served.stalled += 1,
            End::Lost | End::Whole => self.served.cut += 1,
        }
        let head = Some(Head::new(200));
        Ok(Reply { serial: 0, head, body, ends, at: 0, pace: 100, first: 900, end })
    }
}

fn parts(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    characters.chunks(PIECE).map(|piece| piece.iter().collect()).collect()
}

/// Returns a stream in the format of `OpenAI`'s chat completions. A model that thinks sends its
/// text twice, first as reasoning.
fn chat(text: &str, is_long: bool, input: u64, output: u64, thinks: bool) -> Vec<String> {
    let event = |delta: &Value, reason: Option<&str>| {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": reason});
        format!(
            "data: {}\n\n",
            json!({"id": "x-1", "object": "chat.completion.chunk", "choices": [choice]})
        )
    };
    let mut events = vec![": keep-alive\n\n".to_owned()];
    if thinks {
        events.extend(
            parts(text).iter().map(|part| event(&json!({"reasoning_content": part}), None)),
        );
    }
    events.extend(parts(text).iter().map(|part| event(&json!({"content": part}), None)));
    events.push(event(&json!({}), Some(if is_long { "length" } else { "stop" })));
    let usage = json!({"prompt_tokens": input, "completion_tokens": output});
    events.push(format!("data: {}\n\ndata: [DONE]\n\n", json!({"choices": [], "usage": usage})));
    events
}

/// Returns a stream in Anthropic's format.
fn anthropic(text: &str, is_long: bool, input: u64, output: u64) -> Vec<String> {
    let event = |kind: &str, mut data: Value| {
        data["type"] = kind.into();
        format!("event: {kind}\ndata: {data}\n\n")
    };
    let message = json!({"role": "assistant", "content": [], "usage": {"input_tokens": input, "output_tokens": 1}});
    let mut events = vec![event("message_start", json!({"message": message}))];
    let block = json!({"type": "text", "text": ""});
    events.push(event("content_block_start", json!({"index": 0, "content_block": block})));
    events.extend(parts(text).iter().map(|part| {
        let delta = json!({"type": "text_delta", "text": part});
        event("content_block_delta", json!({"index": 0, "delta": delta}))
    }));
    events.push(event("content_block_stop", json!({"index": 0})));
    let reason = if is_long { "max_tokens" } else { "end_turn" };
    let usage = json!({"output_tokens": output});
    events.push(event("message_delta", json!({"delta": {"stop_reason": reason}, "usage": usage})));
    events.push(event("message_stop", json!({})));
    events
}
