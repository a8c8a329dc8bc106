//! Reading what the worker that asks models says, with the browser's own parser of JSON.

use js_sys::JSON;
use wasm_bindgen::JsValue;

use super::report::{flag, get, list, text, whole};
use crate::state::{Earlier, Ended, Model, Provider, Suspect, Trouble};

/// A list from its JSON; empty where that is none.
fn all<T>(json: &str, one: impl Fn(&JsValue) -> Option<T>) -> Vec<T> {
    let array: js_sys::Array = JSON::parse(json).unwrap_or_default().into();
    array.iter().filter_map(|value| one(&value)).collect()
}

pub(crate) fn providers(json: &str) -> Vec<Provider> {
    all(json, |provider| {
        Some(Provider {
            slug: text(provider, "slug")?,
            name: text(provider, "name")?,
            base: text(provider, "base")?,
            needs: text(provider, "needs")?,
            is_local: flag(provider, "local"),
            signs_in: flag(provider, "sign_in"),
        })
    })
}

pub(crate) fn models(json: &str) -> Vec<Model> {
    all(json, |model| {
        let name = text(model, "name").unwrap_or_default();
        Some(Model { id: text(model, "id")?, name, price: text(model, "price") })
    })
}

pub(crate) fn earlier(json: &str) -> Vec<Earlier> {
    all(json, |answer| {
        Some(Earlier {
            number: whole(answer, "number")?,
            link: text(answer, "link")?,
            model: text(answer, "model")?,
            end: text(answer, "end")?,
            asked: get(answer, "asked").as_f64()?,
            bytes: whole(answer, "bytes").unwrap_or_default(),
        })
    })
}

pub(crate) fn ended(json: &str) -> Ended {
    let Ok(ended) = JSON::parse(json) else { return Ended::default() };
    Ended {
        model: text(&ended, "model"),
        is_cut: flag(&ended, "cut"),
        input: whole(&ended, "input"),
        output: whole(&ended, "output"),
        reasoning: whole(&ended, "reasoning"),
        took: whole(&ended, "took").unwrap_or_default(),
        first: whole(&ended, "first"),
        replaced: whole(&ended, "replaced").unwrap_or_default(),
        left_out: list(&ended, "left_out").iter().filter_map(|name| name.as_string()).collect(),
    }
}

pub(crate) fn trouble(json: &str) -> Trouble {
    let Ok(trouble) = JSON::parse(json) else { return Trouble::default() };
    let suspect = |suspect: JsValue| {
        Some(Suspect { advice: text(&suspect, "advice")?, line: text(&suspect, "line") })
    };
    Trouble {
        message: text(&trouble, "message").unwrap_or_default(),
        suspects: list(&trouble, "suspects").iter().filter_map(suspect).collect(),
    }
}
