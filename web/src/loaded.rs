//! Code that is loaded at its first call, from separate files beside the page's WebAssembly. Three such files contain
//! most of the page: `lazy`, with turns, commands and what is shown at rest, `dialogs`, with what the user opens, and
//! `history`, which reads stored conversations, draws them and their list, and upgrades stored data. `deferred.rs` of
//! `state` and of `chat`, and `lazy.rs`, `conversation_list.rs`, `list_menus.rs` and `messages.rs` of the components
//! declare what goes into them.
//!
//! With the feature `split` (`cargo xtask dist`), the functions of such a file, and everything that only they call, are
//! cut out of the page's WebAssembly. Without it they stay in the page, and plain `trunk serve` needs no other tool.
//! The files always match the page, because all are cut from one build.

use ricordo_core::error::{Error, StoreError};
use std::{future::Future, pin::Pin};

/// The file could not be loaded.
#[derive(Debug)]
pub struct NotLoaded;

#[cfg(feature = "split")]
impl From<wasm_split_helpers::SplitLoaderError> for NotLoaded {
    fn from(_: wasm_split_helpers::SplitLoaderError) -> Self {
        Self
    }
}

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

/// A boxed future that can cross the boundary between files: a function that is loaded at its call cannot be `async`
/// itself.
pub type Boxed<T> = Pin<Box<dyn Future<Output = T>>>;

/// Declares functions that live in a separate file, which is loaded when the first of them is called. Callers see them
/// as `async`.
macro_rules! loaded_when_called {
    ($file:ident: $($(#[doc = $doc:literal])* $visible:vis fn $name:ident($($argument:ident: $type:ty),*) -> Result<$made:ty, NotLoaded> $body:block)*) => {$(
        $(#[doc = $doc])*
        #[cfg(feature = "split")]
        #[wasm_split_helpers::wasm_split($file, fallible)]
        #[allow(unsafe_code, reason = "the split point is a symbol that is linked by its name")]
        $visible fn $name($($argument: $type),*) -> Result<$made, NotLoaded> $body

        $(#[doc = $doc])*
        #[cfg(not(feature = "split"))]
        #[allow(clippy::unused_async, reason = "it awaits its file where there is one")]
        $visible async fn $name($($argument: $type),*) -> Result<$made, NotLoaded> $body
    )*};
}
pub(crate) use loaded_when_called;
