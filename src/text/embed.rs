//! The element by which another page shows something of this one.

use stepfall_link::Embedded;

/// The element by which another page shows what a link leads to; nothing where it leads elsewhere.
pub(crate) fn embed_code(link: &str, of: Embedded) -> Option<String> {
    let (base, _) = link.split_once('#')?;
    let framed = of.fragment(&link[base.len()..])?;
    // Of what is special in an attribute an address holds this alone.
    let address = format!("{base}{framed}").replace('&', "&amp;").replace('"', "&quot;");
    let height = match of {
        Embedded::Verdict => 520,
        Embedded::Chapter => 900,
        Embedded::Figure => 620,
    };
    Some(format!(
        "<iframe src=\"{address}\" title=\"Stepfall\" width=\"100%\" height=\"{height}\" style=\"border:0\" loading=\"lazy\"></iframe>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_framed_has_an_element() {
        let code = embed_code("https://host/a/#/play?v=2&seed=4", Embedded::Verdict);
        assert_eq!(
            code.as_deref(),
            Some(
                "<iframe src=\"https://host/a/#/embed/play?v=2&amp;seed=4\" title=\"Stepfall\" width=\"100%\" height=\"520\" style=\"border:0\" loading=\"lazy\"></iframe>"
            )
        );
        assert_eq!(embed_code("https://host/#/sweep?v=2", Embedded::Chapter), None);
    }
}
