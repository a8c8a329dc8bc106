//! Checks that every golden file is what its link gives natively.

use std::fs;
use std::path::Path;

/// The minimum number of golden files. If there are fewer, a file was deleted by mistake.
const AT_LEAST: usize = 159;

#[test]
fn every_golden_file_is_what_its_link_gives() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../golden");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let frozen = fs::read_to_string(&path).unwrap();
        let golden: serde_json::Value = serde_json::from_str(&frozen).unwrap();
        let link = golden["link"].as_str().expect("a golden file has a link");
        assert_eq!(stepfall_golden::render(link), frozen, "{}", path.display());
        count += 1;
    }
    assert!(
        count >= AT_LEAST,
        "{count} golden files, of at least {AT_LEAST}: run `cargo xtask golden`"
    );
}
