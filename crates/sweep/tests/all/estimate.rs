//! What a sweep will take.

use stepfall_executor::Kind;
use stepfall_procedure::Condition;
use stepfall_provider::Effort;
use stepfall_sweep::{Estimate, Micros, Plan, Price, Range, Settings, Target};

fn priced(input: u64, output: u64) -> Target {
    let price = Price { input: Micros(input), output: Micros(output), dated: None };
    let (provider, model) = ("openai".to_owned(), "m".to_owned());
    Target::Model { provider, base: None, model, size: None, price: Some(price) }
}

fn plan(settings: Settings) -> Plan {
    Plan {
        targets: vec![
            priced(1_000_000, 2_000_000),
            Target::model("openai", "n"),
            Target::simulated(Kind::Mixed, 200),
        ],
        conditions: vec![Condition::Trace, Condition::AnswerOnly],
        look_backs: vec![3, 5],
        steps: vec![5, 25],
        items: 3,
        samples: 2,
        settings,
        ..Plan::default()
    }
}

fn estimate(settings: Settings) -> Estimate {
    Estimate::of(&plan(settings)).unwrap()
}

#[test]
fn cells_stand_as_attempts_are_numbered() {
    let plan = plan(Settings::default());
    let estimate = Estimate::of(&plan).unwrap();
    for (number, cell) in (0..).zip(&estimate.cells) {
        let task = plan.task(number).unwrap();
        assert_eq!(
            (cell.condition, cell.look_back, cell.steps),
            (task.condition, task.look_back, task.steps)
        );
    }
    assert_eq!(estimate.cells.len(), 8);
}

#[test]
fn tokens_follow_the_texts() {
    let estimate = estimate(Settings::default());
    let [short, long] = [0, 1].map(|at| estimate.cells[at]);
    // Some twenty tokens for a line such as `S3 = S1 + S2 = 4 + 9 = 13`.
    let lines = long.output.low - short.output.low;
    assert!((20 * 15..20 * 25).contains(&lines), "{lines}");
    for cell in &estimate.cells {
        assert!(
            cell.input.low < cell.input.high.unwrap()
                && cell.output.low <= cell.output.high.unwrap()
        );
    }
    // Asked for the answer alone, a model that obeys writes next to nothing.
    assert!(estimate.cells[5].output.high.unwrap() < 12);
}

#[test]
fn a_target_takes_the_sum_of_its_cells() {
    let estimate = estimate(Settings::default());
    let low: u64 = estimate.cells.iter().map(|cell| cell.input.low).sum();
    let [priced, unpriced, simulated] = [0, 1, 2].map(|at| estimate.targets[at]);
    assert_eq!((priced.requests, priced.input.low), (48, 6 * low));
    let high = priced.input.high.unwrap() + 2 * priced.output.high.unwrap();
    let low = priced.input.low + 2 * priced.output.low;
    assert_eq!(priced.cost, Some(Range { low, high: Some(high) }));
    assert_eq!((unpriced.requests, unpriced.cost), (48, None));
    assert_eq!((simulated.requests, simulated.input.high, simulated.cost), (0, Some(0), None));
    assert_eq!((estimate.total.requests, estimate.total.cost), (96, priced.cost));
    assert_eq!(estimate.unpriced, 1);
}

#[test]
fn reasoning_is_unknown_unless_it_is_limited() {
    let high = |max_output, effort| {
        let settings = Settings { max_output, effort, ..Settings::default() };
        let estimate = estimate(settings);
        (estimate.cells[1].output.high, estimate.total.cost.unwrap().high.is_some())
    };
    assert_eq!(high(None, Some(Effort::High)), (None, false));
    assert_eq!(high(Some(9_000), Some(Effort::High)), (Some(9_000), true));
    assert_eq!(high(Some(10), None), (Some(10), true));
    assert_eq!(high(None, Some(Effort::Off)), high(None, None));
}
