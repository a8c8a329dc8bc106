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
    /// What a reply must have brought back for its code to be used.
    pub(crate) state: String,
    /// The name that the entry of the history carried; empty where it had none.
    pub(crate) name: String,
    /// The fragment to come back to, `#` included.
    pub(crate) fragment: String,
}

impl Leave {
    /// As lines.
    pub(crate) fn lines(&self) -> String {
        let Self { provider, base, verifier, state, name, fragment } = self;
        [provider, base, verifier, state, name, fragment].map(String::as_str).join("\n")
    }

    /// From lines; nothing where they are none of these.
    pub(crate) fn read(lines: &str) -> Option<Self> {
        let mut lines = lines.splitn(6, '\n').map(str::to_owned);
        Some(Self {
            provider: lines.next()?,
            base: lines.next()?,
            verifier: lines.next()?,
            state: lines.next().filter(|state| !state.is_empty())?,
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
    /// With something else than a reply to the sign-in that is under way: the state is missing, or another one.
    Forged,
    /// Without a code: the visitor did not agree, or the provider did not.
    Refused,
}

impl Back {
    /// What the query of the address says; nothing where it is none of a sign-in. Whether it belongs to a `kept` that is there, the
    /// state says. It is compared as it stands: it has no character that is written otherwise in an address.
    pub(crate) fn read(query: &str, kept: Option<Leave>) -> Option<Self> {
        // Whoever adds a code to an address that has a query already may do so by a second question mark.
        let given = |name: &str| {
            let mut pairs = query.trim_start_matches('?').split(['&', '?']);
            pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
        };
        let (code, is_refused) = (given("code"), given("error").is_some());
        if code.is_none() && !is_refused {
            return None;
        }
        Some(match (code, kept) {
            (_, Some(kept)) if given("state") != Some(kept.state.as_str()) => Self::Forged,
            (Some(code), Some(kept)) => Self::Code(code.to_owned(), kept),
            (Some(_), None) => Self::Stranger,
            (None, _) => Self::Refused,
        })
    }

    /// Whether what was kept is of no more use afterwards. What is no reply to the sign-in leaves it to the one that may still come.
    pub(crate) const fn ends_it(&self) -> bool {
        !matches!(self, Self::Forged)
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
            state: "some_state-1".to_owned(),
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
        // As an earlier version kept it, and with a state that anybody could give.
        assert_eq!(Leave::read("openrouter\nhttps://openrouter.ai/api/v1\nv\n\n#/play"), None);
        assert_eq!(Leave::read(&Leave { state: String::new(), ..leave() }.lines()), None);
    }

    #[test]
    fn a_query_says_with_what_a_visitor_comes_back() {
        let code = || Some(Back::Code("ab-1".to_owned(), leave()));
        for (query, kept, back) in [
            ("", Some(leave()), None),
            ("?lang=en&decode=1", Some(leave()), None),
            ("?state=some_state-1", Some(leave()), None),
            ("?state=some_state-1&code=ab-1", Some(leave()), code()),
            ("?code=ab-1&lang=en&state=some_state-1", Some(leave()), code()),
            ("?state=some_state-1?code=ab-1", Some(leave()), code()),
            ("?state=1&code=ab-1", None, Some(Back::Stranger)),
            ("?state=some_state-1&error=access_denied", Some(leave()), Some(Back::Refused)),
            ("?error=access_denied", None, Some(Back::Refused)),
        ] {
            assert_eq!(Back::is_in(query), back.is_some(), "{query}");
            assert_eq!(Back::read(query, kept), back, "{query}");
        }
    }

    #[test]
    fn a_reply_without_the_state_of_the_sign_in_is_forged_and_does_not_end_it() {
        for query in [
            "?code=forged",
            "?code=forged&state",
            "?code=forged&state=",
            "?code=forged&state=other",
            "?code=forged&state=some_state-",
            "?code=forged&state=some_state-12",
            "?code=forged&state=SOME_STATE-1",
            "?code=forged&state=some%5Fstate%2D1",
            "?code=forged&mystate=some_state-1",
            "?code=forged&state=other&state=some_state-1",
            "?error=access_denied",
            "?error=access_denied&state=other",
        ] {
            assert!(Back::is_in(query), "{query}");
            let back = Back::read(query, Some(leave()));
            assert_eq!(back, Some(Back::Forged), "{query}");
            assert!(back.is_some_and(|back| !back.ends_it()), "{query}");
        }
    }

    #[test]
    fn a_reply_works_once() {
        let mut kept = Some(leave());
        let mut come = |query: &str| {
            let back = Back::read(query, kept.clone());
            if back.as_ref().is_some_and(Back::ends_it) {
                kept = None;
            }
            back
        };
        assert_eq!(come("?code=forged"), Some(Back::Forged));
        let reply = "?state=some_state-1&code=ab-1";
        assert_eq!(come(reply), Some(Back::Code("ab-1".to_owned(), leave())));
        assert_eq!(come(reply), Some(Back::Stranger));
    }
}
