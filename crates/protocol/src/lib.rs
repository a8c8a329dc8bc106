//! What the page and its workers say to each other: plain data, the same on both sides.

pub mod figure;
pub mod listing;
