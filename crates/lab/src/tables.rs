//! The committed tables about the small model, printed by the command line.

use stepfall_link::Checkpoint;
use stepfall_protocol::lab::LabTables;

/// Returns the tables of every checkpoint. The table of `StepFlow` is empty for `long`, which was
/// not measured with it.
pub(crate) fn tables() -> Vec<LabTables> {
    let tables_of = |checkpoint: Checkpoint| {
        let [accuracy, flow, history, saliency] = match checkpoint {
            Checkpoint::Short => [
                include_str!("../../../training/results/short-accuracy.md"),
                include_str!("../../../training/results/short-flow.md"),
                include_str!("../../../training/results/short-history.md"),
                include_str!("short-saliency.md"),
            ],
            Checkpoint::Long => [
                include_str!("../../../training/results/long-accuracy.md"),
                "",
                include_str!("../../../training/results/long-history.md"),
                include_str!("long-saliency.md"),
            ],
        }
        .map(str::to_owned);
        LabTables { checkpoint: checkpoint.slug().to_owned(), accuracy, flow, history, saliency }
    };
    Checkpoint::ALL.map(tables_of).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_equal_the_output_of_the_command_line() {
        for tables in tables() {
            let path = format!(
                "{}/../../training/results/{}-saliency.md",
                env!("CARGO_MANIFEST_DIR"),
                tables.checkpoint
            );
            let text = std::fs::read_to_string(path).expect("the file is committed");
            let lines: Vec<&str> = text.lines().collect();
            assert!(tables.saliency.lines().count() > 20);
            assert!(tables.saliency.lines().all(|line| lines.contains(&line)));
        }
    }
}
