//! Writes lessons for `training/train.py` to standard output.
//!
//! `lessons FEWEST MOST TOKENS FROM COUNT` writes the batches FROM to FROM + COUNT - 1. Their
//! procedures have FEWEST to MOST steps, and each batch has about TOKENS tokens. A batch is the
//! number of sequences and their length, as 32 bits each, little-endian, and then a byte for each
//! token.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use stepfall_small_model::{Curriculum, Lessons, Token};

fn main() -> ExitCode {
    let arguments: Option<Vec<u64>> =
        std::env::args().skip(1).map(|argument| argument.parse().ok()).collect();
    let outcome = match arguments.as_deref() {
        Some(&[fewest, most, tokens, from, count]) => write(fewest, most, tokens, from, count),
        _ => Err("usage: lessons FEWEST MOST TOKENS FROM COUNT, all whole numbers".into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the pipe may close it before all batches are written.
        Err(error) if is_closed(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn is_closed(error: &(dyn std::error::Error + 'static)) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn write(
    fewest: u64,
    most: u64,
    tokens: u64,
    from: u64,
    count: u64,
) -> Result<(), Box<dyn std::error::Error>> {
    let curriculum = Curriculum {
        fewest: u16::try_from(fewest)?,
        most: u16::try_from(most)?,
        tokens: usize::try_from(tokens)?,
    };
    let mut lessons = Lessons::new(curriculum);
    let mut out = BufWriter::new(io::stdout().lock());
    for number in from..from.saturating_add(count) {
        let batch = lessons.batch(number).map_err(|refusal| refusal.rule.to_string())?;
        let length = batch.first().map_or(0, Vec::len);
        out.write_all(&u32::try_from(batch.len())?.to_le_bytes())?;
        out.write_all(&u32::try_from(length)?.to_le_bytes())?;
        for tokens in batch {
            let bytes: Vec<u8> = tokens.into_iter().map(Token::number).collect();
            out.write_all(&bytes)?;
        }
    }
    out.flush()?;
    Ok(())
}
