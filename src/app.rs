//! The page as a whole: opens the address, or says why it cannot.

use leptos::prelude::*;

use crate::components::Header;
use crate::desk::Desk;
use crate::pages::PlayPage;
use crate::text;

/// Everything inside the body.
#[component]
pub(crate) fn App() -> impl IntoView {
    match Desk::open() {
        Ok(desk) => {
            provide_context(desk);
            let main = NodeRef::new();
            view! {
                <Header main=main />
                <PlayPage main=main />
            }
            .into_any()
        }
        Err(refusal) => view! {
            <main>
                <h1>{text::NAME}</h1>
                <p>{text::FATAL} " " {refusal.to_string()}</p>
            </main>
        }
        .into_any(),
    }
}
