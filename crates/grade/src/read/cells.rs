//! Reads rows with statements about several steps: `S3: 25 | S4: 75`, `| S3 | 25 | S4 | 75 |`.

use super::Reader;
use super::pending::Subject;
use crate::chain::{Before, Chain, FollowingText, Term};

impl Reader<'_> {
    /// Reads a row of several statements, or of names and values in turn. Returns whether the chain
    /// is such a row.
    pub(super) fn row_of_claims(&mut self, chain: &Chain, at: usize, opens_line: bool) -> bool {
        let terms = chain.terms.as_slice();
        if terms.iter().filter(|term| term.lone_name().is_some()).count() < 2 {
            return false;
        }
        if terms.windows(2).filter(|pair| begins_assignment(pair)).count() >= 2 {
            self.cells(chain, at, opens_line);
            return true;
        }
        let mut filled = terms.iter().filter(|term| !term.is_empty());
        let mut pairs = Vec::new();
        while let Some(name) = filled.next() {
            let value = filled.next().filter(|value| value.begins_cell());
            let pair = name.lone_name().zip(value.filter(|value| value.lone_number().is_some()));
            let Some((name, value)) = pair.filter(|(name, _)| !self.procedure.is_input(*name))
            else {
                return false;
            };
            pairs.push((name, *value));
        }
        // If a name has a lower number than the previous name, it may be an operand: operands
        // precede their step in the procedure.
        let rising = pairs.is_sorted_by(|(before, _), (after, _)| before < after);
        if !rising || self.procedure.looks_up() {
            return false;
        }
        let before = self.out.steps.len();
        for (name, value) in pairs {
            self.claim_cell(Subject::Step(name), &value, &[value]);
        }
        for claim in &mut self.out.steps[before..] {
            claim.shares_row = true;
        }
        true
    }

    /// Reads each cell as a statement.
    fn cells(&mut self, chain: &Chain, at: usize, opens_line: bool) {
        let last = chain.terms.len();
        let mut from = 0;
        for to in 1..=last {
            let ends = chain.terms.get(to).is_none_or(Term::begins_cell);
            if !ends {
                continue;
            }
            let mut terms = chain.terms[from..to].to_vec();
            for term in &mut terms {
                term.is_cell = false;
            }
            let ending = if to == last { chain.ending } else { FollowingText::Clean };
            let end = terms.last().map_or(chain.end, |term| term.end);
            let cell = Chain { terms, ending, remark: chain.remark, end };
            if !cell.terms.iter().all(Term::is_empty) {
                self.claim_chain(
                    &cell,
                    if from == 0 { at } else { cell.terms[0].start },
                    opens_line,
                );
            }
            from = to;
        }
    }
}

/// Returns whether a cell or line begins with a name and a sign of equality after it.
fn begins_assignment(pair: &[Term]) -> bool {
    let [name, next] = pair else { return false };
    name.before == Before::Nothing
        && name.lone_name().is_some()
        && matches!(next.before, Before::Equals(_))
}
