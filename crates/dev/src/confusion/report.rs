//! The counts as text.

use std::io::Write;

use stepfall_cli::CommandError;
use stepfall_cli::layout::{entry, wrapped};
use stepfall_grade::Mode;
use stepfall_procedure::Condition;
use stepfall_solver::{Form, SolverKind, TrueStatus};

use super::draw::{ARITHMETICS, Draws, LENGTHS};
use super::form_counts::{FormCounts, HitRate, TargetedShares};

/// The targets for a group of forms, in hundredths of a percent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Targets {
    /// The share of root steps found.
    pub(crate) roots: u64,
    /// The share of correct primary modes.
    pub(crate) primary: u64,
}

/// A group of forms with its counts.
pub(crate) struct Part<'a> {
    pub(crate) title: &'static str,
    pub(crate) form_counts: &'a FormCounts,
    pub(crate) targets: Targets,
}

/// Prints the settings of the trials.
pub(crate) fn head(
    draws: &Draws,
    trials: u64,
    parts: &[Part<'_>],
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let transcripts: u64 = parts.iter().map(|part| part.form_counts.transcripts).sum();
    let list = |name: &str, all: Vec<&str>| {
        let all = all.join(", ");
        entry(name, 16, &all)
    };
    let lengths = LENGTHS.map(|steps| steps.to_string());
    writeln!(
        out,
        "Simulated transcripts with known truth, compared with what the grader reads in\n\
         them.\n"
    )?;
    let entries = [
        entry(
            "transcripts",
            16,
            &format!(
                "{transcripts}, from {trials} draws; for the others a kind has nothing in its form"
            ),
        ),
        list("kinds", draws.kinds.iter().map(|kind| kind.slug()).collect()),
        list("forms", draws.forms.iter().map(|form| form.slug()).collect()),
        list("arithmetics", ARITHMETICS.to_vec()),
        list("conditions", Condition::PLAIN.map(Condition::word).to_vec()),
        list("steps", lengths.iter().map(String::as_str).collect()),
        entry(
            "looks",
            16,
            "assignments, English, Python and JSON; numbered and scattered names; look-back 2, 3 and 5",
        ),
        entry(
            "errors of steps",
            16,
            "one in three of four transcripts; in the fourth others at each step with 4 %",
        ),
    ];
    for entry in entries {
        write!(out, "{entry}")?;
    }
    let note = "Kinds and forms come in turn, everything else is drawn. Where another single error with another name gives the same \
                value, the transcript or the step is left out of the matrices and counted as ambiguous.";
    writeln!(out, "\n{}", wrapped(note, 0, 0))?;
    Ok(())
}

/// Prints the matrices and figures of one group of forms.
pub(crate) fn part(part: &Part<'_>, out: &mut impl Write) -> Result<(), CommandError> {
    let Part { title, form_counts, targets } = part;
    if form_counts.transcripts == 0 {
        return Ok(());
    }
    writeln!(out, "\n\n# {title}: {} transcripts", form_counts.transcripts)?;
    writeln!(out, "\n## Primary mode\n")?;
    let modes: Vec<&str> = Mode::ALL.iter().map(|mode| mode.slug()).collect();
    matrix(&modes, &form_counts.primary, out)?;
    writeln!(out, "\n## Status of each step\n")?;
    let mut statuses: Vec<&str> = TrueStatus::ALL.iter().map(|status| status.slug()).collect();
    statuses.push("(unclear, or a text without steps)");
    matrix(&statuses, &form_counts.status, out)?;
    writeln!(out, "\n## Figures\n")?;
    let aim = |share: HitRate, target: u64| {
        let word = if share.parts() < target { "MISSED" } else { "reached" };
        format!("{}   target {}: {word}", figure(share), percent(target))
    };
    let lines = [
        ("root step found", aim(form_counts.aims.roots, targets.roots)),
        ("primary mode right", aim(form_counts.aims.primary, targets.primary)),
        ("root named is one", figure(form_counts.named_roots)),
        ("sure: primary mode right", figure(form_counts.certainty[0])),
        ("likely: primary mode right", figure(form_counts.certainty[1])),
        ("unclear: primary mode right", figure(form_counts.certainty[2])),
        ("first and last answer right", figure(form_counts.answers)),
        ("all modes right", figure(form_counts.modes)),
        ("ambiguous: primary mode right", figure(form_counts.ambiguous)),
        ("ambiguous: truth among hypotheses", figure(form_counts.among)),
        ("ambiguous: truth named first", figure(form_counts.likeliest)),
    ];
    for (name, text) in lines {
        writeln!(out, "{name:<34}{text}")?;
    }
    below(form_counts, *targets, out)
}

/// Prints the kinds and forms that miss a target of their group.
fn below(
    form_counts: &FormCounts,
    targets: Targets,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let mut kinds = vec![TargetedShares::default(); SolverKind::ALL.len()];
    let mut forms = vec![TargetedShares::default(); Form::ALL.len()];
    for ((kind, form), aims) in &form_counts.cells {
        for sum in [&mut kinds[*kind], &mut forms[*form]] {
            sum.roots.add(aims.roots);
            sum.primary.add(aims.primary);
        }
    }
    let kinds = kinds.iter().zip(SolverKind::ALL.map(SolverKind::slug));
    let forms = forms.iter().zip(Form::ALL.map(Form::slug));
    let missed = |aims: &TargetedShares| {
        aims.roots.parts() < targets.roots || aims.primary.parts() < targets.primary
    };
    let rows: Vec<_> = kinds.chain(forms).filter(|(aims, _)| missed(aims)).collect();
    if rows.is_empty() {
        writeln!(out, "\nEvery kind and every form reaches both targets.")?;
        return Ok(());
    }
    writeln!(
        out,
        "\n{:<34}{:<28}primary mode right",
        "kind or form below a target", "root step found"
    )?;
    for (aims, name) in rows {
        writeln!(out, "{name:<34}{:<28}{}", figure(aims.roots), figure(aims.primary))?;
    }
    Ok(())
}

/// Prints a matrix with the truth in rows. Letters name the columns. Rows and columns that never
/// occur are left out.
fn matrix<const N: usize>(
    names: &[&str],
    counts: &[[u64; N]],
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let occurs = |at: usize| {
        counts.iter().any(|row| row[at] > 0) || counts[at].iter().any(|count| *count > 0)
    };
    let used: Vec<usize> = (0..N).filter(|&at| occurs(at)).collect();
    let letter = |at: usize| {
        used.iter().zip('a'..='z').find(|(used, _)| **used == at).map_or(' ', |(_, letter)| letter)
    };
    let wide = counts.iter().flatten().max().map_or(1, |most| most.to_string().len()).max(2) + 1;
    write!(out, "{:<32}", "truth, by row")?;
    for &at in &used {
        write!(out, "{:>wide$}", letter(at))?;
    }
    writeln!(out, "   right")?;
    for &row in &used {
        write!(out, "{} {:<30}", letter(row), names[row])?;
        for &column in &used {
            match counts[row][column] {
                0 => write!(out, "{:>wide$}", "·")?,
                count => write!(out, "{count:>wide$}")?,
            }
        }
        let share = HitRate { some: counts[row][row], all: counts[row].iter().sum() };
        if share.all > 0 {
            write!(out, " {:>9}", percent(share.parts()))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Formats a share, such as `99.87 % of 1234`.
fn figure(share: HitRate) -> String {
    match share.all {
        0 => "none".to_owned(),
        all => format!("{} of {all}", percent(share.parts())),
    }
}

/// Formats hundredths of a percent as a percentage.
fn percent(parts: u64) -> String {
    format!("{}.{:02} %", parts / 100, parts % 100)
}
