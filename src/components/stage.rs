//! Figures that can fill the screen, for a classroom.

use leptos::context::Provider;
use leptos::prelude::*;
use leptos::{ev, html};
use stepfall_protocol::{DrawQrCode, QrCode};

use crate::browser;
use crate::components::widgets::basic::Button;
use crate::stores::Pages;
use crate::text;

/// The context of a stage: a signal that is true while the stage fills the screen.
#[derive(Clone, Copy)]
struct FillsScreen(ReadSignal<bool>);

/// Returns a signal that is true while the surrounding stage fills the screen, and false outside a
/// stage.
pub(crate) fn is_on_full_stage() -> Signal<bool> {
    use_context::<FillsScreen>().map_or_else(|| false.into(), |FillsScreen(fills)| fills.into())
}

/// A figure with a button that lets the figure fill the screen. In full screen, the figure has
/// large type and a QR code of its address for the class.
#[component]
pub(crate) fn Stage(
    /// The fragment of the figure's address, if it may change in full screen.
    #[prop(default = Signal::derive(browser::fragment), into)]
    fragment: Signal<String>,
    /// The effect of the arrow keys in full screen, as text.
    #[prop(default = "")]
    arrows: &'static str,
    /// Receives 1 for the arrow key to the right and −1 for the arrow key to the left.
    #[prop(optional, into)]
    on_arrow: Option<Callback<i16>>,
    #[prop(optional)] element_ref: NodeRef<html::Div>,
    children: Children,
) -> impl IntoView {
    let is_full = browser::full_screen_signal(element_ref);
    let on_key = move |event: ev::KeyboardEvent| {
        // A slider uses the arrow keys itself.
        if !is_full.get_untracked() || browser::is_field(event.target()) {
            return;
        }
        let by = match event.key().as_str() {
            "ArrowRight" => 1,
            "ArrowLeft" => -1,
            _ => return,
        };
        if let Some(on_arrow) = on_arrow {
            event.prevent_default();
            on_arrow.run(by);
        }
    };
    let label = move || {
        if is_full.get() { text::page::LEAVE_FULL_SCREEN } else { text::page::FULL_SCREEN }
    };
    // The page of a frame has no store of pages, and its host may forbid the full screen.
    let code = use_context::<Pages>().map(|pages| {
        let sender = pages.jobs().register();
        LocalResource::new(move || {
            let address =
                is_full.get().then(|| browser::address_without_fragment() + &fragment.get());
            async move { sender.run(DrawQrCode(address?)).await.ok().flatten() }
        })
    });
    let code =
        move || code.and_then(|code| code.get().flatten()).map(|code| view! { <Code code/> });
    view! {
        <div class="stage" node_ref=element_ref tabindex="-1" on:keydown=on_key>
            <Provider value=FillsScreen(is_full)>{children()}</Provider>
            {browser::has_full_screen().then(|| view! {
                <div class="stage-bar">
                    <Button text=label on_press=move || browser::toggle_full_screen(element_ref)/>
                    <Show when=move || is_full.get()>
                        <span class="soft">{arrows}</span>
                        {code}
                    </Show>
                </div>
            })}
        </div>
    }
}

#[component]
fn Code(code: QrCode) -> impl IntoView {
    let QrCode { path, size } = code;
    view! {
        <svg class="stage-code" role="img" aria-label=text::page::CODE viewBox=format!("-3 -3 {0} {0}", size + 6)>
            <path d=path/>
        </svg>
    }
}
