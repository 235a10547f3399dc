//! What the decoder makes of whole bodies: our own, one quirk or two in each, and the recorded ones of the corpus.

#![allow(clippy::unwrap_used, clippy::panic, reason = "the helpers of tests fail as tests do")]

use proptest::{prelude::*, strategy::ValueTree};
use ricordo_core::{
    error::{ModelError, ModelErrorKind as Kind},
    message::{Finish, Usage},
    model::ChatEvent,
    wire::openai::Decoder,
};
use std::{collections::BTreeMap, fs, path::Path};

/// Everything that came out of a body: the events in order, and the error if there was one.
type Outcome = (Vec<ChatEvent>, Option<ModelError>);

fn decode<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Outcome {
    let mut decoder = Decoder::new();
    let mut events = Vec::new();
    for chunk in chunks {
        match decoder.push(chunk) {
            Ok(more) => events.extend(more),
            Err(error) => return (events, Some(error)),
        }
    }
    events.extend(decoder.last_events());
    let end = decoder.finish();
    assert!(end.as_ref().is_ok_and(Vec::is_empty) || end.is_err(), "the last events are given once");
    (events, end.err())
}

fn split(body: &[u8], mut cuts: Vec<usize>) -> Outcome {
    cuts.sort_unstable();
    let mut rest = body;
    let mut chunks = Vec::new();
    let mut from = 0;
    for cut in cuts.into_iter().map(|cut| cut % (body.len() + 1)).collect::<std::collections::BTreeSet<_>>() {
        let (chunk, after) = rest.split_at(cut - from);
        chunks.push(chunk);
        (rest, from) = (after, cut);
    }
    chunks.push(rest);
    decode(chunks)
}

fn fixtures() -> BTreeMap<String, Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/streams");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    files.map(|file| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap())).collect()
}

/// A reply as a reader sees it.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    text: String,
    thoughts: String,
    calls: Vec<String>,
    finish: Option<Finish>,
    usage: Option<Usage>,
    error: Option<(Kind, String)>,
}

fn seen((events, error): Outcome) -> Seen {
    let mut seen = Seen { error: error.map(|error| (error.kind, error.detail)), ..Seen::default() };
    for event in events {
        match event {
            ChatEvent::Text { text } => seen.text.push_str(&text),
            ChatEvent::Reasoning { text } => seen.thoughts.push_str(&text),
            ChatEvent::ToolCall { index, id, name, arguments } => {
                let index = index as usize;
                if seen.calls.len() == index {
                    seen.calls.push(String::new());
                }
                let call = &mut seen.calls[index];
                id.into_iter().chain(name).for_each(|word| call.push_str(&format!("{word} ")));
                call.push_str(&arguments);
            }
            ChatEvent::Finish { finish } => assert!(seen.finish.replace(finish).is_none(), "one end"),
            ChatEvent::Usage { usage } => seen.usage = Some(usage),
            ChatEvent::Model { .. } => {}
        }
    }
    seen
}

fn says(text: &str) -> Seen {
    Seen { text: text.into(), finish: Some(Finish::Complete), ..Seen::default() }
}

fn fails(kind: Kind, detail: &str) -> Seen {
    Seen { error: Some((kind, detail.into())), ..Seen::default() }
}

fn costs(prompt_tokens: u32, completion_tokens: u32, cached_tokens: Option<u32>) -> Option<Usage> {
    Some(Usage { prompt_tokens, completion_tokens, cached_tokens })
}

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

#[test]
fn every_quirk_is_read_as_it_is_meant() {
    let mut expected = expected();
    for (name, body) in fixtures() {
        let meant = expected.remove(name.as_str()).unwrap_or_else(|| panic!("{name}: nothing is expected of it"));
        assert_eq!(seen(decode([body.as_slice()])), meant, "{name}");
    }
    assert!(expected.is_empty(), "no such fixture: {:?}", expected.keys());
}

#[test]
fn a_body_cut_at_every_byte_gives_the_same_events() {
    for (name, body) in fixtures() {
        let whole = decode([body.as_slice()]);
        assert_eq!(decode(body.chunks(1)), whole, "{name}, byte by byte");
        for cut in 0..body.len() {
            assert_eq!(decode([&body[..cut], &body[cut..]]), whole, "{name}, cut at {cut}");
        }
    }
}

#[test]
fn an_error_is_given_again_by_every_later_call() {
    let mut decoder = Decoder::new();
    let first = decoder.push(b"data: {\"error\":\"no\"}\n\n").unwrap_err();
    assert_eq!(decoder.push(b"data: [DONE]\n\n").unwrap_err(), first);
    assert_eq!(decoder.last_events(), []);
    assert_eq!(decoder.finish().unwrap_err(), first);
}

#[test]
fn a_body_without_end_is_given_up() {
    let chunk = vec![b'x'; 1 << 20];
    for start in ["data: ", "{\"a\":\"", "<html>"] {
        let mut decoder = Decoder::new();
        let first = decoder.push(start.as_bytes());
        assert_eq!(first, Ok(Vec::new()));
        let error = (0..20).find_map(|_| decoder.push(&chunk).err()).unwrap();
        assert_eq!(error.kind, Kind::NotTheProtocol, "{start}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_split_gives_the_same_events(which in any::<prop::sample::Index>(), cuts in prop::collection::vec(any::<usize>(), 0..12)) {
        let fixtures: Vec<_> = fixtures().into_iter().collect();
        let (_, body) = which.get(&fixtures);
        prop_assert_eq!(split(body, cuts), decode([body.as_slice()]));
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

/// Where the JSON value that begins at `at` ends.
fn value_end(json: &str, at: usize) -> usize {
    let mut values = serde_json::Deserializer::from_str(&json[at..]).into_iter::<serde_json::Value>();
    values.next();
    at + values.byte_offset()
}

#[test]
fn recorded_streams_give_the_same_events_however_they_are_cut() {
    let Some(corpus) = std::env::var_os("RICORDO_CORPUS") else {
        println!("skipped: RICORDO_CORPUS is not set");
        return;
    };
    let folder = Path::new(&corpus).join("streams/recorded");
    let index: Vec<serde_json::Value> = serde_json::from_slice(&fs::read(folder.join("INDEX.json")).unwrap()).unwrap();
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut read = 0;
    for entry in index.iter().filter(|entry| entry["uri"].as_str().is_some_and(|uri| uri.contains("chat/completions")))
    {
        let name = entry["file"].as_str().unwrap();
        let body = fs::read(folder.join(name)).unwrap();
        let whole = decode([body.as_slice()]);
        assert_eq!(decode(body.chunks(1)), whole, "{name}, byte by byte");
        for _ in 0..32 {
            let cuts = prop::collection::vec(any::<usize>(), 0..40).new_tree(&mut runner).unwrap().current();
            assert_eq!(split(&body, cuts), whole, "{name}");
        }
        let seen = seen(whole);
        println!("{name}: {} words, {} thoughts, {:?}", seen.text.len(), seen.thoughts.len(), seen.finish);
        assert_eq!(seen.error, None, "{name}");
        assert!(seen.finish.is_some() && (!seen.text.trim().is_empty() || !seen.calls.is_empty()), "{name}: {seen:?}");
        read += 1;
    }
    assert!(read > 0, "no recorded streams in {}", folder.display());
}
