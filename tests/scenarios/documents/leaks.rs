//! Whatever happens, a request contains what stands in the documents in its scope, and nothing of the others.

use super::*;
use crate::{
    common::provider,
    recalling::{Counted, maintain, page_on, put, set},
};
use proptest::prelude::*;
use ricordo_core::{
    compile::Compiled,
    id::ProjectId,
    message::{Role, text_of},
    project::ProjectText,
    search::Searchable,
};

/// Words that are not alike, each in one document.
const WORDS: [&str; 6] = ["accordion", "hedgehog", "submarine", "kerosene", "trombone", "marzipan"];

/// What happens in one step of a random history. Conversations, projects and documents are named by their number.
#[derive(Clone, Copy, Debug)]
enum Act {
    Add(usize, usize),
    MoveDocument(usize, usize),
    Remove(usize, usize),
    Erase(usize),
    Hide(usize),
    /// To a project, or to none.
    Move(usize, usize),
    Isolate(usize, bool),
    DeleteProject(usize),
    Undo(usize),
    Idle,
    /// Another page opens.
    Open,
}

fn act() -> impl Strategy<Value = Act> {
    let at = || 0_usize..4;
    prop_oneof![
        6 => (at(), 0_usize..7).prop_map(|(of, scope)| Act::Add(of, scope)),
        3 => (0_usize..6, 0_usize..7).prop_map(|(of, scope)| Act::MoveDocument(of, scope)),
        1 => (0_usize..6, at()).prop_map(|(of, from)| Act::Remove(of, from)),
        1 => (0_usize..6).prop_map(Act::Erase),
        1 => (0_usize..6).prop_map(Act::Hide),
        3 => (at(), 0_usize..3).prop_map(|(of, to)| Act::Move(of, to)),
        1 => (0_usize..2, any::<bool>()).prop_map(|(of, isolated)| Act::Isolate(of, isolated)),
        1 => (0_usize..2).prop_map(Act::DeleteProject),
        4 => at().prop_map(Act::Undo),
        2 => Just(Act::Idle),
        1 => Just(Act::Open),
    ]
}

struct World {
    chat: Recalling,
    conversations: Vec<ConversationId>,
    projects: [ProjectId; 2],
    added: usize,
}

async fn world() -> World {
    let store = Searchable::new(Counted::default(), ricordo_core::search::SharedIndex::default());
    let chat = page_on(&crate::common::Chat::open_on(store).await);
    // Each document answers a small part of the question.
    set(&chat, |recall| recall.least_share = 0).await;
    let named = |name: &str| ProjectText { name: name.to_owned(), ..ProjectText::default() };
    let mut projects = Vec::new();
    for name in ["Rome", "Oslo"] {
        projects.push(chat.session.create_project(named(name)).await.unwrap().id);
    }
    let mut conversations = Vec::new();
    for project in [Some(projects[0]), Some(projects[0]), Some(projects[1]), None] {
        let id = chat.session.new_conversation_in(project).await.unwrap().conversation.id;
        put(&chat, id, &["Hello there.", "Good morning."]).await;
        conversations.push(id);
    }
    World { chat, conversations, projects: [projects[0], projects[1]], added: 0 }
}

impl World {
    fn scope(&self, number: usize) -> Scope {
        match number {
            0 => Scope::Everywhere,
            1 | 2 => Scope::Project(self.projects[number - 1]),
            other => Scope::Conversation(self.conversations[other - 3]),
        }
    }

    async fn document(&self, number: usize) -> Option<Document> {
        let documents = self.chat.session.documents().await.unwrap();
        documents.into_iter().find(|document| Some(&document.name.as_str()) == WORDS.get(number))
    }

    /// What is not possible any more does nothing.
    async fn perform(&mut self, act: Act) {
        let (session, first) = (&self.chat.session, self.conversations[0]);
        let at = |of: usize| self.conversations[of];
        self.chat.host.advance(60_000);
        match act {
            Act::Add(of, scope) => {
                let Some(word) = WORDS.get(self.added) else { return };
                let new = text(word, self.scope(scope), &[&format!("This is about the {word} of somebody.")]);
                self.added += usize::from(session.add_document(at(of), new).await.is_ok());
            }
            Act::Undo(of) => drop(session.undo(at(of)).await.unwrap()),
            Act::Idle => maintain(&self.chat).await,
            Act::Open => self.chat = page_on(&self.chat),
            Act::Move(of, to) => {
                drop(session.move_conversation(at(of), self.projects.get(to).copied(), first).await);
            }
            Act::Isolate(of, isolated) => {
                let all = session.projects().await.unwrap();
                if let Some(project) = all.into_iter().find(|one| one.id == self.projects[of]) {
                    let text = ProjectText { isolated, ..project.text() };
                    session.update_project(project.id, text, first).await.unwrap();
                }
            }
            Act::DeleteProject(of) => drop(session.delete_project(self.projects[of], first).await),
            Act::MoveDocument(of, _) | Act::Remove(of, _) | Act::Erase(of) | Act::Hide(of) => {
                let Some(id) = self.document(of).await.map(|document| document.id) else { return };
                match act {
                    Act::MoveDocument(_, scope) => drop(session.move_document(first, id, self.scope(scope)).await),
                    Act::Remove(_, from) => session.remove_document(at(from), id).await.unwrap(),
                    Act::Erase(_) => session.erase_document(id).await.unwrap(),
                    _ => session.do_not_recall_chunks(first, id, &[0]).await.unwrap(),
                }
            }
        }
    }

    /// Asks in every conversation for everything that was ever added.
    async fn check(&self, act: Act) {
        let session = &self.chat.session;
        let question = format!("What do you know about {}?", WORDS.join(", "));
        let hidden = session.store().records(Kind::Mark).await.unwrap();
        for id in &self.conversations {
            let place = session.open(*id, 1).await.unwrap().place();
            let compiled = session.preview(*id, &question, &provider()).await.unwrap();
            let sent = content(&compiled, &question);
            for (number, word) in WORDS.iter().enumerate() {
                let in_scope = self.document(number).await.is_some_and(|document| {
                    let is_hidden = hidden.iter().any(|mark| mark.owner() == Some(document.id.marks()));
                    document.scope.reaches(&place) && !is_hidden
                });
                assert_eq!(sent.contains(word), in_scope, "{act:?}: {word} in {place:?}:\n{sent}");
            }
        }
    }
}

/// All that a request contains but the question.
fn content(compiled: &Compiled, question: &str) -> String {
    let messages = compiled.request.messages.iter();
    let others = messages.filter(|one| one.role != Role::User || !text_of(&one.parts).contains(question));
    others.map(|message| text_of(&message.parts)).collect::<Vec<_>>().join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_request_contains_the_documents_in_its_scope_and_no_others(actions in prop::collection::vec(act(), 1..16)) {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
            let mut world = world().await;
            for act in actions {
                world.perform(act).await;
                world.check(act).await;
            }
        });
    }
}
