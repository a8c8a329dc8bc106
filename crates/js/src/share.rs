//! What to hand on beside a link: the verdict as Markdown, as a picture, and the link as a QR code.

use qrcodegen::{QrCode, QrCodeEcc};
use serde::Serialize;
use stepfall_grade::{Grader, VerdictRecord};
use stepfall_procedure::Item;

use crate::failure::Failure;
use crate::item::{json, opened_item};
use crate::picture::picture;
use crate::verdict::reason_to_stop;

/// The longest address that is made a QR code, in bytes: longer ones are too fine for a camera.
const LONGEST_CODE: usize = 1_200;
/// How many steps around the first fault are listed.
const AROUND: usize = 3;

#[derive(Serialize)]
struct Shared {
    markdown: String,
    /// An SVG document.
    picture: String,
    /// The path of the dark squares, each one unit wide, and how many units wide the code is; nothing where the address is too long.
    code: Option<Code>,
}

#[derive(Serialize)]
struct Code {
    path: String,
    size: i32,
}

/// What to hand on of an item and a transcript of it: `{markdown, picture, code}`. `address` is the whole link that leads there.
///
/// # Errors
///
/// [`Failure`] for an unknown `stop`, and where the link has no item.
pub fn share(link: &str, transcript: &str, stop: &str, address: &str) -> Result<String, Failure> {
    let stop = reason_to_stop(stop)?;
    let (opened, item) = opened_item(link)?;
    let condition = opened.link.condition;
    let record = (!transcript.trim().is_empty()).then(|| {
        let verdict = Grader::new(&item, condition).grade(transcript, stop);
        VerdictRecord::new(&item, condition, &verdict)
    });
    Ok(json(&Shared {
        markdown: markdown(&item, record.as_ref(), address),
        picture: picture(&item, condition, record.as_ref(), address),
        code: code(address),
    }))
}

/// A few lines for an issue or a chat.
fn markdown(item: &Item, record: Option<&VerdictRecord>, address: &str) -> String {
    let spec = &item.spec;
    let about = format!("{} steps, seed {}, item {}", spec.steps, item.seed.number(), item.index);
    let Some(record) = record else { return format!("[Stepfall: {about}]({address})\n") };
    let mut text = format!("> {}\n\n[Stepfall: {about}]({address})\n", record.headline);
    let steps = &record.voice.steps;
    let fault = steps.iter().position(|step| !step.hypotheses.is_empty());
    if let Some(fault) = fault {
        text += "\n| step | exact | claimed | status |\n| --- | ---: | ---: | --- |\n";
        let listed = fault.saturating_sub(AROUND)..(fault + AROUND + 1).min(steps.len());
        for step in &steps[listed] {
            let claimed = step.claimed.as_deref().unwrap_or("");
            text +=
                &format!("| {} | {} | {claimed} | {} |\n", step.name, step.expected, step.status);
        }
    }
    text
}

fn code(address: &str) -> Option<Code> {
    if address.len() > LONGEST_CODE {
        return None;
    }
    let code = QrCode::encode_text(address, QrCodeEcc::Low).ok()?;
    let size = code.size();
    let dark = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
    let dark = dark.filter(|(x, y)| code.get_module(*x, *y));
    let mut path = String::new();
    for (x, y) in dark {
        path += &format!("M{x} {y}h1v1h-1z");
    }
    Some(Code { path, size })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(transcript: &str, address: &str) -> serde_json::Value {
        let link = "#/play?v=0&seed=42";
        serde_json::from_str(&share(link, transcript, "unknown", address).unwrap()).unwrap()
    }

    #[test]
    fn markdown_says_what_happened_and_where() {
        let markdown = shared("S3 = 5\nS4 = 26\nAnswer: 26", "https://example.org/#/play?v=0");
        let markdown = markdown["markdown"].as_str().unwrap();
        assert!(markdown.starts_with("> Followed for 1 step;"), "{markdown}");
        assert!(
            markdown
                .contains("[Stepfall: 25 steps, seed 42, item 0](https://example.org/#/play?v=0)")
        );
        assert!(markdown.contains("| S4 | 25 | 26 | slip |"), "{markdown}");
    }

    #[test]
    fn a_picture_is_well_formed_and_holds_no_text_of_the_transcript() {
        for transcript in ["", "<b>&\"S3 = 5\" S4 = 26 <script>\nAnswer: 26"] {
            let shared = shared(transcript, "https://example.org/?a=1&b=<2>");
            let picture = shared["picture"].as_str().unwrap();
            assert!(picture.starts_with("<svg xmlns=") && picture.ends_with("</svg>"));
            assert!(!picture.contains("script") && !picture.contains("<b>"));
            assert!(picture.contains("a=1&amp;b=&lt;2&gt;"));
        }
    }

    #[test]
    fn only_what_a_camera_can_read_is_a_code() {
        let short = shared("", "https://example.org/#/play?v=0&seed=42");
        assert!(short["code"]["size"].as_i64().unwrap() >= 21);
        assert!(shared("", &"x".repeat(1_201))["code"].is_null());
    }
}
