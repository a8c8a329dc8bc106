//! Tests of Play as a user operates it, without a browser.

use super::*;
use AnswerEdit::{Adopt, Begin, Cut, Follow, More, Replace, Sample, Simulated, Undo, Write};
use stepfall_link::{Checkpoint, Source};

fn open_at(address: &str) -> Play {
    Play::open(address, None).unwrap()
}

fn after<E: Into<Edit>>(edits: impl IntoIterator<Item = E>) -> Play {
    let mut play = open_at("");
    for edit in edits {
        play.apply(edit);
    }
    play
}

fn typed(field: Field, text: &str) -> Edit {
    Edit::Text(field, text.to_owned())
}

fn simulated(transcript: &str) -> AnswerEdit {
    let (solver, form) = ("mixed".to_owned(), "trace".to_owned());
    Simulated(transcript.to_owned(), SolverRun { solver, form, rate: 200, run: 7 })
}

fn answered(play: &Play) -> AnswerEdit {
    Write(format!("Answer: {}", play.current_item().item.answer_text()))
}

#[test]
fn a_setting_changes_the_prompt_and_the_address() {
    let play = after([typed(Field::Steps, "7")]);
    assert!(play.current_item().prompt.contains("7 steps"));
    assert_eq!(play.address().fragment, "#/play?v=2&steps=7&seed=0");
}

#[test]
fn unreadable_input_is_kept_and_changes_nothing() {
    let mut play = after([typed(Field::Steps, "7x"), Edit::Settle(Field::Steps)]);
    assert_eq!(play.text(Field::Steps), "7x");
    assert_eq!(play.current_item().prompt_source.spec.steps, 25);
    let expected = Problem::Unread { field: Field::Steps, typed: "7x".to_owned() };
    assert_eq!(play.problem(), Some(expected));
    play.apply(typed(Field::LookBack, "3"));
    assert_eq!(play.current_item().prompt_source.spec.look_back.reach(), 3);
    play.apply(Edit::PutBack);
    assert_eq!((play.problem(), play.text(Field::Steps)), (None, "25".to_owned()));
}

#[test]
fn typed_text_is_normalised_only_on_leaving_the_field() {
    let mut play = after([typed(Field::Seed, "4 207 118")]);
    assert_eq!(play.text(Field::Seed), "4 207 118");
    assert_eq!(play.current_item().prompt_source.seed.number(), 4_207_118);
    play.apply(Edit::Settle(Field::Seed));
    assert_eq!(play.text(Field::Seed), "4207118");
}

#[test]
fn a_refused_spec_keeps_the_last_item_and_offers_the_nearest() {
    let mut play = after([typed(Field::Steps, "95"), typed(Field::Bound, "5")]);
    assert_eq!(play.current_item().prompt_source.spec.bound, 999);
    assert_eq!(play.text(Field::Bound), "5");
    let Some(Problem::Refused(refusal)) = play.problem() else {
        panic!("a bound of 5 is refused");
    };
    assert!(!refusal.changes().is_empty());
    play.apply(Edit::Nearest);
    assert_eq!(play.problem(), None);
    assert_eq!(Some(play.current_item().prompt_source.spec), refusal.nearest);
}

#[test]
fn numbers_past_every_limit_are_refused_with_the_limit() {
    for field in [Field::Steps, Field::LookBack, Field::Bound, Field::Dead, Field::InputsMax] {
        let play = after([typed(field, "99999999999999999999")]);
        assert!(matches!(play.problem(), Some(Problem::Refused(_))), "{field:?}");
    }
    let play = after([typed(Field::Seed, "99999999999999999999")]);
    assert!(matches!(play.problem(), Some(Problem::Unread { .. })));
}

#[test]
fn an_operation_that_is_removed_and_added_keeps_its_weight() {
    let mut play = open_at("#/play?v=2&ops=add:3,sub,mul:2");
    let before = play.current_item().prompt_source.spec.operations;
    for _ in 0..2 {
        play.apply(Edit::Toggle(Op::Add));
    }
    assert_eq!(play.current_item().prompt_source.spec.operations, before);
}

#[test]
fn every_family_of_numbers_has_an_item() {
    for family in Family::ALL {
        let play = after([Edit::Family(family)]);
        assert_eq!(play.problem(), None, "{family:?}");
        assert_eq!(Family::of(play.current_item().prompt_source.spec.arithmetic), family);
    }
    let play = after([Edit::Family(Family::Modular), typed(Field::Modulus, "101")]);
    assert_eq!(play.address().fragment, "#/play?v=2&numbers=mod101&seed=0");
}

#[test]
fn a_verdict_is_due_while_there_is_a_text() {
    let mut play = open_at("");
    assert_eq!(play.transcript_state(), TranscriptState::Nothing);
    play.apply(Write(" \n".to_owned()));
    assert_eq!(play.transcript_state(), TranscriptState::Nothing);
    play.apply(answered(&play.clone()));
    assert_eq!(play.transcript_state(), TranscriptState::Current);
}

#[test]
fn a_stale_transcript_is_kept_but_neither_graded_nor_linked() {
    let mut play = open_at("");
    play.apply(answered(&play.clone()));
    let visit = play.visit();
    play.apply(typed(Field::Steps, "26"));
    assert_eq!(play.transcript_state(), TranscriptState::Stale);
    assert_eq!(play.address().fragment, "#/play?v=2&steps=26&seed=0");
    assert_eq!(play.visit(), visit + 1, "Back leads to the verdict");
    play.apply(typed(Field::Steps, "27"));
    assert_eq!(play.visit(), visit + 1, "further changes add no entry");
    play.apply(Adopt);
    assert_eq!(play.transcript_state(), TranscriptState::Current);
    play.apply(typed(Field::Steps, "25"));
    play.apply(Adopt);
    assert_eq!(play.transcript_state(), TranscriptState::Current);
}

#[test]
fn a_stale_transcript_survives_a_reload_and_small_edits() {
    let mut play = open_at("");
    play.apply(answered(&play.clone()));
    play.apply(typed(Field::Steps, "26"));
    let address = play.address();
    let mut again = Play::open(&address.fragment, address.outside).unwrap();
    assert_eq!(again.transcript_state(), TranscriptState::Stale);
    assert_eq!(again.transcript().text(), play.transcript().text());
    again.apply(Write(format!("{} ", play.transcript().text())));
    assert_eq!(again.transcript_state(), TranscriptState::Stale);
    again.apply(Write("S3 = 12, and so on".to_owned()));
    assert_eq!(
        again.transcript_state(),
        TranscriptState::Current,
        "a different text belongs to the shown prompt"
    );
}

#[test]
fn replacing_a_transcript_adds_a_history_entry() {
    let mut play = after([Replace("Answer: 5".to_owned())]);
    assert_eq!(play.visit(), 0);
    let edits = [simulated("S3 = 5"), Replace(String::new())];
    for (edit, visit) in edits.into_iter().zip(1..) {
        play.apply(edit);
        assert_eq!(play.visit(), visit);
    }
    assert_eq!(play.transcript().text(), "");
}

#[test]
fn the_provenance_of_a_transcript_is_shared_with_it() {
    let mut play = after([simulated("S3 = 5"), Cut(true)]);
    let fragment = play.address().fragment;
    assert!(fragment.contains("&source=simulated:mixed:200;run=7&stop=length&t="), "{fragment}");
    let again = open_at(&fragment);
    assert!(again.transcript().is_simulated() && again.transcript().is_cut());
    play.apply(Write("S3 = 6".to_owned()));
    assert!(!play.transcript().is_simulated() && play.transcript().is_cut());
    play.apply(Replace(String::new()));
    assert!(!play.transcript().is_cut());
    assert!(!open_at("#/play?v=2&source=simulated").transcript().is_simulated());
}

#[test]
fn an_answer_of_the_small_model_is_labelled_but_not_simulated() {
    let written = |checkpoint| AnswerEdit::SmallModel {
        text: "S3 = 5".to_owned(),
        checkpoint,
        is_cut: checkpoint == Checkpoint::Long,
    };
    for (checkpoint, expected) in [
        (Checkpoint::Short, "&source=specimen:short&t="),
        (Checkpoint::Long, "&source=specimen:long&stop=length&t="),
    ] {
        let mut play = after([written(checkpoint)]);
        let fragment = play.address().fragment;
        assert!(fragment.contains(expected), "{fragment}");
        let again = open_at(&fragment);
        assert_eq!(*again.transcript().source(), Source::SmallModel(Some(checkpoint)));
        assert!(!again.transcript().is_simulated());
        assert_eq!(crate::text::verdict::mark(again.transcript()), "small model");
        // The transcript belongs to the procedure that the model was asked about, and does not
        // follow the settings.
        play.apply(typed(Field::Steps, "7"));
        assert_eq!(
            (play.transcript_state(), play.outdated_solver_run()),
            (TranscriptState::Stale, None)
        );
        play.apply(Edit::Draw(Seed::wrapping(3)));
        assert_eq!(play.transcript().text(), "");
        play.apply(Undo);
        assert_eq!(*play.transcript().source(), Source::SmallModel(Some(checkpoint)));
        play.apply(Write("S3 = 6".to_owned()));
        assert_eq!(*play.transcript().source(), Source::Model);
    }
}

#[test]
fn an_attempt_of_the_lab_opens_with_its_answer() {
    let link = "#/play?v=2&steps=18&numbers=mod31&seed=7&source=specimen:short".to_owned();
    let kept = StoredTranscript { item: link.clone(), transcript: "S3 = 5\nAnswer: 5".to_owned() };
    let play = Play::open(&link, Some(kept)).unwrap();
    assert_eq!((play.transcript_state(), play.notices()), (TranscriptState::Current, &[][..]));
    assert_eq!(*play.transcript().source(), Source::SmallModel(Some(Checkpoint::Short)));
    let again = open_at(&play.share().unwrap());
    assert_eq!(again.transcript().text(), play.transcript().text());
    assert_eq!(*again.transcript().source(), *play.transcript().source());
}

#[test]
fn only_a_complete_answer_closes_its_panel() {
    let arrives = [Replace("Answer: 5".to_owned()), simulated("Answer: 5")];
    assert!(arrives.iter().all(AnswerEdit::is_complete_insertion));
    let others = [
        Replace(String::new()),
        Write("Answer: 5".to_owned()),
        Undo,
        Follow("Answer: 5".to_owned()),
        Begin("m".to_owned()),
        More("S3".to_owned()),
        Cut(true),
    ];
    assert!(!others.iter().any(AnswerEdit::is_complete_insertion));
}

#[test]
fn a_simulated_answer_is_rerun_until_it_is_edited() {
    let moves = [
        typed(Field::Steps, "7"),
        Edit::Draw(Seed::wrapping(3)),
        Edit::ChangeIndex { is_forward: true },
    ];
    for edit in moves {
        let mut play = after([Edit::from(simulated("S3 = 5")), edit]);
        assert_eq!(play.transcript_state(), TranscriptState::Stale);
        let Some(run) = play.outdated_solver_run() else { panic!("no solver to run again") };
        assert_eq!((run.solver.as_str(), run.run), ("mixed", 7));
        let kept = play.address().outside.unwrap();
        let reopened = Play::open(&play.address().fragment, Some(kept)).unwrap();
        assert_eq!(
            reopened.outdated_solver_run(),
            play.outdated_solver_run(),
            "also after a reload"
        );
        play.apply(Follow("S3 = 6".to_owned()));
        assert_eq!(
            (play.transcript_state(), play.transcript().is_simulated()),
            (TranscriptState::Current, true)
        );
        assert_eq!(play.outdated_solver_run(), None);
    }
    let edits = [Write("S3 = 51".to_owned()), Adopt, Sample("S3".to_owned())];
    for edit in edits {
        let play = after([
            Edit::from(simulated("S3 = 5")),
            typed(Field::Steps, "7"),
            edit.clone().into(),
            typed(Field::Steps, "9"),
        ]);
        assert_eq!(play.outdated_solver_run(), None, "{edit:?}");
    }
    let unnamed = open_at("#/play?v=2&source=simulated&t=AAAA");
    assert_eq!(unnamed.outdated_solver_run(), None);
}

#[test]
fn a_replaced_answer_can_be_restored() {
    let mut play = after([simulated("S3 = 5"), Cut(true)]);
    assert!(!play.can_undo());
    play.apply(Replace("Answer: 5".to_owned()));
    assert!(play.can_undo() && !play.transcript().is_simulated() && !play.transcript().is_cut());
    play.apply(Undo);
    assert_eq!(
        (play.transcript().text(), play.transcript().is_simulated(), play.transcript().is_cut()),
        ("S3 = 5", true, true)
    );
    play.apply(Undo);
    assert_eq!((play.transcript().text(), play.transcript().is_simulated()), ("Answer: 5", false));
    play.apply(Write("Answer: 51".to_owned()));
    assert!(!play.can_undo(), "the input field has its own undo for typing");
    play.apply(Begin("a model".to_owned()));
    play.apply(More("S3".to_owned()));
    play.apply(Undo);
    assert_eq!((play.transcript().text(), play.transcript().author()), ("Answer: 51", ""));
    play.apply(Undo);
    assert_eq!((play.transcript().text(), play.transcript().author()), ("S3", "a model"));
    play.apply(Sample("S".to_owned()));
    play.apply(Undo);
    assert_eq!((play.transcript().text(), play.transcript().author()), ("S3", "a model"));
    play.apply(Edit::Draw(Seed::wrapping(9)));
    assert_eq!(play.transcript().text(), "");
    play.apply(Undo);
    assert_eq!((play.transcript().text(), play.transcript_state()), ("S3", TranscriptState::Stale));
    let mut play = after([Replace("Answer: 5".to_owned()), simulated("S3 = 5")]);
    play.apply(typed(Field::Steps, "7"));
    play.apply(Follow("S3 = 6".to_owned()));
    play.apply(Undo);
    assert_eq!(play.transcript().text(), "Answer: 5", "also after a solver ran again");
}

#[test]
fn a_new_seed_clears_the_transcript() {
    let mut play = open_at("");
    play.apply(answered(&play.clone()));
    play.apply(Edit::Draw(Seed::wrapping(5)));
    assert_eq!((play.transcript().text(), play.visit()), ("", 1));
    play.apply(Edit::ChangeIndex { is_forward: true });
    assert_eq!(play.address().fragment, "#/play?v=2&seed=5&index=1");
    play.apply(Edit::ChangeIndex { is_forward: false });
    play.apply(Edit::ChangeIndex { is_forward: false });
    assert_eq!((play.current_item().prompt_source.index, play.visit()), (0, 3));
}

#[test]
fn a_shared_address_restores_the_page() {
    let mut play = after([typed(Field::Steps, "12"), Edit::Names(NameStyle::Scattered)]);
    play.apply(answered(&play.clone()));
    let address = play.address();
    assert_eq!(address.outside, None);
    let again = open_at(&address.fragment);
    assert_eq!(again.current_item(), play.current_item());
    assert_eq!((again.transcript().text(), again.notices().len()), (play.transcript().text(), 0));
    assert_eq!(play.share().as_ref(), Ok(&address.fragment));
}

#[test]
fn a_long_transcript_is_stored_outside_the_address() {
    // Pseudorandom characters compress badly.
    let mut state = 1u64;
    let noise: String = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        char::from(b'!' + u8::try_from(state >> 58).unwrap())
    })
    .take(20_000)
    .collect();
    let play = after([Write(noise.clone())]);
    let address = play.address();
    assert!(play.share().is_ok());
    assert!(address.outside.is_some());
    let again = Play::open(&address.fragment, address.outside).unwrap();
    assert_eq!(
        (again.transcript().text(), again.transcript_state()),
        (noise.as_str(), TranscriptState::Current)
    );
    let play = after([Write(noise.clone() + &"x\u{1F600}é".repeat(400_000))]);
    assert_eq!(play.share(), Err(TranscriptError::TooLong));
}

#[test]
fn a_broken_address_opens_with_notices() {
    let mut play = open_at("#/nowhere?v=9&steps=abc&seed=-1&colour=red&t=@@@&condition=x&index=y");
    assert_eq!(play.notices().len(), 8);
    play.apply(Edit::Dismiss);
    assert_eq!(play.notices().len(), 0);
}

#[test]
fn the_numbers_of_a_condition_are_limited() {
    let mut play = Play::open("#/play?v=2&condition=filler.95", None).unwrap();
    play.apply(typed(Field::Filler, "25"));
    assert_eq!(play.requested_source().condition.slug(), "filler.25");
    play.apply(typed(Field::Filler, "501"));
    assert!(play.is_unread(Field::Filler));
    let mut play = Play::open("#/play?v=2&condition=verified.5", None).unwrap();
    let typed = |play: &mut Play, field, text: &str| {
        play.apply(Edit::Text(field, text.to_owned()));
        (play.requested_source().condition.slug(), play.is_unread(field))
    };
    assert_eq!(typed(&mut play, Field::Checked, "8"), ("verified.8".to_owned(), false));
    assert_eq!(typed(&mut play, Field::Checked, "101"), ("verified.8".to_owned(), true));
    assert!(play.is_selected(&Edit::Condition(Condition::Verified(5))));
    play.apply(Edit::Condition(Condition::Primed { steps: 4, errors: 1 }));
    assert!(!play.is_unread(Field::Checked));
    assert_eq!(typed(&mut play, Field::HistoryErrors, "3"), ("primed.4.3".to_owned(), false));
    assert_eq!(typed(&mut play, Field::HistoryErrors, "5"), ("primed.4.3".to_owned(), true));
    assert_eq!(typed(&mut play, Field::Given, "2"), ("primed.2.2".to_owned(), false));
    assert_eq!(typed(&mut play, Field::Given, "25"), ("primed.2.2".to_owned(), true));
    assert_eq!(typed(&mut play, Field::HistoryErrors, "0"), ("primed.2.0".to_owned(), false));
    assert!(play.is_selected(&Edit::Condition(Condition::Primed { steps: 4, errors: 0 })));
    assert!(!play.is_selected(&Edit::Condition(Condition::Primed { steps: 4, errors: 1 })));
    assert!(play.address().fragment.ends_with("condition=primed.2.0"));
}

const OWN: &str = "price = 120\nrebate = -15\na = price * 3\nb = a + rebate";

fn custom(text: &str) -> Edit {
    Edit::Custom(text.to_owned())
}

#[test]
fn a_custom_procedure_is_shown_and_shared() {
    let mut play = after([typed(Field::Steps, "7"), custom(OWN)]);
    assert!(play.is_custom());
    assert!(play.current_item().prompt.contains("b = a + rebate"));
    assert_eq!(play.current_item().item.answer_text(), "345");
    play.apply(Edit::Wording(Wording::English));
    play.apply(Edit::Condition(Condition::AnswerOnly));
    assert!(play.current_item().prompt.contains("4. Add a and rebate and call the result b."));
    play.apply(answered(&play));
    let address = play.share().unwrap();
    let again = open_at(&address);
    assert_eq!(
        (again.current_item(), again.transcript().text()),
        (play.current_item(), play.transcript().text())
    );
    assert_eq!((again.transcript_state(), again.notices()), (TranscriptState::Current, &[][..]));
    assert_eq!(again.custom().text(), OWN);
}

#[test]
fn an_invalid_procedure_changes_nothing_and_is_reported() {
    let mut play =
        after([custom(OWN), custom("price = 120\nrebate = -15\na = price * 3\nb = a + c")]);
    let message = play.custom().error().map(|error| error.error.to_string()).unwrap();
    assert_eq!(
        message,
        "line 4, column 9: “c” is used but never set; expected a name that is set above"
    );
    assert_eq!(play.current_item().item.answer_text(), "345");
    play.apply(Edit::CustomNumbers(Some(Arithmetic::Modular { modulus: 97 })));
    assert!(play.custom().error().is_some());
    play.apply(custom("numbers: mod97\nx = 96\ny = 5\nz = x + y"));
    assert_eq!(
        (play.custom().error(), play.current_item().item.answer_text()),
        (None, "4".to_owned())
    );
    assert!(play.is_selected(&Edit::CustomNumbers(Some(Arithmetic::Modular { modulus: 97 }))));
    assert_eq!(
        open_at(&play.share().unwrap()).custom().text(),
        "numbers: mod97\nx = 96\ny = 5\nz = x + y"
    );
}

#[test]
fn a_generator_setting_returns_to_the_generated_procedure() {
    let mut play = after([typed(Field::Steps, "7"), custom(OWN), Edit::UseGenerated]);
    assert_eq!(play.address().fragment, "#/play?v=2&steps=7&seed=0");
    assert_eq!(play.custom().text(), OWN);
    play.apply(custom(&(OWN.to_owned() + "\n")));
    assert!(play.is_custom());
    play.apply(typed(Field::LookBack, "3"));
    assert_eq!(play.address().fragment, "#/play?v=2&steps=7&lookback=3&seed=0");
    let mut play = open_at(&after([custom(OWN)]).share().unwrap());
    play.apply(Edit::ChangeIndex { is_forward: true });
    assert_eq!(play.address().fragment, "#/play?v=2&seed=0&index=1");
}

#[test]
fn an_answer_to_another_custom_procedure_is_stale() {
    let mut play = after([custom(OWN)]);
    play.apply(answered(&play));
    assert_eq!(play.transcript_state(), TranscriptState::Current);
    play.apply(custom("price = 120\nrebate = -15\na = price * 3\nb = a - rebate"));
    assert_eq!(play.transcript_state(), TranscriptState::Stale);
    play.apply(custom(OWN));
    assert_eq!(play.transcript_state(), TranscriptState::Current);
}

#[test]
fn the_settings_of_the_example_end_with_its_item() {
    let link = example::attempt().unwrap().link;
    for (edit, steps) in [(typed(Field::Steps, "30"), 30), (Edit::Draw(Seed::wrapping(7)), 25)] {
        let mut play = open_at(&link);
        play.apply(edit);
        assert_eq!(play.problem(), None);
        let default = Spec { steps, ..Spec::default() };
        assert_eq!(play.current_item().prompt_source.spec, default);
    }
    // Other edits do not reset the settings, and neither do edits of another item.
    let mut play = open_at(&link);
    let spec = play.current_item().prompt_source.spec;
    for edit in [typed(Field::Steps, "many"), Edit::ChangeIndex { is_forward: true }] {
        play.apply(edit);
        assert_eq!(play.current_item().prompt_source.spec, spec);
    }
    play.apply(typed(Field::Steps, "5"));
    assert_eq!(play.current_item().prompt_source.spec, Spec { steps: 5, ..spec });
}

#[test]
fn the_example_is_recognised_by_its_item_and_its_text() {
    let attempt = example::attempt().unwrap();
    let kept =
        StoredTranscript { item: attempt.link.clone(), transcript: attempt.transcript.clone() };
    let mut play = Play::open(&attempt.link, Some(kept)).unwrap();
    assert_eq!(play.example(), Some(attempt.clone()));
    play.apply(Write(format!("{} ", attempt.transcript)));
    assert_eq!(play.example(), None);
    play.apply(Write(attempt.transcript));
    play.apply(Edit::ChangeIndex { is_forward: true });
    assert_eq!(play.example(), None);
}
