//! The core's compile, search and vectors for the benchmarks: a history in memory, compiled and searched from Node as the
//! page does it.
//!
//! Built with the page's own profile, so that the measured code is the shipped code. Nothing is measured here.

mod history;
mod search;
mod vector_calls;
mod vectors;

use history::History;
use wasm_bindgen::prelude::*;

/// A conversation of any length, entirely in memory.
#[wasm_bindgen]
pub struct Conversation {
    history: History,
}

#[wasm_bindgen]
impl Conversation {
    /// Reads JSON: `{ settings, messages: [text, …], exact: [tokens, …] }`. Missing settings have their defaults; the
    /// messages alternate between the user and the model. Their sizes are estimated here, once, as the page estimates
    /// them when it stores them; the optional `exact` has the exact ones.
    ///
    /// # Errors
    /// The JSON does not have this form.
    #[wasm_bindgen(constructor)]
    pub fn new(json: &str) -> Result<Conversation, JsError> {
        Ok(Self { history: serde_json::from_str::<history::Input>(json)?.into() })
    }

    /// Adds a turn: a question and its answer.
    pub fn add(&mut self, question: &str, answer: &str) {
        self.history.add(question);
        self.history.add(answer);
    }

    /// Replaces the system prompt.
    #[wasm_bindgen(js_name = setSystemPrompt)]
    pub fn set_system_prompt(&mut self, text: &str) {
        self.history.settings.system_prompt = text.into();
    }

    /// Compiles the request that sends `message` at `at` (milliseconds since 1970), and returns its size in tokens.
    ///
    /// # Errors
    /// The system prompt and the message alone exceed the budget.
    pub fn compile(&mut self, message: &str, at: f64) -> Result<u32, JsError> {
        Ok(self.history.compile(message, at as i64)?)
    }

    /// The window of the last compiled request, as JSON: `[tokens, room, cut]`.
    ///
    /// # Errors
    /// Never fails.
    pub fn window(&self) -> Result<String, JsError> {
        Ok(serde_json::to_string(&self.history.window())?)
    }

    /// The messages of the last compiled request, as JSON: `[[role, text], …]`.
    ///
    /// # Errors
    /// Never fails.
    pub fn request(&self) -> Result<String, JsError> {
        Ok(serde_json::to_string(&self.history.request())?)
    }
}
