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

/// Draws the app into `mount_root`, an element in the shadow root of `host`. Called once for each instance.
///
/// `tell` gets the name of an event and its detail: names and values, one after the other. `assets` is the address of the
/// folder in which `lazy` and `vendor` are. The rest is said by attributes; what is not one of the known words is as if it
/// were not there.
#[wasm_bindgen(js_name = mountElement)]
#[allow(clippy::too_many_arguments, reason = "called by our own script alone; an object would have to be taken apart")]
pub fn mount_element(
    host: HtmlElement,
    mount_root: HtmlElement,
    tell: Function,
    assets: &str,
    name: Option<String>,
    endpoint: Option<String>,
    protocol: Option<String>,
    model: Option<String>,
    language: Option<String>,
) {
    ricordo_browser::serve_from(assets);
    let protocol = protocol.and_then(|name| match name.as_str() {
        "ollama" => Some(ProviderKind::Ollama),
        "anthropic" => Some(ProviderKind::Anthropic),
        _ => None,
    });
    let language = language.and_then(|tag| texts::spoken(&tag));
    mount::set_embedded(host, mount_root.clone(), tell, mount::Given { name, endpoint, protocol, model, language });
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
