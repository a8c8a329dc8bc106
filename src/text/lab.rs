//! Texts of the Lab.

use stepfall_link::{Checkpoint, FlowChange, FlowSetting, LabLink, MapOf};
use stepfall_protocol::lab::LabErrorKind;
use stepfall_small_model::Pooling;
use stepfall_text::capital;

use crate::state::SmallModelProgress;
use crate::state::lab::{AfterError, Column, LabRun, LostAbilities, RealDifference, View};

pub(crate) const TITLE: &str = "Lab · Stepfall";
pub(crate) const LAB: &str = "Lab";
/// The tag of all output of the small model.
pub(crate) const SMALL_MODEL_TAG: &str = "Small model";
pub(crate) const LOADING: &str = "Starting the model …";
/// The purpose of the Lab.
pub(crate) const PURPOSE: &str = "A tiny transformer carries out a procedure. The map shows which lines it relies on at each step, and where it loses its place.";
pub(crate) const READING: &str = "Each row is a step the model writes. Stronger colour: lines it relied on more. Boxes: lines it needed.";
pub(crate) const STARTS: &str = "Start from";
/// An example set-up: a trace that breaks.
pub(crate) const START_BREAKS: &str = "A trace that breaks, and where it looked";
/// An example set-up: the trace that breaks, corrected by `StepFlow`.
pub(crate) const START_BRIDGE: &str = "The same, with StepFlow";
/// An example set-up: both checkpoints.
pub(crate) const START_TRAINING: &str = "Short against long training, 40 steps";
/// The controls as a group.
pub(crate) const CONTROLS: &str = "What is shown";
pub(crate) const MODEL: &str = "Model";
/// The name of the checkpoint with the short training.
pub(crate) const SHORT: &str = "trained on up to 12 steps";
/// The name of the checkpoint with the long training.
pub(crate) const LONG: &str = "trained on up to 48 steps";
pub(crate) const STEP_FLOW: &str = "StepFlow";
/// The label of the comparison with the other checkpoint.
pub(crate) const AGAINST: &str = "Compare with the other training";
pub(crate) const STEPS: &str = "Steps";
pub(crate) const LOOK_BACK: &str = "Look-back";
pub(crate) const SEED: &str = "Seed";
pub(crate) const STEPS_HINT: &str = "1 to 126";
pub(crate) const SEED_HINT: &str = "a whole number below 2^52";
pub(crate) const VIEW: &str = "Advanced";
/// The label of the quantity in the maps.
pub(crate) const MAP_OF: &str = "Map of";
/// The choice of saliency: attention times its gradient.
pub(crate) const SALIENCY: &str = "saliency";
pub(crate) const ATTENTION: &str = "attention";
pub(crate) const NORM: &str = "Normalize rows";
/// The choice in which each row adds up to one.
pub(crate) const NORM_ON: &str = "on";
/// The choice of unchanged rows.
pub(crate) const NORM_OFF: &str = "off";
pub(crate) const LAYER: &str = "Layer";
pub(crate) const ALL_LAYERS: &str = "all";
pub(crate) const STEP: &str = "Step";
pub(crate) const EARLIER: &str = "Previous step";
pub(crate) const LATER: &str = "Next step";
pub(crate) const PLAY: &str = "Token by token";
/// The button that shows all tokens at once.
pub(crate) const AT_ONCE: &str = "All at once";
pub(crate) const FLOW_SETTINGS: &str = "StepFlow settings";
pub(crate) const STRENGTH: &str = "Strength";
pub(crate) const FIRST_LAYER: &str = "from layer";
/// The label of the last layer.
pub(crate) const LAST_LAYER: &str = "to";
pub(crate) const STRENGTH_HINT: &str = "0 to 1";
pub(crate) const PROMPT_LINES: &str = "lines of the procedure";
pub(crate) const TRACE_LINES: &str = "lines of the trace";
/// In the legend of a map, the meaning of the frames around needed lines.
pub(crate) const KEY_NEEDED: &str = "needed by the step, up to the first error";
/// In the legend of a map, the meaning of the frame around the unneeded line.
pub(crate) const KEY_UNNEEDED: &str = "at the first error: the unneeded line it relied on most";
/// In the legend of a map, the meaning of the shades.
pub(crate) const KEY_SHARE: &str = "how much a step relied on a line, little to much";
/// In the legend of a map, the meaning of the first column.
pub(crate) const KEY_FRAME: &str = "first column: the rest of the prompt";
pub(crate) const MAP_OF_STEPS: &str = "Map: what each step drew on";
pub(crate) const ARCS_OF_STEP: &str = "Arcs: what this step drew on";
/// The note on an example set-up that `StepFlow` corrects.
pub(crate) const START_NOTE: &str = "This item was chosen because the bridge corrects its error. Over many items, the bridge makes no clear difference.";
/// The link from this note to the tables.
pub(crate) const START_TABLES: &str = "See the tables";
/// The heading of the card with the arcs.
pub(crate) const DETAIL: &str = "What the step drew on";
pub(crate) const CHOOSE: &str = "Choose a step in a map or in a trace.";
/// The legend of the arcs.
pub(crate) const ARCS_KEY: &str = "Above: where values stand, in the inputs and the trace. Below: lines of the procedure. Thickness: share of what the step drew on.";
pub(crate) const SHOW_CHANGE: &str = "Show the change";
pub(crate) const SHOW_MAP: &str = "Show the whole map";
/// In the legend of a map of changes, the meaning of the shades of an increase.
pub(crate) const KEY_MORE: &str = "relied on more than as trained";
/// In the legend of a map of changes, the meaning of the shades of a decrease.
pub(crate) const KEY_LESS: &str = "relied on less";
/// In the legend of a map of changes, the meaning of the empty rows.
pub(crate) const KEY_PARTED: &str = "rows after the texts differ are left empty";
/// The heading of the fold with all tables.
pub(crate) const MEASUREMENTS: &str = "Measurements";
/// The columns of the table of lines that a step used.
pub(crate) const DRAWN_COLUMNS: [&str; 3] = ["Line", "Share", "Needed"];
pub(crate) const TOKEN_COLUMNS: [&str; 3] = ["Token", "Probability", "Next likely"];
pub(crate) const TRACE: &str = "Trace";
/// The reference to the model card.
pub(crate) const CARD: &str =
    "How it was trained and all that was measured: training/README.md in the source.";
/// The link to the paper about saliency maps and `StepFlow`.
pub(crate) const PAPER: &str = "Step-Saliency and StepFlow: arXiv 2604.06695";
pub(crate) const PAPER_ADDRESS: &str = "https://arxiv.org/abs/2604.06695";
pub(crate) const CURVE: &str = "Collapse by number of steps";
pub(crate) const CURVE_HINT: &str = "Ten lengths from 5 to 95 steps, other items of the same seed, greedy decoding, in this page. Up to ten steps of each item are also asked alone.";
pub(crate) const CURVE_STOP: &str = "Stop";
/// The heading of the tables about `StepFlow`.
pub(crate) const RESULTS: &str = "Does StepFlow help?";
/// The description of the tables about `StepFlow`.
pub(crate) const RESULTS_HINT: &str = "Measured by the command line over many items (stepfall lab flow); one item in the page says nothing about accuracy.";
/// The limits of the results about `StepFlow`.
pub(crate) const RESULTS_NOTE: &str = "Many settings were tried on one set of items; the settings that did best are bold. Only these were then run on held-out items of the same lengths. The settings of the paper, the bridge in the shallow quarter of the layers and the momentum in the deep quarter, were run only on the first set. The paper reports gains on large models (arXiv 2604.06695). The small model fails in its own way, so these results say nothing about large models.";
/// The label of the collapsed table of `StepFlow`'s effects.
pub(crate) const RESULTS_TABLE: &str = "Table with settings, intervals and p-values";
/// The label of the collapsed tables of the settings that were tried.
pub(crate) const RESULTS_TRIED: &str = "Settings that were tried";
/// The description of the drawn differences.
pub(crate) const DIFFERENCES: &str = "Correct answers: difference from one greedy trace, in points, with its 95 % interval; filled where it holds after adjustment for all comparisons";
/// The label of the first row of the drawn differences.
pub(crate) const ANSWERS_RIGHT: &str = "answers that are correct";
pub(crate) const ACCURACY: &str = "Accuracy by number of steps";
/// The description of the tables of accuracy.
pub(crate) const ACCURACY_HINT: &str = "Measured by the command line (stepfall lab accuracy). p is the share of steps that are correct when each is asked alone; p^n is what that alone would give.";
/// The heading of the tables of saliency.
pub(crate) const SCORING: &str = "Does saliency point to what a step needs?";
/// The measures in the tables of saliency.
pub(crate) const SCORING_HINT: &str = "Measured by the command line (stepfall lab saliency), before the first error. Area is the probability that a needed line has more than another line. Lines are pooled by the mean over their tokens, as in the paper, and by the sum. Uniform attention has an area of 0.5 by mean, and of about 0.62 by sum at 10 steps, because lines differ in length. Nearness is the better baseline: it is the area of a map that only points to near lines. The tables are an excerpt.";
/// The label of the collapsed tables of saliency.
pub(crate) const SCORING_TABLES: &str =
    "Areas by layer, correct and incorrect traces, and what length does to the two scalars";
/// The heading of the table of errors in the history.
pub(crate) const HISTORY: &str = "Do its own errors bring more errors?";
pub(crate) const NO_RESULTS: &str = "There is no table for this model.";
pub(crate) const TO_PLAY: &str = "This item in Play";
pub(crate) const RETRY: &str = "Try again";
/// The message for a browser without SIMD.
pub(crate) const NO_SIMD: &str = "This browser has no SIMD in WebAssembly, which the small model needs. Chrome 91, Firefox 89 and Safari 16.4 have it, and later ones. Everything else of Stepfall works here.";

pub(crate) const fn checkpoint(model: Checkpoint) -> &'static str {
    match model {
        Checkpoint::Short => SHORT,
        Checkpoint::Long => LONG,
    }
}

/// Names the small model as the author of an answer, with its checkpoint if that is known.
pub(crate) fn small_model(model: Option<Checkpoint>) -> String {
    match model {
        Some(model) => format!("{SMALL_MODEL_TAG}, {}", checkpoint(model)),
        None => SMALL_MODEL_TAG.to_owned(),
    }
}

/// Describes the progress of the small model's answer, or the reason why there is no answer. Empty
/// if no answer was requested.
pub(crate) fn small_model_progress(progress: &SmallModelProgress) -> String {
    match progress {
        SmallModelProgress::Idle => String::new(),
        SmallModelProgress::Waiting => LOADING.to_owned(),
        SmallModelProgress::Loading(got, total) => fetching((*got, *total)) + ".",
        SmallModelProgress::Failed(why) => error(why),
    }
}

pub(crate) const fn change(change: FlowChange) -> &'static str {
    match change {
        FlowChange::Bridge => "Odds-Equal Bridge",
        FlowChange::Momentum => "Step Momentum",
        FlowChange::Previous => "Bridge to the previous line",
        FlowChange::Operands => "Bridge to what the step needs (told which)",
    }
}

/// Explains a flow change in a sentence.
pub(crate) const fn change_hint(change: FlowChange) -> &'static str {
    match change {
        FlowChange::Bridge => {
            "Gives the prompt at least this share of attention while the trace is written, and the trace while the summary is. Our guard: at most half of what bridge and segment have. The paper has no guard; with 0.15 its rule works while other lines have less than 85\u{a0}%, the guard binds from 70\u{a0}%."
        }
        FlowChange::Momentum => "Adds this much of the step before when the next one begins.",
        FlowChange::Previous => {
            "Gives the previous line at least this share. The paper does not have this change."
        }
        FlowChange::Operands => {
            "Gives the lines that the step needs at least this share. Upper bound: it is told which lines these are."
        }
    }
}

/// Describes the checkpoint and the flow settings of a run.
pub(crate) fn checkpoint_and_flow(link: &LabLink) -> String {
    let mut name = checkpoint(link.model).to_owned();
    for setting in &link.flow {
        name.push_str(&format!(", {}", setting_text(*setting)));
    }
    name
}

/// Returns the heading of one of two transcripts, which names the difference from the other
/// transcript.
pub(crate) fn side(link: &LabLink, is_other: bool) -> String {
    match (is_other, link.against, link.flow.is_empty()) {
        (false, None, _) => "As trained".to_owned(),
        (false, Some(_), _) => capital(checkpoint(link.model)),
        (true, Some(model), true) => capital(checkpoint(model)),
        (true, None, _) => "With StepFlow".to_owned(),
        (true, Some(model), false) => format!("{}, with StepFlow", capital(checkpoint(model))),
    }
}

fn setting_text(setting: FlowSetting) -> String {
    let FlowSetting { first, last, .. } = setting;
    let layers =
        if first == last { format!("layer {first}") } else { format!("layers {first}–{last}") };
    format!("{} {}, {layers}", change(setting.change), setting.strength_text())
}

/// Describes the small model and its current item.
pub(crate) fn model_and_item(link: &LabLink, parameters: u32) -> String {
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

/// Returns the first error of a line as a predicate, such as `takes S9 instead of S8`; empty if the
/// line has no error.
pub(crate) fn error_text(run: &LabRun, line: usize) -> String {
    if run.is_missing(line) {
        return "ends the trace instead".to_owned();
    }
    if let Some(step) = run.executed_step(line) {
        return match usize::from(step).checked_sub(line + 2) {
            Some(2) => format!("carries out the next line, S{step}, instead"),
            Some(0) => format!("carries out the previous line, S{step}, again"),
            _ => format!("carries out the line of S{step} instead"),
        };
    }
    let Some(traced) = run.lines.get(line) else { return String::new() };
    let written = incorrect_token(run, line);
    let wanted = run.expected_token(line);
    let wanted = sign(wanted.as_deref().unwrap_or("another"));
    match traced.error {
        None => String::new(),
        Some(LabErrorKind::Line) if line >= run.item.steps.len() => {
            "goes on after the last step".to_owned()
        }
        Some(LabErrorKind::Line) => format!("writes {written} where {wanted} is due"),
        Some(LabErrorKind::Name) => format!("takes {written} instead of {wanted}"),
        Some(LabErrorKind::Operation) => format!("uses {written} instead of {wanted}"),
        Some(LabErrorKind::Fetch) => format!("reads {written} where the value is {wanted}"),
        Some(LabErrorKind::Result) => format!("gets {written} where the result is {wanted}"),
        Some(LabErrorKind::Form) => format!("breaks the form: {written} instead of {wanted}"),
    }
}

/// Returns the incorrect token of a line, typeset; “nothing” if there is none.
fn incorrect_token(run: &LabRun, line: usize) -> &str {
    let traced = run.lines.get(line);
    let token = traced.and_then(|traced| traced.tokens.get(usize::from(traced.incorrect?)));
    token.map_or("nothing", |token| sign(&token.text))
}

/// Describes a step of the procedure with its value: `S17 = S16 + S12, which is 24`.
pub(crate) fn step_text(run: &LabRun, step: u16) -> String {
    let at = usize::from(step.saturating_sub(3));
    let (Some(procedure_step), Some(value)) = (run.item.steps.get(at), run.item.values.get(at + 2))
    else {
        return format!("S{step}");
    };
    let [left, right] = procedure_step.operands;
    let operation = procedure_step.operation.to_string();
    format!("S{step} = S{left} {} S{right}, which is {value}", sign(&operation))
}

/// Returns the first error of a line in few words, for its row.
pub(crate) fn error_short(run: &LabRun, line: usize) -> String {
    if let Some(step) = run.executed_step(line) {
        return format!("line of S{step}");
    }
    let written = incorrect_token(run, line);
    match run.expected_token(line) {
        Some(wanted) => format!("{written}, not {}", sign(&wanted)),
        None => written.to_owned(),
    }
}

/// Returns a typeset sign.
fn sign(text: &str) -> &str {
    match text {
        "-" => "−",
        "*" => "×",
        other => other,
    }
}

/// Describes the outcome of one or two transcripts in a sentence; empty until the outcome is known.
/// If one of two transcripts has failed, describes the other transcript.
pub(crate) fn finding(link: &LabLink, left: &LabRun, right: &LabRun) -> String {
    let is_over = |run: &LabRun| run.outcome.is_some();
    let has_failed = |run: &LabRun| run.error.is_some();
    if !link.is_compared() {
        return if is_over(left) { outcome_sentence(left) } else { String::new() };
    }
    let [one, other] = [(false, left), (true, right)]
        .map(|(is_other, run)| format!("{}: {}.", side(link, is_other), outcome_clause(run)));
    match (is_over(left), is_over(right)) {
        (true, true) => joined_outcomes(left, right, &one, &other),
        (true, false) if has_failed(right) => one,
        (false, true) if has_failed(left) => other,
        _ => String::new(),
    }
}

/// Joins the sentences about the outcomes of two transcripts. A transcript without errors comes
/// first.
fn joined_outcomes(left: &LabRun, right: &LabRun, left_text: &str, right_text: &str) -> String {
    let [left_outcome, right_outcome] = [left, right].map(outcome_clause);
    let [first, second] = [left, right].map(|run| run.first_error().map(|(at, _)| at));
    match (first, second) {
        (None, None) if left_outcome == right_outcome => {
            format!("Both follow {}{}.", all_steps(left.item.steps.len()), answer_aside(left))
        }
        (Some(at), Some(_)) if left_outcome == right_outcome => {
            format!("Both break at S{}: it {}{}.", at + 3, error_text(left, at), answer_aside(left))
        }
        (Some(_), None) => format!("{right_text} {left_text}"),
        _ => format!("{left_text} {right_text}"),
    }
}

/// Describes the outcome of a single transcript in a sentence.
fn outcome_sentence(run: &LabRun) -> String {
    match run.first_error() {
        Some((at, _)) if at > 0 => {
            format!("{} correct. {}.", steps(at), capital(&outcome_clause(run)))
        }
        _ => capital(&outcome_clause(run)) + ".",
    }
}

/// Describes the outcome as part of a sentence.
fn outcome_clause(run: &LabRun) -> String {
    let aside = answer_aside(run);
    match (run.first_error(), run.item.steps.len()) {
        (Some((at, _)), _) => format!("at S{} it {}{aside}", at + 3, error_text(run, at)),
        (None, 1) => format!("the one step follows the procedure{aside}"),
        (None, steps) => format!("all {steps} steps follow the procedure{aside}"),
    }
}

/// Counts the lines after the first line with an error by kind of error; empty without an error or
/// without later lines.
pub(crate) fn errors_after_first(run: &LabRun) -> String {
    let Some((errors, lines)) = run.after_first_error().filter(|(_, lines)| *lines > 0) else {
        return String::new();
    };
    let kinds = [
        (&[LabErrorKind::Line][..], "about another step"),
        (&[LabErrorKind::Name, LabErrorKind::Operation], "with another operand or operation"),
        (&[LabErrorKind::Fetch], "with an incorrect earlier value (memory)"),
        (&[LabErrorKind::Result], "with an incorrect result (arithmetic)"),
        (&[LabErrorKind::Form], "malformed"),
    ];
    let count =
        |group: &[LabErrorKind]| errors.iter().filter(|error| group.contains(error)).count();
    let kinds = kinds.into_iter().map(|(group, name)| (count(group), name));
    let correct = (lines - errors.len(), "correct");
    let counts: Vec<String> = kinds
        .chain([correct])
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    format!("Lines after it: {}.", counts.join(", "))
}

/// Formats a number of steps with the word “all”, or “the one step”.
fn all_steps(count: usize) -> String {
    if count == 1 { "the one step".to_owned() } else { format!("all {count} steps") }
}

/// Returns a remark if only one of the trace and the answer is correct; empty otherwise.
fn answer_aside(run: &LabRun) -> &'static str {
    let is_solved = run.outcome.as_ref().map(|outcome| outcome.solved);
    match (run.first_error(), is_solved) {
        (None, Some(false)) => ", but the answer is another value",
        (Some(_), Some(true)) => ", and the answer is correct all the same",
        _ => "",
    }
}

/// Compares two transcripts at the earliest error: the probability of the correct token, and the
/// share on needed lines. Empty if no complete transcripts are compared, if there is no error, or
/// if the texts before it differ.
pub(crate) fn difference_at_error(
    link: &LabLink,
    left: &LabRun,
    right: &LabRun,
    view: View,
) -> String {
    if !link.is_compared() || left.outcome.is_none() || right.outcome.is_none() {
        return String::new();
    }
    let broken = [left, right].into_iter().filter_map(|run| Some((run.first_error()?.0, run)));
    let Some((first, run)) = broken.min_by_key(|(first, _)| *first) else { return String::new() };
    let (Some(wanted), Some(at)) =
        (run.expected_token(first), run.lines.get(first).and_then(|line| line.incorrect))
    else {
        return String::new();
    };
    // Probabilities are comparable only after the same text. The earlier lines of both transcripts
    // are correct, so only the tokens of this line are compared.
    let [before, also_before] = [left, right].map(|run| run.text_before(first, usize::from(at)));
    if before != also_before {
        return String::new();
    }
    let sides = [left, right].map(|run| {
        let chance = run.chance_of(&wanted, first, usize::from(at))?;
        Some((chance, run.share_on_needed(first, view, Pooling::Sum)?.0))
    });
    let [Some((chance, on)), Some((other_chance, also))] = sides else { return String::new() };
    let layers = match view.layer {
        Some(layer) => format!("in layer {layer}"),
        None => "over all layers".to_owned(),
    };
    let [in_one, in_other] = match link.against {
        Some(_) => ["in the model ", "in the one "],
        None => ["", ""],
    };
    format!(
        "Where the line of S{} broke, {} had a probability of {} {in_one}{} and {} {in_other}{}. The lines that the step needs got {} and {} of its {}, {layers}.",
        first + 3,
        sign(&wanted),
        share_text(chance),
        lower(&side(link, false)),
        share_text(other_chance),
        lower(&side(link, true)),
        share_text(on),
        share_text(also),
        measure(view)
    )
}

/// Names the measure of a map.
const fn measure(view: View) -> &'static str {
    match view.of {
        MapOf::Saliency => SALIENCY,
        MapOf::Attention => ATTENTION,
    }
}

/// Describes the progress of playback, without revealing the outcome.
pub(crate) fn playing(line: usize, count: usize) -> String {
    if line < count {
        format!("Writing the line of S{}, step {} of {count}.", line + 3, line + 1)
    } else {
        "Writing the summary.".to_owned()
    }
}

/// Returns the heading of a map column.
pub(crate) fn column(run: &LabRun, column: Column) -> String {
    match column {
        Column::Frame => "rest of the prompt".to_owned(),
        Column::Prompt(number @ 1..=2) => format!("input S{number}"),
        Column::Prompt(number) => format!("procedure, line of S{number}"),
        Column::Trace(number) => {
            let line = usize::from(number.saturating_sub(3));
            match run.name_of(line) {
                Some(name) => format!("trace, line of {name}"),
                None => format!("trace, line {}", line + 1),
            }
        }
        Column::Summary => "summary".to_owned(),
    }
}

/// The share on needed lines and the share under uniform attention, first with lines pooled by
/// mean, then by sum.
pub(crate) type OnNeeded = [(f32, f32); 2];

/// Returns the share on needed lines up to the first error, by both poolings.
pub(crate) fn on_needed(view: View, [mean, sum]: OnNeeded) -> String {
    format!(
        "{} of {} on the lines it needs, up to the first error (uniform attention: {}); per token, as in the paper, {} ({})",
        share_text(sum.0),
        measure(view),
        share_text(sum.1),
        share_text(mean.0),
        share_text(mean.1)
    )
}

/// Returns the share on needed lines of one step, by both poolings.
pub(crate) fn step_on_needed(name: &str, view: View, [mean, sum]: OnNeeded) -> String {
    format!(
        "Of the {} that {name} put on earlier lines, {} is on the lines that it needs; uniform attention would put {} there. Per token, as in the paper, it is {} against {}.",
        measure(view),
        share_text(sum.0),
        share_text(sum.1),
        share_text(mean.0),
        share_text(mean.1)
    )
}

/// Returns the largest change between two maps. Its sign shows whether the value rose or fell.
pub(crate) fn largest_change(
    run: &LabRun,
    change: Option<(usize, Column, f32)>,
    view: View,
) -> String {
    let Some((line, column, change)) = change.filter(|(.., change)| change.abs() >= 0.001) else {
        return "No cell changes.".to_owned();
    };
    let row = run.name_of(line).unwrap_or("?");
    let place = format!("in the row of {row}, {}", self::column(run, column));
    if view.is_plain && view.of == MapOf::Saliency {
        return format!("Largest change: {place}");
    }
    let sign = if change < 0.0 { '−' } else { '+' };
    let points = share_text(change.abs()).replace('%', "points");
    format!("Largest change: {sign}{points} {place}")
}

/// Formats a share in percent.
pub(crate) fn share_text(share: f32) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the share is from 0 to 1"
    )]
    let tenths = (share.clamp(0.0, 1.0) * 1000.0 + 0.5) as u32;
    match tenths {
        1..100 => format!("{}.{}\u{a0}%", tenths / 10, tenths % 10),
        tenths => format!("{}\u{a0}%", (tenths + 5) / 10),
    }
}

/// Describes the download progress of the weights.
pub(crate) fn fetching((got, total): (u32, u32)) -> String {
    let mega = |bytes: u32| format!("{}.{}", bytes / 1_000_000, bytes % 1_000_000 / 100_000);
    if total == 0 {
        format!("Fetching the small model, {} MB", mega(got))
    } else {
        format!("Fetching the small model, {} of {} MB", mega(got), mega(total))
    }
}

/// Explains why the small model cannot run.
pub(crate) fn failure_reason(why: &str) -> String {
    match why {
        "no SIMD" => NO_SIMD.to_owned(),
        "" => "The small model could not be loaded: check the connection and try again.".to_owned(),
        why if why.contains("memory") => {
            format!(
                "This device has too little memory for the small model at this length ({why}). Try fewer steps."
            )
        }
        why => format!("The small model broke off ({why})."),
    }
}

/// Lists the significant differences of a table.
pub(crate) fn significant_differences(found: &[RealDifference]) -> String {
    if found.is_empty() {
        return "No clear difference: none holds after correction for multiple comparisons."
            .to_owned();
    }
    let difference_text = |real: &RealDifference| {
        format!("{} at {} steps, {} points", real.variant, real.steps, real.difference)
    };
    let differences = found.iter().map(difference_text).collect::<Vec<_>>().join("; ");
    format!(
        "Holds after correction for multiple comparisons: {differences}. All others show no clear difference."
    )
}

/// Describes which abilities are lost with length, and which are not.
pub(crate) fn lost_abilities(lost: &LostAbilities) -> String {
    let LostAbilities { steps, line, operand, value, result } = lost;
    format!(
        "Up to its first error, only following the procedure is lost. Given a correct history of {steps} steps, the small model continues with the correct line in {line}\u{a0}% and takes the correct operand in {operand}\u{a0}%. It recalls a value by its name in {value}\u{a0}% and computes correctly in {result}\u{a0}%."
    )
}

/// Describes the errors in lines after one planted error, by kind.
pub(crate) fn after_error(after: &AfterError) -> String {
    let AfterError { lines, following, memory, arithmetic, malformed } = *after;
    let errors = after.errors();
    let values = 100 * (memory + arithmetic) / errors.max(1);
    format!(
        "After an error, memory and arithmetic fail, too. After one planted error, {errors} of {lines} next lines have an error, {values}\u{a0}% of them in a value: {memory} in recalling one (memory), {arithmetic} in a result (arithmetic), {following} in following, {malformed} malformed."
    )
}

/// Formats a number of steps, for a column heading.
pub(crate) fn steps_text(steps: &str) -> String {
    format!("{steps} steps")
}

/// Formats the token cost of a variant, such as `× 2.26` compared with one greedy trace.
pub(crate) fn tokens_times(times: &str) -> String {
    format!("tokens {times}")
}

/// Formats the reason for a failure as a sentence.
pub(crate) fn error(why: &str) -> String {
    let sentence = capital(why);
    if sentence.ends_with('.') { sentence } else { sentence + "." }
}

/// Returns the label of the button that adds items to the curve, or computes its missing items.
pub(crate) fn more(items: u32, has_some: bool, missing: usize) -> String {
    match (has_some, missing) {
        (true, 0) => format!("{items} more of each length"),
        (true, 1) => "Run the missing item".to_owned(),
        (true, missing) => format!("Run the {missing} missing items"),
        (false, _) => format!("Run {items} of each length"),
    }
}

pub(crate) fn progress((done, all): (u32, u32)) -> String {
    format!("{done} of {all} items")
}

/// Returns the current step and the last step of playback. The summary follows the last step.
pub(crate) fn writing_of(line: usize, steps: u16) -> String {
    if line < usize::from(steps) {
        format!("S{} of S{}", line + 3, steps + 2)
    } else {
        "summary".to_owned()
    }
}

/// Returns the selected step and the last step.
pub(crate) fn step_of(step: Option<u16>, steps: u16) -> String {
    match step {
        Some(step) => format!("S{step} of S{}", steps + 2),
        None => "none".to_owned(),
    }
}

/// Makes the first letter of a heading lower case, for use within a sentence. Capitals in names of
/// methods stay.
fn lower(heading: &str) -> String {
    let mut letters = heading.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_ascii_lowercase().to_string() + letters.as_str())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::state::lab::tests::run;
    use stepfall_protocol::lab::LabOutcome;

    #[test]
    fn a_finding_reports_the_outcome_of_a_run() {
        let address = "#/lab?v=2&steps=6&seed=1";
        let (link, _) = LabLink::read(address);
        let right = run(address);
        assert_eq!(finding(&link, &right, &LabRun::default()), "All 6 steps follow the procedure.");
        let address = "#/lab?v=2&steps=30&seed=1";
        let (link, _) = LabLink::read(address);
        let broken = run(address);
        let sentence = finding(&link, &broken, &LabRun::default());
        let (at, _) = broken.first_error().expect("the run has an error");
        let steps = if at == 1 { "1 step".to_owned() } else { format!("{at} steps") };
        assert!(
            sentence.starts_with(&format!("{steps} correct. At S{} it ", at + 3)),
            "{sentence}"
        );
        let (with_bridge, _) = LabLink::read("#/lab?v=2&steps=30&seed=1&flow=bridge");
        assert_eq!(finding(&with_bridge, &broken, &LabRun::default()), "");
        assert!(finding(&with_bridge, &broken, &broken).starts_with("Both break at S"));
    }

    #[test]
    fn a_line_that_executes_another_step_is_named() {
        let link = LabLink::first();
        let mut run = run(&link.fragment());
        assert_eq!(
            finding(&link, &run, &LabRun::default()),
            "14 steps correct. At S17 it carries out the next line, S18, instead."
        );
        assert_eq!(error_short(&run, 14), "line of S18");
        // The line of S17 gets the tokens of the lines of other steps.
        for (from, expected) in [
            (13, "carries out the previous line, S16, again"),
            (10, "carries out the line of S13 instead"),
        ] {
            run.lines[14].tokens = run.lines[from].tokens.clone();
            assert_eq!(error_text(&run, 14), expected);
        }
    }

    #[test]
    fn later_errors_are_counted_by_kind() {
        let run = run("#/lab?v=2&steps=30&seed=1");
        let sentence = errors_after_first(&run);
        let (errors, lines) = run.after_first_error().expect("the run has an error");
        assert!(sentence.starts_with("Lines after it: "), "{sentence}");
        let numbers = sentence
            .split(|sign: char| !sign.is_ascii_digit())
            .filter_map(|part| part.parse::<usize>().ok());
        let sum: usize = numbers.sum();
        assert_eq!((sum, errors.is_empty()), (lines, false), "{sentence}");
        assert_eq!(errors_after_first(&LabRun::default()), "");
    }

    #[test]
    fn memory_and_arithmetic_are_reported_up_to_the_first_error() {
        let tables = |text| crate::state::lab::tables(text);
        let accuracy = tables(include_str!("../../training/results/short-accuracy.md"));
        let lost = lost_abilities(&LostAbilities::of(&accuracy).expect("accuracy collapses"));
        assert!(lost.starts_with("Up to its first error, "), "{lost}");
        let history = tables(include_str!("../../training/results/short-history.md"));
        let after = after_error(&AfterError::of(&history).expect("the table has the column"));
        assert!(
            after.contains(
                "315 of 999 next lines have an error, 86\u{a0}% of them in a value: 157 "
            ),
            "{after}"
        );
    }

    #[test]
    fn the_current_step_is_counted() {
        assert_eq!(writing_of(1, 16), "S4 of S18");
        assert_eq!(writing_of(15, 16), "S18 of S18");
        assert_eq!(writing_of(16, 16), "summary");
        assert_eq!(step_of(Some(17), 16), "S17 of S18");
    }

    #[test]
    fn the_largest_change_is_reported_with_its_row() {
        let left = run("#/lab?v=2&steps=16&seed=24");
        let right = run("#/lab?v=2&steps=16&seed=24&flow=bridge:0.3:1");
        let view = View::of(&LabLink::first());
        let sentence = largest_change(&right, right.largest_change(&left, view), view);
        assert!(
            sentence.starts_with("Largest change: ") && sentence.contains("points in the row of S"),
            "{sentence}"
        );
        let none = largest_change(&right, right.largest_change(&right, view), view);
        assert_eq!(none, "No cell changes.");
    }

    #[test]
    fn both_poolings_are_reported_with_uniform_attention() {
        let view = View::of(&LabLink::first());
        let sentence = on_needed(view, [(0.44, 0.12), (0.49, 0.14)]);
        assert_eq!(
            sentence,
            "49\u{a0}% of saliency on the lines it needs, up to the first error (uniform attention: 14\u{a0}%); per token, as in the paper, 44\u{a0}% (12\u{a0}%)"
        );
    }

    #[test]
    fn a_finding_reports_the_outcome_of_both_runs() {
        let (link, _) = LabLink::read("#/lab?v=2&steps=6&seed=1&flow=bridge");
        let right = run("#/lab?v=2&steps=6&seed=1");
        let broken = run("#/lab?v=2&steps=30&seed=1");
        let mut incorrect = right.clone();
        incorrect.outcome =
            incorrect.outcome.map(|outcome| LabOutcome { solved: false, ..outcome });
        assert_eq!(finding(&link, &right, &right), "Both follow all 6 steps.");
        assert_eq!(
            finding(&link, &incorrect, &incorrect),
            "Both follow all 6 steps, but the answer is another value."
        );
        assert_eq!(
            finding(&link, &right, &incorrect),
            "As trained: all 6 steps follow the procedure. With StepFlow: all 6 steps follow the procedure, but the answer is another value."
        );
        // A transcript without errors comes first.
        let sentence = finding(&link, &broken, &incorrect);
        assert!(
            sentence.starts_with("With StepFlow: all 6 steps follow the procedure, but the answer is another value. As trained: at S"),
            "{sentence}"
        );
        assert!(finding(&link, &right, &broken).starts_with("As trained: all 6 steps follow"));
    }

    #[test]
    fn one_failed_run_does_not_hide_the_outcome_of_the_other() {
        let (link, _) = LabLink::read("#/lab?v=2&steps=6&seed=1&against=long");
        let right = run("#/lab?v=2&steps=6&seed=1");
        let failed = LabRun { error: Some("no weights".to_owned()), ..LabRun::default() };
        assert_eq!(
            finding(&link, &right, &failed),
            "Trained on up to 12 steps: all 6 steps follow the procedure."
        );
        assert_eq!(
            finding(&link, &failed, &right),
            "Trained on up to 48 steps: all 6 steps follow the procedure."
        );
        assert_eq!(finding(&link, &failed, &failed), "");
    }

    #[test]
    fn one_step_has_the_singular() {
        let (link, _) = LabLink::read("#/lab?v=2&steps=1&seed=1");
        let single_step = run("#/lab?v=2&steps=1&seed=1");
        let alone = LabRun::default();
        assert_eq!(finding(&link, &single_step, &alone), "The one step follows the procedure.");
        let (both, _) = LabLink::read("#/lab?v=2&steps=1&seed=1&flow=bridge");
        assert_eq!(finding(&both, &single_step, &single_step), "Both follow the one step.");
    }

    #[test]
    fn the_text_of_an_error_fits_its_kind() {
        // Flow settings that cause various errors.
        let broken = ["bridge:1:1-4", "momentum:1:1-4", "operands:1:1-4", "previous:1:1-4"];
        let links = broken.map(|flow| format!("#/lab?v=2&steps=20&seed=5&flow={flow}"));
        let mut kinds = HashSet::new();
        for run in links.iter().map(|link| run(link)) {
            for (line, traced) in run.lines.iter().enumerate() {
                let (Some(error), Some(at)) = (traced.error, traced.incorrect) else { continue };
                let is_one_of = |places: &[u8]| places.contains(&at);
                assert!(
                    match error {
                        LabErrorKind::Line => is_one_of(&[0]),
                        LabErrorKind::Name => is_one_of(&[2, 5]),
                        LabErrorKind::Operation => is_one_of(&[4]),
                        LabErrorKind::Fetch => is_one_of(&[3, 6]),
                        LabErrorKind::Result => is_one_of(&[9]),
                        LabErrorKind::Form => at > 0,
                    },
                    "{error:?} at {at}"
                );
                let message = error_text(&run, line);
                // A message about a name never ends in a sign, and all signs are typeset.
                assert!(
                    error != LabErrorKind::Name || !message.ends_with(['+', '−', '×']),
                    "{message}"
                );
                assert!(!message.contains(['-', '*']), "{message}");
                kinds.insert(error);
            }
        }
        assert!(kinds.len() >= 3, "{kinds:?}");
    }

    #[test]
    fn the_effect_of_a_change_on_the_incorrect_step_is_reported() {
        let (link, _) = LabLink::read("#/lab?v=2&steps=16&seed=24&layer=2&flow=bridge:0.3:1");
        let left = run("#/lab?v=2&steps=16&seed=24");
        let right = run("#/lab?v=2&steps=16&seed=24&flow=bridge:0.3:1");
        let view = View::of(&link);
        let sentence = difference_at_error(&link, &left, &right, view);
        assert!(
            sentence.starts_with("Where the line of S17 broke, S12 had a probability of 46\u{a0}% as trained and 60\u{a0}% with StepFlow. The lines that the step needs got "),
            "{sentence}"
        );
        assert!(sentence.ends_with(" of its saliency, in layer 2."), "{sentence}");
        let (plain, _) = LabLink::read("#/lab?v=2&steps=16&seed=24");
        assert_eq!(difference_at_error(&plain, &left, &right, view), "");
    }

    #[test]
    fn variants_and_shares_have_short_names() {
        let (link, _) = LabLink::read("#/lab?flow=bridge:0.3:1-2,momentum");
        assert_eq!(
            checkpoint_and_flow(&link),
            "trained on up to 12 steps, Odds-Equal Bridge 0.3, layers 1–2, Step Momentum 0.06, layer 4"
        );
        assert_eq!(
            (share_text(0.004), share_text(0.12), share_text(1.0)),
            ("0.4\u{a0}%".to_owned(), "12\u{a0}%".to_owned(), "100\u{a0}%".to_owned())
        );
        assert_eq!(fetching((1_400_000, 0)), "Fetching the small model, 1.4 MB");
        assert_eq!(error("no weights"), "No weights.");
        assert_eq!(more(20, false, 200), "Run 20 of each length");
        assert_eq!(more(20, true, 189), "Run the 189 missing items");
        assert_eq!(more(20, true, 0), "20 more of each length");
        let difference = |variant: &str| RealDifference {
            variant: variant.to_owned(),
            steps: "17".to_owned(),
            difference: "+2.1 (+1.1 to +3.2)".to_owned(),
        };
        assert!(significant_differences(&[]).starts_with("No clear difference"));
        assert!(
            significant_differences(&[difference("a bridge")])
                .contains("a bridge at 17 steps, +2.1 (+1.1 to +3.2) points.")
        );
    }
}
