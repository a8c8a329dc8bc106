//! Descriptions of providers, models and calls for the page.

use serde_json::Value;
use stepfall_procedure::safe_line;
use stepfall_protocol::asking::{Completion, FailureReport, ListedModel, ProviderInfo, Suspect};
use stepfall_provider::{
    Answer, CorsSupport, Error, HeaderValue, PROVIDERS, Parameter, Request, Stop, sign_in,
};
use stepfall_sweep::Price;

use crate::store::StoreError;

pub(crate) fn providers() -> Vec<ProviderInfo> {
    let info = |provider: &stepfall_provider::Provider| {
        let needs = match provider.cors {
            CorsSupport::AfterSetup(what) => what,
            CorsSupport::Allowed | CorsSupport::Unknown => "",
        };
        ProviderInfo {
            slug: provider.slug.to_owned(),
            name: provider.name.to_owned(),
            base: provider.base.to_owned(),
            needs: needs.to_owned(),
            is_local: provider.is_local,
            is_in_page: provider.is_in_page,
            signs_in: sign_in::is_offered(provider),
        }
    };
    PROVIDERS.iter().map(info).collect()
}

pub(crate) fn models(models: &[stepfall_provider::Model]) -> Vec<ListedModel> {
    let listed = |model: &stepfall_provider::Model| {
        let price = model.price.as_ref().and_then(|price| Price::listed(price, None));
        ListedModel {
            id: model.id.clone(),
            name: model.name.clone().unwrap_or_default(),
            price: price.map(|price| price.to_string()),
        }
    };
    models.iter().map(listed).collect()
}

/// Returns the text of a request without the key.
pub(crate) fn redacted_text(request: &Request) -> String {
    let mut text = format!("{} {}\n", request.method.name(), request.url);
    for header in &request.headers {
        let value = match &header.value {
            HeaderValue::Plain(value) => (*value).to_owned(),
            HeaderValue::Secret(before, _) => format!("{before}••••••••"),
        };
        text.push_str(&format!("{}: {value}\n", header.name));
    }
    let body = serde_json::from_str::<Value>(&request.body);
    let body = body.and_then(|body| serde_json::to_string_pretty(&body));
    if let Ok(body) = body {
        text.push('\n');
        text.push_str(&body);
    }
    text
}

/// Returns the completion of a call that succeeded or was stopped. Times are in milliseconds.
pub(crate) fn completion(answer: &Answer, took: u64, first: Option<u64>) -> Completion {
    let usage = answer.usage;
    let mut left_out: Vec<String> =
        answer.omitted.iter().filter_map(|parameter| name(*parameter)).map(str::to_owned).collect();
    left_out.extend(answer.dropped.iter().cloned());
    Completion {
        model: answer.model.clone(),
        is_cut: answer.is_cut(),
        input: usage.input,
        output: usage.output,
        reasoning: usage.reasoning,
        took,
        first,
        replaced: answer.replaced,
        left_out,
    }
}

/// Returns the word for the reason why a model stopped.
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

/// Returns the usual name of a parameter; `None` for the context size, which the visitor does not
/// set.
const fn name(parameter: Parameter) -> Option<&'static str> {
    match parameter {
        Parameter::MaxOutput => Some("max output tokens"),
        Parameter::Temperature => Some("temperature"),
        Parameter::Seed => Some("seed"),
        Parameter::Effort => Some("effort"),
        Parameter::Context => None,
    }
}

/// Returns the failure of a request: the provider's own error, or an unreadable reply.
pub(crate) fn failure_report(error: &Error) -> FailureReport {
    report_of_sentence(&safe_line(&error.to_string()))
}

/// Returns the failure of a sign-in without a key.
pub(crate) fn no_key(error: &Error) -> FailureReport {
    report_of_sentence(&format!(
        "The sign-in gave no key: {error}. A code works once and not for long, so sign in again."
    ))
}

/// Explains why an answer could not be stored.
pub(crate) fn not_kept(error: &StoreError) -> String {
    match error {
        StoreError::Full => {
            "There is no space left in this browser to store the answer.".to_owned()
        }
        StoreError::Closed | StoreError::Other(_) => {
            format!("The answer could not be stored in this browser: {error}.")
        }
    }
}

/// Returns a failure that one sentence explains completely.
pub(crate) fn report_of_sentence(sentence: &str) -> FailureReport {
    FailureReport { message: sentence.to_owned(), suspects: Vec::new() }
}

/// Returns a failure for which the browser gives no reason.
pub(crate) fn report_of_suspects(suspects: Vec<Suspect>) -> FailureReport {
    FailureReport {
        message: "The browser could not reach the provider, and does not say why.".to_owned(),
        suspects,
    }
}
