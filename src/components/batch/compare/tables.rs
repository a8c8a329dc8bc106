//! The tables of a comparison.

use leptos::prelude::*;
use stepfall_protocol::comparison::PairKind;

use crate::components::widgets::basic::{Button, use_id};
use crate::text;

/// The share of correct replies of each result, and their difference.
#[component]
pub(super) fn Shares(names: [String; 2], shares: [[String; 3]; 3]) -> impl IntoView {
    let [first, second] = names;
    let heads = [first, second, text::batch::DIFFERENCE.to_owned()];
    let row = |(name, [value, low, high]): (String, [String; 3])| {
        let cells = [value, low, high].map(|cell| text::typeset(&cell));
        view! {
            <tr>
                <th scope="row">{name}</th>
                {cells.map(|cell| view! { <td class="number">{cell}</td> })}
            </tr>
        }
    };
    let heading = use_id("shares");
    view! {
        <div class="batch-models">
            <h3 id=heading.clone()>{text::batch::SHARES}</h3>
            <div class="table-frame" tabindex="0" role="region" aria-labelledby=heading>
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{text::batch::RESULT}</th>
                            {text::batch::SHARE_COLUMNS.map(|column| view! { <th scope="col" class="number">{column}</th> })}
                        </tr>
                    </thead>
                    <tbody>{heads.into_iter().zip(shares).map(row).collect_view()}</tbody>
                </table>
            </div>
        </div>
    }
}

/// The number of questions of each kind, and a button that lists them.
#[component]
pub(super) fn Kinds(
    counts: [u64; 7],
    is_single: bool,
    #[prop(into)] on_list: Callback<PairKind>,
) -> impl IntoView {
    let names = text::batch::kind_names(is_single);
    let row = |((kind, name), count): ((PairKind, String), u64)| {
        let list = format!("{}: {name}", text::batch::LIST);
        let button = (count > 0).then(|| {
            view! { <Button text=text::batch::LIST on_press=move || on_list.run(kind) attr:aria-label=list/> }
        });
        view! {
            <tr>
                <th scope="row">{name}</th>
                <td class="number">{text::grouped(count)}</td>
                <td>{button}</td>
            </tr>
        }
    };
    let is_shown = |((kind, _), count): &((PairKind, String), u64)| {
        *count > 0 || PairKind::ALL[..4].contains(kind)
    };
    let rows = PairKind::ALL.into_iter().zip(names).zip(counts).filter(is_shown).map(row);
    let heading = use_id("kinds");
    view! {
        <div class="batch-models">
            <h3 id=heading.clone()>{text::batch::BY_QUESTION}</h3>
            <div class="table-frame" tabindex="0" role="region" aria-labelledby=heading>
                <table class="batch-kinds">
                    <thead>
                        <tr>
                            <th scope="col">{text::batch::RESULT}</th>
                            <th scope="col" class="number">{text::batch::QUESTIONS}</th>
                            <td></td>
                        </tr>
                    </thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
        </div>
    }
}

/// A table of texts with a note. Draws nothing if there are no rows.
#[component]
pub(super) fn TextTable<const N: usize>(
    title: &'static str,
    head: [&'static str; N],
    rows: Vec<[String; N]>,
    note: &'static str,
) -> impl IntoView {
    if rows.is_empty() {
        return None;
    }
    let heading = use_id("table");
    let [first, rest @ ..] = &head[..] else { return None };
    let columns = rest.iter().map(|column| view! { <th scope="col" class="number">{*column}</th> });
    let row = |cells: [String; N]| {
        let cells = cells.into_iter().enumerate().map(|(at, cell)| match at {
            0 => view! { <th scope="row">{cell}</th> }.into_any(),
            _ => view! { <td class="number">{text::typeset(&cell)}</td> }.into_any(),
        });
        view! { <tr>{cells.collect_view()}</tr> }
    };
    Some(view! {
        <div class="batch-models batch-wide">
            <h3 id=heading.clone()>{title}</h3>
            <div class="table-frame" tabindex="0" role="region" aria-labelledby=heading>
                <table>
                    <thead><tr><th scope="col">{*first}</th>{columns.collect_view()}</tr></thead>
                    <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
                </table>
            </div>
            <p class="batch-note">{note}</p>
        </div>
    })
}
