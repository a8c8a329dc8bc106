//! `stepfall lab flow`: what changes of the flow do, with strengths chosen on other items.

use std::io::Write;

use clap::Args;
use stepfall_specimen::{
    Choice, Judgement, Link, Momentum, StepFlow, Strength, Task, Weights, free_run,
};
use stepfall_stats::{Confidence, ItemPair, Items, Pairs, Share, holm, mcnemar, paired_difference};

use super::accuracy::{Lengths, lengths_argument};
use super::{ItemsArguments, each, percent, share_cell, table};
use crate::failure::Failure;

#[derive(Debug, Args)]
pub(crate) struct FlowArguments {
    #[command(flatten)]
    items: ItemsArguments,
    /// Numbers of steps.
    #[arg(long, default_value = "12,15,20,25", value_parser = lengths_argument)]
    steps: Lengths,
    /// Items of each length on which strengths and layers are chosen; their seed is the one after that of the items.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    validation: u32,
}

/// The shares that a bridge gets at least, and the strengths of the momentum.
const BRIDGES: [f32; 5] = [0.02, 0.05, 0.1, 0.15, 0.3];
const MOMENTA: [f32; 4] = [0.02, 0.06, 0.2, 0.5];

/// A change of the flow of which a strength is to be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    Bridge,
    Momentum,
    Both,
    Previous,
    Operands,
}

impl Change {
    const ALL: [Self; 5] =
        [Self::Bridge, Self::Momentum, Self::Both, Self::Previous, Self::Operands];

    const fn name(self) -> &'static str {
        match self {
            Self::Bridge => "odds-equal bridge",
            Self::Momentum => "step momentum",
            Self::Both => "both",
            Self::Previous => "bridge to the previous line",
            Self::Operands => "bridge to the operands (told which)",
        }
    }

    /// The settings that are tried.
    fn settings(self, layers: usize) -> Vec<(String, StepFlow)> {
        let band = |layer: usize| layer..layer + 1;
        let bridge = |most: f32, layer: usize| Strength { layers: band(layer), most };
        let momentum =
            |strength: f32, layer: usize| Momentum { layers: band(layer), strength, window: None };
        let mut found = Vec::new();
        match self {
            Self::Bridge | Self::Previous | Self::Operands => {
                for layer in 0..layers {
                    for most in BRIDGES {
                        let strength = bridge(most, layer);
                        let flow = match self {
                            Self::Previous => StepFlow {
                                link: Some((Link::Previous, strength)),
                                ..StepFlow::default()
                            },
                            Self::Operands => StepFlow {
                                link: Some((Link::Operands, strength)),
                                ..StepFlow::default()
                            },
                            _ => StepFlow { bridge: Some(strength), ..StepFlow::default() },
                        };
                        found.push((format!("layer {}, tau {most}", layer + 1), flow));
                    }
                }
            }
            Self::Momentum => {
                for layer in 0..layers {
                    for strength in MOMENTA {
                        let flow = StepFlow {
                            momentum: Some(momentum(strength, layer)),
                            ..StepFlow::default()
                        };
                        found.push((format!("layer {}, alpha {strength}", layer + 1), flow));
                    }
                }
            }
            // As the paper has it: the bridge in the lowest quarter of the layers, the momentum in the highest.
            Self::Both => {
                for most in BRIDGES {
                    for strength in MOMENTA {
                        let flow = StepFlow {
                            bridge: Some(bridge(most, 0)),
                            momentum: Some(momentum(strength, layers - 1)),
                            link: None,
                        };
                        found.push((format!("tau {most}, alpha {strength}"), flow));
                    }
                }
            }
        }
        found
    }
}

pub(crate) fn run(arguments: &FlowArguments, out: &mut impl Write) -> Result<(), Failure> {
    let weights = arguments.items.model.weights()?;
    let seed: u64 = crate::args::read_seed(&arguments.items.seed)?.number();
    let other = ItemsArguments {
        items: arguments.validation,
        seed: (seed + 1).to_string(),
        ..arguments.items.clone()
    };
    let mut validation = Vec::new();
    let mut tests: Vec<(u16, Vec<Task>)> = Vec::new();
    for &steps in &arguments.steps.0 {
        validation.extend(other.tasks(steps)?);
        tests.push((steps, arguments.items.tasks(steps)?));
    }
    let solved =
        |flow: &StepFlow, tasks: &[Task]| -> Vec<Judgement> { judged(weights, tasks, flow) };
    let right = |judged: &[Judgement]| judged.iter().filter(|one| one.solved).count();
    let mut chosen = Vec::new();
    for change in Change::ALL {
        let tried = change
            .settings(weights.layer_count())
            .into_iter()
            .map(|(name, flow)| (right(&solved(&flow, &validation)), name, flow));
        // Of several that are as good the first, which is the weakest in the lowest layer.
        let best = tried.reduce(|best, next| if next.0 > best.0 { next } else { best });
        if let Some((_, name, flow)) = best {
            chosen.push((change, name, flow));
        }
    }
    let mut rows = Vec::new();
    let mut p_values = Vec::new();
    for (steps, tasks) in &tests {
        let plain = solved(&StepFlow::default(), tasks);
        let of = u32::try_from(plain.len()).unwrap_or(u32::MAX);
        let count = |judged: &[Judgement]| u32::try_from(right(judged)).unwrap_or(u32::MAX);
        rows.push(vec![
            steps.to_string(),
            "as trained".to_owned(),
            "–".to_owned(),
            of.to_string(),
            share_cell(count(&plain), of),
            "–".to_owned(),
            "–".to_owned(),
            "–".to_owned(),
        ]);
        for (change, name, flow) in &chosen {
            let changed = solved(flow, tasks);
            let (difference, mended, broken) = compared(&plain, &changed);
            p_values.push(mcnemar(Pairs {
                both: 0,
                only_first: broken,
                only_second: mended,
                neither: 0,
            }));
            rows.push(vec![
                steps.to_string(),
                change.name().to_owned(),
                name.clone(),
                of.to_string(),
                share_cell(count(&changed), of),
                difference,
                format!("{mended} / {broken}"),
                String::new(),
            ]);
        }
    }
    let mut adjusted = holm(&p_values).unwrap_or_default().into_iter();
    for row in &mut rows {
        if row[7].is_empty() {
            row[7] = adjusted.next().map_or_else(
                || "–".to_owned(),
                |p| if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") },
            );
        }
    }
    writeln!(
        out,
        "The specimen `{}`: answers that are right, in percent with 95 % intervals; differences in points over the same items (Newcombe), and McNemar’s exact test, adjusted after Holm over the table. Layers and strengths were chosen on {} other items of these lengths, of which {} % are right as trained.\n",
        arguments.items.model.slug(),
        validation.len(),
        percent(
            u32::try_from(right(&solved(&StepFlow::default(), &validation))).unwrap_or(0),
            u32::try_from(validation.len()).unwrap_or(1)
        )
    )?;
    table(
        out,
        &["steps", "flow", "setting", "items", "answers", "difference", "mended / broken", "p"],
        &rows,
    )
}

fn judged(weights: &Weights, tasks: &[Task], flow: &StepFlow) -> Vec<Judgement> {
    each(tasks, |_, task| free_run(weights, task, flow.clone(), Choice::Best))
}

/// The difference in points with its interval, and how many items went from wrong to right and from right to wrong.
fn compared(plain: &[Judgement], changed: &[Judgement]) -> (String, u32, u32) {
    let (mut mended, mut broken) = (0, 0);
    let mut pairs = Vec::new();
    for (item, (before, after)) in (0u64..).zip(plain.iter().zip(changed)) {
        mended += u32::from(!before.solved && after.solved);
        broken += u32::from(before.solved && !after.solved);
        let share = |right: bool| Share::new(u32::from(right), 1);
        if let (Ok(first), Ok(second)) = (share(after.solved), share(before.solved)) {
            pairs.push(ItemPair { stratum: 0, item, first, second });
        }
    }
    let said = paired_difference(&pairs, Items::Independent, Confidence::USUAL).map_or_else(
        |_| "–".to_owned(),
        |it| {
            format!(
                "{:+.1} ({:+.1} to {:+.1})",
                100.0 * it.value,
                100.0 * it.interval.low,
                100.0 * it.interval.high
            )
        },
    );
    (said, mended, broken)
}
