//! Tests of the answers and the errors in replies to short procedures, as models usually write
//! them.

use stepfall_grade::{Mode, Verdict, grade};
use stepfall_procedure::{Condition, Item};

const CHAIN: &str =
    "S1 = 643\nS2 = -416\nS3 = S1 + S2\nS4 = S3 * 3\nS5 = S4 - S1\nS6 = S5 / 2\nS7 = S6 * 3";
const EQUATIONS: &str = "643 + -416 = 227\n227 * 3 = 681\n681 - 643 = 38\n38 / 2 = 19\n19 * 3 = 57";
const PRODUCT: &str = "x = 4750\ny = 2\nS3 = x * y";
const SUM: &str = "x = 19280\ny = 95782\nS3 = x + y";
const DIFFERENCE: &str = "S1 = 643\nS2 = 416\nS3 = S1 - S2";
const LARGE: &str = "x = 5037935984\ny = 6457613092\nS3 = x * y";

fn graded(procedure: &str, text: &str) -> Verdict {
    grade(&Item::from_text(procedure, None).unwrap(), Condition::Free, text)
}

/// Asserts that the only answer of a text is correct, and that the text has no error.
#[track_caller]
fn assert_correct(procedure: &str, text: &str) {
    let verdict = graded(procedure, text);
    let answers: Vec<String> =
        verdict.visible.answers.iter().map(|answer| answer.claim.value.to_string()).collect();
    assert!(answers.len() == 1 && verdict.visible.is_correct(), "{answers:?}\n{text}");
    assert!(verdict.visible.roots.is_empty(), "{:?}\n{text}", verdict.visible.roots);
}

/// Asserts the values of the first and the last answer of a text.
#[track_caller]
fn answers(procedure: &str, text: &str, expected: [&str; 2]) {
    let verdict = graded(procedure, text).visible;
    let found = [verdict.first_answer(), verdict.last_answer()]
        .map(|answer| answer.map(|answer| answer.claim.value.to_string()).unwrap_or_default());
    assert_eq!(found, expected, "{text}");
}

#[test]
fn results_are_read_in_many_phrasings() {
    for text in [
        "The result is: 57",
        "The sum is: 57",
        "The computed result is: 57",
        "Final: 57",
        "The exact numeric result is: 57",
    ] {
        assert_correct(CHAIN, text);
    }
    for text in [
        "The product of 4750 and 2 is 9500.",
        "The product of 4750 and 2 equals **9500**",
        "Multiplying 4750 by 2 gives 9500.",
        "4750 × 2 equals **9500**.\n\n\\[\n4750 \\times 2 = 9500\n\\]",
        "4000 × 2 = 8,000\n750 × 2 = 1,500\n\n8,000 + 1,500 = **9,500**",
    ] {
        assert_correct(PRODUCT, text);
    }
}

#[test]
fn estimate_is_no_answer_if_the_result_follows() {
    assert_correct(PRODUCT, "The answer is roughly 9000.\n\n**9500**");
    answers(PRODUCT, "The answer is 9000.\n\n**9500**", ["9000", "9500"]);
    answers(PRODUCT, "The answer is roughly 9000.", ["9000", "9000"]);
}

#[test]
fn numbers_of_column_layouts_are_no_answers() {
    assert_correct(
        CHAIN,
        "643\n- 416\n= 227\n227 × 3\n= 681\n681 - 643\n= 38\n38 / 2\n= 19\n19 × 3\n= 57",
    );
    assert_correct(CHAIN, &format!("The inputs are\n643\n-416\n{EQUATIONS}"));
    let sums = [
        "19280 \\\\ + 95782 \\\\ \\hline 115062",
        "  19280\n+ 95782\n-------\n= 115062",
        "  19280\n+ 95782\n-------\n 115062\n\nAnswer: 115062",
        "\\phantom{+}19{,}280 \\\\\n+\\,95,\\!782 \\\\\n\\hline\n115,\\!062 \\\\",
    ];
    for sum in sums {
        assert_correct(SUM, sum);
    }
    assert_correct(
        LARGE,
        "5037935984 × 6457613092\n= 30,227,615,904,000,000,000 + 2,305,425,462,936,302,528\n= 32,533,041,366,936,302,528",
    );
}

#[test]
fn listed_digits_are_no_values() {
    assert_correct(
        SUM,
        "Adding digit by digit gives 1, 1, 5, 0, 6, 2, so the result is 115062.\n\n\\boxed{115062}",
    );
}

#[test]
fn repetitions_and_checks_change_no_verdict() {
    for more in ["", "\nSo 19 * 3 = 57.", "\nCheck: 57 / 3 = 19", "\n57 / 3 = 19, which agrees."] {
        assert_correct(CHAIN, &format!("{EQUATIONS}{more}"));
        assert_correct(CHAIN, &format!("{}{more}", EQUATIONS.replace("+ -", "- ")));
    }
    for text in ["643 - 416 = 227\nCheck: 227 + 416 = 643", "643 - 416 = 227\nSo 643 - 416 = 227."]
    {
        assert_correct(DIFFERENCE, text);
    }
}

#[test]
fn reasoning_marks_of_all_models_are_recognised() {
    for (opening, closing) in [
        ("<think>", "</think>"),
        ("[THINK]", "[/THINK]"),
        ("<seed:think>", "</seed:think>"),
        ("<|begin_of_thought|>", "<|end_of_thought|>"),
        ("<|START_THINKING|>", "<|END_THINKING|>"),
        ("<reasoning>", "</reasoning>"),
        ("<|channel|>analysis<|message|>", "<|channel|>final<|message|>"),
    ] {
        let verdict =
            graded(CHAIN, &format!("{opening}643 - 416 = 220. Answer: 5{closing}\nAnswer: 57"));
        assert_eq!(verdict.primary, Mode::Followed, "{opening}");
        let reasoned = verdict.reasoning.map(|reasoning| reasoning.verdict.visible.is_correct());
        assert_eq!(reasoned, Some(false), "{opening}");
    }
    // Words in brackets are not marks of reasoning.
    for text in ["[I think this is right] Answer: 57", "<b>thinking</b> Answer: 57"] {
        assert!(graded(CHAIN, text).reasoning.is_none(), "{text}");
    }
}

#[test]
fn text_with_the_inputs_of_the_item_is_not_wrong_item() {
    let text = "Let A = 5037935984 and B = 6457613092.\nC = A + 1 = 7\nD = C + B = 9\nE = D * C = 63\nF = E * E = 3969\nG = F - E = 3906\nAnswer: 3906";
    assert_ne!(graded(LARGE, text).primary, Mode::WrongItem);
    let other = text.replace("5037935984", "5037935985");
    assert_eq!(graded(LARGE, &other).primary, Mode::WrongItem);
}

#[test]
fn first_false_equation_is_the_root_error() {
    let procedure = "S99 = ((7 + 5 + 2) + (-4 + -9)) - ((0 * 7) + (8 - -1 + 4))";
    let text = |first: &str| {
        format!(
            "A = (7 + 5 + 2) = {first}.\nB = (-4 + -9) = -13.\nC = (0 * 7) = 0.\nD = (8 - -1 + 4) = (8 + 1 + 4) = 13.\nThe final equation is (A + B) - (C + D) = (16 + -13) - (0 + 13) = 3 - 13 = -10. So the answer is -10"
        )
    };
    for first in ["16", "(14 + 2) = 16", "(7 + 5) + 4 = 16"] {
        let text = text(first);
        let verdict = graded(procedure, &text).visible;
        let at = verdict.roots.first().map(|root| root.at);
        assert!(at.is_some_and(|at| at < text.find('B').unwrap()), "{:?}\n{text}", verdict.roots);
    }
}

#[test]
fn retracted_or_continued_equations_are_no_errors() {
    let right = "= 9500\n\n**9500**";
    for text in [
        "4750 × 2 = 9400. Wait, that is not right.\n4750 × 2 = 9500\n\nAnswer: 9500",
        "(4000 + 750)(2 + 0) = 4000×2 + 4000×0 + 750×2 + 750×0 = 9500\n\nAnswer: 9500",
        "4750 × 2\n= 4000 × 2 = 8000\n+ 700 × 2 = 1400\n+ 50 × 2 = 100\n= 9500\n\nAnswer: 9500",
        &format!("The decimal part of y (0) = 4750 × 0 = 0\n4750 × 2 {right}"),
    ] {
        let verdict = graded(PRODUCT, text).visible;
        assert!(verdict.roots.is_empty(), "{:?}\n{text}", verdict.roots);
    }
}

/// Asserts the step of the first error of a text, and its cause. `None` means no error, and step 0
/// means an error without a step.
#[track_caller]
fn first_error(procedure: &str, text: &str, expected: Option<(u16, &str)>) {
    let roots = graded(procedure, text).visible.roots;
    let found = roots.first().map(|root| (root.number.unwrap_or(0), root.cause().slug()));
    assert_eq!(found, expected, "{text}");
}

#[test]
fn operators_in_separate_cells_belong_to_their_row() {
    let rows = "S3,643,+,-416,227\nS4,227,*,3,681\nS5,681,-,-416,1097\n";
    first_error(CHAIN, rows, Some((5, "wrong-operand")));
    first_error(CHAIN, &rows.replace(',', " | "), Some((5, "wrong-operand")));
}

#[test]
fn checks_in_a_column_next_to_equations_are_no_values() {
    let text = r"\begin{align*}
S_3 &= 643 + (-416) = 227 && [227 - (-416) = 643]\\
S_4 &= 227 \cdot 3 = 681 && [681 : 3 = 227]\\
S_5 &= 681 - 643 = 38 && [38 + 643 = 681]\\
S_6 &= 38 : 2 = 19 && [19 \cdot 2 = 38]\\
S_7 &= 19 \cdot 3 = 57 && [57 : 3 = 19]
\end{align*}";
    assert_correct(CHAIN, text);
    let incorrect = text.replace("38", "36").replace("19", "18").replace("57", "54");
    first_error(CHAIN, &incorrect, Some((5, "slip")));
}

#[test]
fn list_that_begins_with_the_inputs_continues_with_the_steps() {
    first_error(CHAIN, "643\n-416\n227\n\nAnswer: 227", Some((4, "stopped")));
    first_error(CHAIN, "643\n-416\n229\n687\n44\n22\n66", Some((3, "slip")));
}

#[test]
fn steps_with_foreign_names_are_found_if_the_answer_is_correct() {
    let text = "A1: 643\nA2: -416\nA3: =A1+A2 → 227\nA4: =A3*3 → 681\nA5: → 38\nA6: → 19\nA7: → 57\n\nAnswer: 57";
    let verdict = graded(CHAIN, text).visible;
    assert_eq!(verdict.claimed_steps().count(), 5, "{:?}", verdict.steps);
    assert!(verdict.roots.is_empty());
}

#[test]
fn sign_that_appears_only_in_the_result_is_no_error() {
    let text = "S3 = S1 - S2 = -240\nS4 := S3 / 3; as 240/3 = 80, S4 = -80\nAnswer: -80";
    first_error("S1 = 10\nS2 = 250\nS3 = S1 - S2\nS4 = S3 / 3", text, None);
}

#[test]
fn numbers_of_code_that_is_not_run_are_no_errors() {
    let text = "```python\ndef carry_out(num):\n    value = 0\n    for i in range(num):\n        value += 1\n        if i % 2 == 0:\n            value *= 2\n    return value\n```";
    first_error(CHAIN, text, None);
}

#[test]
fn incorrect_operand_after_names_is_found_in_every_layout() {
    let layouts = [
        "S5 &= S4 - S1 \\\\ &= 671 - 643 \\\\ &= 38",
        "| S5 | S4 - S1 | 671 - 643 | 38 |",
        "S5: S4 - S1 → 671 - 643 → 38",
        "S5 = S4 - S1: 671 minus 643 equals 38",
        "- S5 = S4 - S1\n  - 671 - 643 = 38",
        "S5 = S4 - S1 = 671 - 643 = 38",
    ];
    for layout in layouts {
        let text = |line: &str| {
            format!(
                "S3 = S1 + S2 = 227\nS4 = S3 * 3 = 681\n{line}\nS6 = S5 / 2 = 19\nS7 = S6 * 3 = 57\nAnswer: 57"
            )
        };
        first_error(CHAIN, &text(layout), Some((5, "wrong-operand")));
        first_error(CHAIN, &text(&layout.replace("671", "681")), None);
    }
}

#[test]
fn inputs_and_answer_are_not_read_as_a_row_of_steps() {
    for text in ["643, -416, 57", "643\n-416\n57", "643, -416, 58", "643, -416, 227, ..., 57"] {
        first_error(CHAIN, text, None);
    }
}

#[test]
fn arrow_rows_name_each_value() {
    let text = "S3 = S1 + S2 = 227 → S4 = S3*3 = 681 → S5 = S4 - S1 = 38 → S6 = S5/2 = 19 → S7 = S6*3 = 57";
    first_error(CHAIN, text, None);
    first_error(CHAIN, &text.replace("38", "48"), Some((5, "slip")));
    let text = "S3 = 227 => S3 * 3 = 681 = S4 => S4 - S1 = 38 = S5 => S5 / 2 = 19 = S6 => S6 * 3 = 57 = S7";
    is_read_step_by_step(text);
}

#[test]
fn equation_corrects_a_value_and_a_mention_does_not() {
    let rest = "S5 = 681 - 643 = 38\nS6 = 38/2 = 19\nS7 = 19 * 3 = 57\nAnswer: 57";
    let mention =
        format!("S3 = 643 + -416 = 237\nS4: multiply S3 (227) by 3: 227 * 3 = 681\n{rest}");
    first_error(CHAIN, &mention, Some((3, "slip")));
    let equation = format!("S3 = 643 + -416 = 237\n643 + -416 is 227\nS4 = 227 * 3 = 681\n{rest}");
    first_error(CHAIN, &equation, None);
}

#[test]
fn sign_mismatch_of_an_operand_is_no_carry_error() {
    let text = "S3 = 3 - 6 = -3\nS4 = S3 + 5 = 7 + 5 = 2\nAnswer: 2";
    first_error("S1 = 3\nS2 = 6\nS3 = S1 - S2\nS4 = S3 + 5", text, Some((4, "wrong-operand")));
}

/// Asserts that all steps of a text are read and correct. With 691 instead of 681, and later values
/// that follow from 691, S4 must be the first error.
#[track_caller]
fn is_read_step_by_step(text: &str) {
    let verdict = graded(CHAIN, text).visible;
    let claimed = verdict.steps.iter().filter(|step| step.claim.is_some()).count();
    assert!(verdict.roots.is_empty(), "{:?}\n{text}", verdict.roots);
    assert_eq!(claimed, 5, "{text}");
    let values = [("681", "691"), ("38", "48"), ("19", "24"), ("57", "72")];
    let incorrect = values
        .into_iter()
        .fold(text.to_owned(), |text, (right, incorrect)| text.replace(right, incorrect));
    first_error(CHAIN, &incorrect, Some((4, "slip")));
}

#[test]
fn texts_that_name_only_operands_are_read() {
    for text in [
        "S1 plus S2 gives 227. S3 times 3 gives 681. S4 minus S1 gives 38. S5 divided by 2 gives 19. S6 times 3 gives 57.\n\nAnswer: 57",
        "Add S2 to S1 → 227\nMultiply S3 by 3 → 681\nSubtract S1 from S4 → 38\nHalve S5 → 19\nTriple S6 → 57\nAnswer: 57",
        "Add S1 and S2 → 227. Multiply by 3 → 681. Subtract S1 → 38. Divide by 2 → 19. Multiply by 3 → 57.",
        "Start with S1 = 643. Add S2 (-416) → 227. Multiply by 3 → 681. Subtract S1 (643) → 38. Divide by 2 → 19. Multiply by 3 → 57.",
    ] {
        let verdict = graded(CHAIN, text).visible;
        assert!(verdict.roots.is_empty(), "{:?}\n{text}", verdict.roots);
        assert!(verdict.steps.iter().all(|step| step.claim.is_some()), "{text}");
    }
}

#[test]
fn rows_that_name_only_operands_are_read() {
    for rows in [
        "| S1 | + S2 | 227 |\n| S3 | × 3 | 681 |\n| S4 | − S1 | 38 |\n| S5 | ÷ 2 | 19 |\n| S6 | × 3 | 57 |",
        "| + | S1 | S2 | 227 |\n| * | S3 | 3 | 681 |\n| - | S4 | S1 | 38 |\n| / | S5 | 2 | 19 |\n| * | S6 | 3 | 57 |",
        "| 1 | S1 | + | S2 | 227 |\n| 2 | S3 | * | 3 | 681 |\n| 3 | S4 | - | S1 | 38 |\n| 4 | S5 | / | 2 | 19 |\n| 5 | S6 | * | 3 | 57 |",
        "| S1, S2 | + | 227 |\n| S3, 3 | × | 681 |\n| S4, S1 | − | 38 |\n| S5, 2 | ÷ | 19 |\n| S6, 3 | × | 57 |",
    ] {
        is_read_step_by_step(&format!("{rows}\n\nAnswer: 57"));
    }
}

#[test]
fn work_after_a_list_of_formulas_starts_at_the_first_formula() {
    let chain = "a = 12\nb = a * 4\nc = b - 5";
    let text = "a = 12\nb = a * 4\nc = b - 5\n\n12 * 4 = 48\n48 - 5 = 43\n\nAnswer: 43";
    first_error(chain, text, None);
    first_error(chain, &text.replace("43", "42"), Some((3, "slip")));
}

#[test]
fn column_arithmetic_gives_the_value_of_the_heading_step() {
    let chain = "a = 667\nb = 492\nc = a - b\nd = c * 3";
    let text =
        "**c**\n\n  667\n- 492\n-----\n  175\n\n**d**\n\n  175\n×   3\n-----\n  525\n\nAnswer: 525";
    first_error(chain, text, None);
    let incorrect = text.replace("175", "185").replace("525", "555");
    first_error(chain, &incorrect, Some((3, "slip")));
}

#[test]
fn value_in_brackets_after_an_operation_is_its_result() {
    let chain = "a = 4\nb = 100 - a\nc = b / 8";
    let text = "b = 100 - a (96)\nc = b / 8 (12)\n\nAnswer: 12";
    first_error(chain, text, None);
    first_error(chain, &text.replace("12", "14"), Some((3, "slip")));
}

#[test]
fn correction_may_begin_with_a_negative_number() {
    let chain = "a = 304\nb = a - 346\nc = b * 9";
    let text = "**b**: 304 - 346 = -42\n\n**c**: (-42) * 9 = -388\n\n*Correction:* (-42) * 9 = -378.\n\nAnswer: -378";
    first_error(chain, text, None);
}

#[test]
fn comment_after_a_value_is_no_division() {
    let chain = "a = 567\nb = 563\nc = a + b\nd = c * 3\ne = d - b";
    let text =
        "c = 1130  // 567 + 563\nd = 3390  // 1130 * 3\ne = 2827  // 3390 - 563\n\nAnswer: 2827";
    first_error(chain, text, None);
    let incorrect = text.replace("1130", "1120").replace("3390", "3360").replace("2827", "2797");
    first_error(chain, &incorrect, Some((3, "slip")));
    first_error("a = 40\nc = a // 2", "c = a // 2 = 40 // 2 = 20\nAnswer: 20", None);
}

#[test]
fn numbered_names_may_have_subscripts() {
    let chain = "v1 = 16\nv2 = v1 * 5\nv3 = v2 - v1\nv4 = v3 - v2";
    let text = "v_2 = v_1 * 5 = 16 * 5 = 80\n$v_{3} = v_2 - v_1 = 80 - 16 = 64$\nv_4 = v_3 - v_2 = 64 - 80 = -16\n\nAnswer: -16";
    first_error(chain, text, None);
    first_error(chain, &text.replace("64", "54"), Some((3, "slip")));
}

#[test]
fn result_after_a_colon_belongs_to_its_operation() {
    let text = "1. Add S1 and S2: 227\n2. Multiply S3 by 3: 681\n3. Subtract S1 from S4: 38\n4. Divide S5 by 2: 19\n5. Multiply S6 by 3: 57\n\nAnswer: 57";
    is_read_step_by_step(text);
}
