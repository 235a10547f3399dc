//! A summary that is never to be recalled again: it stays where it is, and so does what says the same.

use super::{
    summaries::{SUMMARY, is_found, summarize, two},
    *,
};
use ricordo_core::{
    cancel::Cancel,
    session::{Gathered, ImportProgress, Scope, maintain::Outcome},
    summary::Summary,
    testing::ManualHost,
};

/// Whether a summary has a mark.
async fn is_marked(chat: &Recalling, summary: &Summary) -> bool {
    let (conversation, message) = summary.marked_as();
    chat.session.store().record(RecordKey::Mark(conversation, message)).await.unwrap().is_some()
}

/// Memories and summaries have no room in the request, so that they have to be recalled.
async fn without_room(chat: &Recalling) {
    let mut settings = chat.session.settings().await.unwrap();
    for layer in settings.layers.iter_mut().filter(|layer| layer.kind == LayerKind::Memories) {
        (layer.floor, layer.ceiling) = (0, 0);
    }
    settings.summaries.enabled = false;
    chat.session.save_settings(&settings).await.unwrap();
}

/// A summary that the conversations share.
async fn shared(chat: &Recalling, stored: &[Message]) -> Summary {
    let own = summarize(chat, stored, "They share what follows.").await;
    let several = Summary { conversation: None, text: SUMMARY.to_owned(), ..own.clone() };
    let changes = vec![
        Change::Remove(RecordKey::Summary(own.conversation, own.id)),
        Change::Add(Record::Summary(several.clone())),
    ];
    chat.session.store().apply(changes).await.unwrap();
    several
}

#[tokio::test]
async fn a_summary_of_another_conversation_stays_there_and_one_undo_lets_it_be_recalled_again() {
    let (chat, stored, summary, other) = two().await;
    let third = new(&chat).await;
    chat.session.do_not_recall_summary(summary.id, other).await.unwrap();
    for id in [other, third] {
        assert_eq!([is_found(&chat, id).await, is_found(&page_on(&chat), id).await], [false, false]);
    }
    let own = serde_json::to_string(&preview(&chat, chat.id, QUESTION).await.request).unwrap();
    assert!(own.contains(SUMMARY), "{own}");
    // Nor is its copy.
    chat.session.fork_conversation(chat.id, stored[3].id).await.unwrap();
    assert!(!is_found(&chat, other).await);
    // Twice is once.
    chat.session.do_not_recall_summary(summary.id, other).await.unwrap();
    assert_eq!(chat.session.undo(other).await.unwrap(), Some(UndoneCommand::NotRecall));
    assert!(is_found(&chat, other).await);
    assert_eq!(chat.session.undo(other).await.unwrap(), None);
}

#[tokio::test]
async fn one_of_the_conversation_itself_and_one_of_several_are_kept_out_everywhere() {
    for is_shared in [false, true] {
        let (chat, stored, own, other) = two().await;
        without_room(&chat).await;
        let mut summary = own.clone();
        if is_shared {
            chat.session
                .store()
                .apply(vec![Change::Remove(RecordKey::Summary(own.conversation, own.id))])
                .await
                .unwrap();
            summary = shared(&chat, &stored).await;
        }
        assert_eq!([is_found(&chat, chat.id).await, is_found(&chat, other).await], [true, true], "{is_shared}");
        let tab = page_on(&chat);
        assert!(is_found(&tab, chat.id).await);
        chat.session.do_not_recall_summary(summary.id, chat.id).await.unwrap();
        assert_eq!([is_found(&chat, chat.id).await, is_found(&chat, other).await], [false, false], "{is_shared}");
        tab.session.recall_changed(chat.id);
        assert_eq!([is_found(&tab, chat.id).await, is_found(&tab, other).await], [false, false], "{is_shared}");
        let is_listed = async || {
            let here = chat.session.summaries(chat.id).await.unwrap().into_iter();
            let all = here.chain(chat.session.all_summaries(other).await.unwrap());
            all.map(|one| one.is_kept_out).collect::<Vec<_>>()
        };
        assert_eq!(is_listed().await, [true, true], "{is_shared}");
        chat.session.undo(chat.id).await.unwrap();
        assert_eq!(is_listed().await, [false, false], "{is_shared}");
        assert_eq!([is_found(&chat, chat.id).await, is_found(&chat, other).await], [true, true], "{is_shared}");
        // It can be allowed later, too, which can be undone.
        chat.session.do_not_recall_summary(summary.id, chat.id).await.unwrap();
        chat.session.recall_summary_again(summary.id, other).await.unwrap();
        assert!(is_found(&chat, chat.id).await);
        assert_eq!(chat.session.undo(other).await.unwrap(), Some(UndoneCommand::RecallAgain));
        assert!(!is_found(&chat, chat.id).await);
    }
}

#[tokio::test]
async fn what_replaces_it_and_says_all_that_it_says_is_kept_out_as_well() {
    let (chat, _, summary, other) = two().await;
    chat.session.do_not_recall_summary(summary.id, other).await.unwrap();
    let edited = chat.session.edit_summary(chat.id, summary.id, &format!("Still so. {SUMMARY}")).await.unwrap();
    assert!(!is_found(&chat, other).await && is_marked(&chat, &edited).await);
    chat.session.undo(chat.id).await.unwrap();
    assert!(!is_marked(&chat, &edited).await && is_marked(&chat, &summary).await);
    assert!(!is_found(&chat, other).await);
    // Without the mark there is nothing to keep out.
    chat.session.undo(other).await.unwrap();
    chat.session.edit_summary(chat.id, summary.id, &format!("Still so. {SUMMARY}")).await.unwrap();
    assert!(is_found(&chat, other).await);
}

#[tokio::test]
async fn one_that_is_made_again_is_kept_out_as_well() {
    let chat = open().await;
    let texts: Vec<String> =
        (0..40).map(|n| format!("Hedgehog number {n} sleeps under tree {n}, as it did before.")).collect();
    let stored = put(&chat, chat.id, &texts.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let old = summarize(&chat, &stored, SUMMARY).await;
    let other = new(&chat).await;
    chat.session.do_not_recall_summary(old.id, other).await.unwrap();
    let made = chat.session.rebuild_without_model((chat.id, old.id)).await.unwrap();
    let Outcome::Made(made) = made else { panic!("{made:?}") };
    assert!(is_marked(&chat, &made).await);
    chat.session.undo(chat.id).await.unwrap();
    assert!(!is_marked(&chat, &made).await && is_marked(&chat, &old).await);
}

#[tokio::test]
async fn it_is_kept_out_after_a_backup_and_its_mark_is_erased_with_it() {
    let (chat, stored, summary, other) = two().await;
    let several = shared(&chat, &stored).await;
    for id in [summary.id, several.id] {
        chat.session.do_not_recall_summary(id, other).await.unwrap();
    }
    let mut records = Vec::new();
    let take = |gathered: Gathered| records.extend(gathered.records);
    chat.session.export(Scope::Everything, &Cancel::default(), take).await.unwrap();
    let there = Session::new(MemoryStore::default(), ManualHost::default());
    let mut import = ImportProgress::default();
    there.import_records(&mut import, records).await;
    there.finish_import(&mut import, true).await;
    assert_eq!(import.imported.skipped, []);
    assert_eq!(there.store().records(Kind::Mark).await.unwrap().len(), 2);
    there.erase_message(stored[2].id).await.unwrap();
    assert_eq!(there.store().records(Kind::Mark).await.unwrap(), []);
}
