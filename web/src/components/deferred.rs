//! Mounts a part of the page in a separate task, so that no task during startup is long.

use leptos::prelude::*;
use std::time::Duration;

/// Mounts its children in a later task.
#[component]
pub fn Deferred(children: Children) -> impl IntoView {
    let children = StoredValue::new_local(Some(children));
    let is_time = RwSignal::new(false);
    set_timeout(move || is_time.set(true), Duration::ZERO);
    move || {
        let children = is_time.get().then(|| children.try_update_value(Option::take).flatten())?;
        children.map(|children| children())
    }
}
