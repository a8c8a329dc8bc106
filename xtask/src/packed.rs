//! Compression of files at the highest levels of gzip and Brotli, as the best hosts do it.

use std::fs;
use std::io::Write as _;

use anyhow::{Context, Result};
use data_encoding::HEXLOWER;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::workspace::{Workspace, read_bytes, unfinished, write};

/// The compressed forms of a file.
pub(crate) struct Packed {
    pub(crate) gzip: Vec<u8>,
    pub(crate) brotli: Vec<u8>,
}

/// Compresses a file. Results are cached by the hash of the file, because this takes seconds.
pub(crate) fn pack(workspace: &Workspace, bytes: &[u8]) -> Result<Packed> {
    let cached = workspace.scratch("packed")?.join(HEXLOWER.encode(&Sha256::digest(bytes)));
    let [gzip, brotli] = ["gz", "br"].map(|extension| cached.with_extension(extension));
    if !(gzip.is_file() && brotli.is_file()) {
        for (path, packed) in [(&gzip, gzip_compress(bytes)?), (&brotli, brotli_compress(bytes)?)] {
            // The file is renamed at the end, so that an interrupted run leaves no incomplete
            // result.
            let unfinished = unfinished(path);
            write(&unfinished, packed)?;
            fs::rename(&unfinished, path)
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(Packed { gzip: read_bytes(&gzip)?, brotli: read_bytes(&brotli)? })
}

fn gzip_compress(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(bytes)?;
    Ok(gzip.finish()?)
}

#[cfg(not(feature = "release"))]
fn brotli_compress(_: &[u8]) -> Result<Vec<u8>> {
    anyhow::bail!("this xtask was compiled without its feature `release`, and cannot pack files")
}

#[cfg(feature = "release")]
fn brotli_compress(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut brotli = Vec::new();
    {
        let (quality, window) = (11, 22);
        let mut writer = brotli::CompressorWriter::new(&mut brotli, 1 << 16, quality, window);
        writer.write_all(bytes)?;
    }
    Ok(brotli)
}
