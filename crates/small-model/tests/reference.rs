//! Compares scores and saliency with a reference in float64 from `training/reference.py`, which
//! makes one backward pass for each row of a text.

#![allow(clippy::expect_used, reason = "a test ends where something is missing")]

use safetensors::SafeTensors;
use stepfall_small_model::{Backward, Flow, PositionTrace, Session, Token, Weights};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/weights");
const CHECKPOINTS: [&str; 2] = ["short", "long"];
/// The largest relative difference of a row of saliency from the reference.
const NEAR: f64 = 2e-3;

struct Reference {
    tokens: Vec<Token>,
    scores: Vec<f32>,
    /// Saliency by row, layer and position.
    saliency: Vec<f32>,
}

impl Reference {
    /// Returns the row of a layer for a position, up to this position.
    fn row(&self, at: usize, layer: usize, layers: usize) -> &[f32] {
        &self.saliency[(at * layers + layer) * self.tokens.len()..][..=at]
    }
}

fn read(name: &str) -> Vec<u8> {
    std::fs::read(format!("{FOLDER}/{name}")).expect("the file is in the repository")
}

fn weights(name: &str) -> Weights {
    Weights::read(&read(&format!("{name}.safetensors"))).expect("a checkpoint")
}

fn reference(name: &str) -> Reference {
    let bytes = read(&format!("{name}.reference.safetensors"));
    let file = SafeTensors::deserialize(&bytes).expect("a file of tensors");
    let data = |name: &str| file.tensor(name).expect("such a tensor").data().to_vec();
    let floats = |name: &str| {
        data(name).as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect()
    };
    let tokens =
        data("tokens").into_iter().map(|number| Token::from_number(number).expect("a token"));
    Reference { tokens: tokens.collect(), scores: floats("scores"), saliency: floats("saliency") }
}

/// Returns the sum of the absolute differences between two rows, divided by the sum of the second
/// row.
///
/// The measure is relative: the result for a row of zeros is 1, however small the reference is.
fn difference(row: &[f32], reference: &[f32]) -> f64 {
    let total: f64 = reference.iter().map(|&value| f64::from(value)).sum();
    let pairs = row.iter().zip(reference);
    let apart: f64 =
        pairs.map(|(row, reference)| (f64::from(*row) - f64::from(*reference)).abs()).sum();
    apart / total
}

#[test]
fn scores_and_saliency_equal_the_reference() {
    for name in CHECKPOINTS {
        let weights = weights(name);
        let reference = reference(name);
        let backward = Backward::new(&weights);
        let mut session = Session::new(&weights);
        let mut trace = PositionTrace::default();
        for (at, &token) in reference.tokens.iter().enumerate() {
            let scores = session.read_with(token, &Flow::default(), Some(&mut trace));
            let width = scores.len();
            for (computed, other) in scores.iter().zip(&reference.scores[at * width..]) {
                let apart = (computed - other).abs();
                assert!(
                    apart <= 1e-4 * other.abs().max(1.0),
                    "{name}, {at}: {computed} for {other}"
                );
            }
            let Some(&next) = reference.tokens.get(at + 1) else { continue };
            let rows = backward.saliency(&session, &trace, &Flow::default(), next);
            for (layer, computed) in rows.iter().enumerate() {
                let apart = difference(computed, reference.row(at, layer, rows.len()));
                assert!(apart <= NEAR, "{name}, row {at}, layer {layer}: {apart} apart");
            }
        }
    }
}

#[test]
fn relative_measure_rejects_zeros_for_tiny_reference_rows() {
    for name in CHECKPOINTS {
        let reference = reference(name);
        let layers = weights(name).layer_count();
        let mut tiny = 0;
        for at in 0..reference.tokens.len() - 1 {
            for layer in 0..layers {
                let row = reference.row(at, layer, layers);
                let zeros = vec![0.0; row.len()];
                assert!(difference(&zeros, row) > 0.99, "{name}, row {at}, layer {layer}");
                tiny += usize::from(row.iter().all(|&value| value < 1e-6));
            }
        }
        // The saliency of confident tokens is tiny. An absolute tolerance would accept zeros for
        // it.
        assert!(tiny > 0, "{name}");
    }
}
