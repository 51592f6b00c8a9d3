//! Plans where there is no key.

use serde_json::json;

use super::{server::Home, wire::Ask};

#[tokio::test]
async fn without_a_key_the_author_says_so_and_a_plan_can_still_be_begun() {
    let home = Home::new();
    let server = home.start(&[]);
    let plan = server.send(Ask::post("/api/plans").json(&json!({"campaign": "short-weight"}))).await;
    assert_eq!(plan.status, 201, "{plan:?}");
    let id = plan.json()["id"].as_str().unwrap().to_owned();
    let answer = server.send(Ask::post(&format!("/api/plans/{id}/chat")).json(&json!({"message": "Hello?"}))).await;
    assert_eq!((answer.status, &answer.json()["code"]), (409, &json!("needs_a_key")));
    assert!(answer.json()["detail"].as_str().unwrap().contains("ANTHROPIC_API_KEY"));
    let done = server.send(Ask::post(&format!("/api/plans/{id}/finalize")).json(&json!({}))).await;
    assert_eq!((done.status, &done.json()["campaign"]["slug"]), (200, &json!("short-weight-2")), "{done:?}");
}
