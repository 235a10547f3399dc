//! Upcoming maintenance: when summaries are due, which one is being made, and which results were rejected.

use crate::{
    chat::{Chat, use_chat},
    state::who_does_it,
    texts::{errors::Localized, summaries::summaries},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    maintenance::{Job, Maintenance},
    session::maintain::Ahead,
    summary::{
        SummaryKind,
        compression::Growth,
        next::{Awaits, Next},
    },
    time::Timestamp,
};

/// The section. `is_read` becomes true after the first try to read it.
#[component]
pub fn Coming(is_read: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    let ahead = RwSignal::new(None::<Ahead>);
    Effect::new(move |_| {
        chat.transcript.version.track();
        chat.maintenance.state.track();
        let Some(id) = chat.id() else { return };
        spawn_local(async move {
            match chat.storage.session().ahead(id).await {
                Ok(found) => drop(ahead.try_set(Some(found))),
                Err(error) => chat.storage.report(&error),
            }
            let _ = is_read.try_set(true);
        });
    });
    let state = move || match chat.maintenance.state.get() {
        Some(state) => state.sentence(chat),
        None => summaries().idle.to_owned(),
    };
    view! {
        <section class="coming" aria-labelledby="coming-title" data-testid="coming">
            <h3 id="coming-title">{summaries().next}</h3>
            <p role="status" data-testid="coming-state">{state}</p>
            {move || who_does_it(&chat.connection.background()).map(|text| view! {
                <p class="quiet" data-testid="coming-background">{text}</p>
            })}
            {move || ahead.get().map(|ahead| view! { <List ahead/> })}
        </section>
    }
}

#[component]
fn List(ahead: Ahead) -> impl IntoView {
    let chat = use_chat();
    let texts = summaries();
    let days = ahead.days.into_iter().map(|next| {
        let name = if next.kind == SummaryKind::Long { texts.next_long } else { texts.next_recent };
        (name, when(next, |at| chat.date_time(at)))
    });
    let compression = (texts.next_compression, ahead.compression.map_or(texts.growth_off.to_owned(), growth));
    let rows: Vec<(&str, String)> = days.chain([compression]).collect();
    let days_are_off = chat.connection.settings.with_untracked(|settings| !settings.summaries.enabled);
    let refused = ahead
        .refused
        .into_iter()
        .map(|maintenance| (named(chat, maintenance.job), refusal(&maintenance, |at| chat.date_time(at))));
    let rows = rows.into_iter().map(|(name, words)| (name.to_owned(), words)).chain(refused).map(|(name, words)| {
        view! { <dt>{name}</dt> <dd>{words}</dd> }
    });
    view! {
        <dl>{rows.collect::<Vec<_>>()}</dl>
        {days_are_off.then(|| view! { <p class="quiet">{texts.days_off}</p> })}
    }
}

fn when(next: Next, written: impl Fn(Timestamp) -> String) -> String {
    match next.awaits {
        Awaits::Nothing => summaries().when_idle.to_owned(),
        Awaits::Messages => summaries().when_messages.to_owned(),
        Awaits::Moment(at) => summaries().when_after.replace("{when}", &written(at)),
    }
}

fn growth(growth: Growth) -> String {
    let texts = summaries();
    let by_count = growth.messages.map(|messages| match messages {
        0 => texts.when_idle.to_owned(),
        messages => texts.growth_messages.say(messages.into()),
    });
    let on_limit = growth.on_limit.then(|| texts.growth_limit.say(growth.least.into()));
    by_count.into_iter().chain(on_limit).collect::<Vec<_>>().join("; ")
}

fn job(job: Job) -> &'static str {
    match job {
        Job::Compression(_) => summaries().next_compression_of,
        Job::Extraction(_) => summaries().next_facts,
        Job::Title(_) => summaries().next_title,
        Job::Recent(_) | Job::ProjectRecent(_) => summaries().next_recent,
        Job::Long(_) | Job::ProjectLong(_) => summaries().next_long,
    }
}

/// Name of a job, with the title of its conversation if that is not the open one.
fn named(chat: Chat, of: Job) -> String {
    match chat.title_elsewhere(of) {
        Some(title) => format!("{}: {title}", job(of)),
        None => job(of).to_owned(),
    }
}

/// Why a job failed, and when it is tried again, if it is.
fn refusal(maintenance: &Maintenance, written: impl Fn(Timestamp) -> String) -> String {
    let words = match maintenance.again_at() {
        Some(at) => summaries().refused.replace("{when}", &written(at)),
        None => summaries().given_up.to_owned(),
    };
    let why = maintenance.not_made.as_ref().map(Localized::localized).or_else(|| maintenance.refused.clone());
    words.replace("{why}", &why.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::conversation_id,
        texts::{UiLanguage, speak},
    };
    use ricordo_core::session::NotMade;

    fn written(at: Timestamp) -> String {
        format!("day {}", at.0)
    }

    #[test]
    fn a_summary_of_days_says_what_it_waits_for() {
        for language in UiLanguage::all() {
            speak(language);
            let words = |awaits| when(Next { kind: SummaryKind::Recent, conversation: None, awaits }, written);
            assert_eq!(words(Awaits::Nothing), summaries().when_idle);
            assert_eq!(words(Awaits::Messages), summaries().when_messages);
            let moment = words(Awaits::Moment(Timestamp(9)));
            assert!(moment.contains("day 9") && !moment.contains('{'), "{moment}");
        }
    }

    #[test]
    fn a_job_that_failed_says_why_and_when_it_is_tried_again_or_that_it_is_not() {
        for language in UiLanguage::all() {
            speak(language);
            let mut job = Maintenance::new(Job::Title(conversation_id(1)));
            job.rest(NotMade::TooShort);
            let why = NotMade::TooShort.localized();
            let given_up = refusal(&job, written);
            assert!(given_up.contains(&why) && !given_up.contains("day") && !given_up.contains('{'), "{given_up}");
            job.refuse(NotMade::FactsCut, Timestamp(1_000));
            let again = refusal(&job, written);
            assert!(again.contains(&NotMade::FactsCut.localized()) && !again.contains(&why), "{again}");
            assert!(again.contains(&written(job.not_before)) && !again.contains('{'), "{again}");
            // Earlier builds stored the sentence.
            let old = Maintenance { refused: Some("It was cut.".to_owned()), not_made: None, ..job };
            assert!(refusal(&old, written).contains("It was cut."));
        }
    }

    #[test]
    fn the_next_compression_says_what_it_waits_for() {
        speak(UiLanguage::En);
        let words = |messages, on_limit| growth(Growth { messages, on_limit, least: 6 });
        assert_eq!(words(Some(0), false), summaries().when_idle);
        assert!(words(Some(12), false).contains("12"));
        assert!(words(None, true).contains('6'));
        let both = words(Some(12), true);
        assert_eq!(both, format!("{}; {}", words(Some(12), false), words(None, true)));
        assert_eq!(words(None, false), "");
    }

    #[test]
    fn each_job_has_a_name_of_its_own() {
        let id = conversation_id(1);
        for language in UiLanguage::all() {
            speak(language);
            let mut names = [Job::Compression(id), Job::Extraction(id), Job::Title(id)].map(job);
            names.sort_unstable();
            assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
        }
    }
}
