//! Whole numbers as a sequence of bits, the highest bit of each number first.

/// A writer that appends numbers bit by bit.
#[derive(Debug, Default)]
pub(crate) struct BitWriter {
    bytes: Vec<u8>,
    /// The number of used bits in the last byte, 1 to 8; 0 if there is no byte.
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

    pub(crate) fn flag(&mut self, is_so: bool) {
        self.push(u64::from(is_so), 1);
    }

    /// Writes the number of significant bits (in 7 bits), followed by these bits.
    pub(crate) fn push_long(&mut self, number: u64) {
        let width = u8::try_from(u64::BITS - number.leading_zeros()).unwrap_or(u8::MAX);
        self.push(u64::from(width), 7);
        self.push(number, width);
    }

    /// Returns the bytes. The last byte is padded with zeros.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// A reader for the output of a [`BitWriter`].
#[derive(Debug)]
pub(crate) struct BitReader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> BitReader<'b> {
    pub(crate) const fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Returns the number in the next `width` bits (at most 64); `None` if fewer bits are left.
    pub(crate) fn take(&mut self, width: u8) -> Option<u64> {
        let mut number = 0;
        for _ in 0..width {
            let byte = self.bytes.get(self.at / 8)?;
            number = number << 1 | u64::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(number)
    }

    pub(crate) fn flag(&mut self) -> Option<bool> {
        self.take(1).map(|bit| bit == 1)
    }

    /// Reads a number that `push_long` wrote. Rejects leading zeros, so that a number has only one
    /// encoding.
    pub(crate) fn take_long(&mut self) -> Option<u64> {
        let width = u8::try_from(self.take(7)?).ok().filter(|width| *width <= 64)?;
        let number = self.take(width)?;
        (u64::BITS - number.leading_zeros() == u32::from(width)).then_some(number)
    }

    /// Returns whether only the zero padding of the last byte is left.
    pub(crate) fn ends(mut self) -> bool {
        let left = self.bytes.len() * 8 - self.at;
        left < 8 && (0..left).all(|_| self.take(1) == Some(0))
    }
}
