//! Uploaded pictures: stored as references, shown to the model with their message.

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::draft::CampaignDraft;

/// The most bytes of one picture.
pub const MAX_PICTURE_BYTES: usize = 128 * 1024;
/// The most pictures with one message.
pub const MAX_PICTURES_AT_ONCE: usize = 4;
/// The most references a draft keeps.
const MAX_PICTURES: usize = 24;
/// The most bytes of pictures that are kept whole; of older ones only the reference stays.
const MAX_KEPT_BYTES: usize = 384 * 1024;
/// The most characters of a picture's name.
const MAX_NAME: usize = 120;

/// A picture that shows how something is meant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Picture)]
pub struct AttachedPicture {
    pub name: String,
    /// `image/png`, `image/jpeg`, `image/gif` or `image/webp`.
    pub media_type: String,
    /// Its bytes, counted.
    pub size: usize,
    /// SHA-256 of its bytes, in hex.
    pub sha256: String,
    /// The picture itself in base64; null where only the reference is kept.
    pub data: Option<String>,
}

/// A picture that can't be taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadPicture {
    /// It is not a picture of a known type.
    #[error("“{0}” is no PNG, JPEG, GIF or WebP picture.")]
    Unknown(String),
    /// It is too large.
    #[error("“{name}” has {size} bytes; a picture may have {MAX_PICTURE_BYTES}. Send it smaller.")]
    TooLarge {
        name: String,
        /// Its bytes.
        size: usize,
    },
    /// There are too many.
    #[error("There are {0} pictures; {MAX_PICTURES_AT_ONCE} may come with a message.")]
    TooMany(usize),
}

impl AttachedPicture {
    /// A picture from a data URL, `data:image/png;base64,…`. Its bytes decide its type, not the URL.
    ///
    /// # Errors
    /// It is not a picture, or too large.
    pub fn read(name: &str, url: &str) -> Result<Self, BadPicture> {
        let name: String = name.chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
        let unknown = || BadPicture::Unknown(name.clone());
        let data = url.strip_prefix("data:").and_then(|rest| rest.split_once(";base64,")).ok_or_else(unknown)?.1;
        // Four characters hold three bytes, whatever they say.
        if data.len() / 4 > MAX_PICTURE_BYTES / 3 + 1 {
            return Err(BadPicture::TooLarge { size: data.len() / 4 * 3, name });
        }
        let bytes = base64::Engine::decode(&base64::engine::general_purpose::STANDARD, data).map_err(|_| unknown())?;
        if bytes.len() > MAX_PICTURE_BYTES {
            return Err(BadPicture::TooLarge { size: bytes.len(), name });
        }
        let media_type = media_type(&bytes).ok_or_else(unknown)?.to_owned();
        let sha256 = HEXLOWER.encode(&Sha256::digest(&bytes));
        Ok(Self { name, media_type, size: bytes.len(), sha256, data: Some(data.to_owned()) })
    }
}

/// A picture's type by its first bytes.
fn media_type(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, ..] => Some("image/png"),
        [0xFF, 0xD8, 0xFF, ..] => Some("image/jpeg"),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some("image/gif"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        _ => None,
    }
}

impl CampaignDraft {
    /// Keeps pictures, each once, the newest last; of those beyond the room for them only the reference stays.
    pub(super) fn keep_pictures(&mut self, pictures: &[AttachedPicture]) {
        for picture in pictures {
            self.pictures.retain(|kept| kept.sha256 != picture.sha256);
            self.pictures.push(picture.clone());
        }
        let n_over = self.pictures.len().saturating_sub(MAX_PICTURES);
        self.pictures.drain(..n_over);
        let mut room = MAX_KEPT_BYTES;
        for kept in self.pictures.iter_mut().rev().filter(|kept| kept.data.is_some()) {
            match room.checked_sub(kept.size) {
                Some(left) => room = left,
                None => kept.data = None,
            }
        }
    }
}
