//! Export and import of files. Loaded at the first export or import.

use super::Chat;
use crate::{
    browser, images, markdown,
    state::{PageSession, Shape, Storage, TransferOutcome, file_name::file_name, transfer},
    texts::{
        choosing::choosing,
        exchange::{Report, exchange as texts, markdown_words},
        fill,
        shell::saving,
        tag,
    },
    words,
};
use leptos::prelude::*;
use ricordo_browser::{
    channel::News,
    exchange::{FileParts, FileReading},
    from_line, locks,
};
use ricordo_core::{
    cancel::Cancel,
    error::Error,
    exchange::{
        End, FileWriter, Refusal, Skipped, Why, position_of,
        web_page::{Markup, PageWords},
    },
    host::Host,
    id::ConversationId,
    record::Record,
    session::{Gathered, ImportProgress, Scope},
    template::{LONGEST_PICTURE, Template},
};

/// A file, or `None` if there was no room for it, and the number of records that could not be read.
pub(super) type Written = (Option<web_sys::Blob>, u64);

impl Storage {
    /// Exports for [`Storage::export_as`], once its code is loaded.
    pub(super) async fn save_export(self, scope: Scope, shape: Shape) {
        let name = self.file_name(scope, shape);
        self.save(name, shape, async |cancel: &Cancel| self.write(scope, shape, cancel).await).await;
    }

    /// Exports some conversations into one file, as Markdown or JSON.
    pub(super) async fn save_several(self, ids: Vec<ConversationId>, shape: Shape) {
        let name = file_name(Some(&choosing().file.say(ids.len() as u64)), shape, &self.today());
        self.save(name, shape, async |cancel: &Cancel| self.write_several(&ids, shape, cancel).await).await;
    }

    /// Writes a file and saves it under a name, or prints it.
    async fn save(self, name: String, shape: Shape, write: impl AsyncFnOnce(&Cancel) -> Result<Written, Error>) {
        let Some(cancel) = transfer().begin(texts().gathering.to_owned()) else {
            return self.notices.trouble(texts().busy);
        };
        let made = write(&cancel).await;
        transfer().progress.set(None);
        match made {
            Ok(_) if cancel.is_cancelled() => self.notices.say(texts().not_exported),
            Ok((Some(page), lost)) if shape == Shape::Print => {
                if !browser::run_script("lazy/print.mjs", &page, texts().print_title).await {
                    self.notices.trouble(texts().not_printed);
                } else if lost > 0 {
                    self.notices.trouble(texts().unprinted.say(lost));
                }
            }
            Ok((Some(file), lost)) if browser::save_blob(&name, &file) => {
                let saved = fill(saving().saved_as, &[("name", &name)]);
                match lost {
                    0 => self.notices.say(saved),
                    _ => self.notices.trouble(format!("{saved} {}", texts().incomplete.say(lost))),
                }
            }
            Ok(_) => self.notices.trouble(saving().not_saved),
            Err(error) => self.report(&error),
        }
    }

    pub(super) async fn write(self, scope: Scope, shape: Shape, cancel: &Cancel) -> Result<Written, Error> {
        let session = self.session();
        let mut parts = FileParts::default();
        if shape == Shape::Markdown {
            let lost = session.export_markdown(scope, &markdown_words(), cancel, |text| parts.push(&text)).await?;
            return Ok((parts.finish("text/markdown", false).await, lost));
        }
        if let (Shape::WebPage | Shape::Print, Scope::Conversation(id)) = (shape, scope) {
            let words = PageWords { words: markdown_words(), tag: tag() };
            let markup = Markup { html: markdown::html, typed: markdown::typed_html, escaped: markdown::escaped };
            let lost = session.export_web_page(id, &words, markup, cancel, |text| parts.push(text)).await?;
            return Ok((parts.finish("text/html", false).await, lost));
        }
        let mut file = FileWriter::default();
        parts.push(&file.head(session.host().now().at));
        let lost = session.export(scope, cancel, |gathered| take(&mut file, &mut parts, gathered)).await?;
        parts.push(&file.foot());
        Ok((parts.finish("application/json", shape == Shape::Backup).await, lost))
    }

    async fn write_several(self, ids: &[ConversationId], shape: Shape, cancel: &Cancel) -> Result<Written, Error> {
        let session = self.session();
        let mut parts = FileParts::default();
        if shape == Shape::Markdown {
            let words = markdown_words();
            let lost = session.export_several_as_markdown(ids, &words, cancel, |text| parts.push(&text)).await?;
            return Ok((parts.finish("text/markdown", false).await, lost));
        }
        let mut file = FileWriter::default();
        parts.push(&file.head(session.host().now().at));
        let lost = session.export_several(ids, cancel, |gathered| take(&mut file, &mut parts, gathered)).await?;
        parts.push(&file.foot());
        Ok((parts.finish("application/json", false).await, lost))
    }

    fn today(self) -> String {
        self.now().wall_clock().map(|wall| wall.date()).unwrap_or_default()
    }

    fn file_name(self, scope: Scope, shape: Shape) -> String {
        let today = self.today();
        let title = match scope {
            Scope::Everything => None,
            Scope::Conversation(id) => self.conversations.with_untracked(|all| {
                Some(all.iter().find(|one| one.id == id).map(|one| one.title.clone()).unwrap_or_default())
            }),
        };
        file_name(title.as_deref(), shape, &today)
    }
}

impl Chat {
    /// Imports for [`Chat::import`], once its code is loaded.
    pub(super) async fn take_in(self, files: Vec<web_sys::File>) {
        let transfer = transfer();
        let begun = transfer.take_once_begun();
        let mut files = self.without_sealed(files).await;
        files.sort_by_key(|file| position_of(&file.name()));
        if files.is_empty() {
            return;
        }
        // Two tabs that import one file would each remove what the other has stored of a long conversation.
        let Some(_lock) = locks::try_hold(&locks::import(&self.storage.name.get_value())).await else {
            return self.notices.trouble(texts().busy);
        };
        let Some(cancel) = transfer.begin(texts().opening.to_owned()) else {
            return self.notices.trouble(texts().busy);
        };
        if let Some(begun) = begun {
            begun();
        }
        // A file may bring back the id of a connection that was deleted a moment ago, with another address: the key of that
        // connection would be sent there.
        self.connection.remove_other_keys().await;
        let mut report = Report::default();
        for file in files {
            if cancel.is_cancelled() {
                break;
            }
            self.take_one(&file, &cancel, &mut report).await;
        }
        report.was_cancelled = cancel.is_cancelled();
        self.show_what_came_in().await;
        transfer.progress.set(None);
        transfer.outcome.set(Some(TransferOutcome { is_trouble: report.is_trouble(), sentences: report.sentences() }));
    }

    async fn take_one(self, file: &web_sys::File, cancel: &Cancel, report: &mut Report) {
        let session = self.storage.session();
        let mut import_progress = ImportProgress::default();
        let end = match FileReading::open(file).await {
            Ok(reading) => self.read_file(&reading, &session, &mut import_progress, cancel, report).await,
            Err(_) => None,
        };
        session.finish_import(&mut import_progress, end.as_ref().is_some_and(End::is_whole)).await;
        report.ended(file.name(), end, cancel.is_cancelled());
        report.add(import_progress.imported);
    }

    /// Reads a file to its end. Returns `None` if the file reader failed or the import was cancelled.
    async fn read_file(
        self,
        reading: &FileReading,
        session: &PageSession,
        import_progress: &mut ImportProgress,
        cancel: &Cancel,
        report: &mut Report,
    ) -> Option<End> {
        let mut lines = 0;
        while !cancel.is_cancelled() {
            let step = reading.next().await.ok()?;
            report.skipped.extend(step.skipped);
            let mut records = Vec::with_capacity(step.lines.len());
            for line in &step.lines {
                lines += 1;
                match from_line(line) {
                    Some(record) => records.push(record),
                    None => report.skipped.push(Skipped { what: format!("#{lines}"), why: Why::Unreadable }),
                }
            }
            make_small(&mut records).await;
            session.import_records(import_progress, records).await;
            let conversations = report.conversations + import_progress.imported.conversations;
            transfer().progress.set(Some(progress_of(step.read, step.total, conversations)));
            if step.end.is_some() {
                return step.end;
            }
        }
        None
    }

    /// Shows the imported data, here and in other tabs.
    async fn show_what_came_in(self) {
        self.connection.load_again().await;
        self.storage.refresh_list().await;
        self.storage.announce(News::Everything);
        self.storage.ask_to_persist();
    }
}

impl Report {
    /// Records how reading a file ended.
    fn ended(&mut self, name: String, end: Option<End>, was_cancelled: bool) {
        match end {
            Some(End::Whole) => {}
            Some(End::CutOff) => self.troubles.push(fill(texts().cut_off, &[("name", &name)])),
            Some(End::Damaged) => self.troubles.push(fill(texts().damaged_files, &[("name", &name)])),
            Some(End::Refused(refusal)) => self.troubles.push(fill(&refused(refusal), &[("name", &name)])),
            None if was_cancelled => {}
            None => self.troubles.push(fill(texts().no_reader, &[("name", &name)])),
        }
    }
}

/// How much of a file is read, from 0 to 1, and as a sentence with the number of conversations so far.
#[allow(clippy::cast_precision_loss, reason = "a share for the eye")]
fn progress_of(read: u64, total: u64, conversations: u64) -> (f64, String) {
    let conversations = texts().conversations.say(conversations);
    let (done, of) = (super::size(read), super::size(total));
    let words = fill(texts().reading, &[("conversations", &conversations), ("done", &done), ("of", &of)]);
    (read as f64 / total.max(1) as f64, words)
}

/// Makes the pictures of personas small enough to be stored.
async fn make_small(records: &mut [Record]) {
    for record in records {
        let Record::Template(Template { picture, .. }) = record else { continue };
        if let Some(large) = picture.take_if(|picture| picture.len() > LONGEST_PICTURE) {
            *picture = images::small_of(&large).await;
        }
    }
}

/// Writes a page of an export and shows the progress.
fn take(file: &mut FileWriter, parts: &mut FileParts, Gathered { records, done, of }: Gathered) {
    parts.push(&file.records(records));
    let words = fill(texts().gathered, &[("done", &words::number(done.into())), ("of", &words::number(of.into()))]);
    transfer().progress.set(Some((f64::from(done) / f64::from(of.max(1)), words)));
}

/// Sentence for a refusal, with a placeholder for the file name.
fn refused(refusal: Refusal) -> String {
    let texts = texts();
    let sentence = match refusal {
        Refusal::Unknown => texts.unknown,
        Refusal::Empty => texts.empty_file,
        Refusal::NewerVersion { found, known } => {
            return fill(texts.newer_version, &[("found", &found.to_string()), ("known", &known.to_string())]);
        }
        Refusal::Bomb => texts.bomb,
        Refusal::DamagedArchive => texts.damaged_archive,
        Refusal::NothingInArchive => texts.nothing_in_archive,
        Refusal::Packing => texts.packing,
        Refusal::NotReadable => texts.not_readable,
    };
    sentence.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn a_file_that_was_not_read_to_its_end_is_named_and_a_stopped_import_blames_no_file() {
        let troubles = |end: Option<End>, was_cancelled: bool| {
            let mut report = Report::default();
            report.ended("chat.json".to_owned(), end, was_cancelled);
            report.troubles
        };
        let refusals = [
            Refusal::Unknown,
            Refusal::Empty,
            Refusal::NewerVersion { found: 9, known: 7 },
            Refusal::Bomb,
            Refusal::DamagedArchive,
            Refusal::NothingInArchive,
            Refusal::Packing,
            Refusal::NotReadable,
        ];
        for language in UiLanguage::all() {
            speak(language);
            let others = [End::CutOff, End::Damaged];
            for end in refusals.map(End::Refused).into_iter().chain(others).map(Some).chain([None]) {
                let troubles = troubles(end.clone(), false);
                assert!(matches!(&troubles[..], [one] if one.contains("chat.json") && !one.contains('{')), "{end:?}");
            }
            assert!(troubles(Some(End::Whole), false).is_empty());
            assert!(troubles(None, true).is_empty());
        }
    }

    #[test]
    fn a_file_of_a_newer_version_names_both_versions() {
        let sentence = refused(Refusal::NewerVersion { found: 19, known: 7 });
        assert!(sentence.contains("19") && sentence.contains('7') && sentence.contains("{name}"), "{sentence}");
    }

    #[test]
    fn an_import_says_how_far_it_is_also_in_a_file_without_a_size() {
        for language in UiLanguage::all() {
            speak(language);
            for (read, total, conversations, share, sizes) in [
                (0, 4 << 20, 0, 0.0, ["0", "4.0"]),
                (1 << 20, 4 << 20, 1, 0.25, ["1.0", "4.0"]),
                (4 << 20, 4 << 20, 1_043, 1.0, ["4.0", "4.0"]),
                (0, 0, 0, 0.0, ["0", "0"]),
            ] {
                let (is, words) = progress_of(read, total, conversations);
                assert!((is - share).abs() < 1e-9 && !words.contains('{'), "{is} {words}");
                let count = texts().conversations.say(conversations);
                assert!(words.contains(&count) && sizes.iter().all(|size| words.contains(size)), "{words}");
            }
        }
    }
}
