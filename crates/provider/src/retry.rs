//! A refused parameter is left out once.

use serde_json::{Map, Value};

use crate::error::{Error, ErrorKind};
use crate::request::{Method, Request};

/// What no request can do without, or what says nothing about the model. Without its tools it would be another question.
const NEEDED: [&str; 7] = ["model", "messages", "input", "contents", "tools", "stream", "store"];
/// What Anthropic's format cannot do without besides.
const NEEDED_BY_ANTHROPIC: &str = "max_tokens";
/// What only says how its neighbours are to be understood.
const KIND: &str = "type";
/// What messages call a parameter besides its name.
const ALIASES: [(&str, &str); 1] = [("think", "thinking")];
/// A name that is refused in favour of another.
const RENAMED: [(&str, &str); 2] =
    [("max_tokens", "max_completion_tokens"), ("max_completion_tokens", "max_tokens")];

/// A request without a parameter that was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retry {
    /// The request to try.
    pub request: Request,
    /// What was left out, as a path such as `generationConfig.seed`: to be recorded with the attempt.
    pub dropped: String,
    /// The name under which it is sent instead, where the error asked for that.
    pub renamed: Option<&'static str>,
}

/// The request without the parameter that an error names, to be tried once; none where the error names no parameter of it, or one that it
/// cannot do without.
///
/// The provider's own field for the name counts first, then the words of its message; of several names that occur there, the innermost and longest.
pub fn without_refused(request: &Request, error: &Error) -> Option<Retry> {
    if error.kind != ErrorKind::BadParameter || request.method != Method::Post {
        return None;
    }
    let Ok(Value::Object(mut body)) = serde_json::from_str(&request.body) else {
        return None;
    };
    let mut paths = Vec::new();
    collect(&body, &mut Vec::new(), &mut paths);
    if request.headers.iter().any(|header| header.name == "anthropic-version") {
        paths.retain(|path| path != &[NEEDED_BY_ANTHROPIC]);
    }
    let named = error.parameter.as_deref().unwrap_or_default();
    let path = innermost(&paths, named).or_else(|| innermost(&paths, &error.message))?.to_vec();
    let value = remove(&mut body, &path)?;
    let renamed = path.last().and_then(|last| renamed(last, &error.message));
    if let Some(name) = renamed {
        body.insert(name.to_owned(), value);
    }
    let request = Request { body: Value::Object(body).to_string(), ..request.clone() };
    Some(Retry { request, dropped: path.join("."), renamed })
}

/// The paths of all members that may be left out, whole objects before what is in them.
fn collect(object: &Map<String, Value>, above: &mut Vec<String>, paths: &mut Vec<Vec<String>>) {
    for (key, value) in object {
        if above.is_empty() && NEEDED.contains(&key.as_str()) || key == KIND {
            continue;
        }
        above.push(key.clone());
        paths.push(above.clone());
        if let Value::Object(object) = value {
            collect(object, above, paths);
        }
        above.pop();
    }
}

/// The deepest path whose name stands in the text as a word of its own; of equally deep ones the longest.
fn innermost<'a>(paths: &'a [Vec<String>], text: &str) -> Option<&'a [String]> {
    let words = words(text);
    let stands = |path: &&Vec<String>| {
        path.last().is_some_and(|last| {
            let alias = ALIASES.iter().find(|(name, _)| name == last).map(|(_, alias)| *alias);
            words.iter().any(|word| *word == plain(last) || Some(word.as_str()) == alias)
        })
    };
    let rank = |path: &&Vec<String>| (path.len(), path.last().map_or(0, String::len));
    paths.iter().filter(stands).max_by_key(rank).map(Vec::as_slice)
}

/// The words of a text without the difference between `max_tokens`, `maxTokens` and `MAX_TOKENS`.
fn words(text: &str) -> Vec<String> {
    let is_apart = |character: char| !character.is_ascii_alphanumeric() && character != '_';
    text.split(is_apart).filter(|word| !word.is_empty()).map(plain).collect()
}

fn plain(name: &str) -> String {
    name.replace('_', "").to_ascii_lowercase()
}

fn remove(object: &mut Map<String, Value>, path: &[String]) -> Option<Value> {
    let (first, rest) = path.split_first()?;
    if rest.is_empty() {
        return object.remove(first);
    }
    let inner = object.get_mut(first)?.as_object_mut()?;
    let value = remove(inner, rest)?;
    if inner.is_empty() {
        object.remove(first);
    }
    Some(value)
}

/// The other name of a parameter, where the message speaks of it.
fn renamed(name: &str, message: &str) -> Option<&'static str> {
    let (_, other) = RENAMED.iter().find(|(refused, _)| *refused == name)?;
    words(message).contains(&plain(other)).then_some(*other)
}
