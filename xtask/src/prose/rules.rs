//! The rules, as functions from the text of a file to its violations.

use crate::prose::comments::{Language, comments};
use crate::prose::dialect::Dialect;
use crate::prose::sentences::{Sentence, sentences};

/// The most words that a sentence may have.
const MAX_WORDS: usize = 30;

/// Words with which a description may not begin.
const RIDDLES: [&str; 5] = ["what", "who", "whom", "whoever", "whatever"];

/// A rule of style, in the order of the columns of the snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Rule {
    /// A sentence of more than [`MAX_WORDS`] words.
    Long,
    /// A comment that begins with a relative pronoun.
    Riddle,
    /// A word that only this project uses in that sense.
    Dialect,
}

impl Rule {
    pub(super) const ALL: [Self; 3] = [Self::Long, Self::Riddle, Self::Dialect];

    /// Returns the name that output and snapshot use.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Long => "long",
            Self::Riddle => "riddle",
            Self::Dialect => "dialect",
        }
    }
}

/// A sentence that breaks a rule.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Violation {
    pub(super) line: usize,
    pub(super) rule: Rule,
    /// The words around the violation.
    pub(super) excerpt: String,
    /// The advice for rewording the sentence.
    pub(super) advice: String,
}

/// Returns the violations of a file in the order of its sentences.
pub(super) fn violations(dialect: &Dialect, language: Language, text: &str) -> Vec<Violation> {
    let mut violations = Vec::new();
    for comment in comments(language, text) {
        for sentence in sentences(&comment) {
            violations.extend(long(&sentence));
            if comment.describes && sentence.is_first {
                violations.extend(riddle(&sentence));
            }
            violations.extend(dialect.find(&sentence).map(|(at, advice)| Violation {
                line: sentence.words[at].line,
                rule: Rule::Dialect,
                excerpt: excerpt(&sentence, at.saturating_sub(3)),
                advice: advice.to_owned(),
            }));
        }
    }
    violations
}

fn long(sentence: &Sentence) -> Option<Violation> {
    let length = sentence.length();
    (length > MAX_WORDS).then(|| Violation {
        line: sentence.words[0].line,
        rule: Rule::Long,
        excerpt: excerpt(sentence, 0),
        advice: format!("split the sentence: {length} words, at most {MAX_WORDS}"),
    })
}

fn riddle(sentence: &Sentence) -> Option<Violation> {
    let is_question = sentence.words.last()?.source.ends_with('?');
    let begins = RIDDLES.contains(&sentence.words[0].bare.as_str());
    (begins && !is_question).then(|| Violation {
        line: sentence.words[0].line,
        rule: Rule::Riddle,
        excerpt: excerpt(sentence, 0),
        advice: "begin with a noun, or with a verb such as \"Returns\"".to_owned(),
    })
}

/// Returns at most ten words of a sentence, from an index on.
fn excerpt(sentence: &Sentence, from: usize) -> String {
    let words = sentence.words[from..].iter().take(10).map(|word| word.source.as_str());
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the rules that a Rust source breaks, with line numbers.
    fn broken_rules(text: &str) -> Vec<(Rule, usize)> {
        let found = violations(&Dialect::new(), Language::Rust, text);
        found.into_iter().map(|violation| (violation.rule, violation.line)).collect()
    }

    #[test]
    fn sentences_have_at_most_thirty_words() {
        let words = |count: usize| vec!["Word"; count].join(" ");
        assert_eq!(broken_rules(&format!("// Begin. {}.", words(30))), []);
        assert_eq!(broken_rules(&format!("// Begin.\n// {}.", words(31))), [(Rule::Long, 2)]);
        assert_eq!(broken_rules(&format!("// {}\n//\n// {}", words(20), words(20))), []);
        assert_eq!(broken_rules(&format!("// {}\n// {}", words(20), words(20))), [(Rule::Long, 1)]);
        assert_eq!(broken_rules(&format!("// {} – `{}`.", words(29), words(9))), []);
    }

    #[test]
    fn descriptions_that_begin_with_a_riddle_are_reported() {
        for text in [
            "/// What it is.",
            "// Who asks.",
            "/** Whatever\nfollows. */",
            "//! What\n//! is.\n//! Is it?",
        ] {
            assert_eq!(
                broken_rules(&format!("\n{text}\nfn f() {{}}")),
                [(Rule::Riddle, 2)],
                "{text}"
            );
        }
        for text in [
            "/// What is it?",
            "/// Returns what it is.",
            "/// It is. What it is.",
            "/// Whole.",
            "/// `What` is.",
        ] {
            assert_eq!(broken_rules(text), [], "{text}");
        }
        assert_eq!(violations(&Dialect::new(), Language::Markdown, "What it is.\n"), []);
    }

    #[test]
    fn strings_and_code_blocks_are_not_checked() {
        let text = "let a = \"// What knobs\"; let b = r#\"\n/// What knobs\n\"#;\n/// Returns:\n/// ```\n/// // What knobs\n/// ```\nfn f() {}";
        assert_eq!(broken_rules(text), []);
    }

    #[test]
    fn excerpts_begin_shortly_before_the_word() {
        let text = "/// One two three four knobs `a b` five.";
        let found = violations(&Dialect::new(), Language::Rust, text);
        assert_eq!(found[0].excerpt, "two three four knobs `a b` five.");
        assert_eq!(found[0].advice, "setting, control");
    }
}
