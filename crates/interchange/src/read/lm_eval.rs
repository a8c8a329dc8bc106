//! Reads samples that lm-evaluation-harness logs. `doc` is the exported row, and `resps` contains
//! the responses to each of its requests.

use serde_json::Value;

use super::json::{id, list};
use super::problem::Problem;
use crate::Response;

pub(super) fn read(record: &Value) -> Result<Vec<Response>, Problem> {
    let id = id(record, &["/doc/id", "/doc/stepfall_id", "/doc/metadata/stepfall_id"], "doc.id")?;
    let mut texts = Vec::new();
    for group in list(record, "/resps") {
        match group {
            Value::String(text) => texts.push(text),
            Value::Array(group) => {
                for response in group {
                    let Value::String(text) = response else { return Err(Problem::Likelihoods) };
                    texts.push(text);
                }
            }
            _ => return Err(Problem::Likelihoods),
        }
    }
    if texts.is_empty() {
        return Err(Problem::InvalidUtf8);
    }
    let response = |(sample, text): (u32, &String)| Response {
        id: id.clone(),
        sample,
        text: text.clone(),
        ..Response::default()
    };
    Ok((0..).zip(texts).map(response).collect())
}

/// Returns the model of a file of samples, by the file's path. lm-evaluation-harness names the
/// folder after the model. Without a folder, the time of the run serves as the name, because it
/// distinguishes the files of several models.
pub(super) fn model(path: &str) -> Option<String> {
    let mut names = path.rsplit(['/', '\\']);
    let stem = names.next()?.strip_suffix(".jsonl")?;
    let (_, run) = stem.strip_prefix("samples_")?.rsplit_once('_')?;
    let folder = names.next().filter(|name| !matches!(*name, "" | "." | ".."));
    let is_run = run.starts_with(|c: char| c.is_ascii_digit());
    folder.map(str::to_owned).or_else(|| is_run.then(|| format!("run of {run}")))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_model_is_read_from_the_path() {
        let model = |path: &str| super::model(path);
        let file = "samples_stepfall_quick_v1_2026-11-25T10-00-00.123456.jsonl";
        assert_eq!(model(&format!("results/openai__m/{file}")).as_deref(), Some("openai__m"));
        assert_eq!(model(&format!("results\\m\\{file}")).as_deref(), Some("m"));
        for path in [file.to_owned(), format!("./{file}"), format!("/{file}")] {
            assert_eq!(model(&path).as_deref(), Some("run of 2026-11-25T10-00-00.123456"));
        }
        assert_eq!(model("samples_stepfall.jsonl"), None);
        assert_eq!(model("a/answers.jsonl"), None);
    }
}
