//! Dates in replies of providers, converted to milliseconds of Unix time.

use time::{Date, Month};

/// The names of the months in HTTP dates.
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Parses an HTTP date in its current form (`Wed, 21 Oct 2026 07:28:00 GMT`; RFC 9110, section
/// 5.6.7), a date of RFC 3339 (`2026-10-21T07:28:00Z`), or milliseconds in 13 digits. Fractions of
/// a second are rounded up, because asking early does not help. Returns `None` for any other text
/// and for a date before 1970.
pub(crate) fn unix_millis(text: &str) -> Option<u64> {
    if let Some(millis) = digits(text, 13) {
        return u64::try_from(millis).ok();
    }
    let seconds = of_http(text).or_else(|| of_rfc_3339(text))?;
    u64::try_from(seconds).ok()?.checked_mul(1_000)
}

fn of_http(text: &str) -> Option<i64> {
    let (_, rest) = text.strip_suffix(" GMT")?.split_once(", ")?;
    let mut parts = rest.split(' ');
    let (day, month, year, time) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let month = 1 + (0..).zip(MONTHS).find(|(_, name)| *name == month)?.0;
    let date = seconds_until(digits(year, 4)?, month, digits(day, 2)?)?;
    parts.next().is_none().then_some(date + seconds(time)?)
}

fn of_rfc_3339(text: &str) -> Option<i64> {
    let (date, time) = text.split_once(['T', 't', ' '])?;
    let mut parts = date.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let date = seconds_until(digits(year, 4)?, digits(month, 2)?, digits(day, 2)?)?;
    let whole = time.get(..8)?;
    let rest = time.get(8..)?;
    let zone = rest.trim_start_matches(|sign: char| sign == '.' || sign.is_ascii_digit());
    let part = &rest[..rest.len() - zone.len()];
    let more = i64::from(part.bytes().any(|digit| (b'1'..=b'9').contains(&digit)));
    parts.next().is_none().then_some(date + seconds(whole)? + more - offset(zone)?)
}

/// Parses a time such as `07:28:00` to seconds.
fn seconds(time: &str) -> Option<i64> {
    let mut parts = time.split(':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next()?);
    let (hours, minutes) = (digits(hours, 2)?, digits(minutes, 2)?);
    let seconds = digits(seconds, 2)?;
    let fits = hours < 24 && minutes < 60 && seconds <= 60 && parts.next().is_none();
    fits.then_some(hours * 3_600 + minutes * 60 + seconds)
}

/// Parses the offset of a zone such as `+02:00` to seconds.
fn offset(zone: &str) -> Option<i64> {
    if matches!(zone, "Z" | "z") {
        return Some(0);
    }
    let sign = if zone.starts_with('-') { -1 } else { 1 };
    let (hours, minutes) = zone.strip_prefix(['+', '-'])?.split_once(':')?;
    Some(sign * (digits(hours, 2)? * 3_600 + digits(minutes, 2)? * 60))
}

/// Parses a number of exactly `count` digits.
fn digits(text: &str, count: usize) -> Option<i64> {
    let fits = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| fits)
}

/// Returns the seconds from 1970 to the start of a day.
fn seconds_until(year: i64, month: i64, day: i64) -> Option<i64> {
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    let date = Date::from_calendar_date(i32::try_from(year).ok()?, month, u8::try_from(day).ok()?);
    Some(date.ok()?.midnight().assume_utc().unix_timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_date_formats_are_read() {
        for (text, seconds) in [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Tue, 29 Feb 2028 23:59:60 GMT", 1_835_481_600),
            ("2001-09-09T01:46:40Z", 1_000_000_000),
            ("1741305600000", 1_741_305_600),
            ("2001-09-09T03:46:40.75+02:00", 1_000_000_001),
            ("2001-09-09T01:46:40.000Z", 1_000_000_000),
            ("2001-09-08T20:16:40-05:30", 1_000_000_000),
        ] {
            assert_eq!(unix_millis(text), Some(seconds * 1_000), "{text}");
        }
    }

    #[test]
    fn invalid_dates_are_none() {
        for text in [
            "",
            "soon",
            "1741305600",
            "GMT",
            "Thu, 01 Jan 1969 00:00:00 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, 06 Nov 1994 08:49:37:00 GMT",
            "Sun, 06 Nov 1994 25:49:37 GMT",
            "2001-13-09T01:46:40Z",
            "2001-09-09T01:46:40",
            "2001-09-09T01:46:4ü",
            "+001-09-09T01:46:40Z",
        ] {
            assert_eq!(unix_millis(text), None, "{text}");
        }
    }
}
