//! Measures the heap over simulated time, and checks that it stays flat.
//!
//! At a *quiet point* nothing is open and nothing is stored: between two runs, or between two
//! batches. All bytes that are live then are left over by the worker.

use anyhow::{Result, bail};
use peak_alloc::PeakAlloc;

/// The allocator that counts heap bytes. The program has a single thread.
#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// A minute, in milliseconds.
pub(crate) const MINUTE: u64 = 60_000;

/// The number of bytes by which live bytes at quiet points may exceed the maximum of the warm-up.
const ROOM: usize = 16_000;
/// The same limit as a percentage of the maximum of the warm-up. The larger of both limits counts.
const LIVE_PERCENT: usize = 1;
/// The percentage by which two measures may exceed the maximum of the warm-up: the peak, and the
/// bytes that a run or a batch holds for each attempt or response.
const PEAK_PERCENT: usize = 10;
/// The most bytes that a growing run may hold for each of its attempts. Copies of lines take most
/// of them, up to 64 MiB in all.
const MAX_BYTES_PER_ATTEMPT: usize = 5_000;

/// The durations of a measurement, in simulated milliseconds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    /// The whole duration.
    pub(crate) whole: u64,
    /// The warm-up, in which caches fill and tables grow. The rest is compared with it.
    pub(crate) warm_up: u64,
    /// The duration of a period; each gives a line of output.
    pub(crate) period: u64,
}

/// Returns the counts as a Markdown table.
pub(crate) fn counts(lines: &[(&str, u64)]) -> String {
    let rows: Vec<String> =
        lines.iter().map(|(what, count)| format!("| {what} | {count} |")).collect();
    format!("| what | how many |\n| --- | --: |\n{}\n", rows.join("\n"))
}

/// The measurements of a period, which ends with a quiet point.
#[derive(Debug, Clone, Copy, Default)]
struct Period {
    /// The time at which the period ended.
    end: u64,
    /// The most bytes that were live at the quiet points of the period.
    live: usize,
    /// The most bytes that were live at any time.
    peak: usize,
    /// The bytes that runs or batches held while they were open, and the number of their attempts
    /// or responses.
    held: (usize, usize),
    /// The number of attempts or responses in all periods so far.
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

    /// Returns the bytes for each attempt or response, while it was open.
    fn each(&self) -> usize {
        self.held.0 / self.held.1.max(1)
    }
}

/// The measurements of a soak.
pub(crate) struct Meter {
    name: &'static str,
    /// The counted unit: attempts or responses.
    unit: &'static str,
    span: Span,
    periods: Vec<Period>,
    open: Period,
    /// The live bytes when the work of an open run or batch was done, or when a growing run began.
    opened: usize,
    /// True if one run goes on for the whole time, so that memory grows by design.
    is_growing: bool,
    /// The number of bytes to leak at each quiet point.
    leak: usize,
    leaked: Vec<Vec<u8>>,
}

impl Meter {
    /// Creates a meter that leaks this number of bytes at each quiet point.
    pub(crate) fn new(name: &'static str, unit: &'static str, span: Span, leak: usize) -> Self {
        // The memory of the meter itself is allocated at the beginning.
        let periods =
            Vec::with_capacity(usize::try_from(span.whole / span.period + 2).unwrap_or(0));
        let (open, opened, leaked) = (Period::default(), 0, Vec::new());
        let is_growing = false;
        eprintln!("{name}: minute, kB live at quiet points at most, kB at the peak, {unit} so far");
        Self { name, unit, span, periods, open, opened, is_growing, leak, leaked }
    }

    /// Returns the duration of a period, in milliseconds.
    pub(crate) const fn period(&self) -> u64 {
        self.span.period
    }

    /// Returns whether the time is over.
    pub(crate) const fn is_over(&self, now: u64) -> bool {
        now >= self.span.whole
    }

    /// Notes that all work of a run or a batch is done, and that it is still open.
    pub(crate) fn opened(&mut self) {
        self.opened = HEAP.current_usage();
    }

    /// Notes that the run or batch was closed, with its number of attempts or responses. Its data
    /// stay on the disk.
    pub(crate) fn closed(&mut self, count: usize) {
        let bytes = self.opened.saturating_sub(HEAP.current_usage());
        self.open.held = (self.open.held.0 + bytes, self.open.held.1 + count);
    }

    /// Notes that a run has begun that goes on for the whole time.
    pub(crate) fn begun(&mut self) {
        self.is_growing = true;
        self.opened = HEAP.current_usage();
    }

    /// Notes that the growing run has no calls in progress now, after this number of attempts.
    pub(crate) fn resting(&mut self, now: u64, attempts: u64) -> Result<()> {
        let bytes = HEAP.current_usage().saturating_sub(self.opened);
        self.open.held = (bytes, usize::try_from(attempts)?);
        self.quiet(now, attempts);
        Ok(())
    }

    /// Notes that nothing is open now, after this number of attempts or responses in all.
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

    /// Returns the periods of the warm-up as one, and the periods after it.
    fn split_warm_up(&self) -> (Period, &[Period]) {
        let is_early = |period: &Period| period.end <= self.span.warm_up;
        let (early, late) = self.periods.split_at(self.periods.partition_point(is_early));
        let mut warm_up = Period::default();
        for period in early {
            warm_up.take_in(period);
        }
        (warm_up, late)
    }

    /// Returns a table with a row for each hour.
    pub(crate) fn table(&self) -> String {
        let unit = self.unit;
        let live =
            if self.is_growing { "live while all calls are ended" } else { "live at quiet points" };
        let mut table = format!(
            "| hour | {live}, kB | peak, kB | held while open, bytes for each of the {unit} | {unit} so far |\n| --: | --: | --: | --: | --: |\n"
        );
        // A period that began in the last hour belongs to it.
        let last = self.span.whole.saturating_sub(1);
        let hour = |period: &Period| period.end.saturating_sub(1).min(last) / (60 * MINUTE);
        for periods in self.periods.chunk_by(|left, right| hour(left) == hour(right)) {
            let mut total = Period::default();
            for period in periods {
                total.take_in(period);
            }
            let (live, peak) = (kilobytes(total.live), kilobytes(total.peak));
            let (hour, each) = (hour(&total) + 1, total.each());
            table.push_str(&format!(
                "| {hour} | {live} | {peak} | {each} | {} |
",
                total.done
            ));
        }
        table
    }

    /// Returns the measurements with their limits; memory that is not flat is an error.
    pub(crate) fn verdict(&self) -> Result<String> {
        let (warm_up, late) = self.split_warm_up();
        if warm_up.live == 0 || late.is_empty() {
            bail!("{}: too short for a warm-up and something to compare with it", self.name);
        }
        let most =
            |measure: fn(&Period) -> usize| late.iter().map(measure).max().unwrap_or_default();
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
        // A growing run is always open, so only its bytes for each attempt can stay the same.
        let limits = if self.is_growing { &limits[2..] } else { &limits[..] };
        let mut lines = String::new();
        for &(what, before, after, room) in limits {
            if after > before + room {
                bail!(
                    "{}: memory is not flat: {what} were {before} at most in the warm-up and {after} at most after it, which may be {room} more",
                    self.name
                );
            }
            lines.push_str(&format!("- {what}: {before} at most in the warm-up, {after} at most after it; {room} more would be taken.\n"));
        }
        let each = most(Period::each);
        if self.is_growing && each > MAX_BYTES_PER_ATTEMPT {
            bail!(
                "{}: {each} bytes are held for each attempt; {MAX_BYTES_PER_ATTEMPT} would be taken",
                self.name
            );
        }
        Ok(lines)
    }
}

fn kilobytes(bytes: usize) -> usize {
    bytes.div_ceil(1_000)
}
