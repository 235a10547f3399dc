//! The page: mounts the app and says a plain sentence should it ever crash.

#![allow(unreachable_pub, reason = "a program exports nothing: `pub` is what a module offers to the others")]

mod address;
mod app;
mod browser;
mod components;
mod images;
mod later;
mod list;
mod loaded;
mod markdown;
mod messages;
mod scroll;
mod state;
mod texts;
mod words;

use leptos::prelude::{document, mount_to_body};

fn main() {
    std::panic::set_hook(Box::new(|panic| {
        web_sys::console::error_1(&panic.to_string().into());
        show_crash();
    }));
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("lang", texts::tag());
    }
    if let Some(boot) = document().get_element_by_id("boot") {
        boot.remove();
    }
    mount_to_body(app::App);
}

/// Plain DOM: after a panic nothing else of the app may be called.
fn show_crash() {
    let Some(body) = document().body() else { return };
    let Ok(message) = document().create_element("p") else { return };
    message.set_class_name("crash");
    let _ = message.set_attribute("role", "alert");
    message.set_text_content(Some(texts::shell::shell().crash));
    let _ = body.prepend_with_node_1(&message);
}
