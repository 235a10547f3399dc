//! What is taken away while the model calls tools is neither sent nor stored again.

use super::*;
use crate::{
    recalling::{is_anywhere, new, put, set},
    tool_turns::{asks, call},
};
use futures_util::FutureExt;
use ricordo_core::{
    error::{ModelError, ModelErrorKind},
    session::{Asking, Recaller, Recalling as Answering, Session},
    testing::{ManualHost, Step},
};
use std::{future::poll_fn, rc::Rc, task::Poll};

const CANARY: &str = "Zykloporolog";

/// A recaller that is never ready in time.
struct Late(ManualHost);

impl Recaller for Late {
    fn recall<'a>(&'a self, _: Asking<'a>) -> Answering<'a> {
        Box::pin(poll_fn(|context| {
            self.0.advance(1_000);
            context.waker().wake_by_ref();
            Poll::Pending
        }))
    }
}

async fn chat_with(is_late: bool) -> Recalling {
    let chat = open().await;
    if !is_late {
        return chat;
    }
    Recalling { session: chat.session.clone().with_recaller(Rc::new(Late(chat.host.clone()))), ..chat }
}

/// Another tab removes a document, moves it to another conversation, or erases it.
fn takes_away(chat: &Recalling, how: &'static str, id: DocumentId, to: ConversationId) -> Step {
    let tab = Session::new((**chat.session.store()).clone(), chat.host.clone());
    let from = chat.id;
    Step::Do(Rc::new(move || {
        let done = async {
            match how {
                "remove" => tab.remove_document(from, id).await.unwrap(),
                "move" => drop(tab.move_document(from, id, Scope::Conversation(to)).await.unwrap()),
                _ => tab.erase_document(id).await.unwrap(),
            }
        };
        done.now_or_never().unwrap();
    }))
}

#[tokio::test]
async fn a_document_that_is_taken_away_while_tools_are_called_is_not_sent_again() {
    for how in ["remove", "move", "erase"] {
        for (is_on, is_late, is_rejected) in [
            (true, false, false),
            (false, false, false),
            (true, true, false),
            (true, false, true),
            (false, false, true),
        ] {
            let case = format!("{how}, on: {is_on}, late: {is_late}, rejected: {is_rejected}");
            let chat = chat_with(is_late).await;
            set(&chat, |recall| recall.enabled = is_on).await;
            put(&chat, chat.id, &["Hello.", "Hi."]).await;
            let other = new(&chat).await;
            let document = add(&chat, here(&chat), &[&format!("The {CANARY} sleeps.")]).await;
            let taken = takes_away(&chat, how, document.id, other);
            let refusal = ModelError::new(ModelErrorKind::BadRequest, "this model does not support tools");
            chat.model.then(match is_rejected {
                true => vec![taken, Step::Fail(refusal)],
                false => vec![call(0, "list_tasks", "{}"), taken, asks()],
            });
            chat.say("What time is it?").await;
            let requests = chat.model.requests();
            let sent: Vec<String> = requests.iter().map(|sent| serde_json::to_string(sent).unwrap()).collect();
            assert_eq!(sent.len(), 2, "{case}");
            assert!(sent[0].contains(CANARY), "{case}: {}", sent[0]);
            assert!(!sent[1].contains(CANARY), "{case}: {}", sent[1]);
            assert!(how != "erase" || !is_anywhere(&chat, CANARY).await, "{case}");
        }
    }
}
