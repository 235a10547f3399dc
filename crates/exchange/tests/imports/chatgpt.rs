//! ChatGPT's exports: the file itself, its parts, and the archive around them.

use super::support::{import, lines_of, messages, session, zip};
use crate::folder::corpus;
use ricordo_core::{
    exchange::{End, Format, Why},
    fork::forks,
    message::{Finish, Part, Role},
    record::{Kind, Record},
    store::Store,
};

const EXPORT: &str = include_str!("../files/chatgpt.json");

/// The smallest PNG.
const PNG: [u8; 8] = [0x89, b'P', b'N', b'G', 13, 10, 26, 10];

#[tokio::test]
async fn conversations_come_in_and_what_does_not_is_named() {
    let session = session();
    let came = import(&session, EXPORT.into()).await;
    assert_eq!((came.end, came.format), (End::Whole, Some(Format::ChatGpt)));
    assert_eq!((came.imported.conversations, came.imported.messages), (4, 16));
    let skipped: Vec<_> = came.skipped.iter().map(|skipped| (skipped.what.as_str(), skipped.why)).collect();
    let missing = ["file-RomeMap01", "file-Voice1", "notes.pdf", "file_00000000cat"]
        .map(|name| format!("Tools and images: {name}"));
    let missing = missing.iter().map(|what| (what.as_str(), Why::NotInFile));
    let expected: Vec<_> = missing.chain([("Nothing was said", Why::Empty)]).collect();
    assert_eq!(skipped, expected);
}

#[tokio::test]
async fn the_branch_that_was_shown_is_active_and_the_others_can_be_gone_to() {
    let session = session();
    import(&session, EXPORT.into()).await;
    let shown = lines_of(&session, "A trip to Rome").await;
    assert_eq!(shown, ["User: Where shall I eat in Rome?", "Assistant: Near the Pantheon, at Mia's."]);
    let id = super::support::id_of(&session, "A trip to Rome").await;
    let snapshot = session.open(id, 10).await.unwrap();
    let found = forks(&snapshot.branches, snapshot.conversation.active_branch);
    assert_eq!((found.len(), found[0].sequence, found[0].siblings.len(), found[0].shown), (1, 1, 2, 1));
    session.switch_branch(id, found[0].siblings[0], found[0].sequence).await.unwrap();
    let other = lines_of(&session, "A trip to Rome").await;
    assert_eq!(
        other[1..],
        ["Assistant: In Trastevere.", "User: And after that?", "Assistant: A walk along the Tiber."]
    );
}

#[tokio::test]
async fn an_edited_first_message_is_a_way_too() {
    let session = session();
    import(&session, EXPORT.into()).await;
    let title = "The first message was edited";
    assert_eq!(lines_of(&session, title).await, ["User: Tell me of Naples", "Assistant: Naples is in the south."]);
    let id = super::support::id_of(&session, title).await;
    let snapshot = session.open(id, 10).await.unwrap();
    let found = forks(&snapshot.branches, snapshot.conversation.active_branch);
    assert_eq!((found[0].sequence, found[0].siblings.len()), (0, 2));
}

#[tokio::test]
async fn model_time_and_end_of_a_reply_come_along() {
    let session = session();
    import(&session, EXPORT.into()).await;
    let reply = messages(&session, "A trip to Rome").await.remove(1);
    assert_eq!(reply.model.as_deref(), Some("gpt-4o"));
    assert_eq!(reply.finish, Some(Finish::Length));
    assert_eq!(reply.created_at.0, 1_700_000_050_000);
    assert!(reply.tokens > 0);
    assert!(reply.tokens_before > 0);
}

#[tokio::test]
async fn thoughts_and_tools_are_folded_into_the_reply_and_what_is_hidden_stays_out() {
    let session = session();
    import(&session, EXPORT.into()).await;
    let all = messages(&session, "Tools and images").await;
    let roles: Vec<Role> = all.iter().map(|message| message.role).collect();
    assert_eq!(roles, [Role::User, Role::Assistant, Role::Assistant, Role::Assistant]);
    let thoughts: Vec<&str> = all[1]
        .parts
        .iter()
        .filter_map(|part| if let Part::Reasoning { text } = part { Some(text.as_str()) } else { None })
        .collect();
    assert_eq!(thoughts, ["Looking\nIt shows Rome.", "→ python\n```python\nprint(1+1)\n```", "python\n```\n2\n```"]);
    assert_eq!(all[1].text(), "It is Rome.");
    assert_eq!(all[1].finish, Some(Finish::Stopped), "it was never finished");
    assert!(matches!(&all[3].parts[..], [Part::Reasoning { .. }]), "thoughts that no reply followed are kept");
    let stored = serde_json::to_string(&session.store().records(Kind::Message).await.unwrap()).unwrap();
    assert!(!stored.contains("secret profile"));
}

#[tokio::test]
async fn images_and_files_that_are_not_there_are_named() {
    let session = session();
    import(&session, EXPORT.into()).await;
    let all = messages(&session, "Tools and images").await;
    assert_eq!(
        all[0].text(),
        "[image file-RomeMap01, 800 × 600: map.png]\n\nWhat is on this map?\n\n[file file-Voice1]\n\n[file notes.pdf]"
    );
    assert_eq!(all[2].text(), "[image file_00000000cat, 1024 × 1024: a cat in Rome]");
}

#[tokio::test]
async fn images_in_the_archive_come_along_as_blobs() {
    let session = session();
    let files: [(&str, &[u8]); 4] = [
        ("conversations.json", EXPORT.as_bytes()),
        ("file-RomeMap01-map.png", &PNG),
        ("user-1/file_00000000cat-sanitized.webp", b"not really"),
        ("user.json", b"{\"id\":\"someone\"}"),
    ];
    let came = import(&session, zip(&files)).await;
    assert_eq!((came.end, came.imported.conversations), (End::Whole, 4));
    let all = messages(&session, "Tools and images").await;
    let Part::Image { blob, media_type, width, alt, .. } = &all[0].parts[0] else { panic!("{:?}", all[0].parts) };
    assert_eq!((media_type.as_str(), *width, alt.as_str()), ("image/png", Some(800), "map.png"));
    let blobs = session.store().records(Kind::Blob).await.unwrap();
    assert_eq!(blobs.len(), 2);
    let stored = blobs.iter().find_map(|one| match one {
        Record::Blob(one) if one.id == *blob => Some(one.bytes.clone()),
        _ => None,
    });
    assert_eq!(stored, Some(PNG.to_vec()));
}

#[tokio::test]
async fn what_the_code_interpreter_drew_is_a_reply() {
    let text = r#"[{"title":"A plot","conversation_id":"plot","current_node":"t","mapping":{
      "u":{"parent":null,"children":["t"],"message":{"author":{"role":"user"},"create_time":1700000001,
        "content":{"content_type":"text","parts":["Draw it"]},"metadata":{}}},
      "t":{"parent":"u","children":[],"message":{"author":{"role":"tool","name":"python"},"create_time":1700000002,
        "content":{"content_type":"execution_output","text":""},"metadata":{"aggregate_result":{"messages":[
          {"message_type":"stream","text":"drawn"},{"message_type":"image","image_url":null},
          {"message_type":"image","image_url":"file-service://file-Abc","width":800,"height":600}]}}}}}}]"#;
    let alone = session();
    let came = import(&alone, text.into()).await;
    let skipped: Vec<_> = came.skipped.iter().map(|skipped| (skipped.what.as_str(), skipped.why)).collect();
    assert_eq!(skipped, [("A plot: file-Abc", Why::NotInFile)]);
    let lines = lines_of(&alone, "A plot").await;
    assert_eq!(lines, ["User: Draw it", "Assistant: [image file-Abc, 800 × 600]"]);
    let with_image = session();
    let files: [(&str, &[u8]); 2] = [("conversations.json", text.as_bytes()), ("file-Abc-plot.png", &PNG)];
    import(&with_image, zip(&files)).await;
    let parts = &messages(&with_image, "A plot").await[1].parts;
    assert!(matches!(&parts[..], [Part::Image { media_type, .. }] if media_type == "image/png"), "{parts:?}");
}

#[tokio::test]
async fn fields_that_are_missing_do_not_matter() {
    let session = session();
    import(&session, EXPORT.into()).await;
    // It has no title and no current node, so the branch of the newest message is shown.
    assert_eq!(lines_of(&session, "").await, ["User: Hello", "Assistant: Another hello."]);
}

#[tokio::test]
async fn the_parts_of_a_split_export_come_in_one_after_the_other() {
    let all: Vec<serde_json::Value> = serde_json::from_str(EXPORT).unwrap();
    let part = |from: usize, to: usize| serde_json::to_vec(&all[from..to]).unwrap();
    let (first, second) = (part(0, 2), part(2, 5));
    let session = session();
    let files: [(&str, &[u8]); 2] = [("conversations-000.json", &first), ("conversations-001.json", &second)];
    let came = import(&session, zip(&files)).await;
    assert_eq!((came.end, came.imported.conversations), (End::Whole, 4));
    let second_time = import(&session, second).await;
    assert_eq!((second_time.imported.conversations, second_time.imported.here), (0, 2));
}

#[tokio::test]
async fn one_conversation_by_itself_is_read_too() {
    let all: Vec<serde_json::Value> = serde_json::from_str(EXPORT).unwrap();
    let session = session();
    let came = import(&session, serde_json::to_vec(&all[0]).unwrap()).await;
    assert_eq!((came.end, came.imported.conversations, came.format), (End::Whole, 1, Some(Format::ChatGpt)));
}

#[tokio::test]
async fn the_same_file_again_makes_no_doubles_and_says_so() {
    let session = session();
    import(&session, EXPORT.into()).await;
    let before = ricordo_core::testing::conformance::dump(session.store()).await;
    let again = import(&session, EXPORT.into()).await;
    assert_eq!((again.imported.conversations, again.imported.messages, again.imported.here), (0, 0, 4));
    assert!(!again.imported.is_something());
    assert_eq!(ricordo_core::testing::conformance::dump(session.store()).await, before);
}

#[tokio::test]
async fn a_conversation_that_went_on_elsewhere_is_named_and_left_alone() {
    let session = session();
    import(&session, EXPORT.into()).await;
    let later = EXPORT.replace("\"update_time\": 1700000100.0", "\"update_time\": 1700009999.0");
    assert_ne!(later, EXPORT);
    let again = import(&session, later.clone().into()).await;
    assert_eq!(again.imported.newer_in_file, ["A trip to Rome"]);
    // To import the newer one, delete the older one first.
    let id = super::support::id_of(&session, "A trip to Rome").await;
    session.delete_conversation(id, id).await.unwrap();
    let third = import(&session, later.into()).await;
    assert_eq!((third.imported.conversations, third.imported.here), (1, 3));
    assert_eq!(lines_of(&session, "A trip to Rome").await.len(), 2);
}

#[tokio::test]
async fn a_circle_of_nodes_ends() {
    let text = r#"[{"title":"Round","mapping":{
        "a":{"message":{"author":{"role":"user"},"content":{"parts":["One"]}},"parent":"b","children":["b"]},
        "b":{"message":{"author":{"role":"assistant"},"content":{"parts":["Two"]}},"parent":"a","children":["a"]}}}]"#;
    let session = session();
    let came = import(&session, text.into()).await;
    assert_eq!((came.end, came.imported.messages), (End::Whole, 2));
}

#[tokio::test]
async fn ten_thousand_messages_in_a_row_come_in() {
    let nodes = (0..10_000).map(|n| {
        let parent = if n == 0 { "null".to_owned() } else { format!("\"n{}\"", n - 1) };
        let role = if n % 2 == 0 { "user" } else { "assistant" };
        format!(r#""n{n}":{{"message":{{"author":{{"role":"{role}"}},"create_time":{},"content":{{"parts":["{n}"]}}}},"parent":{parent}}}"#, 1_700_000_000 + n)
    });
    let mapping: Vec<String> = nodes.collect();
    let text = format!(r#"[{{"title":"Long","mapping":{{{}}}}}]"#, mapping.join(","));
    let session = session();
    let came = import(&session, text.into()).await;
    assert_eq!((came.imported.conversations, came.imported.messages), (1, 10_000));
    assert!(came.longest < 300_000, "a step stays small: {}", came.longest);
    assert_eq!(lines_of(&session, "Long").await.last().map(String::as_str), Some("Assistant: 9999"));
}

/// A real export, if the corpus is available.
#[tokio::test]
async fn a_real_export_comes_in() {
    let Some(corpus) = corpus() else { return };
    let bytes = std::fs::read(corpus.join("exports/chatgpt-tree.json")).unwrap();
    let session = session();
    let came = import(&session, bytes).await;
    assert_eq!((came.end, came.imported.conversations, came.imported.messages), (End::Whole, 1, 11));
    let other = std::fs::read(corpus.join("exports/librechat-linear.json")).unwrap();
    let came = import(&session, other).await;
    assert_eq!((came.end, came.format, came.imported.messages), (End::Whole, Some(Format::LibreChat), 2));
    let lines = lines_of(&session, "Adventure Across Time and Space").await;
    assert!(lines[0].starts_with("User: tell me") && lines[1].starts_with("Assistant: Of course!"), "{lines:?}");
}
