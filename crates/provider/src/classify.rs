//! Classifies errors by status, headers and body.

use serde_json::Value;

use crate::error::{Error, ErrorKind, MAX_MESSAGE};
use crate::hint;
use crate::json::{list, shortened, text};

/// The maximum number of bytes of an error's body that are read.
pub const MAX_ERROR_BODY: usize = 64 << 10;

/// The maximum length of an error's code, and of the name of its parameter, in characters.
const MAX_CODE: usize = 64;

/// The maximum length of the text quoted from a page without a title, in characters.
const MAX_WORDS: usize = 200;

/// Phrases that report a prompt that is too long.
const TOO_LONG: [&str; 10] = [
    "context length",
    "context_length",
    "maximum context",
    "context window",
    "context size",
    "prompt is too long",
    "input is too long",
    "input token count",
    "too many tokens",
    "maximum number of tokens",
];
/// Phrases that report a refused key, for providers that report it with status 400 or 403.
const WRONG_KEY: [&str; 6] = [
    "api key not valid",
    "invalid api key",
    "incorrect api key",
    "api_key_invalid",
    "invalid api token",
    "unregistered callers",
];
/// Phrases that report a lack of credit.
const NO_CREDIT: [&str; 8] = [
    "credit balance",
    "credit_balance",
    "insufficient_quota",
    "insufficient balance",
    "insufficient credits",
    "available credits",
    "any credits",
    "out of credits",
];
/// Phrases that, together with "model", report an unknown model.
const NO_SUCH: [&str; 6] = [
    "not found",
    "does not exist",
    "not exist",
    "no such",
    "not a valid model",
    "invalid model name",
];

/// Words for tools in error messages.
const TOOLS: [&str; 4] = ["tool", "function calling", "functions", "functiondeclarations"];
/// Phrases that, together with one of [`TOOLS`], report that tools are not accepted.
const NOT_TAKEN: [&str; 8] = [
    "not support",
    "n't support",
    "unsupported",
    "not enabled",
    "not permitted",
    "not available",
    "requires",
    "unknown name",
];
/// Phrases for a key that is missing or unknown to the server. `LiteLLM` reports a missing key as
/// `No api key passed in`, and a key that it does not know as `no_db_connection`.
const NO_LOGIN: [&str; 6] = [
    "authentication_error",
    "authentication error",
    "unauthenticated",
    "no api key passed",
    "invalid proxy server token",
    "no_db_connection",
];
/// Phrases for model output that should be a call but is malformed (Groq and llama.cpp).
const NO_CALL: [&str; 2] = ["tool_use_failed", "output that does not match the expected"];
/// The phrase of `OpenRouter` if no provider of a model accepts tools.
const NOBODY: &str = "support tool use";

/// Classifies an error. `status` is `None` if the error came inside a reply. The texts are the
/// provider's and may repeat a key. The caller must remove the key, as [`ReplyReader`](crate::ReplyReader)
/// does.
pub fn classify(status: Option<u16>, headers: &[(String, String)], body: &[u8]) -> Error {
    let body = &body[..body.len().min(MAX_ERROR_BODY)];
    if let Some(status) = status.filter(|status| (300..400).contains(status)) {
        return sent_on(status, headers);
    }
    if let Ok(value) = serde_json::from_slice(body) {
        return of_value(status, headers, &value);
    }
    let text = String::from_utf8_lossy(body);
    let Some(page) = page(&text) else {
        return of_parts(status, headers, &Value::Null, text.trim());
    };
    let mut error = of_parts(status, headers, &Value::Null, &page);
    // An HTML page does not come from a provider's API, so it shows nothing about the permissions
    // of a key.
    if error.kind == ErrorKind::NoPermission {
        error.kind = ErrorKind::Overloaded;
    }
    error
}

/// Returns the error for a redirect. Redirects are not followed, because a key is for one origin.
fn sent_on(status: u16, headers: &[(String, String)]) -> Error {
    let is_location = |(name, _): &&(String, String)| name.eq_ignore_ascii_case("location");
    let message = match headers.iter().find(is_location) {
        Some((_, address)) => format!("the server sends on to {address}"),
        None => "the server sends on to another address".to_owned(),
    };
    Error {
        status: Some(status),
        message: shortened(&message, MAX_MESSAGE),
        ..Error::plain(ErrorKind::NoSuchAddress, "")
    }
}

/// Returns a message about an HTML page, with its title, its heading, or else its words. `None` if
/// the text is no HTML page.
pub(crate) fn page(text: &str) -> Option<String> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let lower = text.to_ascii_lowercase();
    if !(lower.starts_with("<!doctype html") || lower.starts_with("<html")) {
        return None;
    }
    let content = |tag: &str| {
        // ASCII lower case keeps the position of every byte.
        let begin = lower.find(tag)?;
        let begin = begin + lower[begin..].find('>')? + 1;
        let end = begin + lower[begin..].find('<')?;
        Some(text.get(begin..end)?.trim()).filter(|content| !content.is_empty())
    };
    let title = content("<title").or_else(|| content("<h1")).map(str::to_owned);
    let title = title.or_else(|| Some(words(text)).filter(|words| !words.is_empty()));
    Some(match title {
        Some(title) => format!("a web page came back: {title}"),
        None => "a web page came back".to_owned(),
    })
}

/// Classifies an error whose body is JSON.
pub(crate) fn of_value(status: Option<u16>, headers: &[(String, String)], body: &Value) -> Error {
    // Gemini may wrap its error in a list.
    let body = body.get(0).unwrap_or(body);
    let error = body.get("error").filter(|error| !error.is_null()).unwrap_or(body);
    let message = message(error).or_else(|| message(body)).unwrap_or_default();
    of_parts(status, headers, error, &message)
}

fn of_parts(
    status: Option<u16>,
    headers: &[(String, String)],
    error: &Value,
    message: &str,
) -> Error {
    let code = code(error);
    let status = status.or_else(|| status_inside(error));
    let texts = format!("{} {message}", codes(error)).to_ascii_lowercase();
    let parameter = parameter(error);
    let kind = kind(status, &texts);
    Error {
        kind: if refuses_tools(kind, parameter.as_deref(), message) {
            ErrorKind::NoTools
        } else {
            kind
        },
        status,
        parameter: parameter.map(|name| shortened(&name, MAX_CODE)),
        code: code.map(|code| shortened(&code, MAX_CODE)),
        wait: hint::wait(headers, error, message),
        message: shortened(message, MAX_MESSAGE),
        after_output: false,
    }
}

/// Returns the text of an HTML page between its tags.
fn words(page: &str) -> String {
    let pieces = page.split('<').filter_map(|part| part.split_once('>')).map(|(_, pieces)| pieces);
    let words = pieces.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
    shortened(&words, MAX_WORDS)
}

/// Returns the message of an error: the error itself if it is a string, or else its first known
/// member that contains a message. A router's message is followed by the message of the provider
/// behind the router.
fn message(error: &Value) -> Option<String> {
    let own = error
        .as_str()
        .or_else(|| text(error, "/message"))
        .or_else(|| text(error, "/message/detail"))
        .or_else(|| text(error, "/error"))
        .or_else(|| text(error, "/detail"))
        .or_else(|| text(error, "/detail/0/msg"))
        .or_else(|| text(error, "/message/detail/0/msg"))?;
    Some(match text(error, "/metadata/raw") {
        Some(raw) => format!("{own}: {raw}"),
        None => own.to_owned(),
    })
}

/// Returns the code, status or type of an error, or else its numeric code.
fn code(error: &Value) -> Option<String> {
    let name_in = |key: &str| match error.get(key)? {
        Value::String(code) => Some(code.clone()),
        _ => None,
    };
    let number = || Some(error.get("code")?.as_u64()?.to_string());
    name_in("code").or_else(|| name_in("status")).or_else(|| name_in("type")).or_else(number)
}

/// Returns the code, type and status of an error and the reasons in its details, with blanks
/// between them.
fn codes(error: &Value) -> String {
    let named = ["/code", "/type", "/status"].iter().filter_map(|pointer| text(error, pointer));
    let reasons = list(error, "/details").iter().filter_map(|detail| text(detail, "/reason"));
    named.chain(reasons).collect::<Vec<_>>().join(" ")
}

/// Returns the status that is written inside an error.
fn status_inside(error: &Value) -> Option<u16> {
    let code = error.get("code").or_else(|| error.get("status_code"))?;
    let status = match code {
        Value::String(code) => code.parse().ok()?,
        code => u16::try_from(code.as_u64()?).ok()?,
    };
    (400..600).contains(&status).then_some(status)
}

/// Returns the parameter that an error names in a separate field.
fn parameter(error: &Value) -> Option<String> {
    let last = |place: &Value| Some(place.as_array()?.last()?.as_str()?.to_owned());
    let of_list = |pointer: &str| last(error.pointer(pointer)?);
    let violation = |detail: &Value| text(detail, "/fieldViolations/0/field").map(str::to_owned);
    text(error, "/param")
        .map(str::to_owned)
        .or_else(|| of_list("/detail/0/loc"))
        .or_else(|| of_list("/message/detail/0/loc"))
        .or_else(|| list(error, "/details").iter().find_map(violation))
        .filter(|name| !name.is_empty())
}

/// Returns the kind, from the status and the error's texts in lower case.
fn kind(status: Option<u16>, texts: &str) -> ErrorKind {
    let any = |words: &[&str]| words.iter().any(|word| texts.contains(word));
    let no_model = texts.contains("model") && any(&NO_SUCH);
    match status {
        _ if any(&NO_CREDIT) || texts.contains("billing_error") => ErrorKind::NoCredit,
        Some(402) => ErrorKind::NoCredit,
        Some(401) => ErrorKind::WrongKey,
        Some(429) => ErrorKind::RateLimit,
        Some(403) if any(&WRONG_KEY) => ErrorKind::WrongKey,
        Some(403 | 407 | 451) => ErrorKind::NoPermission,
        Some(413) => ErrorKind::TooLong,
        Some(404) if texts.contains("model") || texts.contains("endpoints found") => {
            ErrorKind::NoSuchModel
        }
        Some(410) if texts.contains("model") => ErrorKind::NoSuchModel,
        Some(404 | 405 | 410 | 421) => ErrorKind::NoSuchAddress,
        Some(500..) if any(&NO_CALL) => ErrorKind::Malformed,
        // A proxy may report a key error with any status.
        Some(500..) if any(&NO_LOGIN) => ErrorKind::WrongKey,
        Some(408 | 409 | 423 | 424 | 425 | 499 | 500..) => ErrorKind::Overloaded,
        Some(400..500) | None => by_words(status, texts, no_model),
        Some(_) => ErrorKind::Unknown,
    }
}

/// Returns whether an error refuses the offered tools. If the provider names a parameter in a
/// separate field, only that name counts, because a message about another parameter may mention
/// tools too.
fn refuses_tools(kind: ErrorKind, parameter: Option<&str>, message: &str) -> bool {
    let message = message.to_ascii_lowercase();
    let any = |words: &[&str]| words.iter().any(|word| message.contains(word));
    match (kind, parameter) {
        (ErrorKind::BadParameter, Some(parameter)) => {
            let is_tools = |word: &str| ["tools", "tool_choice", "functions"].contains(&word);
            parameter
                .split(|character: char| !(character.is_ascii_alphanumeric() || character == '_'))
                .any(is_tools)
        }
        (ErrorKind::BadParameter | ErrorKind::Overloaded | ErrorKind::Unknown, None) => {
            message.starts_with("tools") || any(&TOOLS) && any(&NOT_TAKEN)
        }
        (ErrorKind::NoSuchModel, _) => message.contains(NOBODY),
        _ => false,
    }
}

/// Returns the kind if the status is unspecific or missing.
fn by_words(status: Option<u16>, texts: &str, no_model: bool) -> ErrorKind {
    let any = |words: &[&str]| words.iter().any(|word| texts.contains(word));
    if texts.contains("unexpected endpoint") {
        // LM Studio reports an unknown address with status 200.
        ErrorKind::NoSuchAddress
    } else if any(&NO_CALL) {
        // The model's output was not a valid call; the next attempt may be.
        ErrorKind::Malformed
    } else if any(&WRONG_KEY) || any(&NO_LOGIN) {
        ErrorKind::WrongKey
    } else if any(&TOO_LONG) || texts.contains("request_too_large") {
        ErrorKind::TooLong
    } else if no_model || any(&["model_not_found", "not_found_error"]) {
        ErrorKind::NoSuchModel
    } else if any(&["rate_limit", "rate limit", "resource_exhausted", "too many requests"]) {
        ErrorKind::RateLimit
    } else if any(&["overloaded", "unavailable", "api_error", "server_error", "timeout"]) {
        ErrorKind::Overloaded
    } else if any(&["permission_error", "permission_denied", "failed_precondition"]) {
        ErrorKind::NoPermission
    } else if matches!(status, Some(400..500)) || texts.contains("invalid_request") {
        ErrorKind::BadParameter
    } else {
        ErrorKind::Unknown
    }
}
