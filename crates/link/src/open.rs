//! Opens any address as a link with a valid spec.

use stepfall_procedure::{Generator, Item, Refusal, Spec};

use crate::address::{PlayLink, parse};
use crate::notice::Notice;

/// A link whose spec is valid.
#[derive(Debug, Clone)]
pub struct Opened {
    /// The content of the address. Its spec is that of the generator, or describes its custom
    /// procedure.
    pub link: PlayLink,
    /// The generator of the spec. For a custom procedure, it is the generator of the default spec,
    /// from which a new item can be drawn.
    pub generator: Generator,
    /// Parts of the address that were not understood or are invalid.
    pub notices: Vec<Notice>,
}

impl Opened {
    /// Returns the item of the address: its custom procedure, or the item of its seed.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if the seed has no item.
    pub fn item(&self) -> Result<Item, Box<Refusal>> {
        match &self.link.custom {
            Some(custom) => Ok(custom.as_ref().clone()),
            None => Ok(self.generator.item(self.link.seed, self.link.index)?),
        }
    }
}

/// Parses an address. A spec that has no procedure is moved to the nearest spec that has one.
///
/// # Errors
///
/// A [`Refusal`] only if the default spec is refused, which tests rule out.
pub fn open(address: &str) -> Result<Opened, Box<Refusal>> {
    let mut parsed = parse(address);
    if parsed.link.custom.is_some() {
        let generator = Generator::new(Spec::default())?;
        return Ok(Opened { link: parsed.link, generator, notices: parsed.notices });
    }
    let generator = match Generator::new(parsed.link.spec) {
        Ok(generator) => generator,
        Err(refusal) => {
            let nearest = refusal.nearest.unwrap_or_default();
            parsed.notices.push(Notice::Refused(Box::new(refusal)));
            Generator::new(nearest)
                .or_else(|_| Generator::new(Spec::default()))
                .map_err(Box::new)?
        }
    };
    parsed.link.spec = *generator.spec();
    Ok(Opened { link: parsed.link, generator, notices: parsed.notices })
}
