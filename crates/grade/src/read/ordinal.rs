//! Claims the values of statements that have only a count: `Step 1`, `1.`

use super::Reader;
use super::pending::Subject;
use crate::requested_procedure::RequestedProcedure;

/// The offset from a count to the number of a value.
#[derive(Clone, Copy)]
enum Offset {
    /// `Step 1` is the first value.
    Values,
    /// `Step 1` is the first value that is computed.
    Steps,
}

impl Offset {
    const fn of(self, procedure: &RequestedProcedure<'_>) -> u16 {
        match self {
            Self::Values => 0,
            Self::Steps => procedure.first() - 1,
        }
    }
}

impl Reader<'_> {
    /// Records how the count of a statement relates to the value that it names.
    pub(super) fn link(&mut self, counted: Option<Subject>, name: u16) {
        let Some(Subject::Ordinal(number)) = counted else { return };
        if number == name {
            self.offsets[0] += 1;
        } else if name.checked_sub(self.procedure.first() - 1) == Some(number) {
            self.offsets[1] += 1;
        }
    }

    /// Decides whether `Step 1` is the first value or the first step, and claims the values.
    pub(super) fn settle_ordinals(&mut self) {
        if self.ordinals.is_empty() {
            return;
        }
        // If the steps are also named, the counts add nothing and may count something else.
        if self.out.steps.len() >= self.ordinals.len() {
            return self.ordinals.clear();
        }
        let offset = self.offset().of(self.procedure);
        let steps = self.procedure.steps();
        let before = self.out.steps.len();
        for (number, mut claim) in std::mem::take(&mut self.ordinals) {
            claim.number = number.saturating_add(offset);
            if steps.contains(&claim.number) {
                self.out.steps.push(claim);
            }
        }
        if self.out.steps.len() > before {
            self.out.steps.sort_by_key(|claim| claim.value_span.start);
        }
    }

    fn offset(&self) -> Offset {
        let [values, steps] = self.offsets;
        let fitting = || (self.fitting(Offset::Values), self.fitting(Offset::Steps));
        let (values, steps) = if values == steps { fitting() } else { (values, steps) };
        let from_one = || self.ordinals.iter().any(|(number, _)| *number == 1);
        if steps > values || (steps == values && from_one()) {
            Offset::Steps
        } else {
            Offset::Values
        }
    }

    /// Returns the number of claims that fit their steps with this offset, by operation or by
    /// value.
    fn fitting(&self, offset: Offset) -> u32 {
        let fits = self.ordinals.iter().map(|(number, claim)| {
            let target = number.saturating_add(offset.of(self.procedure));
            let names = claim.operation_by_name.as_ref();
            let value = self.procedure.truth.get(usize::from(target).wrapping_sub(1));
            names.and_then(|names| self.step_with(names)) == Some(target)
                || value == Some(&claim.value)
        });
        fits.map(u32::from).sum()
    }
}
