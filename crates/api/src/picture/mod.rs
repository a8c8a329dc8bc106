//! The verdict as a picture for a slide: a self-contained SVG text.
//!
//! The size is constant. The sentence is at the top, answer and failure modes are below it, and the
//! item is at the foot. The arcs fill the space between.

mod chart;
mod colour;

use std::ops::Range;

use stepfall_grade::VerdictRecord;
use stepfall_plot::{Frame, StepCategory};

use self::chart::{chart, mark};
use self::colour::{ERROR, INK, PAPER, SOFT, sign_colour};
use crate::subject::SharedItem;
use stepfall_plot::typography::{SANS, SERIF, escaped, find, lines, shortened, width};
use stepfall_text::{Mode, category_of_mode, typeset, verdict_name};

/// The width of the picture, in pixels.
const WIDTH: u32 = 1_200;
/// The height of the picture, in pixels.
const HEIGHT: u32 = 675;
/// The margin around everything.
const MARGIN: u32 = 56;
/// The maximum width of a line of text.
const ROOM: u32 = WIDTH - 2 * MARGIN;
/// The font sizes of the sentence with their maximum numbers of lines, the largest size first.
const SENTENCE: [(u32, usize); 3] = [(36, 3), (30, 4), (25, 5)];
/// The font size of the failure modes and of the answer.
const SMALL_TEXT: u32 = 20;
/// The baseline of the legend.
const LEGEND: u32 = 578;
/// The baseline of the item.
const ITEM: u32 = 624;
/// The baseline of the address.
const ADDRESS: u32 = 648;
/// The maximum length of a shown address, in characters.
const MAX_ADDRESS: usize = 90;

/// Draws an item, with the verdict on a transcript if there is one.
pub(crate) fn picture(subject: &SharedItem<'_>) -> String {
    let (mut body, mut y) = headline(subject);
    if let Some(record) = subject.record {
        let (modes, end) = modes(record, y + 42);
        let facts = [SharedItem::answer(record), SharedItem::steps_shown_text(record)].join(" · ");
        let answer = shortened(&facts);
        body += &modes;
        y = end + 30;
        body += &text(MARGIN, y, &format!("font-size=\"{SMALL_TEXT}\""), INK, &answer);
    }
    let top = y + 22;
    let frame = Frame { left: MARGIN, top, width: ROOM, height: LEGEND - 26 - top };
    let chart = chart(subject, frame);
    body += &chart.text;
    body += &legend(subject, chart.is_dense);
    if chart.lacks_arcs {
        let attributes = "font-size=\"14\" text-anchor=\"end\"";
        body += &text(WIDTH - MARGIN, LEGEND, attributes, SOFT, "longer arcs are left out");
    }
    body += &foot(subject);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"{SANS}\"><rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{PAPER}\"/>{body}</svg>"
    )
}

/// Draws the sentence with the step of the first error emphasised. Returns the drawing and its last
/// baseline.
fn headline(subject: &SharedItem<'_>) -> (String, u32) {
    let sentence = match subject.record {
        Some(record) => shortened(&typeset(&record.headline)),
        None => format!("A procedure of {}.", stepfall_text::steps(subject.item.spec.steps)),
    };
    let name = subject.first_error().and_then(|name| find(&sentence, name));
    let (size, lines, is_cut) = fitted(&sentence);
    let mut y = MARGIN - 22;
    let mut drawn = String::new();
    for (at, line) in lines.iter().enumerate() {
        y += size * 6 / 5;
        let rest = if is_cut && at + 1 == lines.len() { "…" } else { "" };
        let marked = emphasised(&sentence, line, name.as_ref());
        drawn += &format!(
            "<text x=\"{MARGIN}\" y=\"{y}\" font-family=\"{SERIF}\" font-size=\"{size}\" fill=\"{INK}\">{marked}{rest}</text>"
        );
    }
    (drawn, y)
}

/// Returns the largest size of the sentence that fits, its lines, and whether text is cut off even
/// at the smallest size.
fn fitted(sentence: &str) -> (u32, Vec<Range<usize>>, bool) {
    let mut last = (0, Vec::new(), false);
    for (size, most) in SENTENCE {
        let mut lines = lines(sentence, size, ROOM);
        let is_cut = lines.len() > most;
        lines.truncate(most);
        last = (size, lines, is_cut);
        if !is_cut {
            break;
        }
    }
    last
}

/// Draws a line of the sentence and emphasises the name if the line contains it.
fn emphasised(sentence: &str, line: &Range<usize>, name: Option<&Range<usize>>) -> String {
    match name.filter(|name| line.start <= name.start && name.end <= line.end) {
        Some(name) => format!(
            "{}<tspan fill=\"{ERROR}\" font-weight=\"bold\">{}</tspan>{}",
            escaped(&sentence[line.start..name.start]),
            escaped(&sentence[name.clone()]),
            escaped(&sentence[name.end..line.end])
        ),
        None => escaped(&sentence[line.clone()]),
    }
}

/// Draws the failure modes from a baseline on, the primary first. Returns the drawing and its last
/// baseline.
fn modes(record: &VerdictRecord, mut y: u32) -> (String, u32) {
    const APART: u32 = 26;
    let others = record.modes.iter().filter(|mode| **mode != record.primary);
    let mut rows = vec![String::new()];
    let mut x = 0;
    for mode in [record.primary].iter().chain(others) {
        let Some(known) = Mode::from_slug(mode) else { continue };
        let name = verdict_name(known, record.metrics.claimed);
        let category = category_of_mode(known);
        let wide = width(name, SMALL_TEXT) * 11 / 10 + SMALL_TEXT + APART;
        if x > 0 && x + wide > ROOM {
            rows.push(String::new());
            x = 0;
        }
        let apart = if x > 0 { format!(" dx=\"{APART}\"") } else { String::new() };
        let weight = if *mode == record.primary { " font-weight=\"bold\"" } else { "" };
        if let Some(row) = rows.last_mut() {
            *row += &format!(
                "<tspan{apart} fill=\"{}\" font-weight=\"bold\">{}</tspan><tspan dx=\"7\"{weight}>{}</tspan>",
                sign_colour(category),
                category.sign(),
                escaped(name)
            );
        }
        x += wide;
    }
    let mut drawn = String::new();
    for (at, row) in rows.iter().enumerate() {
        y += if at > 0 { 27 } else { 0 };
        drawn += &format!(
            "<text x=\"{MARGIN}\" y=\"{y}\" font-size=\"{SMALL_TEXT}\" fill=\"{INK}\">{row}</text>"
        );
    }
    (drawn, y)
}

/// Draws the categories that occur: colour, sign and word.
fn legend(subject: &SharedItem<'_>, is_dense: bool) -> String {
    const SIZE: u32 = 16;
    let occurs = |category: &StepCategory| {
        (1..=subject.item.procedure.last())
            .any(|number| subject.category(number) == Some(*category))
    };
    let mut drawn = String::new();
    let mut x = MARGIN;
    for category in StepCategory::ALL.into_iter().filter(occurs) {
        let word = stepfall_text::category(category);
        drawn += &mark((x + 9, LEGEND - 6), (9, 9), Some(category), is_dense);
        drawn += &text(x + 26, LEGEND, &format!("font-size=\"{SIZE}\""), SOFT, word);
        x += 26 + width(word, SIZE) + 24;
    }
    drawn
}

/// Draws the item, the grader and the address.
fn foot(subject: &SharedItem<'_>) -> String {
    let mut about = format!("Stepfall · {}", subject.coordinates());
    if let Some(record) = subject.record {
        about += &format!(" · grader {}", record.grader);
    }
    let mut drawn = text(MARGIN, ITEM, "font-size=\"16\"", SOFT, &about);
    if let Some(address) = shown_address(subject.address) {
        drawn += &text(MARGIN, ADDRESS, "font-size=\"15\"", SOFT, &address);
    }
    if !subject.mark.is_empty() && subject.record.is_some() {
        let attributes = "font-size=\"18\" font-weight=\"bold\" text-anchor=\"end\"";
        drawn += &text(WIDTH - MARGIN, ADDRESS, attributes, INK, subject.mark);
    }
    drawn
}

/// Returns the shown address: the link without its transcript, or the page alone if that link is
/// too long. Returns `None` if both are too long or empty.
fn shown_address(address: &str) -> Option<String> {
    let (page, fragment) = address.split_once('#').unwrap_or((address, ""));
    let is_kept = |part: &&str| !["t=", "source=", "stop="].iter().any(|key| part.starts_with(key));
    let parameters: Vec<&str> = fragment.split('&').filter(is_kept).collect();
    let link = if fragment.is_empty() {
        page.to_owned()
    } else {
        format!("{page}#{}", parameters.join("&"))
    };
    let fits = |text: &String| (1..=MAX_ADDRESS).contains(&text.chars().count());
    [link, page.to_owned()].into_iter().find(fits)
}

fn text(x: u32, y: u32, attributes: &str, colour: &str, text: &str) -> String {
    let text = escaped(text);
    format!("<text x=\"{x}\" y=\"{y}\" {attributes} fill=\"{colour}\">{text}</text>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_transcript_if_it_fits() {
        let link = "https://example.org/#/play?v=2&seed=42";
        let address_of = |address: &str| shown_address(address).unwrap_or_default();
        assert_eq!(address_of(&format!("{link}&source=simulated&stop=length&t=AAAA")), link);
        assert_eq!(address_of(link), link);
        assert_eq!(address_of(&format!("{link}{}", "&dead=20".repeat(9))), "https://example.org/");
        assert_eq!(address_of(&format!("https://example.org/{}#/play", "x".repeat(90))), "");
        assert_eq!(address_of(""), "");
    }

    #[test]
    fn a_long_sentence_shrinks_before_it_is_cut() {
        let number = shortened(&format!("−{}/{}", "1234567890".repeat(9), "9".repeat(80)));
        let sentence = format!(
            "Correct for 498 of 500 steps. At S501 it probably made an error in one digit: {number} instead of {number}; 499 more errors come later."
        );
        let cases = [
            ("The model declined.", 36, false),
            (&sentence, 30, false),
            (&sentence.repeat(9), 25, true),
        ];
        for (sentence, size, is_cut) in cases {
            let (set, lines, cut) = fitted(sentence);
            assert_eq!((set, cut), (size, is_cut), "{sentence}");
            for line in lines {
                assert!(width(&sentence[line.clone()], set) <= ROOM, "{}", &sentence[line]);
            }
        }
    }

    #[test]
    fn only_the_line_that_contains_the_name_is_emphasised() {
        let sentence = "at S4 it <slipped>";
        let name = find(sentence, "S4");
        assert_eq!(
            emphasised(sentence, &(0..8), name.as_ref()),
            format!("at <tspan fill=\"{ERROR}\" font-weight=\"bold\">S4</tspan> it")
        );
        assert_eq!(emphasised(sentence, &(9..18), name.as_ref()), "&lt;slipped&gt;");
    }
}
