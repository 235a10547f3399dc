//! OpenAI's chat completions in the manner of many servers.

use crate::support::{
    self, Outcome, Seen, check_cuts, check_fixtures, check_recorded, costs, fails, fixtures, recorded, says, split,
    value_end,
};
use proptest::prelude::*;
use ricordo_record::{
    error::ModelErrorKind as Kind,
    message::{Finish, Usage},
    request::ChatEvent,
};
use ricordo_wire::{Decoder, Protocol};
use std::collections::BTreeMap;

/// What each fixture must become.
fn expected() -> BTreeMap<&'static str, Seen> {
    let usage = costs(21, 7, Some(16));
    BTreeMap::from([
        ("plain.sse", Seen { usage, ..says("Привіт, світе! 🦔") }),
        ("crlf-comments-bom.sse", Seen { usage, ..says("It is raining.") }),
        ("carriage-returns.sse", says("old line ends")),
        ("no-done-no-last-line-end.sse", says("No goodbye")),
        ("usage-every-chunk.sse", Seen { finish: Some(Finish::Length), usage: costs(5, 3, None), ..says("abc") }),
        ("llama-timings.sse", Seen { usage: costs(49, 2, Some(40)), ..says("Paris") }),
        (
            "reasoning-content.sse",
            Seen { thoughts: "Is it Kyiv?".into(), usage: costs(9, 5, Some(0)), ..says("Kyiv.") },
        ),
        ("reasoning-openrouter.sse", Seen { thoughts: "Let me".into(), usage, ..says("Yes.") }),
        ("think-tags.sse", Seen { thoughts: "First things.".into(), ..says("Done <think>really</think>.") }),
        ("reasoning-details.sse", Seen { thoughts: "Count: 1, 2.".into(), ..says("Two.") }),
        ("content-parts.sse", Seen { thoughts: "Hm.".into(), ..says("Sure!") }),
        (
            "tool-calls.sse",
            Seen {
                calls: vec!["call_a list_tasks {\"due\":\"today\"}".into(), "call_b add_task {}".into()],
                finish: Some(Finish::ToolCalls),
                ..Seen::default()
            },
        ),
        (
            "tool-calls-reasoning-details.sse",
            Seen {
                thoughts: "The tasks.".into(),
                calls: vec!["tool_0_list_tasks list_tasks {}".into()],
                finish: Some(Finish::ToolCalls),
                usage: Some(Usage {
                    prompt_tokens: 21,
                    completion_tokens: 8,
                    cached_tokens: None,
                    written_tokens: None,
                }),
                ..Seen::default()
            },
        ),
        (
            "tool-calls-without-index.sse",
            Seen {
                calls: vec!["x find {\"q\":\"лелека\"}".into(), "y find {\"q\":2}".into()],
                finish: Some(Finish::ToolCalls),
                ..Seen::default()
            },
        ),
        ("error-in-stream.sse", Seen { text: "Half of it".into(), ..fails(Kind::ErrorInStream, "The model crashed.") }),
        ("error-named-event.sse", Seen { text: "One".into(), ..fails(Kind::ErrorInStream, "overloaded, try later") }),
        (
            "error-in-choice.sse",
            Seen { text: "Two".into(), ..fails(Kind::ErrorInStream, "Provider returned error: upstream is down") },
        ),
        (
            "error-overflow.sse",
            fails(Kind::ContextOverflow, "Trying to keep the first 9000 tokens when context the overflows."),
        ),
        ("cut-in-the-middle.sse", Seen { text: "The longest river is the".into(), ..fails(Kind::CutOff, "") }),
        (
            "only-reasoning.sse",
            Seen {
                thoughts: "Thinking, thinking".into(),
                finish: Some(Finish::Complete),
                ..fails(Kind::EmptyReply, "the model thought and then said nothing")
            },
        ),
        (
            "thought-too-long.sse",
            Seen {
                thoughts: "On the one hand".into(),
                finish: Some(Finish::Length),
                ..fails(Kind::EmptyReply, "the limit on its length was reached while the model was still thinking")
            },
        ),
        (
            "empty.sse",
            Seen { text: " \n".into(), finish: Some(Finish::Complete), usage, ..fails(Kind::EmptyReply, "") },
        ),
        ("done-only.sse", Seen { finish: Some(Finish::Complete), ..fails(Kind::EmptyReply, "") }),
        ("filtered.sse", Seen { finish: Some(Finish::ContentFilter), ..says("I will") }),
        ("null-finish-and-odd-fields.sse", says("Fine.")),
        ("after-done.sse", says("End.")),
        ("message-after-deltas.sse", says("Once")),
        ("message-beside-deltas.sse", says("Kyiv.")),
        ("whole-beside-empty-delta.json", says("Kyiv.")),
        ("half-characters.sse", says("A hedgehog 🦔, half \u{fffd} of one.")),
        ("not-a-number.sse", says("Sure: NaN.")),
        ("two-objects-in-one-event.sse", says("One two.")),
        ("events-without-empty-lines.sse", says("One two.")),
        ("content-object.sse", says("An object.")),
        ("refusal-part.sse", says("I will not.")),
        ("images.sse", Seen { images: vec![("image/png".into(), 8)], ..says("") }),
        ("images-beside-text.sse", Seen { images: vec![("image/png".into(), 8)], ..says("Here it is. Enjoy.") }),
        ("image-part.sse", says("Here: ![](<https://example.org/a.png>)")),
        ("content-reasoning-parts.sse", Seen { thoughts: "Hm, is it?".into(), ..says("It is.") }),
        ("reasoning-summary.sse", Seen { thoughts: "Counted.".into(), ..says("Two.") }),
        ("only-end-of-thoughts.sse", says("Yes.")),
        ("completions.sse", Seen { finish: Some(Finish::Length), ..says("Once upon") }),
        ("ping.sse", says("Good.")),
        ("broken-json.sse", Seen { text: "Good".into(), ..fails(Kind::NotTheProtocol, "{\"choices\": [oops]}") }),
        ("plain-text.txt", fails(Kind::NotTheProtocol, "upstream connect error or disconnect/reset before headers")),
        ("whole.json", Seen { thoughts: "ok".into(), usage, ..says("Усе гаразд.") }),
        ("whole-error.json", fails(Kind::ErrorInStream, "model is loading")),
        ("whole-foreign.json", fails(Kind::NotTheProtocol, "{\"status\": \"ok\", \"uptime\": 12}")),
        ("whole-cut.json", fails(Kind::CutOff, "")),
        ("page.html", fails(Kind::NotTheProtocol, "Router Please log in")),
        ("nothing.txt", fails(Kind::EmptyReply, "")),
    ])
}

/// Tool calls as few servers send them.
fn odd_calls() -> BTreeMap<&'static str, Seen> {
    let calls = |calls: &[&str]| Seen {
        calls: calls.iter().map(|call| (*call).to_owned()).collect(),
        finish: Some(Finish::ToolCalls),
        ..Seen::default()
    };
    BTreeMap::from([
        ("tool-calls-all-index-0.sse", calls(&["find {\"q\":1}", "list {}", "b list {\"x\":1}", "c list {}"])),
        ("tool-calls-one-id.sse", calls(&["same find {\"q\":1}", "same_1 find {}"])),
        ("tool-call-object-then-text.sse", calls(&["a find {\"q\":1}", "b list {\"due\":\"today\"}"])),
    ])
}

/// Replies that failed, or ended for another reason than that they were complete, said in the words of many servers.
fn odd_ends() -> BTreeMap<&'static str, Seen> {
    let half = |kind, detail| Seen { text: "Half".into(), ..fails(kind, detail) };
    let half_of_it = |detail| Seen { text: "Half of it".into(), ..fails(Kind::ErrorInStream, detail) };
    let ended = |finish| Seen { finish: Some(finish), ..says("Half") };
    let limited = || half(Kind::ErrorInStream, "Rate limit reached");
    BTreeMap::from([
        ("error-field.sse", half_of_it("the slot was lost")),
        (
            "error-field-overflow.sse",
            fails(Kind::ContextOverflow, "the request exceeds the available context size. try increasing it"),
        ),
        ("error-line.sse", half_of_it("upstream is gone")),
        ("error-line-first.txt", fails(Kind::ContextOverflow, "the request exceeds the available context size")),
        ("error-overflow-z-ai.sse", fails(Kind::ContextOverflow, "Prompt exceeds max length")),
        ("text-in-the-middle.sse", half_of_it("upstream connect error: reset before headers")),
        ("page-in-the-middle.sse", half_of_it("502 Bad gateway")),
        ("text-after-the-end.sse", says("All of it.")),
        ("text-first.sse", fails(Kind::NotTheProtocol, "no healthy upstream data: [DONE]")),
        ("error-shape-code.sse", limited()),
        ("error-shape-detail.sse", limited()),
        ("error-shape-list.sse", limited()),
        ("error-shape-success.sse", limited()),
        ("whole-error-detail.json", fails(Kind::ErrorInStream, "model is loading")),
        ("whole-error-list.json", fails(Kind::ErrorInStream, "Resource has been exhausted")),
        ("empty-errors.sse", Seen { usage: costs(5, 3, None), ..says("Fine.") }),
        ("finish-no-resource.sse", half(Kind::ErrorInStream, "insufficient_system_resource")),
        ("finish-abort.sse", half(Kind::ErrorInStream, "abort")),
        ("finish-context-full.sse", ended(Finish::Length)),
        ("finish-capitals-length.sse", ended(Finish::Length)),
        ("finish-capitals-safety.sse", ended(Finish::ContentFilter)),
        ("held-back-before-an-error.sse", Seen { text: "<thin".into(), ..fails(Kind::ErrorInStream, "it broke") }),
        ("broken-json-named.sse", Seen { text: "Good".into(), ..fails(Kind::NotTheProtocol, "{\"choices\": [oops]}") }),
    ])
}

fn decode<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Outcome {
    support::decode(Protocol::OpenAi, chunks)
}

#[test]
fn every_quirk_is_read_as_it_is_meant() {
    let expected = [expected(), odd_calls(), odd_ends()].into_iter().flatten().collect();
    check_fixtures(Protocol::OpenAi, "streams", expected);
}

#[test]
fn a_body_cut_at_every_byte_gives_the_same_events() {
    check_cuts(Protocol::OpenAi, "streams");
}

#[test]
fn an_error_is_given_again_by_every_later_call() {
    let mut decoder = Decoder::new(Protocol::OpenAi);
    let first = decoder.push(b"data: {\"error\":\"no\"}\n\n").unwrap_err();
    assert_eq!(decoder.push(b"data: [DONE]\n\n").unwrap_err(), first);
    assert_eq!(decoder.last_events(), []);
    assert_eq!(decoder.finish().unwrap_err(), first);
}

#[test]
fn the_reply_is_over_with_the_line_of_its_last_word() {
    let mut decoder = Decoder::new(Protocol::OpenAi);
    decoder.push(b"data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\ndata: [DONE]").unwrap();
    assert!(!decoder.is_done());
    decoder.push(b"\n").unwrap();
    assert!(decoder.is_done(), "the connection may stay open");
    assert_eq!(decoder.finish(), Ok(Vec::new()));
}

#[test]
fn a_body_without_end_is_given_up() {
    let chunk = vec![b'x'; 1 << 20];
    for (start, kind) in
        [("data: ", Kind::EventTooLong), ("{\"a\":\"", Kind::EventTooLong), ("<html>", Kind::NotTheProtocol)]
    {
        let mut decoder = Decoder::new(Protocol::OpenAi);
        let first = decoder.push(start.as_bytes());
        assert_eq!(first, Ok(Vec::new()));
        let error = (0..20).find_map(|_| decoder.push(&chunk).err()).unwrap();
        assert_eq!(error.kind, kind, "{start}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_split_gives_the_same_events(which in any::<prop::sample::Index>(), cuts in prop::collection::vec(any::<usize>(), 0..12)) {
        let fixtures: Vec<_> = fixtures("streams").into_iter().collect();
        let (_, body) = which.get(&fixtures);
        prop_assert_eq!(split(Protocol::OpenAi, body, cuts), decode([body.as_slice()]));
    }

    #[test]
    fn any_bytes_are_survived(chunks in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..10)) {
        let whole: Vec<u8> = chunks.concat();
        prop_assert_eq!(decode(chunks.iter().map(Vec::as_slice)), decode([whole.as_slice()]));
    }

    #[test]
    fn any_json_is_survived(
        place in any::<prop::sample::Index>(),
        odd in prop::sample::select(vec!["null", "[]", "{}", "7", "-1", "1e99", "\"x\"", "true", "[null]", "[[{}]]", "{\"text\":[{\"text\":\"\"}]}"]),
    ) {
        // Any value of a good piece may be something else.
        let good = r#"{"model":"m","choices":[{"index":0,"delta":{"content":"a","reasoning":"b","refusal":null,"tool_calls":[{"index":0,"id":"c","function":{"name":"d","arguments":"e"}}]},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"prompt_tokens_details":{"cached_tokens":1}},"timings":{"cache_n":2},"error":null}"#;
        let values: Vec<_> = good.match_indices(':').map(|(at, _)| at + 1).collect();
        let at = *place.get(&values);
        let end = value_end(good, at);
        let body = format!("data: {}{odd}{}\n\ndata: [DONE]\n\n", &good[..at], &good[end..]);
        let whole = decode([body.as_bytes()]);
        prop_assert_eq!(decode(body.as_bytes().chunks(7)), whole);
    }
}

/// DeepSeek's form; some of its calls come with empty reasoning. Strict servers use other names.
#[test]
fn reasoning_goes_back_with_a_call_only_if_it_came_as_reasoning_content() {
    let back = |thought: &str| {
        let call =
            r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}}]}"#;
        let body = format!("data: {{\"choices\":[{{\"delta\":{thought}}}]}}\n\ndata: {call}\n\ndata: [DONE]\n\n");
        let (events, error) = decode([body.as_bytes()]);
        assert_eq!(error, None);
        let is_back = |event: &&ChatEvent| matches!(event, ChatEvent::SentBack { index: 0, reasoning: true, .. });
        events.iter().filter(is_back).count()
    };
    assert_eq!(back(r#"{"reasoning_content":"Hm."}"#), 1);
    assert_eq!(back(r#"{"reasoning_content":""}"#), 1);
    assert_eq!(back(r#"{"reasoning":"Hm.","reasoning_content":null}"#), 0);
    assert_eq!(back(r#"{"content":"<think>Hm.</think>"}"#), 0);
}

/// OpenRouter's form, as it sends the thoughts of Gemini 3.
#[test]
fn the_details_of_its_reasoning_go_back_with_a_call() {
    let body = &fixtures("streams")["tool-calls-reasoning-details.sse"];
    let (events, error) = decode([body.as_slice()]);
    assert_eq!(error, None);
    let details = serde_json::json!([
        {"type": "reasoning.text", "text": "The tasks.", "format": "google-gemini-v1", "index": 0},
        {"type": "reasoning.encrypted", "data": "c2lnbmF0dXJl", "id": "tool_0_list_tasks",
            "format": "google-gemini-v1", "index": 0},
    ]);
    let sent_back: Vec<_> = events.iter().filter(|event| matches!(event, ChatEvent::SentBack { .. })).collect();
    let reasoning_details = Some(details.to_string());
    let whole = ChatEvent::SentBack { index: 0, reasoning: false, extra_content: None, reasoning_details };
    assert_eq!(sent_back, [&whole]);
    let without_a_call = &fixtures("streams")["reasoning-details.sse"];
    assert!(!decode([without_a_call.as_slice()]).0.iter().any(|event| matches!(event, ChatEvent::SentBack { .. })));
}

#[test]
fn recorded_streams_give_the_same_events_however_they_are_cut() {
    let Some(bodies) = recorded("chat/completions") else { return };
    for (name, body) in &bodies {
        check_recorded(Protocol::OpenAi, name, body);
    }
    assert!(!bodies.is_empty(), "no recorded streams");
}
