//! Functions in files of their own, which are loaded when one of them is called. [`crate::parts`] says which parts of the page are
//! such files; the texts of a language are others ([`crate::texts::translated`]).
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

/// Declares a function that lives in a separate file, which is loaded when a function of it is called for the first time.
/// Callers see it as `async`.
macro_rules! in_a_file {
    ($file:ident: fn $name:ident($($argument:ident: $type:ty),*) -> Result<$made:ty, $error:ty> $body:block) => {
        #[cfg(feature = "split")]
        #[wasm_split_helpers::wasm_split($file, fallible)]
        #[allow(unsafe_code, reason = "the split point is a symbol that is linked by its name")]
        fn $name($($argument: $type),*) -> Result<$made, $error> $body

        #[cfg(not(feature = "split"))]
        #[allow(clippy::unused_async, reason = "it awaits its file where there is one")]
        async fn $name($($argument: $type),*) -> Result<$made, $error> $body
    };
}
pub(crate) use in_a_file;
