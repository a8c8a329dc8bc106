//! Tests conditions that change the steps: printed numbers as operands, look-ups, one rule that
//! changes some steps, and signs that mean other operations.

use stepfall_grade::{
    Cause, ClaimedOperand, Grader, LookUp, Mode, Status, StopReason, Verdict, headline,
};
use stepfall_number::{Budget, Number};
use stepfall_procedure::{
    Arithmetic, Condition, Generator, Item, Op, Operand, RequestedSteps, Seed, Spec, Wording,
};

fn item(steps: u16, seed: u64, wording: Wording) -> Item {
    let generator = Generator::new(Spec { steps, wording, ..Spec::default() }).unwrap();
    generator.item(Seed::wrapping(seed), 0).unwrap()
}

fn graded(item: &Item, condition: Condition, lines: &[String]) -> Verdict {
    Grader::new(item, condition).grade(&lines.join("\n"), StopReason::Unknown)
}

fn causes(verdict: &Verdict) -> Vec<(Option<u16>, Vec<Cause>)> {
    verdict.visible.roots.iter().map(|root| (root.number, root.causes.clone())).collect()
}

/// Returns the text of an operand: a negative number is in brackets.
fn as_operand(value: &Number) -> String {
    let text = value.to_string();
    if value.is_negative() { format!("({text})") } else { text }
}

/// The choice of signs in a trace under a condition that changes the meaning of signs.
#[derive(Clone, Copy, PartialEq)]
enum Signs {
    /// The printed sign between names, and the sign of the meant operation between values.
    Both,
    /// The printed sign everywhere.
    Printed,
    /// The sign of the meant operation everywhere.
    Meant,
}

/// Returns the lines of a trace under a condition that changes signs. `other` replaces the
/// operation of one step. Later values follow from the result.
fn trace(item: &Item, condition: Condition, signs: Signs, other: Option<(u16, Op)>) -> Vec<String> {
    let requested = item.requested_steps(condition);
    let mut own = item.procedure.inputs.clone();
    let mut lines = Vec::new();
    for (number, step) in (3..).zip(&item.procedure.steps) {
        let [left, right] = item.operand_values(&requested, number, &own).unwrap();
        let printed = item.printed_op(&requested, number).unwrap();
        let meant = requested.meaning(printed, &left, &right);
        let op = other.filter(|(at, _)| *at == number).map_or(meant, |(_, op)| op);
        let value = Arithmetic::Integer.apply(op, &left, &right, Budget::default()).unwrap();
        let by_name = if signs == Signs::Meant { meant } else { printed };
        let by_value = if signs == Signs::Printed { printed } else { op };
        let [a, b] = [step.left, step.right].map(|operand| item.operand_text(operand));
        let (name, left, right) = (item.name(number), as_operand(&left), as_operand(&right));
        lines.push(format!("{name} = {a} {by_name} {b} = {left} {by_value} {right} = {value}"));
        own.push(value);
    }
    lines.push(format!("Answer: {}", own.last().unwrap()));
    lines
}

/// The conditions that change the meaning of signs.
const CHANGED: [Condition; 2] = [Condition::Exception, Condition::Remapped];

#[test]
fn redefined_signs_may_be_written_as_printed_or_as_meant() {
    for wording in Wording::ALL {
        for seed in 0..20 {
            let item = item(12, seed, wording);
            for condition in CHANGED {
                for signs in [Signs::Both, Signs::Printed, Signs::Meant] {
                    let lines = trace(&item, condition, signs, None);
                    let verdict = graded(&item, condition, &lines);
                    assert_eq!(verdict.primary, Mode::Followed, "{condition} {lines:#?}");
                    assert_eq!(verdict.modes, [Mode::Followed], "{condition} {lines:#?}");
                }
            }
        }
    }
}

#[test]
fn redefined_sign_used_in_its_usual_meaning_is_a_lost_operation() {
    let mut found = [0, 0];
    for seed in 0..40 {
        let item = item(8, seed, Wording::Assignments);
        for (at, condition) in CHANGED.into_iter().enumerate() {
            let requested = item.requested_steps(condition);
            let is_sum = |op: Option<Op>| matches!(op, Some(Op::Add | Op::Sub));
            let changed = (3..=item.procedure.last()).find(|number| {
                let printed = item.printed_op(&requested, *number);
                printed != Some(item.procedure.steps[usize::from(*number) - 3].op)
                    && is_sum(printed)
            });
            let Some((number, op)) =
                changed.and_then(|n| Some((n, item.printed_op(&requested, n)?)))
            else {
                continue;
            };
            let lines = trace(&item, condition, Signs::Both, Some((number, op)));
            let uneven = lines.iter().any(|line| line.contains('/') && line.ends_with(['/', '.']))
                || lines.iter().any(|line| line.rsplit(' ').next().unwrap().contains('/'));
            if uneven {
                continue;
            }
            found[at] += 1;
            let verdict = graded(&item, condition, &lines);
            let expected = (Some(number), vec![Cause::Operation(op)]);
            assert_eq!(causes(&verdict), [expected], "{condition} {lines:#?}");
            assert_eq!(verdict.primary, Mode::LostOperation);
        }
    }
    assert!(found.iter().all(|count| *count >= 5), "{found:?}");
}

#[test]
fn exception_applies_to_the_operands_of_the_transcript() {
    let mut crossed = 0;
    for seed in 0..200 {
        let item = item(6, seed, Wording::Assignments);
        let requested = item.requested_steps(Condition::Exception);
        let RequestedSteps::Exception(rule) = &requested else { continue };
        // The first step is off by so much that later operands may cross the bound of the rule.
        for off in [-1_000i64, 1_000] {
            let mut own = item.procedure.inputs.clone();
            let mut lines = Vec::new();
            let mut changes = false;
            for (number, step) in (3..).zip(&item.procedure.steps) {
                let [left, right] = item.operand_values(&requested, number, &own).unwrap();
                let printed = item.printed_op(&requested, number).unwrap();
                let meant = requested.meaning(printed, &left, &right);
                changes |= meant != step.op;
                let value = Arithmetic::Integer.apply(meant, &left, &right, Budget::default());
                let mut value = value.unwrap();
                if number == 3 {
                    value = value.add(&Number::integer(off), Budget::default()).unwrap();
                }
                lines.push(format!("{} = {value}", item.name(number)));
                own.push(value);
            }
            if !changes || own.iter().any(|value| !value.is_integer()) {
                continue;
            }
            crossed += 1;
            lines.push(format!("Answer: {}", own.last().unwrap()));
            let verdict = graded(&item, Condition::Exception, &lines);
            let numbers: Vec<_> = verdict.visible.roots.iter().map(|root| root.number).collect();
            assert_eq!(numbers, [Some(3)], "{} {lines:#?}", rule.bound());
        }
    }
    assert!(crossed >= 10, "{crossed}");
}

/// Returns the values of a chain of look-ups, `S2` first. `other` replaces the value of one step.
/// Later values follow from the new value.
fn chain(item: &Item, other: Option<(u16, &Number)>) -> Vec<Number> {
    let RequestedSteps::LookUps(look_ups) = item.requested_steps(Condition::Copy) else { panic!() };
    let mut own = vec![look_ups.start()];
    for number in 3..=item.procedure.last() {
        let table = look_ups.table(usize::from(number) - 3).unwrap();
        let followed = look_ups.look_up(table, own.last().unwrap());
        let other = other.filter(|(at, _)| *at == number);
        own.push(other.map_or_else(|| followed.unwrap(), |(_, value)| value.clone()));
    }
    own
}

/// A function that writes one look-up. The parameters are the number of the step, the previous
/// value, and the value of the step.
type Line<'a> = Box<dyn Fn(u16, &Number, &Number) -> String + 'a>;

fn written(
    item: &Item,
    own: &[Number],
    line: impl Fn(u16, &Number, &Number) -> String,
) -> Vec<String> {
    let pairs = own.windows(2).zip(3..);
    let mut lines: Vec<String> =
        pairs.map(|(pair, number)| line(number, &pair[0], &pair[1])).collect();
    lines.push(format!("Answer: {}", own.last().unwrap()));
    assert_eq!(lines.len(), item.procedure.steps.len() + 1);
    lines
}

#[test]
fn look_ups_are_read_in_every_notation() {
    for seed in 0..10 {
        let item = item(10, seed, Wording::Assignments);
        let RequestedSteps::LookUps(look_ups) = item.requested_steps(Condition::Copy) else {
            panic!()
        };
        let own = chain(&item, None);
        let table = |number: u16| look_ups.table_name(usize::from(number) - 3).to_owned();
        let name = |number: u16| item.name(number);
        let before = |number: u16| item.name(number - 1);
        let forms: [Line<'_>; 11] = [
            Box::new(|n, _, to| format!("{} = {to}", name(n))),
            Box::new(|n, _, to| format!("{} = {}({}) = {to}", name(n), table(n), before(n))),
            Box::new(|n, from, to| {
                format!("{} = {}({}) = {}({from}) = {to}", name(n), table(n), before(n), table(n))
            }),
            Box::new(|n, from, to| format!("{} = {}[{from}] = {to}", name(n), table(n))),
            Box::new(|n, from, to| format!("{}: {}: {from} -> {to}", name(n), table(n))),
            Box::new(|n, from, to| format!("{} = {}({from}) → {to}", name(n), table(n))),
            Box::new(|n, from, to| {
                format!("- **{}** = {}({}={from}) = **{to}**", name(n), table(n), before(n))
            }),
            Box::new(|n, from, to| format!("| {} | {} | {from} | {to} |", name(n), table(n))),
            Box::new(|n, from, to| {
                format!(
                    "{}: look up {} = {from} in table {} gives {to}.",
                    name(n),
                    before(n),
                    table(n)
                )
            }),
            Box::new(|n, from, to| {
                format!("Table {} gives {to} for {from}, so {} = {to}.", table(n), name(n))
            }),
            Box::new(|n, _, to| format!("{} = {}[{}]  # {to}", name(n), table(n), before(n))),
        ];
        for (form, line) in forms.iter().enumerate() {
            let lines = written(&item, &own, line);
            let verdict = graded(&item, Condition::Copy, &lines);
            assert_eq!(verdict.modes, [Mode::Followed], "form {form} {lines:#?}");
        }
    }
}

#[test]
fn look_up_errors_name_the_incorrect_table_or_operand() {
    let item = item(10, 5, Wording::Assignments);
    let RequestedSteps::LookUps(look_ups) = item.requested_steps(Condition::Copy) else { panic!() };
    let truth = chain(&item, None);
    let named = look_ups.table(3).unwrap();
    let other = (0..4).find(|table| *table != named).unwrap();
    // The values of S2 and S5. The correct step S6 looks up S5.
    let [second, fifth] = [&truth[0], &truth[3]];
    let letter = |table: usize| look_ups.names()[table].as_str();
    let cause = |value: &Number, sixth: &str| {
        let own = chain(&item, Some((6, value)));
        let lines = written(&item, &own, |number, _, to| match number {
            6 => sixth.replace('?', &to.to_string()),
            _ => format!("{} = {to}", item.name(number)),
        });
        let verdict = graded(&item, Condition::Copy, &lines);
        assert_eq!(verdict.visible.roots.len(), 1, "{lines:#?}");
        assert_eq!(verdict.visible.roots[0].repaired, Some(true), "{lines:#?}");
        assert_eq!(verdict.visible.steps[4].status, Status::Inherited);
        (verdict.visible.roots[0].causes[0], headline(&item, Condition::Copy, &verdict))
    };
    let of_other = look_ups.look_up(other, fifth).unwrap();
    let sentence = format!(
        "Correct for 3 of 10 steps. At S6 it probably looked up in table {} instead of {}; later steps inherit the error.",
        letter(other),
        letter(named)
    );
    let table = Cause::Table(u8::try_from(other).unwrap());
    let (found, message) = cause(&of_other, "S6 = ?");
    assert_eq!(found, table);
    assert_eq!(message.replace(" probably", ""), sentence.replace(" probably", ""));
    let shown = format!("S6 = {}(S5) = ?", letter(other));
    assert_eq!(cause(&of_other, &shown).0, table);
    let of_second = look_ups.look_up(named, second).unwrap();
    let operand = Cause::Operand { took: Some(2), instead_of: Some(Operand::Value(5)) };
    let shown = format!("S6 = {}(S2) = {}({second}) = ?", letter(named), letter(named));
    let (found, message) = cause(&of_second, &shown);
    assert_eq!(found, operand);
    assert!(message.contains("At S6 it looked S2 up instead of S5"), "{message}");
}

#[test]
fn claims_record_the_table_and_argument_of_a_look_up() {
    let item = item(4, 5, Wording::Assignments);
    let text = "S3 = K(S2) = 10\nS4 = L[33] -> 11\nS5 = 12";
    let verdict = Grader::new(&item, Condition::Copy).grade(text, StopReason::Unknown);
    let look_ups: Vec<Option<LookUp>> = verdict
        .visible
        .claimed_steps()
        .map(|step| step.claim.as_ref().unwrap().look_up.clone())
        .collect();
    assert_eq!(
        look_ups,
        [
            Some(LookUp { table: 0, of: ClaimedOperand::Name(2) }),
            Some(LookUp { table: 1, of: ClaimedOperand::Value(Number::integer(33)) }),
            None
        ]
    );
}

/// Returns the lines of a correct trace under `Unchained`, whose operands are printed numbers.
fn unchained(item: &Item) -> Vec<String> {
    let requested = item.requested_steps(Condition::Unchained);
    let values = item.values_under(Condition::Unchained);
    let line = |number: u16| {
        let [left, right] = item.operand_values(&requested, number, &values).unwrap();
        let op = item.procedure.steps[usize::from(number) - 3].op;
        let value = &values[usize::from(number) - 1];
        format!(
            "{} = {} {op} {} = {value}",
            item.name(number),
            as_operand(&left),
            as_operand(&right)
        )
    };
    let mut lines: Vec<String> = (3..=item.procedure.last()).map(line).collect();
    lines.push(format!("Answer: {}", item.expected_text(Condition::Unchained)));
    lines
}

#[test]
fn unchained_steps_are_graded_independently() {
    for seed in 0..10 {
        let item = item(8, seed, Wording::Assignments);
        let lines = unchained(&item);
        let verdict = graded(&item, Condition::Unchained, &lines);
        assert_eq!(verdict.modes, [Mode::Followed], "{lines:#?}");

        // One step is off by one. All other steps are correct, including the last.
        let mut incorrect = lines.clone();
        let (before, value) = lines[3].rsplit_once(' ').unwrap();
        let off = value.parse::<i64>().unwrap() + 1;
        incorrect[3] = format!("{before} {off}");
        let verdict = graded(&item, Condition::Unchained, &incorrect);
        assert_eq!(verdict.primary, Mode::Slipped, "{incorrect:#?}");
        assert!(!verdict.visible.is_correct());
        let others = verdict.visible.steps.iter().filter(|step| step.number != 6);
        assert!(others.into_iter().all(|step| step.status == Status::Correct));

        // One step is missing.
        let mut short = lines.clone();
        short.remove(3);
        let verdict = graded(&item, Condition::Unchained, &short);
        assert_eq!(verdict.modes, [Mode::LostPlace], "{short:#?}");
        assert_eq!(
            headline(&item, Condition::Unchained, &verdict),
            "Correct for 7 of 8 steps. It left S6 out."
        );

        // The answer alone does not show the other steps.
        let verdict = graded(&item, Condition::Unchained, &lines[8..]);
        assert_eq!(verdict.primary, Mode::WrongWorkNotShown);
        assert!(
            headline(&item, Condition::Unchained, &verdict)
                .starts_with("The value of S10 is correct.")
        );

        // Without names, the operands identify the step.
        let bare: Vec<String> =
            lines[..8].iter().map(|line| line.split_once(" = ").unwrap().1.to_owned()).collect();
        let verdict = graded(&item, Condition::Unchained, &bare);
        assert!(
            verdict.visible.steps.iter().all(|step| step.status == Status::Correct),
            "{bare:#?}"
        );
    }
}
