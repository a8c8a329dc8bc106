//! Writes the figures of made-up runs as SVG:
//! `cargo run -p stepfall-figure --example gallery -- DIRECTORY`.
//!
//! Most runs have one to six lines. Others have one length, long names, many conditions or no
//! attempts. Figures are light and dark, wide and narrow, with thumbnails, pictures for a paper,
//! tables and a report.

#[path = "../tests/all/runs/mod.rs"]
mod runs;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use stepfall_figure::{Measure, Run, Summary, csv, html_report};
use stepfall_plot::{Ground, Scheme, Theme};

fn main() -> Result<(), Box<dyn Error>> {
    let directory = PathBuf::from(std::env::args().nth(1).ok_or("a directory is missing")?);
    for lines in [1, 2, 4, 6] {
        write(&directory.join(format!("{lines}-lines")), &runs::of_lines(lines))?;
    }
    let study = Run { is_study: true, ..runs::of_lines(6) };
    write(&directory.join("study"), &study)?;
    let compared =
        runs::of_lines(2).compared_with(runs::of_lines(1), ["two models", "one of them again"]);
    write(&directory.join("beside"), &compared)?;
    write(&directory.join("single-length"), &runs::sweep(&[25], 12, 1))?;
    for lines in [1, 2, 8] {
        write(&directory.join(format!("{lines}-long-names")), &runs::long_names(lines))?;
    }
    write(&directory.join("nothing"), &Run::default())?;
    write(&directory.join("conditions"), &runs::conditions(&[5, 15, 25, 35], 30))
}

fn write(directory: &Path, run: &Run) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(directory)?;
    let link = "https://example.org/#/sweep?v=2&seed=42";
    let figures = Summary::of(run).figures(Measure::First);
    for figure in &figures {
        let put = |name: &str, text: &str| {
            fs::write(directory.join(format!("{}-{name}", figure.id)), text)
        };
        for (name, scheme) in [("light", Scheme::Light), ("dark", Scheme::Dark)] {
            let theme = Theme { scheme, ground: Ground::Paper };
            for width in [360, 780] {
                put(&format!("{width}-{name}.svg"), &figure.scene(width).to_svg(theme))?;
            }
            put(&format!("small-{name}.svg"), &figure.thumbnail(220).to_svg(theme))?;
        }
        for (name, width) in [("picture", 780), ("picture-narrow", 330)] {
            put(&format!("{name}.svg"), &figure.picture(width, link).to_svg(Theme::PRINT))?;
        }
        put("table.csv", &csv(&figure.table))?;
        println!("{}\n  {}", figure.title, figure.sentence);
        for note in figure.notes() {
            println!("  - {note}");
        }
    }
    fs::write(directory.join("report.html"), html_report("A made-up run", link, &figures))?;
    Ok(())
}
