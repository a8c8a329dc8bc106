//! Repeats a request without a parameter that the provider refused.

use serde_json::{Map, Value};

use crate::error::{Error, ErrorKind};
use crate::request::{Method, Request};

/// Members that are never left out, because they are required or do not depend on the model.
/// Without `tools`, the request would ask a different question.
const NEEDED: [&str; 7] = ["model", "messages", "input", "contents", "tools", "stream", "store"];
/// The member that Anthropic's format also requires.
const NEEDED_BY_ANTHROPIC: &str = "max_tokens";
/// The member that only defines how the other members of its object are read.
const KIND: &str = "type";
/// Parameters that error messages call by another name: the parameter and that name.
const ALIASES: [(&str, &str); 1] = [("think", "thinking")];
/// Parameters that some models know by another name: the refused name and the other name.
const RENAMED: [(&str, &str); 2] =
    [("max_tokens", "max_completion_tokens"), ("max_completion_tokens", "max_tokens")];

/// A request without a parameter that was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retry {
    /// The request to try next.
    pub request: Request,
    /// The path of the parameter that was left out or renamed, such as `generationConfig.seed`. It
    /// is recorded with the attempt.
    pub dropped: String,
    /// The new name of the parameter, if the error asked for a rename.
    pub renamed: Option<&'static str>,
}

/// Returns the request without the parameter that an error names, to be tried once. `None` if the
/// error names no parameter of the request, or a required one.
///
/// The provider's separate field for the name comes first, then the words of its message. If
/// several names match, the innermost one counts, and among equally deep names the longest.
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

/// Collects the paths of all members that may be left out. An object comes before its members.
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

/// Returns the deepest path whose name occurs in the text as a separate word. Among equally deep
/// paths, the longest name counts.
fn innermost<'a>(paths: &'a [Vec<String>], text: &str) -> Option<&'a [String]> {
    let words = words(text);
    let occurs = |path: &&Vec<String>| {
        path.last().is_some_and(|last| {
            let alias = ALIASES.iter().find(|(name, _)| name == last).map(|(_, alias)| *alias);
            words.iter().any(|word| *word == plain(last) || Some(word.as_str()) == alias)
        })
    };
    let rank = |path: &&Vec<String>| (path.len(), path.last().map_or(0, String::len));
    paths.iter().filter(occurs).max_by_key(rank).map(Vec::as_slice)
}

/// Splits a text into words in lower case without underscores, so that `max_tokens`, `maxTokens`
/// and `MAX_TOKENS` are equal.
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

/// Returns the new name of a parameter, if the message contains it.
fn renamed(name: &str, message: &str) -> Option<&'static str> {
    let (_, other) = RENAMED.iter().find(|(refused, _)| *refused == name)?;
    words(message).contains(&plain(other)).then_some(*other)
}
