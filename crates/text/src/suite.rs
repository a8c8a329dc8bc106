//! Texts about the suites.

use stepfall_procedure::Suite;

/// Describes the purpose of a suite.
pub const fn suite_meaning(suite: Suite) -> &'static str {
    match suite {
        Suite::Quick => "A first look at how far a model follows a procedure, at five lengths.",
        Suite::Ladder => {
            "The curve: accuracy against the number of steps at ten lengths, with everything else the same."
        }
        Suite::LookBack => {
            "How far back a step reaches, and nothing else: residues modulo 97 whose second operand stands exactly 2, 3, 5 or 7 steps before."
        }
        Suite::WhatIsLost => {
            "The same items with the task changed in six ways: no chain, no arithmetic, shuffled lines, filler text, a rule with an exception, other meanings of the signs."
        }
        Suite::WhatHelps => {
            "The same items asked in ways that may help: steps written out, in any form, as JSON, as symbols or as a program that is run for the model; beside them the answer alone, and steps with nothing to follow as the control."
        }
        Suite::Paper55 => {
            "The 55 datasets of arXiv 2605.00817 as they can be reconstructed, at ten lengths: a first answer without written work. Look-back and input range change together with precision there."
        }
    }
}
