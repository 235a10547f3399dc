//! Parts of the module in separate files that are loaded on first use: `lazy_calls.rs` and `deferred.rs` list them.
//!
//! With the feature `split` (`cargo xtask package`) the functions of such a part, and everything that only they call,
//! are cut out of the module. Without it they stay in the module. The files always match: all are cut from one build.

use std::{future::Future, pin::Pin};

/// A future that can be returned across the files of a split module.
pub(crate) type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// The file could not be loaded. The next call retries.
#[cfg(feature = "split")]
impl From<wasm_split_helpers::SplitLoaderError> for crate::api_error::ApiError {
    fn from(_: wasm_split_helpers::SplitLoaderError) -> Self {
        Self::new(crate::codes::Code::NotLoaded, crate::api_error::NOT_LOADED)
    }
}

/// Declares functions of a file that is loaded when one of them is first called: each becomes `async`.
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
