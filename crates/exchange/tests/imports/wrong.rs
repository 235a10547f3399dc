//! Wrong things in real shapes: what cannot be read is named, and the others arrive.

use super::{
    programs::skipped,
    support::{import, lines_of, session},
};
use ricordo_core::exchange::{End, Why};

/// Imports a file with a good conversation called "Good" between wrong ones; returns the number of conversations.
async fn good_of(text: &str) -> u64 {
    let session = session();
    let came = import(&session, text.into()).await;
    assert_eq!(came.end, End::Whole, "{text}");
    assert_eq!(lines_of(&session, "Good").await, ["User: Hi", "Assistant: Hello"], "{text}");
    came.imported.conversations
}

#[tokio::test]
async fn conversations_of_wrong_types_do_not_stop_the_others() {
    let chatgpt = r#"[{"title":null,"mapping":{"a":null,"b":{"message":7,"children":"x","parent":3}}},{"title":5,"mapping":{}},null,7,"x",
      {"title":"Good","create_time":"soon","current_node":null,"mapping":{
        "u":{"parent":null,"children":["a",null,7],"message":{"author":{"role":"user"},"create_time":null,"content":{"content_type":"text","parts":["Hi",null,{"x":1}]},"metadata":null}},
        "a":{"parent":"u","message":{"author":{"role":"assistant"},"recipient":null,"content":{"content_type":"text","parts":["Hello"]},"metadata":{"content_references":[null,7,{"matched_text":1}],"attachments":{"a":1}}}}}}]"#;
    assert_eq!(good_of(chatgpt).await, 1);
    let claude = r#"[{"uuid":null,"name":null,"chat_messages":[null,7,{"content":{"a":1}}]},
      {"uuid":5,"name":"Good","created_at":{},"chat_messages":[{"sender":"human","text":"Hi","content":null,"attachments":null,"files":{"a":1}},
        {"sender":"assistant","content":["x",null,{"type":"text","text":null},{"type":"text","text":"Hello"},{"type":"thinking","thinking":null,"summaries":7}]}]}]"#;
    assert_eq!(good_of(claude).await, 1);
    let open_webui = r#"[{"chat":{"history":{"messages":{"a":null}},"messages":null}},{"chat":{"messages":[]}},
      {"title":"Good","chat":{"tags":[null,7,{"name":"t"}],"history":{"currentId":9,"messages":{
        "u":{"id":"u","childrenIds":"a","role":"user","content":"Hi","timestamp":"1700000000","files":[null,{"file":7}]},
        "a":{"id":"a","parentId":"u","role":"assistant","content":"Hello","model":7,"sources":[null],"output":{"x":1},"error":{"content":"x"}}}}}}]"#;
    assert_eq!(good_of(open_webui).await, 1);
    let next_chat = r#"{"chat-next-web-store":{"sessions":[null,7,{"messages":null},{"id":{},"topic":"Good","mask":null,"lastUpdate":"x",
      "messages":[null,{"role":"user","content":"Hi","date":7},{"role":"assistant","content":[{"type":"text","text":"Hello"},null,7],"tools":[null]}]}]},"mask-store":{"masks":[null,7,{"name":7}]}}"#;
    assert_eq!(good_of(&next_chat.replace("\"tools\":[null]", "\"tools\":7")).await, 1);
    let lobehub = r#"{"exportType":"all","state":{"sessions":[null,7,{"id":3}],"topics":{"t":{"id":"t","title":"Good"}},"messages":[null,7,
      {"id":"u","role":"user","content":"Hi","topicId":"t","createdAt":"1700000000000","files":[7]},
      {"id":"a","role":"assistant","content":"Hello","topicId":"t","parentId":"gone","createdAt":1700000000001,"tools":7,"reasoning":"x","metadata":{"isMultimodal":true}}]}}"#;
    assert_eq!(good_of(lobehub).await, 1);
    let chatbox = r#"{"chat-sessions-list":null,"session:1":null,"session:2":{"messages":7},"session:3":{"id":"3","name":"Good","threads":7,"messageForksHash":[1],
      "messages":[{"id":null,"role":"user","contentParts":[{"type":"text","text":"Hi"},null]},{"id":7,"role":"assistant","contentParts":null,"content":"Hello","files":7,"pictures":[null]}]}}"#;
    assert_eq!(good_of(chatbox).await, 1);
    let librechat = r#"{"conversationId":"c","title":"Good","options":null,"messages":[{"messageId":"1","parentMessageId":null,"isCreatedByUser":"yes","sender":"User","text":"Hi","children":7},
      {"messageId":"2","parentMessageId":"1","isCreatedByUser":false,"text":null,"content":[null,{"type":"text","text":{"value":"Hello"}},{"type":"tool_use"}],"files":[null,{"filename":7}]}]}"#;
    assert_eq!(good_of(librechat).await, 1);
}

#[tokio::test]
async fn a_line_that_is_no_json_is_named_and_the_lines_after_it_arrive() {
    let text = "{\"user_name\":\"You\",\"character_name\":\"Good\"}\n{\"name\":\"You\",\"is_user\":true,\"mes\":\"Hi\"}\n{\"name\":\"Good\",\"is_user\":fals}\n{\"name\":\"Good\",\"is_user\":false,\"mes\":\"Hello\",\"swipes\":[null,7],\"swipe_id\":\"1\",\"swipe_info\":null,\"extra\":null}\n";
    let session = session();
    let came = import(&session, text.into()).await;
    assert_eq!((came.end.clone(), skipped(&came)), (End::Whole, vec![("#3", Why::Unreadable)]));
    assert_eq!(lines_of(&session, "Good").await, ["User: Hi", "Assistant: Hello"]);
}

#[tokio::test]
async fn a_broken_letter_costs_no_more_than_itself() {
    let text = r#"{"name":"Зоя","is_user":true,"mes":"Hi ?"}"#.replace('?', "\u{e9}");
    let mut bytes = text.into_bytes();
    let end = bytes.len() - 3;
    bytes.remove(end);
    let session = session();
    import(&session, [bytes, b"\n{\"name\":\"Good\",\"is_user\":false,\"mes\":\"Hello\"}".to_vec()].concat()).await;
    assert_eq!(lines_of(&session, "Good").await, ["User: Hi \u{fffd}", "Assistant: Hello"]);
    // The first desktop app of NextChat wrote a byte for each letter.
    let text = r#"{"chat-next-web-store":{"sessions":[{"id":"n","topic":"Caf?","messages":[{"role":"user","content":"Gr?n"}]}]}}"#;
    let bytes: Vec<u8> = text.bytes().map(|byte| if byte == b'?' { 0xe9 } else { byte }).collect();
    import(&session, bytes).await;
    assert_eq!(lines_of(&session, "Café").await, ["User: Grén"]);
}

#[tokio::test]
async fn an_empty_history_of_open_webui_does_not_hide_its_messages() {
    let text = r#"[{"title":"Good","chat":{"history":{"messages":{},"currentId":null},"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello"}]}}]"#;
    assert_eq!(good_of(text).await, 1);
}
