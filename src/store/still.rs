//! Consistent reads of several records: repeated if something was saved in between.

use std::time::Duration;

use game::{Session, id::SessionId};

use super::{Error, Store};

/// How often a session that is played meanwhile is read again.
const TRIES: u32 = 10;
/// The pause after the first try; each one after it is twice as long, so that all together take half a second.
const PAUSE: Duration = Duration::from_millis(1);

/// Reads several records of a session, repeatedly until the session didn't change meanwhile. `read` gets the current session;
/// its result for a changed session, errors included, is discarded.
///
/// # Errors
/// The error of `read`, or the session can't be loaded; [`Error::Conflict`] if it kept changing.
pub async fn read_still<T, E: From<Error>, R>(
    store: &dyn Store,
    id: &SessionId,
    read: impl Fn(Session) -> R,
) -> Result<T, E>
where
    R: Future<Output = Result<T, E>>,
{
    for n in 0..TRIES {
        if n > 0 {
            tokio::time::sleep(PAUSE * 2_u32.pow(n - 1)).await;
        }
        let session = store.load(id).await?;
        let version = session.head.version;
        let answer = read(session).await;
        if store.load(id).await?.head.version == version {
            return answer;
        }
    }
    Err(Error::Conflict.into())
}
