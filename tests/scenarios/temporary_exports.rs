//! An export while a temporary chat is open: nothing of that chat is in it.

use crate::{
    common::provider,
    recalling::{Recalling, open, put},
    tool_turns::{asks, call as tool_call},
};
use ricordo_core::{
    cancel::Cancel,
    change::Change,
    compile::Outgoing,
    draft::ComposerDraft,
    id::ConversationId,
    record::{Kind, Link, Record},
    session::{Gathered, ModelCall, Scope},
    settings::Settings,
    store::Store,
    testing::{counting_store::RowRead, sample::fragment},
};

/// A conversation with a request, and a temporary chat with everything that a chat can have.
async fn with_temporary() -> (Recalling, ConversationId) {
    let mut chat = open().await;
    let settings = Settings { system_prompt: "You are in {chatname}.".into(), ..Settings::default() };
    chat.session.save_settings(&settings).await.unwrap();
    let kept = chat.id;
    put(&chat, kept, &["Hedgehogs sleep under leaves.", "They do."]).await;
    chat.say("Rome in May?").await;
    chat.id = chat.session.new_temporary().await.unwrap().conversation.id;
    chat.session.rename(chat.id, "SECRET title").await.unwrap();
    chat.model.then_say("SECRET reply.");
    let asked = chat.say("SECRET hedgehogs?").await.reply.id;
    let outgoing = Outgoing { reply_to: Some(asked), ..Outgoing::text("SECRET, really?") };
    let provider = provider();
    let call = ModelCall::new(&chat.model, &provider);
    chat.model.then(vec![tool_call(0, "search_history", r#"{"query":"hedgehogs"}"#), asks()]);
    chat.session.send_message(&call, chat.id, outgoing, Vec::new()).await.unwrap();
    chat.session.save_draft(ComposerDraft::text(chat.id, "SECRET draft"), Vec::new(), &[]).await.unwrap();
    (chat, kept)
}

async fn records(chat: &Recalling, scope: Scope) -> Vec<Record> {
    let mut records = Vec::new();
    let take = |gathered: Gathered| records.extend(gathered.records);
    chat.session.export(scope, &Cancel::default(), take).await.unwrap();
    records
}

#[tokio::test]
async fn an_export_holds_nothing_of_an_open_temporary_chat() {
    let (chat, kept) = with_temporary().await;
    let store = chat.session.store();
    let texts = serde_json::to_string(&store.records(Kind::Fragment).await.unwrap()).unwrap();
    for text in ["SECRET title", "SECRET reply", "\"recalled\"", "\"result\""] {
        assert!(texts.contains(text), "the chat has stored {text}: {texts}");
    }
    let mut names = vec![chat.id.to_string()];
    for key in store.linked(vec![Link::Message(chat.id)], 100).await.unwrap().into_iter().flatten() {
        let Some(Record::Message(message)) = store.record(key).await.unwrap() else { panic!() };
        names.push(message.id.to_string());
    }
    assert!(names.len() > 5);
    let file = records(&chat, Scope::Everything).await;
    let text = serde_json::to_string(&file).unwrap();
    for name in names.iter().map(String::as_str).chain(["SECRET"]) {
        assert!(!text.contains(name), "{name}: {text}");
    }
    // Nothing else is missing: the file is the same once the chat is erased, apart from the statistics, which stay.
    chat.session.close_temporary(chat.id).await.unwrap();
    let mut after = records(&chat, Scope::Everything).await;
    after.retain(|record| !matches!(record, Record::DayUsage(usage) if usage.conversation == chat.id));
    assert_eq!(after, file);
    assert!(file.iter().any(|record| record.kind() == Kind::Fragment));
    assert!(file.iter().any(|record| record.owner() == Some(kept)));
}

#[tokio::test]
async fn what_undo_restores_is_read_once_for_an_export_however_long() {
    let (chat, kept) = with_temporary().await;
    let store = chat.session.store();
    chat.session.forget(kept, 0).await.unwrap();
    let undo_entries = |rows: Vec<RowRead>| rows.into_iter().filter(|(kind, _)| *kind == Kind::Undo).count();
    let mut read = Vec::new();
    for _ in 0..2 {
        store.take_read();
        records(&chat, Scope::Everything).await;
        read.push(undo_entries(store.take_read()));
        // Several pages of texts that were sent.
        let texts = (0..1_000).map(|number| Change::Put(Record::Fragment(fragment(&format!("Text {number}")))));
        store.apply(texts.collect()).await.unwrap();
    }
    assert!(read[0] > 0);
    assert_eq!(read[0], read[1]);
}
