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
pub fn upgraded(record: Record, from: u32) -> Record {
    if from < 5 { to_5(record) } else { record }
}

/// Version 5 stores what versions up to 4 left to be guessed: how far each kind of background work has come, and that an
/// error is one of the model function of a program.
fn to_5(record: Record) -> Record {
    match record {
        Record::Upkeep(mut upkeep) => {
            if upkeep.progress == Progress::None {
                upkeep.progress = Progress::of_version_4(upkeep.job, upkeep.position);
            }
            upkeep.position = 0;
            Record::Upkeep(upkeep)
        }
        Record::Message(mut message) => {
            if let Some(Finish::Failed { failure }) = &mut message.finish {
                name_function_error(&mut failure.error);
            }
            Record::Message(message)
        }
        Record::Undo(undo) => Record::Undo(undo_to_5(undo)),
        other => other,
    }
}

/// How the detail of an error of a program's own model function began.
const OF_THE_FUNCTION: &str = "the page's model function ";

fn name_function_error(error: &mut ModelError) {
    let Some(detail) = error.detail.strip_prefix(OF_THE_FUNCTION) else { return };
    error.detail = detail.to_owned();
    error.kind = match error.kind {
        ModelErrorKind::ModelFailed => ModelErrorKind::FunctionThrew,
        _ => ModelErrorKind::FunctionGarbage,
    };
}

fn undo_to_5(undo: Undo) -> Undo {
    let changes = undo.changes.into_iter().map(|change| match change {
        Change::Add(record) => Change::Add(to_5(record)),
        Change::Put(record) => Change::Put(to_5(record)),
        Change::AddUndo(undo) => Change::AddUndo(undo_to_5(undo)),
        remove @ Change::Remove(_) => remove,
    });
    Undo { changes: changes.collect(), ..undo }
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
            assert_eq!(upgraded(record.clone(), 4), record, "and of older ones all that says the same");
        }
    }
}
