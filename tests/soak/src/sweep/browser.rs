//! A simulated browser. It carries out the commands of the page's worker, as
//! `crates/worker/src/host.rs` does, at once and with a simulated clock.

use std::collections::BTreeMap;
use std::pin::pin;
use std::task::{Context as Polling, Poll, Waker};

use anyhow::{Context, Result, bail};
use stepfall_protocol::sweep::{RunProgress, RunState};
use stepfall_protocol::{CallId, Event, RunEvent, encode};
use stepfall_provider::{Circumstances, Permission, Probe};
use stepfall_worker::{Command, MemoryStore, Runner, Store, StoreError, runs};

use super::provider::{End, Providers, Reply};

/// The time that the disk takes, in milliseconds.
const DISK: u64 = 12;
/// The number of lines that are read at once.
const AT_ONCE: u32 = 500;
/// The suffix of the name of a run that was read from a file.
pub(super) const COPY: &str = "-copy";
/// The number of bytes of a file that are read at once.
const PIECE: usize = 4_000_000;

/// An event in the future.
#[derive(Debug)]
enum Happening {
    /// The runner is woken.
    Wake,
    /// The disk reports the result for lines of a run.
    Kept(String, usize, Result<(), StoreError>),
    /// More of the reply with this serial number arrives.
    More(CallId, u64),
}

/// Counts of the work so far.
#[derive(Debug, Default)]
pub(super) struct Done {
    /// Attempts that are on the disk.
    pub(super) attempts: u64,
    /// Bytes of events to the page.
    pub(super) event_bytes: u64,
    /// Bytes of files for the visitor.
    pub(super) saved: u64,
    pub(super) figures: u64,
    pub(super) refused: u64,
}

#[derive(Default)]
pub(super) struct Browser {
    pub(super) now: u64,
    pub(super) runner: Runner,
    pub(super) store: MemoryStore,
    pub(super) providers: Providers,
    happenings: BTreeMap<(u64, u64), Happening>,
    serial: u64,
    alarm: Option<(u64, u64)>,
    replies: BTreeMap<CallId, Reply>,
    pub(super) is_full: bool,
    /// True if stored lines are discarded, as in the long run, which never reads them.
    pub(super) is_elsewhere: bool,
    /// The progress of the open run, as the page received it last.
    pub(super) progress: Option<RunProgress>,
    /// The file that is being read, and the number of bytes that were read.
    file: Option<(Vec<u8>, usize)>,
    pub(super) done: Done,
}

/// Returns the result of a future of the store in memory, which never waits.
fn at_once<T>(future: impl Future<Output = T>) -> Result<T> {
    match pin!(future).poll(&mut Polling::from_waker(Waker::noop())) {
        Poll::Ready(ready) => Ok(ready),
        Poll::Pending => bail!("the store in memory waits"),
    }
}

impl Browser {
    /// Returns the state of the open run.
    pub(super) fn state(&self) -> RunState {
        self.progress.as_ref().map_or(RunState::Gone, |progress| progress.state)
    }

    /// Returns the number of attempts of the open run that are answered or given up.
    pub(super) fn over(&self) -> u32 {
        self.progress.as_ref().map_or(0, |progress| progress.answered + progress.given_up)
    }

    /// Notifies the runner, and carries out its commands.
    pub(super) fn notify(&mut self, happens: impl FnOnce(&mut Runner, u64)) -> Result<()> {
        happens(&mut self.runner, self.now);
        self.carry_out()
    }

    fn at(&mut self, when: u64, what: Happening) -> (u64, u64) {
        self.serial += 1;
        self.happenings.insert((when, self.serial), what);
        (when, self.serial)
    }

    /// Lets the next event up to a time happen. If there is none, the clock moves to that time, and
    /// the result is `false`.
    pub(super) fn pass(&mut self, until: u64) -> Result<bool> {
        let next = self.happenings.first_entry().filter(|next| next.key().0 <= until);
        let Some(next) = next else {
            self.now = self.now.max(until);
            return Ok(false);
        };
        let ((at, serial), what) = next.remove_entry();
        self.now = self.now.max(at);
        match what {
            Happening::Wake => {
                self.alarm.take_if(|alarm| *alarm == (at, serial));
                self.notify(Runner::wake)?;
            }
            Happening::Kept(run, count, result) => {
                let result = result.as_ref().copied();
                self.notify(|runner, now| runner.on_lines_stored(&run, count, result, now))?;
            }
            Happening::More(id, serial) => self.more(id, serial)?,
        }
        Ok(true)
    }

    /// Lets this number of milliseconds pass.
    pub(super) fn rest(&mut self, milliseconds: u64) -> Result<()> {
        let until = self.now + milliseconds;
        while self.pass(until)? {}
        Ok(())
    }

    /// Delivers the next piece of a reply, or its end.
    fn more(&mut self, id: CallId, serial: u64) -> Result<()> {
        let now = self.now;
        // If there is no such reply, the call was aborted meanwhile.
        let Some(reply) = self.replies.get_mut(&id).filter(|reply| reply.serial == serial) else {
            return Ok(());
        };
        if let Some(head) = reply.head.take() {
            self.runner.on_head(id, head, now);
        }
        let pace = reply.pace.max(1);
        if let Some(piece) = reply.piece() {
            self.runner.on_bytes(id, piece, now);
            self.at(now + pace, Happening::More(id, serial));
        } else {
            match reply.end {
                End::Stalled => return Ok(()),
                End::Whole => self.runner.on_end(id, now),
                End::Lost => self.runner.on_lost(id, now),
            }
            self.replies.remove(&id);
        }
        self.carry_out()
    }

    /// Carries out the commands of the runner, until there are no more.
    fn carry_out(&mut self) -> Result<()> {
        loop {
            let commands = self.runner.take_commands();
            if commands.is_empty() {
                return Ok(());
            }
            let mut lines: BTreeMap<String, Vec<(u64, String)>> = BTreeMap::new();
            for command in commands {
                match command {
                    Command::StoreLine { run, key: number, line } => {
                        lines.entry(run).or_default().push((number, line));
                    }
                    other => self.obey(other)?,
                }
            }
            for (run, lines) in lines {
                self.keep(run, &lines)?;
            }
        }
    }

    fn keep(&mut self, run: String, lines: &[(u64, String)]) -> Result<()> {
        let result = if self.is_full {
            self.done.refused += 1;
            Err(StoreError::Full)
        } else {
            let is_attempt = |(number, _): &&(u64, String)| *number < u64::from(u32::MAX);
            if !run.ends_with(COPY) {
                self.done.attempts += u64::try_from(lines.iter().filter(is_attempt).count())?;
            }
            if self.is_elsewhere { Ok(()) } else { at_once(self.store.store_lines(&run, lines))? }
        };
        self.at(self.now + DISK, Happening::Kept(run, lines.len(), result));
        Ok(())
    }

    fn obey(&mut self, command: Command) -> Result<()> {
        let now = self.now;
        match command {
            Command::Fetch { call: id, request, origin } => {
                let reply = self.providers.answer(&origin, &request.body, now)?;
                let (first, serial) = (reply.first, reply.serial);
                self.replies.insert(id, reply);
                self.at(now + first, Happening::More(id, serial));
            }
            Command::Abort(id) => drop(self.replies.remove(&id)),
            Command::Probe { call: id, .. } => self.runner.on_circumstances(id, &circumstances()),
            Command::Wake(at) => self.wake_at(at.max(now + 1)),
            Command::Restore { .. } => bail!("the store is never closed"),
            Command::StoreRun { run, header } => {
                at_once(self.store.store_header(&run, &header))??;
                self.list()?;
            }
            Command::LoadRun(run) => self.load(&run)?,
            Command::LoadAttempt { run, number } => {
                let found = at_once(self.store.lines(&run, number.into(), 1))??;
                let found = found.context("an attempt that is listed is on the disk")?;
                self.runner.on_attempt_line(&run, &found.lines.concat());
            }
            Command::ReadFilePiece(run) => {
                let (file, at) = self.file.as_mut().context("a file is being read")?;
                let end = file.len().min(*at + PIECE);
                let from = std::mem::replace(at, end);
                self.runner.on_file_piece(&run, &file[from..end], end == file.len());
            }
            Command::Lock(run) => self.runner.on_lock(&run, true, now),
            Command::Unlock(_) => {}
            Command::Emit(event) => self.hear(&event)?,
            Command::HashVerifier { .. }
            | Command::SendKey { .. }
            | Command::StoreAnswer { .. } => {
                bail!("a sweep asks for no such thing: {command:?}")
            }
            Command::StoreLine { .. } => bail!("lines are kept together"),
        }
        Ok(())
    }

    /// Sets the alarm. The earliest time is enough, since the runner repeats its request whenever
    /// something happens.
    fn wake_at(&mut self, at: u64) {
        if self.alarm.is_some_and(|(earlier, _)| at >= earlier) {
            return;
        }
        if let Some(alarm) = self.alarm.take() {
            self.happenings.remove(&alarm);
        }
        self.alarm = Some(self.at(at, Happening::Wake));
    }

    fn load(&mut self, run: &str) -> Result<()> {
        let now = self.now;
        let header = at_once(self.store.header(run))??;
        self.runner.on_header(run, &header.unwrap_or_default());
        let mut from = 0;
        while let Some(piece) = at_once(self.store.lines(run, from, AT_ONCE))?? {
            self.runner.on_lines(run, &piece.lines.join("\n"), false, now);
            from = piece.next;
        }
        self.runner.on_lines(run, "", true, now);
        Ok(())
    }

    /// Sends the list of runs to the page.
    pub(super) fn list(&mut self) -> Result<()> {
        let runs = runs(&at_once(self.store.runs())??);
        let is_kept = self.store.is_persistent();
        self.hear(&Event::Run(RunEvent::Listed { is_kept, runs }))
    }

    /// Delivers an event to the page, and counts its bytes.
    fn hear(&mut self, event: &Event) -> Result<()> {
        let bytes = encode(event).map_err(|error| anyhow::anyhow!("{error}"))?;
        self.done.event_bytes += u64::try_from(bytes.len())?;
        match event {
            Event::Run(RunEvent::Progress(progress)) => self.progress = Some(progress.clone()),
            Event::Run(RunEvent::Figures(results)) if !results.figures.is_empty() => {
                self.done.figures += 1;
            }
            Event::File(_) => self.done.saved += u64::try_from(bytes.len())?,
            Event::Broken(why) => bail!("the worker is broken: {why}"),
            _ => {}
        }
        Ok(())
    }

    /// Reads all lines of a run, and passes them on in pieces with its header.
    pub(super) fn lines(
        &mut self,
        run: &str,
        notify: &mut dyn FnMut(&mut Runner, &str, &str),
    ) -> Result<()> {
        let header = at_once(self.store.header(run))??.context("a run has a header")?;
        let mut from = 0;
        while let Some(piece) = at_once(self.store.lines(run, from, AT_ONCE))?? {
            notify(&mut self.runner, &header, &piece.lines.join("\n"));
            from = piece.next;
        }
        Ok(())
    }

    /// Gives the worker a file that becomes a run.
    pub(super) fn take_file(&mut self, run: &str, file: Vec<u8>) -> Result<()> {
        let size = u64::try_from(file.len())?;
        self.file = Some((file, 0));
        self.notify(|runner, _| runner.import_file(run, size))?;
        self.rest(1_000)?;
        self.file = None;
        Ok(())
    }

    /// Removes a run from the disk.
    pub(super) fn remove(&mut self, run: &str) -> Result<()> {
        at_once(self.store.remove(run))??;
        self.list()
    }
}

/// Returns the circumstances of a request that gets no reply.
fn circumstances() -> Circumstances {
    Circumstances {
        is_online: false,
        probe: Probe::Silent,
        permission: Permission::Unknown,
        page: "https://page.example".to_owned(),
        is_safari: false,
    }
}
