//! Simulated solvers.

use crate::ApiError;
use serde::Serialize;

use crate::json::item::json;

/// The JSON result of a simulation.
#[derive(Serialize)]
struct Written {
    transcript: String,
    /// The failure mode that a careful reader would name. For a dialogue, it is the mode that the
    /// grader names; likewise under `answer-only` for a solver that can fail more than once, even if
    /// `rate` is 0.
    mode: &'static str,
}

/// Simulates a solver on the item of a link. Writes a reply, or a whole dialogue if the condition
/// is one. `form` applies to replies only.
///
/// `solver` and `form` are the words of `--solver` and `--form` in `stepfall simulate --help`.
/// `rate` is the probability that a step fails, in ten-thousandths, for solvers that can fail more
/// than once. A `rate` of 0 means one failure.
///
/// # Errors
///
/// [`ApiError`] for other words, a rate above 10,000, a link without an item, and if the solver
/// cannot fail in this way on this item.
pub fn simulate(
    link: &str,
    solver: &str,
    form: &str,
    rate: u32,
    run: u32,
) -> Result<String, ApiError> {
    let written = crate::simulate(link, solver, form, rate, run)?;
    Ok(json(&Written { transcript: written.transcript, mode: written.mode }))
}

#[cfg(test)]
mod tests {
    use stepfall_grade::Mode;
    use stepfall_interchange::{OWN, Outcome};
    use stepfall_link::ExportTarget;
    use stepfall_procedure::{KEYS, Suite};
    use stepfall_solver::{Form, SolverKind};

    /// The types of the npm package.
    const TYPES: &str = include_str!("../../../../pkg/index.d.ts");
    const SCHEMA: &str = include_str!("../../../../schemas/verdict.schema.json");
    /// The module that reads the settings of a suite.
    const BATCH: &str = include_str!("../../../../pkg/batch.js");

    /// Returns the literals of a union.
    fn union(name: &str) -> Vec<&'static str> {
        let (_, rest) = TYPES.split_once(&format!("export type {name} =\n")).unwrap();
        let (union, _) = rest.split_once(";\n").unwrap();
        let literals = union.lines().filter_map(|line| line.trim().strip_prefix("| \""));
        literals.map(|literal| literal.trim_end_matches('"')).collect()
    }

    #[test]
    fn typescript_types_list_every_slug() {
        assert_eq!(union("SolverName"), SolverKind::ALL.map(SolverKind::slug));
        assert_eq!(union("Form"), Form::ALL.map(Form::slug));
        assert_eq!(union("Mode"), Mode::ALL.map(Mode::slug));
        assert_eq!(union("Outcome"), Outcome::ALL.map(Outcome::slug));
        assert_eq!(union("Target"), ExportTarget::ALL.map(ExportTarget::slug));
        let suites: Vec<&str> = Suite::ALL.into_iter().map(Suite::slug).chain([OWN]).collect();
        assert_eq!(union("SuiteName"), suites);
        let keys: Vec<String> = KEYS.iter().map(|key| format!("\"{key}\"")).collect();
        assert!(BATCH.contains(&format!("PARAMETERS = [{}];", keys.join(", "))));
        let schema: serde_json::Value = serde_json::from_str(SCHEMA).unwrap();
        for (name, key) in [("Mode", "mode"), ("Status", "status"), ("Cause", "cause")] {
            let words = schema["$defs"][key]["oneOf"].as_array().unwrap();
            let words: Vec<&str> = words.iter().filter_map(|word| word["const"].as_str()).collect();
            assert_eq!(union(name), words);
        }
    }
}
