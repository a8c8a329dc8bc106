//! The HTML code by which another page embeds a view of this one.

use stepfall_link::Embedded;

/// A script that adjusts the height of each frame to its content. If a site removes the script, the
/// frames keep their initial height.
const FOLLOW_HEIGHT: &str = r#"<script>addEventListener("message",({data,source})=>{if(data?.type==="stepfall:height")for(const frame of document.querySelectorAll("iframe"))if(frame.contentWindow===source)frame.height=data.height})</script>"#;

/// Returns the code that embeds the view that a link opens. `title` is the title of the frame.
/// Returns `None` if the link opens no view of the kind `of`.
pub(crate) fn code(link: &str, of: Embedded, title: &str) -> Option<String> {
    let (base, _) = link.split_once('#')?;
    let framed = of.fragment(&link[base.len()..])?;
    let address = attribute(&format!("{base}{framed}"));
    let title = attribute(title);
    let height = match of {
        Embedded::Verdict => 520,
        Embedded::Chapter => 1200,
        Embedded::Figure => 620,
        Embedded::Map => 900,
    };
    Some(format!(
        "<iframe src=\"{address}\" title=\"{title}\" width=\"100%\" height=\"{height}\" style=\"border:0\" loading=\"lazy\"></iframe>\n{FOLLOW_HEIGHT}"
    ))
}

/// Escapes a text as an attribute value in double quotes.
fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_pages_have_code() {
        let link = "https://host/a/#/play?v=2&seed=4";
        let framed = code(link, Embedded::Verdict, "A \"B\" & C").unwrap();
        let (element, script) = framed.split_once('\n').unwrap();
        assert_eq!(
            element,
            "<iframe src=\"https://host/a/#/embed/play?v=2&amp;seed=4\" title=\"A &quot;B&quot; &amp; C\" width=\"100%\" height=\"520\" style=\"border:0\" loading=\"lazy\"></iframe>"
        );
        assert_eq!(script, FOLLOW_HEIGHT);
        assert_eq!(code("https://host/#/sweep?v=2", Embedded::Chapter, ""), None);
    }
}
