//! Input of dialogs that is kept across a reload of the page, as a text that the tab stores.

use super::{TemplateDraft, settings_form::Unsaved};
use serde_json::{Value, json};

/// Writes the unsaved settings and the template draft as a text.
pub fn to_text(settings: &Unsaved, draft: Option<&TemplateDraft>) -> String {
    let draft = draft
        .map(|draft| json!([draft.id.map(|id| id.to_string()), draft.name, draft.text, draft.picture, draft.preset]));
    json!({ "settings": settings, "template": draft }).to_string()
}

/// Reads what [`to_text`] wrote. What cannot be read counts as nothing.
pub fn of_text(kept: &str) -> (Unsaved, Option<TemplateDraft>) {
    let kept: Value = serde_json::from_str(kept).unwrap_or_default();
    let settings = serde_json::from_value(kept["settings"].clone()).unwrap_or_default();
    let part = |at: usize| kept["template"][at].as_str().map(str::to_owned);
    let draft = part(1).zip(part(2)).map(|(name, text)| {
        let id = part(0).and_then(|id| id.parse().ok());
        TemplateDraft { id, name, text, picture: part(3), preset: part(4) }
    });
    (settings, draft)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_core::{id::TemplateId, time::Timestamp};

    #[test]
    fn what_was_typed_comes_back_letter_for_letter() {
        let id = TemplateId::new(Timestamp(1), [3; 10]);
        let odd = "line\n\"quoted\" {braces} \u{202e}שלום 🦔\0";
        for settings in
            [Vec::new(), vec![("bot_name".to_owned(), odd.to_owned()), ("layers".to_owned(), String::new())]]
        {
            for id in [None, Some(id)] {
                let [picture, preset] = [Some("🦔".to_owned()), None];
                let draft = TemplateDraft { id, name: String::new(), text: odd.to_owned(), picture, preset };
                assert_eq!(of_text(&to_text(&settings, Some(&draft))), (settings.clone(), Some(draft)));
            }
            assert_eq!(of_text(&to_text(&settings, None)), (settings, None));
        }
    }

    #[test]
    fn what_another_build_or_nobody_wrote_is_nothing_and_keeps_the_rest() {
        for kept in ["", "null", "[]", "{", "7", r#"{"settings":{"a":1},"template":["id"]}"#] {
            assert_eq!(of_text(kept), (Vec::new(), None), "{kept}");
        }
        let (settings, draft) = of_text(r#"{"settings":[["bot_name","Ada"]],"template":["no id","Mine","Text"]}"#);
        assert_eq!(settings, [("bot_name".to_owned(), "Ada".to_owned())]);
        assert_eq!(
            draft,
            Some(TemplateDraft { name: "Mine".to_owned(), text: "Text".to_owned(), ..TemplateDraft::default() })
        );
    }
}
