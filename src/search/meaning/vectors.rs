//! The vectors of many documents.

/// Vectors of length 1, each of one document; a document may have several.
#[derive(Debug, Default)]
pub struct Vectors {
    n_dimensions: usize,
    /// The documents, in the order of their rows.
    ids: Vec<u32>,
    rows: Vec<f32>,
}

impl Vectors {
    /// No vectors yet, each to have so many numbers.
    pub fn new(n_dimensions: usize) -> Self {
        Self { n_dimensions, ids: Vec::new(), rows: Vec::new() }
    }

    /// Adds a vector of a document. One of another length is none and is left out.
    pub fn add(&mut self, id: u32, vector: &[f32]) {
        if vector.len() == self.n_dimensions {
            self.ids.push(id);
            self.rows.extend_from_slice(vector);
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The cosine between a query's vector and the nearest one of each of `n_documents`; 0 for those that have none nearer.
    pub fn nearness(&self, query: &[f32], n_documents: u32) -> Vec<f32> {
        let mut nearness = vec![0.0f32; n_documents as usize];
        if query.len() == self.n_dimensions && !query.is_empty() {
            for (id, row) in self.ids.iter().zip(self.rows.chunks_exact(self.n_dimensions)) {
                if let Some(near) = nearness.get_mut(*id as usize) {
                    *near = near.max(dot(query, row));
                }
            }
        }
        nearness
    }
}

/// The vector of length 1 in the same direction; one without a direction stays as it is.
pub fn of_length_1(mut vector: Vec<f32>) -> Vec<f32> {
    let length = dot(&vector, &vector).sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|number| *number /= length);
    }
    vector
}

/// Sixteen sums side by side, so that the compiler can use the processor's wide registers.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<16>(), b.as_chunks::<16>());
    let mut sums = [0.0f32; 16];
    for (a, b) in a.iter().zip(b) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    sums.iter().sum::<f32>() + a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_document_is_as_near_as_its_vector() {
        let mut vectors = Vectors::new(2);
        vectors.add(2, &[0.0, 1.0]);
        vectors.add(0, &[0.6, 0.8]);
        vectors.add(1, &[1.0]);
        vectors.add(9, &[1.0, 0.0]);
        assert_eq!(vectors.nearness(&[0.0, 1.0], 3), [0.8, 0.0, 1.0]);
        assert_eq!(vectors.nearness(&[1.0], 3), [0.0; 3], "of another model");
        assert_eq!(vectors.len(), 3);
    }

    #[test]
    fn all_numbers_count_however_many_there_are() {
        for n in [1, 15, 16, 17, 384] {
            let a: Vec<f32> = (0..n).map(|n| n as f32).collect();
            let expected: f32 = a.iter().map(|a| a * 2.0).sum();
            assert_eq!(dot(&a, &vec![2.0; n]), expected);
        }
    }
}
