//! Keys, as a keyboard sends them.

use chromiumoxide::cdp::browser_protocol::input::{DispatchKeyEventParams, DispatchKeyEventType};

/// A key with what is held down beside it.
pub(crate) struct Key {
    key: String,
    code: String,
    number: i64,
    text: Option<String>,
    modifiers: i64,
}

impl Key {
    /// By its name, with `Alt+`, `Control+` or `Shift+` before it.
    pub(crate) fn named(name: &str) -> Self {
        let (held, key) = name.rsplit_once('+').unwrap_or(("", name));
        let bit = |one: &str| match one {
            "Alt" => 1,
            "Control" => 2,
            "Shift" => 8,
            _ => 0,
        };
        let modifiers = held.split('+').map(bit).sum();
        let (code, number, text) = match key {
            "Enter" => ("Enter".to_owned(), 13, Some("\r".to_owned())),
            "Tab" => ("Tab".to_owned(), 9, None),
            "Escape" => ("Escape".to_owned(), 27, None),
            "Space" => ("Space".to_owned(), 32, Some(" ".to_owned())),
            "F6" => ("F6".to_owned(), 117, None),
            "End" => ("End".to_owned(), 35, None),
            "Home" => ("Home".to_owned(), 36, None),
            "ArrowLeft" => ("ArrowLeft".to_owned(), 37, None),
            "ArrowUp" => ("ArrowUp".to_owned(), 38, None),
            "ArrowRight" => ("ArrowRight".to_owned(), 39, None),
            "ArrowDown" => ("ArrowDown".to_owned(), 40, None),
            _ => plain(key),
        };
        let key = if key == "Space" { " " } else { key };
        // With Alt or Control a key writes nothing.
        let text = text.filter(|_| modifiers & 3 == 0);
        Self { key: key.to_owned(), code, number, text, modifiers }
    }

    /// Down and up.
    pub(crate) fn events(&self) -> [DispatchKeyEventParams; 2] {
        let down = if self.text.is_some() { DispatchKeyEventType::KeyDown } else { DispatchKeyEventType::RawKeyDown };
        [down, DispatchKeyEventType::KeyUp].map(|kind| {
            let is_down = !matches!(kind, DispatchKeyEventType::KeyUp);
            let event = DispatchKeyEventParams::builder()
                .r#type(kind)
                .key(&self.key)
                .code(&self.code)
                .windows_virtual_key_code(self.number)
                .modifiers(self.modifiers);
            let event = match &self.text {
                Some(text) if is_down => event.text(text),
                _ => event,
            };
            event.build().unwrap()
        })
    }
}

/// A key that writes one letter, digit or sign.
fn plain(key: &str) -> (String, i64, Option<String>) {
    let sign = key.chars().next().expect("a key");
    let code = match sign {
        '0'..='9' => format!("Digit{sign}"),
        '/' | '?' => "Slash".to_owned(),
        _ => format!("Key{}", sign.to_ascii_uppercase()),
    };
    let number = match sign {
        '/' | '?' => 191,
        _ => i64::from(u32::from(sign.to_ascii_uppercase())),
    };
    (code, number, Some(key.to_owned()))
}
