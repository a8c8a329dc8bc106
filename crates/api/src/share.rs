//! The files that accompany a shared link: the verdict as Markdown and as a picture, and the link
//! as a QR code.

use qrcodegen::QrCodeEcc;
use stepfall_condition::read;
use stepfall_grade::{StopReason, Verdict, VerdictRecord};
use stepfall_procedure::{Condition, Item};
use stepfall_protocol::{QrCode, Shared};

use crate::failure::ApiError;
use crate::item::open_link_with_item;
use crate::markdown::markdown;
use crate::picture::picture;
use crate::subject::SharedItem;

/// The longest address that gets a QR code, in bytes. The code of a longer address would be too
/// fine for a camera.
const MAX_QR_ADDRESS: usize = 1_200;

/// Makes the Markdown, the picture and the QR code for an item and its transcript. `address` is the
/// whole link; `mark` is the word for a transcript that no language model wrote, such as
/// `simulated`, and is empty for other transcripts.
///
/// # Errors
///
/// [`ApiError`] if the link has no item.
pub fn share(
    link: &str,
    transcript: &str,
    stop: StopReason,
    address: &str,
    mark: &str,
) -> Result<Shared, ApiError> {
    let (opened, item) = open_link_with_item(link)?;
    let condition = opened.link.condition;
    let is_empty = transcript.trim().is_empty();
    let reading = (!is_empty).then(|| read(&item, condition, transcript, stop));
    let verdict = reading.as_ref().map(|reading| &reading.verdict);
    Ok(share_verdict(&item, condition, verdict, address, mark))
}

/// Makes the files of [`share`] from a verdict that is already known. The verdict is `None` if only
/// the item is shared.
pub fn share_verdict(
    item: &Item,
    condition: Condition,
    verdict: Option<&Verdict>,
    address: &str,
    mark: &str,
) -> Shared {
    let record = verdict.map(|verdict| VerdictRecord::new(item, condition, verdict));
    let subject = SharedItem { item, condition, record: record.as_ref(), address, mark };
    let (markdown, picture) = (markdown(&subject), picture(&subject));
    Shared { markdown, picture, code: qr_code(address) }
}

/// Returns the QR code of an address; `None` if the address is too long for one.
pub fn qr_code(address: &str) -> Option<QrCode> {
    if address.len() > MAX_QR_ADDRESS {
        return None;
    }
    let code = qrcodegen::QrCode::encode_text(address, QrCodeEcc::Low).ok()?;
    let size = code.size();
    let dark = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
    let dark = dark.filter(|(x, y)| code.get_module(*x, *y));
    let mut path = String::new();
    for (x, y) in dark {
        path += &format!("M{x} {y}h1v1h-1z");
    }
    Some(QrCode { path, size: size.unsigned_abs() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::simulate;

    const LINK: &str = "#/play?v=2&seed=42";

    fn shared(transcript: &str, address: &str) -> Shared {
        share(LINK, transcript, StopReason::Unknown, address, "").unwrap()
    }

    /// Returns the Markdown and the picture of a simulated transcript for the item of a link.
    fn simulated(link: &str, solver: &str, form: &str, rate: u32) -> (String, String) {
        let transcript = simulate(link, solver, form, rate, 8).unwrap().transcript;
        let address = "https://example.org/";
        let shared = share(link, &transcript, StopReason::Unknown, address, "simulated").unwrap();
        (shared.markdown, shared.picture)
    }

    #[test]
    fn a_correct_last_step_is_not_called_final_answer_under_unchained() {
        let shared = share(
            "#/play?v=2&steps=5&seed=42&condition=unchained",
            "S3 = 603\nS4 = 360\nS5 = 90\nS6 = 27\nS7 = 63\nAnswer: 63",
            StopReason::Unknown,
            "https://example.org/",
            "",
        );
        let Shared { markdown, picture, .. } = shared.unwrap();
        for text in [&markdown, &picture] {
            assert!(text.contains("Last step 63, correct"), "{text}");
            assert!(!text.contains("Final answer 63, correct"), "{text}");
        }
    }

    #[test]
    fn markdown_reports_the_verdict_the_item_and_an_excerpt() {
        let markdown =
            shared("S3 = -685\nS4 = -138\nAnswer: -26", "https://example.org/#/play?v=2").markdown;
        assert!(markdown.starts_with("> Correct for 1 of 25 steps. At S4"), "{markdown}");
        for part in [
            "\n\nFinal answer −26; correct is −320. Shows 2 of 25 steps.\n\n",
            "[Stepfall: 25 steps, look-back at most 5, seed 42, item 0](<https://example.org/#/play?v=2>)",
            "\nSteps S3 to S7, an excerpt of S3 to S27:\n",
            "| step | correct value | model’s value | status | why |",
            "| S4 | −137 | −138 | arithmetic error | off by one |",
            "| not reached |  |",
        ] {
            assert!(markdown.contains(part), "{part}: {markdown}");
        }
        assert!(!markdown.contains("simulated"));
    }

    #[test]
    fn markdown_names_the_wrong_operand_and_marks_simulations() {
        let (markdown, _) = simulated(LINK, "wrong-operand", "trace", 0);
        assert!(markdown.contains("| wrong operand | used S"), "{markdown}");
        assert!(markdown.contains(". Shows all 25 steps. (simulated)\n"), "{markdown}");
        assert!(!markdown.replace("| ---", "").contains("| -"), "one minus sign: {markdown}");
        let (followed, _) = simulated(LINK, "followed", "trace", 0);
        assert!(followed.contains("Final answer −320, correct."), "{followed}");
        assert!(!followed.contains("| step |"));
    }

    #[test]
    fn a_picture_is_well_formed_and_contains_no_transcript_text() {
        for transcript in ["", "<b>&\"S3 = 5\" S4 = 26 <script>\nAnswer: 26"] {
            let shared = shared(transcript, "https://example.org/?a=1&b=<2>");
            let picture = shared.picture;
            assert!(picture.starts_with("<svg xmlns=") && picture.ends_with("</svg>"));
            assert!(!picture.contains("script") && !picture.contains("<b>"));
            assert!(picture.contains("a=1&amp;b=&lt;2&gt;"));
        }
    }

    #[test]
    fn a_picture_states_the_verdict_in_words() {
        let (_, picture) = simulated(LINK, "wrong-operand", "trace", 0);
        for part in [
            "width=\"1200\" height=\"675\"",
            "fill=\"#b5330f\" font-weight=\"bold\">S",
            ">Wrong operand</tspan>",
            ">Final answer ",
            ">the procedure says S",
            ">it used S",
            ">inherited</text>",
            "look-back at most 5, seed 42, item 0 · grader ",
            ">simulated</text>",
        ] {
            assert!(picture.contains(part), "{part}: {picture}");
        }
        assert!(!picture.contains("lost-operand") && !picture.contains("not shown"));
    }

    #[test]
    fn arcs_show_the_operands_and_colour_only_misread_ones() {
        let arcs = |solver: &str| {
            let (_, picture) = simulated(LINK, solver, "trace", 0);
            let arcs = picture.split("<path ").skip(1).filter_map(|rest| rest.split("/>").next());
            let arcs = arcs.map(str::to_owned);
            arcs.filter(|arc| arc.contains("stroke-width")).collect::<Vec<_>>()
        };
        let is_red = |arc: &&String| arc.contains("stroke=\"#b5330f\"");
        let misread = arcs("wrong-operand");
        let red: Vec<&String> = misread.iter().filter(is_red).collect();
        assert!(red.iter().all(|arc| arc.contains("stroke-dasharray")) && red.len() == 1);
        assert_eq!(misread.iter().filter(|arc| arc.contains("stroke-width=\"2.6\"")).count(), 1);
        // An arithmetic error colours no arc.
        assert_eq!(arcs("slip-digit").iter().filter(is_red).count(), 0);
    }

    #[test]
    fn all_coordinates_are_inside_the_picture() {
        let specs = [
            "steps=1",
            "steps=5",
            "steps=95&names=scattered",
            "steps=300",
            "steps=500",
            "numbers=rational",
            "numbers=paper&steps=95",
            "steps=60&lookback=50",
        ];
        for spec in specs {
            for (solver, rate) in [("followed", 0), ("mixed", 2_000), ("mixed", 10_000)] {
                let (_, picture) = simulated(&format!("#/play?v=2&{spec}"), solver, "trace", rate);
                for (name, most) in [("x", 1_200), ("y", 675)] {
                    let attribute = format!(" {name}=\"");
                    let places = picture.split(&attribute).skip(1);
                    for place in places.filter_map(|rest| rest.split('"').next()) {
                        let place: u32 = place.parse().unwrap();
                        assert!(place <= most, "{spec}, {solver}: {name} is {place}");
                    }
                }
            }
        }
    }

    #[test]
    fn only_the_first_of_many_errors_is_emphasised() {
        let picture = |steps: u16| {
            simulated(&format!("#/play?v=2&seed=3&steps={steps}"), "mixed", "trace", 2_000).1
        };
        for steps in [95, 300] {
            let bold = picture(steps).matches("font-weight=\"bold\" fill=\"#b5330f\">S").count();
            assert_eq!(bold, 1, "one name at {steps} steps");
        }
        assert!(picture(95).matches(">it used ").count() > 1);
        assert!(picture(300).matches(">it used ").count() <= 1);
    }

    #[test]
    fn a_picture_notes_omitted_arcs() {
        let note = ">longer arcs are left out<";
        assert!(
            simulated("#/play?v=2&numbers=paper&steps=95", "followed", "trace", 0).1.contains(note)
        );
        assert!(!simulated("#/play?v=2&steps=95", "followed", "trace", 0).1.contains(note));
    }

    #[test]
    fn only_short_addresses_get_a_qr_code() {
        let short = shared("", "https://example.org/#/play?v=2&seed=42");
        assert!(short.code.unwrap().size >= 21);
        assert_eq!(qr_code(&"x".repeat(1_201)), None);
    }
}
