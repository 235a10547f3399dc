//! Settings, presets and templates, changed by the user and undone.

use crate::common::{Chat, provider};
use ricordo_core::{
    error::Error,
    preset,
    record::Record,
    reminder::{is_due, line},
    session::ImportProgress,
    settings::{EmbeddedBy, Embeddings, Language, Settings, VectorPlace, VectorStoreSettings, prompt_text},
    template::{shipped, substitute},
    time::Timestamp,
    undo::UndoneCommand,
};

#[tokio::test]
async fn a_preset_is_taken_back_and_who_answers_stays() {
    let chat = Chat::open().await;
    let before = chat.session.settings().await.unwrap();
    let journal = preset::apply("journal", &before).unwrap();
    chat.session.change_settings(chat.id, &journal).await.unwrap();
    assert_eq!(chat.session.settings().await.unwrap(), journal);
    // A provider is chosen afterwards, which is no undo step.
    let chosen = Settings { provider: Some(provider().id), ..journal };
    chat.session.save_settings(&chosen).await.unwrap();
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Settings));
    let after = chat.session.settings().await.unwrap();
    assert_eq!(after, Settings { provider: Some(provider().id), ..before });
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), None);
}

#[tokio::test]
async fn settings_that_are_refused_or_the_same_leave_no_step() {
    let chat = Chat::open().await;
    let wrong = Settings { context_max_tokens: 1, ..Settings::default() };
    assert!(matches!(chat.session.change_settings(chat.id, &wrong).await, Err(Error::OutOfRange(_))));
    let nowhere = Settings { time_zone: Some("Moon/Base".to_owned()), ..Settings::default() };
    assert!(matches!(chat.session.change_settings(chat.id, &nowhere).await, Err(Error::UnknownZone { .. })));
    chat.session.change_settings(chat.id, &Settings::default()).await.unwrap();
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), None);
}

#[tokio::test]
async fn another_language_stays_when_a_change_before_it_is_taken_back() {
    let chat = Chat::open().await;
    let short = Settings { max_context: Some(4), ..Settings::default() };
    chat.session.change_settings(chat.id, &short).await.unwrap();
    chat.session.save_settings(&Settings { language: Language::Uk, ..short }).await.unwrap();
    chat.session.undo(chat.id).await.unwrap();
    let after = chat.session.settings().await.unwrap();
    assert_eq!((after.language, after.max_context), (Language::Uk, None));
    assert_eq!(Some(prompt_text(&after)), shipped("default.md", Language::Uk));
}

#[tokio::test]
async fn a_template_is_made_used_edited_deleted_and_each_step_is_taken_back() {
    let chat = Chat::open().await;
    let pirate = chat.session.save_template(chat.id, None, "Pirate", "You are {botname}, a pirate.").await.unwrap();
    chat.session.use_template(chat.id, pirate.id).await.unwrap();
    chat.say("Ahoy").await;
    assert_eq!(ricordo_core::message::text_of(&chat.last_request().messages[0].parts), "You are Ricordo, a pirate.");
    let edited = chat.session.save_template(chat.id, Some(pirate.id), " ", "You are a parrot.").await.unwrap();
    assert_eq!(edited.name, "You are a parrot.", "without a name its words are its name");
    chat.session.delete_template(chat.id, pirate.id).await.unwrap();
    assert_eq!(chat.session.settings().await.unwrap().template, None);
    for left in [1, 1] {
        assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Template));
        assert_eq!(chat.session.templates().await.unwrap().len(), left);
    }
    assert_eq!(chat.session.templates().await.unwrap(), std::slice::from_ref(&pirate));
    assert_eq!(chat.session.settings().await.unwrap().template, Some(pirate.id));
}

#[tokio::test]
async fn a_template_that_ships_does_not_swallow_an_own_prompt() {
    let chat = Chat::open().await;
    let own = Settings { system_prompt: "You are a pirate.".into(), ..Settings::default() };
    chat.session.save_settings(&own).await.unwrap();
    chat.session.use_shipped_template(chat.id, "casual.md").await.unwrap();
    let kept = chat.session.templates().await.unwrap();
    assert_eq!(kept.iter().map(|kept| kept.text.as_str()).collect::<Vec<_>>(), ["You are a pirate."]);
    let now = chat.session.settings().await.unwrap();
    assert_eq!(Some(prompt_text(&now)), shipped("casual.md", Language::En));
    chat.session.use_shipped_template(chat.id, "default.md").await.unwrap();
    assert_eq!(chat.session.templates().await.unwrap().len(), 1, "what ships is not kept twice");
    chat.session.undo(chat.id).await.unwrap();
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(chat.session.settings().await.unwrap(), own);
    assert!(chat.session.templates().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_preview_has_the_values_of_the_conversation() {
    let chat = Chat::open().await;
    chat.session.add_memory(chat.id, "Likes tea", None).await.unwrap();
    let values = chat.session.template_values(chat.id).await.unwrap();
    let shown = substitute("{botname} knows:\n{user_memories} {mood} {date}", &values);
    assert!(shown.text.starts_with("Ricordo knows:\n- Likes tea {mood} 20"), "{}", shown.text);
    assert_eq!(
        (shown.unknown.as_slice(), shown.volatile.as_slice()),
        (["mood".to_owned()].as_slice(), ["date"].as_slice())
    );
}

#[tokio::test]
async fn switching_reminders_to_what_they_are_leaves_nothing_to_undo() {
    let chat = Chat::open().await;
    let are_on = async || chat.session.open(chat.id, 1).await.unwrap().conversation.reminders;
    assert!(!chat.session.set_reminders(chat.id, false).await.unwrap(), "a new conversation has none");
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), None);
    assert!(chat.session.set_reminders(chat.id, true).await.unwrap());
    assert!(!chat.session.set_reminders(chat.id, true).await.unwrap() && are_on().await);
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Reminders));
    assert!(!are_on().await);
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), None);
}

#[tokio::test]
async fn a_reminder_is_due_once_after_each_quiet_time() {
    let chat = Chat::open().await;
    chat.say("Remind me of the   dentist").await;
    let quiet = chat.session.open(chat.id, 5).await.unwrap();
    let at = quiet.conversation.updated_at;
    let after = |minutes: i64| Timestamp(at.0 + minutes * 60_000);
    let is_off = is_due(&quiet.conversation, 60, at, None, after(600));
    assert!(!is_off, "off by default");
    assert!(chat.session.set_reminders(chat.id, true).await.unwrap());
    let on = chat.session.open(chat.id, 5).await.unwrap();
    let due = |present: i64, reminded: Option<i64>, now: i64| {
        is_due(&on.conversation, 60, after(present), reminded.map(after), after(now))
    };
    assert!(!due(0, None, 59) && due(0, None, 60));
    assert!(!due(30, None, 60) && due(30, None, 90), "the user was there meanwhile");
    assert!(!due(0, Some(60), 300), "once");
    assert!(due(100, Some(60), 160), "and again after the user was there");
    let found = line(&on).unwrap();
    assert!(!found.is_empty() && !found.contains('\n'), "{found}");
    chat.session.forget(chat.id, 0).await.unwrap();
    let forgotten = chat.session.open(chat.id, 5).await.unwrap();
    assert!(!forgotten.conversation.reminders, "/forget switches them off");
    assert_eq!(line(&forgotten), None, "and what is forgotten is not told");
}

#[tokio::test]
async fn an_undo_brings_no_choice_back_without_the_address_that_the_user_agreed_to() {
    let chat = Chat::open().await;
    let by = EmbeddedBy::Connection;
    let old = Embeddings { by, provider: Some(provider().id), ..Embeddings::default() };
    let before = Settings { embeddings: old.clone(), ..Settings::default() };
    chat.session.save_settings(&before).await.unwrap();
    let short = Settings { max_context: Some(4), ..before };
    chat.session.change_settings(chat.id, &short).await.unwrap();
    let agreed = Embeddings { address: Some("https://far.example/v1".to_owned()), ..old };
    chat.session.save_settings(&Settings { embeddings: agreed.clone(), ..short }).await.unwrap();
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Settings));
    let after = chat.session.settings().await.unwrap();
    assert_eq!((after.max_context, after.embeddings), (None, agreed));
}

#[tokio::test]
async fn the_place_of_the_vectors_is_neither_taken_back_nor_imported() {
    let chat = Chat::open().await;
    let short = Settings { max_context: Some(4), ..Settings::default() };
    chat.session.change_settings(chat.id, &short).await.unwrap();
    let vector_store = VectorStoreSettings {
        place: VectorPlace::Qdrant,
        base_url: "http://127.0.0.1:6333".to_owned(),
        collection: "ricordo-1".to_owned(),
        ..VectorStoreSettings::default()
    };
    chat.session.save_settings(&Settings { vector_store: vector_store.clone(), ..short }).await.unwrap();
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Settings));
    let after = chat.session.settings().await.unwrap();
    assert_eq!((after.max_context, &after.vector_store), (None, &vector_store), "the vectors are still there");
    let to = Chat::open().await;
    let mut progress = ImportProgress::default();
    let named = Settings { bot_name: "Ada".to_owned(), ..after };
    to.session.import_records(&mut progress, vec![Record::Settings(Box::new(named))]).await;
    let there = to.session.settings().await.unwrap();
    assert_eq!((there.bot_name.as_str(), there.vector_store), ("Ada", VectorStoreSettings::default()));
}
