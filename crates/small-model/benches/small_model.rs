//! Measures tokens per second after 512 and 1,800 tokens of context, a saliency map of 25 steps,
//! and a transcript of 10 steps with and without changes of the flow.

#![allow(clippy::expect_used, reason = "a benchmark may end where its own weights cannot be read")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use stepfall_procedure::{Arithmetic, Generator, Item, Seed, Spec};
use stepfall_small_model::{
    Backward, BridgeStrength, BridgeTarget, Generation, Layout, Momentum, Session, SmallModelItem,
    StepFlow, StepMap, Token, TokenChoice, Weights,
};

const WEIGHTS: &[u8] = include_bytes!("../weights/short.safetensors");

fn item(steps: u16) -> Item {
    let spec = Spec { steps, ..Spec::new(Arithmetic::Modular { modulus: 31 }) };
    let generator = Generator::new(spec).expect("such a spec has procedures");
    generator.item(Seed::wrapping(1), 0).expect("such a seed has one")
}

fn text(task: &SmallModelItem) -> Vec<Token> {
    let values = task.values();
    [task.prompt(Token::TRACE), task.trace(&values), task.summary(&values)].concat()
}

fn reading(criterion: &mut Criterion) {
    let weights = Weights::read(WEIGHTS).expect("a checkpoint");
    let mut group = criterion.benchmark_group("tokens");
    let text = text(&SmallModelItem::of(&item(110)).expect("a task"));
    for context in [512, 1_800] {
        let mut session = Session::new(&weights);
        text.iter().take(context - 64).for_each(|&token| {
            session.read(token);
        });
        group.throughput(Throughput::Elements(64));
        group.bench_function(format!("behind {context}"), |bencher| {
            bencher.iter_batched(
                || session.clone(),
                |mut session| {
                    for &token in &text[context - 64..context] {
                        black_box(session.read(token));
                    }
                    session
                },
                criterion::BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

fn saliency(criterion: &mut Criterion) {
    let weights = Weights::read(WEIGHTS).expect("a checkpoint");
    let backward = Backward::new(&weights);
    let task = SmallModelItem::of(&item(25)).expect("a task");
    let text = text(&task);
    let layout = Layout::of(&text);
    criterion.bench_function("saliency map of 25 steps", |bencher| {
        bencher.iter(|| {
            let start = layout.prompt().end;
            let mut writing = Generation::new(
                &weights,
                &task,
                Token::TRACE,
                &[],
                StepFlow::default(),
                TokenChoice::Greedy,
            );
            let mut map = StepMap::new(weights.layer_count(), &layout);
            for (at, &token) in text.iter().enumerate().skip(start) {
                map.add(at - 1, &writing.saliency(&backward, token));
                writing.push_traced(token);
            }
            map
        });
    });
}

/// Measures the time that changes of the flow cost. All transcripts have the same length.
fn flow(criterion: &mut Criterion) {
    let weights = Weights::read(WEIGHTS).expect("a checkpoint");
    let task = SmallModelItem::of(&item(10)).expect("a task");
    let plain = StepFlow::default;
    let opened = Generation::new(&weights, &task, Token::TRACE, &[], plain(), TokenChoice::Greedy);
    let strength = || BridgeStrength { layers: 1..2, most: 0.15 };
    let momentum = || Momentum { layers: 3..4, strength: 0.06, window: None };
    let flows = [
        ("as trained", plain()),
        ("bridge", StepFlow { bridge: Some(strength()), ..plain() }),
        ("bridge to the previous line", {
            StepFlow { link: Some((BridgeTarget::Previous, strength())), ..plain() }
        }),
        ("momentum", StepFlow { momentum: Some(momentum()), ..plain() }),
        ("bridge and momentum", {
            StepFlow { bridge: Some(strength()), momentum: Some(momentum()), link: None }
        }),
    ];
    let length = |flow: &StepFlow| opened.fork(flow.clone(), TokenChoice::Greedy).finish().len();
    let mut group = criterion.benchmark_group("transcript of 10 steps");
    for (name, flow) in &flows {
        assert_eq!(length(flow), length(&plain()), "{name}");
        group.bench_function(*name, |bencher| {
            bencher.iter_batched(
                || opened.fork(flow.clone(), TokenChoice::Greedy),
                |mut writing| {
                    writing.finish();
                    writing
                },
                criterion::BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, reading, saliency, flow);
criterion_main!(benches);
