//! The core's compile and search for the benchmarks: a history in memory, compiled and searched from Node as the page
//! would do it.
//!
//! Built with the page's own profile, so that what is measured is what is shipped. Nothing is measured here.

mod history;
mod search;

use history::History;
use wasm_bindgen::prelude::*;

/// A conversation of any length, all of it in memory.
#[wasm_bindgen]
pub struct Conversation {
    history: History,
}

#[wasm_bindgen]
impl Conversation {
    /// From JSON: `{ settings, messages: [text, …], exact: [tokens, …] }`. Settings that are not named have their defaults; the messages are the
    /// user's and the model's in turns. Their sizes are estimated here, once, as the page estimates them when it stores them; `exact`, which may
    /// be left out, has the exact ones.
    ///
    /// # Errors
    /// JSON that is not of this shape.
    #[wasm_bindgen(constructor)]
    pub fn new(json: &str) -> Result<Conversation, JsError> {
        Ok(Self { history: serde_json::from_str::<history::Input>(json)?.into() })
    }

    /// Adds a turn: what was asked and what was answered.
    pub fn add(&mut self, question: &str, answer: &str) {
        self.history.add(question);
        self.history.add(answer);
    }

    /// Takes another system prompt.
    #[wasm_bindgen(js_name = setSystemPrompt)]
    pub fn set_system_prompt(&mut self, text: &str) {
        self.history.settings.system_prompt = text.into();
    }

    /// Compiles the request that sends `message` at `at` (milliseconds since 1970), and gives its size in tokens.
    ///
    /// # Errors
    /// The system prompt and the message alone are over the budget.
    pub fn compile(&mut self, message: &str, at: f64) -> Result<u32, JsError> {
        Ok(self.history.compile(message, at as i64)?)
    }

    /// The window of the request that was compiled last, as JSON: `[tokens, room, cut]`.
    ///
    /// # Errors
    /// None that can happen.
    pub fn window(&self) -> Result<String, JsError> {
        Ok(serde_json::to_string(&self.history.window())?)
    }

    /// The messages of the request that was compiled last, as JSON: `[[role, text], …]`.
    ///
    /// # Errors
    /// None that can happen.
    pub fn request(&self) -> Result<String, JsError> {
        Ok(serde_json::to_string(&self.history.request())?)
    }
}
