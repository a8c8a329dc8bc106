//! Conversion of suites to files.

use stepfall_interchange::{
    AskSettings, Export, FilePart, OWN, Parts, QuestionSet, SelectionError, Tokens, limits,
};
use stepfall_link::{BatchLink, CUSTOM_ITEMS, ExportTarget};
use stepfall_procedure::{Condition, Spec, Suite};
use stepfall_protocol::batch::{SuiteSize, Suites};
use stepfall_sweep::Price;
use stepfall_text::{ENTER_MODEL, capital};

/// The number of questions between two progress reports.
const PROGRESS_EVERY: u64 = 500;

/// An output of [`make`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Made {
    /// The next part of a file, or its end.
    Part(FilePart),
    /// The number of questions written so far, and the number of all questions.
    Progress(u64, u64),
}

/// Returns the selection of questions in an address.
fn selection(link: &BatchLink) -> QuestionSet {
    let usual = [Condition::default()];
    let conditions = if link.conditions.is_empty() { &usual[..] } else { &link.conditions };
    let custom = || QuestionSet::custom(&link.base, &link.lengths, conditions, CUSTOM_ITEMS);
    let named = |suite| QuestionSet::of(suite, &link.base, link.conditions.first().copied());
    let mut selection = link.suite.map_or_else(custom, named);
    selection.items = link.items.unwrap_or(selection.items);
    selection.samples = link.samples;
    selection.seed = link.seed;
    selection
}

/// Returns the sizes of all suites, and of the selection of an address.
pub fn suites(address: &str) -> Suites {
    let (link, _) = BatchLink::read(address);
    let price = Price::read(&link.price);
    let size =
        |slug: &str, selection: &QuestionSet| size(slug, selection, link.target, price.as_ref());
    let mut sizes = Suites::default();
    for suite in Suite::ALL {
        let chosen = if link.suite == Some(suite) {
            selection(&link)
        } else {
            QuestionSet::of(suite, &Spec::default(), None)
        };
        if let Some(size) = size(suite.slug(), &chosen) {
            sizes.suites.push(size);
        }
    }
    let chosen = selection(&link);
    if link.suite.is_none()
        && let Some(size) = size(OWN, &chosen)
    {
        sizes.suites.push(size);
    }
    sizes.error = error(&chosen);
    sizes
}

fn size(
    slug: &str,
    selection: &QuestionSet,
    target: ExportTarget,
    price: Option<&Price>,
) -> Option<SuiteSize> {
    let Tokens { input_low, input_high, output_low, output_high } = selection.estimate().ok()?;
    Some(SuiteSize {
        slug: slug.to_owned(),
        questions: selection.size(),
        files: selection.size().div_ceil(limits(target).lines.into()),
        input: (input_low, input_high),
        output: (output_low, output_high),
        cost: price.map(|price| {
            (price.of_tokens(input_low, output_low).0, price.of_tokens(input_high, output_high).0)
        }),
    })
}

/// Explains why a selection cannot become files.
fn error(selection: &QuestionSet) -> Option<String> {
    let why: SelectionError = selection.check().err()?;
    Some(capital(&why.to_string()) + ".")
}

/// Writes the files of the selection of an address.
///
/// # Errors
///
/// A sentence that explains why no files are written.
pub fn make(address: &str, emit: &mut dyn FnMut(Made)) -> Result<(), String> {
    let (link, _) = BatchLink::read(address);
    let selection = selection(&link);
    if link.lacks_model() {
        return Err(ENTER_MODEL.to_owned());
    }
    if let Some(error) = error(&selection) {
        return Err(error);
    }
    let settings = AskSettings {
        model: link.model.trim().to_owned(),
        max_output: link.max_output.filter(|_| link.target.has_settings()),
        ..AskSettings::default()
    };
    let mut parts = Parts::new(Export::new(link.target, settings, &selection.name));
    let (mut written, all) = (0, selection.size());
    for question in selection.questions() {
        parts.push(&question).into_iter().for_each(|part| emit(Made::Part(part)));
        written += 1;
        if written % PROGRESS_EVERY == 0 {
            emit(Made::Progress(written, all));
        }
    }
    parts.finish().into_iter().for_each(|part| emit(Made::Part(part)));
    emit(Made::Progress(all, all));
    Ok(())
}
