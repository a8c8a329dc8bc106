//! Opens the address of Play and keeps it in sync. If the page has several stores of Play, only one
//! owns the address.

use std::sync::Arc;

use leptos::prelude::*;
use stepfall_link::{Page, Route, slug_and_query};
use stepfall_procedure::Refusal;
use stepfall_protocol::recorded::RecordedAttempt;

use super::{ADDRESS_DELAY_MS, PlayStore};
use crate::browser::{self, Timer};
use crate::state::{Address, Play, StoredTranscript, Verdict, example};
use crate::text;

/// The minimum time between two rewritings of the address, in milliseconds.
const BETWEEN_WRITINGS_MS: f64 = 500.0;

/// The name under which Play's address is kept while the page is reloaded.
const RELOADED: &str = "reloaded";
/// The name under which Play's transcript is kept while the page is reloaded.
const RELOADED_TEXT: &str = "reloaded text";

/// The location of the stored transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TranscriptLocation {
    /// In the address. Also used if there is no transcript.
    Address,
    /// In this tab, because the transcript is too long for the address or answers another prompt.
    Tab,
    /// Nowhere, because this tab has no room for the transcript.
    Nowhere,
}

impl TranscriptLocation {
    /// Returns the location of the transcript of an opened Play.
    pub(super) fn of(play: &Play) -> Self {
        if play.address().outside.is_some() { Self::Tab } else { Self::Address }
    }
}

/// The kind of history entry that an update writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HistoryUpdate {
    /// Rewrites the current history entry.
    Replace,
    /// Adds a new history entry.
    Push,
}

/// The address bar, which only one store of Play on the page owns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AddressBar {
    timer: StoredValue<Option<Timer>, LocalStorage>,
    /// The time of the last write, in milliseconds since 1970.
    last: StoredValue<f64>,
}

impl AddressBar {
    pub(crate) fn new() -> Self {
        Self { timer: StoredValue::new_local(None), last: StoredValue::new(0.0) }
    }

    /// Returns whether a write is pending.
    fn waits(self) -> bool {
        self.timer.with_value(Option::is_some)
    }

    /// Writes after a delay, at a limited rate.
    fn write_soon(self, write: impl FnOnce() + 'static) {
        if !self.waits() {
            let wait = self.last.get_value() + BETWEEN_WRITINGS_MS - browser::now();
            // A clock that was set back must not delay the write.
            let wait = wait.clamp(ADDRESS_DELAY_MS, BETWEEN_WRITINGS_MS);
            self.timer.set_value(Timer::start(self.timer, wait, write));
        }
    }

    /// Cancels a pending write.
    fn stop(self) {
        if let Some(timer) = self.timer.try_update_value(Option::take).flatten() {
            timer.cancel();
        }
    }
}

impl PlayStore {
    /// Returns the full address to share, with or without the transcript. Also returns the reason
    /// if a requested transcript is not in the address.
    pub(crate) fn link(self, with_transcript: bool) -> (String, Option<&'static str>) {
        let base = browser::address_without_fragment();
        if !with_transcript {
            return (base + &self.plain_link(), None);
        }
        if let Ok(fragment) = self.with_untracked(Play::share) {
            let stale =
                self.with_untracked(Play::is_stale).then_some(text::page::LINK_WITHOUT_STALE);
            return (base + &fragment, stale);
        }
        (base + &self.plain_link(), Some(text::page::LINK_WITHOUT_TRANSCRIPT))
    }

    /// Returns the fragment of the current item, without the transcript.
    pub(crate) fn plain_link(self) -> String {
        self.with_untracked(|play| play.current_item().prompt_source.link().fragment())
    }

    /// Returns whether this store owns the address of the page.
    pub(crate) fn is_addressed(self) -> bool {
        self.address_bar.is_some()
    }

    /// Opens the address again after the user has changed it, for example with Back.
    pub(crate) fn reopen(self) {
        let Some(bar) = self.address_bar else { return };
        bar.stop();
        // Every address opens. If the default spec were refused, the page would not have started.
        if let Ok((play, _)) = open_from_address() {
            self.show(play);
        }
    }

    pub(super) fn write_soon(self) {
        if let Some(bar) = self.address_bar {
            bar.write_soon(move || self.write(HistoryUpdate::Replace));
        }
    }

    /// Puts the current address in a new history entry.
    pub(crate) fn push_address(self) {
        self.write(HistoryUpdate::Push);
    }

    /// Writes pending changes into the address, before another page replaces it.
    pub(crate) fn write_address(self) {
        if self.address_bar.is_some_and(AddressBar::waits) {
            self.write(HistoryUpdate::Replace);
        }
    }

    /// Writes the address after a solver's job: at once in a new history entry if one is pending,
    /// otherwise after a delay.
    pub(super) fn write_pending(self) {
        if self.delays_address_write.get_value() {
            self.write(HistoryUpdate::Push);
        } else {
            self.write_soon();
        }
    }

    pub(super) fn write(self, write: HistoryUpdate) {
        self.delays_address_write.set_value(false);
        let Some(bar) = self.address_bar else { return };
        bar.stop();
        if write == HistoryUpdate::Replace && is_elsewhere() {
            return;
        }
        bar.last.set_value(browser::now());
        let Address { fragment, outside } = self.with_untracked(Play::address);
        // A rewritten entry keeps the name of its stored transcript.
        let mut name = browser::entry_name().filter(|_| write == HistoryUpdate::Replace);
        let mut keeping = TranscriptLocation::Address;
        match &outside {
            None => name = None,
            Some(outside) => {
                let new = || browser::random_number().unwrap_or_default().to_string();
                let new_name = name.take().unwrap_or_else(new);
                keeping = if browser::store_transcript(&new_name, outside) {
                    TranscriptLocation::Tab
                } else {
                    TranscriptLocation::Nowhere
                };
                name = Some(new_name);
            }
        }
        if self.transcript_location.get_untracked() != keeping {
            self.transcript_location.set(keeping);
        }
        let (name, now) = (name.as_deref(), browser::entry_name());
        match write {
            HistoryUpdate::Push => {
                browser::push(&fragment, name);
            }
            HistoryUpdate::Replace if fragment != browser::fragment() || name != now.as_deref() => {
                browser::replace(&fragment, name);
            }
            HistoryUpdate::Replace => {}
        }
    }

    /// Keeps the current state in this tab for the next start, even if the address then names
    /// another page. Returns false if the browser has no room for the state.
    pub(crate) fn keep_for_reload(self) -> bool {
        self.write_address();
        let Address { fragment, outside } = self.with_untracked(Play::address);
        let is_text_kept = if let Some(text) = outside {
            browser::store_transcript(RELOADED_TEXT, &text)
        } else {
            browser::take_stored_transcript(RELOADED_TEXT);
            true
        };
        let address = StoredTranscript { item: fragment, transcript: String::new() };
        is_text_kept && browser::store_transcript(RELOADED, &address)
    }

    /// Sets the document title from the current item, if this store owns the address.
    pub(crate) fn set_title(self) {
        if !self.is_addressed() {
            return;
        }
        browser::set_title(&self.title());
    }

    /// Returns the document title for the current item.
    pub(crate) fn title(self) -> String {
        self.with_untracked(|play| {
            let asked = &play.current_item().prompt_source;
            let seed = Some(asked.seed.number()).filter(|_| asked.custom.is_none());
            text::page::title(asked.spec.steps, seed)
        })
    }
}

/// Returns whether the address names another page.
pub(super) fn is_elsewhere() -> bool {
    Route::read(&browser::fragment()) != Route::To(Page::Play)
}

/// Returns the state of Play that the address opens. If the address has no parameters or names
/// another page, returns the state from before a reload, or otherwise the example with its verdict.
///
/// # Errors
///
/// A [`Refusal`] if the default spec is refused, which never happens.
pub(crate) fn open_from_address() -> Result<(Play, Verdict), Box<Refusal>> {
    let fragment = browser::fragment();
    let reloaded = browser::take_stored_transcript(RELOADED);
    let reloaded_text = browser::take_stored_transcript(RELOADED_TEXT);
    let (_, parameters) = slug_and_query(&fragment);
    if !parameters.is_empty() && !is_elsewhere() {
        let stored = browser::entry_name().and_then(|name| browser::stored_transcript(&name));
        return Ok((Play::open(&fragment, stored)?, Verdict::None));
    }
    if let Some(address) = reloaded {
        return Ok((Play::open(&address.item, reloaded_text)?, Verdict::None));
    }
    let Some(RecordedAttempt { link, transcript, model, .. }) = example::attempt() else {
        return Ok((Play::open(&fragment, None)?, Verdict::None));
    };
    let stored = StoredTranscript { item: link.clone(), transcript: transcript.clone() };
    let mut play = Play::open(&link, Some(stored))?;
    play.set_author(model);
    let verdict = example::verdict(transcript);
    Ok((play, verdict.map_or(Verdict::None, |graded| Verdict::Judged(Arc::new(graded)))))
}
