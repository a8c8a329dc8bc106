//! Writes a plan's address.

use stepfall_link::{LinkedModel, Page};
use stepfall_solver::Form;

use crate::money::Price;
use crate::plan::Plan;
use crate::target::{SIMULATED, Target};

impl Plan {
    /// Returns the fragment of the address, `#` included. The version, the seed, the grid, the
    /// counts of items and samples, and the targets are always written. Other parameters are
    /// written only if they differ from their defaults.
    pub fn fragment(&self) -> String {
        let mut out =
            format!("#/{}?v={}&seed={}", Page::Sweep.slug(), self.generator, self.seed.number());
        put(&mut out, "steps", &joined(self.steps.iter().map(u16::to_string)));
        let look_backs = self.look_backs.iter().map(|&k| self.base.look_back.with_reach(k));
        put(&mut out, "lookback", &joined(look_backs.map(|look_back| look_back.to_string())));
        for (key, value) in self.base.changed_params() {
            if !matches!(key, "steps" | "lookback") {
                put(&mut out, key, &value);
            }
        }
        let slugs = self.conditions.iter().map(|condition| condition.slug());
        put(&mut out, "condition", &joined(slugs));
        put(&mut out, "items", &self.items.to_string());
        put(&mut out, "samples", &self.samples.to_string());
        self.put_settings(&mut out);
        for target in &self.targets {
            put(&mut out, "model", &target_text(target));
        }
        out
    }

    fn put_settings(&self, out: &mut String) {
        let (settings, limits) = (self.settings, self.limits);
        if self.concurrency != Self::default().concurrency {
            put(out, "concurrency", &self.concurrency.to_string());
        }
        let values = [
            ("max-output", settings.max_output.map(|tokens| tokens.to_string())),
            ("temperature", settings.temperature.map(|temperature| temperature.to_string())),
            ("effort", settings.effort.map(|effort| effort.word().to_owned())),
            ("context", settings.context.map(|tokens| tokens.to_string())),
            ("max-requests", limits.requests.map(|requests| requests.to_string())),
            ("max-spend", limits.spend.map(|spend| spend.to_string())),
        ];
        for (key, value) in values {
            if let Some(value) = value {
                put(out, key, &value);
            }
        }
    }
}

/// Formats a target: `openrouter:vendor/name;size=7;price=0.15/0.6@2026-11-01`,
/// `simulated:mixed:200;form=table`.
fn target_text(target: &Target) -> String {
    match target {
        Target::Simulated { solver, form, rate } => {
            let mut model = LinkedModel::new(format!("{SIMULATED}:{solver}:{rate}"), &[]);
            if form != Form::Trace.slug() {
                model.set("form", form);
            }
            model.text()
        }
        Target::SmallModel { .. } => LinkedModel::new(target.label(), &[]).text(),
        Target::Model { provider, base, model, size, price } => {
            let mut out = LinkedModel::new(format!("{provider}:{model}"), &[]);
            out.set("base", base.as_deref().unwrap_or_default());
            out.set("size", &size.map(|size| size.to_string()).unwrap_or_default());
            let dated = |price: &Price| match &price.dated {
                Some(dated) => format!("{price}@{dated}"),
                None => price.to_string(),
            };
            out.set("price", &price.as_ref().map(dated).unwrap_or_default());
            out.text()
        }
    }
}

fn put(out: &mut String, key: &str, value: &str) {
    for text in ["&", key, "=", value] {
        out.push_str(text);
    }
}

fn joined(values: impl Iterator<Item = String>) -> String {
    values.collect::<Vec<_>>().join(",")
}
