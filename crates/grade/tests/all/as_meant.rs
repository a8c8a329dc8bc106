//! Tests texts that a superficial reading would misunderstand.

use stepfall_grade::{ArithmeticError, Cause, Mode, RootError, Verdict, grade};
use stepfall_procedure::{Arithmetic, Condition, Item};

fn graded(item: &Item, text: &str) -> Verdict {
    grade(item, Condition::Free, text)
}

fn integers(procedure: &str) -> Item {
    Item::from_text(procedure, Some(Arithmetic::Integer)).unwrap()
}

/// Returns the first root error of a text: the number of its step, if it has one, and its cause.
#[track_caller]
fn first_root(item: &Item, text: &str) -> (Option<u16>, Cause) {
    let verdict = graded(item, text);
    let root = verdict.visible.roots.first().unwrap_or_else(|| panic!("no error\n{text}"));
    (root.number, root.cause())
}

#[track_caller]
fn assert_correct(item: &Item, text: &str) {
    let verdict = graded(item, text);
    assert!(verdict.visible.roots.is_empty(), "{:?}\n{text}", verdict.visible.roots);
    assert!(verdict.visible.is_correct(), "{:?}\n{text}", verdict.primary);
}

fn answers(item: &Item, text: &str) -> Vec<String> {
    let answers = graded(item, text).visible.answers;
    answers.iter().map(|answer| answer.claim.value.to_string()).collect()
}

/// Returns an item with the inputs 137 and 311 and the values 448, 224, 896, 672 and 112.
fn sums() -> Item {
    integers(
        "S1 = 137\nS2 = 311\nS3 = S1 + S2\nS4 = S3 / 2\nS5 = S4 * 4\nS6 = S5 - S4\nS7 = S6 / 6",
    )
}

#[test]
fn brackets_mean_negative_if_the_equations_require_it() {
    let ledger = "S3 = 137 + 311 = 448\nS4 = 448 / 2 = 224\nS5 = 224 * 4 = 896\nS6 = 224 - 896 = (672)\n\
                  S7 = (672) / 6 = (112)\nAnswer: (112)";
    assert_eq!(first_root(&sums(), ledger), (Some(6), Cause::Swapped));
    assert_eq!(answers(&sums(), ledger), ["-112"]);
    // If the equations hold as they are written, numbers in brackets are not negative.
    let brackets = "S3 = (137) + (311) = (448)\nS4 = (448) / 2 = (224)\nS5 = (224) * 4 = (896)\n\
                    S6 = (896) - (224) = (672)\nS7 = (672) / 6 = (112)\nAnswer: (112)";
    assert_correct(&sums(), brackets);
}

#[test]
fn brackets_mean_negative_if_the_expected_values_are_negative() {
    let item = integers("a = -659\nb = -283\nc = a - b\nd = c / 2\ne = d + a");
    let ledger = "a ........ (659)\nb ........ (283)\nc: a less b ........ (376)\nd: half of it ........ (188)\n\
                  e: both together ........ (847)\nAnswer: (847)";
    assert_correct(&item, ledger);
}

#[test]
fn commas_are_decimal_points_if_only_that_fits_the_values() {
    let item = Item::from_text("S1 = 2.409\nS2 = 4.289\nS3 = S1 + S2\nS4 = S2 - S1", None).unwrap();
    let local = "S1 = 2,409 und S2 = 4,289.\nS3 = 2,409 + 4,289 = 6,698\nS4 = 4,289 - 2,409 = 1,880\nAnswer: 1,880";
    assert_correct(&item, local);
}

#[test]
fn numbers_in_words_are_read_as_values() {
    let transcript = "One hundred thirty-seven and three hundred and eleven make four hundred forty-eight, \
                half of which is two hundred twenty-four. Four times that: eight hundred and ninety-six. \
                Less the two hundred twenty-four from before leaves six hundred seventy-two, \
                and a sixth of it is one hundred and twelve.";
    assert_correct(&sums(), &format!("{transcript}\nAnswer: 112"));
    let slipped = transcript.replace("six hundred seventy-two", "six hundred eighty-two");
    let slipped = slipped.replace("one hundred and twelve", "one hundred and fourteen");
    assert_eq!(first_root(&sums(), &format!("{slipped}\nAnswer: 114")).0, Some(6));
}

#[test]
fn boxed_value_of_an_earlier_step_is_no_answer() {
    let boxed = "$S3 = S1 + S2 = 137 + 311 = \\boxed{448}$, and half of it is S4 = 224.\n\
                 $S5 = S4 \\cdot 4 = \\boxed{896}$, S6 = 896 - 224 = 672.\n$S7 = \\boxed{112}$\nAnswer: 112";
    assert_eq!(graded(&sums(), boxed).primary, Mode::Followed);
    assert!(answers(&sums(), boxed).iter().all(|answer| answer == "112"));
}

#[test]
fn miscopied_input_is_the_only_root_error() {
    let copied = "| name | value |\n|---|---|\n| S1 | 137 |\n| S2 | 331 |\n| S3 | 468 |\n| S4 | 234 |\n\
                  | S5 | 936 |\n| S6 | 702 |\n| S7 | 117 |\n\nAnswer: 117";
    let (number, cause) = first_root(&sums(), copied);
    assert_eq!(number, Some(3));
    assert!(matches!(cause, Cause::Operand { took: None, .. }), "{cause:?}");
    assert_eq!(graded(&sums(), copied).visible.roots.len(), 1);
}

#[test]
fn approximation_does_not_replace_an_exact_value() {
    let item = Item::from_text(
        "S1 = 21/4\nS2 = 7/4\nS3 = S1 + S2\nS4 = S2 / S3\nS5 = S1 / S3\nS6 = S4 / S1",
        None,
    );
    let item = item.unwrap();
    let text = "S3 = 21/4 + 7/4 = 7\nS4 = 7/4 / 7 = 1/4\nS5 = 21/4 / 7 = 3/4\nS6 = 1/4 / (21/4) = 1/21\n\
                So S6 ≈ 0.0476, about a twentieth.\nAnswer: 1/21";
    assert_correct(&item, text);
}

#[test]
fn line_belongs_to_the_name_at_its_start() {
    let notes = "// S3: S1 + S2\n// 137 + 311 => 448\n// S4: half of S3 => 224\n// S5: four times S4 => 896\n\
                 // S6: S5 - S4\n// 896 - 224 => 672\n// S7: a sixth of S6 => 112\n\nAnswer: 112";
    assert_correct(&sums(), notes);
}

#[test]
fn value_is_read_after_the_operands_that_follow_a_colon() {
    let transcript = "S3: 137 and 311 together are 448.\nS4: 448 halved, 224.\nS5: 224 four times, 896.\n\
                S6: 896 without 224 is 672.\nS7: 672 by six, 112.\nAnswer: 112";
    assert_correct(&sums(), transcript);
}

#[test]
fn last_operand_name_is_not_read_as_the_result() {
    let transcript = "Adding S1 to S2 we get S3 = 448, half of it is S4 = 224, and S5 = 896. The difference of S5 and S4 \
                gives 672, which is S6. Dividing S6 by 6 leaves S7 = 112.\nAnswer: 112";
    assert_correct(&sums(), transcript);
}

#[test]
fn arrow_chains_name_each_value() {
    let item =
        integers("S1 = 229\nS2 = 255\nS3 = S1 + S2\nS4 = S3 - S2\nS5 = S4 + S3\nS6 = S5 - S4");
    let arrows = "S1+S2 → S3 (484) → minus S2 → S4 (229) → plus S3 → S5 (703) → minus S4 → S6 (474)\n\nAnswer: 474";
    assert_eq!(
        first_root(&item, arrows),
        (Some(5), Cause::ArithmeticError(ArithmeticError::Carry))
    );
}

#[test]
fn last_member_of_an_equation_chain_is_the_value() {
    let text = "S3 = 448, S4 = 224, S5 = 896.\nS6: 896 - 224 = 672\nS7: S6 by 6, 672 / 6 = 336/3 = 121\nAnswer: 121";
    let (number, cause) = first_root(&sums(), text);
    assert_eq!((number, cause.slug()), (Some(7), "slip"));
}

#[test]
fn side_calculations_are_not_read_as_steps() {
    let text = "- **S3** = 448\n- **S4** = 224\n- **S5** (four times S4)\n  - on the side:\n    - 200 * 4 = 800\n    - 24 * 4 = 86\n  \
                - together 886\n- **S6**\n  - 886 - 224 = 662\n- **S7**\n  - 662 / 6 ≈ 110.33\n\nAnswer: 110.33";
    assert_eq!(first_root(&sums(), text).0, Some(5));
}

#[test]
fn misremembered_operand_is_a_wrong_operand_error() {
    let text = "The two numbers give 448. Half of that is 224. Four times 242 makes 968. Taking the 224 away leaves 744, \
                and a sixth of it is 124.\nAnswer: 124";
    let (number, cause) = first_root(&sums(), text);
    assert_eq!(number, Some(5));
    assert!(matches!(cause, Cause::Operand { took: None, .. }), "{cause:?}");
}

#[test]
fn last_step_is_no_answer_if_another_answer_follows() {
    let text = "S1 and S2 make S3 448. Half of it, S4, is 224. Four times that is S5, 896. Without S4, S6 is 672. \
                A sixth of it: S7 is 112.\n\nAnswer: -112";
    assert_eq!(answers(&sums(), text), ["-112"]);
    assert_eq!(first_root(&sums(), text).0, None);
}

#[test]
fn answer_words_in_non_ascii_capitals_are_read() {
    assert_eq!(answers(&sums(), "Ответ: 112"), ["112"]);
    assert_eq!(answers(&sums(), "RÉPONSE : 112"), ["112"]);
}

#[test]
fn signs_in_chinese_words_are_read() {
    let item = integers("S1 = 274\nS2 = -539\nS3 = S1 + S2\nS4 = S3 * 3");
    assert_correct(&item, "274 加上负的 539,得负的 265。再乘以 3,得负 795。\n\n答案:-795");
}

#[test]
fn operation_words_of_other_languages_are_read() {
    for text in [
        "S3 = 137 más 311 = 448. S4 = 448 entre 2 = 224. S5 = 224 por 4 = 896. S6 = 896 menos 224 = 672. S7 = S6 entre 6 = 112.",
        "S3: 137 mais 311 é 448. S4: 448 dividido por 2 é 224. S5: 224 vezes 4 é 896. S6: 896 menos 224 é 672. S7: 672 dividido por 6 é 112.",
        "S3 = 137 più 311 = 448. S4 = 448 diviso 2 = 224. S5 = 224 per 4 = 896. S6 = S5 meno S4 = 672. S7 = 672 diviso 6 = 112.",
        "S3 : 137 plus 311 donne 448. S4 : 448 divisé par 2 donne 224. S5 : 224 fois 4 donne 896. S6 : 896 moins 224 donne 672. S7 : 672 divisé par 6 donne 112.",
        "S3: 137 плюс 311 будет 448. S4: 448 разделить на 2 будет 224. S5: 224 умножить на 4 будет 896. S6: 896 минус 224 будет 672. S7: 672 разделить на 6 будет 112.",
    ] {
        let verdict = graded(&sums(), &format!("{text}\n\nAnswer: 112"));
        assert_eq!(verdict.primary, Mode::Followed, "{text}");
        assert!(verdict.visible.claimed_steps().count() == 5, "{text}");
        // One arithmetic error, and values that follow from it.
        let slipped = text.replace("896", "886").replace("672", "662").replace("112", "110");
        let root = graded(&sums(), &format!("{slipped}\n\nAnswer: 110")).visible.roots;
        assert_eq!(root.first().and_then(|root| root.number), Some(5), "{slipped}");
    }
}

#[test]
fn approximate_unused_step_is_no_error_if_the_answer_is_correct() {
    let item = integers("S1 = 7\nS2 = 3\nS3 = S1 + S2\nS4 = S3 * 2\nS5 = S4 - S1");
    assert_eq!(graded(&item, "S3 = 10\nS4 = 20\nS5 = 13\nAnswer: 13").primary, Mode::Followed);
    let text = "S1 = 21/4\nS2 = 7/3\nS3 = S1 / S2\nS4 = S2 / S1\nS5 = S3 * 8";
    let item = Item::from_text(text, None).unwrap();
    let unused = "S3 = 9/4\nS4 = 7/3 / (21/4) ≈ 0.4444 (not needed)\nS5 = 9/4 * 8 = 18\nAnswer: 18";
    assert_correct(&item, unused);
    // Without a sign of approximation, the value does not follow.
    let (number, cause) = first_root(&item, &unused.replace('≈', "="));
    assert_eq!((number, cause.slug()), (Some(4), "rounded"));
}

/// Returns an item whose values are all different.
fn named() -> Item {
    integers(
        "kayak = 60\nranch = 24\nglass = kayak - ranch\npebble = glass / 4\ncelery = pebble + kayak\njelly = celery * 2",
    )
}

#[test]
fn remark_after_the_last_step_is_no_extra_step() {
    let steps = "glass = 36\npebble = 9\ncelery = 69\njelly = 138";
    for remark in [
        "Check: 138 < 999",
        "Final value: 138",
        "Range: 138 > -999",
        "Recap: 36, 9, 69, 138",
        "Elapsed: 4 s",
        "Summary: 138 - fine",
    ] {
        assert_correct(&named(), &format!("{steps}\n{remark}\nAnswer: 138"));
    }
    let verdict = graded(&named(), &format!("{steps}\nmango: 140\nAnswer: 140"));
    assert_eq!(verdict.visible.extra_steps, 1);
}

#[test]
fn line_that_starts_with_an_operator_continues_the_previous_value() {
    let text = "kayak - ranch: 36\n/4: 9\n+ kayak: 69\n*2: 138\nAnswer: 138";
    assert_correct(&named(), text);
    let item = integers(
        "S1 = 90\nS2 = 20\nS3 = S1 + S2\nS4 = S3 / 2\nS5 = S4 - S2\nS6 = S5 * 3\nS7 = S6 + S2",
    );
    assert_correct(&item, "S1 + S2: 110\n/2: 55\n- S2: 35\n*3: 105\n+ S2: 125\nAnswer: 125");
    let (number, cause) =
        first_root(&item, "S1 + S2: 110\n/2: 55\n- S2: 45\n*3: 135\n+ S2: 155\nAnswer: 155");
    assert_eq!((number, cause.slug()), (Some(5), "slip"));
}

#[test]
fn operation_may_follow_its_name_without_a_sign() {
    assert_correct(
        &named(),
        "glass 60-24 = 36\npebble 36/4 = 9\ncelery 9+60 = 69\njelly 69*2 = 138",
    );
}

#[test]
fn corrected_last_step_is_the_answer() {
    let item = integers("S1 = 60\nS2 = 24\nS3 = S1 - S2\nS4 = S3 / 4\nS5 = S4 + S1");
    let text = "S3 = 36\nS4 = 9\nS5 = 79. Let me recheck: 9 + 60 = 69.";
    let verdict = graded(&item, text);
    assert_eq!((verdict.primary, answers(&item, text)), (Mode::Followed, vec!["69".to_owned()]));
}

#[test]
fn approximate_unused_step_is_no_error_if_exact_work_follows() {
    let text = "S1 = 21/4\nS2 = 7/3\nS3 = S1 / S2\nS4 = S2 / S1\nS5 = S3 * 8\nS6 = S5 + 1";
    let item = Item::from_text(text, None).unwrap();
    let right = "S3 = 9/4\nS4 = 7/3 / (21/4) ≈ 0.4444\nS5 = 9/4 * 8 = 18\nS6 = 18 + 1 = 19";
    let incorrect = right.replace("18 + 1 = 19", "18 + 2 = 20");
    let (number, _) = first_root(&item, &format!("{incorrect}\nAnswer: 20"));
    assert_eq!(number, Some(6));
}

#[test]
fn text_that_ends_in_an_operand_is_truncated_without_a_stop_reason() {
    let item = integers("S1 = 960\nS2 = 32\nS3 = S1 - S2\nS4 = S3 / 4\nS5 = S4 + S1");
    for end in ["S4 = S3 / 4 = 928", "S4 = S3 / 4 = 92", "S4 = S3 / 4 = 23", "S4 = S3 / 4 = 928 "] {
        let verdict = graded(&item, &format!("S3 = S1 - S2 = 928\n{end}"));
        assert_eq!(verdict.primary, Mode::Truncated, "{end}");
        let mut causes = verdict.visible.roots.iter().map(RootError::cause);
        assert!(causes.all(|cause| cause == Cause::Stopped), "{end}");
    }
    // If the number is not the beginning of an expected value, it is an error. An operand in place
    // of the value is an error too if an answer follows.
    assert_eq!(first_root(&item, "S3 = S1 - S2 = 928\nS4 = S3 / 4 = 233").0, Some(4));
    assert_eq!(first_root(&item, "S3 = 928\nS4 = 928\nS5 = 1888\nAnswer: 1888").0, Some(4));
}
