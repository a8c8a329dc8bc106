//! The shipped checkpoints, identified by length and digest of their files.

use sha2::{Digest, Sha256};

use crate::weights::{Weights, WeightsError};

/// A shipped file of weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShippedWeights {
    /// The name of the checkpoint.
    pub slug: &'static str,
    /// The length of the file in bytes.
    pub length: usize,
    /// The SHA-256 digest of the file.
    pub digest: [u8; 32],
}

/// All shipped files.
pub const SHIPPED: [ShippedWeights; 2] = [
    ShippedWeights {
        slug: "short",
        length: 926_080,
        digest: digest(b"6308d9e3e965dd7a04b8dedd5bf75027e8c8d274319fd2102a1f322a2d18d8a7"),
    },
    ShippedWeights {
        slug: "long",
        length: 926_080,
        digest: digest(b"a901faa3d0ed171bbb6af97ae05557ac3f0d194e0b8670aeb59604d949b166a8"),
    },
];

/// Parses a digest in hexadecimal digits.
const fn digest(text: &[u8; 64]) -> [u8; 32] {
    const fn digit(letter: u8) -> u8 {
        if letter < b'a' { letter - b'0' } else { letter - b'a' + 10 }
    }
    let mut bytes = [0; 32];
    let mut at = 0;
    while at < 32 {
        bytes[at] = digit(text[2 * at]) << 4 | digit(text[2 * at + 1]);
        at += 1;
    }
    bytes
}

impl Weights {
    /// Reads a shipped checkpoint. It accepts only the bytes of the shipped file.
    ///
    /// # Errors
    ///
    /// Returns a [`WeightsError`] if the bytes are cut, altered, or those of another checkpoint.
    pub fn shipped(slug: &str, bytes: &[u8]) -> Result<Self, WeightsError> {
        let wanted = SHIPPED.iter().find(|shipped| shipped.slug == slug);
        let wanted = wanted.ok_or_else(|| WeightsError::Unknown(slug.to_owned()))?;
        if bytes.len() < wanted.length {
            return Err(WeightsError::Cut { length: bytes.len(), wanted: wanted.length });
        }
        let digest: [u8; 32] = Sha256::digest(bytes).into();
        if digest == wanted.digest {
            return Self::read(bytes);
        }
        Err(match SHIPPED.iter().find(|other| other.digest == digest) {
            Some(other) => WeightsError::Swapped { given: other.slug, wanted: wanted.slug },
            None => WeightsError::Altered,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(slug: &str) -> Vec<u8> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/weights");
        std::fs::read(format!("{folder}/{slug}.safetensors")).expect("it is shipped")
    }

    #[test]
    fn every_shipped_file_has_its_known_length_and_digest() {
        for shipped in SHIPPED {
            let bytes = file(shipped.slug);
            assert_eq!(bytes.len(), shipped.length, "{}", shipped.slug);
            let digest: [u8; 32] = Sha256::digest(&bytes).into();
            assert_eq!(digest, shipped.digest, "{}", shipped.slug);
            assert!(Weights::shipped(shipped.slug, &bytes).is_ok());
        }
    }

    #[test]
    fn cut_swapped_and_altered_files_are_distinguished() {
        let bytes = file("short");
        let cut = Weights::shipped("short", &bytes[..bytes.len() / 2]);
        assert!(matches!(cut, Err(WeightsError::Cut { .. })));
        assert!(matches!(Weights::shipped("short", &[]), Err(WeightsError::Cut { .. })));
        let mut altered = bytes.clone();
        let last = altered.len() - 1;
        altered[last] ^= 1;
        assert_eq!(Weights::shipped("short", &altered), Err(WeightsError::Altered));
        let more = [bytes.as_slice(), &[0]].concat();
        assert_eq!(Weights::shipped("short", &more), Err(WeightsError::Altered));
        assert!(matches!(Weights::shipped("medium", &bytes), Err(WeightsError::Unknown(_))));
        for other in SHIPPED.iter().filter(|other| other.slug != "short") {
            let swapped = Weights::shipped(other.slug, &bytes);
            assert_eq!(swapped, Err(WeightsError::Swapped { given: "short", wanted: other.slug }));
        }
    }
}
