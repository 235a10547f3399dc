//! The connection doctor as the page uses it: one check at a time, and what it found so far.

use super::{Connection, ServerForm};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::doctor::{Observations, diagnose};

/// A check.
#[derive(Clone, Copy)]
pub struct Doctor {
    /// What was observed; `None`: nothing was checked.
    pub seen: RwSignal<Option<Observations>>,
    /// What was checked.
    pub form: RwSignal<Option<ServerForm>>,
    /// Whether it still runs.
    pub is_running: RwSignal<bool>,
    count: StoredValue<u64>,
}

impl Doctor {
    /// Nothing checked.
    pub fn new() -> Self {
        Self {
            seen: RwSignal::new(None),
            form: RwSignal::new(None),
            is_running: RwSignal::new(false),
            count: StoredValue::new(0),
        }
    }

    /// Checks a connection; `then` gets what was found.
    pub fn check(self, connection: Connection, form: ServerForm, then: impl FnOnce(&Observations) + 'static) {
        self.count.update_value(|count| *count += 1);
        let mine = self.count.get_value();
        self.is_running.set(true);
        self.seen.set(Some(Observations::new(form.kind, &form.base_url, &form.model)));
        self.form.set(Some(form.clone()));
        spawn_local(async move {
            // The dialog may be closed by now, or another check begun.
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

    /// Forgets what was found: what is typed is another connection now.
    pub fn clear(self) {
        self.count.update_value(|count| *count += 1);
        self.seen.set(None);
        self.is_running.set(false);
    }

    /// Whether a reply came in the last check.
    pub fn works(self) -> bool {
        self.seen.with(|seen| seen.as_ref().is_some_and(|seen| diagnose(seen).works()))
    }
}
