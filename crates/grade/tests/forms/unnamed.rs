//! Statements that do not name their step.

use crate::{faults, negative};

#[test]
fn equations_before_a_named_answer() {
    let transcript = "- 9 - 20 = -11\n- -11 * 5 = -55\n- -55 + 9 = -46\n- -46 + 9 = -37\n- -37 - (-11) = -48\n\
                      - -48 * 2 = -96\n- -96 / 4 = -24\n- -24 + (-48) = -72\n\n**Answer: S10 = -72**";
    assert_eq!(
        faults(&negative(), transcript),
        "slipped: S7 slip -48, S8 inherited -96, S9 inherited -24, S10 inherited -72"
    );
}

#[test]
fn formulas_of_names_on_the_left() {
    let transcript = "S1 - S2 = 9 - 20 = -11\nS3 * 5 = -11 * 5 = -55\nS4 + S1 = -55 + 9 = -46\n\
                      S5 + S1 = -46 + 9 = -37\nS6 - S3 = -37 - (-11) = -26\nS7 * 2 = -26 * 2 = -52\n\
                      S8 / 4 = -52 / 4 = -14\nS9 + S7 = -14 + (-26) = -40\n\nAnswer: -40";
    assert_eq!(faults(&negative(), transcript), "slipped: S9 slip -14, S10 inherited -40");
}
