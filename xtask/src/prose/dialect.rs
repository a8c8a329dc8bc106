//! Words and phrases in a sense that only this project gives them, and their standard terms.

use std::collections::HashMap;

use crate::prose::sentences::{CODE, Sentence, Word};

/// A phrase of the dialect.
struct Entry {
    /// Phrases that violate the rule.
    phrases: &'static [&'static str],
    /// Longer phrases that contain one of the phrases in its ordinary sense, and are allowed.
    except: &'static [&'static str],
    /// The standard term.
    advice: &'static str,
}

/// The phrases of the dialect. In a phrase, `a|b` is either of two words, and `_` is any word. A
/// backtick is a code span without `/` and `.`, so not a file name. `^` is the beginning of a
/// sentence or clause.
const ENTRIES: &[Entry] = &[
    Entry {
        phrases: &["of one's own", "own procedure|procedures"],
        except: &["of one's own work|values", "its|their own procedure|procedures"],
        advice: "custom",
    },
    Entry {
        phrases: &["is|are|was|were|be|been told"],
        except: &["_ told apart|from|to", "model|solver|scorer|server|visitor is|was told"],
        advice: "is reported, is notified, receives",
    },
    Entry {
        phrases: &["is|are|was|were|be|been said"],
        except: &["_ said to|aloud"],
        advice: "contains, is reported",
    },
    Entry {
        phrases: &["^ says|tells", "` says|tells"],
        except: &[],
        advice: "returns, reports, contains",
    },
    Entry {
        phrases: &["gone to", "gone on with"],
        except: &["has|have|had gone to"],
        advice: "opened, navigated to; resumed",
    },
    Entry { phrases: &["knob|knobs"], except: &[], advice: "setting, control" },
    Entry { phrases: &["fare|fares|fared"], except: &[], advice: "outcome, performs" },
    Entry { phrases: &["deed|deeds"], except: &[], advice: "action" },
    Entry { phrases: &["trouble|troubles"], except: &["has|have|had trouble"], advice: "error" },
    Entry { phrases: &["taste|tastes"], except: &[], advice: "probe" },
    Entry { phrases: &["orphan|orphans"], except: &["orphan rule|rules"], advice: "unmatched" },
    Entry { phrases: &["betray|betrays|betrayed|betraying"], except: &[], advice: "reveal" },
    Entry { phrases: &["of age"], except: &[], advice: "due" },
    Entry { phrases: &["piles of"], except: &[], advice: "combining marks" },
    Entry { phrases: &["slip|slips"], except: &["slip a|an"], advice: "arithmetic error" },
    Entry {
        phrases: &["whoever", "whom"],
        except: &[],
        advice: "the user, the caller, the provider",
    },
    Entry {
        phrases: &["^ nothing|none where|if|when|unless|without"],
        except: &[],
        advice: "`None` if, empty if",
    },
    Entry {
        phrases: &["stands|stand for itself|themselves"],
        except: &[],
        advice: "is independent",
    },
    Entry {
        phrases: &[
            "stands|stand|stood in|beside|behind|before|between|under|above|below|after|there|here",
        ],
        except: &["_ in for", "_ in the way|place", "_ in its|their place"],
        advice: "is, appears, next to, after",
    },
    Entry {
        phrases: &[
            "beside a|the|its peer|peers",
            "beside a|its|their|the budget|budgets",
            "beside theirs",
        ],
        except: &[],
        advice: "compared with, next to",
    },
    Entry {
        phrases: &[
            "go|goes|going from place to place",
            "unknown place",
            "place|places of the page",
            "part of the place",
            "address of a|the|its place",
        ],
        except: &[],
        advice: "page, route",
    },
];

/// The entries, by the first words of their phrases.
pub(super) struct Dialect {
    phrases: HashMap<&'static str, Vec<(Vec<Element>, &'static Entry)>>,
}

/// One part of a phrase.
enum Element {
    Start,
    Code,
    Any,
    OneOf(Vec<&'static str>),
}

impl Dialect {
    /// Indexes the entries by the first words of their phrases.
    pub(super) fn new() -> Self {
        let mut phrases: HashMap<_, Vec<_>> = HashMap::new();
        for entry in ENTRIES {
            for phrase in entry.phrases {
                let first = phrase.trim_start_matches("^ ").split(' ').next().unwrap_or_default();
                for word in first.split('|') {
                    phrases.entry(word).or_default().push((elements(phrase), entry));
                }
            }
        }
        Self { phrases }
    }

    /// Returns the index and the advice for each match in a sentence; matches do not overlap.
    pub(super) fn find<'a>(
        &'a self,
        sentence: &'a Sentence,
    ) -> impl Iterator<Item = (usize, &'static str)> + 'a {
        let words = &sentence.words;
        let mut next = 0;
        (0..words.len()).filter_map(move |at| {
            let candidates = self.phrases.get(words[at].bare.as_str())?;
            let (end, entry) = candidates.iter().find_map(|(elements, entry)| {
                let end = matched(elements, words, at)?;
                (!is_ordinary(entry, words, at, end)).then_some((end, entry))
            })?;
            (at >= next).then(|| {
                next = end;
                (at, entry.advice)
            })
        })
    }
}

fn elements(phrase: &'static str) -> Vec<Element> {
    let parse = |word: &'static str| match word {
        "_" => Element::Any,
        "^" => Element::Start,
        CODE => Element::Code,
        word => Element::OneOf(word.split('|').collect()),
    };
    phrase.split(' ').map(parse).collect()
}

/// Returns the end of the words that a phrase matches from an index on. All these words belong to
/// one clause.
fn matched(elements: &[Element], words: &[Word], start: usize) -> Option<usize> {
    let starts_clause = |at: usize| at == 0 || words[at - 1].ends_clause;
    let mut at = start;
    for element in elements {
        let word = words.get(at)?;
        let fits = match element {
            Element::Start if starts_clause(at) => continue,
            Element::Start => false,
            Element::Code => word.bare == CODE && !word.source.contains(['/', '.']),
            Element::Any => true,
            Element::OneOf(alternatives) => alternatives.contains(&word.bare.as_str()),
        };
        if !fits || (at > start && starts_clause(at)) {
            return None;
        }
        at += 1;
    }
    Some(at)
}

/// Returns whether an exception of an entry covers the words from `at` to `end`.
fn is_ordinary(entry: &Entry, words: &[Word], at: usize, end: usize) -> bool {
    entry.except.iter().any(|phrase| {
        let elements = elements(phrase);
        (at.saturating_sub(elements.len() - 1)..=at)
            .any(|start| matched(&elements, words, start).is_some_and(|last| last >= end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prose::comments::{Language, comments};
    use crate::prose::sentences::sentences;

    /// Returns the advice for each match in a text.
    fn advice(text: &str) -> Vec<&'static str> {
        let dialect = Dialect::new();
        let comments = comments(Language::Markdown, text);
        let sentences: Vec<_> = comments.iter().flat_map(sentences).collect();
        sentences
            .iter()
            .flat_map(|sentence| dialect.find(sentence))
            .map(|(_, found)| found)
            .collect()
    }

    /// For each entry, in the order of [`ENTRIES`]: texts that violate the rule, and similar texts
    /// that do not.
    const CASES: &[(&[&str], &[&str])] = &[
        (
            &["A procedure of one's own.", "The hash of one’s own: none.", "An own procedure."],
            &["A thread of its own.", "A check of one's own work.", "Their own procedure."],
        ),
        (
            &["The page is told which runs there are.", "Errors were told, once."],
            &[
                "Results are told apart by id.",
                "It is told to stop.",
                "The model is told why.",
                "It told nobody.",
                "It is. Told",
            ],
        ),
        (
            &["What is said of a run.", "Nothing was said."],
            &["It is said to be below.", "It said so.", "It is said aloud."],
        ),
        (
            &["Says whether it fits.", "It goes on; tells the page.", "`why` says the reason."],
            &[
                "The model says so.",
                "`README.md` says why.",
                "`a/b` tells why.",
                "Tell `x`. Saying so.",
            ],
        ),
        (
            &["A page that was gone to.", "The run is gone on with."],
            &["It had gone to the worker.", "It has gone on."],
        ),
        (&["The knobs.", "A knob’s name, one knob"], &["The doorknob.", "`knob`", "The \"knob\"."]),
        (&["How it fared."], &["A farewell."]),
        (&["Two deeds."], &["It did indeed."]),
        (&["The troubles of a file."], &["It has trouble.", "Troubling."]),
        (&["The taste of a chain."], &["A tasteful chain."]),
        (&["An orphan."], &["The orphan rule."]),
        (&["It betrays itself."], &["`betray`"]),
        (&["It is of age."], &["It is of an age."]),
        (&["Piles of marks."], &["It compiles of course."]),
        (
            &["A slip of a digit.", "Slips, all."],
            &["It slipped.", "Nobody can slip a key in.", "A slipstream."],
        ),
        (&["For whoever asks.", "By whom."], &["For those who ask.", "Whose it is."]),
        (
            &["The step; nothing where it ends.", "None if it fails."],
            &["It needs nothing where it ends.", "Nothing is lost.", "`None` where it ends."],
        ),
        (&["Every step stands for itself."], &["It stands for a step."]),
        (
            &["The value stands in brackets.", "They stand beside it.", "It stood there."],
            &[
                "It stands in for a step.",
                "It stands in the way.",
                "It stands, in brackets.",
                "It stands on a chapter.",
            ],
        ),
        (&["Times beside a peer.", "Sizes beside their budgets."], &["The file beside it."]),
        (
            &["It goes from place to place.", "A place of the page.", "An unknown place."],
            &[
                "Two decimal places.",
                "In place of a page.",
                "Changes take place.",
                "From place to place.",
            ],
        ),
    ];

    #[test]
    fn each_entry_matches_its_violations_and_no_ordinary_text() {
        assert_eq!(CASES.len(), ENTRIES.len());
        for (entry, (violations, ordinary)) in ENTRIES.iter().zip(CASES) {
            for text in *violations {
                assert!(!advice(text).is_empty(), "{text}");
                assert!(advice(text).iter().all(|found| *found == entry.advice), "{text}");
            }
            for text in *ordinary {
                assert_eq!(advice(text), [""; 0], "{text}");
            }
        }
    }

    #[test]
    fn matches_do_not_overlap() {
        assert_eq!(advice("Each stands for itself; none where it stands in a slip.").len(), 4);
        assert_eq!(advice("It is told whom the knobs\nare said of.").len(), 4);
    }

    #[test]
    fn every_phrase_is_indexed_by_its_first_word() {
        let phrases: usize = ENTRIES.iter().map(|entry| entry.phrases.len()).sum();
        let dialect = Dialect::new();
        assert!(dialect.phrases.values().map(Vec::len).sum::<usize>() >= phrases);
        assert!(!dialect.phrases.contains_key("^") && !dialect.phrases.contains_key(""));
    }
}
