//! What is said of the specimen.

use stepfall_link::{Change, Checkpoint, LabLink, Setting};
use stepfall_protocol::lab::LabFault;
use stepfall_text::{LAB_LOADING, LAB_LONG, LAB_NO_SIMD, LAB_SHORT, SPECIMEN_TAG};

use crate::state::SpecimenProgress;
use crate::state::lab::{Column, LabRun, RealDifference};

/// A checkpoint.
pub(crate) const fn checkpoint(model: Checkpoint) -> &'static str {
    match model {
        Checkpoint::Short => LAB_SHORT,
        Checkpoint::Long => LAB_LONG,
    }
}

/// Who wrote an answer, where the specimen did.
pub(crate) fn specimen(model: Option<Checkpoint>) -> String {
    match model {
        Some(model) => format!("{SPECIMEN_TAG}, {}", checkpoint(model)),
        None => SPECIMEN_TAG.to_owned(),
    }
}

/// How far an answer of the specimen is, or why none comes; empty where none is asked for.
pub(crate) fn specimen_progress(progress: &SpecimenProgress) -> String {
    match progress {
        SpecimenProgress::Idle => String::new(),
        SpecimenProgress::Waiting => LAB_LOADING.to_owned(),
        SpecimenProgress::Loading(got, of) => lab_fetching((*got, *of)) + ".",
        SpecimenProgress::Failed(why) => lab_trouble(why),
    }
}

/// A change of the flow.
pub(crate) const fn change(change: Change) -> &'static str {
    match change {
        Change::Bridge => "Odds-Equal Bridge",
        Change::Momentum => "Step Momentum",
        Change::Previous => "bridge to the previous line",
        Change::Operands => "bridge to what the step needs (told which)",
    }
}

/// What a change of the flow does, in a sentence.
pub(crate) const fn change_hint(change: Change) -> &'static str {
    match change {
        Change::Bridge => {
            "Gives the prompt at least this share of attention while the trace is written."
        }
        Change::Momentum => "Adds this much of the step before when the next one begins.",
        Change::Previous => "Gives the line before at least this share. Our own.",
        Change::Operands => {
            "Gives the lines that the step needs at least this share. Our own; it is told which they are, so it is no method, but how far one could come."
        }
    }
}

/// One way in which the specimen is run.
pub(crate) fn lab_way(link: &LabLink) -> String {
    let mut name = checkpoint(link.model).to_owned();
    for setting in &link.flow {
        name.push_str(&format!(", {}", setting_said(*setting)));
    }
    name
}

/// The heading of one of two transcripts: what makes it differ from the other.
pub(crate) fn side(link: &LabLink, is_other: bool) -> String {
    match (is_other, link.against, link.flow.is_empty()) {
        (false, None, _) => "As trained".to_owned(),
        (false, Some(_), _) => capital(checkpoint(link.model)),
        (true, Some(model), true) => capital(checkpoint(model)),
        (true, None, _) => "With StepFlow".to_owned(),
        (true, Some(model), false) => format!("{}, with StepFlow", capital(checkpoint(model))),
    }
}

fn setting_said(setting: Setting) -> String {
    let Setting { first, last, .. } = setting;
    let layers =
        if first == last { format!("layer {first}") } else { format!("layers {first}–{last}") };
    format!("{} {}, {layers}", change(setting.change), setting.strength_text())
}

/// What the specimen is, and what it is at.
pub(crate) fn lab_over(link: &LabLink, parameters: u32) -> String {
    let size = if parameters == 0 {
        String::new()
    } else {
        format!(
            " of {}.{:02} M parameters",
            parameters / 1_000_000,
            parameters % 1_000_000 / 10_000
        )
    };
    format!(
        "a transformer{size}, trained on procedures, running in this page · {}, seed {}",
        steps(usize::from(link.steps)),
        link.seed.number()
    )
}

fn steps(count: usize) -> String {
    if count == 1 { "1 step".to_owned() } else { format!("{count} steps") }
}

/// What the fault of a line is, as what it does: `takes S9 instead of S8`.
pub(crate) fn fault_said(run: &LabRun, line: usize) -> String {
    if run.is_missing(line) {
        return "ends the trace instead".to_owned();
    }
    let Some(of) = run.lines.get(line) else { return String::new() };
    let written = of.wrong.and_then(|at| of.tokens.get(usize::from(at)));
    let written = written.map_or("nothing", |token| token.text.as_str());
    let wanted = run.wanted(line).unwrap_or_else(|| "another".to_owned());
    match of.fault {
        None => String::new(),
        Some(LabFault::Line) if line >= run.item.steps.len() => {
            "goes on after the last step".to_owned()
        }
        Some(LabFault::Line) => format!("writes {written} where {wanted} is due"),
        Some(LabFault::Name) => format!("takes {written} instead of {wanted}"),
        Some(LabFault::Operation) => format!("uses {} instead of {}", sign(written), sign(&wanted)),
        Some(LabFault::Fetch) => format!("reads {written} where the value is {wanted}"),
        Some(LabFault::Result) => format!("gets {written} where the result is {wanted}"),
        Some(LabFault::Form) => format!("breaks the form: {written} instead of {wanted}"),
    }
}

/// A step of the procedure, and what its value is: `S17 = S16 + S12, which is 24`.
pub(crate) fn step_said(run: &LabRun, step: u16) -> String {
    let at = usize::from(step.saturating_sub(3));
    let (Some(of), Some(value)) = (run.item.steps.get(at), run.item.values.get(at + 2)) else {
        return format!("S{step}");
    };
    let [left, right] = of.operands;
    let operation = of.operation.to_string();
    format!("S{step} = S{left} {} S{right}, which is {value}", sign(&operation))
}

/// The fault of a line in few words, beside its row.
pub(crate) fn fault_short(run: &LabRun, line: usize) -> String {
    let Some(of) = run.lines.get(line) else { return String::new() };
    let written = of.wrong.and_then(|at| of.tokens.get(usize::from(at)));
    let written = written.map_or("nothing", |token| token.text.as_str());
    match run.wanted(line) {
        Some(wanted) => format!("{}, not {}", sign(written), sign(&wanted)),
        None => sign(written).to_owned(),
    }
}

/// A sign as it is set.
fn sign(text: &str) -> &str {
    match text {
        "-" => "−",
        "*" => "×",
        other => other,
    }
}

/// What came of one or two transcripts, in a sentence.
pub(crate) fn lab_finding(link: &LabLink, left: &LabRun, right: &LabRun) -> String {
    let is_compared = link.against.is_some() || !link.flow.is_empty();
    let is_over = |run: &LabRun| run.outcome.is_some();
    if !is_over(left) || (is_compared && !is_over(right)) {
        return String::new();
    }
    let name = |at: usize| format!("S{}", at + 3);
    let first = left.first_fault().map(|(at, _)| at);
    if !is_compared {
        return match first {
            None => format!(
                "All {} follow the procedure{}.",
                steps(left.item.steps.len()),
                answer_aside(left)
            ),
            Some(0) => format!("At {} it {}.", name(0), fault_said(left, 0)),
            Some(at) => format!(
                "Correct up to {}. At {} it {}{}.",
                name(at - 1),
                name(at),
                fault_said(left, at),
                if left.outcome.as_ref().is_some_and(|outcome| outcome.solved) {
                    ", and the answer is right all the same"
                } else {
                    ""
                }
            ),
        };
    }
    let (one, other) = (side(link, false), side(link, true));
    let second = right.first_fault().map(|(at, _)| at);
    match (first, second) {
        (None, None) => format!("Both follow all {}.", steps(left.item.steps.len())),
        (Some(at), None) => format!(
            "{other}: all {} follow the procedure. {one}: at {} it {}.",
            steps(right.item.steps.len()),
            name(at),
            fault_said(left, at)
        ),
        (None, Some(at)) => format!(
            "{other}: at {} it {}. {one}: all {} follow the procedure.",
            name(at),
            fault_said(right, at),
            steps(left.item.steps.len())
        ),
        (Some(at), Some(same)) if at == same && fault_said(left, at) == fault_said(right, at) => {
            format!("Both break at {}: it {}.", name(at), fault_said(left, at))
        }
        (Some(at), Some(also)) => format!(
            "{one}: at {} it {}. {other}: at {} it {}.",
            name(at),
            fault_said(left, at),
            name(also),
            fault_said(right, also)
        ),
    }
}

/// What is said of the answer where the whole trace is right.
fn answer_aside(run: &LabRun) -> &'static str {
    match &run.outcome {
        Some(outcome) if !outcome.solved => ", but the answer is another value",
        _ => "",
    }
}

/// A column of a map.
pub(crate) fn column(column: Column) -> String {
    match column {
        Column::Frame => "rest of the prompt".to_owned(),
        Column::Prompt(number @ 1..=2) => format!("input S{number}"),
        Column::Prompt(number) => format!("procedure, line of S{number}"),
        Column::Trace(number) => format!("trace, line of S{number}"),
        Column::Summary => "summary".to_owned(),
    }
}

/// How much of what is drawn on falls to what is needed.
pub(crate) fn on_needed((share, chance): (f32, f32)) -> String {
    format!("{} on what steps need; {} by chance", share_said(share), share_said(chance))
}

/// The same of one step.
pub(crate) fn step_on_needed(name: &str, (share, chance): (f32, f32)) -> String {
    format!(
        "{} of what {name} drew on of earlier lines fell to what it needs; {} would by chance.",
        share_said(share),
        share_said(chance)
    )
}

/// A share.
pub(crate) fn share_said(share: f32) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is from 0 to 1"
    )]
    let tenths = (share.clamp(0.0, 1.0) * 1000.0 + 0.5) as u32;
    match tenths {
        1..100 => format!("{}.{}\u{a0}%", tenths / 10, tenths % 10),
        tenths => format!("{}\u{a0}%", (tenths + 5) / 10),
    }
}

/// How much of the weights is there.
pub(crate) fn lab_fetching((got, of): (u32, u32)) -> String {
    let mega = |bytes: u32| format!("{}.{}", bytes / 1_000_000, bytes % 1_000_000 / 100_000);
    if of == 0 {
        format!("Fetching the specimen, {} MB", mega(got))
    } else {
        format!("Fetching the specimen, {} of {} MB", mega(got), mega(of))
    }
}

/// Why the specimen cannot run.
pub(crate) fn lab_failed(why: &str) -> String {
    match why {
        "no SIMD" => LAB_NO_SIMD.to_owned(),
        "" => "The specimen could not be loaded: check the connection and try again.".to_owned(),
        why if why.contains("memory") => {
            format!(
                "This device has too little memory for the specimen at this length ({why}). Try fewer steps."
            )
        }
        why => format!("The specimen broke off ({why})."),
    }
}

/// Which differences of a table are real.
pub(crate) fn lab_real(found: &[RealDifference]) -> String {
    if found.is_empty() {
        return "No clear difference: none of these holds after adjustment for all comparisons."
            .to_owned();
    }
    let one = |real: &RealDifference| {
        format!("{} at {} steps, {} points", real.way, real.steps, real.difference)
    };
    let said = found.iter().map(one).collect::<Vec<_>>().join("; ");
    format!(
        "Real after adjustment for all comparisons: {said}. All others show no clear difference."
    )
}

/// Why something could not be done, as a sentence.
pub(crate) fn lab_trouble(why: &str) -> String {
    let sentence = capital(why);
    if sentence.ends_with('.') { sentence } else { sentence + "." }
}

/// The button that adds items to the curve.
pub(crate) fn lab_more(items: u32, has_some: bool) -> String {
    if has_some {
        format!("{items} more of each length")
    } else {
        format!("Run {items} of each length")
    }
}

/// How far the curve is.
pub(crate) fn lab_progress((done, all): (u32, u32)) -> String {
    format!("{done} of {all} items")
}

/// The step that is looked at, of how many.
pub(crate) fn lab_step_of(step: Option<u16>, steps: u16) -> String {
    match step {
        Some(step) => format!("S{step} of S{}", steps + 2),
        None => "none".to_owned(),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::lab::tests::run;

    #[test]
    fn a_finding_says_what_came_of_it() {
        let address = "#/lab?v=2&steps=6&seed=1";
        let (link, _) = LabLink::read(address);
        let right = run(address);
        assert_eq!(
            lab_finding(&link, &right, &LabRun::default()),
            "All 6 steps follow the procedure."
        );
        let address = "#/lab?v=2&steps=30&seed=1";
        let (link, _) = LabLink::read(address);
        let broken = run(address);
        let said = lab_finding(&link, &broken, &LabRun::default());
        let (at, _) = broken.first_fault().expect("it breaks");
        assert!(
            said.starts_with(&format!("Correct up to S{}. At S{} it ", at + 2, at + 3)),
            "{said}"
        );
        let (with_bridge, _) = LabLink::read("#/lab?v=2&steps=30&seed=1&flow=bridge");
        assert_eq!(lab_finding(&with_bridge, &broken, &LabRun::default()), "");
        assert!(lab_finding(&with_bridge, &broken, &broken).starts_with("Both break at S"));
    }

    #[test]
    fn ways_and_shares_are_said_briefly() {
        let (link, _) = LabLink::read("#/lab?flow=bridge:0.3:1-2,momentum");
        assert_eq!(
            lab_way(&link),
            "trained on up to 12 steps, Odds-Equal Bridge 0.3, layers 1–2, Step Momentum 0.06, layer 4"
        );
        assert_eq!(
            (share_said(0.004), share_said(0.12), share_said(1.0)),
            ("0.4\u{a0}%".to_owned(), "12\u{a0}%".to_owned(), "100\u{a0}%".to_owned())
        );
        assert_eq!(lab_fetching((1_400_000, 0)), "Fetching the specimen, 1.4 MB");
        assert_eq!(lab_trouble("no weights"), "No weights.");
        let real = |way: &str| RealDifference {
            way: way.to_owned(),
            steps: "17".to_owned(),
            difference: "+2.1 (+1.1 to +3.2)".to_owned(),
        };
        assert!(lab_real(&[]).starts_with("No clear difference"));
        assert!(
            lab_real(&[real("a bridge")])
                .contains("a bridge at 17 steps, +2.1 (+1.1 to +3.2) points.")
        );
    }
}
