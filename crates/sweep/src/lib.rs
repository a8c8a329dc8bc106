//! Sweeps: many attempts over a grid, which give the curve of accuracy against number of steps.
//!
//! ```
//! use stepfall_sweep::{Action, Balance, Driver, Estimate, Header, Plan, Run};
//!
//! let (plan, problems) = Plan::read("#/sweep?v=2&steps=5,25&items=2&model=simulated:mixed:200");
//! assert!(problems.is_empty() && plan.check().is_ok());
//! let mut file = vec![Header::new(&plan, "first", 0).line()?];
//! let estimate = Estimate::of(&plan)?;
//! let mut driver = Driver::new(plan, estimate, &[], Balance::default(), 1);
//! let mut now = 1_764_000_000_000;
//! driver.start(now);
//! loop {
//!     now += 1;
//!     match driver.next(now) {
//!         Action::Store(batch) => {
//!             file.extend(batch.lines.into_iter().map(|line| line.text));
//!             driver.on_stored(batch.id);
//!         }
//!         Action::Finished => break,
//!         other => return Err(format!("no model is asked here: {other:?}").into()),
//!     }
//! }
//! let run = Run::read_lines(file.iter().map(String::as_str))?;
//! assert_eq!(run.attempts.len(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | content |
//! | --- | --- |
//! | `plan`, `target`, `check`, `notice` | the set-up, its attempts by number, its problems, its limitations |
//! | `address`, `name` | the set-up as text: `#/sweep?v=2&…`; the default name of a run |
//! | `estimate`, `money` | tokens and cost before a run, cost of an attempt |
//! | `driver` | runs a sweep for a host that has a network, a clock and a disk |
//! | `scheduler`, `failure` | the next action, and the consequences of outcomes |
//! | `attempt`, `ledger`, `run`, `store` | stored attempts and spending, files of them, errors of a store |
//! | `table`, `csv`, `run_reader` | attempts as lines of a table, cells that are no formulas, files that arrive in pieces |
//!
//! This crate uses no network, no clock and no disk, and stores no key. It does not grade: an
//! attempt stores the reply, and verdicts are computed from the reply whenever they are needed. If
//! several targets, conditions or samples share an item, it is the same item, byte by byte.

mod address;
mod attempt;
mod check;
mod csv;
mod driver;
mod estimate;
mod failure;
mod fixed;
mod items;
mod ledger;
mod money;
mod name;
mod notice;
mod plan;
mod prior_attempt;
mod reply;
mod run;
mod run_reader;
mod scheduler;
mod slug;
mod store;
mod table;
mod target;
mod timestamp;

pub use self::attempt::{
    Attempt, LineError, MAX_LINE, MAX_TRIES_KEPT, MAX_TRY_MESSAGE, Tokens, Try,
};
pub use stepfall_protocol::lab::SmallModelQuestion;
pub use stepfall_protocol::sweep::{EstimateRange, Problem};

pub use self::check::UNPUBLISHED;
pub use self::csv::{is_number, push_record};
pub use self::driver::{Action, Batch, Driver, Line, ReplyEnd, ReplyTimeouts};
pub use self::estimate::{Amount, Cell, Estimate, tokens};
pub use self::failure::{CallFailure, Halt, Timeout, may_pass};
pub use self::fixed::Thousandths;
pub use self::items::Items;
pub use self::ledger::{Balance, Ledger, LedgerEntry, Spending, Turn};
pub use self::money::{Micros, Price, cost};
pub use self::name::MAX_NAME;
pub use self::notice::Notice;
pub use self::plan::{
    MAX_ATTEMPTS, MAX_CONCURRENCY, MAX_CONDITIONS, MAX_ITEMS, MAX_LENGTHS, MAX_PAIRS, MAX_SAMPLES,
    MAX_TARGETS, MAX_TEMPERATURE, MAX_TOKENS, Plan, RepeatedCell, Settings, SweepLimits, Task,
};
pub use self::prior_attempt::PriorAttempt;
pub use self::reply::Reply;
pub use self::run::{BadLine, FORMAT, Header, HeaderError, MAX_BAD, Run};
pub use self::run_reader::{RunReader, is_table};
pub use self::scheduler::{
    Call, FailureOutcome, MAX_RATE_LIMITS, MAX_TRIES, Next, Pause, Progress, Scheduler,
    TargetProgress, TargetState,
};
pub use self::store::StoreError;
pub use self::table::{TASK_COLUMNS, table_cells, table_columns};
pub use self::target::{MAX_DATED, MAX_MODEL, Target};
