//! Client of an image server, with the images protocol that most of them share.

use std::{fmt, time::Duration};

use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use reqwest::{Client, Url, redirect};
use serde::Deserialize;
use serde_json::{Value, json};

/// A picture takes no longer than this.
const TIMEOUT: Duration = Duration::from_secs(180);
/// The largest answer that is read, in bytes: base64 makes four of three.
const MAX_ANSWER: usize = 24 << 20;
/// A size that every such server supports; pages crop it.
const SIZE: &str = "1024x1024";

/// A server of pictures, as it is configured. Its key never shows in a log.
#[derive(Clone)]
pub struct PainterConfig {
    url: Url,
    model: String,
    key: Option<String>,
}

impl fmt::Debug for PainterConfig {
    /// The model alone: an address may hold a key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PainterConfig").field("model", &self.model).finish_non_exhaustive()
    }
}

/// Why there is no picture. It names no address and no key.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct PainterError(String);

impl PainterConfig {
    /// A server at a base address such as `http://localhost:8080/v1`, the model to use, and the bearer
    /// token, if anything.
    ///
    /// # Errors
    /// The address is invalid, or the model has no name.
    pub fn new(base: &str, model: &str, key: Option<&str>) -> Result<Self, PainterError> {
        let base = base.trim().trim_end_matches('/');
        let url = Url::parse(&format!("{base}/images/generations")).ok();
        let url = url.filter(|url| matches!(url.scheme(), "http" | "https"));
        let url = url.ok_or_else(|| PainterError("IMAGE_BASE_URL must be an http or https address.".into()))?;
        if model.trim().is_empty() {
            return Err(PainterError("IMAGE_BASE_URL needs IMAGE_MODEL, the name of the model to use.".into()));
        }
        Ok(Self { url, model: model.trim().to_owned(), key: key.map(str::to_owned) })
    }

    /// The model's name.
    pub fn model(&self) -> &str {
        &self.model
    }
}

/// A picture: PNG, JPEG or WebP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The file.
    pub bytes: Bytes,
    /// Its media type.
    pub content_type: &'static str,
}

impl Picture {
    /// Detects the image type by the first bytes; none if browsers can't show it.
    pub fn read(bytes: Bytes) -> Option<Self> {
        let content_type = match &bytes[..] {
            [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => "image/png",
            [0xff, 0xd8, 0xff, ..] => "image/jpeg",
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "image/webp",
            _ => return None,
        };
        Some(Self { bytes, content_type })
    }
}

/// A server of pictures.
#[derive(Debug)]
pub struct Painter {
    config: PainterConfig,
    http: Client,
}

#[derive(Deserialize)]
struct ImagesResponse {
    data: Vec<Painted>,
}

#[derive(Deserialize)]
struct Painted {
    b64_json: Option<String>,
}

impl Painter {
    /// The server of a configuration.
    ///
    /// # Errors
    /// This machine has no client for it.
    pub fn new(config: PainterConfig) -> Result<Self, PainterError> {
        let http = Client::builder()
            .user_agent(concat!("embertale/", env!("CARGO_PKG_VERSION")))
            .timeout(TIMEOUT)
            // A redirect would carry the key to wherever it points.
            .redirect(redirect::Policy::none())
            .build()
            .map_err(|error| PainterError(format!("no client for the image server: {error}")))?;
        Ok(Self { config, http })
    }

    /// Has a picture painted of what the words say. Nothing is fetched from an address that the answer names.
    ///
    /// # Errors
    /// The server can't be reached, refuses, or answers with something else than a picture.
    pub async fn paint(&self, words: &str) -> Result<Picture, PainterError> {
        let mut body = json!({
            "model": self.config.model, "prompt": words, "n": 1, "size": SIZE, "response_format": "b64_json",
        });
        let answer = match self.ask(&body).await {
            // Some models give base64 by themselves and refuse to be asked for it.
            Err(PaintRefusal::Request) => {
                body.as_object_mut().map(|body| body.remove("response_format"));
                self.ask(&body).await
            }
            answer => answer,
        };
        let answer = answer.map_err(|refused| match refused {
            PaintRefusal::Request => failed("it refuses the request".into()),
            PaintRefusal::Other(error) => error,
        })?;
        let answer: ImagesResponse =
            serde_json::from_slice(&answer).map_err(|_| failed("its answer can't be read".into()))?;
        let painted = answer.data.into_iter().next().and_then(|painted| painted.b64_json);
        let painted = painted.ok_or_else(|| failed("it gives no picture, or only its address".into()))?;
        let bytes = BASE64_STANDARD.decode(painted).map_err(|_| failed("its picture is no base64".into()))?;
        Picture::read(bytes.into()).ok_or_else(|| failed("what it gives is neither PNG nor JPEG nor WebP".into()))
    }

    async fn ask(&self, body: &Value) -> Result<Vec<u8>, PaintRefusal> {
        let unreachable = |error: reqwest::Error| PaintRefusal::Other(failed(error.without_url().to_string()));
        let mut request = self.http.post(self.config.url.clone()).json(body);
        if let Some(key) = &self.config.key {
            request = request.bearer_auth(key);
        }
        let mut answer = request.send().await.map_err(unreachable)?;
        let status = answer.status();
        if status.as_u16() == 400 {
            return Err(PaintRefusal::Request);
        }
        if !status.is_success() {
            return Err(PaintRefusal::Other(failed(format!("it answers {status}"))));
        }
        let mut bytes = Vec::new();
        while let Some(piece) = answer.chunk().await.map_err(unreachable)? {
            if bytes.len() + piece.len() > MAX_ANSWER {
                return Err(PaintRefusal::Other(failed("its answer is too large".into())));
            }
            bytes.extend(piece);
        }
        Ok(bytes)
    }
}

enum PaintRefusal {
    /// 400: it may be only a field that it doesn't know.
    Request,
    Other(PainterError),
}

fn failed(why: String) -> PainterError {
    PainterError(format!("the image server can't be used: {why}"))
}
