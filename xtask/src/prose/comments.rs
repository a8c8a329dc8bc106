//! Finds the comments of source files. The rules of style are in other modules.

mod reader;
mod syntax;

use crate::prose::comments::reader::Reader;

/// A language whose comments are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    Rust,
    /// JavaScript and TypeScript.
    Script,
    /// CSS.
    Style,
    Python,
    /// A Markdown document; all of it is text.
    Markdown,
}

impl Language {
    /// Returns the language of a file by the extension of its name.
    pub(super) fn of(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1 {
            "rs" => Some(Self::Rust),
            "js" | "mjs" | "ts" => Some(Self::Script),
            "css" => Some(Self::Style),
            "py" | "pyi" => Some(Self::Python),
            "md" => Some(Self::Markdown),
            _ => None,
        }
    }
}

/// One line of a comment, without its marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// The line number, from 1.
    pub(super) number: usize,
    /// The text after the marker.
    pub(super) text: &'a str,
}

/// A block comment, adjacent line comments, a docstring or a document.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Comment<'a> {
    pub(super) lines: Vec<Line<'a>>,
    /// True for a comment in code, false for a document.
    pub(super) describes: bool,
}

/// Returns the comments of a file in order.
pub(super) fn comments(language: Language, text: &str) -> Vec<Comment<'_>> {
    let mut reader = Reader::new(text);
    match language {
        Language::Rust => reader.rust(),
        Language::Script => reader.script(),
        Language::Style => reader.style(),
        Language::Python => reader.python(),
        Language::Markdown => reader.block(0, text.len(), 0, false),
    }
    reader.comments
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the texts of all comments, with lines joined by `|`.
    fn texts(language: Language, text: &str) -> Vec<String> {
        let join = |comment: Comment| {
            comment.lines.iter().map(|line| line.text).collect::<Vec<_>>().join("|")
        };
        comments(language, text).into_iter().map(join).collect()
    }

    #[test]
    fn adjacent_rust_comments_of_one_kind_join() {
        let text = "//! Module.\n\n/// One\n/// two.\n// Three.\n//// Four.\nlet a = 1; // Five.\n// Six.\n";
        assert_eq!(
            texts(Language::Rust, text),
            ["Module.", "One|two.", "Three.|Four.", "Five.", "Six."]
        );
        assert_eq!(comments(Language::Rust, text)[1].lines[1].number, 4);
    }

    #[test]
    fn rust_strings_characters_and_lifetimes_are_no_comments() {
        let text = concat!(
            "let a = \"http://x \\\" // no\"; // 1\n",
            "let b = r#\"a \" // no\"#; // 2\n",
            "let c = br\"\\\"; // 3\n",
            "let d = ['\"', '\\'', '/', '\\u{22}', 'é']; // 4\n",
            "fn e<'a>(f: &'a str, r: &'static str) {} // 5\n",
            "let g = r#fn; let her = \"// no\n// no\"; // 6\n",
            "let h = b'\"'; let i = 'a'; // 7\n",
        );
        assert_eq!(texts(Language::Rust, text), ["1", "2", "3", "4", "5", "6", "7"]);
    }

    #[test]
    fn rust_block_comments_nest() {
        let text = "/** One\n * two /* in */\n */ fn a() {} /*! Three. */ /* open \"";
        assert_eq!(texts(Language::Rust, text), ["One|two /* in */|", "Three.", "open \""]);
    }

    #[test]
    fn unfinished_sources_are_read_to_their_end() {
        for text in
            ["/", "'", "'\\", "\"\\", "r#\"", "r", "/*", "/**", "//", "`${", "é'é", "\"\"\"\\"]
        {
            for language in [Language::Rust, Language::Script, Language::Style, Language::Python] {
                assert!(comments(language, text).len() <= 1, "{language:?} {text}");
            }
        }
    }

    #[test]
    fn script_templates_and_regular_expressions_are_no_comments() {
        let text = concat!(
            "const a = `// no ${b({ c: `/* no */` })} // no \\` `; // 1\n",
            "const d = /[/*]\\/\"/.test(e) / 2; // 2\n",
            "const f = (g) / 2 + \"/* no\" / h; // 3\n",
            "return /'/; /* 4 */\n",
            "/** 5 {@link k}\n   * 6\n   */\n",
            "const l = 'https://x' // 7",
        );
        assert_eq!(
            texts(Language::Script, text),
            ["1", "2", "3", "4 ", "5 {@link k}|6|", "7"].map(str::trim_end)
        );
    }

    #[test]
    fn style_addresses_and_strings_are_no_comments() {
        let text = "a { b: url(data:x,/*no*/); c: \"/* no */\"; } /* Yes.\n   And. */";
        assert_eq!(texts(Language::Style, text), ["Yes.|And."]);
    }

    #[test]
    fn only_docstrings_of_python_strings_are_comments() {
        let text = concat!(
            "\"\"\"Module.\"\"\"\n",
            "a = \"# no\" # 1\n",
            "def f():\n    \"\"\"One.\n\n        code\n    two.\n    \"\"\"\n",
            "    return \"\"\"no # no\"\"\"\n",
            "g(\n    '''no''',\n)  # 2\n",
        );
        assert_eq!(texts(Language::Python, text), ["Module.", "1", "One.||    code|two.|", "2"]);
    }

    #[test]
    fn documents_describe_no_code() {
        let read = comments(Language::Markdown, "# A\n\nB.\n");
        assert_eq!(read.len(), 1);
        assert!(!read[0].describes && read[0].lines[2] == Line { number: 3, text: "B." });
    }
}
