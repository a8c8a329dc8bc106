//! The members of a ZIP file (PKWARE's APPNOTE 6.3.10), ZIP64 included, as its list of members has them.

use std::collections::BTreeMap;

use super::MAX_MEMBERS;
use super::problem::Problem;

const LOCAL: &[u8] = b"PK\x03\x04";
const CENTRAL: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
const END_64: &[u8] = b"PK\x06\x06";
const LOCATOR_64: &[u8] = b"PK\x06\x07";
const END_LENGTH: usize = 22;
/// How far before the end of the file the end of the list may begin: behind it there is a comment.
const MAX_COMMENT: usize = 0xffff;
/// What a field of 32 bits has where the value stands in one of 64.
const IN_64: u64 = 0xffff_ffff;
/// The number of the extra field that has the values of 64 bits.
const EXTRA_64: u64 = 1;

/// A member of a ZIP file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Member {
    /// The method by which it is packed.
    pub(super) method: u16,
    /// Whether it is encrypted.
    pub(super) is_encrypted: bool,
    /// The checksum of what is unpacked.
    pub(super) checksum: u32,
    /// The length of what is packed.
    length: u64,
    /// Where its own header begins.
    header: u64,
}

/// The members of a file by their names; of two of one name the last. What is wrong is told beside those that can be found nevertheless.
pub(super) fn members(bytes: &[u8]) -> (BTreeMap<String, Member>, Option<Problem>) {
    match listed(bytes) {
        Some((mut members, problem)) => {
            let overlap = leave_out_overlapping(&mut members);
            (members, overlap.then_some(Problem::Overlapping).or(problem))
        }
        None => (walked(bytes), Some(Problem::BrokenArchive)),
    }
}

/// Leaves out members that share bytes with one before them: they would unpack to far more than the file can hold. Returns whether there were any.
fn leave_out_overlapping(members: &mut BTreeMap<String, Member>) -> bool {
    let ends = |member: &Member| member.header.saturating_add(30).saturating_add(member.length);
    let places = members.iter().map(|(name, member)| (member.header, ends(member), name.clone()));
    let mut places: Vec<(u64, u64, String)> = places.collect();
    places.sort();
    let (mut behind, before) = (0, members.len());
    for (begin, end, name) in places {
        if begin < behind {
            members.remove(&name);
        } else {
            behind = end;
        }
    }
    members.len() < before
}

impl Member {
    /// What is packed.
    pub(super) fn packed<'a>(&self, bytes: &'a [u8]) -> Option<&'a [u8]> {
        let header = from(bytes, self.header)?;
        let header = header.starts_with(LOCAL).then_some(header)?;
        let data = 30 + number(header, 26, 2)? + number(header, 28, 2)?;
        from(header, data)?.get(..usize::try_from(self.length).ok()?)
    }
}

/// The members by the list at the end; nothing where there is none that is whole.
fn listed(bytes: &[u8]) -> Option<(BTreeMap<String, Member>, Option<Problem>)> {
    let begin = bytes.len().saturating_sub(END_LENGTH + MAX_COMMENT);
    let mut windows = bytes[begin..].windows(END.len());
    let at = begin + windows.rposition(|window| window == END)?;
    let end = &bytes[at..];
    let (mut count, mut list) = (number(end, 10, 2)?, number(end, 16, 4)?);
    if let Some(end) = end_64(bytes, at) {
        (count, list) = (number(end, 32, 8)?, number(end, 48, 8)?);
    }
    let mut rest = from(bytes, list)?;
    let mut members = BTreeMap::new();
    for at in 0..count {
        if at >= u64::try_from(MAX_MEMBERS).unwrap_or(u64::MAX) {
            return Some((members, Some(Problem::ManyMembers)));
        }
        let Some((name, member, behind)) = entry(rest) else {
            return Some((members, Some(Problem::BrokenArchive)));
        };
        members.insert(name, member);
        rest = behind;
    }
    Some((members, None))
}

/// The end of the list in 64 bits, where there is one.
fn end_64(bytes: &[u8], end: usize) -> Option<&[u8]> {
    let locator = bytes.get(end.checked_sub(20)?..end)?;
    let locator = locator.starts_with(LOCATOR_64).then_some(locator)?;
    from(bytes, number(locator, 8, 8)?)?.starts_with(END_64).then_some(())?;
    from(bytes, number(locator, 8, 8)?)
}

/// An entry of the list, and what is behind it.
fn entry(bytes: &[u8]) -> Option<(String, Member, &[u8])> {
    bytes.starts_with(CENTRAL).then_some(())?;
    let of = |at| number(bytes, at, 2);
    let (name, extra, comment) = (of(28)?, of(30)?, of(32)?);
    let extra_at = 46 + name;
    let extra_field = from(bytes, extra_at)?.get(..usize::try_from(extra).ok()?)?;
    let wide = extra_64(extra_field).unwrap_or_default();
    let (size, mut length, mut header) =
        (number(bytes, 24, 4)?, number(bytes, 20, 4)?, number(bytes, 42, 4)?);
    // Only what does not fit is there, in this order.
    let mut at = usize::from(size == IN_64) * 8;
    for value in [&mut length, &mut header] {
        if *value == IN_64 {
            *value = number(wide, at, 8)?;
            at += 8;
        }
    }
    let member = Member {
        method: u16::try_from(of(10)?).ok()?,
        is_encrypted: of(8)? & 1 == 1,
        checksum: u32::try_from(number(bytes, 16, 4)?).ok()?,
        length,
        header,
    };
    let name = bytes.get(46..usize::try_from(extra_at).ok()?)?;
    let behind = from(bytes, extra_at + extra + comment)?;
    Some((String::from_utf8_lossy(name).into_owned(), member, behind))
}

/// The extra field that has the values of 64 bits.
fn extra_64(mut extra: &[u8]) -> Option<&[u8]> {
    loop {
        let length = usize::try_from(number(extra, 2, 2)?).ok()?;
        let field = extra.get(4..4 + length)?;
        if number(extra, 0, 2)? == EXTRA_64 {
            return Some(field);
        }
        extra = &extra[4 + length..];
    }
}

/// The members that stand whole at the beginning of a file whose list is lost, one behind the other.
fn walked(bytes: &[u8]) -> BTreeMap<String, Member> {
    let mut members = BTreeMap::new();
    let mut at = 0;
    while let Some((name, member, behind)) = local(bytes, at) {
        if members.len() >= MAX_MEMBERS {
            break;
        }
        members.insert(name, member);
        at = behind;
    }
    members
}

/// The member whose own header begins here, if it is whole and says how long it is, and where the next one begins.
fn local(bytes: &[u8], at: u64) -> Option<(String, Member, u64)> {
    let header = from(bytes, at)?;
    let header = header.starts_with(LOCAL).then_some(header)?;
    let of = |at| number(header, at, 2);
    let (flags, name, extra) = (of(6)?, of(26)?, of(28)?);
    let (mut length, size) = (number(header, 18, 4)?, number(header, 22, 4)?);
    if length == IN_64 {
        let extra = from(header, 30 + name)?.get(..usize::try_from(extra).ok()?)?;
        length = number(extra_64(extra)?, usize::from(size == IN_64) * 8, 8)?;
    }
    // Where the length follows the data it is not known here.
    let is_known = flags & 8 == 0 || length > 0;
    let member = Member {
        method: u16::try_from(of(8)?).ok()?,
        is_encrypted: flags & 1 == 1,
        checksum: u32::try_from(number(header, 14, 4)?).ok()?,
        length,
        header: at,
    };
    member.packed(bytes).filter(|_| is_known)?;
    let text = header.get(30..usize::try_from(30 + name).ok()?)?;
    let behind = at.checked_add(30 + name + extra)?.checked_add(length)?;
    Some((String::from_utf8_lossy(text).into_owned(), member, behind))
}

/// What begins at a place.
fn from(bytes: &[u8], at: u64) -> Option<&[u8]> {
    bytes.get(usize::try_from(at).ok()?..)
}

/// The number of so many bytes at a place, the lowest first.
fn number(bytes: &[u8], at: usize, length: usize) -> Option<u64> {
    let bytes = bytes.get(at..)?.get(..length)?;
    Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}
