//! Pictures of the page without a campaign: places of free play, heroes, covers. They are drawn from the words of their address, so an
//! address always returns the same picture.

use axum::{
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use game::ready_made;

use crate::assets::{self, BackgroundSetting, Feelings, PortraitRole};

use super::{
    super::{Error, assets::CSP, body::Path},
    matches,
};

/// The first segment of their addresses.
pub(super) const FOLDER: &str = "art";
/// How large they are by themselves, in pixels.
const PLACE: (u32, u32) = (1200, 675);
const PERSON: (u32, u32) = (480, 600);
/// The most characters that are painted from.
const MAX_WORDS: usize = 600;
/// Asked for each time, as files of the page are; the answer is mostly 304.
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

/// `/art/place/NAME/SEEN/MOOD`, where what one sees of it and what it is like at the moment, such as its hour, may be absent;
/// `/art/person/NAME/LOOKS`.
pub(in crate::http) async fn picture(
    Path((kind, words)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let words: String = words.chars().take(MAX_WORDS).collect();
    let (name, more) = words.split_once('/').unwrap_or((&words, ""));
    let etag = format!("\"{FOLDER}-{}\"", assets::EDITION);
    let paint = || match kind.as_str() {
        "place" => {
            let (seen, mood) = more.rsplit_once('/').unwrap_or((more, ""));
            let setting = BackgroundSetting { place: name, seen, mood, feelings: Feelings::default() };
            Some(assets::background(assets::seed(name), &setting, PLACE))
        }
        "person" => {
            let looks = ready_made::looks(name).unwrap_or(more);
            Some(assets::portrait(assets::seed(name), name, looks, PortraitRole::Ally, PERSON))
        }
        _ => None,
    };
    let mut response = if matches(&headers, &etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let svg = paint().ok_or_else(Error::unknown_route)?;
        ([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response()
    };
    response.headers_mut().extend([
        (header::ETAG, HeaderValue::try_from(etag).map_err(|_| Error::internal())?),
        (header::CACHE_CONTROL, ASK_AGAIN),
        (header::CONTENT_SECURITY_POLICY, CSP),
    ]);
    Ok(response)
}
