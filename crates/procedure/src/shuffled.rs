//! The lines of a procedure in a random order.

use crate::condition::Condition;
use crate::item::Item;
use crate::rng::{Key, Stream};
use crate::spec::{LineOrder, Wording};

impl Item {
    /// Returns whether a prompt of this condition lists the lines of the procedure in a random
    /// order. Either the spec asks for this order under all conditions, or the condition does.
    pub fn is_shuffled(&self, condition: Condition) -> bool {
        self.spec.lines == LineOrder::Shuffled || condition == Condition::Shuffled
    }

    /// Shuffles the lines of a listing, for a prompt for which [`Item::is_shuffled`] holds.
    ///
    /// The lines that set values are in a random order that differs from the original one. Dashes
    /// replace the numbers before sentences. The inputs of a JSON object, the tables of look-ups,
    /// and the head and `print` line of a program stay in their places.
    pub(crate) fn shuffled_listing(&self, text: String) -> String {
        match self.spec.wording {
            Wording::Assignments => {
                let (head, body) = parts(&text);
                format!("{head}{}", self.in_drawn_order(body.lines(), "\n"))
            }
            Wording::English => {
                let (head, body) = parts(&text);
                let bare = |line: &str| {
                    let sentence = line.split_once(". ").map_or(line, |(_, sentence)| sentence);
                    format!("- {}", sentence.trim_start_matches("- "))
                };
                let lines: Vec<String> = body.lines().map(bare).collect();
                format!("{head}{}", self.in_drawn_order(lines.iter().map(String::as_str), "\n"))
            }
            Wording::Python => {
                let (head, body) = parts(&text);
                let (lines, print) = body.rsplit_once('\n').unwrap_or((body, ""));
                format!("{head}{}\n{print}", self.in_drawn_order(lines.lines(), "\n"))
            }
            Wording::Json => {
                let (begin, end) = ("\"steps\": [\n", "\n  ],");
                let parts = text.split_once(begin).and_then(|(head, rest)| {
                    let (steps, tail) = rest.split_once(end)?;
                    Some((head, steps, tail))
                });
                let Some((head, steps, tail)) = parts else { return text };
                let steps = steps.lines().map(|line| line.trim_end_matches(','));
                format!("{head}{begin}{}{end}{tail}", self.in_drawn_order(steps, ",\n"))
            }
        }
    }

    /// Returns lines in a random order. It differs from the original order if there are several
    /// lines.
    fn in_drawn_order<'t>(&self, lines: impl Iterator<Item = &'t str>, joint: &str) -> String {
        let mut rng = Key::new(&self.spec, self.seed.number(), self.index).stream(Stream::Lines);
        let lines: Vec<&str> = lines.collect();
        let mut order: Vec<usize> = (0..lines.len()).collect();
        while order.len() > 1 && order.is_sorted() {
            rng.shuffle(&mut order);
        }
        order.into_iter().map(|at| lines[at]).collect::<Vec<_>>().join(joint)
    }
}

/// Splits a text before the lines that set values. The first part ends with a blank line, or is
/// empty.
fn parts(text: &str) -> (&str, &str) {
    let at = text.rfind("\n\n").map_or(0, |at| at + 2);
    text.split_at(at)
}
