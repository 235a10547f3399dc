//! One summary on the timeline: its conversation, its standing and the reason, its size, its text, and its actions.

use super::{summary_edit::SummaryEdit, summary_sources::Sources};
use crate::{
    browser,
    chat::{Chat, use_chat},
    components::{icon::Picture, row_action::RowAction},
    texts::{self, common::common, summaries::summaries},
};
use leptos::prelude::*;
use ricordo_core::{
    id::SummaryId,
    session::maintain::{ListedSummary, Standing},
    summary::{Maker, Stale, Summary, SummaryKind, USUAL_PRIORITY},
    time::Timestamp,
};

/// Row of a summary. While its editor is open, its id is among `edited`.
#[component]
pub fn SummaryItem(listed: Memo<ListedSummary>, edited: RwSignal<Vec<SummaryId>>) -> impl IntoView {
    let chat = use_chat();
    let summary = listed.with_untracked(|listed| listed.summary.clone());
    let (id, kind) = (summary.id, summary.kind);
    let of = move || listed.with(|listed| of(chat, &listed.summary));
    let facts = move || listed.with(|listed| facts(&listed.summary, listed.is_kept_out, |at| chat.date_time(at)));
    let standing = Memo::new(move |_| listed.with(|listed| listed.standing));
    let days_are_sent = chat.connection.settings.with_untracked(|settings| settings.summaries.enabled);
    let why = move || why(kind, standing.get(), days_are_sent);
    let can = Memo::new(move |_| listed.with(|listed| Can::of(kind, listed.standing, listed.is_kept_out)));
    let is_editing = RwSignal::new(false);
    let note = move |is_editing: bool| {
        if edited.try_with_untracked(|edited| edited.contains(&id)).is_none_or(|is_noted| is_noted == is_editing) {
            return;
        }
        let _ = edited.try_update(|edited| {
            edited.retain(|other| *other != id);
            edited.extend(is_editing.then_some(id));
        });
    };
    Effect::watch(move || is_editing.get(), move |is_editing, _, _| note(*is_editing), false);
    on_cleanup(move || note(false));
    let text = move || listed.with(|listed| listed.summary.text.clone());
    let editor = move || {
        let (text, priority) = listed.with_untracked(|listed| (listed.summary.text.clone(), listed.summary.priority));
        view! { <SummaryEdit id text priority is_editing/> }
    };
    view! {
        <li id=format!("summary-{id}") tabindex="-1" data-testid="summary-item" data-kind=kind_key(kind)
            data-standing=move || standing_key(standing.get())>
            <div class="head">
                <span class="kind">{kind_name(kind)}</span>
                <span class="standing">{move || standing_name(standing.get())}</span>
                <span class="of" dir="auto">{of}</span>
                <span class="about-it" data-testid="summary-facts">{facts}</span>
            </div>
            {move || why().map(|why| view! { <p class="why" data-testid="summary-why">{why}</p> })}
            <Show
                when=move || is_editing.get()
                fallback=move || view! {
                    <p class="whole" dir="auto" data-testid="summary-text">{text}</p>
                    {move || view! { <MessageActions id can=can.get() is_editing/> }}
                }
            >
                {editor()}
            </Show>
            <Sources summary/>
        </li>
    }
}

#[component]
fn MessageActions(id: SummaryId, can: Can, is_editing: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    let texts = summaries();
    let back = || browser::focus_next_frame("summary-list");
    let uncompress = move |_| {
        let notice = texts.uncompressed.to_owned();
        chat.change_then(
            async move |session, open| session.uncompress_summary(open, id).await.map(|_| notice),
            true,
            back,
        );
    };
    let delete = move || {
        let notice = texts.deleted.to_owned();
        chat.change_then(
            async move |session, open| session.delete_summary(open, id).await.map(|()| notice),
            true,
            back,
        );
    };
    let recall = move |_| {
        let notice = texts.recalled_again.to_owned();
        chat.change_then(
            async move |session, open| session.recall_summary_again(id, open).await.map(|()| notice),
            true,
            back,
        );
    };
    let rebuild = move |_| chat.rebuild_summary(id);
    view! {
        <span class="actions">
            {can.rebuild.then(|| view! {
                <button class="button" data-testid="summary-rebuild" on:click=rebuild>{texts.rebuild}</button>
            })}
            {can.uncompress.then(|| view! {
                <button class="button" data-testid="summary-uncompress" on:click=uncompress>{texts.uncompress}</button>
            })}
            {can.recall.then(|| view! {
                <button class="button" data-testid="summary-recall" on:click=recall>{texts.recall_again}</button>
            })}
            {can.edit.then(|| view! {
                <RowAction test_id="summary-edit" picture=Picture::Write name=common().edit id=format!("edit-{id}")
                    act=move || is_editing.set(true)/>
            })}
            <RowAction test_id="summary-delete" picture=Picture::Bin name=common().delete act=delete/>
        </span>
    }
}

/// What can be done with a summary. Any summary can be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Can {
    edit: bool,
    rebuild: bool,
    uncompress: bool,
    recall: bool,
}

impl Can {
    fn of(kind: SummaryKind, standing: Standing, is_kept_out: bool) -> Self {
        let is_current = standing != Standing::Replaced;
        Self {
            edit: is_current,
            // Its messages are in a newer summary, which is the one to rebuild.
            rebuild: is_current && standing != Standing::Stale(Stale::Within),
            uncompress: kind == SummaryKind::Compressed && standing == Standing::InForce,
            recall: is_current && is_kept_out,
        }
    }
}

/// Title of the summarized conversation, or the project of several.
fn of(chat: Chat, summary: &Summary) -> String {
    let Some(of) = summary.conversation else {
        let name = || chat.with_scopes(|scopes| scopes.name_of_several(summary.project, summaries().everywhere));
        return untrack(name);
    };
    let title = chat.storage.conversations.with_untracked(|all| {
        all.iter().find(|conversation| conversation.id == of).map(|conversation| conversation.title.clone())
    });
    title.filter(|title| !title.is_empty()).unwrap_or_else(|| summaries().untitled.to_owned())
}

/// When the summary was made, its size before and after in tokens, what made it, its priority if unusual, its last edit, and
/// whether it is never recalled.
fn facts(summary: &Summary, is_kept_out: bool, written: impl Fn(Timestamp) -> String) -> String {
    let texts = summaries();
    let mut words = vec![written(summary.created_at)];
    let size = texts.tokens.replace("{before}", &texts::number(summary.tokens_before));
    words.push(size.replace("{after}", &texts::number(summary.tokens.into())));
    words.push(match &summary.maker {
        Maker::Model(model) => model.clone(),
        Maker::Extractive => texts.extractive.to_owned(),
    });
    if u32::from(summary.priority) != USUAL_PRIORITY {
        words.push(texts.priority_is.replace("{n}", &texts::number(summary.priority.into())));
    }
    if let Some(at) = summary.edited_at {
        words.push(texts.edited.replace("{when}", &written(at)));
    }
    if is_kept_out {
        words.push(texts.not_recalled.to_owned());
    }
    words.join(" · ")
}

/// Why the summary is not sent. `None` if it is in force and sent, or was replaced.
fn why(kind: SummaryKind, standing: Standing, days_are_sent: bool) -> Option<&'static str> {
    let texts = summaries();
    match standing {
        Standing::Stale(Stale::Forgotten) => Some(texts.stale_forgotten),
        Standing::Stale(Stale::Muted) => Some(texts.stale_muted),
        Standing::Stale(Stale::BranchedAway) => Some(texts.stale_branch),
        Standing::Stale(Stale::Moved) => Some(texts.stale_moved),
        Standing::Stale(Stale::Within) => Some(texts.stale_within),
        Standing::InForce if kind != SummaryKind::Compressed && !days_are_sent => Some(texts.off),
        Standing::InForce | Standing::Replaced => None,
    }
}

fn kind_name(kind: SummaryKind) -> &'static str {
    match kind {
        SummaryKind::Recent => summaries().recent,
        SummaryKind::Long => summaries().long,
        SummaryKind::Compressed => summaries().compressed,
    }
}

fn kind_key(kind: SummaryKind) -> &'static str {
    match kind {
        SummaryKind::Recent => "recent",
        SummaryKind::Long => "long",
        SummaryKind::Compressed => "compressed",
    }
}

fn standing_name(standing: Standing) -> &'static str {
    match standing {
        Standing::InForce => summaries().in_force,
        Standing::Stale(_) => summaries().stale,
        Standing::Replaced => summaries().replaced,
    }
}

fn standing_key(standing: Standing) -> &'static str {
    match standing {
        Standing::InForce => "in-force",
        Standing::Stale(_) => "stale",
        Standing::Replaced => "replaced",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::summary,
        texts::{UiLanguage, speak},
    };
    use SummaryKind::{Compressed, Long, Recent};
    use std::collections::BTreeSet;

    #[test]
    fn a_replaced_summary_can_only_be_deleted_and_one_within_another_is_rebuilt_there() {
        let can = |kind, standing| {
            let Can { edit, rebuild, uncompress, recall } = Can::of(kind, standing, false);
            assert!(!recall && Can::of(kind, standing, true).recall == (standing != Standing::Replaced));
            [edit, rebuild, uncompress]
        };
        for kind in [Recent, Long, Compressed] {
            assert_eq!(can(kind, Standing::Replaced), [false, false, false]);
            assert_eq!(can(kind, Standing::Stale(Stale::Within)), [true, false, false]);
            assert_eq!(can(kind, Standing::Stale(Stale::Muted)), [true, true, false]);
            assert_eq!(can(kind, Standing::InForce), [true, true, kind == Compressed]);
        }
    }

    #[test]
    fn a_summary_in_force_says_only_that_days_are_not_sent() {
        assert_eq!(why(Recent, Standing::InForce, true), None);
        assert_eq!(why(Recent, Standing::InForce, false), Some(summaries().off));
        assert_eq!(why(Compressed, Standing::InForce, false), None, "those are sent all the same");
        assert_eq!(why(Recent, Standing::Replaced, false), None);
        let mut reasons = [Stale::Forgotten, Stale::Muted, Stale::BranchedAway, Stale::Moved, Stale::Within]
            .map(|stale| why(Recent, Standing::Stale(stale), false).unwrap());
        reasons.sort_unstable();
        assert!(reasons.windows(2).all(|pair| pair[0] != pair[1]), "{reasons:?}");
    }

    #[test]
    fn each_kind_and_each_standing_has_a_name_and_a_key_of_its_own() {
        let kinds = [Recent, Long, Compressed];
        let standings = [Standing::InForce, Standing::Stale(Stale::Muted), Standing::Replaced];
        let count = |names: [&'static str; 3]| BTreeSet::from(names).len();
        assert_eq!([count(kinds.map(kind_key)), count(standings.map(standing_key))], [3, 3]);
        for language in UiLanguage::all() {
            speak(language);
            assert_eq!([count(kinds.map(kind_name)), count(standings.map(standing_name))], [3, 3], "{language:?}");
        }
    }

    #[test]
    fn a_summary_says_what_made_it_and_only_what_is_unusual_about_it() {
        speak(UiLanguage::En);
        let usual = Summary {
            maker: Maker::Model("small".to_owned()),
            priority: u8::try_from(USUAL_PRIORITY).unwrap(),
            edited_at: None,
            created_at: Timestamp(3),
            ..summary(Recent, None)
        };
        let facts = |summary: Summary| facts(&summary, false, |at| format!("day {}", at.0));
        assert_eq!(facts(usual.clone()), "day 3 · 1,000 → 100 tokens · small");
        let extractive = Summary { maker: Maker::Extractive, ..usual.clone() };
        assert_eq!(facts(extractive), format!("day 3 · 1,000 → 100 tokens · {}", summaries().extractive));
        let lowest = Summary { priority: 0, ..usual.clone() };
        assert!(facts(lowest).ends_with(" · small · priority 0"));
        let edited = Summary { priority: 100, edited_at: Some(Timestamp(9)), ..usual };
        assert!(facts(edited).ends_with(" · small · priority 100 · edited by you, day 9"));
        assert!(super::facts(&summary(Recent, None), true, |_| String::new()).ends_with(" · not recalled"));
    }
}
