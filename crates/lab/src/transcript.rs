//! A transcript of the small model at one item, line by line, with the sources of each line.

use stepfall_protocol::lab::{
    LabAnswer, LabErrorKind, LabItem, LabLine, LabOutcome, LabRow, LabStep, LabToken,
};
use stepfall_small_model::{
    Backward, Generation, Kind, LineErrorKind, Norm, SaliencyRow, SmallModelItem, StepFlow,
    StepMap, Token, TokenChoice, Weights, judge, line_error, operands, probabilities, text, word,
};

/// The maximum number of alternatives that are reported for a token.
const OTHERS: usize = 3;
/// The minimum probability of an alternative.
const MIN_PROBABILITY: f32 = 0.001;

/// A transcript that is being written.
pub(crate) struct Transcript {
    task: SmallModelItem,
    writing: Generation<'static>,
    backward: Backward<'static>,
    layers: usize,
    /// The value of each input and step, as the prompt and the trace so far give it; `None` for
    /// later steps and for results that are not values.
    values: Vec<Option<u8>>,
    /// The index of the next step to be judged, from 0.
    step: usize,
}

impl Transcript {
    /// Begins a transcript, and reads the prompt.
    pub(crate) fn new(weights: &'static Weights, task: SmallModelItem, flow: StepFlow) -> Self {
        let mut values: Vec<Option<u8>> = task.values()[..2].iter().copied().map(Some).collect();
        values.resize(task.steps().len() + 2, None);
        Self {
            writing: Generation::new(weights, &task, Token::TRACE, &[], flow, TokenChoice::Greedy),
            backward: Backward::new(weights),
            layers: weights.layer_count(),
            values,
            step: 0,
            task,
        }
    }

    /// Returns the item for the page.
    pub(crate) fn item(task: &SmallModelItem, weights: &Weights) -> LabItem {
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        LabItem {
            values: task.values(),
            steps: task
                .steps()
                .iter()
                .map(|step| LabStep {
                    operands: operands(*step),
                    operation: step.op.symbol().chars().next().unwrap_or('+'),
                })
                .collect(),
            queries: task.queries(),
            parameters: number(weights.parameters()),
        }
    }

    /// Writes the next line, or the summary; `None` if the transcript is over.
    pub(crate) fn line(&mut self) -> Option<LabLine> {
        let mut written: Vec<(usize, Token, LabToken, SaliencyRow, SaliencyRow)> = Vec::new();
        while !self.writing.is_over() {
            let at = self.writing.tokens().len() - 1;
            let attention = self.writing.attention();
            let chances = probabilities(self.writing.scores(), 1.0);
            let Some((token, saliency)) = self.writing.write_seen(&self.backward) else { break };
            written.push((at, token, self.lab_token(token, &chances), saliency, attention));
            if token == Token::LINE_END {
                break;
            }
        }
        if written.is_empty() {
            return None;
        }
        let layout = self.writing.layout();
        let is_summary = layout.summary().is_some();
        let mut saliency = StepMap::new(self.layers, layout);
        let mut attention = StepMap::new(self.layers, layout);
        for (at, _, _, drawn, looked) in &written {
            saliency.add(*at, drawn);
            attention.add(*at, looked);
        }
        let row = saliency.rows() - if is_summary { 1 } else { 2 };
        let columns = saliency.columns().count() - usize::from(!is_summary);
        let pooled = |map: &StepMap, layer: usize, norm: Norm| {
            let mass = |column| map.mass(layer..layer + 1, norm, row, column);
            #[expect(clippy::cast_possible_truncation, reason = "it is drawn")]
            (0..columns).map(|column| mass(column) as f32).collect()
        };
        let layers = (0..self.layers)
            .map(|layer| LabRow {
                shares: pooled(&saliency, layer, Norm::Rows),
                plain: pooled(&saliency, layer, Norm::Plain),
                attention: pooled(&attention, layer, Norm::Rows),
            })
            .collect();
        let tokens: Vec<Token> = written.iter().map(|(_, token, ..)| *token).collect();
        let lab_tokens = written.into_iter().map(|(_, _, lab_tokens, ..)| lab_tokens).collect();
        let (error, incorrect) =
            if is_summary { (None, self.wrong_recall(&tokens)) } else { self.judge_line(&tokens) };
        Some(LabLine { tokens: lab_tokens, error, incorrect, is_summary, layers })
    }

    /// Returns the outcome, with the transcript as text.
    pub(crate) fn outcome(&self) -> LabOutcome {
        let (tokens, layout) = (self.writing.tokens(), self.writing.layout());
        let judgement = judge(&self.task, tokens, layout);
        let answer = LabAnswer {
            text: text(&self.task, tokens, layout, name),
            is_cut: tokens.last() != Some(&Token::END),
        };
        LabOutcome {
            whole: judgement.is_trace_correct,
            solved: judgement.is_answer_correct,
            answer,
        }
    }

    /// Returns the first error of a line and the token that shows it, given the earlier values.
    fn judge_line(&mut self, line: &[Token]) -> (Option<LabErrorKind>, Option<u8>) {
        let step = self.step;
        self.step += 1;
        if step >= self.task.steps().len() {
            return (Some(LabErrorKind::Line), Some(0));
        }
        let found = line_error(&self.task, step, line, &self.values);
        if let Some(&[name, result]) = line.get(8..10)
            && let Kind::Name(name) = name.kind()
            && let Some(number) = self.task.number_of(name).filter(|&number| number > 2)
        {
            self.values[usize::from(number) - 1] = value_of(result);
        }
        let incorrect = found.and_then(|found| u8::try_from(found.at).ok());
        (found.map(|found| error_of(found.kind)), incorrect)
    }

    /// Returns the position of the first token of the summary that differs from the correct summary
    /// of the values in the trace.
    fn wrong_recall(&self, line: &[Token]) -> Option<u8> {
        let [first, second] = self.task.queries();
        let last = u16::try_from(self.values.len()).unwrap_or(u16::MAX);
        let pairs = [first, second, last].into_iter().flat_map(|number| {
            let value = self.values[usize::from(number) - 1].and_then(Token::value);
            [Some(self.task.name(number)), value]
        });
        let wanted: Vec<Option<Token>> =
            [Some(Token::SUMMARY)].into_iter().chain(pairs).chain([Some(Token::END)]).collect();
        let at = (0..wanted.len()).find(|&at| line.get(at) != wanted[at].as_ref())?;
        u8::try_from(at).ok()
    }

    fn lab_token(&self, token: Token, chances: &[f32]) -> LabToken {
        let mut others: Vec<(Token, f32)> = (0u8..)
            .zip(chances)
            .filter(|&(number, &chance)| number != token.number() && chance >= MIN_PROBABILITY)
            .filter_map(|(number, &chance)| Some((Token::from_number(number)?, chance)))
            .collect();
        others.sort_by(|(_, first), (_, second)| second.total_cmp(first));
        others.truncate(OTHERS);
        let text = |token| readable(&self.task, token);
        LabToken {
            text: text(token),
            probability: chances.get(usize::from(token.number())).copied().unwrap_or_default(),
            others: others.into_iter().map(|(token, chance)| (text(token), chance)).collect(),
        }
    }
}

/// Returns the name of the value with this number: the Lab names all values `S1`, `S2` and so on.
fn name(number: u16) -> String {
    format!("S{number}")
}

/// Returns a token as readable text. Marks without a text get a word or a dot.
fn readable(task: &SmallModelItem, token: Token) -> String {
    match token {
        Token::SUMMARY => "summary".to_owned(),
        Token::END => "end".to_owned(),
        token => {
            let text = word(task, token, name);
            if text.is_empty() { "·".to_owned() } else { text }
        }
    }
}

fn value_of(token: Token) -> Option<u8> {
    match token.kind() {
        Kind::Value(value) => Some(value),
        Kind::Mark | Kind::Name(_) => None,
    }
}

const fn error_of(error: LineErrorKind) -> LabErrorKind {
    match error {
        LineErrorKind::Line => LabErrorKind::Line,
        LineErrorKind::Name => LabErrorKind::Name,
        LineErrorKind::Operation => LabErrorKind::Operation,
        LineErrorKind::Fetch => LabErrorKind::Fetch,
        LineErrorKind::Result => LabErrorKind::Result,
        LineErrorKind::Form => LabErrorKind::Form,
    }
}
