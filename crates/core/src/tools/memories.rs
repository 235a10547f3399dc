//! The tools for facts: `save_user_fact`, `get_user_facts`, `update_user_fact`, `delete_user_fact`; and for user data:
//! `save_user_data`.

use super::{
    MemoryRequest, Surroundings, ToolEvent,
    answers::fill as filled,
    reference::{Named, resolve, short_id},
};
use crate::{
    id::MemoryId,
    memory::{Added, EditedBy, Filled, Memories, NewFact, NewField, StatedBy},
    message::Author,
    place::Place,
    scope::Scope,
};
use ricordo_record::memory::{Memory, MemoryRefusal, MemoryState};

/// Executes a request and adds what it did to `events`.
///
/// # Errors
/// A tool error: the answer for the model.
pub fn answer(
    request: &MemoryRequest,
    memories: &mut Memories,
    at: &Surroundings<'_>,
    events: &mut Vec<ToolEvent>,
) -> Result<String, String> {
    if *request != MemoryRequest::Get {
        at.check_writing()?;
    }
    match request {
        MemoryRequest::Get => Ok(list(memories, at)),
        MemoryRequest::Save { fact } => save(fact, memories, at, events),
        MemoryRequest::Update { id, fact } => update(id, fact, memories, at, events),
        MemoryRequest::Delete { id } => delete(id, memories, at, events),
        // The user data is used everywhere, so in a project the value is a fact.
        MemoryRequest::Fill { field, value } if at.place.project.is_some() => {
            save(&format!("{field}: {value}"), memories, at, events)
        }
        MemoryRequest::Fill { field, value } => fill(field, value, memories, at, events),
    }
}

fn list(memories: &mut Memories, at: &Surroundings<'_>) -> String {
    let in_scope = memories.all.iter().filter(|memory| memory.scope.reaches(&at.place));
    let mut kept: Vec<&Memory> =
        in_scope.filter(|memory| memory.state == MemoryState::Kept && memory.is_about(at.about)).collect();
    ricordo_text::small_sort::by_key(&mut kept, |memory| (!memory.pinned, std::cmp::Reverse(memory.id)));
    let lines: Vec<String> =
        kept.iter().map(|memory| format!("{}: {}", short_memory_id(memory.id), memory.text)).collect();
    if !at.temporary {
        memories.used(at.about, &at.place, at.now.at);
    }
    if lines.is_empty() { at.answers().no_facts.to_owned() } else { lines.join("\n") }
}

fn save(
    fact: &str,
    memories: &mut Memories,
    at: &Surroundings<'_>,
    events: &mut Vec<ToolEvent>,
) -> Result<String, String> {
    let before = memories.clone();
    let (source, scope) = (Some(at.source), at.place.scope());
    let fact = NewFact { id: at.memory_id(), text: fact, source, by: StatedBy::Model, about: at.about, scope };
    let added = memories.add(&fact, at.settings, at.now.at).map_err(|refusal| refused(refusal, at, events))?;
    let memory = memories.get(added.id()).map_err(|refusal| refused(refusal, at, events))?.clone();
    let was = before.get(memory.id).map(|memory| memory.state);
    let (id, state) = (short_memory_id(memory.id), memory.state);
    let outcome = match (added, state) {
        (Added::Merged(_), state) if was == Ok(state) => {
            events.push(ToolEvent::MemoryMerged(memory));
            at.answers().fact_known
        }
        (_, MemoryState::Kept) => {
            events.push(ToolEvent::MemoryKept(memory));
            at.answers().fact_saved
        }
        (_, MemoryState::Proposed | MemoryState::Archived) => {
            events.push(ToolEvent::MemoryProposed(memory));
            at.answers().fact_shown
        }
    };
    note_archived(&before, memories, events);
    Ok(filled(outcome, &[("id", &id)]))
}

fn fill(
    field: &str,
    value: &str,
    memories: &mut Memories,
    at: &Surroundings<'_>,
    events: &mut Vec<ToolEvent>,
) -> Result<String, String> {
    let before = memories.clone();
    let new =
        NewField { id: at.memory_id(), field, value, source: Some(at.source), by: StatedBy::Model, about: at.about };
    let filled = memories.fill(&new, at.settings, at.now.at).map_err(|refusal| refused(refusal, at, events))?;
    let outcome = match filled {
        Filled::Known => at.answers().field_known,
        Filled::Saved { field, value } => {
            events.push(ToolEvent::UserDataSaved { field, value });
            at.answers().field_saved
        }
        Filled::Proposed(id) => {
            let proposed = memories.get(id).map_err(|refusal| refused(refusal, at, events))?;
            events.push(ToolEvent::MemoryProposed(proposed.clone()));
            at.answers().field_shown
        }
    };
    note_archived(&before, memories, events);
    Ok(outcome.to_owned())
}

fn update(
    given: &str,
    fact: &str,
    memories: &mut Memories,
    at: &Surroundings<'_>,
    events: &mut Vec<ToolEvent>,
) -> Result<String, String> {
    let id = find(given, memories, at)?;
    let before = memories.clone();
    if before.get(id).is_ok_and(|memory| adds_beside(memory, &at.place)) {
        return save(fact, memories, at, events);
    }
    let result = memories.edit(id, fact, EditedBy::Model(at.source), at.settings, at.now.at);
    result.map_err(|refusal| refused(refusal, at, events))?;
    let old = before.get(id).map_err(|refusal| refused(refusal, at, events))?;
    let memory = memories.get(id).map_err(|refusal| refused(refusal, at, events))?;
    if memory == old {
        return Ok(filled(at.answers().fact_same, &[("id", &short_memory_id(id))]));
    }
    events.push(ToolEvent::MemoryChanged { memory: memory.clone(), before: old.text.clone() });
    note_archived(&before, memories, events);
    Ok(filled(at.answers().fact_changed, &[("id", &short_memory_id(id))]))
}

fn delete(
    given: &str,
    memories: &mut Memories,
    at: &Surroundings<'_>,
    events: &mut Vec<ToolEvent>,
) -> Result<String, String> {
    let id = find(given, memories, at)?;
    let memory = memories.get(id).map_err(|refusal| refused(refusal, at, events))?.clone();
    if memory.pinned {
        return Err(at.answers().fact_pinned.to_owned());
    }
    memories.delete(id).map_err(|refusal| refused(refusal, at, events))?;
    events.push(ToolEvent::MemoryDeleted(memory));
    Ok(filled(at.answers().fact_deleted, &[("id", &short_memory_id(id))]))
}

/// Resolves a reference to a fact in scope about the author of the message. Archived facts are not found.
fn find(given: &str, memories: &Memories, at: &Surroundings<'_>) -> Result<MemoryId, String> {
    let answers = at.answers();
    let named = named(&memories.all, &at.place, at.about);
    resolve(given, &named, [answers.no_such_fact, answers.several_facts], "get_user_facts")
}

fn named<'a>(all: &'a [Memory], place: &Place, about: Option<&Author>) -> Vec<Named<'a, MemoryId>> {
    let in_scope = all.iter().filter(|memory| memory.scope.reaches(place));
    let facts = in_scope.filter(|memory| memory.field.is_none() && memory.is_about(about));
    let known = facts.filter(|memory| memory.state != MemoryState::Archived);
    known.map(|memory| Named { id: memory.id, short: short_memory_id(memory.id), words: &memory.text }).collect()
}

fn refused(refusal: MemoryRefusal, at: &Surroundings<'_>, events: &mut Vec<ToolEvent>) -> String {
    events.push(ToolEvent::MemoryRefused(refusal));
    at.answers().memory_refused(refusal)
}

/// Reports the memories archived to make room, and the proposals archived because too many wait.
fn note_archived(before: &Memories, after: &Memories, events: &mut Vec<ToolEvent>) {
    let archived = after.all.iter().filter(|memory| memory.state == MemoryState::Archived);
    events.extend(archived.filter_map(|memory| match before.get(memory.id).ok()?.state {
        MemoryState::Kept => Some(ToolEvent::MemoryArchived(memory.clone())),
        MemoryState::Proposed => Some(ToolEvent::MemoryExpired(memory.clone())),
        MemoryState::Archived => None,
    }));
}

/// The id of a memory that is shown to a model.
pub fn short_memory_id(id: MemoryId) -> String {
    short_id('m', id.0)
}

/// The fact that a model means by its id or by words, as the tools find it in a conversation with a message of `about`.
pub fn fact_named<'a>(given: &str, all: &'a [Memory], place: &Place, about: Option<&Author>) -> Option<&'a Memory> {
    let id = resolve(given, &named(all, place, about), ["", ""], "").ok()?;
    all.iter().find(|memory| memory.id == id)
}

/// Whether a change of a fact adds another one instead: what is said in a project is not used outside it.
pub fn adds_beside(memory: &Memory, place: &Place) -> bool {
    memory.scope != place.scope() && memory.scope == Scope::Everywhere
}

/// The memory that a model means by the id it was shown.
pub fn memory_named<'a>(given: &str, all: &'a [Memory]) -> Option<&'a Memory> {
    all.iter().find(|memory| short_memory_id(memory.id).eq_ignore_ascii_case(given))
}
