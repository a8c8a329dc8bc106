//! A list of any length that renders only its visible rows.

use std::hash::Hash;

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser;

/// The number of rows in a page of the list. Each request begins at a multiple of it.
const PAGE: u32 = 14;
/// The number of pages above the visible rows at which a request begins.
const ABOVE: u32 = 2;

/// The height of a row of one line, in CSS pixels (`results.css`).
const ROW: u32 = 34;
/// The height of a row of two lines in a narrow window, in CSS pixels.
const NARROW_ROW: u32 = 52;

/// Restores the focus to an opened row when the page is visible again. The returned function
/// remembers the row by its number, which `attribute` of the row contains.
pub(crate) fn back_to_row(
    root: NodeRef<html::Div>,
    hidden: Signal<bool>,
    attribute: &'static str,
) -> impl Fn(u32) + Copy + Send + Sync + 'static {
    let opened = StoredValue::new(None::<u32>);
    Effect::new(move |_| {
        if !hidden.get()
            && let Some(number) = opened.try_update_value(Option::take).flatten()
        {
            let row = format!("[{attribute}=\"{number}\"]");
            browser::refocus_on(move || browser::first_in(root, &row));
        }
    });
    move |number| opened.set_value(Some(number))
}

/// A list whose rows load in parts. `wanted` receives the index of the first row to load, and is
/// called again when `version` or `list` changes. The rows then arrive in `rows`.
#[component]
pub(crate) fn VirtualList<T, V>(
    label: &'static str,
    /// The number of rows in the whole list.
    #[prop(into)]
    total: Signal<u32>,
    /// The index of the first loaded row, and the loaded rows.
    #[prop(into)]
    rows: Signal<(u32, Vec<T>)>,
    /// A version that changes when the rows must be requested again.
    #[prop(into)]
    version: Signal<u32>,
    /// The list's key; a new key scrolls to the top.
    #[prop(into)]
    list: Signal<String>,
    wanted: impl Fn(u32) + Copy + Send + Sync + 'static,
    row: impl Fn(T) -> V + Copy + Send + Sync + 'static,
) -> impl IntoView
where
    T: Clone + PartialEq + Eq + Hash + Send + Sync + 'static,
    V: IntoView + 'static,
{
    let frame = NodeRef::<html::Div>::new();
    let is_narrow = browser::media_query_signal(browser::PHONE);
    let height = move || if is_narrow.get() { NARROW_ROW } else { ROW };
    let first = RwSignal::new(0u32);
    let see = move || {
        if let Some(frame) = browser::element(frame) {
            let top = u32::try_from(frame.scroll_top()).unwrap_or_default();
            let page = (top / untrack(height) / PAGE).saturating_sub(ABOVE);
            if first.get_untracked() != page * PAGE {
                first.set(page * PAGE);
            }
        }
    };
    Effect::new(move |before: Option<(String, bool)>| {
        let now = (list.get(), is_narrow.get());
        if let Some(frame) = browser::element(frame)
            && before.is_some_and(|before| before != now)
        {
            frame.set_scroll_top(0);
            first.set(0);
        }
        now
    });
    Effect::new(move |_| {
        // The memos are read and not only tracked, because an unread memo is not computed.
        version.get();
        list.with(|_| ());
        wanted(first.get());
    });
    let placed = move || {
        // A keyed list reinserts the remaining rows when rows are added before them, so the focused
        // element loses the focus. The code restores the focus before the next key event.
        if let Some(place) = browser::first_in(frame, ".list-row-place:focus-within")
            .and_then(|place| place.dataset().get("place"))
        {
            // A row is one control, or has controls with the names of their parts.
            let part = browser::first_in(frame, "[data-part]:focus");
            let part = part.and_then(|part| part.dataset().get("part"));
            let control = part.map_or("> *".to_owned(), |part| format!("[data-part=\"{part}\"]"));
            let row = format!("[data-place=\"{place}\"] {control}");
            spawn_local(async move { browser::refocus(|| browser::first_in(frame, &row)) });
        }
        let (from, rows) = rows.get();
        (from..).zip(rows).collect::<Vec<(u32, T)>>()
    };
    view! {
        <div
            class="list"
            role="region"
            tabindex="0"
            aria-label=label
            node_ref=frame
            on:scroll=move |_| see()
        >
            <div class="list-ground" style:height=move || format!("{}px", total.get() * height())>
                <For
                    each=placed
                    key=Clone::clone
                    children=move |(place, item)| {
                        let top = move || format!("translateY({}px)", place * height());
                        view! { <div class="list-row-place" data-place=place style:transform=top>{row(item)}</div> }
                    }
                />
            </div>
        </div>
    }
}
