//! The verdict as a picture for a slide: the text of an SVG that needs nothing but itself.

use stepfall_grade::VerdictRecord;
use stepfall_plot::{Arcs, FOOT, Standing};
use stepfall_procedure::{Condition, Item};

/// The width of the picture, in its units.
const WIDTH: u32 = 1_200;
/// The margin around everything.
const MARGIN: u32 = 48;
/// How many characters of the sentence fit a line.
const LINE: usize = 58;

const INK: &str = "#1c1b1a";
const SOFT: &str = "#5f5b54";
const EDGE: &str = "#8d887f";
const FAULT: &str = "#b5330f";

/// The picture of an item, with the verdict on a transcript if there is one.
pub(crate) fn picture(
    item: &Item,
    condition: Condition,
    record: Option<&VerdictRecord>,
    address: &str,
) -> String {
    let sentence = record.map_or_else(
        || format!("A procedure of {} steps", item.spec.steps),
        |record| record.headline.replace(" -", " −"),
    );
    let lines = wrapped(&sentence);
    let mut body = String::new();
    let mut y = MARGIN + 20;
    for line in &lines {
        y += 42;
        body += &text(MARGIN, y, "font-family=\"Georgia,serif\" font-size=\"34\"", INK, line);
    }
    y += 44;
    if let Some(record) = record {
        let modes: Vec<String> = record.modes.iter().map(|mode| mode.replace('-', " ")).collect();
        body += &text(MARGIN, y, "font-size=\"19\"", SOFT, &modes.join(" · "));
    }
    y += 30;
    let (drawn, height) = arcs(item, condition, record, y);
    body += &drawn;
    y += height + 40;
    let about =
        format!("{} steps, seed {}, item {}", item.spec.steps, item.seed.number(), item.index);
    body += &text(MARGIN, y, "font-size=\"17\"", SOFT, &format!("Stepfall · {about}"));
    y += 26;
    let short: String = address.chars().take(110).collect();
    let rest = if short.len() < address.len() { "…" } else { "" };
    body += &text(MARGIN, y, "font-size=\"14\"", SOFT, &format!("{short}{rest}"));
    y += MARGIN;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{y}\" viewBox=\"0 0 {WIDTH} {y}\" \
         font-family=\"Helvetica,Arial,sans-serif\"><rect width=\"{WIDTH}\" height=\"{y}\" fill=\"#faf9f5\"/>{body}</svg>"
    )
}

/// The arcs from a height on, as wide as the picture, and how high they are.
fn arcs(
    item: &Item,
    condition: Condition,
    record: Option<&VerdictRecord>,
    top: u32,
) -> (String, u32) {
    let taken = taken(item, record);
    let arcs = Arcs::new(item, condition, &taken, 0);
    let room = WIDTH - 2 * MARGIN;
    let standing = |number: u16| {
        let step = record?.voice.steps.get(usize::from(number).checked_sub(3)?)?;
        Some(Standing::of(step.status))
    };
    let colour = |number| standing(number).map_or(EDGE, colour);
    let mut drawn = String::new();
    for (from, to) in &arcs.links {
        let width = if standing(*to) == Some(Standing::Fault) { "2.4" } else { "1.2" };
        drawn += &format!(
            "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" opacity=\"0.7\"/>",
            arcs.path(*from, *to),
            colour(*to)
        );
    }
    for (from, to) in &taken {
        let (across, up) = (arcs.x(*from).midpoint(arcs.x(*to)), arcs.top(from.abs_diff(*to)));
        drawn += &format!(
            "<path d=\"{}\" fill=\"none\" stroke=\"{FAULT}\" stroke-width=\"1.6\" stroke-dasharray=\"3 3\"/>",
            arcs.path(*from, *to),
        );
        let label = format!("it used {}", item.name(*from));
        let middle = "text-anchor=\"middle\" font-size=\"11\"";
        drawn += &text(across, up.saturating_sub(5), middle, FAULT, &label);
    }
    let half = (arcs.gap / 2 - 2).min(7);
    for number in 1..=arcs.last {
        let (x, y) = (arcs.x(number) - half, arcs.axis - half);
        let colour = colour(number);
        let filled = matches!(standing(number), Some(Standing::Right | Standing::Fault));
        let fill = if filled { colour } else { "#fffefb" };
        drawn += &format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"2\" fill=\"{fill}\" stroke=\"{colour}\"/>",
            side = 2 * half
        );
        let middle = "text-anchor=\"middle\" font-size=\"10\"";
        if let Some(standing) = standing(number).filter(|_| arcs.gap >= 16) {
            let ink = if filled { "#fffefb" } else { colour };
            drawn += &text(arcs.x(number), arcs.axis + 4, middle, ink, standing.sign());
        }
        if arcs.is_named(number) || standing(number) == Some(Standing::Fault) {
            drawn += &text(arcs.x(number), arcs.axis + FOOT - 10, middle, SOFT, &item.name(number));
        }
    }
    // In thousandths, so that no float is printed.
    let scale = (room * 1_000 / arcs.width).min(2_000);
    let left = MARGIN + (room - arcs.width * scale / 1_000) / 2;
    let group = format!(
        "<g transform=\"translate({left} {top}) scale({}.{:03})\">{drawn}</g>",
        scale / 1_000,
        scale % 1_000
    );
    (group, arcs.height * scale / 1_000)
}

/// Operands that were taken instead of the right ones: from which value, at which step.
fn taken(item: &Item, record: Option<&VerdictRecord>) -> Vec<(u16, u16)> {
    let steps = (3..).zip(record.into_iter().flat_map(|record| &record.voice.steps));
    let named = |name: &str| (1..=item.procedure.last()).find(|number| item.name(*number) == name);
    let taken = steps.filter_map(|(number, step)| {
        let operand = step.hypotheses.first()?.operand.as_deref()?;
        Some((named(operand)?, number))
    });
    taken.filter(|(from, to)| from != to).collect()
}

const fn colour(standing: Standing) -> &'static str {
    match standing {
        Standing::Right => "#0b6e5f",
        Standing::Fault => FAULT,
        Standing::Inherited | Standing::Recovered => "#855800",
        Standing::Missing | Standing::Unseen => EDGE,
    }
}

fn text(x: u32, y: u32, attributes: &str, colour: &str, text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<text x=\"{x}\" y=\"{y}\" {attributes} fill=\"{colour}\">{text}</text>")
}

/// A sentence in lines.
fn wrapped(sentence: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in sentence.split(' ') {
        let is_full = lines.last().is_some_and(|line| {
            !line.is_empty() && line.chars().count() + word.chars().count() >= LINE
        });
        if is_full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
