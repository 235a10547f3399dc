//! Finds out why a request got no answer. The browser says "Failed to fetch" for a server that is down, for a server
//! that does not allow the page, and for a request that the browser itself blocked; the remedy differs for each.

use super::address::{Address, is_local, is_loopback};
use crate::global::{navigator, object, origin};
use futures_util::future::{Either, select};
use gloo_net::http::Request;
use gloo_timers::future::TimeoutFuture;
use js_sys::Promise;
use ricordo_core::{
    doctor::Permission,
    error::{ModelError, ModelErrorKind},
};
use std::pin::pin;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, RequestCache, RequestCredentials, RequestMode};

/// Time limit of a probe request, in milliseconds.
const PROBE_MS: u32 = 5_000;

/// Names of the browsers' permission for the local network, newest first.
const PERMISSIONS: [&str; 3] = ["loopback-network", "local-network", "local-network-access"];

/// Why a request to an address failed. The detail is the address, or for [`ModelErrorKind::OriginRefused`] the page's
/// origin, which the server has to allow.
pub(super) async fn cause(address: &Address) -> ModelError {
    let page = origin();
    if page.starts_with("https:") && !address.is_secure && !is_loopback(&address.host) {
        return ModelError::new(ModelErrorKind::MixedContent, &address.url);
    }
    if is_local(&address.host) && is_local_network_denied().await {
        return ModelError::new(ModelErrorKind::LocalNetworkRefused, &address.url);
    }
    if answers(&address.origin).await {
        return ModelError::new(ModelErrorKind::OriginRefused, page);
    }
    ModelError::new(ModelErrorKind::Unreachable, &address.url)
}

/// Whether the user or a policy denies this page access to the local network.
async fn is_local_network_denied() -> bool {
    local_network().await == Permission::Denied
}

/// Permission of this page for the local network: the strictest of the known ones.
pub(super) async fn local_network() -> Permission {
    let mut strictest = Permission::Unknown;
    for name in PERMISSIONS {
        strictest = match (permission(name).await.as_deref(), strictest) {
            (Some("denied"), _) => return Permission::Denied,
            (Some("prompt"), _) => Permission::Prompt,
            (Some("granted"), Permission::Unknown) => Permission::Granted,
            (_, before) => before,
        };
    }
    strictest
}

/// Whether the page may read the answer to a request without headers, which needs no preflight.
pub(super) async fn is_readable(url: &str) -> bool {
    ask(url, RequestMode::Cors).await
}

/// State of a permission; `None` if the browser does not know it.
async fn permission(name: &str) -> Option<String> {
    let permissions: Permissions = navigator("permissions")?;
    let status = JsFuture::from(permissions.query(&object(&[("name", name.into())])).ok()?).await.ok()?;
    Some(status.unchecked_into::<Status>().state())
}

/// Whether a server answers at an origin at all. Without CORS the page may send a request but not read the answer.
async fn answers(origin: &str) -> bool {
    ask(&format!("{origin}/"), RequestMode::NoCors).await
}

async fn ask(url: &str, mode: RequestMode) -> bool {
    let Ok(abort) = AbortController::new() else { return false };
    let signal = abort.signal();
    let probe = Request::get(url)
        .mode(mode)
        .cache(RequestCache::NoStore)
        .credentials(RequestCredentials::Omit)
        .abort_signal(Some(&signal))
        .send();
    let answered = matches!(select(pin!(probe), TimeoutFuture::new(PROBE_MS)).await, Either::Left((Ok(_), _)));
    abort.abort();
    answered
}

#[wasm_bindgen]
extern "C" {
    /// `web_sys` only knows the names of an older list.
    type Permissions;

    #[wasm_bindgen(method, catch)]
    fn query(this: &Permissions, descriptor: &JsValue) -> Result<Promise, JsValue>;

    type Status;

    #[wasm_bindgen(method, getter)]
    fn state(this: &Status) -> String;
}
