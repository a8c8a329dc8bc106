//! Small components that every page uses.

pub(crate) mod basic;
pub(crate) mod choices;
pub(crate) mod copy;
pub(crate) mod field;
pub(crate) mod icons;
pub(crate) mod notices;
pub(crate) mod page_link;
pub(crate) mod scene;
pub(crate) mod term;
pub(crate) mod virtual_list;
