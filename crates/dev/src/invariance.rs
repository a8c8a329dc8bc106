//! `stepfall-dev invariance`: whether the verdict stays the same if an edit keeps the meaning of a
//! transcript, and changes if an edit makes an equation false.
//!
//! Every edit is applied to all transcripts that it fits. Transcripts whose verdict is unclear are
//! left out.

mod changing;
mod edit;
mod subject;

use std::io::Write;
use std::num::NonZero;
use std::thread;

use clap::Args;
use stepfall_cli::CommandError;
use stepfall_grade::{Grader, Verdict};

use self::changing::CHANGES;
use self::edit::EDITS;
use self::subject::TestTranscript;

#[derive(Debug, Args)]
pub(crate) struct InvarianceArguments {
    /// Folders with cases, as for `agreement`.
    #[arg(value_name = "FOLDER")]
    pub(crate) folders: Vec<String>,
    /// Transcripts of simulated solvers to add, and half as many correct traces.
    #[arg(long, value_name = "N", default_value_t = 7_000)]
    pub(crate) simulated: u64,
    /// A single edit.
    #[arg(long, value_name = "EDIT")]
    pub(crate) edit: Option<String>,
    /// Print this many transcripts of each edit whose verdict changes, with both verdicts.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    pub(crate) show: usize,
}

/// The outcomes of one edit.
#[derive(Debug, Clone, Default)]
struct Count {
    applied: u32,
    /// The verdicts that are as expected: unchanged, or with the error that the edit made.
    passed: u32,
    /// The verdicts that become unclear.
    unclear: u32,
    examples: Vec<String>,
}

/// Prints the tables of both kinds of edits.
pub(crate) fn run(
    arguments: &InvarianceArguments,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    if let Some(edit) = &arguments.edit {
        let known = names().collect::<Vec<_>>();
        if !known.contains(&edit.as_str()) {
            return Err(CommandError::Unknown {
                what: "edit",
                given: edit.clone(),
                known: known.join(", "),
            });
        }
    }
    let mut subjects = subject::labelled(&arguments.folders)?;
    subjects.extend(subject::simulated(arguments.simulated)?);
    subjects.extend(subject::traces(arguments.simulated / 2)?);
    let is_wanted = |name: &str| arguments.edit.as_deref().is_none_or(|edit| edit == name);
    let counts = count(&subjects, arguments.show, is_wanted);
    let (unchanged, changed) = counts.split_at(EDITS.len());
    table("Edits that change nothing", "unchanged", names().zip(unchanged), is_wanted, out)?;
    let names = names().skip(EDITS.len());
    table("Edits of one equation", "root found", names.zip(changed), is_wanted, out)?;
    for example in counts.iter().flat_map(|count| &count.examples) {
        writeln!(out, "{example}\n")?;
    }
    Ok(())
}

/// Returns the names of both kinds of edits, those that change nothing first.
fn names() -> impl Iterator<Item = &'static str> {
    EDITS.iter().map(|edit| edit.name).chain(CHANGES.iter().map(|change| change.name))
}

fn table<'c>(
    title: &str,
    heading: &str,
    rows: impl Iterator<Item = (&'static str, &'c Count)>,
    is_wanted: impl Fn(&str) -> bool,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    writeln!(out, "{title:<36} {:>8} {heading:>11} {:>8} {:>8}", "applied", "share", "unclear")?;
    for (name, count) in rows.filter(|(name, _)| is_wanted(name)) {
        let Count { applied, passed, unclear, .. } = count;
        let share = match applied {
            0 => "-".to_owned(),
            _ => format!("{:.1} %", 100.0 * f64::from(*passed) / f64::from(*applied)),
        };
        writeln!(out, "{name:<36} {applied:>8} {passed:>11} {share:>8} {unclear:>8}")?;
    }
    writeln!(out)?;
    Ok(())
}

/// Applies the wanted edits to all transcripts, on all available threads. Returns a count for each
/// name in [`names`].
fn count(
    subjects: &[TestTranscript],
    show: usize,
    is_wanted: impl Fn(&str) -> bool + Sync,
) -> Vec<Count> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let part = |first: usize| {
        let mut counts = vec![Count::default(); EDITS.len() + CHANGES.len()];
        for subject in subjects.iter().skip(first).step_by(threads) {
            count_one(subject, &mut counts, show, &is_wanted);
        }
        counts
    };
    let mut sum = vec![Count::default(); EDITS.len() + CHANGES.len()];
    thread::scope(|scope| {
        let part = &part;
        let workers: Vec<_> = (0..threads).map(|first| scope.spawn(move || part(first))).collect();
        for worker in workers {
            let counts = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            for (sum, count) in sum.iter_mut().zip(counts) {
                sum.add(count, show);
            }
        }
    });
    sum
}

fn count_one(
    subject: &TestTranscript,
    counts: &mut [Count],
    show: usize,
    is_wanted: &impl Fn(&str) -> bool,
) {
    let grader = Grader::new(&subject.item, subject.condition);
    let before = grader.grade(&subject.text, subject.stop);
    if before.visible.certainty.is_unclear() {
        return;
    }
    let gist_before = gist(&before);
    let (unchanged, changed) = counts.split_at_mut(EDITS.len());
    for (edit, count) in EDITS.iter().zip(unchanged).filter(|(edit, _)| is_wanted(edit.name)) {
        let Some(text) = (edit.apply)(subject) else { continue };
        let after = grader.grade(&text, subject.stop);
        let is_passed = gist(&after) == gist_before;
        count.note(&after, is_passed);
        if !is_passed && count.examples.len() < show {
            let verdicts = format!("{gist_before}\n--- becomes\n{}", gist(&after));
            count.examples.push(example(edit.name, subject, &text, &verdicts));
        }
    }
    // The edits of one equation need a transcript without an error.
    if !before.visible.roots.is_empty() || !before.visible.is_correct() {
        return;
    }
    for (change, count) in CHANGES.iter().zip(changed).filter(|(change, _)| is_wanted(change.name))
    {
        let Some((text, number)) = (change.apply)(subject) else { continue };
        let after = grader.grade(&text, subject.stop);
        let root = after.visible.roots.first();
        let is_found = root.is_some_and(|root| root.number == Some(number));
        count.note(&after, is_found);
        if !is_found && count.examples.len() < show {
            let name = subject.item.name(number);
            let verdicts = format!("expected an error at {name}\n{}", gist(&after));
            count.examples.push(example(change.name, subject, &text, &verdicts));
        }
    }
}

impl Count {
    fn note(&mut self, after: &Verdict, is_passed: bool) {
        self.applied += 1;
        self.passed += u32::from(is_passed);
        self.unclear += u32::from(after.visible.certainty.is_unclear());
    }

    fn add(&mut self, other: Self, show: usize) {
        self.applied += other.applied;
        self.passed += other.passed;
        self.unclear += other.unclear;
        self.examples.extend(other.examples);
        self.examples.truncate(show);
    }
}

/// Returns an edited transcript with its procedure and its verdicts.
fn example(edit: &str, subject: &TestTranscript, text: &str, verdicts: &str) -> String {
    let TestTranscript { name, item, condition, .. } = subject;
    let procedure = item.text_under(*condition);
    let condition = condition.slug();
    format!(
        "=== {edit}: {name} ({condition})\n{procedure}\n--- text\n{text}\n--- verdict\n{verdicts}"
    )
}

/// Returns the parts of a verdict that the edits in [`EDITS`] must not change. They are the status
/// and value of every step, the root errors with their likeliest cause, and both answers.
fn gist(verdict: &Verdict) -> String {
    let text = &verdict.visible;
    let steps = text.steps.iter().map(|step| {
        let claimed = step.claim.as_ref().map(|claim| claim.value.to_string());
        format!("{} {} {}", step.number, step.slug(), claimed.unwrap_or_default())
    });
    let roots = text.roots.iter().map(|root| {
        let number = root.number.map_or_else(|| "answer".to_owned(), |number| number.to_string());
        format!("{number} {}", root.cause().slug())
    });
    let answers = [text.first_answer(), text.last_answer()].map(|answer| {
        answer.map_or_else(|| "none".to_owned(), |answer| answer.claim.value.to_string())
    });
    format!(
        "steps: {}\nroots: {}\nanswers: {}",
        steps.collect::<Vec<_>>().join(", "),
        roots.collect::<Vec<_>>().join(", "),
        answers.join(", ")
    )
}
