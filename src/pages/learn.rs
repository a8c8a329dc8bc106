//! The Learn page: six chapters, each with a task and a figure, and a field guide.

use leptos::html;
use leptos::prelude::*;
use stepfall_link::{Chapter, LearnLink, LearnNumber, Page};
use stepfall_text::GuideEntry;

use crate::browser;
use crate::components::learn::{
    Cases, Collapse, DialSlider, ExactMatch, FirstError, GuideArticle, GuideIndex, GuideNav,
    ItemScope, ScriptedNote, StepFields, Steps, TwoRuns, VerdictSentence,
};
use crate::components::sweep::Sample;
use crate::components::{Button, LazyPart, PageLink, PageNotices, Placeholder, ShareLearn, Stage};
use crate::lazy;
use crate::state::{TranscriptState, learn, sample};
use crate::stores::{LazyPage, LearnStore, Pages, PlayStore};
use crate::text;

impl LazyPage for LearnStore {
    fn open(&self) {
        LearnStore::open(*self);
    }

    fn reopen(&self) {
        LearnStore::reopen(*self);
    }

    fn fragment(&self) -> String {
        LearnStore::fragment(*self)
    }

    fn set_title(&self) {
        LearnStore::set_title(*self);
    }

    fn write_address(&self) {
        LearnStore::write_address(*self);
    }

    fn view(&self, pages: Pages, main: NodeRef<html::Main>, hidden: Signal<bool>) -> AnyView {
        view! { <LearnPage learn=*self main hidden on_open=move |place| pages.open(place)/> }
            .into_any()
    }

    fn share(&self) -> AnyView {
        view! { <ShareLearn learn=*self/> }.into_any()
    }
}

#[component]
fn LearnPage(
    learn: LearnStore,
    main: NodeRef<html::Main>,
    #[prop(into)] hidden: Signal<bool>,
    #[prop(into)] on_open: Callback<Page>,
) -> impl IntoView {
    let story = NodeRef::<html::Section>::new();
    let chapter = Memo::new(move |_| learn.link.with(|link| link.chapter));
    let entry = Memo::new(move |_| learn.link.with(|link| link.entry));
    // A new chapter or entry starts at the top.
    Effect::watch(
        move || (chapter.get(), entry.get()),
        move |_, before, _| {
            if before.is_some() && !hidden.get_untracked() {
                browser::go_to(story);
            }
        },
        false,
    );
    let over = move || match learn.link.with(shown_guide_entry) {
        Some(entry) if entry.is_mode() => text::GUIDE_OVER_MODE.to_owned(),
        Some(_) => text::GUIDE_OVER_STEP.to_owned(),
        None => text::learn::position_and_time(chapter.get() as usize),
    };
    let listed = move |(at, (title, _)): (usize, (&'static str, u8))| {
        let listed = Chapter::ALL[at];
        let is_here = move || (chapter.get() == listed).then_some("page");
        let number = if listed == Chapter::Guide { "§".to_owned() } else { (at + 1).to_string() };
        view! {
            <li>
                <a href=LearnLink::of(listed).fragment() aria-current=is_here>
                    <b>{number}</b>
                    <span>{title}</span>
                </a>
            </li>
        }
    };
    view! {
        <div class="page is-learn" hidden=hidden>
            <main tabindex="-1" node_ref=main>
                <nav class="learn-chapters" aria-label=text::learn::CHAPTERS>
                    <ol>{text::learn::TITLES.into_iter().enumerate().map(listed).collect_view()}</ol>
                </nav>
                <section class="learn-story" tabindex="-1" node_ref=story>
                    <PageNotices notices=learn.notices main/>
                    <p class="soft">{over}</p>
                    <Story learn chapter on_open=Some(on_open)/>
                    {move || if chapter.get() == Chapter::Guide {
                        view! { <GuideNav entry/> }.into_any()
                    } else {
                        view! { <ChapterNav chapter/> }.into_any()
                    }}
                </section>
            </main>
        </div>
    }
}

/// A chapter: its text and its figures. Without `on_open`, there are no links to other pages.
#[component]
pub(crate) fn Story(
    learn: LearnStore,
    chapter: Memo<Chapter>,
    on_open: Option<Callback<Page>>,
) -> impl IntoView {
    let body = move || {
        let chapter_play = learn.chapter_play.get()?;
        Some(match chapter.get() {
            Chapter::Procedure => view! { <Procedure play=chapter_play/> }.into_any(),
            Chapter::Collapse => view! { <CollapseChapter learn/> }.into_any(),
            Chapter::Operand => view! { <WrongOperand learn play=chapter_play/> }.into_any(),
            Chapter::RightAnswer => view! { <RightAnswer learn play=chapter_play/> }.into_any(),
            Chapter::Instrument => view! { <Instrument learn play=chapter_play/> }.into_any(),
            Chapter::Remedies => view! { <Remedies learn on_open/> }.into_any(),
            Chapter::Guide => view! { <Guide learn play=chapter_play/> }.into_any(),
        })
    };
    let entry = Memo::new(move |_| learn.link.with(shown_guide_entry));
    let title = move || match entry.get() {
        Some(entry) => entry.name,
        None => text::learn::TITLES[chapter.get() as usize].0,
    };
    view! {
        <h1>{title}</h1>
        {move || learn.error.get().map(|why| view! {
            <div class="problem card" role="alert"><p>{why}</p></div>
        })}
        {body}
    }
}

/// Returns the entry of the field guide that a link shows.
fn shown_guide_entry(link: &LearnLink) -> Option<&'static GuideEntry> {
    let entry = link.entry.filter(|_| link.chapter == Chapter::Guide)?;
    text::guide_entry(entry.slug())
}

/// The field guide: one of its entries, or the index.
#[component]
fn Guide(learn: LearnStore, play: PlayStore) -> impl IntoView {
    move || match learn.link.with(shown_guide_entry) {
        Some(entry) => view! {
            <GuideArticle entry page=learn.guide play><OpenInPlayButton learn/></GuideArticle>
        }
        .into_any(),
        None => view! { <GuideIndex/> }.into_any(),
    }
}

/// The links to the neighbouring chapters.
#[component]
fn ChapterNav(chapter: Memo<Chapter>) -> impl IntoView {
    let neighbour = move |by: isize| {
        let at = (chapter.get() as usize).checked_add_signed(by)?;
        Chapter::ALL.get(at).map(|chapter| LearnLink::of(*chapter).fragment())
    };
    let next = move || {
        let title = text::learn::next(chapter.get() as usize)?;
        Some(view! { <a class="button is-main" href=neighbour(1)>{title}</a> })
    };
    let back = move || {
        let title = text::learn::back(chapter.get() as usize)?;
        Some(view! { <a class="button" href=neighbour(-1)>{title}</a> })
    };
    view! { <nav class="learn-buttons" aria-label=text::learn::TURN>{next}{back}</nav> }
}

#[component]
fn Paragraph(text: &'static str) -> impl IntoView {
    view! { <p class="learn-text">{text}</p> }
}

/// The task of a chapter.
#[component]
fn ChapterTask(text: &'static str) -> impl IntoView {
    view! { <p class="learn-text learn-do">{text}</p> }
}

/// The button that opens the chapter's content in Play; not drawn in a frame.
#[component]
fn OpenInPlayButton(learn: LearnStore) -> impl IntoView {
    learn.can_open().then(|| {
        view! {
            <div class="learn-buttons">
                <Button class="button" text=text::learn::OPEN on_press=move || learn.open_chapter_item()/>
            </div>
        }
    })
}

#[component]
fn Procedure(play: PlayStore) -> impl IntoView {
    let is_checked = Memo::new(move |_| play.transcript_state.get() == TranscriptState::Current);
    view! {
        <Paragraph text=text::learn::PROCEDURE/>
        <ChapterTask text=text::learn::PROCEDURE_DO/>
        <ItemScope play>
            <figure class="card learn-figure">
                <StepFields play/>
                <VerdictSentence play/>
            </figure>
            // Before the user has entered values, the picture would be empty.
            <Show when=move || is_checked.get()>
                <FirstError play/>
            </Show>
        </ItemScope>
        <Paragraph text=text::learn::PROCEDURE_SEE/>
        <p class="learn-text">{text::learn::CLASS}" "<ClassroomLinks/></p>
    }
}

/// Links to the chapters whose figures suit a class.
#[component]
fn ClassroomLinks() -> impl IntoView {
    let chapter = |of: Chapter| {
        let title = text::learn::TITLES[of as usize].0;
        view! { <a href=LearnLink::of(of).fragment()>{title}</a> }
    };
    view! {
        {chapter(Chapter::Collapse)}" "{text::learn::AND}" "{chapter(Chapter::Operand)}
    }
}

#[component]
fn CollapseChapter(learn: LearnStore) -> impl IntoView {
    view! {
        <Paragraph text=text::learn::COLLAPSE/>
        <ChapterTask text=text::learn::COLLAPSE_DO/>
        <Stage
            fragment=move || learn.link.with(LearnLink::fragment)
            arrows=text::learn::COLLAPSE_ARROWS
            on_arrow=move |by| {
                let at = learn.link.with_untracked(|link| link.get(LearnNumber::At));
                learn.set(LearnNumber::At, learn::next_length(at, by));
            }
        >
            <Collapse
                link=learn.link
                attempts=learn.attempts
                on_dial=move |(dial, value): (LearnNumber, u16)| learn.set(dial, value)
                on_draw=move |()| learn.draw()
                on_open=learn.can_open().then(|| Callback::new(move |()| learn.open_attempt()))
            />
        </Stage>
        <Paragraph text=text::learn::COLLAPSE_SEE/>
        <p class="learn-text">
            {text::learn::COLLAPSE_STUDY}" "
            <a href=text::about::STUDY_ADDRESS>{text::about::STUDY_LINK}</a>
        </p>
        <Paragraph text=text::learn::COLLAPSE_CAVEAT/>
        <Stage>
            <LazyPart
                load=|| Box::pin(lazy::real_curve())
                waiting=Placeholder::for_part(text::page::PART_REAL)
            />
        </Stage>
    }
}

#[component]
fn WrongOperand(learn: LearnStore, play: PlayStore) -> impl IntoView {
    let step = Memo::new(move |_| learn.link.with(|link| link.get(LearnNumber::Step)));
    let move_to = move |to: u16| {
        let from = learn.link.with_untracked(|link| link.get(LearnNumber::Step));
        learn.set(LearnNumber::Step, learn::operand_towards(from, to));
    };
    let turn = move |by: i16| {
        let from = learn.link.with_untracked(|link| link.get(LearnNumber::Step));
        move_to(learn::operand_step(from).saturating_add_signed(by));
    };
    view! {
        <Paragraph text=text::learn::OPERAND/>
        <ChapterTask text=text::learn::OPERAND_DO/>
        <Stage
            fragment=move || learn.link.with(LearnLink::fragment)
            arrows=text::learn::OPERAND_ARROWS
            on_arrow=turn
        >
        <ItemScope play>
            <div class="card learn-dials">
                <DialSlider
                    label=text::learn::OPERAND_AT
                    range=LearnNumber::Step.range()
                    step=1
                    value=step
                    said=move || format!("S{}", learn::operand_step(step.get()))
                    on_slide=move_to
                />
                <ScriptedNote/>
            </div>
            <VerdictSentence play/>
            <FirstError play/>
        </ItemScope>
        </Stage>
        <OpenInPlayButton learn/>
        <Paragraph text=text::learn::OPERAND_SEE/>
    }
}

#[component]
fn RightAnswer(learn: LearnStore, play: PlayStore) -> impl IntoView {
    let is_shown = RwSignal::new(false);
    let another = move || {
        is_shown.set(false);
        learn.draw();
    };
    view! {
        <Paragraph text=text::learn::RIGHT_ANSWER/>
        <ChapterTask text=text::learn::RIGHT_ANSWER_DO/>
        <ItemScope play>
            <figure class="card learn-figure">
                <div class="learn-readings">
                    <ExactMatch play/>
                    <div class="learn-buttons">
                        <Button
                            class="button"
                            text=text::learn::SHOW_STEPS
                            on_press=move || is_shown.set(true)
                            attr:aria-expanded=move || is_shown.get().to_string()
                        />
                        <Button class="button" text=text::learn::ANOTHER on_press=another/>
                        <ScriptedNote/>
                    </div>
                </div>
            </figure>
            <Show when=move || is_shown.get()>
                <VerdictSentence play/>
                <Steps play/>
                <OpenInPlayButton learn/>
            </Show>
        </ItemScope>
        <Paragraph text=text::learn::RIGHT_ANSWER_SEE/>
    }
}

#[component]
fn Instrument(learn: LearnStore, play: PlayStore) -> impl IntoView {
    let case = Memo::new(move |_| learn.link.with(|link| link.case));
    view! {
        <Paragraph text=text::learn::INSTRUMENT/>
        <ChapterTask text=text::learn::INSTRUMENT_DO/>
        <ItemScope play>
            <Cases play case on_choose=move |case| learn.change(|link| link.case = case)/>
        </ItemScope>
        <OpenInPlayButton learn/>
        <Paragraph text=text::learn::INSTRUMENT_SEE/>
        <p class="learn-text">
            {text::learn::INSTRUMENT_STUDY}" "
            <a href=text::learn::ROUNDING>{text::learn::ROUNDING_RUN}</a>" "
            <a href=text::about::STUDY_ADDRESS>{text::about::STUDY_LINK}</a>
        </p>
    }
}

#[component]
fn Remedies(learn: LearnStore, on_open: Option<Callback<Page>>) -> impl IntoView {
    let items = Memo::new(move |_| learn.link.with(|link| link.get(LearnNumber::Items)));
    let ways = on_open.map(|on_open| {
        let go = move |page: Page| {
            view! { <PageLink page class="button" on_open>{page.name()}</PageLink> }
        };
        view! {
            <h2>{text::learn::OWN}</h2>
            <Paragraph text=text::learn::OWN_WAYS/>
            <div class="learn-buttons">{go(Page::Play)}{go(Page::Sweep)}{go(Page::Batch)}</div>
        }
    });
    view! {
        <Paragraph text=text::learn::REMEDIES/>
        <Sample is_narrow=browser::media_query_signal(browser::PHONE)/>
        {on_open.map(|_| view! {
            <div class="learn-buttons">
                <a class="button" href=sample::PLAN>{text::learn::REMEDIES_RUN}</a>
            </div>
        })}
        <Paragraph text=text::learn::REMEDIES_SEE/>
        <h2>{text::learn::SEEMS}</h2>
        <ChapterTask text=text::learn::SEEMS_DO/>
        <TwoRuns
            run_comparison=learn.run_comparison
            items
            on_items=move |items| learn.set(LearnNumber::Items, items)
            on_draw=move |()| learn.draw()
        />
        <Paragraph text=text::learn::SEEMS_SEE/>
        {ways}
    }
}
