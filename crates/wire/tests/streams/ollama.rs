//! Ollama's own protocol: a JSON object a line.

use crate::support::{
    Seen, check_cuts, check_fixtures, check_recorded, corpus, costs, decode, fails, fixtures, says, seen, split,
    value_end,
};
use proptest::prelude::*;
use ricordo_record::{error::ModelErrorKind as Kind, message::Finish, request::ChatEvent};
use ricordo_wire::{Decoder, Protocol};
use serde_json::{Value, json};
use std::{collections::BTreeMap, fs};

const OLLAMA: Protocol = Protocol::Ollama;

fn costing(seen: Seen) -> Seen {
    Seen { usage: costs(21, 7, None), ..seen }
}

/// What each fixture must become.
fn expected() -> BTreeMap<&'static str, Seen> {
    let made_up = |index: u32| format!("call_20261122081530123456789_{index}");
    BTreeMap::from([
        ("plain.ndjson", costing(says("Привіт, світе! 🦔"))),
        ("bom-crlf-blank-lines.ndjson", costing(says("It is raining."))),
        ("no-last-line-end.ndjson", costing(says("No goodbye"))),
        ("length.ndjson", Seen { finish: Some(Finish::Length), ..costing(says("One two")) }),
        ("old-server.ndjson", Seen { usage: costs(0, 2, None), ..says("Old.") }),
        ("thinking.ndjson", Seen { thoughts: "Is it Kyiv?".into(), ..costing(says("Kyiv.")) }),
        ("think-tags.ndjson", Seen { thoughts: "First things.".into(), ..costing(says("Done.")) }),
        (
            "tool-calls.ndjson",
            Seen {
                calls: vec![
                    format!("{} list_tasks {{\"due\":\"today\",\"open\":true}}", made_up(0)),
                    format!("{} add_task {{}}", made_up(1)),
                    "call_x1 find {\"q\":\"лелека\"}".into(),
                ],
                finish: Some(Finish::ToolCalls),
                ..costing(says("Let me look."))
            },
        ),
        (
            "tool-call-arguments-as-text.ndjson",
            Seen {
                calls: vec![format!("{} find {{\"q\": oops", made_up(0)), format!("{} list {{}}", made_up(1))],
                finish: Some(Finish::ToolCalls),
                ..costing(says(""))
            },
        ),
        (
            "only-thinking.ndjson",
            Seen {
                thoughts: "Thinking, thinking".into(),
                finish: Some(Finish::Complete),
                ..costing(fails(Kind::EmptyReply, "the model thought and then said nothing"))
            },
        ),
        (
            "thought-too-long.ndjson",
            Seen {
                thoughts: "On the one hand".into(),
                finish: Some(Finish::Length),
                ..costing(fails(
                    Kind::EmptyReply,
                    "the limit on its length was reached while the model was still thinking",
                ))
            },
        ),
        (
            "error-in-stream.ndjson",
            Seen {
                text: "Half of it".into(),
                ..fails(Kind::ErrorInStream, "an error was encountered while running the model: unexpected EOF")
            },
        ),
        ("error-overflow.ndjson", fails(Kind::ContextOverflow, "the input length exceeds the context length")),
        ("error-object.ndjson", Seen { text: "Two".into(), ..fails(Kind::ErrorInStream, "upstream is down") }),
        ("error-shape-detail.ndjson", fails(Kind::ErrorInStream, "no such model")),
        ("held-back-before-an-error.ndjson", Seen { text: "<thin".into(), ..fails(Kind::ErrorInStream, "it broke") }),
        ("cut-between-lines.ndjson", Seen { text: "The longest river is the".into(), ..fails(Kind::CutOff, "") }),
        ("cut-in-a-line.ndjson", Seen { text: "The longest river".into(), ..fails(Kind::CutOff, "") }),
        (
            "empty.ndjson",
            Seen { text: " \n".into(), finish: Some(Finish::Complete), ..costing(fails(Kind::EmptyReply, "")) },
        ),
        ("loaded.ndjson", Seen { finish: Some(Finish::Complete), ..fails(Kind::EmptyReply, "") }),
        ("after-done.ndjson", costing(says("End."))),
        ("odd-fields.ndjson", says("Fine.")),
        ("broken-json.ndjson", Seen { text: "Good".into(), ..fails(Kind::NotTheProtocol, "{\"message\": [oops]}") }),
        ("page.html", fails(Kind::NotTheProtocol, "Router Please log in")),
        ("plain-text.txt", fails(Kind::NotTheProtocol, "upstream connect error or disconnect/reset before headers")),
        ("openai-stream.sse", fails(Kind::NotTheProtocol, "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}")),
        ("foreign.json", fails(Kind::NotTheProtocol, "{\"status\": \"ok\", \"uptime\": 12}")),
        ("nothing.txt", fails(Kind::EmptyReply, "")),
    ])
}

#[test]
fn every_quirk_is_read_as_it_is_meant() {
    check_fixtures(OLLAMA, "ollama", expected());
}

#[test]
fn a_body_cut_at_every_byte_gives_the_same_events() {
    check_cuts(OLLAMA, "ollama");
}

#[test]
fn the_reply_is_over_when_the_server_says_done() {
    let mut decoder = Decoder::new(OLLAMA);
    decoder.push(b"{\"message\":{\"content\":\"Hi\"},\"done\":false}\n").unwrap();
    assert!(!decoder.is_done());
    decoder.push(b"{\"done\":true}\n").unwrap();
    assert!(decoder.is_done());
    assert_eq!(decoder.finish(), Ok(Vec::new()));
}

#[test]
fn a_line_without_end_is_given_up() {
    let chunk = vec![b'x'; 1 << 20];
    let mut decoder = Decoder::new(OLLAMA);
    assert_eq!(decoder.push(b"{\"a\":\""), Ok(Vec::new()));
    let error = (0..20).find_map(|_| decoder.push(&chunk).err()).unwrap();
    assert_eq!((error.kind, error.detail.as_str()), (Kind::EventTooLong, ""));
}

#[test]
fn the_model_is_told_once() {
    let body = &fixtures("ollama")["plain.ndjson"];
    let (events, _) = decode(OLLAMA, [body.as_slice()]);
    let models = events.iter().filter(|event| matches!(event, ChatEvent::Model { model } if model == "qwen3:4b"));
    assert_eq!(models.count(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_split_gives_the_same_events(which in any::<prop::sample::Index>(), cuts in prop::collection::vec(any::<usize>(), 0..12)) {
        let fixtures: Vec<_> = fixtures("ollama").into_iter().collect();
        let (_, body) = which.get(&fixtures);
        prop_assert_eq!(split(OLLAMA, body, cuts), decode(OLLAMA, [body.as_slice()]));
    }

    #[test]
    fn any_bytes_are_survived(chunks in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..10)) {
        let whole: Vec<u8> = chunks.concat();
        prop_assert_eq!(decode(OLLAMA, chunks.iter().map(Vec::as_slice)), decode(OLLAMA, [whole.as_slice()]));
    }

    #[test]
    fn any_json_is_survived(
        place in any::<prop::sample::Index>(),
        odd in prop::sample::select(vec!["null", "[]", "{}", "7", "-1", "1e99", "\"x\"", "true", "[null]", "[[{}]]"]),
    ) {
        let good = r#"{"model":"m","created_at":"2","message":{"role":"assistant","content":"a","thinking":"b","tool_calls":[{"id":"c","function":{"index":0,"name":"d","arguments":{"e":1}}}]},"done":true,"done_reason":"stop","prompt_eval_count":1,"eval_count":2,"error":null}"#;
        let values: Vec<_> = good.match_indices(':').map(|(at, _)| at + 1).collect();
        let at = *place.get(&values);
        let end = value_end(good, at);
        let body = format!("{}{odd}{}\n", &good[..at], &good[end..]);
        prop_assert_eq!(decode(OLLAMA, body.as_bytes().chunks(7)), decode(OLLAMA, [body.as_bytes()]));
    }
}

#[test]
fn the_examples_of_the_documentation_give_the_same_events_however_they_are_cut() {
    let Some(folder) = corpus("ollama") else { return };
    let examples: Vec<Value> =
        serde_json::from_slice(&fs::read(folder.join("api_chat_examples.json")).unwrap()).unwrap();
    let mut read = 0;
    for example in &examples {
        let title = example["title"].as_str().unwrap();
        // The documentation breaks objects into lines, which the server does not do.
        let texts = example["responses"].as_array().unwrap().iter().filter_map(Value::as_str);
        let objects = texts.flat_map(|text| serde_json::Deserializer::from_str(text).into_iter::<Value>().flatten());
        let body: String = objects.map(|object| format!("{object}\n")).collect();
        let (loads, unloads) = (body.contains("\"load\""), body.contains("\"unload\""));
        if !body.contains("\"done\":true") || loads || unloads {
            continue;
        }
        check_recorded(OLLAMA, title, body.as_bytes());
        read += 1;
    }
    assert!(read > 3, "{read} examples");
}

#[test]
fn a_recorded_stream_gives_the_same_events_however_it_is_cut() {
    let Some(folder) = corpus("ollama") else { return };
    let recorded = fs::read_to_string(folder.join("generate_deepseek-v3.1.ndjson")).unwrap();
    // Recorded from `/api/generate`, which puts the text into another field than `/api/chat`.
    let lines = recorded.lines().map(|line| {
        let mut object: Value = serde_json::from_str(line).unwrap();
        object["message"] = json!({"role": "assistant", "content": object["response"]});
        format!("{object}\n")
    });
    let body: String = lines.collect();
    let reply = check_recorded(OLLAMA, "generate", body.as_bytes());
    assert_eq!(reply, seen(decode(OLLAMA, [body.as_bytes()])));
    assert_eq!(reply.usage, costs(11, 11, None));
}
