//! The small model as a target. It sends no request and costs nothing. It is refused if the plan
//! asks for tasks that it was not trained on.

use stepfall_procedure::Condition;
use stepfall_small_model::WrittenAnswer;
use stepfall_sweep::{Action, Balance, Driver, Estimate, Halt, Plan, Target, TargetState};

const FITS: &str = "#/sweep?v=2&steps=3,6&items=2&samples=2&numbers=mod31&condition=trace,primed.2.1&model=specimen:short&model=specimen:long";

fn plan(address: &str) -> Plan {
    let (plan, problems) = Plan::read(address);
    assert_eq!(problems, [], "{address}");
    plan
}

fn driver(plan: Plan) -> Driver {
    let estimate = Estimate::of(&plan).unwrap();
    let mut driver = Driver::new(plan, estimate, &[], Balance::default(), 1);
    driver.start(1_000);
    driver
}

fn answer() -> WrittenAnswer {
    WrittenAnswer { text: "S3 = 5\nAnswer: 5\n".to_owned(), is_cut: false }
}

#[test]
fn the_small_model_has_an_address_and_costs_nothing() {
    let plan = plan(FITS);
    assert_eq!(plan.check(), Ok(()));
    assert_eq!(Plan::read(&plan.fragment()), (plan.clone(), Vec::new()));
    let names: Vec<String> = plan.targets.iter().map(Target::name).collect();
    assert_eq!(names, ["small model short", "small model long"]);
    assert!(plan.targets.iter().all(|target| !target.is_simulated() && !target.is_model()));
    let estimate = Estimate::of(&plan).unwrap();
    assert_eq!((estimate.total.requests, estimate.total.cost, estimate.unpriced), (0, None, 0));
    let link = plan.link(&plan.task(0).unwrap()).fragment_without_text();
    assert!(link.ends_with("&source=specimen:short"), "{link}");
    let (_, problems) = Plan::read("#/sweep?v=2&model=specimen:medium");
    assert!(problems[0].sentence.contains("specimen:short and specimen:long"), "{problems:?}");
}

#[test]
fn plans_outside_the_training_data_are_refused_with_a_reason() {
    for (address, why) in [
        ("#/sweep?v=2&steps=5&model=specimen:short", "set numbers to mod31"),
        (
            "#/sweep?v=2&steps=5,200&numbers=mod31&model=specimen:short",
            "for 200 steps: the small model has names for at most 126",
        ),
        (
            "#/sweep?v=2&steps=5&numbers=mod31&condition=trace,free&model=specimen:long",
            "for free: the small model writes a trace",
        ),
        (
            "#/sweep?v=2&steps=5&numbers=mod31&lookback=1&model=specimen:short",
            "cannot read constants in steps",
        ),
        (
            "#/sweep?v=2&steps=5&numbers=mod31&lines=shuffled&model=specimen:short",
            "set lines to ordered",
        ),
    ] {
        let problems = plan(address).check().unwrap_err();
        let [problem] = &problems[..] else { panic!("{address}: {problems:?}") };
        assert_eq!(problem.field, "model");
        assert!(problem.sentence.contains(why), "{}", problem.sentence);
    }
}

#[test]
fn a_temperature_without_effect_on_the_small_model_is_reported() {
    let address = "#/sweep?v=2&steps=5&numbers=mod31&temperature=0.5&samples=3&model=specimen:short&model=openai:m";
    let plan = plan(address);
    assert_eq!(plan.check(), Ok(()));
    let [notice] = &plan.notices()[..] else { panic!("{:?}", plan.notices()) };
    let message = notice.to_string();
    assert!(message.starts_with("The temperature is for the models alone: specimen"), "{message}");
}

#[test]
fn every_attempt_is_written_once_without_a_request() {
    let plan = plan(FITS);
    let tasks = plan.task_count();
    let mut driver = driver(plan);
    let (mut stored, mut most) = (Vec::new(), 0);
    loop {
        match driver.next(1_000) {
            Action::Write { call, question } => {
                most = most.max(driver.running_call_count());
                let task = driver.task(call).unwrap();
                assert_eq!(question.sample, task.sample);
                // An answer to another question is ignored.
                let other =
                    stepfall_sweep::SmallModelQuestion { link: String::new(), ..question.clone() };
                driver.on_small_model_answer(call, &other, Ok(answer()), 1_000);
                driver.on_small_model_answer(call, &question, Ok(answer()), 1_000);
                assert_eq!(driver.task(call), None);
            }
            Action::Store(batch) => stored.extend(driver.on_stored(batch.id)),
            Action::Finished => break,
            step => panic!("{step:?}"),
        }
    }
    assert_eq!(stored.len(), tasks as usize);
    assert!((1..=8).contains(&most), "{most} at once");
    for attempt in stored {
        assert!(!attempt.simulated && attempt.requests == 0 && attempt.cost.is_none());
        let is_dialogue = attempt.condition != Condition::Trace.slug();
        let text = attempt.text.unwrap();
        assert_eq!(text.starts_with("==="), is_dialogue, "{text}");
        assert!(text.ends_with("Answer: 5\n") || is_dialogue, "{text}");
    }
}

#[test]
fn a_small_model_that_fails_to_load_is_retried_only_after_a_start() {
    let mut driver = driver(plan("#/sweep?v=2&steps=3&items=2&numbers=mod31&model=specimen:short"));
    let mut written = Vec::new();
    while let Action::Write { call, question } = driver.next(1_000) {
        written.push((call, question));
    }
    assert_eq!(written.len(), 2);
    for (call, question) in &written {
        driver.on_small_model_answer(*call, question, Err("no connection".to_owned()), 1_000);
    }
    assert!(matches!(driver.next(1_000), Action::Paused(_)));
    let state = driver.scheduler().progress(1_000).targets[0].state;
    assert_eq!(state, TargetState::Halted(Halt::SmallModel));
    driver.start(2_000);
    assert!(matches!(driver.next(2_000), Action::Write { .. }));
    // A call that a stop has ended is made again after the next start.
    driver.stop(2_000);
    assert_eq!(driver.running_call_count(), 0);
    driver.start(3_000);
    assert!(matches!(driver.next(3_000), Action::Write { .. }));
}
