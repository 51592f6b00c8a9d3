//! Each day's spending in counters that all servers increment: one per day, and one per player and day.

use firestore::gcloud_sdk::google::firestore::v1::{
    Write,
    document_transform::{FieldTransform, field_transform::TransformType},
    value::ValueType,
};
use jiff::civil::Date;

use crate::store::{DaySpending, Result, json::int};

use super::{
    FirestoreStore,
    database::WriteCondition,
    document::{DocumentFields, of},
    place::DocumentPath,
};

const COUNTER: &str = "picoUsd";
const WHOSE: &str = "a day's spending";

impl FirestoreStore {
    pub(super) async fn add_to_day(&self, day: Date, player: Option<&str>, pico_usd: u64) -> Result<()> {
        let counters =
            [Some(DocumentPath::spending(day, None)), player.map(|player| DocumentPath::spending(day, Some(player)))];
        let writes = counters.into_iter().flatten().map(|place| self.adding(&place, pico_usd)).collect();
        // If the response was lost, this may count twice. A cap reached too early does less harm than an exceeded one.
        self.db.commit_again_and_again(writes).await
    }

    fn adding(&self, place: &DocumentPath, pico_usd: u64) -> Write {
        let increment = TransformType::Increment(of(ValueType::IntegerValue(int(pico_usd))));
        let transform = FieldTransform { field_path: COUNTER.to_owned(), transform_type: Some(increment) };
        let write = self.db.change(place, DocumentFields::default(), &[], WriteCondition::Anything);
        Write { update_transforms: vec![transform], ..write }
    }

    pub(super) async fn spent_on(&self, day: Date, player: Option<&str>) -> Result<DaySpending> {
        let total = self.counted(&DocumentPath::spending(day, None)).await?;
        let player = match player {
            Some(player) => self.counted(&DocumentPath::spending(day, Some(player))).await?,
            None => 0,
        };
        Ok(DaySpending { total, player })
    }

    async fn counted(&self, place: &DocumentPath) -> Result<u64> {
        let record = self.db.get(place, None, WHOSE).await?;
        record.map_or(Ok(0), |record| record.count(COUNTER))
    }
}
