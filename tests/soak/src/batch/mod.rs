//! Batches of result files, one after the other, each with all actions of a visitor.

mod files;

use anyhow::{Context, Result, bail, ensure};
use stepfall_interchange::Outcome;
use stepfall_protocol::batch::{BatchEvent, BatchSummary, RowsFormat};
use stepfall_protocol::{Event, FigureFormat, encode};
use stepfall_worker::{Batch, make, suites};

use self::files::{Shape, answers, file};
use crate::meter::{Meter, counts};

/// The number of bytes of a file that are read at once, as in the page's worker.
const PIECE: usize = 250_000;
/// The time between two files of a visitor, in milliseconds.
const EVERY: u64 = 30_000;
/// The width of a figure, in CSS pixels.
const WIDTH: u32 = 900;

/// The files of each batch, in turn: the number of items of each length, and the shape. A repeated
/// entry is a file that was opened twice by mistake. All files together take five minutes.
const BATCHES: [&[(u32, Shape)]; 6] = [
    &[(20, Shape::OpenAi)],
    &[(60, Shape::Anthropic), (60, Shape::Anthropic)],
    &[(10, Shape::Table)],
    &[(200, Shape::OpenAi), (40, Shape::Table), (40, Shape::Damaged)],
    &[(30, Shape::Custom)],
    &[(300, Shape::Anthropic), (20, Shape::Table)],
];

/// Grades batches until the time of the meter is over. `divisor` reduces the number of items.
pub(crate) fn soak(meter: &mut Meter, divisor: u32) -> Result<String> {
    let mut session = Session { divisor, ..Session::default() };
    while !meter.is_over(session.now) {
        session.batch(meter)?;
    }
    Ok(session.counts())
}

/// A visitor at the page.
#[derive(Default)]
struct Session {
    /// The numbers of items in [`BATCHES`] are divided by this number.
    divisor: u32,
    now: u64,
    batch: Batch,
    batches: u64,
    files: u32,
    bytes: u64,
    responses: u64,
    repeated: u64,
    ungraded: u64,
    rows: u64,
    event_bytes: u64,
    saved: u64,
    /// The outcomes of all responses, as the page received them last.
    summary: BatchSummary,
    listed: u32,
}

impl Session {
    /// Runs a batch from its first file to its end.
    fn batch(&mut self, meter: &mut Meter) -> Result<()> {
        let number = self.batches;
        self.batches += 1;
        self.set_up(number)?;
        let parts = BATCHES[usize::try_from(number)? % BATCHES.len()];
        for (items, shape) in parts {
            let items = (items / self.divisor).max(1);
            let responses = answers(number, items, *shape)?;
            for (name, text) in file(&responses, *shape) {
                self.take(name, text.as_bytes())?;
            }
            self.now += EVERY;
        }
        self.inspect()?;
        self.save()?;
        let responses = usize::try_from(self.summary.counts.iter().sum::<u64>())?;
        ensure!(responses > 0, "nothing of batch {number} was graded");
        meter.opened();
        self.responses += u64::try_from(responses)?;
        self.repeated += self.summary.duplicates.0;
        self.ungraded += self.summary.ungraded.0;
        // The page's worker also drops everything at once.
        drop(std::mem::take(&mut self.batch));
        meter.closed(responses);
        let empty = self.batch.summary();
        self.hear(&[empty])?;
        meter.quiet(self.now, self.responses);
        Ok(())
    }

    /// Computes the sizes of suites, and sometimes makes the files of one.
    fn set_up(&mut self, number: u64) -> Result<()> {
        let address = format!("#/batch?v=2&suite=quick&seed={number}&for=csv");
        self.event_bytes += u64::try_from(suites(&address).suites.len())?;
        if number.is_multiple_of(10) {
            let mut bytes = 0;
            let made = make(&address, &mut |made| {
                if let stepfall_worker::Made::Part(stepfall_interchange::FilePart::Text(text)) =
                    made
                {
                    bytes += text.len();
                }
            });
            made.map_err(|why| anyhow::anyhow!("no files are made: {why}"))?;
            self.saved += u64::try_from(bytes)?;
        }
        Ok(())
    }

    fn take(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        let id = self.files;
        self.files += 1;
        self.bytes += u64::try_from(bytes.len())?;
        let refused = self.batch.begin(id, name, u64::try_from(bytes.len())?, None);
        ensure!(refused.is_empty(), "{name} is refused");
        for piece in bytes.chunks(PIECE) {
            let events = self.batch.piece(piece);
            self.hear(&events)?;
        }
        let events = self.batch.end(None);
        self.hear(&events)
    }

    fn hear(&mut self, events: &[Event]) -> Result<()> {
        for event in events {
            let bytes = encode(event).map_err(|error| anyhow::anyhow!("{error}"))?;
            self.event_bytes += u64::try_from(bytes.len())?;
            match event {
                Event::Batch(BatchEvent::Outcome(_, summary)) => self.summary = summary.clone(),
                Event::Batch(BatchEvent::Rows(rows)) => {
                    self.listed = rows.total;
                    self.rows += u64::try_from(rows.rows.len())?;
                }
                Event::File(_) => self.saved += u64::try_from(bytes.len())?,
                Event::Broken(why) => bail!("the worker is broken: {why}"),
                _ => {}
            }
        }
        Ok(())
    }

    /// Draws the figures, lists and filters rows, and opens a response.
    fn inspect(&mut self) -> Result<()> {
        let figures = self.batch.figures(WIDTH);
        self.hear(&[figures])?;
        for outcome in
            [None, Some(Outcome::Correct), Some(Outcome::Incorrect), Some(Outcome::Errored)]
        {
            let first = self.batch.rows(outcome, 0);
            self.hear(&[first])?;
            let last = self.batch.rows(outcome, self.listed.saturating_sub(5));
            self.hear(&[last])?;
        }
        let opened =
            self.batch.open(0).context("the first response is listed and does not open")?;
        self.hear(&[opened])
    }

    /// Saves everything in every form.
    fn save(&mut self) -> Result<()> {
        for form in [RowsFormat::Jsonl, RowsFormat::Csv] {
            let mut bytes = 0;
            self.batch.save(form, &mut |text| bytes += text.len());
            ensure!(bytes > 0, "nothing is saved");
            self.saved += u64::try_from(bytes)?;
        }
        for form in [FigureFormat::Svg, FigureFormat::Csv] {
            let figure = self.batch.figure("collapse", form, false);
            self.hear(&figure.into_iter().collect::<Vec<_>>())?;
        }
        let report = self.batch.report();
        self.hear(&[report])
    }

    fn counts(&self) -> String {
        counts(&[
            ("batches", self.batches),
            ("files", self.files.into()),
            ("MB of files", self.bytes / 1_000_000),
            ("responses graded", self.responses),
            ("responses that were there before", self.repeated),
            ("responses that could not be graded", self.ungraded),
            ("rows listed", self.rows),
            ("MB that the page received", self.event_bytes / 1_000_000),
            ("MB of files for the visitor", self.saved / 1_000_000),
        ])
    }
}
