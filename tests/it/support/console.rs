//! The documents in the Firestore emulator, read and changed by hand.

use embertale::store::FirestoreOptions;
use serde_json::{Value, json};

/// The emulator's documents as its console shows and changes them, by REST.
pub(crate) struct Console {
    pub(crate) documents: String,
    pub(crate) http: reqwest::Client,
}

impl Console {
    pub(crate) fn of(options: &FirestoreOptions) -> Self {
        let host = options.emulator_host.as_ref().unwrap();
        let documents = format!("http://{host}/v1/projects/{}/databases/(default)/documents", options.project_id);
        Self { documents, http: reqwest::Client::new() }
    }

    /// A document's fields; null where there is none.
    pub(crate) async fn read(&self, path: &str) -> Value {
        let answer = self.http.get(format!("{}/{path}", self.documents)).bearer_auth("owner").send().await.unwrap();
        answer.json::<Value>().await.unwrap()["fields"].take()
    }

    /// Changes one field, or takes it away.
    pub(crate) async fn change(&self, path: &str, field: &str, value: Option<Value>) {
        let fields = value.map(|value| json!({ field: value })).unwrap_or_default();
        let url = format!("{}/{path}?updateMask.fieldPaths={field}", self.documents);
        let request = self.http.patch(url).bearer_auth("owner").json(&json!({ "fields": fields }));
        let answer = request.send().await.unwrap();
        assert!(answer.status().is_success(), "{}", answer.text().await.unwrap());
    }

    /// Names of the documents of a collection.
    pub(crate) async fn names(&self, collection: &str) -> Vec<String> {
        let url = format!("{}/{collection}?pageSize=1000&mask.fieldPaths=schema", self.documents);
        let answer = self.http.get(url).bearer_auth("owner").send().await.unwrap();
        let documents = answer.json::<Value>().await.unwrap()["documents"].take();
        let names = documents.as_array().cloned().unwrap_or_default();
        names.iter().map(|it| it["name"].as_str().unwrap().rsplit('/').next().unwrap().to_owned()).collect()
    }
}
