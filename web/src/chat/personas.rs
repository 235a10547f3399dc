//! The persona of the open conversation: shown beside its replies and in the bar, and chosen for it. Loaded when the page is
//! idle.
//!
//! Name and picture reach the replies as custom properties of the style sheet: the code that draws messages is in the part
//! `history`, which is loaded before this one and knows nothing of personas.

use super::Chat;
use crate::{
    browser, images, mount,
    state::DialogKind,
    texts::{fill, personas::personas as texts},
    words,
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    compile::{Limits, Warning},
    id::TemplateId,
    project::ProjectColor,
    provider::Provider,
    settings::Settings,
    template::Template,
};
use std::cell::RefCell;

thread_local! {
    static SHOWN: ArcRwSignal<Option<Template>> = ArcRwSignal::new(None);
    static ADDRESS: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The persona of the open conversation.
pub fn persona() -> ArcRwSignal<Option<Template>> {
    SHOWN.with(Clone::clone)
}

/// How a persona is pictured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Face {
    /// Image, as a `data:` address.
    Image(String),
    /// Emoji, or the first letter of the name on a color.
    Letter(String, ProjectColor),
}

impl Face {
    /// The picture of a persona with this name and this stored picture.
    pub fn of(name: &str, picture: Option<&str>) -> Self {
        match picture {
            Some(image) if image.starts_with("data:image/") => Self::Image(image.to_owned()),
            Some(emoji) => Self::Letter(emoji.to_owned(), ProjectColor::Gray),
            None => {
                let first = name.trim().chars().next().map(|letter| letter.to_uppercase().collect::<String>());
                let sum = name.bytes().fold(0_usize, |sum, byte| sum + usize::from(byte));
                Self::Letter(first.unwrap_or_else(|| "?".to_owned()), ProjectColor::ALL[sum % ProjectColor::ALL.len()])
            }
        }
    }
}

/// Shows the persona of whichever conversation is open.
pub(super) fn watch(chat: Chat) {
    let chosen = Memo::new(move |_| chat.conversation.with(|open| open.as_ref().map(|open| (open.id, open.template))));
    Effect::new(move |_| {
        chat.transcript.version.track();
        let of = chosen.get();
        spawn_local(async move {
            let found = match of {
                Some((_, Some(id))) => {
                    chat.storage.session().templates().await.map(|all| all.into_iter().find(|one| one.id == id))
                }
                _ => Ok(None),
            };
            if chosen.get_untracked() != of {
                return;
            }
            match found {
                Ok(found) => show(found).await,
                Err(error) => chat.storage.report(&error),
            }
        });
    });
}

async fn show(found: Option<Template>) {
    if persona().with_untracked(|shown| *shown == found) {
        return;
    }
    if found.is_some() {
        browser::later_style().await;
    }
    let Some(root) = mount::mount_root() else { return };
    let style = root.style();
    let before = ADDRESS.take();
    let _ = root.class_list().toggle_with_force("with-persona", found.is_some());
    if let Some(found) = &found {
        let face = Face::of(&found.name, found.picture.as_deref());
        let picture = match &face {
            Face::Image(image) => images::address_of(image),
            Face::Letter(..) => None,
        };
        for (name, value) in properties(&found.name, &face, picture.as_deref()) {
            let _ = style.set_property(name, &value);
        }
        ADDRESS.set(picture);
    }
    persona().set(found);
    before.iter().for_each(|address| images::release(address));
}

/// The custom properties that show a persona. `picture`: address of its image.
fn properties(name: &str, face: &Face, picture: Option<&str>) -> [(&'static str, String); 4] {
    let letter = Face::of(name, None);
    // A picture that the browser cannot read would leave nothing to see.
    let face = if matches!(face, Face::Image(_)) && picture.is_none() { &letter } else { face };
    let (letter, color) = match face {
        Face::Image(_) => ("", "transparent".to_owned()),
        Face::Letter(letter, color) => (letter.as_str(), format!("var(--project-{})", color.name())),
    };
    [
        ("--persona-name", quoted(name)),
        ("--persona-letter", quoted(letter)),
        ("--persona-image", picture.map_or_else(|| "none".to_owned(), |address| format!("url(\"{address}\")"))),
        ("--persona-color", color),
    ]
}

/// A text as a string of a style sheet.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if letter.is_control() => quoted.push(' '),
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

impl Chat {
    /// Gives the open conversation a persona, or none.
    pub fn choose_persona(self, chosen: Option<TemplateId>) {
        let provider = untrack(|| self.connection.provider());
        self.change(
            async move |session, id| {
                let found = session.choose_persona(id, chosen).await?;
                Ok(match (chosen, found) {
                    (Some(_), Some(found)) => begun(&found, &provider),
                    (Some(_), None) => texts().gone.to_owned(),
                    (None, _) => texts().left.to_owned(),
                })
            },
            true,
        );
    }

    /// Gives the open conversation the persona that a name means. Without a name, the user chooses in the dialog.
    pub(super) fn persona_command(self, name: String) {
        if name.is_empty() {
            return self.panels.dialogs.open(DialogKind::Templates);
        }
        spawn_local(async move {
            match self.storage.session().templates().await.map(|all| meant(&all, &name)) {
                Ok(Some(chosen)) => self.choose_persona(chosen),
                Ok(None) => {
                    self.composer.correct(self, format!("/persona {name}"));
                    self.notices.trouble(fill(texts().unknown, &[("name", &name)]));
                }
                Err(error) => self.storage.report(&error),
            }
        });
    }
}

/// What is shown once a persona was chosen, and that the model which answers is too small for its prompt.
fn begun(persona: &Template, provider: &Provider) -> String {
    let begun = fill(texts().chosen, &[("name", &persona.name)]);
    let settings = Settings { system_prompt: persona.text.as_str().into(), ..Settings::default() };
    match Limits::of(&settings, provider).prompt_is_too_long {
        true => format!("{begun} {}", words::warning(&Warning::PromptTooLong)),
        false => begun,
    }
}

/// The persona that a typed name means, or no persona if it is the word for none. `None` if it means neither. A persona with
/// that word as its name takes precedence.
fn meant(all: &[Template], name: &str) -> Option<Option<TemplateId>> {
    let found = named(all, name);
    (found.is_some() || is_none(name)).then_some(found)
}

fn is_none(name: &str) -> bool {
    ["none", texts().none_word].contains(&name.to_lowercase().as_str())
}

/// The persona of this name, or the only one whose name begins with it.
fn named(all: &[Template], name: &str) -> Option<TemplateId> {
    let name = name.to_lowercase();
    let is_exact = |one: &&Template| one.name.to_lowercase() == name;
    let mut begun = all.iter().filter(|one| one.name.to_lowercase().starts_with(&name));
    let exact = all.iter().find(is_exact);
    exact.or_else(|| begun.next().filter(|_| begun.next().is_none())).map(|found| found.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::server,
        texts::{UiLanguage, speak},
    };
    use ricordo_core::time::Timestamp;

    fn template(number: u8, name: &str) -> Template {
        let id = TemplateId::new(Timestamp(0), [number; 10]);
        Template { id, name: name.to_owned(), text: String::new(), picture: None, preset: None }
    }

    #[test]
    fn a_persona_is_meant_by_its_name_or_by_a_beginning_that_only_it_has() {
        let all = [template(1, "Marcus"), template(2, "Maria"), template(3, "Mar")];
        let found = |name: &str| named(&all, name).map(|id| all.iter().position(|one| one.id == id).unwrap());
        assert_eq!([found("marc"), found("MAR"), found("ma"), found("none")], [Some(0), Some(2), None, None]);
        assert!(is_none("None") && !is_none("Nora"));
    }

    #[test]
    fn the_word_for_none_takes_the_persona_away_unless_one_is_called_so() {
        let (usual, odd) = ([template(1, "Marcus")], [template(1, "Marcus"), template(2, "Nonette")]);
        for language in UiLanguage::all() {
            speak(language);
            for word in ["none", "NONE", texts().none_word, &texts().none_word.to_uppercase()] {
                assert_eq!(meant(&usual, word), Some(None), "{word}");
            }
            assert_eq!(meant(&usual, "mar"), Some(Some(usual[0].id)));
            assert_eq!(meant(&usual, "nobody"), None, "the user corrects it");
            assert_eq!(meant(&odd, "none"), Some(Some(odd[1].id)));
        }
    }

    #[test]
    fn a_picture_takes_the_place_of_the_letter_unless_it_cannot_be_shown() {
        let of = |name: &str, picture: Option<&str>, address: Option<&str>| {
            properties(name, &Face::of(name, picture), address).map(|(_, value)| value)
        };
        let letter = of("Marcus", None, None);
        assert_eq!(letter[..3], ["\"Marcus\"", "\"M\"", "none"].map(str::to_owned));
        assert!(letter[3].starts_with("var(--project-"), "{letter:?}");
        assert_eq!(of("Fox", Some("🦊"), None)[1..3], ["\"🦊\"", "none"].map(str::to_owned));
        let image = of("Ada", Some("data:image/webp;base64,AA"), Some("blob:https://a.example/1"));
        assert_eq!(image[1..], ["\"\"", "url(\"blob:https://a.example/1\")", "transparent"].map(str::to_owned));
        assert_eq!(of("Ada", Some("data:image/webp;base64,?"), None), of("Ada", None, None));
    }

    #[test]
    fn a_persona_whose_prompt_the_small_model_does_not_get_is_said_to_be_without_it() {
        speak(UiLanguage::En);
        let plain = fill(texts().chosen, &[("name", "Marcus")]);
        let long = Template { text: "You are Marcus Aurelius. ".repeat(20), ..template(1, "Marcus") };
        assert_eq!(begun(&template(1, "Marcus"), &Provider::in_page()), plain);
        let sentence = begun(&long, &Provider::in_page());
        assert!(sentence.starts_with(&plain) && sentence.contains("too long for this small model"), "{sentence}");
        assert_eq!(begun(&long, &server(1, "test-model")), plain);
    }

    #[test]
    fn a_name_cannot_leave_its_string_in_the_style_sheet() {
        assert_eq!(quoted("A \"b\" \\ c\n"), "\"A \\\"b\\\" \\\\ c \"");
    }

    #[test]
    fn a_persona_has_an_image_an_emoji_or_the_first_letter_of_its_name() {
        assert_eq!(Face::of("", Some("data:image/png;base64,AA")), Face::Image("data:image/png;base64,AA".to_owned()));
        assert_eq!(Face::of("Fox", Some("🦊")), Face::Letter("🦊".to_owned(), ProjectColor::Gray));
        assert!(matches!(Face::of(" їжак", None), Face::Letter(letter, _) if letter == "Ї"));
        assert!(matches!(Face::of(" ", None), Face::Letter(letter, _) if letter == "?"));
    }
}
