//! The parts of the page that are loaded at their first call, from separate files beside the page's WebAssembly. Four such
//! files contain most of the page: `turn`, which compiles and sends a message and receives the reply, `history`, which reads
//! stored conversations, draws them and their list, and upgrades stored data, `lazy`, with recall, commands, background work
//! and what is shown at rest, and `dialogs`, with what the user opens. `deferred.rs` of `state` and of `chat`, `recalling.rs` of
//! `state`, and `lazy.rs`, `conversation_list.rs`, `list_menus.rs` and `messages.rs` of the components declare what goes into
//! them.

/// Declares functions that live in a separate file, which is loaded when the first of them is called, after the texts of the
/// language. Callers see them as `async`.
macro_rules! loaded_when_called {
    ($file:ident: $($(#[doc = $doc:literal])* $visible:vis fn $name:ident($($argument:ident: $type:ty),*) -> Result<$made:ty, NotLoaded> $body:block)*) => {$(
        $(#[doc = $doc])*
        $visible async fn $name($($argument: $type),*) -> Result<$made, NotLoaded> {
            $crate::loaded::in_a_file! { $file: fn $name($($argument: $type),*) -> Result<$made, NotLoaded> $body }
            $crate::texts::translated::load_later().await;
            $name($($argument),*).await
        }
    )*};
}
pub(crate) use loaded_when_called;
