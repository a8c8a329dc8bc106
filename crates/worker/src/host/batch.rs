//! Batches: files that are graded in pieces, and files that are written.

use std::rc::Rc;

use js_sys::Array;
use stepfall_interchange::FilePart;
use stepfall_protocol::Event;
use stepfall_protocol::batch::{BatchEvent, BatchRequest, Columns};
use stepfall_protocol::comparison::Side;
use web_sys::Blob;

use super::Host;
use super::disk::push;
use super::files::read;
use crate::{Batch, BatchSides, Made, make, suites};

/// The size of a piece that is read and graded at once, in bytes. The worker handles no messages in
/// the meantime.
const PIECE: f64 = 250_000.0;
/// The size of a part of a written file, in bytes.
const PART: usize = 2_000_000;

/// A file of the batch that waits to be read.
pub(super) struct QueuedFile {
    side: Side,
    id: u32,
    name: String,
    columns: Option<Columns>,
    blob: Blob,
}

impl Host {
    pub(super) fn batch(self: &Rc<Self>, request: BatchRequest, blob: Option<Blob>) {
        match request {
            BatchRequest::Suites(address) => {
                self.send(&Event::Batch(BatchEvent::Suites(suites(&address))));
            }
            BatchRequest::Make(address) => self.make(&address),
            BatchRequest::Take { side, id, name, columns } => {
                let Some(blob) = blob else { return };
                self.waiting.borrow_mut().push_back(QueuedFile { side, id, name, columns, blob });
                self.read_waiting();
            }
            BatchRequest::Clear => {
                self.waiting.borrow_mut().clear();
                self.count_clear(Side::First);
                self.count_clear(Side::Second);
                let mut empty = self.batch.borrow_mut();
                *empty = BatchSides::default();
                for side in [Side::First, Side::Second] {
                    self.send(&empty.side(side).summary());
                }
            }
            BatchRequest::ClearSecond => {
                self.waiting.borrow_mut().retain(|file| file.side == Side::First);
                self.count_clear(Side::Second);
                let events = self.batch.borrow_mut().clear_second();
                self.send_all(&events);
            }
            BatchRequest::Figures(width) => {
                let figures = self.first(|batch| batch.figures(width));
                self.send(&figures);
            }
            BatchRequest::Rows { outcome, from } => {
                let rows = self.first(|batch| batch.rows(outcome, from));
                self.send(&rows);
            }
            BatchRequest::Open(number) => {
                let opened = self.first(|batch| batch.open(number));
                self.send_all(opened.as_slice());
            }
            BatchRequest::Save(form) => {
                self.save_pieces(|sides, emit| sides.side(Side::First).save(form, emit));
            }
            BatchRequest::File { figure, form, is_dark } => {
                let file = self.first(|batch| batch.figure(&figure, form, is_dark));
                self.send_all(file.as_slice());
            }
            BatchRequest::Report => {
                let report = self.first(|batch| batch.report());
                self.send(&report);
            }
            BatchRequest::Compare(models) => {
                self.batch.borrow_mut().compare(models);
                self.advance_comparison();
            }
            BatchRequest::Pairs { kind, from } => {
                let rows = self.batch.borrow().pairs(kind, from);
                self.send(&rows);
            }
            BatchRequest::OpenPaired { side, id } => {
                let opened = self.batch.borrow_mut().open(side, &id);
                self.send_all(opened.as_slice());
            }
            BatchRequest::SavePairs(form) => {
                self.save_pieces(|sides, emit| sides.save(form, emit));
            }
        }
    }

    /// Calls a function with the first side of the batch.
    fn first<T>(&self, act: impl FnOnce(&mut Batch) -> T) -> T {
        act(self.batch.borrow_mut().side(Side::First))
    }

    /// Saves a file that is written in pieces.
    fn save_pieces(
        &self,
        write: impl FnOnce(&mut BatchSides, &mut dyn FnMut(&str)) -> (&'static str, &'static str),
    ) {
        let mut parts = Pieces::default();
        let (name, media_type) = write(&mut self.batch.borrow_mut(), &mut |text| parts.push(text));
        self.save(name, media_type, &parts.take());
    }

    fn count_clear(&self, side: Side) {
        let cleared = &self.cleared[side as usize];
        cleared.set(cleared.get() + 1);
    }

    /// Starts the loop that computes the comparison in parts, if it is not running. Messages are
    /// handled between the parts.
    fn advance_comparison(self: &Rc<Self>) {
        if self.is_comparing.replace(true) {
            return;
        }
        self.spawn(async move |host| {
            loop {
                host.pause(0).await;
                let events = host.batch.borrow_mut().advance();
                let Some(events) = events else { break };
                host.send_all(&events);
            }
            host.is_comparing.set(false);
        });
    }

    /// Starts the loop that reads the waiting files one after the other, if it is not running.
    fn read_waiting(self: &Rc<Self>) {
        if self.is_reading.replace(true) {
            return;
        }
        self.spawn(async move |host| {
            loop {
                let Some(file) = host.waiting.borrow_mut().pop_front() else { break };
                host.read_one(file).await;
            }
            host.is_reading.set(false);
        });
    }

    async fn read_one(self: &Rc<Self>, file: QueuedFile) {
        let QueuedFile { side, id, name, columns, blob } = file;
        let cleared = &self.cleared[side as usize];
        let began = cleared.get();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size")]
        let size = blob.size() as u64;
        let refused = self.batch.borrow_mut().side(side).begin(id, &name, size, columns);
        if !refused.is_empty() {
            return self.send_all(&refused);
        }
        self.batch.borrow_mut().stop();
        let mut at = 0.0;
        let mut unread = None;
        while at < blob.size() {
            let piece = read(&blob, at, at + PIECE).await;
            // The responses of the side were removed during the read.
            if cleared.get() != began {
                return;
            }
            let Ok(bytes) = piece else {
                unread = Some("the browser cannot read it any more");
                break;
            };
            let events = self.batch.borrow_mut().side(side).piece(&bytes.to_vec());
            self.send_all(&events);
            at += PIECE;
        }
        let events = self.batch.borrow_mut().end(side, unread);
        self.send_all(&events);
    }

    fn send_all(&self, events: &[Event]) {
        for event in events {
            self.send(event);
        }
    }

    fn make(&self, address: &str) {
        let mut parts = Pieces::default();
        let made = make(address, &mut |made| match made {
            Made::Part(FilePart::Text(text)) => parts.push(&text),
            Made::Part(FilePart::End(name)) => {
                let media_type = match name.rsplit('.').next() {
                    Some("csv") => "text/csv",
                    Some("json") => "application/json",
                    Some("jsonl") => "application/jsonl",
                    _ => "text/plain",
                };
                self.save(&name, media_type, &parts.take());
            }
            Made::Progress(done, all) => {
                self.send(&Event::Batch(BatchEvent::Making(done, all)));
            }
        });
        self.send(&Event::Batch(BatchEvent::Made(made)));
    }
}

/// The parts of a file that is being written. The browser may move them to the disk.
#[derive(Default)]
struct Pieces {
    parts: Array,
    text: String,
}

impl Pieces {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        if self.text.len() >= PART {
            push(&self.parts, &std::mem::take(&mut self.text));
        }
    }

    /// Returns all parts of the file, and begins another file.
    fn take(&mut self) -> Array {
        push(&self.parts, &std::mem::take(&mut self.text));
        std::mem::take(&mut self.parts)
    }
}
