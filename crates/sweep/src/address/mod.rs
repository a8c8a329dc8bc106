//! The address of a sweep: `#/sweep?v=2&seed=7&steps=5,25,95&model=openrouter:vendor/name`.
//!
//! It holds everything of a plan and can be read and edited by hand. `v` fixes the defaults for ever. A page's form also sends it to a worker, and a file
//! of attempts names its plan by it.

mod grid;
mod models;
mod read;
mod write;

/// The keys besides those of a spec, in the order in which they are written.
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
