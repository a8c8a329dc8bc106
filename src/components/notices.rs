//! What was not understood in the address.

use leptos::prelude::*;

use super::erased::{optional, part, small_button};
use crate::desk::use_desk;
use crate::state::Edit;
use crate::text;

/// The notices, while there are any.
#[component]
pub(crate) fn Notices() -> impl IntoView {
    let desk = use_desk();
    let notices = Memo::new(move |_| {
        desk.read(|play| play.notices().iter().map(ToString::to_string).collect::<Vec<_>>())
    });
    part(move || {
        let notices = notices.get();
        let is_any = !notices.is_empty();
        let section = is_any.then(|| {
            let items: Vec<AnyView> =
                notices.into_iter().map(|notice| view! { <li>{notice}</li> }.into_any()).collect();
            view! {
                <section class="notices" aria-labelledby="notices-title">
                    <div class="notices-head">
                        <h2 id="notices-title"><span aria-hidden="true">"! "</span>{text::NOTICES}</h2>
                        {small_button(false, text::DISMISS, move || desk.send(Edit::Dismiss))}
                    </div>
                    <ul>{items}</ul>
                </section>
            }
        });
        optional(section)
    })
}
