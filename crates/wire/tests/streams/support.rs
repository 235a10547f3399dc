//! Decoding bodies whole and in pieces, and a reply as a reader sees it.

use proptest::{prelude::*, strategy::ValueTree as _};
use ricordo_record::{
    error::{ModelError, ModelErrorKind as Kind},
    message::{Finish, Usage},
    request::ChatEvent,
};
use ricordo_wire::{Decoder, Protocol};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// Everything that came out of a body: the events in order, and the error if there was one.
pub(crate) type Outcome = (Vec<ChatEvent>, Option<ModelError>);

pub(crate) fn decode<'a>(protocol: Protocol, chunks: impl IntoIterator<Item = &'a [u8]>) -> Outcome {
    let mut decoder = Decoder::new(protocol);
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

pub(crate) fn split(protocol: Protocol, body: &[u8], mut cuts: Vec<usize>) -> Outcome {
    cuts.sort_unstable();
    let mut rest = body;
    let mut chunks = Vec::new();
    let mut from = 0;
    for cut in cuts.into_iter().map(|cut| cut % (body.len() + 1)).collect::<BTreeSet<_>>() {
        let (chunk, after) = rest.split_at(cut - from);
        chunks.push(chunk);
        (rest, from) = (after, cut);
    }
    chunks.push(rest);
    decode(protocol, chunks)
}

/// The bodies of a folder of ours.
pub(crate) fn fixtures(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(folder);
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    files.map(|file| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap())).collect()
}

/// A reply as a reader sees it.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Seen {
    pub(crate) text: String,
    pub(crate) thoughts: String,
    pub(crate) calls: Vec<String>,
    /// The type and the bytes of each.
    pub(crate) images: Vec<(String, usize)>,
    pub(crate) finish: Option<Finish>,
    pub(crate) usage: Option<Usage>,
    pub(crate) error: Option<(Kind, String)>,
}

pub(crate) fn seen((events, error): Outcome) -> Seen {
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
            ChatEvent::Image { media_type, bytes } => seen.images.push((media_type, bytes.len())),
            ChatEvent::Model { .. } | ChatEvent::SentBack { .. } => {}
            ChatEvent::SentAgain => panic!("no server sends a request again"),
        }
    }
    seen
}

pub(crate) fn says(text: &str) -> Seen {
    Seen { text: text.into(), finish: Some(Finish::Complete), ..Seen::default() }
}

pub(crate) fn fails(kind: Kind, detail: &str) -> Seen {
    Seen { error: Some((kind, detail.into())), ..Seen::default() }
}

pub(crate) fn costs(prompt_tokens: u32, completion_tokens: u32, cached_tokens: Option<u32>) -> Option<Usage> {
    Some(Usage { prompt_tokens, completion_tokens, cached_tokens, written_tokens: None })
}

/// Every fixture of a folder becomes what is expected of it, and nothing is expected of a fixture that is not there.
pub(crate) fn check_fixtures(protocol: Protocol, folder: &str, mut expected: BTreeMap<&'static str, Seen>) {
    for (name, body) in fixtures(folder) {
        let meant = expected.remove(name.as_str()).unwrap_or_else(|| panic!("{name}: nothing is expected of it"));
        assert_eq!(seen(decode(protocol, [body.as_slice()])), meant, "{name}");
    }
    assert!(expected.is_empty(), "no such fixture: {:?}", expected.keys());
}

/// However a body is cut in two, and byte by byte, the events are the same.
pub(crate) fn check_cuts(protocol: Protocol, folder: &str) {
    for (name, body) in fixtures(folder) {
        let whole = decode(protocol, [body.as_slice()]);
        assert_eq!(decode(protocol, body.chunks(1)), whole, "{name}, byte by byte");
        for cut in 0..body.len() {
            assert_eq!(decode(protocol, [&body[..cut], &body[cut..]]), whole, "{name}, cut at {cut}");
        }
    }
}

/// What a long body becomes, after it came out the same byte by byte and in 32 other ways.
pub(crate) fn check_recorded(protocol: Protocol, name: &str, body: &[u8]) -> Seen {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let whole = decode(protocol, [body]);
    assert_eq!(decode(protocol, body.chunks(1)), whole, "{name}, byte by byte");
    for _ in 0..32 {
        let cuts = prop::collection::vec(any::<usize>(), 0..40).new_tree(&mut runner).unwrap().current();
        assert_eq!(split(protocol, body, cuts), whole, "{name}");
    }
    let seen = seen(whole);
    println!("{name}: {} words, {} thoughts, {:?}", seen.text.len(), seen.thoughts.len(), seen.finish);
    assert_eq!(seen.error, None, "{name}");
    assert!(seen.finish.is_some() && (!seen.text.trim().is_empty() || !seen.calls.is_empty()), "{name}: {seen:?}");
    seen
}

/// A folder of the recorded streams; `None` where there are none.
pub(crate) fn corpus(folder: &str) -> Option<PathBuf> {
    Some(crate::folder::corpus()?.join("streams").join(folder))
}

/// The recorded bodies whose address holds `uri`.
pub(crate) fn recorded(uri: &str) -> Option<Vec<(String, Vec<u8>)>> {
    let folder = corpus("recorded")?;
    let index: Vec<serde_json::Value> = serde_json::from_slice(&fs::read(folder.join("INDEX.json")).unwrap()).unwrap();
    let ours = index.iter().filter(|entry| entry["uri"].as_str().is_some_and(|of| of.contains(uri)));
    let names = ours.map(|entry| entry["file"].as_str().unwrap().to_owned());
    Some(names.map(|name| (name.clone(), fs::read(folder.join(name)).unwrap())).collect())
}

/// Where the JSON value that begins at `at` ends.
pub(crate) fn value_end(json: &str, at: usize) -> usize {
    let mut values = serde_json::Deserializer::from_str(&json[at..]).into_iter::<serde_json::Value>();
    values.next();
    at + values.byte_offset()
}
