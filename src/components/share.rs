//! Sharing everything that is shown by a link.

use leptos::prelude::*;

use super::copy::{Copied, CopyButton, copy};
use super::erased::{optional, paragraph, part, small_button};
use crate::browser::select_all;
use crate::desk::use_desk;
use crate::text;

/// From here on programs that pass links on may cut them off.
const LONG: usize = stepfall_link::WARN_PACKED;

/// The share button, and what there is to say about the link.
#[component]
pub(crate) fn Share() -> impl IntoView {
    let desk = use_desk();
    let outcome = RwSignal::new(Copied::Idle);
    let made = RwSignal::new(None::<(String, Option<&'static str>)>);
    let share = move || {
        let (link, lacks) = desk.link();
        copy(link.clone(), outcome);
        made.set(Some((link, lacks)));
    };
    let close = move || {
        made.set(None);
        outcome.set(Copied::Idle);
    };
    let panel = part(move || {
        let panel = made.get().and_then(|(link, lacks)| {
            let refused = outcome.get() == Copied::Refused;
            let long = (link.len() > LONG).then(|| text::long_link(link.len()));
            if !refused && long.is_none() && lacks.is_none() {
                return None;
            }
            let mut says: Vec<AnyView> = Vec::new();
            if refused {
                says.push(paragraph("", text::COPY_LINK_REFUSED));
                says.push(link_field(link));
            }
            says.extend(lacks.map(|lacks| paragraph("", lacks)));
            says.extend(long.map(|long| paragraph("", long)));
            says.push(small_button(false, text::CLOSE, close));
            Some(view! { <div class="share-panel">{says}</div> })
        });
        optional(panel)
    });
    view! {
        <div class="share">
            <CopyButton label=text::SHARE done=text::SHARED outcome=outcome on_press=Box::new(share) main=true />
            <div role="status">{panel}</div>
        </div>
    }
    .into_any()
}

/// The link to be copied by hand.
fn link_field(link: String) -> AnyView {
    view! {
        <input class="text" type="text" readonly aria-label=text::LINK prop:value=link
            on:focus=move |event| select_all(&event) />
    }
    .into_any()
}
