//! Transcripts of the small model: token by token, greedily or by random draws, with or without
//! changes of the flow.

use crate::flow::Flow;
use crate::gradient::{Backward, SaliencyRow};
use crate::layout::Layout;
use crate::model::{PositionTrace, Session, best, probabilities};
use crate::step_flow::StepFlow;
use crate::task::{SUMMARY, SmallModelItem, SplitMix64, TRACE_LINE};
use crate::token::Token;
use crate::weights::Weights;

/// The way to choose the next token.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TokenChoice {
    /// The most probable token; the first one of equally probable tokens.
    Greedy,
    /// A random draw by probability at a temperature. The random numbers depend only on the seed.
    Sampled {
        /// The divisor of the scores, above 0.
        temperature: f32,
        /// The seed of the random numbers.
        seed: u64,
    },
}

impl TokenChoice {
    /// Returns a draw at a temperature; `Greedy` at 0.
    pub fn at(temperature: f32, seed: u64) -> Self {
        if temperature > 0.0 { Self::Sampled { temperature, seed } } else { Self::Greedy }
    }

    fn draw(self) -> Option<(f32, SplitMix64)> {
        match self {
            Self::Greedy => None,
            Self::Sampled { temperature, seed } => Some((temperature, SplitMix64(seed))),
        }
    }
}

/// A transcript that is being written.
#[derive(Debug, Clone)]
pub struct Generation<'a> {
    task: SmallModelItem,
    session: Session<'a>,
    flow: StepFlow,
    layout: Layout,
    tokens: Vec<Token>,
    /// The number of tokens at the beginning that the small model did not write: the prompt and the
    /// history.
    prefix_length: usize,
    /// The scores after the last token.
    scores: Vec<f32>,
    draw: Option<(f32, SplitMix64)>,
    /// The maximum number of tokens: that of the correct transcript and two more lines.
    limit: usize,
    trace: PositionTrace,
}

impl<'a> Generation<'a> {
    /// Reads the prompt with the question `requested`, and then `history`: the first lines of a
    /// transcript, which the small model continues.
    pub fn new(
        weights: &'a Weights,
        task: &SmallModelItem,
        requested: Token,
        history: &[Token],
        flow: StepFlow,
        choice: TokenChoice,
    ) -> Self {
        let mut tokens = task.prompt(requested);
        tokens.extend_from_slice(history);
        let limit = tokens.len() + (task.steps().len() + 2) * TRACE_LINE + SUMMARY;
        let mut writing = Self {
            task: task.clone(),
            session: Session::new(weights),
            flow,
            layout: Layout::default(),
            prefix_length: tokens.len(),
            tokens: Vec::with_capacity(limit),
            scores: Vec::new(),
            draw: choice.draw(),
            limit,
            trace: PositionTrace::default(),
        };
        let last = tokens.len() - 1;
        for (at, token) in tokens.into_iter().enumerate() {
            writing.read(token, (at == last).then_some(()));
        }
        writing
    }

    /// Returns a copy that continues with another flow and choice. The tokens so far were read with
    /// the flow of `self`. If they are only the prompt, their flow makes no difference, because no
    /// flow changes the reading of the prompt.
    #[must_use]
    pub fn fork(&self, flow: StepFlow, choice: TokenChoice) -> Self {
        Self { flow, draw: choice.draw(), ..self.clone() }
    }

    /// Returns the item that the transcript is about.
    pub const fn task(&self) -> &SmallModelItem {
        &self.task
    }

    /// Returns the tokens so far, the prompt first.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Returns the tokens that the small model wrote, after the prompt and the history.
    pub fn written_tokens(&self) -> &[Token] {
        &self.tokens[self.prefix_length..]
    }

    /// Returns the positions of the lines and of the summary.
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the score of every token of the vocabulary as the next one.
    pub fn scores(&self) -> &[f32] {
        &self.scores
    }

    /// Returns the intermediate results at the last token for which they were recorded.
    pub const fn position(&self) -> &PositionTrace {
        &self.trace
    }

    /// Returns whether the transcript has its end token or the maximum length.
    pub fn is_over(&self) -> bool {
        self.tokens.last() == Some(&Token::END) || self.tokens.len() >= self.limit
    }

    /// Writes the next token; `None` if the transcript is over.
    pub fn write(&mut self) -> Option<Token> {
        let token = self.next()?;
        self.read(token, None);
        Some(token)
    }

    /// Writes the next token. Also returns the saliency of the position before it, for the loss of
    /// this token.
    pub fn write_seen(&mut self, backward: &Backward<'_>) -> Option<(Token, SaliencyRow)> {
        let token = self.next()?;
        let row = self.saliency(backward, token);
        self.read(token, Some(()));
        Some((token, row))
    }

    /// Writes to the end.
    pub fn finish(&mut self) -> &[Token] {
        while self.write().is_some() {}
        self.written_tokens()
    }

    /// Appends a token as if it had been written, and keeps intermediate results.
    pub fn push_traced(&mut self, token: Token) {
        self.read(token, Some(()));
    }

    /// Appends a token as if it had been written.
    pub fn push(&mut self, token: Token) {
        self.read(token, None);
    }

    /// Returns the saliency of the last position for the loss of `next`. It needs the intermediate
    /// results of the last token ([`Generation::push_traced`]).
    pub fn saliency(&self, backward: &Backward<'_>, next: Token) -> SaliencyRow {
        if self.trace.layers.is_empty() {
            return Vec::new();
        }
        let (bridges, carry) = self.flow.at(&self.task, &self.layout);
        let flow = Flow { bridges: &bridges, momentum_injection: carry.as_ref() };
        backward.saliency(&self.session, &self.trace, &flow, next)
    }

    /// Returns the attention weights of the last position, as the mean over the heads of each
    /// layer. It needs the intermediate results of the last token ([`Generation::push_traced`]).
    pub fn attention(&self) -> Vec<Vec<f32>> {
        let count = self.tokens.len();
        let mean = |layer: &crate::model::LayerTrace| {
            let mut sums = vec![0.0; count];
            let heads = layer.attention.len() / count.max(1);
            for head in layer.attention.chunks_exact(count) {
                for (sum, weight) in sums.iter_mut().zip(head) {
                    *sum += weight;
                }
            }
            #[expect(clippy::cast_precision_loss, reason = "there are few heads")]
            let heads = heads as f32;
            for sum in &mut sums {
                *sum /= heads;
            }
            sums
        };
        self.trace.layers.iter().map(mean).collect()
    }

    fn next(&mut self) -> Option<Token> {
        if self.is_over() {
            return None;
        }
        Some(match &mut self.draw {
            None => best(&self.scores),
            Some((temperature, draw)) => {
                draw_token(&probabilities(&self.scores, *temperature), draw)
            }
        })
    }

    fn read(&mut self, token: Token, keep: Option<()>) {
        self.layout.push(token);
        self.tokens.push(token);
        let (bridges, carry) = self.flow.at(&self.task, &self.layout);
        let flow = Flow { bridges: &bridges, momentum_injection: carry.as_ref() };
        let trace = keep.map(|()| &mut self.trace);
        let scores = self.session.read_with(token, &flow, trace);
        self.scores.clear();
        self.scores.extend_from_slice(scores);
    }
}

/// Draws a token by its probability.
fn draw_token(probabilities: &[f32], draw: &mut SplitMix64) -> Token {
    #[expect(clippy::cast_precision_loss, reason = "24 bits fit")]
    let point = (draw.next() >> 40) as f32 / (1u32 << 24) as f32;
    let mut below = 0.0;
    for (number, probability) in (0u8..).zip(probabilities) {
        below += probability;
        if point < below {
            return Token::from_number(number).unwrap_or(Token::END);
        }
    }
    best(probabilities)
}
