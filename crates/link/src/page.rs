//! The pages of the app, and the page that an address opens.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use stepfall_procedure::safe_excerpt;

use crate::notice::Notice;

/// A page of the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Page {
    /// One procedure, asked and graded.
    #[default]
    Play,
    /// Many attempts, over lengths, look-backs, conditions and models.
    Sweep,
    /// Recorded runs of real models.
    Results,
    /// Items for other batch services and frameworks, and their responses.
    Batch,
    /// A small transformer that runs in the browser.
    Lab,
    /// A story in short chapters.
    Learn,
    /// A description of the app, and its terms.
    About,
}

impl Page {
    /// All pages of the app.
    pub const ALL: [Self; 7] =
        [Self::Play, Self::Sweep, Self::Results, Self::Batch, Self::Lab, Self::Learn, Self::About];

    /// Returns the name in the address.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Sweep => "sweep",
            Self::Results => "results",
            Self::Batch => "batch",
            Self::Lab => "lab",
            Self::Learn => "learn",
            Self::About => "about",
        }
    }

    /// Returns the display name of the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Play => "Play",
            Self::Sweep => "Sweep",
            Self::Results => "Results",
            Self::Batch => "Batch",
            Self::Lab => "Lab",
            Self::Learn => "Learn",
            Self::About => "About",
        }
    }

    /// Returns the page with this name; `None` for an unknown name.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|page| page.slug() == slug)
    }
}

/// The parameter that names the figure, in the address of a frame with Sweep. Without this
/// parameter the first figure is shown.
pub const FIGURE: &str = "figure";

/// Content that another page can embed in a frame. Embedded content never takes a key or sends a
/// request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Embedded {
    /// A verdict with its arcs, by an address of Play.
    Verdict,
    /// A chapter of Learn, or its field guide.
    Chapter,
    /// A figure of a sweep of simulated solvers, by an address of Sweep and the figure's id:
    /// `#/embed/sweep?v=2&steps=5,25&model=simulated:mixed:200&figure=collapse`.
    Figure,
    /// The small model's output and the lines that each step used, by an address of the Lab.
    Map,
}

impl Embedded {
    /// The prefix of the slug in addresses for frames.
    const PREFIX: &'static str = "embed/";

    /// Returns the page whose addresses define the content.
    pub const fn page(self) -> Page {
        match self {
            Self::Verdict => Page::Play,
            Self::Chapter => Page::Learn,
            Self::Figure => Page::Sweep,
            Self::Map => Page::Lab,
        }
    }

    fn from_slug(slug: &str) -> Option<Self> {
        let page = slug.strip_prefix(Self::PREFIX)?;
        [Self::Verdict, Self::Chapter, Self::Figure, Self::Map]
            .into_iter()
            .find(|embedded| embedded.page().slug() == page)
    }

    /// Converts a fragment of the content's page to the fragment for a frame; `None` if the
    /// fragment is of another page.
    pub fn fragment(self, page_fragment: &str) -> Option<String> {
        let rest = page_fragment.strip_prefix("#/")?.strip_prefix(self.page().slug())?;
        Some(format!("#/{}{}{rest}", Self::PREFIX, self.page().slug()))
    }

    /// Converts a fragment for a frame to the fragment of its page.
    pub fn page_fragment_of(fragment: &str) -> String {
        fragment.replacen(Self::PREFIX, "", 1)
    }
}

/// The target of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// A page of the app.
    To(Page),
    /// Embedded content for a frame in another page: `#/embed/learn?v=2&chapter=collapse`.
    Embed(Embedded),
    /// An unknown page; holds the name from the URL.
    Unknown(String),
}

impl Route {
    /// Parses the target of an address: a whole URL, its fragment with or without `#`, or
    /// parameters alone, which are Play's.
    ///
    /// ```
    /// # use stepfall_link::{Embedded, Page, Route};
    /// assert_eq!(Route::read("https://host/#/sweep?v=2"), Route::To(Page::Sweep));
    /// assert_eq!(Route::read("#/embed/play?v=2"), Route::Embed(Embedded::Verdict));
    /// assert_eq!(Route::read("#/zoo"), Route::Unknown("zoo".to_owned()));
    /// ```
    pub fn read(address: &str) -> Self {
        let (slug, _) = slug_and_query(address);
        match Page::from_slug(slug) {
            None if slug.is_empty() => Self::To(Page::default()),
            None => match Embedded::from_slug(slug) {
                Some(embedded) => Self::Embed(embedded),
                None => Self::Unknown(safe_excerpt(slug)),
            },
            Some(page) => Self::To(page),
        }
    }
}

/// Splits an address into the name of the page and the parameters; either may be empty.
pub fn slug_and_query(address: &str) -> (&str, &str) {
    let address = address.trim();
    let fragment = match address.split_once('#') {
        Some((_, fragment)) => fragment,
        None if address.starts_with("http://") || address.starts_with("https://") => "",
        None => address,
    };
    let (path, query) = match fragment.split_once('?') {
        Some((path, query)) => (path, query),
        // Parameters alone: their first key contains no slash.
        None if fragment.split_once('=').is_some_and(|(key, _)| !key.contains('/')) => {
            ("", fragment)
        }
        None => (fragment, ""),
    };
    let slug = path.strip_prefix('/').unwrap_or(path);
    // Users often add a slash after a name, so one is ignored. A single slash names no page.
    (slug.strip_suffix('/').filter(|slug| !slug.is_empty()).unwrap_or(slug), query)
}

/// Returns the parameters of a query in order, each with its decoded key and its raw value. Parts
/// without a key are skipped.
pub(crate) fn pairs(query: &str) -> impl Iterator<Item = (Cow<'_, str>, &str)> {
    let pairs = query.split('&').map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decoded(key), value)
    });
    pairs.filter(|(key, _)| !key.is_empty())
}

/// Returns the parameters of a query that have a value, each once. If a parameter has different
/// values, the last value counts and a notice is added.
pub(crate) fn parameters(query: &str, notices: &mut Vec<Notice>) -> Vec<(String, String)> {
    let mut seen: Vec<(String, String)> = Vec::new();
    for (key, value) in pairs(query) {
        let value = decoded(value).into_owned();
        match seen.iter_mut().find(|(known, _)| *known == *key) {
            Some((_, before)) if *before != value => {
                notices.push(Notice::Repeated(safe_excerpt(&key)));
                *before = value;
            }
            Some(_) => {}
            None => seen.push((key.into_owned(), value)),
        }
    }
    seen.retain(|(_, value)| !value.is_empty());
    seen
}

/// Decodes percent-encoding. Invalid UTF-8 becomes replacement characters, which no valid parameter
/// contains.
pub(crate) fn decoded(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8_lossy()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_an_address() {
        for page in Page::ALL {
            let route = Route::read(&format!("#/{}?v=2", page.slug()));
            assert_eq!(route, Route::To(page));
        }
    }

    #[test]
    fn embedded_pages_have_their_own_addresses() {
        for (embedded, whole, framed) in [
            (Embedded::Verdict, "#/play?v=2&seed=4", "#/embed/play?v=2&seed=4"),
            (Embedded::Chapter, "#/learn?v=2&chapter=operand", "#/embed/learn?v=2&chapter=operand"),
            (Embedded::Figure, "#/sweep?v=2&figure=modes", "#/embed/sweep?v=2&figure=modes"),
            (Embedded::Map, "#/lab?v=2&steps=20", "#/embed/lab?v=2&steps=20"),
        ] {
            assert_eq!(embedded.fragment(whole).as_deref(), Some(framed));
            assert_eq!(Embedded::page_fragment_of(framed), whole);
            assert_eq!(Route::read(framed), Route::Embed(embedded));
        }
        assert_eq!(Embedded::Verdict.fragment("#/learn?v=2"), None);
        for other in ["#/embed", "#/embed/", "#/embed/batch?v=2", "#/embed/embed/play"] {
            assert!(matches!(Route::read(other), Route::Unknown(_)), "{other}");
        }
    }

    #[test]
    fn an_address_is_split_into_page_and_parameters() {
        for (address, slug, query) in [
            ("", "", ""),
            ("#", "", ""),
            ("#/play", "play", ""),
            ("#play/?v=2", "play", "v=2"),
            (
                " https://host/page.html#/sweep?model=a:b;base=http://c/?d=1 ",
                "sweep",
                "model=a:b;base=http://c/?d=1",
            ),
            ("https://host/?source=mail", "", ""),
            ("steps=5&model=a:b;base=http://c", "", "steps=5&model=a:b;base=http://c"),
            ("/sweep?x", "sweep", "x"),
            ("#/zoo/lion", "zoo/lion", ""),
            ("#//", "/", ""),
            ("#//play", "/play", ""),
        ] {
            assert_eq!(slug_and_query(address), (slug, query), "{address}");
        }
    }
}
