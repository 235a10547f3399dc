//! What the tools are called, for people. Their names for models stand in the core's table.

use super::table::texts;
use ricordo_core::tools::Tool;

texts! {
    /// The tools.
    tools: Tools {
        save_user_fact: "Save a fact about you", "Зберегти факт про вас", "Сохранить факт о вас";
        get_user_facts: "Look at the facts about you", "Переглянути факти про вас", "Посмотреть факты о вас";
        update_user_fact: "Change a fact about you", "Змінити факт про вас", "Изменить факт о вас";
        delete_user_fact: "Delete a fact about you", "Видалити факт про вас", "Удалить факт о вас";
        search_history: "Search earlier messages", "Шукати в попередніх повідомленнях", "Искать в прежних сообщениях";
        list_tasks: "Look at your tasks", "Переглянути ваші задачі", "Посмотреть ваши задачи";
        add_task: "Add a task", "Додати задачу", "Добавить задачу";
        complete_task: "Tick off a task", "Позначити задачу виконаною", "Отметить задачу выполненной";
        save_user_data: "Fill in data about you", "Заповнити дані про вас", "Заполнить данные о вас";
    }
}

/// What a tool is called in the language of the page; one that is not known, as the model called it.
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
