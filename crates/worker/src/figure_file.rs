//! Figures as files.

use stepfall_figure::{Figure, csv};
use stepfall_plot::{Ground, Scheme, Theme};
use stepfall_protocol::{FigureFormat, FileEvent};

/// The width of a picture, in CSS pixels.
const FILE_WIDTH: u32 = 900;

/// Returns a figure as a file. A picture contains the text of `source`. A bitmap is sent as an SVG
/// drawing, which the page converts.
pub(crate) fn figure_file(
    figure: &Figure,
    form: FigureFormat,
    is_dark: bool,
    source: &str,
) -> FileEvent {
    let scheme = if is_dark { Scheme::Dark } else { Scheme::Light };
    let ground = if is_dark { Ground::Paper } else { Ground::White };
    let text = match form {
        FigureFormat::Csv => csv(&figure.table),
        FigureFormat::Svg | FigureFormat::Png => {
            figure.picture(FILE_WIDTH, source).to_svg(Theme { scheme, ground })
        }
    };
    let name = |extension| format!("stepfall-{}.{extension}", figure.id);
    match form {
        FigureFormat::Csv => FileEvent::Text { name: name("csv"), text },
        FigureFormat::Svg => FileEvent::Text { name: name("svg"), text },
        FigureFormat::Png => FileEvent::Picture { name: name("png"), svg: text },
    }
}
