//! The stored index: what it costs, what it holds, and that a turn does not wait for it.

use super::*;
use std::{
    future::Future,
    pin::pin,
    task::{Context, Waker},
};

#[tokio::test]
async fn an_erased_word_is_not_in_the_index_any_more() {
    let chat = open().await;
    let stored = put(&chat, chat.id, &["I am going to Zanzibar.", "When?", "In May, to Tonga."]).await;
    maintain(&chat).await;
    let bytes: Vec<u8> = parts(&chat).await.into_iter().flat_map(|part| part.bytes).collect();
    assert!(bytes.windows(8).any(|bytes| bytes == b"zanzibar"), "the test looks in the wrong place");
    assert!(!bytes.windows(10).any(|bytes| bytes == b"I am going"), "no text is in it");
    chat.session.erase_message(stored[0].id).await.unwrap();
    assert!(!is_anywhere(&chat, "Zanzibar").await);
    assert!(!format!("{:?}", chat.session.store()).contains("zanzibar"), "nor in memory");
    maintain(&chat).await;
    assert!(is_anywhere(&chat, "Tonga").await && !is_anywhere(&chat, "Zanzibar").await);
    chat.session.erase_conversation(chat.id).await.unwrap();
    assert!(!is_anywhere(&chat, "Tonga").await);
    assert_eq!(parts(&chat).await, []);
}

#[tokio::test]
async fn the_index_is_in_no_undo_entry_and_in_no_export() {
    let chat = open().await;
    let stored = put(&chat, chat.id, &["I am going to Zanzibar.", "When?"]).await;
    maintain(&chat).await;
    chat.session.clear(chat.id).await.unwrap();
    chat.session.undo(chat.id).await.unwrap();
    let inverse = chat.session.store().apply(vec![Change::Remove(Record::Message(Box::new(stored[0].clone())).key())]);
    let inverse = inverse.await.unwrap();
    assert_eq!(inverse, [Change::Put(Record::Message(Box::new(stored[0].clone())))]);
    let undo = chat.session.store().records(Kind::Undo).await.unwrap();
    assert!(!serde_json::to_string(&undo).unwrap().contains("index_part"));
    let export = chat.session.export_text(ricordo_core::session::Scope::Everything).await.unwrap();
    assert!(!export.contains("index_part"));
    // A file that holds one anyway brings nothing along.
    let part = Record::IndexPart(IndexPart { branch: stored[0].branch, number: 0, bytes: vec![1, 2, 3] });
    let mut file: serde_json::Value = serde_json::from_str(&export).unwrap();
    file["records"].as_array_mut().unwrap().push(serde_json::to_value(&part).unwrap());
    let to = open().await;
    // Both test hosts make the same ids, and nothing is added to a conversation that is there.
    to.session.erase_conversation(to.id).await.unwrap();
    to.session.import_text(&file.to_string()).await.unwrap();
    assert!(parts(&to).await.iter().all(|part| part.bytes.is_empty()));
    maintain(&to).await;
    assert!(is_anywhere(&to, "zanzibar").await || is_anywhere(&to, "When?").await);
}

#[tokio::test]
async fn the_first_question_after_a_start_reads_no_history() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    chatter(&chat, chat.id, 600).await;
    let other = new(&chat).await;
    maintain(&chat).await;
    let store = (**chat.session.store()).clone();
    let page = page_on(&chat);
    store.take_read();
    let compiled = preview(&page, other, QUESTION).await;
    assert!(recalled(&compiled).contains(FACT));
    let read = store.take_read();
    // The window, and the match with its neighbours.
    assert!(messages_read(&read) < 20, "{}", messages_read(&read));
    let rows = |read: &[RowRead]| read.iter().filter(|(kind, _)| *kind == Kind::IndexPart).count();
    assert_eq!(rows(&read), parts(&page).await.len() + 1, "the row of the own conversation comes first");
    // From then on not even the index is read.
    store.take_read();
    preview(&page, other, QUESTION).await;
    assert_eq!(rows(&store.take_read()), 0);
    // A new message makes only its part be read again.
    put(&page, chat.id, &["Only five are left now, of the hedgehogs.", "Oh."]).await;
    store.take_read();
    assert!(recalled(&preview(&page, other, QUESTION).await).contains("Only five"));
    assert!(messages_read(&store.take_read()) < 100);
}

#[tokio::test]
async fn a_part_that_cannot_be_read_is_made_from_its_messages_again() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    maintain(&chat).await;
    let store = (**chat.session.store()).clone();
    for part in parts(&chat).await {
        let damaged = IndexPart { bytes: vec![9, 9, 9], ..part };
        store.apply(vec![Change::Put(Record::IndexPart(damaged))]).await.unwrap();
    }
    let page = page_on(&chat);
    assert!(recalled(&preview(&page, other, QUESTION).await).contains(FACT));
    // A tab that was closed while it filled a part left a claim behind.
    maintain(&page).await;
    for part in parts(&page).await {
        let claim = IndexPart::empty(part.branch, IndexPart::claim(part.number));
        let key = RecordKey::IndexPart(part.branch, part.number);
        store.apply(vec![Change::Remove(key), Change::Put(Record::IndexPart(claim))]).await.unwrap();
    }
    let page = page_on(&chat);
    assert!(recalled(&preview(&page, other, QUESTION).await).contains(FACT));
    maintain(&page).await;
    let stored = parts(&page).await;
    assert!(stored.iter().all(|part| !part.bytes.is_empty() && !IndexPart::unclaimed(part.number).1), "{stored:?}");
}

#[tokio::test]
async fn another_tab_that_forgets_is_obeyed_and_what_it_says_is_found_once_it_is_known() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    assert!(recalled(&preview(&chat, other, QUESTION).await).contains(FACT));
    let tab = page_on(&chat);
    tab.session.forget(chat.id, 0).await.unwrap();
    assert_eq!(recalled(&preview(&chat, other, QUESTION).await), "", "nobody told this tab");
    put(&tab, chat.id, &["Oksana gave two hedgehogs away.", "Oh."]).await;
    chat.session.recall_changed(chat.id);
    assert!(recalled(&preview(&chat, other, QUESTION).await).contains("gave two"));
}

#[tokio::test]
async fn several_conversations_that_another_tab_changed_are_read_again_without_their_messages() {
    let chat = open().await;
    let sources = [new(&chat).await, new(&chat).await];
    put(&chat, sources[1], &[FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    let tab = page_on(&chat);
    tab.session.delete_conversations(&sources, other).await.unwrap();
    assert_eq!(recalled(&preview(&chat, other, QUESTION).await), "");
    tab.session.undo(other).await.unwrap();
    assert_eq!(recalled(&preview(&chat, other, QUESTION).await), "", "nobody told this tab");
    chat.session.recall_several_changed();
    assert!(recalled(&preview(&chat, other, QUESTION).await).contains(FACT));

    // They are read once, with no message that is in memory already.
    tab.session.archive_conversations(&sources, true, other).await.unwrap();
    let rows = |read: Vec<RowRead>, kind| read.into_iter().filter(|(of, _)| *of == kind).count();
    let read_in_preview = async |kind| {
        chat.session.store().take_read();
        assert!(recalled(&preview(&chat, other, QUESTION).await).contains(FACT));
        rows(chat.session.store().take_read(), kind)
    };
    let [messages, conversations] = [read_in_preview(Kind::Message).await, read_in_preview(Kind::Conversation).await];
    chat.session.recall_several_changed();
    chat.session.recall_several_changed();
    assert_eq!(read_in_preview(Kind::Conversation).await, conversations + sources.len() + 1, "all, once");
    chat.session.recall_several_changed();
    assert_eq!(read_in_preview(Kind::Message).await, messages);
    assert_eq!(read_in_preview(Kind::Conversation).await, conversations);
}

#[tokio::test]
async fn what_another_tab_imported_is_found_once_this_one_reads_everything_again() {
    let chat = open().await;
    let other = new(&chat).await;
    assert_eq!(recalled(&preview(&chat, other, QUESTION).await), "");
    let tab = page_on(&chat);
    let imported = new(&tab).await;
    put(&tab, imported, &[FACT, "Seven! How lovely."]).await;
    maintain(&tab).await;
    assert_eq!(recalled(&preview(&chat, other, QUESTION).await), "", "nobody told this tab");
    chat.session.recall_everything_changed();
    assert!(recalled(&preview(&chat, other, QUESTION).await).contains(FACT));
    // Once. What this tab writes afterwards is followed as before.
    chat.session.store().take_read();
    put(&chat, imported, &["Oksana gave two hedgehogs away.", "Oh."]).await;
    assert!(recalled(&preview(&chat, other, QUESTION).await).contains("gave two"));
    let rows = chat.session.store().take_read();
    assert_eq!(rows.iter().filter(|(kind, _)| *kind == Kind::IndexPart).count(), 0);
}

#[tokio::test]
async fn what_was_read_before_everything_changed_is_not_taken_for_what_is_stored_now() {
    for (stalled, stalled_later) in [(Kind::Conversation, Kind::Conversation), (Kind::IndexPart, Kind::Conversation)] {
        let chat = open().await;
        let source = new(&chat).await;
        put(&chat, source, &[FACT, "Seven! How lovely."]).await;
        let other = new(&chat).await;
        maintain(&chat).await;
        chat.session.delete_conversation(source, other).await.unwrap();
        // A store of its own, so that the other tab is not stopped.
        let store = Searchable::new(CountingStore::new(chat.session.store().inner.clone()), SharedIndex::default());
        let page = Chat { session: Session::new(store, chat.host.clone()).with_recall(), ..page_on(&chat) };
        let mut context = Context::from_waker(Waker::noop());
        page.session.store().stall(Some(stalled));
        let mut first = pin!(page.session.load_recall());
        assert!(first.as_mut().poll(&mut context).is_pending(), "{stalled:?}");
        let tab = page_on(&chat);
        tab.session.undo(other).await.unwrap();
        let imported = new(&tab).await;
        put(&tab, imported, &["Oksana gave two hedgehogs away.", "Oh."]).await;
        page.session.recall_everything_changed();
        page.session.store().stall(Some(stalled_later));
        let mut second = pin!(page.session.load_recall());
        assert!(second.as_mut().poll(&mut context).is_pending(), "{stalled:?}");
        if stalled == stalled_later {
            page.session.store().stall(None);
        }
        let _ = first.as_mut().poll(&mut context);
        page.session.store().stall(None);
        second.await.unwrap();
        let found = recalled(&preview(&page, other, QUESTION).await);
        assert!(found.contains(FACT) && found.contains("gave two"), "{stalled:?}: {found}");
    }
}

#[tokio::test]
async fn a_turn_does_not_wait_for_recall_and_says_so() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    chat.session.store().stall(Some(Kind::IndexPart));
    let mut asked = pin!(preview(&chat, other, QUESTION));
    let mut context = Context::from_waker(Waker::noop());
    assert!(asked.as_mut().poll(&mut context).is_pending());
    chat.host.advance(149);
    assert!(asked.as_mut().poll(&mut context).is_pending());
    chat.host.advance(1);
    let compiled = asked.await;
    assert_eq!(recalled(&compiled), "");
    assert_eq!(compiled.warnings, [Warning::RecallNotReady]);
    chat.session.store().stall(None);
    assert!(recalled(&preview(&chat, other, QUESTION).await).contains(FACT), "the next one has it");
}

#[tokio::test]
async fn a_preview_that_is_made_again_waits_for_recall() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    chat.session.store().stall(Some(Kind::IndexPart));
    let (to, outgoing) = (provider(), ricordo_core::compile::Outgoing::text(QUESTION));
    let mut asked = pin!(chat.session.preview_message(other, outgoing, &to, AskedFor::Typed));
    let mut context = Context::from_waker(Waker::noop());
    assert!(asked.as_mut().poll(&mut context).is_pending());
    chat.host.advance(9_000);
    assert!(asked.as_mut().poll(&mut context).is_pending());
    chat.session.store().stall(None);
    let compiled = asked.await.unwrap();
    assert!(recalled(&compiled).contains(FACT) && compiled.warnings.is_empty(), "{:?}", compiled.warnings);
}

#[tokio::test]
async fn a_word_that_another_tab_erases_while_its_part_is_stored_does_not_come_back() {
    for whole in [false, true] {
        let chat = open().await;
        let stored = put(&chat, chat.id, &["I am going to Zanzibar.", "When?"]).await;
        // The terms are in memory, and not stored yet.
        preview(&chat, chat.id, "Is Zanzibar far?").await;
        chat.session.store().stall(Some(Kind::Message));
        let mut idle = pin!(maintain(&chat));
        let mut context = Context::from_waker(Waker::noop());
        assert!(idle.as_mut().poll(&mut context).is_pending());
        let claims = parts(&chat).await;
        assert!(claims.iter().all(|part| IndexPart::unclaimed(part.number).1) && !claims.is_empty(), "{claims:?}");
        // The messages are read, and another tab erases one before their terms are stored.
        let erase = Change::Remove(RecordKey::Message(stored[0].branch, stored[0].sequence));
        let mut changes = vec![erase];
        if whole {
            changes.push(Change::Remove(RecordKey::Branch(chat.id, stored[0].branch)));
        }
        page_on(&chat).session.store().apply(changes).await.unwrap();
        chat.session.store().stall(None);
        assert!(idle.as_mut().poll(&mut context).is_ready());
        let left = parts(&chat).await;
        assert!(left.iter().all(|part| part.bytes.windows(8).all(|bytes| bytes != b"zanzibar")), "{left:?}");
        assert!(left.iter().all(|part| !IndexPart::unclaimed(part.number).1), "{left:?}");
    }
}

#[tokio::test]
async fn a_conversation_that_another_tab_erases_while_its_part_is_stored_leaves_no_words() {
    let chat = open().await;
    put(&chat, chat.id, &["I am going to Zanzibar.", "When?"]).await;
    preview(&chat, chat.id, "Is Zanzibar far?").await;
    chat.session.store().stall(Some(Kind::Message));
    let mut idle = pin!(maintain(&chat));
    let mut context = Context::from_waker(Waker::noop());
    assert!(idle.as_mut().poll(&mut context).is_pending());
    assert!(parts(&chat).await.iter().any(|part| IndexPart::unclaimed(part.number).1));
    // A store of its own, so that the other tab is not stopped. It removes the rows of the conversation, too.
    let store = Searchable::new(CountingStore::new(chat.session.store().inner.clone()), SharedIndex::default());
    let tab = Chat { session: Session::new(store, chat.host.clone()).with_recall(), ..page_on(&chat) };
    tab.session.erase_conversation(chat.id).await.unwrap();
    chat.session.store().stall(None);
    assert!(idle.as_mut().poll(&mut context).is_ready());
    assert!(!is_anywhere(&chat, "Zanzibar").await, "{:?}", parts(&chat).await);
    assert!(parts(&chat).await.iter().all(|part| !IndexPart::unclaimed(part.number).1));
}

#[tokio::test]
async fn what_was_recalled_is_erased_with_its_source_and_with_the_question() {
    for erases_question in [false, true] {
        let chat = open().await;
        let stored = put(&chat, chat.id, &["The Quagga is extinct.", "Sadly."]).await;
        let other = new(&chat).await;
        let there = Chat { id: other, ..page_on(&chat) };
        there.say("Tell me of the quagga, please.").await;
        let request = serde_json::to_string(&there.last_request()).unwrap();
        assert!(request.contains("The Quagga is extinct."), "{request}");
        let asked = chat.session.open(other, 2).await.unwrap().messages.remove(0);
        assert_eq!(asked.role, Role::User);
        // The text in the request and the words that matched go with their source, the words with the question, too.
        chat.session.erase_message(if erases_question { asked.id } else { stored[0].id }).await.unwrap();
        let fragments = chat.session.store().records(Kind::Fragment).await.unwrap();
        let fragments = serde_json::to_string(&fragments).unwrap();
        assert!(!fragments.contains("\"quagga\""), "{fragments}");
        assert_eq!(fragments.contains("The Quagga is extinct."), erases_question);
        chat.session.erase_message(if erases_question { stored[0].id } else { asked.id }).await.unwrap();
        assert!(!is_anywhere(&chat, "quagga").await && !is_anywhere(&chat, "Quagga").await);
    }
}
