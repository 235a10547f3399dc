//! Switcher between the sibling branches at a fork: `2/3`, with buttons for the previous and next one.

use super::{
    forks_of::Shown,
    icon::{Icon, Picture},
};
use crate::{
    chat::use_chat,
    state::Step as StepOf,
    texts::{message::message as texts, number},
};
use leptos::prelude::*;
use ricordo_core::{branch::Sequence, fork::Fork, id::BranchId, message::Role};

/// Switcher of the message in a row, if its turn has a fork.
#[component]
pub fn SiblingBranches(
    /// Role of the message.
    role: Role,
    /// Sequence of the message.
    #[prop(into)]
    sequence: Signal<Sequence>,
    /// Index of its row.
    index: Signal<usize>,
) -> impl IntoView {
    let fork = fork_at(role, sequence, index);
    view! {
        {move || fork.get().map(|fork| {
            let at = fork.sequence;
            view! { <Switch fork/> {(role == Role::Assistant).then(|| view! { <Compare at/> })} }
        })}
    }
}

fn fork_at(role: Role, sequence: Signal<Sequence>, index: Signal<usize>) -> Memo<Option<Fork>> {
    let chat = use_chat();
    Memo::new(move |_| {
        let forks = chat.actions.forks.get();
        if forks.is_empty() {
            return None;
        }
        let message = Shown { role, sequence: sequence.get(), index: index.get() };
        let (has_older, has_newer) = (chat.transcript.list.has_older.get(), chat.transcript.list.has_newer.get());
        let range = chat.transcript.rows.with(|rows| message.forks(rows, has_older, has_newer))?;
        last_within(forks, range)
    })
}

/// The last of the forks from one sequence up to another.
fn last_within(forks: Vec<Fork>, (from, to): (Sequence, Sequence)) -> Option<Fork> {
    forks.into_iter().rfind(|fork| (from..=to).contains(&fork.sequence))
}

/// The siblings before and after the shown one.
fn beside(fork: &Fork) -> (Option<BranchId>, Option<BranchId>) {
    let Fork { siblings, shown, .. } = fork;
    let before = shown.checked_sub(1).and_then(|at| siblings.get(at));
    (before.copied(), siblings.get(shown + 1).copied())
}

/// Button that shows the replies of the siblings side by side.
#[component]
fn Compare(at: Sequence) -> impl IntoView {
    let chat = use_chat();
    view! {
        <button class="link-button" data-testid="compare" on:click=move |_| chat.step(StepOf::Compare(at))>
            {texts().compare}
        </button>
    }
}

#[component]
fn Switch(fork: Fork) -> impl IntoView {
    let (back, on) = beside(&fork);
    let Fork { sequence, siblings, shown } = fork;
    let (position, of) = (number(shown as u64 + 1), number(siblings.len() as u64));
    let name = texts().sibling.replace("{n}", &position).replace("{of}", &of);
    view! {
        <span class="siblings" role="group" aria-label=name data-testid="message-siblings">
            <Step sequence sibling=back id="sibling-previous" label=texts().previous_sibling picture=Picture::Left/>
            <span aria-hidden="true" data-testid="message-sibling">{format!("{position}/{of}")}</span>
            <Step sequence sibling=on id="sibling-next" label=texts().next_sibling picture=Picture::Right/>
        </span>
    }
}

/// One of the two buttons. At either end it is disabled with `aria-disabled`, so that it keeps the focus.
#[component]
fn Step(
    sequence: Sequence,
    sibling: Option<BranchId>,
    id: &'static str,
    label: &'static str,
    picture: Picture,
) -> impl IntoView {
    let chat = use_chat();
    let element = format!("{id}-{sequence}");
    let focus = element.clone();
    let go = move |_| {
        if let Some(sibling) = sibling {
            chat.step(StepOf::ShowBranch(sequence, sibling, focus.clone()));
        }
    };
    view! {
        <button class="action" id=element data-testid=id aria-label=label title=label aria-disabled=sibling.is_none().to_string() on:click=go>
            <Icon picture/>
        </button>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_core::time::Timestamp;

    fn branch(number: u8) -> BranchId {
        BranchId::new(Timestamp(0), [number; 10])
    }

    fn fork(sequence: Sequence, siblings: u8, shown: usize) -> Fork {
        Fork { sequence, siblings: (1..=siblings).map(branch).collect(), shown }
    }

    #[test]
    fn a_message_switches_the_last_fork_that_it_stands_for() {
        let of =
            |range| last_within(vec![fork(2, 2, 0), fork(4, 3, 1), fork(7, 2, 1)], range).map(|fork| fork.sequence);
        for (range, found) in [
            ((0, 1), None),
            ((0, 2), Some(2)),
            ((2, 4), Some(4)),
            ((3, 3), None),
            ((5, Sequence::MAX), Some(7)),
            ((8, Sequence::MAX), None),
        ] {
            assert_eq!(of(range), found, "{range:?}");
        }
    }

    #[test]
    fn the_buttons_lead_to_the_neighbours_and_nowhere_at_the_ends() {
        for (siblings, shown, neighbours) in [
            (3, 0, (None, Some(branch(2)))),
            (3, 1, (Some(branch(1)), Some(branch(3)))),
            (3, 2, (Some(branch(2)), None)),
            // A sibling was erased, and the list of them is about to be read again.
            (1, 2, (None, None)),
        ] {
            assert_eq!(beside(&fork(0, siblings, shown)), neighbours, "{shown} of {siblings}");
        }
    }
}
