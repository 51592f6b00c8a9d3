//! The path prefix under which a proxy serves Embertale, such as `/embertale`.
//!
//! Requests are accepted with and without the prefix, because only some proxies remove it. Addresses in responses always have
//! it.

use axum::{
    extract::{Request, State},
    http::{HeaderName, HeaderValue, Uri, header, uri::PathAndQuery},
    middleware::Next,
    response::Response,
};

use super::App;

/// A path prefix: empty, or a slash and segments without a trailing slash.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BasePath(std::sync::Arc<str>);

impl BasePath {
    /// Reads a prefix such as `/embertale` or `embertale/`.
    ///
    /// # Errors
    /// The prefix contains characters that would have to be escaped.
    pub fn read(text: &str) -> Result<Self, String> {
        let path = text.trim().trim_matches('/');
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.~/".contains(c);
        if !path.chars().all(is_plain) || path.split('/').any(|part| part == ".." || part == ".") {
            return Err(format!("BASE_PATH={text} must be a path of letters, digits and -_.~, such as /embertale."));
        }
        Ok(Self(if path.is_empty() { String::new() } else { format!("/{path}") }.into()))
    }

    /// The prefix as it precedes paths: empty, or with a leading and no trailing slash.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Removes the prefix from a request's path.
    pub(super) fn strip(&self, uri: &mut Uri) {
        if self.0.is_empty() {
            return;
        }
        let all = uri.path_and_query().map_or("/", PathAndQuery::as_str);
        let Some(rest) = all.strip_prefix(&*self.0) else { return };
        let rest = match rest.chars().next() {
            Some('/') => rest.to_owned(),
            None | Some('?') => format!("/{rest}"),
            // `/embertalents` is not below `/embertale`.
            Some(_) => return,
        };
        let mut parts = uri.clone().into_parts();
        parts.path_and_query = rest.parse().ok();
        if let Ok(stripped) = Uri::from_parts(parts) {
            *uri = stripped;
        }
    }
}

/// Adds the prefix to addresses in the headers of a response.
pub(super) async fn add_to_headers(State(app): State<App>, request: Request, next: Next) -> Response {
    const ADDRESSES: [HeaderName; 2] = [header::LOCATION, header::CONTENT_LOCATION];
    let mut response = next.run(request).await;
    let base = app.settings.server.base_path.as_str();
    if base.is_empty() {
        return response;
    }
    for name in ADDRESSES {
        let path = response.headers().get(&name).and_then(|value| value.to_str().ok());
        let prefixed =
            path.filter(|path| path.starts_with('/')).map(|path| HeaderValue::try_from(format!("{base}{path}")));
        if let Some(Ok(prefixed)) = prefixed {
            response.headers_mut().insert(name, prefixed);
        }
    }
    response
}

/// Adds the prefix to addresses in a file of the page. An address is a quoted path whose first segment is `api` or one of the
/// page's files; in HTML and the manifest also the quoted `/`.
pub(super) fn add_to_file(text: &str, base: &BasePath, is_script: bool, is_ours: impl Fn(&str) -> bool) -> String {
    let mut out = String::with_capacity(text.len() + 256);
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        if c == '/' && matches!(before, '"' | '\'' | '`') {
            let rest = &text[at + 1..];
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !"-_.".contains(c)).unwrap_or(rest.len());
            let (segment, behind) = rest.split_at(end);
            let closes = behind.starts_with(before);
            let is_home = segment.is_empty() && closes && (!is_script || is_navigation(&text[..at]));
            let is_path = !segment.is_empty() && (closes || behind.starts_with(['/', '?', '#'])) && is_ours(segment);
            if is_home || is_path {
                out.push_str(base.as_str());
            }
        }
        out.push(c);
        before = c;
    }
    out
}

/// Whether the text before a quoted `/` in a script makes it the page's address rather than a key or a separator.
fn is_navigation(before: &str) -> bool {
    let before = before.trim_end_matches(['"', '\'', '`']);
    before.ends_with("location.assign(") || before.ends_with("pathname === ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripped(base: &str, uri: &str) -> String {
        let mut uri: Uri = uri.parse().unwrap();
        BasePath::read(base).unwrap().strip(&mut uri);
        uri.to_string()
    }

    #[test]
    fn a_prefix_is_removed_only_as_whole_segments() {
        for base in ["/play", "play/", " /play/ "] {
            assert_eq!(stripped(base, "/play/api/info?x=1"), "/api/info?x=1");
            assert_eq!(stripped(base, "/play"), "/");
            assert_eq!(stripped(base, "/play?x"), "/?x");
            assert_eq!(stripped(base, "/player"), "/player");
            assert_eq!(stripped(base, "/api/info"), "/api/info");
        }
        assert_eq!(stripped("", "/api"), "/api");
        assert!(BasePath::read("/a b").is_err() && BasePath::read("/../x").is_err());
    }

    #[test]
    fn addresses_in_files_get_the_prefix_and_other_slashes_do_not() {
        let base = BasePath::read("/play").unwrap();
        let ours = |segment: &str| ["api", "js", "app.css"].contains(&segment);
        let script =
            r#"get("/api/x"); `/api/${id}`; split("/"); { "/": 1 }; a("/other"); location.assign("/"); "/app.css""#;
        let expected = r#"get("/play/api/x"); `/play/api/${id}`; split("/"); { "/": 1 }; a("/other"); location.assign("/play/"); "/play/app.css""#;
        assert_eq!(add_to_file(script, &base, true, ours), expected);
        assert_eq!(add_to_file(r#"<a href="/">"#, &base, false, ours), r#"<a href="/play/">"#);
    }
}
