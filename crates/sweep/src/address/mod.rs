//! The address of a sweep: `#/sweep?v=2&seed=7&steps=5,25,95&model=openrouter:vendor/name`.
//!
//! The address contains the whole plan, and people can read and edit it. The defaults of missing
//! parameters never change within a version `v`. The form on the page sends its plan to a worker as
//! an address. The header of a file of attempts contains the address of its plan.

mod grid;
mod models;
mod read;
mod write;

/// The keys of an address besides those of a spec, in the order in which they are written.
const KEYS: [&str; 13] = [
    "v",
    "seed",
    "condition",
    "items",
    "samples",
    "concurrency",
    "max-output",
    "temperature",
    "effort",
    "context",
    "max-requests",
    "max-spend",
    "model",
];
