//! Sample memories, tasks and projects.

use super::{bytes, conversation_id, message, own_settings::own_settings, provider};
use crate::{
    id::{MemoryId, ProjectId, TaskId},
    memory::{Memory, MemorySource, MemoryState},
    project::{Project, ProjectColor},
    scope::Scope,
    task::{Task, TaskState},
    time::Timestamp,
};

/// A kept fact. Higher numbers are newer.
pub fn memory(number: u32) -> Memory {
    let at = Timestamp(7_000 + i64::from(number));
    Memory {
        id: MemoryId::new(at, bytes(number)),
        text: format!("Fact {number}"),
        state: MemoryState::Kept,
        source: Some(source()),
        pinned: true,
        created_at: at,
        updated_at: at,
        last_used_at: Some(Timestamp(at.0 + 1)),
        uses: 2,
        typed: true,
        field: None,
        about: None,
        scope: Scope::Project(project(1).id),
        key_words: vec!["piano".to_owned()],
    }
}

/// A completed task. Higher numbers are newer.
pub fn task(number: u32) -> Task {
    let at = Timestamp(7_500 + i64::from(number));
    Task {
        id: TaskId::new(at, bytes(number)),
        title: format!("Task {number}"),
        state: TaskState::Done,
        due: Some("2026-12-24".to_owned()),
        source: Some(source()),
        created_at: at,
        completed_at: Some(Timestamp(at.0 + 1)),
        scope: Scope::Conversation(conversation_id(1)),
    }
}

/// A project. Higher numbers are newer.
pub fn project(number: u32) -> Project {
    let at = Timestamp(7_800 + i64::from(number));
    Project {
        id: ProjectId::new(at, bytes(number)),
        name: format!("Проєкт {number} 🦔"),
        color: ProjectColor::Teal,
        instructions: format!("Rules of {number}."),
        provider: Some(provider(1).id),
        model: own_settings().model,
        preset: Some("journal".to_owned()),
        isolated: true,
        created_at: at,
        updated_at: Timestamp(at.0 + 1),
    }
}

fn source() -> MemorySource {
    MemorySource { conversation: conversation_id(1), message: message(1, 0, "").id }
}
