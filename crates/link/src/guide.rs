//! The entries of the field guide, with their names in addresses.

/// An entry of the field guide. Holds its name in addresses: the slug of a failure mode, or `step-`
/// and the slug of a status, a cause, or another property of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GuideSlug(&'static str);

impl GuideSlug {
    /// All entries in the order of the field guide.
    pub const ALL: [Self; 40] = [
        Self("wrong-item"),
        Self("refused"),
        Self("truncated"),
        Self("missing-answer"),
        Self("premature-answer"),
        Self("self-corrected"),
        Self("talked-out"),
        Self("under-executed"),
        Self("extra-steps"),
        Self("right-answer-wrong-procedure"),
        Self("another-order"),
        Self("lost-operand"),
        Self("lost-operation"),
        Self("lost-place"),
        Self("slipped"),
        Self("lost-precision"),
        Self("lost-format"),
        Self("wrong-work-not-shown"),
        Self("folded"),
        Self("unclear"),
        Self("unexplained"),
        Self("followed"),
        Self("step-right"),
        Self("step-inherited"),
        Self("step-recovered"),
        Self("step-wrong-operand"),
        Self("step-swapped"),
        Self("step-wrong-operation"),
        Self("step-wrong-table"),
        Self("step-slip"),
        Self("step-rounded"),
        Self("step-unexplained"),
        Self("step-not-shown"),
        Self("step-skipped"),
        Self("step-not-reached"),
        Self("step-unclear"),
        Self("step-given"),
        Self("step-repeated"),
        Self("step-revised"),
        Self("step-out-of-order"),
    ];

    /// Returns the name in addresses.
    pub const fn slug(self) -> &'static str {
        self.0
    }

    /// Returns the entry with this name; `None` for an unknown name.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|entry| entry.0 == slug)
    }

    /// Returns the entry `by` positions after this entry, or before it if `by` is negative; `None`
    /// beyond the ends.
    pub fn neighbour(self, by: isize) -> Option<Self> {
        let at = Self::ALL.iter().position(|entry| *entry == self)?;
        Self::ALL.get(at.checked_add_signed(by)?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_by_slug_and_ordered() {
        for entry in GuideSlug::ALL {
            assert_eq!(GuideSlug::from_slug(entry.slug()), Some(entry));
        }
        assert_eq!(GuideSlug::from_slug("zoo"), None);
        let (first, last) = (GuideSlug::ALL[0], GuideSlug::ALL[GuideSlug::ALL.len() - 1]);
        assert_eq!((first.neighbour(-1), last.neighbour(1)), (None, None));
        assert_eq!(first.neighbour(1), Some(GuideSlug::ALL[1]));
    }
}
