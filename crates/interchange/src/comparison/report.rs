//! The results of a comparison in words, computed in steps.

use std::collections::{BTreeMap, VecDeque};

use stepfall_protocol::comparison::{Comparison, ScoredPairs};
use stepfall_stats::{Estimate, holm};
use stepfall_text::{compared_test, compared_with_unscored, p_cell, percent, points};

use super::estimates::{Compared, Pass, QuestionPairs};
use super::{BatchComparison, Group, ScoreBasis};

/// A report that is computed in steps. A caller can do other work between them, or stop.
#[derive(Debug)]
pub struct ComparisonReport {
    scored: QuestionPairs,
    steps: VecDeque<Step>,
    groups: Vec<(Group, Compared)>,
    report: Comparison,
}

/// A computation of a report.
#[derive(Debug)]
enum Step {
    Shares,
    Pass(Pass, u32),
    Group(Group, QuestionPairs),
    /// Writes the table of all groups.
    Groups,
    /// Compares the shares among all replies, including those without a score.
    Replies(QuestionPairs),
}

impl ComparisonReport {
    /// Prepares the report of a comparison.
    pub fn new(comparison: &BatchComparison) -> Self {
        let mut report = Comparison::default();
        let mut groups: BTreeMap<&Group, Vec<_>> = BTreeMap::new();
        for question in comparison.questions() {
            report.counts[question.kind() as usize] += 1;
            if let Some(pair) = question.pair(ScoreBasis::Scored) {
                groups.entry(&question.group).or_default().push(pair);
            }
        }
        let scored = QuestionPairs::new(comparison.pairs(ScoreBasis::Scored));
        let mut steps = VecDeque::from([Step::Shares]);
        for k in scored.samples() {
            steps.extend([Step::Pass(Pass::Any, k), Step::Pass(Pass::All, k)]);
        }
        if groups.len() > 1 {
            let group =
                |(group, pairs): (&Group, _)| Step::Group(group.clone(), QuestionPairs::new(pairs));
            steps.extend(groups.into_iter().map(group));
            steps.push_back(Step::Groups);
        }
        let mut attempts = comparison
            .questions()
            .filter_map(|question| question.first.zip(question.second))
            .flat_map(|(first, second)| [first, second]);
        if attempts.any(|attempts| attempts.scored < attempts.replies) {
            let replies = QuestionPairs::new(comparison.pairs(ScoreBasis::Replies));
            steps.push_back(Step::Replies(replies));
        }
        Self { scored, steps, groups: Vec::new(), report }
    }

    /// Carries out the next step. Returns `false` if there is none.
    pub fn advance(&mut self) -> bool {
        let Some(step) = self.steps.pop_front() else { return false };
        match step {
            Step::Shares => {
                let compared = self.scored.compared();
                self.report.scored = compared.map(|compared| self.shares(&compared));
            }
            Step::Pass(pass, k) => self.add_pass(pass, k),
            Step::Group(group, pairs) => {
                self.groups.extend(pairs.compared().map(|compared| (group, compared)));
            }
            Step::Groups => self.add_groups(),
            Step::Replies(pairs) => {
                let compared = pairs.compared();
                self.report.with_unscored =
                    compared.as_ref().map(with_unscored).unwrap_or_default();
            }
        }
        true
    }

    /// Carries out the remaining steps and returns the report.
    pub fn finish(mut self) -> Comparison {
        while self.advance() {}
        self.report
    }

    fn shares(&self, compared: &Compared) -> ScoredPairs {
        let Compared { first, second, difference, p, .. } = compared;
        let is_single = self.scored.is_single;
        ScoredPairs {
            shares: [cells(first, percent), cells(second, percent), cells(difference, points)],
            is_single,
            test: compared_test(is_single, *p),
            passes: Vec::new(),
            groups: Vec::new(),
        }
    }

    fn add_pass(&mut self, pass: Pass, k: u32) {
        let difference = self.scored.pass(pass, k);
        let (Some(scored), Some(pair)) = (&mut self.report.scored, difference) else { return };
        let name = match pass {
            Pass::Any => format!("pass@{k}"),
            Pass::All => format!("pass^{k}"),
        };
        let [value, low, high] = cells(&pair.difference, points);
        let [first, second] = [pair.first, pair.second].map(percent);
        scored.passes.push([name, first, second, value, low, high, p_cell(pair.p)]);
    }

    fn add_groups(&mut self) {
        let Some(scored) = &mut self.report.scored else { return };
        let raw: Vec<f64> = self.groups.iter().map(|(_, compared)| compared.p).collect();
        let adjusted = holm(&raw).unwrap_or_default();
        for ((group, compared), p) in self.groups.iter().zip(adjusted) {
            let [value, low, high] = cells(&compared.difference, points);
            scored.groups.push([
                group.condition.clone(),
                group.look_back.to_string(),
                group.steps.to_string(),
                compared.questions.to_string(),
                percent(compared.first.value),
                percent(compared.second.value),
                value,
                low,
                high,
                p_cell(p),
            ]);
        }
    }
}

/// Formats an estimate and the bounds of its interval.
fn cells(estimate: &Estimate, format: fn(f64) -> String) -> [String; 3] {
    values(estimate).map(format)
}

const fn values(estimate: &Estimate) -> [f64; 3] {
    [estimate.value, estimate.interval.low, estimate.interval.high]
}

fn with_unscored(compared: &Compared) -> String {
    let Compared { questions, first, second, difference, p } = compared;
    let shares = [first.value, second.value];
    compared_with_unscored(shares, *questions, values(difference), *p)
}
