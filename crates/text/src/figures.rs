//! Texts about figures.

/// The names of removed figures that links may still contain. An entry that ends with `-` is a
/// prefix of names.
const REMOVED_FIGURES: [&str; 9] = [
    "lost",
    "executed",
    "horizon-by-size",
    "frontier",
    "frontier-money",
    "votes",
    "own-state",
    "protocol-",
    "difficulty",
];

/// Returns a sentence about a removed figure; `None` for any other name.
pub fn removed_figure(name: &str) -> Option<String> {
    let is_removed = |removed: &str| {
        if removed.ends_with('-') { name.starts_with(removed) } else { name == removed }
    };
    REMOVED_FIGURES.into_iter().any(is_removed).then(|| {
        let name: String = name.chars().take(40).collect();
        format!("The figure “{name}” was removed; the CSV of attempts has its data.")
    })
}
