//! A part of the page that is made a moment later, in a task of its own: so no task of the start is long.

use leptos::prelude::*;
use std::time::Duration;

/// Makes what is in it in the next task.
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
