//! Projects: what a conversation in a project sends, what follows it elsewhere, and what never leaves a project.

mod deleting;
mod files;
mod leaks;
mod moving;
mod scoped;
mod sent;

use crate::common::{Chat, provider, texts};
use ricordo_core::{
    id::{ConversationId, ProjectId},
    memory::{Memory, MemorySource},
    message::Role,
    project::ProjectText,
    record::{Kind, Record},
    scope::Scope,
    session::NewMessage,
    store::Store,
    task::{Task, TaskText},
};

fn text(name: &str) -> ProjectText {
    ProjectText { name: name.to_owned(), ..ProjectText::default() }
}

async fn project(chat: &Chat, name: &str) -> ProjectId {
    chat.session.create_project(text(name)).await.unwrap().id
}

/// A new conversation with a turn in it, in a project or in none.
async fn conversation(chat: &Chat, project: Option<ProjectId>) -> ConversationId {
    let id = chat.session.new_conversation_in(project).await.unwrap().conversation.id;
    let turn = [NewMessage::text(Role::User, "Hello."), NewMessage::text(Role::Assistant, "Good morning.")];
    chat.host.advance(60_000);
    chat.session.append(id, &turn, Vec::new()).await.unwrap();
    id
}

/// The source of what is learned in a conversation.
async fn source(chat: &Chat, id: ConversationId) -> MemorySource {
    let message = chat.session.open(id, 10).await.unwrap().messages.remove(0).id;
    MemorySource { conversation: id, message }
}

/// Adds a fact in a conversation.
async fn learn(chat: &Chat, id: ConversationId, fact: &str) -> Memory {
    let source = source(chat, id).await;
    chat.session.add_memory(id, fact, Some(source)).await.unwrap().memory
}

/// Adds a task in a conversation.
async fn add_task(chat: &Chat, id: ConversationId, title: &str) -> Task {
    let text = TaskText { title: title.to_owned(), due: None };
    chat.session.add_task(id, &text, Some(source(chat, id).await)).await.unwrap()
}

/// The texts of the next request in a conversation.
async fn request(chat: &Chat, id: ConversationId) -> Vec<String> {
    texts(&chat.session.preview(id, "And now?", &provider()).await.unwrap().request)
}

/// Whether the next request in a conversation contains some words.
async fn sends(chat: &Chat, id: ConversationId, words: &str) -> bool {
    request(chat, id).await.concat().contains(words)
}

async fn memory(chat: &Chat, id: ricordo_core::id::MemoryId) -> Memory {
    let records = chat.session.store().records(Kind::Memory).await.unwrap().into_iter();
    let mut found = records.filter_map(|record| if let Record::Memory(one) = record { Some(one) } else { None });
    found.find(|one| one.id == id).unwrap()
}

async fn scope_of(chat: &Chat, id: ricordo_core::id::MemoryId) -> Scope {
    memory(chat, id).await.scope
}
