//! Requests for rows: they are sent when they are made, so that several are on their way before the first is awaited.

use super::{
    errors::from_error,
    keys::Key,
    rows::{Row, Stored},
    transaction::store,
};
use indexed_db_futures::{
    BuildPrimitive, KeyRange, future::BasicRequest, future::GetAllPrimitiveRequest, query_source::QuerySource,
    transaction::Transaction,
};
use ricordo_core::{
    error::StoreError,
    record::{Kind, RecordKey},
};
use serde::de::DeserializeOwned;

/// A request for one row that is sent but not answered.
pub(super) struct OneRow {
    kind: Kind,
    request: BasicRequest<Option<Row>>,
}

/// Requests the row under a key.
pub(super) fn row(transaction: &Transaction<'_>, key: RecordKey) -> Result<OneRow, StoreError> {
    let kind = key.kind();
    let request = store(transaction, kind)?.get::<Row, Key, _>(Key::of(key)).primitive().map_err(from_error)?;
    Ok(OneRow { kind, request })
}

impl OneRow {
    /// The answer as a record.
    pub(super) async fn stored(self) -> Result<Option<Stored>, StoreError> {
        let row = self.request.await.map_err(from_error)?;
        row.map(|row| Stored::from_row(self.kind, &row)).transpose()
    }

    pub(super) async fn read<T: DeserializeOwned>(self) -> Result<Option<T>, StoreError> {
        let row = self.request.await.map_err(from_error)?;
        row.map(|row| row.read(self.kind)).transpose()
    }
}

/// A request for many rows that is sent but not answered.
pub(super) struct ManyRows {
    kind: Kind,
    request: GetAllPrimitiveRequest<Row>,
}

/// Requests the rows in a range of keys; `None` means all.
pub(super) fn rows(
    transaction: &Transaction<'_>,
    kind: Kind,
    range: Option<KeyRange<Key>>,
) -> Result<ManyRows, StoreError> {
    some_rows(transaction, kind, range, None)
}

/// Requests the first rows in a range of keys, at most `limit`; `None` means all.
pub(super) fn some_rows(
    transaction: &Transaction<'_>,
    kind: Kind,
    range: Option<KeyRange<Key>>,
    limit: Option<u32>,
) -> Result<ManyRows, StoreError> {
    let store = store(transaction, kind)?;
    let all = store.get_all::<Row>().with_limit(limit.unwrap_or(u32::MAX));
    let request = match range {
        Some(range) => all.with_query::<Key, _>(range).primitive(),
        None => all.primitive(),
    };
    Ok(ManyRows { kind, request: request.map_err(from_error)? })
}

impl ManyRows {
    /// Awaits the rows. Not generic over the record type, so that the code exists once.
    pub(super) async fn answered(self) -> Result<Answered, StoreError> {
        let rows = self.request.await.map_err(from_error)?.collect::<Result<_, _>>().map_err(from_error)?;
        Ok(Answered { kind: self.kind, rows })
    }

    pub(super) async fn read<T: DeserializeOwned>(self) -> Result<Vec<T>, StoreError> {
        self.answered().await?.all()
    }
}

/// Awaits the answers to some requests.
pub(super) async fn answers(requests: Vec<ManyRows>) -> Result<Answers, StoreError> {
    let mut answers = Vec::with_capacity(requests.len());
    for request in requests {
        answers.push(request.answered().await?);
    }
    Ok(Answers(answers.into_iter()))
}

/// Answers in the order of their requests.
pub(super) struct Answers(std::vec::IntoIter<Answered>);

impl Answers {
    pub(super) fn next_all<T: DeserializeOwned>(&mut self) -> Result<Vec<T>, StoreError> {
        self.0.next().map_or(Ok(Vec::new()), |answer| answer.all())
    }

    /// The rows that can be read.
    pub(super) fn next_readable<T: DeserializeOwned>(&mut self) -> Vec<T> {
        let rows = self.0.next().map(|answer| answer.readable());
        rows.unwrap_or_default()
    }

    pub(super) fn next_one<T: DeserializeOwned>(&mut self) -> Result<Option<T>, StoreError> {
        self.next_all().map(|found| found.into_iter().next())
    }
}

/// Rows of one kind.
pub(super) struct Answered {
    kind: Kind,
    rows: Vec<Row>,
}

impl Answered {
    pub(super) fn all<T: DeserializeOwned>(&self) -> Result<Vec<T>, StoreError> {
        self.rows.iter().map(|row| row.read(self.kind)).collect()
    }

    fn readable<T: DeserializeOwned>(&self) -> Vec<T> {
        self.rows.iter().filter_map(|row| row.read(self.kind).ok()).collect()
    }

    pub(super) fn stored(&self) -> Result<Vec<Stored>, StoreError> {
        self.rows.iter().map(|row| Stored::from_row(self.kind, row)).collect()
    }
}
