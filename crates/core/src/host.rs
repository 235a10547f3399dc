//! The host interface of the core, besides storage and a model: the time, time zones, random bytes, a timer, and the
//! program's own tools.

use crate::{
    cancel::Cancel,
    error::Error,
    model::ToolSpec,
    time::{Now, Timestamp},
};
use ricordo_record::{language::Language, settings::Settings};

/// The environment of a [`crate::session::Session`]: a browser, a test, a program.
#[allow(async_fn_in_trait, reason = "used through generics only; browser futures are not Send")]
pub trait Host {
    /// The current time.
    fn now(&self) -> Now;
    /// The UTC offset of an IANA zone such as `Europe/Kyiv` at a moment, in minutes. Range: ±1,560; seconds, as in
    /// local mean times before zones, are truncated. `None`: the zone does not exist.
    fn offset_minutes(&self, zone: &str, at: Timestamp) -> Option<i32>;
    /// Ten unpredictable random bytes, for ids.
    fn random(&self) -> [u8; 10];
    /// Waits for the given number of milliseconds.
    async fn sleep(&self, milliseconds: u32);
    /// Lets what else waits for this thread run, such as input and drawing. Unlike [`Host::sleep`], it is not slowed down in
    /// a tab that is not seen. Default: nothing waits.
    async fn pause(&self) {}

    /// The program's own tools, offered to models beside those of [`crate::tools`]. Default: none.
    fn tools(&self) -> Vec<ToolSpec> {
        Vec::new()
    }

    /// Answers a call of one of [`Host::tools`]. `arguments` is JSON as the model wrote it, and may be malformed. Once
    /// `cancel` is raised, the answer is no longer awaited.
    ///
    /// # Errors
    /// The message for the model: a failing tool does not fail the turn.
    async fn call_tool(&self, name: &str, arguments: &str, cancel: &Cancel) -> Result<String, String> {
        let _ = (arguments, cancel);
        Err(format!("There is no tool \"{name}\": answer without it."))
    }

    /// Applies a conversation's own preset to the settings; a preset that no longer exists changes nothing. Implement
    /// it with [`crate::preset::under`]; a program that loads its parts lazily loads that part here.
    ///
    /// # Errors
    /// The part that reads presets could not be loaded.
    async fn preset(&self, name: &str, settings: &Settings) -> Result<Settings, Error>;

    /// Translates the descriptions of the tools into the language of the settings. Implement it with
    /// [`crate::tools::in_language`]; a program that loads its parts lazily loads that part here.
    ///
    /// # Errors
    /// The part that translates could not be loaded.
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
    async fn pause(&self) {
        (**self).pause().await;
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
