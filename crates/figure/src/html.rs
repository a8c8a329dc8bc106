//! A report: one HTML file that opens anywhere and needs no other file.

use stepfall_plot::typography::escaped;
use stepfall_plot::{colours, stylesheet};
use stepfall_protocol::figure::Table;
use stepfall_sweep::is_number;

use crate::figure::Figure;
use crate::words::NONE;

/// The width in units that figures are laid out for. Narrower windows scale them.
const WIDTH: u32 = 820;

/// The line in the head of a report that names its writer.
pub const REPORT_MARK: &str = "<meta name=\"generator\" content=\"Stepfall\">";

/// The style sheet of the report around its figures.
const STYLE: &str = "\
:root{color-scheme:light dark;--figure-ground:var(--paper)}
body{max-width:860px;margin:40px auto;padding:0 20px;background:var(--paper);color:var(--ink);\
font:16px/1.5 system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif}
h1,h2{font-family:Georgia,'Times New Roman',serif;line-height:1.25}
h2{margin:56px 0 8px}
.notes,.about,footer,.link{color:var(--soft);font-size:14px}
.about{margin:0}
ul.notes{padding-left:18px}
.link,a{overflow-wrap:anywhere}
a{color:var(--accent)}
svg.figure{display:block;max-width:100%;height:auto;margin:20px 0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums}
th,td{padding:4px 12px 4px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:bottom}
.number{text-align:right}
summary{cursor:pointer;font-size:14px}
";

/// Returns figures with their sentences, notes and tables as one HTML file without scripts, light
/// or dark according to the reader's system. `link` opens the set-up that reproduces the items. It
/// is left out if empty, and becomes a hyperlink only if it is a web or file address.
pub fn html_report(title: &str, link: &str, figures: &[Figure]) -> String {
    let heading = escaped(title);
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{REPORT_MARK}\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{heading}</title>\n<style>\n{}{STYLE}{}</style>\n</head>\n<body>\n<h1>{heading}</h1>\n",
        colours::tokens(),
        stylesheet()
    );
    push_link(&mut html, link);
    if let Some(interim) = figures.iter().find_map(|figure| figure.basis.interim.as_deref()) {
        html.push_str(&format!("<p><strong>{}.</strong></p>\n", escaped(interim)));
    }
    for figure in figures {
        push_figure(&mut html, figure);
    }
    html.push_str("</body>\n</html>\n");
    html
}

fn push_link(html: &mut String, link: &str) {
    if link.is_empty() {
        return;
    }
    let text = escaped(link).replace('"', "&quot;");
    let is_link = ["https://", "http://", "file://"].iter().any(|scheme| link.starts_with(scheme));
    let address =
        if is_link { format!("<a href=\"{text}\" rel=\"noreferrer\">{text}</a>") } else { text };
    html.push_str(&format!("<p class=\"link\">The same items: {address}</p>\n"));
}

fn push_figure(html: &mut String, figure: &Figure) {
    let about = figure.basis.text(&figure.title);
    let about = if about.is_empty() {
        about
    } else {
        format!("<p class=\"about\">{}</p>\n", escaped(&about))
    };
    html.push_str(&format!(
        "<section>\n<h2>{}</h2>\n{about}<p>{}</p>\n{}\n",
        escaped(&figure.title),
        escaped(&figure.sentence),
        figure.scene(WIDTH).to_markup()
    ));
    if let Some(note) = &figure.note {
        html.push_str(&format!("<p class=\"notes\">{}</p>\n", escaped(note)));
    }
    if !figure.method.is_empty() {
        html.push_str("<details>\n<summary>Method</summary>\n<ul class=\"notes\">\n");
        for note in &figure.method {
            html.push_str(&format!("<li>{}</li>\n", escaped(note)));
        }
        html.push_str("</ul>\n</details>\n");
    }
    push_table(html, &figure.table);
    html.push_str("</section>\n");
}

fn push_table(html: &mut String, table: &Table) {
    if table.rows.is_empty() {
        return;
    }
    html.push_str("<details>\n<summary>Table</summary>\n<div class=\"scroll\"><table>\n<tr>");
    let is_numeric = |cell: &String| is_number(cell.trim_start_matches("< ")) || cell == NONE;
    let is_number_column =
        |at: usize| table.rows.iter().filter_map(|row| row.get(at)).all(is_numeric);
    let numeric: Vec<bool> = (0..table.columns.len()).map(is_number_column).collect();
    push_cells(html, "th", &table.columns, &numeric);
    for row in &table.rows {
        html.push_str("</tr>\n<tr>");
        push_cells(html, "td", row, &numeric);
    }
    html.push_str("</tr>\n</table></div>\n</details>\n");
}

fn push_cells(html: &mut String, element: &str, cells: &[String], numeric: &[bool]) {
    for (cell, is_numeric) in cells.iter().zip(numeric) {
        let class = if *is_numeric { " class=\"number\"" } else { "" };
        html.push_str(&format!("<{element}{class}>{}</{element}>", escaped(cell)));
    }
}
