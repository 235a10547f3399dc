//! Beginning and ending transactions.
//!
//! A transaction that is dropped without [`commit`] is rolled back. While one is open nothing but its own requests is
//! awaited: the browser ends it by itself as soon as it has nothing to do.

use super::{errors, schema::store_name};
use indexed_db_futures::{
    Build,
    database::Database,
    internals::SystemRepr,
    object_store::ObjectStore,
    transaction::{OnTransactionDrop, Transaction, TransactionDurability, TransactionMode, TransactionOptions},
};
use ricordo_core::{error::StoreError, record::Kind};
use wasm_bindgen::JsCast;
use web_sys::IdbTransaction;

/// A transaction that reads.
pub(super) fn read<'a>(database: &'a Database, kinds: &[Kind]) -> Result<Transaction<'a>, StoreError> {
    let names: Vec<_> = kinds.iter().copied().map(store_name).collect();
    let mut transaction = database.transaction(names.as_slice()).build().map_err(errors::from_error)?;
    // There is nothing to roll back.
    transaction.on_drop(OnTransactionDrop::Commit);
    Ok(transaction)
}

/// A transaction that writes to the stores of these kinds, each named once.
pub(super) fn write<'a>(database: &'a Database, kinds: &[Kind]) -> Result<Transaction<'a>, StoreError> {
    let names: Vec<_> = kinds.iter().copied().map(store_name).collect();
    // Relaxed: complete once the operating system has the data. That survives a crash of the page and of the browser,
    // and only a power cut within the next seconds can lose the last writes. Strict waits for the disk at every turn and
    // at every save of a draft, and costs tens of milliseconds between Enter and the request.
    let options = TransactionOptions::new().with_durability(TransactionDurability::Relaxed);
    let transaction =
        database.transaction(names.as_slice()).with_mode(TransactionMode::Readwrite).with_options(options);
    transaction.build().map_err(errors::from_error)
}

/// The object store of a kind that the transaction was begun with.
pub(super) fn store<'a>(transaction: &'a Transaction<'_>, kind: Kind) -> Result<ObjectStore<'a>, StoreError> {
    transaction.object_store(store_name(kind)).map_err(errors::from_error)
}

/// Commits and waits until the transaction is complete.
pub(crate) async fn commit(transaction: Transaction<'_>) -> Result<(), StoreError> {
    // Where the browser aborts at the commit itself (the quota), the cause stands on the transaction and nowhere else.
    let raw: IdbTransaction = transaction.as_sys().clone().unchecked_into();
    transaction.commit().await.map_err(|error| match raw.error() {
        Some(cause) => errors::from_exception(&cause),
        None => errors::from_error(error),
    })
}
