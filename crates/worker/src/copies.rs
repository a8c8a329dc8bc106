//! Copies of the lines of the open run, which outlive the browser's database.

use std::collections::BTreeMap;

/// The maximum number of copied bytes. A line that would exceed it is not copied.
const MAX_BYTES: usize = 64 << 20;

/// The lines of a run by their keys.
#[derive(Debug, Default)]
pub(crate) struct Copies {
    lines: BTreeMap<u64, String>,
    bytes: usize,
    /// The number of lines that were not copied, for lack of room. A line does not count if an
    /// earlier version of it was copied.
    left_out: usize,
}

impl Copies {
    /// Copies a line. It replaces an earlier line with the same key.
    pub(crate) fn keep(&mut self, key: u64, line: String) {
        self.keep_within(key, line, MAX_BYTES);
    }

    fn keep_within(&mut self, key: u64, line: String, most: usize) {
        let before = self.lines.get(&key).map_or(0, String::len);
        let bytes = (self.bytes - before).saturating_add(line.len());
        if bytes > most {
            self.left_out += usize::from(before == 0);
            return;
        }
        self.bytes = bytes;
        self.lines.insert(key, line);
    }

    /// Returns the lines in the order of their keys.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (u64, &str)> {
        self.lines.iter().map(|(key, line)| (*key, line.as_str()))
    }

    /// Returns the number of lines that were not copied, for lack of room.
    pub(crate) const fn omitted_count(&self) -> usize {
        self.left_out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_lines_replace_earlier_ones_and_lines_without_room_are_counted() {
        let mut copies = Copies::default();
        for (key, line) in
            [(7, "seven"), (2, "two"), (7, "7"), (9, "nine"), (8, "eighteen"), (1, "")]
        {
            copies.keep_within(key, line.to_owned(), 8);
        }
        let lines: Vec<(u64, &str)> = copies.lines().collect();
        assert_eq!(lines, [(1, ""), (2, "two"), (7, "7"), (9, "nine")]);
        assert_eq!((copies.bytes, copies.omitted_count()), (8, 1));
    }
}
