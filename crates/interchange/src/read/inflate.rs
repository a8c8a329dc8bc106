//! Unpacks the members of a ZIP file. The limit is checked during unpacking.

use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::problem::Problem;
use super::zip::Member;

const STORED: u16 = 0;
const DEFLATE: u16 = 8;
const ZSTANDARD: u16 = 93;
/// The number of bytes of a Zstandard frame that are unpacked before the limit is checked.
const STEP: usize = 1 << 20;
/// The maximum window of Zstandard, in bytes. The decoder holds the window in memory.
const MAX_WINDOW: u64 = 64 << 20;

/// Unpacks a member of a file with these bytes.
///
/// # Errors
///
/// The [`Problem`]; it is [`Problem::LongMember`] if the result exceeds `limit`, or if Zstandard
/// needs a window above [`MAX_WINDOW`].
pub(super) fn unpack(bytes: &[u8], member: &Member, limit: usize) -> Result<Vec<u8>, Problem> {
    if member.is_encrypted {
        return Err(Problem::Encrypted);
    }
    let packed = member.packed(bytes).ok_or(Problem::Damaged)?;
    let unpacked = match member.method {
        STORED if packed.len() > limit => return Err(Problem::LongMember),
        STORED => packed.to_vec(),
        DEFLATE => decompress_to_vec_with_limit(packed, limit).map_err(|error| {
            let is_long = error.status == TINFLStatus::HasMoreOutput;
            if is_long { Problem::LongMember } else { Problem::Damaged }
        })?,
        ZSTANDARD => unpack_frames(packed, limit)?,
        method => return Err(Problem::UnsupportedMethod(method)),
    };
    if crc32fast::hash(&unpacked) == member.checksum { Ok(unpacked) } else { Err(Problem::Damaged) }
}

/// Unpacks consecutive frames of Zstandard (RFC 8878).
fn unpack_frames(packed: &[u8], limit: usize) -> Result<Vec<u8>, Problem> {
    let mut decoder = FrameDecoder::new();
    decoder.set_max_window_size(MAX_WINDOW);
    let (mut rest, mut unpacked) = (packed, Vec::new());
    while !rest.is_empty() {
        match decoder.reset(&mut rest) {
            Ok(()) => {}
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                let length = usize::try_from(length).map_err(|_| Problem::Damaged)?;
                rest = rest.get(length..).ok_or(Problem::Damaged)?;
                continue;
            }
            Err(FrameDecoderError::WindowSizeTooBig { .. }) => return Err(Problem::LongMember),
            Err(_) => return Err(Problem::Damaged),
        }
        while !decoder.is_finished() {
            let step = BlockDecodingStrategy::UptoBytes(STEP);
            decoder.decode_blocks(&mut rest, step).map_err(|_| Problem::Damaged)?;
            unpacked.extend(decoder.collect().unwrap_or_default());
            if unpacked.len() + decoder.can_collect() > limit {
                return Err(Problem::LongMember);
            }
        }
    }
    Ok(unpacked)
}
