//! The default ranges of inputs.

use crate::arithmetic::Arithmetic;
use crate::op::Op;
use crate::spec::{Inputs, LookBack, Spec};

impl Spec {
    /// Returns the range of the inputs for a spec that names none.
    ///
    /// Where sums and products mix, values settle at a size that depends only on bound and
    /// look-back. Inputs of that size, with drawn signs, make the first steps as hard as the last
    /// ones. With small inputs, difficulty would grow with length. If large values cannot shrink
    /// again under the spec, inputs are small. Residues are drawn from 2 on, up to the modulus
    /// minus 2, and inputs of `paper` from 1 to 10.
    pub fn default_inputs(&self) -> Inputs {
        match self.arithmetic {
            #[expect(clippy::cast_possible_wrap, reason = "a modulus is at most 9,973")]
            Arithmetic::Modular { modulus } => Inputs::plain(2, modulus.saturating_sub(2) as i32),
            Arithmetic::Paper { .. } => Inputs::plain(1, 10),
            Arithmetic::Integer | Arithmetic::Decimal { .. } | Arithmetic::Rational => {
                let (low, high) = self.settled_sizes().unwrap_or((2, 20));
                let part = |size: i32| match low {
                    2 => size,
                    _ => i32::try_from(i64::from(self.bound) * i64::from(size) / 999)
                        .unwrap_or(i32::MAX),
                };
                Inputs::signed(part(low).max(2), part(high).max(5))
            }
        }
    }

    /// Returns the smallest and the largest size at which values within a bound of 999 settle;
    /// `None` if they do not settle.
    fn settled_sizes(&self) -> Option<(i32, i32)> {
        // With a narrow bound nearly all values are small, so no size has to be chosen. Fractions
        // do not settle, because their denominators grow.
        if self.bound < 100 || self.arithmetic == Arithmetic::Rational {
            return None;
        }
        let reach = self.binding_look_back().reach();
        let far = match self.look_back {
            LookBack::AtMost(_) => 10,
            LookBack::Exactly(_) => 7,
        };
        let [add, sub, mul, div] = Op::ALL.map(|op| self.uses(op));
        match (add, sub, mul, div) {
            (_, true, true, true) => Some(match reach {
                1 | 2 if !add => (50, 300),
                1 | 2 => (60, 400),
                3 => (100, 550),
                _ => (100, 700),
            }),
            // Without quotients values grow, and products soon exceed the bound. `far` limits the
            // look-back of the spec, not the binding one. Otherwise a short item could get inputs
            // for which a longer one is refused.
            (true, true, _, false) | (false, true, true, false)
                if reach >= 3 && self.look_back.reach() <= far =>
            {
                Some((100, 700))
            }
            _ => None,
        }
    }

    /// Returns the look-back, limited to the distances that occur in a procedure of this length. If
    /// only one distance occurs, `AtMost` and `Exactly` mean the same, and the result is `AtMost`.
    /// A nested spec keeps its look-back, so that the draws are the same at every length.
    ///
    /// Two specs that differ only in their look-back have the same items if this value and their
    /// inputs are equal.
    pub fn binding_look_back(&self) -> LookBack {
        if self.nested {
            return self.look_back;
        }
        let farthest = self.steps.saturating_add(1);
        let reach = u8::try_from(farthest).unwrap_or(u8::MAX).min(self.look_back.reach());
        let single = if matches!(self.arithmetic, Arithmetic::Paper { .. }) { 1 } else { 2 };
        if reach <= single { LookBack::AtMost(reach) } else { self.look_back.with_reach(reach) }
    }
}
