//! Tests of idle work.

use super::*;
use crate::state::testing::conversation_id;
use ricordo_core::maintenance::sent::SentResult;

fn request(at: i64) -> BackgroundRequest {
    let sent = SentRequest {
        at: Timestamp(at),
        name: "Server".to_owned(),
        address: "http://127.0.0.1/v1".to_owned(),
        model: "m".to_owned(),
        tokens: 1,
        usage: None,
        result: SentResult::Waiting,
    };
    BackgroundRequest { job: Job::Title(conversation_id(1)), sent, prompt: format!("prompt {at}") }
}

#[test]
fn the_last_prompts_are_kept_and_the_oldest_are_dropped() {
    let maintenance = Maintenance::new();
    let prompt = |at: i64| maintenance.prompt_of(Job::Title(conversation_id(1)), Timestamp(at));
    let last = i64::try_from(LOGGED).unwrap() + 5;
    for at in 0..last {
        maintenance.note_sent(request(at));
    }
    assert_eq!((prompt(4), prompt(5).as_deref()), (None, Some("prompt 5")));
    assert_eq!(prompt(last - 1), Some(format!("prompt {}", last - 1)));
    assert_eq!(maintenance.prompt_of(Job::Title(conversation_id(2)), Timestamp(last - 1)), None, "of another job");
}

#[test]
fn what_was_sent_while_another_run_lasted_is_found_by_its_job_and_its_time() {
    let maintenance = Maintenance::new();
    maintenance.note_sent(request(1));
    let other = BackgroundRequest { job: Job::Title(conversation_id(2)), ..request(1) };
    maintenance.note_sent(BackgroundRequest { prompt: "other".to_owned(), ..other });
    let prompt = |number| maintenance.prompt_of(Job::Title(conversation_id(number)), Timestamp(1));
    assert_eq!((prompt(1).as_deref(), prompt(2).as_deref()), (Some("prompt 1"), Some("other")));
    assert_eq!(maintenance.prompt_of(Job::Title(conversation_id(1)), Timestamp(2)), None);
}

#[test]
fn a_conversation_becomes_active_once() {
    let maintenance = Maintenance::new();
    for number in [1, 2, 1] {
        maintenance.used(conversation_id(number));
    }
    assert_eq!(maintenance.active.get_value(), [conversation_id(1), conversation_id(2)]);
}
