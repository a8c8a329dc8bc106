//! How deep in JSON the next byte stands, without parsing it.

/// The most containers whose kind is kept.
const MAX_KEPT: usize = 64;

/// What of JSON is open behind the bytes that were pushed.
#[derive(Debug, Default)]
pub(super) struct Nesting {
    /// The brackets that are open, outermost first.
    open: Vec<u8>,
    /// How many more are open within these.
    deeper: usize,
    string: Quoted,
    /// The last byte that is no blank and stands outside of a string.
    last: u8,
}

/// Where the next byte stands with respect to strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Quoted {
    /// In none.
    #[default]
    Outside,
    /// In one.
    Inside,
    /// Behind a backslash in one.
    Escaped,
}

impl Quoted {
    /// Where the byte behind this one stands.
    pub(super) const fn behind(self, byte: u8) -> Self {
        match (self, byte) {
            (Self::Outside, b'"') | (Self::Escaped, _) => Self::Inside,
            (Self::Inside, b'"') | (Self::Outside, _) => Self::Outside,
            (Self::Inside, b'\\') => Self::Escaped,
            (Self::Inside, _) => Self::Inside,
        }
    }
}

impl Nesting {
    /// Takes the next byte.
    pub(super) fn push(&mut self, byte: u8) {
        let was = self.string;
        self.string = was.behind(byte);
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

    /// Whether nothing is open.
    pub(super) fn is_closed(&self) -> bool {
        self.open.is_empty() && !self.is_in_string()
    }

    /// Whether a string is open.
    pub(super) fn is_in_string(&self) -> bool {
        self.string != Quoted::Outside
    }

    /// Whether an object may begin here.
    pub(super) fn takes_object(&self) -> bool {
        match self.last {
            b':' | b'[' => true,
            b',' => self.deeper > 0 || self.open.last() == Some(&b'['),
            _ => self.open.is_empty(),
        }
    }
}
