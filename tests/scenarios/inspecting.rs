//! The inspector, verified with the model's requests: past replies show what was sent, and an offer to include
//! something includes it.

use crate::common::{Chat, provider};
use ricordo_core::{
    branch::Sequence,
    compile::{Compiled, OmittedReason},
    id::MessageId,
    inspect::{Include, Inspected, compare, include},
    manifest::SourceId,
    mark::MarkKind,
    session::{Answered, Source},
    settings::Settings,
    wire::{Protocol, protocol::RequestOptions},
};

impl Chat {
    async fn answered_before(&self, before: Sequence) -> Option<Answered> {
        self.session.answered_before(self.id, before).await.unwrap()
    }
}

/// The reason why a message is left out of the next request; `None` if it is sent.
fn left_out(compiled: &Compiled, id: MessageId) -> Option<OmittedReason> {
    let source = SourceId::Message(id);
    compiled.omitted.iter().find(|omitted| omitted.sources.contains(&source)).map(|omitted| omitted.reason)
}

#[tokio::test]
async fn what_is_shown_of_past_replies_is_what_was_sent() {
    let chat = Chat::open().await;
    chat.session.add_memory(chat.id, "The user likes tea", None).await.unwrap();
    chat.say("One").await;
    let first = chat.last_request();
    chat.say("Two").await;
    let second = chat.last_request();

    let last = chat.answered_before(Sequence::MAX).await.unwrap();
    let before = chat.answered_before(last.reply.sequence).await.unwrap();
    assert_eq!(chat.answered_before(before.reply.sequence).await, None);
    let (earlier, later) = (Inspected::past(before.past), Inspected::past(last.past));
    assert_eq!((earlier.request.as_ref(), later.request.as_ref()), (Ok(&first), Ok(&second)));
    let body = later.body(RequestOptions::default(), Vec::new()).unwrap();
    assert_eq!(body, Protocol::OpenAi.request_body(&second, RequestOptions::default()));
    assert!(later.pieces.iter().any(|piece| matches!(piece.sources[..], [SourceId::Memory(_)])), "it names the memory");

    let comparison = compare(&earlier, &later);
    assert!(comparison.shared_tokens > 0 && comparison.difference.is_some());
    // A request compiled now shows the same as its stored manifest later.
    let compiled = chat.session.preview(chat.id, "Three", &provider()).await.unwrap();
    chat.say("Three").await;
    let stored = Inspected::past(chat.answered_before(Sequence::MAX).await.unwrap().past);
    let shown = Inspected::of(&compiled);
    assert_eq!((&stored.layers, stored.digest, &stored.omitted), (&shown.layers, shown.digest, &shown.omitted));
    let words = |shown: &Inspected| shown.pieces.iter().map(|piece| piece.text.clone()).collect::<Vec<_>>();
    assert_eq!(words(&stored), words(&shown));
}

#[tokio::test]
async fn a_request_of_which_a_part_was_erased_says_so_and_keeps_its_sizes() {
    let chat = Chat::open().await;
    chat.say("A secret").await;
    chat.say("Another").await;
    chat.session.erase_message(chat.id_of("A secret").await).await.unwrap();
    let shown = Inspected::past(chat.answered_before(Sequence::MAX).await.unwrap().past);
    assert!(shown.request.is_err() && shown.pieces.is_empty() && !shown.layers.is_empty());
    assert!(shown.body(RequestOptions::default(), Vec::new()).is_err());
}

#[tokio::test]
async fn a_muted_message_is_included_by_unmuting_it() {
    let chat = Chat::open().await;
    chat.say("My cat is called Mia").await;
    let id = chat.id_of("Mia").await;
    chat.session.mark(chat.id, id, Some(MarkKind::Muted)).await.unwrap();
    let compiled = chat.compiled().await;
    let reason = left_out(&compiled, id).unwrap();
    assert_eq!(include(compiled.omitted[0].layer, reason, Some(SourceId::Message(id))), Include::Unmute);
    chat.session.mark(chat.id, id, None).await.unwrap();
    assert_eq!(left_out(&chat.compiled().await, id), None);
}

#[tokio::test]
async fn what_pin_is_offered_for_is_sent_once_it_is_pinned() {
    let settings = Settings { immediate_messages: Some(10), ..Settings::default() };
    let limited = Chat::open_with(settings.clone()).await;
    limited.fill(11).await;
    let tight = Chat::open_with(Settings { context_max_tokens: 2_000, ..Settings::default() }).await;
    tight.fill(90).await;
    let forgotten = Chat::open().await;
    forgotten.fill(6).await;
    forgotten.session.forget(forgotten.id, 0).await.unwrap();
    let cases =
        [(limited, OmittedReason::MessageLimit), (tight, OmittedReason::Budget), (forgotten, OmittedReason::Forgotten)];
    for (chat, reason) in cases {
        let compiled = chat.compiled().await;
        let omitted = compiled.omitted.iter().find(|omitted| omitted.reason == reason).expect("it is left out");
        let source = *omitted.sources.last().expect("it was loaded");
        assert_eq!(include(omitted.layer, reason, Some(source)), Include::Pin, "{reason:?}");
        let SourceId::Message(id) = source else { panic!("{source:?}") };
        // Only a pin set after the forget counts.
        chat.host.advance(1_000);
        chat.session.mark(chat.id, id, Some(MarkKind::Pinned)).await.unwrap();
        let included = Inspected::of(&chat.compiled().await);
        assert!(included.pieces.iter().any(|piece| piece.sources == [source]), "{reason:?}");
        chat.session.undo(chat.id).await.unwrap();
        assert_eq!(chat.compiled().await.request, compiled.request, "and it can be taken back");
    }
}

#[tokio::test]
async fn every_source_of_a_request_can_be_opened() {
    let chat = Chat::open().await;
    let memory = chat.session.add_memory(chat.id, "The user likes tea", None).await.unwrap().memory;
    chat.say("One").await;
    for piece in Inspected::of(&chat.compiled().await).pieces {
        for source in piece.sources {
            assert!(chat.session.source(source).await.unwrap().is_some(), "{source:?}");
        }
    }
    chat.session.delete_memory(chat.id, memory.id).await.unwrap();
    assert_eq!(chat.session.source(SourceId::Memory(memory.id)).await.unwrap(), None);
    let one = SourceId::Message(chat.id_of("One").await);
    assert!(
        matches!(chat.session.source(one).await.unwrap(), Some(Source::Message(message)) if message.text() == "One")
    );
}
