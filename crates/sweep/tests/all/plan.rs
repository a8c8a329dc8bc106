//! The attempts of a plan, and the problems that a check finds. Every attempt occurs once, all
//! cells share their items, and early attempts cover the whole grid.

use std::collections::BTreeSet;

use stepfall_procedure::{Condition, Generator, Seed};
use stepfall_provider::Turn;
use stepfall_solver::SolverKind;
use stepfall_sweep::{MAX_PAIRS, Micros, Plan, RepeatedCell, SweepLimits, Target, Task};

fn plan() -> Plan {
    Plan {
        seed: Seed::new(7).unwrap(),
        targets: vec![Target::simulated(SolverKind::Followed, 0), Target::model("openai", "m")],
        conditions: vec![Condition::Trace, Condition::AnswerOnly],
        steps: vec![5, 25, 95],
        look_backs: vec![3, 5],
        items: 4,
        samples: 2,
        ..Plan::default()
    }
}

#[test]
fn attempts_are_numbered_lengths_first_and_samples_last() {
    let plan = plan();
    assert_eq!(plan.task_count(), 2 * 2 * 3 * 2 * 4 * 2);
    let task = |number| plan.task(number).unwrap();
    let first = Task {
        number: 0,
        target: 0,
        condition: Condition::Trace,
        steps: 5,
        look_back: 3,
        item: 0,
        sample: 0,
    };
    assert_eq!(task(0), first);
    assert_eq!(task(1), Task { number: 1, steps: 25, ..first });
    assert_eq!(task(3), Task { number: 3, look_back: 5, ..first });
    assert_eq!(task(6), Task { number: 6, condition: Condition::AnswerOnly, ..first });
    assert_eq!(task(12), Task { number: 12, target: 1, ..first });
    assert_eq!(task(24), Task { number: 24, item: 1, ..first });
    assert_eq!(task(96), Task { number: 96, sample: 1, ..first });
    assert_eq!(plan.task(192), None);
}

#[test]
fn every_attempt_occurs_once() {
    let plan = plan();
    let seen: BTreeSet<String> = (0..plan.task_count())
        .map(|number| format!("{:?}", Task { number: 0, ..plan.task(number).unwrap() }))
        .collect();
    assert_eq!(seen.len(), 192);
}

#[test]
fn cells_share_their_items() {
    let plan = plan();
    let link = |number| plan.link(&plan.task(number).unwrap());
    assert_eq!(link(24).fragment(), "#/play?v=2&steps=5&lookback=3&seed=7&index=1");
    assert_eq!(link(36).fragment(), "#/play?v=2&steps=5&lookback=3&seed=7&index=1");
    assert_eq!(
        link(30).fragment(),
        "#/play?v=2&steps=5&lookback=3&seed=7&index=1&condition=answer-only"
    );
    assert!(link(24).source.is_simulated() && !link(36).source.is_simulated());
}

/// If several cells have equal items, only the first of them has attempts. No other cell is left out.
#[test]
fn cells_with_the_same_items_are_asked_once() {
    let bases = [
        "",
        "&ops=add,sub",
        "&lookback=exactly-3,exactly-12,exactly-7,exactly-6",
        "&numbers=mod97",
        "&numbers=paper3",
        "&inputs=2..20",
        "&nested=1",
    ];
    for base in bases {
        let address = format!("#/sweep?v=2&steps=1,2,5,9,25&lookback=2,3,12,7,6{base}&items=3");
        let plan = Plan::read(&address).0;
        let items = |steps, look_back| {
            let generator = Generator::new(plan.cell_spec(steps, look_back)).unwrap();
            let items = (0..40).map(|index| generator.item(plan.seed, index).unwrap().procedure);
            items.collect::<Vec<_>>()
        };
        let mut repeated = Vec::new();
        for &steps in &plan.steps {
            for (at, &look_back) in plan.look_backs.iter().enumerate() {
                let own = items(steps, look_back);
                let before = plan.look_backs[..at].iter().copied();
                let earlier = before.clone().find(|&earlier| items(steps, earlier) == own);
                let earlier = earlier.filter(|_| !plan.base.nested);
                assert_eq!(plan.same_as(steps, look_back), earlier, "{base}: {steps} {look_back}");
                repeated.extend(earlier.map(|earlier| RepeatedCell {
                    steps,
                    look_back,
                    original_look_back: earlier,
                }));
            }
        }
        assert_eq!(plan.repeated_cells(), repeated, "{base}");
        let asked = plan.steps.len() * plan.look_backs.len() - repeated.len();
        assert_eq!(plan.task_count() as usize, asked * 3, "{base}");
        let tasks = (0..plan.task_count()).map(|number| plan.task(number).unwrap());
        let cells: BTreeSet<(u16, u8)> = tasks.map(|task| (task.steps, task.look_back)).collect();
        assert_eq!(cells.len(), asked, "{base}");
    }
}

/// Inputs in an address apply to all cells, even if they are the default inputs of some cell.
#[test]
fn given_inputs_apply_to_every_cell() {
    let own = Plan::default().cell_spec(25, 5).inputs().to_string();
    let (plan, problems) = Plan::read(&format!("#/sweep?v=2&lookback=2,5&inputs={own}"));
    assert!(problems.is_empty());
    assert_eq!([2, 5].map(|k| plan.cell_spec(25, k).inputs().to_string()), [own.as_str(), &own]);
    assert_eq!(Plan::read(&plan.fragment()).0, plan);
    let (plan, _) = Plan::read("#/sweep?v=2&lookback=2,5");
    assert_ne!(plan.cell_spec(25, 2).inputs(), plan.cell_spec(25, 5).inputs());
}

#[test]
fn models_get_requests_and_solvers_write_transcripts() {
    let plan = plan();
    let (simulated, model) = (plan.task(0).unwrap(), plan.task(12).unwrap());
    let item = Generator::new(plan.spec(&simulated)).unwrap().item(plan.seed, 0).unwrap();
    let request = || Plan::dialogue(&model, item.clone()).request().unwrap();
    assert_eq!(plan.model_request(&simulated, request()), None);
    let ask = plan.model_request(&model, request()).unwrap();
    assert_eq!(
        (ask.model.as_str(), ask.turns),
        ("m", vec![Turn::User(item.prompt(model.condition))])
    );
    assert!(plan.simulate(&simulated, &item).unwrap().contains("Answer:"));
    assert_eq!(plan.simulate(&model, &item), None);
}

#[test]
fn the_default_plan_is_valid() {
    assert_eq!(Plan::default().check(), Ok(()));
    assert_eq!(plan().check(), Ok(()));
}

#[test]
fn all_problems_of_a_plan_are_listed() {
    let broken = Plan {
        targets: vec![
            Target::model("nobody", "m"),
            Target::model("openai", ""),
            Target::model("compatible", "m"),
            Target::model("openai", "m"),
            Target::model("openai", "m"),
        ],
        conditions: vec![],
        steps: vec![0, 7, 7],
        look_backs: vec![51],
        items: 0,
        samples: 101,
        limits: SweepLimits { requests: Some(0), spend: Some(Micros(1)) },
        concurrency: 0,
        ..Plan::default()
    };
    let problems = broken.check().unwrap_err();
    let fields: Vec<&str> = problems.iter().map(|problem| problem.field.as_str()).collect();
    let wanted = [
        "steps",
        "steps",
        "lookback",
        "condition",
        "items",
        "samples",
        "model",
        "model",
        "model",
        "model",
        "max-spend",
        "max-spend",
        "max-spend",
        "max-spend",
        "max-requests",
        "concurrency",
    ];
    assert_eq!(fields, wanted);
    let sentences = |plan: Plan| -> Vec<String> {
        plan.check().unwrap_err().into_iter().map(|problem| problem.sentence).collect()
    };
    assert_eq!(
        sentences(Plan { items: 1_000, samples: 100, ..Plan::default() }),
        ["These are 600000 attempts; take fewer items, at most 200000."]
    );
    let steps: Vec<u16> = (1..=200).collect();
    assert_eq!(
        sentences(Plan { steps, look_backs: vec![3, 4, 5], ..Plan::default() }),
        [format!("Choose at most {MAX_PAIRS} pairs of a length and a look-back.")]
    );
}

#[test]
fn a_cell_without_procedures_is_reported_with_the_cause() {
    let mut plan = Plan { steps: vec![25], ..Plan::default() };
    plan.base.set("ops", "mul").unwrap();
    let problems = plan.check().unwrap_err();
    assert_eq!(problems[0].field, "steps");
    let start = "There are no procedures of 25 steps with lookback=5: the search ends where every next value would pass the bound; ";
    assert!(problems[0].sentence.starts_with(start), "{}", problems[0].sentence);
}

#[test]
fn a_solver_without_output_is_a_problem() {
    let targets = vec![Target::simulated(SolverKind::Skipped, 0)];
    let plan = Plan { targets, conditions: vec![Condition::AnswerOnly], ..Plan::default() };
    assert_eq!(
        plan.check().unwrap_err()[0].sentence,
        "The simulated solver simulated:skipped:0 has nothing to write under answer-only; leave one of the two out."
    );
}
