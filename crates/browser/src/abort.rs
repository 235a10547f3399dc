//! An abort signal for a function of the page, which is aborted when its result is no longer needed.

use wasm_bindgen::JsValue;
use web_sys::AbortController;

/// An abort signal that is aborted on drop, when the page's work for us is no longer needed.
#[derive(Debug)]
pub struct Abort(Option<AbortController>);

impl Abort {
    /// A new signal.
    #[allow(clippy::new_without_default, reason = "it is made for one call each")]
    pub fn new() -> Self {
        Self(AbortController::new().ok())
    }

    /// The signal for the function; `undefined` where there are none.
    pub fn signal(&self) -> JsValue {
        self.0.as_ref().map_or(JsValue::UNDEFINED, |abort| abort.signal().into())
    }
}

impl Drop for Abort {
    fn drop(&mut self) {
        if let Some(abort) = &self.0 {
            abort.abort();
        }
    }
}
