//! Parts of the module that are files of their own, loaded when they are first needed: `lazy_calls.rs` and `deferred.rs` say which.
//!
//! With the feature `split` (`cargo xtask package`) the functions of such a part, and everything that they alone call, are
//! cut out of the module. Without it they are in it. What is loaded cannot fail to fit: all files are cut from one build.

use std::{future::Future, pin::Pin};

/// What cannot be awaited across files by itself.
pub(crate) type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// The file could not be loaded. The next call tries again.
#[cfg(feature = "split")]
impl From<wasm_split_helpers::SplitLoaderError> for crate::api_error::ApiError {
    fn from(_: wasm_split_helpers::SplitLoaderError) -> Self {
        let message = "A part of ricordo that is loaded when it is first used could not be fetched. Nothing has changed: \
                       call again when the network is back, and serve all .wasm files of the package beside its module.";
        Self::new(crate::codes::Code::NotLoaded, message)
    }
}

/// Declares functions of a file that is loaded when the first of them is called: each becomes `async`.
macro_rules! loaded_when_called {
    ($file:ident: $($(#[doc = $doc:literal])* $visible:vis fn $name:ident($($argument:ident: $type:ty),*) -> Result<$made:ty, ApiError> $body:block)*) => {$(
        $(#[doc = $doc])*
        #[cfg(feature = "split")]
        #[wasm_split_helpers::wasm_split($file, fallible)]
        #[allow(unsafe_code, reason = "the split point is a symbol that is linked by its name")]
        $visible fn $name($($argument: $type),*) -> Result<$made, ApiError> $body

        $(#[doc = $doc])*
        #[cfg(not(feature = "split"))]
        #[allow(clippy::unused_async, reason = "it awaits its file where there is one")]
        $visible async fn $name($($argument: $type),*) -> Result<$made, ApiError> $body
    )*};
}
pub(crate) use loaded_when_called;
