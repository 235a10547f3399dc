//! What of a manager is loaded when it is first called, and not with the module: the commands, and the work that is done while
//! nobody waits. The module itself opens, compiles, appends and reads; `turns` and `manager` load the turns that ask a model.
//!
//! Each call comes by its name with its arguments in a list: an export and a promise of its own for each would be more code
//! in the module than the loading saves.

use crate::{
    cross::id,
    given::Given,
    loaded::{Boxed, loaded_when_called},
    manager::Manager,
    refusal::Refusal,
};
use js_sys::Array;
use wasm_bindgen::{JsValue, prelude::*};

/// What a call resolves with.
pub(crate) type Answer = Result<JsValue, Refusal>;

/// A call by its name.
pub(crate) struct Call<'a> {
    manager: &'a Manager,
    what: String,
    given: Given,
}

loaded_when_called! { commands:
    fn command_later(call: Call<'_>) -> Result<Boxed<'_, Answer>, Refusal> {
        call.command()
    }
}

loaded_when_called! { upkeep:
    fn upkeep_later(call: Call<'_>) -> Result<Boxed<'_, Answer>, Refusal> {
        call.upkeep()
    }
}

#[wasm_bindgen]
impl Manager {
    /// A command by its name.
    ///
    /// # Errors
    /// `not-loaded`, and what the command says.
    pub async fn command(&self, what: String, given: Array) -> Result<JsValue, Refusal> {
        command_later(Call { manager: self, what, given: Given(given) }).await?.await
    }

    /// Idle work, summaries, and everything at once, by its name.
    ///
    /// # Errors
    /// `not-loaded`, and what the work says.
    pub async fn upkeep(&self, what: String, given: Array) -> Result<JsValue, Refusal> {
        upkeep_later(Call { manager: self, what, given: Given(given) }).await?.await
    }
}

impl<'a> Call<'a> {
    fn command(self) -> Result<Boxed<'a, Answer>, Refusal> {
        let Self { manager, what, given } = self;
        Ok(match what.as_str() {
            "forget" => Box::pin(manager.forget(given.whole(0)?)),
            "remember" => Box::pin(manager.remember()),
            "undo" => Box::pin(manager.undo()),
            "mark" => Box::pin(manager.mark(id(&given.text(0)?, "message")?, given.maybe_text(1)?)),
            "conversations" => Box::pin(manager.conversations()),
            "openConversation" => Box::pin(manager.open_conversation(id(&given.text(0)?, "conversation")?)),
            "newConversation" => Box::pin(manager.new_conversation(given.flag(0))),
            "renameConversation" => {
                Box::pin(manager.rename_conversation(id(&given.text(0)?, "conversation")?, given.text(1)?))
            }
            "deleteConversation" => Box::pin(manager.delete_conversation(id(&given.text(0)?, "conversation")?)),
            "clear" => Box::pin(manager.clear()),
            "memories" => Box::pin(manager.memories(given.value(0))),
            "addMemory" => Box::pin(manager.add_memory(given.text(0)?)),
            "updateMemory" => Box::pin(manager.update_memory(id(&given.text(0)?, "memory")?, given.text(1)?)),
            "removeMemory" => Box::pin(manager.remove_memory(id(&given.text(0)?, "memory")?)),
            "pinMemory" => Box::pin(manager.pin_memory(id(&given.text(0)?, "memory")?, given.flag(1))),
            "keepMemory" => Box::pin(manager.keep_memory(id(&given.text(0)?, "memory")?)),
            "archiveMemory" => Box::pin(manager.archive_memory(id(&given.text(0)?, "memory")?)),
            "userData" => Box::pin(manager.user_data()),
            "saveUserData" => Box::pin(manager.save_user_data(given.value(0))),
            "tasks" => Box::pin(manager.tasks()),
            "addTask" => Box::pin(manager.add_task(given.text(0)?, given.maybe_text(1)?)),
            "updateTask" => {
                Box::pin(manager.update_task(id(&given.text(0)?, "task")?, given.text(1)?, given.maybe_text(2)?))
            }
            "tickTask" => Box::pin(manager.tick_task(id(&given.text(0)?, "task")?, given.flag(1))),
            "removeTask" => Box::pin(manager.remove_task(id(&given.text(0)?, "task")?)),
            "settings" => Box::pin(manager.settings()),
            "changeSettings" => Box::pin(manager.change_settings(given.value(0))),
            "preset" => Box::pin(manager.preset(given.text(0)?)),
            "presets" => Box::pin(manager.presets()),
            "stats" => Box::pin(manager.stats()),
            _ => return Err(unknown(&what)),
        })
    }

    fn upkeep(self) -> Result<Boxed<'a, Answer>, Refusal> {
        let Self { manager, what, given } = self;
        Ok(match what.as_str() {
            "compress" => Box::pin(manager.compress(given.flag(0), given.signal(1))),
            "uncompress" => Box::pin(manager.uncompress()),
            "summaries" => Box::pin(manager.summaries()),
            "editSummary" => Box::pin(manager.edit_summary(id(&given.text(0)?, "summary")?, given.value(1))),
            "removeSummary" => Box::pin(manager.remove_summary(id(&given.text(0)?, "summary")?)),
            "summarizeDays" => Box::pin(manager.summarize_days(given.signal(0))),
            "maintain" => Box::pin(manager.maintain(given.value(0), given.function(1)?, given.signal(2))),
            "useBackground" => Box::pin(manager.use_background(given.value(0), given.function(1).ok(), given.flag(2))),
            "deletedMessages" => Box::pin(manager.deleted_messages()),
            "restoreMessages" => Box::pin(manager.restore_messages(id(&given.text(0)?, "conversation")?)),
            "discardMessages" => Box::pin(manager.discard_messages(id(&given.text(0)?, "conversation")?)),
            "exportAll" => Box::pin(manager.export_all()),
            "importAll" => Box::pin(manager.import_all(given.text(0)?)),
            "eraseConversation" => Box::pin(manager.erase_conversation(id(&given.text(0)?, "conversation")?)),
            "eraseMessage" => Box::pin(manager.erase_message(id(&given.text(0)?, "message")?)),
            "eraseAll" => Box::pin(manager.erase_all(given.flag(0))),
            _ => return Err(unknown(&what)),
        })
    }
}

fn unknown(what: &str) -> Refusal {
    Refusal::new("internal", format!("The module has no call {what}."))
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_call_of_the_package_is_here() {
        let table = include_str!("later.rs");
        let scripts = [include_str!("../package/src/manager.ts"), include_str!("../package/src/groups.ts")].concat();
        let mut seen = 0;
        for kind in ["command", "upkeep"] {
            for rest in scripts.split(&format!("manager.{kind}(\"")).skip(1) {
                let name = rest.split('"').next().unwrap_or_default();
                assert!(table.contains(&format!("\"{name}\" => ")), "{kind} {name}");
                seen += 1;
            }
        }
        assert!(seen > 30, "{seen} calls");
    }
}
