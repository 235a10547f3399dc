//! Code that is loaded at its first call, from separate files beside the page's WebAssembly. Four such files contain
//! most of the page: `turn`, which compiles and sends a message and receives the reply, `history`, which reads stored
//! conversations, draws them and their list, and upgrades stored data, `lazy`, with recall, commands, background work and what
//! is shown at rest, and `dialogs`, with what the user opens. `deferred.rs` of `state` and of `chat`, `recalling.rs` of `state`,
//! and `lazy.rs`, `conversation_list.rs`, `list_menus.rs` and `messages.rs` of the components declare what goes into them.
//!
//! With the feature `split` (`cargo xtask dist`), the functions of such a file, and everything that only they call, are
//! cut out of the page's WebAssembly. Without it they stay in the page, and plain `trunk serve` needs no other tool.
//! The files always match the page, because all are cut from one build.

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
