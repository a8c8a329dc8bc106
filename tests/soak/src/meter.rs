//! Bytes of the heap over simulated time, and whether they stay flat.
//!
//! A *quiet point* is one at which nothing is open and nothing is kept: between two runs, or between two batches. What is live there is what the worker has left over.

use anyhow::{Result, bail};
use peak_alloc::PeakAlloc;

/// Counts every byte of this program; one thread does everything.
#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// A minute, in milliseconds.
pub(crate) const MINUTE: u64 = 60_000;

/// By how many bytes what is live at a quiet point may be above the most of the warm-up, at least.
const ROOM: usize = 16_000;
/// The same as a share of that most, in percent, where it is more.
const LIVE_PERCENT: usize = 1;
/// By how much the peak, and what a run or a batch holds for each of its attempts or responses, may be above the most of the warm-up, in percent.
const PEAK_PERCENT: usize = 10;
/// The most bytes that a growing run may hold for each of its attempts. The copy of a line takes most of them, up to 64 MiB in all.
const MOST_EACH: usize = 5_000;

/// How long is measured, all in simulated milliseconds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    /// In all.
    pub(crate) whole: u64,
    /// What is compared with: caches fill, tables grow to their size.
    pub(crate) warm_up: u64,
    /// Of which a line is told.
    pub(crate) period: u64,
}

/// What was done, line by line, as a table.
pub(crate) fn counts(lines: &[(&str, u64)]) -> String {
    let rows: Vec<String> =
        lines.iter().map(|(what, count)| format!("| {what} | {count} |")).collect();
    format!("| what | how many |\n| --- | --: |\n{}\n", rows.join("\n"))
}

/// What was measured in a period, which ends with a quiet point.
#[derive(Debug, Clone, Copy, Default)]
struct Period {
    /// When it ended.
    end: u64,
    /// The most bytes that were live at its quiet points.
    live: usize,
    /// The most bytes that were live at any time.
    peak: usize,
    /// What a worker let go of when it closed what was done, and of how many attempts or responses that was.
    held: (usize, usize),
    /// What was done, over all periods so far.
    done: u64,
}

impl Period {
    fn take_in(&mut self, other: &Self) {
        self.end = other.end;
        self.live = self.live.max(other.live);
        self.peak = self.peak.max(other.peak);
        self.held = (self.held.0 + other.held.0, self.held.1 + other.held.1);
        self.done = other.done;
    }

    /// Bytes for each attempt or response, while it was open.
    fn each(&self) -> usize {
        self.held.0 / self.held.1.max(1)
    }
}

/// The measurements of a soak.
pub(crate) struct Meter {
    name: &'static str,
    /// What is counted: attempts, responses.
    unit: &'static str,
    span: Span,
    periods: Vec<Period>,
    open: Period,
    /// What was live when work was done and still open, or when one that goes on all the time began.
    opened: usize,
    /// Whether one run goes on all the time, so that something grows by design.
    is_growing: bool,
    /// What is kept for nothing.
    leak: usize,
    leaked: Vec<Vec<u8>>,
}

impl Meter {
    /// Begins; at every quiet point from then on so many bytes are kept for nothing.
    pub(crate) fn new(name: &'static str, unit: &'static str, span: Span, leak: usize) -> Self {
        // What the meter itself needs is there from the beginning.
        let periods =
            Vec::with_capacity(usize::try_from(span.whole / span.period + 2).unwrap_or(0));
        let (open, opened, leaked) = (Period::default(), 0, Vec::new());
        let is_growing = false;
        eprintln!("{name}: minute, kB live at quiet points at most, kB at the peak, {unit} so far");
        Self { name, unit, span, periods, open, opened, is_growing, leak, leaked }
    }

    /// How long a period is, in milliseconds.
    pub(crate) const fn period(&self) -> u64 {
        self.span.period
    }

    /// Whether the time is over.
    pub(crate) const fn is_over(&self, now: u64) -> bool {
        now >= self.span.whole
    }

    /// Takes that a run or a batch is still open, of which all work is done.
    pub(crate) fn opened(&mut self) {
        self.opened = HEAP.current_usage();
    }

    /// Takes that it was closed since, and had so many attempts or responses; a disk has what it had.
    pub(crate) fn closed(&mut self, of: usize) {
        let held = self.opened.saturating_sub(HEAP.current_usage());
        self.open.held = (self.open.held.0 + held, self.open.held.1 + of);
    }

    /// Takes that one run has begun, which goes on all the time.
    pub(crate) fn begun(&mut self) {
        self.is_growing = true;
        self.opened = HEAP.current_usage();
    }

    /// Takes that nothing of it is under way now, after so many attempts.
    pub(crate) fn resting(&mut self, now: u64, attempts: u64) -> Result<()> {
        let held = HEAP.current_usage().saturating_sub(self.opened);
        self.open.held = (held, usize::try_from(attempts)?);
        self.quiet(now, attempts);
        Ok(())
    }

    /// Takes that nothing is open now, after so much was done in all.
    pub(crate) fn quiet(&mut self, now: u64, done: u64) {
        if self.leak > 0 {
            self.leaked.push(vec![1; self.leak]);
        }
        self.open.live = self.open.live.max(HEAP.current_usage());
        self.open.peak = self.open.peak.max(HEAP.peak_usage());
        (self.open.end, self.open.done) = (now, done);
        let last = self.periods.last().map_or(0, |period| period.end);
        if now / self.span.period > last / self.span.period {
            let period = std::mem::take(&mut self.open);
            eprintln!(
                "{}: {:>4} {:>8} {:>8} {:>8}",
                self.name,
                now / MINUTE,
                kilobytes(period.live),
                kilobytes(period.peak),
                period.done
            );
            self.periods.push(period);
        }
        HEAP.reset_peak_usage();
    }

    /// The periods up to the end of the warm-up as one, and those behind it.
    fn parted(&self) -> (Period, &[Period]) {
        let is_early = |period: &Period| period.end <= self.span.warm_up;
        let (early, late) = self.periods.split_at(self.periods.partition_point(is_early));
        let mut warm_up = Period::default();
        for period in early {
            warm_up.take_in(period);
        }
        (warm_up, late)
    }

    /// A table with a row for each hour.
    pub(crate) fn table(&self) -> String {
        let unit = self.unit;
        let live =
            if self.is_growing { "live while all calls are ended" } else { "live at quiet points" };
        let mut table = format!(
            "| hour | {live}, kB | peak, kB | held while open, bytes for each of the {unit} | {unit} so far |\n| --: | --: | --: | --: | --: |\n"
        );
        // What was begun in the last hour belongs to it.
        let last = self.span.whole.saturating_sub(1);
        let hour = |period: &Period| period.end.saturating_sub(1).min(last) / (60 * MINUTE);
        for periods in self.periods.chunk_by(|one, other| hour(one) == hour(other)) {
            let mut whole = Period::default();
            for period in periods {
                whole.take_in(period);
            }
            let (live, peak) = (kilobytes(whole.live), kilobytes(whole.peak));
            let (hour, each) = (hour(&whole) + 1, whole.each());
            table.push_str(&format!(
                "| {hour} | {live} | {peak} | {each} | {} |
",
                whole.done
            ));
        }
        table
    }

    /// Says by how much what was measured stayed within what is flat, or fails.
    pub(crate) fn verdict(&self) -> Result<String> {
        let (warm_up, late) = self.parted();
        if warm_up.live == 0 || late.is_empty() {
            bail!("{}: too short for a warm-up and something to compare with it", self.name);
        }
        let most = |of: fn(&Period) -> usize| late.iter().map(of).max().unwrap_or_default();
        let limits = [
            ("live bytes at quiet points", warm_up.live, most(|period| period.live), {
                ROOM.max(warm_up.live * LIVE_PERCENT / 100)
            }),
            ("bytes at the peak", warm_up.peak, most(|period| period.peak), {
                warm_up.peak * PEAK_PERCENT / 100
            }),
            ("bytes held while open for each", warm_up.each(), most(Period::each), {
                warm_up.each() * PEAK_PERCENT / 100
            }),
        ];
        // Of one run all of it is open, and only what it holds for each attempt can stay the same.
        let limits = if self.is_growing { &limits[2..] } else { &limits[..] };
        let mut said = String::new();
        for &(what, before, after, room) in limits {
            if after > before + room {
                bail!(
                    "{}: memory is not flat: {what} were {before} at most in the warm-up and {after} at most after it, which may be {room} more",
                    self.name
                );
            }
            said.push_str(&format!("- {what}: {before} at most in the warm-up, {after} at most after it; {room} more would be taken.\n"));
        }
        let each = most(Period::each);
        if self.is_growing && each > MOST_EACH {
            bail!(
                "{}: {each} bytes are held for each attempt; {MOST_EACH} would be taken",
                self.name
            );
        }
        Ok(said)
    }
}

fn kilobytes(bytes: usize) -> usize {
    bytes.div_ceil(1_000)
}
