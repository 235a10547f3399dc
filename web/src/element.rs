//! `<ricordo-chat>`: what its JavaScript calls. The element makes the shadow root with the style sheet, and the app is drawn
//! into it.

use crate::{
    app::App,
    mount,
    state::{Chat, use_chat},
    texts,
};
use js_sys::Function;
use leptos::{mount::mount_to, prelude::*, task::spawn_local};
use ricordo_browser::BrowserHost;
use ricordo_core::{host::Host, provider::ProviderKind};
use std::cell::OnceCell;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use web_sys::HtmlElement;

/// How often it is looked whether a reply that was stopped is stored, and how long is waited in between, in milliseconds.
const TRIES: u32 = 100;
const BETWEEN_MS: u32 = 30;

thread_local! {
    static CHAT: OnceCell<Chat> = const { OnceCell::new() };
}

#[wasm_bindgen]
extern "C" {
    /// The attributes of the element, as a plain object of JavaScript.
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

/// Draws the app into `mount_root`, an element in the shadow root of `host`. Called once for each instance.
///
/// `tell` gets the name of an event and its detail: names and values, one after the other. `assets` is the address of the
/// folder in which `lazy` and `vendor` are. An attribute whose value is not one of the known words counts as missing.
#[wasm_bindgen(js_name = mountElement)]
pub fn mount_element(
    host: HtmlElement,
    mount_root: HtmlElement,
    tell: Function,
    assets: &str,
    attributes: &Attributes,
) {
    ricordo_browser::serve_from(assets);
    let protocol = attributes.protocol().and_then(|name| match name.as_str() {
        "ollama" => Some(ProviderKind::Ollama),
        "anthropic" => Some(ProviderKind::Anthropic),
        _ => None,
    });
    let given = mount::Given {
        name: attributes.name(),
        endpoint: attributes.endpoint(),
        protocol,
        model: attributes.model(),
        language: attributes.language().and_then(|tag| texts::spoken(&tag)),
    };
    mount::set_embedded(host, mount_root.clone(), tell, given);
    let _ = mount_root.set_attribute("lang", texts::tag());
    mount_root.set_text_content(None);
    draw_into(mount_root);
}

/// Draws the app. Only here, for the page as for an element: elsewhere the code that draws it would be there twice.
pub fn draw_into(mount_root: HtmlElement) {
    let app = || {
        let app = App();
        CHAT.with(|cell| {
            let _ = cell.set(use_chat());
        });
        app
    };
    mount_to(mount_root, app).forget();
}

/// The element left its page: what is typed is stored, replies are stopped and stored, and nothing is listened to any more;
/// then `done` is called.
#[wasm_bindgen(js_name = unmountElement)]
pub fn unmount_element(done: Function) {
    let chat = CHAT.with(|cell| cell.get().copied());
    spawn_local(async move {
        if let Some(chat) = chat {
            chat.save_now();
            chat.stop_all();
            for _ in 0..TRIES {
                if chat.running.with_untracked(Vec::is_empty) {
                    break;
                }
                BrowserHost.sleep(BETWEEN_MS).await;
            }
            mount::end();
        }
        let _ = done.call0(&JsValue::UNDEFINED);
    });
}
