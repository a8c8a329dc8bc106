//! The Lab: the transcript of the small model, the attention of each line, and pictures of the
//! attention.

mod arcs;
mod curve;
mod map;
mod results;

use stepfall_link::{FlowChange, FlowSetting, LabLink, MapOf, Source};
use stepfall_protocol::lab::{LabErrorKind, LabEvent, LabItem, LabLine, LabOutcome, LabStep};
use stepfall_small_model::{PROMPT_LINE, Pooling};

pub(crate) use self::arcs::{Arcs, LineArc};
pub(crate) use self::curve::Curve;
pub(crate) use self::map::{MapPicture, MapRow, tenths};
pub(crate) use self::results::{
    AfterError, Cell, Difference, LostAbilities, RealDifference, ResultTable, Variant, Variants,
    real_differences, tables,
};

/// The number of the first value that a step computes. Values 1 and 2 are inputs.
const FIRST: u16 = 3;
/// The number of tokens in the line of an input, such as `S1 27 ;`.
const INPUT_LINE: usize = 3;

/// Returns the flow settings of the second example set-up in the Lab. The `StepFlow` switch also
/// begins with these settings.
///
/// The bridge is twice as strong as in the paper, because the paper's strength has no visible
/// effect on the item of the first set-up.
pub(crate) fn first_flow() -> Vec<FlowSetting> {
    vec![FlowSetting { strength: 300, ..FlowChange::Bridge.default_setting() }]
}

/// Returns the address of the item in Play, with the small model's answer if the transcript is
/// complete and fits into a link.
pub(crate) fn play_address(link: &LabLink, run: &LabRun) -> String {
    let mut item = link.item();
    if let Some(LabOutcome { answer, .. }) = &run.outcome {
        item.transcript.clone_from(&answer.text);
        item.source = Source::SmallModel(Some(link.model));
        item.is_cut = answer.is_cut;
    }
    item.fragment_with_transcript().unwrap_or_else(|_| item.fragment())
}

/// The meaning of a map column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Column {
    /// Tokens outside the lines of the prompt: its beginning, the two queries, and the question.
    Frame,
    /// The line of the prompt about the value with this number.
    Prompt(u16),
    /// The line of the trace in which the step of this value is due. An incorrect line may be about
    /// another value ([`LabRun::name_of`]).
    Trace(u16),
    Summary,
}

/// The settings of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct View {
    pub(crate) of: MapOf,
    /// True if rows of tokens are pooled unchanged, and not as shares.
    pub(crate) is_plain: bool,
    /// The layer, counted from 1; `None` combines all layers.
    pub(crate) layer: Option<u8>,
}

impl View {
    pub(crate) const fn of(link: &LabLink) -> Self {
        Self { of: link.map, is_plain: link.is_plain, layer: link.layer }
    }
}

/// A transcript of the small model, as far as it has arrived.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct LabRun {
    /// The serial number of the transcript; each new transcript or failed attempt adds 1.
    pub(crate) serial: u32,
    pub(crate) item: LabItem,
    pub(crate) lines: Vec<LabLine>,
    /// The outcome, once the transcript is complete.
    pub(crate) outcome: Option<LabOutcome>,
    /// The reason why there is no complete transcript.
    pub(crate) error: Option<String>,
    /// The number of loaded bytes of the weights, and the total number; the total is 0 if unknown.
    pub(crate) loading: Option<(u32, u32)>,
}

impl LabRun {
    /// Handles an event of the worker.
    pub(crate) fn take(&mut self, event: &LabEvent) {
        match event {
            LabEvent::Loading { got, of } => self.loading = Some((*got, *of)),
            LabEvent::Begun(_, item) => {
                *self = Self { serial: self.serial + 1, item: item.clone(), ..Self::default() };
            }
            LabEvent::Line(_, line) => self.lines.push(line.clone()),
            LabEvent::Finished(_, outcome) => self.outcome = Some(outcome.clone()),
            LabEvent::Refused(_, why) | LabEvent::Broken(why) => {
                let serial = self.serial + 1;
                *self = Self { serial, error: Some(why.clone()), ..Self::default() };
            }
            LabEvent::Point(..)
            | LabEvent::Done(_)
            | LabEvent::Answered(..)
            | LabEvent::Tables(_) => {}
        }
    }

    /// Returns the first line with an error, counted from 0, and the error. If the transcript stops
    /// before a step, the missing line counts as an error.
    pub(crate) fn first_error(&self) -> Option<(usize, LabErrorKind)> {
        let indexed_error = |(at, line): (usize, &LabLine)| line.error.map(|error| (at, error));
        let written = self.lines.iter().enumerate().find_map(indexed_error);
        let is_short = self.outcome.is_some() && self.trace_lines() < self.item.steps.len();
        written.or_else(|| is_short.then(|| (self.trace_lines(), LabErrorKind::Line)))
    }

    /// Returns whether a line is missing because the transcript ended before it.
    pub(crate) fn is_missing(&self, line: usize) -> bool {
        self.outcome.is_some() && line >= self.trace_lines() && line < self.item.steps.len()
    }

    /// Returns the number of lines of the trace, without the summary.
    pub(crate) fn trace_lines(&self) -> usize {
        self.lines.iter().filter(|line| !line.is_summary).count()
    }

    pub(crate) fn tokens(&self) -> usize {
        self.lines.iter().map(|line| line.tokens.len()).sum()
    }

    /// Returns the line that contains a token; both are counted from 0.
    pub(crate) fn line_of(&self, token: usize) -> usize {
        let mut left = token;
        for (at, line) in self.lines.iter().enumerate() {
            if left < line.tokens.len() {
                return at;
            }
            left -= line.tokens.len();
        }
        self.lines.len()
    }

    /// Returns the name at the start of a line; `None` if the line is missing or begins with
    /// another token.
    pub(crate) fn name_of(&self, line: usize) -> Option<&str> {
        let text = self.lines.get(line)?.tokens.first()?.text.as_str();
        text.starts_with(['S', 'N']).then_some(text)
    }

    /// Returns the number of the value that a line defines; `None` if the line begins with no `S`
    /// name.
    pub(crate) fn value_of(&self, line: usize) -> Option<u16> {
        self.name_of(line)?.strip_prefix('S')?.parse().ok()
    }

    /// Returns the meaning of the columns in the row of a line.
    pub(crate) fn columns(&self, line: usize) -> Vec<Column> {
        let values = u16::try_from(self.item.values.len()).unwrap_or(u16::MAX);
        let is_summary = self.lines.get(line).is_some_and(|line| line.is_summary);
        let so_far = if is_summary { self.trace_lines() } else { line + 1 };
        let so_far = u16::try_from(so_far).unwrap_or(u16::MAX);
        [Column::Frame]
            .into_iter()
            .chain((1..=values).map(Column::Prompt))
            .chain((0..so_far).map(|at| Column::Trace(at + FIRST)))
            .chain(is_summary.then_some(Column::Summary))
            .collect()
    }

    /// Returns the row of a line: for each column, the mean over the chosen layers. The row is
    /// empty if the line has not arrived.
    pub(crate) fn row(&self, line: usize, view: View) -> Vec<(Column, f32)> {
        let Some(traced) = self.lines.get(line) else { return Vec::new() };
        let chosen = view.layer.map(|layer| usize::from(layer) - 1);
        let rows: Vec<&[f32]> = traced
            .layers
            .iter()
            .enumerate()
            .filter(|(at, _)| chosen.is_none_or(|chosen| chosen == *at))
            .map(|(_, row)| match (view.of, view.is_plain) {
                (MapOf::Attention, _) => row.attention.as_slice(),
                (MapOf::Saliency, true) => row.plain.as_slice(),
                (MapOf::Saliency, false) => row.shares.as_slice(),
            })
            .collect();
        #[expect(clippy::cast_precision_loss, reason = "there are few layers")]
        let count = rows.len().max(1) as f32;
        let mean = |at: usize| rows.iter().filter_map(|row| row.get(at)).sum::<f32>() / count;
        self.columns(line).into_iter().enumerate().map(|(at, column)| (column, mean(at))).collect()
    }

    /// Returns the columns that the step of a line needs: its line of the prompt, and the lines
    /// that define its operands. The list is empty after the first error, since a later line may be
    /// about another step. It is also empty for a line beyond the last step, such as the summary.
    pub(crate) fn needed_columns(&self, line: usize) -> Vec<Column> {
        if self.first_error().is_some_and(|(first, _)| first < line) {
            return Vec::new();
        }
        let Some(LabStep { operands, .. }) = self.item.steps.get(line) else { return Vec::new() };
        let current = u16::try_from(line).unwrap_or(u16::MAX).saturating_add(FIRST);
        let mut needed = vec![Column::Prompt(current)];
        needed.extend(operands.map(|number| {
            if number < FIRST { Column::Prompt(number) } else { Column::Trace(number) }
        }));
        needed.sort_unstable();
        needed.dedup();
        needed
    }

    /// Returns the number of tokens of a line of the prompt or the trace; 0 for other columns.
    fn tokens_in(&self, column: Column) -> usize {
        match column {
            Column::Prompt(number) if number < FIRST => INPUT_LINE,
            Column::Prompt(_) => PROMPT_LINE,
            Column::Trace(number) => {
                let line = self.lines.get(usize::from(number.saturating_sub(FIRST)));
                line.map_or(0, |line| line.tokens.len())
            }
            Column::Frame | Column::Summary => 0,
        }
    }

    /// Returns the share of the needed lines in a line's row, and their share under uniform
    /// attention. Only earlier lines count. Returns `None` if no line is needed, or if the row has
    /// no weight on earlier lines.
    pub(crate) fn share_on_needed(
        &self,
        line: usize,
        view: View,
        pooling: Pooling,
    ) -> Option<(f32, f32)> {
        let needed = self.needed_columns(line);
        if needed.is_empty() {
            return None;
        }
        let current = Column::Trace(u16::try_from(line).ok()?.checked_add(FIRST)?);
        let (mut on, mut all) = ([0.0; 2], [0.0; 2]);
        for (column, share) in self.row(line, view) {
            let tokens = f32::from(u16::try_from(self.tokens_in(column)).unwrap_or(u16::MAX));
            if tokens == 0.0 || column == current {
                continue;
            }
            let values = match pooling {
                Pooling::Mean => [share / tokens, 1.0],
                Pooling::Sum => [share, tokens],
            };
            for (at, value) in values.into_iter().enumerate() {
                all[at] += value;
                if needed.contains(&column) {
                    on[at] += value;
                }
            }
        }
        (all[0] > 0.0).then(|| (on[0] / all[0], on[1] / all[1]))
    }

    /// Returns the means of [`LabRun::share_on_needed`] over the lines up to the first error;
    /// `None` if no line has a share.
    pub(crate) fn mean_on_needed(&self, view: View, pooling: Pooling) -> Option<(f32, f32)> {
        let line_share = |line| self.share_on_needed(line, view, pooling);
        let shares: Vec<(f32, f32)> = (0..self.trace_lines()).filter_map(line_share).collect();
        let count = f32::from(u16::try_from(shares.len()).ok().filter(|count| *count > 0)?);
        let sum = |share: fn(&(f32, f32)) -> f32| shares.iter().map(share).sum::<f32>() / count;
        Some((sum(|pair| pair.0), sum(|pair| pair.1)))
    }

    /// Returns the number of the value whose step an incorrect line carries out instead of the due
    /// step. The operands and the operation of the line must equal those of the step.
    ///
    /// Among several such steps, the nearest is returned; among two equally near steps, the later.
    pub(crate) fn executed_step(&self, line: usize) -> Option<u16> {
        let traced = self.lines.get(line)?;
        traced.error?;
        let texts: Vec<&str> = traced.tokens.iter().map(|token| token.text.as_str()).collect();
        let &[_, _, left, _, operation, right, _, _, _, _, _] = texts.as_slice() else {
            return None;
        };
        let is_written = |step: &LabStep| {
            let names = step.operands.map(|number| format!("S{number}"));
            names == [left, right] && step.operation.to_string() == operation
        };
        let steps = &self.item.steps;
        if steps.get(line).is_none_or(is_written) {
            return None;
        }
        let same = steps.iter().enumerate().filter(|(_, step)| is_written(step));
        let at = same.map(|(at, _)| at).min_by_key(|at| (at.abs_diff(line), *at < line))?;
        u16::try_from(at).ok()?.checked_add(FIRST)
    }

    /// Returns the errors in the trace lines after the first line with an error, and the number of
    /// these lines. Returns `None` if there is no error.
    pub(crate) fn after_first_error(&self) -> Option<(Vec<LabErrorKind>, usize)> {
        let (first, _) = self.first_error()?;
        let after = self.lines.iter().take(self.item.steps.len()).skip(first + 1);
        let after: Vec<&LabLine> = after.filter(|line| !line.is_summary).collect();
        Some((after.iter().filter_map(|line| line.error).collect(), after.len()))
    }

    /// Returns the probability of a token at a position of a line; `None` if the model reported no
    /// probability for the token.
    pub(crate) fn chance_of(&self, text: &str, line: usize, at: usize) -> Option<f32> {
        let token = self.lines.get(line)?.tokens.get(at)?;
        if token.text == text {
            return Some(token.probability);
        }
        token.others.iter().find(|(other, _)| other == text).map(|(_, chance)| *chance)
    }

    /// Returns the tokens of a line before a position.
    pub(crate) fn text_before(&self, line: usize, at: usize) -> Option<Vec<&str>> {
        let tokens = self.lines.get(line)?.tokens.get(..at)?;
        Some(tokens.iter().map(|token| token.text.as_str()).collect())
    }

    /// Returns the token that the model should have written at a line's first incorrect token,
    /// given the text before it. Returns `None` if no token is incorrect, or if the correct one is
    /// unknown.
    pub(crate) fn expected_token(&self, line: usize) -> Option<String> {
        let traced = self.lines.get(line)?;
        let at = traced.incorrect?;
        if traced.is_summary {
            return self.expected_summary_token(at);
        }
        let step = self.item.steps.get(line)?;
        let name = |number: u16| format!("S{number}");
        let current = u16::try_from(line).ok()? + FIRST;
        Some(match at {
            0 | 8 => name(current),
            1 => ":".to_owned(),
            2 => name(step.operands[0]),
            3 => self.prior_value(step.operands[0], line)?,
            4 => step.operation.to_string(),
            5 => name(step.operands[1]),
            6 => self.prior_value(step.operands[1], line)?,
            7 => ">".to_owned(),
            9 => {
                let value = |at: usize| traced.tokens.get(at)?.text.parse::<i32>().ok();
                apply_operation(step.operation, value(3)?, value(6)?)?.to_string()
            }
            _ => ";".to_owned(),
        })
    }

    fn expected_summary_token(&self, at: u8) -> Option<String> {
        let last = u16::try_from(self.item.values.len()).ok()?;
        let numbers = [self.item.queries[0], self.item.queries[1], last];
        let pair = usize::from(at.checked_sub(1)?);
        let number = *numbers.get(pair / 2)?;
        if pair.is_multiple_of(2) {
            Some(format!("S{number}"))
        } else {
            self.prior_value(number, self.trace_lines())
        }
    }

    /// Returns the value with this number: an input from the prompt, or the latest result in the
    /// trace before line `before`.
    fn prior_value(&self, number: u16, before: usize) -> Option<String> {
        if number < FIRST {
            return self.item.values.get(usize::from(number) - 1).map(u8::to_string);
        }
        let name = format!("S{number}");
        let earlier = self.lines.get(..before)?.iter().rev();
        let mut named =
            earlier.filter(|line| line.tokens.get(8).is_some_and(|token| token.text == name));
        named.next()?.tokens.get(9).map(|value| value.text.clone())
    }
}

/// Applies an operation to two residues.
fn apply_operation(operation: char, left: i32, right: i32) -> Option<i32> {
    const MODULUS: i32 = stepfall_link::LAB_MODULUS.cast_signed();
    let value = match operation {
        '+' => left + right,
        '-' => left - right,
        '*' => left * right,
        _ => return None,
    };
    Some(value.rem_euclid(MODULUS))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use stepfall_lab::Lab;
    use stepfall_procedure::Generator;
    use stepfall_protocol::lab::{LabConfiguration, LabRequest};
    use stepfall_small_model::{Layout, Norm, SmallModelItem, StepMap, Token};

    /// Runs the small model on a link.
    pub(crate) fn run(link: &str) -> LabRun {
        let path =
            concat!(env!("CARGO_MANIFEST_DIR"), "/crates/small-model/weights/short.safetensors");
        let bytes = std::fs::read(path).expect("the weights are shipped");
        let mut lab = Lab::default();
        lab.push(LabRequest::Run(
            0,
            LabConfiguration { link: link.to_owned(), weights: String::new() },
        ));
        lab.on_weights(stepfall_link::Checkpoint::Short, Ok(&bytes));
        let mut run = LabRun::default();
        while let Some(event) = lab.step() {
            run.take(&event);
        }
        run
    }

    pub(crate) const VIEW: View = View { of: MapOf::Saliency, is_plain: false, layer: None };

    #[test]
    fn a_run_is_built_from_the_events_of_the_worker() {
        let run = run("#/lab?v=2&steps=10&seed=1");
        assert_eq!((run.trace_lines(), run.lines.len(), run.tokens()), (10, 11, 118));
        assert_eq!(run.first_error(), None);
        assert!(run.outcome.as_ref().is_some_and(|outcome| outcome.whole));
        assert_eq!(
            (run.line_of(0), run.line_of(11), run.line_of(117), run.line_of(118)),
            (0, 1, 10, 11)
        );
        let row = run.row(4, VIEW);
        assert_eq!(row.len(), 1 + 12 + 5);
        assert_eq!(
            (row[0].0, row[1].0, row[13].0),
            (Column::Frame, Column::Prompt(1), Column::Trace(3))
        );
        let sum: f32 = row.iter().map(|(_, share)| share).sum();
        assert!((sum - 1.0).abs() < 1e-3);
        for pooling in [Pooling::Mean, Pooling::Sum] {
            let (share, uniform) = run.mean_on_needed(VIEW, pooling).expect("the run has lines");
            assert!(share > 1.7 * uniform, "{share} against {uniform}, {pooling:?}");
        }
    }

    #[test]
    fn a_step_needs_its_line_and_its_operands() {
        let run = run("#/lab?v=2&steps=10&seed=1");
        for (line, step) in run.item.steps.iter().enumerate() {
            let needed = run.needed_columns(line);
            let current = Column::Prompt(u16::try_from(line).expect("few") + 3);
            assert!(needed.contains(&current));
            for number in step.operands {
                let column =
                    if number < 3 { Column::Prompt(number) } else { Column::Trace(number) };
                assert!(needed.contains(&column));
            }
        }
        assert_eq!(run.needed_columns(10), []);
    }

    #[test]
    fn needed_lines_are_known_up_to_the_first_error() {
        let run = run("#/lab?v=2&steps=30&seed=1");
        let (first, _) = run.first_error().expect("the trace of 30 steps has an error");
        for line in 0..run.trace_lines() {
            assert_eq!(run.needed_columns(line).is_empty(), line > first, "line {line}");
            assert_eq!(run.share_on_needed(line, VIEW, Pooling::Mean).is_none(), line > first);
        }
        for line in 0..first {
            assert_eq!(run.value_of(line).map(usize::from), Some(line + 3));
        }
        let slipped = (first..run.trace_lines())
            .find(|line| run.value_of(*line).is_some_and(|number| usize::from(number) != line + 3));
        let slipped = slipped.expect("a line executes another step");
        assert_eq!(run.name_of(slipped), Some(run.lines[slipped].tokens[0].text.as_str()));
        assert_eq!(run.name_of(run.lines.len()), None);
        let share =
            run.share_on_needed(first, VIEW, Pooling::Mean).expect("the line of the error counts");
        let (mean, _) = run.mean_on_needed(VIEW, Pooling::Sum).expect("the run has lines");
        assert!(share.0 <= 1.0 && mean <= 1.0);
    }

    #[test]
    fn shares_on_needed_lines_equal_those_of_the_library() {
        let (link, _) = LabLink::read("#/lab?v=2&steps=9&seed=1");
        let run = run("#/lab?v=2&steps=9&seed=1");
        let generator = Generator::new(link.spec()).expect("a spec with procedures");
        let item = generator.item(link.seed, 0).expect("an item");
        let task = SmallModelItem::of(&item).expect("a task");
        let values = task.values();
        let text = [task.prompt(Token::TRACE), task.trace(&values), task.summary(&values)].concat();
        let layout = Layout::of(&text);
        let mut map = StepMap::new(1, &layout);
        for at in 0..text.len() - 1 {
            map.add(at, &[vec![1.0; at + 1]]);
        }
        for pooling in [Pooling::Mean, Pooling::Sum] {
            for line in 0..9 {
                let agreement = map.agreement(&task, &layout, 0..1, (Norm::Rows, pooling), line);
                let other = agreement.expect("a step of that number").share_uniform;
                let (_, current) =
                    run.share_on_needed(line, VIEW, pooling).expect("a line of that number");
                assert!((f64::from(current) - other).abs() < 1e-6, "{line}: {current} for {other}");
            }
        }
    }

    #[test]
    fn a_line_that_executes_another_step_is_recognised() {
        let broken = run(&LabLink::first().fragment());
        assert_eq!(broken.first_error(), Some((14, LabErrorKind::Name)));
        assert_eq!(broken.executed_step(14), Some(18));
        assert_eq!(broken.executed_step(13), None, "a line without an error");
        // A line that is moved to the position of another step is recognised as its own step.
        let right = run("#/lab?v=2&steps=10&seed=1");
        let operands_of = |at: usize| {
            let LabStep { operands, operation } = right.item.steps[at];
            (operands, operation)
        };
        for (from, due) in [(5, 4), (3, 4), (8, 2), (0, 9)] {
            assert_ne!(operands_of(from), operands_of(due));
            let mut run = right.clone();
            run.lines[due] = right.lines[from].clone();
            run.lines[due].error = Some(LabErrorKind::Name);
            assert_eq!(run.executed_step(due).map(usize::from), Some(from + 3));
            // With another operation, the line matches no step of the procedure.
            run.lines[due].tokens[4].text = "/".to_owned();
            assert_eq!(run.executed_step(due), None);
        }
        // A line with an incorrect result still carries out the due step.
        let mut run = right.clone();
        run.lines[4].error = Some(LabErrorKind::Result);
        assert_eq!(run.executed_step(4), None);
    }

    #[test]
    fn errors_after_the_first_one_are_counted() {
        let run = run("#/lab?v=2&steps=30&seed=1");
        let (first, _) = run.first_error().expect("the trace of 30 steps has an error");
        let (errors, lines) = run.after_first_error().expect("the run has an error");
        assert_eq!(lines, run.trace_lines().min(30) - first - 1);
        assert!(!errors.is_empty() && errors.len() <= lines);
        assert_eq!(self::run("#/lab?v=2&steps=6&seed=1").after_first_error(), None);
    }

    #[test]
    fn the_link_to_play_has_the_answer_of_the_small_model() {
        let link = LabLink::first();
        let run = run(&link.fragment());
        let opened = stepfall_link::open(&play_address(&link, &run)).expect("a link").link;
        assert_eq!(opened.source, Source::SmallModel(Some(link.model)));
        let written = opened.transcript.lines().nth(14);
        assert!(written.is_some_and(|line| line.starts_with("S17 = S16 - S17 = ")), "{opened:?}");
        assert_eq!((opened.spec, opened.seed, opened.is_cut), (link.spec(), link.seed, false));
        // Before the transcript is complete, the link contains only the item.
        assert_eq!(play_address(&link, &LabRun::default()), link.item().fragment());
    }

    #[test]
    fn the_switch_fixes_the_error_of_the_first_setup() {
        let link = LabLink { flow: first_flow(), ..LabLink::first() };
        let (before, after) = (run(&LabLink::first().fragment()), run(&link.fragment()));
        assert!(before.first_error().is_some() && after.first_error().is_none());
        let view = View::of(&link);
        let (row, _, change) = after.largest_change(&before, view).expect("a change");
        assert!(row <= 14 && change.abs() > 0.02, "{change} in line {row}");
    }

    #[test]
    fn the_expected_token_of_an_error_is_known() {
        let run = run("#/lab?v=2&steps=30&seed=1");
        let (line, _) = run.first_error().expect("the trace of 30 steps has an error");
        let at = usize::from(run.lines[line].incorrect.expect("the line has an incorrect token"));
        let wanted = run.expected_token(line).expect("the expected token is known");
        assert_ne!(run.lines[line].tokens[at].text, wanted);
        assert_eq!(run.expected_token(0), None);
    }

    #[test]
    fn a_refusal_clears_the_run() {
        let mut run = run("#/lab?v=2&steps=3&seed=1");
        run.take(&LabEvent::Refused(0, "no weights".to_owned()));
        assert_eq!(run.error.as_deref(), Some("no weights"));
        assert_eq!(run.lines, []);
        assert_eq!(run.row(0, VIEW), []);
    }
}
