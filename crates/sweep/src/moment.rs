//! Moments as text that spreadsheets leave as it is: `2026-10-21T07:28:00.000Z`.

/// Milliseconds of a day.
const DAY: u64 = 86_400_000;
/// The first moment, in milliseconds from 1970, that four digits of a year have no room for.
const END: u64 = 253_402_300_800_000;

/// A moment, in milliseconds from 1970, as RFC 3339 has it; after the year 9999 the milliseconds themselves.
pub(crate) fn write(moment: u64) -> String {
    if moment >= END {
        return moment.to_string();
    }
    let (year, month, day) = date(moment / DAY);
    let (seconds, millis) = (moment % DAY / 1_000, moment % 1_000);
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

/// The moment that is written so, or as milliseconds.
pub(crate) fn read(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().ok();
    }
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let (time, millis) = time.split_once('.').unwrap_or((time, "000"));
    let [year, month, day] = parts(date, '-', [4, 2, 2])?;
    let [hour, minute, second] = parts(time, ':', [2, 2, 2])?;
    let [millis] = parts(millis, '.', [3])?;
    let fits = (1_970..10_000).contains(&year)
        && (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && hour < 24
        && minute < 60
        && second < 60;
    let seconds = hour * 3_600 + minute * 60 + second;
    fits.then(|| days(year, month, day) * DAY + seconds * 1_000 + millis)
}

/// Numbers of so many digits each.
fn parts<const N: usize>(text: &str, between: char, digits: [usize; N]) -> Option<[u64; N]> {
    let mut parts = text.split(between);
    let mut numbers = [0; N];
    for (number, digits) in numbers.iter_mut().zip(digits) {
        let part = parts.next()?;
        let fits = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        *number = part.parse().ok().filter(|_| fits)?;
    }
    parts.next().is_none().then_some(numbers)
}

/// The days from 1970 in the Gregorian calendar: a year is counted from March, so that the leap day is its last.
const fn days(year: u64, month: u64, day: u64) -> u64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    year * 365 + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 719_469
}

/// Year, month and day of a number of days from 1970: the other way, by way of the 400 years after which the calendar repeats itself.
const fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, year) = (day - (153 * month + 2) / 5 + 1, year + era * 400);
    if month < 10 { (year, month + 3, day) } else { (year + 1, month - 9, day) }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn what_is_no_moment_is_none() {
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
