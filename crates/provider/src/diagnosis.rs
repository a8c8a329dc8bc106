//! Possible causes of a failure for which a browser gives no reason.
//!
//! A page that may not read a reply sees neither its status nor its reason. A wrong key, a refused
//! origin, a stopped server and a blocker all look the same. Other facts rule some causes out. The
//! remaining causes are listed, the likeliest first.

use stepfall_protocol::asking::Suspect;

use crate::endpoint::Endpoint;
use crate::provider::CorsSupport;

/// The browser's permission for a page to reach the user's machine or the local network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permission {
    /// The permission is granted, or the browser does not ask for it.
    Granted,
    /// The user has not answered, or will be asked.
    Prompt,
    /// The permission is denied.
    Denied,
    /// The browser does not report the permission.
    Unknown,
}

/// The outcome of a bare request whose reply may not be read (`mode: "no-cors"`, without a key).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Probe {
    /// A server answered.
    Answered,
    /// No server answered.
    Silent,
    /// The request was not tried.
    NotTried,
}

/// Facts about a failed request that rule out some causes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Circumstances {
    /// True if the browser reports that it is online.
    pub is_online: bool,
    /// The outcome of a bare request to the same address.
    pub probe: Probe,
    /// The browser's permission for the page to reach this machine.
    pub permission: Permission,
    /// The origin of the page, as `https://host`.
    pub page: String,
    /// True if the browser is Safari, which blocks https pages from reaching this machine.
    pub is_safari: bool,
}

/// Returns possible causes of a failure without a status at an endpoint, the likeliest first. The
/// list is never empty.
pub fn diagnose(endpoint: &Endpoint, circumstances: &Circumstances) -> Vec<Suspect> {
    if !circumstances.is_online && !endpoint.is_loopback() {
        return vec![Suspect::new(
            "offline",
            "This browser has no network. Try again when it has.",
        )];
    }
    if endpoint.is_loopback() {
        local(endpoint, circumstances)
    } else {
        hosted(endpoint, circumstances)
    }
}

/// Returns the causes that block a page from a server on the same machine.
fn local(endpoint: &Endpoint, circumstances: &Circumstances) -> Vec<Suspect> {
    let origin = endpoint.origin();
    let mut list = Vec::new();
    if circumstances.permission == Permission::Denied {
        list.push(Suspect::new(
            "local-network",
            "This browser keeps the page from this machine. Allow the access in the settings of this site (“Local network access” or “Apps on \
             device”), and try again.",
        ));
        return list;
    }
    if circumstances.probe == Probe::Answered {
        list.push(origins(endpoint, circumstances));
        return list;
    }
    let off = format!("Nothing answers at {origin}. Start the server, or correct the address.");
    list.push(Suspect::new("server-off", &off));
    if circumstances.permission != Permission::Granted {
        list.push(Suspect::new(
            "local-network",
            "This browser asks before a page may reach this machine. Allow the access when the browser asks, or in the settings of this site.",
        ));
    }
    if circumstances.is_safari && circumstances.page.starts_with("https:") {
        list.push(Suspect::new(
            "mixed-content",
            "Safari keeps pages that came by https from servers on this machine. Open this page from a server on this machine, or take another browser.",
        ));
    }
    list.push(origins(endpoint, circumstances));
    list
}

/// Returns the cause that the server runs but does not allow this page.
fn origins(endpoint: &Endpoint, circumstances: &Circumstances) -> Suspect {
    let provider = endpoint.provider();
    if provider.slug.starts_with("ollama") {
        let advice = "Ollama lets only pages of this machine in. Quit Ollama, set this in its environment, and start it again:";
        let line = Some(format!("OLLAMA_ORIGINS={}", circumstances.page));
        return Suspect { line, ..Suspect::new("ollama-origins", advice) };
    }
    let advice = match provider.cors {
        CorsSupport::AfterSetup(what) => format!("The server does not let this page in: {what}."),
        CorsSupport::Allowed | CorsSupport::Unknown => format!(
            "The server does not let this page in. Allow the origin {} in its settings for CORS.",
            circumstances.page
        ),
    };
    Suspect::new("cors", &advice)
}

/// Returns the causes that block a page from a provider.
fn hosted(endpoint: &Endpoint, circumstances: &Circumstances) -> Vec<Suspect> {
    let provider = endpoint.provider();
    let origin = endpoint.origin();
    let mut list = Vec::new();
    if circumstances.probe == Probe::Silent {
        let silent = format!(
            "Nothing comes back from {origin}: a blocker, a firewall or a company's network may stop it, or the provider is down. Switch blockers off for \
             this page, and try again."
        );
        list.push(Suspect::new("blocker", &silent));
        let address = format!("The address may be wrong: the request went to {origin}.");
        list.push(Suspect::new("address", &address));
        return list;
    }
    if endpoint.key().is_some() {
        list.push(Suspect::new(
            "wrong-key",
            "The key may be wrong, expired or for another provider. Some providers, such as OpenAI and Cerebras, hide from a page that they refuse its key.",
        ));
    } else {
        list.push(Suspect::new("no-key", "There is no key, and the provider may want one."));
    }
    if provider.slug == "anthropic" {
        list.push(Suspect::new(
            "organisation",
            "The organisation may have switched calls from browsers off in its settings at Anthropic.",
        ));
    }
    let cors = match provider.cors {
        CorsSupport::Allowed => {
            "The provider may no longer let pages in (CORS). OpenRouter reaches the same models."
        }
        _ => {
            "The server may not let pages in (CORS): it has to allow this page's origin, and the headers authorization and content-type."
        }
    };
    list.push(Suspect::new("cors", cors));
    if circumstances.probe == Probe::NotTried {
        list.push(Suspect::new(
            "blocker",
            "A blocker or a company's network may stop the request. Switch blockers off for this page, and try again.",
        ));
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;
    use crate::provider::Provider;

    fn endpoint(slug: &str, key: &str) -> Endpoint {
        Endpoint::new(Provider::find(slug).unwrap(), None, Key::new(key)).unwrap()
    }

    fn circumstances() -> Circumstances {
        Circumstances {
            is_online: true,
            probe: Probe::NotTried,
            permission: Permission::Unknown,
            page: "https://stepfall.example".to_owned(),
            is_safari: false,
        }
    }

    fn slugs(slug: &str, key: &str, facts: &Circumstances) -> Vec<String> {
        diagnose(&endpoint(slug, key), facts).into_iter().map(|suspect| suspect.slug).collect()
    }

    #[test]
    fn an_offline_browser_is_the_only_suspect() {
        let facts = Circumstances { is_online: false, ..circumstances() };
        assert_eq!(slugs("openai", "k", &facts), ["offline"]);
        assert!(
            !slugs("ollama", "", &facts).contains(&"offline".to_owned()),
            "it is on this machine"
        );
    }

    #[test]
    fn a_silent_provider_is_blocked_or_has_a_bad_address() {
        let facts = Circumstances { probe: Probe::Silent, ..circumstances() };
        assert_eq!(slugs("openai", "k", &facts), ["blocker", "address"]);
    }

    #[test]
    fn a_reachable_provider_probably_refuses_the_key() {
        let facts = Circumstances { probe: Probe::Answered, ..circumstances() };
        assert_eq!(slugs("openai", "k", &facts), ["wrong-key", "cors"]);
        assert_eq!(slugs("anthropic", "k", &facts), ["wrong-key", "organisation", "cors"]);
        assert_eq!(slugs("openai", "", &circumstances()), ["no-key", "cors", "blocker"]);
    }

    #[test]
    fn ollama_gets_the_exact_line_to_set() {
        let facts = Circumstances { probe: Probe::Answered, ..circumstances() };
        let list = diagnose(&endpoint("ollama", ""), &facts);
        assert_eq!(list.len(), 1);
        assert_eq!(list[0].line.as_deref(), Some("OLLAMA_ORIGINS=https://stepfall.example"));
    }

    #[test]
    fn a_silent_local_server_is_probably_off() {
        let facts = Circumstances { probe: Probe::Silent, is_safari: true, ..circumstances() };
        let wanted = ["server-off", "local-network", "mixed-content", "cors"];
        assert_eq!(slugs("lm-studio", "", &facts), wanted);
        let facts = Circumstances { permission: Permission::Denied, ..circumstances() };
        assert_eq!(slugs("lm-studio", "", &facts), ["local-network"]);
    }
}
