//! A checkpoint: from the bytes of a safetensors file to matrices.

use std::fmt;

use safetensors::tensor::{Dtype, SafeTensors};

use crate::matrix::Matrix;
use crate::token::VOCABULARY;

/// The number of earlier positions that are mixed into each position before attention.
pub(crate) const TAPS: usize = 4;
/// The maximum number of layers.
const MAX_LAYERS: usize = 16;
/// The maximum width of a residual stream.
const MAX_WIDTH: usize = 512;
/// The number of channels of a head. The rotary position encoding rotates pairs of them.
pub(crate) const HEAD: usize = 24;

/// The reason why bytes are no checkpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WeightsError {
    /// The bytes are no file of tensors, or were cut.
    Unreadable(String),
    /// A tensor is missing.
    Missing(String),
    /// A tensor has another shape, or another type of numbers.
    Shape(String),
    /// A weight is not a finite number.
    NotFinite(String),
    /// No shipped checkpoint has this name.
    Unknown(String),
    /// The file is shorter than the shipped one.
    Cut {
        /// The length of the file.
        length: usize,
        /// The expected length.
        wanted: usize,
    },
    /// The bytes are those of another checkpoint.
    Swapped {
        /// The checkpoint of the bytes.
        given: &'static str,
        /// The requested checkpoint.
        wanted: &'static str,
    },
    /// The file is long enough, but its digest is that of no shipped file.
    Altered,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(why) => {
                write!(out, "the weights cannot be read ({why}): load them again")
            }
            Self::Missing(name) => {
                write!(out, "the weights lack {name}, so they are not those of the small model")
            }
            Self::Shape(name) => write!(
                out,
                "{name} has another shape than the small model’s, or numbers of another type than 16 or 32 bits"
            ),
            Self::NotFinite(name) => {
                write!(out, "{name} has weights that are no numbers: load them again")
            }
            Self::Unknown(slug) => write!(out, "there is no checkpoint “{slug}” of the small model"),
            Self::Cut { length, wanted } => {
                write!(out, "the weights were cut at {length} of {wanted} bytes: load them again")
            }
            Self::Swapped { given, wanted } => {
                write!(out, "the weights are those of “{given}” and not of “{wanted}”")
            }
            Self::Altered => out.write_str(
                "the weights are not the ones that were published with this page: reload the page, or report this to its host",
            ),
        }
    }
}

/// One layer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Layer {
    pub(crate) norm1: Vec<f32>,
    /// The factors with which the four positions before are mixed in: all channels for the
    /// previous position, then for the one before it, and so on.
    pub(crate) taps: Vec<f32>,
    /// Query, key and value side by side.
    pub(crate) qkv: Matrix,
    pub(crate) out: Matrix,
    pub(crate) norm2: Vec<f32>,
    pub(crate) up: Matrix,
    pub(crate) down: Matrix,
}

/// All weights of a checkpoint.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    pub(crate) width: usize,
    pub(crate) embedding: Vec<f32>,
    pub(crate) layers: Vec<Layer>,
    pub(crate) norm: Vec<f32>,
    /// The matrix from the last residual stream to the scores of all tokens: the transposed
    /// embedding.
    pub(crate) scores: Matrix,
}

impl Weights {
    /// Reads weights of 32 or 16 bits from the bytes of a safetensors file.
    ///
    /// # Errors
    ///
    /// Returns a [`WeightsError`] if the bytes are not a safetensors file with the tensors of a
    /// small model.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let file = SafeTensors::deserialize(bytes)
            .map_err(|error| WeightsError::Unreadable(error.to_string()))?;
        let shape_of = |name: &str| {
            let tensor = file.tensor(name).map_err(|_| WeightsError::Missing(name.to_owned()))?;
            Ok::<Vec<usize>, WeightsError>(tensor.shape().to_vec())
        };
        let width = match shape_of("embedding")?[..] {
            [VOCABULARY, width] if width % HEAD == 0 && (HEAD..=MAX_WIDTH).contains(&width) => {
                width
            }
            _ => return Err(WeightsError::Shape("embedding".to_owned())),
        };
        let take = |name: &str, shape: &[usize]| tensor(&file, name, shape);
        let count = (0..=MAX_LAYERS).find(|layer| file.tensor(&format!("{layer}.norm1")).is_err());
        let count = count
            .filter(|&count| count > 0)
            .ok_or_else(|| WeightsError::Missing("0.norm1".to_owned()))?;
        let mut layers = Vec::with_capacity(count);
        for layer in 0..count {
            let layer_tensor =
                |name: &str, shape: &[usize]| take(&format!("{layer}.{name}"), shape);
            let parts = [
                layer_tensor("query", &[width, width])?,
                layer_tensor("key", &[width, width])?,
                layer_tensor("value", &[width, width])?,
            ];
            let mut qkv = Vec::with_capacity(3 * width * width);
            for input in 0..width {
                for part in &parts {
                    qkv.extend_from_slice(&part[input * width..][..width]);
                }
            }
            layers.push(Layer {
                norm1: layer_tensor("norm1", &[width])?,
                taps: layer_tensor("taps", &[TAPS, width])?,
                qkv: Matrix::new(width, 3 * width, &qkv),
                out: Matrix::new(width, width, &layer_tensor("out", &[width, width])?),
                norm2: layer_tensor("norm2", &[width])?,
                up: Matrix::new(width, 4 * width, &layer_tensor("up", &[width, 4 * width])?),
                down: Matrix::new(4 * width, width, &layer_tensor("down", &[4 * width, width])?),
            });
        }
        let embedding = take("embedding", &[VOCABULARY, width])?;
        let scores = Matrix::new(VOCABULARY, width, &embedding).transposed();
        Ok(Self { width, embedding, layers, norm: take("norm", &[width])?, scores })
    }

    /// Returns the number of layers.
    pub const fn layer_count(&self) -> usize {
        self.layers.len()
    }

    /// Returns the number of heads of each layer.
    pub const fn head_count(&self) -> usize {
        self.width / HEAD
    }

    /// Returns the number of weights.
    pub const fn parameters(&self) -> usize {
        let layer = self.width * (12 * self.width + TAPS + 2);
        VOCABULARY * self.width + self.width + self.layers.len() * layer
    }
}

fn tensor(file: &SafeTensors<'_>, name: &str, shape: &[usize]) -> Result<Vec<f32>, WeightsError> {
    let view = file.tensor(name).map_err(|_| WeightsError::Missing(name.to_owned()))?;
    if view.shape() != shape {
        return Err(WeightsError::Shape(name.to_owned()));
    }
    let data = view.data();
    let values: Vec<f32> = match view.dtype() {
        Dtype::F32 => {
            data.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect()
        }
        Dtype::F16 => data
            .as_chunks::<2>()
            .0
            .iter()
            .map(|&bytes| half::f16::from_le_bytes(bytes).to_f32())
            .collect(),
        _ => return Err(WeightsError::Shape(name.to_owned())),
    };
    if values.iter().all(|value| value.is_finite()) {
        Ok(values)
    } else {
        Err(WeightsError::NotFinite(name.to_owned()))
    }
}
