//! Estimates of a sweep's requests, tokens and cost.

use stepfall_condition::{Dialogue, DialogueSolver};
use stepfall_procedure::{Condition, Generator};
use stepfall_provider::Effort;
use stepfall_solver::{Form, Solver, SolverKind};
use stepfall_sweep::{Cell, Estimate, EstimateRange, Micros, Plan, Price, Settings, Target};

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
            Target::simulated(SolverKind::Mixed, 200),
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
fn cells_are_in_the_order_of_the_attempts() {
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
fn cells_that_repeat_the_items_of_another_cell_are_not_counted() {
    // Look-backs beyond the inputs of a procedure of 5 steps give the same items.
    let look_backs = vec![5, 10, 12];
    let plan = Plan { look_backs, steps: vec![5, 25], ..plan(Settings::default()) };
    let estimate = Estimate::of(&plan).unwrap();
    assert_eq!(
        estimate.total.requests * 3,
        plan.task_count() * 2,
        "one of three targets is simulated"
    );
    for (number, cell) in (0..).zip(&estimate.cells) {
        let attempt = plan.task(number).unwrap();
        assert_eq!((cell.look_back, cell.steps), (attempt.look_back, attempt.steps));
    }
    assert!(estimate.cells.len() < 12);
}

#[test]
fn token_estimates_grow_with_the_texts() {
    let estimate = estimate(Settings::default());
    let [short, long] = [0, 1].map(|at| estimate.cells[at]);
    // A line such as `S3 = S1 + S2 = 4 + 9 = 13` takes about twenty tokens.
    let lines = long.output.low - short.output.low;
    assert!((20 * 15..20 * 25).contains(&lines), "{lines}");
    for cell in &estimate.cells {
        assert!(
            cell.input.low < cell.input.high.unwrap()
                && cell.output.low <= cell.output.high.unwrap()
        );
    }
    // If only the answer is requested, a model that follows the instructions writes a few tokens.
    assert!(estimate.cells[5].output.high.unwrap() < 12);
}

#[test]
fn the_estimate_of_a_target_is_the_sum_of_its_cells() {
    let estimate = estimate(Settings::default());
    let low: u64 = estimate.cells.iter().map(|cell| cell.input.low).sum();
    let [priced, unpriced, simulated] = [0, 1, 2].map(|at| estimate.targets[at]);
    assert_eq!((priced.requests, priced.input.low), (48, 6 * low));
    let high = priced.input.high.unwrap() + 2 * priced.output.high.unwrap();
    let low = priced.input.low + 2 * priced.output.low;
    assert_eq!(priced.cost, Some(EstimateRange { low, high: Some(high) }));
    assert_eq!((unpriced.requests, unpriced.cost), (48, None));
    assert_eq!((simulated.requests, simulated.input.high, simulated.cost), (0, Some(0), None));
    assert_eq!((estimate.total.requests, estimate.total.cost), (96, priced.cost));
    assert_eq!(estimate.unpriced, 1);
}

/// Compares the estimated requests with those of a simulated dialogue, in which a solver without
/// errors replies.
#[test]
fn estimated_requests_equal_those_of_a_dialogue() {
    let conditions = [
        Condition::Trace,
        Condition::AnswerOnly,
        Condition::Free,
        Condition::Structured,
        Condition::Isolated,
        Condition::Symbolic,
        Condition::Transcribe,
        Condition::Stepwise,
        Condition::Checkpoints(5),
        Condition::Checkpoints(1),
        Condition::Verified(1),
        Condition::Verified(4),
        Condition::Calculator,
        Condition::CalculatorText,
        Condition::Explain,
        Condition::Review,
        Condition::Primed { steps: 2, errors: 0 },
    ];
    let plan = Plan { conditions: conditions.to_vec(), ..plan(Settings::default()) };
    for cell in Estimate::of(&plan).unwrap().cells {
        let spec = plan.cell_spec(cell.steps, cell.look_back);
        let item = Generator::new(spec).unwrap().item(plan.seed, 0).unwrap();
        let form = Form::Trace;
        let solver = Solver::once(SolverKind::Followed);
        let mut solver = DialogueSolver::new(&item, cell.condition, solver, form, 0).unwrap();
        let mut dialogue = Dialogue::new(&item, cell.condition);
        let mut known = Dialogue::new(&item, cell.condition);
        let mut requests = 0;
        while let Some(request) = dialogue.request() {
            assert_eq!(Some(&request), known.request().as_ref(), "{}", cell.condition);
            let reply = solver.reply(&request.turns).unwrap();
            dialogue.on_answer(&reply);
            known.on_correct_answer(&reply);
            requests += 1;
        }
        assert!(known.is_over());
        assert_eq!(cell.requests, requests, "{} {}", cell.condition, cell.steps);
    }
}

#[test]
fn a_large_plan_is_estimated_from_some_of_its_lengths() {
    let large = |steps: Vec<u16>| Plan {
        conditions: vec![
            Condition::Trace,
            Condition::Stepwise,
            Condition::Verified(5),
            Condition::Calculator,
            Condition::Review,
        ],
        look_backs: vec![3, 5],
        steps,
        ..plan(Settings::default())
    };
    let all: Vec<u16> = (1..=100).map(|nth| nth * 5).collect();
    let estimate = Estimate::of(&large(all.clone())).unwrap();
    assert_eq!(estimate.cells.len(), 2 * 5 * all.len());
    let exact = [5, 95, 255, 370, 500].map(|steps| Estimate::of(&large(vec![steps])).unwrap());
    assert!(bracketed(&estimate, &exact) > 0);
}

#[test]
fn many_look_backs_are_estimated_from_some_of_them() {
    let plan = |look_backs: Vec<u8>| Plan {
        conditions: vec![Condition::Trace, Condition::Verified(5), Condition::Calculator],
        look_backs,
        steps: vec![400, 500],
        ..plan(Settings::default())
    };
    let estimate = Estimate::of(&plan((2..=50).collect())).unwrap();
    let exact = [2, 17, 31, 50].map(|look_back| Estimate::of(&plan(vec![look_back])).unwrap());
    assert!(bracketed(&estimate, &exact) > 0);
}

#[test]
fn an_item_with_too_long_numbers_is_estimated_from_a_shorter_one() {
    let address = "#/sweep?v=2&condition=trace,unchained,copy,symbolic,stepwise,verified.5,calculator,transcribe,review&lookback=1..2/1\
         &steps=480,500&numbers=paper&ops=mul&inputs=100..700&nested=1&model=openai:m";
    let (plan, problems) = Plan::read(address);
    assert_eq!(problems, []);
    let estimate = Estimate::of(&plan).unwrap();
    // A plan with one condition and one look-back is small enough to be measured exactly.
    let parts: Vec<Estimate> = (plan.conditions.iter())
        .flat_map(|&condition| plan.look_backs.iter().map(move |&look_back| (condition, look_back)))
        .map(|(condition, look_back)| {
            let part =
                Plan { conditions: vec![condition], look_backs: vec![look_back], ..plan.clone() };
            Estimate::of(&part).unwrap()
        })
        .collect();
    assert!(bracketed(&estimate, &parts) > 0);
}

/// Checks that the estimate contains all exact counts of tokens, and returns how many of its ranges
/// are wider.
fn bracketed(estimate: &Estimate, exact: &[Estimate]) -> usize {
    let mut bracketed = 0;
    for exact in exact.iter().flat_map(|exact| &exact.cells) {
        let key = |cell: &Cell| (cell.condition, cell.look_back, cell.steps);
        let cell = estimate.cells.iter().find(|cell| key(cell) == key(exact)).unwrap();
        assert_eq!(cell.requests, exact.requests);
        for (wide, exact) in [(cell.input, exact.input), (cell.output, exact.output)] {
            assert!(wide.low <= exact.low && exact.high <= wide.high, "{wide:?} {exact:?}");
            bracketed += usize::from(wide != exact);
        }
    }
    bracketed
}

#[test]
fn reasoning_tokens_are_unknown_without_a_limit() {
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
