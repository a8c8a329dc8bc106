//! The visible part of a wide picture in a scrolling frame.

/// The visible part of a picture: its start and end as shares of the picture's width.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Visible {
    from: f64,
    to: f64,
}

impl Default for Visible {
    fn default() -> Self {
        Self { from: 0.0, to: 1.0 }
    }
}

impl Visible {
    /// Returns the part of a picture that a frame shows. The scroll position and the widths of the
    /// frame and the picture are in CSS pixels.
    pub(crate) fn new(scrolled: i32, frame: i32, picture: i32) -> Self {
        if frame <= 0 || picture <= frame {
            return Self::default();
        }
        let [scrolled, frame, picture] = [scrolled.max(0), frame, picture].map(f64::from);
        let from = (scrolled / picture).min(1.0 - frame / picture);
        Self { from, to: from + frame / picture }
    }

    /// Returns whether the whole picture is visible.
    pub(crate) fn is_whole(self) -> bool {
        self.share() >= 1.0
    }

    fn share(self) -> f64 {
        self.to - self.from
    }

    /// Returns the start of a part of the same width that is centred on a position, as far as the
    /// picture allows.
    pub(crate) fn around(self, place: f64) -> f64 {
        self.within(place - self.share() / 2.0)
    }

    fn within(self, from: f64) -> f64 {
        // `clamp` can panic with its bounds in the message. Formatting them would add Rust's tables
        // for floats to the first load.
        from.min(1.0 - self.share()).max(0.0)
    }

    /// Returns the start of the visible part after this scrolling key is pressed; `None` for other
    /// keys.
    pub(crate) fn by_key(self, key: &str) -> Option<f64> {
        let step = self.share() / 4.0;
        Some(self.within(match key {
            "ArrowRight" => self.from + step,
            "ArrowLeft" => self.from - step,
            "PageDown" => self.from + self.share(),
            "PageUp" => self.from - self.share(),
            "Home" => 0.0,
            "End" => 1.0,
            _ => return None,
        }))
    }

    /// Returns the scroll position in percent.
    pub(crate) fn percent(self) -> String {
        let room = 1.0 - self.share();
        hundredths(if room > 0.0 { self.from / room } else { 0.0 }).to_string()
    }

    /// Returns the start of the part, as a CSS length.
    pub(crate) fn left(self) -> String {
        length(self.from)
    }

    /// Returns the width of the part, as a CSS length.
    pub(crate) fn width(self) -> String {
        length(self.share())
    }
}

/// Formats a share as a CSS length in percent with two decimal places. The function formats
/// integers, because formatting floats would add tables to the first load.
fn length(share: f64) -> String {
    let hundredths = hundredths(share * 100.0);
    format!("{}.{:02}%", hundredths / 100, hundredths % 100)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share from 0 to 1")]
fn hundredths(share: f64) -> u32 {
    (share * 100.0).round() as u32
}

/// Returns the nearest scroll position at which the visible text begins with a whole line. Returns
/// `position` if the line height is below 1. All lengths are in CSS pixels.
#[expect(clippy::cast_possible_truncation, reason = "page positions in pixels fit")]
pub(crate) fn whole_line(position: i32, line: f64, padding: f64) -> i32 {
    if line < 1.0 {
        return position;
    }
    let lines = ((f64::from(position) - padding) / line).round();
    (lines * line + padding) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_begins_with_a_whole_line() {
        assert_eq!(whole_line(215, 20.0, 10.0), 210);
        assert_eq!(whole_line(221, 20.0, 10.0), 230);
        assert_eq!(whole_line(215, 0.0, 10.0), 215);
    }

    #[test]
    fn the_visible_part_follows_the_scroll_position() {
        let part = Visible::new(500, 1_000, 2_000);
        assert_eq!(
            (part.left(), part.width(), part.percent()),
            ("25.00%".into(), "50.00%".into(), "50".into())
        );
        assert!(!part.is_whole());
        // A browser may scroll slightly beyond the end while it bounces.
        let beyond = Visible::new(1_100, 1_000, 2_000);
        assert_eq!((beyond.left().as_str(), beyond.percent().as_str()), ("50.00%", "100"));
        for visible in [Visible::new(0, 1_000, 900), Visible::new(0, 0, 900), Visible::default()] {
            assert!(visible.is_whole());
            assert_eq!((visible.percent().as_str(), visible.by_key("End")), ("0", Some(0.0)));
        }
    }

    #[test]
    fn pointer_and_keys_stay_within_the_picture() {
        let part = Visible::new(500, 1_000, 2_000);
        let near = |found: Option<f64>, expected: f64| (found.unwrap() - expected).abs() < 1e-9;
        assert!(near(Some(part.around(0.5)), 0.25));
        assert!(near(Some(part.around(0.0)), 0.0) && near(Some(part.around(1.0)), 0.5));
        assert!(near(part.by_key("ArrowRight"), 0.375) && near(part.by_key("ArrowLeft"), 0.125));
        assert!(near(part.by_key("PageDown"), 0.5) && near(part.by_key("PageUp"), 0.0));
        assert!(near(part.by_key("Home"), 0.0) && near(part.by_key("End"), 0.5));
        assert_eq!(part.by_key("Enter"), None);
    }
}
