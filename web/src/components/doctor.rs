//! Connection doctor: the steps of the check with their results, the cause of a problem, and how to fix it.

use super::{
    cure::Cure,
    icon::{Icon, Picture},
};
use crate::{
    browser,
    state::Doctor,
    texts::{connect::connect, doctor::doctor, number},
};
use leptos::prelude::*;
use ricordo_core::{
    doctor::{Cause, Diagnosis, Listing, Mark, Observations, STEPS, Server, Step, diagnose},
    provider::ProviderKind,
};

const STEPS_ID: &str = "doctor-steps";
const VERDICT_ID: &str = "doctor-verdict";

/// Result of the check so far.
#[component]
pub fn DoctorView(
    /// Running or finished check.
    doctor: Doctor,
    /// Called with an address to use instead.
    take_address: Callback<String>,
    /// Called to switch to Ollama's own protocol.
    take_ollama: Callback<()>,
) -> impl IntoView {
    let diagnosis = Memo::new(move |_| doctor.seen.with(|seen| seen.as_ref().map(diagnose)));
    let is_shown = Memo::new(move |_| diagnosis.with(Option::is_some));
    // The result is below the button: scroll to the steps during the check, then to the verdict, which is above them.
    Effect::new(move |_| match (is_shown.get(), doctor.is_running.get()) {
        (true, true) => browser::show_element(STEPS_ID),
        (true, false) => browser::show_element(VERDICT_ID),
        (false, _) => (),
    });
    view! {
        <Show when=move || is_shown.get()>
            <div class="doctor" data-testid="doctor">
                <div class="verdict" id=VERDICT_ID>
                <div role="status">
                    <Show when=move || !doctor.is_running.get()>
                        {move || doctor.seen.with(|seen| seen.as_ref().map(|seen| view! { <p class="test-result" data-testid="doctor-summary" class:good=doctor.works()>{summary(seen)}</p> }))}
                    </Show>
                </div>
                {move || {
                    let cause = diagnosis.with(|diagnosis| diagnosis.as_ref().and_then(|diagnosis| diagnosis.cause.clone()))?;
                    let (server, base_url) = (
                        doctor.seen.with_untracked(|seen| seen.as_ref().map_or(Server::Other, |seen| seen.server)),
                        doctor.form.with_untracked(|form| form.as_ref().map(|form| form.base_url.clone()))?,
                    );
                    Some(view! {
                        <Cure cause=cause.clone() server base_url/>
                        <Remedy cause doctor take_address take_ollama/>
                    })
                }}
                </div>
                <Steps diagnosis is_running=doctor.is_running/>
            </div>
        </Show>
    }
}

#[component]
fn Steps(diagnosis: Memo<Option<Diagnosis>>, is_running: RwSignal<bool>) -> impl IntoView {
    let step = move |step: Step| {
        let mark = Memo::new(move |_| {
            diagnosis.with(|diagnosis| diagnosis.as_ref().map_or(Mark::Open, |diagnosis| diagnosis.mark(step)))
        });
        // The first step without a result is the one being checked.
        let is_next = move || {
            let first = diagnosis.with(|diagnosis| {
                let diagnosis = diagnosis.as_ref()?;
                STEPS.into_iter().find(|step| diagnosis.mark(*step) == Mark::Open)
            });
            is_running.get() && first == Some(step)
        };
        let picture = move || match mark.get() {
            Mark::Done => Some(view! { <Icon picture=Picture::Check/> }),
            Mark::Warned => Some(view! { <Icon picture=Picture::Warning/> }),
            Mark::Failed => Some(view! { <Icon picture=Picture::Cross/> }),
            Mark::Open => None,
        };
        view! {
            <li class=move || name(mark.get()) class:next=is_next data-testid="doctor-step" data-mark=move || name(mark.get())>
                <span class="mark" aria-hidden="true">{picture}</span>
                <span>{words_of_step(step)}</span>
                <span class="visually-hidden">{move || format!(": {}", words_of_mark(mark.get()))}</span>
            </li>
        }
    };
    view! {
        <ol class="steps" id=STEPS_ID aria-label=doctor().steps_label>{STEPS.map(step).into_iter().collect::<Vec<_>>()}</ol>
    }
}

fn words_of_step(step: Step) -> &'static str {
    let steps = &doctor().steps;
    match step {
        Step::Address => steps.address,
        Step::Permission => steps.permission,
        Step::Reachable => steps.reachable,
        Step::Cors => steps.cors,
        Step::Path => steps.path,
        Step::Key => steps.key,
        Step::Model => steps.model,
        Step::Answer => steps.answer,
        Step::Context => steps.context,
    }
}

/// The result of a step, for a screen reader.
fn words_of_mark(mark: Mark) -> &'static str {
    let marks = &doctor().marks;
    match mark {
        Mark::Open => marks.open,
        Mark::Done => marks.done,
        Mark::Warned => marks.warned,
        Mark::Failed => marks.failed,
    }
}

/// Name of a mark for style sheets.
fn name(mark: Mark) -> &'static str {
    match mark {
        Mark::Open => "open",
        Mark::Done => "done",
        Mark::Warned => "warned",
        Mark::Failed => "failed",
    }
}

/// Button that applies the fix, if the page can do it.
#[component]
fn Remedy(cause: Cause, doctor: Doctor, take_address: Callback<String>, take_ollama: Callback<()>) -> impl IntoView {
    let texts = crate::texts::doctor::doctor();
    let kind = doctor.form.with_untracked(|form| form.as_ref().map(|form| form.kind));
    match remedy(cause, kind) {
        Some(Mend::Address(address)) => {
            let words = texts.use_address.replace("{address}", &address);
            view! {
                <button class="button" type="button" data-testid="doctor-take" on:click=move |_| take_address.run(address.clone())>
                    {words}
                </button>
            }
            .into_any()
        }
        Some(Mend::Ollama) => view! {
            <button class="button" type="button" data-testid="doctor-ollama" on:click=move |_| take_ollama.run(())>
                {texts.use_ollama}
            </button>
        }
        .into_any(),
        None => ().into_any(),
    }
}

/// What the page can mend itself.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Mend {
    /// Takes another address.
    Address(String),
    /// Speaks Ollama's own protocol, in which the length of the context is part of a request.
    Ollama,
}

/// `kind`: of the connection that was checked.
fn remedy(cause: Cause, kind: Option<ProviderKind>) -> Option<Mend> {
    match (cause, kind) {
        (Cause::WrongPath { better } | Cause::NotAnApi { better }, _) => better.map(Mend::Address),
        (Cause::CutsInSilence, Some(kind)) if kind != ProviderKind::Ollama => Some(Mend::Ollama),
        _ => None,
    }
}

/// Sentence that says what works.
fn summary(seen: &Observations) -> String {
    let texts = connect();
    let offers = match (&seen.listing, seen.models()) {
        (Some(Listing::Models(_)), []) => texts.offers_none.to_owned(),
        (_, [only]) => texts.offers_one.replace("{model}", &only.id),
        (_, [first, ..]) => {
            let count = number(seen.models().len() as u64);
            texts.offers_many.replace("{n}", &count).replace("{model}", &first.id)
        }
        _ => String::new(),
    };
    if diagnose(seen).works() { format!("{} {offers}", doctor().works) } else { offers }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::wire::ListedModel;
    use std::collections::BTreeSet;

    fn lists(models: &[&str]) -> Observations {
        let mut seen = Observations::new(ProviderKind::OpenAiCompatible, "http://127.0.0.1/v1", "");
        seen.listing = Some(Listing::Models(models.iter().map(|model| ListedModel::named(*model)).collect()));
        seen
    }

    #[test]
    fn the_summary_names_what_the_server_offers() {
        for language in UiLanguage::all() {
            speak(language);
            let many: Vec<String> = (0..1_234).map(|number| format!("model-{number}")).collect();
            let many: Vec<&str> = many.iter().map(String::as_str).collect();
            let words = summary(&lists(&many));
            assert!(words.contains("model-0") && words.contains(&number(1_234)), "{words}");
            assert!(summary(&lists(&["only"])).contains("only"));
            assert!(!summary(&lists(&[])).is_empty(), "a server without a model says so");
        }
        assert_eq!(
            summary(&Observations::new(ProviderKind::Ollama, "http://127.0.0.1", "m")),
            "",
            "nothing is known yet"
        );
    }

    #[test]
    fn a_button_is_offered_only_for_what_the_page_can_mend() {
        let better = || Some("http://127.0.0.1:8080/v1".to_owned());
        let address = better().map(Mend::Address);
        let compatible = Some(ProviderKind::OpenAiCompatible);
        for (cause, kind, mend) in [
            (Cause::WrongPath { better: better() }, compatible, address.clone()),
            (Cause::NotAnApi { better: better() }, None, address),
            (Cause::WrongPath { better: None }, compatible, None),
            (Cause::CutsInSilence, compatible, Some(Mend::Ollama)),
            (Cause::CutsInSilence, Some(ProviderKind::Ollama), None),
            (Cause::CutsInSilence, None, None),
            (Cause::ShortContext { has: 2_048 }, compatible, None),
            (Cause::NoKey, compatible, None),
        ] {
            assert_eq!(remedy(cause.clone(), kind), mend, "{cause:?} {kind:?}");
        }
    }

    #[test]
    fn each_step_and_each_mark_has_words_of_its_own() {
        let marks = [Mark::Open, Mark::Done, Mark::Warned, Mark::Failed];
        let count = |words: &[&str]| words.iter().collect::<BTreeSet<_>>().len();
        for language in UiLanguage::all() {
            speak(language);
            assert_eq!(count(&STEPS.map(words_of_step)), STEPS.len());
            assert_eq!(count(&marks.map(words_of_mark)), marks.len());
        }
        assert_eq!(count(&marks.map(name)), marks.len());
        speak(UiLanguage::En);
        assert_eq!(words_of_step(Step::Cors), "Cross-origin access (CORS)");
        assert_eq!(words_of_mark(Mark::Failed), "does not work");
    }
}
