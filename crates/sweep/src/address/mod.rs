//! The address of a sweep: `#/sweep?v=2&seed=7&steps=5,25,95&model=openrouter:vendor/name`.
//!
//! The address contains the whole plan, and people can read and edit it. `v` fixes the defaults for
//! ever. A page's form sends its plan to a worker as an address, and a file of attempts names its
//! plan by its address.

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
