//! Questions and graded responses as rows of a Parquet file.

use stepfall_interchange::{Graded, GradedRecord, Question};

#[derive(Debug, Clone, Copy)]
pub(super) enum Cell<'c> {
    /// A text, or `None` in an optional column.
    Text(Option<&'c str>),
    Number(i32),
}

/// The columns of graded responses: the members of a line of `--format jsonl`.
pub(super) const GRADED: &str = "message graded {
    required byte_array id (utf8);
    required int32 sample;
    optional byte_array model (utf8);
    required byte_array condition (utf8);
    required int32 steps;
    required int32 lookback;
    required byte_array outcome (utf8);
    optional byte_array mode (utf8);
    required byte_array headline (utf8);
    optional byte_array answer (utf8);
    required byte_array target (utf8);
    optional byte_array link (utf8);
    required int32 grader;
}";

/// The columns of questions: the members of a line of `--for jsonl`, without `messages`.
pub(super) const QUESTIONS: &str = "message questions {
    required byte_array id (utf8);
    required byte_array suite (utf8);
    required byte_array dataset (utf8);
    required byte_array condition (utf8);
    required int32 steps;
    required byte_array lookback (utf8);
    optional byte_array link (utf8);
    required byte_array prompt (utf8);
    required byte_array target (utf8);
}";

/// Passes the cells of a graded response to `take`.
pub(super) fn graded<T>(graded: &Graded, take: impl FnOnce(&[Cell<'_>]) -> T) -> T {
    let record = GradedRecord::from(graded);
    let number = |number: u32| Cell::Number(i32::try_from(number).unwrap_or(i32::MAX));
    take(&[
        Cell::Text(Some(record.id)),
        number(record.sample),
        Cell::Text(record.model),
        Cell::Text(Some(&record.condition)),
        number(record.steps.into()),
        number(record.lookback.into()),
        Cell::Text(Some(record.outcome)),
        Cell::Text(record.mode),
        Cell::Text(Some(record.headline)),
        Cell::Text(record.answer),
        Cell::Text(Some(record.target)),
        Cell::Text(record.link.as_deref()),
        number(record.grader),
    ])
}

/// Passes the cells of a question of this suite to `take`.
pub(super) fn question<T>(
    question: &Question,
    suite: &str,
    take: impl FnOnce(&[Cell<'_>]) -> T,
) -> T {
    let spec = &question.item.spec;
    let link = question.id.link().map(|link| link.fragment());
    take(&[
        Cell::Text(Some(&question.id.to_string())),
        Cell::Text(Some(suite)),
        Cell::Text(Some(&question.dataset)),
        Cell::Text(Some(&question.id.condition.slug())),
        Cell::Number(spec.steps.into()),
        Cell::Text(Some(&spec.look_back.to_string())),
        Cell::Text(link.as_deref()),
        Cell::Text(Some(&question.prompt())),
        Cell::Text(Some(&question.target())),
    ])
}
