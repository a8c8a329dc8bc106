//! The exact gradient of a position's loss by its own attention weights, position by position.
//!
//! An attention weight of position `t` changes only the residual stream of `t`, and the loss of the
//! next token depends on no later position. So one backward pass over position `t` gives the
//! gradient by all weights in row `t` of all layers. In this pass the keys and values of earlier
//! positions are constant, and so are the four earlier positions that are mixed in.

use crate::float::{dot, exp, gelu_slope, largest, rms_scale, sum};
use crate::flow::Flow;
use crate::matrix::Matrix;
use crate::model::{PositionTrace, Session, attention_scale, norm, value_products};
use crate::token::{Token, VOCABULARY};
use crate::weights::{HEAD, Weights};

/// The transposed matrices of a layer.
#[derive(Debug, Clone)]
struct TransposedLayer {
    qkv: Matrix,
    out: Matrix,
    up: Matrix,
    down: Matrix,
}

/// The backward pass of a checkpoint, with its transposed matrices.
#[derive(Debug, Clone)]
pub struct Backward<'a> {
    weights: &'a Weights,
    layers: Vec<TransposedLayer>,
    embedding: Matrix,
}

/// Step-Saliency of one position (equation 1 of arXiv 2604.06695): for every layer, the mean over
/// its heads of |attention weight × its gradient|. Each inner list has one number for each position
/// up to this one.
pub type SaliencyRow = Vec<Vec<f32>>;

impl<'a> Backward<'a> {
    /// Prepares the backward pass of these weights.
    pub fn new(weights: &'a Weights) -> Self {
        let layers = weights.layers.iter().map(|layer| TransposedLayer {
            qkv: layer.qkv.transposed(),
            out: layer.out.transposed(),
            up: layer.up.transposed(),
            down: layer.down.transposed(),
        });
        Self { weights, layers: layers.collect(), embedding: weights.scores.transposed() }
    }

    /// Returns the saliency of the last position of `session` for the loss of `next`.
    ///
    /// `trace` and `flow` belong to this position. Under a bridge the saliency is that of the
    /// shifted weights, and the total weight of each group of positions is constant.
    pub fn saliency(
        &self,
        session: &Session<'_>,
        trace: &PositionTrace,
        flow: &Flow<'_>,
        next: Token,
    ) -> SaliencyRow {
        let width = self.weights.width;
        let heads = self.weights.head_count();
        let mut stream = self.loss_gradient(&trace.last, next);
        let mut rows = vec![Vec::new(); self.layers.len()];
        let at = session.length().saturating_sub(1);
        let turn = session.turn(at);
        let (mut wide, mut narrow) = (vec![0.0; 4 * width], vec![0.0; width]);
        let mut joined = vec![0.0; 3 * width];
        let mut products = Vec::new();
        for (number, turned) in self.layers.iter().enumerate().rev() {
            let layer = &self.weights.layers[number];
            let layer_trace = &trace.layers[number];
            turned.down.apply(&stream, &mut wide);
            for (gradient, hidden) in wide.iter_mut().zip(&layer_trace.hidden) {
                *gradient *= gelu_slope(*hidden);
            }
            turned.up.apply(&wide, &mut narrow);
            norm_gradient(&layer_trace.middle, &layer.norm2, &narrow, &mut stream);
            turned.out.apply(&stream, &mut narrow);
            let count = at + 1;
            let mut row = vec![0.0; count];
            for head in 0..heads {
                let part = head * HEAD..(head + 1) * HEAD;
                let cache = &session.layers[number].heads[head];
                let attention = &layer_trace.attention[head * count..][..count];
                let query = &layer_trace.queries[part.clone()];
                let outer = &narrow[part.clone()];
                value_products(&cache.values, outer, &mut products);
                for ((row, weight), product) in row.iter_mut().zip(attention).zip(&products) {
                    *row += (weight * product).abs();
                }
                score_gradient(
                    attention,
                    &mut products,
                    &flow.groups(layer_trace.acted[head], count),
                );
                let mut to_query = [0.0; HEAD];
                for (position, &gradient) in products.iter().enumerate() {
                    let key = cache.key(position);
                    for (sum, key) in to_query.iter_mut().zip(key) {
                        *sum += gradient * key;
                    }
                }
                let own_gradient = products[at];
                let mut to_key: [f32; HEAD] =
                    std::array::from_fn(|channel| own_gradient * query[channel]);
                for vector in [&mut to_query, &mut to_key] {
                    turn_back(vector, &turn);
                }
                joined[part.clone()].copy_from_slice(&to_query);
                joined[width..][part.clone()].copy_from_slice(&to_key);
                for (value, outer) in joined[2 * width..][part].iter_mut().zip(outer) {
                    *value = attention[at] * outer;
                }
            }
            #[expect(clippy::cast_precision_loss, reason = "there are few heads")]
            for value in &mut row {
                *value /= heads as f32;
            }
            rows[number] = row;
            turned.qkv.apply(&joined, &mut narrow);
            norm_gradient(&layer_trace.residual, &layer.norm1, &narrow, &mut stream);
        }
        rows
    }

    /// Returns the gradient of the loss of `next` by the last residual stream.
    ///
    /// The gradient by the score of `next` is `p - 1`. It is computed as minus the sum of the other
    /// probabilities: in 32 bits `p - 1` has no digits left if `p` is near 1.
    fn loss_gradient(&self, last: &[f32], next: Token) -> Vec<f32> {
        let width = self.weights.width;
        let (mut normed, mut scores) = (vec![0.0; width], vec![0.0; VOCABULARY]);
        norm(last, &self.weights.norm, &mut normed);
        self.weights.scores.apply(&normed, &mut scores);
        let most = largest(&scores);
        for score in &mut scores {
            *score = exp(*score - most);
        }
        let factor = 1.0 / sum(&scores);
        for score in &mut scores {
            *score *= factor;
        }
        let next = usize::from(next.number());
        scores[next] = 0.0;
        scores[next] = -sum(&scores);
        self.embedding.apply(&scores, &mut normed);
        let mut gradient = vec![0.0; width];
        norm_gradient(last, &self.weights.norm, &normed, &mut gradient);
        gradient
    }
}

/// Adds to `into` the gradient by `x`; `outer` is the gradient by the normalised `x`.
fn norm_gradient(x: &[f32], gain: &[f32], outer: &[f32], into: &mut [f32]) {
    let scale = rms_scale(x);
    let scaled: Vec<f32> = outer.iter().zip(gain).map(|(outer, gain)| outer * gain).collect();
    #[expect(clippy::cast_precision_loss, reason = "a vector has a few hundred elements")]
    let along = dot(&scaled, x) * scale * scale / x.len() as f32;
    for ((into, scaled), x) in into.iter_mut().zip(&scaled).zip(x) {
        *into += scale * (scaled - along * x);
    }
}

/// Converts gradients by attention weights into gradients by scores. The softmax is separate for
/// each group of positions.
fn score_gradient(attention: &[f32], gradients: &mut [f32], groups: &[u8]) {
    let scale = attention_scale();
    let mut sums = [[0.0f32; 2]; 256];
    for ((weight, gradient), group) in attention.iter().zip(gradients.iter()).zip(groups) {
        let [weights, products] = &mut sums[usize::from(*group)];
        *weights += weight;
        *products += weight * gradient;
    }
    let means =
        sums.map(|[weights, products]| if weights > 0.0 { products / weights } else { 0.0 });
    for ((weight, gradient), group) in attention.iter().zip(gradients.iter_mut()).zip(groups) {
        *gradient = weight * (*gradient - means[usize::from(*group)]) * scale;
    }
}

/// Applies the inverse rotary encoding to one attention head.
fn turn_back(head: &mut [f32], turn: &[(f32, f32)]) {
    let (left, right) = head.split_at_mut(HEAD / 2);
    for ((a, b), (cosine, sine)) in left.iter_mut().zip(right).zip(turn) {
        (*a, *b) = (*a * cosine + *b * sine, *b * cosine - *a * sine);
    }
}
