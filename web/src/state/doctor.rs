//! State of the connection doctor: one check at a time, and its findings so far.

use super::{Connection, ServerForm};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::doctor::{Observations, diagnose};

/// State of a check.
#[derive(Clone, Copy)]
pub struct Doctor {
    /// Observations; `None` if nothing was checked.
    pub seen: RwSignal<Option<Observations>>,
    /// Connection that was checked.
    pub form: RwSignal<Option<ServerForm>>,
    /// Whether the check is running.
    pub is_running: RwSignal<bool>,
    count: StoredValue<u64>,
}

impl Doctor {
    /// Creates the state with nothing checked.
    pub fn new() -> Self {
        Self {
            seen: RwSignal::new(None),
            form: RwSignal::new(None),
            is_running: RwSignal::new(false),
            count: StoredValue::new(0),
        }
    }

    /// Checks a connection; calls `then` with the observations at the end.
    pub fn check(self, connection: Connection, form: ServerForm, then: impl FnOnce(&Observations) + 'static) {
        self.count.update_value(|count| *count += 1);
        let mine = self.count.get_value();
        self.is_running.set(true);
        self.seen.set(Some(Observations::new(form.kind, &form.base_url, &form.model)));
        self.form.set(Some(form.clone()));
        spawn_local(async move {
            // The dialog may have been closed, or another check started.
            let is_mine = move || self.count.try_get_value() == Some(mine);
            let on_progress = move |seen: &Observations| {
                if is_mine() {
                    self.seen.set(Some(seen.clone()));
                }
            };
            let seen = connection.examine(&form, &on_progress).await;
            if let Some(seen) = seen.filter(|_| is_mine()) {
                on_progress(&seen);
                then(&seen);
                self.is_running.set(false);
            }
        });
    }

    /// Clears the observations, because the input describes another connection now.
    pub fn clear(self) {
        self.count.update_value(|count| *count += 1);
        self.seen.set(None);
        self.is_running.set(false);
    }

    /// Whether the last check got a reply.
    pub fn works(self) -> bool {
        self.seen.with(|seen| seen.as_ref().is_some_and(|seen| diagnose(seen).works()))
    }
}
