//! Inline editor for one line of text. Enter saves it; Escape or a click elsewhere cancels.

use super::field_keys::is_composing;
use crate::{browser, mount};
use leptos::{ev::KeyboardEvent, html::Input, prelude::*};
use std::rc::Rc;

/// Progress of the edit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// The user types.
    #[default]
    Typing,
    /// The text was handed over. The caller removes the field once it is stored. If it is refused, the field stays, so
    /// the user can correct the text.
    HandedOver,
    /// The edit was cancelled.
    Cancelled,
}

/// What happens to the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Happening {
    /// Enter was pressed.
    Enter {
        /// Whether the key is held down.
        is_repeat: bool,
    },
    /// Escape was pressed.
    Escape,
    /// The field got the focus, or its text changed.
    Touched,
    /// The field lost the focus. That also happens when it is removed.
    Blur,
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Nothing,
    Keep,
    Cancel,
}

impl Phase {
    fn after(self, happening: Happening) -> (Self, Act) {
        match (self, happening) {
            (Self::Cancelled, _) => (Self::Cancelled, Act::Nothing),
            (_, Happening::Escape) | (Self::Typing, Happening::Blur) => (Self::Cancelled, Act::Cancel),
            (_, Happening::Enter { is_repeat: false }) => (Self::HandedOver, Act::Keep),
            (_, Happening::Touched) => (Self::Typing, Act::Nothing),
            (phase, Happening::Enter { is_repeat: true } | Happening::Blur) => (phase, Act::Nothing),
        }
    }
}

/// What a key does. The browser does nothing else then.
fn pressed(event: &KeyboardEvent) -> Option<Happening> {
    if is_composing(event) {
        return None;
    }
    let happening = match event.key().as_str() {
        "Enter" => Happening::Enter { is_repeat: event.repeat() },
        "Escape" => {
            // Keep Escape from closing the dialog or drawer around the field.
            event.stop_propagation();
            Happening::Escape
        }
        _ => return None,
    };
    event.prevent_default();
    Some(happening)
}

/// Whether the field is still the active element: the window lost the focus, and the field gets it back with the window.
fn is_active(id: &str) -> bool {
    mount::active().is_some_and(|active| active.id() == id)
}

/// Selects the text, but not when the window gets the focus back: typing goes on where it was.
fn select_once(field: NodeRef<Input>, is_new: StoredValue<bool>) {
    if is_new.try_update_value(std::mem::take).unwrap_or_default() {
        field.get_untracked().into_iter().for_each(|field| field.select());
    }
}

/// Text field that takes the focus when it is mounted.
#[component]
pub fn InlineEdit<K, D>(
    /// Accessible name.
    label: &'static str,
    /// Value of both `id` and `data-testid`.
    test_id: &'static str,
    /// Initial text.
    text: String,
    /// Called with the trimmed text on Enter.
    keep: K,
    /// Called when the user cancels.
    drop_it: D,
) -> impl IntoView
where
    K: Fn(String) + 'static,
    D: Fn() + Copy + 'static,
{
    let field = NodeRef::<Input>::new();
    let phase = StoredValue::new(Phase::default());
    field.on_load(move |_| browser::focus_next_frame(test_id));
    let happened = Rc::new(move |happening: Happening| {
        if happening == Happening::Blur && is_active(test_id) {
            return;
        }
        // The field may be gone: removing it fires a blur event.
        let Some((next, act)) = phase.try_with_value(|phase| phase.after(happening)) else { return };
        phase.set_value(next);
        match act {
            Act::Nothing => {}
            Act::Keep => {
                let typed = field.get_untracked().map(|field| field.value()).unwrap_or_default();
                keep(typed.trim().to_owned());
            }
            Act::Cancel => drop_it(),
        }
    });
    let (focused, typed, left) = (Rc::clone(&happened), Rc::clone(&happened), Rc::clone(&happened));
    let key = move |event: KeyboardEvent| pressed(&event).into_iter().for_each(|happening| happened(happening));
    let is_new = StoredValue::new(true);
    let focused = move |_| {
        focused(Happening::Touched);
        select_once(field, is_new);
    };
    view! {
        <input
            class="input inline"
            id=test_id
            data-testid=test_id
            aria-label=label
            autocomplete="off"
            dir="auto"
            value=text
            node_ref=field
            on:keydown=key
            on:input=move |_| typed(Happening::Touched)
            on:blur=move |_| left(Happening::Blur)
            on:focus=focused
        />
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTER: Happening = Happening::Enter { is_repeat: false };
    const HELD_ENTER: Happening = Happening::Enter { is_repeat: true };

    /// What is done in the course of these events, without the steps at which nothing is.
    fn done(happenings: &[Happening]) -> Vec<Act> {
        let mut phase = Phase::default();
        let step = |happening: &Happening| {
            let (next, act) = phase.after(*happening);
            phase = next;
            act
        };
        happenings.iter().map(step).filter(|act| *act != Act::Nothing).collect()
    }

    #[test]
    fn an_edit_is_kept_or_cancelled_and_never_both() {
        use Happening::{Blur, Escape, Touched};
        for (happenings, actions) in [
            (&[Touched, Touched, ENTER, Blur][..], &[Act::Keep][..]),
            (&[Touched, Escape, Blur], &[Act::Cancel]),
            (&[Touched, Blur], &[Act::Cancel]),
            (&[Blur, Blur, ENTER], &[Act::Cancel]),
            (&[Escape, ENTER, Touched, ENTER], &[Act::Cancel]),
            (&[], &[]),
        ] {
            assert_eq!(done(happenings), actions, "{happenings:?}");
        }
    }

    #[test]
    fn a_held_enter_keeps_the_text_once() {
        assert_eq!(done(&[ENTER, HELD_ENTER, HELD_ENTER, Happening::Blur]), [Act::Keep]);
        // Enter was already held when the field appeared: it is still the key that opened it.
        assert_eq!(done(&[HELD_ENTER]), []);
    }

    #[test]
    fn a_refused_text_can_be_corrected_sent_again_or_left() {
        use Happening::{Blur, Escape, Touched};
        assert_eq!(done(&[ENTER, ENTER]), [Act::Keep, Act::Keep]);
        assert_eq!(done(&[ENTER, Touched, ENTER]), [Act::Keep, Act::Keep]);
        assert_eq!(done(&[ENTER, Touched, Blur]), [Act::Keep, Act::Cancel]);
        assert_eq!(done(&[ENTER, Blur, Escape]), [Act::Keep, Act::Cancel]);
    }
}
