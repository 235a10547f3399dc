//! Imports of exports that builds of earlier record versions wrote lose nothing.

mod unchanged;

use crate::common::{Chat, provider};
use ricordo_core::{
    compile::Outgoing,
    conversation::{Conversation, TitleOrigin},
    error::ModelErrorKind,
    maintenance::{Job, Maintenance, Progress},
    manifest::{ManifestItem, QuoteLength, Written},
    memory_store::MemoryStore,
    message::{Finish, Part, Role},
    project::ProjectText,
    record::{Kind, Record},
    scope::Scope,
    session::{ModelCall, Session},
    settings::{Embeddings, Settings, SystemPrompt, WindowStyle, prompt_text},
    store::Store,
    testing::ManualHost,
};

const VERSION_4: [(&str, &str); 7] = [
    ("function_errors", include_str!("stored/version_4_function_errors.json")),
    ("jobs", include_str!("stored/version_4_jobs.json")),
    ("replies", include_str!("stored/version_4_replies.json")),
    ("settings_none", include_str!("stored/version_4_settings_none.json")),
    ("settings_own", include_str!("stored/version_4_settings_own.json")),
    ("settings_shipped", include_str!("stored/version_4_settings_shipped.json")),
    ("titles", include_str!("stored/version_4_titles.json")),
];

const VERSION_5: [(&str, &str); 11] = [
    ("tools_5", include_str!("stored/version_5_tools.json")),
    ("notes_5", include_str!("stored/version_5_notes.json")),
    ("deleted_5", include_str!("stored/version_5_deleted.json")),
    ("titles_5", include_str!("stored/version_5_titles.json")),
    ("settings_5_shipped_en", include_str!("stored/version_5_settings_shipped_en.json")),
    ("settings_5_shipped_uk", include_str!("stored/version_5_settings_shipped_uk.json")),
    ("settings_5_layered_ru", include_str!("stored/version_5_settings_layered_ru.json")),
    ("settings_5_own", include_str!("stored/version_5_settings_own.json")),
    ("settings_5_none", include_str!("stored/version_5_settings_none.json")),
    ("settings_5_spaces", include_str!("stored/version_5_settings_spaces.json")),
    ("settings_5_changes", include_str!("stored/version_5_settings_changes.json")),
];

const VERSION_6: [(&str, &str); 9] = [
    ("settings_6_shipped_en", include_str!("stored/version_6_settings_shipped_en.json")),
    ("settings_6_shipped_uk", include_str!("stored/version_6_settings_shipped_uk.json")),
    ("settings_6_layered_ru", include_str!("stored/version_6_settings_layered_ru.json")),
    ("settings_6_own", include_str!("stored/version_6_settings_own.json")),
    ("settings_6_none", include_str!("stored/version_6_settings_none.json")),
    ("settings_6_spaces", include_str!("stored/version_6_settings_spaces.json")),
    ("settings_6_given", include_str!("stored/version_6_settings_given.json")),
    ("settings_6_changes", include_str!("stored/version_6_settings_changes.json")),
    ("settings_6_undo", include_str!("stored/version_6_settings_undo.json")),
];

/// Two conversations with facts, a task and the summaries of both, before there were projects.
const VERSION_7: [(&str, &str); 1] = [("everything_7", include_str!("stored/version_7_everything.json"))];

const VERSION_8: [(&str, &str); 1] = [("records_8", include_str!("stored/version_8_records.json"))];

const VERSION_9: [(&str, &str); 1] = [("records_9", include_str!("stored/version_9_records.json"))];

const VERSION_10: [(&str, &str); 1] = [("records_10", include_str!("stored/version_10_records.json"))];

const VERSION_11: [(&str, &str); 1] = [("records_11", include_str!("stored/version_11_records.json"))];

const VERSION_12: [(&str, &str); 1] = [("records_12", include_str!("stored/version_12_records.json"))];

async fn imported(name: &str) -> Session<MemoryStore, ManualHost> {
    let (_, export) = VERSION_4
        .into_iter()
        .chain(VERSION_5)
        .chain(VERSION_6)
        .chain(VERSION_7)
        .chain(VERSION_8)
        .chain(VERSION_9)
        .chain(VERSION_10)
        .chain(VERSION_11)
        .chain(VERSION_12)
        .find(|(of, _)| *of == name)
        .unwrap();
    let session = Session::new(MemoryStore::default(), ManualHost::default());
    session.import_text(export).await.unwrap();
    session
}

/// The messages of all conversations that list tools or are notes.
async fn notes(session: &Session<MemoryStore, ManualHost>) -> Vec<Part> {
    let records = session.store().records(Kind::Message).await.unwrap().into_iter();
    let messages = records.map(|record| if let Record::Message(message) = record { message } else { panic!() });
    messages.filter(|message| message.role == Role::System).flat_map(|message| message.parts).collect()
}

fn tools_used(names: &[&str]) -> Part {
    Part::ToolsUsed { names: names.iter().map(|name| (*name).to_owned()).collect() }
}

#[tokio::test]
async fn every_record_of_an_older_version_comes_in() {
    let before_8 = VERSION_4.into_iter().chain(VERSION_5).chain(VERSION_6).chain(VERSION_7);
    for (name, export) in
        before_8.chain(VERSION_8).chain(VERSION_9).chain(VERSION_10).chain(VERSION_11).chain(VERSION_12)
    {
        let count = export.lines().filter(|line| line.starts_with('{') && line.contains(":{")).count();
        let session = Session::new(MemoryStore::default(), ManualHost::default());
        let found = session.import_text(export).await.unwrap();
        assert_eq!((found.added, found.kept), (u32::try_from(count).unwrap(), 0), "{name}");
    }
}

#[tokio::test]
async fn every_request_of_an_older_version_is_shown_word_for_word() {
    let mut shown = 0;
    for (name, _) in VERSION_4.into_iter().chain(VERSION_5).chain(VERSION_6) {
        let session = imported(name).await;
        for conversation in session.conversations().await.unwrap() {
            // Messages that the storage limit deleted are visible again once restored.
            session.restore_deleted(conversation.id).await.unwrap();
        }
        for record in session.store().records(Kind::Manifest).await.unwrap() {
            let Record::Manifest(manifest) = record else { panic!("{record:?}") };
            let past = session.past_request(manifest.reply).await.unwrap().unwrap();
            assert!(past.request.is_ok(), "{name}: {:?}", past.request);
            shown += 1;
        }
    }
    assert_eq!(shown, 22 + 39 + 7);
}

#[tokio::test]
async fn what_is_sent_now_says_how_it_was_written_out() {
    let chat = Chat::open_with(Settings { window_style: WindowStyle::Group, ..Settings::default() }).await;
    chat.say("Lisbon in March?").await;
    chat.host.advance(7_200_000);
    let asked = chat.id_of("Lisbon").await;
    let outgoing = Outgoing { reply_to: Some(asked), ..Outgoing::text("How warm is it then?") };
    let provider = provider();
    let call = ModelCall::new(&chat.model, &provider);
    chat.session.send_message(&call, chat.id, outgoing, Vec::new()).await.unwrap();
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
    let jobs: Vec<Maintenance> = session.maintenance().await.unwrap();
    let progress = |job| jobs.iter().find(|maintenance| maintenance.job == job).unwrap().progress;
    assert_eq!(progress(Job::Compression(conversation)), Progress::NotBefore(50));
    assert_eq!(progress(Job::Extraction(conversation)), Progress::ReadTo(100));
    assert_eq!(progress(Job::Recent(None)), Progress::PutOffTo(20_781));
    assert_eq!(progress(Job::Long(None)), Progress::PutOffTo(20_792));
    let titles = imported("titles").await;
    let done = titles.maintenance().await.unwrap();
    assert!(
        done.iter()
            .any(|maintenance| matches!(maintenance.job, Job::Title(_)) && maintenance.progress == Progress::Done)
    );
    // Records written now have the current version.
    let export = session.export_text(ricordo_core::session::Scope::Everything).await.unwrap();
    assert!(!export.contains("\"position\":") && export.contains("\"progress\":{\"read_to\":100}"), "{export}");
}

#[tokio::test]
async fn an_undo_entry_of_version_4_brings_the_progress_back_that_it_holds() {
    let session = imported("jobs").await;
    let id = session.conversations().await.unwrap()[0].id;
    let chat = Chat { id, session, ..Chat::open().await };
    while chat.session.undo(chat.id).await.unwrap().is_some() {}
    let maintenance = chat.session.maintenance().await.unwrap();
    assert!(maintenance.iter().all(|one| one.progress != Progress::NotBefore(50)), "{maintenance:?}");
}

/// Version 4 wrote such an error as one of the model in the page, or of the protocol, with a beginning of its own.
#[tokio::test]
async fn an_error_of_a_program_s_function_was_known_by_its_first_words_and_is_a_kind_now() {
    let session = imported("function_errors").await;
    let id = session.conversations().await.unwrap()[0].id;
    // The first reply is in an undo entry.
    assert_eq!(session.restore_deleted(id).await.unwrap(), 2);
    let messages = session.open(id, 20).await.unwrap().messages;
    let errors = messages.iter().filter_map(|message| match &message.finish {
        Some(Finish::Failed { failure }) => Some((failure.error.kind, failure.error.detail.as_str())),
        _ => None,
    });
    assert_eq!(
        errors.collect::<Vec<_>>(),
        [
            (ModelErrorKind::FunctionThrew, "TypeError: no such thing"),
            (ModelErrorKind::FunctionGarbage, "yielded 42, which is no text and no event"),
            (ModelErrorKind::FunctionGarbage, "gave 42, which is no text and nothing to iterate over"),
            (ModelErrorKind::ModelFailed, "no memory"),
            (ModelErrorKind::FunctionThrew, "threw what is no error"),
        ]
    );
    assert_eq!(messages[1].text(), "Reply 1.", "and what had arrived stays");
    let export = session.export_text(ricordo_core::session::Scope::Everything).await.unwrap();
    assert!(!export.contains("the page's model function"), "{export}");
}

#[tokio::test]
async fn the_tools_of_a_turn_were_a_note_in_words_and_are_named_now() {
    let session = imported("tools_5").await;
    assert_eq!(notes(&session).await, vec![tools_used(&["add_task", "list_tasks"]); 3]);
    let export = session.export_text(ricordo_core::session::Scope::Everything).await.unwrap();
    assert!(export.contains(r#"[{"tools_used":{"names":["add_task","list_tasks"]}}]"#), "{export}");
    assert!(!export.contains(r#""text":"Tools used: "#), "{export}");
    // An imported note stays a note, unless it looks exactly like a tool line of a turn.
    let text = |text: &str| Part::Text { text: text.to_owned() };
    let words = "Tools used: a hammer, two screwdrivers and patience";
    let session = imported("notes_5").await;
    assert_eq!(notes(&session).await, [text(words), text("Tools used: "), tools_used(&["search"])]);
}

#[tokio::test]
async fn what_was_deleted_comes_back_with_the_names_of_its_tools() {
    let session = imported("deleted_5").await;
    assert_eq!(notes(&session).await, []);
    let id = session.conversations().await.unwrap()[0].id;
    assert_eq!(session.restore_deleted(id).await.unwrap(), 10);
    let words = "Tools used: a hammer, two screwdrivers and patience".to_owned();
    assert_eq!(notes(&session).await, [tools_used(&["add_task"]), Part::Text { text: words }]);
}

/// The conversation of the titles export whose title begins with a text.
async fn titled(session: &Session<MemoryStore, ManualHost>, title: &str) -> Conversation {
    let all = session.conversations().await.unwrap();
    all.into_iter().find(|conversation| conversation.title.starts_with(title)).unwrap()
}

#[tokio::test]
async fn the_title_of_a_model_is_known_and_that_of_the_user_is_never_lost() {
    let session = imported("titles_5").await;
    assert_eq!(titled(&session, "Three Days in Rome").await.title_origin, TitleOrigin::Model);
    let all = session.conversations().await.unwrap();
    let unknown = all.iter().filter(|conversation| conversation.title_origin == TitleOrigin::NotRecorded).count();
    assert_eq!((all.len(), unknown), (8, 6));
    let mut titles: Vec<String> = Vec::new();
    for conversation in all {
        let first = session.store().messages(conversation.id, u32::MAX, 9).await.unwrap();
        if let Some(first) = first.first() {
            session.erase_message(first.id).await.unwrap();
        }
        titles.push(session.open(conversation.id, 1).await.unwrap().conversation.title);
    }
    titles.sort();
    // First-words titles go with their message, even if truncated, and so do titles that a model wrote from it.
    assert_eq!(titles, ["", "", "", "", "", "Kyiv", "Oslo", "Vienna"]);
}

#[tokio::test]
async fn a_title_that_is_taken_back_is_again_what_it_was() {
    let session = imported("titles_5").await;
    let vienna = titled(&session, "Vienna").await;
    session.undo(vienna.id).await.unwrap();
    let now = titled(&session, "Train to Vienna").await;
    assert_eq!((now.title_origin, now.titled_from.len()), (TitleOrigin::Model, 2));
}

#[tokio::test]
async fn a_stored_prompt_that_ships_is_known_by_name_and_any_other_text_is_the_users() {
    let own = "You are a pirate. Answer {username}.\n";
    let english = ricordo_core::template::shipped("default.md", ricordo_core::settings::Language::En).unwrap();
    for version in [5, 6] {
        for (name, expected) in [
            ("shipped_en", SystemPrompt::default()),
            ("shipped_uk", SystemPrompt::default()),
            ("spaces", SystemPrompt::default()),
            ("layered_ru", SystemPrompt::shipped("layered.md")),
            ("own", own.into()),
            ("none", "".into()),
        ] {
            let settings = imported(&format!("settings_{version}_{name}")).await.settings().await.unwrap();
            assert_eq!(settings.system_prompt, expected, "{name}");
            assert_eq!(settings.system_prompt_of_version_6, None, "{name}");
        }
    }
    // A program set an English prompt in Ukrainian settings: the same text is sent as before.
    let given = imported("settings_6_given").await.settings().await.unwrap();
    assert_eq!((given.system_prompt.own(), prompt_text(&given)), (Some(english), english));
}

#[tokio::test]
async fn settings_of_version_6_are_sent_and_exported_as_this_build_writes_them() {
    for (name, export) in VERSION_6 {
        let session = imported(name).await;
        let settings = session.settings().await.unwrap();
        let line = export.lines().find(|line| line.starts_with("{\"settings\"")).unwrap().trim_end_matches(',');
        let stored: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = stored["settings"]["system_prompt"].as_str().unwrap();
        assert_eq!(prompt_text(&settings).trim(), text.trim(), "{name}");
        let export = session.export_text(ricordo_core::session::Scope::Everything).await.unwrap();
        let line = export.lines().find(|line| line.starts_with("{\"settings\"")).unwrap();
        assert!(!line.contains("\"system_prompt\":") && line.contains("\"prompt\":{\""), "{line}");
    }
}

#[tokio::test]
async fn each_step_that_version_6_recorded_brings_its_prompt_back() {
    let session = imported("settings_6_undo").await;
    let id = session.conversations().await.unwrap()[0].id;
    let mut prompts = vec![session.settings().await.unwrap().system_prompt];
    while session.undo(id).await.unwrap().is_some() {
        prompts.push(session.settings().await.unwrap().system_prompt);
    }
    let shipped = SystemPrompt::shipped;
    let expected = [
        shipped("default.md"),
        shipped("assistant.md"),
        "You are a pirate.".into(),
        shipped("casual.md"),
        shipped("layered.md"),
        shipped("default.md"),
    ];
    assert_eq!(prompts, expected);
}

#[tokio::test]
async fn what_was_stored_before_projects_is_in_none_and_used_everywhere() {
    let session = imported("everything_7").await;
    let conversations = session.conversations().await.unwrap();
    assert_eq!(conversations.iter().map(|one| (one.project, one.moved_at)).collect::<Vec<_>>(), [(None, None); 2]);
    assert_eq!(session.tasks().await.unwrap()[0].scope, Scope::Everywhere);
    for conversation in conversations {
        let request = session.preview(conversation.id, "And now?", &provider()).await.unwrap().request;
        let request = serde_json::to_string(&request).unwrap();
        for words in
            ["born in Lutsk", "paints accordions", "Recent: they talk about Lviv.", "Long: they talk about Lviv."]
        {
            assert!(request.contains(words), "{words}");
        }
    }
    // In a project, they are still used, and the summaries are left out once one of their conversations is moved there.
    let project =
        session.create_project(ProjectText { name: "Rome".to_owned(), ..ProjectText::default() }).await.unwrap();
    let moved = session.conversations().await.unwrap()[0].id;
    session.move_conversation(moved, Some(project.id), moved).await.unwrap();
    let request = session.preview(moved, "And now?", &provider()).await.unwrap().request;
    let request = serde_json::to_string(&request).unwrap();
    assert!(request.contains("born in Lutsk") && !request.contains("they talk about Lviv."), "{request}");
}

#[tokio::test]
async fn version_8_had_no_projects_so_everything_is_in_none() {
    let session = imported("records_8").await;
    let records = async |kind| session.store().records(kind).await.unwrap();
    let (mut seen, kinds) = (0, [Kind::Conversation, Kind::Memory, Kind::Task, Kind::Summary, Kind::ReplacedSummary]);
    for kind in kinds {
        for record in records(kind).await {
            seen += 1;
            match record {
                Record::Conversation(conversation) => assert_eq!(conversation.project, None),
                Record::Memory(memory) => assert_eq!(memory.scope, Scope::Everywhere),
                Record::Task(task) => assert_eq!(task.scope, Scope::Everywhere),
                Record::Summary(summary) | Record::ReplacedSummary(summary) => {
                    assert_eq!((summary.project, summary.moved_out), (None, Vec::new()));
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert_eq!((seen, records(Kind::Project).await), (kinds.len(), Vec::new()));
}

#[tokio::test]
async fn version_9_had_no_vectors_so_no_model_makes_any() {
    let session = imported("records_9").await;
    let settings = session.settings().await.unwrap();
    assert_eq!((settings.embeddings, settings.recall.include_vector), (Embeddings::default(), true));
    for record in session.store().records(Kind::Manifest).await.unwrap() {
        let Record::Manifest(manifest) = record else { panic!("{record:?}") };
        assert!(manifest.recall_was_late && !manifest.recalled_by_words);
    }
    assert_eq!(session.store().records(Kind::VectorPart).await.unwrap(), Vec::new());
}
