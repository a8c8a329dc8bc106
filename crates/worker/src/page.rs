//! What the page is told, as JSON text.

use serde_json::{Value, json};
use stepfall_procedure::shown_line;
use stepfall_provider::{
    Answer, Browser, Error, HeaderValue, Model, PROVIDERS, Parameter, Request, Stop, Suspect, Wait,
    sign_in,
};
use stepfall_sweep::Price;

/// All providers.
pub(crate) fn providers() -> String {
    let one = |provider: &stepfall_provider::Provider| {
        let needs = match provider.browser {
            Browser::After(what) => what,
            Browser::Open | Browser::Untried => "",
        };
        json!({
            "slug": provider.slug,
            "name": provider.name,
            "base": provider.base,
            "local": provider.is_local,
            "needs": needs,
            "sign_in": sign_in::is_offered(provider),
        })
    };
    Value::from(PROVIDERS.iter().map(one).collect::<Vec<_>>()).to_string()
}

/// A list of models.
pub(crate) fn models(models: &[Model]) -> String {
    let one = |model: &Model| {
        let price = model.price.as_ref().and_then(|price| Price::listed(price, None));
        json!({
            "id": model.id,
            "name": model.name,
            "context": model.context,
            "price": price.map(|price| price.to_string()),
        })
    };
    Value::from(models.iter().map(one).collect::<Vec<_>>()).to_string()
}

/// A request as it may be shown: without the key.
pub(crate) fn shown(request: &Request) -> String {
    let mut shown = format!("{} {}\n", request.method.name(), request.url);
    for header in &request.headers {
        let value = match &header.value {
            HeaderValue::Plain(value) => (*value).to_owned(),
            HeaderValue::Secret(before, _) => format!("{before}••••••••"),
        };
        shown.push_str(&format!("{}: {value}\n", header.name));
    }
    let body = serde_json::from_str::<Value>(&request.body);
    let body = body.and_then(|body| serde_json::to_string_pretty(&body));
    if let Ok(body) = body {
        shown.push('\n');
        shown.push_str(&body);
    }
    shown
}

/// How a call ended well.
pub(crate) fn answered(answer: &Answer, took: u64, first: Option<u64>) -> String {
    let usage = answer.usage;
    let mut left_out: Vec<String> =
        answer.omitted.iter().filter_map(|parameter| name(*parameter)).map(str::to_owned).collect();
    left_out.extend(answer.dropped.iter().cloned());
    json!({
        "model": answer.model,
        "stop": answer.stop.as_ref().map(stop),
        "cut": answer.is_cut(),
        "input": usage.input,
        "output": usage.output,
        "reasoning": usage.reasoning,
        "took": took,
        "first": first,
        "left_out": left_out,
        "replaced": answer.replaced,
    })
    .to_string()
}

/// The word for why a model stopped.
pub(crate) fn stop(stop: &Stop) -> &str {
    match stop {
        Stop::Natural => "natural",
        Stop::Length => "length",
        Stop::Refusal => "refusal",
        Stop::Filter => "filter",
        Stop::Tool => "tool",
        Stop::Unsaid => "unsaid",
        Stop::Other(name) => name,
    }
}

/// A parameter as people know it. The context is set by the page itself, and nobody misses it.
const fn name(parameter: Parameter) -> Option<&'static str> {
    match parameter {
        Parameter::MaxOutput => Some("most tokens"),
        Parameter::Temperature => Some("temperature"),
        Parameter::Seed => Some("seed"),
        Parameter::Effort => Some("effort"),
        Parameter::Context => None,
    }
}

/// A failure that the provider tells.
pub(crate) fn failed(error: &Error) -> String {
    let wait = match error.wait {
        Some(Wait::Millis(millis)) => Some(millis.div_ceil(1_000)),
        Some(Wait::Until(_)) | None => None,
    };
    json!({ "message": shown_line(&error.to_string()), "wait": wait, "suspects": [] }).to_string()
}

/// A code for which there is no key.
pub(crate) fn no_key(error: &Error) -> String {
    refused(&format!(
        "The sign-in gave no key: {error}. A code works once and not for long, so sign in again."
    ))
}

/// Why an answer could not be kept.
pub(crate) fn not_kept(wrong: &str) -> String {
    match wrong {
        "full" => "There is no room left in this browser to keep the answer.".to_owned(),
        other => format!("The answer could not be kept: {other}."),
    }
}

/// A failure of which a sentence says everything.
pub(crate) fn refused(sentence: &str) -> String {
    json!({ "message": sentence, "suspects": [] }).to_string()
}

/// A failure of which the browser tells nothing.
pub(crate) fn suspected(suspects: &[Suspect]) -> String {
    let one = |suspect: &Suspect| json!({ "slug": suspect.slug, "advice": suspect.advice, "line": suspect.line });
    let suspects: Vec<Value> = suspects.iter().map(one).collect();
    json!({ "message": "The browser could not reach the provider, and does not say why.", "suspects": suspects }).to_string()
}
