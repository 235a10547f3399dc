//! Begins and ends transactions.
//!
//! A transaction that is dropped without [`commit`] is rolled back. While one is open, only its own requests are
//! awaited: the browser ends it as soon as it has no pending request.

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

/// A read-only transaction.
pub(super) fn read<'a>(database: &'a Database, kinds: &[Kind]) -> Result<Transaction<'a>, StoreError> {
    let names: Vec<_> = kinds.iter().copied().map(store_name).collect();
    let mut transaction = database.transaction(names.as_slice()).build().map_err(errors::from_error)?;
    // There is nothing to roll back.
    transaction.on_drop(OnTransactionDrop::Commit);
    Ok(transaction)
}

/// A transaction that writes to the stores of these kinds, each listed once.
pub(super) fn write<'a>(database: &'a Database, kinds: &[Kind]) -> Result<Transaction<'a>, StoreError> {
    let names: Vec<_> = kinds.iter().copied().map(store_name).collect();
    // Relaxed durability: the transaction is complete once the operating system has the data. That survives a crash of
    // the page and of the browser; only a power cut within the next seconds can lose the last writes. Strict durability
    // waits for the disk at every turn and every draft, and adds tens of milliseconds between Enter and the request.
    let options = TransactionOptions::new().with_durability(TransactionDurability::Relaxed);
    let transaction =
        database.transaction(names.as_slice()).with_mode(TransactionMode::Readwrite).with_options(options);
    transaction.build().map_err(errors::from_error)
}

/// The object store of a kind that the transaction covers.
pub(super) fn store<'a>(transaction: &'a Transaction<'_>, kind: Kind) -> Result<ObjectStore<'a>, StoreError> {
    transaction.object_store(store_name(kind)).map_err(errors::from_error)
}

/// Commits and waits until the transaction is complete.
pub(crate) async fn commit(transaction: Transaction<'_>) -> Result<(), StoreError> {
    // If the browser aborts during the commit (quota exceeded), only the transaction has the cause.
    let raw: IdbTransaction = transaction.as_sys().clone().unchecked_into();
    transaction.commit().await.map_err(|error| match raw.error() {
        Some(cause) => errors::from_exception(&cause),
        None => errors::from_error(error),
    })
}
