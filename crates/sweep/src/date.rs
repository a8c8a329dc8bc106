//! Dates as providers write them when they say until when to wait.

/// The longest date, in bytes.
const MAX_DATE: usize = 64;
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Milliseconds from 1970 to a date: `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110, section 5.6.7) or
/// `1994-11-06T08:49:37.5Z`, also with a difference from UTC (RFC 3339). None for anything else, and for dates before 1970. A leap
/// second is the second after it.
pub(crate) fn read(text: &str) -> Option<u64> {
    let text = text.trim();
    if text.len() > MAX_DATE || !text.is_ascii() {
        return None;
    }
    imf(text).or_else(|| rfc3339(text))
}

fn imf(text: &str) -> Option<u64> {
    let (_, rest) = text.split_once(", ")?;
    let mut parts = rest.split(' ');
    let mut part = || parts.next();
    let day = number(part()?, 2)?;
    let name = part()?;
    let month = (1..).zip(MONTHS).find(|(_, month)| *month == name)?.0;
    let year = number(part()?, 4)?;
    let seconds = clock(part()?)?;
    let is_whole = part()? == "GMT" && part().is_none();
    let days = days(year, month, day)?;
    let millis = (days * 86_400 + seconds) * 1_000;
    u64::try_from(millis).ok().filter(|_| is_whole)
}

fn rfc3339(text: &str) -> Option<u64> {
    let (date, time) = text.split_at_checked(10)?;
    let mut parts = date.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let days = days(number(year, 4)?, number(month, 2)?, number(day, 2)?)?;
    let time = time.strip_prefix(['T', 't', ' '])?;
    let (time, rest) = time.split_at_checked(8)?;
    let (fraction, zone) = match rest.strip_prefix('.') {
        Some(rest) => {
            let end = rest.find(|digit: char| !digit.is_ascii_digit())?;
            rest.split_at(end)
        }
        None => ("0", rest),
    };
    // Three digits of the fraction; the others are less than a millisecond.
    let thousandths = fraction.bytes().chain(*b"00").take(3);
    let thousandths = thousandths.fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
    let seconds = days * 86_400 + clock(time)? - offset(zone)?;
    (!fraction.is_empty()).then(|| u64::try_from(seconds * 1_000 + thousandths).ok())?
}

/// `Z`, `+02:00`, `-05:30` in seconds.
fn offset(zone: &str) -> Option<i64> {
    let (sign, difference) = match zone.as_bytes().first()? {
        b'Z' | b'z' => return (zone.len() == 1).then_some(0),
        b'+' => (1, &zone[1..]),
        b'-' => (-1, &zone[1..]),
        _ => return None,
    };
    let (hours, minutes) = difference.split_once(':')?;
    let (hours, minutes) = (number(hours, 2)?, number(minutes, 2)?);
    (hours < 24 && minutes < 60).then_some(sign * (hours * 3_600 + minutes * 60))
}

/// `08:49:37` in seconds.
fn clock(text: &str) -> Option<i64> {
    let mut parts = text.split(':');
    let mut part = || number(parts.next()?, 2);
    let (hours, minutes, seconds) = (part()?, part()?, part()?);
    let is_time = hours < 24 && minutes < 60 && seconds <= 60 && parts.next().is_none();
    is_time.then_some(hours * 3_600 + minutes * 60 + seconds)
}

/// Days from 1970-01-01, after H. Hinnant, chrono-compatible low-level date algorithms (2013): years begin in March, so that
/// the leap day is the last one.
fn days(year: i64, month: i64, day: i64) -> Option<i64> {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => return None,
    };
    if !(1..=last).contains(&day) || year < 1970 {
        return None;
    }
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    Some(year * 365 + year / 4 - year / 100 + year / 400 + day_of_year - 719_468)
}

/// A number of exactly so many digits.
fn number(text: &str, digits: usize) -> Option<i64> {
    let is_number = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read() {
        for (text, millis) in [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777_000),
            ("1994-11-06T08:49:37Z", 784_111_777_000),
            ("1994-11-06t08:49:37.25z", 784_111_777_250),
            ("1994-11-06T08:49:37.1239999+00:00", 784_111_777_123),
            ("1994-11-06T10:49:37+02:00", 784_111_777_000),
            ("1994-11-06T03:19:37-05:30", 784_111_777_000),
            ("2000-02-29T00:00:00Z", 951_782_400_000),
            ("2100-03-01T00:00:00Z", 4_107_542_400_000),
            ("9999-12-31T23:59:60Z", 253_402_300_800_000),
        ] {
            assert_eq!(read(text), Some(millis), "{text}");
        }
    }

    #[test]
    fn every_day_follows_the_one_before() {
        let mut expected = 0;
        for year in 1970..2410 {
            for month in 1..=12 {
                for day in 1..=31 {
                    if let Some(count) = days(year, month, day) {
                        assert_eq!(count, expected, "{year}-{month}-{day}");
                        expected += 1;
                    }
                }
            }
        }
        assert_eq!(expected, 160_707);
    }

    #[test]
    fn anything_else_is_no_date() {
        for text in [
            "",
            "tomorrow",
            "1994-11-06",
            "1994-11-06T08:49:37",
            "1994-11-06T08:49:37.Z",
            "1994-11-06T24:00:00Z",
            "1994-13-06T08:49:37Z",
            "1994-02-29T08:49:37Z",
            "1969-12-31T23:59:59Z",
            "1970-01-01T00:00:00+01:00",
            "1994-11-06T08:49:37+2:00",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
            "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 06 Nov 1994 08:49:37 GMT or so",
            "１994-11-06T08:49:37Z",
            "1994-11-06T08:49:37.5",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
