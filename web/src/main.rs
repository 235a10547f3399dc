//! Entry point of the page: mounts the app, and shows a message if it panics.

#![allow(unreachable_pub, reason = "a program exports nothing: `pub` is what a module offers to the others")]

mod address;
mod app;
mod boot;
mod browser;
mod chat;
mod components;
mod dates;
mod element;
mod floats;
mod images;
mod lightbox;
mod list;
mod loaded;
mod markdown;
mod mount;
mod parts;
mod scroll;
mod state;
mod texts;
mod values;
mod words;

use leptos::prelude::{document, set_timeout};
use std::time::Duration;
use wasm_bindgen_futures::spawn_local;

fn main() {
    std::panic::set_hook(Box::new(|panic| {
        web_sys::console::error_1(&panic.to_string().into());
        show_crash();
    }));
    // Otherwise the app waits to be mounted in an element.
    if !boot::is_there() {
        return;
    }
    // Not the one of Leptos, which is there once something is mounted.
    spawn_local(async {
        texts::translated::load_first().await;
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("lang", texts::tag());
        }
        // In a separate task, because the startup task has already run long enough.
        let draw = || {
            if let Some(mount_root) = mount::mount_root() {
                element::draw_into(mount_root);
            }
        };
        set_timeout(draw, Duration::ZERO);
    });
}

/// Uses plain DOM: after a panic no other code of the app may run.
fn show_crash() {
    let Some(mount_root) = mount::mount_root() else { return };
    let Ok(message) = document().create_element("p") else { return };
    message.set_class_name("crash");
    let _ = message.set_attribute("role", "alert");
    message.set_text_content(Some(texts::shell::shell().crash));
    let _ = mount_root.prepend_with_node_1(&message);
}
