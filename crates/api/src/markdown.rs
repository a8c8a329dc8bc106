//! The verdict as Markdown, for an issue or a chat.

use stepfall_grade::{StepVerdictRecord, VerdictRecord};
use stepfall_text::{Status, error_name, typeset};

use crate::subject::SharedItem;

/// The number of steps that are listed before and after the first error.
const AROUND: usize = 3;
/// The schemes of addresses that become links.
const SCHEMES: [&str; 3] = ["http://", "https://", "file://"];

/// Returns a short summary: the result, the link, and the steps around the first error.
pub(crate) fn markdown(subject: &SharedItem<'_>) -> String {
    let link = link_or_text(&format!("Stepfall: {}", subject.coordinates()), subject.address);
    let Some(record) = subject.record else { return format!("{link}\n") };
    let mark = if subject.mark.is_empty() { String::new() } else { format!(" ({})", subject.mark) };
    let (answer, shown) = (SharedItem::answer(record), SharedItem::steps_shown_text(record));
    let headline = typeset(&record.headline);
    let text = format!("> {headline}\n\n{answer}. {shown}.{mark}\n\n{link}\n");
    text + &excerpt(subject, record)
}

/// Returns the steps around the first error, or an empty text if no step is incorrect or missing.
fn excerpt(subject: &SharedItem<'_>, record: &VerdictRecord) -> String {
    let Some(broken) = subject.first_error_number() else { return String::new() };
    let at = subject.item.procedure.position_of(broken).unwrap_or_default();
    let steps = &record.text.steps;
    let listed = &steps[at.saturating_sub(AROUND)..(at + AROUND + 1).min(steps.len())];
    let mut text = format!("\n{}:\n\n", step_range_text(listed, steps));
    text += "| step | correct value | model’s value | status | why |\n| --- | ---: | ---: | --- | --- |\n";
    for step in listed {
        let claimed = step.claimed.as_deref().map_or(String::new(), typeset);
        let why = step.hypotheses.first().map(|first| subject.cause(first));
        let cells = [
            &step.name,
            &typeset(&step.expected),
            &claimed,
            status(step.status),
            &why.unwrap_or_default(),
        ];
        let cells: Vec<String> = cells.into_iter().map(cell).collect();
        text += &format!("| {} |\n", cells.join(" | "));
    }
    text
}

/// Returns the name of a step's status; for an error, its kind.
fn status(slug: &str) -> &str {
    match Status::from_slug(slug) {
        Status::RootError => error_name(slug),
        status => status.name(),
    }
}

/// Returns the range of listed steps and the range of all steps.
fn step_range_text(listed: &[StepVerdictRecord], all: &[StepVerdictRecord]) -> String {
    let range = |steps: &[StepVerdictRecord]| match steps {
        [] => String::new(),
        [only] => only.name.clone(),
        [first, .., last] => format!("{} to {}", first.name, last.name),
    };
    let word = if listed.len() == 1 { "Step" } else { "Steps" };
    let part = format!("{word} {}", range(listed));
    if listed.len() == all.len() { part } else { format!("{part}, an excerpt of {}", range(all)) }
}

/// Escapes the text of a table cell.
fn cell(text: &str) -> String {
    let mut cell = String::new();
    for character in text.chars() {
        match character {
            '|' | '\\' | '*' | '_' | '`' | '<' | '>' | '[' | ']' | '~' | '&' => {
                cell.push('\\');
                cell.push(character);
            }
            character if character.is_control() => cell.push(' '),
            character => cell.push(character),
        }
    }
    cell
}

/// Returns a link if browsers may open the address, and the address as text otherwise.
fn link_or_text(label: &str, address: &str) -> String {
    let address: String = address.trim().chars().filter(|next| !next.is_control()).collect();
    let begins = |scheme: &&str| {
        address.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme))
    };
    if SCHEMES.iter().any(begins) {
        let target = address.replace('\\', "\\\\").replace('<', "\\<").replace('>', "\\>");
        return format!("[{label}](<{target}>)");
    }
    if address.is_empty() {
        return label.to_owned();
    }
    format!("{label}, `{}`", address.replace('`', "%60"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_and_file_addresses_become_links_and_are_escaped() {
        let cases = [
            ("https://x.org/a(b) c#/play?v=2", "[it](<https://x.org/a(b) c#/play?v=2>)"),
            ("HTTP://x.org/<a>\\\n", "[it](<HTTP://x.org/\\<a\\>\\\\>)"),
            ("file:///C:/page/index.html", "[it](<file:///C:/page/index.html>)"),
            ("javascript:alert(1)", "it, `javascript:alert(1)`"),
            ("data:text/html,`x`", "it, `data:text/html,%60x%60`"),
            ("", "it"),
        ];
        for (address, expected) in cases {
            assert_eq!(link_or_text("it", address), expected);
        }
    }

    #[test]
    fn cells_escape_markdown_and_line_breaks() {
        assert_eq!(cell("a|b*c\\\nd"), "a\\|b\\*c\\\\ d");
        assert_eq!(cell("−12.5, used S12"), "−12.5, used S12");
    }
}
