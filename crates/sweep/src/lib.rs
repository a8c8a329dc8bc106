//! Sweeps: many attempts over a grid, which give the curve of accuracy against number of steps.
//!
//! ```
//! use stepfall_procedure::Generator;
//! use stepfall_sweep::{Estimate, Memory, Next, Plan, Reply, Store, Sweep};
//!
//! let (plan, problems) = Plan::read("#/sweep?v=2&steps=5,25&items=2&model=simulated:mixed:200");
//! assert!(problems.is_empty() && plan.check().is_ok());
//! let (mut store, estimate) = (Memory::default(), Estimate::of(&plan)?);
//! let mut sweep = Sweep::new(plan, estimate, &[], 1);
//! let mut now = 1_764_000_000_000;
//! sweep.start(now);
//! loop {
//!     now += 1;
//!     match sweep.next(now) {
//!         Next::Ask(call) => {
//!             let plan = sweep.plan();
//!             let item = Generator::new(plan.spec(&call.task))?.item(plan.seed, call.task.item)?;
//!             let text = plan.simulate(&call.task, &item).ok_or("nothing to write")?;
//!             sweep.answered(call.id, Reply::simulated(text), now);
//!         }
//!         Next::Keep(number) => {
//!             store.keep("first", &sweep.unkept()[&number])?;
//!             sweep.kept(number);
//!         }
//!         _ => break,
//!     }
//! }
//! assert_eq!(sweep.next(now), Next::Finished);
//! assert_eq!(store.load("first", sweep.plan())?.len(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what lives there |
//! | --- | --- |
//! | `plan`, `target`, `check` | the set-up, its attempts by number, what is wrong with it |
//! | `address` | the set-up as text: `#/sweep?v=2&…` |
//! | `estimate`, `money` | tokens and cost before a run, cost of an attempt |
//! | `scheduler`, `failure` | what to do next, and what follows from what came of it |
//! | `attempt`, `run`, `store` | attempts as they are kept, files of them, where they are kept |
//! | `table`, `csv`, `intake` | attempts as lines of a table, cells that are no formulas, files that come in pieces |
//!
//! This crate knows no network, no clock, no disk and no key. It does not grade: an attempt stores what came back, and verdicts are
//! worked out from it anew. Where several targets, conditions or samples share an item, it is the same item, byte by byte.

mod address;
mod attempt;
mod check;
mod csv;
mod estimate;
mod failure;
mod fixed;
mod intake;
mod moment;
mod money;
mod plan;
mod reply;
mod run;
mod scheduler;
mod slug;
mod store;
mod table;
mod target;

pub use self::address::PLACE;
pub use self::attempt::{
    Attempt, LineError, MAX_LINE, MAX_TRIES_KEPT, MAX_TRY_MESSAGE, Tokens, Try,
};
pub use self::check::{Problem, UNPUBLISHED};
pub use self::csv::{is_number, push_record};
pub use self::estimate::{Amount, Cell, Estimate, Range, tokens};
pub use self::failure::{Failure, Halt};
pub use self::fixed::Thousandths;
pub use self::intake::{Intake, is_table};
pub use self::money::{Micros, Price, cost};
pub use self::plan::{
    Caps, MAX_ATTEMPTS, MAX_CONCURRENCY, MAX_ITEMS, MAX_LENGTHS, MAX_PAIRS, MAX_SAMPLES,
    MAX_TARGETS, MAX_TEMPERATURE, MAX_TOKENS, Plan, Repeated, Settings, Task,
};
pub use self::reply::Reply;
pub use self::run::{BadLine, Done, FORMAT, Header, HeaderError, MAX_BAD, Run};
pub use self::scheduler::{
    Call, MAX_LIMITED, MAX_TRIES, Next, Pause, Progress, Sweep, TargetProgress, TargetState,
    Verdict,
};
pub use self::store::{Memory, Store, StoreError};
pub use self::table::{TASK_COLUMNS, table_cells, table_columns};
pub use self::target::{MAX_DATED, MAX_MODEL, Target};
