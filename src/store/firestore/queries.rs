//! All queries to Firestore. Queries are built only from these shapes, so that they can be compared with
//! `firestore.indexes.json`: the emulator answers queries that production refuses because an index is missing.

use firestore::{
    FirestoreDb, FirestoreQueryCursor, FirestoreQueryDirection, FirestoreQueryFilter, FirestoreQueryFilterCompare,
    FirestoreQueryFilterComposite, FirestoreQueryFilterCompositeOperator, FirestoreQueryOrder, FirestoreResult,
    FirestoreValue,
    gcloud_sdk::google::firestore::v1::{Document, value::ValueType},
};

use super::{
    document::of,
    place::{BENEATH, CHECKPOINTS, INTERLUDES, PACKAGES, PLANS, SESSIONS, SHELF, TURNS},
};

/// The name of a document, as a field.
const NAME: &str = "__name__";

/// A kind of question.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct QueryShape {
    pub(super) collection: &'static str,
    /// Fields that must equal a value; where there are several, any of them.
    pub(super) equal: &'static [&'static str],
    /// The field that may be held between bounds. Only documents that have it are found.
    pub(super) between: Option<&'static str>,
    /// How it is ordered: fields, and whether from the greatest down.
    pub(super) order: &'static [(&'static str, bool)],
}

pub(super) const OF_OWNER: QueryShape =
    QueryShape { collection: SESSIONS, equal: &["owner"], between: None, order: &[("updatedAt", true), (NAME, true)] };
pub(super) const ALL_SESSIONS: QueryShape = everything(SESSIONS);
pub(super) const BY_KEY: QueryShape = QueryShape { collection: TURNS, equal: &["key"], between: None, order: &[] };
pub(super) const BY_KEY_OR_TURN: QueryShape =
    QueryShape { collection: TURNS, equal: &["key", "turnId"], between: None, order: &[] };
pub(super) const BY_TURN: QueryShape = QueryShape { collection: TURNS, equal: &["turnId"], between: None, order: &[] };
pub(super) const TOLD: QueryShape = by(TURNS, "seq", &[("seq", false)]);
pub(super) const TOLD_NEWEST_FIRST: QueryShape = by(TURNS, "seq", &[("seq", true)]);
pub(super) const ALTERNATIVES: QueryShape = by(TURNS, "ofSeq", &[("ofSeq", false)]);
pub(super) const UNDONE: QueryShape = by(TURNS, "undoneAt", &[("undoneAt", false)]);
pub(super) const INTERLUDES_AFTER: QueryShape = by(INTERLUDES, "afterSeq", &[("afterSeq", false)]);
pub(super) const CHECKPOINTS_NEWEST_FIRST: QueryShape = by(CHECKPOINTS, "seq", &[("seq", true)]);
pub(super) const CHECKPOINTS_AFTER: QueryShape = by(CHECKPOINTS, "seq", &[("seq", false)]);
pub(super) const ALL_PACKAGES: QueryShape = everything(PACKAGES);
pub(super) const ALL_SHELVED: QueryShape = everything(SHELF);
pub(super) const SHELF_OF_OWNER: QueryShape = of_owner(SHELF);
pub(super) const ALL_PLANS: QueryShape = everything(PLANS);
pub(super) const PLANS_OF_OWNER: QueryShape = of_owner(PLANS);
/// Documents below a session, to be deleted with it.
pub(super) const ALL_BENEATH: [QueryShape; 7] = [
    everything(BENEATH[0]),
    everything(BENEATH[1]),
    everything(BENEATH[2]),
    everything(BENEATH[3]),
    everything(BENEATH[4]),
    everything(BENEATH[5]),
    everything(BENEATH[6]),
];

const fn everything(collection: &'static str) -> QueryShape {
    QueryShape { collection, equal: &[], between: None, order: &[] }
}

/// An owner's few, in no order.
const fn of_owner(collection: &'static str) -> QueryShape {
    QueryShape { collection, equal: &["owner"], between: None, order: &[] }
}

const fn by(collection: &'static str, field: &'static str, order: &'static [(&'static str, bool)]) -> QueryShape {
    QueryShape { collection, equal: &[], between: Some(field), order }
}

impl QueryShape {
    /// A question of this shape, with the values that its fields must equal. `beneath` is a document's full name.
    pub(super) fn ask(&self, beneath: Option<String>, values: &[&str]) -> DocumentQuery {
        let equal = self.equal.iter().zip(values).map(|(name, value)| {
            let value = FirestoreValue::from(of(ValueType::StringValue((*value).to_owned())));
            compare(FirestoreQueryFilterCompare::Equal((*name).to_owned(), value))
        });
        let any = joined(equal.collect(), FirestoreQueryFilterCompositeOperator::Or);
        let direction = |down| match down {
            true => FirestoreQueryDirection::Descending,
            false => FirestoreQueryDirection::Ascending,
        };
        let order: Vec<_> = self
            .order
            .iter()
            .map(|(name, down)| FirestoreQueryOrder::new((*name).to_owned(), direction(*down)))
            .collect();
        DocumentQuery {
            collection: self.collection,
            beneath,
            filters: any.into_iter().collect(),
            between: self.between,
            order,
            after: None,
            limit: None,
            fields: None,
        }
    }
}

/// A question to be put.
#[derive(Debug)]
pub(super) struct DocumentQuery {
    collection: &'static str,
    beneath: Option<String>,
    filters: Vec<FirestoreQueryFilter>,
    between: Option<&'static str>,
    order: Vec<FirestoreQueryOrder>,
    after: Option<FirestoreQueryCursor>,
    limit: Option<u32>,
    fields: Option<Vec<String>>,
}

impl DocumentQuery {
    /// Only records with at least this value in the field that can be bounded.
    pub(super) fn at_least(mut self, least: u32) -> Self {
        let bound = |name| FirestoreQueryFilterCompare::GreaterThanOrEqual(name, number(least));
        self.filters.extend(self.between.map(|name| compare(bound(name.to_owned()))));
        self
    }

    /// Only records with at most this value in that field.
    pub(super) fn at_most(mut self, most: u32) -> Self {
        let bound = |name| FirestoreQueryFilterCompare::LessThanOrEqual(name, number(most));
        self.filters.extend(self.between.map(|name| compare(bound(name.to_owned()))));
        self
    }

    /// Only the first `n` records.
    pub(super) fn limit(mut self, limit: u32) -> Self {
        // Firestore counts with 31 bits.
        self.limit = Some(limit.min(i32::MAX.unsigned_abs()));
        self
    }

    /// Only these fields, so that the large ones are not sent.
    pub(super) fn fields(mut self, fields: &[&str]) -> Self {
        self.fields = Some(fields.iter().map(|&field| field.to_owned()).collect());
        self
    }

    /// Only the names of documents.
    pub(super) fn names(self) -> Self {
        self.fields(&[NAME])
    }

    /// From behind these values of the fields it is ordered by.
    pub(super) fn after(mut self, values: Vec<ValueType>) -> Self {
        let values = values.into_iter().map(|value| FirestoreValue::from(of(value))).collect();
        self.after = Some(FirestoreQueryCursor::AfterValue(values));
        self
    }

    /// Puts it.
    pub(super) async fn put(self, db: &FirestoreDb) -> FirestoreResult<Vec<Document>> {
        let mut select = db.fluent().select();
        if let Some(fields) = self.fields {
            select = select.fields(fields);
        }
        let filter = joined(self.filters, FirestoreQueryFilterCompositeOperator::And);
        let mut select = select.from(self.collection).filter(|_| filter.clone());
        if let Some(beneath) = self.beneath {
            select = select.parent(beneath);
        }
        select = select.order(|_| self.order.clone());
        if let Some(after) = self.after {
            select = select.start_at(after);
        }
        if let Some(limit) = self.limit {
            select = select.limit(limit);
        }
        select.query().await
    }
}

fn number(number: u32) -> FirestoreValue {
    FirestoreValue::from(of(ValueType::IntegerValue(number.into())))
}

fn compare(filter: FirestoreQueryFilterCompare) -> FirestoreQueryFilter {
    FirestoreQueryFilter::Compare(Some(filter))
}

fn joined(
    mut filters: Vec<FirestoreQueryFilter>,
    operator: FirestoreQueryFilterCompositeOperator,
) -> Option<FirestoreQueryFilter> {
    match filters.len() {
        0 | 1 => filters.pop(),
        _ => Some(FirestoreQueryFilter::Composite(FirestoreQueryFilterComposite::new(filters, operator))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn shapes() -> Vec<QueryShape> {
        let [turns, interludes, checkpoints, traces, starts, hands, live] = ALL_BENEATH;
        vec![
            OF_OWNER,
            ALL_SESSIONS,
            BY_KEY,
            BY_KEY_OR_TURN,
            BY_TURN,
            TOLD,
            TOLD_NEWEST_FIRST,
            ALTERNATIVES,
            UNDONE,
            INTERLUDES_AFTER,
            CHECKPOINTS_NEWEST_FIRST,
            CHECKPOINTS_AFTER,
            ALL_PACKAGES,
            ALL_SHELVED,
            SHELF_OF_OWNER,
            ALL_PLANS,
            PLANS_OF_OWNER,
            turns,
            interludes,
            checkpoints,
            traces,
            starts,
            hands,
            live,
        ]
    }

    #[test]
    fn the_list_of_shapes_is_whole() {
        let code = include_str!("queries.rs").lines().take_while(|line| *line != "#[cfg(test)]");
        let n = code.filter(|line| line.starts_with("pub(super) const") && line.contains(": QueryShape =")).count();
        assert_eq!(shapes().len() - ALL_BENEATH.len(), n);
    }

    fn written() -> Value {
        serde_json::from_str(include_str!("../../../firestore.indexes.json")).unwrap()
    }

    fn is_exempt(collection: &str, field: &str) -> bool {
        let all = written()["fieldOverrides"].as_array().unwrap().clone();
        all.iter()
            .any(|it| it["collectionGroup"] == collection && it["fieldPath"] == field && it["indexes"] == json!([]))
    }

    #[test]
    fn every_shape_has_its_index() {
        for shape in shapes() {
            let mut fields: Vec<Value> = Vec::new();
            if !shape.order.is_empty() && !shape.equal.is_empty() {
                fields.extend(shape.equal.iter().map(|name| json!({"fieldPath": name, "order": "ASCENDING"})));
                let order = shape.order.iter().filter(|(name, _)| *name != NAME);
                fields.extend(order.map(
                    |(name, down)| json!({"fieldPath": name, "order": if *down { "DESCENDING" } else { "ASCENDING" }}),
                ));
            }
            if !fields.is_empty() {
                let wanted = json!({"collectionGroup": shape.collection, "queryScope": "COLLECTION", "fields": fields});
                assert!(written()["indexes"].as_array().unwrap().contains(&wanted), "{shape:?} needs {wanted}");
            }
            // All else is answered by the indexes every field has unless it is exempt.
            let asked = shape.equal.iter().chain(&shape.between).chain(shape.order.iter().map(|(name, _)| name));
            for field in asked {
                assert!(!is_exempt(shape.collection, field), "{shape:?} asks for {field}");
            }
        }
    }

    #[test]
    fn large_fields_have_no_index() {
        for (collection, field) in [
            (SESSIONS, "head"),
            (SESSIONS, "state"),
            (SESSIONS, "window"),
            (SESSIONS, "importantEvents"),
            (SESSIONS, "supportingNPCs"),
            (SESSIONS, "title"),
            (SESSIONS, "location"),
            (SESSIONS, "heroes"),
            (TURNS, "body"),
            (INTERLUDES, "body"),
            (CHECKPOINTS, "state"),
            ("starts", "state"),
            ("hands", "body"),
            (PACKAGES, "body"),
            (SHELF, "title"),
            (SHELF, "card"),
            (PLANS, "title"),
            (PLANS, "body"),
        ] {
            assert!(is_exempt(collection, field), "{collection} {field}");
        }
    }
}
