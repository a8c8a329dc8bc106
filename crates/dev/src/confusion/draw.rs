//! Draws simulated transcripts by number. Consecutive numbers go through all kinds, and then
//! through all forms. Everything else is drawn from the number, and is the same in every run.

use stepfall_cli::CommandError;
use stepfall_procedure::{
    Arithmetic, Condition, Generator, Item, LookBack, NameStyle, Seed, Spec, Wording,
};
use stepfall_solver::{ErrorFrequency, Form, Rate, Simulation, Solver, SolverKind, simulate};

/// The arithmetics, of which each transcript draws one.
pub(crate) const ARITHMETICS: [&str; 6] =
    ["integer", "mod97", "decimal2", "rational", "paper", "paper-integers"];
/// The numbers of steps, of which each transcript draws one.
pub(crate) const LENGTHS: [u16; 4] = [4, 12, 25, 60];
/// Wordings, names and look-backs, of which each transcript draws one combination.
pub(crate) const PRESENTATIONS: [(Wording, NameStyle, LookBack); 4] = [
    (Wording::Assignments, NameStyle::Numbered, LookBack::AtMost(5)),
    (Wording::English, NameStyle::Scattered, LookBack::AtMost(5)),
    (Wording::Python, NameStyle::Numbered, LookBack::AtMost(2)),
    (Wording::Json, NameStyle::Scattered, LookBack::Exactly(3)),
];
/// The frequencies of errors, of which each transcript draws one: a single error, or at least one
/// error and further ones in 4 % of the steps.
const FREQUENCIES: [ErrorFrequency; 4] = [
    ErrorFrequency::Once,
    ErrorFrequency::Once,
    ErrorFrequency::Once,
    ErrorFrequency::AtLeastOnce(Rate::per_ten_thousand(400)),
];
/// The maximum number of draws of item and condition until a kind can write a transcript.
const ATTEMPTS: u64 = 24;

/// A simulated transcript with its settings.
pub(crate) struct Trial {
    pub(crate) kind: SolverKind,
    pub(crate) form: Form,
    pub(crate) condition: Condition,
    pub(crate) item: Item,
    pub(crate) simulation: Simulation,
}

/// The kinds, forms and generators from which trials are drawn.
pub(crate) struct Draws {
    pub(crate) kinds: Vec<SolverKind>,
    pub(crate) forms: Vec<Form>,
    generators: Vec<Generator>,
}

impl Draws {
    pub(crate) fn new(kinds: Vec<SolverKind>, forms: Vec<Form>) -> Result<Self, CommandError> {
        let mut generators = Vec::new();
        for numbers in ARITHMETICS {
            for steps in LENGTHS {
                for (wording, names, look_back) in PRESENTATIONS {
                    let mut spec = Spec::new(Arithmetic::Integer);
                    spec.set("numbers", numbers).map_err(CommandError::Param)?;
                    let spec = Spec { steps, wording, names, look_back, ..spec };
                    generators.push(Generator::new(spec)?);
                }
            }
        }
        Ok(Self { kinds, forms, generators })
    }

    /// Returns the trial with this number, or `None` if its kind writes no transcript in its form
    /// within [`ATTEMPTS`] draws.
    pub(crate) fn trial(&self, number: u64) -> Option<Trial> {
        let (kinds, forms) = (self.kinds.len() as u64, self.forms.len() as u64);
        let kind = *pick(&self.kinds, number)?;
        let form = *pick(&self.forms, number / kinds)?;
        // The draws of a kind and a form do not depend on which other ones are selected.
        let round = number / kinds / forms;
        let key = SolverKind::ALL.iter().position(|other| *other == kind)? * Form::ALL.len()
            + Form::ALL.iter().position(|other| *other == form)?;
        (0..ATTEMPTS).find_map(|attempt| {
            let mut state = (round << 24) | ((key as u64) << 8) | attempt;
            let mut next = || {
                state = mixed(state);
                state >> 16
            };
            let generator = pick(&self.generators, next())?;
            let condition = *pick(&Condition::PLAIN, next())?;
            let solver = Solver { kind, frequency: *pick(&FREQUENCIES, next())? };
            let item = generator.item(Seed::wrapping(next()), 0).ok()?;
            let simulation = simulate(&item, condition, &solver, form, next())?;
            Some(Trial { kind, form, condition, item, simulation })
        })
    }
}

fn pick<T>(list: &[T], number: u64) -> Option<&T> {
    let at = number.checked_rem(list.len() as u64)?;
    list.get(usize::try_from(at).ok()?)
}

/// Returns the output of `SplitMix64` for this state (Steele, Lea and Flood, OOPSLA 2014).
const fn mixed(state: u64) -> u64 {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let state = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    state ^ (state >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trial_of_a_kind_and_form_depends_only_on_its_number() {
        let all = Draws::new(SolverKind::ALL.to_vec(), Form::ALL.to_vec()).unwrap();
        let again = all.trial(40).unwrap();
        assert_eq!(all.trial(40).unwrap().simulation, again.simulation);
        // The same kind and form, selected alone.
        let alone = Draws::new(vec![again.kind], vec![again.form]).unwrap();
        assert_eq!(alone.trial(0).unwrap().simulation, again.simulation);
        assert_ne!(alone.trial(1).unwrap().simulation, again.simulation);
    }

    #[test]
    fn every_kind_has_a_trial_in_some_form() {
        let draws =
            Draws::new(SolverKind::ALL.to_vec(), vec![Form::Trace, Form::ValueLines]).unwrap();
        let numbers = 0..2 * SolverKind::ALL.len() as u64;
        let found: Vec<SolverKind> =
            numbers.filter_map(|number| Some(draws.trial(number)?.kind)).collect();
        assert!(SolverKind::ALL.iter().all(|kind| found.contains(kind)));
    }

    #[test]
    fn final_full_stop_or_line_break_changes_no_simulated_verdict() {
        use stepfall_grade::{Grader, StopReason};

        let draws = Draws::new(SolverKind::ALL.to_vec(), Form::ALL.to_vec()).unwrap();
        let each = (SolverKind::ALL.len() * Form::ALL.len()) as u64;
        for trial in (0..each).filter_map(|number| draws.trial(number)) {
            let grader = Grader::new(&trial.item, trial.condition).without_reasoning();
            let text = trial.simulation.transcript.trim_end().trim_end_matches('.');
            let verdict = grader.grade(text, StopReason::Unknown);
            for ending in [".", "\n", ".\n"] {
                let other = grader.grade(&format!("{text}{ending}"), StopReason::Unknown);
                assert_eq!(verdict.visible, other.visible, "{ending:?} {text}");
                assert_eq!(verdict.modes, other.modes, "{ending:?} {text}");
            }
        }
    }
}
