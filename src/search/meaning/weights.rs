//! The weights of a model, read from a stream in the safetensors format, one tensor at a time, and written in half precision.

use std::{
    collections::HashMap,
    io::{Read, Write},
};

use half::f16;
use ndarray::{Array1, Array2};
use safetensors::{
    Dtype,
    tensor::{Metadata, TensorInfo},
};

/// More than any header needs.
const MAX_HEADER_BYTES: u64 = 1 << 20;
/// More numbers than any tensor of a small encoder has.
const MAX_NUMBERS: usize = 1 << 26;

/// Why a model can't be used.
#[derive(Debug, thiserror::Error)]
#[error("the sentence encoder can't be read: {0}")]
pub struct WeightsError(pub(super) String);

impl WeightsError {
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
    /// Reads all tensors of floats. Those named in `in_halves` are kept in half precision.
    ///
    /// # Errors
    /// The stream breaks off or isn't in the format.
    pub(super) fn read(mut from: impl Read, in_halves: &[&str]) -> Result<Self, WeightsError> {
        let mut weights = Self { whole: HashMap::new(), halves: HashMap::new() };
        for Tensor { name, dtype, shape, n_bytes } in tensors(&mut from)? {
            let Some(n) = length(&name, dtype, &shape, n_bytes)? else {
                skip(&mut from, n_bytes)?;
                continue;
            };
            if in_halves.contains(&name.as_str()) {
                let numbers = match dtype {
                    Dtype::F16 => numbers(&mut from, n, f16::from_le_bytes)?,
                    _ => numbers(&mut from, n, |bytes| f16::from_f32(f32::from_le_bytes(bytes)))?,
                };
                weights.halves.insert(name, (shape, numbers));
            } else {
                let numbers = match dtype {
                    Dtype::F16 => numbers(&mut from, n, |bytes| f16::from_le_bytes(bytes).to_f32())?,
                    _ => numbers(&mut from, n, f32::from_le_bytes)?,
                };
                weights.whole.insert(name, (shape, numbers));
            }
        }
        // An archive verifies its checksum at the end.
        from.read_to_end(&mut Vec::new()).map_err(WeightsError::because)?;
        Ok(weights)
    }

    /// Takes a tensor of one dimension.
    pub(super) fn vector(&mut self, name: &str, n: usize) -> Result<Array1<f32>, WeightsError> {
        match self.whole.remove(name) {
            Some((shape, numbers)) if shape == [n] => Ok(Array1::from_vec(numbers)),
            _ => Err(WeightsError::because(format!("{name} with {n} numbers is missing"))),
        }
    }

    /// Takes a tensor of two dimensions.
    pub(super) fn matrix(&mut self, name: &str, rows: usize, columns: usize) -> Result<Array2<f32>, WeightsError> {
        let found = self.whole.remove(name).filter(|(shape, _)| *shape == [rows, columns]);
        shaped(found.map(|(_, numbers)| numbers), name, rows, columns)
    }

    /// Takes a tensor of two dimensions that was kept in half precision.
    pub(super) fn halves(&mut self, name: &str, rows: usize, columns: usize) -> Result<Array2<f16>, WeightsError> {
        let found = self.halves.remove(name).filter(|(shape, _)| *shape == [rows, columns]);
        shaped(found.map(|(_, numbers)| numbers), name, rows, columns)
    }
}

fn shaped<T>(numbers: Option<Vec<T>>, name: &str, rows: usize, columns: usize) -> Result<Array2<T>, WeightsError> {
    let missing = || WeightsError::because(format!("{name} of {rows} by {columns} is missing"));
    Array2::from_shape_vec((rows, columns), numbers.ok_or_else(missing)?).map_err(WeightsError::because)
}

/// A tensor as the header describes it.
struct Tensor {
    name: String,
    dtype: Dtype,
    shape: Vec<usize>,
    n_bytes: usize,
}

/// Reads the header: the tensors in the order of their data.
fn tensors(mut from: impl Read) -> Result<Vec<Tensor>, WeightsError> {
    let mut length = [0; 8];
    from.read_exact(&mut length).map_err(WeightsError::because)?;
    let length = u64::from_le_bytes(length);
    if length > MAX_HEADER_BYTES {
        return Err(WeightsError::because("its header is too long"));
    }
    let mut header = Vec::new();
    from.take(length).read_to_end(&mut header).map_err(WeightsError::because)?;
    let header: Metadata = serde_json::from_slice(&header).map_err(WeightsError::because)?;
    let mut tensors: Vec<(String, _)> = header.tensors().into_iter().collect();
    tensors.sort_by_key(|(_, tensor)| tensor.data_offsets);
    let mut at = 0;
    let tensor = |(name, info): (String, &TensorInfo)| {
        let (start, end) = info.data_offsets;
        let n_bytes =
            end.checked_sub(start).filter(|_| start == at).ok_or_else(|| WeightsError::because("it has holes"))?;
        at = end;
        Ok(Tensor { name, dtype: info.dtype, shape: info.shape.clone(), n_bytes })
    };
    tensors.into_iter().map(tensor).collect()
}

/// How many numbers a tensor of floats has. `None` if it is not one.
fn length(name: &str, dtype: Dtype, shape: &[usize], n_bytes: usize) -> Result<Option<usize>, WeightsError> {
    let size = match dtype {
        Dtype::F32 => 4,
        Dtype::F16 => 2,
        _ => return Ok(None),
    };
    let n = shape.iter().try_fold(1usize, |n, side| n.checked_mul(*side));
    let n = n.filter(|n| *n <= MAX_NUMBERS && n.checked_mul(size) == Some(n_bytes));
    n.map(Some).ok_or_else(|| WeightsError::because(format!("{name} has a strange shape")))
}

fn skip(from: &mut impl Read, n_bytes: usize) -> Result<(), WeightsError> {
    std::io::copy(&mut from.by_ref().take(n_bytes as u64), &mut std::io::sink())
        .map(drop)
        .map_err(WeightsError::because)
}

/// The next `n` numbers of the stream, a chunk at a time, so that the whole never lies in memory twice.
fn numbers<const N: usize, T>(
    from: &mut impl Read,
    n: usize,
    read: impl Fn([u8; N]) -> T,
) -> Result<Vec<T>, WeightsError> {
    let mut numbers = Vec::with_capacity(n);
    let mut chunk = vec![0; N * 4_096];
    while numbers.len() < n {
        let bytes = &mut chunk[..N * (n - numbers.len()).min(4_096)];
        from.read_exact(bytes).map_err(WeightsError::because)?;
        let (each, _) = bytes.as_chunks::<N>();
        numbers.extend(each.iter().map(|bytes| read(*bytes)));
    }
    Ok(numbers)
}

/// Copies the tensors of 32-bit floats. Matrices are written in half precision, which halves their size; vectors are small and
/// keep theirs.
///
/// # Errors
/// The stream breaks off or isn't in the format, or the copy can't be written.
pub fn write_in_halves(mut from: impl Read, mut to: impl Write) -> Result<(), WeightsError> {
    let tensors = tensors(&mut from)?;
    let (mut header, mut at) = (serde_json::Map::new(), 0);
    for Tensor { name, dtype, shape, .. } in tensors.iter().filter(|tensor| tensor.dtype == Dtype::F32) {
        let n_bytes = shape.iter().product::<usize>() * if shape.len() > 1 { 2 } else { 4 };
        let dtype = if shape.len() > 1 { Dtype::F16 } else { *dtype };
        let info = TensorInfo { dtype, shape: shape.clone(), data_offsets: (at, at + n_bytes) };
        header.insert(name.clone(), serde_json::to_value(info).map_err(WeightsError::because)?);
        at += n_bytes;
    }
    let header = serde_json::to_vec(&header).map_err(WeightsError::because)?;
    let mut write = |bytes: &[u8]| to.write_all(bytes).map_err(WeightsError::because);
    write(&(header.len() as u64).to_le_bytes())?;
    write(&header)?;
    for Tensor { name, dtype, shape, n_bytes } in tensors {
        match length(&name, dtype, &shape, n_bytes)?.filter(|_| dtype == Dtype::F32) {
            None => skip(&mut from, n_bytes)?,
            Some(n) if shape.len() > 1 => {
                let halves = numbers(&mut from, n, |bytes| f16::from_f32(f32::from_le_bytes(bytes)).to_le_bytes())?;
                write(halves.as_flattened())?;
            }
            Some(n) => write(numbers(&mut from, n, |bytes: [u8; 4]| bytes)?.as_flattened())?,
        }
    }
    from.read_to_end(&mut Vec::new()).map(drop).map_err(WeightsError::because)
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
    fn a_copy_in_halves_is_smaller_and_has_the_same_numbers() {
        let mut copy = Vec::new();
        write_in_halves(stream().as_slice(), &mut copy).unwrap();
        for in_halves in [&["words"][..], &[]] {
            let mut weights = Weights::read(copy.as_slice(), in_halves).unwrap();
            assert_eq!(weights.vector("bias", 2).unwrap().to_vec(), [1.0, -2.5]);
            let words = match in_halves {
                [] => weights.matrix("words", 1, 3).unwrap(),
                _ => weights.halves("words", 1, 3).unwrap().map(|half| half.to_f32()),
            };
            assert_eq!(words.into_raw_vec_and_offset().0, [0.5, 0.25, 4.0]);
        }
        let header = u64::from_le_bytes(copy[..8].try_into().unwrap()) as usize;
        assert_eq!(copy.len() - 8 - header, 2 * 4 + 3 * 2, "no other tensors, and matrices in two bytes a number");
        for cut in 0..copy.len() {
            assert!(Weights::read(&copy[..cut], &[]).is_err(), "cut at {cut}");
        }
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
