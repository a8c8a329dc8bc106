//! The About page: the purpose of Stepfall, its grading, and its vocabulary.

use leptos::html;
use leptos::prelude::*;
use stepfall_link::{Chapter, LearnLink};

use crate::browser;
use crate::components::{Copied, CopyButton, copy};
use crate::text;

/// The page. `main` receives the main part, which other code focuses.
#[component]
pub(crate) fn AboutPage(main: NodeRef<html::Main>) -> impl IntoView {
    browser::set_title(&text::page::title_of(text::about::TITLE));
    let section = |(heading, entries): text::about::Section| {
        let entry = |(word, meaning): &(&'static str, &'static str)| {
            view! { <div><dt>{*word}</dt><dd>{*meaning}</dd></div> }
        };
        view! {
            <h2>{heading}</h2>
            <dl>{entries.iter().map(entry).collect_view()}</dl>
        }
    };
    view! {
        <div class="page is-about">
            <main tabindex="-1" node_ref=main>
                <h1>{text::about::TITLE}</h1>
                <p>{text::about::WHAT}</p>
                <p>{text::about::WHY}" "<a href=text::about::STUDY_ADDRESS>{text::about::STUDY_LINK}</a></p>
                <p><a href=LearnLink::of(Chapter::Guide).fragment()>{text::about::GUIDE}</a></p>
                {text::about::SECTIONS.map(section)}
                <Bibtex/>
            </main>
        </div>
    }
}

/// A BibTeX entry, and a button that copies it.
#[component]
fn Bibtex() -> impl IntoView {
    let outcome = RwSignal::new(Copied::Idle);
    let base = browser::address_without_fragment();
    // Readers elsewhere cannot open a local address.
    let is_local =
        ["://localhost", "://127.0.0.1", "://[::1]"].iter().any(|host| base.contains(host));
    let made = text::about::bibtex((!is_local).then_some(base.as_str()));
    let copied = made.clone();
    view! {
        <div class="card about-bibtex">
            <pre>{made}</pre>
            <CopyButton
                class="button is-small copy"
                label=text::about::COPY_BIBTEX
                done=text::page::COPIED
                outcome
                on_press=move || copy(copied.clone(), outcome)
            />
        </div>
    }
}
