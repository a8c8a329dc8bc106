//! The results of a sweep: a table and sentences for the terminal, figures and a report as files.

use std::fs;
use std::io::Write;
use std::path::Path;

use stepfall_cli::CommandError;
use stepfall_cli::layout::wrapped;
use stepfall_cli::output::{OutputKind, Outputs, unwritten};
use stepfall_figure::{
    Figure, GradedRun, Measure, Summary, Table, attempt_table, csv, html_report,
};
use stepfall_plot::Theme;
use stepfall_sweep::Plan;

use super::args::SweepArguments;

/// The name of the table of attempts in messages.
const ATTEMPTS: &str = "--attempts";
/// The name of the folder of figures in messages.
const FIGURES: &str = "--figures";
/// The name of the report in messages.
const REPORT: &str = "--report";
/// The files of a figure: a picture, and its numbers.
const FIGURE_FILES: [(&str, OutputKind); 2] =
    [("svg", OutputKind::Picture), ("csv", OutputKind::Numbers)];

/// The width of figures, in units of the SVG.
const WIDTH: u32 = 820;
/// The ids of the figures whose sentences are printed.
const PRINTED: [&str; 7] = ["collapse", "horizon", "controls", "helps", "modes", "paired", "cost"];

/// Prints the share of correct first answers at each length, and the sentences of the figures in
/// [`PRINTED`].
pub(super) fn print(summary: &Summary, out: &mut impl Write) -> Result<(), CommandError> {
    if let Some(interim) = summary.interim() {
        writeln!(out, "{interim}.\n")?;
    }
    write!(out, "{}", table(&summary.collapse(Measure::First).table))?;
    let mut is_first = summary.lines().is_empty();
    for figure in summary.figures(Measure::First).iter().filter(|figure| is_printed(figure)) {
        let gap = if std::mem::take(&mut is_first) { "" } else { "\n" };
        writeln!(out, "{gap}{}:", figure.title)?;
        writeln!(out, "  {}", wrapped(&figure.sentence.replace('\u{a0}', " "), 2, 2))?;
    }
    Ok(())
}

/// Returns whether a figure is in [`PRINTED`] and has a chart. The figure `collapse` is printed
/// even without a chart.
fn is_printed(figure: &Figure) -> bool {
    let has_chart = figure.is_drawn() || figure.id == "collapse";
    PRINTED.contains(&figure.id.as_str()) && has_chart
}

/// Checks the files that the arguments name, before anything is read or sent.
pub(super) fn outputs(arguments: &SweepArguments) -> Result<Outputs, CommandError> {
    let mut outputs = Outputs::new(arguments.force);
    for (name, path) in [("--from", &arguments.from), ("--out", &arguments.out)] {
        if let Some(path) = path {
            outputs.protect(name, path);
        }
    }
    if let Some(file) = &arguments.attempts {
        outputs.add(ATTEMPTS, Path::new(file), &attempts_kind())?;
    }
    if let Some(file) = &arguments.report {
        outputs.add(REPORT, Path::new(file), &OutputKind::Report)?;
    }
    if let Some(folder) = arguments.figures.as_ref().map(Path::new)
        && fs::metadata(folder).is_ok_and(|found| !found.is_dir())
    {
        let folder = folder.display();
        return Err(CommandError::Message(format!(
            "{folder} is not a folder; name a folder for --figures"
        )));
    }
    Ok(outputs)
}

/// Checks the files of figures, whose names depend on the plan.
pub(super) fn check_figures(
    outputs: &Outputs,
    graded: &GradedRun,
    arguments: &SweepArguments,
) -> Result<(), CommandError> {
    let Some(folder) = arguments.figures.as_ref().map(Path::new) else { return Ok(()) };
    check_in(folder, outputs, &Summary::of(&graded.run()).figures(Measure::First))
}

fn check_in(folder: &Path, outputs: &Outputs, figures: &[Figure]) -> Result<(), CommandError> {
    for Figure { id, .. } in figures {
        for (extension, kind) in FIGURE_FILES {
            outputs.check(FIGURES, &folder.join(format!("{id}.{extension}")), &kind)?;
        }
    }
    Ok(())
}

/// Writes the files that the arguments name. `link` is the address of the plan.
pub(super) fn write(
    outputs: &Outputs,
    summary: &Summary,
    graded: &GradedRun,
    link: &str,
    arguments: &SweepArguments,
) -> Result<(), CommandError> {
    if let Some(file) = &arguments.attempts {
        let table = csv(&attempt_table(graded));
        outputs.write(ATTEMPTS, Path::new(file), &attempts_kind(), &table)?;
    }
    if arguments.figures.is_none() && arguments.report.is_none() {
        return Ok(());
    }
    let figures = summary.figures(Measure::First);
    if let Some(folder) = arguments.figures.as_ref().map(Path::new) {
        check_in(folder, outputs, &figures)?;
        fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
        for figure in &figures {
            let picture = figure.picture(WIDTH, link).to_svg(Theme::PRINT);
            for ((extension, kind), content) in
                FIGURE_FILES.iter().zip([picture, csv(&figure.table)])
            {
                let path = folder.join(format!("{}.{extension}", figure.id));
                outputs.write(FIGURES, &path, kind, &content)?;
            }
        }
    }
    if let Some(file) = &arguments.report {
        let html = html_report("A sweep of Stepfall", link, &figures);
        outputs.write(REPORT, Path::new(file), &OutputKind::Report, &html)?;
    }
    Ok(())
}

/// Returns the kind of the table of attempts, whose first line never varies.
fn attempts_kind() -> OutputKind {
    let table = csv(&attempt_table(&GradedRun::new(Plan::default())));
    OutputKind::Table(table.split_inclusive('\n').next().unwrap_or_default().to_owned())
}

/// Formats a table. Each name in the first column appears once, above its rows.
fn table(table: &Table) -> String {
    let cells = || std::iter::once(&table.columns).chain(&table.rows);
    let wide = |column: usize| {
        let width = |row: &Vec<String>| row.get(column).map_or(0, |cell| cell.chars().count());
        cells().map(width).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..table.columns.len()).map(wide).collect();
    let line = |row: &[String]| {
        let cells = row.iter().zip(&widths).skip(1);
        let cells: Vec<String> = cells.map(|(cell, width)| format!("{cell:>width$}")).collect();
        format!("  {}\n", cells.join("  "))
    };
    let (mut out, mut name) = (String::new(), None);
    for row in &table.rows {
        if name != row.first() {
            if name.is_some() {
                out.push('\n');
            }
            name = row.first();
            out.push_str(&format!("{}\n{}", row[0], line(&table.columns)));
        }
        out.push_str(&line(row));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_indented_below_their_name() {
        let text = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect();
        let rows = vec![text(&["a", "5", "20"]), text(&["a", "25", "9"]), text(&["b", "5", "1"])];
        let printed = table(&Table { columns: text(&["line", "steps", "right"]), rows });
        assert_eq!(
            printed,
            "a\n  steps  right\n      5     20\n     25      9\n\nb\n  steps  right\n      5      1\n"
        );
    }
}
