//! Imports a file into a store, and builds archives.

use flate2::{Compression, write::DeflateEncoder, write::GzEncoder};
use ricordo_core::{
    cancel::Cancel,
    conversation::Conversation,
    exchange::{End, FileWriter, Format, Skipped, from_line},
    id::ConversationId,
    memory_store::MemoryStore,
    message::Message,
    session::{Gathered, ImportProgress, ImportReport, Scope, Session},
    store::Store,
    testing::ManualHost,
    time::Timestamp,
};
use ricordo_exchange::{Bytes, Limits, Reader};
use std::{io::Write, rc::Rc};

pub(crate) type TestSession<S = MemoryStore> = Session<S, ManualHost>;

pub(crate) fn session() -> TestSession {
    Session::new(MemoryStore::default(), ManualHost::default())
}

/// Outcome of an import.
#[derive(Debug)]
pub(crate) struct Came {
    pub(crate) imported: ImportReport,
    pub(crate) skipped: Vec<Skipped>,
    pub(crate) format: Option<Format>,
    pub(crate) end: End,
    /// Longest step, in bytes of lines.
    pub(crate) longest: usize,
}

pub(crate) async fn import<S: Store>(session: &TestSession<S>, bytes: Vec<u8>) -> Came {
    import_under(session, bytes, Limits::default()).await
}

pub(crate) async fn import_under<S: Store>(session: &TestSession<S>, bytes: Vec<u8>, limits: Limits) -> Came {
    import_file(session, Rc::new(bytes), limits).await
}

/// A file with a name.
pub(crate) struct Named(pub(crate) &'static str, pub(crate) Vec<u8>);

impl Bytes for Named {
    fn size(&self) -> u64 {
        self.1.size()
    }

    fn name(&self) -> String {
        self.0.to_owned()
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> std::io::Result<usize> {
        self.1.read_at(offset, into)
    }
}

pub(crate) async fn import_file<S: Store>(session: &TestSession<S>, file: Rc<dyn Bytes>, limits: Limits) -> Came {
    let mut reader = Reader::new(file, limits);
    let mut import_progress = ImportProgress::default();
    let (mut skipped, mut longest, mut read) = (Vec::new(), 0, 0);
    loop {
        let step = reader.next();
        assert!(step.read >= read && step.read <= step.total, "progress goes on, and to the end");
        read = step.read;
        longest = longest.max(step.lines.iter().map(String::len).sum());
        skipped.extend(step.skipped);
        let records = step.lines.iter().map(|line| from_line(line).expect("a step holds records")).collect();
        session.import_records(&mut import_progress, records).await;
        if let Some(end) = step.end {
            session.finish_import(&mut import_progress, end.is_whole()).await;
            return Came { imported: import_progress.imported, skipped, format: step.format, end, longest };
        }
    }
}

/// The text of an export file.
pub(crate) async fn exported<S: Store>(session: &TestSession<S>, scope: Scope) -> String {
    let mut file = FileWriter::default();
    let mut text = file.head(Timestamp(1));
    let mut take = |gathered: Gathered| text += &file.records(gathered.records);
    session.export(scope, &Cancel::default(), &mut take).await.unwrap();
    text + &file.foot()
}

pub(crate) fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// A zip archive of these files.
pub(crate) fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut output = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut output);
    for (name, bytes) in files {
        let file = archive.new_file(name).compression_method(rawzip::CompressionMethod::DEFLATE);
        let (mut entry, config) = file.start().unwrap();
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
        writer.write_all(bytes).unwrap();
        let (encoder, descriptor) = writer.finish().unwrap();
        encoder.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    output
}

/// The messages of the active branch, as `role: text`.
pub(crate) async fn lines_of<S: Store>(session: &TestSession<S>, title: &str) -> Vec<String> {
    messages(session, title).await.iter().map(|message| format!("{:?}: {}", message.role, message.text())).collect()
}

pub(crate) async fn messages<S: Store>(session: &TestSession<S>, title: &str) -> Vec<Message> {
    session.open(id_of(session, title).await, 1_000).await.unwrap().messages
}

pub(crate) async fn id_of<S: Store>(session: &TestSession<S>, title: &str) -> ConversationId {
    conversation_of(session, title).await.id
}

pub(crate) async fn conversation_of<S: Store>(session: &TestSession<S>, title: &str) -> Conversation {
    let conversations = session.conversations().await.unwrap();
    conversations.into_iter().find(|one| one.title == title).unwrap_or_else(|| panic!("{title} is not here"))
}
