//! Runs of sweeps, one after the other, each with all actions of a visitor.

mod browser;
mod provider;

use anyhow::{Context, Result, ensure};
use stepfall_procedure::{Condition, Seed};
use stepfall_protocol::figure::Measure;
use stepfall_protocol::sweep::RunState;
use stepfall_protocol::{FigureFormat, Key, Secret};
use stepfall_solver::SolverKind;
use stepfall_sweep::{MAX_ITEMS, Micros, Plan, Price, Settings, Target};
use stepfall_worker::Runner;

use self::browser::{Browser, COPY};
use crate::dice::Dice;
use crate::meter::{Meter, counts};

/// The providers and models that are asked. Models of one provider share its limit of requests.
const MODELS: [(&str, &str); 8] = [
    ("mistral", "large"),
    ("mistral", "small"),
    ("groq", "quick"),
    ("deepseek", "thinker"),
    ("xai", "talker"),
    ("openai", "old"),
    ("anthropic", "careful"),
    ("anthropic", "hasty"),
];
/// The origins to which keys may go.
const ORIGINS: [&str; 6] = [
    "https://api.mistral.ai",
    "https://api.groq.com",
    "https://api.deepseek.com",
    "https://api.x.ai",
    "https://api.openai.com",
    "https://api.anthropic.com",
];
/// Items of each length in a run.
const ITEMS: u32 = 20;
/// Samples of each item in the long run. The plan has more attempts than fit into the time.
const LONG_SAMPLES: u32 = 3;
/// Simultaneous calls of each model in the long run. With more of them some models would be
/// finished early.
const LONG_CONCURRENCY: u16 = 6;
/// The width of a figure, in CSS pixels.
const WIDTH: u32 = 900;
/// The shortest time between two requests for figures while a run goes on, in milliseconds.
const BETWEEN_FIGURES: u64 = 15_000;
/// The pause of a visitor between two actions, in milliseconds.
const THINKS: u64 = 2_000;
/// The most attempts to resume a run that pauses by itself.
const MAX_TRIES: u32 = 40;

/// An event in the middle of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Disturbance {
    Nothing,
    /// The visitor pauses the run and resumes it, then cancels all calls and resumes it again.
    Pauses,
    /// The page is left, and the run is opened again from the disk.
    Reopens,
    /// The disk is full for a while.
    DiskFull,
    /// The network is gone for a minute.
    Offline,
    /// The machine sleeps for five minutes.
    Sleep,
}

/// The disturbances, in turn. The last run of each turn is compared with the one before it, which
/// has the same items.
const DISTURBANCES: [Disturbance; 6] = [
    Disturbance::Nothing,
    Disturbance::Pauses,
    Disturbance::Reopens,
    Disturbance::DiskFull,
    Disturbance::Offline,
    Disturbance::Sleep,
];

/// Runs sweeps until the time of the meter is over. `divisor` reduces the number of items.
pub(crate) fn soak(meter: &mut Meter, divisor: u32) -> Result<String> {
    let mut session = Session::new((ITEMS / divisor).max(1));
    while !meter.is_over(session.browser.now) {
        session.run(meter)?;
    }
    Ok(session.counts())
}

/// Runs one sweep until the time of the meter is over, or the sweep is finished. Its stored lines
/// are discarded, since a real disk takes no memory of this process.
pub(crate) fn long(meter: &mut Meter) -> Result<String> {
    let mut session = Session { runs: 1, ..Session::new(MAX_ITEMS) };
    let plan = plan(0, MAX_ITEMS, false);
    let plan = Plan { samples: LONG_SAMPLES, concurrency: LONG_CONCURRENCY, ..plan };
    let fragment = plan.fragment();
    session.browser.is_elsewhere = true;
    session.browser.providers.expect(&plan, 0)?;
    session.browser.notify(|runner, now| runner.begin("long", &fragment, "", &keys(), 0, now))?;
    meter.begun();
    while !meter.is_over(session.browser.now) && session.browser.state() != RunState::Finished {
        let left = meter.period() - session.browser.now % meter.period();
        session.browser.rest(left.saturating_sub(THINKS))?;
        // Calls in progress are ended, so that only the memory of the run is measured.
        session.browser.notify(Runner::halt)?;
        session.browser.rest(THINKS)?;
        meter.resting(session.browser.now, session.browser.done.attempts)?;
        session.draw()?;
        session.resume(false, &fragment)?;
    }
    Ok(session.counts())
}

/// A visitor at the page.
struct Session {
    browser: Browser,
    /// Items of each length.
    items: u32,
    runs: u64,
    /// The time at which figures were requested last.
    drawn: u64,
    /// A run that stays, so that the next one can be compared with it.
    earlier: Option<String>,
}

impl Session {
    fn new(items: u32) -> Self {
        Self { browser: Browser::default(), items, runs: 0, drawn: 0, earlier: None }
    }

    /// Runs a sweep from its set-up to its removal.
    fn run(&mut self, meter: &mut Meter) -> Result<()> {
        let number = self.runs;
        self.runs += 1;
        let turn = usize::try_from(number)? % DISTURBANCES.len();
        let (is_earlier, is_compared) =
            (turn + 2 == DISTURBANCES.len(), turn + 1 == DISTURBANCES.len());
        // Both compared runs have the same items.
        let items_of = if is_compared { number - 1 } else { number };
        let plan = plan(items_of, self.items, is_compared);
        let fragment = plan.fragment();
        self.browser.providers.expect(&plan, number)?;
        self.browser.notify(|runner, _| runner.check(&fragment))?;
        self.browser.rest(THINKS)?;
        let run = format!("run-{number}");
        self.browser.progress = None;
        let name = format!("Run {number}");
        self.browser
            .notify(|runner, now| runner.begin(&run, &fragment, &name, &keys(), number, now))?;
        ensure!(self.browser.state() == RunState::Running, "{run} did not begin");
        self.until(plan.task_count() / 3)?;
        self.disturb(DISTURBANCES[turn], &run, &fragment)?;
        self.finish(&fragment)?;
        let progress = self.browser.progress.as_ref().context("the page was told how far it is")?;
        ensure!(progress.state == RunState::Finished, "{run} is not finished: {progress:?}");
        self.inspect(&run)?;
        meter.opened();
        self.browser.notify(|runner, now| runner.open("", 0, now))?;
        meter.closed(usize::try_from(plan.task_count())?);
        if let Some(earlier) = self.earlier.take() {
            self.compare(&run, &earlier)?;
        }
        self.import(&run)?;
        self.browser.providers.forget();
        self.browser.progress = None;
        if is_earlier {
            self.earlier = Some(run);
        } else {
            self.browser.remove(&run)?;
            meter.quiet(self.browser.now, self.browser.done.attempts);
        }
        Ok(())
    }

    /// Lets the run go on until this number of attempts is over, or it no longer runs.
    fn until(&mut self, over: u32) -> Result<()> {
        while self.browser.state() == RunState::Running && self.browser.over() < over {
            let moved = self.browser.pass(self.browser.now + 3_600_000)?;
            ensure!(moved, "nothing happens any more");
            if self.browser.now >= self.drawn + BETWEEN_FIGURES {
                self.draw()?;
            }
        }
        Ok(())
    }

    fn draw(&mut self) -> Result<()> {
        self.drawn = self.browser.now;
        self.browser.notify(|runner, _| runner.figures(Measure::First, WIDTH))
    }

    fn resume(&mut self, retries_given_up: bool, fragment: &str) -> Result<()> {
        self.browser.notify(|runner, _| runner.resume(&keys(), retries_given_up, fragment))
    }

    fn disturb(&mut self, disturbance: Disturbance, run: &str, fragment: &str) -> Result<()> {
        match disturbance {
            Disturbance::Nothing => {}
            Disturbance::Pauses => {
                for act in [Runner::pause, Runner::halt] {
                    self.browser.notify(act)?;
                    self.browser.rest(30_000)?;
                    self.resume(false, fragment)?;
                    self.until(self.browser.over() + 20)?;
                }
            }
            Disturbance::Reopens => {
                self.browser.notify(|runner, now| runner.open("", 0, now))?;
                self.browser.rest(THINKS)?;
                self.browser.notify(|runner, now| runner.open(run, now, now))?;
                self.browser.rest(THINKS)?;
                self.resume(false, fragment)?;
            }
            Disturbance::DiskFull => {
                self.browser.is_full = true;
                self.browser.rest(20_000)?;
                self.browser.is_full = false;
            }
            Disturbance::Offline => {
                self.browser.providers.gone_until = self.browser.now + 60_000;
                self.browser.rest(60_000)?;
            }
            Disturbance::Sleep => self.browser.now += 300_000,
        }
        Ok(())
    }

    /// Resumes the run until all attempts are answered or given up, and retries the latter once.
    fn finish(&mut self, fragment: &str) -> Result<()> {
        let mut has_retried = false;
        for _ in 0..MAX_TRIES {
            self.until(u32::MAX)?;
            let given_up = self.browser.progress.as_ref().map_or(0, |progress| progress.given_up);
            if self.browser.state() == RunState::Finished {
                if has_retried || given_up == 0 {
                    break;
                }
                has_retried = true;
                self.resume(true, fragment)?;
            } else {
                self.browser.rest(20_000)?;
                self.resume(false, fragment)?;
            }
        }
        Ok(())
    }

    /// Looks at everything in a run, and saves it.
    fn inspect(&mut self, run: &str) -> Result<()> {
        let browser = &mut self.browser;
        for measure in [Measure::Last, Measure::Any, Measure::Tolerant, Measure::First] {
            browser.notify(|runner, _| runner.figures(measure, WIDTH))?;
            browser.rest(THINKS)?;
        }
        for (filter, from) in [("", 0), ("", 84), ("1/trace/45/5", 0), ("*/*/*/*/given-up", 0)] {
            browser.notify(|runner, _| runner.attempts(filter, from))?;
            browser.rest(THINKS)?;
        }
        for number in [0, 7, 31] {
            browser.notify(|runner, _| runner.attempt(number))?;
            browser.rest(THINKS)?;
        }
        for form in [FigureFormat::Svg, FigureFormat::Png, FigureFormat::Csv] {
            browser.notify(|runner, _| runner.file(Measure::First, "collapse", form, false))?;
        }
        browser.notify(|runner, _| runner.report(Measure::First, "https://page.example/"))?;
        let mut bytes = 0;
        browser.lines(run, &mut |runner, header, lines| {
            bytes += runner.table(run, header, lines).len();
        })?;
        ensure!(bytes > 0, "the table of {run} is empty");
        browser.done.saved += u64::try_from(bytes)?;
        browser.rest(THINKS)
    }

    /// Opens a run again and compares it with an earlier one, which is then removed.
    fn compare(&mut self, run: &str, earlier: &str) -> Result<()> {
        self.browser.notify(|runner, now| runner.open(run, 0, now))?;
        self.browser.notify(|runner, _| runner.compare(earlier))?;
        self.draw()?;
        self.browser.notify(|runner, now| runner.open("", 0, now))?;
        self.browser.remove(earlier)
    }

    /// Saves a run as lines and reads them as another run, which is opened and removed.
    fn import(&mut self, run: &str) -> Result<()> {
        let browser = &mut self.browser;
        let mut file = String::new();
        browser.lines(run, &mut |_, header, lines| {
            if file.is_empty() {
                header.clone_into(&mut file);
            }
            file.push('\n');
            file.push_str(lines);
        })?;
        browser.done.saved += u64::try_from(file.len())?;
        let copy = format!("{run}{COPY}");
        browser.take_file(&copy, file.into_bytes())?;
        browser.notify(|runner, now| runner.open(&copy, now, now))?;
        browser.rest(THINKS)?;
        let progress = browser.progress.as_ref().context("the page was told of the copy")?;
        let is_whole = progress.run == copy && progress.state == RunState::Finished;
        ensure!(is_whole, "{copy} is not whole: {progress:?}");
        browser.notify(|runner, _| runner.figures(Measure::First, WIDTH))?;
        browser.notify(|runner, now| runner.open("", 0, now))?;
        browser.remove(&copy)
    }

    fn counts(&self) -> String {
        let Browser { done, providers, .. } = &self.browser;
        let served = &providers.served;
        counts(&[
            ("runs", self.runs),
            ("attempts on the disk", done.attempts),
            ("requests", served.requests),
            ("tokens in", served.input),
            ("tokens out", served.output),
            ("requests past a limit of requests (429)", served.limited),
            ("requests to an overloaded server (503, 529)", served.overloaded),
            ("requests that reached nobody", served.lost),
            ("replies that broke off", served.cut),
            ("replies that stalled", served.stalled),
            ("replies that came to their limit of output", served.too_long),
            ("batches of lines that the disk refused", done.refused),
            ("drawings of all figures", done.figures),
            ("MB that the page received", done.event_bytes / 1_000_000),
            ("MB of files and tables for the visitor", done.saved / 1_000_000),
        ])
    }
}

fn keys() -> Vec<Key> {
    let key =
        |origin: &&str| Key { origin: (*origin).to_owned(), key: Secret("soak-key".to_owned()) };
    ORIGINS.iter().map(key).collect()
}

/// Returns the plan of a run, with a simulated solver if `has_solver`.
fn plan(number: u64, items: u32, has_solver: bool) -> Plan {
    let mut dice = Dice(number);
    let price = Price { input: Micros(300_000), output: Micros(1_200_000), dated: None };
    let model = |(provider, model): &(&str, &str)| Target::Model {
        provider: (*provider).to_owned(),
        base: None,
        model: (*model).to_owned(),
        size: None,
        price: Some(price.clone()),
    };
    let mut targets: Vec<Target> = MODELS.iter().map(model).collect();
    if has_solver {
        targets.push(Target::simulated(SolverKind::Mixed, 200));
    }
    let conditions = [
        vec![Condition::Trace, Condition::Review],
        vec![Condition::Trace, Condition::Verified(5)],
        vec![Condition::Trace, Condition::Checkpoints(10)],
    ];
    let at = usize::try_from(number % 3).unwrap_or_default();
    Plan {
        targets,
        seed: Seed::wrapping(dice.below(1 << 40)),
        conditions: conditions[at].clone(),
        steps: vec![5, 15, 25, 45],
        items,
        settings: Settings { max_output: Some(4_000), ..Settings::default() },
        concurrency: 8,
        ..Plan::default()
    }
}
