//! The queue under random steps, compared with a simple list.

use crate::common::Chat;
use proptest::prelude::*;
use ricordo_core::{id::MessageId, session::Session, undo::UndoneCommand};

/// A step of the user; numbers count the waiting messages around.
#[derive(Clone, Debug)]
enum Step {
    Enqueue,
    Edit(usize),
    Move(usize, usize),
    Drop(usize),
    Send(usize),
    Undo,
    Reload,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => Just(Step::Enqueue),
        2 => (0usize..9).prop_map(Step::Edit),
        2 => (0usize..9, 0usize..9).prop_map(|(from, to)| Step::Move(from, to)),
        2 => (0usize..9).prop_map(Step::Drop),
        2 => (0usize..9).prop_map(Step::Send),
        3 => Just(Step::Undo),
        1 => Just(Step::Reload),
    ];
    proptest::collection::vec(step, 1..40)
}

/// A waiting message of the model.
#[derive(Clone, Debug, PartialEq)]
struct Item {
    position: u32,
    id: MessageId,
    text: String,
}

/// What the queue has to be: a sorted list, the commands that can be undone, and what was sent.
#[derive(Debug, Default)]
struct Model {
    items: Vec<Item>,
    /// Edits with the text before, and removed messages.
    commands: Vec<(UndoneCommand, Item)>,
    sent: Vec<String>,
}

impl Model {
    fn nth(&self, number: usize) -> Option<usize> {
        number.checked_rem(self.items.len())
    }

    fn undo(&mut self) {
        let Some((command, before)) = self.commands.pop() else { return };
        match command {
            UndoneCommand::EditQueue => {
                self.items
                    .iter_mut()
                    .filter(|item| item.id == before.id)
                    .for_each(|item| item.text.clone_from(&before.text));
            }
            _ => {
                self.items.push(before);
                self.items.sort_by_key(|item| (item.position, item.id));
            }
        }
    }
}

/// Takes a step in the session and in the model.
async fn take(chat: &mut Chat, model: &mut Model, number: usize, step: Step) {
    let text = format!("Text {number}");
    match step {
        Step::Enqueue => {
            let position = model.items.last().map_or(0, |last| last.position + 1);
            let id = chat.enqueue(&text).await;
            model.items.push(Item { position, id, text });
        }
        Step::Edit(at) => {
            let Some(at) = model.nth(at) else { return };
            chat.session.edit_queued(chat.id, model.items[at].id, &text).await.unwrap();
            model.commands.push((UndoneCommand::EditQueue, model.items[at].clone()));
            model.items[at].text = text;
        }
        Step::Move(from, to) => {
            let Some(from) = model.nth(from) else { return };
            chat.session.move_queued(chat.id, model.items[from].id, to).await.unwrap();
            let item = model.items.remove(from);
            model.items.insert(to.min(model.items.len()), item);
            (0..).zip(&mut model.items).for_each(|(position, item)| item.position = position);
        }
        Step::Drop(at) => {
            let Some(at) = model.nth(at) else { return };
            let item = model.items.remove(at);
            chat.session.drop_queued(chat.id, item.id).await.unwrap();
            model.commands.push((UndoneCommand::DropQueued, item));
        }
        Step::Send(at) => {
            let Some(at) = model.nth(at) else { return };
            let item = model.items.remove(at);
            chat.send(item.id).await.unwrap();
            let is_edit = |command| command == UndoneCommand::EditQueue;
            model.commands.retain(|(command, of)| !is_edit(*command) || of.id != item.id);
            model.sent.push(item.text);
        }
        Step::Undo => {
            let undone = chat.session.undo(chat.id).await.unwrap();
            assert_eq!(undone, model.commands.last().map(|(command, _)| *command));
            model.undo();
        }
        Step::Reload => {
            let session = Session::new(chat.session.store().clone(), chat.host.clone());
            session.open(chat.id, 1).await.unwrap();
            chat.session = session;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 256, ..ProptestConfig::default() })]

    /// After any steps the queue is what a simple list would be, and every message was sent once, in the order of sending.
    #[test]
    fn the_queue_is_a_list(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let mut chat = Chat::open().await;
            let mut model = Model::default();
            for (number, step) in steps.into_iter().enumerate() {
                take(&mut chat, &mut model, number, step).await;
                let expected: Vec<String> = model.items.iter().map(|item| item.text.clone()).collect();
                prop_assert_eq!(chat.waiting().await, expected);
            }
            let sent: Vec<String> = chat.exchanged().await.into_iter().step_by(2).collect();
            prop_assert_eq!(sent, model.sent);
            Ok(())
        })?;
    }
}
