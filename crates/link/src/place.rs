//! The places of the page, and which of them an address leads to.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use stepfall_procedure::shown;

use crate::notice::Notice;

/// A place of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Place {
    /// One procedure, asked and graded.
    #[default]
    Play,
    /// Many attempts, over lengths, look-backs, conditions and models.
    Sweep,
    /// Items for the batch services and frameworks of others, and what comes back from them.
    Batch,
    /// A small transformer that runs in the page.
    Lab,
    /// A story in short chapters.
    Learn,
    /// What the page is, and what its words mean.
    About,
}

impl Place {
    /// All places.
    pub const ALL: [Self; 6] =
        [Self::Play, Self::Sweep, Self::Batch, Self::Lab, Self::Learn, Self::About];

    /// The name in the address.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Sweep => "sweep",
            Self::Batch => "batch",
            Self::Lab => "lab",
            Self::Learn => "learn",
            Self::About => "about",
        }
    }

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Play => "Play",
            Self::Sweep => "Sweep",
            Self::Batch => "Batch",
            Self::Lab => "Lab",
            Self::Learn => "Learn",
            Self::About => "About",
        }
    }

    /// The place of this name.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|place| place.slug() == slug)
    }
}

/// The parameter of an address of Sweep for a frame that names the figure; without it the first is shown.
pub const FIGURE: &str = "figure";

/// What can be framed by another page. Nothing in it takes a key or sends anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Embedded {
    /// A verdict with its arcs, by an address of Play.
    Verdict,
    /// A chapter of Learn, or its field guide.
    Chapter,
    /// A figure of a sweep of simulated solvers, by an address of Sweep and the figure's id: `#/embed/sweep?v=2&steps=5,25&model=simulated:mixed:200&figure=collapse`.
    Figure,
    /// What the specimen wrote and what each step drew on, by an address of the Lab.
    Map,
}

impl Embedded {
    /// What stands before the slug of its place.
    const PREFIX: &'static str = "embed/";

    /// The place whose addresses say what is shown.
    pub const fn place(self) -> Place {
        match self {
            Self::Verdict => Place::Play,
            Self::Chapter => Place::Learn,
            Self::Figure => Place::Sweep,
            Self::Map => Place::Lab,
        }
    }

    fn from_slug(slug: &str) -> Option<Self> {
        let place = slug.strip_prefix(Self::PREFIX)?;
        [Self::Verdict, Self::Chapter, Self::Figure, Self::Map]
            .into_iter()
            .find(|of| of.place().slug() == place)
    }

    /// The fragment for a frame, of a fragment that leads to its place: nothing where that one does not.
    pub fn fragment(self, of_place: &str) -> Option<String> {
        let rest = of_place.strip_prefix("#/")?.strip_prefix(self.place().slug())?;
        Some(format!("#/{}{}{rest}", Self::PREFIX, self.place().slug()))
    }

    /// The fragment of its place, of a fragment for a frame.
    pub fn whole(fragment: &str) -> String {
        fragment.replacen(Self::PREFIX, "", 1)
    }
}

/// Where an address leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// To a place of this version.
    To(Place),
    /// To what a place shows, alone, for another page to frame: `#/embed/learn?v=2&chapter=collapse`.
    Embed(Embedded),
    /// To a place that there is not, by the name that stands there.
    Unknown(String),
}

impl Route {
    /// Reads where an address leads: a whole URL, its fragment with or without `#`, or parameters alone, which are Play's.
    ///
    /// ```
    /// # use stepfall_link::{Embedded, Place, Route};
    /// assert_eq!(Route::read("https://host/#/sweep?v=2"), Route::To(Place::Sweep));
    /// assert_eq!(Route::read("#/embed/play?v=2"), Route::Embed(Embedded::Verdict));
    /// assert_eq!(Route::read("#/zoo"), Route::Unknown("zoo".to_owned()));
    /// ```
    pub fn read(address: &str) -> Self {
        let (slug, _) = slug_and_query(address);
        match Place::from_slug(slug) {
            None if slug.is_empty() => Self::To(Place::default()),
            None => match Embedded::from_slug(slug) {
                Some(embedded) => Self::Embed(embedded),
                None => Self::Unknown(shown(slug)),
            },
            Some(place) => Self::To(place),
        }
    }
}

/// The name of the place and the parameters of an address; either may be empty.
pub fn slug_and_query(address: &str) -> (&str, &str) {
    let address = address.trim();
    let fragment = match address.split_once('#') {
        Some((_, fragment)) => fragment,
        None if address.starts_with("http://") || address.starts_with("https://") => "",
        None => address,
    };
    let (path, query) = match fragment.split_once('?') {
        Some((path, query)) => (path, query),
        // Parameters alone: their first key is no path.
        None if fragment.split_once('=').is_some_and(|(key, _)| !key.contains('/')) => {
            ("", fragment)
        }
        None => (fragment, ""),
    };
    let slug = path.strip_prefix('/').unwrap_or(path);
    // One slash behind a name is a habit of those who write addresses; where it stands alone, nothing is named.
    (slug.strip_suffix('/').filter(|slug| !slug.is_empty()).unwrap_or(slug), query)
}

/// The parameters of a query in their order: each a key, and a value as it stands. What has no key says nothing.
pub(crate) fn pairs(query: &str) -> impl Iterator<Item = (Cow<'_, str>, &str)> {
    let pairs = query.split('&').map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decoded(key), value)
    });
    pairs.filter(|(key, _)| !key.is_empty())
}

/// The parameters of a query that say something, each once: of one that says different things the last counts, and that is told.
pub(crate) fn parameters(query: &str, notices: &mut Vec<Notice>) -> Vec<(String, String)> {
    let mut seen: Vec<(String, String)> = Vec::new();
    for (key, value) in pairs(query) {
        let value = decoded(value).into_owned();
        match seen.iter_mut().find(|(known, _)| *known == *key) {
            Some((_, before)) if *before != value => {
                notices.push(Notice::Repeated(shown(&key)));
                *before = value;
            }
            Some(_) => {}
            None => seen.push((key.into_owned(), value)),
        }
    }
    seen.retain(|(_, value)| !value.is_empty());
    seen
}

/// Percent-encoding undone; bytes that are no UTF-8 become replacement characters, which no parameter has.
pub(crate) fn decoded(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8_lossy()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_an_address() {
        for place in Place::ALL {
            let route = Route::read(&format!("#/{}?v=2", place.slug()));
            assert_eq!(route, Route::To(place));
        }
    }

    #[test]
    fn what_is_framed_has_the_address_of_its_place() {
        for (of, whole, framed) in [
            (Embedded::Verdict, "#/play?v=2&seed=4", "#/embed/play?v=2&seed=4"),
            (Embedded::Chapter, "#/learn?v=2&chapter=operand", "#/embed/learn?v=2&chapter=operand"),
            (Embedded::Figure, "#/sweep?v=2&figure=modes", "#/embed/sweep?v=2&figure=modes"),
            (Embedded::Map, "#/lab?v=2&steps=20", "#/embed/lab?v=2&steps=20"),
        ] {
            assert_eq!(of.fragment(whole).as_deref(), Some(framed));
            assert_eq!(Embedded::whole(framed), whole);
            assert_eq!(Route::read(framed), Route::Embed(of));
        }
        assert_eq!(Embedded::Verdict.fragment("#/learn?v=2"), None);
        for other in ["#/embed", "#/embed/", "#/embed/batch?v=2", "#/embed/embed/play"] {
            assert!(matches!(Route::read(other), Route::Unknown(_)), "{other}");
        }
    }

    #[test]
    fn an_address_is_parted_into_place_and_parameters() {
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
