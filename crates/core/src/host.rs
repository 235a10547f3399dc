//! What the core asks of its surroundings besides storage and a model: the time, zones, random bytes, a pause, and the
//! tools that a program brings itself.

use crate::{
    cancel::Cancel,
    error::Error,
    model::ToolSpec,
    time::{Now, Timestamp},
};
use ricordo_record::{language::Language, settings::Settings};

/// The surroundings of a [`crate::session::Session`]: a browser, a test, a program.
#[allow(async_fn_in_trait, reason = "used through generics only; browser futures are not Send")]
pub trait Host {
    /// The present moment.
    fn now(&self) -> Now;
    /// Minutes to add to UTC for the wall clock of an IANA zone, such as `Europe/Kyiv`, at a moment. Range: ±1,560; what
    /// is left of a whole minute, as local mean times had before zones, is cut off. `None`: there is no such zone.
    fn offset_minutes(&self, zone: &str, at: Timestamp) -> Option<i32>;
    /// Ten bytes that nobody can guess, for ids.
    fn random(&self) -> [u8; 10];
    /// Waits for so many milliseconds.
    async fn sleep(&self, milliseconds: u32);

    /// The program's own tools, which models are offered beside those of [`crate::tools`]. Default: none.
    fn tools(&self) -> Vec<ToolSpec> {
        Vec::new()
    }

    /// Answers a call of one of [`Host::tools`]. `arguments` is JSON as the model wrote it, which may be broken. When
    /// `cancel` is raised nobody waits for the answer any more.
    ///
    /// # Errors
    /// What the model is told: a tool that fails does not fail the turn.
    async fn call_tool(&self, name: &str, arguments: &str, cancel: &Cancel) -> Result<String, String> {
        let _ = (arguments, cancel);
        Err(format!("There is no tool \"{name}\": answer without it."))
    }

    /// The settings under a preset that a conversation has of its own; a preset that does not exist any more changes
    /// nothing. [`crate::preset::under`] does it; a program that
    /// loads its parts when they are needed loads it here.
    ///
    /// # Errors
    /// What reads presets could not be loaded.
    async fn preset(&self, name: &str, settings: &Settings) -> Result<Settings, Error>;

    /// The descriptions of the tools in the language of the settings. [`crate::tools::in_language`] does it; a program
    /// that loads its parts when they are needed loads it here.
    ///
    /// # Errors
    /// What translates could not be loaded.
    async fn tools_in(&self, language: Language, tools: Vec<ToolSpec>) -> Result<Vec<ToolSpec>, Error>;
}

impl<H: Host> Host for &H {
    fn now(&self) -> Now {
        (**self).now()
    }
    fn offset_minutes(&self, zone: &str, at: Timestamp) -> Option<i32> {
        (**self).offset_minutes(zone, at)
    }
    fn random(&self) -> [u8; 10] {
        (**self).random()
    }
    async fn sleep(&self, milliseconds: u32) {
        (**self).sleep(milliseconds).await;
    }
    fn tools(&self) -> Vec<ToolSpec> {
        (**self).tools()
    }
    async fn call_tool(&self, name: &str, arguments: &str, cancel: &Cancel) -> Result<String, String> {
        (**self).call_tool(name, arguments, cancel).await
    }
    async fn preset(&self, name: &str, settings: &Settings) -> Result<Settings, Error> {
        (**self).preset(name, settings).await
    }
    async fn tools_in(&self, language: Language, tools: Vec<ToolSpec>) -> Result<Vec<ToolSpec>, Error> {
        (**self).tools_in(language, tools).await
    }
}
