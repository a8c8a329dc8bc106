//! Reading what the worker says about sweeps, and the parts of the page that are drawn by hand: figures, and the list of attempts.

use js_sys::{JSON, Reflect};
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};

use super::report::{get, list, text, whole};
use crate::state::{Checked, Progress, Range, RunInfo, State, TargetProgress};

#[wasm_bindgen(module = "/src/browser/board.js")]
extern "C" {
    #[wasm_bindgen(js_name = drawFigures)]
    fn draw_figures_js(host: &JsValue, json: &str, words: &str, told: &JsValue);
    #[wasm_bindgen(js_name = onWidth)]
    fn on_width_js(host: &JsValue, told: &JsValue);
    #[wasm_bindgen(js_name = makeList)]
    fn make_list_js(host: &JsValue, wanted: &JsValue, opened: &JsValue);
    #[wasm_bindgen(js_name = fillList)]
    fn fill_list_js(host: &JsValue, json: &str);
    #[wasm_bindgen(js_name = renewList)]
    fn renew_list_js(host: &JsValue, is_other: bool);
    #[wasm_bindgen(js_name = when)]
    fn when_js(millis: f64) -> String;
}

/// Draws figures; calls back with what is wanted of one: a word, and its name or which attempts.
pub(crate) fn draw_figures(
    host: &JsValue,
    json: &str,
    words: &str,
    told: impl Fn(String, String) + 'static,
) {
    draw_figures_js(
        host,
        json,
        words,
        &Closure::<dyn Fn(String, String)>::new(told).into_js_value(),
    );
}

/// Calls back with the width of an element in whole pixels, now and whenever it has changed for good.
pub(crate) fn on_width(host: &JsValue, told: impl Fn(u32) + 'static) {
    on_width_js(host, &Closure::<dyn Fn(u32)>::new(told).into_js_value());
}

/// Makes a list of which only what is seen is there; calls back with the first row that is wanted, and with the row that is opened.
pub(crate) fn make_list(
    host: &JsValue,
    wanted: impl Fn(u32) + 'static,
    opened: impl Fn(u32) + 'static,
) {
    let wanted = Closure::<dyn Fn(u32)>::new(wanted).into_js_value();
    make_list_js(host, &wanted, &Closure::<dyn Fn(u32)>::new(opened).into_js_value());
}

/// Fills a list with rows.
pub(crate) fn fill_list(host: &JsValue, json: &str) {
    fill_list_js(host, json);
}

/// Asks for the rows of a list anew that are seen; of another list, from its begin.
pub(crate) fn renew_list(host: &JsValue, is_other: bool) {
    renew_list_js(host, is_other);
}

/// A day and a time of day here, as 2026-11-21 09:05.
pub(crate) fn when(millis: f64) -> String {
    when_js(millis)
}

fn number(object: &JsValue, name: &str) -> f64 {
    get(object, name).as_f64().unwrap_or_default()
}

fn count(object: &JsValue, name: &str) -> u32 {
    whole(object, name).unwrap_or_default()
}

fn word(object: &JsValue, name: &str) -> String {
    text(object, name).unwrap_or_default()
}

fn range(pair: &JsValue) -> Option<Range> {
    let at = |place: u32| Reflect::get_u32(pair, place).ok()?.as_f64();
    Some((at(0)?, at(1)))
}

/// What the runner says about a set-up.
pub(crate) fn checked(json: &str) -> Option<Checked> {
    let checked = JSON::parse(json).ok()?;
    let problem = |problem: JsValue| (word(&problem, "field"), word(&problem, "sentence"));
    Some(Checked {
        problems: list(&checked, "problems").iter().map(problem).collect(),
        notes: list(&checked, "notes").iter().filter_map(|note| note.as_string()).collect(),
        attempts: count(&checked, "attempts"),
        input: range(&get(&checked, "input")).unwrap_or_default(),
        output: range(&get(&checked, "output")).unwrap_or_default(),
        cost: range(&get(&checked, "cost")),
        unpriced: count(&checked, "unpriced"),
    })
}

/// How far a run is.
pub(crate) fn progress(json: &str) -> Option<Progress> {
    let progress = JSON::parse(json).ok()?;
    let target = |target: JsValue| TargetProgress {
        label: word(&target, "label"),
        state: word(&target, "state"),
        answered: count(&target, "answered"),
        given_up: count(&target, "given_up"),
        total: count(&target, "total"),
        in_flight: count(&target, "in_flight"),
        error: word(&target, "error"),
    };
    Some(Progress {
        run: word(&progress, "run"),
        state: State::of(&word(&progress, "state")),
        why: word(&progress, "why"),
        total: count(&progress, "total"),
        answered: count(&progress, "answered"),
        given_up: count(&progress, "given_up"),
        in_flight: count(&progress, "in_flight"),
        waiting: count(&progress, "waiting"),
        asked: count(&progress, "asked"),
        cost: number(&progress, "cost"),
        input: number(&progress, "input"),
        output: number(&progress, "output"),
        rate: count(&progress, "rate"),
        eta: get(&progress, "eta").as_f64(),
        targets: list(&progress, "targets").iter().map(target).collect(),
    })
}

/// The runs that are kept.
pub(crate) fn runs(json: &str) -> Vec<RunInfo> {
    let runs: js_sys::Array = JSON::parse(json).unwrap_or_default().unchecked_into();
    let run = |run: JsValue| RunInfo {
        run: word(&run, "run"),
        name: word(&run, "name"),
        plan: word(&run, "plan"),
        started: number(&run, "started"),
        answered: count(&run, "answered"),
        total: count(&run, "total"),
    };
    runs.iter().map(run).collect()
}
