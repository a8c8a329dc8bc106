//! Finds the members of a ZIP file by its list of members (PKWARE's APPNOTE 6.3.10), including
//! ZIP64.

use std::collections::BTreeMap;

use super::MAX_MEMBERS;
use super::problem::Problem;

const LOCAL: &[u8] = b"PK\x03\x04";
const CENTRAL: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
const END_64: &[u8] = b"PK\x06\x06";
const LOCATOR_64: &[u8] = b"PK\x06\x07";
const END_LENGTH: usize = 22;
/// The maximum length of the comment at the end of the file, which follows the end of the list.
const MAX_COMMENT: usize = 0xffff;
/// The value of a 32-bit field whose real value is in a 64-bit field.
const IN_64: u64 = 0xffff_ffff;
/// The number of the extra field that contains 64-bit values.
const EXTRA_64: u64 = 1;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Member {
    /// The number of the compression method.
    pub(super) method: u16,
    pub(super) is_encrypted: bool,
    /// The checksum of the unpacked bytes.
    pub(super) checksum: u32,
    /// The length of the packed bytes.
    length: u64,
    /// The position of the member's local header.
    header: u64,
}

/// Returns the members of a file by their names; the last one of equal names counts. If there is a
/// problem, the members that can be found are returned with it.
pub(super) fn members(bytes: &[u8]) -> (BTreeMap<String, Member>, Option<Problem>) {
    match listed_members(bytes) {
        Some((mut members, problem)) => {
            let overlap = leave_out_overlapping(&mut members);
            (members, overlap.then_some(Problem::Overlapping).or(problem))
        }
        None => (walked(bytes), Some(Problem::BrokenArchive)),
    }
}

/// Removes members that share bytes with one before them, because they can unpack to far more than
/// the file's size. Reports whether there were any.
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
    /// Returns the packed bytes in the file.
    pub(super) fn packed<'a>(&self, bytes: &'a [u8]) -> Option<&'a [u8]> {
        let header = from(bytes, self.header)?;
        let header = header.starts_with(LOCAL).then_some(header)?;
        let data = 30 + number(header, 26, 2)? + number(header, 28, 2)?;
        from(header, data)?.get(..usize::try_from(self.length).ok()?)
    }
}

/// Returns the members in the list at the end; `None` if the list is not found.
fn listed_members(bytes: &[u8]) -> Option<(BTreeMap<String, Member>, Option<Problem>)> {
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

/// Returns the 64-bit end of the list, if there is one.
fn end_64(bytes: &[u8], end: usize) -> Option<&[u8]> {
    let locator = bytes.get(end.checked_sub(20)?..end)?;
    let locator = locator.starts_with(LOCATOR_64).then_some(locator)?;
    from(bytes, number(locator, 8, 8)?)?.starts_with(END_64).then_some(())?;
    from(bytes, number(locator, 8, 8)?)
}

/// Returns the first entry of the list, and the bytes after it.
fn entry(bytes: &[u8]) -> Option<(String, Member, &[u8])> {
    bytes.starts_with(CENTRAL).then_some(())?;
    let field = |at| number(bytes, at, 2);
    let (name, extra, comment) = (field(28)?, field(30)?, field(32)?);
    let extra_at = 46 + name;
    let extra_field = from(bytes, extra_at)?.get(..usize::try_from(extra).ok()?)?;
    let wide = extra_64(extra_field).unwrap_or_default();
    let (size, mut length, mut header) =
        (number(bytes, 24, 4)?, number(bytes, 20, 4)?, number(bytes, 42, 4)?);
    // The field contains only the values that do not fit into 32 bits, in this order.
    let mut at = usize::from(size == IN_64) * 8;
    for value in [&mut length, &mut header] {
        if *value == IN_64 {
            *value = number(wide, at, 8)?;
            at += 8;
        }
    }
    let member = Member {
        method: u16::try_from(field(10)?).ok()?,
        is_encrypted: field(8)? & 1 == 1,
        checksum: u32::try_from(number(bytes, 16, 4)?).ok()?,
        length,
        header,
    };
    let name = bytes.get(46..usize::try_from(extra_at).ok()?)?;
    let behind = from(bytes, extra_at + extra + comment)?;
    Some((String::from_utf8_lossy(name).into_owned(), member, behind))
}

/// Returns the extra field that contains 64-bit values.
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

/// Returns the complete members at the beginning of a file whose list is lost.
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

/// Returns the member whose local header is here, if it is complete and its length is known. Also
/// returns the position after the member.
fn local(bytes: &[u8], at: u64) -> Option<(String, Member, u64)> {
    let header = from(bytes, at)?;
    let header = header.starts_with(LOCAL).then_some(header)?;
    let field = |at| number(header, at, 2);
    let (flags, name, extra) = (field(6)?, field(26)?, field(28)?);
    let (mut length, size) = (number(header, 18, 4)?, number(header, 22, 4)?);
    if length == IN_64 {
        let extra = from(header, 30 + name)?.get(..usize::try_from(extra).ok()?)?;
        length = number(extra_64(extra)?, usize::from(size == IN_64) * 8, 8)?;
    }
    // If the length is stored after the data (bit 3 of the flags), the header does not contain it.
    let is_known = flags & 8 == 0 || length > 0;
    let member = Member {
        method: u16::try_from(field(8)?).ok()?,
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

/// Returns the bytes from a position on.
fn from(bytes: &[u8], at: u64) -> Option<&[u8]> {
    bytes.get(usize::try_from(at).ok()?..)
}

/// Returns the number of this many bytes at a position, in little-endian order.
fn number(bytes: &[u8], at: usize, length: usize) -> Option<u64> {
    let bytes = bytes.get(at..)?.get(..length)?;
    Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}
