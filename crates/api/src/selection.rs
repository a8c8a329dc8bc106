//! Selections of questions, described in words: a named suite, or custom lengths and conditions,
//! with settings.

use stepfall_interchange::{OWN, QuestionSet};
use stepfall_link::CUSTOM_ITEMS;
use stepfall_procedure::{Condition, Seed, Spec, Suite};

use crate::{ApiError, one_of};

/// The settings of a selection from the caller; missing settings have their defaults.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SelectionSettings {
    /// The number of items of each spec.
    pub items: Option<u32>,
    /// The number of samples of each item.
    pub samples: Option<u16>,
    /// The seed, a whole number below 2^53.
    pub seed: Option<u64>,
    /// The slugs of conditions; empty for the default.
    pub conditions: Vec<String>,
    /// The parameters of a spec, each with its values. Several values of `steps` are the lengths of
    /// a custom selection.
    pub params: Vec<(String, Vec<String>)>,
    /// True if the caller also asks custom procedures, so that the selection may be empty.
    pub has_procedures: bool,
}

/// Parses the names of conditions.
///
/// # Errors
///
/// [`ApiError`] for an unknown name.
pub fn conditions(names: &[String]) -> Result<Vec<Condition>, ApiError> {
    let condition = |name: &String| {
        Condition::from_slug(name).ok_or_else(|| ApiError::Unknown {
            what: "condition",
            given: name.clone(),
            known: Condition::OFFERED.map(Condition::slug).join(", "),
        })
    };
    names.iter().map(condition).collect()
}

/// Returns the selection of a name, which may be [`OWN`]. All of its questions are checked to be
/// supported.
///
/// # Errors
///
/// [`ApiError`] for unknown words and unsupported questions.
pub fn selection(name: &str, settings: &SelectionSettings) -> Result<QuestionSet, ApiError> {
    let conditions = conditions(&settings.conditions)?;
    let mut selection = if name == OWN {
        custom_selection(settings, &conditions)?
    } else {
        suite_selection(name, settings, &conditions)?
    };
    selection.items = settings.items.unwrap_or(selection.items);
    selection.samples = settings.samples.unwrap_or(selection.samples);
    if let Some(seed) = settings.seed {
        let seed = Seed::new(seed);
        selection.seed =
            seed.ok_or_else(|| selection_error("seed is a whole number below 2^53"))?;
    }
    if !settings.has_procedures || !selection.entries.is_empty() {
        selection.check().map_err(|error| selection_error(&error))?;
    }
    Ok(selection)
}

fn custom_selection(
    settings: &SelectionSettings,
    conditions: &[Condition],
) -> Result<QuestionSet, ApiError> {
    let base = spec(settings.params.iter().filter(|(key, _)| key != "steps"))?;
    let steps_parameter = settings.params.iter().find(|(key, _)| key == "steps");
    let lengths = match steps_parameter {
        Some((_, lengths)) => {
            lengths.iter().map(|steps| length(steps)).collect::<Result<_, _>>()?
        }
        None if settings.has_procedures => Vec::new(),
        None => vec![base.steps],
    };
    let usual = [Condition::default()];
    let conditions = if conditions.is_empty() { &usual[..] } else { conditions };
    Ok(QuestionSet::custom(&base, &lengths, conditions, CUSTOM_ITEMS))
}

fn suite_selection(
    name: &str,
    settings: &SelectionSettings,
    conditions: &[Condition],
) -> Result<QuestionSet, ApiError> {
    let known = Suite::ALL.into_iter().map(Suite::slug).chain([OWN]);
    let suite = one_of("suite", name, Suite::from_slug, known)?;
    let fixed = settings.params.iter().map(|(key, _)| key.as_str()).find(|key| suite.fixes(key));
    let condition = (suite.fixes_condition() && !conditions.is_empty()).then_some("condition");
    if let Some(key) = fixed.or(condition) {
        return Err(selection_error(&format!("the suite {name} fixes {key}: leave it out")));
    }
    if conditions.len() > 1 || settings.has_procedures {
        return Err(selection_error(&format!(
            "the suite {name} takes one condition; use the suite {OWN} for several, and for procedures"
        )));
    }
    Ok(QuestionSet::of(suite, &spec(settings.params.iter())?, conditions.first().copied()))
}

/// Returns the spec of parameters with one value each.
fn spec<'p>(params: impl Iterator<Item = &'p (String, Vec<String>)>) -> Result<Spec, ApiError> {
    let mut params: Vec<_> = params.collect();
    // `numbers` changes the defaults of other parameters, so it is set first.
    params.sort_by_key(|(key, _)| key != "numbers");
    let mut spec = Spec::default();
    for (key, values) in params {
        let [value] = values.as_slice() else {
            return Err(selection_error(&format!(
                "{key} has one value: several are for the steps and the condition of the suite {OWN}"
            )));
        };
        spec.set(key, value).map_err(|error| selection_error(&error))?;
    }
    Ok(spec)
}

fn length(steps: &str) -> Result<u16, ApiError> {
    let mut spec = Spec::default();
    spec.set("steps", steps).map_err(|error| selection_error(&error))?;
    Ok(spec.steps)
}

/// Returns the error for an unsupported selection.
fn selection_error(why: &(impl ToString + ?Sized)) -> ApiError {
    ApiError::Selection(why.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(name: &str, settings: &SelectionSettings) -> String {
        selection(name, settings).unwrap_err().to_string()
    }

    fn params(params: &[(&str, &[&str])]) -> SelectionSettings {
        let words = |values: &[&str]| values.iter().map(ToString::to_string).collect();
        let params = params.iter().map(|(key, values)| ((*key).to_owned(), words(values)));
        SelectionSettings { params: params.collect(), ..SelectionSettings::default() }
    }

    #[test]
    fn a_custom_selection_has_default_numbers() {
        let usual = selection(OWN, &SelectionSettings::default()).unwrap();
        assert_eq!((usual.items, usual.samples, usual.entries.len()), (CUSTOM_ITEMS, 1, 1));
        let some = selection(OWN, &params(&[("steps", &["3", "9"]), ("bound", &["90"])])).unwrap();
        assert_eq!(some.entries.iter().map(|(_, spec, _)| spec.steps).collect::<Vec<_>>(), [3, 9]);
        let alone = SelectionSettings { has_procedures: true, ..SelectionSettings::default() };
        assert_eq!(selection(OWN, &alone).unwrap().entries, []);
    }

    #[test]
    fn the_order_of_parameters_has_no_effect() {
        let first_order = params(&[("numbers", &["mod97"]), ("ops", &["+-"])]);
        let second_order = params(&[("ops", &["+-"]), ("numbers", &["mod97"])]);
        assert_eq!(selection(OWN, &first_order), selection(OWN, &second_order));
    }

    #[test]
    fn invalid_selections_are_refused_with_a_reason() {
        assert!(message("quick", &params(&[("steps", &["9"])])).contains("fixes steps"));
        assert!(message(OWN, &params(&[("bound", &["1", "2"])])).contains("bound has one value"));
        let seed = SelectionSettings { seed: Some(1 << 53), ..SelectionSettings::default() };
        assert!(message("quick", &seed).contains("below 2^53"));
        let loud = SelectionSettings {
            conditions: vec!["loud".to_owned()],
            ..SelectionSettings::default()
        };
        assert!(message("quick", &loud).starts_with("there is no condition \"loud\""));
    }
}
