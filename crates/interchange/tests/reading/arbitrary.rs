//! Arbitrary bytes: nothing panics, and the result does not depend on how the bytes are split.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use stepfall_interchange::ColumnChoice;

use crate::read_pieces;

/// The pieces from which arbitrary files are put together.
const PIECES: [&str; 37] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\n",
    "\r",
    "\t",
    ";",
    " ",
    "NaN",
    "null",
    "\\ud83d",
    "\u{feff}",
    "\"id\"",
    "\"text\"",
    "\"samples\"",
    "\"results\"",
    "\"custom_id\"",
    "\"result\"",
    "\"response\"",
    "\"key\"",
    "\"error\"",
    "\"doc_id\"",
    "\"resps\"",
    "\"epoch\"",
    "\"vars\"",
    "id,text\n",
    "7",
    "PK\u{3}\u{4}",
    "sep=;",
    "}{",
    "\0",
    "{\"id\":\"a\",\"text\":\"b\"}",
];

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => proptest::sample::select(&PIECES[..]).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => proptest::collection::vec(any::<u8>(), 1..4),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn choice() -> impl Strategy<Value = Option<ColumnChoice>> {
    let name = || proptest::sample::select(vec!["id", "text", "a.b", "", ".", "id.0"]);
    let choice = (name(), name())
        .prop_map(|(id, output)| ColumnChoice { id: id.into(), output: output.into() });
    proptest::option::of(choice)
}

/// Generates fixtures with some changed bytes, half of them without their end.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort_unstable();
    let file = proptest::sample::select(files).prop_map(|path| fs::read(path).unwrap());
    let changes = proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 1..6);
    (file, changes, any::<proptest::sample::Index>(), any::<bool>()).prop_map(
        |(mut file, changes, end, is_cut)| {
            for (at, byte) in changes {
                let at = at.index(file.len());
                file[at] = byte;
            }
            if is_cut {
                file.truncate(end.index(file.len()));
            }
            file
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn arbitrary_bytes_read_the_same_in_any_pieces(bytes in bytes(), cuts in proptest::collection::vec(1..20_usize, 1..8), choice in choice()) {
        let whole = read_pieces([bytes.as_slice()], choice.as_ref());
        prop_assert!(whole.0.len() <= bytes.len());
        let (mut pieces, mut rest) = (Vec::new(), bytes.as_slice());
        for cut in cuts.iter().cycle() {
            if rest.is_empty() {
                break;
            }
            let (piece, behind) = rest.split_at(rest.len().min(*cut));
            pieces.push(piece);
            rest = behind;
        }
        prop_assert_eq!(read_pieces(pieces, choice.as_ref()), whole);
    }

    #[test]
    fn damaged_files_read_the_same_in_any_pieces(bytes in damaged(), piece in 1..500_usize) {
        let whole = read_pieces([bytes.as_slice()], None);
        prop_assert_eq!(read_pieces(bytes.chunks(piece), None), whole);
    }
}
