//! Signing in with a provider to get a key: leaving the page and coming back.

use leptos::prelude::*;
use stepfall_protocol::asking::FailureReport;
use stepfall_protocol::{CallEvent, ProviderAccess, Request, Secret};

use super::ModelClient;
use crate::browser;
use crate::state::{PendingSignIn, SignIn, SignInReply, Stage};
use crate::text;

/// Takes the reply of a sign-in from the address, and restores the address from before the sign-in
/// if this tab has stored it. Returns `None` if the address contains no reply. Must run before
/// anything is drawn.
pub(crate) fn take_sign_in_reply() -> Option<SignInReply> {
    let query = browser::query();
    if !SignInReply::is_in(&query) {
        return None;
    }
    let stored = browser::stored_sign_in();
    let back = SignInReply::read(&query, stored.clone())?;
    if !back.ends_sign_in() {
        browser::drop_query(&browser::fragment(), browser::entry_name().as_deref());
        return Some(back);
    }
    let is_forgotten = browser::delete_sign_in();
    match stored {
        Some(PendingSignIn { fragment, name, .. }) => {
            browser::drop_query(&fragment, Some(name.as_str()).filter(|name| !name.is_empty()));
        }
        None => {
            browser::drop_query(&browser::fragment(), browser::entry_name().as_deref());
        }
    }
    match back {
        // If the stored state cannot be deleted, a later load would accept the same code again.
        SignInReply::Code(..) if !is_forgotten => Some(SignInReply::NotStarted),
        back => Some(back),
    }
}

impl ModelClient {
    /// Returns the name of the chosen provider if it supports signing in.
    pub(crate) fn sign_in_provider(self) -> Option<String> {
        self.chosen_provider().filter(|provider| provider.signs_in).map(|provider| provider.name)
    }

    /// Returns whether a call or a sign-in is running, which leaving the page would end.
    pub(crate) fn is_occupied(self) -> bool {
        self.stage.with(Stage::is_busy) || self.sign_in.with(SignIn::is_busy)
    }

    /// Prepares to sign in. The page is left once the worker has sent the address.
    pub(crate) fn begin_sign_in(self) {
        let drawn = (browser::random_secret(), browser::random_secret());
        let (Some(random), Some(state)) = drawn else {
            return self.fail_sign_in(text::ask::SIGN_IN_WITHOUT_CHANCE);
        };
        let id = self.begin_signing(SignIn::Leaving);
        let (setting, callback) = (self.setting_without_key(), browser::address_without_query());
        self.send(&Request::SignIn { id, setting, callback, random, state });
    }

    /// Continues with the result of a sign-in.
    pub(super) fn go_on(self, back: Option<SignInReply>) {
        let Some(back) = back else { return };
        self.with_internals(|internals| internals.has_returned = true);
        match back {
            SignInReply::Forged => self.fail_sign_in(text::ask::SIGN_IN_FORGED),
            SignInReply::NotStarted => self.fail_sign_in(text::ask::SIGN_IN_NOT_STARTED),
            SignInReply::Refused => self.fail_sign_in(text::ask::SIGN_IN_REFUSED),
            SignInReply::Code(code, PendingSignIn { provider, base, verifier, .. }) => {
                self.provider.set(provider);
                self.base.set(base);
                let id = self.begin_signing(SignIn::Exchanging);
                let (code, verifier) = (Secret(browser::decode_part(&code)), Secret(verifier));
                self.send(&Request::Exchange {
                    id,
                    setting: self.setting_without_key(),
                    code,
                    verifier,
                });
            }
        }
        self.open();
    }

    fn begin_signing(self, state: SignIn) -> u32 {
        let id = self.next_call();
        self.with_internals(|internals| internals.signing = id);
        self.sign_in.set(state);
        id
    }

    fn fail_sign_in(self, message: &str) {
        let message = message.to_owned();
        self.sign_in.set(SignIn::Failed(FailureReport { message, suspects: Vec::new() }));
    }

    /// Returns the provider and the address without a key, since the sign-in creates a new key.
    fn setting_without_key(self) -> ProviderAccess {
        ProviderAccess { key: Secret::default(), ..self.setting() }
    }

    /// Handles an event of the sign-in call.
    pub(super) fn on_sign_in_event(self, event: &CallEvent) {
        if !self.is_signing_in() {
            return;
        }
        match event {
            CallEvent::SignIn { address, verifier, state } => {
                self.leave(address, &verifier.0, &state.0);
            }
            CallEvent::Key { origin, key } => self.take_key(origin, &key.0),
            CallEvent::Failed(failure) => {
                self.sign_in.set(SignIn::Failed(failure.clone()));
            }
            // The other events belong to calls that ask a model.
            CallEvent::Models(_)
            | CallEvent::Preview(_)
            | CallEvent::More(_)
            | CallEvent::Whole(_)
            | CallEvent::Answered(_)
            | CallEvent::Stopped(_)
            | CallEvent::NotKept(_) => {}
        }
    }

    /// Ends a running sign-in, because the worker has failed for the reason `why`.
    pub(super) fn break_sign_in(self, why: &str) {
        if self.is_signing_in() {
            self.fail_sign_in(&text::verdict::engine_failed(why));
        }
    }

    fn is_signing_in(self) -> bool {
        self.sign_in.with_untracked(SignIn::is_busy)
    }

    /// Stores the verifier and the state in this tab, and leaves the page for an address.
    fn leave(self, address: &str, verifier: &str, state: &str) {
        self.play().write_address();
        let leave = PendingSignIn {
            provider: self.provider.get_untracked(),
            base: self.base.get_untracked(),
            verifier: verifier.to_owned(),
            state: state.to_owned(),
            name: browser::entry_name().unwrap_or_default(),
            fragment: browser::fragment(),
        };
        // A user who goes back without signing in finds the page unchanged.
        self.sign_in.set(SignIn::No);
        if !browser::store_sign_in(&leave) || !browser::leave_for(address) {
            self.fail_sign_in(text::ask::SIGN_IN_NOT_KEPT);
        }
    }

    /// Takes the new key for an origin, and shows it if the form has this origin.
    fn take_key(self, origin: &str, key: &str) {
        self.with_internals(|internals| internals.keys.keep(origin, key));
        if origin == self.origin() {
            self.key.set(key.to_owned());
            self.store_key();
        }
        self.sign_in.set(SignIn::Done);
    }
}
