//! What models send, and the answers to it.

use super::*;

fn enabled() -> Vec<String> {
    Tool::all().map(|tool| tool.name().to_owned()).collect()
}

fn read_one(name: &str, arguments: &str) -> Result<Request, String> {
    let call =
        Part::ToolCall { id: "call".to_owned(), name: name.to_owned(), arguments: arguments.to_owned(), back: None };
    prepare(&[call], &enabled(), Language::En).remove(0).request
}

#[test]
fn good_arguments_are_read() {
    let add = |title: &str, due: Option<&str>| {
        Ok(Request::Task(TaskRequest::Add { title: title.to_owned(), due: due.map(str::to_owned) }))
    };
    assert_eq!(read_one("add_task", r#"{"title": " Call ", "due": "2026-11-25"}"#), add("Call", Some("2026-11-25")));
    assert_eq!(read_one("add_task", r#"{"title": "Call", "due": null}"#), add("Call", None));
    assert_eq!(read_one("get_user_facts", ""), Ok(Request::Memory(MemoryRequest::Get)));
    assert_eq!(read_one("get_user_facts", "null"), Ok(Request::Memory(MemoryRequest::Get)));
}

#[test]
fn what_can_be_understood_is() {
    let save = |fact: &str| Ok(Request::Memory(MemoryRequest::Save { fact: fact.to_owned() }));
    assert_eq!(read_one("save_user_fact", r#"{"fact": "A", "confidence": 0.9}"#), save("A"));
    assert_eq!(read_one("save_user_fact", r#"{"fact": 42}"#), save("42"));
    assert_eq!(read_one("save_user_fact", r#""{\"fact\": \"A\"}""#), save("A"));
    let list = |include_done| Ok(Request::Task(TaskRequest::List { include_done }));
    assert_eq!(read_one("list_tasks", r#"{"include_done": "True"}"#), list(true));
    assert_eq!(read_one("list_tasks", r#"{"include_done": 0}"#), list(false));
}

#[test]
fn for_the_rest_the_model_is_told_what_to_send() {
    for (name, arguments, expected) in [
        (
            "save_user_fact",
            r#"{"fact": "A"#,
            r#"The arguments of save_user_fact are not valid JSON: send {"fact": "…"}."#,
        ),
        ("save_user_fact", "[1]", r#"The arguments of save_user_fact have to be a JSON object: send {"fact": "…"}."#),
        (
            "update_user_fact",
            r#"{"fact": "A"}"#,
            r#"update_user_fact needs the field "id", a text with words in it: send {"id": "…", "fact": "…"}."#,
        ),
        (
            "save_user_fact",
            r#"{"fact": ["A"]}"#,
            r#"The field "fact" of save_user_fact has to be a text: send "fact": "…"."#,
        ),
        (
            "list_tasks",
            r#"{"include_done": "perhaps"}"#,
            r#"The field "include_done" of list_tasks has to be true or false: send "include_done": true."#,
        ),
    ] {
        assert_eq!(read_one(name, arguments), Err(expected.to_owned()));
    }
}

#[test]
fn a_tool_that_is_not_there_or_not_enabled_is_named() {
    let call =
        Part::ToolCall { id: "1".to_owned(), name: "add_task".to_owned(), arguments: "{}".to_owned(), back: None };
    let expected =
        |enabled: &[String]| prepare(std::slice::from_ref(&call), enabled, Language::En).remove(0).request.unwrap_err();
    assert_eq!(expected(&["list_tasks".to_owned()]), "There is no tool \"add_task\": use one of list_tasks.");
    assert_eq!(expected(&[]), "There is no tool \"add_task\": answer without tools.");
}

#[test]
fn only_calls_are_read_and_their_order_stays() {
    let call =
        |id: &str| Part::ToolCall { id: id.to_owned(), name: "x".to_owned(), arguments: String::new(), back: None };
    let parts = [Part::Text { text: "First".to_owned() }, call("b"), call("a")];
    let prepared = prepare(&parts, &enabled(), Language::En);
    assert_eq!(prepared.iter().map(|one| one.call.as_str()).collect::<Vec<_>>(), ["b", "a"]);
}
