//! A pause of recall lets what waits run.

use ricordo_browser::BrowserHost;
use ricordo_core::host::Host;
use std::{cell::Cell, rc::Rc};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::MessageChannel;

#[wasm_bindgen_test]
async fn a_message_that_waits_arrives_during_a_pause() {
    let channel = MessageChannel::new().unwrap();
    let has_arrived = Rc::new(Cell::new(false));
    let arrives = {
        let has_arrived = Rc::clone(&has_arrived);
        Closure::<dyn Fn()>::new(move || has_arrived.set(true))
    };
    channel.port1().set_onmessage(Some(arrives.as_ref().unchecked_ref()));
    channel.port2().post_message(&JsValue::NULL).unwrap();
    // What is only a step of the same task does not let it run.
    wasm_bindgen_futures::JsFuture::from(js_sys::Promise::resolve(&JsValue::NULL)).await.unwrap();
    assert!(!has_arrived.get());
    BrowserHost.pause().await;
    assert!(has_arrived.get());
    channel.port1().close();
}
