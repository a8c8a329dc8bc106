//! Runs a transcript through all stages.

use std::borrow::Cow;
use std::ops::Range;

use stepfall_procedure::{Arithmetic, Condition, Item, Wording};
use stepfall_text::Status;

use crate::align::{StatementReading, align};
use crate::answer::answers;
use crate::answer_error::has_other_form;
use crate::cause::Cause;
use crate::certainty::{Certainty, Doubt};
use crate::claim::{AnswerClaim, AnswerRule, StepClaim, WrittenOperation};
use crate::conclusion::{TextKind, conclude};
use crate::cut::{Cut, ends_in_digits, without_ending};
use crate::echo::{echoed_lines, echoes};
use crate::equation::{Equation, appears_after, equations};
use crate::exact_trace::{allows_fast_path, grade_exact_trace};
use crate::judge::{StepVerdict, StepVerdicts, judge};
use crate::lexer;
use crate::looked_up::{LookUpMention, assign, blank_look_ups, mentions};
use crate::names::Lexicon;
use crate::number_forms::{settle_brackets, settle_commas};
use crate::numeral::DecimalPlaces;
use crate::other_order::EquationJudge;
use crate::read::{Claims, claims};
use crate::region::{Regions, regions, without_other_questions};
use crate::requested_procedure::{BUDGET, RequestedProcedure};
use crate::root::roots;
use crate::rounding::is_rounding;
use crate::sample::samples;
use crate::text_facts::{Completeness, Ending, TextFacts};
use crate::token::{Token, TokenKind, Tokens, Word};
use crate::verdict::{Answer, Reasoning, RootError, StopReason, TextVerdict, Verdict};
use crate::visible::ReasonedTrace;

/// The longest transcript that is read, in bytes.
pub const MAX_TRANSCRIPT: usize = 32 << 20;

/// The most tokens of a line before the end of a claimed value that are searched for a correction.
const CORRECTION_SEARCH_TOKENS: usize = 128;

/// The count of claimed steps below which a text with a correct answer is read again.
const MIN_STEPS: usize = 2;

/// An item and a condition, prepared to grade transcripts.
pub struct Grader<'a> {
    procedure: RequestedProcedure<'a>,
    lexicon: Lexicon,
    /// The prompt, if transcripts are searched for each of its lines. If `None`, the prompt is made
    /// when a transcript may repeat it.
    prompt: Option<String>,
    places: DecimalPlaces,
    condition: Condition,
    kind: TextKind,
    /// True if a transcript that is exactly as requested can take the fast path.
    allows_fast_path: bool,
    /// True if reasoning gets a separate verdict.
    judges_reasoning: bool,
}

impl<'a> Grader<'a> {
    /// Prepares to grade transcripts of an item under a condition.
    pub fn new(item: &'a Item, condition: Condition) -> Self {
        let places = match item.procedure.arithmetic {
            Arithmetic::Integer | Arithmetic::Modular { .. } => DecimalPlaces::None,
            Arithmetic::Rational => DecimalPlaces::Fraction,
            Arithmetic::Decimal { places } => DecimalPlaces::Fixed(places),
            Arithmetic::Paper { .. } => DecimalPlaces::Any,
        };
        let procedure = RequestedProcedure::new(item, condition);
        let reads_like_claims =
            condition == Condition::Copy || item.spec.wording == Wording::English;
        Self {
            allows_fast_path: allows_fast_path(&procedure, condition),
            procedure,
            lexicon: Lexicon::new(item),
            prompt: reads_like_claims.then(|| item.prompt(condition)),
            places,
            condition,
            kind: TextKind::Whole,
            judges_reasoning: true,
        }
    }

    /// Leaves reasoning without a verdict. This saves time and does not change the verdict on the
    /// visible text.
    #[must_use]
    pub fn without_reasoning(self) -> Self {
        Self { judges_reasoning: false, ..self }
    }

    /// Grades transcripts as the text of a dialogue in which each turn names its subject.
    /// Statements are read one by one, without alignment and without a search for work in another
    /// order.
    #[must_use]
    pub fn of_dialogue(self) -> Self {
        Self { kind: TextKind::Dialogue, ..self }
    }

    /// Grades transcripts as replies in a dialogue about this item. A reply is never taken for a
    /// reply about another item. As with [`Grader::of_dialogue`], statements are read one by one.
    #[must_use]
    pub fn for_replies(self) -> Self {
        Self { kind: TextKind::Turns, ..self }
    }

    /// Grades a transcript. Text beyond [`MAX_TRANSCRIPT`] is not read. If `stop` is
    /// [`StopReason::Length`], the unfinished last statement does not count.
    pub fn grade(&self, transcript: &str, stop: StopReason) -> Verdict {
        let transcript = &transcript[..transcript.floor_char_boundary(MAX_TRANSCRIPT)];
        let (text, cut) = without_ending(transcript, stop);
        let mut verdict = self.grade_text(text, cut);
        // The last sample includes the ending that was removed.
        if let Some(last) = verdict.samples.last_mut() {
            last.end = transcript.len();
        }
        verdict
    }

    /// Grades a text from which [`without_ending`] has removed the ending.
    fn grade_text(&self, transcript: &str, cut: Cut) -> Verdict {
        let reasoned = Some(transcript)
            .filter(|_| self.allows_fast_path && !self.judges_reasoning)
            .and_then(ReasonedTrace::of);
        let verdict = match (self.grade_exact(transcript, reasoned.as_ref(), cut), &reasoned) {
            (Some(verdict), _) => verdict,
            (None, Some(reasoned)) => self.read(transcript, Some(&reasoned.reasoning), cut),
            (None, None) => return self.read(transcript, None, cut),
        };
        debug_assert_eq!(verdict, self.read(transcript, None, cut), "{transcript}");
        verdict
    }

    /// Returns the verdict on a transcript that is exactly as requested, apart from reasoning
    /// before the trace. Returns `None` for other transcripts, and if the provider reported a cut.
    fn grade_exact(
        &self,
        transcript: &str,
        reasoned: Option<&ReasonedTrace>,
        cut: Cut,
    ) -> Option<Verdict> {
        if cut != Cut::Unknown || !self.allows_fast_path {
            return None;
        }
        let from = reasoned.map_or(0, |reasoned| reasoned.trace);
        let text_verdict = grade_exact_trace(&self.procedure, transcript, from)?;
        let last = text_verdict.steps.last().and_then(|step| step.claim.as_ref());
        let text_facts = TextFacts::of_whole(last.map(|claim| claim.value_span.start));
        Some(conclude(&self.procedure, self.kind, &text_facts, text_verdict, None, Vec::new()))
    }

    /// Returns the verdict on any text. Leaves out the bytes in `passed_over`.
    fn read(&self, text: &str, passed_over: Option<&Range<usize>>, cut: Cut) -> Verdict {
        let mut tokens = self.tokens(text, passed_over, cut);
        let mut regions = regions(&tokens, text.len());
        if self.kind == TextKind::Whole {
            without_other_questions(&mut regions, &tokens, text);
        }
        let (read, text_facts, text_verdict) =
            self.judge_ranges(&mut tokens, &regions.visible, text, |tokens, read, answers| {
                let ending = Ending { tokens, text, ranges: &regions.visible, read, answers };
                TextFacts::of(tokens, &regions.visible, read, &self.procedure, ending.end(cut))
            });
        let reasoning =
            if self.judges_reasoning { self.reasoning(&mut tokens, regions, text) } else { None };
        let samples = samples(text, &read.steps, &text_verdict.answers);
        conclude(&self.procedure, self.kind, &text_facts, text_verdict, reasoning, samples)
    }

    /// Grades the reasoning as if it were the whole text. Returns `None` without reasoning.
    fn reasoning(&self, tokens: &mut Tokens, regions: Regions, text: &str) -> Option<Reasoning> {
        let mut reasoning_tokens =
            regions.reasoning.iter().flat_map(|range| &tokens.list[range.clone()]);
        if reasoning_tokens.all(Token::ends_line) {
            return None;
        }
        let (_, text_facts, text_verdict) =
            self.judge_ranges(tokens, &regions.reasoning, text, |tokens, read, _| {
                let end =
                    if tokens.unclosed_think { Completeness::Open } else { Completeness::Whole };
                TextFacts::of(tokens, &regions.reasoning, read, &self.procedure, end)
            });
        let verdict = Box::new(conclude(
            &self.procedure,
            self.kind,
            &text_facts,
            text_verdict,
            None,
            Vec::new(),
        ));
        Some(Reasoning { spans: regions.spans, verdict })
    }

    /// Reads and judges the claims in some ranges of tokens. If the text is cut off, its unfinished
    /// statement makes no claim.
    fn judge_ranges(
        &self,
        tokens: &mut Tokens,
        ranges: &[Range<usize>],
        text: &str,
        text_facts: impl Fn(&Tokens, &Claims, &[AnswerClaim]) -> TextFacts,
    ) -> (Claims, TextFacts, TextVerdict) {
        let end = text.len();
        let (mut read, mut stated_answers) = self.read_ranges(tokens, ranges, text);
        let mut text_facts = text_facts(tokens, &read, &stated_answers);
        let mut is_cut = text_facts.end != Completeness::Whole;
        if is_cut
            && let Some(unfinished) = tokens.unfinished_statement(ranges, &read, end)
            && may_be_cut(tokens, &unfinished, stated_answers.iter(), &text_facts)
        {
            tokens.mark_numbers_doubtful(unfinished);
            (read, stated_answers) = self.read_ranges(tokens, ranges, text);
        }
        if is_cut {
            self.leave_out_unstated_answers(tokens, &mut stated_answers);
        }
        let mut text_verdict =
            self.judge_with_rereadings((tokens, ranges), &read, stated_answers, &text_facts, end);
        let may_end_within = !is_cut && self.kind != TextKind::Turns;
        if may_end_within && ends_in_digits(&self.procedure, &text_verdict, end) {
            text_facts.end = Completeness::Open;
            is_cut = true;
        }
        let answers = || text_verdict.answers.iter().map(|answer| &answer.claim);
        if is_cut
            && let Some(unfinished) = tokens.erroneous_last_statement(ranges, &text_verdict)
            && may_be_cut(tokens, &unfinished, answers(), &text_facts)
        {
            tokens.mark_numbers_doubtful(unfinished);
            (read, stated_answers) = self.read_ranges(tokens, ranges, text);
            self.leave_out_unstated_answers(tokens, &mut stated_answers);
            text_verdict = self.judge_with_rereadings(
                (tokens, ranges),
                &read,
                stated_answers,
                &text_facts,
                end,
            );
        }
        (read, text_facts, text_verdict)
    }

    /// Removes two kinds of numbers that a cut text may not mean as its answer. One is a value of
    /// the last step that is the correct answer in another form. The other is a lone number in the
    /// line that is cut off.
    fn leave_out_unstated_answers(&self, tokens: &Tokens, answers: &mut Vec<AnswerClaim>) {
        answers.retain(|claim| match claim.rule {
            AnswerRule::LastStep => {
                claim.value == self.procedure.answer || !has_other_form(&self.procedure, claim)
            }
            AnswerRule::Alone => {
                let after = |token: &&Token| token.start as usize >= claim.span.end;
                tokens.list.iter().rev().take_while(after).any(Token::ends_line)
            }
            AnswerRule::Tagged | AnswerRule::Boxed | AnswerRule::Announced => true,
        });
    }

    /// Returns the verdict on one text, after the further readings of [`Self::with_other_readings`].
    fn judge_with_rereadings(
        &self,
        text: (&Tokens, &[Range<usize>]),
        read: &Claims,
        stated_answers: Vec<AnswerClaim>,
        text_facts: &TextFacts,
        end: usize,
    ) -> TextVerdict {
        let text_verdict = self.text_verdict(read, stated_answers, end);
        let mut text_verdict = self.with_other_readings(text, read, text_facts, text_verdict, end);
        self.require_all_steps(&mut text_verdict.answers, &text_verdict.steps);
        text_verdict
    }

    /// If the steps are independent, counts answers as correct only if all steps are correct.
    fn require_all_steps(&self, answers: &mut [Answer], steps: &[StepVerdict]) {
        if !self.procedure.is_isolated() {
            return;
        }
        let are_correct = steps.iter().all(|step| step.status == Status::Correct);
        for answer in answers {
            // `Isolated` requests only steps, so the steps alone decide.
            let alone = Answer::of(&self.procedure, answer.claim.clone());
            let is_step = self.condition == Condition::Isolated;
            answer.is_correct = (alone.is_correct || is_step) && are_correct;
            answer.within_tolerance = (alone.within_tolerance || is_step) && are_correct;
        }
    }

    /// Splits a transcript into tokens. Leaves out copies of the prompt and the bytes in
    /// `passed_over`.
    fn tokens(&self, text: &str, passed_over: Option<&Range<usize>>, cut: Cut) -> Tokens {
        let opening = self.procedure.item.prompt_opening(self.condition);
        let prompt = || match &self.prompt {
            Some(prompt) => Cow::Borrowed(prompt.as_str()),
            None => Cow::Owned(self.procedure.item.prompt(self.condition)),
        };
        let mut skipped = match passed_over {
            // A trace after reasoning does not repeat the prompt.
            Some(passed_over) => vec![passed_over.clone()],
            None => echoes(text, opening, prompt),
        };
        if let Some(prompt) = &self.prompt {
            skipped = echoed_lines(text, prompt, &skipped);
        }
        let look_ups = self.look_ups_in(text);
        let bare = look_ups.as_ref().map(|mentions| blank_look_ups(text, mentions));
        let bare = bare.as_deref().unwrap_or(text);
        let mut tokens = lexer::tokens(bare, &self.lexicon, self.places, &skipped);
        // The replies of a dialogue are complete, unless the provider reports a cut.
        let is_line_whole = cut == Cut::Unknown && self.kind == TextKind::Turns;
        if cut == Cut::AfterLine || is_line_whole {
            tokens.end_line(text.len());
        } else if cut == Cut::InLine || tokens.lacks_terms(text.len(), self.procedure.last()) {
            let has_places = !matches!(
                self.procedure.arithmetic(),
                Arithmetic::Integer | Arithmetic::Modular { .. }
            );
            tokens.doubt_last_number(text.len(), has_places);
        }
        tokens.settle_operations();
        settle_commas(&mut tokens, &self.procedure);
        settle_brackets(&mut tokens, &self.procedure);
        tokens
    }

    /// Returns the look-ups that are written in a text, if the condition has look-ups.
    fn look_ups_in(&self, text: &str) -> Option<Vec<LookUpMention>> {
        let look_ups = self.procedure.look_ups()?;
        Some(mentions(text, look_ups, &self.lexicon))
    }

    /// Reads the claims and the answers of one text.
    fn read_ranges(
        &self,
        tokens: &Tokens,
        ranges: &[Range<usize>],
        text: &str,
    ) -> (Claims, Vec<AnswerClaim>) {
        let mut read = claims(tokens, &self.procedure, ranges);
        if let Some(mentions) = self.look_ups_in(text) {
            assign(mentions, text, &mut read.steps);
        }
        if read.steps.iter().any(|claim| self.may_be_false(claim)) {
            note_equations(&mut read, tokens, &equations(tokens, ranges, &self.procedure));
        }
        let mut answers = answers(tokens, self.procedure.item, ranges, &read);
        // `S8 is 5/3. The final answer is 1.667`: the first sentence gives the exact value of the
        // last step, and the second sentence gives the rounded answer.
        let is_last_step = |claim: &StepClaim| {
            claim.number == self.procedure.last() && claim.value_span.start == answers[0].span.start
        };
        let exact_first = answers.len() > 1
            && read.steps.iter().any(is_last_step)
            && answers[0].value != answers[1].value
            && self.procedure.answer_of(&answers[0].value) == answers[1].value;
        // `S8 comes to 5. Answer: -5`: if at least half of the steps are claimed before, the first
        // sentence states the last step and is not an answer.
        let ends_in_sentence = answers.len() > 1
            && answers[0].value != answers[1].value
            && read.steps.iter().any(is_last_step)
            && read.claims_half_before(
                &self.procedure,
                self.procedure.last(),
                answers[0].span.start,
            );
        if exact_first || ends_in_sentence {
            answers.remove(0);
        }
        self.round_last(&mut read, &answers);
        let only = self.condition == Condition::AnswerOnly;
        read.keep_answers_out(self.procedure.last(), &answers, only);
        (read, answers)
    }

    /// Returns whether a claim has the correct value, but its written operands may not lead to that
    /// value.
    fn may_be_false(&self, claim: &StepClaim) -> bool {
        let at = usize::from(claim.number).checked_sub(1);
        let expected = at.and_then(|at| self.procedure.truth.get(at));
        let values = claim.operation_by_value.as_ref().filter(|_| expected == Some(&claim.value));
        values.is_some_and(|values| {
            let Some((left, right)) = values.values() else { return true };
            let value = self.procedure.arithmetic().apply(values.op, left, right, BUDGET);
            value.ok().as_ref() != Some(&claim.value)
        })
    }

    /// Replaces the claimed value of the last step if an explicit answer shows how it is rounded.
    /// In decimal arithmetic, the answer replaces a value that it rounds. In rational and paper
    /// arithmetic, the exact value replaces its rounding if the answer is correct.
    fn round_last(&self, read: &mut Claims, answers: &[AnswerClaim]) {
        let Some(answer) = answers.first().filter(|answer| answer.rule.is_explicit()) else {
            return;
        };
        let of_last = |claim: &StepClaim| claim.number == self.procedure.last();
        let Some(at) = read.steps.iter().rposition(of_last) else { return };
        match self.procedure.arithmetic() {
            Arithmetic::Decimal { .. } => {}
            Arithmetic::Rational | Arithmetic::Paper { .. } => {
                let exact = &self.procedure.truth[usize::from(self.procedure.last()) - 1];
                // A model that rounds in an earlier step has another last value.
                let is_correct = |claim: &StepClaim| {
                    of_last(claim)
                        || self.procedure.truth.get(usize::from(claim.number) - 1)
                            == Some(&claim.value)
                };
                if answer.value == self.procedure.answer
                    && is_rounding(&read.steps[at].value, exact)
                    && read.steps.iter().all(is_correct)
                {
                    read.steps[at].value.clone_from(exact);
                }
                return;
            }
            Arithmetic::Integer | Arithmetic::Modular { .. } => return,
        }
        let rounded = self.procedure.rounded_or_reduced(&read.steps[at].value);
        // A model that keeps more places throughout does not round.
        let keeps = |claim: &StepClaim| {
            !of_last(claim) && self.procedure.rounded_or_reduced(&claim.value).is_some()
        };
        if rounded.as_ref() == Some(&answer.value) && !read.steps.iter().any(keeps) {
            read.steps[at].value.clone_from(&answer.value);
        }
    }

    fn text_verdict(
        &self,
        read: &Claims,
        mut answers: Vec<AnswerClaim>,
        end: usize,
    ) -> TextVerdict {
        let announced_at = explicit_answer_start(answers.iter());
        let first = answers.first().map(|answer| &answer.value);
        let work = judge(&self.procedure, &read.steps, &read.inputs, announced_at, first);
        if work.second_reading {
            for answer in &mut answers {
                if let Some(other) = answer.second_value.take() {
                    answer.value = other;
                }
            }
        }
        let mut answers: Vec<Answer> =
            answers.into_iter().map(|claim| Answer::of(&self.procedure, claim)).collect();
        let roots = roots(&self.procedure, &work, &answers, read, end);
        self.require_all_steps(&mut answers, &work.steps);
        let (steps, extra_steps) = (work.steps, work.extra_steps);
        let certainty = Certainty::Sure;
        TextVerdict { answers, steps, roots, extra_steps, certainty, other_order: false }
    }

    /// Returns the verdict after further readings of the whole text: by rounded values, by
    /// equations, and by alignment.
    fn with_other_readings(
        &self,
        text: (&Tokens, &[Range<usize>]),
        read: &Claims,
        text_facts: &TextFacts,
        text_verdict: TextVerdict,
        end: usize,
    ) -> TextVerdict {
        // A correct answer may come from equations in another order. An incorrect answer is first
        // explained by the steps.
        let text_verdict = self.with_exact_values(text.0, read, text_verdict, end);
        let equations = self.equation_text(text, read, text_facts, end);
        let by_equations = |text_verdict| match &equations {
            Some(equations) => equations.by_equations(text_verdict),
            None => text_verdict,
        };
        if !text_verdict.is_correct() {
            let text_verdict = self.with_alignment(text, read, text_facts, text_verdict, end);
            return by_equations(text_verdict);
        }
        let text_verdict = by_equations(text_verdict);
        let text_verdict = self.with_alignment(text, read, text_facts, text_verdict, end);
        match &equations {
            Some(equations) => equations.with_false_equations(text_verdict),
            None => text_verdict,
        }
    }

    /// Returns the verdict with exact values in place of approximated ones, if this removes all
    /// errors. If the answer is incorrect, it is enough that no new error appears.
    fn with_exact_values(
        &self,
        tokens: &Tokens,
        read: &Claims,
        text_verdict: TextVerdict,
        end: usize,
    ) -> TextVerdict {
        let is_exact =
            matches!(self.procedure.arithmetic(), Arithmetic::Rational | Arithmetic::Paper { .. });
        let is_correct = text_verdict.is_correct();
        let exact = |claim: &StepClaim| {
            let step = text_verdict.step(claim.number)?;
            let followed = step.consistent_value.as_ref().filter(|_| !is_correct);
            let exact = followed.unwrap_or(&step.expected);
            let is_near = is_rounding(&claim.value, exact)
                && tokens.is_called_approximate(claim.value_span.start);
            is_near.then(|| exact.clone())
        };
        let is_near = |root: &RootError| {
            claim_at(&text_verdict, root).is_some_and(|claim| exact(claim).is_some())
        };
        if !is_exact || !text_verdict.roots.iter().any(is_near) {
            return text_verdict;
        }
        let mut claims = read.steps.clone();
        for claim in &mut claims {
            if let Some(exact) = exact(claim) {
                claim.rounding = Some(std::mem::replace(&mut claim.value, exact));
            }
        }
        let work = self.judge_claims(&claims, read, &text_verdict.answers);
        let roots = roots(&self.procedure, &work, &text_verdict.answers, read, end);
        // If the model continues with the rounded value, new errors appear.
        let is_old = |root: &RootError| {
            text_verdict
                .roots
                .iter()
                .any(|old| old.number == root.number && old.cause() == root.cause())
        };
        if !(roots.is_empty() || (!is_correct && roots.iter().all(is_old))) {
            return text_verdict;
        }
        TextVerdict { steps: work.steps, roots, extra_steps: work.extra_steps, ..text_verdict }
    }

    /// Reads the text again with the alignment that has the lowest cost, if an error may come from
    /// misreading.
    fn with_alignment(
        &self,
        (tokens, ranges): (&Tokens, &[Range<usize>]),
        read: &Claims,
        text_facts: &TextFacts,
        text_verdict: TextVerdict,
        end: usize,
    ) -> TextVerdict {
        let is_anothers =
            (text_facts.other_steps || text_facts.other_inputs) && !text_verdict.is_correct();
        let is_other = is_anothers || text_verdict.other_order;
        if let Some(from) = first_unexplained(read, &text_verdict) {
            return self.unclear_from(text_verdict, read, &read.steps, Doubt::Unexplained, from);
        }
        // Alignment compares operations, and look-ups have none. Independent steps do not lead to
        // each other.
        let cannot_be_aligned = self.procedure.looks_up() || self.procedure.is_isolated();
        let is_settled = read.is_unnamed_row
            || read.are_objects
            || is_other
            || self.kind != TextKind::Whole
            || cannot_be_aligned;
        if is_settled || !is_doubtful(tokens, &text_verdict) {
            return text_verdict;
        }
        let is_plain = text_verdict.roots.first().is_some_and(|root| {
            is_clear_statement(tokens, &text_verdict, root)
                && !is_shared(tokens, read, &text_verdict, root)
        });
        // The text never corrects its false equation, so no other reading may explain it away.
        if is_plain
            && text_verdict.is_correct()
            && self.keeps_false_equation((tokens, ranges), &text_verdict)
        {
            return text_verdict;
        }
        let stated = StatementReading { claims: &read.steps, text: &text_verdict, is_plain };
        let Some(aligned) = align(tokens, ranges, &self.procedure, &stated) else {
            return text_verdict;
        };
        let claims = aligned.claims.as_deref();
        if let Certainty::Unclear { doubt, from } = aligned.certainty {
            return self.unclear_from(
                text_verdict,
                read,
                claims.unwrap_or(&read.steps),
                doubt,
                from,
            );
        }
        let certainty = aligned.certainty;
        let Some(claims) = claims else { return TextVerdict { certainty, ..text_verdict } };
        let text_verdict = self.with_last_step(text_verdict, claims, text_facts);
        let work = self.judge_claims(claims, read, &text_verdict.answers);
        let roots = roots(&self.procedure, &work, &text_verdict.answers, read, end);
        // Without any correct step, an unexplained number may belong to anything.
        let is_correct = |step: &StepVerdict| step.status == Status::Correct;
        if let Some(Cause::Unexplained) = roots.first().map(RootError::cause)
            && let Some(from) = roots[0].number
            && !work.steps.iter().any(is_correct)
        {
            let doubt = Doubt::Unexplained;
            return self.unclear_from(text_verdict, read, claims, doubt, from);
        }
        // In a text that is cut off, the cut may be the only error.
        let only_stops =
            |roots: &[RootError]| roots.iter().all(|root| root.cause() == Cause::Stopped);
        if text_facts.end != Completeness::Whole
            && only_stops(&text_verdict.roots)
            && !only_stops(&roots)
        {
            return text_verdict;
        }
        TextVerdict {
            steps: work.steps,
            roots,
            extra_steps: work.extra_steps,
            certainty,
            ..text_verdict
        }
    }

    /// Returns whether the first error is a false equation whose operands are written by name and
    /// by value. Returns `false` if the correct result of the equation appears later, or if the
    /// text revises the step.
    fn keeps_false_equation(
        &self,
        (tokens, ranges): (&Tokens, &[Range<usize>]),
        text_verdict: &TextVerdict,
    ) -> bool {
        let number = text_verdict.roots.first().and_then(|root| root.number);
        let Some(step) = number.and_then(|number| text_verdict.step(number)) else { return false };
        let Some(claim) = step.claim.as_ref().filter(|_| !step.is_revised) else { return false };
        let values =
            claim.operation_by_value.as_ref().filter(|_| claim.operation_by_name.is_some());
        let Some((left, right)) = values.and_then(WrittenOperation::values) else { return false };
        let meant = self.procedure.step_for_operands(step.number, left, right);
        let Some(value) = self.procedure.apply(meant, left, right) else { return false };
        if self.procedure.agrees(&claim.value, &value) {
            return false;
        }
        let equations = equations(tokens, ranges, &self.procedure);
        let place = (claim.span.end, &[][..]);
        !appears_after((tokens, ranges), &equations, place, &[left, right], &value)
    }

    /// Makes the last step's value in `claims` the answer, if the text gives no answer but its last
    /// step. A text that is cut off without an answer gets none.
    fn with_last_step(
        &self,
        mut text_verdict: TextVerdict,
        claims: &[StepClaim],
        text_facts: &TextFacts,
    ) -> TextVerdict {
        let last = claims.iter().rev().find(|claim| claim.number == self.procedure.last());
        let is_open = match text_verdict.answers.as_slice() {
            [] => text_facts.end == Completeness::Whole,
            [answer] => answer.claim.rule == AnswerRule::LastStep,
            _ => false,
        };
        let is_other = |last: &&StepClaim| {
            text_verdict.first_answer().is_none_or(|answer| answer.claim.value != last.value)
        };
        if let Some(last) = last.filter(is_other).filter(|_| is_open) {
            text_verdict.answers =
                vec![Answer::of_last_step(&self.procedure, &last.value_span, &last.value)];
        }
        text_verdict
    }

    fn judge_claims(
        &self,
        claims: &[StepClaim],
        read: &Claims,
        answers: &[Answer],
    ) -> StepVerdicts {
        let first = answers.first().map(|answer| &answer.claim.value);
        let announced_at = explicit_answer_start(answers.iter().map(|answer| &answer.claim));
        judge(&self.procedure, claims, &read.inputs, announced_at, first)
    }

    /// Returns a verdict that is unclear from the step `from`, or from the first earlier step with
    /// an error.
    fn unclear_from(
        &self,
        text_verdict: TextVerdict,
        read: &Claims,
        claims: &[StepClaim],
        doubt: Doubt,
        mut from: u16,
    ) -> TextVerdict {
        let is_at_error =
            |step: &&StepVerdict| matches!(step.status, Status::RootError | Status::Skipped);
        let mut steps = loop {
            let before = claims.iter().filter(|claim| claim.number < from).cloned();
            let work = self.judge_claims(&before.collect::<Vec<_>>(), read, &text_verdict.answers);
            match work.steps.iter().find(is_at_error) {
                Some(error) => from = error.number,
                None => break work.steps,
            }
        };
        for step in &mut steps {
            if step.status == Status::Given {
                continue;
            }
            if step.number >= from {
                step.status = Status::Unclear;
            } else if step.status == Status::NotReached {
                step.status = Status::NotShown;
            }
        }
        let certainty = Certainty::Unclear { doubt, from };
        TextVerdict { steps, roots: Vec::new(), extra_steps: 0, certainty, ..text_verdict }
    }

    /// Returns the text for a verdict by its equations. Returns `None` if only a part of a text is
    /// graded, or if the text is an object.
    fn equation_text<'t>(
        &'t self,
        (tokens, ranges): (&'t Tokens, &'t [Range<usize>]),
        read: &'t Claims,
        text_facts: &TextFacts,
        end: usize,
    ) -> Option<EquationJudge<'t>> {
        let is_whole = text_facts.end == Completeness::Whole;
        (self.kind == TextKind::Whole && !read.are_objects).then_some(EquationJudge {
            tokens,
            ranges,
            procedure: &self.procedure,
            read,
            end,
            is_whole,
        })
    }
}

/// Adds two facts to each claim: the truth of the equation with one operation that ends in its
/// value, and whether its line has a correction. Claims and equations are in the order of the text.
fn note_equations(read: &mut Claims, tokens: &Tokens, equations: &[Equation]) {
    let ends_in_value = |equation: &&Equation| equation.op.is_some() && equation.has_result;
    let mut rest = equations.iter().filter(ends_in_value).peekable();
    for claim in &mut read.steps {
        while rest.next_if(|equation| equation.span.end <= claim.span.start).is_some() {}
        let before_end = |equation: &&Equation| equation.span.start < claim.value_span.end;
        let of_claim = rest.clone().take_while(before_end).filter(|equation| {
            claim.span.start <= equation.span.start
                && equation.span.end <= claim.value_span.end
                && equation.right == claim.value
        });
        claim.equation = of_claim.map(|equation| equation.truth).max();
        // A correction counts only in the same line, before the end of the value.
        let end =
            tokens.list.partition_point(|token| (token.start as usize) < claim.value_span.end);
        let line = tokens.list[..end].iter().rev().take_while(|token| !token.ends_line());
        let mut within = line.take(CORRECTION_SEARCH_TOKENS);
        claim.is_corrected = within.any(|token| token.kind == TokenKind::Word(Word::Correction));
    }
}

/// Returns whether a text may be cut off in these tokens. If the provider did not report a cut, an
/// explicit answer in or after these tokens shows that the text is whole.
fn may_be_cut<'c>(
    tokens: &Tokens,
    range: &Range<usize>,
    mut answers: impl Iterator<Item = &'c AnswerClaim>,
    text_facts: &TextFacts,
) -> bool {
    let from = tokens.list.get(range.start).map_or(usize::MAX, |first| first.start as usize);
    text_facts.end == Completeness::Cut
        || !answers.any(|answer| answer.rule.is_explicit() && answer.span.start >= from)
}

/// Returns the first byte of the first tagged, boxed or announced answer.
fn explicit_answer_start<'c>(mut answers: impl Iterator<Item = &'c AnswerClaim>) -> Option<usize> {
    let first = answers.find(|answer| answer.rule.is_explicit())?;
    Some(first.span.start)
}

/// Returns whether another reading may be better. A text without errors is doubtful if a step is
/// not shown, and if the answer is not correct or fewer than two steps are claimed. A text with
/// errors is doubtful if its answer is correct or some error is uncertain. An error is uncertain if
/// it belongs to no step, is not in a statement that fills its line, or may come from the value of
/// a hidden step.
fn is_doubtful(tokens: &Tokens, text_verdict: &TextVerdict) -> bool {
    if text_verdict.roots.is_empty() {
        let claimed = text_verdict.claimed_steps().count();
        // If the answer is correct, another reading is of use only if hardly any step was read.
        return claimed < text_verdict.steps.len()
            && (!text_verdict.is_correct() || claimed < MIN_STEPS);
    }
    if text_verdict.is_correct() {
        return true;
    }
    let are_in_steps = text_verdict.roots.iter().all(|root| root.number.is_some());
    let is_clear = |root: &RootError| {
        is_clear_statement(tokens, text_verdict, root) && !takes_hidden_value(text_verdict, root)
    };
    !are_in_steps || !text_verdict.roots.iter().all(is_clear)
}

/// Returns whether an error is an unknown number in place of the value of a step that is not shown.
/// The number may be the model's own value of that step.
fn takes_hidden_value(text_verdict: &TextVerdict, root: &RootError) -> bool {
    let Cause::Operand { took: None, instead_of } = root.cause() else { return false };
    let is_hidden =
        |number: u16| text_verdict.step(number).is_some_and(|step| step.claim.is_none());
    match (instead_of, root.number.and_then(|number| text_verdict.step(number))) {
        (Some(operand), _) => operand.reference().is_some_and(is_hidden),
        (None, Some(_)) => text_verdict.steps.iter().any(|step| is_hidden(step.number)),
        (None, None) => false,
    }
}

/// Returns the first step with an error if the text is a row of values and most of them are
/// unexplained. Such values may belong to other steps.
fn first_unexplained(read: &Claims, text_verdict: &TextVerdict) -> Option<u16> {
    let is_unexplained = |root: &&RootError| root.cause() == Cause::Unexplained;
    let unexplained = text_verdict.roots.iter().filter(is_unexplained).count();
    let is_most = unexplained > 1 && unexplained * 2 > text_verdict.claimed_steps().count();
    text_verdict.roots.first().filter(|_| read.is_unnamed_row && is_most)?.number
}

/// Returns whether the claim with an error ends its line, and either begins the line and names or
/// counts its step, or has its operation by name.
fn is_clear_statement(tokens: &Tokens, text_verdict: &TextVerdict, root: &RootError) -> bool {
    claim_at(text_verdict, root).is_some_and(|claim| {
        let at = claim.value_span.start;
        let is_called = tokens.is_called(claim.number, at) || tokens.is_counted(at);
        let is_whole = (claim.opens_line && is_called) || claim.operation_by_name.is_some();
        is_whole && tokens.end_line_at(claim.value_span.end)
    })
}

/// Returns whether the line of an error begins with a statement about another step.
fn is_shared(tokens: &Tokens, read: &Claims, text_verdict: &TextVerdict, root: &RootError) -> bool {
    let Some(error) = claim_at(text_verdict, root) else { return false };
    let until = error.span.start;
    read.steps.iter().any(|claim| {
        let from = claim.value_span.start;
        claim.number != error.number && from < until && tokens.are_in_one_line(from, until)
    })
}

/// Returns the claim with the error. If a step was left out, returns the next claim.
fn claim_at<'v>(text_verdict: &'v TextVerdict, root: &RootError) -> Option<&'v StepClaim> {
    let at = text_verdict.position_of(root.number?)?;
    // A step that was left out has no claim. The next claim shows the error.
    let skips = root.cause() == Cause::Skipped;
    let mut steps =
        text_verdict.steps.get(at..)?.iter().filter(|step| !skips || step.claim.is_some());
    steps.next()?.claim.as_ref()
}

/// Grades a transcript of an item under a condition. A [`Grader`] is faster for several
/// transcripts.
pub fn grade(item: &Item, condition: Condition, transcript: &str) -> Verdict {
    Grader::new(item, condition).grade(transcript, StopReason::Unknown)
}
