//! Upgrades records that an earlier build stored to the current form: rows of a database, lines of an export, and the
//! records inside undo entries.

use crate::{
    change::Change,
    conversation::{Conversation, TitleOrigin},
    error::{ModelError, ModelErrorKind},
    maintenance::Progress,
    message::{Finish, Message, Part, Role},
    record::Record,
    settings::stored_prompt,
    undo::Undo,
};

/// Upgrades a record of record version `from` to the current version. A current record is returned unchanged.
#[must_use]
pub fn upgraded(mut record: Record, from: u32) -> Record {
    upgrade_in_place(&mut record, from);
    record
}

/// Like [`upgraded`], in place. Returns whether anything changed, so that only such rows are written again.
pub fn upgrade_in_place(record: &mut Record, from: u32) -> bool {
    let is_changed_by_5 = from < 5 && to_5(record);
    let is_changed_by_6 = from < 6 && to_6(record);
    let is_changed_by_7 = from < 7 && to_7(record);
    is_changed_by_5 || is_changed_by_6 || is_changed_by_7
}

/// Version 5 stores two things that had to be guessed in versions up to 4: the progress of each kind of background
/// work, and whether an error comes from a program's own model function.
fn to_5(record: &mut Record) -> bool {
    match record {
        Record::Maintenance(maintenance) => {
            let position = std::mem::take(&mut maintenance.position);
            if position > 0 {
                maintenance.progress = Progress::of_version_4(maintenance.job, position);
            }
            position > 0
        }
        Record::Message(message) => match &mut message.finish {
            Some(Finish::Failed { failure }) => name_function_error(&mut failure.error),
            _ => false,
        },
        Record::Undo(undo) => inside(undo, to_5),
        _ => false,
    }
}

/// Start of the detail of an error from a program's own model function.
const OF_THE_FUNCTION: &str = "the page's model function ";

fn name_function_error(error: &mut ModelError) -> bool {
    let Some(detail) = error.detail.strip_prefix(OF_THE_FUNCTION) else { return false };
    error.detail = detail.to_owned();
    error.kind = match error.kind {
        ModelErrorKind::ModelFailed => ModelErrorKind::FunctionThrew,
        _ => ModelErrorKind::FunctionGarbage,
    };
    true
}

/// Version 6 stores the tools that were used for a reply as a separate part, and the origin of a title.
fn to_6(record: &mut Record) -> bool {
    match record {
        Record::Message(message) => name_tools(message),
        Record::Conversation(conversation) => name_title(conversation),
        Record::Undo(undo) => inside(undo, to_6),
        _ => false,
    }
}

/// Start of a note that named the tools of a turn.
const TOOLS_USED: &str = "Tools used: ";

/// A system note that starts with `Tools used: ` named the tools of its turn if nothing but names follows. In a note of
/// another origin, such as an imported one, a sentence usually follows: that stays a note.
fn name_tools(message: &mut Message) -> bool {
    let [Part::Text { text }] = message.parts.as_slice() else { return false };
    let Some(names) = text.strip_prefix(TOOLS_USED).filter(|_| message.role == Role::System) else { return false };
    let names: Vec<String> = names.split(", ").map(str::to_owned).collect();
    let is_name = |name: &String| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.:/".contains(&byte))
    };
    if !names.iter().all(is_name) {
        return false;
    }
    message.parts = vec![Part::ToolsUsed { names }];
    true
}

/// Versions up to 5 stored no origin for a title not made by a model: [`is_called_by`] determines it from the message.
fn name_title(conversation: &mut Conversation) -> bool {
    let is_models = conversation.title_origin == TitleOrigin::NotRecorded && !conversation.titled_from.is_empty();
    if is_models {
        conversation.title_origin = TitleOrigin::Model;
    }
    is_models
}

/// Version 7 stores whether the system prompt ships with Ricordo. Earlier versions stored its text only.
fn to_7(record: &mut Record) -> bool {
    match record {
        Record::Settings(settings) => match settings.system_prompt_of_version_6.take() {
            Some(text) => {
                settings.system_prompt = stored_prompt(text, settings.language);
                true
            }
            None => false,
        },
        Record::Undo(undo) => inside(undo, to_7),
        _ => false,
    }
}

/// Whether a conversation is named by the first words of a message. A title of a version up to 5 is compared with them,
/// in full or up to where it was cut. A shorter title, even if the message starts with it, is the user's.
pub(crate) fn is_called_by(conversation: &Conversation, message: &Message) -> bool {
    match conversation.title_origin {
        TitleOrigin::FirstWords => conversation.titled_from.contains(&message.id),
        TitleOrigin::Model | TitleOrigin::User => false,
        TitleOrigin::NotRecorded => {
            let line = message.text().split_whitespace().collect::<Vec<_>>().join(" ");
            let title = conversation.title.as_str();
            let begins = |cut: &str| !cut.is_empty() && line.starts_with(cut);
            !title.is_empty() && (line == title || title.strip_suffix('…').is_some_and(begins))
        }
    }
}

/// Upgrades the records inside an undo entry by one step.
fn inside(undo: &mut Undo, step: fn(&mut Record) -> bool) -> bool {
    let is_changed = undo.changes.iter_mut().fold(false, |changed, change| {
        let is_changed = match change {
            Change::Add(record) | Change::Put(record) => step(record),
            Change::AddUndo(undo) => inside(undo, step),
            Change::Remove(_) => false,
        };
        changed | is_changed
    });
    undo.after.iter_mut().fold(is_changed, |changed, record| changed | step(record))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{error::Failure, testing::sample, time::Timestamp};

    #[test]
    fn an_error_of_a_program_s_function_was_known_by_the_beginning_of_its_words() {
        let upgraded_error = |kind, detail: &str, from| {
            let failure = Failure { at: Timestamp(1), error: ModelError::new(kind, detail) };
            let message = sample::message(1, 1, "Half");
            let message = crate::message::Message { finish: Some(Finish::Failed { failure }), ..message };
            match upgraded(Record::Message(Box::new(message)), from) {
                Record::Message(message) => match message.finish {
                    Some(Finish::Failed { failure }) => (failure.error.kind, failure.error.detail),
                    other => panic!("{other:?}"),
                },
                other => panic!("{other:?}"),
            }
        };
        let threw = "the page's model function TypeError: no such thing";
        let threw_now = (ModelErrorKind::FunctionThrew, "TypeError: no such thing".to_owned());
        assert_eq!(upgraded_error(ModelErrorKind::ModelFailed, threw, 4), threw_now);
        let garbage = "the page's model function yielded 42";
        assert_eq!(
            upgraded_error(ModelErrorKind::NotTheProtocol, garbage, 4),
            (ModelErrorKind::FunctionGarbage, "yielded 42".to_owned())
        );
        assert_eq!(upgraded_error(ModelErrorKind::ModelFailed, "no memory", 4).0, ModelErrorKind::ModelFailed);
        assert_eq!(
            upgraded_error(ModelErrorKind::ModelFailed, threw, 5),
            (ModelErrorKind::ModelFailed, threw.to_owned())
        );
    }

    #[test]
    fn a_note_that_names_nothing_but_tools_was_the_line_of_a_turn() {
        let upgraded = |role, text: &str| {
            let message = Message { role, ..sample::message(1, 1, text) };
            match upgraded(Record::Message(Box::new(message)), 5) {
                Record::Message(message) => message.parts,
                other => panic!("{other:?}"),
            }
        };
        let names = |names: &[&str]| vec![Part::ToolsUsed { names: names.iter().map(|name| (*name).into()).collect() }];
        let text = |text: &str| vec![Part::Text { text: text.to_owned() }];
        assert_eq!(upgraded(Role::System, "Tools used: add_task, my-tool.v2"), names(&["add_task", "my-tool.v2"]));
        assert_eq!(upgraded(Role::System, "Tools used: search"), names(&["search"]));
        for note in ["Tools used: ", "Tools used: a hammer", "Tools used: a, b and c", "Tools used: a,b c", "a, b"] {
            assert_eq!(upgraded(Role::System, note), text(note));
        }
        assert_eq!(upgraded(Role::User, "Tools used: search"), text("Tools used: search"));
    }

    #[test]
    fn a_title_whose_origin_was_not_stored_is_the_first_words_only_where_it_is_all_of_them() {
        let titled = |title: &str, titled_from| {
            let conversation = Conversation { title: title.to_owned(), titled_from, ..sample::conversation(1) };
            match upgraded(Record::Conversation(conversation), 5) {
                Record::Conversation(conversation) => conversation,
                other => panic!("{other:?}"),
            }
        };
        let question = sample::message(1, 0, "Kyiv in  winter: how cold?");
        let is_first_words = |title| is_called_by(&titled(title, Vec::new()), &question);
        assert!(is_first_words("Kyiv in winter: how cold?") && is_first_words("Kyiv in…"));
        assert!(!is_first_words("Kyiv") && !is_first_words("…") && !is_first_words(""));
        let models = titled("Kyiv in winter: how cold?", vec![question.id]);
        assert_eq!(models.title_origin, TitleOrigin::Model);
        assert!(!is_called_by(&models, &question));
    }

    #[test]
    fn what_is_of_this_version_stays_as_it_is() {
        for record in sample::of_every_kind() {
            assert_eq!(upgraded(record.clone(), crate::record::RECORD_VERSION), record);
            assert!(!upgrade_in_place(&mut record.clone(), 4));
            assert_eq!(upgraded(record.clone(), 4), record, "and of older ones all that says the same");
        }
    }
}
