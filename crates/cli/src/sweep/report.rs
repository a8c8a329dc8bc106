//! What a sweep has shown: a table and sentences for the terminal, figures and a report as files.

use std::fs;
use std::io::Write;
use std::path::Path;

use stepfall_cli::Failure;
use stepfall_cli::layout::wrapped;
use stepfall_figure::{
    Figure, GradedRun, Measure, Summary, Table, attempt_table, csv, html_report,
};
use stepfall_plot::Theme;

use super::args::SweepArguments;
use super::trouble::Trouble;

/// The width for which figures are laid out, in units.
const WIDTH: u32 = 820;
/// The kinds of figures whose sentences are printed.
const PRINTED: [&str; 11] = [
    "collapse",
    "horizon",
    "difficulty",
    "lost",
    "controls",
    "helps",
    "frontier",
    "votes",
    "modes",
    "paired",
    "cost",
];

/// Prints how often first answers are right at each length, and what the main figures say.
pub(super) fn print(summary: &Summary, out: &mut impl Write) -> Result<(), Failure> {
    write!(out, "{}", table(&summary.collapse(Measure::First).table))?;
    let mut is_first = summary.lines().is_empty();
    for figure in summary.figures().iter().filter(|figure| is_printed(figure)) {
        let gap = if std::mem::take(&mut is_first) { "" } else { "\n" };
        writeln!(out, "{gap}{}:", figure.title)?;
        writeln!(out, "  {}", wrapped(&figure.sentence.replace('\u{a0}', " "), 2, 2))?;
    }
    Ok(())
}

/// Whether a figure is one of the main ones and says something.
fn is_printed(figure: &Figure) -> bool {
    let kind = figure.id.split_once('-').map_or(figure.id.as_str(), |(kind, _)| kind);
    let has_chart = figure.is_drawn() || figure.id == "collapse";
    PRINTED.contains(&kind) && figure.id != "horizon-by-size" && has_chart
}

/// Writes what the arguments want written. `link` is the address of the plan.
pub(super) fn write(
    summary: &Summary,
    graded: &GradedRun,
    link: &str,
    arguments: &SweepArguments,
) -> Result<(), Failure> {
    if let Some(file) = &arguments.attempts {
        put(Path::new(file), csv(&attempt_table(graded)))?;
    }
    if arguments.figures.is_none() && arguments.report.is_none() {
        return Ok(());
    }
    let figures = summary.figures();
    if let Some(folder) = &arguments.figures {
        let folder = Path::new(folder);
        fs::create_dir_all(folder).map_err(|error| unwritten(folder, error))?;
        for Figure { id, table, .. } in &figures {
            put(&folder.join(format!("{id}.csv")), csv(table))?;
        }
        for figure in &figures {
            let picture = figure.picture(WIDTH, link);
            put(&folder.join(format!("{}.svg", figure.id)), picture.to_svg(Theme::PRINT))?;
        }
    }
    if let Some(file) = &arguments.report {
        put(Path::new(file), html_report("A sweep of Stepfall", link, &figures))?;
    }
    Ok(())
}

fn put(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    fs::write(path, content).map_err(|error| unwritten(path, error))
}

fn unwritten(path: &Path, error: std::io::Error) -> Failure {
    Trouble::Unwritten { path: path.display().to_string(), error }.into()
}

/// A table whose first column names what its rows are about: each name once, above its rows.
fn table(table: &Table) -> String {
    let cells = || std::iter::once(&table.columns).chain(&table.rows);
    let wide = |column: usize| {
        let of = |row: &Vec<String>| row.get(column).map_or(0, |cell| cell.chars().count());
        cells().map(of).max().unwrap_or(0)
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
    fn rows_stand_below_their_name() {
        let text = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect();
        let rows = vec![text(&["a", "5", "20"]), text(&["a", "25", "9"]), text(&["b", "5", "1"])];
        let printed = table(&Table { columns: text(&["line", "steps", "right"]), rows });
        assert_eq!(
            printed,
            "a\n  steps  right\n      5     20\n     25      9\n\nb\n  steps  right\n      5      1\n"
        );
    }
}
