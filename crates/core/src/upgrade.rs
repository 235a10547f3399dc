//! Brings records that an earlier build stored up to this one's form: rows of a database, lines of an export, and the
//! records inside undo entries.

use crate::{
    change::Change,
    error::{ModelError, ModelErrorKind},
    message::Finish,
    record::Record,
    undo::Undo,
    upkeep::Progress,
};

/// A record that a build of version `from` of the records wrote, as this build writes it. What is of this version already
/// is given back as it is.
#[must_use]
pub fn upgraded(mut record: Record, from: u32) -> Record {
    upgrade_in_place(&mut record, from);
    record
}

/// As [`upgraded`], in place; whether anything was changed, so that only such rows have to be written again.
pub fn upgrade_in_place(record: &mut Record, from: u32) -> bool {
    from < 5 && to_5(record)
}

/// Version 5 stores what versions up to 4 left to be guessed: how far each kind of background work has come, and that an
/// error is one of the model function of a program.
fn to_5(record: &mut Record) -> bool {
    match record {
        Record::Upkeep(upkeep) => {
            let position = std::mem::take(&mut upkeep.position);
            if position > 0 {
                upkeep.progress = Progress::of_version_4(upkeep.job, position);
            }
            position > 0
        }
        Record::Message(message) => match &mut message.finish {
            Some(Finish::Failed { failure }) => name_function_error(&mut failure.error),
            _ => false,
        },
        Record::Undo(undo) => undo_to_5(undo),
        _ => false,
    }
}

/// How the detail of an error of a program's own model function began.
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

fn undo_to_5(undo: &mut Undo) -> bool {
    undo.changes.iter_mut().fold(false, |changed, change| {
        let is_changed = match change {
            Change::Add(record) | Change::Put(record) => to_5(record),
            Change::AddUndo(undo) => undo_to_5(undo),
            Change::Remove(_) => false,
        };
        changed | is_changed
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{error::Failure, testing::sample, time::Timestamp};

    #[test]
    fn an_error_of_a_program_s_function_was_known_by_the_beginning_of_its_words() {
        let told = |kind, detail: &str, from| {
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
        assert_eq!(told(ModelErrorKind::ModelFailed, threw, 4), threw_now);
        let garbage = "the page's model function yielded 42";
        assert_eq!(
            told(ModelErrorKind::NotTheProtocol, garbage, 4),
            (ModelErrorKind::FunctionGarbage, "yielded 42".to_owned())
        );
        assert_eq!(told(ModelErrorKind::ModelFailed, "no memory", 4).0, ModelErrorKind::ModelFailed);
        assert_eq!(told(ModelErrorKind::ModelFailed, threw, 5), (ModelErrorKind::ModelFailed, threw.to_owned()));
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
