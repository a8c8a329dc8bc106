//! Small symmetric systems of equations.
//!
//! A model has a handful of coefficients, so this is all the linear algebra that is needed. A
//! library for it would be larger in the page than the rest of this crate.

/// A square matrix, row by row.
pub(crate) type Matrix = Vec<Vec<f64>>;

/// Creates a square matrix of zeros.
pub(crate) fn zeros(size: usize) -> Matrix {
    vec![vec![0.0; size]; size]
}

/// Adds `weight` times the outer product of a vector with itself.
pub(crate) fn add_square(matrix: &mut Matrix, vector: &[f64], weight: f64) {
    for (row, left) in matrix.iter_mut().zip(vector) {
        for (cell, right) in row.iter_mut().zip(vector) {
            *cell += weight * left * right;
        }
    }
}

/// Returns the product `vᵀ M v`.
pub(crate) fn square(matrix: &Matrix, vector: &[f64]) -> f64 {
    matrix.iter().zip(vector).map(|(row, left)| left * dot(row, vector)).sum()
}

pub(crate) fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

/// A symmetric positive definite matrix as `L Lᵀ`, where `L` is lower triangular.
pub(crate) struct Cholesky {
    lower: Matrix,
}

impl Cholesky {
    /// Factors a matrix. The part of a row's diagonal that depends on the rows before it is
    /// subtracted. Returns `None` if at most the fraction `least` of the diagonal remains, or NaN.
    pub(crate) fn new(matrix: &Matrix, least: f64) -> Option<Self> {
        let mut lower = zeros(matrix.len());
        for (i, row) in matrix.iter().enumerate() {
            for j in 0..i {
                lower[i][j] = (row[j] - dot(&lower[i][..j], &lower[j][..j])) / lower[j][j];
            }
            let left = row[i] - dot(&lower[i][..i], &lower[i][..i]);
            if left.is_nan() || left <= least * row[i] {
                return None;
            }
            lower[i][i] = left.sqrt();
        }
        Some(Self { lower })
    }

    /// Returns the solution of `M x = right`.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for i in 0..x.len() {
            x[i] = (x[i] - dot(&self.lower[i][..i], &x[..i])) / self.lower[i][i];
        }
        for i in (0..x.len()).rev() {
            let below: f64 = (i + 1..x.len()).map(|j| self.lower[j][i] * x[j]).sum();
            x[i] = (x[i] - below) / self.lower[i][i];
        }
        x
    }

    /// Returns the inverse of the matrix.
    pub(crate) fn inverse(&self) -> Matrix {
        let size = self.lower.len();
        let mut units = zeros(size);
        units.iter_mut().enumerate().for_each(|(at, unit)| unit[at] = 1.0);
        units.iter().map(|unit| self.solve(unit)).collect()
    }

    /// Returns half of the logarithm of the determinant.
    pub(crate) fn half_log_determinant(&self) -> f64 {
        self.lower.iter().enumerate().map(|(i, row)| row[i].ln()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: 4 2 2 / 2 5 3 / 2 3 6 has the factor 2 0 0 / 1 2 0 / 1 1 2, the determinant 64, and
    /// the inverse below.
    #[test]
    fn factor_determinant_and_inverse_match_a_hand_calculation() {
        let matrix = vec![vec![4.0, 2.0, 2.0], vec![2.0, 5.0, 3.0], vec![2.0, 3.0, 6.0]];
        let factor = Cholesky::new(&matrix, 0.0).unwrap();
        assert_eq!(factor.lower, [[2.0, 0.0, 0.0], [1.0, 2.0, 0.0], [1.0, 1.0, 2.0]]);
        assert!((factor.half_log_determinant() - 8.0f64.ln()).abs() < 1e-15);
        let inverse = [[21.0, -6.0, -4.0], [-6.0, 20.0, -8.0], [-4.0, -8.0, 16.0]];
        for (row, expected) in factor.inverse().iter().zip(inverse) {
            for (cell, expected) in row.iter().zip(expected) {
                assert!((cell - expected / 64.0).abs() < 1e-15, "{cell} {expected}");
            }
        }
        assert!((square(&matrix, &[1.0, -1.0, 2.0]) - 25.0).abs() < 1e-15);
    }

    #[test]
    fn singular_or_indefinite_matrix_has_no_factor() {
        for matrix in [
            vec![vec![1.0, 2.0], vec![2.0, 4.0]],
            vec![vec![1.0, 2.0], vec![2.0, 1.0]],
            vec![vec![0.0]],
            vec![vec![f64::NAN]],
        ] {
            assert!(Cholesky::new(&matrix, 1e-12).is_none(), "{matrix:?}");
        }
    }
}
