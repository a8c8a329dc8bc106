//! Transcripts and procedures inside a link: DEFLATE (RFC 1951), then URL-safe base64 without
//! padding (RFC 4648, section 5).

use std::fmt;

use base64ct::{Base64UrlUnpadded, Encoding as _};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use stepfall_procedure::MAX_PROCEDURE;

/// The maximum length of a packed transcript or procedure in a link, in bytes. A longer transcript
/// belongs in a file.
pub const MAX_PACKED: usize = 65_536;
/// The length of a packed transcript, in bytes, from which some programs that forward links may
/// fail.
pub const WARN_PACKED: usize = 8_192;
/// The maximum length of an unpacked transcript, in bytes. The limit is checked while the data are
/// inflated.
pub const MAX_TRANSCRIPT: usize = 1 << 20;

/// The reason why a transcript or a procedure cannot be packed or unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TranscriptError {
    /// The text is longer than [`MAX_PACKED`] when packed. Or it is longer than the limit when
    /// unpacked: [`MAX_TRANSCRIPT`], or [`MAX_PROCEDURE`] for a procedure.
    TooLong,
    /// The packed text is not the output of [`pack`].
    Damaged,
}

impl fmt::Display for TranscriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "it is too long for a link; share it as a file"),
            Self::Damaged => write!(f, "it is damaged, perhaps cut off when the link was copied"),
        }
    }
}

impl std::error::Error for TranscriptError {}

/// Compresses a transcript, and encodes it for an address.
///
/// # Errors
///
/// [`TranscriptError::TooLong`] if the transcript is too long, packed or unpacked.
pub fn pack(transcript: &str) -> Result<String, TranscriptError> {
    if transcript.len() > MAX_TRANSCRIPT {
        return Err(TranscriptError::TooLong);
    }
    let packed = packed(transcript);
    if packed.len() > MAX_PACKED { Err(TranscriptError::TooLong) } else { Ok(packed) }
}

/// Unpacks a transcript; an empty text is an empty transcript.
///
/// # Errors
///
/// [`TranscriptError`] if the text is too long, packed or unpacked, or was not made by [`pack`].
pub fn unpack(packed: &str) -> Result<String, TranscriptError> {
    unpacked(packed, MAX_TRANSCRIPT)
}

/// Packs the text of a procedure. Every valid procedure fits into a link.
pub(crate) fn pack_procedure(text: &str) -> String {
    packed(text)
}

/// Unpacks the text of a procedure, of at most [`MAX_PROCEDURE`] bytes.
pub(crate) fn unpack_procedure(packed: &str) -> Result<String, TranscriptError> {
    unpacked(packed, MAX_PROCEDURE)
}

fn packed(text: &str) -> String {
    Base64UrlUnpadded::encode_string(&compress_to_vec(text.as_bytes(), 9))
}

fn unpacked(packed: &str, most: usize) -> Result<String, TranscriptError> {
    if packed.is_empty() {
        return Ok(String::new());
    }
    if packed.len() > MAX_PACKED {
        return Err(TranscriptError::TooLong);
    }
    let deflated = Base64UrlUnpadded::decode_vec(packed).map_err(|_| TranscriptError::Damaged)?;
    let bytes = decompress_to_vec_with_limit(&deflated, most).map_err(|error| {
        if error.status == TINFLStatus::HasMoreOutput {
            TranscriptError::TooLong
        } else {
            TranscriptError::Damaged
        }
    })?;
    String::from_utf8(bytes).map_err(|_| TranscriptError::Damaged)
}
