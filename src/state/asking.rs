//! How asking a model goes, and the keys that it is asked with.

use stepfall_protocol::asking::{Completion, Failure};
use stepfall_protocol::{Key, Secret};

/// What the form lacks to ask a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Missing {
    Address,
    Model,
    Key,
}

impl Missing {
    /// The name of its field.
    pub(crate) const fn field(self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::Model => "model",
            Self::Key => "key",
        }
    }
}

/// How it goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stage {
    Idle,
    Connecting,
    /// The list of models has come, with so many.
    Connected(usize),
    /// A model is asked since so many seconds.
    Asking(u32),
    Answered(Completion),
    Stopped(Completion),
    Failed(Failure),
    /// Nothing was sent: the form lacks something.
    Missing(Missing),
}

impl Stage {
    /// Whether a call is under way.
    pub(crate) const fn is_busy(&self) -> bool {
        matches!(self, Self::Connecting | Self::Asking(_))
    }
}

/// Keys, each for one exact origin.
#[derive(Default)]
pub(crate) struct Keys(Vec<(String, String)>);

impl Keys {
    /// The key for an origin; empty where there is none.
    pub(crate) fn of(&self, origin: &str) -> &str {
        let found = self.0.iter().find(|(of, _)| of == origin);
        found.map_or("", |(_, key)| key)
    }

    /// All of them.
    pub(crate) fn all(&self) -> Vec<Key> {
        let key = |(origin, key): &(String, String)| Key {
            origin: origin.clone(),
            key: Secret(key.trim().to_owned()),
        };
        self.0.iter().map(key).collect()
    }

    /// Keeps a key for an origin, in place of the one before; an empty one is forgotten.
    pub(crate) fn keep(&mut self, origin: &str, key: &str) {
        self.0.retain(|(of, _)| of != origin);
        if !key.is_empty() {
            self.0.push((origin.to_owned(), key.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_for_one_exact_origin() {
        let mut keys = Keys::default();
        keys.keep("https://api.example.org", "one");
        assert_eq!(keys.of("https://api.example.org"), "one");
        for other in
            ["https://api.example.org:444", "http://api.example.org", "https://example.org", ""]
        {
            assert_eq!(keys.of(other), "", "{other}");
        }
        keys.keep("https://api.example.org", "two");
        assert_eq!(keys.of("https://api.example.org"), "two");
        keys.keep("https://api.example.org", "");
        assert_eq!(keys.of("https://api.example.org"), "");
    }
}
