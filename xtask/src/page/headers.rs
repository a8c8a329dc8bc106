//! The HTTP headers of the page's files: a `_headers` file in the format of Netlify and Cloudflare
//! Pages.
//!
//! There is no `frame-ancestors`: every page may frame this one. That includes local files and
//! sandboxed documents, which no source expression names. A framed page has no control that could
//! be abused by clickjacking.

/// The headers of every file.
const ALWAYS: [(&str, &str); 4] = [
    // Neither the opener of the page nor a window that it opens gets a reference to it.
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
];

/// The caching of a file whose name contains its hash.
const HASHED: &str = "public, max-age=31536000, immutable";

/// The caching of a file that has the same name in every version.
const NAMED: &str = "no-cache";

/// Returns the headers of the file with this name.
pub(crate) fn of(name: &str) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    let cache = if is_hashed(name) { HASHED } else { NAMED };
    ALWAYS.into_iter().chain([("Cache-Control", cache)])
}

/// Returns the file for hosts, with a rule for all files, and a rule with the caching of each name.
/// Hosts join the values of a header from several rules. So only one rule for each file sets its
/// caching.
pub(super) fn file<'name>(names: impl Iterator<Item = &'name str>) -> String {
    let rule = |path: &str, headers: &[(&str, &str)]| {
        let mut text = format!("{path}\n");
        for (name, value) in headers {
            text += &format!("  {name}: {value}\n");
        }
        text
    };
    let mut text = rule("/*", &ALWAYS);
    for name in ["", "index.html"].into_iter().chain(names) {
        let cache: Vec<_> = of(name).filter(|(name, _)| *name == "Cache-Control").collect();
        text += &rule(&format!("/{name}"), &cache);
    }
    text
}

/// Returns whether a name contains the hash of its file, between its stem and its extension.
fn is_hashed(name: &str) -> bool {
    let hash = name.rsplit_once('.').and_then(|(stem, _)| Some(stem.rsplit_once('-')?.1));
    hash.is_some_and(|hash| hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_one_cache_rule() {
        let text = file(["a-0123456789abcdef.wasm", "sw.js"].into_iter());
        assert!(text.starts_with("/*\n  Cross-Origin-Opener-Policy: same-origin\n"));
        for (path, cache) in [
            ("/", NAMED),
            ("/index.html", NAMED),
            ("/a-0123456789abcdef.wasm", HASHED),
            ("/sw.js", NAMED),
        ] {
            let rule = format!("\n{path}\n  Cache-Control: {cache}\n");
            assert_eq!(text.matches(&rule).count(), 1, "{path} in {text}");
        }
        assert_eq!(text.matches("Cache-Control").count(), 4);
    }
}
