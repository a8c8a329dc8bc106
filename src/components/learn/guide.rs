//! The field guide: the meaning of every word in a verdict.

use leptos::prelude::*;
use stepfall_link::{Chapter, GuideSlug, LearnLink};
use stepfall_protocol::{GuidePage, GuideRate, WrittenBy};
use stepfall_text::GuideEntry;

use super::scene::{ItemScope, ScriptedNote, Steps, VerdictSentence};
use crate::components::{Sign, Term};
use crate::stores::PlayStore;
use crate::text;

/// All entries, each with its meaning in a sentence or two.
#[component]
pub(crate) fn GuideIndex() -> impl IntoView {
    let row = |entry: &'static GuideEntry| {
        let category = entry.category();
        view! {
            <div>
                <dt>
                    <Sign sign=category.sign() class=category.class()/>
                    <Term slug=entry.slug>{entry.name}</Term>
                </dt>
                <dd>{first_sentence(entry.definition)}</dd>
            </div>
        }
    };
    let (modes, steps): (Vec<_>, Vec<_>) = text::GUIDE.iter().partition(|entry| entry.is_mode());
    let list = move |entries: Vec<&'static GuideEntry>| {
        view! { <dl class="guide-list">{entries.into_iter().map(row).collect_view()}</dl> }
    };
    view! {
        <p class="learn-text">{text::GUIDE_ABOUT}</p>
        <p class="learn-text">{text::GUIDE_WORDS}</p>
        <h2>{text::GUIDE_MODES}</h2>
        {list(modes)}
        <h2>{text::GUIDE_STEPS}</h2>
        {list(steps)}
    }
}

/// Returns the first sentence of a text.
fn first_sentence(text: &'static str) -> &'static str {
    text.find(". ").map_or(text, |end| &text[..=end])
}

/// An entry: the definition, similar entries, an example, and the accuracy of the grader.
#[component]
pub(crate) fn GuideArticle(
    entry: &'static GuideEntry,
    #[prop(into)] page: Signal<Option<GuidePage>>,
    play: PlayStore,
    /// The content below the example.
    children: ChildrenFn,
) -> impl IntoView {
    let confused = |(other, why): &(&'static str, &'static str)| {
        let name = text::guide_entry(other).map_or(*other, |found| found.name);
        view! {
            <div>
                <dt><Term slug=other>{name}</Term></dt>
                <dd>{*why}</dd>
            </div>
        }
    };
    let children = StoredValue::new(children);
    let example = move || {
        page.get().map(|page| {
            view! {
                <h2>{text::GUIDE_EXAMPLE}</h2>
                <ItemScope play>
                    <figure class="card learn-figure">
                        <div class="learn-dials"><Writer by=page.written_by/></div>
                        <pre class="learn-transcript" tabindex="0" aria-label=text::learn::ANSWER>
                            {page.example.transcript}
                        </pre>
                        <div class="learn-readings"><VerdictSentence play/></div>
                    </figure>
                    <Steps play/>
                </ItemScope>
                {children.with_value(|children| children())}
                <h2>{text::GUIDE_MEASURED}</h2>
                <GraderAccuracy entry rates=page.rates/>
            }
        })
    };
    view! {
        <p class="learn-text">{entry.definition}</p>
        <h2>{text::GUIDE_CONFUSED}</h2>
        <dl class="guide-list">{entry.confused.iter().map(confused).collect_view()}</dl>
        {example}
    }
}

/// The author of an example.
#[component]
fn Writer(by: WrittenBy) -> impl IntoView {
    match by {
        WrittenBy::Solver => view! { <ScriptedNote/> }.into_any(),
        WrittenBy::Hand => view! { <span class="source">{text::GUIDE_BY_HAND}</span> }.into_any(),
        WrittenBy::Model { name, date, condition, settings } => view! {
            <p class="guide-model">{text::guide_model(&name, &date, &condition, &settings)}</p>
            <span class="source">{text::GUIDE_MODEL}</span>
        }
        .into_any(),
    }
}

/// The accuracy of the grader on simulated transcripts.
#[component]
fn GraderAccuracy(entry: &'static GuideEntry, rates: Vec<GuideRate>) -> impl IntoView {
    if rates.is_empty() {
        return view! { <p class="learn-text">{text::GUIDE_UNMEASURED}</p> }.into_any();
    }
    let is_mode = entry.is_mode();
    let row = |rate: GuideRate| {
        let form = if rate.shows_operands { text::GUIDE_OPERANDS } else { text::GUIDE_VALUES };
        let read_as: Vec<String> = rate
            .read_as
            .iter()
            .map(|(slug, count)| {
                let slug = if is_mode { slug.clone() } else { format!("step-{slug}") };
                let name = text::guide_entry(&slug).map_or(slug.as_str(), |found| found.name);
                format!("{name} {count}")
            })
            .collect();
        let others =
            if read_as.is_empty() { text::GUIDE_NEVER.to_owned() } else { read_as.join(", ") };
        view! {
            <tr>
                <th scope="row">{form}</th>
                <td>{text::guide_right(rate.right, rate.all)}</td>
                <td>{others}</td>
            </tr>
        }
    };
    view! {
        <div class="card guide-measured">
            <table>
                <thead>
                    <tr>
                        <th scope="col">{text::GUIDE_FORM}</th>
                        <th scope="col">{text::GUIDE_RIGHT}</th>
                        <th scope="col">{text::GUIDE_READ_AS}</th>
                    </tr>
                </thead>
                <tbody>{rates.into_iter().map(row).collect_view()}</tbody>
            </table>
            <p class="soft">
                {if is_mode { text::GUIDE_MEASURED_MODE } else { text::GUIDE_MEASURED_STEP }}
            </p>
        </div>
    }
    .into_any()
}

/// The links to the neighbouring entries, and to the index.
#[component]
pub(crate) fn GuideNav(#[prop(into)] entry: Signal<Option<GuideSlug>>) -> impl IntoView {
    let neighbour = move |by: isize, name: &'static str| {
        let neighbour = entry.get()?.neighbour(by)?;
        Some(view! { <a class="button" href=LearnLink::of_entry(neighbour).fragment()>{name}</a> })
    };
    view! {
        <nav class="learn-buttons" aria-label=text::GUIDE_ENTRIES>
            {move || neighbour(-1, text::GUIDE_PREVIOUS)}
            {move || neighbour(1, text::GUIDE_NEXT)}
            <a class="button" href=LearnLink::of(Chapter::Guide).fragment()>{text::GUIDE_ALL}</a>
        </nav>
    }
}
