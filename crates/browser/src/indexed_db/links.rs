//! Looks up record keys by link, with the link index of each kind.

use super::{errors::from_error, keys::Key, schema::link_index, transaction::store};
use indexed_db_futures::{BuildPrimitive, KeyRange, query_source::QuerySource, transaction::Transaction};
use ricordo_core::{
    error::StoreError,
    record::{Link, RecordKey},
};

/// The first keys that each link leads to, at most `limit` per link.
pub(super) async fn linked(
    transaction: &Transaction<'_>,
    links: &[Link],
    limit: u32,
) -> Result<Vec<Vec<RecordKey>>, StoreError> {
    // All requests are sent before the first is awaited.
    let mut asked = Vec::with_capacity(links.len());
    for link in links {
        let store = store(transaction, link.kind())?;
        let index = store.index(link_index(link.kind())).map_err(from_error)?;
        let range = KeyRange::Only(Key::one(link));
        let keys = index.get_all_keys::<Key>().with_query::<Key, _>(range).with_limit(limit);
        asked.push((link.kind(), keys.primitive().map_err(from_error)?));
    }
    let mut found = Vec::with_capacity(asked.len());
    for (kind, request) in asked {
        let keys = request.await.map_err(from_error)?.collect::<Result<Vec<Key>, _>>().map_err(from_error)?;
        let damaged = || StoreError::Damaged { detail: format!("{kind:?}: a key that is none") };
        let keys = keys.iter().map(|key| key.linked(kind).ok_or_else(damaged));
        found.push(keys.collect::<Result<Vec<_>, _>>()?);
    }
    Ok(found)
}
