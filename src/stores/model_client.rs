//! The asker: whom Play asks, as signals, and what the worker that asks says.

mod sign_in;

use crate::prelude::*;
use stepfall_link::SetupModel;
use stepfall_protocol::{Event, Key, Question, Request, Secret, Setting};

pub(crate) use self::sign_in::come_back;
use crate::browser::{self, Timer};
use crate::state::{Back, Keys, Model, Provider, SignIn, Stage, Trouble};
use crate::stores::AnswerHistory;
use crate::stores::PlayStore;
use crate::text;
use crate::worker_client::WorkerClient;

/// How long a preview waits for more to be typed, in milliseconds.
const REST: f64 = 250.0;

/// Whom Play asks. It stands for as long as the page lives.
#[derive(Clone, Copy)]
pub(crate) struct ModelClient {
    desk: PlayStore,
    post: WorkerClient,
    /// What was answered before.
    pub(crate) shelf: AnswerHistory,
    /// All providers, once the worker has told them.
    pub(crate) providers: RwSignal<Vec<Provider>>,
    /// The chosen one's slug.
    pub(crate) provider: RwSignal<String>,
    /// The address, as it was typed.
    pub(crate) base: RwSignal<String>,
    /// The key, as it was typed. It is nowhere else but in [`Keys`], and in this tab's storage where the visitor wishes.
    pub(crate) key: RwSignal<String>,
    /// Whether the key outlives a reload.
    pub(crate) keeps: RwSignal<bool>,
    pub(crate) model: RwSignal<String>,
    pub(crate) max_output: RwSignal<String>,
    pub(crate) temperature: RwSignal<String>,
    pub(crate) effort: RwSignal<String>,
    /// The models of the list that was fetched last.
    pub(crate) models: RwSignal<Vec<Model>>,
    pub(crate) stage: RwSignal<Stage>,
    /// How getting a key by signing in goes.
    pub(crate) sign_in: RwSignal<SignIn>,
    /// Whether the visitor has come back from signing in, and looks for the form.
    pub(crate) came_back: StoredValue<bool, LocalStorage>,
    /// What would be sent, while the visitor looks at it.
    pub(crate) preview: RwSignal<String>,
    pub(crate) previews: RwSignal<bool>,
    keys: StoredValue<Keys, LocalStorage>,
    /// The number of the last call, of the one that is under way, and of the last one that is about signing in.
    last: StoredValue<u32, LocalStorage>,
    running: StoredValue<u32, LocalStorage>,
    signing: StoredValue<u32, LocalStorage>,
    resting: StoredValue<Option<Timer>, LocalStorage>,
}

impl ModelClient {
    /// An asker for a desk, with what this tab remembers and what a visitor comes back with.
    pub(crate) fn new(desk: PlayStore, post: WorkerClient, back: Option<Back>) -> Self {
        let [provider, base, model] = browser::remembered();
        let asker = Self {
            desk,
            post,
            shelf: AnswerHistory::new(desk, post),
            providers: RwSignal::default(),
            provider: RwSignal::new(provider),
            base: RwSignal::new(base),
            key: RwSignal::default(),
            keeps: RwSignal::default(),
            model: RwSignal::new(model),
            max_output: RwSignal::default(),
            temperature: RwSignal::default(),
            effort: RwSignal::default(),
            models: RwSignal::default(),
            stage: RwSignal::new(Stage::Idle),
            sign_in: RwSignal::default(),
            came_back: StoredValue::new_local(false),
            preview: RwSignal::default(),
            previews: RwSignal::default(),
            keys: StoredValue::new_local(Keys::default()),
            last: StoredValue::new_local(0),
            running: StoredValue::new_local(0),
            signing: StoredValue::new_local(0),
            resting: StoredValue::new_local(None),
        };
        post.listen(move |event| asker.on_event(event));
        asker.go_on(back);
        asker
    }

    /// Starts the worker, where it is not running, and learns the providers.
    pub(crate) fn open(self) {
        if self.providers.with_untracked(Vec::is_empty) {
            self.post.send(&Request::Providers);
        }
    }

    /// The provider that is chosen.
    pub(crate) fn chosen(self) -> Option<Provider> {
        self.providers.with(|providers| {
            let slug = self.provider.get();
            providers.iter().find(|provider| provider.slug == slug).cloned()
        })
    }

    /// What a provider is called; its slug before that is known.
    pub(crate) fn provider_name(self, slug: &str) -> String {
        self.providers.with(|providers| {
            let found = providers.iter().find(|provider| provider.slug == slug);
            found.map_or(slug, |provider| &provider.name).to_owned()
        })
    }

    /// Whether the address is the visitor's to say.
    pub(crate) fn has_address(self) -> bool {
        self.chosen().is_some_and(|provider| provider.is_local || provider.base.is_empty())
    }

    /// Whether a model goes on writing what nobody wants any more.
    pub(crate) fn is_abandoned(self) -> bool {
        matches!(self.stage.get(), Stage::Asking(_)) && !self.desk.streaming.get()
    }

    /// Chooses a provider, with its own address.
    pub(crate) fn choose(self, slug: String) {
        let base = self.providers.with_untracked(|providers| {
            let found = providers.iter().find(|provider| provider.slug == slug);
            found.map(|provider| provider.base.clone()).unwrap_or_default()
        });
        if self.provider.get_untracked() != slug {
            self.model.set(String::new());
            self.sign_in.set(SignIn::No);
        }
        self.provider.set(slug);
        self.move_to(base);
    }

    /// Takes another address, and the key that belongs to its origin.
    pub(crate) fn move_to(self, base: String) {
        let before = self.origin();
        self.base.set(base);
        let origin = self.origin();
        if origin != before || self.key.with_untracked(String::is_empty) {
            let kept = browser::kept_key(&origin);
            self.keeps.set(kept.is_some());
            if let Some(kept) = kept {
                self.keys.update_value(|keys| keys.keep(&origin, &kept));
            }
            self.key.set(self.keys.with_value(|keys| keys.of(&origin).to_owned()));
            self.models.set(Vec::new());
        }
        self.changed();
    }

    /// The origin to which the key belongs; empty where the address has none.
    fn origin(self) -> String {
        self.base.with_untracked(|base| browser::origin(base)).unwrap_or_default()
    }

    /// Takes a key for the origin of the address.
    pub(crate) fn set_key(self, key: &str) {
        // Keys are told in lines.
        let key = key.replace(['\n', '\r'], "");
        self.keys.update_value(|keys| keys.keep(&self.origin(), &key));
        self.key.set(key);
        self.keep_key();
    }

    /// Whether the key is to outlive a reload.
    pub(crate) fn set_keeps(self, keeps: bool) {
        self.keeps.set(keeps);
        self.keep_key();
    }

    fn keep_key(self) {
        let key = self.key.get_untracked();
        let kept = Some(key.as_str()).filter(|key| self.keeps.get_untracked() && !key.is_empty());
        if !browser::keep_key(&self.origin(), kept) {
            self.keeps.set(false);
        }
    }

    /// Forgets the key, wherever it is.
    pub(crate) fn forget(self) {
        self.keeps.set(false);
        self.set_key("");
        self.post.send(&Request::Forget(self.origin()));
    }

    /// Whom the form names, for a sweep; nothing where no model is named.
    pub(crate) fn target(self) -> Option<SetupModel> {
        let model = self.model.get_untracked();
        let model = model.trim();
        let chosen = untrack(|| self.chosen()).filter(|_| !model.is_empty())?;
        let base = self.base.get_untracked();
        let base = if base == chosen.base { "" } else { base.trim() };
        let price = self.models.with_untracked(|models| {
            let listed = models.iter().find(|listed| listed.id == model)?;
            listed.price.clone()
        });
        let today = browser::when(browser::now());
        let today = today.split(' ').next().unwrap_or_default();
        let price = price.map(|price| format!("{price}@{today}")).unwrap_or_default();
        let name = format!("{}:{model}", chosen.slug);
        Some(SetupModel::new(name, &[("base", base), ("price", &price)]))
    }

    /// Whether the visitor has given a key for an origin.
    pub(crate) fn knows(self, origin: &str) -> bool {
        // Told anew whenever a key changes.
        self.key.with(String::len);
        !self.keys.with_value(|keys| keys.of(origin).is_empty())
    }

    /// All keys.
    pub(crate) fn all_keys(self) -> Vec<Key> {
        self.keys.with_value(Keys::all)
    }

    /// Whether there is a key for whom a sweep asks, where one is needed.
    pub(crate) fn has_key(self, target: &SetupModel) -> bool {
        // Told anew whenever a key changes.
        self.key.with(String::len);
        let provider = self.providers.with(|providers| {
            providers.iter().find(|provider| provider.slug == target.provider()).cloned()
        });
        provider.is_none_or(|provider| {
            let base =
                if target.get("base").is_empty() { &provider.base } else { target.get("base") };
            let origin = browser::origin(base).unwrap_or_default();
            provider.is_local || !self.keys.with_value(|keys| keys.of(&origin).is_empty())
        })
    }

    /// Fetches the list of models.
    pub(crate) fn connect(self) {
        let id = self.begin(Stage::Connecting);
        self.post.send(&Request::Models(id, self.setting()));
    }

    /// Asks the model for what is shown.
    pub(crate) fn ask(self) {
        let id = self.begin(Stage::Asking(0));
        self.desk.begin_stream(self.model.get_untracked().trim().to_owned());
        self.post.send(&Request::Ask(id, self.setting(), self.question()));
        self.count(id);
    }

    /// Gives up what is under way.
    pub(crate) fn stop(self) {
        let id = self.running.get_value();
        if id != 0 {
            self.post.send(&Request::Stop(id));
            if self.stage.get_untracked() == Stage::Connecting {
                self.end(Stage::Idle);
            }
        }
    }

    /// Something that is asked with has changed.
    pub(crate) fn changed(self) {
        let [provider, base, model] =
            [&self.provider, &self.base, &self.model].map(GetUntracked::get_untracked);
        browser::remember(&[&provider, &base, &model]);
        if let Some(timer) = self.resting.try_update_value(Option::take).flatten() {
            timer.cancel();
        }
        if self.previews.get_untracked() {
            self.resting.set_value(Timer::start(REST, move || {
                self.post.send(&Request::Preview(0, self.setting(), self.question()));
            }));
        }
    }

    /// Shows what would be sent, or no longer.
    pub(crate) fn show_preview(self, shows: bool) {
        self.previews.set(shows);
        self.changed();
    }

    /// What is asked, as it was typed.
    fn question(self) -> Question {
        Question {
            model: self.model.get_untracked(),
            link: self.desk.plain_link(),
            max_output: self.max_output.get_untracked(),
            temperature: self.temperature.get_untracked(),
            effort: self.effort.get_untracked(),
        }
    }

    /// Provider, address and key.
    fn setting(self) -> Setting {
        Setting {
            provider: self.provider.get_untracked(),
            base: self.base.get_untracked(),
            key: Secret(self.key.get_untracked()),
        }
    }

    fn begin(self, stage: Stage) -> u32 {
        let id = self.next_call();
        self.running.set_value(id);
        self.stage.set(stage);
        id
    }

    fn next_call(self) -> u32 {
        self.last.set_value(self.last.get_value() + 1);
        self.last.get_value()
    }

    fn end(self, stage: Stage) {
        self.running.set_value(0);
        self.stage.set(stage);
    }

    /// Counts the seconds of a call while it is under way.
    fn count(self, id: u32) {
        let _ = Timer::start(1_000.0, move || {
            if self.running.get_value() == id
                && let Stage::Asking(seconds) = self.stage.get_untracked()
            {
                self.stage.set(Stage::Asking(seconds + 1));
                self.count(id);
            }
        });
    }

    fn fail(self, message: &str) {
        self.desk.end_stream(false);
        self.end(Stage::Failed(Trouble { message: message.to_owned(), suspects: Vec::new() }));
    }

    /// Takes up what the worker says.
    fn on_event(self, event: &Event) {
        self.on_sign_in_event(event);
        let is_mine = |id: &u32| *id == self.running.get_value();
        match event {
            Event::Providers(providers) => {
                self.providers.set(browser::providers(providers));
                // An address that this tab remembers stays.
                let (slug, base) = (self.provider.get_untracked(), self.base.get_untracked());
                let first =
                    self.providers.with_untracked(|all| all.first().map(|one| one.slug.clone()));
                match self.chosen() {
                    Some(_) if !base.is_empty() => self.move_to(base),
                    Some(_) => self.choose(slug),
                    None => self.choose(first.unwrap_or_default()),
                }
            }
            Event::Preview(_, preview) => self.preview.set(preview.clone()),
            Event::Broken(why) => self.fail(&text::engine_failed(why)),
            Event::Models(id, models) if is_mine(id) => {
                let models = browser::models(models);
                let count = models.len();
                self.models.set(models);
                self.end(Stage::Connected(count));
            }
            Event::More(id, text) if is_mine(id) => self.desk.stream(text.clone(), false),
            Event::Whole(id, text) if is_mine(id) => self.desk.stream(text.clone(), true),
            Event::Answered(id, ended) if is_mine(id) => {
                let ended = browser::ended(ended);
                self.desk.end_stream(ended.is_cut);
                self.end(Stage::Answered(ended));
            }
            Event::Stopped(id, ended) if is_mine(id) => {
                self.desk.end_stream(true);
                self.end(Stage::Stopped(browser::ended(ended)));
            }
            Event::Failed(id, trouble) if is_mine(id) => {
                // What has come of an answer ended before its model did.
                self.desk.end_stream(true);
                self.end(Stage::Failed(browser::trouble(trouble)));
            }
            _ => {}
        }
    }
}
