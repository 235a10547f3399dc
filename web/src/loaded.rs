//! Code that is loaded when it is first called: files of its own beside the page's WebAssembly. Two such files hold most of
//! the page: `lazy`, with dialogs, commands and turns, and `messages`, with what draws messages. `state/deferred.rs`,
//! `components/lazy.rs` and `components/messages.rs` declare what goes into them.
//!
//! With the feature `split` (`cargo xtask dist`) the functions of such a file, and everything that they alone call, are cut
//! out of the page's WebAssembly. Without it they are in the page, and plain `trunk serve` needs no further tool. The files
//! always fit the page, because all are cut from one build.

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

/// A future that can be handed from one file to another: a function that is loaded when called cannot be `async` itself.
pub type Boxed<T> = Pin<Box<dyn Future<Output = T>>>;

/// Declares functions of a file that is loaded when the first of them is called. The caller sees each as `async`.
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
