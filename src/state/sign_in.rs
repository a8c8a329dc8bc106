//! Signing in with a provider: how it goes, and what is kept while the visitor is away.

use stepfall_protocol::asking::Failure;

/// What is kept in this tab while the visitor signs in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Leave {
    /// The provider's slug, and its address.
    pub(crate) provider: String,
    pub(crate) base: String,
    /// What a code is worth something with.
    pub(crate) verifier: String,
    /// The name that the entry of the history carried; empty where it had none.
    pub(crate) name: String,
    /// The fragment to come back to, `#` included.
    pub(crate) fragment: String,
}

impl Leave {
    /// As lines.
    pub(crate) fn lines(&self) -> String {
        let Self { provider, base, verifier, name, fragment } = self;
        [provider, base, verifier, name, fragment].map(String::as_str).join("\n")
    }

    /// From lines; nothing where they are none of these.
    pub(crate) fn read(lines: &str) -> Option<Self> {
        let mut lines = lines.splitn(5, '\n').map(str::to_owned);
        Some(Self {
            provider: lines.next()?,
            base: lines.next()?,
            verifier: lines.next()?,
            name: lines.next()?,
            fragment: lines.next()?,
        })
    }
}

/// With what a visitor comes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Back {
    /// With a code as it stands in the address, and what was kept.
    Code(String, Leave),
    /// With a code that this tab cannot use: it kept nothing.
    Stranger,
    /// Without a code: the visitor did not agree, or the provider did not.
    Refused,
}

impl Back {
    /// What the query of the address says; nothing where it is none of a sign-in. A `kept` that is there belongs to it.
    pub(crate) fn read(query: &str, kept: Option<Leave>) -> Option<Self> {
        let given = |name: &str| {
            let mut pairs = query.trim_start_matches('?').split('&');
            pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
        };
        match (given("code"), kept) {
            (Some(code), Some(kept)) => Some(Self::Code(code.to_owned(), kept)),
            (Some(_), None) => Some(Self::Stranger),
            (None, _) => given("error").map(|_| Self::Refused),
        }
    }

    /// Whether a query is that of someone who comes back.
    pub(crate) fn is_in(query: &str) -> bool {
        Self::read(query, None).is_some()
    }
}

/// How signing in goes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum SignIn {
    #[default]
    No,
    /// The visitor is about to go.
    Leaving,
    /// The code is exchanged for a key.
    Exchanging,
    Done,
    Failed(Failure),
}

impl SignIn {
    /// Whether something is under way.
    pub(crate) const fn is_busy(&self) -> bool {
        matches!(self, Self::Leaving | Self::Exchanging)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leave() -> Leave {
        Leave {
            provider: "openrouter".to_owned(),
            base: "https://openrouter.ai/api/v1".to_owned(),
            verifier: "some-verifier".to_owned(),
            name: String::new(),
            fragment: "#/play?v=2&seed=7".to_owned(),
        }
    }

    #[test]
    fn what_is_kept_is_read_again() {
        let named = Leave { name: "123".to_owned(), fragment: String::new(), ..leave() };
        for leave in [leave(), named] {
            assert_eq!(Leave::read(&leave.lines()), Some(leave));
        }
        assert_eq!(Leave::read("a\nb"), None);
    }

    #[test]
    fn a_query_says_with_what_a_visitor_comes_back() {
        for (query, kept, back) in [
            ("", Some(leave()), None),
            ("?lang=en&decode=1", Some(leave()), None),
            ("?code=ab-1", Some(leave()), Some(Back::Code("ab-1".to_owned(), leave()))),
            ("?state=1&code=ab-1", None, Some(Back::Stranger)),
            ("?error=access_denied", Some(leave()), Some(Back::Refused)),
            ("?error=access_denied", None, Some(Back::Refused)),
        ] {
            assert_eq!(Back::is_in(query), back.is_some(), "{query}");
            assert_eq!(Back::read(query, kept), back, "{query}");
        }
    }
}
