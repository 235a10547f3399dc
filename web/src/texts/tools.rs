//! Names of the tools, for people. Their names for models are in the core's table.

use ricordo_core::tools::Tool;

include!(concat!(env!("OUT_DIR"), "/texts/tools.rs"));

/// Name of a tool in the language of the page; an unknown one keeps the name that the model used.
pub fn tool_name(name: &str) -> &str {
    let texts = tools();
    match Tool::named(name) {
        Some(Tool::SaveUserFact) => texts.save_user_fact,
        Some(Tool::GetUserFacts) => texts.get_user_facts,
        Some(Tool::UpdateUserFact) => texts.update_user_fact,
        Some(Tool::DeleteUserFact) => texts.delete_user_fact,
        Some(Tool::SearchHistory) => texts.search_history,
        Some(Tool::ListTasks) => texts.list_tasks,
        Some(Tool::AddTask) => texts.add_task,
        Some(Tool::CompleteTask) => texts.complete_task,
        Some(Tool::SaveUserData) => texts.save_user_data,
        Some(Tool::VectorRag) => texts.vector_rag,
        Some(Tool::SearchRepos) => texts.search_repos,
        Some(Tool::ListDocuments) => texts.list_documents,
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::tool_name;

    #[test]
    fn a_tool_that_nobody_knows_keeps_its_name() {
        assert_eq!(tool_name("add_task"), "Add a task");
        assert_eq!(tool_name("launch_rocket"), "launch_rocket");
    }
}
