//! Tests of idle work.

use super::*;
use crate::{
    state::testing::conversation_id,
    texts::{UiLanguage, speak},
};

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
