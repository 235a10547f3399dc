//! Waiting for a condition on signals.

use leptos::prelude::*;
use ricordo_core::cancel::Cancel;

/// Waits until `holds` returns true. It is called again whenever a signal that it read changes.
pub async fn until(holds: impl Fn() -> bool + 'static) {
    let done = Cancel::default();
    // The effect belongs to an owner of its own: it ends with this future, not with a component.
    let owner = Owner::new();
    owner.with(|| {
        let done = done.clone();
        Effect::new(move |_| {
            if holds() {
                done.cancel();
            }
        });
    });
    done.cancelled().await;
    owner.cleanup();
}
