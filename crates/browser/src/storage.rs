//! The browser's storage manager: whether our data is persistent, how much is used and the quota.

use crate::global::{navigator, property};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::StorageManager;

/// Storage usage and quota, as the browser reports them (rounded).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Bytes in use by this origin.
    pub used: u64,
    /// Bytes this origin may use.
    pub quota: u64,
}

/// Asks the browser not to evict our data when space runs low. Call it after the first saved message: some browsers ask the
/// user.
///
/// Returns `false` if the browser declines or cannot promise it; it may then delete the data of rarely visited pages.
pub async fn persist() -> bool {
    let Some(storage) = manager("persist") else { return false };
    let Ok(promise) = storage.persist() else { return false };
    JsFuture::from(promise).await.is_ok_and(|granted| granted.as_bool().unwrap_or(false))
}

/// Whether our data is safe from eviction when space runs low; `None` if the browser does not report it.
pub async fn persisted() -> Option<bool> {
    JsFuture::from(manager("persisted")?.persisted().ok()?).await.ok()?.as_bool()
}

/// Storage usage and quota; `None` if the browser does not report them.
pub async fn estimate() -> Option<Estimate> {
    let estimate = JsFuture::from(manager("estimate")?.estimate().ok()?).await.ok()?;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bytes are whole and not negative")]
    let bytes = |name| Some(property::<JsValue>(&estimate, name)?.as_f64()? as u64);
    Some(Estimate { used: bytes("usage")?, quota: bytes("quota")? })
}

/// The storage manager, if it has a method. WebKitGTK has no `persist`.
fn manager(method: &str) -> Option<StorageManager> {
    let storage: StorageManager = navigator("storage")?;
    property::<JsValue>(&storage, method).map(|_| storage)
}
