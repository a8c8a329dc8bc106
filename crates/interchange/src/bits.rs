//! Whole numbers as runs of bits, the highest bit first.

/// Numbers that are written one behind the other.
#[derive(Debug, Default)]
pub(crate) struct BitWriter {
    bytes: Vec<u8>,
    /// How many bits of the last byte are taken, 1 to 8; 0 where there is none.
    taken: u8,
}

impl BitWriter {
    /// Writes the lowest `width` bits of a number.
    pub(crate) fn push(&mut self, number: u64, width: u8) {
        for at in (0..width).rev() {
            if self.taken.is_multiple_of(8) {
                self.bytes.push(0);
                self.taken = 0;
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= u8::from(number >> at & 1 == 1) << (7 - self.taken);
            }
            self.taken += 1;
        }
    }

    /// Writes whether something is so.
    pub(crate) fn flag(&mut self, is_so: bool) {
        self.push(u64::from(is_so), 1);
    }

    /// Writes a number behind the number of its bits.
    pub(crate) fn push_long(&mut self, number: u64) {
        let width = u8::try_from(u64::BITS - number.leading_zeros()).unwrap_or(u8::MAX);
        self.push(u64::from(width), 7);
        self.push(number, width);
    }

    /// What was written, filled up with zeros to whole bytes.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads what a [`BitWriter`] wrote.
#[derive(Debug)]
pub(crate) struct BitReader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> BitReader<'b> {
    pub(crate) const fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The number in the next `width` bits, at most 64; nothing where they are not there.
    pub(crate) fn take(&mut self, width: u8) -> Option<u64> {
        let mut number = 0;
        for _ in 0..width {
            let byte = self.bytes.get(self.at / 8)?;
            number = number << 1 | u64::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(number)
    }

    /// Whether something is so.
    pub(crate) fn flag(&mut self) -> Option<bool> {
        self.take(1).map(|bit| bit == 1)
    }

    /// A number that stands behind the number of its bits, with no zeros before it.
    pub(crate) fn take_long(&mut self) -> Option<u64> {
        let width = u8::try_from(self.take(7)?).ok().filter(|width| *width <= 64)?;
        let number = self.take(width)?;
        (u64::BITS - number.leading_zeros() == u32::from(width)).then_some(number)
    }

    /// Whether nothing is left but the zeros that fill up a byte.
    pub(crate) fn ends(mut self) -> bool {
        let left = self.bytes.len() * 8 - self.at;
        left < 8 && (0..left).all(|_| self.take(1) == Some(0))
    }
}
