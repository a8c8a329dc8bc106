//! Snapshots for human review: one transcript for each form, and the truth about each kind.

use stepfall_procedure::{Condition, Generator, Item, Seed, Spec, Wording};
use stepfall_solver::{Form, Solver, SolverKind, simulate};

fn item() -> Item {
    let spec = Spec { steps: 6, ..Spec::default() };
    Generator::new(spec).unwrap().item(Seed::wrapping(3), 0).unwrap()
}

#[test]
fn transcript_of_every_form_matches_its_snapshot() {
    let item = item();
    for form in Form::ALL {
        let solver = Solver::once(SolverKind::WrongOperand);
        let simulation = simulate(&item, Condition::Free, &solver, form, 4).unwrap();
        let text = format!("{}\n\n{}", simulation.transcript, simulation.truth.label());
        insta::assert_snapshot!(form.slug(), text);
    }
}

#[test]
fn transcripts_under_changed_steps_match_their_snapshots() {
    for wording in [Wording::Assignments, Wording::English] {
        let spec = Spec { steps: 4, wording, ..Spec::default() };
        let item = Generator::new(spec).unwrap().item(Seed::wrapping(3), 0).unwrap();
        for condition in
            [Condition::Unchained, Condition::Copy, Condition::Exception, Condition::Remapped]
        {
            let mut text = item.text_under(condition);
            for form in Form::ALL {
                let solver = Solver::once(SolverKind::WrongOperation);
                let simulation = simulate(&item, condition, &solver, form, 4).unwrap();
                let label = simulation.truth.label();
                let transcript = simulation.transcript;
                text.push_str(&format!("\n\n## {}\n{transcript}\n\n{label}", form.slug()));
            }
            insta::assert_snapshot!(format!("{condition}-{}", wording.slug()), text);
        }
    }
}

#[test]
fn truth_of_every_kind_matches_its_snapshot() {
    let item = item();
    let mut text = item.text();
    for kind in SolverKind::ALL {
        for form in [Form::Trace, Form::ValueLines] {
            let simulation = simulate(&item, Condition::Trace, &Solver::once(kind), form, 4);
            let label =
                simulation.map_or("nothing".to_owned(), |simulation| simulation.truth.label());
            text.push_str(&format!("\n\n## {}, {}\n{label}", kind.slug(), form.slug()));
        }
    }
    insta::assert_snapshot!(text);
}
