//! Grading of result files that arrive in pieces.

use crate::ApiError;
use serde::Serialize;
use stepfall_interchange::{
    BatchGrader, ColumnChoice, FileReader, Graded, GradedRecord, Response, Tally, Ungraded,
};

use crate::json::item::{json, strict_item};
use crate::json::selection::selection_error;
use crate::json::tally::TallyRecord;

/// The grader and the tally of all result files.
pub struct Batch {
    grader: BatchGrader,
    tally: Tally,
}

/// A result file that is still being read.
pub struct ResultFile {
    reader: FileReader,
}

/// A graded response, or the id of an ungraded one with the reason.
type Outcome = Result<Graded, (String, Ungraded)>;

/// The result row of a response.
#[derive(Serialize)]
#[serde(untagged)]
enum Row<'g> {
    Graded(GradedRecord<'g>),
    Ungraded { id: &'g str, outcome: (), why: String },
}

/// The last rows and the report of a file.
#[derive(Serialize)]
struct Ended<'g> {
    rows: Vec<Row<'g>>,
    report: Report,
}

/// A summary of a file: its kind, counts and errors.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    kind: Option<String>,
    lines: u64,
    responses: u64,
    troubles: Vec<String>,
    troubles_left_out: u64,
    columns: Vec<String>,
    procedures: usize,
}

impl ResultFile {
    /// Creates a reader for a file with a display name. `columns` selects the columns of ids and
    /// responses if their names do not identify them. `model` applies to responses without a model.
    pub fn new(name: &str, columns: Option<(String, String)>, model: Option<String>) -> Self {
        let columns = columns.map(|(id, output)| ColumnChoice { id, output });
        Self { reader: FileReader::new(name, columns).of_model(model) }
    }
}

impl Batch {
    /// Creates a batch. `records` is a JSON list of custom procedures whose ids the batch
    /// understands, each a link or a record as text.
    ///
    /// # Errors
    ///
    /// [`ApiError`] for a text that is not such a list.
    pub fn new(records: &str) -> Result<Self, ApiError> {
        let records: Vec<String> =
            serde_json::from_str(records).map_err(|error| selection_error(&error))?;
        let mut batch = Self { grader: BatchGrader::of_visible_text(), tally: Tally::default() };
        for record in &records {
            batch.grader.add_custom(strict_item(record)?.0);
        }
        Ok(batch)
    }

    /// Reads the next bytes of a file and grades the responses that they complete. Returns a list
    /// with a flat object for each of them. A response that cannot be graded is `{id, outcome:
    /// null, why}`. A repeated response is counted and left out.
    pub fn push(&mut self, file: &mut ResultFile, bytes: &[u8]) -> String {
        let mut responses = Vec::new();
        file.reader.push(bytes, &mut |response| responses.push(response));
        let outcomes = self.grade_responses(responses);
        json(&rows(&outcomes))
    }

    /// Ends a file. `rows` contains the remaining responses in the form of [`push`](Self::push).
    /// `report` contains `kind`, `lines`, `responses`, `troubles` (a list of sentences) and
    /// `troublesLeftOut`. `columns` has the names of the columns if the caller has to choose some,
    /// and is empty otherwise. `procedures` is the number of records of procedures. Their ids are
    /// understood from now on.
    pub fn finish(&mut self, file: ResultFile) -> String {
        let mut responses = Vec::new();
        let report = file.reader.finish(&mut |response| responses.push(response));
        let outcomes = self.grade_responses(responses);
        let procedures = report.procedures.len();
        report.procedures.into_iter().for_each(|item| self.grader.add_custom(item));
        let report = Report {
            kind: report.kind.map(|kind| kind.to_string()),
            lines: report.lines,
            responses: report.responses,
            troubles: report.problems.iter().map(ToString::to_string).collect(),
            troubles_left_out: report.problems_left_out,
            columns: report.columns,
            procedures,
        };
        json(&Ended { rows: rows(&outcomes), report })
    }

    /// Returns the tally of all responses so far.
    pub fn tally(&self) -> String {
        json(&TallyRecord::from(&self.tally))
    }

    fn grade_responses(&mut self, responses: Vec<Response>) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        for response in responses {
            let id = response.id.clone();
            match self.grader.grade(response) {
                Ok(graded) if self.tally.is_duplicate(&graded.response) => {}
                Ok(graded) => {
                    self.tally.add(&graded);
                    outcomes.push(Ok(graded));
                }
                Err(why) => {
                    self.tally.add_ungraded(&id, &why);
                    outcomes.push(Err((id, why)));
                }
            }
        }
        outcomes
    }
}

impl<'g> From<&'g Outcome> for Row<'g> {
    fn from(outcome: &'g Outcome) -> Self {
        match outcome {
            Ok(graded) => Self::Graded(graded.into()),
            Err((id, why)) => Self::Ungraded { id, outcome: (), why: why.to_string() },
        }
    }
}

fn rows(outcomes: &[Outcome]) -> Vec<Row<'_>> {
    outcomes.iter().map(Row::from).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use stepfall_procedure::{Condition, Item};

    use super::*;
    use crate::json::Questions;
    use crate::json::item::json as text_of;

    fn parsed(text: &str) -> Value {
        serde_json::from_str(text).unwrap()
    }

    fn questions() -> Vec<Value> {
        let mut questions = Questions::new("quick", r#"{"items": 2}"#).unwrap();
        parsed(&questions.next_chunk()).as_array().unwrap().clone()
    }

    fn line(id: &Value, response: &str) -> String {
        json!({"id": id, "response": response, "model": "m"}).to_string() + "\n"
    }

    #[test]
    fn rows_are_returned_once_complete_and_counted() {
        let questions = questions();
        let right = |at: usize| {
            line(
                &questions[at]["id"],
                &format!("Answer: {}", questions[at]["target"].as_str().unwrap()),
            )
        };
        let text = [
            right(0),
            line(&questions[2]["id"], "Answer: 1"),
            right(0),
            line(&json!("gsm8k-1"), "7"),
            line(&questions[4]["id"], "I do not know."),
        ];
        let mut batch = Batch::new("[]").unwrap();
        let mut file = ResultFile::new("answers.jsonl", None, None);
        let first = parsed(&batch.push(&mut file, text.concat().as_bytes()));
        let outcomes: Vec<&Value> =
            first.as_array().unwrap().iter().map(|row| &row["outcome"]).collect();
        assert_eq!(json!(outcomes), json!(["correct", "wrong", null, "unparsed"]));
        assert_eq!(first[2]["why"], "the id is not from Stepfall");
        let rest = parsed(&batch.push(&mut file, b"{\"id\": \"sf1-"));
        assert_eq!(rest, json!([]));
        let ended = parsed(&batch.finish(file));
        assert_eq!(ended["rows"], json!([]));
        assert_eq!(ended["report"]["kind"], "rows with an id and a response");
        assert_eq!(ended["report"]["responses"], 5);
        assert!(ended["report"]["troubles"][0].as_str().unwrap().starts_with("Line 6: "));
        let tally = parsed(&batch.tally());
        assert_eq!(
            [&tally["correct"], &tally["scored"], &tally["all"], &tally["responses"]],
            [1, 2, 3, 5]
        );
        assert_eq!(tally["accuracy"]["share"], 0.5);
        assert_eq!(tally["outcomes"]["unparsed"], 1);
        assert_eq!([&tally["duplicates"], &tally["ungraded"]], [1, 1]);
        assert_eq!(tally["duplicateIds"], json!([questions[0]["id"]]));
        assert_eq!(tally["ungradedIds"][0]["id"], "gsm8k-1");
        let cells: Vec<&Value> =
            tally["cells"].as_array().unwrap().iter().map(|cell| &cell["steps"]).collect();
        assert_eq!(cells, [5, 15, 25]);
    }

    #[test]
    fn columns_are_reported_and_can_be_chosen() {
        let id = &questions()[0]["id"];
        let table = format!("key,said\n{},Answer: 1\n", id.as_str().unwrap());
        let mut batch = Batch::new("[]").unwrap();
        let mut read = |columns| {
            let mut file = ResultFile::new("own.csv", columns, Some("own model".to_owned()));
            let rows = parsed(&batch.push(&mut file, table.as_bytes()));
            (rows, parsed(&batch.finish(file))["report"].clone())
        };
        assert_eq!(read(None).1["columns"], json!(["key", "said"]));
        let (rows, report) = read(Some(("key".to_owned(), "said".to_owned())));
        assert_eq!((&report["responses"], &rows[0]["model"]), (&json!(1), &json!("own model")));
    }

    #[test]
    fn custom_procedures_are_graded_by_their_records() {
        let item = Item::from_text("a = 7\nb = 5\nc = a + b\n", None).unwrap();
        let record = text_of(&item.record(Condition::Trace).unwrap());
        let asked = json!({"procedures": [&record]}).to_string();
        let mut questions = Questions::new("own", &asked).unwrap();
        let id = parsed(&questions.next_chunk())[0]["id"].clone();
        let outcome = |records: Value| {
            let mut batch = Batch::new(&records.to_string()).unwrap();
            let mut file = ResultFile::new("own.jsonl", None, None);
            parsed(&batch.push(&mut file, line(&id, "Answer: 12").as_bytes()))[0].clone()
        };
        assert_eq!(outcome(json!([&record]))["outcome"], "correct");
        let without = outcome(json!([]));
        assert!(without["why"].as_str().unwrap().contains("belongs to a custom procedure"));
        assert!(Batch::new("[\"{}\"]").is_err());
        let message = Batch::new("[\"#/play?v=2&zoo=1\"]").err().unwrap().to_string();
        assert!(message.contains("parts of the link are not understood"), "{message}");
    }
}
