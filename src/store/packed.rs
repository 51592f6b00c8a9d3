//! Compression of large texts, so that a campaign of some megabytes is one record in every store.

use std::io::{Read, Write};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};

use super::{
    Error, Result,
    limits::{MAX_PACKAGE_BYTES, RecordKind, check_json, check_packed},
};

/// A record's JSON, compressed, if it is within its limits before and after.
///
/// # Errors
/// [`Error::TooLarge`] with the part and its excess.
pub(super) fn pack(part: RecordKind, json: &str) -> Result<Vec<u8>> {
    check_json(part, json)?;
    let failed = |error| Error::Damaged(format!("{} cannot be compressed: {error}", part.name()));
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(json.as_bytes()).map_err(failed)?;
    let packed = encoder.finish().map_err(failed)?;
    check_packed(part, packed.len())?;
    Ok(packed)
}

/// A record's JSON again; `whose` names it in the sentence where it can't be read.
///
/// # Errors
/// [`Error::Damaged`]: the record is invalid.
pub(super) fn unpack(part: RecordKind, whose: &str, packed: &[u8]) -> Result<String> {
    let damaged = |why: &str| Error::Damaged(format!("{} of {whose} is not what was saved: {why}", part.name()));
    let mut json = String::new();
    // Nothing of ours is larger, whatever a damaged file may swell to.
    let most = u64::try_from(MAX_PACKAGE_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    GzDecoder::new(packed).take(most).read_to_string(&mut json).map_err(|error| damaged(&error.to_string()))?;
    if json.len() > MAX_PACKAGE_BYTES { Err(damaged("it is larger than anything that is kept")) } else { Ok(json) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::limits::MAX_PACKED_BYTES;

    #[test]
    fn what_is_packed_comes_back_and_what_is_cut_does_not() {
        let json = format!("{{\"text\":\"{}\"}}", "the tide ö ".repeat(2_000));
        let packed = pack(RecordKind::Package, &json).unwrap();
        assert!(packed.len() < json.len() / 10);
        assert_eq!(unpack(RecordKind::Package, "it", &packed).unwrap(), json);
        assert!(matches!(unpack(RecordKind::Package, "it", &packed[..packed.len() / 2]), Err(Error::Damaged(_))));
        assert!(matches!(unpack(RecordKind::Package, "it", b"plain"), Err(Error::Damaged(_))));
    }

    #[test]
    fn what_swells_beyond_all_bounds_is_not_read_to_its_end() {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&vec![b' '; MAX_PACKAGE_BYTES * 4]).unwrap();
        let bomb = encoder.finish().unwrap();
        assert!(matches!(unpack(RecordKind::Plan, "it", &bomb), Err(Error::Damaged(_))));
    }

    #[test]
    fn what_hardly_shrinks_is_refused_by_what_it_comes_to() {
        // Digits of a hash do not repeat: they shrink to little more than half.
        let mut json = String::from("\"");
        let mut state = 1_u64;
        while json.len() < 2 * MAX_PACKED_BYTES + MAX_PACKED_BYTES / 4 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            json.push_str(&format!("{:08x}", state >> 32));
        }
        json.push('"');
        let refused = pack(RecordKind::Package, &json).unwrap_err().to_string();
        assert!(refused.contains("compressed") && refused.contains("900000"), "{refused}");
    }
}
