//! Functions that the JavaScript of `<ricordo-chat>` calls. The element creates the shadow root with the style sheet,
//! and the app renders into it.

use crate::{
    app::App,
    chat::{Chat, use_chat},
    mount,
    state::until,
    texts,
};
use futures_util::future::select;
use js_sys::Function;
use leptos::{mount::mount_to, task::spawn_local};
use ricordo_browser::BrowserHost;
use ricordo_core::{host::Host, provider::ProviderKind};
use std::{cell::OnceCell, pin::pin};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use web_sys::HtmlElement;

/// How long a removed element waits for its stopped replies to be stored, in milliseconds.
const PATIENCE_MS: u32 = 3_000;

thread_local! {
    static CHAT: OnceCell<Chat> = const { OnceCell::new() };
}

#[wasm_bindgen]
extern "C" {
    /// Attributes of the element, as a plain JavaScript object.
    pub type Attributes;
    #[wasm_bindgen(method, getter)]
    fn name(this: &Attributes) -> Option<String>;
    #[wasm_bindgen(method, getter)]
    fn endpoint(this: &Attributes) -> Option<String>;
    #[wasm_bindgen(method, getter)]
    fn protocol(this: &Attributes) -> Option<String>;
    #[wasm_bindgen(method, getter)]
    fn model(this: &Attributes) -> Option<String>;
    #[wasm_bindgen(method, getter)]
    fn language(this: &Attributes) -> Option<String>;
}

/// Renders the app into `mount_root`, an element in the shadow root of `<ricordo-chat>`. Called once for each instance.
///
/// `tell` receives the name of an event and its detail, which alternates names and values. `assets` is the address of
/// the folder that contains `lazy` and `vendor`. An attribute with an unknown value counts as missing.
#[wasm_bindgen(js_name = mountElement)]
pub fn mount_element(mount_root: HtmlElement, tell: Function, assets: &str, attributes: &Attributes) {
    ricordo_browser::serve_from(assets);
    let protocol = attributes.protocol().and_then(|name| protocol_of(&name));
    let given = mount::Given {
        name: attributes.name(),
        endpoint: attributes.endpoint(),
        protocol,
        model: attributes.model(),
        language: attributes.language(),
    };
    mount::set_embedded(mount_root.clone(), tell, given);
    // Not the one of Leptos, which is there once something is mounted.
    wasm_bindgen_futures::spawn_local(async move {
        texts::translated::load_first().await;
        if !mount::has_ended() {
            let _ = mount_root.set_attribute("lang", texts::tag());
            mount_root.set_text_content(None);
            draw_into(mount_root);
        }
    });
}

/// Kind of server that the attribute `protocol` names; `None` for an OpenAI-compatible one.
fn protocol_of(name: &str) -> Option<ProviderKind> {
    match name {
        "ollama" => Some(ProviderKind::Ollama),
        "anthropic" => Some(ProviderKind::Anthropic),
        _ => None,
    }
}

/// Renders the app, both as the page and as an element. This must be the only place: a second one would duplicate the
/// rendering code in the binary.
pub fn draw_into(mount_root: HtmlElement) {
    let app = || {
        let app = App();
        CHAT.with(|cell| {
            let _ = cell.set(use_chat());
        });
        app
    };
    mount_to(mount_root, app).forget();
    spawn_local(texts::translated::load_later());
}

/// Called when the element was removed from its page: stores the draft, stops and stores replies, removes all
/// listeners, then calls `done`. What is loaded later ends its work then, and closes the database a moment after.
#[wasm_bindgen(js_name = unmountElement)]
pub fn unmount_element(done: Function) {
    let Some(chat) = CHAT.with(|cell| cell.get().copied()) else {
        // Its texts have not come yet: nothing was drawn.
        mount::end();
        let _ = done.call0(&JsValue::UNDEFINED);
        return;
    };
    spawn_local(async move {
        chat.save_now();
        chat.turns.stop_all();
        let stored = pin!(until(move || !chat.turns.is_any()));
        select(stored, pin!(BrowserHost.sleep(PATIENCE_MS))).await;
        mount::end();
        let _ = done.call0(&JsValue::UNDEFINED);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_protocol_counts_as_missing() {
        assert_eq!(protocol_of("ollama"), Some(ProviderKind::Ollama));
        assert_eq!(protocol_of("anthropic"), Some(ProviderKind::Anthropic));
        for name in ["", "openai", "Ollama", "in-page", " ollama"] {
            assert_eq!(protocol_of(name), None, "{name:?}");
        }
    }
}
