//! Images that a model generates: stored with the reply, mentioned in the next request, and erased with their message.

use crate::common::{Chat, killed, provider, texts};
use ricordo_core::{
    compile::{WindowFormat, Writer, format_of},
    id::BlobId,
    memory_store::MemoryStore,
    message::{Finish, Message, Part, Role, text_of},
    model::ChatEvent,
    provider::Provider,
    record::{Record, RecordKey},
    session::{ModelCall, Session},
    settings::Settings,
    store::Store,
    testing::{ManualHost, Step},
    time::Now,
};

const PNG: &[u8] = b"\x89PNG an image";
const NOTE: &str = "[The assistant made an image here, which the user sees; it is not sent again (image/png)]";

fn image(bytes: &[u8]) -> Step {
    Step::Event(ChatEvent::Image { media_type: "image/png".to_owned(), bytes: bytes.to_vec() })
}

fn images(message: &Message) -> Vec<BlobId> {
    let blob = |part: &Part| if let Part::Image { blob, .. } = part { Some(*blob) } else { None };
    message.parts.iter().filter_map(blob).collect()
}

async fn bytes_of<S: Store>(store: &S, blob: BlobId) -> Option<Vec<u8>> {
    match store.record(RecordKey::Blob(blob)).await.unwrap() {
        Some(Record::Blob(blob)) => Some(blob.bytes),
        _ => None,
    }
}

#[tokio::test]
async fn an_image_alone_is_a_reply_and_the_model_is_told_of_it() {
    let chat = Chat::open().await;
    chat.model.then(vec![image(PNG), image(PNG)]);
    let reply = chat.say("Draw a cat").await.reply;
    assert_eq!(reply.finish, Some(Finish::Complete));
    let [blob] = images(&reply)[..] else { panic!("one that comes twice is one: {reply:?}") };
    assert_eq!(bytes_of(chat.session.store(), blob).await.as_deref(), Some(PNG));
    // Also for a model that accepts images: no protocol accepts images of the assistant.
    let supports_images = Provider { supports_images: true, ..provider() };
    chat.session.send(&ModelCall::new(&chat.model, &supports_images), chat.id, "Make it bluer").await.unwrap();
    assert!(reply.tokens < 100, "its size is that of the note: {}", reply.tokens);
    let request = chat.last_request();
    assert!(texts(&request).contains(&NOTE.to_owned()), "{:?}", texts(&request));
    assert!(request.attachments.is_empty());
}

#[tokio::test]
async fn requests_of_earlier_builds_are_shown_as_they_were_sent() {
    let chat = Chat::open().await;
    chat.model.then(vec![image(PNG)]);
    let reply = chat.say("Draw a cat").await.reply;
    let snapshot = chat.session.open(chat.id, 10).await.unwrap();
    let now = Now { at: reply.created_at, offset_minutes: 0 };
    let format = format_of(&snapshot, &Settings::default(), &now, None, true, true);
    assert_eq!(text_of(&Writer(&format).as_sent(&reply, None, false).parts), NOTE);
    assert!(!Writer(&format).sends_whole(&reply));
    let mut old = serde_json::to_value(&format).unwrap();
    old.as_object_mut().unwrap().remove("tells_made_images");
    let old: WindowFormat = serde_json::from_value(old).unwrap();
    assert_eq!(Writer(&old).as_sent(&reply, None, false).parts, reply.parts);
    assert!(Writer(&old).sends_whole(&reply));
    let shown = Message { role: Role::User, ..reply };
    assert_eq!(Writer(&format).as_sent(&shown, None, false).parts, shown.parts, "the user's own image");
}

#[tokio::test]
async fn words_beside_an_image_stay_and_erasing_the_reply_erases_the_image() {
    let chat = Chat::open().await;
    chat.model.then(vec![Step::text("Here it is."), image(PNG), Step::text(" Enjoy."), image(b"another")]);
    let reply = chat.say("Draw a cat").await.reply;
    assert_eq!(text_of(&reply.parts), "Here it is. Enjoy.");
    let [first, second] = images(&reply)[..] else { panic!("{reply:?}") };
    chat.session.erase_message(reply.id).await.unwrap();
    for blob in [first, second] {
        assert_eq!(bytes_of(chat.session.store(), blob).await, None);
    }
}

#[tokio::test]
async fn an_image_of_a_killed_tab_is_there() {
    let store = MemoryStore::default();
    let chat = Chat::open_on(store.clone()).await;
    chat.model.then(vec![image(PNG), Step::Pause(1_000), Step::Pause(0), Step::Hang]);
    killed(chat.say("Draw a cat")).await;
    let recovered = Session::new(store.clone(), ManualHost::default()).recover(chat.id).await.unwrap().unwrap();
    let [blob] = images(&recovered)[..] else { panic!("{recovered:?}") };
    assert_eq!(bytes_of(&store, blob).await.as_deref(), Some(PNG));
}

#[tokio::test]
async fn a_note_that_an_earlier_build_stored_for_an_image_stays_as_it_is() {
    let chat = Chat::open().await;
    chat.model.then_say("[image/png]");
    chat.say("Draw a cat").await;
    chat.say("And a dog").await;
    assert!(texts(&chat.last_request()).contains(&"[image/png]".to_owned()));
}
