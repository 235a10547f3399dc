//! What the user does, here or in another tab, while a turn is planned or its tools are called: it stays done, and the request
//! is that of the conversation as it is then.

use crate::{
    common::{Chat, meddling::Meddling, provider, texts},
    tool_turns::{asks, call},
};
use futures_util::FutureExt;
use ricordo_core::{
    compile::Outgoing,
    conversation::Conversation,
    error::{Error, ModelError, ModelErrorKind},
    id::{ConversationId, MemoryId, ProjectId},
    memory::{Memory, MemorySource},
    memory_store::MemoryStore,
    model::ChatEvent,
    project::ProjectText,
    provider::Provider,
    record::{Kind, Record, RecordKey},
    scope::Scope,
    search::{Searchable, SharedIndex},
    session::{Answer, Asking, MaintainControl, MaintainEvent, ModelCall, Recaller, Recalling, Session},
    settings::{OwnSettings, Scope as Covered, Settings, SummarySettings},
    store::Store,
    task::TaskText,
    testing::{ManualHost, Step},
};
use std::{cell::RefCell, collections::VecDeque, future::Future, rc::Rc};

type Tab = Session<MemoryStore, ManualHost>;
type Action = Box<dyn Fn()>;

/// A recaller that finds nothing, and during whose calls the user does something. `None`: nothing happens during that call.
#[derive(Default)]
struct Meanwhile(RefCell<VecDeque<Option<Action>>>);

impl Recaller for Meanwhile {
    fn recall<'a>(&'a self, _: Asking<'a>) -> Recalling<'a> {
        let action = self.0.borrow_mut().pop_front().flatten();
        action.iter().for_each(|action| action());
        Box::pin(async { Ok(Answer::default()) })
    }
}

/// A conversation in one of two projects, and another tab.
pub(crate) struct Setup {
    pub(crate) chat: Chat<Searchable<MemoryStore>>,
    pub(crate) tab: Tab,
    meanwhile: Rc<Meanwhile>,
    pub(crate) oslo: ProjectId,
}

fn now<T>(done: impl Future<Output = Result<T, Error>>) -> T {
    done.now_or_never().unwrap().unwrap()
}

impl Setup {
    pub(crate) async fn open() -> Self {
        let store = MemoryStore::default();
        let chat = Chat::open_on(Searchable::new(store.clone(), SharedIndex::default())).await;
        let meanwhile = Rc::new(Meanwhile::default());
        let chat = Chat { session: chat.session.clone().with_recaller(meanwhile.clone()), ..chat };
        let tab = Session::new(store.second_handle(), chat.host.clone());
        let project = |name: &str| {
            let instructions = format!("You are in {name}.");
            now(tab.create_project(ProjectText { name: name.to_owned(), instructions, ..ProjectText::default() })).id
        };
        let (rome, oslo) = (project("Rome"), project("Oslo"));
        tab.move_conversation(chat.id, Some(rome), chat.id).await.unwrap();
        tab.add_memory(chat.id, "The user paints accordions", None).await.unwrap();
        Self { chat, tab, meanwhile, oslo }
    }

    /// During the recall after so many others, the user does this in the other tab.
    fn then(&self, calls_before: usize, action: impl Fn(&Tab, ConversationId) + 'static) {
        let (tab, id) = (self.tab.clone(), self.chat.id);
        let mut actions = self.meanwhile.0.borrow_mut();
        actions.clear();
        actions.extend((0..calls_before).map(|_| None));
        actions.push_back(Some(Box::new(move || action(&tab, id))));
    }

    pub(crate) fn moves_to_oslo(&self, calls_before: usize) {
        let oslo = self.oslo;
        self.then(calls_before, move |tab, id| assert!(now(tab.move_conversation(id, Some(oslo), id))));
    }

    async fn conversation(&self) -> Conversation {
        let Some(Record::Conversation(found)) =
            self.tab.store().record(RecordKey::Conversation(self.chat.id)).await.unwrap()
        else {
            panic!("no conversation")
        };
        found
    }

    pub(crate) fn is_sent_in(&self, project: &str) -> bool {
        let sent = texts(&self.chat.last_request()).join("\n");
        let names: Vec<&str> =
            ["Rome", "Oslo"].into_iter().filter(|name| sent.contains(&format!("in {name}."))).collect();
        names == [project]
    }

    async fn memories(&self) -> Vec<Memory> {
        let all = self.tab.store().records(Kind::Memory).await.unwrap().into_iter();
        all.filter_map(|record| if let Record::Memory(memory) = record { Some(memory) } else { None }).collect()
    }

    async fn scope_of(&self, text: &str) -> Option<Scope> {
        let all = self.memories().await;
        all.iter().find(|memory| memory.text.contains(text)).map(|memory| memory.scope)
    }
}

#[tokio::test]
async fn a_move_while_a_message_is_planned_stays_and_the_request_is_that_of_the_new_project() {
    let setup = Setup::open().await;
    setup.moves_to_oslo(0);
    setup.chat.say("Hello").await;
    assert_eq!(setup.conversation().await.project, Some(setup.oslo));
    assert!(setup.is_sent_in("Oslo"));
    assert_eq!(setup.chat.session.open(setup.chat.id, 9).await.unwrap().messages.len(), 2, "it is sent once");
}

#[tokio::test]
async fn a_move_while_a_message_is_edited_or_answered_again_stays_and_undo_switches_back() {
    for is_edit in [true, false] {
        let setup = Setup::open().await;
        let (chat, provider) = (&setup.chat, provider());
        let reply = chat.say("Hello").await.reply;
        let user = chat.session.open(chat.id, 9).await.unwrap().messages.remove(0);
        let before = setup.conversation().await.active_branch;
        setup.moves_to_oslo(0);
        let call = ModelCall::new(&chat.model, &provider);
        if is_edit {
            chat.session.edit(&call, chat.id, user.id, "Good morning").await.unwrap();
        } else {
            chat.session.regenerate(&call, chat.id, reply.id).await.unwrap();
        }
        let after = setup.conversation().await;
        assert_eq!(after.project, Some(setup.oslo));
        assert!(after.active_branch != before && setup.is_sent_in("Oslo"));
        chat.session.undo(chat.id).await.unwrap().unwrap();
        let undone = setup.conversation().await;
        assert_eq!((undone.active_branch, undone.project), (before, Some(setup.oslo)));
    }
}

#[tokio::test]
async fn what_is_changed_of_a_conversation_while_a_message_is_planned_stays_changed() {
    let setup = Setup::open().await;
    setup.then(0, |tab, id| {
        now(tab.rename(id, "Accordions"));
        now(tab.delete_conversation(id, id));
    });
    setup.chat.say("Hello").await;
    let after = setup.conversation().await;
    assert_eq!(after.title, "Accordions");
    assert_eq!(after.deleted_at, None, "what is written in a deleted conversation is not erased with it");
    let own = OwnSettings { system_prompt: Some("Speak Latin.".to_owned()), ..OwnSettings::default() };
    let chosen = own.clone();
    setup.then(0, move |tab, id| now(tab.choose_own(id, None, chosen.clone())));
    setup.chat.say("Hello again").await;
    assert_eq!(setup.conversation().await.own, own);
    assert!(texts(&setup.chat.last_request()).join("\n").contains("Speak Latin."), "the request has what was chosen");
}

#[tokio::test]
async fn nothing_of_an_erased_conversation_or_title_comes_back() {
    let setup = Setup::open().await;
    setup.chat.say("My hedgehog is called Ada").await;
    assert!(setup.conversation().await.title.contains("hedgehog"));
    let first = setup.chat.session.open(setup.chat.id, 9).await.unwrap().messages.remove(0).id;
    setup.then(0, move |tab, _| now(tab.erase_message(first)));
    setup.chat.say("Good morning").await;
    assert_eq!(setup.conversation().await.title, "Good morning");

    setup.then(0, |tab, id| now(tab.erase_conversation(id)));
    let sent = setup.chat.model.requests().len();
    assert_eq!(setup.chat.try_say("Hello", &Default::default()).await.err(), Some(Error::NoConversation));
    assert_eq!(setup.chat.model.requests().len(), sent, "nothing is sent");
    for kind in [Kind::Conversation, Kind::Message, Kind::ReplyDraft] {
        assert_eq!(setup.tab.store().records(kind).await.unwrap(), [], "{kind:?}");
    }
}

/// Erases the conversation in the other tab.
fn erases(tab: &Tab, id: ConversationId) -> Step {
    let tab = tab.clone();
    Step::Do(Rc::new(move || now(tab.erase_conversation(id))))
}

async fn nothing_is_stored(tab: &Tab) {
    for kind in [
        Kind::Conversation,
        Kind::Message,
        Kind::ReplyDraft,
        Kind::Manifest,
        Kind::Fragment,
        Kind::Blob,
        Kind::Undo,
        Kind::Maintenance,
    ] {
        assert_eq!(tab.store().records(kind).await.unwrap(), [], "{kind:?}");
    }
}

#[tokio::test]
async fn nothing_of_a_conversation_that_is_erased_while_its_reply_arrives_is_stored() {
    let chat = Chat::open().await;
    let tab = Session::new(chat.session.store().second_handle(), chat.host.clone());
    chat.model.then(vec![
        Step::text("One, "),
        erases(&tab, chat.id),
        Step::text("two, "),
        // The draft is stored every second.
        Step::Pause(1_500),
        Step::Event(ChatEvent::Image { media_type: "image/png".to_owned(), bytes: vec![1, 2, 3] }),
        Step::Pause(1_500),
        Step::text("three."),
    ]);
    let outcome = chat.say("Count to three").await;
    assert_eq!(outcome.reply.text(), "One, two, three.", "the caller has what arrived");
    assert_eq!(outcome.not_saved, Some(Error::NoConversation), "and knows why it is not stored");
    nothing_is_stored(&tab).await;
    chat.session.keep_reply(outcome.reply).await.unwrap();
    nothing_is_stored(&tab).await;
}

#[tokio::test]
async fn nothing_of_a_conversation_that_is_erased_before_or_while_tools_are_called_is_stored() {
    for while_called in [true, false] {
        let setup = Setup::open().await;
        let (chat, tab) = (&setup.chat, &setup.tab);
        let tools = [
            call(0, "save_user_fact", r#"{"fact": "The user keeps hedgehogs"}"#),
            call(1, "get_user_facts", "{}"),
            asks(),
        ];
        let erased = (!while_called).then(|| erases(tab, chat.id));
        chat.model.then(std::iter::once(Step::text("Let me see. ")).chain(erased).chain(tools).collect());
        if while_called {
            setup.then(1, |tab, id| now(tab.erase_conversation(id)));
        }
        let outcome = chat.say("I keep hedgehogs").await;
        assert_eq!(outcome.reply.text(), "Let me see. ");
        assert_eq!(outcome.not_saved, Some(Error::NoConversation));
        assert_eq!(chat.model.requests().len(), 1, "nothing more is sent");
        assert!(setup.scope_of("hedgehogs").await.is_none(), "no fact is kept of it");
        nothing_is_stored(tab).await;
    }
}

#[tokio::test]
async fn nothing_of_a_conversation_that_is_erased_while_a_server_rejects_tools_is_stored() {
    let chat = Chat::open().await;
    let tab = Session::new(chat.session.store().second_handle(), chat.host.clone());
    let refusal = ModelError::new(ModelErrorKind::BadRequest, "this model does not support tools");
    chat.model.then(vec![erases(&tab, chat.id), Step::Fail(refusal)]);
    let outcome = chat.say("Hello").await;
    assert_eq!(outcome.not_saved, Some(Error::NoConversation));
    assert_eq!(chat.model.requests().len(), 1, "nothing more is sent");
    nothing_is_stored(&tab).await;
}

#[tokio::test]
async fn nothing_of_a_conversation_that_is_erased_while_several_models_answer_is_stored() {
    let chat = Chat::open().await;
    let tab = Session::new(chat.session.store().second_handle(), chat.host.clone());
    let providers = [provider(), Provider { model: "another".to_owned(), ..provider() }];
    let calls = providers.each_ref().map(|provider| ModelCall::new(&chat.model, provider));
    let awaited = chat.session.ask_several(&calls, chat.id, Outgoing::text("Hello")).await.unwrap();
    chat.model.then(vec![Step::text("One"), erases(&tab, chat.id), Step::Pause(1_500), Step::text(" two")]);
    chat.model.then(vec![Step::text("One"), Step::Pause(1_500), Step::text(" two")]);
    for (call, awaited) in calls.iter().zip(awaited) {
        let outcome = chat.session.receive(call, awaited).await.unwrap();
        assert_eq!((outcome.reply.text(), outcome.not_saved.is_some()), ("One two".to_owned(), true));
    }
    nothing_is_stored(&tab).await;
}

#[tokio::test]
async fn nothing_of_a_conversation_that_is_erased_while_background_work_reads_it_is_stored() {
    // A title, then facts, then a summary.
    for job in 0..3 {
        let mut settings = Settings { model_titles: job == 0, immediate_messages: Some(10), ..Settings::default() };
        settings.memories.extract = job == 1;
        let chat = Chat::open_with(settings).await;
        let tab = Session::new(chat.session.store().second_handle(), chat.host.clone());
        chat.model.then_say("Hedgehogs are fine company.");
        chat.say("My hedgehog is called Ada, and I live in Rome with her.").await;
        if job == 2 {
            chat.fill(24).await;
        }
        let asked = chat.model.requests().len();
        chat.model.then(vec![erases(&tab, chat.id), Step::text("- The user's hedgehog is called Ada")]);
        if job == 2 {
            let _ = chat.compress().await;
        } else {
            chat.maintain_with(&Provider { has_tools: false, ..provider() }, &MaintainControl::default()).await;
        }
        assert_eq!(chat.model.requests().len(), asked + 1, "{job}");
        nothing_is_stored(&tab).await;
        for kind in [Kind::Memory, Kind::Summary] {
            assert_eq!(tab.store().records(kind).await.unwrap(), [], "{job}: {kind:?}");
        }
    }
}

#[tokio::test]
async fn a_conversation_that_is_erased_just_before_its_title_is_stored_stays_erased() {
    let store = Meddling::new(MemoryStore::default());
    let chat = Chat::open_on(store.clone()).await;
    chat.session.save_settings(&Settings::default()).await.unwrap();
    chat.say("Where do I walk in Rome for three days?").await;
    let (id, tab) = (chat.id, Session::new(store.inner.second_handle(), chat.host.clone()));
    let erased = tab.clone();
    let observer = |event| {
        if let MaintainEvent::Sent(_) = event {
            let tab = erased.clone();
            // After the one that counts the request.
            store.before_write(1, move || now(tab.erase_conversation(id)));
        }
    };
    chat.model.then_say("Three Days in Rome");
    chat.session.maintain(&chat.model, &provider(), &MaintainControl::default(), &observer).await.unwrap();
    nothing_is_stored(&tab).await;
}

#[tokio::test]
async fn what_tools_keep_follows_a_conversation_that_is_moved_before_it_is_stored() {
    let setup = Setup::open().await;
    setup.chat.model.then(vec![
        call(0, "save_user_fact", r#"{"fact": "The user keeps hedgehogs"}"#),
        call(1, "add_task", r#"{"title": "Buy varnish"}"#),
        asks(),
    ]);
    setup.moves_to_oslo(1);
    setup.chat.say("I keep hedgehogs").await;
    assert_eq!(setup.conversation().await.project, Some(setup.oslo));
    assert_eq!(setup.scope_of("hedgehogs").await, Some(Scope::Project(setup.oslo)));
    assert_eq!(setup.tab.tasks().await.unwrap()[0].scope, Scope::Project(setup.oslo));
    assert!(setup.is_sent_in("Oslo"), "the next request of the turn is that of the new project");
    assert!(!texts(&setup.chat.last_request()).join("\n").contains("accordions"), "and has no fact of the old one");
}

#[tokio::test]
async fn what_is_erased_elsewhere_while_tools_are_called_is_not_sent_and_stored_again() {
    let summaries = SummarySettings { enabled: true, scope: Covered::All, ..SummarySettings::default() };
    let chat = Chat::open_with(Settings { summaries, ..Settings::default() }).await;
    chat.fill(8).await;
    let other = chat.session.new_conversation().await.unwrap().conversation.id;
    chat.fill_in(other, 8).await;
    chat.model.then_say("Recent: they talk about hedgehogs.");
    chat.model.then_say("Long: they talk about hedgehogs.");
    chat.maintain().await;
    let message = chat.session.open(other, 8).await.unwrap().messages.remove(3).id;
    let source = Some(MemorySource { conversation: other, message });
    chat.session.add_memory(other, "The user keeps hedgehogs", source).await.unwrap();
    let tab = Session::new(chat.session.store().second_handle(), chat.host.clone());
    let erased = Step::Do(Rc::new(move || now(tab.erase_message(message))));
    chat.model.then(vec![call(0, "list_tasks", "{}"), erased, asks()]);
    chat.say("What do you know about me?").await;
    let prompts = chat.prompts();
    let [.., before, after] = prompts.as_slice() else { panic!("{prompts:?}") };
    assert!(before.contains("keeps hedgehogs") && before.contains("talk about hedgehogs"), "{before}");
    assert!(!after.contains("hedgehogs"), "{after}");
    let stored = chat.session.store().records(Kind::Fragment).await.unwrap();
    assert!(!serde_json::to_string(&stored).unwrap().contains("hedgehogs"));
}

#[tokio::test]
async fn what_is_edited_deleted_or_moved_while_tools_are_called_stays_so() {
    let setup = Setup::open().await;
    let add = async |text: &str| setup.tab.add_memory(setup.chat.id, text, None).await.unwrap().memory.id;
    let (edited, deleted): (MemoryId, MemoryId) = (add("Likes tea").await, add("Was born in Lutsk").await);
    let task = TaskText { title: "Buy varnish".to_owned(), due: None };
    let task = setup.tab.add_task(setup.chat.id, &task, None).await.unwrap().id;
    setup.chat.model.then(vec![
        call(0, "get_user_facts", "{}"),
        call(1, "complete_task", r#"{"task": "Buy varnish"}"#),
        asks(),
    ]);
    setup.then(1, move |tab, id| {
        now(tab.update_memory(id, edited, "Likes coffee"));
        now(tab.delete_memory(id, deleted));
        now(tab.delete_task(id, task));
    });
    setup.chat.say("What do you know about me?").await;
    let all = setup.memories().await;
    let texts: Vec<&str> = all.iter().map(|memory| memory.text.as_str()).collect();
    assert!(texts.contains(&"Likes coffee") && !texts.contains(&"Likes tea"), "{texts:?}");
    assert!(!texts.contains(&"Was born in Lutsk"), "{texts:?}");
    let uses = all.iter().find(|memory| memory.id == edited).unwrap().uses;
    assert_eq!(uses, 1, "what the tool changed is stored, too");
    assert_eq!(setup.tab.tasks().await.unwrap(), []);
}
