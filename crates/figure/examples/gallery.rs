//! Writes every figure of a made-up sweep as SVG, light and dark, at three widths, with a page that shows them all and a report: `cargo run -p
//! stepfall-figure --example gallery -- DIRECTORY`.

#[path = "../tests/all/runs/mod.rs"]
mod runs;

use std::error::Error;
use std::path::PathBuf;

use stepfall_figure::{Summary, csv, html_report};
use stepfall_plot::{Ground, Scheme, Theme};

fn main() -> Result<(), Box<dyn Error>> {
    let directory = PathBuf::from(std::env::args().nth(1).ok_or("a directory is missing")?);
    std::fs::create_dir_all(&directory)?;
    let mut figures = Summary::of(&runs::sweep(&runs::LENGTHS, 20, 1)).figures();
    let conditions = Summary::of(&runs::conditions(&[5, 15, 25, 35], 30)).figures();
    figures.extend(conditions.into_iter().map(|mut figure| {
        figure.id.insert_str(0, "conditions-");
        figure
    }));
    for figure in &figures {
        for width in [320, 720, 1_100] {
            for (name, scheme) in [("light", Scheme::Light), ("dark", Scheme::Dark)] {
                let svg = figure.scene(width).to_svg(Theme { scheme, ground: Ground::Paper });
                std::fs::write(directory.join(format!("{}-{width}-{name}.svg", figure.id)), svg)?;
            }
        }
        std::fs::write(directory.join(format!("{}.csv", figure.id)), csv(&figure.table))?;
        println!("{}\n  {}", figure.title, figure.sentence);
        for note in &figure.notes {
            println!("  - {note}");
        }
    }
    let report =
        html_report("A made-up sweep", "https://example.org/#/sweep?v=2&seed=42", &figures);
    std::fs::write(directory.join("report.html"), report)?;
    Ok(())
}
