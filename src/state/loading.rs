//! The loading state of a part of the page.

/// The state of a part that is fetched when it is first needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Loading {
    /// The part has not been needed yet.
    #[default]
    Unneeded,
    /// The part is being fetched.
    Coming,
    /// The part is loaded.
    Ready,
    /// Fetching the part failed.
    Failed,
}

impl Loading {
    /// Returns whether to fetch the part now. A failed part is fetched again.
    pub(crate) fn must_begin(self) -> bool {
        matches!(self, Self::Unneeded | Self::Failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_fetched_once_unless_it_failed() {
        let must_begin = [Loading::Unneeded, Loading::Coming, Loading::Ready, Loading::Failed]
            .map(Loading::must_begin);
        assert_eq!(must_begin, [true, false, false, true]);
    }
}
