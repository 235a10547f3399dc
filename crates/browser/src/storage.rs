//! What the browser says about its storage: whether it keeps our data when room gets short, and how much room there is.

use crate::global::{navigator, property};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::StorageManager;

/// How much is stored, and how much may be. Both are what the browser reports, which is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Bytes in use by this origin.
    pub used: u64,
    /// Bytes this origin may use.
    pub quota: u64,
}

/// Asks the browser to keep our data when room gets short. Ask after the first saved message: some browsers ask the user.
///
/// `true`: it will. `false`: it may delete the data of pages that are not visited for long, or cannot promise.
pub async fn persist() -> bool {
    let Some(storage) = manager("persist") else { return false };
    let Ok(promise) = storage.persist() else { return false };
    JsFuture::from(promise).await.is_ok_and(|granted| granted.as_bool().unwrap_or(false))
}

/// Whether the browser keeps our data when room gets short; `None` where it does not say.
pub async fn persisted() -> Option<bool> {
    JsFuture::from(manager("persisted")?.persisted().ok()?).await.ok()?.as_bool()
}

/// How much room there is; `None` where the browser does not say.
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
