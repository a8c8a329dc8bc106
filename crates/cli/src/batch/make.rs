//! `stepfall batch make`: a suite as files for a batch service or another tool.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use stepfall_cli::flags::{read_condition, read_item, read_seed, read_suite};
use stepfall_cli::output::{create_new, exists, unwritten};
use stepfall_cli::{CommandError, print_line};
use stepfall_interchange::{AskSettings, Export, FilePart, OWN, Parts, Question, QuestionSet};
use stepfall_link::CUSTOM_ITEMS;
use stepfall_procedure::{Condition, Item, Spec, Suite};
use stepfall_provider::Effort;

use super::args::{Destination, MakeArguments};
use super::parquet::ParquetFile;

/// Writes a suite, and prints the names of the files.
pub(super) fn run(arguments: &MakeArguments, out: &mut impl Write) -> Result<(), CommandError> {
    let settings = settings(arguments)?;
    let custom = custom_items(arguments)?;
    let selection = selection(arguments, custom.is_empty())?;
    let folder = Path::new(&arguments.out);
    fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
    let custom_questions = custom.iter().flat_map(|(item, condition)| {
        (0..arguments.samples).map(|sample| {
            let question = Question::new(OWN, item.clone(), *condition, sample);
            question.ok_or_else(|| no_dialogue(*condition))
        })
    });
    let questions = selection.questions().map(Ok).chain(custom_questions);
    let mut names = match arguments.destination {
        Destination::Text(target) => {
            let parts = Parts::new(Export::new(target, settings, &selection.name));
            text_files(parts, questions, folder)?
        }
        Destination::Parquet => vec![parquet_file(&selection.name, questions, folder)?],
    };
    if !custom.is_empty() {
        let path = folder.join(format!("stepfall-{}-records.jsonl", selection.name));
        let mut file = created(&path)?;
        for (item, condition) in &custom {
            let record = item.record(*condition).map_err(|_| CommandError::TooLong)?;
            serde_json::to_writer(&mut file, &record)?;
            writeln!(file)?;
        }
        file.flush()?;
        names.push(path);
    }
    for name in names {
        writeln!(out, "{}", name.display())?;
    }
    Ok(())
}

/// Writes the files of a target, and returns their paths.
fn text_files(
    mut parts: Parts,
    questions: impl Iterator<Item = Result<Question, CommandError>>,
    folder: &Path,
) -> Result<Vec<PathBuf>, CommandError> {
    let mut files = Files::new(folder);
    for question in questions {
        files.write(parts.push(&question?))?;
    }
    files.write(parts.finish())?;
    Ok(std::mem::take(&mut files.paths))
}

fn parquet_file(
    suite: &str,
    questions: impl Iterator<Item = Result<Question, CommandError>>,
    folder: &Path,
) -> Result<PathBuf, CommandError> {
    let path = folder.join(format!("stepfall-{suite}.parquet"));
    let mut file = ParquetFile::of_questions(|| create_new(&path))?;
    for question in questions {
        file.push_question(&question?, suite)?;
    }
    file.finish()?;
    Ok(path)
}

fn selection(arguments: &MakeArguments, needs_items: bool) -> Result<QuestionSet, CommandError> {
    let conditions: Vec<Condition> =
        arguments.condition.iter().map(|name| read_condition(name)).collect::<Result<_, _>>()?;
    let mut base = Spec::default();
    let mut selection = if arguments.suite == OWN {
        if let Some((flag, _)) = arguments.spec.given().find(|(key, _)| *key == "steps") {
            return Err(CommandError::Message(format!(
                "--{flag} takes one number; give several with --lengths"
            )));
        }
        arguments.spec.apply(&mut base)?;
        let conditions =
            if conditions.is_empty() { vec![Condition::default()] } else { conditions };
        if arguments.lengths.is_empty() && needs_items {
            let how = "give numbers of steps with --lengths, or files with --procedure";
            return Err(CommandError::Message(format!("the custom selection is empty: {how}")));
        }
        QuestionSet::custom(
            &base,
            &arguments.lengths,
            &conditions,
            arguments.items.unwrap_or(CUSTOM_ITEMS),
        )
    } else {
        let suite = read_suite(&arguments.suite)?;
        if !arguments.lengths.is_empty() || !arguments.procedure.is_empty() {
            let why = "--lengths and --procedure need `stepfall batch make own`";
            return Err(CommandError::Message(why.to_owned()));
        }
        if let Some((flag, _)) = arguments.spec.given().find(|(key, _)| suite.fixes(key)) {
            return Err(CommandError::Fixed { flag, suite: suite.slug() });
        }
        of_suite(suite, arguments, &mut base, &conditions)?
    };
    selection.items = arguments.items.unwrap_or(selection.items);
    selection.samples = arguments.samples;
    selection.seed = arguments.seed.as_deref().map_or(Ok(selection.seed), read_seed)?;
    if needs_items || !selection.entries.is_empty() {
        selection.check().map_err(|error| CommandError::Message(error.to_string()))?;
    }
    Ok(selection)
}

fn of_suite(
    suite: Suite,
    arguments: &MakeArguments,
    base: &mut Spec,
    conditions: &[Condition],
) -> Result<QuestionSet, CommandError> {
    arguments.spec.apply(base)?;
    match conditions {
        [] => Ok(QuestionSet::of(suite, base, None)),
        [_, ..] if suite.fixes_condition() => {
            Err(CommandError::Fixed { flag: "condition", suite: suite.slug() })
        }
        [condition] => Ok(QuestionSet::of(suite, base, Some(*condition))),
        _ => Err(CommandError::Message(
            "a suite takes one condition; use `stepfall batch make own` for several".to_owned(),
        )),
    }
}

fn settings(arguments: &MakeArguments) -> Result<AskSettings, CommandError> {
    let target = arguments.destination.target();
    let model = arguments.model.as_deref().unwrap_or_default().trim();
    if target.names_model() && model.is_empty() {
        let why =
            format!("a file for {} names the model in every line; add --model", target.name());
        return Err(CommandError::Message(why));
    }
    let has_settings = arguments.max_output.is_some()
        || arguments.temperature.is_some()
        || arguments.effort.is_some();
    if has_settings && !target.has_settings() {
        let why = "--max-output, --temperature and --effort have no effect on this target; set them in the tool that runs the file";
        return Err(CommandError::Message(why.to_owned()));
    }
    if !target.names_model() && !model.is_empty() {
        print_line("notice: --model has no effect, because a file for this target names no model");
    }
    if arguments.temperature.is_some_and(|degrees| !(0.0..=2.0).contains(&degrees)) {
        return Err(CommandError::Message("--temperature must be a number from 0 to 2".to_owned()));
    }
    let effort = |word: &str| {
        let found = Effort::ALL.into_iter().find(|effort| effort.word() == word);
        found.ok_or_else(|| CommandError::Unknown {
            what: "effort",
            given: word.to_owned(),
            known: Effort::ALL.map(Effort::word).join(", "),
        })
    };
    Ok(AskSettings {
        model: model.to_owned(),
        max_output: arguments.max_output,
        temperature: arguments.temperature,
        effort: arguments.effort.as_deref().map(effort).transpose()?,
    })
}

/// Reads the custom procedures. Each is combined with each condition of `--condition`, or, without
/// the flag, with the condition of its file.
fn custom_items(arguments: &MakeArguments) -> Result<Vec<(Item, Condition)>, CommandError> {
    let chosen: Vec<Condition> =
        arguments.condition.iter().map(|name| read_condition(name)).collect::<Result<_, _>>()?;
    let mut items = Vec::new();
    for path in &arguments.procedure {
        let (item, recorded) = read_item(path, &arguments.spec)?;
        let conditions = if chosen.is_empty() { vec![recorded] } else { chosen.clone() };
        items.extend(conditions.into_iter().map(|condition| (item.clone(), condition)));
    }
    Ok(items)
}

fn no_dialogue(condition: Condition) -> CommandError {
    CommandError::Message(format!(
        "the condition {condition} needs a dialogue, and a batch file has one reply per question; run it as a sweep"
    ))
}

/// The files of a suite. One file is written at a time, under a temporary name until it is
/// complete.
struct Files<'f> {
    folder: &'f Path,
    unnamed: PathBuf,
    open: Option<BufWriter<File>>,
    paths: Vec<PathBuf>,
}

impl<'f> Files<'f> {
    fn new(folder: &'f Path) -> Self {
        let unnamed = folder.join(format!(".stepfall-{}.part", std::process::id()));
        Self { folder, unnamed, open: None, paths: Vec::new() }
    }

    fn write(&mut self, parts: Vec<FilePart>) -> Result<(), CommandError> {
        for part in parts {
            match part {
                FilePart::Text(text) => {
                    let file = match self.open.take() {
                        Some(file) => file,
                        None => created(&self.unnamed)?,
                    };
                    self.open.insert(file).write_all(text.as_bytes())?;
                }
                FilePart::End(name) => self.end(&name)?,
            }
        }
        Ok(())
    }

    fn end(&mut self, name: &str) -> Result<(), CommandError> {
        if let Some(mut file) = self.open.take() {
            file.flush()?;
        }
        let path = self.folder.join(name);
        if path.exists() {
            return Err(exists(&path));
        }
        fs::rename(&self.unnamed, &path).map_err(|error| unwritten(&path, &error))?;
        self.paths.push(path);
        Ok(())
    }
}

impl Drop for Files<'_> {
    fn drop(&mut self) {
        // The temporary file exists only after an error.
        let _ = fs::remove_file(&self.unnamed);
    }
}

fn created(path: &Path) -> Result<BufWriter<File>, CommandError> {
    create_new(path).map(BufWriter::new)
}
