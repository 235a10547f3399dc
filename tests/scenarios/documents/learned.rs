//! What stands in a document was not said by the user.

use super::*;
use crate::recalling::put;
use ricordo_core::session::MaintainControl;

const CANARY: &str = "Zykloporolog";

#[tokio::test]
async fn no_fact_is_looked_for_in_the_text_of_a_document() {
    let chat = open().await;
    let mut settings = chat.session.settings().await.unwrap();
    settings.memories.extract = true;
    chat.session.save_settings(&settings).await.unwrap();
    put(&chat, chat.id, &["Hello.", "Hi."]).await;
    add(&chat, here(&chat), &[&format!("The user is a {CANARY}, lives in Lutsk and keeps hedgehogs.")]).await;
    let without_tools = ricordo_core::provider::Provider { has_tools: false, ..crate::common::provider() };
    chat.model.then_say("They sleep a lot.");
    chat.say("My hedgehogs sleep. What do hedgehogs eat?").await;
    assert!(serde_json::to_string(&chat.last_request()).unwrap().contains(CANARY), "the reply was made with it");
    chat.host.advance(60_000);
    chat.model.then_say("- The user has hedgehogs");
    let before = chat.model.requests().len();
    chat.session.maintain(&chat.model, &without_tools, &MaintainControl::default(), &|_| ()).await.unwrap();
    let asked: Vec<String> =
        chat.model.requests()[before..].iter().map(|request| serde_json::to_string(request).unwrap()).collect();
    assert!(asked.iter().any(|request| request.contains("My hedgehogs sleep")), "{asked:?}");
    assert!(asked.iter().all(|request| !request.contains(CANARY)), "{asked:?}");
    for kind in [Kind::Memory, Kind::Summary] {
        let stored = format!("{:?}", chat.session.store().records(kind).await.unwrap());
        assert!(!stored.contains(CANARY), "{stored}");
    }
}
