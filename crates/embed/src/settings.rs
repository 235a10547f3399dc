//! Settings and presets.

use crate::{
    cross::{from_js, to_js},
    lazy_calls::Answer,
    manager::Manager,
    names::{camel, renamed, snake},
};
use ricordo_core::{
    id::ConversationId,
    preset::{PRESETS, apply},
    settings::{PatchError, Settings, object, patched},
};
use serde_json::{Value, json};
use wasm_bindgen::JsValue;

/// What applies in the page only: the choice of a model for recall by meaning and of a store for its vectors, because a program
/// gives its own, and that of a vocabulary for exact counts. The page counts with it; here it would only keep the estimates from
/// being corrected.
const PAGE_ONLY: [&str; 3] = ["embeddings", "vectorStore", "exactCounts"];

impl Manager {
    /// The settings.
    ///
    /// # Errors
    /// Storage error codes.
    pub(crate) async fn settings(&self) -> Answer {
        public_settings(&self.session.settings().await?)
    }

    /// Changes some settings and resolves with all of them. Can be undone.
    ///
    /// # Errors
    /// `unknown-setting`, `wrong-value`, `out-of-range`, `unknown-zone`, `bad-template`; nothing has changed then.
    pub(crate) async fn change_settings(&self, open: ConversationId, patch: JsValue) -> Answer {
        let patch: Value = from_js(&patch, "The settings")?;
        let _changing = self.changing().await;
        let settings = changed(&self.session.settings().await?, patch)?;
        self.session.change_settings(open, &settings).await?;
        public_settings(&settings)
    }

    /// Sets all settings to those of a preset: the name of a built-in one, or the text of a preset file.
    ///
    /// # Errors
    /// `unknown-preset`, `bad-preset`, `unknown-setting`, `out-of-range`; nothing has changed then.
    pub(crate) async fn preset(&self, open: ConversationId, preset: String) -> Answer {
        let _changing = self.changing().await;
        let settings = apply(&preset, &self.session.settings().await?)?;
        self.session.change_settings(open, &settings).await?;
        public_settings(&settings)
    }

    /// The built-in presets.
    ///
    /// # Errors
    /// Never fails.
    #[allow(clippy::unused_async, reason = "it is called as the others are")]
    pub(crate) async fn presets(&self) -> Answer {
        to_js(&PRESETS.map(|preset| json!({ "name": preset.name, "about": preset.about })))
    }
}

fn public_settings(settings: &Settings) -> Answer {
    to_js(&public(settings))
}

/// The settings with some that have public names merged into them.
fn changed(settings: &Settings, patch: Value) -> Result<Settings, PatchError> {
    if let Some(field) =
        PAGE_ONLY.into_iter().find(|field| patch.get(field).is_some() || patch.get(snake(field)).is_some())
    {
        return Err(PatchError::Unknown { field: field.to_owned() });
    }
    patched(settings, &stored(patch))
}

/// The settings with their public names, including those of the layers.
fn public(settings: &Settings) -> Value {
    let mut public = renamed(Value::Object(object(settings)), &camel);
    if let Some(fields) = public.as_object_mut() {
        PAGE_ONLY.iter().for_each(|field| drop(fields.remove(*field)));
    }
    for layer in public["layers"].as_array_mut().into_iter().flatten() {
        let kind = layer["kind"].as_str().map(camel);
        layer["kind"] = kind.into();
    }
    public
}

/// The inverse of [`public`]. A layer may also have its stored name, which used to be the public one.
fn stored(patch: Value) -> Value {
    let mut stored = renamed(patch, &snake);
    for layer in stored.get_mut("layers").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(kind) = layer.get_mut("kind") {
            *kind = kind.as_str().map(snake).map_or_else(|| kind.take(), Value::from);
        }
    }
    stored
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_core::{compile::LayerKind, settings::LayerLimits};

    #[test]
    fn layers_have_one_name_and_the_old_one_is_still_taken() {
        let all = LayerLimits { kind: LayerKind::SystemPrompt, floor: 0, ceiling: 100, priority: 1 };
        let before = Settings { layers: vec![all], ..Settings::default() };
        let public_settings = public(&before);
        assert_eq!(public_settings["layers"][0]["kind"], "systemPrompt");
        for kind in ["systemPrompt", "system_prompt"] {
            let patch = json!({ "layers": [{ "kind": kind, "floor": 0, "ceiling": 100, "priority": 1 }] });
            assert_eq!(changed(&before, patch).unwrap().layers, [all], "{kind}");
        }
    }

    #[test]
    fn what_applies_in_the_page_only_is_neither_shown_nor_changed() {
        let settings = Settings::default();
        for field in PAGE_ONLY {
            assert_eq!(public(&settings).get(field), None);
            for named in [field.to_owned(), snake(field)] {
                let refused = changed(&settings, json!({ named: {} }));
                assert_eq!(refused, Err(PatchError::Unknown { field: field.to_owned() }));
            }
        }
    }
}
