//! `stepfall lab saliency`: how what a line draws on agrees with what it needs.

use std::io::Write;
use std::ops::Range;

use clap::Args;
use stepfall_specimen::{
    Agreement, Backward, Choice, Norm, StepFlow, StepMap, Task, Token, Weights, Writing, judge,
};

use super::accuracy::{Lengths, lengths_argument};
use super::{ItemsArguments, each, table};
use crate::failure::Failure;

#[derive(Debug, Args)]
pub(crate) struct SaliencyArguments {
    #[command(flatten)]
    items: ItemsArguments,
    /// Numbers of steps.
    #[arg(long, default_value = "10,15,20", value_parser = lengths_argument)]
    steps: Lengths,
}

/// Sums over the lines of a kind.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    lines: u32,
    area: f64,
    near: f64,
    share: f64,
    chance: f64,
}

impl Sums {
    fn add(&mut self, one: Agreement) {
        self.lines += 1;
        self.area += one.area;
        self.near += one.area_by_distance;
        self.share += one.share;
        self.chance += one.share_by_chance;
    }

    fn cells(&self) -> Vec<String> {
        let mean = |sum: f64| {
            if self.lines == 0 {
                "–".to_owned()
            } else {
                format!("{:.3}", sum / f64::from(self.lines))
            }
        };
        vec![
            self.lines.to_string(),
            mean(self.area),
            mean(self.near),
            mean(self.share),
            mean(self.chance),
        ]
    }
}

/// What was found in one trace: for each layer, by saliency and by attention, lines that follow and the first that does not.
type Found = Vec<[[Sums; 2]; 2]>;

pub(crate) fn run(arguments: &SaliencyArguments, out: &mut impl Write) -> Result<(), Failure> {
    let weights = arguments.items.model.weights()?;
    let backward = Backward::new(weights);
    writeln!(
        out,
        "The specimen `{}`: for each line that it wrote freely, how probable it is that a line which the step needs (its line of the prompt, and those of its operands) was drawn on more than one that it does not need (area; 0.5 by chance), the same by nearness alone, and the share of all that was drawn on that fell to needed lines, beside that by chance. Rows add up to one before they are pooled. Lines before the first fault against the first faulty line.\n",
        arguments.items.model.slug()
    )?;
    let mut rows = Vec::new();
    for &steps in &arguments.steps.0 {
        let tasks = arguments.items.tasks(steps)?;
        let found = each(&tasks, |_, task| look(weights, &backward, task));
        for layer in 0..weights.layer_count() {
            for (measure, name) in ["saliency", "attention"].into_iter().enumerate() {
                for (kind, lines) in ["follow", "first fault"].into_iter().enumerate() {
                    let mut sums = Sums::default();
                    for one in &found {
                        let more = one[layer][measure][kind];
                        sums.lines += more.lines;
                        sums.area += more.area;
                        sums.near += more.near;
                        sums.share += more.share;
                        sums.chance += more.chance;
                    }
                    let mut row = vec![
                        steps.to_string(),
                        (layer + 1).to_string(),
                        name.to_owned(),
                        lines.to_owned(),
                    ];
                    row.extend(sums.cells());
                    rows.push(row);
                }
            }
        }
    }
    table(
        out,
        &["steps", "layer", "by", "lines", "number", "area", "by nearness", "share", "by chance"],
        &rows,
    )
}

fn look(weights: &Weights, backward: &Backward<'_>, task: &Task) -> Found {
    let mut plain =
        Writing::new(weights, task, Token::TRACE, &[], StepFlow::default(), Choice::Best);
    plain.finish();
    let layout = plain.layout().clone();
    let tokens = plain.tokens().to_vec();
    let fault = judge(task, &tokens, &layout).first_fault();
    let layers = weights.layer_count();
    let mut maps = [StepMap::new(layers, &layout), StepMap::new(layers, &layout)];
    let mut writing =
        Writing::new(weights, task, Token::TRACE, &[], StepFlow::default(), Choice::Best);
    for (at, &token) in tokens.iter().enumerate().skip(layout.prompt().end) {
        maps[0].add(at - 1, &writing.saliency(backward, token));
        maps[1].add(at - 1, &writing.attention());
        writing.take(token);
    }
    let last = fault.map_or(task.steps().len(), |(step, _)| step);
    let sums = |map: &StepMap, layer: Range<usize>| {
        let mut both = [Sums::default(); 2];
        for step in 0..task.steps().len().min(last + 1) {
            if let Some(one) = map.agreement(task, &layout, layer.clone(), Norm::Rows, step) {
                both[usize::from(step == last)].add(one);
            }
        }
        both
    };
    (0..layers)
        .map(|layer| [0, 1].map(|measure: usize| sums(&maps[measure], layer..layer + 1)))
        .collect()
}
