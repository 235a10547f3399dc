//! Why background work ended without a result.

use super::{NotMade, Outcome};
use crate::{
    error::{Error, StoreError},
    prompt::TemplateError,
};

/// Why a step of background work gave no result. `?` passes it on; the job that began the work decides what to store of
/// it.
#[derive(Debug, PartialEq)]
pub enum Halt {
    /// Not made, for a reason that is shown to the user. Nothing has changed.
    NotMade(NotMade),
    /// Storage failed, or the requested record does not exist.
    Error(Error),
}

impl Halt {
    /// The outcome of a command that halted.
    ///
    /// # Errors
    /// [`Halt::Error`].
    pub(super) fn outcome(self) -> Result<Outcome, Error> {
        match self {
            Self::NotMade(why) => Ok(Outcome::NotMade(why)),
            Self::Error(error) => Err(error),
        }
    }
}

/// The result, if there is one; only errors are passed on.
pub(super) fn if_made<T>(result: Result<T, Halt>) -> Result<Option<T>, Error> {
    match result {
        Ok(made) => Ok(Some(made)),
        Err(Halt::NotMade(_)) => Ok(None),
        Err(Halt::Error(error)) => Err(error),
    }
}

impl From<NotMade> for Halt {
    fn from(why: NotMade) -> Self {
        Self::NotMade(why)
    }
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<StoreError> for Halt {
    fn from(error: StoreError) -> Self {
        Self::Error(error.into())
    }
}

impl From<TemplateError> for Halt {
    fn from(error: TemplateError) -> Self {
        Self::NotMade(NotMade::Template(error))
    }
}
