//! A matrix of weights in panels of 32 outputs, and products with a fixed order of sums.

/// The number of outputs that are computed side by side.
const PANEL: usize = 32;

/// A matrix from `inputs` to `outputs` numbers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Matrix {
    inputs: usize,
    outputs: usize,
    /// Panels of 32 outputs, each with one row of 32 weights for each input. The last panel is
    /// padded with zeros.
    panels: Vec<f32>,
}

impl Matrix {
    /// Creates a matrix from its weights, which are ordered by input and then by output.
    pub(crate) fn new(inputs: usize, outputs: usize, weights: &[f32]) -> Self {
        let mut panels = Vec::with_capacity(outputs.div_ceil(PANEL) * PANEL * inputs);
        for from in (0..outputs).step_by(PANEL) {
            for row in weights.chunks_exact(outputs) {
                let part = &row[from..outputs.min(from + PANEL)];
                panels.extend_from_slice(part);
                panels.resize(panels.len() + PANEL - part.len(), 0.0);
            }
        }
        Self { inputs, outputs, panels }
    }

    /// Returns the matrix with inputs and outputs exchanged.
    pub(crate) fn transposed(&self) -> Self {
        let mut weights = vec![0.0; self.inputs * self.outputs];
        for input in 0..self.inputs {
            for output in 0..self.outputs {
                weights[output * self.inputs + input] = self.weight(input, output);
            }
        }
        Self::new(self.outputs, self.inputs, &weights)
    }

    fn weight(&self, input: usize, output: usize) -> f32 {
        self.panels[(output / PANEL * self.inputs + input) * PANEL + output % PANEL]
    }

    /// Computes `out = x W`. Every output is the sum over the inputs in their order.
    pub(crate) fn apply(&self, x: &[f32], out: &mut [f32]) {
        debug_assert_eq!((x.len(), out.len()), (self.inputs, self.outputs));
        let size = self.inputs * PANEL;
        for (panel, out) in self.panels.chunks_exact(size).zip(out.chunks_mut(PANEL)) {
            let sums = panel_product(panel, x);
            out.copy_from_slice(&sums[..out.len()]);
        }
    }

    /// Computes `out += x W`. Each product is summed before it is added.
    pub(crate) fn add(&self, x: &[f32], out: &mut [f32]) {
        debug_assert_eq!((x.len(), out.len()), (self.inputs, self.outputs));
        let size = self.inputs * PANEL;
        for (panel, out) in self.panels.chunks_exact(size).zip(out.chunks_mut(PANEL)) {
            let sums = panel_product(panel, x);
            for (out, sum) in out.iter_mut().zip(sums) {
                *out += sum;
            }
        }
    }
}

/// Returns `x` times the 32 columns of one panel.
#[inline]
fn panel_product(panel: &[f32], x: &[f32]) -> [f32; PANEL] {
    let mut sums = [0.0f32; PANEL];
    let (rows, _) = panel.as_chunks::<PANEL>();
    for (row, &x) in rows.iter().zip(x) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += x * weight;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrix_products_equal_plain_sums() {
        let (inputs, outputs) = (5, 37);
        let weights: Vec<f32> =
            (0..inputs * outputs).map(|i| ((i * 7 % 23) as f32 - 11.0) / 9.0).collect();
        let matrix = Matrix::new(inputs, outputs, &weights);
        let x = [0.3, -1.0, 2.5, 0.1, 0.7];
        let mut out = vec![0.0; outputs];
        matrix.apply(&x, &mut out);
        for (output, value) in out.iter().enumerate() {
            let plain = (0..inputs)
                .fold(0.0, |sum, input| sum + x[input] * weights[input * outputs + output]);
            assert_eq!(*value, plain);
        }
        let mut back = vec![1.0; inputs];
        matrix.transposed().add(&out, &mut back);
        for (input, value) in back.iter().enumerate() {
            let plain = (0..outputs)
                .fold(0.0, |sum, output| sum + out[output] * weights[input * outputs + output]);
            assert_eq!(*value, 1.0 + plain);
        }
    }
}
