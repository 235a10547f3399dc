//! Finds out why a request got no answer. The browser says "Failed to fetch" for a server that is down, for a server
//! that does not allow the page, and for a request that the browser itself blocked; the remedy differs for each.

use super::address::{Address, is_local, is_loopback, is_private};
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

/// Why a request to an address failed. The detail is the address, or for [`ModelErrorKind::OriginRefused`] the page's
/// origin, which the server has to allow. `headers` are the names of those that the request had; `None` if the server
/// has to allow its method, too.
pub(super) async fn cause(address: &Address, headers: Option<&[&str]>) -> ModelError {
    if is_mixed(address).await {
        return ModelError::new(ModelErrorKind::MixedContent, &address.url);
    }
    if is_local(&address.host) && local_network(&address.host).await == Permission::Denied {
        return ModelError::new(ModelErrorKind::LocalNetworkRefused, &address.url);
    }
    if !answers(&address.origin).await {
        return ModelError::new(ModelErrorKind::Unreachable, &address.url);
    }
    let is_allowed = match headers {
        Some(headers) => is_readable(&address.url, headers).await,
        None => false,
    };
    if is_allowed {
        return ModelError::new(ModelErrorKind::CutOff, "");
    }
    ModelError::new(ModelErrorKind::OriginRefused, origin())
}

/// Whether the browser blocks requests of this page to an address as mixed content: the page was loaded over https, and the
/// address is plain http on another computer.
pub(super) async fn is_mixed(address: &Address) -> bool {
    if !origin().starts_with("https:") || address.is_secure || is_loopback(&address.host) {
        return false;
    }
    // Where the host alone says that it is in the local network, Chromium asks for the permission instead. No other browser
    // has this property.
    let is_chromium = navigator::<JsValue>("userAgentData").is_some();
    !(is_chromium && is_private(&address.host) && local_network(&address.host).await != Permission::Unknown)
}

/// Permission of this page for a host on this computer or in the local network.
pub(super) async fn local_network(host: &str) -> Permission {
    let name = if is_loopback(host) { "loopback-network" } else { "local-network" };
    let mut state = permission(name).await;
    if state.is_none() {
        // Older browsers have one permission for both.
        state = permission("local-network-access").await;
    }
    match state.as_deref() {
        Some("denied") => Permission::Denied,
        Some("prompt") => Permission::Prompt,
        Some("granted") => Permission::Granted,
        _ => Permission::Unknown,
    }
}

/// Whether the page may read the answer to a request with headers of these names, whatever the answer is. Without headers
/// it needs no preflight. Their values are not sent: one of them is the key.
pub(super) async fn is_readable(url: &str, headers: &[&str]) -> bool {
    ask(url, RequestMode::Cors, headers).await
}

/// State of a permission; `None` if the browser does not know it.
async fn permission(name: &str) -> Option<String> {
    let permissions: Permissions = navigator("permissions")?;
    let status = JsFuture::from(permissions.query(&object(&[("name", name.into())])).ok()?).await.ok()?;
    Some(status.unchecked_into::<Status>().state())
}

/// Whether a server answers at an origin at all. Without CORS the page may send a request but not read the answer.
async fn answers(origin: &str) -> bool {
    ask(&format!("{origin}/"), RequestMode::NoCors, &[]).await
}

async fn ask(url: &str, mode: RequestMode, headers: &[&str]) -> bool {
    let Ok(abort) = AbortController::new() else { return false };
    let signal = abort.signal();
    let probe = Request::get(url)
        .mode(mode)
        .cache(RequestCache::NoStore)
        .credentials(RequestCredentials::Omit)
        .abort_signal(Some(&signal));
    let probe = headers.iter().fold(probe, |probe, name| probe.header(name, "none"));
    let answered = matches!(select(pin!(probe.send()), TimeoutFuture::new(PROBE_MS)).await, Either::Left((Ok(_), _)));
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
