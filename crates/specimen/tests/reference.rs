//! Forward pass and saliency against JAX, which `training/ship.py` asked: scores of a text, and one backward pass for each of its rows.

#![allow(clippy::expect_used, reason = "a test ends where something is missing")]

use safetensors::SafeTensors;
use stepfall_specimen::{Backward, Flow, PositionTrace, Session, Token, Weights};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/weights");

struct Reference {
    tokens: Vec<Token>,
    scores: Vec<f32>,
    /// Row, layer, position.
    saliency: Vec<f32>,
}

fn read(name: &str) -> Vec<u8> {
    std::fs::read(format!("{FOLDER}/{name}")).expect("the file is in the repository")
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

#[track_caller]
fn near(own: f32, other: f32) {
    assert!((own - other).abs() <= 1e-4 * other.abs().max(1.0), "{own} for {other}");
}

#[test]
fn scores_and_saliency_are_those_of_jax() {
    for name in ["short", "long"] {
        let weights = Weights::read(&read(&format!("{name}.safetensors"))).expect("a checkpoint");
        let reference = reference(name);
        let backward = Backward::new(&weights);
        let mut session = Session::new(&weights);
        let mut trace = PositionTrace::default();
        let (time, layers) = (reference.tokens.len(), weights.layer_count());
        for (at, &token) in reference.tokens.iter().enumerate() {
            let scores = session.read_with(token, &Flow::default(), Some(&mut trace));
            let width = scores.len();
            for (own, other) in scores.iter().zip(&reference.scores[at * width..]) {
                near(*own, *other);
            }
            let Some(&next) = reference.tokens.get(at + 1) else { continue };
            let rows = backward.saliency(&session, &trace, &Flow::default(), next);
            for (layer, row) in rows.iter().enumerate() {
                let other = &reference.saliency[(at * layers + layer) * time..][..time];
                for (own, other) in row.iter().zip(other) {
                    near(*own, *other);
                }
                assert!(other[at + 1..].iter().all(|&value| value == 0.0));
            }
        }
    }
}
