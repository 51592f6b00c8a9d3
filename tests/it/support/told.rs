//! A turn's event stream, as a client reads it.

use serde_json::Value;

/// One event.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Told {
    pub(crate) id: String,
    pub(crate) event: String,
    pub(crate) data: Value,
}

impl Told {
    /// The events in the text of a stream that has ended.
    pub(crate) fn read(stream: &str) -> Vec<Self> {
        let blocks = stream.split("\n\n").filter(|block| block.lines().any(|line| line.starts_with("data:")));
        blocks.map(Self::of_block).collect()
    }

    fn of_block(block: &str) -> Self {
        let field = |name: &str| {
            let lines = block.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            lines.map(|value| value.strip_prefix(' ').unwrap_or(value)).collect::<Vec<_>>().join("\n")
        };
        let data = serde_json::from_str(&field("data")).expect("data is one JSON object");
        Self { id: field("id"), event: field("event"), data }
    }

    /// What a reader of all these events has in front of them: the text since it was last taken back.
    pub(crate) fn narrative(events: &[Self]) -> String {
        let texts = events.iter().filter(|told| told.event == "text");
        texts.fold(String::new(), |text, told| match told.data["delta"].as_str() {
            Some(delta) => text + delta,
            None => String::new(),
        })
    }
}
