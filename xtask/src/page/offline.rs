//! Offline use and installation of the page: a service worker that keeps the page's files, and a
//! manifest with icons.

use anyhow::Result;
use data_encoding::HEXLOWER;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::document::Asset;

/// The service worker. Its names in braces are placeholders for the version and for addresses with
/// digests.
const SERVICE_WORKER: &str = include_str!("sw.js");

/// The address of the service worker. It never changes, because browsers look for a newer version
/// there.
pub(super) const SERVICE_WORKER_ADDRESS: &str = "./sw.js";

/// Returns the service worker for the files that every visit loads, the document first, and those
/// that are loaded on demand.
pub(super) fn service_worker(first: &[Asset], later: &[Asset]) -> Result<String> {
    let digests = |files: &[Asset]| -> Map<String, Value> {
        files.iter().map(|file| (file.address.clone(), file.integrity.clone().into())).collect()
    };
    let (first, later) = (digests(first), digests(later));
    let [first, later] = [serde_json::to_string(&first)?, serde_json::to_string(&later)?];
    let version = HEXLOWER.encode(&Sha256::digest([first.as_str(), later.as_str()].concat()));
    Ok(SERVICE_WORKER
        .replace("{version}", &version[..16])
        .replace("{first}", &first)
        .replace("{later}", &later))
}

/// The background of the icons: the paper of the light theme.
const PAPER: &str = "#faf9f5";

/// Returns the manifest for the addresses of the icons: the SVG, and PNGs with their widths.
pub(super) fn manifest(svg: &str, pngs: &[(u16, String)]) -> Result<String> {
    let mut listed =
        vec![json!({ "src": svg, "type": "image/svg+xml", "sizes": "any", "purpose": "any" })];
    for (pixels, address) in pngs {
        for purpose in ["any", "maskable"] {
            let sizes = format!("{pixels}x{pixels}");
            listed.push(
                json!({ "src": address, "type": "image/png", "sizes": sizes, "purpose": purpose }),
            );
        }
    }
    Ok(serde_json::to_string_pretty(&json!({
        "name": "Stepfall",
        "description": "Find the step where a language model stops following a procedure.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": listed,
    }))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asset(address: &str) -> Asset {
        Asset { address: address.to_owned(), integrity: format!("sha256-{address}") }
    }

    #[test]
    fn a_service_worker_lists_all_files_and_its_version_depends_on_them() {
        let first = [asset("./"), asset("./a.js")];
        let script = service_worker(&first, &[asset("./b.wasm")]).unwrap();
        assert!(script.contains(r#"const FIRST = {"./":"sha256-./","./a.js":"sha256-./a.js"};"#));
        assert!(script.contains(r#"const LATER = {"./b.wasm":"sha256-./b.wasm"};"#));
        let version = |script: &str| script.lines().nth(1).map(str::to_owned);
        assert!(!script.contains("{version}"));
        let other = service_worker(&first, &[asset("./c.wasm")]).unwrap();
        assert_ne!(version(&script), version(&other));
    }
}
