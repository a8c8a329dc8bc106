//! The progress of asking a model, and the keys for it.

use stepfall_protocol::asking::{Completion, FailureReport};
use stepfall_protocol::{Key, Secret};

/// A missing input of the form that asks a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Missing {
    Address,
    Model,
    Key,
}

impl Missing {
    /// Returns the name of the form field for the input.
    pub(crate) const fn field(self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::Model => "model",
            Self::Key => "key",
        }
    }
}

/// The state of a call to a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stage {
    Idle,
    Connecting,
    /// The list of models has arrived, with this many models.
    Connected(usize),
    /// A model has been working for this many seconds.
    Asking(u32),
    Answered(Completion),
    Stopped(Completion),
    Failed(FailureReport),
    /// Nothing was sent, because an input of the form is missing.
    Missing(Missing),
}

impl Stage {
    /// Returns whether a call is running.
    pub(crate) const fn is_busy(&self) -> bool {
        matches!(self, Self::Connecting | Self::Asking(_))
    }
}

/// API keys of the user, each for one exact origin.
#[derive(Default)]
pub(crate) struct Keys(Vec<(String, String)>);

impl Keys {
    /// Returns the key for an origin; an empty text if there is no key.
    pub(crate) fn of(&self, origin: &str) -> &str {
        let found = self.0.iter().find(|(key_origin, _)| key_origin == origin);
        found.map_or("", |(_, key)| key)
    }

    /// Returns all keys, without surrounding blanks.
    pub(crate) fn all(&self) -> Vec<Key> {
        let key = |(origin, key): &(String, String)| Key {
            origin: origin.clone(),
            key: Secret(key.trim().to_owned()),
        };
        self.0.iter().map(key).collect()
    }

    /// Stores a key for an origin in place of the previous one; an empty key deletes it.
    pub(crate) fn keep(&mut self, origin: &str, key: &str) {
        self.0.retain(|(key_origin, _)| key_origin != origin);
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
