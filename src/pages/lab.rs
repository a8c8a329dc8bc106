//! The Lab page: the small model's transcript of an item, the lines that each step attended to, and
//! the model's accuracy by length.

use leptos::html;
use leptos::prelude::*;
use stepfall_link::{Checkpoint, LabLink};
use stepfall_procedure::Seed;
use stepfall_protocol::FigureFormat;

use crate::browser::{self, Timer};
use crate::components::lab::{
    Controls, CurveCard, Detail, Head, MapCard, MapKey, PlayButton, Results, StartChoices,
    StepButtons, TraceCard,
};
use crate::components::{Button, PageNotices, ShareLab};
use crate::state::lab::{LabRun, View, first_flow, play_address};
use crate::stores::{LabStore, LazyPage, MORE_ITEMS, Pages};
use crate::text;

impl LazyPage for LabStore {
    fn reopen(&self) {
        LabStore::reopen(*self);
    }

    fn fragment(&self) -> String {
        LabStore::fragment(*self)
    }

    fn set_title(&self) {
        browser::set_title(text::lab::TITLE);
    }

    fn view(&self, _: Pages, main: NodeRef<html::Main>, hidden: Signal<bool>) -> AnyView {
        view! { <LabPage lab=*self main hidden/> }.into_any()
    }

    fn share(&self) -> AnyView {
        view! { <ShareLab lab=*self/> }.into_any()
    }
}

#[component]
fn LabPage(
    lab: LabStore,
    main: NodeRef<html::Main>,
    #[prop(into)] hidden: Signal<bool>,
) -> impl IntoView {
    let link = lab.link;
    let [left, right] = lab.runs;
    let is_compared = Memo::new(move |_| lab.is_compared());
    let step = Memo::new(move |_| link.with(|link| link.step));
    let is_playing = Memo::new(move |_| lab.playing.with(Option::is_some));
    let printed = Memo::new(move |_| {
        let model = link.with(|link| link.model.slug());
        lab.tables.with(|tables| tables.iter().find(|entry| entry.checkpoint == model).cloned())
    });
    let titles = titles(link);
    let on_step = move |number: u16| lab.look_at(number);
    let change = move |change: Box<dyn FnOnce(&mut LabLink)>| lab.change(change);
    let change_soon = move |change: Box<dyn FnOnce(&mut LabLink)>| lab.change_soon(change);
    let (results, is_measured) = (NodeRef::<html::Section>::new(), RwSignal::new(false));
    let on_tables = move |()| {
        is_measured.set(true);
        // The focus moves after the next rendering, because folded content cannot have the focus.
        let _ = Timer::start(is_measured, 0.0, move || browser::go_to(results));
    };
    let address_in_play =
        Memo::new(move |_| link.with(|link| left.with(|left| play_address(link, left))));
    view! {
        <div class="page is-lab" hidden=hidden>
            <main tabindex="-1" node_ref=main>
                <Heading lab/>
                <PageNotices notices=lab.notices main/>
                <SetUps lab on_tables/>
                <TranscriptError lab/>
                <Maps lab/>
                <Controls
                    link
                    is_playing
                    writing=current_line(lab)
                    change
                    change_soon
                    on_draw=move |()| lab.draw()
                    on_play=move |()| lab.play_or_pause()
                />
                <Steps lab/>
                <div class="lab-pair" class:is-compared=move || is_compared.get()>
                    <TraceCard title=titles[0] run=left visible_tokens=lab.playing step on_step/>
                    <Show when=move || is_compared.get()>
                        <TraceCard title=titles[1] run=right visible_tokens=lab.playing step on_step/>
                    </Show>
                </div>
                <p class="lab-line-of">
                    <a href=move || address_in_play.get()>{text::lab::TO_PLAY}</a>
                </p>
                <CurveCard
                    curve=lab.curve
                    figures=lab.figures
                    more=MORE_ITEMS
                    on_more=move |()| lab.run_curve()
                    on_stop=move |()| lab.stop_curve()
                    resize=move |width| lab.set_width(width)
                    save=move |(figure, form): (String, FigureFormat)| lab.save_figure(figure, form)
                />
                <Results printed element_ref=results is_open=is_measured/>
            </main>
        </div>
    }
}

/// The attention maps with the buttons for the steps, for a frame.
#[component]
pub(crate) fn FramedLab(lab: LabStore) -> impl IntoView {
    let is_playing = Memo::new(move |_| lab.playing.with(Option::is_some));
    view! {
        <div class="is-lab embed-lab">
            <Heading lab/>
            <TranscriptError lab/>
            <div class="lab-row">
                <StepButtons link=lab.link writing=current_line(lab) change=move |change| lab.change(change)/>
                <PlayButton is_playing on_play=move |()| lab.play_or_pause()/>
            </div>
            <Maps lab/>
            <Steps lab/>
        </div>
    }
}

/// Returns the current line during token-by-token playback. With two transcripts, the current line
/// is that of the longer transcript, which ends last.
fn current_line(lab: LabStore) -> Signal<Option<usize>> {
    let [left, right] = lab.runs;
    let line = Memo::new(move |_| {
        let seen = lab.playing.get()?;
        let longer =
            if left.with(LabRun::tokens) < right.with(LabRun::tokens) { right } else { left };
        Some(longer.with(|run| run.line_of(seen)))
    });
    line.into()
}

#[component]
fn Maps(lab: LabStore) -> impl IntoView {
    let link = lab.link;
    let [left, right] = lab.runs;
    let is_compared = Memo::new(move |_| lab.is_compared());
    let view = Memo::new(move |_| link.with(View::of));
    let step = Memo::new(move |_| link.with(|link| link.step));
    let titles = titles(link);
    let shown = move |run: RwSignal<LabRun>| {
        Signal::derive(move || match lab.playing.get() {
            Some(seen) => run.with(|run| run.line_of(seen)),
            None => usize::MAX,
        })
    };
    let on_step = move |number: u16| lab.look_at(number);
    // Two checkpoints have different weights, so the changes between their maps are not shown.
    let before = Memo::new(move |_| link.with(|link| link.against.is_none()).then_some(left));
    view! {
        <div class="lab-pair" class:is-compared=move || is_compared.get()>
            <MapCard title=titles[0] run=left before=Signal::stored(None) view shown=shown(left) step on_step/>
            <Show when=move || is_compared.get()>
                <MapCard title=titles[1] run=right before view shown=shown(right) step on_step/>
            </Show>
        </div>
        <MapKey/>
    }
}

/// The selected step, in each transcript.
#[component]
fn Steps(lab: LabStore) -> impl IntoView {
    let is_compared = Memo::new(move |_| lab.is_compared());
    let view = Memo::new(move |_| lab.link.with(View::of));
    let step = Memo::new(move |_| lab.link.with(|link| link.step));
    view! { <Detail titles=titles(lab.link) runs=lab.runs is_compared view step/> }
}

fn titles(link: RwSignal<LabLink>) -> [Signal<String>; 2] {
    [false, true].map(|is_other| {
        Signal::from(Memo::new(move |_| link.with(|link| text::lab::side(link, is_other))))
    })
}

/// The reason why a transcript cannot be shown, and a button to try again.
#[component]
fn TranscriptError(lab: LabStore) -> impl IntoView {
    let error = Memo::new(move |_| error_of(lab));
    move || {
        error.get().map(|why| {
            view! {
                <div class="problem card" role="alert">
                    <p>{text::lab::error(&why)}</p>
                    <div class="problem-ways"><Button text=text::lab::RETRY on_press=move || lab.retry()/></div>
                </div>
            }
        })
    }
}

/// The finding about the transcripts, or their progress.
#[component]
fn Heading(lab: LabStore) -> impl IntoView {
    let link = lab.link;
    let [left, right] = lab.runs;
    let look = Memo::new(move |_| link.with(View::of));
    let is_playing = Memo::new(move |_| lab.playing.with(Option::is_some));
    let parameters = Memo::new(move |_| left.with(|run| run.item.parameters));
    let over = move || link.with(|link| text::lab::model_and_item(link, parameters.get()));
    let finding = Memo::new(move |_| {
        if is_playing.get() {
            return String::new();
        }
        link.with(|link| {
            left.with(|left| right.with(|right| text::lab::finding(link, left, right)))
        })
    });
    let changed = Memo::new(move |_| {
        if is_playing.get() {
            return String::new();
        }
        let view = look.get();
        link.with(|link| {
            left.with(|left| match (link.is_compared(), left.outcome.is_some()) {
                (true, _) => {
                    right.with(|right| text::lab::difference_at_error(link, left, right, view))
                }
                (false, true) => text::lab::errors_after_first(left),
                (false, false) => String::new(),
            })
        })
    });
    let line = current_line(lab);
    let now = Memo::new(move |_| {
        let count = usize::from(link.with(|link| link.steps));
        line.get().map(|line| text::lab::playing(line, count))
    });
    let waiting = move || {
        if let Some(now) = now.get() {
            return now;
        }
        let loading = left.with(|run| run.loading);
        match loading.filter(|_| left.with(|run| run.lines.is_empty())) {
            Some(loading) => text::lab::fetching(loading),
            None if error_of(lab).is_some() => String::new(),
            None => text::lab::LOADING.to_owned(),
        }
    };
    let is_compared = Memo::new(move |_| lab.is_compared());
    view! {
        <Head over=Signal::derive(over) finding waiting=Signal::derive(waiting) changed is_compared is_playing/>
    }
}

/// Set-ups to start from.
#[component]
fn SetUps(lab: LabStore, #[prop(into)] on_tables: Callback<()>) -> impl IntoView {
    let chosen = Memo::new(move |_| {
        lab.link.with(|link| starts().iter().position(|(_, start)| is_same(start, link)))
    });
    let names = starts().iter().map(|(name, _)| *name).collect::<Vec<_>>();
    let start = move |place: usize| {
        if let Some((_, link)) = starts().into_iter().nth(place) {
            lab.show(&link);
        }
    };
    let is_mended =
        Memo::new(move |_| chosen.get().is_some() && lab.link.with(|link| !link.flow.is_empty()));
    view! {
        <StartChoices
            names
            chosen
            on_choose=start
            is_mended
            on_tables
        />
    }
}

/// Returns the reason why one of the transcripts cannot be shown.
fn error_of(lab: LabStore) -> Option<String> {
    lab.runs.iter().find_map(|run| run.with(|run| run.error.clone()))
}

/// Returns whether a link equals a set-up, apart from view settings.
fn is_same(start: &LabLink, link: &LabLink) -> bool {
    let seen = |link: &LabLink| {
        (link.steps, link.look_back, link.seed, link.model, link.against, link.flow.clone())
    };
    seen(start) == seen(link)
}

/// Returns the set-ups to start from. The first two set-ups share an item whose error the bridge
/// corrects. The bridge corrects the errors of few items.
fn starts() -> [(&'static str, LabLink); 3] {
    let breaks = LabLink::first();
    let bridged = LabLink { flow: first_flow(), ..breaks.clone() };
    let training = LabLink {
        steps: 40,
        seed: Seed::wrapping(1),
        against: Some(Checkpoint::Long),
        ..LabLink::default()
    };
    [
        (text::lab::START_BREAKS, breaks),
        (text::lab::START_BRIDGE, bridged),
        (text::lab::START_TRAINING, training),
    ]
}
