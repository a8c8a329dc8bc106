//! Companions of a file of questions: the program or configuration with which a tool asks and
//! grades the questions.

use stepfall_link::ExportTarget;

/// Returns the companion files as pairs of name and text.
pub(super) fn companions(
    target: ExportTarget,
    suite: &str,
    files: &[String],
) -> Vec<(String, String)> {
    // File names contain only letters, digits, `-` and `.`, so quoting them needs no escapes.
    let list = || {
        let quoted: Vec<String> = files.iter().map(|file| format!("\"{file}\"")).collect();
        format!("[{}]", quoted.join(", "))
    };
    let filled = |template: &str| {
        template
            .replace("@FILES@", &list())
            .replace("@SUITE@", suite)
            .replace("@TASK@", &suite.replace('-', "_"))
            .replace(
                "@TESTS@",
                &files
                    .iter()
                    .map(|file| format!("  - file://{file}"))
                    .collect::<Vec<_>>()
                    .join("\n"),
            )
    };
    let named = |name: &str, template| (name.to_owned(), filled(template));
    match target {
        ExportTarget::Inspect => vec![named("stepfall_task.py", include_str!("files/inspect.py"))],
        ExportTarget::Promptfoo => vec![
            named("promptfooconfig.yaml", include_str!("files/promptfooconfig.yaml")),
            named("stepfall.mjs", include_str!("files/promptfoo.mjs")),
        ],
        ExportTarget::LmEval => vec![
            (
                format!("stepfall_{}.yaml", suite.replace('-', "_")),
                filled(include_str!("files/lm_eval.yaml")),
            ),
            named("stepfall_grade.py", include_str!("files/lm_eval.py")),
        ],
        ExportTarget::OpenAi
        | ExportTarget::OpenAiResponses
        | ExportTarget::Anthropic
        | ExportTarget::Gemini
        | ExportTarget::Csv
        | ExportTarget::Jsonl => Vec::new(),
    }
}
