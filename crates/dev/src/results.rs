//! `stepfall-dev results`: grades the recorded runs of `results/` again and prints their index.
//!
//! A recorded run is two files: NAME.jsonl.gz, the file that `stepfall sweep` wrote, and NAME.json,
//! the [`About`] of the run.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use data_encoding::HEXLOWER;
use flate2::read::MultiGzDecoder;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use stepfall_cli::CommandError;
use stepfall_figure::{Figure, GradedRun, Measure, Row, Summary, enclosed_short};
use stepfall_link::PlayLink;
use stepfall_plot::scene::{Mark, Scene, Shape};
use stepfall_protocol::encode;
use stepfall_protocol::recorded::{AtLength, ListedRun, RealExample, RecordedAttempt, RecordedRun};
use stepfall_stats::{Confidence, ItemShare, ItemSharing, Length, Share, accuracy, bracket};
use stepfall_sweep::{Plan, Run, RunReader};

/// The largest compressed file of a run, in bytes.
const MAX_FILE: usize = 400_000;
/// The reason why a run without a temperature or a limit of output is refused.
const NO_SETTINGS: &str = "the plan needs a temperature and a limit of output";
/// The largest file of a run after decompression, in bytes.
const MAX_TEXT: u64 = 64 << 20;
/// The share of correct answers at the horizon, which two measured lengths enclose.
const HALF: f64 = 0.5;
/// The run that Sweep and Learn show next to their simulated curves.
const EXAMPLE: &str = "smollm2-135m-instruct.trace";
/// The attempt of [`EXAMPLE`] that Play shows first. Its first steps are correct, and then it takes
/// the value of another step.
const ATTEMPT: u32 = 323;
/// The width of the curve of [`EXAMPLE`], in CSS pixels.
const WIDTH: u32 = 330;
/// The width of the small picture of a curve in the list of runs, in CSS pixels.
const THUMBNAIL: u32 = 200;

#[derive(Debug, Args)]
pub(crate) struct ResultsArguments {
    /// The folder of recorded runs.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Print a table in Markdown instead of the index.
    #[arg(long)]
    table: bool,
    /// Print a file of the page instead of the index.
    #[arg(long, value_enum, conflicts_with = "table")]
    page: Option<PageFile>,
    /// Print the digest of the prompts of a compressed file of attempts, which its description has
    /// to contain.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["table", "page"])]
    prompts: Option<PathBuf>,
}

/// The description of a recorded run, written by its contributor.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct About {
    model: String,
    /// The licence of the weights, as an SPDX expression.
    licence: String,
    /// The file of the weights, and the place from which it can be downloaded.
    weights: String,
    /// The SHA-256 digest of the file of the weights.
    sha256: String,
    quantisation: String,
    /// The program that ran the model, with its version.
    engine: String,
    /// The machine that ran the model.
    hardware: String,
    /// The day of the run, as 2026-11-28.
    date: String,
    /// The SHA-256 digest of all prompts of the plan, in the order of its attempts.
    prompts: String,
}

/// A recorded run that passed all checks, with its curve of accuracy and its attempts.
#[derive(Debug)]
struct Entry {
    run: RecordedRun,
    curve: Figure,
    source: Run,
}

/// A file of the page, in the page's own format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PageFile {
    /// All runs with small pictures of their curves.
    List,
    /// The run that Sweep and Learn show next to their simulated curves.
    Example,
    /// The attempt that Play shows first.
    Attempt,
}

/// Prints the index of the folder, its table, a file of the page, or the digest of one file.
pub(crate) fn run(arguments: &ResultsArguments, out: &mut impl Write) -> Result<(), CommandError> {
    if let Some(file) = &arguments.prompts {
        writeln!(out, "{}", prompts(&read(&bytes(file)?)?.plan)?)?;
        return Ok(());
    }
    let mut entries = Vec::new();
    for name in names(&arguments.folder)? {
        let named = |error: CommandError| CommandError::Message(format!("{name}: {error}"));
        let path = |extension| arguments.folder.join(format!("{name}.{extension}"));
        let about = bytes(&path("json")).map_err(named)?;
        let file = bytes(&path("jsonl.gz")).map_err(named)?;
        entries.push(entry(&name, &about, &file).map_err(named)?);
    }
    if let Some(page) = arguments.page {
        return page_file(page, &entries, out);
    }
    let runs: Vec<&RecordedRun> = entries.iter().map(|entry| &entry.run).collect();
    if arguments.table {
        return table(&runs, out);
    }
    serde_json::to_writer_pretty(&mut *out, &runs)?;
    writeln!(out)?;
    Ok(())
}

fn page_file(page: PageFile, entries: &[Entry], out: &mut impl Write) -> Result<(), CommandError> {
    let bytes = match page {
        PageFile::List => {
            let listed = |entry: &Entry| ListedRun {
                run: entry.run.clone(),
                curve: unlabelled(entry.curve.thumbnail(THUMBNAIL)),
            };
            encode(&entries.iter().map(listed).collect::<Vec<_>>())
        }
        PageFile::Example => {
            let Entry { run, curve, .. } = example(entries)?;
            encode(&RealExample { run: run.clone(), curve: unlabelled(curve.scene(WIDTH)) })
        }
        PageFile::Attempt => encode(&attempt(example(entries)?, ATTEMPT)?),
    };
    out.write_all(&bytes.map_err(|error| CommandError::Message(error.to_string()))?)?;
    Ok(())
}

/// Returns the run that the page shows next to simulations.
fn example(entries: &[Entry]) -> Result<&Entry, CommandError> {
    let example = entries.iter().find(|entry| entry.run.name == EXAMPLE);
    example
        .ok_or_else(|| CommandError::Message(format!("{EXAMPLE} is missing, which the page shows")))
}

/// Returns an attempt of a run, as the file of the run has it.
fn attempt(entry: &Entry, number: u32) -> Result<RecordedAttempt, CommandError> {
    let Entry { run, source: Run { plan, attempts, .. }, .. } = entry;
    let (Some(task), Some(attempt)) = (plan.task(number), attempts.get(&number)) else {
        return refused(format!("{} has no attempt {number}", run.name));
    };
    let settings = plan.settings;
    let (Some(temperature), Some(max_output)) = (settings.temperature, settings.max_output) else {
        return refused(NO_SETTINGS.to_owned());
    };
    let RecordedRun { name, model, quantisation, engine, date, .. } = run.clone();
    Ok(RecordedAttempt {
        run: name,
        model,
        quantisation,
        engine,
        date,
        temperature: temperature.to_string(),
        max_output,
        link: PlayLink { is_cut: attempt.is_cut(), ..plan.link(&task) }.fragment_without_text(),
        transcript: attempt.transcript(),
    })
}

/// Removes the tooltips and filters of a picture. The page shows the picture without its attempts,
/// so that filters have no effect.
fn unlabelled(mut scene: Scene) -> Scene {
    fn clear(marks: &mut [Mark]) {
        for mark in marks {
            mark.title.clear();
            mark.filter.clear();
            if let Shape::Group(marks) = &mut mark.shape {
                clear(marks);
            }
        }
    }
    clear(&mut scene.root);
    scene
}

/// Returns the names of the runs of a folder, in alphabetical order.
fn names(folder: &Path) -> Result<Vec<String>, CommandError> {
    let unread = |error| CommandError::File { path: folder.display().to_string(), error };
    let mut names = Vec::new();
    for file in fs::read_dir(folder).map_err(unread)? {
        let file = file.map_err(unread)?.file_name();
        if let Some(name) = file.to_string_lossy().strip_suffix(".jsonl.gz") {
            names.push(name.to_owned());
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// Grades a run, and checks that it may be recorded.
fn entry(name: &str, about: &[u8], file: &[u8]) -> Result<Entry, CommandError> {
    let length = file.len();
    if length > MAX_FILE {
        return refused(format!("the file has {length} bytes; at most {MAX_FILE} are accepted"));
    }
    let about: About = serde_json::from_slice(about)
        .map_err(|error| CommandError::Message(format!("the description is invalid: {error}")))?;
    let source = read(file)?;
    if let Some(bad) = source.bad.first() {
        return refused(format!("line {}: {}", bad.line, bad.error));
    }
    let settings = source.plan.settings;
    if settings.temperature.is_none() || settings.max_output.is_none() {
        return refused(NO_SETTINGS.to_owned());
    }
    let prompts = prompts(&source.plan)?;
    if about.prompts != prompts {
        return refused(format!("the prompts have the digest {prompts} and not {}", about.prompts));
    }
    let mut graded = GradedRun::new(source.plan.clone());
    source.attempts.values().for_each(|attempt| graded.add(attempt));
    let completion = graded.completion();
    if completion.is_interim() {
        let (ended, planned) = (completion.ended, completion.planned);
        return refused(format!("only {ended} of {planned} attempts have ended"));
    }
    let tokens = source.attempts.values().filter_map(|attempt| attempt.usage.output);
    let rows: Vec<&Row> = graded.rows().values().collect();
    let mut modes = BTreeMap::new();
    for row in &rows {
        *modes.entry(row.primary.slug().to_owned()).or_default() += 1;
    }
    let lengths: Vec<Length> =
        source.plan.steps.iter().map(|steps| at_length(&rows, *steps)).collect();
    let enclosed = bracket(&lengths, ItemSharing::Independent, HALF, Confidence::P95);
    let About { model, licence, weights, sha256, quantisation, engine, hardware, date, prompts } =
        about;
    let summary = Summary::of(&graded.run());
    let run = RecordedRun {
        name: name.to_owned(),
        model,
        licence,
        weights,
        sha256,
        quantisation,
        engine,
        hardware,
        date,
        prompts,
        file: HEXLOWER.encode(&Sha256::digest(file)),
        plan: source.plan.fragment(),
        conditions: source.plan.conditions.iter().map(ToString::to_string).collect(),
        spec: spec(&source.plan),
        seed: source.plan.seed.number(),
        generator: source.plan.generator,
        attempts: source.attempts.len(),
        failed: graded.given_up().len(),
        output_tokens: tokens.sum(),
        lengths: lengths.iter().map(shares).collect::<Result<_, _>>()?,
        horizon: enclosed.map(|enclosed| [enclosed.above, enclosed.below]).unwrap_or_default(),
        enclosed: enclosed
            .map(|found| enclosed_short(found, &source.plan.steps))
            .unwrap_or_default(),
        finding: summary.finding(Measure::First).unwrap_or_default(),
        modes,
    };
    let curve = summary.collapse(Measure::First);
    Ok(Entry { run, curve, source })
}

/// Returns the parameters of the procedures of a plan without their length.
fn spec(plan: &Plan) -> String {
    let look_backs: Vec<String> = plan.look_backs.iter().map(ToString::to_string).collect();
    let mut parts = vec![format!("lookback={}", look_backs.join(","))];
    for (key, value) in plan.base.changed_params() {
        if key != "steps" && key != "lookback" {
            parts.push(format!("{key}={value}"));
        }
    }
    parts.join(" ")
}

fn refused<T>(reason: String) -> Result<T, CommandError> {
    Err(CommandError::Message(reason))
}

fn bytes(path: &Path) -> Result<Vec<u8>, CommandError> {
    fs::read(path).map_err(|error| CommandError::File { path: path.display().to_string(), error })
}

/// Reads a compressed file of attempts.
fn read(file: &[u8]) -> Result<Run, CommandError> {
    let mut text = Vec::new();
    MultiGzDecoder::new(file).take(MAX_TEXT).read_to_end(&mut text)?;
    let mut reader = RunReader::default();
    let read = reader.push(&text).and_then(|()| reader.end());
    read.map_err(|error| CommandError::Message(error.to_string()))?;
    reader
        .into_run()
        .ok_or_else(|| CommandError::Message("it is not a file of attempts".to_owned()))
}

/// Returns the digest of the first prompts of all attempts of a plan.
fn prompts(plan: &Plan) -> Result<String, CommandError> {
    let mut digest = Sha256::new();
    let mut items = stepfall_sweep::Items::default();
    for number in 0..plan.task_count() {
        let task = plan.task(number);
        let item = task.and_then(|task| Some((task, items.item(plan, &task)?)));
        let Some((task, item)) = item else {
            return refused(format!("attempt {number} has no item"));
        };
        digest.update(item.prompt(task.condition));
        digest.update([0]);
    }
    Ok(HEXLOWER.encode(&digest.finalize()))
}

/// Returns the share of solved attempts for each condition and item of a length.
fn at_length(rows: &[&Row], steps: u16) -> Length {
    let mut items: BTreeMap<_, [u32; 2]> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.task.steps == steps) {
        let [hits, trials] =
            items.entry((row.task.condition.to_string(), row.task.item)).or_default();
        *hits += u32::from(row.is_solved);
        *trials += 1;
    }
    let shares = items.values().filter_map(|[hits, trials]| Share::new(*hits, *trials).ok());
    let shares: Vec<Share> = shares.collect();
    Length { steps: u32::from(steps), items: ItemShare::of_one_stratum(&shares) }
}

/// Returns the counts of a length, and the interval of its share in percent, to one decimal.
fn shares(length: &Length) -> Result<AtLength, CommandError> {
    let estimate = accuracy(&length.items, ItemSharing::Independent, Confidence::P95);
    let estimate = estimate.map_err(|error| CommandError::Message(error.to_string()))?;
    let count = |part: fn(Share) -> u32| length.items.iter().map(|item| part(item.share)).sum();
    let percent = |share: f64| (share * 1000.0).round() / 10.0;
    Ok(AtLength {
        steps: u16::try_from(length.steps).unwrap_or(u16::MAX),
        attempts: count(Share::trials),
        correct: count(Share::hits),
        interval: [percent(estimate.interval.low), percent(estimate.interval.high)],
    })
}

/// Prints a Markdown document with the counts of all runs.
fn table(runs: &[&RecordedRun], out: &mut impl Write) -> Result<(), CommandError> {
    writeln!(out, "# Recorded runs\n")?;
    writeln!(
        out,
        "`cargo xtask results` writes this file: it grades the runs in `results/` again. `stepfall sweep --from results/NAME.jsonl.gz` prints the\n\
         full results of a run, and *Results* on the page shows its figures and attempts. Play first shows an attempt of one of them. [CONTRIBUTING.md](../CONTRIBUTING.md) explains how to add a run.\n"
    )?;
    for entry in runs {
        let RecordedRun { model, licence, quantisation, engine, hardware, date, weights, .. } =
            entry;
        writeln!(out, "## {}\n", entry.name)?;
        writeln!(
            out,
            "{model} ({quantisation}, {licence}) under {}, on {date}. Weights: {weights}. Engine: {engine}, on {hardware}.\n\n`{}`\n",
            entry.conditions.join(", "),
            entry.plan
        )?;
        writeln!(
            out,
            "| steps | attempts | correct | 95 % interval |\n| ---: | ---: | ---: | --- |"
        )?;
        for AtLength { steps, attempts, correct, interval: [low, high] } in &entry.lengths {
            writeln!(out, "| {steps} | {attempts} | {correct} | {low} to {high} % |")?;
        }
        let steps = |steps: Option<u32>| steps.map_or("none".to_owned(), |steps| steps.to_string());
        let [above, below] = entry.horizon.map(steps);
        let mut modes: Vec<_> = entry.modes.iter().collect();
        modes.sort_by_key(|&(slug, count)| (std::cmp::Reverse(*count), slug.as_str()));
        let modes: Vec<String> =
            modes.iter().map(|(slug, count)| format!("{slug} {count}")).collect();
        writeln!(
            out,
            "\nLongest length clearly above 50 %: {above}. Shortest length clearly below: {below}. Primary failure modes: {}. Failed attempts: {}.\n",
            modes.join(", "),
            entry.failed
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    const NAME: &str = "smollm2-135m-instruct.trace";

    /// Returns the description and the text of a recorded run.
    fn recorded() -> (String, String) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results").join(NAME);
        let about = fs::read_to_string(path.with_extension("trace.json")).unwrap();
        let file = fs::read(path.with_extension("trace.jsonl.gz")).unwrap();
        let mut text = String::new();
        MultiGzDecoder::new(file.as_slice()).read_to_string(&mut text).unwrap();
        (about, text)
    }

    fn compressed(text: &str) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    /// Returns the reason why a run is refused.
    #[track_caller]
    fn refusal(about: &str, text: &str) -> String {
        entry(NAME, about.as_bytes(), &compressed(text)).unwrap_err().to_string()
    }

    #[test]
    fn a_recorded_run_is_graded() {
        let (about, text) = recorded();
        let Entry { run, curve, .. } = entry(NAME, about.as_bytes(), &compressed(&text)).unwrap();
        assert_eq!((run.attempts, run.failed, run.lengths.len()), (400, 0, 10));
        assert_eq!(run.modes.values().sum::<u32>(), 400);
        assert!(run.lengths.iter().all(|length| length.attempts == 40));
        assert_eq!(run.spec, "lookback=5 ops=add inputs=2..9");
        assert_eq!((run.horizon, run.enclosed.as_str()), ([None, Some(2)], "below 2"));
        assert_eq!(curve.id, "collapse");
    }

    #[test]
    fn an_attempt_is_taken_as_the_run_has_it() {
        let (about, text) = recorded();
        let entry = entry(NAME, about.as_bytes(), &compressed(&text)).unwrap();
        let attempt = attempt(&entry, ATTEMPT).unwrap();
        let line = text.lines().find(|line| line.starts_with(&format!("{{\"number\":{ATTEMPT},")));
        let line: serde_json::Value = serde_json::from_str(line.unwrap()).unwrap();
        assert_eq!(attempt.transcript, line["text"].as_str().unwrap());
        let lengths = format!("steps={}&lookback={}&", line["steps"], line["look_back"]);
        let place = format!("seed={}&index={}", line["seed"], line["item"]);
        for part in [lengths.replace("&lookback=5", ""), place] {
            assert!(attempt.link.contains(&part), "{part} in {}", attempt.link);
        }
        assert_eq!((attempt.temperature.as_str(), attempt.max_output), ("0", 256));
        assert!(super::attempt(&entry, 400).is_err());
    }

    #[test]
    fn an_unfinished_run_is_refused() {
        let (about, text) = recorded();
        let half: Vec<&str> = text.lines().take(text.lines().count() / 2).collect();
        assert!(refusal(&about, &half.join("\n")).contains("attempts have ended"));
    }

    #[test]
    fn a_run_with_other_prompts_is_refused() {
        let (about, text) = recorded();
        let other = text.replacen("&seed=1&", "&seed=2&", 1).replace("\"seed\":1,", "\"seed\":2,");
        assert!(refusal(&about, &other).contains("the prompts have the digest"));
    }

    #[test]
    fn a_run_without_settings_or_description_is_refused() {
        let (about, text) = recorded();
        let without_temperature = text.replacen("&temperature=0", "", 1);
        assert!(refusal(&about, &without_temperature).contains("needs a temperature"));
        assert!(refusal(&about.replace("licence", "license"), &text).contains("license"));
        assert!(
            refusal(&about, &text.replacen("\"number\":7,", "\"number\":,", 1)).contains("line")
        );
    }
}
