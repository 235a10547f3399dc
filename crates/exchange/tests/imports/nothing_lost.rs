//! What programs write in rarer forms arrives, or the report names it.

use super::{
    programs::{shown, skipped},
    support::{import, session},
};
use ricordo_core::exchange::Why;

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
