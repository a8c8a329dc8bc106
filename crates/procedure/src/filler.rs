//! Filler text that has nothing to do with a procedure, as long as a procedure and its trace.
//!
//! Frozen: the sentences and their order are part of prompts.

use crate::condition::Condition;
use crate::item::Item;
use crate::rng::{Key, SeededRng, Stream};

/// Sentences without numbers, operations, or words that name values.
const SENTENCES: [&str; 40] = [
    "The visitor had left a damp umbrella behind the entrance and nobody came back for it.",
    "Early in the morning the florist opened the shutters and looked out at the quiet square.",
    "A neighbour had promised to look after the plants while everybody was away.",
    "The library smelled of dust and old leather, and the reading room was almost empty.",
    "Somebody upstairs was practising the same melody again, a little slower than the day before.",
    "The carpenter wiped the workbench, sharpened a chisel and whistled to himself.",
    "Behind the counter stood a tall woman who knew every customer by name.",
    "It had been raining since noon, and the gutters along the lane were overflowing.",
    "The children had drawn animals on the pavement, most of them cheerful and slightly crooked.",
    "From the hallway came the sound of a conversation that nobody seemed to be listening to.",
    "The photographer waited for the sunlight to reach the far wall of the courtyard.",
    "An elderly gentleman read the newspaper aloud to his companion, skipping the unpleasant parts.",
    "The ceiling of the waiting hall had been restored carefully over many years.",
    "She kept the letters in a wooden chest, tied together and sorted by sender.",
    "The gardener complained about the dry spring, though everything seemed to be in bloom.",
    "Late in the evening the musicians packed away their instruments and said goodbye.",
    "The corridor was painted a pale green that made everyone look tired.",
    "He described the village at length: its narrow lanes, its chapel, its stubborn inhabitants.",
    "The shopkeeper weighed the cherries generously and added a handful for the journey.",
    "A colleague had forgotten a pair of spectacles beside the photocopier.",
    "The weather turned cold overnight, and in the morning the puddles were covered with thin crystals.",
    "Nobody remembered who had planted the chestnuts along the promenade.",
    "The schoolteacher corrected the essays on the balcony, wrapped in a heavy overcoat.",
    "In the afternoon the heat made the dogs lie down wherever there was shade.",
    "The postman knew which doorbells worked and which households preferred a knock.",
    "They talked about the exhibition, about its lighting above all, which both of them disliked.",
    "The staircase creaked in a manner that the family had long stopped noticing.",
    "A sparrow had found its way into the gymnasium and refused to leave.",
    "The architect preferred simple rooms with generous windows and very little furniture.",
    "On the opposite pavement somebody was trying to fold an enormous map.",
    "The stew was served lukewarm, but the guests were too polite to mention it.",
    "At the harbourside restaurant the waiters were already stacking the seats.",
    "The old motorcycle had been repaired so often that hardly anything of it was original.",
    "Her grandmother used to say that patience is mostly a matter of having something else to do.",
    "The gallery guard had a favourite portrait, before which he spent the slow hours.",
    "A gentle wind moved the laundry that hung between the houses.",
    "The translator hesitated at a phrase that sounded natural in neither language.",
    "During the intermission the audience crowded around the coat racks and the mirrors.",
    "The bookseller wrapped the dictionary in brown wrapping and would not hear of payment for it.",
    "Somewhere beyond the orchard a tractor started, stalled and started again.",
];

impl Item {
    /// Returns the text before the item under [`Condition::Filler`](crate::Condition::Filler).
    ///
    /// It is at least as long as a procedure of `steps` steps with its correct trace would be. This
    /// length is estimated from the characters per step of this item. The text ends with the
    /// sentence that reaches it.
    pub(crate) fn filler(&self, steps: u16) -> String {
        let key = Key::new(&self.spec, self.seed.number(), self.index);
        let mut rng = key.stream(Stream::Filler);
        let listing = self.text_under(Condition::Trace);
        let length = listing.chars().count() + self.trace().chars().count();
        let length = length * usize::from(steps) / self.procedure.steps.len().max(1);
        let mut text = String::with_capacity(length + 128);
        let mut characters = 0;
        let mut deck = Vec::new();
        while characters < length {
            let Some(sentence) = next(&mut deck, &mut rng) else { break };
            if !text.is_empty() {
                text.push(' ');
                characters += 1;
            }
            text.push_str(sentence);
            characters += sentence.chars().count();
        }
        text
    }

    /// Returns the output of a model that makes no error and does exactly what
    /// [`Condition::Trace`](crate::Condition::Trace) asks for.
    pub fn trace(&self) -> String {
        let last = self.procedure.last();
        let mut lines: Vec<String> = (self.procedure.first_step()..=last)
            .map(|number| self.trace_line(number, &self.values))
            .collect();
        lines.push(format!("Answer: {}", self.answer_text()));
        lines.join("\n")
    }
}

/// Returns the next sentence. No sentence is repeated before all have been used.
fn next(deck: &mut Vec<&'static str>, rng: &mut SeededRng) -> Option<&'static str> {
    if deck.is_empty() {
        deck.extend(SENTENCES);
        rng.shuffle(deck);
    }
    deck.pop()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::WORDS;
    use crate::{Generator, Seed, Spec};

    #[test]
    fn filler_contains_no_number_words_or_value_names() {
        const OTHERS: [&str; 24] = [
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
            "once", "twice", "half", "first", "second", "third", "plus", "minus", "times", "sum",
            "result", "answer", "step",
        ];
        for sentence in SENTENCES {
            assert!(sentence.is_ascii() && !sentence.contains(|c: char| c.is_ascii_digit()));
            for word in sentence.split(|c: char| !c.is_ascii_alphabetic()) {
                let word = word.to_ascii_lowercase();
                assert!(WORDS.binary_search(&word.as_str()).is_err(), "{word}: {sentence}");
                assert!(!OTHERS.contains(&word.as_str()), "{word}: {sentence}");
            }
        }
    }

    #[test]
    fn filler_is_about_as_long_as_a_procedure_and_its_trace() {
        let at = |steps: u16| {
            let generator = Generator::new(Spec { steps, ..Spec::default() }).unwrap();
            generator.item(Seed::wrapping(7), 0).unwrap()
        };
        let short = at(5);
        for steps in [5, 25, 95, 500] {
            let long = at(steps);
            let wanted = long.text().len() + long.trace().len();
            let percent = short.filler(steps).len() * 100 / wanted;
            // The length is estimated from 5 steps, whose names are a digit or two shorter than
            // those of later values.
            assert!((75..120).contains(&percent), "{steps}: {percent} %");
        }
        assert_eq!(short.filler(95), short.filler(95));
    }
}
