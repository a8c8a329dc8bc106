//! The recorded runs of real models: their list, the order of the list, and the steps by which a
//! run is opened.
//!
//! `cargo xtask results` writes the included files.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use stepfall_link::{Column, ResultsLink};
use stepfall_protocol::decode;
use stepfall_protocol::recorded::{ListedRun, RealExample, RecordedRun};
use stepfall_protocol::sweep::RunInfo;
use stepfall_text::Mode;

/// The maximum number of failure modes that a row of the table names.
const MODES: usize = 3;

/// Returns all recorded runs. The list is empty if the bytes are in the format of another version,
/// which a test rules out.
pub(crate) fn recorded_runs() -> Vec<ListedRun> {
    decode(include_bytes!("recorded/list.bin")).unwrap_or_default()
}

/// Returns the recorded run that Sweep and Learn show; `None` if the bytes are in the format of
/// another version, which a test rules out.
pub(crate) fn example() -> Option<RealExample> {
    decode(include_bytes!("recorded/example.bin")).ok()
}

/// Returns the runs that pass the filters of a link, in the order that the link names.
pub(crate) fn filter_runs<'a>(runs: &'a [ListedRun], link: &ResultsLink) -> Vec<&'a ListedRun> {
    let passes = |listed: &&ListedRun| {
        let run = &listed.run;
        (link.condition.is_empty() || run.conditions.contains(&link.condition))
            && (link.spec.is_empty() || run.spec == link.spec)
    };
    let mut selected: Vec<&ListedRun> = runs.iter().filter(passes).collect();
    // The sort is stable, so runs with equal values keep the order of the list.
    selected.sort_by(|a, b| {
        let order = compare(&a.run, &b.run, link.sort);
        if link.is_descending { order.reverse() } else { order }
    });
    selected
}

fn compare(a: &RecordedRun, b: &RecordedRun, column: Column) -> Ordering {
    match column {
        Column::Model => (&a.model, &a.quantisation).cmp(&(&b.model, &b.quantisation)),
        Column::Date => a.date.cmp(&b.date),
        Column::Condition => a.conditions.cmp(&b.conditions),
        Column::Spec => a.spec.cmp(&b.spec),
        Column::Horizon => horizon(a).cmp(&horizon(b)),
        Column::Tokens => a.output_tokens.cmp(&b.output_tokens),
    }
}

/// Returns a key that orders horizons. A horizon below all measured lengths comes first, and a
/// horizon beyond all measured lengths comes last.
fn horizon(run: &RecordedRun) -> (u32, u32) {
    let [above, below] = run.horizon;
    (above.unwrap_or(0), below.unwrap_or(u32::MAX))
}

/// Returns the values of a filter in alphabetical order, each once.
pub(crate) fn choices<'a>(values: impl Iterator<Item = &'a String>) -> Vec<String> {
    values.collect::<BTreeSet<_>>().into_iter().cloned().collect()
}

/// Returns the run with this name.
pub(crate) fn find_run<'a>(runs: &'a [ListedRun], name: &str) -> Option<&'a RecordedRun> {
    runs.iter().map(|listed| &listed.run).find(|run| run.name == name)
}

/// Returns the other runs at the same items. A run can be compared with them item by item.
pub(crate) fn comparable_runs<'a>(runs: &'a [ListedRun], name: &str) -> Vec<&'a RecordedRun> {
    let items = |run: &'a RecordedRun| (&run.spec, run.seed, run.generator);
    let Some(this) = find_run(runs, name) else { return Vec::new() };
    let others = runs.iter().map(|listed| &listed.run);
    others.filter(|run| run.name != this.name && items(run) == items(this)).collect()
}

/// A name of a run in the address that the page cannot show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BadName {
    /// No recorded run has this name.
    Unknown(String),
    /// The run has other items than the open run.
    OtherItems(String),
    /// The run is the open run.
    Itself(String),
}

/// Returns a link without the names that the page cannot show, and these names. If the first run is
/// unknown, the second name is dropped too.
pub(crate) fn drop_unknown_names(
    runs: &[ListedRun],
    mut link: ResultsLink,
) -> (ResultsLink, Vec<BadName>) {
    let mut bad = Vec::new();
    for name in [&mut link.run, &mut link.with] {
        if !name.is_empty() && find_run(runs, name).is_none() {
            bad.push(BadName::Unknown(std::mem::take(name)));
        }
    }
    if link.run.is_empty() {
        link.with.clear();
    }
    let others = comparable_runs(runs, &link.run);
    if !link.with.is_empty() && !others.iter().any(|run| run.name == link.with) {
        let is_itself = link.with == link.run;
        let why = if is_itself { BadName::Itself } else { BadName::OtherItems };
        bad.push(why(std::mem::take(&mut link.with)));
    }
    (link, bad)
}

/// Returns at most [`MODES`] failure modes of a run, the most frequent first. Each has its share of
/// all attempts with a verdict, in percent. Modes whose share rounds to 0 % are left out.
pub(crate) fn main_modes(run: &RecordedRun) -> Vec<(Mode, u32)> {
    let all: u32 = run.modes.values().sum();
    let modes = run.modes.iter().filter_map(|(slug, count)| Some((Mode::from_slug(slug)?, count)));
    let mut modes: Vec<(Mode, u32)> =
        modes.filter(|(mode, _)| mode.is_failure()).map(|(mode, count)| (mode, *count)).collect();
    // The sort is stable, so equal counts keep the order of their slugs.
    modes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    modes.truncate(MODES);
    let percent = |count: u32| (count * 100 + all / 2) / all.max(1);
    let modes = modes.into_iter().map(|(mode, count)| (mode, percent(count)));
    modes.filter(|(_, share)| *share > 0).collect()
}

/// Returns all primary modes of a run, the most frequent first.
pub(crate) fn all_modes(run: &RecordedRun) -> Vec<Mode> {
    let mut modes: Vec<(&String, &u32)> = run.modes.iter().collect();
    modes.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    modes.into_iter().filter_map(|(slug, _)| Mode::from_slug(slug)).collect()
}

/// Returns the address of the file of a run, relative to the page.
pub(crate) fn file_address(run: &RecordedRun) -> String {
    let RecordedRun { name, file, .. } = run;
    format!("./{name}-{}.run", file.get(..16).unwrap_or_default())
}

/// Returns the runs of the user that have all their answers.
pub(crate) fn finished_runs(runs: &[RunInfo]) -> Vec<RunInfo> {
    let is_finished = |run: &&RunInfo| run.total > 0 && run.answered == run.total;
    runs.iter().filter(is_finished).cloned().collect()
}

/// The filter that the user chooses with the select boxes above the list of attempts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct AttemptChoice {
    /// The number of steps; `None` for all lengths.
    pub(crate) steps: Option<u16>,
    /// The primary failure mode; `None` for all modes.
    pub(crate) mode: Option<Mode>,
}

impl AttemptChoice {
    /// Returns the filter in the text form that marks of a figure also use.
    pub(crate) fn filter(self) -> String {
        let steps = self.steps.map_or("*".to_owned(), |steps| steps.to_string());
        match self.mode {
            Some(mode) => format!("*/*/{steps}/*/mode/{}", mode.slug()),
            None if self.steps.is_none() => String::new(),
            None => format!("*/*/{steps}/*"),
        }
    }

    /// Parses a filter. A filter that the select boxes cannot express becomes the default, which
    /// includes all attempts.
    pub(crate) fn read(filter: &str) -> Self {
        let parts: Vec<&str> = filter.split('/').collect();
        let (steps, mode) = match parts[..] {
            ["*", "*", steps, "*"] => (steps, None),
            ["*", "*", steps, "*", "mode", mode] => (steps, Mode::from_slug(mode)),
            _ => return Self::default(),
        };
        Self { steps: steps.parse().ok(), mode }
    }
}

/// The next step towards showing the runs of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NextStep {
    /// Fetch the file of a run and store it in the worker.
    Fetch(String),
    /// Open a stored run; an empty name closes the open run.
    Open(String),
    /// Draw another run next to the open run.
    Compare(ComparedWith),
}

/// The run that is drawn next to the open run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum ComparedWith {
    #[default]
    None,
    /// A recorded run at the same items.
    Recorded(String),
    /// A run of the user, by its name in the browser's store.
    Own(String),
}

/// The progress of opening the runs of an address, one step at a time.
#[derive(Debug, Clone, Default)]
pub(crate) struct Opening {
    run: String,
    beside: ComparedWith,
    /// The runs that the worker has.
    stored: BTreeSet<String>,
    /// The run that the worker was last asked to open.
    opened: String,
    /// True if the worker has read all attempts of the opened run.
    is_read: bool,
    /// The run that the worker was last asked to draw next to the opened run.
    compared: ComparedWith,
    /// The run that is being fetched.
    fetching: Option<String>,
}

impl Opening {
    /// Chooses the runs to show: the two runs of a link. If `own` names a run of the user, that run
    /// replaces the link's second run. An empty name means no run.
    pub(crate) fn choose(&mut self, link: &ResultsLink, own: &str) {
        self.run.clone_from(&link.run);
        self.beside = match (own, link.with.as_str()) {
            ("", "") => ComparedWith::None,
            ("", with) => ComparedWith::Recorded(with.to_owned()),
            (own, _) => ComparedWith::Own(own.to_owned()),
        };
    }

    /// Returns the next step, and records that it has begun. Returns `None` while a step is under
    /// way, or if there is nothing left to do.
    pub(crate) fn next_step(&mut self) -> Option<NextStep> {
        if self.fetching.is_some() {
            return None;
        }
        let lacks = |name: &String| !name.is_empty() && !self.stored.contains(name);
        if self.opened != self.run {
            if lacks(&self.run) {
                return Some(self.fetch(self.run.clone()));
            }
            (self.opened, self.is_read) = (self.run.clone(), false);
            self.compared = ComparedWith::None;
            return Some(NextStep::Open(self.run.clone()));
        }
        if !self.is_read || self.compared == self.beside {
            return None;
        }
        if let ComparedWith::Recorded(with) = &self.beside
            && lacks(with)
        {
            return Some(self.fetch(with.clone()));
        }
        self.compared.clone_from(&self.beside);
        Some(NextStep::Compare(self.beside.clone()))
    }

    fn fetch(&mut self, name: String) -> NextStep {
        self.fetching = Some(name.clone());
        NextStep::Fetch(name)
    }

    /// Handles a run that the worker has stored.
    pub(crate) fn on_stored(&mut self, name: &str) {
        self.fetching = None;
        self.stored.insert(name.to_owned());
    }

    /// Handles a run that could not be fetched or stored. The next call of [`Self::next_step()`]
    /// fetches it again.
    pub(crate) fn on_failed(&mut self) {
        self.fetching = None;
    }

    /// Records that the worker has read all attempts of a run. Returns whether that run is the open
    /// run.
    pub(crate) fn on_read(&mut self, name: &str) -> bool {
        let is_it = self.opened == name && !name.is_empty();
        self.is_read |= is_it;
        is_it
    }

    /// Returns whether the worker has read all attempts of the open run.
    pub(crate) const fn is_read(&self) -> bool {
        self.is_read
    }

    /// Returns whether the worker stores no run yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.stored.is_empty()
    }

    /// Handles the loss of the worker with all its runs.
    pub(crate) fn on_worker_lost(&mut self) {
        *self = Self { run: self.run.clone(), beside: self.beside.clone(), ..Self::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = "smollm2-135m-instruct.trace";
    const ANSWER: &str = "smollm2-135m-instruct.answer-only";
    const STEPWISE: &str = "smollm2-135m-instruct.stepwise";

    fn names<'a>(runs: impl IntoIterator<Item = &'a RecordedRun>) -> Vec<&'a str> {
        runs.into_iter().map(|run| run.name.as_str()).collect()
    }

    fn listed_names(link: &ResultsLink) -> Vec<String> {
        filter_runs(&recorded_runs(), link)
            .into_iter()
            .map(|listed| listed.run.name.clone())
            .collect()
    }

    #[test]
    fn the_list_and_the_example_are_current() {
        let runs = recorded_runs();
        assert!(runs.len() >= 3);
        assert!(runs.iter().all(|listed| !listed.curve.root.is_empty()));
        let example = example().unwrap();
        assert_eq!(Some(&example.run), find_run(&runs, TRACE));
    }

    #[test]
    fn runs_are_filtered_and_sorted() {
        let link = |sort, is_descending| ResultsLink {
            sort,
            is_descending,
            spec: "lookback=5 ops=add inputs=2..9".to_owned(),
            ..ResultsLink::default()
        };
        assert_eq!(listed_names(&link(Column::Horizon, false))[0], ANSWER);
        assert_eq!(listed_names(&link(Column::Condition, false)), [ANSWER, STEPWISE, TRACE]);
        assert_eq!(listed_names(&link(Column::Condition, true)), [TRACE, STEPWISE, ANSWER]);
        let tokens = listed_names(&link(Column::Tokens, true));
        assert_eq!(tokens.last().unwrap(), ANSWER);
        let condition = ResultsLink { condition: "trace".to_owned(), ..ResultsLink::default() };
        assert_eq!(listed_names(&condition), [TRACE]);
        let none = ResultsLink { spec: "lookback=1".to_owned(), ..ResultsLink::default() };
        assert!(listed_names(&none).is_empty());
    }

    #[test]
    fn a_horizon_beyond_all_lengths_sorts_last() {
        let run = |horizon| RecordedRun { horizon, ..recorded_runs().remove(0).run };
        let order = [[None, Some(1)], [None, Some(2)], [None, None], [Some(5), Some(9)]];
        let order: Vec<_> =
            order.into_iter().chain([[Some(5), None]]).map(|at| horizon(&run(at))).collect();
        assert!(order.is_sorted(), "{order:?}");
    }

    #[test]
    fn runs_are_compared_only_on_the_same_items() {
        let mut runs = recorded_runs();
        runs.retain(|listed| [TRACE, ANSWER, STEPWISE].contains(&listed.run.name.as_str()));
        assert_eq!(names(comparable_runs(&runs, TRACE)), [ANSWER, STEPWISE]);
        assert!(comparable_runs(&runs, "zoo").is_empty());
        runs[0].run.seed += 1;
        assert_eq!(names(comparable_runs(&runs, TRACE)), [STEPWISE]);
        let link = |run: &str, with: &str| ResultsLink {
            run: run.to_owned(),
            with: with.to_owned(),
            ..ResultsLink::default()
        };
        assert_eq!(
            drop_unknown_names(&runs, link(TRACE, STEPWISE)),
            (link(TRACE, STEPWISE), Vec::new())
        );
        let (left, bad) = drop_unknown_names(&runs, link(TRACE, ANSWER));
        assert_eq!((left, bad), (link(TRACE, ""), vec![BadName::OtherItems(ANSWER.to_owned())]));
        let unknown = |name: &str| BadName::Unknown(name.to_owned());
        assert_eq!(
            drop_unknown_names(&runs, link("zoo", ANSWER)),
            (link("", ""), vec![unknown("zoo")])
        );
        let (left, bad) = drop_unknown_names(&runs, link(TRACE, TRACE));
        assert_eq!((left, bad), (link(TRACE, ""), vec![BadName::Itself(TRACE.to_owned())]));
        let (left, bad) = drop_unknown_names(&runs, link(TRACE, "zoo"));
        assert_eq!((left, bad), (link(TRACE, ""), vec![unknown("zoo")]));
    }

    #[test]
    fn the_most_frequent_failures_are_first_without_success() {
        let runs = recorded_runs();
        let modes = main_modes(find_run(&runs, TRACE).unwrap());
        assert_eq!(
            modes,
            [(Mode::Truncated, 23), (Mode::LostOperand, 21), (Mode::Unexplained, 16)]
        );
        assert!(all_modes(find_run(&runs, TRACE).unwrap()).contains(&Mode::Followed));
        let rare = main_modes(find_run(&runs, ANSWER).unwrap());
        assert_eq!(rare, [(Mode::WrongWorkNotShown, 98)], "below one percent is not named");
        let run = RecordedRun { modes: std::collections::BTreeMap::new(), ..runs[0].run.clone() };
        assert!(main_modes(&run).is_empty());
    }

    #[test]
    fn a_choice_of_attempts_reads_back_from_its_filter() {
        for (steps, mode, filter) in [
            (None, None, ""),
            (Some(3), None, "*/*/3/*"),
            (None, Some(Mode::Slipped), "*/*/*/*/mode/slipped"),
            (Some(10), Some(Mode::Slipped), "*/*/10/*/mode/slipped"),
        ] {
            let choice = AttemptChoice { steps, mode };
            assert_eq!(choice.filter(), filter);
            assert_eq!(AttemptChoice::read(filter), choice);
        }
        for other in ["*/*/*/*/given-up", "0/trace/3/5", "0/trace/3/5/mode/slipped"] {
            assert_eq!(AttemptChoice::read(other), AttemptChoice::default(), "{other}");
        }
    }

    #[test]
    fn only_finished_runs_of_the_user_are_offered() {
        let run = |run: &str, answered, total| RunInfo {
            run: run.to_owned(),
            answered,
            total,
            ..RunInfo::default()
        };
        let runs = [run("new", 0, 0), run("paused", 3, 8), run("done", 8, 8)];
        assert_eq!(finished_runs(&runs), [run("done", 8, 8)]);
    }

    #[test]
    fn the_file_name_of_a_run_contains_its_digest() {
        let run = RecordedRun {
            name: "a.trace".to_owned(),
            file: "0123456789abcdef0123".to_owned(),
            ..recorded_runs().remove(0).run
        };
        assert_eq!(file_address(&run), "./a.trace-0123456789abcdef.run");
    }

    #[test]
    fn runs_are_fetched_opened_and_compared_in_order() {
        let link = |run: &str, with: &str| ResultsLink {
            run: run.to_owned(),
            with: with.to_owned(),
            ..ResultsLink::default()
        };
        let mut opening = Opening::default();
        assert_eq!(opening.next_step(), None);
        opening.choose(&link("a", "b"), "");
        assert_eq!(opening.next_step(), Some(NextStep::Fetch("a".to_owned())));
        assert_eq!(opening.next_step(), None, "one step at a time");
        opening.on_failed();
        assert_eq!(opening.next_step(), Some(NextStep::Fetch("a".to_owned())), "a retry");
        opening.on_stored("a");
        assert_eq!(opening.next_step(), Some(NextStep::Open("a".to_owned())));
        assert_eq!(opening.next_step(), None, "attempts are being read");
        assert!(!opening.on_read("b"));
        assert!(opening.on_read("a"));
        assert_eq!(opening.next_step(), Some(NextStep::Fetch("b".to_owned())));
        opening.on_stored("b");
        assert_eq!(
            opening.next_step(),
            Some(NextStep::Compare(ComparedWith::Recorded("b".to_owned())))
        );
        assert_eq!(opening.next_step(), None);
        // A run of the user replaces the second recorded run, and needs no fetch.
        opening.choose(&link("a", "b"), "own");
        let own = NextStep::Compare(ComparedWith::Own("own".to_owned()));
        assert_eq!(opening.next_step(), Some(own));
        opening.choose(&link("a", ""), "");
        assert_eq!(opening.next_step(), Some(NextStep::Compare(ComparedWith::None)));
        // Another run needs no fetch if the worker has it.
        opening.choose(&link("b", ""), "");
        assert_eq!(opening.next_step(), Some(NextStep::Open("b".to_owned())));
        opening.on_read("b");
        assert_eq!(opening.next_step(), None);
        opening.choose(&link("", ""), "");
        assert_eq!(opening.next_step(), Some(NextStep::Open(String::new())));
        assert!(!opening.on_read(""));
        assert_eq!(opening.next_step(), None);
        opening.choose(&link("b", ""), "");
        opening.on_worker_lost();
        assert!(opening.is_empty());
        assert_eq!(opening.next_step(), Some(NextStep::Fetch("b".to_owned())));
    }
}
