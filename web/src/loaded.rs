//! Parts of the page that are files of their own, loaded when they are first needed: [`crate::messages`] and
//! [`crate::lazy`].
//!
//! With the feature `split` (`cargo xtask dist`) the functions of such a part, and everything that they alone call, are cut
//! out of the page's WebAssembly. Without it they are in the page, and plain `trunk serve` needs no further tool. What is
//! loaded cannot fail to fit: all files are cut from one build.

use crate::{
    state::{Notices, use_chat},
    texts::shell::shell,
};
use leptos::{prelude::*, reactive::computed::ScopedFuture, task::spawn_local};
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

/// What cannot be awaited across files by itself.
pub type Boxed<T> = Pin<Box<dyn Future<Output = T>>>;

/// Declares functions of a file that is loaded when the first of them is called: each becomes `async`.
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

/// Shows what `load` gives from the first time on that it is wanted.
pub fn shown_when(
    wanted: impl Fn() -> bool + 'static,
    load: impl Fn() -> Boxed<Result<AnyView, NotLoaded>> + 'static,
    failed: impl Fn() + Clone + 'static,
) -> impl IntoView {
    let notices = use_chat().notices;
    let made = StoredValue::new_local(None::<AnyView>);
    let (is_asked, is_made) = (StoredValue::new(false), RwSignal::new(false));
    // What the effect itself owned would end with its next run.
    let owner = Owner::current().unwrap_or_default();
    Effect::new(move |_| {
        if !wanted() || is_asked.get_value() {
            return;
        }
        is_asked.set_value(true);
        let (loading, failed) = (load(), failed.clone());
        let load = async move {
            match loading.await {
                Ok(view) => {
                    made.set_value(Some(view));
                    is_made.set(true);
                }
                Err(NotLoaded) => {
                    is_asked.set_value(false);
                    failed();
                    say_not_loaded(notices);
                }
            }
        };
        spawn_local(owner.with(|| ScopedFuture::new_untracked(load)));
    });
    move || is_made.get().then(|| made.try_update_value(Option::take).flatten())
}

/// Says that a file of the page could not be loaded.
pub fn say_not_loaded(notices: Notices) {
    notices.trouble(shell().not_loaded);
}
