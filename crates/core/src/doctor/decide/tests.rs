//! A table of observations and their causes.

use super::*;
use crate::wire::ListedModel;

const LOCAL: &str = "http://127.0.0.1:9/v1";

fn start() -> Observations {
    let mut seen = Observations::new(ProviderKind::OpenAiCompatible, LOCAL, "m");
    seen.is_local = true;
    seen.wanted_tokens = 10_000;
    seen
}

fn refuses(kind: Kind) -> Option<Listing> {
    Some(Listing::Refused(ModelError::new(kind, "")))
}

fn lists(ids: &[&str]) -> Option<Listing> {
    Some(Listing::Models(ids.iter().map(|id| ListedModel::named(*id)).collect()))
}

fn fails(kind: Kind) -> Option<Result<(), ModelError>> {
    Some(Err(ModelError::new(kind, "")))
}

/// A name, changes to a working connection, and the resulting cause.
type Row = (&'static str, fn(&mut Observations), Option<Cause>);

fn working() -> Observations {
    Observations { listing: lists(&["m"]), answer: Some(Ok(())), context: Some(Some(32_000)), ..start() }
}

#[test]
fn every_trouble_has_its_cause() {
    let better = || Some("http://127.0.0.1:9/v1".to_owned());
    let rows: Vec<Row> = vec![
        ("all is well", |_| {}, None),
        ("no address", |seen| seen.is_address = false, Some(Cause::NoAddress)),
        (
            "mixed content comes before anything the network says",
            |seen| {
                seen.is_mixed = true;
                seen.listing = Some(Listing::NoAnswer);
            },
            Some(Cause::MixedContent),
        ),
        ("a permission that is denied", |seen| seen.permission = Permission::Denied, Some(Cause::PermissionDenied)),
        (
            "a permission that matters only near by",
            |seen| {
                seen.permission = Permission::Denied;
                seen.is_local = false;
            },
            None,
        ),
        (
            "a question of the browser's that was not answered",
            |seen| {
                seen.permission = Permission::Prompt;
                seen.is_page_remote = true;
                seen.listing = Some(Listing::NoAnswer);
                seen.is_there = Some(false);
            },
            Some(Cause::PermissionPending),
        ),
        (
            "nobody there",
            |seen| {
                seen.permission = Permission::Prompt;
                seen.listing = Some(Listing::NoAnswer);
                seen.is_there = Some(false);
            },
            Some(Cause::NotReachable),
        ),
        ("too slow", |seen| seen.listing = Some(Listing::TooLong), Some(Cause::TooSlow)),
        (
            "CORS",
            |seen| {
                seen.listing = Some(Listing::NoAnswer);
                seen.is_there = Some(true);
                seen.answers_without_headers = Some(false);
            },
            Some(Cause::OriginRefused),
        ),
        (
            "the preflight alone",
            |seen| {
                seen.listing = Some(Listing::NoAnswer);
                seen.is_there = Some(true);
                seen.answers_without_headers = Some(true);
            },
            Some(Cause::PreflightRefused),
        ),
        (
            "a list without a preflight, and a question with one",
            |seen| seen.answer = fails(Kind::OriginRefused),
            Some(Cause::PreflightRefused),
        ),
        (
            "a wrong path",
            |seen| {
                seen.model.clear();
                seen.listing = refuses(Kind::NotFound);
                seen.answer = None;
            },
            Some(Cause::WrongPath { better: None }),
        ),
        (
            "a wrong path, and a better one",
            |seen| {
                seen.listing = refuses(Kind::NotFound);
                seen.better_address = Some("http://127.0.0.1:9/v1".to_owned());
                seen.answer = None;
            },
            Some(Cause::WrongPath { better: better() }),
        ),
        (
            "a wrong path that the question finds",
            |seen| {
                seen.listing = refuses(Kind::NotFound);
                seen.answer = fails(Kind::NotFound);
            },
            Some(Cause::WrongPath { better: None }),
        ),
        ("no list at all, and a reply", |seen| seen.listing = refuses(Kind::NotFound), None),
        (
            "a web page",
            |seen| {
                seen.listing = refuses(Kind::NotTheProtocol);
                seen.better_address = Some("http://127.0.0.1:9/v1".to_owned());
                seen.answer = None;
            },
            Some(Cause::NotAnApi { better: better() }),
        ),
        (
            "no key",
            |seen| {
                seen.listing = refuses(Kind::Unauthorized);
                seen.answer = None;
            },
            Some(Cause::NoKey),
        ),
        (
            "a wrong key",
            |seen| {
                seen.listing = refuses(Kind::Unauthorized);
                seen.has_key = true;
                seen.answer = None;
            },
            Some(Cause::WrongKey),
        ),
        (
            "a list for all, and a question that wants a key",
            |seen| {
                seen.has_key = true;
                seen.answer = fails(Kind::Unauthorized);
            },
            Some(Cause::WrongKey),
        ),
        (
            "no models",
            |seen| {
                seen.model.clear();
                seen.listing = lists(&[]);
                seen.answer = None;
            },
            Some(Cause::NoModel),
        ),
        (
            "no choice yet",
            |seen| {
                seen.model.clear();
                seen.answer = None;
            },
            Some(Cause::ModelNotChosen),
        ),
        ("a model that is not there", |seen| seen.answer = fails(Kind::NotFound), Some(Cause::UnknownModel)),
        (
            "a server that says so in other words",
            |seen| {
                seen.listing = lists(&["other"]);
                seen.answer = fails(Kind::BadRequest);
            },
            Some(Cause::UnknownModel),
        ),
        ("a model under another name that answers", |seen| seen.listing = lists(&["other"]), None),
        ("enough for now", |seen| seen.answer = fails(Kind::RateLimited), Some(Cause::Limited)),
        (
            "a context that is too short",
            |seen| seen.context = Some(Some(4_096)),
            Some(Cause::ShortContext { has: 4_096 }),
        ),
        ("a context that nobody tells", |seen| seen.context = Some(None), None),
        (
            "Ollama asked as if it were another",
            |seen| {
                seen.server = Server::Ollama;
                seen.context = Some(None);
            },
            Some(Cause::CutsInSilence),
        ),
        (
            "Ollama asked as it wants",
            |seen| {
                seen.server = Server::Ollama;
                seen.kind = ProviderKind::Ollama;
                seen.context = Some(None);
            },
            None,
        ),
    ];
    for (what, change, expected) in rows {
        let mut seen = working();
        change(&mut seen);
        let diagnosis = diagnose(&seen);
        assert_eq!(diagnosis.cause, expected, "{what}");
        if let Some(cause) = &diagnosis.cause {
            let at = cause.step() as usize;
            assert!(diagnosis.marks[..at].iter().all(|mark| *mark == Mark::Done), "{what}: {:?}", diagnosis.marks);
            assert!(diagnosis.marks[at + 1..].iter().all(|mark| *mark == Mark::Open), "{what}: {:?}", diagnosis.marks);
        } else {
            assert!(diagnosis.marks.iter().all(|mark| *mark == Mark::Done), "{what}: {:?}", diagnosis.marks);
        }
    }
}

#[test]
fn a_failed_reply_keeps_its_own_sentence() {
    for kind in [Kind::ContextOverflow, Kind::EmptyReply, Kind::ServerError, Kind::TimedOut] {
        let diagnosis = diagnose(&Observations { answer: fails(kind), ..working() });
        assert_eq!(diagnosis.cause, Some(Cause::NoReply(ModelError::new(kind, ""))), "{kind:?}");
        assert!(!diagnosis.works());
    }
}

#[test]
fn the_steps_are_ticked_one_by_one_while_they_are_checked() {
    let mut seen = start();
    let mut done = Vec::new();
    let mut tick = |seen: &Observations| {
        let diagnosis = diagnose(seen);
        assert_eq!(diagnosis.cause, None);
        done.push(diagnosis.marks.iter().filter(|mark| **mark == Mark::Done).count());
    };
    tick(&seen);
    seen.listing = lists(&["m"]);
    tick(&seen);
    seen.answer = Some(Ok(()));
    tick(&seen);
    seen.context = Some(None);
    tick(&seen);
    assert_eq!(done, [1, 7, 8, 9]);
}

#[test]
fn a_latest_tag_need_not_be_written() {
    let seen = Observations { listing: lists(&["m:latest", "other"]), ..start() };
    assert_eq!(seen.chosen().map(|model| model.id.as_str()), Some("m:latest"));
}
