//! Times as text that spreadsheets leave unchanged: `2026-10-21T07:28:00.000Z`.

use time::{Date, Month, OffsetDateTime};

/// Formats a time, in milliseconds from 1970, by RFC 3339. A time after the year 9999 is written in
/// milliseconds.
pub(crate) fn write(moment: u64) -> String {
    let seconds = i64::try_from(moment / 1_000).ok();
    let known = seconds.and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok());
    let Some(known) = known else { return moment.to_string() };
    let (year, month, day) = (known.year(), u8::from(known.month()), known.day());
    let (hour, minute, second) = known.to_hms();
    let millis = moment % 1_000;
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

/// Reads a time in the format of [`write`], also without the fraction of a second, or in
/// milliseconds; `None` if it has neither form.
pub(crate) fn read(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().ok();
    }
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let (time, millis) = time.split_once('.').unwrap_or((time, "000"));
    let [year, month, day] = parts(date, '-', [4, 2, 2])?;
    let [hour, minute, second] = parts(time, ':', [2, 2, 2])?;
    let [millis] = parts(millis, '.', [3])?;
    let small = |number: u16| u8::try_from(number).ok();
    let month = Month::try_from(small(month)?).ok()?;
    let date = Date::from_calendar_date(year.into(), month, small(day)?).ok()?;
    let known = date.with_hms(small(hour)?, small(minute)?, small(second)?).ok()?;
    let seconds = u64::try_from(known.assume_utc().unix_timestamp()).ok()?;
    Some(seconds * 1_000 + u64::from(millis))
}

/// Parses `N` numbers that are separated by `between`. `digits` are the required numbers of digits.
fn parts<const N: usize>(text: &str, between: char, digits: [usize; N]) -> Option<[u16; N]> {
    let mut parts = text.split(between);
    let mut numbers = [0; N];
    for (number, digits) in numbers.iter_mut().zip(digits) {
        let part = parts.next()?;
        let fits = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        *number = part.parse().ok().filter(|_| fits)?;
    }
    parts.next().is_none().then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: u64 = 86_400_000;
    /// The first moment whose year has more than four digits.
    const END: u64 = 253_402_300_800_000;

    #[test]
    fn moments_read_back() {
        for (moment, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (784_111_777_000, "1994-11-06T08:49:37.000Z"),
            (1_000_000_000_009, "2001-09-09T01:46:40.009Z"),
            (1_835_481_599_999, "2028-02-29T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (END - 1, "9999-12-31T23:59:59.999Z"),
            (END, "253402300800000"),
            (u64::MAX, "18446744073709551615"),
        ] {
            assert_eq!((write(moment).as_str(), read(text)), (text, Some(moment)));
        }
        for day in 0..150_000 {
            assert_eq!(read(&write(day * DAY + 1)), Some(day * DAY + 1));
        }
    }

    #[test]
    fn invalid_moments_are_none() {
        for text in [
            "soon",
            "1.764E+12",
            "2026-10-21",
            "2026-10-21T07:28:00",
            "21.10.2026 07:28",
            "2026-13-21T07:28:00.000Z",
            "2026-10-21T07:28:00.0Z",
            "2026-10-21T07:28:00.000.000Z",
            "2026-10-21T24:28:00.000Z",
            "+026-10-21T07:28:00.000Z",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
