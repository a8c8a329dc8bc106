//! Who is asked, and how it goes.

use stepfall_protocol::{Key, Secret};

/// A provider, or a server on one's own machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Provider {
    pub(crate) slug: String,
    pub(crate) name: String,
    /// Its address; empty where there is none of its own.
    pub(crate) base: String,
    /// What has to be done before a page may call it; empty where nothing has.
    pub(crate) needs: String,
    pub(crate) is_local: bool,
    /// Whether a visitor can sign in there instead of pasting a key.
    pub(crate) signs_in: bool,
}

/// A model of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Model {
    pub(crate) id: String,
    pub(crate) name: String,
    /// What a million tokens of input and of output cost, as a set-up has it; nothing where the list does not tell.
    pub(crate) price: Option<String>,
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Ended {
    pub(crate) model: Option<String>,
    pub(crate) is_cut: bool,
    /// Tokens.
    pub(crate) input: Option<u32>,
    pub(crate) output: Option<u32>,
    pub(crate) reasoning: Option<u32>,
    /// Milliseconds.
    pub(crate) took: u32,
    /// Milliseconds to the first piece.
    pub(crate) first: Option<u32>,
    /// How many characters stand for what is none.
    pub(crate) replaced: u32,
    /// What was asked for and not sent, because the model does not take it.
    pub(crate) left_out: Vec<String>,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Trouble {
    pub(crate) message: String,
    /// What may be behind it, the likeliest first, where that is not known.
    pub(crate) suspects: Vec<Suspect>,
}

/// A possible cause, and what to do then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Suspect {
    pub(crate) advice: String,
    /// A line to be copied.
    pub(crate) line: Option<String>,
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
    Answered(Ended),
    Stopped(Ended),
    Failed(Trouble),
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
