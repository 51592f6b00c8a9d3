//! Records apart from the turns, in memory.

use async_trait::async_trait;
use game::id::SessionId;

use crate::store::{Result, SideKind, SideRecord, SideRecords};

use super::MemoryStore;

#[async_trait]
impl SideRecords for MemoryStore {
    async fn side_record(&self, session: &SessionId, kind: SideKind) -> Result<Option<SideRecord>> {
        Ok(self.kept().session(session)?.side_records.get(&kind).cloned())
    }

    async fn save_side_record(
        &self,
        session: &SessionId,
        kind: SideKind,
        record: &SideRecord,
        expected_version: u64,
    ) -> Result<()> {
        let mut kept = self.kept();
        let records = &mut kept.session_mut(session)?.side_records;
        record.check_follows(records.get(&kind).map_or(0, |before| before.version), expected_version)?;
        records.insert(kind, record.clone());
        Ok(())
    }
}
