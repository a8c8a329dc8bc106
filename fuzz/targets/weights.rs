//! Files of weights are hostile input. Reading any file gives a checkpoint of the small model, or
//! an error.
//!
//! The first byte decides how the rest is used: as the file itself, or as a list of changes to a
//! valid file of a narrow model. Each change is a position of two bytes, and the new byte there.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use stepfall_small_model::{VOCABULARY, Weights};

/// The width of the narrow model, which has a single attention head.
const WIDTH: usize = 24;

/// A valid checkpoint of minimal size. All weights are zero.
static SMALLEST: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let wide = 4 * WIDTH;
    let shapes = [
        ("embedding", [VOCABULARY, WIDTH]),
        ("0.query", [WIDTH, WIDTH]),
        ("0.key", [WIDTH, WIDTH]),
        ("0.value", [WIDTH, WIDTH]),
        ("0.taps", [4, WIDTH]),
        ("0.out", [WIDTH, WIDTH]),
        ("0.up", [WIDTH, wide]),
        ("0.down", [wide, WIDTH]),
        ("0.norm1", [0, WIDTH]),
        ("0.norm2", [0, WIDTH]),
        ("norm", [0, WIDTH]),
    ];
    let (mut head, mut end) = (Vec::new(), 0);
    for (name, [rows, columns]) in shapes {
        let begin = end;
        end += 2 * rows.max(1) * columns;
        let shape = if rows == 0 { format!("{columns}") } else { format!("{rows},{columns}") };
        head.push(format!(
            r#""{name}":{{"dtype":"F16","shape":[{shape}],"data_offsets":[{begin},{end}]}}"#
        ));
    }
    let head = format!("{{{}}}", head.join(","));
    let mut file = u64::try_from(head.len()).expect("it is short").to_le_bytes().to_vec();
    file.extend_from_slice(head.as_bytes());
    file.resize(file.len() + end, 0);
    assert!(Weights::read(&file).is_ok(), "the file is a checkpoint as long as nothing is changed");
    file
});

fuzz_target!(|bytes: &[u8]| {
    let [choice, rest @ ..] = bytes else { return };
    let read = if choice % 2 == 0 {
        Weights::read(rest)
    } else {
        let mut file = SMALLEST.clone();
        for change in rest.as_chunks::<3>().0 {
            let at = usize::from(u16::from_le_bytes([change[0], change[1]]));
            if let Some(byte) = file.get_mut(at) {
                *byte = change[2];
            }
        }
        Weights::read(&file)
    };
    match read {
        Ok(weights) => {
            assert!(weights.layer_count() >= 1 && weights.head_count() >= 1);
            assert!(weights.parameters() > 0);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    assert!(
        Weights::shipped("short", rest).is_err(),
        "no other bytes than the shipped ones are taken"
    );
});
