//! Manager calls that are loaded on first use and not with the module: the commands and the maintenance. The module
//! itself opens and reads; `compiling` and `appending` load what needs no model, `turns` and `manager` the turns that ask one.
//!
//! Each call comes by name with a list of arguments: a separate export and promise for each would add more code to the
//! module than lazy loading saves.

use crate::{
    api_error::ApiError,
    codes::Code,
    cross::id,
    given::Given,
    loaded::{Boxed, loaded_when_called},
    manager::Manager,
};
use js_sys::Array;
use ricordo_core::id::ConversationId;
use wasm_bindgen::{JsValue, prelude::*};

/// Result of a call.
pub(crate) type Answer = Result<JsValue, ApiError>;

/// A call by name.
pub(crate) struct Call<'a> {
    manager: &'a Manager,
    /// The conversation that was open when the page made it.
    open: ConversationId,
    what: String,
    given: Given,
}

loaded_when_called! { commands:
    fn deferred_command(call: Call<'_>) -> Result<Boxed<'_, Answer>, ApiError> {
        call.command()
    }
}

loaded_when_called! { maintenance:
    fn deferred_maintenance(call: Call<'_>) -> Result<Boxed<'_, Answer>, ApiError> {
        call.maintenance()
    }
}

#[wasm_bindgen]
impl Manager {
    /// Runs a command by name. `open`: the conversation that was open when the page made the call. The call begins later, when
    /// another one may be open.
    ///
    /// # Errors
    /// `not-loaded`, and the errors of the command.
    pub async fn command(&self, open: String, what: String, given: Array) -> Result<JsValue, ApiError> {
        deferred_command(Call::new(self, &open, what, given)?).await?.await
    }

    /// As [`Manager::command`], for maintenance, summaries, and calls on all stored data.
    ///
    /// # Errors
    /// `not-loaded`, and the errors of the call.
    pub async fn maintenance(&self, open: String, what: String, given: Array) -> Result<JsValue, ApiError> {
        deferred_maintenance(Call::new(self, &open, what, given)?).await?.await
    }
}

impl<'a> Call<'a> {
    fn new(manager: &'a Manager, open: &str, what: String, given: Array) -> Result<Self, ApiError> {
        Ok(Self { manager, open: id(open, "conversation")?, what, given: Given(given) })
    }
}

/// Generates the function that dispatches calls by name, and the list of the names.
macro_rules! calls {
    (fn $answer:ident of $names:ident: |$manager:ident, $open:ident, $given:ident| $($name:literal => $call:expr,)*) => {
        #[cfg(test)]
        const $names: &'static [&'static str] = &[$($name,)*];

        fn $answer(self) -> Result<Boxed<'a, Answer>, ApiError> {
            let Self { manager: $manager, open: $open, what, given: $given } = self;
            Ok(match what.as_str() {
                $($name => Box::pin($call),)*
                _ => return Err(unknown(&what)),
            })
        }
    };
}

impl<'a> Call<'a> {
    calls! { fn command of COMMANDS: |manager, open, given|
        "forget" => manager.forget(open, given.whole(0)?),
        "remember" => manager.remember(open),
        "undo" => manager.undo(open),
        "mark" => manager.mark(open, id(&given.text(0)?, "message")?, given.maybe_text(1)?),
        "conversations" => manager.conversations(),
        "openConversation" => manager.open_conversation(id(&given.text(0)?, "conversation")?),
        "newConversation" => manager.new_conversation(given.value(0)),
        "renameConversation" => manager.rename_conversation(id(&given.text(0)?, "conversation")?, given.text(1)?),
        "deleteConversation" => manager.delete_conversation(id(&given.text(0)?, "conversation")?),
        "moveConversation" => manager.move_conversation(
            open,
            id(&given.text(0)?, "conversation")?,
            given.maybe_id(1, "project")?,
        ),
        "projects" => manager.projects(),
        "createProject" => manager.create_project(given.value(0)),
        "updateProject" => manager.update_project(open, id(&given.text(0)?, "project")?, given.value(1)),
        "removeProject" => manager.remove_project(open, id(&given.text(0)?, "project")?),
        "clear" => manager.clear(open),
        "memories" => manager.memories(given.value(0)),
        "addMemory" => manager.add_memory(open, given.text(0)?, given.value(1)),
        "updateMemory" => manager.update_memory(open, id(&given.text(0)?, "memory")?, given.text(1)?),
        "removeMemory" => manager.remove_memory(open, id(&given.text(0)?, "memory")?),
        "pinMemory" => manager.pin_memory(open, id(&given.text(0)?, "memory")?, given.flag(1)),
        "keepMemory" => manager.keep_memory(open, id(&given.text(0)?, "memory")?, given.value(1)),
        "scopeMemory" => manager.scope_memory(open, id(&given.text(0)?, "memory")?, given.value(1)),
        "archiveMemory" => manager.archive_memory(open, id(&given.text(0)?, "memory")?),
        "userData" => manager.user_data(),
        "changeUserData" => manager.change_user_data(open, given.value(0)),
        "tasks" => manager.tasks(),
        "addTask" => manager.add_task(open, given.text(0)?, given.maybe_text(1)?, given.value(2)),
        "updateTask" => manager.update_task(open, id(&given.text(0)?, "task")?, given),
        "tickTask" => manager.tick_task(open, id(&given.text(0)?, "task")?, given.flag(1)),
        "scopeTask" => manager.scope_task(open, id(&given.text(0)?, "task")?, given.value(1)),
        "removeTask" => manager.remove_task(open, id(&given.text(0)?, "task")?),
        "settings" => manager.settings(),
        "changeSettings" => manager.change_settings(open, given.value(0)),
        "preset" => manager.preset(open, given.text(0)?),
        "presets" => manager.presets(),
        "stats" => manager.stats(),
        "recall" => manager.recall(open, given.text(0)?, given.value(1)),
    }

    calls! { fn maintenance of WORK: |manager, open, given|
        "compress" => manager.compress(open, given),
        "uncompress" => manager.uncompress(open),
        "summaries" => manager.summaries(open),
        "editSummary" => manager.edit_summary(open, id(&given.text(0)?, "summary")?, given.value(1)),
        "removeSummary" => manager.remove_summary(open, id(&given.text(0)?, "summary")?),
        "summarizeDays" => manager.summarize_days(open, given),
        "maintain" => manager.maintain(open, given),
        "useBackground" => manager.use_background(given.value(0), given.function(1).ok(), given.flag(2)),
        "useEmbedder" => manager.use_embedder(given.value(0), given.function(1).ok()),
        "useVectorStore" => manager.use_vector_store(given.value(0)),
        "makeVectors" => manager.make_vectors(given.function(0)?, given.signal(1)),
        "vectorProgress" => manager.vector_progress(),
        "moveVectors" => manager.move_vectors(given.maybe_whole(0)?, given.function(1)?, given.signal(2)),
        "bringVectorsBack" => manager.bring_vectors_back(given.function(0)?, given.signal(1)),
        "forgetVectorsElsewhere" => manager.forget_vectors_elsewhere(),
        "deleteVectors" => manager.delete_vectors(),
        "documents" => manager.documents(),
        "addDocument" => manager.add_document(open, given),
        "removeDocument" => manager.remove_document(open, id(&given.text(0)?, "document")?),
        "eraseDocument" => manager.erase_document(id(&given.text(0)?, "document")?),
        "scopeDocument" => manager.scope_document(open, id(&given.text(0)?, "document")?, given.value(1)),
        "documentText" => manager.document_text(id(&given.text(0)?, "document")?, given.whole(1)?, given.whole(2)?),
        "searchDocuments" => manager.search_documents(open, given.text(0)?, given.value(1)),
        "decideCall" => manager.decide_call(open, id(&given.text(0)?, "message")?, given.whole(1)?, given.flag(2)),
        "deletedMessages" => manager.deleted_messages(),
        "restoreMessages" => manager.restore_messages(id(&given.text(0)?, "conversation")?),
        "discardMessages" => manager.discard_messages(id(&given.text(0)?, "conversation")?),
        "exportAll" => manager.export_all(),
        "importAll" => manager.import_all(given.text(0)?),
        "erase" => manager.erase(given.value(0)),
    }
}

fn unknown(what: &str) -> ApiError {
    ApiError::new(Code::Internal, format!("The module has no call {what}."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_scripts_of_the_package_make_these_calls_and_no_other() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("package/src");
        let scripts: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "ts"))
            .map(|path| std::fs::read_to_string(path).unwrap())
            .collect();
        for (kind, names) in [("command", Call::COMMANDS), ("maintenance", Call::WORK)] {
            let begin = format!("manager.{kind}(");
            let calls = scripts.iter().flat_map(|script| script.split(&begin).skip(1));
            let made: BTreeSet<&str> = calls.filter_map(|rest| rest.split('"').nth(1)).collect();
            assert_eq!(made, names.iter().copied().collect(), "{kind}");
        }
    }
}
