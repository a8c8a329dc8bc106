//! What several samples of an item are worth together: the majority of their answers, and whether any of them is right.

use crate::invalid::InvalidInput;

/// The answers of an item's samples: how many are right, how often each wrong one was given, and how many samples gave none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ballots {
    /// The samples whose answer is right.
    pub right: u32,
    /// The samples of each wrong answer, one number for each.
    pub wrong: Vec<u32>,
    /// The samples without an answer, which vote for nothing.
    pub blank: u32,
}

/// The most samples of an item that are counted.
pub const MAX_BALLOTS: u32 = 200;

impl Ballots {
    /// How many samples there are.
    pub fn samples(&self) -> u32 {
        let wrong = self.wrong.iter().fold(0u32, |sum, one| sum.saturating_add(*one));
        self.right.saturating_add(wrong).saturating_add(self.blank)
    }

    /// How often the majority of so many of the samples is right: the exact mean over all ways to choose them, none twice.
    ///
    /// The majority is the answer that most of the chosen samples give. Where several are given equally often, each counts its share: of two the half. Samples without
    /// an answer have no vote, and where no chosen one has an answer the majority is wrong.
    ///
    /// The ways are counted by how many right samples are among the chosen ones, and for each such number by a sum over the wrong answers that keeps how many of these are
    /// given as often. Numbers of ways are below 10⁶⁰, which a float holds.
    ///
    /// # Errors
    ///
    /// [`InvalidInput::Votes`] where there are fewer samples than are to be chosen, or none is, or there are more than [`MAX_BALLOTS`].
    pub fn majority(&self, chosen: u32) -> Result<f64, InvalidInput> {
        let samples = self.check(chosen)?;
        let most = self.right.min(chosen);
        let right: f64 = (1..=most)
            .map(|right| ways(self.right, right) * self.outvoted(right, chosen - right))
            .sum();
        Ok((right / ways(samples, chosen)).min(1.0))
    }

    /// How often at least one of so many of the samples is right, over all ways to choose them: `1 - C(n - c, k) / C(n, k)`, which is the unbiased estimate of
    /// pass@k (M. Chen and others, Evaluating Large Language Models Trained on Code, arXiv 2107.03374 (2021), section 2.1).
    ///
    /// # Errors
    ///
    /// As [`Ballots::majority`].
    pub fn pass(&self, chosen: u32) -> Result<f64, InvalidInput> {
        let samples = self.check(chosen)?;
        // The product of 1 - k / (n - c + 1), …, 1 - k / n, none of which is large.
        let failing = samples - self.right;
        if failing < chosen {
            return Ok(1.0);
        }
        let factor = |number: u32| 1.0 - f64::from(chosen) / f64::from(number);
        Ok(1.0 - (failing + 1..=samples).map(factor).product::<f64>())
    }

    fn check(&self, chosen: u32) -> Result<u32, InvalidInput> {
        let samples = self.samples();
        let is_possible = (1..=samples).contains(&chosen) && samples <= MAX_BALLOTS;
        if is_possible { Ok(samples) } else { Err(InvalidInput::Votes { chosen, samples }) }
    }

    /// The ways to choose so many samples that are not right, each counted by the share that so many right ones have of the majority then.
    fn outvoted(&self, right: u32, others: u32) -> f64 {
        let (right, others) = (right as usize, others as usize);
        // By how many are chosen, and how many wrong answers are given as often as the right one.
        let most_ties = others / right;
        let mut found = vec![vec![0.0; most_ties + 1]; others + 1];
        for (blank, row) in (0..=self.blank).zip(&mut found) {
            row[0] = ways(self.blank, blank);
        }
        for wrong in &self.wrong {
            let mut next = vec![vec![0.0; most_ties + 1]; others + 1];
            for (before, row) in found.iter().enumerate() {
                let room = (others - before).min(*wrong as usize).min(right);
                for given in 0..=room {
                    let tie = usize::from(given == right);
                    let times = ways(*wrong, count(given));
                    for (ties, ways) in row.iter().enumerate().filter(|(_, ways)| **ways > 0.0) {
                        if let Some(sum) = next[before + given].get_mut(ties + tie) {
                            *sum += ways * times;
                        }
                    }
                }
            }
            found = next;
        }
        let last = found.pop().unwrap_or_default();
        (1..).zip(last).map(|(sharing, ways)| ways / f64::from(sharing)).sum()
    }
}

/// In how many ways some of a number can be chosen.
fn ways(number: u32, chosen: u32) -> f64 {
    if chosen > number {
        return 0.0;
    }
    let chosen = chosen.min(number - chosen);
    (0..chosen).fold(1.0, |ways, at| ways * f64::from(number - at) / f64::from(at + 1))
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
