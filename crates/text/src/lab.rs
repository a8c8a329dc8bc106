//! Texts of the Lab.

/// The title of the document.
pub const LAB_TITLE: &str = "Lab · Stepfall";
/// The name of the place.
pub const LAB: &str = "Lab";
/// The tag of everything that the small model wrote.
pub const SPECIMEN_TAG: &str = "Small model";
/// The heading before the first line.
pub const LAB_LOADING: &str = "Starting the model …";
/// The purpose of the Lab.
pub const LAB_IS: &str = "A tiny transformer carries out a procedure. The map shows which lines it relies on at each step, and where it loses its place.";
/// How a map is read.
pub const LAB_READING: &str = "Each row is a step the model writes. Stronger colour: lines it relied on more. Boxes: lines it needed.";
/// The heading of the set-ups to start from.
pub const LAB_STARTS: &str = "Start from";
/// A set-up: a trace that breaks.
pub const LAB_START_BREAKS: &str = "A trace that breaks, and where it looked";
/// A set-up: the first one with `StepFlow`.
pub const LAB_START_BRIDGE: &str = "The same, with StepFlow";
/// A set-up: both checkpoints.
pub const LAB_START_TRAINING: &str = "Short against long training, 40 steps";
/// The controls as a group.
pub const LAB_CONTROLS: &str = "What is shown";
/// Which checkpoint.
pub const LAB_MODEL: &str = "Model";
/// A checkpoint.
pub const LAB_SHORT: &str = "trained on up to 12 steps";
/// A checkpoint.
pub const LAB_LONG: &str = "trained on up to 48 steps";
/// The switch.
pub const STEP_FLOW: &str = "StepFlow";
/// Whether the other checkpoint is beside.
pub const LAB_AGAINST: &str = "Compare with the other training";
/// The number of steps.
pub const LAB_STEPS: &str = "Steps";
/// How far back steps reach.
pub const LAB_LOOK_BACK: &str = "Look-back";
/// The seed.
pub const LAB_SEED: &str = "Seed";
/// What may be typed for the number of steps.
pub const LAB_STEPS_HINT: &str = "1 to 126";
/// What may be typed for the seed.
pub const LAB_SEED_HINT: &str = "a whole number below 2^52";
/// The fold with the settings that are rarely changed.
pub const LAB_VIEW: &str = "Advanced";
/// What the maps show.
pub const LAB_MAP_OF: &str = "Map of";
/// Attention times its gradient.
pub const LAB_SALIENCY: &str = "saliency";
/// Attention.
pub const LAB_ATTENTION: &str = "attention";
/// The choice whether the rows of tokens are normalized.
pub const LAB_NORM: &str = "Normalize rows";
/// Each row adds up to one.
pub const LAB_SHARES: &str = "on";
/// Rows as they are.
pub const LAB_PLAIN: &str = "off";
/// Which layer.
pub const LAB_LAYER: &str = "Layer";
/// All layers.
pub const LAB_ALL_LAYERS: &str = "all";
/// The step that is looked at.
pub const LAB_STEP: &str = "Step";
/// To the step before.
pub const LAB_EARLIER: &str = "Previous step";
/// To the next step.
pub const LAB_LATER: &str = "Next step";
/// Token by token.
pub const LAB_PLAY: &str = "Token by token";
/// All at once.
pub const LAB_AT_ONCE: &str = "All at once";
/// What is changed in the flow.
pub const LAB_FLOW_SETTINGS: &str = "StepFlow settings";
/// How strongly.
pub const LAB_STRENGTH: &str = "Strength";
/// From which layer.
pub const LAB_FIRST_LAYER: &str = "from layer";
/// To which layer.
pub const LAB_LAST_LAYER: &str = "to";
/// What may be typed for a strength.
pub const LAB_STRENGTH_HINT: &str = "0 to 1";
/// Before the lines of the prompt.
pub const LAB_PROMPT_LINES: &str = "lines of the procedure";
/// Before the lines of the trace.
pub const LAB_TRACE_LINES: &str = "lines of the trace";
/// In the key of the maps.
pub const LAB_KEY_NEEDED: &str = "needed by the step, up to the first error";
/// In the key of the maps.
pub const LAB_KEY_UNNEEDED: &str = "at the first error: the unneeded line it relied on most";
/// In the key of the maps.
pub const LAB_KEY_SHARE: &str = "how much a step relied on a line, little to much";
/// In the key of the maps.
pub const LAB_KEY_FRAME: &str = "first column: the rest of the prompt";
/// What is shown, for someone who does not see the map.
pub const LAB_MAP_OF_STEPS: &str = "Map: what each step drew on";
/// What is shown, for someone who does not see the arcs.
pub const LAB_ARCS_OF_STEP: &str = "Arcs: what this step drew on";
/// What is said of a set-up that has a repair.
pub const LAB_START_NOTE: &str = "This item was chosen because the bridge mends it; over many items it makes no clear difference.";
/// Leads from there to the tables.
pub const LAB_START_TABLES: &str = "See the tables";
/// The heading of the arcs.
pub const LAB_DETAIL: &str = "What the step drew on";
/// Where no step is chosen.
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
/// The fold with the committed tables.
pub const LAB_MEASUREMENTS: &str = "Measurements";
/// The columns of the table of what a step drew on.
pub const LAB_DRAWN_COLUMNS: [&str; 3] = ["Line", "Share", "Needed"];
/// The columns of the table of tokens.
pub const LAB_TOKEN_COLUMNS: [&str; 3] = ["Token", "Probability", "Next likely"];
/// The heading of the traces.
pub const LAB_TRACE: &str = "Trace";
/// Leads to the model card: what it is called before the address or the file.
pub const LAB_CARD: &str =
    "How it was trained and all that was measured: training/README.md in the source.";
/// Leads to the paper on what is shown and on the repair.
pub const LAB_PAPER: &str = "Step-Saliency and StepFlow: arXiv 2604.06695";
/// Its address.
pub const LAB_PAPER_ADDRESS: &str = "https://arxiv.org/abs/2604.06695";
/// The heading of the curve.
pub const LAB_CURVE: &str = "Collapse by number of steps";
/// What the curve is.
pub const LAB_CURVE_HINT: &str = "Ten lengths from 5 to 95 steps, other items of the same seed, greedy decoding, in this page. Up to ten steps of each item are also asked alone.";
/// Ends the curve.
pub const LAB_CURVE_STOP: &str = "Stop";
/// The heading of the committed tables.
pub const LAB_RESULTS: &str = "Does StepFlow help?";
/// What the committed tables are.
pub const LAB_RESULTS_HINT: &str = "Measured by the command line over many items (stepfall lab flow); one item in the page says nothing about accuracy.";
/// The limits of the committed results.
pub const LAB_RESULTS_NOTE: &str = "Held-out items were run with the settings that did best on other items of the same lengths, which are bold among the settings tried. The settings of the paper, the bridge in the shallow quarter and the momentum in the deep one, were run on those other items only. Its authors report gains on large models (arXiv 2604.06695). The small model fails in its own way; these results say nothing about large ones.";
/// What unfolds the table of what `StepFlow` does.
pub const LAB_RESULTS_TABLE: &str = "Table with settings, intervals and p-values";
/// What unfolds the tables of the settings from which those were chosen.
pub const LAB_RESULTS_TRIED: &str = "Settings that were tried";
/// What the drawn differences are.
pub const LAB_DIFFERENCES: &str = "Correct answers: difference from one greedy trace, in points, with its 95 % interval; filled where it holds after adjustment for all comparisons";
/// What the first row of the drawn differences is.
pub const LAB_ANSWERS_RIGHT: &str = "answers that are correct";
/// The heading of the tables of accuracy.
pub const LAB_ACCURACY: &str = "Accuracy by number of steps";
/// What the tables of accuracy are.
pub const LAB_ACCURACY_HINT: &str = "Measured by the command line (stepfall lab accuracy). p is the share of steps that are correct when each is asked alone; p^n is what that alone would give.";
/// The heading of the tables of saliency.
pub const LAB_SCORING: &str = "Does saliency point to what a step needs?";
/// The measures in the tables of saliency.
pub const LAB_SCORING_HINT: &str = "Measured by the command line (stepfall lab saliency), before the first error. Area is the probability that a needed line has more than another one, with lines pooled by the mean over their tokens, as in the paper, and by the sum. Uniform attention has 0.5 by mean and about 0.62 by sum at 10 steps, since lines differ in length. Nearness is the better baseline: a map that only points to near lines has that area. The tables are an excerpt.";
/// Unfolds them.
pub const LAB_SCORING_TABLES: &str =
    "Areas by layer, correct and incorrect traces, and what length does to the two scalars";
/// The heading of the table of errors in the history.
pub const LAB_HISTORY: &str = "Do its own errors bring more errors?";
/// Where there is no table for a checkpoint.
pub const LAB_NO_RESULTS: &str = "There is no table for this model.";
/// Opens the item in Play.
pub const LAB_TO_PLAY: &str = "This item in Play";
/// Tries anew.
pub const LAB_RETRY: &str = "Try again";
/// The message for a browser without SIMD.
pub const LAB_NO_SIMD: &str = "This browser has no SIMD in WebAssembly, which the small model needs. Chrome 91, Firefox 89 and Safari 16.4 have it, and later ones. Everything else of Stepfall works here.";
