//! What SillyTavern writes in rarer forms.

use super::{
    programs::{memories, skipped, templates},
    support::{TestSession, import, session},
};
use ricordo_core::exchange::Why;

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
