//! Shows a view whose code is loaded when it is first wanted. See [`crate::parts`].

use crate::{
    browser,
    chat::use_chat,
    loaded::{Boxed, NotLoaded},
};
use futures_util::future::join;
use leptos::{prelude::*, reactive::computed::ScopedFuture, task::spawn_local};
use std::future::Future;

/// A view, once the style sheets are there that it is drawn with and that are not part of the first load.
pub(super) fn styled(
    loading: impl Future<Output = Result<AnyView, NotLoaded>> + 'static,
) -> Boxed<Result<AnyView, NotLoaded>> {
    Box::pin(async move {
        let (view, is_styled) = join(loading, browser::later_style()).await;
        if is_styled { view } else { Err(NotLoaded) }
    })
}

/// Shows the view that `load` returns. `load` runs when `wanted` first holds. If it fails, this shows a notice, calls
/// `failed`, and tries again the next time the signals of `wanted` change and it holds.
pub(super) fn shown_when(
    wanted: impl Fn() -> bool + 'static,
    load: impl Fn() -> Boxed<Result<AnyView, NotLoaded>> + 'static,
    failed: impl Fn() + Clone + 'static,
) -> impl IntoView {
    let notices = use_chat().notices;
    let made = StoredValue::new_local(None::<AnyView>);
    let (is_asked, is_made) = (StoredValue::new(false), RwSignal::new(false));
    // This owner owns the view. The effect's own owner would dispose of it on the effect's next run.
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
                    notices.not_loaded();
                }
            }
        };
        spawn_local(owner.with(|| ScopedFuture::new_untracked(load)));
    });
    move || is_made.get().then(|| made.try_update_value(Option::take).flatten())
}
