//! The weights of a model, read from a stream in the safetensors format, one tensor at a time.

use std::{collections::HashMap, io::Read};

use half::f16;
use ndarray::{Array1, Array2};
use safetensors::{Dtype, tensor::Metadata};

/// More than any header needs.
const MAX_HEADER_BYTES: u64 = 1 << 20;
/// More numbers than any tensor of a small encoder has.
const MAX_NUMBERS: usize = 1 << 26;

/// Why a model can't be used.
#[derive(Debug, thiserror::Error)]
#[error("the sentence encoder can't be read: {0}")]
pub struct Error(pub(super) String);

impl Error {
    pub(super) fn because(why: impl std::fmt::Display) -> Self {
        Self(why.to_string())
    }
}

/// Tensors by name, each taken once. The largest stay in half precision, which is as good to be looked up.
pub(super) struct Weights {
    whole: HashMap<String, (Vec<usize>, Vec<f32>)>,
    halves: HashMap<String, (Vec<usize>, Vec<f16>)>,
}

impl Weights {
    /// Reads all tensors of 32-bit floats. Those named in `in_halves` are kept in half precision.
    ///
    /// # Errors
    /// The stream breaks off or isn't in the format.
    pub(super) fn read(mut from: impl Read, in_halves: &[&str]) -> Result<Self, Error> {
        let mut length = [0; 8];
        from.read_exact(&mut length).map_err(Error::because)?;
        let length = u64::from_le_bytes(length);
        if length > MAX_HEADER_BYTES {
            return Err(Error::because("its header is too long"));
        }
        let mut header = Vec::new();
        from.by_ref().take(length).read_to_end(&mut header).map_err(Error::because)?;
        let header: Metadata = serde_json::from_slice(&header).map_err(Error::because)?;
        let mut tensors: Vec<(String, _)> = header.tensors().into_iter().collect();
        tensors.sort_by_key(|(_, tensor)| tensor.data_offsets);
        let mut weights = Self { whole: HashMap::new(), halves: HashMap::new() };
        let mut at = 0;
        for (name, tensor) in tensors {
            let (start, end) = tensor.data_offsets;
            let n_bytes =
                end.checked_sub(start).filter(|_| start == at).ok_or_else(|| Error::because("it has holes"))?;
            at = end;
            if tensor.dtype != Dtype::F32 {
                std::io::copy(&mut from.by_ref().take(n_bytes as u64), &mut std::io::sink()).map_err(Error::because)?;
                continue;
            }
            let n = tensor.shape.iter().try_fold(1usize, |n, side| n.checked_mul(*side));
            let n = n.filter(|n| *n <= MAX_NUMBERS && n.checked_mul(4) == Some(n_bytes));
            let n = n.ok_or_else(|| Error::because(format!("{name} has a strange shape")))?;
            let shape = tensor.shape.clone();
            if in_halves.contains(&name.as_str()) {
                let numbers = numbers(&mut from, n, f16::from_f32)?;
                weights.halves.insert(name, (shape, numbers));
            } else {
                let numbers = numbers(&mut from, n, |number| number)?;
                weights.whole.insert(name, (shape, numbers));
            }
        }
        Ok(weights)
    }

    /// Takes a tensor of one dimension.
    pub(super) fn vector(&mut self, name: &str, n: usize) -> Result<Array1<f32>, Error> {
        match self.whole.remove(name) {
            Some((shape, numbers)) if shape == [n] => Ok(Array1::from_vec(numbers)),
            _ => Err(Error::because(format!("{name} with {n} numbers is missing"))),
        }
    }

    /// Takes a tensor of two dimensions.
    pub(super) fn matrix(&mut self, name: &str, rows: usize, columns: usize) -> Result<Array2<f32>, Error> {
        let found = self.whole.remove(name).filter(|(shape, _)| *shape == [rows, columns]);
        shaped(found.map(|(_, numbers)| numbers), name, rows, columns)
    }

    /// Takes a tensor of two dimensions that was kept in half precision.
    pub(super) fn halves(&mut self, name: &str, rows: usize, columns: usize) -> Result<Array2<f16>, Error> {
        let found = self.halves.remove(name).filter(|(shape, _)| *shape == [rows, columns]);
        shaped(found.map(|(_, numbers)| numbers), name, rows, columns)
    }
}

fn shaped<T>(numbers: Option<Vec<T>>, name: &str, rows: usize, columns: usize) -> Result<Array2<T>, Error> {
    let missing = || Error::because(format!("{name} of {rows} by {columns} is missing"));
    Array2::from_shape_vec((rows, columns), numbers.ok_or_else(missing)?).map_err(Error::because)
}

/// The next `n` numbers of the stream, a chunk at a time, so that the whole never lies in memory twice.
fn numbers<T>(from: &mut impl Read, n: usize, kept_as: impl Fn(f32) -> T) -> Result<Vec<T>, Error> {
    let mut numbers = Vec::with_capacity(n);
    let mut chunk = [0; 4 * 4_096];
    while numbers.len() < n {
        let bytes = &mut chunk[..4 * (n - numbers.len()).min(4_096)];
        from.read_exact(bytes).map_err(Error::because)?;
        let (quads, _) = bytes.as_chunks::<4>();
        numbers.extend(quads.iter().map(|quad| kept_as(f32::from_le_bytes(*quad))));
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream() -> Vec<u8> {
        let header = r#"{"__metadata__":{"format":"pt"},
            "ids":{"dtype":"I64","shape":[1],"data_offsets":[0,8]},
            "bias":{"dtype":"F32","shape":[2],"data_offsets":[8,16]},
            "words":{"dtype":"F32","shape":[1,3],"data_offsets":[16,28]}}"#;
        let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
        bytes.extend(header.as_bytes());
        bytes.extend([7; 8]);
        [1.0f32, -2.5, 0.5, 0.25, 4.0].iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes
    }

    #[test]
    fn tensors_come_as_they_were_written_and_each_once() {
        let mut weights = Weights::read(stream().as_slice(), &["words"]).unwrap();
        assert_eq!(weights.vector("bias", 2).unwrap().to_vec(), [1.0, -2.5]);
        assert_eq!(
            weights.halves("words", 1, 3).unwrap().map(|half| half.to_f32()).into_raw_vec_and_offset().0,
            [0.5, 0.25, 4.0]
        );
        assert!(weights.vector("bias", 2).is_err());
        assert!(weights.matrix("ids", 1, 1).is_err());
    }

    #[test]
    fn a_stream_that_breaks_off_anywhere_is_an_error() {
        let whole = stream();
        for cut in 0..whole.len() {
            assert!(Weights::read(&whole[..cut], &[]).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn strange_headers_are_refused() {
        let with = |header: &str| {
            let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
            bytes.extend(header.as_bytes());
            bytes.extend([0; 64]);
            Weights::read(bytes.as_slice(), &[]).is_err()
        };
        assert!(with("{"));
        assert!(with(r#"{"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}}"#), "three numbers are not eight bytes");
        assert!(with(r#"{"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}"#), "a hole");
        assert!(with(r#"{"a":{"dtype":"F32","shape":[4294967296,4294967296,2],"data_offsets":[0,8]}}"#));
        assert!(Weights::read([0xff; 64].as_slice(), &[]).is_err(), "a header longer than any");
    }
}
