//! The table of attempts for R and Python, against items that are generated and computed here.

use stepfall_figure::{GradedRun, Table, attempt_table, csv};
use stepfall_procedure::{Arithmetic, Condition, Generator, Seed, Spec};
use stepfall_solver::SolverKind;
use stepfall_sweep::{Attempt, Plan, Target};

/// Returns an attempt at a task with an outcome, as from a line of a file.
fn attempt(plan: &Plan, number: u32, outcome: &str) -> Attempt {
    let task = plan.task(number).unwrap();
    let line = format!(
        "{{\"number\":{number},\"target\":\"{}\",\"condition\":\"{}\",\"steps\":{},\"look_back\":{},\"seed\":{},\"item\":{},\"sample\":{},\
         \"simulated\":true,\"started\":0,\"took\":0,{outcome}}}",
        plan.targets[0].label(),
        task.condition.slug(),
        task.steps,
        task.look_back,
        plan.seed.number(),
        task.item,
        task.sample
    );
    Attempt::read(&line, plan).unwrap()
}

fn plan(base: Spec) -> Plan {
    Plan {
        targets: vec![Target::simulated(SolverKind::Followed, 0)],
        conditions: vec![Condition::AnswerOnly],
        steps: vec![5, 25],
        items: 2,
        samples: 2,
        seed: Seed::wrapping(11),
        base,
        ..Plan::default()
    }
}

/// Returns the table of a run. Its first attempt is correct, the second is first correct and then
/// incorrect, and the third failed. All others are correct.
fn table(plan: &Plan) -> Table {
    let mut graded = GradedRun::new(plan.clone());
    for number in 0..plan.task_count() {
        let answer = graded.item(&plan.task(number).unwrap()).unwrap().answer_text();
        let outcome = match number {
            0 => format!(
                "\"text\":\"Answer: {answer}\",\"usage\":{{\"input\":812,\"output\":9}},\"cost\":1234567"
            ),
            1 => format!("\"text\":\"Answer: {answer}\\nAnswer: 123456789\""),
            2 => "\"error\":{\"at\":0,\"error\":\"network\"}".to_owned(),
            _ => format!("\"text\":\"Answer: {answer}\""),
        };
        graded.add(&attempt(plan, number, &outcome));
    }
    attempt_table(&graded)
}

fn column<'a>(table: &'a Table, name: &str) -> Vec<&'a str> {
    let at = table.columns.iter().position(|column| column == name).unwrap();
    table.rows.iter().map(|row| row[at].as_str()).collect()
}

#[test]
fn a_row_describes_the_task_and_its_outcome() {
    let plan = plan(Spec::default());
    let table = table(&plan);
    assert_eq!(table.rows.len(), 8);
    assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
    for (number, steps) in (0..).zip(column(&table, "steps")) {
        assert_eq!(steps, plan.task(number).unwrap().steps.to_string());
    }
    assert_eq!(column(&table, "simulated"), ["1"; 8]);
    assert_eq!(column(&table, "condition"), ["answer-only"; 8]);
    for (name, expected) in [
        ("right_first", ["1", "1", "NA", "1"]),
        ("right_last", ["1", "0", "NA", "1"]),
        ("solved", ["1", "1", "NA", "1"]),
        ("failure_mode", ["followed", "talked-out", "NA", "followed"]),
        ("tokens_in", ["812", "NA", "NA", "NA"]),
        ("tokens_out", ["9", "NA", "NA", "NA"]),
        ("cost", ["1.234567", "NA", "NA", "NA"]),
    ] {
        assert_eq!(column(&table, name)[..4], expected, "{name}");
    }
    assert_eq!(column(&table, "digits")[2], "NA");
}

#[test]
fn difficulty_is_the_mean_over_the_steps_of_the_item() {
    let plan = plan(Spec::default());
    let table = table(&plan);
    let all = ["digits", "carries", "negatives", "distance"].map(|name| column(&table, name));
    for number in (0..plan.task_count()).filter(|number| *number != 2) {
        let task = plan.task(number).unwrap();
        let spec = Spec { steps: task.steps, ..Spec::default() };
        let item = Generator::new(spec).unwrap().item(plan.seed, task.item).unwrap();
        let difficulty = item.difficulty();
        let carries = difficulty.carries.unwrap() + difficulty.borrows.unwrap();
        let sums = [difficulty.digits, carries, difficulty.negatives, difficulty.distance];
        for (cells, sum) in all.iter().zip(sums) {
            let written: f64 = cells[number as usize].parse().unwrap();
            let mean = f64::from(sum) / f64::from(task.steps);
            assert!((written - mean).abs() <= 5e-7, "{number}: {written} {mean}");
        }
    }
}

#[test]
fn item_ids_are_unique() {
    let distinct = |plan: &Plan| {
        let table = table(plan);
        let mut ids: Vec<String> =
            column(&table, "item_id").into_iter().map(str::to_owned).collect();
        ids.sort();
        ids.dedup();
        ids
    };
    // Two lengths of two items with two samples each.
    assert_eq!(
        distinct(&plan(Spec::default())),
        ["r11n25k5i0", "r11n25k5i1", "r11n5k5i0", "r11n5k5i1"]
    );
    assert_eq!(distinct(&plan(Spec { nested: true, ..Spec::default() })), ["r11k5i0", "r11k5i1"]);
}

#[test]
fn missing_carries_are_na() {
    let table = table(&plan(Spec { arithmetic: Arithmetic::Rational, ..Spec::default() }));
    assert_eq!(column(&table, "carries"), ["NA"; 8]);
    assert_ne!(column(&table, "digits")[0], "NA");
}

/// R's names for columns are letters, digits, `.` and `_`; formulas of both languages accept them
/// without quotation marks.
#[test]
fn the_table_loads_in_statistics_software() {
    let table = table(&plan(Spec::default()));
    let is_name =
        |name: &String| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    assert!(table.columns.iter().all(is_name), "{:?}", table.columns);
    let file = csv(&table);
    assert!(file.starts_with(
        "target,simulated,condition,steps,look_back,seed,item,item_id,sample,right_first,"
    ));
    assert!(!file.contains(['"', '\'', '–', '\u{feff}']), "{file}");
    assert_eq!(file.lines().count(), 9);
}

/// The table has the numbers that no figure shows: error categories, executed steps, own values,
/// tokens, samples and the counts of single conditions.
#[test]
fn the_table_has_columns_that_no_figure_shows() {
    use Condition::{Calculator, Isolated, Review, Trace, Verified};
    let plan = Plan {
        targets: vec![Target::simulated(SolverKind::Mixed, 400)],
        conditions: vec![Trace, Isolated, Verified(5), Calculator, Review],
        steps: vec![10],
        items: 6,
        samples: 2,
        ..plan(Spec::default())
    };
    let mut graded = GradedRun::new(plan.clone());
    for number in 0..plan.task_count() {
        let task = plan.task(number).unwrap();
        let item = graded.item(&task).unwrap();
        let mut attempt = attempt(&plan, number, "\"text\":\"\"");
        attempt.text = plan.simulate(&task, &item);
        graded.add(&attempt);
    }
    let table = attempt_table(&graded);
    let rows: Vec<_> = graded.rows().values().collect();
    assert_eq!((table.rows.len(), rows.len()), (60, 60));
    let text = |cell: Option<String>| cell.unwrap_or_else(|| "NA".to_owned());
    for (name, expected) in [
        (
            "loss",
            rows.iter()
                .map(|row| {
                    text(row.error_category.map(|error_category| error_category.slug().to_owned()))
                })
                .collect(),
        ),
        (
            "steps_executed",
            rows.iter().map(|row| text(row.executed.map(|it| it.slug().to_owned()))).collect(),
        ),
        ("steps_shown", rows.iter().map(|row| row.claimed.to_string()).collect()),
        (
            "steps_right_from_own",
            rows.iter().map(|row| row.correct_given_own.to_string()).collect(),
        ),
        ("tokens_written", rows.iter().map(|row| row.written.to_string()).collect()),
        ("sample", rows.iter().map(|row| row.task.sample.to_string()).collect::<Vec<_>>()),
    ] {
        assert_eq!(column(&table, name), expected, "{name}");
    }
    assert!(column(&table, "loss").iter().any(|error_category| *error_category != "NA"));
    let conditions = column(&table, "condition");
    for (name, slug) in [
        ("alone_asked", "isolated"),
        ("turns", "verified.5"),
        ("retries_that_fix", "verified.5"),
        ("calls", "calculator"),
        ("review_right_after", "review"),
    ] {
        for (cell, condition) in column(&table, name).iter().zip(&conditions) {
            assert_eq!(*cell != "NA", *condition == slug, "{name} under {condition}: {cell}");
        }
    }
    assert_eq!(column(&table, "run"), ["complete"; 60]);
}
