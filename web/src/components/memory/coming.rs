//! Upcoming maintenance: when summaries are due, which one is being made, and which results were rejected.

use crate::{
    state::{Chat, use_chat, who_does_it},
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
};

/// Collapsible section.
#[component]
pub fn Coming() -> impl IntoView {
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
        (name, when(chat, next))
    });
    let compression = (texts.next_compression, ahead.compression.map_or(texts.growth_off.to_owned(), growth));
    let rows: Vec<(&str, String)> = days.chain([compression]).collect();
    let days_are_off = chat.connection.settings.with_untracked(|settings| !settings.summaries.enabled);
    let refused =
        ahead.refused.into_iter().map(|maintenance| (named(chat, maintenance.job), refusal(chat, &maintenance)));
    let rows = rows.into_iter().map(|(name, words)| (name.to_owned(), words)).chain(refused).map(|(name, words)| {
        view! { <dt>{name}</dt> <dd>{words}</dd> }
    });
    view! {
        <dl>{rows.collect::<Vec<_>>()}</dl>
        {days_are_off.then(|| view! { <p class="quiet">{texts.days_off}</p> })}
    }
}

fn when(chat: Chat, next: Next) -> String {
    match next.awaits {
        Awaits::Nothing => summaries().when_idle.to_owned(),
        Awaits::Messages => summaries().when_messages.to_owned(),
        Awaits::Moment(at) => summaries().when_after.replace("{when}", &chat.date_time(at)),
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

fn refusal(chat: Chat, maintenance: &Maintenance) -> String {
    let words = match maintenance.again_at() {
        Some(at) => summaries().refused.replace("{when}", &chat.date_time(at)),
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
