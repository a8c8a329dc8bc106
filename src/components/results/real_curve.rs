//! The curve of a recorded run of a real model, for pages that otherwise show simulations.

use leptos::prelude::*;
use stepfall_link::ResultsLink;
use stepfall_protocol::recorded::RealExample;

use crate::browser;
use crate::components::SceneView;
use crate::components::widgets::basic::use_id;
use crate::state::recorded;
use crate::text;

/// The curve with its source, and a link to its attempts.
#[component]
pub(crate) fn RealCurve() -> impl IntoView {
    let RealExample { run, curve } = recorded::example()?;
    let title = use_id("real");
    let lengths: Vec<String> = run.lengths.iter().map(text::results::at_length).collect();
    let fragment = ResultsLink { run: run.name.clone(), ..ResultsLink::default() }.fragment();
    // In a frame the link opens a new tab.
    let is_framed = browser::is_framed();
    let address = if is_framed {
        format!("{}{fragment}", browser::address_without_fragment())
    } else {
        fragment
    };
    Some(view! {
        <section class="card figure sample" aria-labelledby=title>
            <div class="card-head">
                <h2 id=title.clone()>{text::results::curve_heading(&run)}</h2>
                <span class="source">{text::results::REAL}</span>
            </div>
            <div class="real-curve">
                <div>
                    <p class="reading-aloud">{text::unbroken(&text::sentence(&run.finding))}</p>
                    <p class="hidden">{lengths.join("; ")}</p>
                    <p class="hint">
                        {text::results::source(&run)}" "
                        <a
                            href=address
                            target=is_framed.then_some("_blank")
                            rel=is_framed.then_some("noopener")
                        >
                            {text::results::OPEN_ATTEMPTS}
                        </a>
                    </p>
                </div>
                <div class="scene"><SceneView scene=curve is_ornament=true/></div>
            </div>
        </section>
    })
}
