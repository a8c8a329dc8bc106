//! Selections of questions: a named suite, or custom lengths and conditions, with settings.

use std::collections::BTreeMap;

use crate::{ApiError, SelectionSettings, conditions, selection};
use serde::{Deserialize, Serialize};
use stepfall_interchange::{OWN, Question, QuestionSet, Tokens};
use stepfall_procedure::{Condition, Item, Spec, Suite};
use stepfall_text::suite_meaning;

use crate::json::item::{json, strict_item};

/// A suite with its default settings.
#[derive(Serialize)]
struct Described {
    name: &'static str,
    version: u32,
    isolates: &'static str,
    /// The number of specs.
    specs: usize,
    /// The number of items of each spec.
    items: u32,
    questions: u64,
    /// `None` if the suite has its own conditions.
    condition: Option<String>,
    /// The parameters with values fixed by the suite.
    fixed: Vec<&'static str>,
    tokens: Ranges,
}

/// Ranges of token counts, from minimum to maximum.
#[derive(Serialize)]
struct Ranges {
    input: [u64; 2],
    /// Excludes reasoning that a model adds by itself.
    output: [u64; 2],
}

/// Returns the named suites as a list of objects with `name`, `version`, `isolates`, `specs`,
/// `items`, `questions`, `condition`, `fixed` and `tokens`. `tokens` has `input` and `output`.
///
/// # Errors
///
/// [`ApiError`] if a suite has no procedures.
pub fn suites() -> Result<String, ApiError> {
    let suites: Vec<Described> =
        Suite::ALL.into_iter().map(described).collect::<Result<_, ApiError>>()?;
    Ok(json(&suites))
}

fn described(suite: Suite) -> Result<Described, ApiError> {
    let selection = QuestionSet::of(suite, &Spec::default(), None);
    let Tokens { input_low, input_high, output_low, output_high } = selection.estimate()?;
    let keys = Spec::default().params().map(|(key, _)| key);
    Ok(Described {
        name: suite.slug(),
        version: suite.version(),
        isolates: suite_meaning(suite),
        specs: selection.entries.len(),
        items: selection.items,
        questions: selection.size(),
        condition: (!suite.fixes_condition()).then(|| suite.usual_condition().slug()),
        fixed: keys.into_iter().filter(|key| suite.fixes(key)).collect(),
        tokens: Ranges { input: [input_low, input_high], output: [output_low, output_high] },
    })
}

/// The settings of a selection from the caller; missing settings have their defaults.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Settings {
    items: Option<u32>,
    samples: Option<u16>,
    seed: Option<u64>,
    condition: Vec<String>,
    /// Custom procedures: links, or records.
    procedures: Vec<String>,
    /// The parameters of a spec, each with its values. Several values of `steps` are the lengths of
    /// a custom selection.
    params: BTreeMap<String, Vec<String>>,
}

/// A selection of questions that is checked to be supported.
pub(crate) struct CheckedSelection {
    selection: QuestionSet,
    /// Custom procedures, each with its condition. They are not part of the selection.
    custom: Vec<(Item, Condition)>,
}

impl CheckedSelection {
    /// Reads a selection by its name, which may be [`OWN`], with settings as JSON.
    ///
    /// # Errors
    ///
    /// [`ApiError`] for unknown words and unsupported questions.
    pub(crate) fn read(name: &str, settings: &str) -> Result<Self, ApiError> {
        let Settings { items, samples, seed, condition, procedures, params } =
            serde_json::from_str(settings).map_err(|error| selection_error(&error))?;
        let conditions = conditions(&condition)?;
        let mut custom = Vec::new();
        for procedure in &procedures {
            let (item, usual) = strict_item(procedure)?;
            let conditions = if conditions.is_empty() { &[usual][..] } else { &conditions };
            custom.extend(conditions.iter().map(|condition| (item.clone(), *condition)));
        }
        let settings = SelectionSettings {
            items,
            samples,
            seed,
            conditions: condition,
            params: params.into_iter().collect(),
            has_procedures: !procedures.is_empty(),
        };
        let asked = Self { selection: selection(name, &settings)?, custom };
        for (item, condition) in &asked.custom {
            if Question::new(OWN, item.clone(), *condition, 0).is_none() {
                return Err(selection_error(&format!(
                    "the condition {condition} needs a dialogue, and a batch file has one reply per question"
                )));
            }
        }
        Ok(asked)
    }

    /// Returns the name of the selection in files.
    pub(crate) fn name(&self) -> &str {
        &self.selection.name
    }

    /// Returns the questions in their order. Custom procedures come last.
    pub(crate) fn questions(self) -> impl Iterator<Item = Question> + use<> {
        let samples = self.selection.samples;
        let custom = self.custom.into_iter().flat_map(move |(item, condition)| {
            (0..samples)
                .filter_map(move |sample| Question::new(OWN, item.clone(), condition, sample))
        });
        self.selection.questions().chain(custom)
    }
}

/// Returns the error for an unsupported selection.
pub(crate) fn selection_error(why: &(impl ToString + ?Sized)) -> ApiError {
    ApiError::Selection(why.to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn ids(name: &str, settings: &Value) -> Vec<String> {
        let asked = CheckedSelection::read(name, &settings.to_string()).unwrap();
        asked.questions().map(|question| question.id.to_string()).collect()
    }

    #[test]
    fn suites_are_listed_with_the_cause_they_isolate() {
        let suites: Value = serde_json::from_str(&suites().unwrap()).unwrap();
        let column = |key: &str| -> Vec<&Value> {
            suites.as_array().unwrap().iter().map(|suite| &suite[key]).collect()
        };
        assert_eq!(column("questions"), [100, 500, 600, 700, 700, 55_000]);
        assert_eq!(column("condition")[3], &Value::Null);
        assert_eq!(column("fixed")[0], &json!(["steps"]));
        assert!(column("isolates").iter().all(|text| text.as_str().unwrap().ends_with('.')));
        assert!(column("tokens")[5]["input"][0].as_u64().unwrap() > 1_000_000);
    }

    #[test]
    fn settings_override_only_what_a_suite_leaves_open() {
        assert_eq!(ids("quick", &json!({"items": 2, "samples": 3})).len(), 30);
        let custom = json!({
            "items": 1, "condition": ["trace", "copy"],
            "params": {"steps": ["3", "9"], "lookback": ["exactly-2"], "numbers": ["mod97"]},
        });
        assert_eq!(ids("own", &custom).len(), 4);
        assert_eq!(ids("own", &json!({})).len(), 20);
        assert_ne!(
            ids("quick", &json!({"items": 1, "seed": 1})),
            ids("quick", &json!({"items": 1}))
        );
    }

    #[test]
    fn custom_procedures_are_asked_alone_or_with_generated_ones() {
        let procedure = "#/play?v=2&steps=4&seed=9";
        assert_eq!(ids("own", &json!({"procedures": [procedure], "samples": 2})).len(), 2);
        let both = json!({"procedures": [procedure], "items": 1, "params": {"steps": ["3"]}});
        assert_eq!(ids("own", &both).len(), 2);
    }

    #[test]
    fn invalid_selections_are_refused_with_a_reason() {
        for (name, settings, wanted) in [
            ("loud", json!({}), "there is no suite \"loud\": it is one of quick, "),
            ("quick", json!({"params": {"steps": ["9"]}}), "the suite quick fixes steps"),
            ("what-helps", json!({"condition": ["copy"]}), "fixes condition"),
            ("quick", json!({"condition": ["trace", "copy"]}), "takes one condition"),
            ("quick", json!({"procedures": ["#/play?v=2"]}), "use the suite own"),
            ("quick", json!({"condition": ["loud"]}), "there is no condition \"loud\""),
            ("quick", json!({"condition": ["stepwise"]}), "needs a dialogue"),
            ("own", json!({"params": {"zoo": ["1"]}}), "there is no parameter “zoo”"),
            ("own", json!({"params": {"bound": ["1", "2"]}}), "bound has one value"),
            ("own", json!({"params": {"steps": ["501"]}}), "there are no such procedures"),
            ("own", json!({"samples": 0}), "0 samples"),
            ("own", json!({"items": 0}), "nothing to ask"),
            ("own", json!({"seed": 1_u64 << 53}), "seed is a whole number below 2^53"),
            ("own", json!({"procedures": ["#/play?v=2&condition=stepwise"]}), "needs a dialogue"),
        ] {
            let message =
                CheckedSelection::read(name, &settings.to_string()).err().unwrap().to_string();
            assert!(message.contains(wanted), "{settings}: {message}");
        }
    }
}
