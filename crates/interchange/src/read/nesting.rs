//! Tracks the nesting depth in JSON without parsing it.

/// The maximum number of containers whose kind is kept.
const MAX_KEPT: usize = 64;

/// The containers and strings that are open after the bytes so far.
#[derive(Debug, Default)]
pub(super) struct Nesting {
    /// The open brackets, outermost first.
    open: Vec<u8>,
    /// The number of further brackets that are open within those of `open`.
    deeper: usize,
    string: Quoted,
    /// The last byte outside of a string that is not blank.
    last: u8,
}

/// The position of the next byte relative to strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Quoted {
    /// Outside of a string.
    #[default]
    Outside,
    /// Inside of a string.
    Inside,
    /// After a backslash in a string.
    Escaped,
}

impl Quoted {
    /// Returns the position after this byte.
    pub(super) const fn position_after(self, byte: u8) -> Self {
        match (self, byte) {
            (Self::Outside, b'"') | (Self::Escaped, _) => Self::Inside,
            (Self::Inside, b'"') | (Self::Outside, _) => Self::Outside,
            (Self::Inside, b'\\') => Self::Escaped,
            (Self::Inside, _) => Self::Inside,
        }
    }
}

impl Nesting {
    pub(super) fn push(&mut self, byte: u8) {
        let was = self.string;
        self.string = was.position_after(byte);
        if was != Quoted::Outside || byte.is_ascii_whitespace() {
            return;
        }
        self.last = byte;
        match byte {
            b'{' | b'[' if self.open.len() < MAX_KEPT => self.open.push(byte),
            b'{' | b'[' => self.deeper += 1,
            b'}' | b']' if self.deeper > 0 => self.deeper -= 1,
            b'}' | b']' => {
                self.open.pop();
            }
            _ => {}
        }
    }

    /// Returns whether nothing is open.
    pub(super) fn is_closed(&self) -> bool {
        self.open.is_empty() && !self.is_in_string()
    }

    pub(super) fn is_in_string(&self) -> bool {
        self.string != Quoted::Outside
    }

    /// Returns whether an object may begin at this position of valid JSON.
    pub(super) fn takes_object(&self) -> bool {
        match self.last {
            b':' | b'[' => true,
            b',' => self.deeper > 0 || self.open.last() == Some(&b'['),
            _ => self.open.is_empty(),
        }
    }
}
