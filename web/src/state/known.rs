//! The records that this tab knows. The page continues with them in memory when the database is lost.

use ricordo_core::{
    message::Message, project::Project, provider::Provider, record::Record, settings::Settings, snapshot::Snapshot,
};

/// Everything that is known: the settings, the connections, the projects, and of the open conversation its stored state with
/// the loaded messages.
pub fn known(
    settings: Settings,
    providers: Vec<Provider>,
    projects: Vec<Project>,
    open: Option<Snapshot>,
    messages: Vec<Message>,
) -> Vec<Record> {
    let mut known = vec![Record::Settings(Box::new(settings))];
    known.extend(providers.into_iter().map(Record::Provider));
    known.extend(projects.into_iter().map(Record::Project));
    if let Some(open) = open {
        known.push(Record::Conversation(open.conversation));
        known.extend(open.branches.into_iter().map(Record::Branch));
        known.extend(open.forgets.into_iter().map(Record::Forget));
        known.extend(open.marks.into_iter().map(Record::Mark));
        known.extend(open.memories.into_iter().map(Record::Memory));
        known.extend(open.summaries.into_iter().map(Record::Summary));
        known.push(Record::UserData(open.user_data));
        known.extend(open.composer_draft.map(Record::ComposerDraft));
    }
    known.extend(messages.into_iter().map(|message| Record::Message(Box::new(message))));
    known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::snapshot;
    use futures_util::FutureExt;
    use ricordo_core::{
        change::Change,
        mark::MarkKind,
        memory_store::MemoryStore,
        session::Session,
        store::Store,
        testing::{ManualHost, sample},
    };

    /// A session in memory with these records.
    fn session(records: Vec<Record>) -> Session<MemoryStore, ManualHost> {
        let store = MemoryStore::default();
        store.apply(records.into_iter().map(Change::Put).collect()).now_or_never().unwrap().unwrap();
        Session::new(store, ManualHost::default())
    }

    #[test]
    fn a_conversation_goes_on_in_memory_with_all_that_was_loaded() {
        let messages: Vec<_> = (0..4).map(|at| sample::message(1, at, &format!("Message {at}"))).collect();
        let project = sample::project(1);
        let mut conversation = sample::conversation(1);
        conversation.project = Some(project.id);
        let open = Snapshot {
            conversation,
            forgets: vec![sample::forget(1, 1, 2)],
            marks: vec![sample::mark(1, 1, MarkKind::Pinned)],
            memories: vec![sample::memory(1), sample::memory(2)],
            summaries: vec![sample::summary(Some(1), 1)],
            user_data: sample::user_data(),
            composer_draft: Some(sample::composer_draft(1)),
            ..snapshot(Vec::new())
        };
        let (settings, provider) = (sample::settings(), sample::provider(1));
        let (all, known_projects) = (vec![provider.clone()], vec![project.clone()]);
        let session = session(known(settings.clone(), all, known_projects, Some(open.clone()), messages.clone()));
        let found = session.open(open.conversation.id, 50).now_or_never().unwrap().unwrap();
        assert_eq!((found.conversation.title, found.conversation.project), (open.conversation.title, Some(project.id)));
        assert_eq!((found.messages, found.branches, found.forgets), (messages, open.branches, open.forgets));
        assert_eq!((found.marks, found.memories, found.summaries), (open.marks, open.memories, open.summaries));
        assert_eq!((found.user_data, found.composer_draft), (open.user_data, open.composer_draft));
        assert_eq!(session.settings().now_or_never(), Some(Ok(settings)));
        assert_eq!(session.providers().now_or_never(), Some(Ok(vec![provider])));
        assert_eq!(session.projects().now_or_never(), Some(Ok(vec![project])));
    }

    #[test]
    fn before_a_conversation_is_open_the_settings_and_connections_are_kept_all_the_same() {
        let (settings, provider) = (sample::settings(), sample::provider(1));
        let session = session(known(settings.clone(), vec![provider.clone()], Vec::new(), None, Vec::new()));
        assert_eq!(session.settings().now_or_never(), Some(Ok(settings)));
        assert_eq!(session.providers().now_or_never(), Some(Ok(vec![provider])));
        let fresh = session.open_latest(50).now_or_never().unwrap().unwrap();
        assert!(fresh.messages.is_empty(), "a first conversation can be begun");
    }
}
