//! Whatever happens, what was told in one project is in no request of another, nor in one of a conversation in none.
//!
//! Each word is told once. A model that keeps what it reads, as facts, tasks, summaries and titles, spreads it as far as
//! it can.

use super::text;
use crate::common::provider;
use proptest::prelude::*;
use ricordo_core::{
    cancel::Cancel,
    error::ModelError,
    id::{ConversationId, MemoryId, ProjectId},
    maintenance::Job,
    memory_store::MemoryStore,
    message::{Finish, Part, Role, text_of},
    model::{ChatEvent, ChatModel, ChatRequest},
    place::Place,
    project::ProjectText,
    provider::Provider,
    record::{Kind, Record},
    scope::Scope,
    search::{Searchable, SharedIndex},
    session::{MaintainControl, MaintainEvent, ModelCall, Session},
    settings::{CompressionSettings, MemorySettings, Scope as SummaryScope, Settings, SummarySettings},
    store::Store,
    testing::ManualHost,
    time::DAY_MS,
    tools::short_memory_id,
};
use std::cell::{Cell, RefCell};

/// Words that are not alike.
#[rustfmt::skip]
const WORDS: [&str; 16] = [
    "accordion", "hedgehog", "varnish", "submarine", "violets", "kerosene", "juggling", "trombone",
    "quicksand", "marzipan", "xylophone", "bulldozer", "wolverine", "periscope", "cinnamon", "dragonfly",
];

/// What happens in one step of a random history. Conversations and projects are named by their number.
#[derive(Clone, Copy, Debug)]
enum Act {
    /// A word is told in a conversation, and the model keeps it by a tool.
    Tell(usize, usize),
    /// To a project, or to none.
    Move(usize, usize, usize),
    Isolate(usize, bool),
    DeleteProject(usize, usize),
    /// The user lets the newest fact be used only in its own conversation.
    Narrow(usize),
    /// The user lets it be used everywhere.
    Widen(usize),
    DeleteFact(usize),
    EditFact(usize),
    Rename(usize),
    Forget(usize),
    Fork(usize),
    Undo(usize),
    Idle,
}

fn act() -> impl Strategy<Value = Act> {
    let at = || 0_usize..4;
    prop_oneof![
        6 => (at(), 0_usize..7).prop_map(|(of, tool)| Act::Tell(of, tool)),
        5 => (at(), 0_usize..3, at()).prop_map(|(of, to, from)| Act::Move(of, to, from)),
        1 => (0_usize..2, any::<bool>()).prop_map(|(of, isolated)| Act::Isolate(of, isolated)),
        1 => (0_usize..2, at()).prop_map(|(of, from)| Act::DeleteProject(of, from)),
        1 => at().prop_map(Act::Narrow),
        1 => at().prop_map(Act::Widen),
        1 => at().prop_map(Act::DeleteFact),
        1 => at().prop_map(Act::EditFact),
        1 => at().prop_map(Act::Rename),
        1 => at().prop_map(Act::Forget),
        1 => at().prop_map(Act::Fork),
        5 => at().prop_map(Act::Undo),
        5 => Just(Act::Idle),
    ]
}

/// A model that keeps what it reads.
#[derive(Default)]
struct Keeper {
    requests: RefCell<Vec<ChatRequest>>,
    /// The tool to call with what it was told, in the next reply.
    tool: RefCell<Option<(&'static str, String)>>,
    /// Whether a turn is running: a reply repeats nothing.
    replies: Cell<bool>,
}

/// All that a request contains.
fn content(request: &ChatRequest) -> String {
    let parts = request.messages.iter().flat_map(|message| &message.parts);
    let parts = parts.map(|part| match part {
        Part::Text { text } | Part::Reasoning { text } => text.clone(),
        Part::ToolCall { arguments, .. } => arguments.clone(),
        Part::ToolResult { content, .. } => content.clone(),
        other => format!("{other:?}"),
    });
    parts.collect::<Vec<_>>().join("\n")
}

fn words_in(text: &str) -> Vec<&'static str> {
    WORDS.into_iter().filter(|word| text.contains(word)).collect()
}

impl ChatModel for Keeper {
    async fn stream(&self, request: &ChatRequest, on_event: &dyn Fn(ChatEvent), _: &Cancel) -> Result<(), ModelError> {
        self.requests.borrow_mut().push(request.clone());
        let (mut reply, mut finish) = ("Noted, and thank you for telling me.".to_owned(), Finish::Complete);
        if let Some((name, arguments)) = self.tool.take() {
            let (id, name) = (Some("call".to_owned()), Some(name.to_owned()));
            on_event(ChatEvent::ToolCall { index: 0, id, name, arguments });
            finish = Finish::ToolCalls;
        } else if !self.replies.get() {
            // A summary, a list of facts or a title. It repeats what was said, not the facts that are known.
            let texts: Vec<String> =
                content(request).lines().filter(|line| !line.starts_with("- ")).map(str::to_owned).collect();
            reply = format!("They talk about {} all day long.", words_in(&texts.join("\n")).join(" and "));
        }
        on_event(ChatEvent::Text { text: reply });
        on_event(ChatEvent::Finish { finish });
        Ok(())
    }
}

/// A word, where it was told, and whether it was ever told or let out to be used everywhere.
struct Canary {
    word: &'static str,
    /// The conversations that contain it: where it was told, and copies of that one.
    places: Vec<ConversationId>,
    is_wide: bool,
}

struct World {
    session: Session<Searchable<MemoryStore>, ManualHost>,
    host: ManualHost,
    model: Keeper,
    provider: Provider,
    conversations: Vec<ConversationId>,
    projects: [ProjectId; 2],
    canaries: RefCell<Vec<Canary>>,
}

async fn world(has_tools: bool) -> World {
    let host = ManualHost::default();
    let session = Session::new(Searchable::new(MemoryStore::default(), SharedIndex::default()), host.clone());
    let session = session.with_recall();
    let mut settings = Settings {
        context_max_tokens: 4_000,
        max_response_tokens: 256,
        summaries: SummarySettings { enabled: true, scope: SummaryScope::All, ..SummarySettings::default() },
        memories: MemorySettings { auto_keep: true, extract: true, ..MemorySettings::default() },
        compression: CompressionSettings { min_messages: 4, ..CompressionSettings::default() },
        model_titles: true,
        ..Settings::default()
    };
    settings.summaries.recent.every_days = 1;
    settings.summaries.long.every_days = 1;
    session.save_settings(&settings).await.unwrap();
    let projects = [
        session.create_project(ProjectText { instructions: "Be brief.".to_owned(), ..text("Rome") }).await.unwrap().id,
        session.create_project(text("Oslo")).await.unwrap().id,
    ];
    let mut conversations = Vec::new();
    for project in [Some(projects[0]), Some(projects[0]), Some(projects[1]), None] {
        host.advance(1_000);
        let id = session.new_conversation_in(project).await.unwrap().conversation.id;
        let world = Keeper::default();
        let provider = Provider { has_tools: false, ..provider() };
        session.send(&ModelCall::new(&world, &provider), id, "Hello there, my friend.").await.unwrap();
        conversations.push(id);
    }
    let (model, provider) = (Keeper::default(), Provider { has_tools, ..provider() });
    World { session, host, model, provider, conversations, projects, canaries: RefCell::default() }
}

impl World {
    async fn place(&self, id: ConversationId) -> Place {
        self.session.open(id, 1).await.unwrap().place()
    }

    /// Checks a request of a conversation, or of the summary of several, as seen from `asking`.
    async fn check(&self, asking: Place, words: &str, what: &str) {
        for word in words_in(words) {
            let (places, is_wide) = {
                let canaries = self.canaries.borrow();
                let canary = canaries.iter().find(|one| one.word == word).unwrap();
                (canary.places.clone(), canary.is_wide)
            };
            let mut is_allowed = is_wide && !asking.isolated;
            for of in places {
                let project = self.place(of).await.project;
                is_allowed |= of == asking.conversation || asking.admits(project);
            }
            assert!(is_allowed, "{what}: {word} in {asking:?}:\n{words}");
        }
    }

    async fn tell(&self, of: usize, tool: usize) {
        let number = self.canaries.borrow().len();
        let Some(word) = WORDS.get(number) else { return };
        let id = self.conversations[of];
        let is_wide = self.place(id).await.project.is_none();
        self.canaries.borrow_mut().push(Canary { word, places: vec![id], is_wide });
        let call = match tool {
            0 => ("save_user_fact", format!(r#"{{"fact": "{word}"}}"#)),
            1 => ("save_user_data", format!(r#"{{"field": "Hobby {number}", "value": "{word}"}}"#)),
            2 => ("add_task", format!(r#"{{"title": "{word}"}}"#)),
            3 => ("get_user_facts", "{}".to_owned()),
            4 => ("search_history", r#"{"query": "nobody today"}"#.to_owned()),
            5 => ("list_tasks", "{}".to_owned()),
            _ => ("update_user_fact", format!(r#"{{"id": "{}", "fact": "{word}"}}"#, self.newest_in_scope(id).await)),
        };
        if self.provider.has_tools {
            self.model.tool.replace(Some(call));
        }
        self.say(id, &format!("I tell you about {word} today, as nobody else would.")).await;
    }

    async fn say(&self, id: ConversationId, text: &str) {
        self.host.advance(60_000);
        let before = self.model.requests.borrow().len();
        self.model.replies.set(true);
        self.session.send(&ModelCall::new(&self.model, &self.provider), id, text).await.unwrap();
        self.model.replies.set(false);
        let sent: Vec<String> = self.model.requests.borrow()[before..].iter().map(content).collect();
        for words in sent {
            self.check(self.place(id).await, &words, "a turn").await;
        }
        // What a tool answered is part of the conversation, wherever it goes.
        let messages = self.session.open(id, 4).await.unwrap().messages;
        let parts = messages.iter().flat_map(|message| &message.parts);
        for part in parts {
            let Part::ToolResult { content, .. } = part else { continue };
            let words = words_in(content);
            let mut canaries = self.canaries.borrow_mut();
            canaries.iter_mut().filter(|one| words.contains(&one.word)).for_each(|one| one.places.push(id));
        }
    }

    /// Background work of a day, each request of it checked.
    async fn idle(&self) {
        self.host.advance(DAY_MS + 60_000);
        let sent = RefCell::new(Vec::new());
        let observer = |event| {
            if let MaintainEvent::Sent(request) = event {
                sent.borrow_mut().push((request.job, request.prompt));
            }
        };
        let control = MaintainControl { max_requests: 1_000, ..MaintainControl::default() };
        self.session.maintain(&self.model, &self.provider, &control, &observer).await.unwrap();
        for (job, prompt) in sent.take() {
            let asking = match job.conversation() {
                Some(id) => self.place(id).await,
                None => {
                    let nobody = ConversationId::new(ricordo_core::time::Timestamp(0), [0; 10]);
                    // A summary of a project is made from nothing outside it.
                    let isolated = job.project().is_some();
                    Place { conversation: nobody, project: job.project(), isolated }
                }
            };
            // Facts and titles are asked for in one conversation, with what is in scope there.
            let what = format!("{job:?}");
            assert!(!matches!(job, Job::Recent(Some(_)) | Job::Long(Some(_))), "{what}: the settings share them");
            self.check(asking, &prompt, &what).await;
        }
    }

    /// The newest fact told in a conversation.
    async fn fact(&self, of: usize) -> Option<(MemoryId, Vec<&'static str>)> {
        let records = self.session.store().records(Kind::Memory).await.unwrap();
        records.into_iter().rev().find_map(|record| match record {
            Record::Memory(memory) if memory.source.is_some_and(|one| one.conversation == self.conversations[of]) => {
                Some((memory.id, words_in(&memory.words())))
            }
            _ => None,
        })
    }

    /// The id that a model is shown of the newest fact in scope of a conversation.
    async fn newest_in_scope(&self, id: ConversationId) -> String {
        let (place, records) = (self.place(id).await, self.session.store().records(Kind::Memory).await.unwrap());
        let newest = records.into_iter().rev().find_map(|record| match record {
            Record::Memory(memory) if memory.scope.reaches(&place) => Some(short_memory_id(memory.id)),
            _ => None,
        });
        newest.unwrap_or_default()
    }

    async fn scope_fact(&self, of: usize, scope: Scope) {
        let Some((id, words)) = self.fact(of).await else { return };
        if scope == Scope::Everywhere {
            let mut canaries = self.canaries.borrow_mut();
            canaries.iter_mut().filter(|one| words.contains(&one.word)).for_each(|one| one.is_wide = true);
        }
        drop(self.session.set_memory_scope(self.conversations[of], id, scope).await);
    }

    async fn fork(&self, of: usize) {
        let id = self.conversations[of];
        let Some(last) = self.session.open(id, 1).await.unwrap().messages.pop() else { return };
        let copy = self.session.fork_conversation(id, last.id).await.unwrap();
        for canary in self.canaries.borrow_mut().iter_mut().filter(|one| one.places.contains(&id)) {
            canary.places.push(copy);
        }
    }

    /// What is not possible any more does nothing.
    async fn perform(&self, act: Act) {
        let session = &self.session;
        let at = |of: usize| self.conversations[of];
        match act {
            Act::Tell(of, tool) => self.tell(of, tool).await,
            Act::Move(of, to, from) => {
                let project = self.projects.get(to).copied();
                drop(session.move_conversation(at(of), project, at(from)).await);
            }
            Act::Isolate(of, isolated) => {
                let all = session.projects().await.unwrap();
                if let Some(project) = all.into_iter().find(|one| one.id == self.projects[of]) {
                    let text = ProjectText { isolated, ..project.text() };
                    session.update_project(project.id, text, at(0)).await.unwrap();
                }
            }
            Act::DeleteProject(of, from) => drop(session.delete_project(self.projects[of], at(from)).await),
            Act::Narrow(of) => self.scope_fact(of, Scope::Conversation(at(of))).await,
            Act::Widen(of) => self.scope_fact(of, Scope::Everywhere).await,
            Act::DeleteFact(of) => {
                if let Some((id, _)) = self.fact(of).await {
                    session.delete_memory(at(of), id).await.unwrap();
                }
            }
            Act::EditFact(of) => {
                if let Some((id, words)) = self.fact(of).await {
                    let text = format!("{} again", words.join(" and "));
                    session.update_memory(at(of), id, &text).await.unwrap();
                }
            }
            Act::Rename(of) => session.rename(at(of), "A name").await.unwrap(),
            Act::Forget(of) => session.forget(at(of), 2).await.unwrap(),
            Act::Fork(of) => self.fork(of).await,
            Act::Undo(of) => drop(session.undo(at(of)).await.unwrap()),
            Act::Idle => self.idle().await,
        }
    }

    /// Asks in every conversation for everything that was told.
    async fn check_everywhere(&self, act: Act) {
        let question = format!(
            "What do you know about {}?",
            self.canaries.borrow().iter().map(|one| one.word).collect::<Vec<_>>().join(", ")
        );
        for conversation in self.session.conversations().await.unwrap() {
            let compiled = self.session.preview(conversation.id, &question, &self.provider).await.unwrap();
            let mut request = compiled.request;
            // The question itself contains all of them.
            request
                .messages
                .retain(|message| !(message.role == Role::User && text_of(&message.parts).contains(&question)));
            let place = self.place(conversation.id).await;
            self.check(place, &content(&request), &format!("{act:?}")).await;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_told_in_a_project_stays_there(has_tools: bool, actions in prop::collection::vec(act(), 1..20)) {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
            let world = world(has_tools).await;
            for act in actions {
                world.perform(act).await;
                world.check_everywhere(act).await;
            }
        });
    }
}

/// The world of the property can see a leak, and what is let out.
#[tokio::test]
async fn the_check_notices_what_is_used_more_widely() {
    let world = world(true).await;
    world.tell(0, 0).await;
    world.idle().await;
    world.check_everywhere(Act::Idle).await;
    let requests = async |of: usize| {
        let request =
            world.session.preview(world.conversations[of], "And now?", &world.provider).await.unwrap().request;
        content(&request).contains(WORDS[0])
    };
    assert!(requests(0).await && requests(1).await, "the facts and summaries of a project are used in it");
    assert!(!requests(2).await && !requests(3).await);
    let (id, _) = world.fact(0).await.unwrap();
    world.session.set_memory_scope(world.conversations[0], id, Scope::Everywhere).await.unwrap();
    assert!(requests(2).await && requests(3).await);
    world.tell(1, 4).await;
    assert!(world.canaries.borrow()[0].places.contains(&world.conversations[1]));
}
