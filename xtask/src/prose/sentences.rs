//! Splits the text of a comment or a document, which is Markdown, into sentences and words. Code
//! blocks are left out.

use crate::prose::comments::{Comment, Line};

/// The placeholder for an inline code span in [`Word::bare`].
pub(super) const CODE: &str = "`";

/// The placeholder for words in quotation marks in [`Word::bare`].
pub(super) const QUOTED: &str = "\"";

/// A word with the punctuation around it.
#[derive(Debug)]
pub(super) struct Word {
    /// The source text of the word.
    pub(super) source: String,
    /// The lower-case word without punctuation, or [`CODE`], or [`QUOTED`].
    pub(super) bare: String,
    pub(super) line: usize,
    /// True if punctuation separates the word from the next one.
    pub(super) ends_clause: bool,
    /// The punctuation mark that may end a sentence after the word.
    stop: Option<char>,
}

/// A sentence, heading, list item or table cell.
#[derive(Debug)]
pub(super) struct Sentence {
    /// The words in order; there is at least one.
    pub(super) words: Vec<Word>,
    /// True if the sentence is the first of its comment.
    pub(super) is_first: bool,
}

impl Sentence {
    /// Returns the number of words. A code span is one word, and a dash does not count.
    pub(super) fn length(&self) -> usize {
        self.words.iter().filter(|word| !word.bare.is_empty()).count()
    }
}

pub(super) fn sentences(comment: &Comment) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    for paragraph in paragraphs(&comment.lines) {
        let mut words = words(&paragraph).into_iter().peekable();
        let mut sentence = Vec::new();
        while let Some(word) = words.next() {
            let ends = words.peek().is_none_or(|next| ends_sentence(&word, next));
            sentence.push(word);
            if ends {
                let is_first = sentences.is_empty();
                sentences.push(Sentence { words: std::mem::take(&mut sentence), is_first });
            }
        }
    }
    sentences
}

/// Returns the paragraphs, headings, list items and table cells.
fn paragraphs<'a>(lines: &[Line<'a>]) -> Vec<Vec<Line<'a>>> {
    let mut paragraphs = Vec::new();
    let mut paragraph = Vec::new();
    let mut fence: Option<&str> = None;
    let (mut after_blank, mut in_list) = (true, false);
    for line in lines {
        let text = line.text.trim();
        if let Some(marker) = fence {
            if text.starts_with(marker) {
                fence = None;
            }
            continue;
        }
        let indent = line.text.len() - line.text.trim_start().len();
        if indent >= 4 && after_blank && !in_list && !text.is_empty() {
            continue;
        }
        let kind = kind(text);
        in_list = kind.is_item() || in_list && !(after_blank && indent == 0 && !text.is_empty());
        after_blank = text.is_empty();
        if !matches!(kind, Kind::Text) {
            paragraphs.push(std::mem::take(&mut paragraph));
        }
        match kind {
            Kind::Break => {}
            Kind::Fence(marker) => fence = Some(marker),
            Kind::Heading(text) => paragraphs.push(vec![Line { text, ..*line }]),
            Kind::Row => {
                paragraphs.extend(text.split('|').map(|text| vec![Line { text, ..*line }]));
            }
            Kind::Item(text) => paragraph.push(Line { text, ..*line }),
            Kind::Text => {
                let text = text.strip_prefix("> ").unwrap_or(text);
                paragraph.push(Line { text, ..*line });
            }
        }
    }
    paragraphs.push(paragraph);
    paragraphs
}

/// The kind of a line in Markdown or `JSDoc`.
enum Kind<'a> {
    /// A blank line, a rule, or the definition of a link.
    Break,
    /// The marker that opens a code block.
    Fence(&'a str),
    /// The text of a heading.
    Heading(&'a str),
    /// A row of a table.
    Row,
    /// The text of a list item, or of a tag of `JSDoc`.
    Item(&'a str),
    /// A line of a paragraph.
    Text,
}

impl Kind<'_> {
    fn is_item(&self) -> bool {
        matches!(self, Self::Item(_))
    }
}

fn kind(text: &str) -> Kind<'_> {
    let is_rule = |byte: u8| matches!(byte, b'-' | b'=' | b'*' | b'_' | b'#');
    if text.bytes().all(is_rule) || (text.starts_with('[') && text.contains("]: ")) {
        return Kind::Break;
    }
    if text.starts_with("```") || text.starts_with("~~~") {
        return Kind::Fence(&text[..3]);
    }
    if let Some(heading) = text.trim_start_matches('#').strip_prefix(' ')
        && text.starts_with('#')
    {
        return Kind::Heading(heading);
    }
    if text.starts_with('|') {
        return Kind::Row;
    }
    if let Some(tag) = text.strip_prefix('@') {
        return Kind::Item(tag.split_once(' ').map_or("", |(_, text)| text));
    }
    let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let item = if number.len() < text.len() && text.len() - number.len() <= 2 {
        number.strip_prefix(". ").or_else(|| number.strip_prefix(") "))
    } else {
        ["- ", "* ", "+ ", "• "].iter().find_map(|marker| text.strip_prefix(marker))
    };
    item.map_or(Kind::Text, Kind::Item)
}

/// Returns whether a sentence ends between two words.
fn ends_sentence(word: &Word, next: &Word) -> bool {
    let first = next.source.trim_start_matches(['(', '[', '*', '_', '"', '“', '\'']);
    let is_lower = first.starts_with(char::is_lowercase);
    match word.stop {
        None => false,
        Some('.') => !(is_lower && word.bare == "etc"),
        Some(_) => !is_lower,
    }
}

/// Words whose period ends no sentence.
const ABBREVIATIONS: [&str; 12] =
    ["e.g", "i.e", "cf", "vs", "approx", "resp", "fig", "no", "dr", "mr", "al", "ca"];

/// Characters that may follow the punctuation of a word.
const CLOSERS: [char; 8] = [')', ']', '*', '_', '"', '”', '\'', '’'];

/// Returns the words of a paragraph.
fn words(lines: &[Line]) -> Vec<Word> {
    let mut text = String::new();
    // The offsets at which lines start.
    let mut starts = Vec::new();
    for line in lines {
        starts.push(text.len());
        text.push_str(line.text);
        text.push('\n');
    }
    let mut words: Vec<Word> = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|c: char| !c.is_whitespace()).map(|found| at + found) {
        let (end, plain, span) = plain_word(&text, start);
        at = end;
        let bare = span.map_or_else(|| bare(&plain), str::to_owned);
        if plain.starts_with('(') || bare.is_empty() {
            words.iter_mut().next_back().into_iter().for_each(|word| word.ends_clause = true);
        }
        let core = plain.trim_end_matches(CLOSERS);
        let is_abbreviated = core.ends_with("..") || ABBREVIATIONS.contains(&bare.as_str());
        let stop = core.chars().next_back().filter(|last| match last {
            '.' => !is_abbreviated,
            last => matches!(last, '!' | '?' | '…'),
        });
        let ends_clause =
            core.ends_with([',', ';', ':', '.', '!', '?', '…']) || plain.ends_with(')');
        let line = lines[starts.partition_point(|line| *line <= start) - 1].number;
        words.push(Word { source: text[start..end].to_owned(), bare, line, ends_clause, stop });
    }
    words
}

/// Returns the end of a word, its text without tags and link targets, and [`CODE`] or [`QUOTED`] if
/// the word contains such a span.
fn plain_word(text: &str, start: usize) -> (usize, String, Option<&'static str>) {
    let (mut at, mut plain, mut span) = (start, String::new(), None);
    while let Some(next) = text[at..].chars().next().filter(|next| !next.is_whitespace()) {
        let rest = &text[at..];
        let after = &rest[next.len_utf8()..];
        let opens = !plain.ends_with(char::is_alphanumeric);
        let (length, replacement) = match next {
            '`' => {
                let ticks = rest.len() - rest.trim_start_matches('`').len();
                let closing = rest[ticks..].find(&rest[..ticks]);
                (closing.map(|end| end + 2 * ticks), CODE)
            }
            '"' if opens => (after.find('"').map(|end| end + 2), QUOTED),
            '“' if opens => (after.find('”').map(|end| end + 2 * next.len_utf8()), QUOTED),
            '<' if !after.starts_with(|c: char| c.is_whitespace() || c == '=') => {
                let closing = after.find('>').filter(|end| !after[..*end].contains('\n'));
                let is_address = after.starts_with("http");
                (closing.map(|end| end + 2), if is_address { CODE } else { "" })
            }
            ']' if after.starts_with('(') => (after.find(')').map(|end| end + 2), ""),
            _ => (None, ""),
        };
        if let Some(length) = length {
            plain.push_str(replacement);
            if !replacement.is_empty() {
                span = Some(replacement);
            }
            if replacement == QUOTED {
                // Punctuation at the end of the quotation may end the sentence.
                plain.extend(rest[..length].trim_end_matches(CLOSERS).chars().next_back());
            }
            at += length;
        } else {
            plain.push(next);
            at += next.len_utf8();
        }
    }
    (at, plain, span)
}

/// Returns a word in lower case and without punctuation around it.
fn bare(plain: &str) -> String {
    let word = plain.trim_matches(|c: char| !c.is_alphanumeric());
    word.to_lowercase().replace('’', "'")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prose::comments::{Language, comments};

    /// Returns the sentences of a document, with spaces between words.
    fn split(text: &str) -> Vec<String> {
        let join = |sentence: Sentence| {
            let words = sentence.words.iter().map(|word| word.source.as_str());
            words.collect::<Vec<_>>().join(" ")
        };
        let comments = comments(Language::Markdown, text);
        comments.iter().flat_map(sentences).map(join).collect()
    }

    #[test]
    fn numbers_abbreviations_and_file_names_end_no_sentence() {
        let text = "About 0.5 of a.rs, e.g. Some, i.e. `b.` all 1 %. Next (in c.md). a b etc. and c? d. Done";
        assert_eq!(
            split(text),
            [
                "About 0.5 of a.rs, e.g. Some, i.e. `b.` all 1 %.",
                "Next (in c.md).",
                "a b etc. and c? d.",
                "Done"
            ]
        );
    }

    #[test]
    fn lists_headings_tables_and_blank_lines_end_sentences() {
        let text =
            "# One\nTwo\n- three\n  four\n1. five\n\n| six | seven |\n| --- | --- |\neight\n\nnine";
        let found = split(text);
        assert_eq!(
            found.iter().filter(|sentence| *sentence != "---").collect::<Vec<_>>(),
            ["One", "Two", "three four", "five", "six", "seven", "eight", "nine"]
        );
    }

    #[test]
    fn code_blocks_are_left_out() {
        let text =
            "One:\n\n    two\n\n```text\nthree\n\nfour\n```\nfive\n- six\n  ~~~\n  seven\n  ~~~\n";
        assert_eq!(split(text), ["One:", "five", "six"]);
    }

    #[test]
    fn spans_and_quotations_count_as_one_word() {
        let read = |text: &str| {
            let comments = comments(Language::Markdown, text);
            sentences(&comments[0]).iter().map(Sentence::length).collect::<Vec<_>>()
        };
        assert_eq!(read("`a b. C`, and ``d ` e``s – “f. G h” or (\"i. J\")."), [6]);
        assert_eq!(read("See [the text of `a`](http://b/c_(d) and <https://e>."), [7]);
        assert_eq!(read("An unmatched ` and an unmatched \" end. No more."), [6, 2]);
        assert_eq!(read("It says \"One.\" Two."), [3, 1]);
    }

    #[test]
    fn words_have_the_line_on_which_they_start() {
        let comments = comments(Language::Markdown, "One `two\nthree` four\nfive.\n");
        let lines: Vec<_> = sentences(&comments[0])[0].words.iter().map(|word| word.line).collect();
        assert_eq!(lines, [1, 1, 2, 3]);
    }
}
