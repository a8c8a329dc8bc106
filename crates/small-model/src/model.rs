//! The forward pass, token by token, with a cache for later tokens.

use crate::float::{dot, exp, gelu, largest, rms_scale, sin_cos, sum};
use crate::flow::Flow;
use crate::token::{Token, VOCABULARY};
use crate::weights::{HEAD, Layer, TAPS, Weights};

/// Positions are kept in blocks of this size, so that the scores of a block are computed side by
/// side.
const BLOCK: usize = 32;
/// The number of pairs of channels that the rotary position encoding rotates.
const HALF: usize = HEAD / 2;
/// The base of the rotary position encoding (arXiv 2104.09864). The encoding rotates pair `i` of 12
/// by `ROTARY_BASE^(-i/12)` radians per position.
const ROTARY_BASE: f64 = 10_000.0;

/// Keys and values of one head.
#[derive(Debug, Clone, Default)]
pub(crate) struct HeadCache {
    /// Blocks of 32 positions, each with a row of 32 numbers for each channel.
    keys: Vec<f32>,
    /// A row of channels for each position.
    pub(crate) values: Vec<f32>,
}

impl HeadCache {
    fn push(&mut self, at: usize, key: &[f32], value: &[f32]) {
        if at.is_multiple_of(BLOCK) {
            self.keys.resize(self.keys.len() + BLOCK * HEAD, 0.0);
        }
        let block = &mut self.keys[at / BLOCK * BLOCK * HEAD..];
        for (channel, &value) in key.iter().enumerate() {
            block[channel * BLOCK + at % BLOCK] = value;
        }
        self.values.extend_from_slice(value);
    }

    /// Computes the inner product of a vector with each of the first `count` keys.
    pub(crate) fn scores(&self, query: &[f32], count: usize, out: &mut Vec<f32>) {
        out.clear();
        for block in self.keys.chunks_exact(BLOCK * HEAD).take(count.div_ceil(BLOCK)) {
            let mut sums = [0.0f32; BLOCK];
            let (rows, _) = block.as_chunks::<BLOCK>();
            for (row, &q) in rows.iter().zip(query) {
                for (sum, key) in sums.iter_mut().zip(row) {
                    *sum += q * key;
                }
            }
            out.extend_from_slice(&sums);
        }
        out.truncate(count);
    }

    /// Returns the key of a position.
    pub(crate) fn key(&self, at: usize) -> [f32; HEAD] {
        let block = &self.keys[at / BLOCK * BLOCK * HEAD..];
        std::array::from_fn(|channel| block[channel * BLOCK + at % BLOCK])
    }

    /// Returns the weighted sum of all values.
    fn weighted(&self, weights: &[f32]) -> [f32; HEAD] {
        weighted_rows(&self.values, weights)
    }
}

/// Returns the weighted sum of rows, in their order.
pub(crate) fn weighted_rows(rows: &[f32], weights: &[f32]) -> [f32; HEAD] {
    let mut sums = [0.0f32; HEAD];
    let (rows, _) = rows.as_chunks::<HEAD>();
    for (row, &weight) in rows.iter().zip(weights) {
        for (sum, value) in sums.iter_mut().zip(row) {
            *sum += weight * value;
        }
    }
    sums
}

/// The cache of a layer for earlier positions.
#[derive(Debug, Clone, Default)]
pub(crate) struct LayerCache {
    pub(crate) heads: Vec<HeadCache>,
    /// The normalised streams of the last four positions, as a ring buffer. They are mixed into the
    /// next position.
    recent: Vec<f32>,
}

/// Intermediate results of a layer for one position. The backward pass needs them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LayerTrace {
    /// The residual stream before the layer.
    pub residual: Vec<f32>,
    /// The residual stream between attention and MLP.
    pub middle: Vec<f32>,
    /// The rotated queries of all heads.
    pub(crate) queries: Vec<f32>,
    /// Attention weights: the positions up to this one for the first head, then for the next.
    pub attention: Vec<f32>,
    /// The bridges that acted on each head, as bits.
    pub(crate) acted: Vec<u8>,
    /// The input of the MLP's activation function.
    pub(crate) hidden: Vec<f32>,
}

/// Intermediate results for one position.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PositionTrace {
    /// The results of each layer.
    pub layers: Vec<LayerTrace>,
    /// The residual stream after the last layer.
    pub last: Vec<f32>,
}

/// The state of reading or writing a text: the weights and the cache.
#[derive(Debug, Clone)]
pub struct Session<'a> {
    pub(crate) weights: &'a Weights,
    pub(crate) layers: Vec<LayerCache>,
    length: usize,
    rates: [f64; HALF],
    scratch: Scratch,
}

#[derive(Debug, Clone, Default)]
struct Scratch {
    x: Vec<f32>,
    normed: Vec<f32>,
    mixed: Vec<f32>,
    qkv: Vec<f32>,
    mean: Vec<f32>,
    hidden: Vec<f32>,
    attention: Vec<f32>,
    scores: Vec<f32>,
}

impl<'a> Session<'a> {
    /// Creates a session at the beginning of a text.
    pub fn new(weights: &'a Weights) -> Self {
        let cache = LayerCache {
            heads: vec![HeadCache::default(); weights.head_count()],
            recent: Vec::new(),
        };
        // The twelfth root of the base by Newton's method, because power functions differ between
        // machines.
        let mut root = 2.0f64;
        for _ in 0..60 {
            let power = (0..HALF - 1).fold(1.0, |power, _| power * root);
            root -= (power * root - ROTARY_BASE) / (12.0 * power);
        }
        let mut rates = [1.0; HALF];
        for at in 1..HALF {
            rates[at] = rates[at - 1] / root;
        }
        let width = weights.width;
        let scratch = Scratch {
            x: vec![0.0; width],
            normed: vec![0.0; width],
            mixed: vec![0.0; width],
            qkv: vec![0.0; 3 * width],
            mean: vec![0.0; width],
            hidden: vec![0.0; 4 * width],
            attention: Vec::new(),
            scores: vec![0.0; VOCABULARY],
        };
        Self { weights, layers: vec![cache; weights.layer_count()], length: 0, rates, scratch }
    }

    /// Returns the number of tokens that were read.
    pub const fn length(&self) -> usize {
        self.length
    }

    /// Reads a token and returns the score of every next token.
    pub fn read(&mut self, token: Token) -> &[f32] {
        self.read_with(token, &Flow::default(), None)
    }

    /// Reads a token with a changed flow, and returns the score of every next token. Intermediate
    /// results go to `trace`, if there is one.
    pub fn read_with(
        &mut self,
        token: Token,
        flow: &Flow<'_>,
        mut trace: Option<&mut PositionTrace>,
    ) -> &[f32] {
        let at = self.length;
        let turn = self.turn(at);
        let weights = self.weights;
        let Scratch { x, normed, mixed, qkv, mean, hidden, attention, scores } = &mut self.scratch;
        let row = usize::from(token.number()) * weights.width;
        x.copy_from_slice(&weights.embedding[row..][..weights.width]);
        if let Some(trace) = trace.as_deref_mut() {
            trace.layers.resize(weights.layer_count(), LayerTrace::default());
        }
        for (number, (layer, cache)) in weights.layers.iter().zip(&mut self.layers).enumerate() {
            let mut layer_trace = trace.as_deref_mut().map(|trace| &mut trace.layers[number]);
            if let Some(layer_trace) = &mut layer_trace {
                layer_trace.residual.clone_from(x);
                layer_trace.attention.clear();
                layer_trace.acted.clear();
            }
            norm(x, &layer.norm1, normed);
            mix(layer, cache, at, normed, mixed);
            layer.qkv.apply(mixed, qkv);
            let (queries, rest) = qkv.split_at_mut(weights.width);
            let (keys, values) = rest.split_at_mut(weights.width);
            for vector in [&mut *queries, &mut *keys] {
                vector.chunks_exact_mut(HEAD).for_each(|head| rotate(head, &turn));
            }
            if let Some(layer_trace) = &mut layer_trace {
                layer_trace.queries.clear();
                layer_trace.queries.extend_from_slice(queries);
            }
            for (head, cache) in cache.heads.iter_mut().enumerate() {
                let part = head * HEAD..(head + 1) * HEAD;
                cache.push(at, &keys[part.clone()], &values[part.clone()]);
                cache.scores(&queries[part.clone()], at + 1, attention);
                softmax(attention);
                let acted = flow.bridge(number, attention);
                let mut sums = cache.weighted(attention);
                flow.carry(number, &cache.values, &mut sums);
                mean[part].copy_from_slice(&sums);
                if let Some(layer_trace) = &mut layer_trace {
                    layer_trace.attention.extend_from_slice(attention);
                    layer_trace.acted.push(acted);
                }
            }
            layer.out.add(mean, x);
            norm(x, &layer.norm2, normed);
            layer.up.apply(normed, hidden);
            if let Some(layer_trace) = &mut layer_trace {
                layer_trace.middle.clone_from(x);
                layer_trace.hidden.clone_from(hidden);
            }
            for h in hidden.iter_mut() {
                *h = gelu(*h);
            }
            layer.down.add(hidden, x);
        }
        if let Some(trace) = trace {
            trace.last.clone_from(x);
        }
        norm(x, &weights.norm, normed);
        weights.scores.apply(normed, scores);
        self.length += 1;
        scores
    }

    /// Returns the cosines and sines that rotate the pairs of a head at a position.
    pub(crate) fn turn(&self, at: usize) -> [(f32, f32); HALF] {
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            reason = "positions are few, and the result is rounded on purpose"
        )]
        self.rates.map(|rate| {
            let (sine, cosine) = sin_cos(at as f64 * rate);
            (cosine as f32, sine as f32)
        })
    }
}

/// Computes `RMSNorm` with a gain for each channel.
pub(crate) fn norm(x: &[f32], gain: &[f32], out: &mut [f32]) {
    let scale = rms_scale(x);
    for ((out, x), gain) in out.iter_mut().zip(x).zip(gain) {
        *out = x * scale * gain;
    }
}

/// Writes the stream of this position, plus the weighted streams of the four before it, to `out`.
/// Stores this position for later mixes.
fn mix(layer: &Layer, cache: &mut LayerCache, at: usize, normed: &[f32], out: &mut [f32]) {
    let width = normed.len();
    if cache.recent.is_empty() {
        cache.recent.resize(TAPS * width, 0.0);
    }
    out.copy_from_slice(normed);
    for back in 1..=TAPS.min(at) {
        let before = &cache.recent[(at - back) % TAPS * width..][..width];
        let tap = &layer.taps[(back - 1) * width..][..width];
        for ((out, before), tap) in out.iter_mut().zip(before).zip(tap) {
            *out += tap * before;
        }
    }
    cache.recent[at % TAPS * width..][..width].copy_from_slice(normed);
}

/// Rotates the pairs of a head.
pub(crate) fn rotate(head: &mut [f32], turn: &[(f32, f32); HALF]) {
    let (left, right) = head.split_at_mut(HALF);
    for ((a, b), (cosine, sine)) in left.iter_mut().zip(right).zip(turn) {
        (*a, *b) = (*a * cosine - *b * sine, *a * sine + *b * cosine);
    }
}

/// Turns the scores of an attention head into weights.
fn softmax(scores: &mut [f32]) {
    let scale = attention_scale();
    let most = largest(scores);
    for score in scores.iter_mut() {
        *score = exp((*score - most) * scale);
    }
    let factor = 1.0 / sum(scores);
    for score in scores.iter_mut() {
        *score *= factor;
    }
}

/// Returns the factor that scales the inner products of queries and keys.
pub(crate) fn attention_scale() -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "a head has 24 channels")]
    let channels = HEAD as f32;
    1.0 / channels.sqrt()
}

/// Returns the probabilities of all tokens, from their scores.
pub fn probabilities(scores: &[f32], temperature: f32) -> Vec<f32> {
    let most = largest(scores);
    let mut out: Vec<f32> = scores.iter().map(|score| exp((score - most) / temperature)).collect();
    let factor = 1.0 / sum(&out);
    for p in &mut out {
        *p *= factor;
    }
    out
}

/// Returns the token with the highest score; the first one of equal scores.
pub fn best(scores: &[f32]) -> Token {
    let mut found = (0u8, f32::NEG_INFINITY);
    for (number, &score) in (0u8..).zip(scores) {
        if score > found.1 {
            found = (number, score);
        }
    }
    Token::from_number(found.0).unwrap_or(Token::END)
}

/// Computes the inner product of each row of values with a vector.
pub(crate) fn value_products(values: &[f32], vector: &[f32], out: &mut Vec<f32>) {
    out.clear();
    out.extend(values.chunks_exact(HEAD).map(|row| dot(row, vector)));
}
