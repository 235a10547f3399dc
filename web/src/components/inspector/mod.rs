//! Inspector: shows what the model sees, before and after a request is sent. This module has the panel beside the chat;
//! `page` has the full page.

mod background;
mod comparison;
mod counts;
mod fold;
mod head;
mod json;
mod layers;
mod left_out;
mod long_text;
mod page;
mod piece;
mod recalled;
mod scopes;
mod source_name;
mod summary_name;
mod warnings;

pub use page::InspectionPage;

use super::icon::{Icon, Picture};
use crate::{
    browser,
    chat::{Chat, use_chat},
    state::{Asked, DialogKind, Tab, View},
    texts::{inspection::inspection, inspector::inspector, tables::inspector::Inspector as Texts},
    words,
};
use background::Background;
use comparison::Reuse;
use counts::Counts;
use head::Head;
use layers::LayerRows;
use left_out::LeftOut;
use leptos::prelude::*;
use long_text::LongText;
use warnings::Warnings;

/// Bytes of the request that the panel shows at first.
const FIRST: usize = 8 * 1024;

/// Inspector panel, mounted while it is open.
#[component]
pub fn InspectorPanel() -> impl IntoView {
    let open = use_chat().panels.inspector;
    view! { <Show when=move || open.get()><Inspector/></Show> }
}

/// Content of the panel; a bottom sheet on phones.
#[component]
fn Inspector() -> impl IntoView {
    let chat = use_chat();
    let texts = inspector();
    let close = move |_| {
        chat.panels.inspector.set(false);
        browser::focus_next_frame("inspector-toggle");
    };
    let maintenance = move || {
        chat.maintenance
            .state
            .get()
            .map(|state| view! { <p class="quiet" data-testid="maintenance">{state.sentence(chat)}</p> })
    };
    view! {
        <aside class="inspector" part="inspector" data-testid="inspector" aria-label=texts.title>
            <header>
                <h2>{texts.title}</h2>
                <button
                    class="icon-button"
                    data-testid="inspector-page"
                    aria-label=texts.open_page
                    title=texts.open_page
                    on:click=move |_| chat.panels.dialogs.open(DialogKind::Inspection)
                >
                    <Icon picture=Picture::Expand/>
                </button>
                <button id="inspector-close" class="icon-button" aria-label=crate::texts::common::common().close on:click=close>
                    <Icon picture=Picture::Cross/>
                </button>
            </header>
            <div class="body">
                <Switch/>
                <Request/>
                {maintenance}
                <Background/>
            </div>
        </aside>
    }
}

/// Selects which request is shown.
#[component]
fn Switch() -> impl IntoView {
    let view = use_chat().inspection.view;
    let has_past = move || use_chat().inspection.chosen.with(Option::is_some);
    let button = move |which: View, name: &'static str| {
        view! {
            <button aria-pressed=move || (view.get() == which).to_string() on:click=move |_| view.set(which)>{name}</button>
        }
    };
    let Texts { next, sent, past, .. } = inspector();
    view! {
        <div class="switch" data-testid="inspector-switch">
            {button(View::Next, next)}
            {button(View::Sent, sent)}
            {move || has_past().then(|| button(View::Past, past))}
        </div>
    }
}

/// Selected request, or the reason why there is none.
#[component]
fn Request() -> impl IntoView {
    let chat = use_chat();
    let asked = Memo::new(move |_| chat.inspection.shown());
    let is_there = Memo::new(move |_| asked.with(Option::is_some));
    view! {
        <Show when=move || is_there.get() fallback=move || view! { <p class="quiet">{move || absent(chat)}</p> }>
            <Head asked/>
            <LayerRows asked/>
            <Reuse/>
            <Counts asked/>
            <Warnings asked/>
            <LeftOut asked/>
            <Bytes asked/>
        </Show>
    }
}

/// Why no request is shown.
fn absent(chat: Chat) -> String {
    let refused = chat.inspection.next.with(|next| match next {
        Some(Err(not_sent)) => Some(not_sent.sentence.clone()),
        _ => None,
    });
    why_absent(chat.inspection.view.get(), refused, chat.inspection.is_unknown.get())
}

/// `refused`: why the next request cannot be sent. `is_unknown`: the request of a reply is not stored.
fn why_absent(view: View, refused: Option<String>, is_unknown: bool) -> String {
    let texts = inspector();
    match view {
        View::Next => refused.unwrap_or_else(|| texts.waiting.to_owned()),
        View::Sent => texts.never_sent.to_owned(),
        View::Past if is_unknown => texts.unknown.to_owned(),
        View::Past => String::new(),
    }
}

/// Request as JSON without its images. The full page has all of it.
#[component]
fn Bytes(asked: Memo<Option<Asked>>) -> impl IntoView {
    let chat = use_chat();
    let open = move |_| {
        chat.inspection.tab.set(Tab::Json);
        chat.panels.dialogs.open(DialogKind::Inspection);
    };
    let text = move || {
        let shown = asked.get()?.inspected;
        let body = shown.body(chat.request_options(&shown), Vec::new()).ok()?;
        let text = words::indented(&String::from_utf8_lossy(&body));
        Some(view! { <LongText text first=FIRST id="inspector-request"/> })
    };
    view! {
        <details open>
            <summary>{inspector().request}</summary>
            {text}
            <button class="link-button" on:click=open>{inspection().as_sent}</button>
        </details>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_no_request_is_shown_it_is_shown_why() {
        let (texts, refused) = (inspector(), Some("It is too long.".to_owned()));
        for is_unknown in [true, false] {
            assert_eq!(why_absent(View::Next, refused.clone(), is_unknown), "It is too long.");
            assert_eq!(why_absent(View::Next, None, is_unknown), texts.waiting);
            assert_eq!(why_absent(View::Sent, refused.clone(), is_unknown), texts.never_sent);
        }
        assert_eq!(why_absent(View::Past, refused.clone(), true), texts.unknown);
        assert_eq!(why_absent(View::Past, refused, false), "", "it is being read");
    }
}
