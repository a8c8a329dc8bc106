//! Steps that used another value than the one in the procedure, and the arcs that show this.

use stepfall_procedure::{Condition, Item};

use crate::links;

/// A step that used another value than the one in the procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Misread {
    /// The number of the step.
    pub step: u16,
    /// The number of the value that was used; `None` if that is unknown, the step itself, or no
    /// value of the procedure.
    pub used: Option<u16>,
    /// The number of the operand that the procedure names; `None` if that is unknown, a constant,
    /// or no operand of the step.
    pub needed: Option<u16>,
}

impl Misread {
    /// Creates the misreading of a step, and finds the numbers of the used and the needed value by
    /// their names.
    pub fn new(
        item: &Item,
        condition: Condition,
        step: u16,
        used: Option<&str>,
        instead_of: Option<&str>,
    ) -> Self {
        let is_called = |number: &u16, name: &str| item.name(*number) == name;
        let used = used
            .and_then(|name| (1..=item.procedure.last()).find(|number| is_called(number, name)))
            .filter(|number| *number != step);
        let operands = links(item, condition).into_iter().filter(|(_, to)| *to == step);
        let mut operands = operands.map(|(from, _)| from);
        let needed = instead_of.and_then(|name| operands.find(|number| is_called(number, name)));
        Self { step, used, needed }
    }

    /// Returns the arc of the value that was used.
    pub fn used_arc(&self) -> Option<(u16, u16)> {
        self.used.map(|from| (from, self.step))
    }

    /// Returns the arc of the operand that the procedure names.
    pub fn needed_arc(&self) -> Option<(u16, u16)> {
        self.needed.map(|from| (from, self.step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepfall_procedure::{Generator, Seed, Spec};

    #[test]
    fn a_misread_step_has_arcs_for_the_needed_and_the_used_value() {
        let generator = Generator::new(Spec { steps: 25, ..Spec::default() }).unwrap();
        let item = generator.item(Seed::wrapping(42), 0).unwrap();
        let misread =
            |used, instead_of| Misread::new(&item, Condition::Trace, 19, used, instead_of);
        // S19 = S18 - S14
        let found = misread(Some("S17"), Some("S14"));
        assert_eq!((found.used_arc(), found.needed_arc()), (Some((17, 19)), Some((14, 19))));
        // No value is known to be used; both names are unknown to the step; a step cannot use
        // itself.
        assert_eq!(misread(None, Some("S18")).needed_arc(), Some((18, 19)));
        assert_eq!(
            misread(Some("S40"), Some("S17")),
            Misread { step: 19, used: None, needed: None }
        );
        assert_eq!(misread(Some("S19"), None), Misread { step: 19, used: None, needed: None });
    }
}
