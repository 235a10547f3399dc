//! Adds files as documents: reads each in a worker and stores its text. Loaded when the first document is added.

use super::Chat;
use crate::{
    state::{
        AddOutcome, FilesToAdd, Scan, adding,
        adding::{AddPhase, AddProgress},
        document_outcomes::{NotAdded, Remarks, listed, not_added},
        scans,
    },
    texts::{documents::adding_documents as texts, fill},
};
use futures_util::future::{Either, select};
use leptos::prelude::*;
use ricordo_browser::documents::{DocumentReading, path_in_folder};
use ricordo_core::{
    cancel::Cancel,
    digest::Digest,
    document::DocumentKind,
    id::ConversationId,
    session::{AddCommand, NewDocument},
};
use ricordo_documents::{LeftOut, Pages, Step, TextChunk, document_name, visible};
use std::pin::pin;
use web_sys::File;

/// A file that was read, whole.
#[derive(Debug, PartialEq, Eq)]
struct ReadFile {
    kind: DocumentKind,
    title: Option<String>,
    pages: Option<Pages>,
    left_out: Vec<LeftOut>,
    digest: Digest,
    bytes: u64,
    hidden: u64,
    encoding: Option<String>,
    chunks: Vec<TextChunk>,
}

impl Chat {
    /// Adds files for [`Chat::add_documents`], once its code is loaded.
    pub(super) async fn add_now(self, request: FilesToAdd) {
        let FilesToAdd { files, is_folder, scope, of_message, preparing } = request;
        let Some(open) = of_message.or_else(|| self.id()) else { return };
        // Some browsers have no picker of folders, and let the user pick files instead.
        let is_folder = is_folder && files.iter().any(|file| path_in_folder(file).is_some());
        if untrack(|| self.is_temporary()) {
            return self.notices.trouble(texts().temporary);
        }
        let adding = adding();
        let Some(cancel) = adding.begin() else { return self.notices.trouble(texts().busy) };
        let groups: Vec<Vec<File>> =
            if is_folder { vec![files] } else { files.into_iter().map(|file| vec![file]).collect() };
        let (mut added, mut outcomes, mut preparing) = (Vec::new(), Vec::new(), preparing.into_iter());
        // One undo takes back all of them.
        let command = AddCommand::new(cancel.clone());
        for files in groups {
            let _preparing = preparing.next();
            let name = name_of(&files, is_folder);
            let progress = |phase| Some(AddProgress { name: name.clone(), phase, of_message });
            adding.now.set(progress(AddPhase::Reading));
            let read =
                if cancel.is_cancelled() { Err(NotAdded::Stopped) } else { read(&files, is_folder, &cancel).await };
            let stored = match read {
                Ok(read) => {
                    adding.now.set(progress(AddPhase::Storing));
                    let remarks = remarks_of(&read);
                    let new = new_document(&name, read, scope);
                    let stored = self.storage.session().add_document_with(open, new, &command).await;
                    stored.map(|document| (remarks, document.name)).map_err(NotAdded::from)
                }
                Err(reason) => Err(reason),
            };
            let offer = |pages: Option<Pages>| offered(&name, pages?, of_message, files.first());
            match stored {
                Ok((remarks, name)) => {
                    let scan = offer(remarks.pages.clone());
                    outcomes.extend(remarks.outcome(&name).map(|outcome| AddOutcome { scan, ..outcome }));
                    added.push(name);
                }
                Err(reason) => {
                    let scan = offer(reason.pages_of_scan());
                    outcomes.push(AddOutcome { scan, ..not_added(&name, reason) });
                }
            }
        }
        adding.now.set(None);
        self.say_added(open, &command, &added, outcomes, of_message.is_some()).await;
    }

    /// Shows what was added and what was not: beside the list of documents, or as a notice at the message.
    async fn say_added(
        self,
        open: ConversationId,
        command: &AddCommand,
        added: &[String],
        outcomes: Vec<AddOutcome>,
        is_of_message: bool,
    ) {
        if !added.is_empty() {
            self.refresh(open).await;
            if self.id() != Some(open) {
                // The page of documents lists them whichever conversation is open.
                self.transcript.changed();
            }
            self.storage.changed(open);
            // Idle work prepares them for recall.
            self.maintenance.schedule(self);
        }
        if is_of_message {
            match at_message(&outcomes) {
                Some((words, true)) => self.notices.trouble(words),
                Some((words, false)) => self.notices.say(words),
                None => {}
            }
            return;
        }
        adding().outcomes.set(outcomes);
        if let Some(sentence) = sentence_of(added) {
            // Something else may have been done since, or it may have been undone.
            let last = self.last_undo(open).await.ok().flatten();
            self.say_undoable(open, sentence, command.entry().filter(|entry| last == Some(*entry)));
        }
    }
}

/// What a notice says about the files that were added to a message, and whether one of them was not. `None`: the files
/// stand at the message, and there is nothing else to say.
fn at_message(outcomes: &[AddOutcome]) -> Option<(String, bool)> {
    let sentences: Vec<&str> = outcomes.iter().map(|outcome| outcome.sentence.as_str()).collect();
    let is_trouble = outcomes.iter().any(|outcome| outcome.is_trouble);
    (!sentences.is_empty()).then(|| (sentences.join(" "), is_trouble))
}

/// What was added, on the page of documents; `None` if nothing was.
fn sentence_of(added: &[String]) -> Option<String> {
    match added {
        [] => None,
        [name] => Some(fill(texts().added, &[("name", name)])),
        several => Some(texts().several.say(several.len() as u64)),
    }
}

/// Offers to attach the pages without text. Returns the number of the offer; `None` if all pages hold text.
fn offered(name: &str, pages: Pages, of_message: Option<ConversationId>, file: Option<&File>) -> Option<u32> {
    let Pages { count: of, without_text: pages, .. } = pages;
    let scan = Scan { number: 0, name: name.to_owned(), of, pages, attached: 0, of_message };
    (!scan.pages.is_empty()).then(|| scans().offer(scan, file))
}

/// Reads a file, or the files of a folder. Stopping ends the worker.
async fn read(files: &[File], is_folder: bool, cancel: &Cancel) -> Result<ReadFile, NotAdded> {
    let reading = async {
        let reading = DocumentReading::open(files, is_folder).await.map_err(|_| NotAdded::NoReader)?;
        let mut collected = Collected::default();
        loop {
            let step = reading.next().await.map_err(|_| NotAdded::NoReader)?;
            if let Some(ended) = collected.take(step) {
                return ended;
            }
        }
    };
    match select(pin!(reading), pin!(cancel.cancelled())).await {
        Either::Left((ended, _)) => ended,
        Either::Right(_) => Err(NotAdded::Stopped),
    }
}

/// The steps of a reader so far.
#[derive(Default)]
struct Collected(Option<ReadFile>);

impl Collected {
    /// Takes the next step. Returns how reading ended, if this was the last one.
    fn take(&mut self, step: Step) -> Option<Result<ReadFile, NotAdded>> {
        match step {
            Step::Document { kind, title, pages, left_out, digest, bytes, hidden, encoding } => {
                let chunks = Vec::new();
                self.0 = Some(ReadFile { kind, title, pages, left_out, digest, bytes, hidden, encoding, chunks });
            }
            Step::Text { chunks } => match &mut self.0 {
                Some(read) => read.chunks.extend(chunks),
                None => return Some(Err(NotAdded::NoReader)),
            },
            Step::End => return Some(self.0.take().ok_or(NotAdded::NoReader)),
            Step::Refused { error } => return Some(Err(NotAdded::Refused(error))),
            Step::Gone => return Some(Err(NotAdded::Gone)),
        }
        None
    }
}

/// Name of a file, or of the folder that its files are in.
fn name_of(files: &[File], is_folder: bool) -> String {
    let Some(first) = files.first() else { return String::new() };
    let folder = || {
        let path = path_in_folder(first)?;
        path.split_once('/').map(|(folder, _)| folder.to_owned())
    };
    let name = is_folder.then(folder).flatten().unwrap_or_else(|| first.name());
    // It is sent to the model with the text.
    visible(&name).into_owned()
}

/// The document of a file.
fn new_document(name: &str, read: ReadFile, scope: ricordo_core::scope::Scope) -> NewDocument {
    let ReadFile { kind, title, pages, digest, bytes, chunks, .. } = read;
    let name = document_name(name, kind, title.as_deref());
    NewDocument { name, kind, scope, digest, bytes, pages: pages.map(|pages| pages.count), chunks }
}

fn remarks_of(read: &ReadFile) -> Remarks {
    Remarks {
        left_out: listed(&read.left_out),
        is_cut: read.hidden > 0,
        encoding: read.encoding.clone(),
        pages: read.pages.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::{document::ChunkPlace, scope::Scope};
    use ricordo_documents::ReadError;

    fn document(kind: DocumentKind, title: Option<&str>) -> Step {
        let title = title.map(str::to_owned);
        Step::Document {
            kind,
            title,
            pages: None,
            left_out: Vec::new(),
            digest: Digest(1),
            bytes: 5,
            hidden: 0,
            encoding: None,
        }
    }

    fn text(words: &str) -> Step {
        Step::Text { chunks: vec![(words.to_owned(), ChunkPlace::default())] }
    }

    fn read_of(steps: Vec<Step>) -> Option<Result<ReadFile, NotAdded>> {
        let mut collected = Collected::default();
        steps.into_iter().find_map(|step| collected.take(step))
    }

    #[test]
    fn a_document_is_there_whole_or_not_at_all() {
        let steps = || vec![document(DocumentKind::Text, None), text("one"), text("two")];
        assert_eq!(read_of(steps()), None, "its end is missing");
        let whole = read_of([steps(), vec![Step::End]].concat()).unwrap().unwrap();
        assert_eq!(whole.chunks.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>(), ["one", "two"]);
        for (last, reason) in [
            (Step::Refused { error: ReadError::Empty }, NotAdded::Refused(ReadError::Empty)),
            (Step::Gone, NotAdded::Gone),
        ] {
            assert_eq!(read_of([steps(), vec![last]].concat()), Some(Err(reason)));
        }
        for odd in [vec![text("one")], vec![Step::End]] {
            assert_eq!(read_of(odd), Some(Err(NotAdded::NoReader)));
        }
    }

    #[test]
    fn a_document_is_called_as_its_file_and_a_repository_as_its_folder() {
        let named = |file: &str, kind, title: Option<&str>| {
            let read = read_of(vec![document(kind, title), text("a"), Step::End]).unwrap().unwrap();
            new_document(file, read, Scope::Everywhere).name
        };
        assert_eq!(named("notes.md", DocumentKind::Markdown, Some("My notes")), "notes.md");
        assert_eq!(named("code-main.zip", DocumentKind::Repository, Some("code")), "code");
        assert_eq!(named("code-main.zip", DocumentKind::Repository, None), "code-main");
    }

    #[test]
    fn a_text_in_an_old_encoding_says_which_one_it_was_read_in() {
        for language in UiLanguage::all() {
            speak(language);
            let Step::Document { kind, title, pages, left_out, digest, bytes, hidden, .. } =
                document(DocumentKind::Text, None)
            else {
                panic!("another step");
            };
            let encoding = Some("windows-1251".to_owned());
            let step = Step::Document { kind, title, pages, left_out, digest, bytes, hidden, encoding };
            let read = read_of(vec![step, text("one"), Step::End]).unwrap().unwrap();
            let outcome = remarks_of(&read).outcome("old.txt").unwrap();
            assert!(!outcome.is_trouble && !outcome.sentence.contains('{'), "{outcome:?}");
            assert!(outcome.sentence.contains("old.txt") && outcome.sentence.contains("windows-1251"), "{outcome:?}");
        }
    }

    #[test]
    fn a_notice_says_what_happened_to_each_file_and_is_an_error_if_one_was_not_added() {
        let outcome = |sentence: &str, is_trouble| AddOutcome {
            sentence: sentence.to_owned(),
            is_trouble,
            left_out: Vec::new(),
            scan: None,
        };
        let (fine, bad) = (outcome("Added “a”. Hidden text was left out.", false), outcome("“b” was not added.", true));
        assert_eq!(at_message(&[]), None, "the files stand at the message");
        assert_eq!(at_message(std::slice::from_ref(&fine)), Some((fine.sentence.clone(), false)));
        let both = format!("{} {}", fine.sentence, bad.sentence);
        assert_eq!(at_message(&[fine, bad]), Some((both, true)));
    }

    #[test]
    fn one_added_document_is_named_and_several_are_counted() {
        for language in UiLanguage::all() {
            speak(language);
            let added = |names: &[&str]| sentence_of(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
            assert_eq!(added(&[]), None);
            let one = added(&["{n}.pdf"]).unwrap();
            assert!(one.contains("{n}.pdf"), "{one}");
            let twelve = added(&["a.pdf"; 12]).unwrap();
            assert!(twelve.contains("12") && !twelve.contains('{') && !twelve.contains("a.pdf"), "{twelve}");
        }
    }
}
