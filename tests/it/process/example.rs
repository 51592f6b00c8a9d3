//! The example client does what the README says it does.

use std::{path::Path, process::Command};

use super::{
    server::Home,
    table::{PIECES, asking, story, stub, two_tools},
};
use crate::support::missing::left_out;

#[tokio::test]
async fn the_example_client_prints_the_story_and_the_dice() {
    let stub = stub(vec![two_tools(), story()]).await;
    let (home, url) = (Home::new(), stub.url());
    let server = home.start(&asking(&url));
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/client.mjs");
    let mut node = Command::new("node");
    node.arg(example).args(["I step up.", &format!("http://{}", server.address)]);
    let Ok(output) = tokio::task::spawn_blocking(move || node.output()).await.unwrap() else {
        return left_out("node is not installed");
    };
    let (said, wrong) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && wrong.is_empty(), "{wrong}");
    assert!(said.contains("> I step up.") && said.contains(&PIECES.concat()), "{said}");
    assert!(said.contains("[a leap: 1d20+3 = "), "{said}");
}
