//! The components of Play. Other pages use some of them.

pub(crate) mod answer;
pub(crate) mod arcs;
pub(crate) mod ask;
pub(crate) mod custom_procedure;
pub(crate) mod dialogue;
pub(crate) mod earlier;
pub(crate) mod evidence;
pub(crate) mod headline;
pub(crate) mod in_page;
pub(crate) mod marked_answer;
pub(crate) mod minimap;
pub(crate) mod pointed;
pub(crate) mod problem;
pub(crate) mod prompt;
pub(crate) mod settings;
pub(crate) mod step_table;
