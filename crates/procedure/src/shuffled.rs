//! The lines of a procedure in another order.

use crate::condition::Condition;
use crate::draw::{Key, Stream};
use crate::item::Item;
use crate::spec::{Lines, Wording};
use crate::wording::{Detail, listing};

impl Item {
    /// Whether a prompt of this condition lists the lines of the procedure in a drawn order: the spec asks for that under all conditions, or the condition does.
    pub fn is_shuffled(&self, condition: Condition) -> bool {
        self.spec.lines == Lines::Shuffled || condition == Condition::Shuffled
    }

    /// The procedure as it is listed where [`Item::is_shuffled`] holds: every line that sets a value as it is, in a drawn order that is never their own. Numbers
    /// before sentences are left out, and an object keeps its inputs where they are.
    pub(crate) fn shuffled_listing(&self, detail: Detail<'_>) -> String {
        let text = listing(self, detail);
        match self.spec.wording {
            Wording::Assignments => self.in_drawn_order(text.lines(), "\n"),
            Wording::English => {
                let bare = |line: &str| {
                    let sentence = line.split_once(". ").map_or(line, |(_, sentence)| sentence);
                    format!("- {sentence}")
                };
                let lines: Vec<String> = text.lines().map(bare).collect();
                self.in_drawn_order(lines.iter().map(String::as_str), "\n")
            }
            Wording::Python => {
                let (head, body) = match text.rsplit_once("\n\n") {
                    Some((head, body)) => (format!("{head}\n\n"), body),
                    None => (String::new(), text.as_str()),
                };
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

    /// Lines in a drawn order. Where there are several, it is another one than theirs.
    fn in_drawn_order<'t>(&self, lines: impl Iterator<Item = &'t str>, joint: &str) -> String {
        let mut draw = Key::new(&self.spec, self.seed.number(), self.index).stream(Stream::Lines);
        let lines: Vec<&str> = lines.collect();
        let mut order: Vec<usize> = (0..lines.len()).collect();
        while order.len() > 1 && order.is_sorted() {
            draw.shuffle(&mut order);
        }
        order.into_iter().map(|at| lines[at]).collect::<Vec<_>>().join(joint)
    }
}
