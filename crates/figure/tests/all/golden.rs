//! Snapshots of figures.

use crate::runs;
use stepfall_figure::{Figure, Measure, Summary, csv, html_report};
use stepfall_plot::scene::Scene;
use stepfall_plot::{Ground, Scheme, Theme};

const DARK: Theme = Theme { scheme: Scheme::Dark, ground: Ground::Paper };

fn summary() -> Summary {
    Summary::of(&runs::sweep(&[5, 35, 65, 95], 8, 1))
}

/// Puts every mark on its own line, so that a change is easy to find.
fn lines(svg: &str) -> String {
    svg.replace("><", ">\n<")
}

fn text_of(figure: &Figure) -> String {
    let notes: Vec<String> = figure.notes().iter().map(|note| format!("- {note}")).collect();
    let table = csv(&figure.table).replace("\r\n", "\n");
    format!("{}\n{}\n{}\n\n{table}", figure.title, figure.sentence, notes.join("\n"))
}

fn figures() -> Vec<Figure> {
    let summary = summary();
    vec![
        summary.collapse(Measure::First),
        summary.horizon(Measure::First),
        summary.helps(),
        summary.modes(),
        summary.heat(Measure::First),
        summary.hazard(),
        summary.paired(&summary.with_first(), Measure::First),
        summary.cost(),
    ]
}

/// Returns the figures of a run of a simulated solver under all conditions.
fn conditions() -> Vec<Figure> {
    let summary = Summary::of(&runs::conditions(&[10, 25], 8));
    vec![summary.helps(), summary.controls()]
}

#[test]
fn figures_match_their_snapshots() {
    for figure in figures() {
        let svg = lines(&figure.scene(720).to_svg(Theme::PRINT));
        insta::assert_snapshot!(figure.id.clone(), svg);
        insta::assert_snapshot!(format!("{}-text", figure.id), text_of(&figure));
        let small = lines(&figure.thumbnail(220).to_svg(Theme::PRINT));
        insta::assert_snapshot!(format!("{}-small", figure.id), small);
    }
}

#[test]
fn figures_of_conditions_match_their_snapshots() {
    for figure in conditions() {
        let svg = lines(&figure.scene(720).to_svg(Theme::PRINT));
        insta::assert_snapshot!(format!("conditions-{}", figure.id), svg);
        insta::assert_snapshot!(format!("conditions-{}-text", figure.id), text_of(&figure));
    }
}

#[test]
fn narrow_dark_figures_match_their_snapshots() {
    for figure in figures().into_iter().take(2) {
        insta::assert_snapshot!(
            format!("{}-narrow-dark", figure.id),
            lines(&figure.scene(360).to_svg(DARK))
        );
    }
}

#[test]
fn a_report_is_one_file_without_scripts() {
    let link = "https://example.org/#/sweep?v=2&seed=42";
    let report = html_report("A <run>", link, &figures());
    assert!(report.contains("<h1>A &lt;run&gt;</h1>"));
    assert!(report.contains("href=\"https://example.org/#/sweep?v=2&amp;seed=42\""));
    for absent in ["<script", "src=", "url(", "@import", "javascript:"] {
        assert!(!report.contains(absent), "{absent}");
    }
    assert_eq!(report.matches("<svg").count(), 8);
    assert_eq!(report.matches("<table>").count(), 8);
    assert!(report.contains("<p class=\"about\">480 attempts at 96 items</p>"), "{report}");
    let other = html_report("A run", "javascript:alert(1)", &[]);
    assert!(other.contains("<p class=\"link\">The same items: javascript:alert(1)</p>"));
}

#[test]
fn the_order_of_rows_does_not_change_the_figures() {
    let scenes = |figures: Vec<Figure>| -> Vec<Scene> {
        figures.iter().map(|figure| figure.scene(720)).collect()
    };
    let mut run = runs::sweep(&[5, 95], 5, 2);
    let before = scenes(Summary::of(&run).figures(Measure::First));
    run.rows.reverse();
    assert_eq!(scenes(Summary::of(&run).figures(Measure::First)), before);
}
