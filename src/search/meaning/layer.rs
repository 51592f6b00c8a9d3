//! Layers of the encoder, on matrices with one row per token.

use std::f32::consts::FRAC_1_SQRT_2;

use ndarray::{Array1, Array2, Axis, Slice, concatenate, linalg::general_mat_mul};

use super::{EncoderShape, WeightsError, weights::Weights};

/// A linear map: one row of weights for each number that comes out.
pub(super) struct Linear {
    weights: Array2<f32>,
    bias: Array1<f32>,
}

/// Layer normalization (Ba, Kiros and Hinton, 2016).
pub(super) struct Norm {
    weights: Array1<f32>,
    bias: Array1<f32>,
    epsilon: f32,
}

/// One layer: attention, then two linear maps with a bend between, each added to what came in and normalized.
pub(super) struct Layer {
    /// Query, key and value of all heads, beside each other.
    attended: Linear,
    gathered: Linear,
    after_attention: Norm,
    widened: Linear,
    narrowed: Linear,
    after_all: Norm,
    n_heads: usize,
}

impl Linear {
    fn take(weights: &mut Weights, name: &str, n_in: usize, n_out: usize) -> Result<Self, WeightsError> {
        let bias = weights.vector(&format!("{name}.bias"), n_out)?;
        Ok(Self { weights: weights.matrix(&format!("{name}.weight"), n_out, n_in)?, bias })
    }

    fn of(&self, rows: &Array2<f32>) -> Array2<f32> {
        let mut out = Array2::zeros((rows.nrows(), self.bias.len()));
        out += &self.bias;
        general_mat_mul(1.0, rows, &self.weights.t(), 1.0, &mut out);
        out
    }
}

impl Norm {
    pub(super) fn take(weights: &mut Weights, name: &str, shape: &EncoderShape) -> Result<Self, WeightsError> {
        let n = shape.hidden_size;
        let bias = weights.vector(&format!("{name}.bias"), n)?;
        Ok(Self { weights: weights.vector(&format!("{name}.weight"), n)?, bias, epsilon: shape.layer_norm_eps })
    }

    pub(super) fn apply(&self, rows: &mut Array2<f32>) {
        for mut row in rows.rows_mut() {
            let n = row.len() as f32;
            let mean = row.sum() / n;
            row -= mean;
            let variance = row.dot(&row) / n;
            row /= (variance + self.epsilon).sqrt();
            row *= &self.weights;
            row += &self.bias;
        }
    }
}

impl Layer {
    pub(super) fn take(weights: &mut Weights, n: usize, shape: &EncoderShape) -> Result<Self, WeightsError> {
        let name = format!("encoder.layer.{n}");
        let (hidden, wide) = (shape.hidden_size, shape.intermediate_size);
        let mut own = |what: &str| Linear::take(weights, &format!("{name}.attention.self.{what}"), hidden, hidden);
        let (query, key, value) = (own("query")?, own("key")?, own("value")?);
        let attended = Linear {
            weights: concatenate![Axis(0), query.weights, key.weights, value.weights],
            bias: concatenate![Axis(0), query.bias, key.bias, value.bias],
        };
        Ok(Self {
            attended,
            gathered: Linear::take(weights, &format!("{name}.attention.output.dense"), hidden, hidden)?,
            after_attention: Norm::take(weights, &format!("{name}.attention.output.LayerNorm"), shape)?,
            widened: Linear::take(weights, &format!("{name}.intermediate.dense"), hidden, wide)?,
            narrowed: Linear::take(weights, &format!("{name}.output.dense"), wide, hidden)?,
            after_all: Norm::take(weights, &format!("{name}.output.LayerNorm"), shape)?,
            n_heads: shape.num_attention_heads,
        })
    }

    pub(super) fn of(&self, rows: &Array2<f32>) -> Array2<f32> {
        let mut attended = self.gathered.of(&self.attention(rows));
        attended += rows;
        self.after_attention.apply(&mut attended);
        let mut wide = self.widened.of(&attended);
        wide.mapv_inplace(gelu);
        let mut out = self.narrowed.of(&wide);
        out += &attended;
        self.after_all.apply(&mut out);
        out
    }

    /// Scaled dot-product attention of all heads (Vaswani and others, 2017).
    fn attention(&self, rows: &Array2<f32>) -> Array2<f32> {
        let (n, hidden) = rows.dim();
        let width = hidden / self.n_heads;
        let scale = (width as f32).sqrt().recip();
        let all = self.attended.of(rows);
        let mut out = Array2::zeros((n, hidden));
        let mut scores = Array2::zeros((n, n));
        for head in 0..self.n_heads {
            let at = head * width;
            let part = |nth: usize| all.slice_axis(Axis(1), columns(nth * hidden + at, width));
            general_mat_mul(scale, &part(0), &part(1).t(), 0.0, &mut scores);
            for mut row in scores.rows_mut() {
                let most = row.iter().copied().fold(f32::MIN, f32::max);
                row.mapv_inplace(|score| (score - most).exp());
                let sum = row.sum();
                row /= sum;
            }
            general_mat_mul(1.0, &scores, &part(2), 0.0, &mut out.slice_axis_mut(Axis(1), columns(at, width)));
        }
        out
    }
}

fn columns(from: usize, n: usize) -> Slice {
    Slice::from(from..from + n)
}

/// The Gaussian error linear unit (Hendrycks and Gimpel, 2016).
fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + erf(x * FRAC_1_SQRT_2))
}

/// The error function by formula 7.1.26 of Abramowitz and Stegun; wrong by at most 1.5e-7.
fn erf(x: f32) -> f32 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let series = ((((1.061_405_4 * t - 1.453_152) * t + 1.421_413_7) * t - 0.284_496_74) * t + 0.254_829_6) * t;
    (1.0 - series * (-x * x).exp()).copysign(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bend_is_the_one_the_model_was_trained_with() {
        let close = |x: f32, expected: f32| assert!((gelu(x) - expected).abs() < 1e-6, "{x}: {}", gelu(x));
        close(0.0, 0.0);
        close(1.0, 0.841_344_7);
        close(-1.0, -0.158_655_25);
        close(3.0, 2.995_950_3);
    }

    #[test]
    fn a_normalized_row_has_mean_0_and_variance_1() {
        let norm = Norm { weights: Array1::ones(4), bias: Array1::zeros(4), epsilon: 1e-12 };
        let mut rows = ndarray::array![[1.0, 2.0, 3.0, 4.0f32], [-8.0, 0.0, 0.0, 8.0]];
        norm.apply(&mut rows);
        for row in rows.rows() {
            assert!(row.sum().abs() < 1e-5 && (row.dot(&row) / 4.0 - 1.0).abs() < 1e-5, "{row}");
        }
    }
}
