//! Exports that builds of earlier versions of the records wrote come in with everything they know.

use crate::common::{Chat, provider};
use ricordo_core::{
    compile::Outgoing,
    manifest::{ManifestItem, QuoteLength, Written},
    memory_store::MemoryStore,
    record::{Kind, Record},
    session::{Session, TurnControl},
    settings::{Settings, WindowStyle},
    store::Store,
    testing::ManualHost,
    upkeep::{Job, Progress, Upkeep},
};

const VERSION_4: [(&str, &str); 6] = [
    ("jobs", include_str!("stored/version_4_jobs.json")),
    ("replies", include_str!("stored/version_4_replies.json")),
    ("settings_none", include_str!("stored/version_4_settings_none.json")),
    ("settings_own", include_str!("stored/version_4_settings_own.json")),
    ("settings_shipped", include_str!("stored/version_4_settings_shipped.json")),
    ("titles", include_str!("stored/version_4_titles.json")),
];

async fn imported(name: &str) -> Session<MemoryStore, ManualHost> {
    let (_, export) = VERSION_4.into_iter().find(|(of, _)| *of == name).unwrap();
    let session = Session::new(MemoryStore::default(), ManualHost::default());
    session.import_text(export).await.unwrap();
    session
}

#[tokio::test]
async fn every_record_of_version_4_comes_in() {
    for (name, export) in VERSION_4 {
        let count = export.lines().filter(|line| line.starts_with('{') && line.contains(":{")).count();
        let session = Session::new(MemoryStore::default(), ManualHost::default());
        let found = session.import_text(export).await.unwrap();
        assert_eq!((found.added, found.kept), (u32::try_from(count).unwrap(), 0), "{name}");
    }
}

#[tokio::test]
async fn every_request_of_version_4_is_shown_word_for_word() {
    let mut shown = 0;
    for (name, _) in VERSION_4 {
        let session = imported(name).await;
        for record in session.store().records(Kind::Manifest).await.unwrap() {
            let Record::Manifest(manifest) = record else { panic!("{record:?}") };
            let past = session.past_request(manifest.reply).await.unwrap().unwrap();
            assert!(past.request.is_ok(), "{name}: {:?}", past.request);
            shown += 1;
        }
    }
    assert_eq!(shown, 22);
}

#[tokio::test]
async fn what_is_sent_now_says_how_it_was_written_out() {
    let chat = Chat::open_with(Settings { window_style: WindowStyle::Group, ..Settings::default() }).await;
    chat.say("Lisbon in March?").await;
    chat.host.advance(7_200_000);
    let asked = chat.id_of("Lisbon").await;
    let outgoing = Outgoing { reply_to: Some(asked), ..Outgoing::text("How warm is it then?") };
    let control = TurnControl::default();
    chat.session
        .send_message(&chat.model, &provider(), chat.id, outgoing, Vec::new(), &control, &|_| ())
        .await
        .unwrap();
    chat.host.advance(7_200_000);
    let reply = chat.say("And in May?").await.reply.id;
    let past = chat.session.past_request(reply).await.unwrap().unwrap();
    let items = past.manifest.layers.iter().flat_map(|layer| &layer.items);
    let written: Vec<Option<Written>> = items
        .filter_map(|item| if let ManifestItem::Message { written, .. } = item { Some(*written) } else { None })
        .collect();
    assert_eq!(written.len(), 5, "{written:?}");
    assert!(written.iter().all(Option::is_some), "{written:?}");
    assert!(written.iter().flatten().any(|written| written.quote == Some(QuoteLength::Named)), "{written:?}");
    assert!(written.iter().flatten().any(|written| written.says_when), "{written:?}");
    assert_eq!(past.request.unwrap(), chat.last_request());
}

#[tokio::test]
async fn the_one_number_of_all_jobs_is_the_progress_of_each() {
    let session = imported("jobs").await;
    let conversation = session.conversations().await.unwrap()[0].id;
    let jobs: Vec<Upkeep> = session.upkeep().await.unwrap();
    let progress = |job| jobs.iter().find(|upkeep| upkeep.job == job).unwrap().progress;
    assert_eq!(progress(Job::Compression(conversation)), Progress::NotBefore(50));
    assert_eq!(progress(Job::Extraction(conversation)), Progress::ReadTo(100));
    assert_eq!(progress(Job::Recent(None)), Progress::PutOffTo(20_781));
    assert_eq!(progress(Job::Long(None)), Progress::PutOffTo(20_792));
    let titles = imported("titles").await;
    let done = titles.upkeep().await.unwrap();
    assert!(done.iter().any(|upkeep| matches!(upkeep.job, Job::Title(_)) && upkeep.progress == Progress::Done));
    // What is written again is of this version.
    let export = session.export_text(ricordo_core::session::Scope::Everything).await.unwrap();
    assert!(!export.contains("\"position\":") && export.contains("\"progress\":{\"read_to\":100}"), "{export}");
}

#[tokio::test]
async fn an_undo_entry_of_version_4_brings_the_progress_back_that_it_holds() {
    let session = imported("jobs").await;
    let id = session.conversations().await.unwrap()[0].id;
    let chat = Chat { id, session, ..Chat::open().await };
    while chat.session.undo(chat.id).await.unwrap().is_some() {}
    let upkeep = chat.session.upkeep().await.unwrap();
    assert!(upkeep.iter().all(|one| one.progress != Progress::NotBefore(50)), "{upkeep:?}");
}
