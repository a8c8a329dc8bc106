//! The text of the small model about an item under a condition.

use stepfall_number::Number;
use stepfall_procedure::{Condition, Item, LineOrder, text_hash};

use crate::generation::{Generation, TokenChoice};
use crate::judge::text_from;
use crate::lesson::FIRST_TRAINING_SEED;
use crate::step_flow::StepFlow;
use crate::task::{SmallModelItem, TRACE_LINE, UnsupportedItem};
use crate::token::{MODULUS, Token};
use crate::weights::Weights;

/// The temperature of all samples but the first.
pub const TEMPERATURE: f32 = 1.0;

/// A text that the small model wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenAnswer {
    /// The lines of the trace and the answer, with the names of the item.
    pub text: String,
    /// True if the text was cut off, because it had not ended two lines after the correct length.
    pub is_cut: bool,
}

/// Converts an item to tokens of the small model. The small model sees neither the prompt of the
/// condition nor the names of the item.
///
/// # Errors
///
/// Returns [`UnsupportedItem`] if the small model was not trained for such an item or condition, or
/// was trained with items of this seed.
pub fn to_small_model_item(
    item: &Item,
    condition: Condition,
) -> Result<SmallModelItem, UnsupportedItem> {
    if !is_taught(condition) {
        return Err(UnsupportedItem::Condition);
    }
    if item.spec.lines == LineOrder::Shuffled {
        return Err(UnsupportedItem::Lines);
    }
    // The seed of a custom procedure only identifies its text.
    if !item.is_custom() && item.seed.number() >= FIRST_TRAINING_SEED {
        return Err(UnsupportedItem::Seed);
    }
    SmallModelItem::of(item)
}

/// Returns whether the small model was trained for a condition.
pub const fn is_taught(condition: Condition) -> bool {
    matches!(condition, Condition::Trace | Condition::AnswerOnly | Condition::Primed { .. })
}

/// Writes a text about an item under a condition.
///
/// The first sample (0) takes the most probable token each time. Every other sample is drawn at
/// [`TEMPERATURE`], and depends only on the item and the number of the sample.
///
/// # Errors
///
/// Returns the errors of [`to_small_model_item`].
///
/// ```
/// use stepfall_procedure::{Arithmetic, Condition, Generator, Seed, Spec};
/// use stepfall_small_model::{UnsupportedItem, Weights, answer};
///
/// let bytes = std::fs::read("weights/short.safetensors")?;
/// let weights = Weights::shipped("short", &bytes).map_err(|error| error.to_string())?;
/// let spec = Spec { steps: 3, ..Spec::new(Arithmetic::Modular { modulus: 31 }) };
/// let item = Generator::new(spec)?.item(Seed::wrapping(7), 0)?;
/// let written = answer(&weights, &item, Condition::Trace, 0).map_err(|unfit| unfit.to_string())?;
/// assert!(written.text.starts_with("S3 = "));
/// assert_eq!(answer(&weights, &item, Condition::Free, 0), Err(UnsupportedItem::Condition));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn answer(
    weights: &Weights,
    item: &Item,
    condition: Condition,
    sample: u32,
) -> Result<WrittenAnswer, UnsupportedItem> {
    let task = to_small_model_item(item, condition)?;
    let requested = match condition {
        Condition::AnswerOnly => Token::ANSWER,
        _ => Token::TRACE,
    };
    let history_tokens = match condition {
        Condition::Primed { steps, errors } => history(&task, item, steps, errors)?,
        _ => Vec::new(),
    };
    let choice = match sample {
        0 => TokenChoice::Greedy,
        sample => {
            let source = format!("{}/{}/{sample}", item.seed.number(), item.index);
            TokenChoice::Sampled { temperature: TEMPERATURE, seed: text_hash(&source) }
        }
    };
    let mut writing =
        Generation::new(weights, &task, requested, &history_tokens, StepFlow::default(), choice);
    let start = writing.tokens().len();
    writing.finish();
    let (tokens, layout) = (writing.tokens(), writing.layout());
    Ok(WrittenAnswer {
        text: text_from(&task, tokens, layout, start, |number| item.name(number)),
        is_cut: tokens.last() != Some(&Token::END),
    })
}

/// Returns the trace lines of the first `steps` steps, `errors` of which have an arithmetic error.
fn history(
    task: &SmallModelItem,
    item: &Item,
    steps: u16,
    errors: u16,
) -> Result<Vec<Token>, UnsupportedItem> {
    let values = item.continued_values(steps, errors);
    let residue = |value: &Number| {
        let value = value.to_i64().and_then(|value| u8::try_from(value).ok());
        value.filter(|&value| value < MODULUS).ok_or(UnsupportedItem::Numbers)
    };
    let values = values.iter().map(residue).collect::<Result<Vec<u8>, UnsupportedItem>>()?;
    let mut lines = task.trace(&values);
    lines.truncate(usize::from(steps) * TRACE_LINE);
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::operands;
    use stepfall_procedure::{Arithmetic, Generator, LookBack, NameStyle, Seed, Spec, Wording};

    fn weights() -> Weights {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/weights/short.safetensors");
        let bytes = std::fs::read(path).expect("it is shipped");
        Weights::shipped("short", &bytes).expect("weights")
    }

    fn spec(steps: u16) -> Spec {
        Spec { steps, ..Spec::new(Arithmetic::Modular { modulus: 31 }) }
    }

    fn item(spec: Spec, seed: u64) -> Item {
        let generator = Generator::new(spec).expect("such a spec has procedures");
        generator.item(Seed::wrapping(seed), 0).expect("such a seed has one")
    }

    fn written(weights: &Weights, item: &Item, condition: Condition, sample: u32) -> WrittenAnswer {
        answer(weights, item, condition, sample).expect("it fits")
    }

    #[test]
    fn trace_has_the_names_of_the_item_in_every_wording() {
        let weights = weights();
        for (wording, names) in [
            (Wording::Assignments, NameStyle::Numbered),
            (Wording::English, NameStyle::Scattered),
            (Wording::Python, NameStyle::Numbered),
            (Wording::Json, NameStyle::Scattered),
        ] {
            let item = item(Spec { wording, names, ..spec(6) }, 3);
            let WrittenAnswer { text, is_cut } = written(&weights, &item, Condition::Trace, 0);
            assert!(!is_cut);
            for (number, line) in (3..=8).zip(text.lines()) {
                assert!(line.starts_with(&format!("{} = ", item.name(number))), "{text}");
            }
            assert_eq!(text.lines().count(), 9, "{text}");
            assert!(text.ends_with(&format!("Answer: {}\n", item.answer_text())), "{text}");
        }
    }

    #[test]
    fn answer_only_reply_is_one_line() {
        let weights = weights();
        let text = written(&weights, &item(spec(3), 5), Condition::AnswerOnly, 0).text;
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(text.starts_with("Answer: "), "{text}");
    }

    #[test]
    fn history_is_continued_and_not_repeated() {
        let weights = weights();
        for errors in [0, 1] {
            let item = item(spec(9), 11);
            let condition = Condition::Primed { steps: 4, errors };
            let text = written(&weights, &item, condition, 0).text;
            assert_eq!(text.lines().count(), 5 + 3, "{text}");
            assert!(text.starts_with(&format!("{} = ", item.name(7))), "{text}");
            let values = item.continued_values(4, errors);
            let [left, right] = operands(item.procedure.steps[4])
                .map(|number| values[usize::from(number) - 1].to_i64().expect("a residue"));
            let op = item.procedure.steps[4].op.symbol();
            assert!(text.contains(&format!(" = {left} {op} {right} = ")), "{errors} slips: {text}");
        }
    }

    #[test]
    fn samples_differ_and_are_reproducible() {
        let weights = weights();
        let item = item(spec(30), 2);
        let sample = |number| written(&weights, &item, Condition::Trace, number).text;
        let all: Vec<String> = (0..4).map(sample).collect();
        for (at, text) in all.iter().enumerate() {
            assert!(!all[..at].contains(text), "sample {at}");
            assert_eq!(*text, sample(u32::try_from(at).expect("a number")));
        }
    }

    #[test]
    fn unsupported_items_are_refused_with_their_reason() {
        for condition in Condition::OFFERED {
            let is_taught = matches!(condition.word(), "trace" | "answer-only" | "primed");
            let fits = to_small_model_item(&item(spec(6), 1), condition);
            assert_eq!(
                fits.err(),
                (!is_taught).then_some(UnsupportedItem::Condition),
                "{condition}"
            );
        }
        let unfit = |spec, seed| to_small_model_item(&item(spec, seed), Condition::Trace).err();
        assert_eq!(
            unfit(Spec { lines: LineOrder::Shuffled, ..spec(6) }, 1),
            Some(UnsupportedItem::Lines)
        );
        assert_eq!(unfit(spec(6), FIRST_TRAINING_SEED), Some(UnsupportedItem::Seed));
        assert_eq!(unfit(spec(127), 1), Some(UnsupportedItem::Steps));
        assert_eq!(unfit(Spec { steps: 6, ..Spec::default() }, 1), Some(UnsupportedItem::Numbers));
        let constants = Spec { look_back: LookBack::AtMost(1), ..spec(6) };
        assert_eq!(unfit(constants, 1), Some(UnsupportedItem::Constant));
        assert!(UnsupportedItem::Condition.to_string().contains("trace, answer-only or primed"));
    }

    #[test]
    fn custom_procedure_of_the_trained_kind_fits() {
        let custom = |text: &str| Item::from_text(text, None).expect("a procedure");
        let item = custom("# mod 31\nleft = 4\nright = 9\nsum = left + right\nend = sum * left");
        let written = written(&weights(), &item, Condition::Trace, 0);
        assert!(written.text.starts_with("sum = left + right = 4 + 9 = 13\n"), "{written:?}");
        assert!(written.text.ends_with("Answer: 21\n"), "{written:?}");
        let mut far = "# mod 31\na = 4\nb = 9\nc = a + b\n".to_owned();
        for (before, name) in ('c'..).zip('d'..='k') {
            far.push_str(&format!("{name} = {before} + b\n"));
        }
        assert_eq!(
            to_small_model_item(&custom(&far), Condition::Trace).err(),
            Some(UnsupportedItem::LookBack)
        );
    }
}
