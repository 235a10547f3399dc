//! The provider that answers: the settings' or the conversation's own, deleted and restored; and settings of a single
//! conversation.

use crate::common::{Chat, provider, texts};
use ricordo_core::{
    change::Change,
    conversation::Conversation,
    id::ProviderId,
    provider::{Provider, ProviderKind},
    record::Record,
    session::MaintainControl,
    settings::{CompressionSettings, OwnModel, OwnSettings, Settings},
    store::Store,
    time::Timestamp,
    undo::UndoneCommand,
};

fn second() -> Provider {
    Provider { id: ProviderId::new(Timestamp(2), [2; 10]), name: "Second".to_owned(), ..provider() }
}

async fn conversation(chat: &Chat) -> Conversation {
    chat.session.open(chat.id, 1).await.unwrap().conversation
}

#[tokio::test]
async fn what_a_conversation_has_of_its_own_holds_there_and_nowhere_else() {
    let chat = Chat::open().await;
    let own = OwnSettings {
        system_prompt: Some("Be a pirate.".to_owned()),
        temperature: Some(1.5),
        max_response_tokens: Some(300),
        send_now: Some(false),
        ..OwnSettings::default()
    };
    chat.session.choose_own(chat.id, None, own).await.unwrap();
    chat.say("Hello").await;
    let request = chat.last_request();
    assert_eq!(texts(&request), ["Be a pirate.", "Hello"]);
    assert_eq!((request.sampling.temperature, request.max_response_tokens), (Some(1.5), 300));

    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::OwnSettings));
    let undone = conversation(&chat).await;
    assert_eq!((undone.own, undone.title.as_str()), (OwnSettings::default(), "Hello"), "what came since stays");
    let other = chat.session.new_conversation().await.unwrap().conversation;
    assert_eq!(other.own, OwnSettings::default());
}

#[tokio::test]
async fn settings_out_of_range_are_refused_and_nothing_changes() {
    let chat = Chat::open().await;
    let own = OwnSettings { context_max_tokens: Some(1), ..OwnSettings::default() };
    let refused = chat.session.choose_own(chat.id, None, own).await.unwrap_err();
    assert!(refused.to_string().contains("between 2000 and 1000000"), "{refused}");
    assert_eq!(conversation(&chat).await.own, OwnSettings::default());
}

#[tokio::test]
async fn the_conversations_own_provider_and_model_answer_there() {
    let chat = Chat::open().await;
    let all = [provider(), second()];
    let settings = Settings { provider: Some(provider().id), ..Settings::default() };
    let answers = |conversation: &Conversation| Provider::of_conversation(conversation, None, &settings, &all);
    assert_eq!(answers(&conversation(&chat).await), provider());

    let model =
        OwnModel { model: "big".to_owned(), context_tokens: Some(32_000), supports_images: true, has_tools: false };
    let own = OwnSettings { model: Some(model), ..OwnSettings::default() };
    chat.session.choose_own(chat.id, Some(second().id), own.clone()).await.unwrap();
    let here = answers(&conversation(&chat).await);
    assert_eq!((here.id, here.model.as_str(), here.supports_images, here.has_tools), (second().id, "big", true, false));
    assert_eq!(here.context_tokens, Some(32_000));

    chat.session.choose_own(chat.id, Some(Provider::in_page().id), own).await.unwrap();
    assert_eq!(answers(&conversation(&chat).await), Provider::in_page());
    let gone = Conversation { provider: Some(second().id), ..conversation(&chat).await };
    assert_eq!(Provider::of_conversation(&gone, None, &settings, &all[..1]), provider(), "one that is gone is none");
    assert_eq!(Provider::of_settings(&Settings::default(), &all).kind, ProviderKind::InPage);
}

#[tokio::test]
async fn a_deleted_provider_comes_back_with_undo_and_takes_no_other_setting_with_it() {
    let chat = Chat::open().await;
    for one in [provider(), second()] {
        chat.session.save_provider(&one).await.unwrap();
    }
    let settings = Settings { provider: Some(second().id), ..Settings::default() };
    chat.session.save_settings(&settings).await.unwrap();
    chat.session.delete_provider(second().id, chat.id).await.unwrap();
    assert_eq!(chat.session.providers().await.unwrap(), [provider()]);
    assert_eq!(chat.session.settings().await.unwrap().provider, None);

    let changed = Settings { context_max_tokens: 9_000, provider: None, ..settings.clone() };
    chat.session.save_settings(&changed).await.unwrap();
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Provider));
    assert_eq!(chat.session.providers().await.unwrap().len(), 2);
    let settings = chat.session.settings().await.unwrap();
    assert_eq!((settings.provider, settings.context_max_tokens), (Some(second().id), 9_000));
}

/// Messages of a conversation with a local model must not reach the remote one that answers elsewhere.
#[tokio::test]
async fn idle_work_shows_a_conversation_to_no_provider_but_its_own() {
    let compression = CompressionSettings { enable_on_limit: true, ..CompressionSettings::default() };
    let settings =
        Settings { immediate_messages: Some(10), compression, provider: Some(provider().id), ..Settings::default() };
    let chat = Chat::open_with(settings).await;
    chat.fill(60).await;
    let own = Conversation { provider: Some(second().id), ..conversation(&chat).await };
    chat.session.store().apply(vec![Change::Put(Record::Conversation(own))]).await.unwrap();
    chat.maintain().await;
    assert_eq!(chat.model.requests().len(), 0, "nothing is sent to the default");
    chat.model.then_say("They look for a flat in Lviv.");
    chat.maintain_with(&second(), &MaintainControl::default()).await;
    assert_eq!(chat.model.requests().len(), 1, "its own provider sums it up");
}
