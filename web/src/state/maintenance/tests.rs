//! Tests of idle work.

use super::*;
use crate::{
    state::testing::conversation_id,
    texts::{UiLanguage, speak},
};
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
fn idle_work_goes_on_when_it_is_due_and_never_runs_without_a_pause_because_a_model_fails() {
    let seconds = Duration::from_secs;
    for (is_due, until_tried_again, pause) in [
        (false, None, EVERY),
        (true, None, Duration::ZERO),
        (true, Some(seconds(60)), Duration::ZERO),
        (false, Some(seconds(60)), seconds(60)),
        (false, Some(Duration::ZERO), AFTER),
        (false, Some(seconds(3_600)), EVERY),
    ] {
        assert_eq!(pause_before(is_due, until_tried_again), pause, "{is_due} {until_tried_again:?}");
    }
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

#[test]
fn a_failed_job_says_why_when_it_is_tried_again_and_of_which_conversation() {
    for language in UiLanguage::all() {
        speak(language);
        let why = "The server of {when} does not answer.";
        let later = refused(why, Some("22 Nov, 11:05"), None);
        assert!(later.contains(why) && later.contains("22 Nov, 11:05"), "{later}");
        let never = refused(why, None, None);
        assert!(never.contains(why) && never != later, "{never}");
        assert!(!refused("It does not answer.", None, None).contains('{'), "there is no time to name");
        assert_eq!(refused(why, None, Some("Rome")), format!("Rome: {never}"));
    }
}

#[test]
fn each_kind_of_job_has_a_name_and_those_of_a_project_are_called_like_the_others() {
    use ricordo_core::testing::sample;
    let (id, project) = (conversation_id(1), sample::project(1).id);
    for language in UiLanguage::all() {
        speak(language);
        let mut names =
            [Job::Compression(id), Job::Extraction(id), Job::Recent(None), Job::Long(None), Job::Title(id)].map(doing);
        assert_eq!(doing(Job::ProjectRecent(project)), names[2]);
        assert_eq!(doing(Job::ProjectLong(project)), names[3]);
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]) && !names[0].is_empty(), "{names:?}");
    }
}
