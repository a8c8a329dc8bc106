//! The time and the date.

use js_sys::Date;

/// Returns the time in milliseconds since 1970.
pub(crate) fn now() -> f64 {
    Date::now()
}

/// Returns the time as a whole number for a name. Formatting a float would add Rust's float tables
/// to the first load.
#[expect(clippy::cast_possible_truncation, reason = "milliseconds of a clock are whole numbers")]
pub(crate) fn stamp() -> i64 {
    now() as i64
}

/// Returns the current local date and time.
pub(crate) fn today() -> String {
    written(&Date::new_0())
}

/// Formats a time in milliseconds since 1970 as local date and time, such as 2026-11-21 09:05. The
/// browser's own formatter is not used, because its first use takes a tenth of a second.
pub(crate) fn when(millis: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "the times of this age are exact")]
    let date = Date::new(&(millis as f64).into());
    written(&date)
}

fn written(date: &Date) -> String {
    format!(
        "{}-{:02}-{:02} {:02}:{:02}",
        date.get_full_year(),
        date.get_month() + 1,
        date.get_date(),
        date.get_hours(),
        date.get_minutes()
    )
}
