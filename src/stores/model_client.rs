//! The store of the form that asks a model. It handles the events of the worker that sends the
//! requests.

mod sign_in;

use leptos::prelude::*;
use stepfall_link::LinkedModel;
use stepfall_protocol::asking::{FailureReport, ListedModel, ProviderInfo};
use stepfall_protocol::{CallEvent, Event, Key, PromptSettings, ProviderAccess, Request, Secret};

pub(crate) use self::sign_in::take_sign_in_reply;
use crate::browser::{self, Timer};
use crate::state::{Keys, Missing, SignIn, SignInReply, Stage};
use crate::stores::AnswerHistory;
use crate::stores::PlayStore;
use crate::text;
use crate::worker_client::WorkerClient;

/// The debounce delay for the preview of the request, in milliseconds.
const PREVIEW_DELAY_MS: f64 = 250.0;

/// The internal state of the client.
struct Internals {
    play: PlayStore,
    worker: WorkerClient,
    history: AnswerHistory,
    /// True if the user has just returned from signing in and expects to see the form.
    has_returned: bool,
    keys: Keys,
    /// The number of the last call.
    last: u32,
    /// The number of the running call; 0 if no call is running.
    running: u32,
    /// The number of the last sign-in call.
    signing: u32,
    debounce_timer: Option<Timer>,
}

/// The client that asks models. It lives as long as the page.
#[derive(Clone, Copy)]
pub(crate) struct ModelClient {
    /// All providers; empty until the worker has sent them.
    pub(crate) providers: RwSignal<Vec<ProviderInfo>>,
    /// The slug of the chosen provider.
    pub(crate) provider: RwSignal<String>,
    /// The address of the provider, as typed.
    pub(crate) base: RwSignal<String>,
    /// The key as typed. The page stores it only in [`Keys`], and in this tab's storage if the user
    /// allows that.
    pub(crate) key: RwSignal<String>,
    /// True if the key survives a reload.
    pub(crate) is_key_persistent: RwSignal<bool>,
    pub(crate) model: RwSignal<String>,
    pub(crate) max_output: RwSignal<String>,
    pub(crate) temperature: RwSignal<String>,
    pub(crate) effort: RwSignal<String>,
    /// The models of the last fetched list.
    pub(crate) models: RwSignal<Vec<ListedModel>>,
    pub(crate) stage: RwSignal<Stage>,
    /// The progress of signing in to get a key.
    pub(crate) sign_in: RwSignal<SignIn>,
    /// The text of the request that would be sent, while the preview is open.
    pub(crate) preview: RwSignal<String>,
    pub(crate) is_preview_open: RwSignal<bool>,
    internals: StoredValue<Internals, LocalStorage>,
}

impl ModelClient {
    /// Creates the client from the choices that this tab remembers and the result of a sign-in.
    pub(crate) fn new(play: PlayStore, worker: WorkerClient, back: Option<SignInReply>) -> Self {
        let [provider, base, model] = browser::stored_ask_form();
        let internals = StoredValue::new_local(Internals {
            play,
            worker,
            history: AnswerHistory::new(play, worker),
            has_returned: false,
            keys: Keys::default(),
            last: 0,
            running: 0,
            signing: 0,
            debounce_timer: None,
        });
        let client = Self {
            providers: RwSignal::new(Vec::new()),
            provider: RwSignal::new(provider),
            base: RwSignal::new(base),
            key: RwSignal::new(String::new()),
            is_key_persistent: RwSignal::new(false),
            model: RwSignal::new(model),
            max_output: RwSignal::new(String::new()),
            temperature: RwSignal::new(String::new()),
            effort: RwSignal::new(String::new()),
            models: RwSignal::new(Vec::new()),
            stage: RwSignal::new(Stage::Idle),
            sign_in: RwSignal::new(SignIn::default()),
            preview: RwSignal::new(String::new()),
            is_preview_open: RwSignal::new(false),
            internals,
        };
        worker.listen(move |event| client.on_event(event));
        client.go_on(back);
        client
    }

    fn with_internals<T>(self, act: impl FnOnce(&mut Internals) -> T) -> T {
        let mut internals = self.internals.write_value();
        act(&mut internals)
    }

    fn send(self, request: &Request) {
        let worker = self.with_internals(|internals| internals.worker);
        worker.send(request);
    }

    fn play(self) -> PlayStore {
        self.with_internals(|internals| internals.play)
    }

    pub(crate) fn history(self) -> AnswerHistory {
        self.with_internals(|internals| internals.history)
    }

    /// Returns whether the user has just returned from signing in and expects to see the form.
    pub(crate) fn has_returned(self) -> bool {
        self.with_internals(|internals| internals.has_returned)
    }

    /// Requests the providers if they are unknown, which starts the worker.
    pub(crate) fn open(self) {
        if self.providers.with_untracked(Vec::is_empty) {
            self.send(&Request::Providers);
        }
    }

    /// Returns the chosen provider; `None` while the providers are unknown.
    pub(crate) fn chosen_provider(self) -> Option<ProviderInfo> {
        self.providers.with(|providers| {
            let slug = self.provider.get();
            providers.iter().find(|provider| provider.slug == slug).cloned()
        })
    }

    /// Returns the name of a provider, or its slug while the name is unknown.
    pub(crate) fn provider_name(self, slug: &str) -> String {
        self.providers.with(|providers| {
            let found = providers.iter().find(|provider| provider.slug == slug);
            found.map_or(slug, |provider| &provider.name).to_owned()
        })
    }

    /// Returns whether the user can set the address.
    pub(crate) fn has_address(self) -> bool {
        self.chosen_provider().is_some_and(|provider| {
            provider.is_local && !provider.is_in_page || provider.base.is_empty()
        })
    }

    /// Returns whether the chosen model runs in the page.
    pub(crate) fn is_in_page(self) -> bool {
        self.chosen_provider().is_some_and(|provider| provider.is_in_page)
    }

    /// Chooses a model in the page.
    pub(crate) fn choose_in_page(self, model: String) {
        self.model.set(model);
        self.on_form_change();
        self.forget_outcome();
    }

    /// Returns whether a model is still writing an answer that Play no longer shows.
    pub(crate) fn is_abandoned(self) -> bool {
        matches!(self.stage.get(), Stage::Asking(_)) && !self.play().is_streaming.get()
    }

    /// Chooses a provider, and its default address.
    pub(crate) fn choose(self, slug: String) {
        let base = self.providers.with_untracked(|providers| {
            let found = providers.iter().find(|provider| provider.slug == slug);
            found.map(|provider| provider.base.clone()).unwrap_or_default()
        });
        let before = self.provider.get_untracked();
        if before != slug {
            self.model.set(String::new());
            // The first choice happens when the providers arrive, and does not cancel a sign-in.
            if !before.is_empty() {
                self.sign_in.set(SignIn::No);
            }
            self.forget_outcome();
        }
        self.provider.set(slug);
        self.move_to(base);
    }

    /// Clears the outcome of the last call after a change of the form. Does nothing while a call is
    /// running.
    pub(crate) fn forget_outcome(self) {
        if !self.stage.with_untracked(Stage::is_busy) {
            self.stage.set(Stage::Idle);
        }
    }

    /// Sets another address, and shows the key that belongs to the origin of the address.
    pub(crate) fn move_to(self, base: String) {
        let before = self.origin();
        self.base.set(base);
        let origin = self.origin();
        if origin != before || self.key.with_untracked(String::is_empty) {
            let stored_key = browser::stored_key(&origin);
            self.is_key_persistent.set(stored_key.is_some());
            if let Some(stored_key) = stored_key {
                self.with_internals(|internals| internals.keys.keep(&origin, &stored_key));
            }
            self.key.set(self.with_internals(|internals| internals.keys.of(&origin).to_owned()));
            self.models.set(Vec::new());
        }
        self.on_form_change();
    }

    /// Returns the origin of the address, to which the key belongs; empty if the address has no
    /// origin.
    fn origin(self) -> String {
        self.base.with_untracked(|base| browser::origin(base)).unwrap_or_default()
    }

    /// Sets the key for the origin of the address.
    pub(crate) fn set_key(self, key: &str) {
        // No header can carry a line break, so the worker would refuse such a key.
        let key = key.replace(['\n', '\r'], "");
        let origin = self.origin();
        self.with_internals(|internals| internals.keys.keep(&origin, &key));
        self.key.set(key);
        self.store_key();
    }

    /// Sets whether the key survives a reload.
    pub(crate) fn set_key_persistent(self, keeps: bool) {
        self.is_key_persistent.set(keeps);
        self.store_key();
    }

    fn store_key(self) {
        let key = self.key.get_untracked();
        let stored_key = Some(key.as_str())
            .filter(|key| self.is_key_persistent.get_untracked() && !key.is_empty());
        if !browser::store_key(&self.origin(), stored_key) {
            self.is_key_persistent.set(false);
        }
    }

    /// Deletes every copy of the key.
    pub(crate) fn forget(self) {
        self.is_key_persistent.set(false);
        self.set_key("");
        self.send(&Request::Forget(self.origin()));
    }

    /// Returns the model in the form as a target for a sweep; `None` if the form names no model, or
    /// while the providers are unknown.
    pub(crate) fn target(self) -> Option<LinkedModel> {
        let model = self.model.get_untracked();
        let model = model.trim();
        let chosen = untrack(|| self.chosen_provider()).filter(|_| !model.is_empty())?;
        let base = self.base.get_untracked();
        let base = if base == chosen.base { "" } else { base.trim() };
        let price = self.models.with_untracked(|models| {
            let listed = models.iter().find(|listed| listed.id == model)?;
            listed.price.clone()
        });
        let today = browser::today();
        let today = today.split(' ').next().unwrap_or_default();
        let price = price.map(|price| format!("{price}@{today}")).unwrap_or_default();
        let name = format!("{}:{model}", chosen.slug);
        Some(LinkedModel::new(name, &[("base", base), ("price", &price)]))
    }

    /// Returns whether there is a key for an origin. Tracks changes of keys.
    pub(crate) fn has_key_for(self, origin: &str) -> bool {
        // Subscribes to changes, since every change of a key updates this signal.
        self.key.with(String::len);
        !self.with_internals(|internals| internals.keys.of(origin).is_empty())
    }

    pub(crate) fn all_keys(self) -> Vec<Key> {
        self.with_internals(|internals| internals.keys.all())
    }

    /// Sets the key for an origin. If the form has this origin, the form shows the key.
    pub(crate) fn give_key(self, origin: &str, key: &str) {
        self.with_internals(|internals| internals.keys.keep(origin, key));
        if origin == self.origin() {
            self.set_key(key);
        }
        self.key.update(|_| ());
    }

    /// Returns the origin that a target's key belongs to; `None` if the target's provider is
    /// unknown or local, or its address has no origin.
    pub(crate) fn key_origin(self, target: &LinkedModel) -> Option<String> {
        let base = self.providers.with(|providers| {
            let slug = target.provider();
            let provider = providers.iter().find(|provider| provider.slug == slug)?;
            let base = target.get("base");
            let base = if base.is_empty() { provider.base.as_str() } else { base };
            (!provider.is_local).then(|| base.to_owned())
        })?;
        browser::origin(&base)
    }

    /// Returns whether the key for a target is present or not needed.
    pub(crate) fn has_key(self, target: &LinkedModel) -> bool {
        self.key_origin(target).is_none_or(|origin| self.has_key_for(&origin))
    }

    /// Fetches the list of models.
    pub(crate) fn connect(self) {
        let id = self.begin(Stage::Connecting);
        self.send(&Request::Models(id, self.setting()));
    }

    /// Returns the first missing input of the form; `None` if the form is complete, or while the
    /// providers are unknown. A local or custom server may need no key.
    fn missing(self) -> Option<Missing> {
        let chosen = untrack(|| self.chosen_provider())?;
        let is_blank = |text: &str| text.trim().is_empty();
        if self.base.with_untracked(|base| is_blank(base)) {
            Some(Missing::Address)
        } else if self.model.with_untracked(|model| is_blank(model)) {
            Some(Missing::Model)
        } else if !chosen.is_local
            && !chosen.base.is_empty()
            && self.key.with_untracked(|key| is_blank(key))
        {
            Some(Missing::Key)
        } else {
            None
        }
    }

    /// Asks the model about the current item.
    ///
    /// # Errors
    ///
    /// The missing input of the form. In that case no request is sent, and the answer in Play
    /// stays.
    pub(crate) fn ask(self) -> Result<(), Missing> {
        if let Some(missing) = self.missing() {
            self.end(Stage::Missing(missing));
            return Err(missing);
        }
        let id = self.begin(Stage::Asking(0));
        self.play().begin_stream(self.model.get_untracked().trim().to_owned());
        self.send(&Request::Ask(id, self.setting(), self.question()));
        self.count(id);
        Ok(())
    }

    /// Cancels the running call.
    pub(crate) fn stop(self) {
        let id = self.with_internals(|internals| internals.running);
        if id != 0 {
            self.send(&Request::Stop(id));
            if self.stage.get_untracked() == Stage::Connecting {
                self.end(Stage::Idle);
            }
        }
    }

    /// Handles a change of the form: remembers the form in this tab, and updates an open preview
    /// after a pause.
    pub(crate) fn on_form_change(self) {
        let [provider, base, model] =
            [self.provider.get_untracked(), self.base.get_untracked(), self.model.get_untracked()];
        browser::store_ask_form(&[&provider, &base, &model]);
        let timer = self.is_preview_open.get_untracked().then(|| {
            Timer::start(self.internals, PREVIEW_DELAY_MS, move || {
                self.send(&Request::Preview(0, self.setting(), self.question()));
            })
        });
        if let Some(before) = self.with_internals(|internals| {
            std::mem::replace(&mut internals.debounce_timer, timer.flatten())
        }) {
            before.cancel();
        }
    }

    /// Shows or hides the preview of the request.
    pub(crate) fn show_preview(self, shows: bool) {
        self.is_preview_open.set(shows);
        self.on_form_change();
    }

    /// Returns the question from the fields of the form, and the link to the current item.
    fn question(self) -> PromptSettings {
        PromptSettings {
            model: self.model.get_untracked(),
            link: self.play().plain_link(),
            max_output: self.max_output.get_untracked(),
            temperature: self.temperature.get_untracked(),
            effort: self.effort.get_untracked(),
        }
    }

    fn setting(self) -> ProviderAccess {
        ProviderAccess {
            provider: self.provider.get_untracked(),
            base: self.base.get_untracked(),
            key: Secret(self.key.get_untracked()),
        }
    }

    fn begin(self, stage: Stage) -> u32 {
        let id = self.next_call();
        self.with_internals(|internals| internals.running = id);
        self.stage.set(stage);
        id
    }

    fn next_call(self) -> u32 {
        self.with_internals(|internals| {
            internals.last += 1;
            internals.last
        })
    }

    fn end(self, stage: Stage) {
        self.with_internals(|internals| internals.running = 0);
        self.stage.set(stage);
    }

    /// Counts the seconds of a call while it is under way.
    fn count(self, id: u32) {
        let _ = Timer::start(self.internals, 1_000.0, move || {
            if self.with_internals(|internals| internals.running) == id
                && let Stage::Asking(seconds) = self.stage.get_untracked()
            {
                self.stage.set(Stage::Asking(seconds + 1));
                self.count(id);
            }
        });
    }

    fn fail(self, message: &str) {
        self.play().end_stream(false);
        self.end(Stage::Failed(FailureReport {
            message: message.to_owned(),
            suspects: Vec::new(),
        }));
    }

    fn on_event(self, event: &Event) {
        match event {
            Event::Providers(providers) => {
                self.providers.set(providers.clone());
                // Keeps the address that this tab remembers.
                let (slug, base) = (self.provider.get_untracked(), self.base.get_untracked());
                // Most browsers have no built-in model, so another provider is chosen at first.
                let first = self.providers.with_untracked(|all| {
                    all.iter()
                        .find(|provider| !provider.is_in_page)
                        .map(|provider| provider.slug.clone())
                });
                match self.chosen_provider() {
                    Some(_) if !base.is_empty() => self.move_to(base),
                    Some(_) => self.choose(slug),
                    None => self.choose(first.unwrap_or_default()),
                }
            }
            Event::Broken(why) => {
                self.fail(&text::verdict::engine_failed(why));
                self.break_sign_in(why);
            }
            Event::Call(_, CallEvent::Preview(preview)) => {
                self.preview.set(preview.clone());
            }
            Event::Call(id, event) if *id == self.with_internals(|internals| internals.running) => {
                self.on_answer_event(event);
            }
            Event::Call(id, event) if *id == self.with_internals(|internals| internals.signing) => {
                self.on_sign_in_event(event);
            }
            // A cancelled call may still send events, which are ignored. Other stores handle
            // answers, runs and jobs.
            Event::Call(..)
            | Event::Job(..)
            | Event::Answers(_)
            | Event::Run(_)
            | Event::Batch(_)
            | Event::File(_) => {}
        }
    }

    /// Handles an event of a call that asks for an answer or for a list of models.
    fn on_answer_event(self, event: &CallEvent) {
        match event {
            CallEvent::Models(models) => {
                self.models.set(models.clone());
                // A model in the page can be asked only if the list contains it.
                let is_known = self.model.with_untracked(|model| {
                    models.iter().any(|model_entry| model_entry.id == *model)
                });
                if untrack(|| self.is_in_page()) && !is_known {
                    self.model.set(
                        models
                            .first()
                            .map(|model_entry| model_entry.id.clone())
                            .unwrap_or_default(),
                    );
                    self.on_form_change();
                }
                self.end(Stage::Connected(models.len()));
            }
            CallEvent::More(text) => self.play().stream(text.clone(), false),
            CallEvent::Whole(text) => self.play().stream(text.clone(), true),
            CallEvent::Answered(ended) => {
                self.play().finish_stream(ended.is_cut);
                self.end(Stage::Answered(ended.clone()));
            }
            CallEvent::Stopped(ended) => {
                self.play().finish_stream(true);
                self.end(Stage::Stopped(ended.clone()));
            }
            CallEvent::Failed(failure) => {
                // The received part of the answer is incomplete.
                self.play().end_stream(true);
                self.end(Stage::Failed(failure.clone()));
            }
            // Previews belong to no call. The answer history handles `NotKept`, and the sign-in
            // handles its own events.
            CallEvent::Preview(_)
            | CallEvent::NotKept(_)
            | CallEvent::SignIn { .. }
            | CallEvent::Key { .. } => {}
        }
    }
}
