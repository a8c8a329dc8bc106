//! The icons of the installed page: the page's mark on paper, as SVG and as PNG.
//!
//! The background fills the whole square, and the mark stays in its inner part. So a system may cut
//! the icon to any shape.

use std::io::Write as _;

use anyhow::Result;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

/// The corners of the mark's line, in the units of `index.html`.
const LINE: [(f32, f32); 6] =
    [(2.0, 3.0), (8.0, 3.0), (8.0, 8.0), (14.0, 8.0), (14.0, 13.0), (18.0, 13.0)];

/// The centre and the radius of the mark's dot.
const DOT: ((f32, f32), f32) = ((21.0, 17.0), 1.8);

/// The width of the mark's line.
const WIDTH: f32 = 2.4;

/// The side of the square around the mark.
const SIDE: f32 = 36.0;

/// The centre of the mark.
const CENTRE: (f32, f32) = (12.0, 10.0);

/// The red, green and blue of the background, the line and the dot, as in the light theme.
pub(super) const PAPER: [u8; 3] = [0xfa, 0xf9, 0xf5];
const INK: [u8; 3] = [0x1c, 0x1b, 0x1a];
const ERROR: [u8; 3] = [0xb5, 0x33, 0x0f];

/// The number of shades from the background to the colour of the line, or to the colour of the dot,
/// including both ends.
const SHADES: u8 = 8;

/// Returns a colour in CSS notation.
pub(super) fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Returns the icon as SVG.
pub(super) fn svg() -> String {
    let corners: Vec<String> = LINE.iter().map(|(x, y)| format!("{x} {y}")).collect();
    let ((x, y), radius) = DOT;
    let (left, top) = (CENTRE.0 - SIDE / 2.0, CENTRE.1 - SIDE / 2.0);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {SIDE} {SIDE}"><path d="M{left} {top}h{SIDE}v{SIDE}H{left}z" fill="{}"/><path d="M{}" fill="none" stroke="{}" stroke-width="{WIDTH}" stroke-linecap="round" stroke-linejoin="round"/><circle cx="{x}" cy="{y}" r="{radius}" fill="{}"/></svg>"#,
        hex(PAPER),
        corners.join("L"),
        hex(INK),
        hex(ERROR),
    )
}

/// Returns the icon as PNG with a width in pixels. The PNG has sixteen colours and four bits for
/// each pixel.
pub(super) fn png(pixels: u16) -> Result<Vec<u8>> {
    let mut rows = Vec::new();
    for y in 0..pixels {
        // Every row begins with the type of its filter. Type 0 is no filter.
        rows.push(0);
        for x in (0..pixels).step_by(2) {
            rows.push(shade(x, y, pixels) << 4 | shade(x + 1, y, pixels));
        }
    }
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&rows)?;
    let side = u32::from(pixels).to_be_bytes();
    let head = [side.as_slice(), side.as_slice(), &[4, 3, 0, 0, 0]].concat();
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, data) in
        [(b"IHDR", head), (b"PLTE", palette()), (b"IDAT", packed.finish()?), (b"IEND", Vec::new())]
    {
        let mut sum = Crc::new();
        sum.update(name);
        sum.update(&data);
        file.extend(u32::try_from(data.len())?.to_be_bytes());
        file.extend(name);
        file.extend(data);
        file.extend(sum.sum().to_be_bytes());
    }
    Ok(file)
}

/// Returns the shades from the background to the line, and then those to the dot.
fn palette() -> Vec<u8> {
    let mut palette = Vec::new();
    for colour in [INK, ERROR] {
        for shade in 0..u16::from(SHADES) {
            let last = u16::from(SHADES) - 1;
            palette.extend((0..3).map(|part| {
                let (from, to) = (u16::from(PAPER[part]), u16::from(colour[part]));
                u8::try_from((from * (last - shade) + to * shade) / last).unwrap_or(u8::MAX)
            }));
        }
    }
    palette
}

/// Returns the index of a pixel's colour in the palette.
fn shade(x: u16, y: u16, pixels: u16) -> u8 {
    let unit = SIDE / f32::from(pixels);
    let at = |pixel: u16, centre: f32| (f32::from(pixel) + 0.5) * unit + centre - SIDE / 2.0;
    let point = (at(x, CENTRE.0), at(y, CENTRE.1));
    // The covered share of a pixel at a distance from the drawn line or point.
    let cover = |distance: f32, radius: f32| ((radius - distance) / unit + 0.5).clamp(0.0, 1.0);
    let line = LINE.windows(2).map(|ends| distance(point, ends[0], ends[1])).fold(SIDE, f32::min);
    let (line, dot) = (cover(line, WIDTH / 2.0), cover(distance(point, DOT.0, DOT.0), DOT.1));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 7")]
    let step = |cover: f32| (cover * f32::from(SHADES - 1)).round() as u8;
    if dot > 0.0 { SHADES + step(dot) } else { step(line) }
}

/// Returns the distance of a point from a line segment.
fn distance(point: (f32, f32), from: (f32, f32), to: (f32, f32)) -> f32 {
    let (along, off) = ((to.0 - from.0, to.1 - from.1), (point.0 - from.0, point.1 - from.1));
    let length = along.0 * along.0 + along.1 * along.1;
    let share = if length > 0.0 { (off.0 * along.0 + off.1 * along.1) / length } else { 0.0 };
    let share = share.clamp(0.0, 1.0);
    (off.0 - share * along.0).hypot(off.1 - share * along.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_equals_the_mark_of_the_page() {
        let document = include_str!("../../../index.html");
        let mut line = format!("M{} {}", LINE[0].0, LINE[0].1);
        for ends in LINE.windows(2) {
            let (across, down) = (ends[1].0 - ends[0].0, ends[1].1 - ends[0].1);
            line += &if down == 0.0 { format!("h{across}") } else { format!("v{down}") };
        }
        assert!(document.contains(&format!(r#"d="{line}""#)), "{line}");
        let ((x, y), radius) = DOT;
        assert!(document.contains(&format!(r#"cx="{x}" cy="{y}" r="{radius}""#)));
        assert!(document.contains(&format!(r#"stroke-width="{WIDTH}""#)));
    }

    #[test]
    fn an_icon_is_small_and_its_mark_is_inside_the_safe_zone() {
        let file = png(512).unwrap();
        assert_eq!(file[16..24], [0, 0, 2, 0, 0, 0, 2, 0]);
        assert!(file.len() < 5_000, "{}", file.len());
        let drawn = |x: u16, y: u16| !shade(x, y, 512).is_multiple_of(SHADES);
        assert!((0..512).any(|at| drawn(at, 256)));
        // Systems that crop an icon keep at least a circle of four fifths of its width.
        for (x, y) in (0..512).flat_map(|y| (0..512).map(move |x| (x, y))) {
            let (right, down) = (f32::from(x) - 255.5, f32::from(y) - 255.5);
            assert!(!drawn(x, y) || right.hypot(down) < 204.0, "{x}, {y}");
        }
    }
}
