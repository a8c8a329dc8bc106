//! Tests of traces of procedures whose lines are in random order.

use stepfall_grade::{Mode, Verdict, grade};
use stepfall_procedure::{
    Arithmetic, Condition, Generator, Item, LineOrder, NameStyle, Seed, Spec, Wording,
};

fn item(lines: LineOrder, wording: Wording) -> Item {
    let numbers = Arithmetic::Modular { modulus: 97 };
    let names = NameStyle::Scattered;
    let spec = Spec { steps: 12, dead: 30, names, lines, wording, ..Spec::new(numbers) };
    Generator::new(spec).unwrap().item(Seed::wrapping(3), 0).unwrap()
}

/// Returns the first step whose value the next step uses. If `are_bound` is false, returns the
/// first step whose value the next step does not use.
fn neighbours(item: &Item, are_bound: bool) -> u16 {
    let used = |number: &u16| {
        let next = item.procedure.steps[usize::from(*number) - 2];
        next.references().any(|reference| reference == *number)
    };
    (3..item.procedure.last()).find(|number| used(number) == are_bound).unwrap()
}

/// Returns a correct trace in which the lines of this step and of the next one are exchanged.
fn exchanged(item: &Item, first: u16) -> String {
    let numbers = 3..=item.procedure.last();
    let mut lines: Vec<String> =
        numbers.map(|number| item.trace_line(number, &item.values)).collect();
    let at = usize::from(first) - 3;
    lines.swap(at, at + 1);
    lines.push(format!("Answer: {}", item.answer_text()));
    lines.join("\n")
}

#[track_caller]
fn is_followed(verdict: &Verdict, has_lost_place: bool) {
    assert_eq!(verdict.primary, Mode::Followed);
    assert!(verdict.visible.roots.is_empty() && !verdict.visible.other_order);
    assert_eq!(verdict.modes.contains(&Mode::LostPlace), has_lost_place, "{:?}", verdict.modes);
}

#[test]
fn shuffled_procedure_accepts_any_order_that_respects_dependencies() {
    for wording in Wording::ALL {
        let [ordered, shuffled] = LineOrder::ALL.map(|lines| item(lines, wording));
        assert_eq!(ordered.values, shuffled.values);
        let free = exchanged(&ordered, neighbours(&ordered, false));
        is_followed(&grade(&ordered, Condition::Trace, &free), true);
        is_followed(&grade(&ordered, Condition::Shuffled, &free), false);
        for condition in [Condition::Trace, Condition::Shuffled, Condition::Filler(5)] {
            is_followed(&grade(&shuffled, condition, &free), false);
        }
    }
}

#[test]
fn value_used_before_it_is_computed_is_lost_place() {
    for wording in Wording::ALL {
        let [ordered, shuffled] = LineOrder::ALL.map(|lines| item(lines, wording));
        let early = exchanged(&ordered, neighbours(&ordered, true));
        is_followed(&grade(&ordered, Condition::Shuffled, &early), true);
        is_followed(&grade(&shuffled, Condition::Trace, &early), true);
    }
}

#[test]
fn repeated_prompt_lines_do_not_count_as_work() {
    for wording in Wording::ALL {
        let shuffled = item(LineOrder::Shuffled, wording);
        let work = exchanged(&shuffled, neighbours(&shuffled, false));
        let alone = grade(&shuffled, Condition::Trace, &work);
        let listing = shuffled.text_under(Condition::Trace);
        for before in [shuffled.prompt(Condition::Trace), listing] {
            let verdict = grade(&shuffled, Condition::Trace, &format!("{before}\n\n{work}"));
            assert_eq!(verdict.modes, alone.modes, "{before}");
            let statuses = |verdict: &Verdict| {
                verdict.visible.steps.iter().map(|step| step.status).collect::<Vec<_>>()
            };
            assert_eq!(statuses(&verdict), statuses(&alone), "{before}");
        }
    }
}
