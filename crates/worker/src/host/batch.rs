//! Batches: files that are graded in pieces, and files that are written.

use std::rc::Rc;

use js_sys::{Array, Date};
use stepfall_interchange::FilePart;
use stepfall_protocol::Event;
use stepfall_protocol::batch::{BatchEvent, BatchRequest, Columns};
use web_sys::Blob;

use super::Host;
use super::disk::push;
use super::files::read;
use crate::batch::{Made, make, suites};

/// The size of a piece that is read and graded at once, in bytes. The worker handles no messages in
/// the meantime.
const PIECE: f64 = 250_000.0;
/// The size of a part of a written file, in bytes.
const PART: usize = 2_000_000;

/// A waiting file.
pub(super) struct Waiting {
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
            BatchRequest::Take { id, name, columns } => {
                let Some(blob) = blob else { return };
                self.waiting.borrow_mut().push_back(Waiting { id, name, columns, blob });
                self.read_waiting();
            }
            BatchRequest::Clear => {
                self.waiting.borrow_mut().clear();
                self.cleared.set(self.cleared.get() + 1);
                self.batch.take();
                let empty = self.batch.borrow().summary();
                self.send(&empty);
            }
            BatchRequest::Figures(width) => self.send(&self.batch.borrow().figures(width)),
            BatchRequest::Rows { outcome, from } => {
                let rows = self.batch.borrow().rows(outcome, from);
                self.send(&rows);
            }
            BatchRequest::Open(number) => {
                let opened = self.batch.borrow_mut().open(number);
                if let Some(event) = opened {
                    self.send(&event);
                }
            }
            BatchRequest::Save(form) => {
                let created: String = Date::new_0().to_iso_string().into();
                let mut parts = Pieces::default();
                let (name, media_type) =
                    self.batch.borrow_mut().save(form, &created, &mut |text| parts.push(text));
                self.save(name, media_type, &parts.take());
            }
            BatchRequest::File { figure, form, is_dark } => {
                let file = self.batch.borrow().figure(&figure, form, is_dark);
                if let Some(event) = file {
                    self.send(&event);
                }
            }
            BatchRequest::Report => self.send(&self.batch.borrow().report()),
        }
    }

    /// Reads the waiting files one after the other, unless that is already in progress.
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

    async fn read_one(self: &Rc<Self>, file: Waiting) {
        let Waiting { id, name, columns, blob } = file;
        let began = self.cleared.get();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size")]
        let size = blob.size() as u64;
        let refused = self.batch.borrow_mut().begin(id, &name, size, columns);
        if !refused.is_empty() {
            return self.send_all(&refused);
        }
        let mut at = 0.0;
        let mut unread = None;
        while at < blob.size() {
            let piece = read(&blob, at, at + PIECE).await;
            // All responses were removed during the read.
            if self.cleared.get() != began {
                return;
            }
            let Ok(bytes) = piece else {
                unread = Some("the browser cannot read it any more");
                break;
            };
            let events = self.batch.borrow_mut().piece(&bytes.to_vec());
            self.send_all(&events);
            at += PIECE;
        }
        let events = self.batch.borrow_mut().end(unread);
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

    /// Returns all parts; the next part begins another file.
    fn take(&mut self) -> Array {
        push(&self.parts, &std::mem::take(&mut self.text));
        std::mem::take(&mut self.parts)
    }
}
