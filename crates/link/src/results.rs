//! Addresses of Results: `#/results?v=2&sort=-tokens&condition=trace&run=NAME&with=NAME`.

use stepfall_procedure::{GENERATOR_VERSION, safe_excerpt};

use crate::notice::Notice;
use crate::page::{Page, parameters, slug_and_query};
use crate::setup::encoded;

/// The maximum length of an address of Results, in bytes.
const MAX_ADDRESS: usize = 16_384;
/// The maximum length of a name or a filter, in characters.
const MAX_VALUE: usize = 200;

/// A column by which the table of recorded runs can be sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Column {
    /// The name of the model.
    #[default]
    Model,
    /// The day of the run.
    Date,
    /// The condition of the run.
    Condition,
    /// The parameters of the procedures.
    Spec,
    /// The measured lengths that enclose the 50 % horizon.
    Horizon,
    /// The number of output tokens of the run.
    Tokens,
}

impl Column {
    /// All columns in the order of the table.
    pub const ALL: [Self; 6] =
        [Self::Model, Self::Date, Self::Condition, Self::Spec, Self::Horizon, Self::Tokens];

    /// Returns the name in addresses.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Date => "date",
            Self::Condition => "condition",
            Self::Spec => "spec",
            Self::Horizon => "horizon",
            Self::Tokens => "tokens",
        }
    }

    /// Returns the column with this name; `None` for an unknown name.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.slug() == slug)
    }
}

/// The content of an address of Results. Empty texts select nothing. Names are not checked here,
/// because only the page knows the recorded runs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ResultsLink {
    /// The column by which the rows are sorted.
    pub sort: Column,
    /// True if the largest value comes first.
    pub is_descending: bool,
    /// The condition of the listed runs; empty for all.
    pub condition: String,
    /// The parameters of the procedures of the listed runs; empty for all.
    pub spec: String,
    /// The name of the open run; empty if none is open.
    pub run: String,
    /// The name of the run with which the open run is compared; empty if there is none.
    pub with: String,
}

impl ResultsLink {
    /// Returns the fragment, `#` included. Defaults are left out.
    pub fn fragment(&self) -> String {
        let mut fragment = format!("#/{}?v={GENERATOR_VERSION}", Page::Results.slug());
        if self.sort != Column::default() || self.is_descending {
            let sign = if self.is_descending { "-" } else { "" };
            fragment.push_str(&format!("&sort={sign}{}", self.sort.slug()));
        }
        let Self { condition, spec, run, with, .. } = self;
        for (key, value) in [("condition", condition), ("spec", spec), ("run", run), ("with", with)]
        {
            if !value.is_empty() {
                fragment.push_str(&format!("&{key}={}", encoded(value)));
            }
        }
        fragment
    }

    /// Parses an address: a whole URL, its fragment with or without `#`, or its parameters alone.
    /// Invalid parts keep their defaults and are reported.
    pub fn read(address: &str) -> (Self, Vec<Notice>) {
        let (mut link, mut notices) = (Self::default(), Vec::new());
        if address.len() > MAX_ADDRESS {
            return (link, vec![Notice::TooLong { limit: MAX_ADDRESS }]);
        }
        let (_, query) = slug_and_query(address);
        for (key, value) in parameters(query, &mut notices) {
            match key.as_str() {
                "v" => {
                    if value != GENERATOR_VERSION.to_string() {
                        notices.push(Notice::Version {
                            version: safe_excerpt(&value),
                            has_transcript: false,
                        });
                    }
                }
                "sort" => {
                    let (slug, is_descending) = match value.strip_prefix('-') {
                        Some(slug) => (slug, true),
                        None => (value.as_str(), false),
                    };
                    match Column::from_slug(slug) {
                        Some(sort) => (link.sort, link.is_descending) = (sort, is_descending),
                        None => notices.push(Notice::Column(safe_excerpt(slug))),
                    }
                }
                "condition" => link.condition = clipped(&value),
                "spec" => link.spec = clipped(&value),
                "run" => link.run = clipped(&value),
                "with" => link.with = clipped(&value),
                _ => notices.push(Notice::UnknownKey(safe_excerpt(&key))),
            }
        }
        // A comparison needs an open run.
        if link.run.is_empty() || link.with == link.run {
            link.with.clear();
        }
        (link, notices)
    }
}

fn clipped(value: &str) -> String {
    value.chars().take(MAX_VALUE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_address_reads_back() {
        let all = ResultsLink {
            sort: Column::Tokens,
            is_descending: true,
            condition: "answer-only".to_owned(),
            spec: "lookback=5 ops=add inputs=2..9".to_owned(),
            run: "a&b".to_owned(),
            with: "c d".to_owned(),
        };
        for link in [all, ResultsLink::default()] {
            let fragment = link.fragment();
            assert_eq!(ResultsLink::read(&fragment), (link, Vec::new()), "{fragment}");
        }
        assert_eq!(ResultsLink::read("#/results").0, ResultsLink::default());
        assert_eq!(ResultsLink::default().fragment(), "#/results?v=2");
    }

    #[test]
    fn invalid_parts_are_reported() {
        let (link, notices) = ResultsLink::read("#/results?v=9&sort=-colour&zoo=1&with=x");
        assert_eq!(link, ResultsLink::default());
        assert_eq!(notices.len(), 3, "{notices:?}");
        let (link, notices) = ResultsLink::read(&format!("#/results?run={}", "x".repeat(20_000)));
        assert_eq!((link, notices.len()), (ResultsLink::default(), 1));
    }

    #[test]
    fn a_run_is_not_compared_with_itself() {
        assert_eq!(ResultsLink::read("#/results?v=2&run=a&with=a").0.with, "");
    }
}
