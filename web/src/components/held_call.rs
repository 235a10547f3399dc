//! A tool call that waits for the user, because the request held text of documents: what the model wants, why it was not
//! done, and the buttons to do or dismiss it.

use super::focus::focus_composer;
use crate::{
    chat::use_chat,
    state::{Row, Step},
    texts::{fill, tools::held},
};
use leptos::prelude::*;
use ricordo_core::{
    id::MessageId,
    memory::Memory,
    message::{Message, Part, Role},
    place::Place,
    tools::{Tool, adds_beside, fact_named, memory_named},
};
use std::sync::Arc;

/// A call that waits for the user.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct HeldCall {
    message: MessageId,
    /// The position of its result in the message.
    at: usize,
    /// What the model wants, as a sentence.
    proposal: String,
    /// The button that does it.
    yes: &'static str,
}

/// The calls of a round that wait for the user. They are shown whether or not the round is unfolded.
#[component]
pub fn HeldCalls(row: Row, #[prop(into)] index: Signal<usize>) -> impl IntoView {
    let chat = use_chat();
    let calls = Memo::new(move |_| {
        let Some(results) = row.message.get().filter(|results| results.parts.iter().any(is_held)) else {
            return Vec::new();
        };
        let before: Vec<Arc<Message>> = chat
            .transcript
            .rows
            .with(|rows| rows.iter().take(index.get()).filter_map(|row| row.message.get()).collect());
        let place = chat.with_scopes(|scopes| {
            let open = scopes.open?;
            Some(Place::of(open, scopes.projects.iter().find(|project| Some(project.id) == open.project)))
        });
        let Some(place) = place else { return Vec::new() };
        chat.transcript.chips.with_memories(|memories| held_calls(&results, &before, memories, &place))
    });
    view! {
        <For each=move || calls.get() key=HeldCall::clone children=|call| view! { <Held call/> }/>
    }
}

#[component]
fn Held(call: HeldCall) -> impl IntoView {
    let chat = use_chat();
    let HeldCall { message, at, proposal, yes } = call;
    let label = proposal.clone();
    let decide = move |allowed: bool| {
        chat.step(Step::DecideCall(message, at, allowed));
        // The pressed button disappears.
        focus_composer();
    };
    view! {
        <div class="held-call" role="group" aria-label=label data-testid="held-call">
            <p class="proposal" dir="auto">{proposal}</p>
            <p>{held().why}</p>
            <div class="answers">
                <button class="button" data-testid="held-yes" on:click=move |_| decide(true)>{yes}</button>
                <button class="link-button" data-testid="held-no" on:click=move |_| decide(false)>{held().no}</button>
            </div>
        </div>
    }
}

fn is_held(part: &Part) -> bool {
    matches!(part, Part::ToolResult { held: true, .. })
}

/// The held calls of a round in a place. `before`: the messages before its results.
fn held_calls(results: &Message, before: &[Arc<Message>], memories: &[Memory], place: &Place) -> Vec<HeldCall> {
    let Some(reply) = before.last() else { return Vec::new() };
    let waiting = results.parts.iter().enumerate().filter_map(|(at, part)| match part {
        Part::ToolResult { call, held: true, .. } => Some((at, call)),
        _ => None,
    });
    let shown = waiting.filter_map(|(at, call)| {
        let (_, name, arguments) = reply.call_answered(at, call).and_then(as_call)?;
        let (proposal, yes) = proposal(name, arguments, before, memories, place);
        Some(HeldCall { message: results.id, at, proposal, yes })
    });
    shown.collect()
}

fn as_call(part: &Part) -> Option<(&String, &str, &str)> {
    match part {
        Part::ToolCall { id, name, arguments, .. } => Some((id, name.trim(), arguments)),
        _ => None,
    }
}

/// What a call would do in a place, and the button that does it.
fn proposal(
    name: &str,
    arguments: &str,
    before: &[Arc<Message>],
    memories: &[Memory],
    place: &Place,
) -> (String, &'static str) {
    let texts = held();
    let given: serde_json::Value = serde_json::from_str(arguments).unwrap_or_default();
    // Some models send the object as a text.
    let given = given.as_str().and_then(|inner| serde_json::from_str(inner).ok()).unwrap_or(given);
    let field = |name: &str| match &given[name] {
        serde_json::Value::String(text) => text.trim().to_owned(),
        serde_json::Value::Null => String::new(),
        other => other.to_string(),
    };
    let asked = before.iter().rev().find(|message| message.role == Role::User);
    let about = asked.and_then(|asked| asked.author.as_ref());
    let fact = || fact_named(&field("id"), memories, place, about);
    let known = || fact().or_else(|| memory_named(&field("id"), memories));
    let memory = || known().map_or_else(|| field("id"), Memory::words);
    match Tool::named(name) {
        Some(Tool::SaveUserFact) => (fill(texts.save_fact, &[("text", &field("fact"))]), texts.yes_save),
        Some(Tool::UpdateUserFact) if fact().is_some_and(|fact| adds_beside(fact, place)) => {
            (fill(texts.save_beside, &[("before", &memory()), ("text", &field("fact"))]), texts.yes_save)
        }
        Some(Tool::UpdateUserFact) => {
            (fill(texts.update_fact, &[("before", &memory()), ("text", &field("fact"))]), texts.yes_change)
        }
        Some(Tool::DeleteUserFact) => (fill(texts.delete_fact, &[("text", &memory())]), texts.yes_delete),
        // The data about the user is used everywhere, so in a project it is saved as a memory of the project.
        Some(Tool::SaveUserData) if place.project.is_some() => {
            let fact = format!("{}: {}", field("field"), field("value"));
            (fill(texts.save_fact, &[("text", &fact)]), texts.yes_save)
        }
        Some(Tool::SaveUserData) => {
            (fill(texts.save_data, &[("field", &field("field")), ("text", &field("value"))]), texts.yes_save)
        }
        Some(Tool::AddTask) => {
            let sentence = if field("due").is_empty() { texts.add_task } else { texts.add_task_due };
            (fill(sentence, &[("due", &field("due")), ("text", &field("title"))]), texts.yes_add)
        }
        Some(Tool::CompleteTask) => {
            let task = task_named(&field("id"), before).unwrap_or_else(|| field("id"));
            (fill(texts.complete_task, &[("text", &task)]), texts.yes_complete)
        }
        _ => (fill(texts.other, &[("name", name), ("text", arguments)]), texts.yes_other),
    }
}

/// The title of a task by the id that the model read in a list of the tasks. Results of other tools are not looked at:
/// they may hold anything.
fn task_named(id: &str, before: &[Arc<Message>]) -> Option<String> {
    let rounds = before.windows(2).rev();
    let lists = rounds.flat_map(|pair| {
        let calls: Vec<_> = pair[0].parts.iter().filter_map(as_call).collect();
        pair[1].parts.iter().filter_map(move |part| match part {
            Part::ToolResult { call, content, .. } => {
                let of: Vec<&str> = calls.iter().filter(|(id, ..)| *id == call).map(|(_, name, _)| *name).collect();
                let is_list = !of.is_empty() && of.iter().all(|name| *name == Tool::ListTasks.name());
                is_list.then_some(content.as_str())
            }
            _ => None,
        })
    });
    let mut lines = lists.flat_map(str::lines).filter_map(|line| line.split_once(": "));
    lines.find(|(named, _)| named.eq_ignore_ascii_case(id)).map(|(_, title)| title.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::{conversation_id, memory, message},
        texts::{UiLanguage, speak},
    };
    use ricordo_core::{memory::MemoryState, scope::Scope, testing::sample, tools::short_memory_id};

    /// A conversation in no project.
    fn outside() -> Place {
        Place { conversation: conversation_id(1), project: None, isolated: false }
    }

    fn call(id: &str, name: &str, arguments: &str) -> Part {
        Part::ToolCall { id: id.to_owned(), name: name.to_owned(), arguments: arguments.to_owned(), back: None }
    }

    fn result(call: &str, content: &str, held: bool) -> Part {
        Part::ToolResult { call: call.to_owned(), content: content.to_owned(), is_error: false, held }
    }

    fn with(number: u32, role: Role, parts: Vec<Part>) -> Arc<Message> {
        Arc::new(Message { parts, ..message(number, role, "") })
    }

    fn proposed(name: &str, arguments: &str, before: &[Arc<Message>], memories: &[Memory]) -> (String, &'static str) {
        speak(UiLanguage::En);
        proposal(name, arguments, before, memories, &outside())
    }

    #[test]
    fn a_proposal_is_a_sentence_with_all_that_would_be_saved() {
        for (name, arguments, words, yes) in [
            ("save_user_fact", r#"{"fact": " Likes {text} tea "}"#, "Save this memory: “Likes {text} tea”", "Save"),
            ("save_user_fact", r#""{\"fact\": \"Likes tea\"}""#, "Save this memory: “Likes tea”", "Save"),
            ("save_user_data", r#"{"field": "City", "value": "Lviv"}"#, "Save under “About you”: “City: Lviv”", "Save"),
            ("add_task", r#"{"title": "Buy stamps"}"#, "Add this task: “Buy stamps”", "Add"),
            (
                "add_task",
                r#"{"title": "Buy stamps", "due": "2026-12-01"}"#,
                "Add this task, due 2026-12-01: “Buy stamps”",
                "Add",
            ),
            ("delete_user_fact", r#"{"id": "likes tea"}"#, "Delete this memory: “likes tea”", "Delete"),
            ("complete_task", r#"{"id": 7}"#, "Mark this task as done: “7”", "Mark as done"),
            ("launch", r#"{"at": "noon"}"#, "Use the tool “launch” with: {\"at\": \"noon\"}", "Do it"),
        ] {
            assert_eq!(proposed(name, arguments, &[], &[]), (words.to_owned(), yes), "{arguments}");
        }
    }

    #[test]
    fn what_is_named_by_its_id_is_shown_in_words() {
        let tea = memory(7, "Likes tea", MemoryState::Kept);
        let id = short_memory_id(tea.id);
        let arguments = format!(r#"{{"id": "{id}", "fact": "Likes coffee"}}"#);
        let proposal = proposed("update_user_fact", &arguments, &[], std::slice::from_ref(&tea)).0;
        assert_eq!(proposal, "Change the memory “Likes tea” to: “Likes coffee”");
        let before = [
            with(1, Role::Assistant, vec![call("1", "list_tasks", ""), call("2", "vector_rag", "")]),
            with(
                2,
                Role::Tool,
                vec![result("1", "t00aaff: Buy milk\nt00bbff: Rest", false), result("2", "t00ccff: Fine", false)],
            ),
            with(3, Role::Assistant, Vec::new()),
        ];
        let task = |id: &str| proposed("complete_task", &format!(r#"{{"id": "{id}"}}"#), &before, &[]).0;
        assert_eq!(task("T00BBFF"), "Mark this task as done: “Rest”");
        assert_eq!(task("t00ccff"), "Mark this task as done: “t00ccff”", "what a document says is no title");
    }

    #[test]
    fn in_a_project_a_proposal_says_that_it_adds_a_memory_of_the_project() {
        speak(UiLanguage::En);
        let project = sample::project(1).id;
        let place = Place { project: Some(project), ..outside() };
        let everywhere = memory(7, "Likes green tea", MemoryState::Kept);
        let here = Memory { scope: Scope::Project(project), ..memory(8, "Plays the violin", MemoryState::Kept) };
        let memories = [everywhere.clone(), here];
        let proposed = |name: &str, arguments: &str| proposal(name, arguments, &[], &memories, &place);
        let data = proposed("save_user_data", r#"{"field": "City", "value": "Lviv"}"#);
        assert_eq!(data, ("Save this memory: “City: Lviv”".to_owned(), "Save"));
        let changed = |id: &str| proposed("update_user_fact", &format!(r#"{{"id": "{id}", "fact": "Likes coffee"}}"#));
        let beside = "Save another memory for this project: “Likes coffee”. “Likes green tea” stays as it is.";
        for id in [short_memory_id(everywhere.id), "green tea".to_owned()] {
            assert_eq!(changed(&id), (beside.to_owned(), "Save"), "{id}");
        }
        assert_eq!(changed("violin").0, "Change the memory “Plays the violin” to: “Likes coffee”");
    }

    #[test]
    fn only_held_calls_wait_and_each_stands_with_its_own_arguments() {
        speak(UiLanguage::En);
        let calls = vec![
            call("", "add_task", r#"{"title": "One"}"#),
            call("", "list_tasks", ""),
            call("", "add_task", r#"{"title": "Two"}"#),
        ];
        let before = [with(1, Role::Assistant, calls)];
        let results = with(2, Role::Tool, vec![result("", "", true), result("", "", false), result("", "", true)]);
        let proposed = |results: &Message| -> Vec<String> {
            held_calls(results, &before, &[], &outside()).into_iter().map(|call| call.proposal).collect()
        };
        assert_eq!(proposed(&results), ["Add this task: “One”", "Add this task: “Two”"]);
        let decided = with(2, Role::Tool, vec![result("", "", false), result("", "", false), result("", "", true)]);
        assert_eq!(proposed(&decided), ["Add this task: “Two”"]);
        assert!(held_calls(&results, &[], &[], &outside()).is_empty(), "the calls are not loaded");
    }
}
