//! What was not understood in the address.

use leptos::prelude::*;
use stepfall_link::Notice;

use super::root::Root;
use super::small::{Button, Sign, use_id};
use crate::state::Edit;
use crate::stores::PlayStore;
use crate::text;

/// The notices, while there are any.
#[component]
pub(crate) fn Notices(play: PlayStore) -> impl IntoView {
    let root = expect_context::<Root>();
    let id = use_id("notices-title");
    let notices = Memo::new(move |_| play.with(|play| play.notices().to_vec()));
    let heading = move || {
        let is_understood = |notice: &Notice| matches!(notice, Notice::Unpublished { .. });
        let all = notices.with(|notices| notices.iter().all(is_understood));
        if all { text::NOTICES_OF_AGE } else { text::NOTICES }
    };
    let dismiss = move || {
        play.send(Edit::Dismiss);
        root.refocus("main");
    };
    let items = move || {
        let items = notices.get().into_iter();
        items.map(|notice| view! { <li>{notice.to_string()}</li> }).collect_view()
    };
    view! {
        <Show when=move || notices.with(|notices| !notices.is_empty())>
            <section class="notices" aria-labelledby=id.clone()>
                <div class="notices-head">
                    <h2 id=id.clone()><Sign sign="! "/>{heading}</h2>
                    <Button text=text::DISMISS on_press=dismiss/>
                </div>
                <ul>{items}</ul>
            </section>
        </Show>
    }
}
