//! What recall finds for a query of the page.

use crate::{
    cross::{id, to_js},
    given::Fields,
    lazy_calls::Answer,
    manager::Manager,
    plain,
};
use ricordo_core::{
    id::ConversationId,
    session::{RecallQuery, Sources},
};
use wasm_bindgen::JsValue;

impl Manager {
    /// What recall finds for a query, best first. Sends and stores nothing.
    ///
    /// # Errors
    /// `no-conversation`, `bad-argument`, `not-loaded`, and storage error codes.
    pub(crate) async fn recall(&self, open: ConversationId, text: String, options: JsValue) -> Answer {
        let options = Fields::of(&options, "The options", &["conversation", "limit", "includeHeld"])?;
        let of = options.text("conversation")?.map(|text| id(&text, "conversation")).transpose()?;
        let of = of.unwrap_or(open);
        let finds_held = options.flag("includeHeld", false)?;
        let (most, sources) = (options.whole("limit")?, Sources::Everything);
        let query = RecallQuery { text: &text, most, finds_held, sources };
        let found = self.session.recall_query(of, query, &self.provider()).await?;
        to_js(&found.iter().map(plain::recalled).collect::<Vec<_>>())
    }
}
