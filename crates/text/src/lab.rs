//! Texts of the Lab.

/// The title of the document.
pub const LAB_TITLE: &str = "Lab · Stepfall";
/// The name of the page.
pub const LAB: &str = "Lab";
/// The tag of all output of the small model.
pub const SPECIMEN_TAG: &str = "Small model";
/// The heading before the first line.
pub const LAB_LOADING: &str = "Starting the model …";
/// The purpose of the Lab.
pub const LAB_IS: &str = "A tiny transformer carries out a procedure. The map shows which lines it relies on at each step, and where it loses its place.";
/// The explanation of how to read a map.
pub const LAB_READING: &str = "Each row is a step the model writes. Stronger colour: lines it relied on more. Boxes: lines it needed.";
/// The heading of the example set-ups.
pub const LAB_STARTS: &str = "Start from";
/// An example set-up: a trace that breaks.
pub const LAB_START_BREAKS: &str = "A trace that breaks, and where it looked";
/// An example set-up: the first one with `StepFlow`.
pub const LAB_START_BRIDGE: &str = "The same, with StepFlow";
/// An example set-up: both checkpoints.
pub const LAB_START_TRAINING: &str = "Short against long training, 40 steps";
/// The controls as a group.
pub const LAB_CONTROLS: &str = "What is shown";
/// The label of the checkpoint.
pub const LAB_MODEL: &str = "Model";
/// A checkpoint.
pub const LAB_SHORT: &str = "trained on up to 12 steps";
/// A checkpoint.
pub const LAB_LONG: &str = "trained on up to 48 steps";
/// The label of the switch.
pub const STEP_FLOW: &str = "StepFlow";
/// The label of the comparison with the other checkpoint.
pub const LAB_AGAINST: &str = "Compare with the other training";
/// The number of steps.
pub const LAB_STEPS: &str = "Steps";
/// The label of the look-back.
pub const LAB_LOOK_BACK: &str = "Look-back";
/// The seed.
pub const LAB_SEED: &str = "Seed";
/// The valid range of the number of steps.
pub const LAB_STEPS_HINT: &str = "1 to 126";
/// The valid range of the seed.
pub const LAB_SEED_HINT: &str = "a whole number below 2^52";
/// The section with the settings that are rarely changed.
pub const LAB_VIEW: &str = "Advanced";
/// The label of the quantity in the maps.
pub const LAB_MAP_OF: &str = "Map of";
/// Attention times its gradient.
pub const LAB_SALIENCY: &str = "saliency";
/// Attention.
pub const LAB_ATTENTION: &str = "attention";
/// The choice whether the rows of tokens are normalized.
pub const LAB_NORM: &str = "Normalize rows";
/// The choice in which each row adds up to one.
pub const LAB_SHARES: &str = "on";
/// The choice of unchanged rows.
pub const LAB_PLAIN: &str = "off";
/// The label of the layer.
pub const LAB_LAYER: &str = "Layer";
/// All layers.
pub const LAB_ALL_LAYERS: &str = "all";
/// The label of the selected step.
pub const LAB_STEP: &str = "Step";
/// The button that goes to the previous step.
pub const LAB_EARLIER: &str = "Previous step";
/// The button that goes to the next step.
pub const LAB_LATER: &str = "Next step";
/// The button that plays token by token.
pub const LAB_PLAY: &str = "Token by token";
/// The button that shows all tokens at once.
pub const LAB_AT_ONCE: &str = "All at once";
/// The heading of the changes of the flow.
pub const LAB_FLOW_SETTINGS: &str = "StepFlow settings";
/// The label of the strength.
pub const LAB_STRENGTH: &str = "Strength";
/// The label of the first layer.
pub const LAB_FIRST_LAYER: &str = "from layer";
/// The label of the last layer.
pub const LAB_LAST_LAYER: &str = "to";
/// The valid range of a strength.
pub const LAB_STRENGTH_HINT: &str = "0 to 1";
/// The label of the lines of the prompt.
pub const LAB_PROMPT_LINES: &str = "lines of the procedure";
/// The label of the lines of the trace.
pub const LAB_TRACE_LINES: &str = "lines of the trace";
/// In the key of the maps.
pub const LAB_KEY_NEEDED: &str = "needed by the step, up to the first error";
/// In the key of the maps.
pub const LAB_KEY_UNNEEDED: &str = "at the first error: the unneeded line it relied on most";
/// In the key of the maps.
pub const LAB_KEY_SHARE: &str = "how much a step relied on a line, little to much";
/// In the key of the maps.
pub const LAB_KEY_FRAME: &str = "first column: the rest of the prompt";
/// The accessible name of the map.
pub const LAB_MAP_OF_STEPS: &str = "Map: what each step drew on";
/// The accessible name of the arcs.
pub const LAB_ARCS_OF_STEP: &str = "Arcs: what this step drew on";
/// The note on an example set-up with a repair.
pub const LAB_START_NOTE: &str = "This item was chosen because the bridge mends it; over many items it makes no clear difference.";
/// The link from that note to the tables.
pub const LAB_START_TABLES: &str = "See the tables";
/// The heading of the arcs.
pub const LAB_DETAIL: &str = "What the step drew on";
/// The hint if no step is selected.
pub const LAB_CHOOSE: &str = "Choose a step in a map or in a trace.";
/// In the key of the arcs.
pub const LAB_ARCS_KEY: &str = "Above: where values stand, in the inputs and the trace. Below: lines of the procedure. Thickness: share of what the step drew on.";
/// The button that shows the difference of two maps.
pub const LAB_SHOW_CHANGE: &str = "Show the change";
/// The button that shows the map itself.
pub const LAB_SHOW_MAP: &str = "Show the whole map";
/// In the key of a map of changes.
pub const LAB_KEY_MORE: &str = "relied on more than as trained";
/// In the key of a map of changes.
pub const LAB_KEY_LESS: &str = "relied on less";
/// In the key of a map of changes.
pub const LAB_KEY_PARTED: &str = "rows after the texts differ are left empty";
/// The section with the committed tables.
pub const LAB_MEASUREMENTS: &str = "Measurements";
/// The columns of the table of lines that a step used.
pub const LAB_DRAWN_COLUMNS: [&str; 3] = ["Line", "Share", "Needed"];
/// The columns of the table of tokens.
pub const LAB_TOKEN_COLUMNS: [&str; 3] = ["Token", "Probability", "Next likely"];
/// The heading of the traces.
pub const LAB_TRACE: &str = "Trace";
/// The label before the address or the file of the model card.
pub const LAB_CARD: &str =
    "How it was trained and all that was measured: training/README.md in the source.";
/// The link to the paper on the maps and on the repair.
pub const LAB_PAPER: &str = "Step-Saliency and StepFlow: arXiv 2604.06695";
/// Its address.
pub const LAB_PAPER_ADDRESS: &str = "https://arxiv.org/abs/2604.06695";
/// The heading of the curve.
pub const LAB_CURVE: &str = "Collapse by number of steps";
/// The description of the curve.
pub const LAB_CURVE_HINT: &str = "Ten lengths from 5 to 95 steps, other items of the same seed, greedy decoding, in this page. Up to ten steps of each item are also asked alone.";
/// The button that stops the curve.
pub const LAB_CURVE_STOP: &str = "Stop";
/// The heading of the committed tables.
pub const LAB_RESULTS: &str = "Does StepFlow help?";
/// The description of the committed tables.
pub const LAB_RESULTS_HINT: &str = "Measured by the command line over many items (stepfall lab flow); one item in the page says nothing about accuracy.";
/// The limits of the committed results.
pub const LAB_RESULTS_NOTE: &str = "Held-out items were run with the settings that did best on other items of the same lengths, which are bold among the settings tried. The settings of the paper, the bridge in the shallow quarter and the momentum in the deep one, were run on those other items only. Its authors report gains on large models (arXiv 2604.06695). The small model fails in its own way; these results say nothing about large ones.";
/// The label of the collapsed table of `StepFlow`'s effects.
pub const LAB_RESULTS_TABLE: &str = "Table with settings, intervals and p-values";
/// The label of the collapsed tables of the settings that were tried.
pub const LAB_RESULTS_TRIED: &str = "Settings that were tried";
/// The description of the drawn differences.
pub const LAB_DIFFERENCES: &str = "Correct answers: difference from one greedy trace, in points, with its 95 % interval; filled where it holds after adjustment for all comparisons";
/// The label of the first row of the drawn differences.
pub const LAB_ANSWERS_RIGHT: &str = "answers that are correct";
/// The heading of the tables of accuracy.
pub const LAB_ACCURACY: &str = "Accuracy by number of steps";
/// The description of the tables of accuracy.
pub const LAB_ACCURACY_HINT: &str = "Measured by the command line (stepfall lab accuracy). p is the share of steps that are correct when each is asked alone; p^n is what that alone would give.";
/// The heading of the tables of saliency.
pub const LAB_SCORING: &str = "Does saliency point to what a step needs?";
/// The measures in the tables of saliency.
pub const LAB_SCORING_HINT: &str = "Measured by the command line (stepfall lab saliency), before the first error. Area is the probability that a needed line has more than another one, with lines pooled by the mean over their tokens, as in the paper, and by the sum. Uniform attention has 0.5 by mean and about 0.62 by sum at 10 steps, since lines differ in length. Nearness is the better baseline: a map that only points to near lines has that area. The tables are an excerpt.";
/// The label of the collapsed tables of saliency.
pub const LAB_SCORING_TABLES: &str =
    "Areas by layer, correct and incorrect traces, and what length does to the two scalars";
/// The heading of the table of errors in the history.
pub const LAB_HISTORY: &str = "Do its own errors bring more errors?";
/// The message if there is no table for a checkpoint.
pub const LAB_NO_RESULTS: &str = "There is no table for this model.";
/// The link that opens the item in Play.
pub const LAB_TO_PLAY: &str = "This item in Play";
/// The button that tries again.
pub const LAB_RETRY: &str = "Try again";
/// The message for a browser without SIMD.
pub const LAB_NO_SIMD: &str = "This browser has no SIMD in WebAssembly, which the small model needs. Chrome 91, Firefox 89 and Safari 16.4 have it, and later ones. Everything else of Stepfall works here.";
