//! The host of a manager: the browser's clock and random numbers, and the tools that the page registered.

use crate::{
    api_error::ApiError,
    deferred::{deferred_preset, deferred_tools},
};
use js_sys::{Function, Promise};
use ricordo_browser::{Abort, BrowserHost};
use ricordo_core::{
    cancel::Cancel,
    error::{Error, StoreError},
    host::Host,
    model::ToolSpec,
    settings::{Language, Settings},
    time::{Now, Timestamp},
};
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// The browser and the page's tools.
#[derive(Clone, Debug)]
pub(crate) struct PageHost {
    tools: Rc<RefCell<Vec<ToolSpec>>>,
    /// `(name, arguments, signal) => Promise<string>`; it rejects with the message for the model.
    call: Function,
}

impl PageHost {
    pub(crate) fn new(call: Function) -> Self {
        Self { tools: Rc::default(), call }
    }

    pub(crate) fn set_tools(&self, tools: Vec<ToolSpec>) {
        self.tools.replace(tools);
    }
}

impl Host for PageHost {
    fn now(&self) -> Now {
        BrowserHost.now()
    }

    fn offset_minutes(&self, zone: &str, at: Timestamp) -> Option<i32> {
        BrowserHost.offset_minutes(zone, at)
    }

    fn random(&self) -> [u8; 10] {
        BrowserHost.random()
    }

    async fn sleep(&self, milliseconds: u32) {
        BrowserHost.sleep(milliseconds).await;
    }

    async fn pause(&self) {
        BrowserHost.pause().await;
    }

    fn tools(&self) -> Vec<ToolSpec> {
        self.tools.borrow().clone()
    }

    /// Dropping the future aborts the signal that the tool got.
    async fn call_tool(&self, name: &str, arguments: &str, _: &Cancel) -> Result<String, String> {
        let abort = Abort::new();
        let called = self.call.call3(&JsValue::UNDEFINED, &name.into(), &arguments.into(), &abort.signal());
        let answer = async { JsFuture::from(called?.dyn_into::<Promise>()?).await };
        match answer.await {
            Ok(answer) => Ok(answer.as_string().unwrap_or_default()),
            Err(thrown) => Err(thrown.as_string().unwrap_or_else(|| "The tool failed.".to_owned())),
        }
    }

    async fn preset(&self, name: &str, settings: &Settings) -> Result<Settings, Error> {
        deferred_preset((name, settings)).await.map_err(not_loaded)
    }

    async fn tools_in(&self, language: Language, tools: Vec<ToolSpec>) -> Result<Vec<ToolSpec>, Error> {
        match language {
            Language::En => Ok(tools),
            _ => deferred_tools((language, tools)).await.map_err(not_loaded),
        }
    }
}

fn not_loaded(api_error: ApiError) -> Error {
    Error::Store(StoreError::Failed { detail: api_error.to_string() })
}
