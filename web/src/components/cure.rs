//! Explains what is wrong with a connection and how to fix it, with commands to copy for the server's operating system.

use super::icon::{Icon, Picture};
use crate::{
    browser,
    chat::use_chat,
    texts::{self, common::common, doctor::doctor, errors::Localized},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::doctor::{Cause, Server, System, cure};

/// Cause of a problem and how to fix it.
#[component]
pub fn Cure(
    /// Cause of the problem.
    cause: Cause,
    /// Presumed server software.
    server: Server,
    /// Address of the server, as typed.
    base_url: String,
) -> impl IntoView {
    let settings = use_chat().connection.settings;
    let wanted = settings.with_untracked(|now| now.context_max_tokens.saturating_add(now.max_response_tokens));
    let origin = browser::origin();
    let (what, todo) = (what(&cause, wanted, &origin), todo(&cause, server, &origin));
    let system = RwSignal::new(System::guess(&browser::user_agent()));
    let is_same = {
        let commands = |system| cure(&cause, server, system, &browser::origin(), &base_url, wanted);
        let first = commands(System::ALL[0]);
        System::ALL.into_iter().all(|system| commands(system) == first)
    };
    let is_warning = cause.is_warning();
    let commands = move || cure(&cause, server, system.get(), &browser::origin(), &base_url, wanted);
    let commands = Memo::new(move |_| commands());
    view! {
        <div class="cure" class:warning=is_warning data-testid="cure">
            <p class="what" data-testid="cure-what">{what}</p>
            {todo.into_iter().map(|sentence| view! { <p>{sentence}</p> }).collect::<Vec<_>>()}
            <Show when=move || commands.with(|commands| !commands.is_empty())>
                <Show when=move || !is_same><Systems system/></Show>
                <Commands commands system/>
            </Show>
        </div>
    }
}

/// Choice of the operating system that the server runs on.
#[component]
fn Systems(system: RwSignal<System>) -> impl IntoView {
    let one = move |this: System| {
        view! {
            <label>
                <input type="radio" name="cure-system" data-testid=format!("cure-{}", this.name().to_lowercase())
                    prop:checked=move || system.get() == this on:change=move |_| system.set(this)/>
                <span>{this.name()}</span>
            </label>
        }
    };
    view! {
        <div class="segments" role="radiogroup" aria-label=doctor().system>
            {System::ALL.map(one).into_iter().collect::<Vec<_>>()}
        </div>
    }
}

#[component]
fn Commands(commands: Memo<Vec<String>>, system: RwSignal<System>) -> impl IntoView {
    let notices = use_chat().notices;
    let is_copied = RwSignal::new(false);
    let text = move || commands.with(|commands| commands.join("\n"));
    let copy = move |_| {
        let text = commands.with_untracked(|commands| commands.join("\n"));
        spawn_local(async move {
            // The same text would not be announced a second time.
            notices.announced.set(String::new());
            if browser::copy(&text).await {
                let _ = is_copied.try_set(true);
                notices.announced.set(common().copied.to_owned());
            }
        });
    };
    // When the commands change, the new ones have not been copied yet.
    Effect::new(move |_| {
        commands.track();
        is_copied.set(false);
    });
    let place = move || if system.get() == System::Windows { doctor().powershell } else { doctor().terminal };
    let holds_model = move || commands.with(|commands| commands.iter().any(|line| line.contains(" MODEL")));
    view! {
        <div class="commands">
            <div class="head">
                <span>{place}</span>
                <button class="link-button" type="button" data-testid="cure-copy" on:click=copy>
                    {move || if is_copied.get() {
                        view! { <Icon picture=Picture::Check/> }
                    } else {
                        view! { <Icon picture=Picture::Copy/> }
                    }}
                    {move || if is_copied.get() { common().copied } else { common().copy }}
                </button>
            </div>
            <pre tabindex="0" role="region" aria-label=place data-testid="cure-commands"><code>{text}</code></pre>
        </div>
        <Show when=holds_model><p class="quiet">{doctor().replace_model}</p></Show>
    }
}

/// Sentence that says what is wrong. `wanted` is the context window that the settings need, in tokens.
fn what(cause: &Cause, wanted: u32, origin: &str) -> String {
    let texts = doctor();
    let sentence = match cause {
        Cause::NoAddress => texts.no_address,
        Cause::MixedContent => texts.mixed_content,
        Cause::PermissionDenied => texts.permission_denied,
        Cause::PermissionPending => texts.permission_pending,
        Cause::NotReachable => texts.not_reachable,
        Cause::TooSlow => texts.too_slow,
        Cause::OriginRefused => texts.origin_refused,
        Cause::PreflightRefused => texts.preflight_refused,
        Cause::WrongPath { .. } => texts.wrong_path,
        Cause::NotAnApi { .. } => texts.not_an_api,
        Cause::NoKey => texts.no_key,
        Cause::WrongKey => texts.wrong_key,
        Cause::NoModel => texts.no_model,
        Cause::ModelNotChosen => texts.model_not_chosen,
        Cause::UnknownModel => texts.unknown_model,
        Cause::Limited => texts.limited,
        Cause::NoReply(error) => return error.localized(),
        Cause::ShortContext { has } => {
            let wants = texts::number(wanted.into());
            return texts.short_context.replace("{has}", &texts::number((*has).into())).replace("{wants}", &wants);
        }
        Cause::CutsInSilence => texts.cuts_in_silence,
    };
    sentence.replace("{origin}", origin)
}

/// What to do, one sentence each. If there are commands, the last sentence introduces them.
fn todo(cause: &Cause, server: Server, origin: &str) -> Vec<String> {
    let texts = doctor();
    let one = |sentence: &str| vec![sentence.replace("{origin}", origin)];
    match cause {
        Cause::MixedContent => one(texts.do_tunnel),
        Cause::NotReachable if server.name().is_empty() => one(texts.do_look),
        Cause::NotReachable => one(&texts.do_begin.replace("{server}", server.name())),
        Cause::OriginRefused | Cause::PreflightRefused => one(match server {
            Server::Ollama => texts.do_ollama,
            Server::LmStudio => texts.do_lm_studio,
            Server::Vllm => texts.do_vllm,
            Server::LlamaCpp => texts.do_llama,
            Server::Hosted | Server::Other => texts.do_other,
        }),
        Cause::WrongPath { better } | Cause::NotAnApi { better } => match better {
            Some(address) => one(&texts.better.replace("{address}", address)),
            None => one(texts.do_path),
        },
        Cause::NoModel => one(texts.do_fetch),
        Cause::ShortContext { .. } | Cause::CutsInSilence => {
            let hosted = matches!(server, Server::Hosted | Server::Other);
            let lengthen = (!hosted).then_some(texts.do_lengthen);
            [Some(texts.do_lower), lengthen].into_iter().flatten().map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::error::{ModelError, ModelErrorKind};

    const ORIGIN: &str = "https://ricordo.example";
    const SERVERS: [Server; 6] =
        [Server::Ollama, Server::LmStudio, Server::Vllm, Server::LlamaCpp, Server::Hosted, Server::Other];

    fn causes() -> Vec<Cause> {
        let better = Some("http://127.0.0.1:8080/v1".to_owned());
        vec![
            Cause::NoAddress,
            Cause::MixedContent,
            Cause::PermissionDenied,
            Cause::PermissionPending,
            Cause::NotReachable,
            Cause::TooSlow,
            Cause::OriginRefused,
            Cause::PreflightRefused,
            Cause::WrongPath { better: better.clone() },
            Cause::NotAnApi { better: None },
            Cause::NoKey,
            Cause::WrongKey,
            Cause::NoModel,
            Cause::ModelNotChosen,
            Cause::UnknownModel,
            Cause::Limited,
            Cause::NoReply(ModelError::new(ModelErrorKind::TimedOut, "")),
            Cause::ShortContext { has: 2_048 },
            Cause::CutsInSilence,
        ]
    }

    #[test]
    fn every_cause_is_explained_without_a_gap_for_every_server_in_every_language() {
        for language in UiLanguage::all() {
            speak(language);
            for cause in causes() {
                let what = what(&cause, 12_000, ORIGIN);
                assert!(!what.is_empty() && !what.contains('{'), "{cause:?}: {what}");
                for server in SERVERS {
                    for sentence in todo(&cause, server, ORIGIN) {
                        assert!(!sentence.contains('{') && !sentence.is_empty(), "{cause:?} {server:?}: {sentence}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_refused_page_is_told_what_the_server_has_to_allow() {
        for cause in [Cause::OriginRefused, Cause::PreflightRefused] {
            for server in SERVERS {
                assert_eq!(todo(&cause, server, ORIGIN).len(), 1, "{cause:?} {server:?}");
            }
        }
        assert!(what(&Cause::OriginRefused, 0, ORIGIN).contains(ORIGIN));
    }

    #[test]
    fn a_better_address_and_both_sizes_of_a_short_context_are_named() {
        let better = todo(&causes()[8], Server::Other, ORIGIN);
        assert!(better[0].contains("http://127.0.0.1:8080/v1"), "{better:?}");
        let short = what(&Cause::ShortContext { has: 2_048 }, 12_000, ORIGIN);
        assert!(short.contains("2,048") && short.contains("12,000"), "{short}");
        // The user cannot lengthen the context of somebody else's server.
        let todo = |server| todo(&Cause::CutsInSilence, server, ORIGIN).len();
        assert_eq!((todo(Server::Hosted), todo(Server::Ollama)), (1, 2));
    }

    #[test]
    fn a_server_that_nobody_knows_has_no_name_in_the_sentence() {
        let of = |server| todo(&Cause::NotReachable, server, ORIGIN);
        assert!(of(Server::Ollama)[0].contains("Ollama"));
        assert_ne!(of(Server::Other), of(Server::Ollama));
    }
}
