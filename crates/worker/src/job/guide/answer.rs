//! Answers of language models from `tests/corpus` and `tests/transcripts` that are examples of an
//! entry.
//!
//! Links to cases of generator 1 contain the procedure, because the current generator cannot make
//! it from a seed.

/// An answer of a language model, from a case of the tests.
pub(super) struct Answer {
    /// The model, as in the label of the case.
    pub(super) model: &'static str,
    /// The text of the answer.
    pub(super) text: &'static str,
    /// The parameters of the link to the item.
    pub(super) of: &'static str,
    /// The day of the answer.
    pub(super) date: &'static str,
    /// The settings in addition to the prompt.
    pub(super) settings: &'static str,
}

/// The author of the answers in `tests/corpus`, as in their labels.
const MODEL: &str = "Claude by Anthropic, exact version unknown, answering without tools";
/// The author of the answers in `tests/transcripts`, as in their labels.
const MODEL_OF_TRANSCRIPTS: &str = "Claude by Anthropic, exact version unknown, without tools";

/// Includes the text of a case by its path in `tests`.
macro_rules! case {
    ($name:literal) => {
        include_str!(concat!("../../../../../tests/", $name, ".txt"))
    };
}

/// A reply that states an answer first, and then corrects it by its work.
pub(super) const EARLY: Answer = Answer {
    model: MODEL,
    text: case!("corpus/models/v2/early-15"),
    of: "steps=15&seed=301&condition=free",
    date: "2026-11-25",
    settings: "State your answer first, at once, and then explain how it comes about step by step.",
};

/// A reply that substitutes the formulas of the steps into one expression.
pub(super) const FORMULA: Answer = Answer {
    model: MODEL,
    text: case!("corpus/models/v2/expr-10"),
    of: "steps=10&seed=309&condition=free",
    date: "2026-11-25",
    settings: "Do not do the steps one by one; substitute and simplify into one expression and compute that.",
};

/// An incorrect answer without any work.
pub(super) const ALONE: Answer = Answer {
    model: MODEL,
    text: case!("corpus/models/v2/ao-25"),
    of: "seed=90&condition=answer-only",
    date: "2026-11-22",
    settings: "",
};

/// A reply with all steps, each of them correct.
pub(super) const CORRECT: Answer = Answer {
    model: MODEL,
    text: case!("corpus/models/v2/fr-15"),
    of: "steps=15&seed=88&condition=free",
    date: "2026-11-22",
    settings: "",
};

/// A reply with an incorrect product, and the errors that follow from it.
pub(super) const SLIP: Answer = Answer {
    model: MODEL,
    text: case!("corpus/models/trace/tr-30-mod2"),
    of: "numbers=mod9973&procedure=RZCxEQMhEANzqiB-j2f-hOGfwFVc_71YEtjOWOmAncuo79rGeJUETx2Iko2njHrURMnXgmfNVrILmoAXhqBrjHAJhqCXvFfDsavkFNz14SZO0RSxivDjp64NIoz-We3ygIbjJC-VZqZm9N3zn6BCWIjpt7_2vHo9by2m6uViM6bH6mE3pnsetmOq-ZuMf681wX5Mj93bD_Zzbz-mWiQ3ibFZ9_k_7AcvzWw_pmL9bz94deJmP8wf24-p3uP_zX5M1c8P",
    date: "2026-11-21",
    settings: "",
};

/// A reply that only lists values. One quotient is rounded in the wrong direction.
pub(super) const ROUNDED: Answer = Answer {
    model: MODEL,
    text: case!("corpus/models/terse-and-early/fr-40-dec-csv"),
    of: "numbers=decimal3&condition=free&procedure=RZG7dcUwDEN7TcHaOXkxP7KsIlNo_10CQD5OZwCkeE0ut1_z_HjvbQW-56fK20p8LrcvW9FWUaT9WI62OkUxybYuim7fKhsUlx02kdwUAz2FnklxU1xt-Uk12YSZ7pp0Igy0eUhq8g25OYKPgsrrbXUWi8UF4wBw4Xh_cxHBxdscLCaYLKcWlpPrwuMhLpiMAR0iC5INoITIwt9YaHCfbqHB5C5OaLHBPSyBEkKLvSqWCw0uN8z8fsqZ83WxwWVeuIfg4GIaYFJsMA8b-JMUW-57oTvFlmQbbN4HFFuCLcWW-4jYWwoOLsp5e7ElL8k1pdBSa0u-JjS4fA0XrPMpp57Q_p8XppXg4DIffw",
    date: "2026-11-21",
    settings: "Give nothing but the values of the steps in order, separated by commas, and then the answer.",
};

/// A reply that cuts a quotient off instead of rounding it. A later quotient rounds this error
/// away.
pub(super) const CUT_OFF: Answer = Answer {
    model: MODEL,
    text: case!("corpus/models/trace/tr-60-dec"),
    of: "numbers=decimal3&procedure=TZNBdsMwCET3PoXW7msTIZDjRU_h-9-lf8Zq2l1mAPEB5-rtu9XX-Ty2K_iZX9H7dg1-oh_tQqTEaJ8WJZFtbzm3a0oUaZPIITHbB852vSQOIq_ndp13hAde29WfUqfyeKGrv7y9jRMZll3RTmU3SBfJVLZRMPf2kqyVLbREm6cbaCCPVayw0g2Fu7di3G4sTPUCOZ4rrHRYwmi4qzzMFjeb1nUvKaSD-SP_8oP2YTpcxQNtOlxGlTRdeC0BfJgutLPBmsJ0YbqAbpgOd28TuGE4zEc7YRlmwyTK28Now2iDNY77hL5hqNpouI926NomG7WuOkyGyfUAGwYbWlvqrXNFeUugabDhgw6q02S40qCl0dJr04nTbKmThsqNhskgLC1rRXk9aZ5Gw_3Vx7-4uhkufbRkTWk63IdHKcNh3kutm83sxSxltjJbwlpmK7ElqJWrWunAleHKFy5g6v7-660NV_d_AJgyXB3vesOV4CbdpuHqXF_z7EuSPYGbhpu6aZ8_",
    date: "2026-11-21",
    settings: "",
};

/// A reply that states every fifth value. Most of these values cannot be explained.
pub(super) const UNEXPLAINED: Answer = Answer {
    model: MODEL,
    text: case!("corpus/models/terse-and-early/fr-25-dec-every"),
    of: "numbers=decimal3&condition=free&procedure=RZDLEYNADEPvrsJnMgFk2A-HVOH-e4ksyORmycJ6S8I_jrkec7eMms919MPy4JzwxTMszxKHv-lYthKnb85Fr7kxNSxHzZ3-ZTlrHv7iV5ZXiVmiWWK_Y7zFHKCanRd4DSGFivIgboao7KQUBU01Qxj0FmcF-j-KahEMHhoIB-LRVkQQElgUYqK71TtCTFFMzEY8O14Ovj4EFWqK-meioqsXhKjo_dLiivZsRRVFNb4",
    date: "2026-11-21",
    settings: "Work in your head and write down only every fifth step with its value, then the answer.",
};

/// A reply that computes the answer by one expression of the inputs.
pub(super) const EXPRESSION: Answer = Answer {
    model: MODEL,
    text: case!("corpus/models/v2/another-8"),
    of: "steps=8&seed=411&condition=free",
    date: "2026-11-26",
    settings: "Name no step; put all of it together into one expression of the two inputs and work that out.",
};

/// A reply that states the steps from the last to the first.
pub(super) const REVERSE: Answer = Answer {
    model: MODEL,
    text: case!("corpus/models/v2/reverse-8"),
    of: "steps=8&seed=412&condition=free",
    date: "2026-11-26",
    settings: "Write the values of the steps in reverse, the last step first, one a line, and then the answer.",
};

/// A reply that states a plan and executes no step.
pub(super) const PLAN: Answer = Answer {
    model: MODEL,
    text: case!("corpus/models/v2/plan-8"),
    of: "steps=8&seed=413&condition=free",
    date: "2026-11-26",
    settings: "Say only how you would go about it; do not carry it out.",
};

/// A reply that executes some of the steps, and then guesses.
pub(super) const GUESS: Answer = Answer {
    model: MODEL,
    text: case!("corpus/models/v2/half-16"),
    of: "steps=16&seed=414&condition=free",
    date: "2026-11-26",
    settings: "Carry out the first six steps, then guess the answer without going on.",
};

/// A reply that corrects a value before it is used.
pub(super) const CORRECTED: Answer = Answer {
    model: MODEL_OF_TRANSCRIPTS,
    text: case!("transcripts/held-out/2-17"),
    of: "steps=8&seed=910059",
    date: "2026-11-22",
    settings: "Think out loud and correct yourself if you notice something.",
};

/// A reply that checks its steps, and thereby repeats a value.
pub(super) const CHECKED: Answer = Answer {
    model: MODEL_OF_TRANSCRIPTS,
    text: case!("transcripts/fresh/1-01"),
    of: "steps=3&lookback=7&wording=english&names=scattered&seed=920001",
    date: "2026-11-22",
    settings: "Double-check every step.",
};

/// A reply with a correct value after an incorrect one on which it depends.
pub(super) const RECOVERED: Answer = Answer {
    model: MODEL_OF_TRANSCRIPTS,
    text: case!("transcripts/open/8-14"),
    of: "steps=12&numbers=paper&wording=english&seed=910308",
    date: "2026-11-22",
    settings: "",
};
