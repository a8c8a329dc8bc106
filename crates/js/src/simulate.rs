//! Simulated executors.

use serde::Serialize;
use stepfall_executor::{Executor, Form, Kind, Placing, Rate, Simulation};

use crate::failure::{Failure, one_of};
use crate::item::{json, opened_item};

#[derive(Serialize)]
struct Simulated {
    transcript: String,
    /// The failure mode that a careful reader would name.
    mode: &'static str,
}

/// What a simulated executor writes about the item of a link.
///
/// `executor` and `form` are words of `stepfall simulate --help`; `rate` is how often a step fails, in ten-thousandths, where the executor can fail more
/// than once, and 0 for once.
///
/// # Errors
///
/// [`Failure`] for other words, a rate beyond 10,000, and where the executor cannot fail so here.
pub fn simulate(
    link: &str,
    executor: &str,
    form: &str,
    rate: u32,
    run: u32,
) -> Result<String, Failure> {
    let simulation = written(link, executor, form, rate, run)?;
    let mode = simulation.truth.primary.slug();
    Ok(json(&Simulated { transcript: simulation.transcript, mode }))
}

/// The same as it is.
pub(crate) fn written(
    link: &str,
    executor: &str,
    form: &str,
    rate: u32,
    run: u32,
) -> Result<Simulation, Failure> {
    let kinds = Kind::ALL.iter().map(|kind| kind.slug());
    let kind = one_of("executor", executor, Kind::from_slug, kinds)?;
    let forms = Form::ALL.iter().map(|form| form.slug());
    let form = one_of("form", form, Form::from_slug, forms)?;
    let most = u32::from(Rate::WHOLE);
    let parts = u16::try_from(rate).ok().filter(|parts| *parts <= Rate::WHOLE);
    let parts = parts.ok_or(Failure::Range { what: "a rate in ten-thousandths", most })?;
    let placing = if parts > 0 && kind.is_rated() {
        Placing::PerStep(Rate::per_ten_thousand(parts))
    } else {
        Placing::Once
    };
    let (opened, item) = opened_item(link)?;
    let executor = Executor { kind, placing };
    stepfall_executor::simulate(&item, opened.link.condition, &executor, form, run.into())
        .ok_or(Failure::NothingToSimulate)
}
