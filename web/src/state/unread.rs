//! Why stored data could not be read: the code that reads it is loaded when there is something to read.

use crate::loaded::NotLoaded;
use ricordo_core::error::{Error, StoreError};

/// Why stored data could not be read.
#[derive(Debug, PartialEq)]
pub enum Unread {
    /// The code that reads it could not be loaded.
    NotLoaded,
    /// It was loaded, and failed.
    Failed(Error),
}

impl Unread {
    /// The error of the storage, if it is one.
    pub fn of_storage(&self) -> Option<&StoreError> {
        match self {
            Self::Failed(Error::Store(error)) => Some(error),
            Self::NotLoaded | Self::Failed(_) => None,
        }
    }

    /// Whether it is about what was read, so that the rest may be readable.
    pub fn is_of_a_record(&self) -> bool {
        matches!(self.of_storage(), Some(StoreError::Damaged { .. } | StoreError::Failed { .. }))
    }
}

impl From<NotLoaded> for Unread {
    fn from(_: NotLoaded) -> Self {
        Self::NotLoaded
    }
}

impl From<Error> for Unread {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl From<StoreError> for Unread {
    fn from(error: StoreError) -> Self {
        Self::Failed(Error::Store(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_error_of_the_storage_says_something_about_the_storage() {
        assert_eq!(Unread::from(StoreError::Closed).of_storage(), Some(&StoreError::Closed));
        assert_eq!(Unread::from(Error::Store(StoreError::Closed)).of_storage(), Some(&StoreError::Closed));
        assert_eq!(Unread::from(Error::NoConversation).of_storage(), None, "it was deleted in another tab");
        assert_eq!(Unread::NotLoaded.of_storage(), None, "the code could not be loaded");
    }

    #[test]
    fn a_damaged_record_is_no_reason_to_leave_the_database() {
        let detail = || "a row that is none".to_owned();
        for (error, is_of_a_record) in [
            (StoreError::Damaged { detail: detail() }, true),
            (StoreError::Failed { detail: detail() }, true),
            (StoreError::Unavailable { detail: detail() }, false),
            (StoreError::Closed, false),
            (StoreError::Full, false),
        ] {
            assert_eq!(Unread::from(error.clone()).is_of_a_record(), is_of_a_record, "{error:?}");
        }
        assert!(!Unread::NotLoaded.is_of_a_record());
    }
}
