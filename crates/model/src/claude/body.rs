//! Parses the bytes of an answer into the JSON of its events, with timeouts.

use std::future::{poll_fn, ready};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use bytes::Bytes;
use futures::stream::{self, Stream, StreamExt};
use reqwest::Response;
use serde::Deserialize;
use serde_json::Value;
use sse_stream::SseByteStream;

use crate::IdleTimer;

/// No answer is this long; a server that sends more has lost its mind.
const MOST_BYTES: usize = 64 << 20;

/// Why there is no more to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum StreamFault {
    /// No byte for too long.
    #[error("no byte for too long")]
    Stalled,
    /// The connection broke, or what came makes no sense.
    #[error("the connection broke off")]
    Broken,
    /// More bytes than any answer has.
    #[error("the answer has no end")]
    Endless,
}

/// The chunks of a body. Each one restarts the timeout.
pub(super) fn chunks(response: Response, idle: Duration) -> impl Stream<Item = Result<Bytes, StreamFault>> + Send {
    stream::try_unfold((response, 0_usize, IdleTimer::new(idle)), |(mut response, n_before, mut timer)| async move {
        timer.restart();
        let chunk = {
            let mut chunk = pin!(response.chunk());
            poll_fn(|context| match chunk.as_mut().poll(context) {
                Poll::Ready(chunk) => Poll::Ready(Ok(chunk)),
                Poll::Pending => timer.poll_idle(context).map(|()| Err(StreamFault::Stalled)),
            })
            .await?
        };
        match chunk {
            Err(error) => {
                tracing::warn!(cause = root_cause(&error), "the answer broke off");
                Err(StreamFault::Broken)
            }
            Ok(None) => Ok(None),
            Ok(Some(bytes)) => match n_before + bytes.len() {
                n if n > MOST_BYTES => Err(StreamFault::Endless),
                n => Ok(Some((bytes, (response, n, timer)))),
            },
        }
    })
}

/// The innermost cause of an error, such as "Connection refused". Outer layers add only the address, which doesn't belong in a
/// log.
pub(super) fn root_cause(error: &dyn std::error::Error) -> String {
    std::iter::successors(Some(error), |error| error.source()).last().map(ToString::to_string).unwrap_or_default()
}

/// The data of an event.
#[derive(Debug, PartialEq)]
pub(super) enum Data {
    /// A piece of a text: nearly all events are, so they are read without a JSON value of their own.
    Text {
        /// The number of its block.
        index: Option<u64>,
        text: String,
    },
    /// Anything else.
    Any(Value),
}

#[derive(Deserialize)]
struct TextEvent<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    index: Option<u64>,
    #[serde(borrow)]
    delta: TextDelta<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TextDelta<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    text: String,
}

/// The data of the server-sent events in these bytes.
pub(super) fn events<S>(chunks: S) -> impl Stream<Item = Result<Data, StreamFault>> + Send
where
    S: Stream<Item = Result<Bytes, StreamFault>> + Send + 'static,
{
    // Not every server ends its last event with the blank line that the decoder waits for.
    let tail = stream::once(ready(Ok(Bytes::from_static(b"\n\n"))));
    let blocks = SseByteStream::new(Box::pin(chunks.chain(tail)));
    blocks.filter_map(|block| {
        ready(match block {
            Err(sse_stream::Error::Body(cause)) => {
                Some(Err(cause.downcast_ref::<StreamFault>().copied().unwrap_or(StreamFault::Broken)))
            }
            Err(_) => Some(Err(StreamFault::Broken)),
            Ok(block) => parse(block),
        })
    })
}

fn parse(block: sse_stream::Sse) -> Option<Result<Data, StreamFault>> {
    let data = block.data?;
    // `[DONE]` ends the streams of a neighbouring protocol; some servers that speak both send it in both.
    if matches!(data.trim(), "" | "[DONE]") {
        return None;
    }
    if let Some((index, text)) = plain_text(&data) {
        return Some(Ok(Data::Text { index: Some(index), text }));
    }
    if let Ok(TextEvent { kind: "content_block_delta", index, delta: TextDelta { kind: "text_delta", text } }) =
        serde_json::from_str(&data)
    {
        return Some(Ok(Data::Text { index, text }));
    }
    let Ok(mut value) = serde_json::from_str::<Value>(&data) else { return Some(Err(StreamFault::Broken)) };
    if let (Some(fields), Some(event)) = (value.as_object_mut(), block.event) {
        fields.entry("type").or_insert_with(|| event.into());
    }
    Some(Ok(Data::Any(value)))
}

/// The number of a block and a piece of its text, where the event is written as Claude writes it: hundreds of an answer are.
fn plain_text(data: &str) -> Option<(u64, String)> {
    let rest = data.strip_prefix(r#"{"type":"content_block_delta","index":"#)?;
    let (index, rest) = rest.split_once(',')?;
    let text = rest.strip_prefix(r#""delta":{"type":"text_delta","text":"#)?.strip_suffix("}}")?;
    Some((index.parse().ok()?, string_of(text)?))
}

/// The string that a piece of JSON is. Most have nothing to be unescaped.
fn string_of(json: &str) -> Option<String> {
    let inside = json.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let is_plain = |text: &&str| text.bytes().all(|byte| byte >= b' ' && !matches!(byte, b'"' | b'\\'));
    match inside.filter(is_plain) {
        Some(text) => Some(text.to_owned()),
        None => serde_json::from_str(json).ok(),
    }
}

/// A whole body of at most `most` bytes.
pub(super) async fn whole(response: Response, idle: Duration, most: usize) -> Result<Vec<u8>, StreamFault> {
    let mut chunks = Box::pin(chunks(response, idle));
    let mut body = Vec::new();
    while let Some(chunk) = chunks.next().await {
        body.extend_from_slice(&chunk?);
        if body.len() > most {
            return Err(StreamFault::Endless);
        }
    }
    Ok(body)
}

/// A whole body that ought to be one JSON value.
pub(super) async fn json(response: Response, idle: Duration) -> Result<Value, StreamFault> {
    let body = whole(response, idle, MOST_BYTES).await?;
    serde_json::from_slice(&body).map_err(|_| StreamFault::Broken)
}

#[cfg(test)]
mod tests {
    use futures::executor::block_on;
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// Every line ending, a byte order mark, comments, data over two lines, no space after the colon, unknown fields, characters
    /// of two to four bytes, an event without data and a missing last blank line.
    const STREAM: &str = concat!(
        "\u{feff}event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"model\":\"m\"}}\n\n",
        ": keep-alive\n\n:\r\n\r\n",
        "event: ping\r\ndata: {\"type\": \"ping\"}\r\n\r\n",
        "data:{\"type\":\"a\",\"text\":\"Grüße, 龍 🐉\"}\r\r",
        "id: 7\nretry: 10\nflavour: plum\ndata: {\"type\":\"b\",\ndata: \"n\":1}\n\n",
        "event: lonely\n\n",
        "event: c\r\ndata: {\"n\":2}\r\n: in between\r\n\r\n\r\n\n",
        "data: [DONE]\n\n",
        "data: {\"type\":\"message_stop\"}",
    );

    fn other(value: Value) -> Result<Data, StreamFault> {
        Ok(Data::Any(value))
    }

    fn expected() -> Vec<Result<Data, StreamFault>> {
        vec![
            other(json!({"type": "message_start", "message": {"model": "m"}})),
            other(json!({"type": "ping"})),
            other(json!({"type": "a", "text": "Grüße, 龍 🐉"})),
            other(json!({"type": "b", "n": 1})),
            other(json!({"n": 2, "type": "c"})),
            other(json!({"type": "message_stop"})),
        ]
    }

    fn read(pieces: Vec<Result<Bytes, StreamFault>>) -> Vec<Result<Data, StreamFault>> {
        block_on(events(stream::iter(pieces)).collect())
    }

    fn pieces(bytes: &[u8], mut cuts: Vec<usize>) -> Vec<Result<Bytes, StreamFault>> {
        cuts.extend([0, bytes.len()]);
        cuts.sort_unstable();
        cuts.windows(2).map(|ends| Ok(Bytes::copy_from_slice(&bytes[ends[0]..ends[1]]))).collect()
    }

    #[test]
    fn a_stream_split_at_any_one_byte_reads_the_same() {
        for cut in 0..=STREAM.len() {
            assert_eq!(read(pieces(STREAM.as_bytes(), vec![cut])), expected(), "split at {cut}");
        }
    }

    #[test]
    fn a_stream_that_comes_byte_by_byte_reads_the_same() {
        assert_eq!(read(pieces(STREAM.as_bytes(), (0..STREAM.len()).collect())), expected());
    }

    proptest! {
        #[test]
        fn a_stream_split_anywhere_with_any_line_ending_reads_the_same(
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..40),
            ending in prop::sample::select(vec!["\n", "\r", "\r\n"]),
        ) {
            let stream = STREAM.replace("\r\n", "\n").replace('\r', "\n").replace('\n', ending);
            let cuts = cuts.iter().map(|cut| cut.index(stream.len())).collect();
            prop_assert_eq!(read(pieces(stream.as_bytes(), cuts)), expected());
        }
    }

    #[test]
    fn a_stream_cut_anywhere_gives_only_whole_events() {
        for end in 0..STREAM.len() {
            let got = read(vec![Ok(Bytes::from_static(&STREAM.as_bytes()[..end]))]);
            let n_good = got.iter().take_while(|event| event.is_ok()).count();
            assert!(got.len() <= n_good + 1, "nothing follows an error");
            assert!(got.last().is_none_or(|last| last != &expected()[5]), "cut at {end}");
        }
    }

    #[test]
    fn a_piece_of_text_is_known_by_its_two_types_and_anything_unusual_is_kept_whole() {
        let one = |data: &str| read(vec![Ok(Bytes::from(format!("data: {data}\n\n")))]);
        let text = |index, text: &str| [Ok(Data::Text { index, text: text.to_owned() })];
        let said = r#"{"type":"content_block_delta","index":3,"delta":{"type":"text_delta","text":"a \"b\"\n\u00fc"}}"#;
        assert_eq!(one(said), text(Some(3), "a \"b\"\nü"));
        let numberless = r#"{"type":"content_block_delta","delta":{"text":"","type":"text_delta"},"new":[1]}"#;
        assert_eq!(one(numberless), text(None, ""));
        for unusual in [
            json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "a", "logprobs": []}}),
            json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta"}}),
            json!({"type": "content_block_delta", "index": 0.5, "delta": {"type": "text_delta", "text": "a"}}),
            json!({"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "text": "a"}}),
            json!({"type": "newer", "index": 0, "delta": {"type": "text_delta", "text": "a"}}),
        ] {
            assert_eq!(one(&unusual.to_string()), [other(unusual)]);
        }
    }

    #[test]
    fn what_breaks_the_bytes_ends_the_events_with_its_name() {
        let begun = || Ok(Bytes::from_static(b"data: {\"n\":1}\n\ndata: {\"n\""));
        for cut in [StreamFault::Stalled, StreamFault::Broken, StreamFault::Endless] {
            assert_eq!(read(vec![begun(), Err(cut)]), [other(json!({"n": 1})), Err(cut)]);
        }
        for garbled in ["data: {oops\n\n", "data: \"\u{0}\n\n"] {
            assert_eq!(read(vec![Ok(garbled.into())]), [Err(StreamFault::Broken)]);
        }
        assert_eq!(read(vec![Ok(Bytes::from_static(b"data: \"\xff\"\n\n"))]), [Err(StreamFault::Broken)], "not UTF-8");
    }
}
