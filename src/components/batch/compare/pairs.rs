//! The compared questions. The replies of both results open in Play.

use leptos::html;
use leptos::prelude::*;
use stepfall_protocol::comparison::{PairKind, PairRow, PairsFormat, Side};

use crate::components::VirtualList;
use crate::components::widgets::basic::{Button, use_id};
use crate::stores::ComparisonStore;
use crate::text;

/// The list of compared questions.
#[component]
pub(super) fn Pairs(
    comparison: ComparisonStore,
    /// The names of both results.
    names: [String; 2],
    /// Receives the number of the reply that is opened.
    on_open: Callback<u32>,
    /// The list, as a scroll target.
    node: NodeRef<html::Div>,
) -> impl IntoView {
    let heading = use_id("pairs");
    let total = Memo::new(move |_| comparison.rows.with(|rows| rows.total));
    let rows = Memo::new(move |_| comparison.rows.with(|rows| (rows.from, rows.rows.clone())));
    let list = Memo::new(move |_| text::batch::kind_slug(comparison.kind.get()).to_owned());
    let is_all = move || comparison.kind.get().is_none().to_string();
    let names = StoredValue::new(names);
    view! {
        <div class="batch-pairs" node_ref=node>
            <div class="batch-pairs-head">
                <h3 id=heading>{text::batch::COMPARED_QUESTIONS}</h3>
                <Button
                    text=text::batch::ALL
                    on_press=move || comparison.list_kind(None)
                    attr:aria-pressed=is_all
                    attr:aria-label=text::batch::ALL_QUESTIONS
                />
                <Button
                    text="JSONL"
                    on_press=move || comparison.save(PairsFormat::Jsonl)
                    attr:aria-label=text::batch::PAIRS_JSONL
                />
                <Button
                    text="CSV"
                    on_press=move || comparison.save(PairsFormat::Csv)
                    attr:aria-label=text::batch::PAIRS_CSV
                />
            </div>
            <div class="list-columns" aria-hidden="true">
                {text::batch::PAIR_COLUMNS.map(|column| view! { <span>{column}</span> })}
                {names.get_value().map(|name| view! { <span>{name}</span> })}
            </div>
            <VirtualList
                label=text::batch::LIST_OF_PAIRS
                total
                rows
                version=comparison.version
                list
                wanted=move |from| comparison.list(from)
                row=move |row| view! { <Question row names comparison on_open/> }
            />
        </div>
    }
}

#[component]
fn Question(
    row: PairRow,
    names: StoredValue<[String; 2]>,
    comparison: ComparisonStore,
    on_open: Callback<u32>,
) -> impl IntoView {
    let PairRow { number, kind, id, condition, steps, replies } = row;
    let id = StoredValue::new(id);
    let name = text::batch::question(&condition, steps);
    let classes = reply_classes(kind);
    let reply = |side: Side, reply: Option<String>| {
        let Some(reply) = reply else { return view! { <span>"–"</span> }.into_any() };
        let reply_number = number.saturating_mul(2).saturating_add(side as u32);
        let label = names.with_value(|names| format!("{}: {reply}. {name}", names[side as usize]));
        let open = move |_| {
            on_open.run(reply_number);
            comparison.open(side, id.get_value());
        };
        view! {
            <button
                type="button"
                class=classes[side as usize]
                data-part=side as u32
                data-reply=reply_number
                aria-label=label
                on:click=open
            >
                {reply}
            </button>
        }
        .into_any()
    };
    let [first, second] = replies;
    view! {
        <div class="list-row">
            <span>{condition}</span>
            <span>{steps}</span>
            {reply(Side::First, first)}
            {reply(Side::Second, second)}
        </div>
    }
}

/// Returns the CSS classes of the replies of the first and the second result to a question.
const fn reply_classes(kind: PairKind) -> [&'static str; 2] {
    let (right, error) = ("batch-reply is-right", "batch-reply is-fault");
    match kind {
        PairKind::Both => [right, right],
        PairKind::OnlyFirst => [right, error],
        PairKind::OnlySecond => [error, right],
        PairKind::Neither => [error, error],
        PairKind::Unscored | PairKind::InFirst | PairKind::InSecond => {
            ["batch-reply", "batch-reply"]
        }
    }
}
