//! Personas: templates with a picture and a preset, which a conversation gets and loses as a whole.

use crate::common::Chat;
use ricordo_core::{
    cancel::Cancel,
    memory_store::MemoryStore,
    record::Record,
    session::{Gathered, ImportProgress, Persona, Scope, Session},
    settings::OwnSettings,
    template::LONGEST_PICTURE,
    undo::UndoneCommand,
};

fn marcus() -> Persona {
    Persona {
        name: "Marcus".to_owned(),
        text: "You are Marcus, an emperor.".to_owned(),
        picture: Some("data:image/webp;base64,UElDVFVSRQ==".to_owned()),
        preset: Some("layered".to_owned()),
    }
}

async fn prompt(chat: &Chat) -> String {
    chat.say("Ave").await;
    ricordo_core::message::text_of(&chat.last_request().messages[0].parts)
}

#[tokio::test]
async fn a_persona_gives_a_conversation_its_prompt_and_preset_and_undo_takes_both_back() {
    let chat = Chat::open().await;
    let session = &chat.session;
    let marcus = session.save_persona(chat.id, None, marcus()).await.unwrap();
    let cook = Persona { name: "Cook".to_owned(), text: "You are a cook.".to_owned(), ..Persona::default() };
    let cook = session.save_persona(chat.id, None, cook).await.unwrap();
    let own = OwnSettings {
        system_prompt: Some("Be brief.".to_owned()),
        temperature: Some(0.5),
        preset: Some("journal".to_owned()),
        ..OwnSettings::default()
    };
    session.choose_own(chat.id, None, own.clone()).await.unwrap();
    let now = async || session.open(chat.id, 1).await.unwrap().conversation;

    assert_eq!(session.choose_persona(chat.id, Some(marcus.id)).await.unwrap().as_ref(), Some(&marcus));
    assert!(prompt(&chat).await.starts_with("You are Marcus, an emperor."));
    assert!(!format!("{:?}", chat.last_request()).contains("UElDVFVSRQ"), "the picture is not sent");
    let chosen = now().await;
    assert_eq!((chosen.own.preset.as_deref(), chosen.own.temperature), (Some("layered"), Some(0.5)));
    session.choose_persona(chat.id, Some(cook.id)).await.unwrap();
    assert!(prompt(&chat).await.starts_with("You are a cook."));
    assert_eq!(now().await.own.preset, None, "the preset of the persona before goes with it");
    session.choose_persona(chat.id, None).await.unwrap();
    assert_eq!(now().await.template, None);

    for (persona, preset) in [(Some(cook.id), None), (Some(marcus.id), Some("layered")), (None, Some("journal"))] {
        assert_eq!(session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Template));
        assert_eq!((now().await.template, now().await.own.preset.as_deref()), (persona, preset));
    }
    assert_eq!(now().await.own, own, "with the prompt that it had of its own");

    session.delete_template(chat.id, marcus.id).await.unwrap();
    assert_eq!(session.choose_persona(chat.id, Some(marcus.id)).await.unwrap(), None, "it is gone");
    assert_eq!(now().await.template, None);
}

#[tokio::test]
async fn a_persona_keeps_its_picture_when_only_its_words_change_and_a_huge_one_is_not_stored() {
    let chat = Chat::open().await;
    let session = &chat.session;
    let made = session.save_persona(chat.id, None, marcus()).await.unwrap();
    let edited = session.save_template(chat.id, Some(made.id), "Marcus Aurelius", "You are he.").await.unwrap();
    assert_eq!((&edited.picture, &edited.preset), (&made.picture, &made.preset));
    let huge = Persona { picture: Some("x".repeat(LONGEST_PICTURE + 1)), ..marcus() };
    assert_eq!(session.save_persona(chat.id, Some(made.id), huge).await.unwrap().picture, None);
    session.undo(chat.id).await.unwrap();
    assert_eq!(session.templates().await.unwrap(), [edited]);
}

#[tokio::test]
async fn an_export_of_a_conversation_and_of_several_carries_their_persona_once_and_an_import_brings_it() {
    let mut chat = Chat::open().await;
    let persona = chat.session.save_persona(chat.id, None, marcus()).await.unwrap();
    chat.session.save_persona(chat.id, None, Persona { name: "Other".to_owned(), ..marcus() }).await.unwrap();
    let mut ids = Vec::new();
    for words in ["One", "Two"] {
        chat.id = chat.session.new_conversation().await.unwrap().conversation.id;
        chat.session.choose_persona(chat.id, Some(persona.id)).await.unwrap();
        chat.say(words).await;
        ids.push(chat.id);
    }
    for several in [false, true] {
        let mut records = Vec::new();
        let take = |gathered: Gathered| records.extend(gathered.records);
        let lost = match several {
            true => chat.session.export_several(&ids, &Cancel::default(), take).await,
            false => chat.session.export(Scope::Conversation(ids[0]), &Cancel::default(), take).await,
        };
        assert_eq!(lost, Ok(0));
        let templates: Vec<_> = records.iter().filter(|record| matches!(record, Record::Template(_))).collect();
        assert_eq!(templates, [&Record::Template(persona.clone())], "{several}");

        let to = Session::new(MemoryStore::default(), chat.host.clone());
        let mut import = ImportProgress::default();
        // A file from elsewhere may hold a picture of any size.
        for record in records.iter_mut().filter(|_| several) {
            if let Record::Template(template) = record {
                template.picture = Some("x".repeat(LONGEST_PICTURE + 1));
            }
        }
        to.import_records(&mut import, records).await;
        to.finish_import(&mut import, true).await;
        let came = to.templates().await.unwrap();
        assert_eq!(came[0].picture.is_some(), !several);
        let open = to.open(ids[0], 1).await.unwrap().conversation;
        assert_eq!(to.persona_of(&open).await.unwrap().map(|persona| persona.name).as_deref(), Some("Marcus"));
    }
}
