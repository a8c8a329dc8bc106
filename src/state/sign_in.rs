//! Signing in with a provider: the progress, and the state that the tab stores while the user is on
//! the provider's page.

use stepfall_protocol::asking::FailureReport;

/// The state that this tab stores while the user signs in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PendingSignIn {
    /// The slug of the provider.
    pub(crate) provider: String,
    /// The address of the provider.
    pub(crate) base: String,
    /// The secret verifier of OAuth (PKCE), without which a code is useless.
    pub(crate) verifier: String,
    /// The secret state of OAuth. Only a reply with the same state is accepted.
    pub(crate) state: String,
    /// The name of the history entry to return to; empty if the entry has no name.
    pub(crate) name: String,
    /// The fragment to return to, `#` included.
    pub(crate) fragment: String,
}

impl PendingSignIn {
    /// Serialises the state as lines.
    pub(crate) fn lines(&self) -> String {
        let Self { provider, base, verifier, state, name, fragment } = self;
        [provider, base, verifier, state, name, fragment].map(String::as_str).join("\n")
    }

    /// Parses the lines of [`Self::lines`]. Returns `None` if a line is missing or the secret state
    /// is empty.
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

/// The result with which the user comes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SignInReply {
    /// The code from the address, and the stored state.
    Code(String, PendingSignIn),
    /// A code that this tab cannot use, because the tab has stored no sign-in.
    NotStarted,
    /// A reply that does not belong to the pending sign-in: its state is missing or different.
    Forged,
    /// No code, because the user or the provider refused.
    Refused,
}

impl SignInReply {
    /// Parses the query of the address; returns `None` if the query is not the reply of a sign-in.
    /// The reply belongs to the stored sign-in `kept` if both have the same state. The state is
    /// compared without decoding, because none of its characters is escaped in an address.
    pub(crate) fn read(query: &str, kept: Option<PendingSignIn>) -> Option<Self> {
        // If the address already has a query, a provider may append its parameters with a second
        // question mark.
        let parameter = |name: &str| {
            let mut pairs = query.trim_start_matches('?').split(['&', '?']);
            pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
        };
        let (code, is_refused) = (parameter("code"), parameter("error").is_some());
        if code.is_none() && !is_refused {
            return None;
        }
        Some(match (code, kept) {
            (_, Some(kept)) if parameter("state") != Some(kept.state.as_str()) => Self::Forged,
            (Some(code), Some(kept)) => Self::Code(code.to_owned(), kept),
            (Some(_), None) => Self::NotStarted,
            (None, _) => Self::Refused,
        })
    }

    /// Returns whether this reply ends the sign-in, so that the stored state can be deleted. After
    /// a reply that does not belong to the sign-in, the sign-in stays pending.
    pub(crate) const fn ends_sign_in(&self) -> bool {
        !matches!(self, Self::Forged)
    }

    /// Returns whether a query is the reply of a sign-in.
    pub(crate) fn is_in(query: &str) -> bool {
        Self::read(query, None).is_some()
    }
}

/// The progress of a sign-in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum SignIn {
    #[default]
    No,
    /// The user is about to leave the page.
    Leaving,
    /// The code is exchanged for a key.
    Exchanging,
    Done,
    Failed(FailureReport),
}

impl SignIn {
    /// Returns whether a sign-in is running.
    pub(crate) const fn is_busy(&self) -> bool {
        matches!(self, Self::Leaving | Self::Exchanging)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pending() -> PendingSignIn {
        PendingSignIn {
            provider: "openrouter".to_owned(),
            base: "https://openrouter.ai/api/v1".to_owned(),
            verifier: "some-verifier".to_owned(),
            state: "some_state-1".to_owned(),
            name: String::new(),
            fragment: "#/play?v=2&seed=7".to_owned(),
        }
    }

    #[test]
    fn a_pending_sign_in_reads_back() {
        let named = PendingSignIn { name: "123".to_owned(), fragment: String::new(), ..pending() };
        for leave in [pending(), named] {
            assert_eq!(PendingSignIn::read(&leave.lines()), Some(leave));
        }
        assert_eq!(PendingSignIn::read("a\nb"), None);
        // The first text has too few lines, and the second has an empty state.
        assert_eq!(
            PendingSignIn::read("openrouter\nhttps://openrouter.ai/api/v1\nv\n\n#/play"),
            None
        );
        assert_eq!(
            PendingSignIn::read(&PendingSignIn { state: String::new(), ..pending() }.lines()),
            None
        );
    }

    #[test]
    fn a_query_contains_the_reply_of_a_sign_in() {
        let code = || Some(SignInReply::Code("ab-1".to_owned(), pending()));
        for (query, kept, back) in [
            ("", Some(pending()), None),
            ("?lang=en&decode=1", Some(pending()), None),
            ("?state=some_state-1", Some(pending()), None),
            ("?state=some_state-1&code=ab-1", Some(pending()), code()),
            ("?code=ab-1&lang=en&state=some_state-1", Some(pending()), code()),
            ("?state=some_state-1?code=ab-1", Some(pending()), code()),
            ("?state=1&code=ab-1", None, Some(SignInReply::NotStarted)),
            (
                "?state=some_state-1&error=access_denied",
                Some(pending()),
                Some(SignInReply::Refused),
            ),
            ("?error=access_denied", None, Some(SignInReply::Refused)),
        ] {
            assert_eq!(SignInReply::is_in(query), back.is_some(), "{query}");
            assert_eq!(SignInReply::read(query, kept), back, "{query}");
        }
    }

    #[test]
    fn a_reply_with_another_state_is_forged_and_does_not_end_the_sign_in() {
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
            assert!(SignInReply::is_in(query), "{query}");
            let back = SignInReply::read(query, Some(pending()));
            assert_eq!(back, Some(SignInReply::Forged), "{query}");
            assert!(back.is_some_and(|back| !back.ends_sign_in()), "{query}");
        }
    }

    #[test]
    fn a_reply_works_once() {
        let mut kept = Some(pending());
        let mut come = |query: &str| {
            let back = SignInReply::read(query, kept.clone());
            if back.as_ref().is_some_and(SignInReply::ends_sign_in) {
                kept = None;
            }
            back
        };
        assert_eq!(come("?code=forged"), Some(SignInReply::Forged));
        let reply = "?state=some_state-1&code=ab-1";
        assert_eq!(come(reply), Some(SignInReply::Code("ab-1".to_owned(), pending())));
        assert_eq!(come(reply), Some(SignInReply::NotStarted));
    }
}
