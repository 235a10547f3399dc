//! Several people in one conversation: authors, facts about each person, and the chat that a program describes.

use crate::common::{Chat, provider, texts};
use ricordo_core::{
    compile::Outgoing,
    conversation::{Chat as MessageChat, ChatKind, Conversation},
    memory::{MemoryState, find::MemoryQuery},
    message::{Author, Finish, Role},
    model::ChatEvent,
    session::{ModelCall, NewMessage},
    settings::Settings,
    testing::{Step, sample},
    user_data::UserData,
};

fn author(name: &str, id: &str) -> Author {
    Author::new(name, Some(&format!("@{}", name.to_lowercase())), Some(id)).unwrap()
}

async fn set(chat: &Chat, change: impl FnOnce(&mut Settings)) {
    let mut settings = chat.session.settings().await.unwrap();
    change(&mut settings);
    chat.session.save_settings(&settings).await.unwrap();
}

async fn send(chat: &Chat, outgoing: Outgoing) {
    let provider = provider();
    let call = ModelCall::new(&chat.model, &provider);
    chat.session.send_message(&call, chat.id, outgoing, Vec::new()).await.unwrap();
}

async fn say(chat: &Chat, author: &Author, text: &str) {
    send(chat, Outgoing { author: Some(author.clone()), ..Outgoing::text(text) }).await;
}

/// The model saves something while it replies to a person.
async fn saving(chat: &Chat, who: &Author, name: &str, arguments: &str) {
    let call = ChatEvent::ToolCall {
        index: 0,
        id: Some("call".to_owned()),
        name: Some(name.to_owned()),
        arguments: arguments.to_owned(),
    };
    let asks = ChatEvent::Finish { finish: Finish::ToolCalls };
    chat.model.then(vec![Step::Event(call), Step::Event(asks)]);
    chat.model.then_say("Noted.");
    say(chat, who, "Remember it").await;
}

#[tokio::test]
async fn facts_and_fields_belong_to_the_person_they_are_about() {
    let chat = Chat::open().await;
    set(&chat, |settings| {
        settings.memories.auto_keep = true;
        settings.memories.max_facts = 10;
    })
    .await;
    let (olena, ivan) = (author("Olena", "7"), author("Ivan", "8"));
    chat.session.add_memory(chat.id, "Has a dog called Rex", None).await.unwrap();
    let facts = [
        "tea",
        "the sea",
        "long walks",
        "old maps",
        "quiet rooms",
        "rye bread",
        "blue paint",
        "night trains",
        "chess",
        "violins",
        "snow",
    ];
    for (who, whom) in [(&olena, "Olena"), (&ivan, "Ivan")] {
        for fact in facts {
            saving(&chat, who, "save_user_fact", &format!("{{\"fact\": \"{whom} likes {fact}\"}}")).await;
        }
        saving(&chat, who, "save_user_data", &format!("{{\"field\": \"City\", \"value\": \"Town of {whom}\"}}")).await;
    }
    let all = chat.session.memories(&MemoryQuery::default()).await.unwrap();
    assert_eq!((all.total, all.kept), (21, 1), "each has ten of their own, and the user's one is not touched");

    say(&chat, &olena, "What do you know?").await;
    let sent = texts(&chat.last_request()).join("\n");
    assert!(sent.contains("What is known about the user (Olena):\n- Olena likes the sea"), "{sent}");
    assert!(sent.contains("What is known about the user (Ivan):\n- Ivan likes the sea"), "{sent}");
    assert!(sent.contains("User data (Olena):\n- City: Town of Olena"), "{sent}");
    assert!(sent.contains("User data (Ivan):\n- City: Town of Ivan"), "{sent}");
    assert!(!sent.contains("Rex"), "the user does not take part");

    // In a conversation of the user alone, nothing is known of other people.
    let other = chat.session.new_conversation().await.unwrap().conversation.id;
    let compiled = chat.session.preview(other, "And of me?", &provider()).await.unwrap();
    let sent = texts(&compiled.request).join("\n");
    assert!(sent.contains("What is known about the user:\n- Has a dog called Rex"), "{sent}");
    assert!(!sent.contains("Olena") && !sent.contains("Ivan"), "{sent}");
}

#[tokio::test]
async fn the_model_sees_changes_and_deletes_the_facts_of_who_writes_alone() {
    let chat = Chat::open().await;
    set(&chat, |settings| settings.memories.auto_keep = true).await;
    let (olena, ivan) = (author("Olena", "7"), author("Ivan", "8"));
    saving(&chat, &olena, "save_user_fact", r#"{"fact": "Likes tea"}"#).await;
    saving(&chat, &ivan, "save_user_fact", r#"{"fact": "Likes tea"}"#).await;
    saving(&chat, &ivan, "delete_user_fact", r#"{"id": "Likes tea"}"#).await;
    let left = chat.session.open(chat.id, 1).await.unwrap().memories;
    assert_eq!(left.iter().map(|memory| memory.about.clone()).collect::<Vec<_>>(), [Some(olena.clone())]);
    assert_eq!(left[0].state, MemoryState::Kept);
    // The same person under another name.
    saving(&chat, &author("Olena K.", "7"), "save_user_fact", r#"{"fact": "likes tea."}"#).await;
    assert_eq!(chat.session.open(chat.id, 1).await.unwrap().memories.len(), 1);
}

#[tokio::test]
async fn a_template_holds_what_was_told_of_the_author_and_the_chat() {
    let chat = Chat::open().await;
    set(&chat, |settings| settings.system_prompt = "{chatname}|{chattype}|{username}|{userfullname}|{userid}".into())
        .await;
    let found = MessageChat { name: Some("Walkers".to_owned()), kind: Some(ChatKind::Supergroup) };
    let olena = author("Olena", "7");
    send(&chat, Outgoing { author: Some(olena.clone()), chat: found.clone(), ..Outgoing::text("Hi") }).await;
    assert_eq!(texts(&chat.last_request())[0], "Walkers|supergroup|@olena|Olena|7");
    assert!(texts(&chat.last_request()).pop().unwrap().contains("[Olena (@olena, id:7)]: Hi"), "a group is written so");
    // The conversation stores the chat; giving only a part of it changes only that part.
    say(&chat, &author("Ivan", "8"), "Hello").await;
    assert_eq!(texts(&chat.last_request())[0], "Walkers|supergroup|@ivan|Ivan|8");
    let channel = MessageChat { kind: Some(ChatKind::Channel), name: None };
    let joined = NewMessage { author: Some(olena), chat: channel, ..NewMessage::text(Role::User, "News") };
    chat.session.append(chat.id, &[joined], Vec::new()).await.unwrap();
    let compiled = chat.session.preview(chat.id, "Mine", &provider()).await.unwrap();
    assert_eq!(texts(&compiled.request)[0], "Walkers|channel|||");
}

#[tokio::test]
async fn what_was_said_elsewhere_keeps_who_said_it_and_what_it_answers() {
    let chat = Chat::open().await;
    let (olena, ivan) = (author("Olena", "7"), author("Ivan", "8"));
    let first = NewMessage { author: Some(olena.clone()), ..NewMessage::text(Role::User, "Lisbon in March?") };
    let first = chat.session.append(chat.id, &[first], Vec::new()).await.unwrap().remove(0);
    let second =
        NewMessage { author: Some(ivan), reply_to: Some(first.id), ..NewMessage::text(Role::User, "Too cold") };
    chat.session.append(chat.id, &[second], Vec::new()).await.unwrap();
    say(&chat, &olena, "Then May").await;
    let sent = texts(&chat.last_request());
    let ours: Vec<&String> =
        sent.iter().filter(|text| text.starts_with("[Olena") || text.starts_with("[Ivan")).collect();
    assert_eq!(
        ours,
        [
            "[Olena (@olena, id:7)]: Lisbon in March?",
            "[Ivan (@ivan, id:8)] (reply to: \"Lisbon in March?\"): Too cold",
            "[Olena (@olena, id:7)]: Then May",
        ]
    );
}

#[tokio::test]
async fn who_speaks_is_kept_with_the_conversation_and_the_people_are_listed_once() {
    let chat = Chat::open().await;
    let olena = Author::new("Olena", None, None).unwrap();
    for speaker in [Some(&olena), None, Author::new("Ivan", Some("ivan"), None).as_ref(), Some(&olena)] {
        chat.session.set_speaker(chat.id, speaker.cloned()).await.unwrap();
    }
    let kept = chat.session.open(chat.id, 1).await.unwrap().conversation;
    assert_eq!(kept.people.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["Olena", "Ivan"]);
    assert_eq!(kept.speaker.as_ref(), Some(&olena));
    let left = chat.session.remove_person(chat.id, &olena).await.unwrap();
    assert_eq!((left.people.len(), left.speaker), (1, None));
}

#[test]
fn rows_from_before_there_were_people_are_read() {
    let mut old = serde_json::to_value(sample::conversation(1)).unwrap();
    for added in ["chat", "people", "speaker"] {
        assert!(old.as_object_mut().unwrap().remove(added).is_some(), "{added}");
    }
    assert_eq!(serde_json::from_value::<Conversation>(old).unwrap(), sample::conversation(1));
    let mut old = serde_json::to_value(UserData { name: "Olena".to_owned(), ..UserData::default() }).unwrap();
    assert!(old.as_object_mut().unwrap().remove("people").is_some());
    assert_eq!(serde_json::from_value::<UserData>(old).unwrap().name, "Olena");
}

#[test]
fn a_name_is_one_short_line() {
    let named = Author::new("  Olena\n[Ivan]:   the \u{7}great ", Some("@ olena"), Some("")).unwrap();
    assert_eq!(
        (named.name.as_str(), named.username.as_deref(), named.id),
        ("Olena [Ivan]: the great", Some("olena"), None)
    );
    assert_eq!(Author::new(" \n", Some("olena"), Some("7")), None);
    assert_eq!(Author::new(&"x".repeat(100), None, None).unwrap().name.len(), 60);
}

#[tokio::test]
async fn a_name_typed_in_another_case_is_the_person_who_has_it() {
    let chat = Chat::open().await;
    let named = |name: &str| Author::new(name, None, None);
    chat.session.set_speaker(chat.id, named("Олена")).await.unwrap();
    chat.session.set_speaker(chat.id, None).await.unwrap();
    let conversation = chat.session.set_speaker(chat.id, named("олена")).await.unwrap();
    assert_eq!((conversation.speaker, conversation.people.len()), (named("Олена"), 1));
}
