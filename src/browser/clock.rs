//! The time and the date.

use js_sys::Date;

/// Returns the time in milliseconds since 1970.
pub(crate) fn now() -> f64 {
    Date::now()
}

/// Returns the time in whole milliseconds since 1970, for use in names. Formatting a float would
/// add Rust's float tables to the first load.
#[expect(clippy::cast_possible_truncation, reason = "milliseconds of a clock are whole numbers")]
pub(crate) fn stamp() -> i64 {
    now() as i64
}

/// Returns the current local date and time.
pub(crate) fn today() -> String {
    format_date(&Date::new_0())
}

/// Formats a time in milliseconds since 1970 as local date and time, such as 2026-11-21 09:05. The
/// function avoids the browser's formatter, because the first use of that takes a tenth of a
/// second.
pub(crate) fn format_time(millis: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "present times are exact as floats")]
    let date = Date::new(&(millis as f64).into());
    format_date(&date)
}

fn format_date(date: &Date) -> String {
    format!(
        "{}-{:02}-{:02} {:02}:{:02}",
        date.get_full_year(),
        date.get_month() + 1,
        date.get_date(),
        date.get_hours(),
        date.get_minutes()
    )
}
