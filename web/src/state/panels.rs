//! Which panels and dialogs are open.

use leptos::prelude::*;

/// What lies beside or over the chat.
#[derive(Clone, Copy)]
pub struct Panels {
    /// The list of conversations, on phones.
    pub list: RwSignal<bool>,
    /// What the model sees.
    pub inspector: RwSignal<bool>,
    /// The connection to a model.
    pub provider: RwSignal<bool>,
    /// The settings.
    pub settings: RwSignal<bool>,
    /// The help.
    pub help: RwSignal<bool>,
}

impl Panels {
    /// All closed.
    pub fn new() -> Self {
        Self {
            list: RwSignal::new(false),
            inspector: RwSignal::new(false),
            provider: RwSignal::new(false),
            settings: RwSignal::new(false),
            help: RwSignal::new(false),
        }
    }
}
