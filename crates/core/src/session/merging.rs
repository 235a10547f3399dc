//! Changes that are made to what is stored now, although it was changed meanwhile: field by field. What tools did to copies is
//! applied so, and a command is undone so.

use crate::{
    memory::Memory,
    project::Project,
    record::Record,
    settings::{self, Settings},
    task::Task,
    user_data::{PersonData, UserData},
};
use serde_json::{Map, Value};

/// Whether records of this kind are merged by field. A persona may have a long text and a picture, which would be in each entry
/// twice, and leave room for half as many steps.
pub(super) fn is_merged(record: &Record) -> bool {
    matches!(
        record,
        Record::Memory(_) | Record::Task(_) | Record::UserData(_) | Record::Settings(_) | Record::Project(_)
    )
}

/// `now` with what differs between `before` and `after`. A record of another kind is replaced, and so are settings, which have a
/// function of their own: no tool changes them, and a turn need not load what reads them.
pub(super) fn merged(before: &Record, after: Record, now: Record) -> Record {
    // In the same order, too.
    if *before == now {
        return after;
    }
    match (before, after, now) {
        (Record::Memory(before), Record::Memory(after), Record::Memory(now)) => {
            Record::Memory(merged_memory(before, after, now))
        }
        (Record::Task(before), Record::Task(after), Record::Task(now)) => Record::Task(merged_task(before, after, now)),
        (Record::UserData(before), Record::UserData(after), Record::UserData(now)) => {
            Record::UserData(merged_user_data(before, after, now))
        }
        (Record::Project(before), Record::Project(after), Record::Project(now)) => {
            Record::Project(merged_project(before, after, now))
        }
        (_, after, _) => after,
    }
}

/// A field that was changed, or else as it is stored now.
fn either<T: PartialEq>(before: &T, after: T, now: T) -> T {
    if *before == after { now } else { after }
}

fn merged_memory(before: &Memory, after: Memory, now: Memory) -> Memory {
    Memory {
        id: now.id,
        text: either(&before.text, after.text, now.text),
        state: either(&before.state, after.state, now.state),
        source: either(&before.source, after.source, now.source),
        pinned: either(&before.pinned, after.pinned, now.pinned),
        created_at: now.created_at,
        updated_at: either(&before.updated_at, after.updated_at, now.updated_at),
        last_used_at: either(&before.last_used_at, after.last_used_at, now.last_used_at),
        uses: either(&before.uses, after.uses, now.uses),
        typed: either(&before.typed, after.typed, now.typed),
        field: either(&before.field, after.field, now.field),
        about: either(&before.about, after.about, now.about),
        scope: either(&before.scope, after.scope, now.scope),
        key_words: either(&before.key_words, after.key_words, now.key_words),
    }
}

fn merged_task(before: &Task, after: Task, now: Task) -> Task {
    Task {
        id: now.id,
        title: either(&before.title, after.title, now.title),
        state: either(&before.state, after.state, now.state),
        due: either(&before.due, after.due, now.due),
        source: either(&before.source, after.source, now.source),
        created_at: now.created_at,
        completed_at: either(&before.completed_at, after.completed_at, now.completed_at),
        scope: either(&before.scope, after.scope, now.scope),
    }
}

/// As [`merged`], for user data.
pub(super) fn merged_user_data(before: &UserData, after: UserData, now: UserData) -> UserData {
    let people = merged_people(before, &after, now.people);
    UserData {
        name: either(&before.name, after.name, now.name),
        username: either(&before.username, after.username, now.username),
        pronouns: either(&before.pronouns, after.pronouns, now.pronouns),
        language: either(&before.language, after.language, now.language),
        fields: merged_fields(&before.fields, &after.fields, now.fields),
        people,
    }
}

/// Free fields by their names. Those that were added come last.
fn merged_fields(
    before: &[(String, String)],
    after: &[(String, String)],
    now: Vec<(String, String)>,
) -> Vec<(String, String)> {
    fn value<'a>(fields: &'a [(String, String)], name: &str) -> Option<&'a str> {
        fields.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }
    let mut fields = now;
    fields.retain(|(name, _)| value(before, name).is_none() || value(after, name).is_some());
    for (name, new) in after.iter().filter(|(name, new)| value(before, name) != Some(new)) {
        match fields.iter_mut().find(|(own, _)| own == name) {
            Some((_, own)) => own.clone_from(new),
            None => fields.push((name.clone(), new.clone())),
        }
    }
    fields
}

fn merged_people(before: &UserData, after: &UserData, now: Vec<PersonData>) -> Vec<PersonData> {
    let mut people = now;
    for person in &after.people {
        if !people.iter().any(|known| known.author == person.author) {
            people.push(PersonData { author: person.author.clone(), fields: Vec::new() });
        }
    }
    for PersonData { author, fields } in &mut people {
        let of = Some(&*author);
        *fields = merged_fields(before.fields_of(of), after.fields_of(of), std::mem::take(fields));
    }
    people.retain(|person| !person.fields.is_empty());
    people
}

fn merged_project(before: &Project, after: Project, now: Project) -> Project {
    Project {
        id: now.id,
        name: either(&before.name, after.name, now.name),
        color: either(&before.color, after.color, now.color),
        instructions: either(&before.instructions, after.instructions, now.instructions),
        provider: either(&before.provider, after.provider, now.provider),
        model: either(&before.model, after.model, now.model),
        preset: either(&before.preset, after.preset, now.preset),
        isolated: either(&before.isolated, after.isolated, now.isolated),
        created_at: now.created_at,
        updated_at: either(&before.updated_at, after.updated_at, now.updated_at),
    }
}

/// As [`merged`], for settings.
pub(super) fn merged_settings(before: &Settings, after: Settings, now: Settings) -> Settings {
    let mut fields = settings::object(&now);
    put_changed(&settings::object(before), &settings::object(&after), &mut fields);
    let prompt = either(&before.system_prompt, after.system_prompt.clone(), now.system_prompt.clone());
    // Each field is one of a settings record, so they are one together.
    settings::from_object(&fields, &Settings { system_prompt: prompt, ..now }).unwrap_or(after)
}

/// Puts the values that differ between two objects into a third, recursively. A list is one value.
fn put_changed(before: &Map<String, Value>, after: &Map<String, Value>, now: &mut Map<String, Value>) {
    for (name, after) in after {
        match (before.get(name), after, now.get_mut(name)) {
            (Some(Value::Object(before)), Value::Object(after), Some(Value::Object(now))) => {
                put_changed(before, after, now);
            }
            (Some(before), after, _) if before == after => {}
            _ => {
                now.insert(name.clone(), after.clone());
            }
        }
    }
}
