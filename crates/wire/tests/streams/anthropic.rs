//! Anthropic's Messages: named events, blocks of content.

use crate::support::{
    Seen, check_cuts, check_fixtures, check_recorded, corpus, costs, decode, fails, fixtures, recorded, says, split,
    value_end,
};
use proptest::prelude::*;
use ricordo_record::{
    error::ModelErrorKind as Kind,
    message::{Finish, Usage},
};
use ricordo_wire::{Decoder, Protocol};
use std::{collections::BTreeMap, fs};

const ANTHROPIC: Protocol = Protocol::Anthropic;

fn costing(seen: Seen) -> Seen {
    Seen { usage: costs(21, 7, Some(16)), ..seen }
}

/// What broke off after the first event, which tells the cost of the prompt.
fn begun(seen: Seen) -> Seen {
    Seen { usage: costs(21, 1, Some(16)), ..seen }
}

/// What each fixture must become.
fn expected() -> BTreeMap<&'static str, Seen> {
    BTreeMap::from([
        ("plain.sse", costing(says("Привіт, світе! 🦔"))),
        ("crlf-comments-bom.sse", costing(says("It is raining."))),
        ("no-stop-no-last-line-end.sse", costing(says("No goodbye"))),
        ("without-event-names.sse", costing(says("Nameless"))),
        ("length.sse", Seen { finish: Some(Finish::Length), ..costing(says("One two")) }),
        ("context-full.sse", Seen { finish: Some(Finish::Length), ..costing(says("One two")) }),
        (
            "usage-at-the-end.sse",
            Seen {
                usage: costs(49, 2, Some(5)).map(|usage| Usage { written_tokens: Some(40), ..usage }),
                ..says("Hi")
            },
        ),
        ("thinking.sse", Seen { thoughts: "Is it Kyiv?".into(), ..costing(says("Kyiv.")) }),
        (
            "tool-calls.sse",
            Seen {
                calls: vec!["toolu_a list_tasks {\"due\":\"today\"}".into(), "toolu_b add_task {}".into()],
                finish: Some(Finish::ToolCalls),
                ..costing(says("Let me look."))
            },
        ),
        (
            "tool-calls-interleaved.sse",
            Seen {
                calls: vec!["a find {\"q\":\"лелека\"}".into(), "b find {\"q\":2}".into()],
                finish: Some(Finish::ToolCalls),
                ..costing(says(""))
            },
        ),
        (
            "tool-call-broken-arguments.sse",
            Seen {
                calls: vec!["toolu_a find {\"q\": oops".into()],
                finish: Some(Finish::ToolCalls),
                ..costing(says(""))
            },
        ),
        ("server-tools.sse", costing(says("Found it."))),
        ("refusal.sse", Seen { finish: Some(Finish::ContentFilter), ..costing(says("I will")) }),
        (
            "refused-at-once.sse",
            Seen {
                finish: Some(Finish::ContentFilter),
                ..begun(fails(Kind::EmptyReply, "the provider withheld the reply"))
            },
        ),
        (
            "only-thinking.sse",
            Seen {
                thoughts: "Thinking, thinking".into(),
                finish: Some(Finish::Complete),
                ..costing(fails(Kind::EmptyReply, "the model thought and then said nothing"))
            },
        ),
        (
            "thought-too-long.sse",
            Seen {
                thoughts: "On the one hand".into(),
                finish: Some(Finish::Length),
                ..costing(fails(
                    Kind::EmptyReply,
                    "the limit on its length was reached while the model was still thinking",
                ))
            },
        ),
        ("error-overloaded.sse", Seen { text: "One".into(), ..begun(fails(Kind::ErrorInStream, "Overloaded")) }),
        ("error-overflow.sse", fails(Kind::ContextOverflow, "prompt is too long: 205547 tokens > 200000 maximum")),
        ("error-as-text.sse", begun(fails(Kind::ErrorInStream, "gateway timeout"))),
        ("cut-in-the-middle.sse", Seen { text: "The longest river is the".into(), ..begun(fails(Kind::CutOff, "")) }),
        (
            "empty.sse",
            Seen { text: " \n".into(), finish: Some(Finish::Complete), ..costing(fails(Kind::EmptyReply, "")) },
        ),
        ("stop-only.sse", Seen { finish: Some(Finish::Complete), ..fails(Kind::EmptyReply, "") }),
        ("after-stop.sse", costing(says("End."))),
        ("unknown-events.sse", costing(says("Fine."))),
        ("broken-json.sse", Seen { text: "Good".into(), ..begun(fails(Kind::NotTheProtocol, "{\"type\": [oops]}")) }),
        (
            "broken-json-named.sse",
            Seen { text: "One".into(), ..begun(fails(Kind::NotTheProtocol, "{\"type\": [oops]}")) },
        ),
        ("error-field.sse", Seen { text: "One".into(), ..begun(fails(Kind::ErrorInStream, "the worker was lost")) }),
        (
            "openai-stream.sse",
            fails(
                Kind::NotTheProtocol,
                "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]} data: {\"choices\":[]}",
            ),
        ),
        (
            "whole.json",
            Seen {
                thoughts: "ok".into(),
                calls: vec!["toolu_a find {\"q\":1}".into()],
                finish: Some(Finish::ToolCalls),
                usage: costs(21, 7, None),
                ..says("Усе гаразд.")
            },
        ),
        ("whole-error.json", fails(Kind::ErrorInStream, "Internal server error")),
        ("whole-foreign.json", fails(Kind::NotTheProtocol, "{\"status\": \"ok\", \"uptime\": 12}")),
        ("whole-cut.json", fails(Kind::CutOff, "")),
        ("page.html", fails(Kind::NotTheProtocol, "Router Please log in")),
        ("plain-text.txt", fails(Kind::NotTheProtocol, "upstream connect error or disconnect/reset before headers")),
        ("nothing.txt", fails(Kind::EmptyReply, "")),
    ])
}

#[test]
fn every_quirk_is_read_as_it_is_meant() {
    check_fixtures(ANTHROPIC, "anthropic", expected());
}

#[test]
fn a_body_cut_at_every_byte_gives_the_same_events() {
    check_cuts(ANTHROPIC, "anthropic");
}

#[test]
fn the_reply_is_over_when_the_message_stops() {
    let mut decoder = Decoder::new(ANTHROPIC);
    let tail = br#"data: {"type":"message_delta","delta":{"stop_reason":"end_turn"}}"#;
    decoder.push(br#"data: {"type":"content_block_delta","delta":{"type":"text_delta","text":"Hi"}}"#).unwrap();
    decoder.push(b"\n\n").unwrap();
    decoder.push(&[tail.as_slice(), b"\n\n"].concat()).unwrap();
    assert!(!decoder.is_done());
    decoder.push(b"event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n").unwrap();
    assert!(decoder.is_done());
    assert_eq!(decoder.finish(), Ok(Vec::new()));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_split_gives_the_same_events(which in any::<prop::sample::Index>(), cuts in prop::collection::vec(any::<usize>(), 0..12)) {
        let fixtures: Vec<_> = fixtures("anthropic").into_iter().collect();
        let (_, body) = which.get(&fixtures);
        prop_assert_eq!(split(ANTHROPIC, body, cuts), decode(ANTHROPIC, [body.as_slice()]));
    }

    #[test]
    fn any_bytes_are_survived(chunks in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..10)) {
        let whole: Vec<u8> = chunks.concat();
        prop_assert_eq!(decode(ANTHROPIC, chunks.iter().map(Vec::as_slice)), decode(ANTHROPIC, [whole.as_slice()]));
    }

    #[test]
    fn any_json_is_survived(
        which in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        odd in prop::sample::select(vec!["null", "[]", "{}", "7", "-1", "1e99", "\"x\"", "true", "[null]", "[[{}]]"]),
    ) {
        // Any value of a good event may be something else.
        let good = fixtures("anthropic")["tool-calls.sse"].clone();
        let good = String::from_utf8(good).unwrap();
        let events: Vec<_> = good.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
        let chosen = which.index(events.len());
        let values: Vec<_> = events[chosen].match_indices("\":").map(|(at, _)| at + 2).collect();
        let at = *place.get(&values);
        let end = value_end(events[chosen], at);
        let changed = format!("{}{odd}{}", &events[chosen][..at], &events[chosen][end..]);
        let body: String = events.iter().enumerate().map(|(at, event)| format!("data: {}\n\n", if at == chosen { &changed } else { *event })).collect();
        prop_assert_eq!(decode(ANTHROPIC, body.as_bytes().chunks(7)), decode(ANTHROPIC, [body.as_bytes()]));
    }
}

#[test]
fn recorded_streams_give_the_same_events_however_they_are_cut() {
    let Some(mut bodies) = recorded("api.anthropic.com") else { return };
    let Some(folder) = corpus("anthropic") else { return };
    for name in ["basic_response.txt", "tool_use_response.txt"] {
        bodies.push((name.to_owned(), fs::read(folder.join(name)).unwrap()));
    }
    let seen: BTreeMap<_, _> =
        bodies.iter().map(|(name, body)| (name.as_str(), check_recorded(ANTHROPIC, name, body))).collect();
    assert!(seen.len() > 2, "{} recorded streams", seen.len());
    assert_eq!(seen["basic_response.txt"].text, "Hello there!");
    let tool_use = &seen["tool_use_response.txt"];
    assert_eq!(tool_use.calls, ["toolu_01NRLabsLyVHZPKxbKvkfSMn get_weather {\"location\": \"Paris\"}"]);
    assert_eq!((tool_use.usage, &tool_use.finish), (costs(377, 65, Some(0)), &Some(Finish::ToolCalls)));
}
