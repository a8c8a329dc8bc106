//! Tests of several steps in one row, and of numbered rows.

use super::{incorrect_steps, lines, negative};

#[test]
fn several_steps_in_one_row_are_read() {
    for transcript in [
        "S3: -11 | S4: -55 | S5: -46\nS6: -37 | S7: -26\nS8: -52 | S9: -13 | S10: -39",
        "S3 = -11 | S4 = -55 | S5 = -46\nS6 = -37 | S7 = -26\nS8 = -52 | S9 = -13 | S10 = -39",
        "S3 = 9 - 20 = -11 | S4 = -11 * 5 = -55 | S5 = -55 + 9 = -46\nS6 = -46 + 9 = -37 | S7 = -37 + 11 = -26\n\
         S8 = -26*2 = -52 | S9 = -52/4 = -13 | S10 = -13-26 = -39",
        "| S3: -11 | S4: -55 |\n| S5: -46 | S6: -37 |\n| S7: -26 | S8: -52 |\n| S9: -13 | S10: -39 |",
        "| Step | Value | Step | Value |\n|---|---|---|---|\n| S3 | -11 | S7 | -26 |\n| S4 | -55 | S8 | -52 |\n\
         | S5 | -46 | S9 | -13 |\n| S6 | -37 | S10 | -39 |",
    ] {
        assert_eq!(incorrect_steps(&negative(), transcript), "followed: ", "{transcript}");
    }
}

#[test]
fn counting_column_names_the_steps() {
    for heading in ["#", "No.", "Nr.", "N°", "Step No.", "Line", "Step"] {
        let transcript = format!(
            "| {heading} | Value |\n|---|---|\n| 3 | -11 |\n| 4 | -55 |\n| 5 | -46 |\n| 6 | -37 |\n\
             | 7 | -26 |\n| 8 | -52 |\n| 9 | -13 |\n| 10 | -39 |\n\nAnswer: -39"
        );
        assert_eq!(incorrect_steps(&negative(), &transcript), "followed: ", "{heading}");
    }
}

#[test]
fn name_and_value_are_read_in_every_notation() {
    for line in [
        "NAME VALUE",
        "NAME      VALUE",
        "- NAME VALUE",
        "NAME,VALUE",
        "NAME — VALUE",
        "S(#) = VALUE",
        r"$\text{S}_{#} = VALUE$",
        r"\mathrm{S}_# = VALUE",
        "console.log(\"NAME =\", VALUE)",
        "print(\"NAME:\", VALUE)",
    ] {
        assert_eq!(incorrect_steps(&negative(), &lines(line)), "followed: ", "{line}");
    }
    let row = lines("NAME VALUE").replace('\n', ", ");
    assert_eq!(incorrect_steps(&negative(), &row), "followed: ");
    // An operation without a value changes nothing.
    assert_eq!(
        incorrect_steps(&negative(), "S3 = -11\nS3 - 20"),
        incorrect_steps(&negative(), "S3 = -11")
    );
}

#[test]
fn list_of_names_takes_a_list_of_values() {
    for transcript in [
        "S3 to S10: -11, -55, -46, -37, -26, -52, -13, -39",
        "S3 through S10: -11, -55, -46, -37, -26, -52, -13 and -39.",
        "S3...S10: -11, -55, -46, -37, -26, -52, -13, -39",
        "S3–S7: -11, -55, -46, -37, -26\nS8-S10: -52, -13, -39",
        "S3, S4, S5 = -11, -55, -46\nS6, S7 and S8 = -37, -26 and -52\n(S9, S10) = (-13, -39)",
    ] {
        assert_eq!(incorrect_steps(&negative(), transcript), "followed: ", "{transcript}");
    }
    // With fewer values than names, no value is read.
    assert_eq!(
        incorrect_steps(&negative(), "S3 to S10: -11, -55"),
        incorrect_steps(&negative(), "S3 to S10")
    );
}
