//! Several transcripts after one prompt that is read once, and their majority answer.

use crate::generation::{Generation, TokenChoice};
use crate::judge::{Judgement, judge};
use crate::step_flow::StepFlow;

/// A finished transcript after a common prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// The verdict on the transcript.
    pub judgement: Judgement,
    /// The number of tokens that were written, without the common tokens ([`Generation::tokens`]).
    pub written: usize,
}

/// Continues the transcript `opened` to its end with this flow and choice.
pub fn sample(opened: &Generation<'_>, flow: StepFlow, choice: TokenChoice) -> Sample {
    let mut writing = opened.fork(flow, choice);
    let before = writing.tokens().len();
    writing.finish();
    Sample {
        judgement: judge(writing.task(), writing.tokens(), writing.layout()),
        written: writing.tokens().len() - before,
    }
}

/// Returns the most frequent answer. Of equally frequent answers it is the one that reached its
/// count first. `None` answers do not count; the result is `None` if all are `None`.
pub fn majority(answers: impl IntoIterator<Item = Option<u8>>) -> Option<u8> {
    let mut votes = [0u32; 256];
    let mut leading: Option<u8> = None;
    for answer in answers.into_iter().flatten() {
        votes[usize::from(answer)] += 1;
        let most = leading.map_or(0, |leading| votes[usize::from(leading)]);
        if votes[usize::from(answer)] > most {
            leading = Some(answer);
        }
    }
    leading
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::free_run;
    use crate::task::SmallModelItem;
    use crate::token::Token;
    use crate::weights::Weights;
    use crate::{BridgeStrength, BridgeTarget};
    use stepfall_procedure::{Arithmetic, Generator, Seed, Spec};

    fn weights() -> Weights {
        Weights::read(include_bytes!("../weights/short.safetensors")).expect("a checkpoint")
    }

    fn task(steps: u16, seed: u64) -> SmallModelItem {
        let spec = Spec { steps, ..Spec::new(Arithmetic::Modular { modulus: 31 }) };
        let generator = Generator::new(spec).expect("such a spec has procedures");
        let item = generator.item(Seed::wrapping(seed), 0).expect("such a seed has one");
        SmallModelItem::of(&item).expect("the small model was taught such items")
    }

    fn opened<'a>(weights: &'a Weights, task: &'a SmallModelItem) -> Generation<'a> {
        Generation::new(weights, task, Token::TRACE, &[], StepFlow::default(), TokenChoice::Greedy)
    }

    #[test]
    fn samples_that_share_a_prompt_equal_independent_runs() {
        let weights = weights();
        let task = task(4, 3);
        let opened = opened(&weights, &task);
        let flow = StepFlow {
            link: Some((BridgeTarget::Previous, BridgeStrength { layers: 1..2, most: 0.3 })),
            ..StepFlow::default()
        };
        for flow in [StepFlow::default(), flow] {
            for choice in [TokenChoice::Greedy, TokenChoice::at(1.5, 9), TokenChoice::at(1.5, 10)] {
                let shared = sample(&opened, flow.clone(), choice);
                assert_eq!(shared.judgement, free_run(&weights, &task, flow.clone(), choice));
            }
        }
    }

    #[test]
    fn at_temperature_0_the_vote_is_the_greedy_answer() {
        let weights = weights();
        for (steps, seed) in [(3, 1), (6, 2), (20, 5)] {
            let task = task(steps, seed);
            let opened = opened(&weights, &task);
            let drawn = (0..3).map(|seed| {
                sample(&opened, StepFlow::default(), TokenChoice::at(0.0, seed)).judgement.answer
            });
            let greedy = free_run(&weights, &task, StepFlow::default(), TokenChoice::Greedy);
            assert_eq!(majority(drawn), greedy.answer);
        }
    }

    #[test]
    fn draws_depend_on_the_seed_only() {
        let weights = weights();
        let task = task(6, 4);
        let opened = opened(&weights, &task);
        let draw = |seed| sample(&opened, StepFlow::default(), TokenChoice::at(3.0, seed));
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1).judgement, draw(2).judgement);
    }

    #[test]
    fn majority_is_the_most_frequent_answer() {
        assert_eq!(majority([Some(4), Some(7), Some(7)]), Some(7));
        assert_eq!(majority([None, None, Some(3)]), Some(3));
        assert_eq!(majority([None, None]), None);
        assert_eq!(majority([]), None);
    }

    #[test]
    fn tie_goes_to_the_answer_that_reached_the_count_first() {
        assert_eq!(majority([Some(30), Some(0), Some(5)]), Some(30));
        // 2 is the first answer, but 9 is the first to have two votes.
        assert_eq!(majority([Some(2), Some(9), Some(9), None, Some(2)]), Some(9));
    }
}
