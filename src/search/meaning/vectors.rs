//! The vectors of many documents.

/// Vectors of length 1, each of one document; a document may have several.
#[derive(Debug, Default)]
pub struct Vectors {
    n_dimensions: usize,
    /// The documents, in the order of their rows.
    ids: Vec<u32>,
    rows: Vec<i16>,
}

/// A number of a vector of length 1 is stored as an integer fraction of 1: half the room, and read in half the time, at no loss
/// that a cosine shows.
const PARTS: f32 = i16::MAX as f32;

impl Vectors {
    /// An empty list of vectors with this number of dimensions.
    pub fn new(n_dimensions: usize) -> Self {
        Self { n_dimensions, ids: Vec::new(), rows: Vec::new() }
    }

    /// Adds a vector of a document. One of another length is none and is left out.
    pub fn add(&mut self, id: u32, vector: &[f32]) {
        if vector.len() == self.n_dimensions {
            self.ids.push(id);
            self.rows.extend(in_parts(vector));
        }
    }

    /// Puts a vector in the place of those a document has. One of another length is none: nothing changes, and the answer is
    /// `false`.
    pub fn set(&mut self, id: u32, vector: &[f32]) -> bool {
        if vector.len() != self.n_dimensions {
            return false;
        }
        // The replaced vector is usually one of the last.
        while let Some(at) = self.ids.iter().rposition(|known| *known == id) {
            self.ids.swap_remove(at);
            self.fill_gap(at);
        }
        self.add(id, vector);
        true
    }

    /// Forgets the vectors of all but the first documents.
    pub fn truncate(&mut self, n_documents: u32) {
        let mut at = self.ids.len();
        while at > 0 {
            at -= 1;
            if self.ids[at] >= n_documents {
                self.ids.swap_remove(at);
                self.fill_gap(at);
            }
        }
    }

    /// Moves the last row to a place whose row is no longer needed.
    fn fill_gap(&mut self, at: usize) {
        let last = self.rows.len() - self.n_dimensions;
        self.rows.copy_within(last.., at * self.n_dimensions);
        self.rows.truncate(last);
    }

    /// How many numbers each has.
    pub fn n_dimensions(&self) -> usize {
        self.n_dimensions
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
            let query: Vec<i16> = in_parts(query).collect();
            for (id, row) in self.ids.iter().zip(self.rows.chunks_exact(self.n_dimensions)) {
                if let Some(near) = nearness.get_mut(*id as usize) {
                    *near = near.max(dot(&query, row) as f32 / (PARTS * PARTS));
                }
            }
        }
        nearness
    }
}

/// The vector of length 1 in the same direction; one without a direction stays as it is.
pub fn of_length_1(mut vector: Vec<f32>) -> Vec<f32> {
    let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|number| *number /= length);
    }
    vector
}

fn in_parts(vector: &[f32]) -> impl Iterator<Item = i16> {
    vector.iter().map(|number| (number * PARTS).round() as i16)
}

/// The dot product, in parts of parts. Whole numbers may be added in any order, so the compiler uses the processor's wide
/// registers for the plainest loop; of vectors of length 1 no sum is beyond PARTS², whatever part of them it is of.
fn dot(a: &[i16], b: &[i16]) -> i32 {
    a.iter().zip(b).map(|(a, b)| i32::from(*a) * i32::from(*b)).fold(0, i32::wrapping_add)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_document_is_as_near_as_its_vector() {
        let mut vectors = Vectors::new(2);
        vectors.add(2, &[0.0, 1.0]);
        vectors.add(0, &[0.6, 0.8]);
        vectors.add(1, &[1.0]);
        vectors.add(9, &[1.0, 0.0]);
        vectors.add(0, &[1.0, 0.0]);
        let nearness = vectors.nearness(&[0.0, 1.0], 3);
        let off = nearness.iter().zip([0.8, 0.0, 1.0]).map(|(is, should)| (is - should).abs());
        assert!(off.fold(0.0, f32::max) < 1e-4, "{nearness:?}: the nearer one of two counts");
        assert_eq!(vectors.nearness(&[1.0], 3), [0.0; 3], "of another model");
        assert_eq!(vectors.len(), 4);
    }

    #[test]
    fn a_vector_takes_the_place_of_those_before_it_and_goes_with_its_document() {
        let mut vectors = Vectors::new(2);
        (0..4).for_each(|id| vectors.add(id, &[1.0, 0.0]));
        vectors.add(1, &[0.0, 1.0]);
        assert!(vectors.set(1, &[0.6, 0.8]));
        assert!(!vectors.set(2, &[1.0]), "of another model");
        let near = |vectors: &Vectors, query: [f32; 2]| -> Vec<i32> {
            vectors.nearness(&query, 4).into_iter().map(|near| (near * 10.0).round() as i32).collect()
        };
        assert_eq!(near(&vectors, [1.0, 0.0]), [10, 6, 10, 10]);
        assert_eq!(near(&vectors, [0.0, 1.0]), [0, 8, 0, 0]);
        vectors.truncate(2);
        assert_eq!((vectors.len(), near(&vectors, [1.0, 0.0])), (2, vec![10, 6, 0, 0]));
        vectors.truncate(0);
        assert!(vectors.is_empty());
    }

    #[test]
    fn all_numbers_count_however_many_there_are() {
        for n in [1, 15, 16, 17, 384] {
            let a: Vec<i16> = (0..n).collect();
            assert_eq!(dot(&a, &vec![2; a.len()]), a.iter().map(|a| i32::from(*a) * 2).sum::<i32>());
        }
    }

    proptest! {
        #[test]
        fn the_parts_of_a_number_are_as_good_as_the_number(
            a in proptest::collection::vec(-1.0f32..1.0, 384), b in proptest::collection::vec(-1.0f32..1.0, 384),
        ) {
            let (a, b) = (of_length_1(a), of_length_1(b));
            let mut vectors = Vectors::new(384);
            vectors.add(0, &a);
            let cosine: f32 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
            prop_assert!((vectors.nearness(&b, 1)[0] - cosine.max(0.0)).abs() < 1e-3);
            prop_assert!(vectors.nearness(&a, 1)[0] > 0.999);
        }
    }
}
