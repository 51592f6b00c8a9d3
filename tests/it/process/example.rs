//! The example client does what `docs/api.md` says it does.

use std::{
    path::Path,
    process::{Command, Output},
};

use super::{
    server::Home,
    table::{PIECES, asking, story, stub, two_tools},
};
use crate::support::missing::left_out;

/// Runs a command in a folder and returns its output, or `None` if it is not installed.
async fn output(command: &str, args: &[&str], folder: &Path) -> Option<Output> {
    let mut command = Command::new(command);
    command.args(args).current_dir(folder);
    tokio::task::spawn_blocking(move || command.output()).await.unwrap().ok()
}

#[tokio::test]
async fn the_typed_client_compiles_and_streams_resumes_undoes_and_fights() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let modules = root.join("tests/page/node_modules");
    if !modules.join("openapi-typescript").is_dir() {
        return left_out("the node modules of tests/page are not installed");
    }
    let home = Home::new();
    // With this seed it takes 35 turns until a fight begins.
    let server = home.start(&[("DICE_SEED", "oak")]);
    let folder = home.work();
    std::fs::write(folder.join("openapi.json"), server.read("/api/openapi.json").await.to_string()).unwrap();
    std::fs::write(folder.join("package.json"), r#"{"type": "module"}"#).unwrap();
    std::fs::copy(root.join("examples/client.ts"), folder.join("client.ts")).unwrap();
    // The request of the first example in `docs/api.md`.
    let call =
        r#"import type { components } from "./api.js"; export const all: components["schemas"]["CreateSession"] = {};"#;
    std::fs::write(folder.join("call.ts"), call).unwrap();
    let module = |name: &str| modules.join(name).to_string_lossy().into_owned();
    let address = format!("http://{}", server.address);
    let steps: [Vec<String>; 3] = [
        [&module("openapi-typescript/bin/cli.js"), "openapi.json", "--default-non-nullable", "false", "-o", "api.d.ts"]
            .map(str::to_owned)
            .into(),
        [
            &module("typescript/bin/tsc"),
            "--strict",
            "--noUncheckedIndexedAccess",
            "--target",
            "es2022",
            "--module",
            "nodenext",
            "--lib",
            "es2023,dom,dom.iterable,dom.asynciterable",
            "client.ts",
            "call.ts",
        ]
        .map(str::to_owned)
        .into(),
        ["client.js", &address].map(str::to_owned).into(),
    ];
    let mut said = String::new();
    for step in steps {
        let args: Vec<&str> = step.iter().map(String::as_str).collect();
        let Some(output) = output("node", &args, &folder).await else { return left_out("node is not installed") };
        said = String::from_utf8_lossy(&output.stdout).into_owned();
        let wrong = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{step:?}: {said}{wrong}");
    }
    for line in ["resumed after", "undone: the session is as it was before", "; it is over"] {
        assert!(said.contains(line), "{line}: {said}");
    }
    assert!(!said.contains("with 0 clicks"), "{said}");
    let typed = std::fs::read_to_string(root.join("examples/client.ts")).unwrap();
    assert!(typed.lines().count() <= 300);
}

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
