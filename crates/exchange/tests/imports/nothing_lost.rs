//! What programs write in rarer forms arrives, or the report names it.

use super::{
    programs::{shown, skipped},
    support::{import, lines_of, session},
};
use ricordo_core::{exchange::Why, message::Role};

#[tokio::test]
async fn librechat_calls_of_tools_of_the_server_keep_their_input_and_outputs() {
    let text = r#"{"conversationId":"c","title":"Sum","messages":[{"messageId":"1","parentMessageId":null,"isCreatedByUser":true,"text":"2 + 2?"},
      {"messageId":"2","parentMessageId":"1","isCreatedByUser":false,"content":[
        {"type":"tool_call","tool_call":{"id":"a","type":"code_interpreter","code_interpreter":{"input":"print(2 + 2)","outputs":[{"type":"logs","logs":"4"},{"type":"image","image":{"file_id":"file-1"}}]}}},
        {"type":"tool_call","tool_call":{"id":"b","type":"file_search","file_search":{}}},
        {"type":"text","text":{"value":"It is 4."}}]}]}"#;
    let session = session();
    let came = import(&session, text.into()).await;
    let parts: Vec<String> = shown(&session, "Sum").await.into_iter().flat_map(|(_, parts)| parts).collect();
    for wanted in ["a: code_interpreter {\"input\":\"print(2 + 2)\"}", "a = 4", "b: file_search {}", "b = "] {
        assert!(parts.iter().any(|part| part == wanted), "{wanted} in {parts:?}");
    }
    assert!(parts.last().unwrap().ends_with("It is 4."));
    assert_eq!(skipped(&came), [("Sum: file-1", Why::NotInFile)]);
}

#[tokio::test]
async fn what_the_user_wrote_while_claude_designs_is_a_message_and_errors_are_named() {
    let text = r#"[{"uuid":"d","title":"Poster","messages":[
      {"uuid":"u","role":"user","content":{"role":"user","content":"A poster"}},
      {"uuid":"a","role":"assistant","content":{"role":"assistant","contentBlocks":[
        {"type":"text","text":"I begin."},
        {"type":"user_interjection","message":{"content":"In blue, please"}},
        {"type":"text","text":"Blue it is."},
        {"type":"error","message":"The canvas is full"}]}},
      {"uuid":"e","role":"user","content":{"role":"user","content":"Thanks"}}]}]"#;
    let session = session();
    let came = import(&session, text.into()).await;
    let wanted =
        ["User: A poster", "Assistant: I begin.", "User: In blue, please", "Assistant: Blue it is.", "User: Thanks"];
    assert_eq!(lines_of(&session, "Poster").await, wanted);
    assert_eq!(skipped(&came), [("Poster: The canvas is full", Why::OnlyError)]);
    let again = import(&session, text.into()).await;
    assert_eq!((again.imported.here, again.imported.messages), (1, 0));
}

#[tokio::test]
async fn replies_that_are_only_an_error_are_named() {
    let open_webui = r#"[{"id":"c","title":"Bread","chat":{"history":{"currentId":"b","messages":{
      "a":{"id":"a","role":"user","content":"Hi","childrenIds":["b"]},
      "b":{"id":"b","parentId":"a","role":"assistant","content":"","done":true,"error":{"content":"Model not found"}}}}}}]"#;
    let lobehub = r#"{"exportType":"all","state":{"topics":{"t":{"id":"t","title":"Bread"}},"messages":[
      {"id":"u","role":"user","content":"Hi","topicId":"t","createdAt":1700000000000},
      {"id":"a","role":"assistant","content":"","topicId":"t","parentId":"u","createdAt":1700000000001,"error":{"type":"InvalidKey","message":"Model not found"}}]}}"#;
    let chatbox = r#"{"session:1":{"id":"1","name":"Bread","messages":[{"id":"u","role":"user","contentParts":[{"type":"text","text":"Hi"}]},
      {"id":"a","role":"assistant","contentParts":[],"content":"...","error":"Model not found"}]}}"#;
    for text in [open_webui, lobehub, &chatbox.replace("\"content\":\"...\"", "\"content\":\"\"")] {
        let session = session();
        let came = import(&session, text.into()).await;
        assert_eq!(skipped(&came), [("Bread: Model not found", Why::OnlyError)], "{text}");
        assert_eq!(lines_of(&session, "Bread").await, ["User: Hi"], "{text}");
    }
}

#[tokio::test]
async fn files_are_named_as_the_user_knows_them() {
    let jan = r#"{"id":"1","object":"thread.message","thread_id":"t","role":"user","content":[{"type":"text","text":{"value":"See"}}],"attachments":[{"file_id":"plan.pdf"},{"name":"a.md"}],"metadata":{"inline_file_contents":[{"name":"a.md","content":"Tea"}]}}"#;
    let came = import(&session(), jan.into()).await;
    assert_eq!(skipped(&came), [("#1: plan.pdf", Why::NotInFile)]);
    let open_webui = |file: &str| {
        format!(
            r#"[{{"id":"c","title":"Bread","chat":{{"history":{{"currentId":"a","messages":{{"a":{{"id":"a","role":"user","content":"Hi","files":[{file}]}}}}}}}}}}]"#
        )
    };
    for (file, name) in [
        (r#"{"type":"image","name":"rye.png","url":"/api/v1/files/7c/content"}"#, "Bread: rye.png"),
        (r#"{"type":"image","url":"/api/v1/files/7c/content"}"#, "Bread: 7c"),
    ] {
        let session = session();
        let came = import(&session, open_webui(file).into_bytes()).await;
        assert_eq!(skipped(&came), [(name, Why::NotInFile)]);
        let (role, parts) = shown(&session, "Bread").await.remove(0);
        assert!(role == Role::User && !parts[0].contains("content"), "{parts:?}");
    }
}
