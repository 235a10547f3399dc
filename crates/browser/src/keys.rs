//! API keys of providers: encrypted, and in a separate database, so that no read, export or log of the records can
//! contain one.
//!
//! A key is encrypted with AES-GCM by a non-extractable `CryptoKey`, which the browser does not give out, not even to
//! us: the data on disk is useless elsewhere. It does not protect against code that runs in the page itself. If the
//! browser has no storage or no WebCrypto (private mode, a page without https), keys stay in memory until the tab is
//! closed.
//!
//! A page that goes on in memory only reads the stored keys: what it saves and removes from then on is in memory, too. Its
//! connections are not stored, so a key that is must not change with them.

mod held;
mod sealing;

use crate::{
    global::{object, property},
    indexed_db::{commit, from_error, open_plain},
};
use held::Held;
use indexed_db_futures::{
    Build, BuildPrimitive, database::Database, query_source::QuerySource, transaction::TransactionMode,
};
use js_sys::Uint8Array;
use ricordo_core::{error::StoreError, id::ProviderId};
use sealing::{Sealed, subtle};
use std::{
    cell::{Cell, RefCell},
    ops::Deref,
};
use wasm_bindgen::JsValue;
use web_sys::CryptoKey;

const SEALING: &str = "sealing";
const SEALED: &str = "sealed";
/// Key of the only row of the store [`SEALING`].
const SEALING_KEY: &str = "key";

/// Where a key is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Encrypted in the browser; survives a reload.
    Sealed,
    /// In memory; has to be entered again after a reload.
    InMemory,
}

thread_local! {
    static HELD: RefCell<Held> = const { RefCell::new(Held::new()) };
    /// Whether stored keys are only read.
    static ONLY_READS: Cell<bool> = const { Cell::new(false) };
}

/// Stored keys are only read from now on: the page goes on in memory.
pub fn only_read() {
    ONLY_READS.set(true);
}

/// Stores the key of a provider, replacing an earlier one.
///
/// # Errors
/// [`StoreError::Full`], [`StoreError::Failed`]. The old key then remains.
pub async fn save(db: &str, provider: ProviderId, key: &str) -> Result<Kept, StoreError> {
    let Some(database) = open_to_write(db).await? else {
        HELD.with_borrow_mut(|held| held.put(db, provider, Some(key)));
        return Ok(Kept::InMemory);
    };
    let sealed = sealing::seal(&sealing_key(&database).await?, provider, key).await?;
    let row = object(&[
        ("iv", Uint8Array::from(sealed.iv.as_slice()).into()),
        ("bytes", Uint8Array::from(sealed.bytes.as_slice()).into()),
    ]);
    let transaction = database.transaction(SEALED).with_mode(TransactionMode::Readwrite).build().map_err(from_error)?;
    let store = transaction.object_store(SEALED).map_err(from_error)?;
    store.put(row).with_key(provider.to_string()).without_key_type().primitive().map_err(from_error)?;
    drop(store);
    commit(transaction).await?;
    HELD.with_borrow_mut(|held| held.forget(db, provider));
    Ok(Kept::Sealed)
}

/// The key of a provider; `None` if it has none, or if the key was encrypted in a browser profile that no longer
/// exists.
///
/// # Errors
/// [`StoreError::Failed`] if the browser cannot read.
pub async fn load(db: &str, provider: ProviderId) -> Result<Option<String>, StoreError> {
    if let Some(held) = HELD.with_borrow(|held| held.get(db, provider)) {
        return Ok(held);
    }
    let Some(database) = open(db).await? else { return Ok(None) };
    let row = read(&database, SEALED, &provider.to_string()).await?;
    match row.as_ref().and_then(sealed_of) {
        Some(sealed) => Ok(sealing::open(&sealing_key(&database).await?, provider, &sealed).await),
        None => Ok(None),
    }
}

/// Removes the key of a provider, if it has one.
///
/// # Errors
/// [`StoreError::Failed`] if the browser cannot write.
pub async fn remove(db: &str, provider: ProviderId) -> Result<(), StoreError> {
    let Some(database) = open_to_write(db).await? else {
        HELD.with_borrow_mut(|held| held.put(db, provider, None));
        return Ok(());
    };
    HELD.with_borrow_mut(|held| held.forget(db, provider));
    let transaction = database.transaction(SEALED).with_mode(TransactionMode::Readwrite).build().map_err(from_error)?;
    let store = transaction.object_store(SEALED).map_err(from_error)?;
    store.delete(provider.to_string()).primitive().map_err(from_error)?;
    drop(store);
    commit(transaction).await?;
    Ok(())
}

/// Removes the keys of all other providers.
///
/// # Errors
/// [`StoreError::Failed`] if the browser cannot write.
pub async fn keep_only(db: &str, providers: &[ProviderId]) -> Result<(), StoreError> {
    HELD.with_borrow_mut(|held| held.keep_only(db, providers));
    let Some(database) = open_to_write(db).await? else { return Ok(()) };
    let known: Vec<String> = providers.iter().map(ToString::to_string).collect();
    let transaction = database.transaction(SEALED).with_mode(TransactionMode::Readwrite).build().map_err(from_error)?;
    let store = transaction.object_store(SEALED).map_err(from_error)?;
    let stored: Vec<String> = {
        let found = store.get_all_keys::<String>().primitive().map_err(from_error)?.await.map_err(from_error)?;
        found.filter_map(Result::ok).collect()
    };
    for id in stored.into_iter().filter(|id| !known.contains(id)) {
        store.delete(id).primitive().map_err(from_error)?;
    }
    drop(store);
    commit(transaction).await?;
    Ok(())
}

/// The keys' database, open for one call: a lasting connection would block other tabs.
struct Connection(Database);

impl Deref for Connection {
    type Target = Database;

    fn deref(&self) -> &Database {
        &self.0
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.clone().close();
    }
}

/// Opens the keys' database; `None` if keys can only be held in memory.
async fn open(db: &str) -> Result<Option<Connection>, StoreError> {
    // A database without a name is in memory.
    if db.is_empty() || subtle().is_none() {
        return Ok(None);
    }
    match open_plain(&format!("{db}-keys"), &[SEALING, SEALED]).await {
        Ok(database) => Ok(Some(Connection(database))),
        Err(StoreError::Unavailable { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Opens the keys' database for a change; `None` if that stays in memory.
async fn open_to_write(db: &str) -> Result<Option<Connection>, StoreError> {
    if ONLY_READS.get() { Ok(None) } else { open(db).await }
}

/// The encryption key; generated if there is none.
async fn sealing_key(database: &Database) -> Result<CryptoKey, StoreError> {
    if let Some(key) = read(database, SEALING, SEALING_KEY).await? {
        return Ok(key.into());
    }
    // Generated before the transaction that stores it: nothing else may be awaited inside.
    let made = sealing::make_key().await?;
    let transaction =
        database.transaction(SEALING).with_mode(TransactionMode::Readwrite).build().map_err(from_error)?;
    let store = transaction.object_store(SEALING).map_err(from_error)?;
    // Another tab may have stored one in the meantime; then use that one.
    let there = store.get::<JsValue, _, _>(SEALING_KEY).primitive().map_err(from_error)?.await.map_err(from_error)?;
    if let Some(key) = there {
        return Ok(key.into());
    }
    store.put(JsValue::from(made.clone())).with_key(SEALING_KEY).without_key_type().primitive().map_err(from_error)?;
    drop(store);
    commit(transaction).await?;
    Ok(made)
}

async fn read(database: &Database, store: &str, key: &str) -> Result<Option<JsValue>, StoreError> {
    let transaction = database.transaction(store).build().map_err(from_error)?;
    let store = transaction.object_store(store).map_err(from_error)?;
    store.get::<JsValue, _, _>(key).primitive().map_err(from_error)?.await.map_err(from_error)
}

fn sealed_of(row: &JsValue) -> Option<Sealed> {
    let bytes = |name| property::<Uint8Array>(row, name).map(|bytes| bytes.to_vec());
    Some(Sealed { iv: bytes("iv")?, bytes: bytes("bytes")? })
}
