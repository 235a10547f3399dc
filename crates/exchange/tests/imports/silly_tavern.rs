//! What SillyTavern writes in rarer forms.

use super::{
    more_programs::card,
    programs::{memories, skipped, templates},
    support::{Named, TestSession, import, import_file, lines_of, messages, session, zip},
};
use ricordo_core::exchange::{End, Refusal, Why};
use ricordo_exchange::Limits;
use std::rc::Rc;

async fn texts(session: &TestSession) -> Vec<String> {
    memories(session).await.into_iter().map(|memory| memory.text).collect()
}

#[tokio::test]
async fn world_info_without_a_character_names_none() {
    let book =
        r#"{"name":"Eldoria","entries":{"0":{"key":["wood"],"content":"{{Char}} and {{user}} live in the wood."}}}"#;
    let (world, ada) = (session(), session());
    import(&world, book.into()).await;
    assert_eq!(texts(&world).await, ["the character and the user live in the wood."]);
    let card = r#"{"spec":"chara_card_v2","data":{"name":"Ada","description":"Knows {{USER}}","character_book":{"entries":[
        {"keys":["tea"],"content":"<BOT> likes tea with <USER>.","enabled":true}]}}}"#;
    import(&ada, card.into()).await;
    assert_eq!(texts(&ada).await, ["Ada likes tea with the user."]);
    assert_eq!(templates(&ada).await[0].text, "Knows {username}");
}

#[tokio::test]
async fn the_report_names_entries_that_are_too_long_to_be_memories() {
    let long = "The wood is old and dark. ".repeat(20);
    let book = serde_json::json!({ "name": "Eldoria", "entries": {
        "0": { "key": ["wood"], "comment": "The wood", "content": long },
        "1": { "key": ["elf"], "content": long, "constant": true },
        "2": { "key": ["gate"], "content": "The gate is open." },
    } });
    let came = import(&session(), book.to_string().into_bytes()).await;
    assert_eq!(skipped(&came), [("Eldoria: The wood: wood", Why::InDocument), ("Eldoria: constant", Why::NoPlace)]);
}

#[tokio::test]
async fn what_has_no_name_of_its_own_has_that_of_the_file_that_was_chosen() {
    let long = "The wood is old and dark. ".repeat(20);
    let book = serde_json::json!({ "entries": { "0": { "key": ["wood"], "comment": "The wood", "content": long } } });
    let chosen = |name| Rc::new(Named(name, book.to_string().into_bytes()));
    for (name, called) in [("Eldoria.json", "Eldoria: The wood: wood"), ("", "World Info #1: The wood: wood")] {
        let came = import_file(&session(), chosen(name), Limits::default()).await;
        assert_eq!(skipped(&came), [(called, Why::InDocument)], "{name:?}");
    }
    let chat = r#"{"user_name":"unused","character_name":"Mira","create_date":"2026-01-31"}
{"name":"Mira","is_user":false,"mes":"Hello"}"#;
    let chosen = session();
    import_file(&chosen, Rc::new(Named("At the gate.jsonl", chat.into())), Limits::default()).await;
    assert_eq!(lines_of(&chosen, "At the gate").await, ["Assistant: Hello"]);
}

#[tokio::test]
async fn a_narrator_does_not_make_a_chat_a_group() {
    let text = r#"{"name":"System","is_user":false,"is_system":false,"mes":"Night falls.","extra":{"type":"narrator"}}
{"name":"Mira","is_user":false,"mes":"Hello","extra":{"api":"openai","model":"gpt-4"}}
{"name":"Note","is_user":false,"is_system":true,"mes":"(a comment)","extra":{"type":"comment"}}
{"name":"Mira","is_user":false,"mes":"I wait.","extra":{"api":"manual","model":"gpt-4"}}"#;
    let session = session();
    import(&session, text.into()).await;
    let wanted = ["System: Night falls.", "Assistant: Hello", "System: (a comment)", "Assistant: I wait."];
    assert_eq!(lines_of(&session, "Mira").await, wanted);
    let stored = messages(&session, "Mira").await;
    assert_eq!((stored[1].model.as_deref(), stored[3].model.as_deref()), (Some("gpt-4"), None));
}

#[tokio::test]
async fn characters_in_any_zip_are_found() {
    let character = |name: &str| {
        format!(r#"{{"spec":"chara_card_v2","data":{{"name":"{name}","description":"A guide.","first_mes":""}}}}"#)
    };
    let (ada, tom) = (card(&character("Ada")), character("Tom"));
    for folder in ["", "cards/"] {
        let names = ["Ada.png", "Tom.json", "photo.png"].map(|name| format!("{folder}{name}"));
        let files = [(&*names[0], &*ada), (&*names[1], tom.as_bytes()), (&*names[2], b"\x89PNG\r\n\x1a\n".as_slice())];
        let came = import(&session(), zip(&files)).await;
        assert_eq!((came.end.clone(), came.imported.others), (End::Whole, 2), "{folder}");
        let alone = import(&session(), zip(&files[..1])).await;
        assert_eq!((alone.end.clone(), alone.imported.others), (End::Whole, 1), "{folder}");
        let alone = import(&session(), zip(&files[1..2])).await;
        assert_eq!((alone.end.clone(), alone.imported.others), (End::Whole, 1), "{folder}");
    }
    let photos = import(&session(), zip(&[("photo.png", b"\x89PNG\r\n\x1a\n")])).await;
    assert_eq!(photos.end, End::Refused(Refusal::NothingInArchive));
    // Beside conversations, pictures are their images.
    let chat = br#"{"name":"Mira","is_user":false,"mes":"Hello"}"#;
    let came = import(&session(), zip(&[("Mira.jsonl", chat), ("Ada.png", &ada)])).await;
    assert_eq!((came.imported.conversations, came.imported.others), (1, 0));
}
