//! Attaches pages of a PDF that hold no text to the message being typed, as images. Loaded when the first ones are attached.

use super::{Chat, deferred};
use crate::{
    browser, images,
    state::{
        OUTCOMES, Scan, adding,
        adding::{AddPhase, AddProgress},
        attached::MOST,
        scans,
    },
    texts::{
        composer::attachments,
        documents::{adding_documents, position, scanned as texts},
        errors::Localized,
        fill,
    },
};
use futures_util::future::{Either, select};
use leptos::prelude::*;
use ricordo_browser::{
    documents::NoWorker,
    pdf_pages::{DrawStep, MEDIA_TYPE, PageDrawing, PagePicture},
};
use ricordo_core::{cancel::Cancel, document::ChunkPlace, id::ConversationId};
use ricordo_documents::ReadError;
use std::pin::pin;
use web_sys::File;

/// Longer side of the images, in pixels. Models scale larger ones down themselves.
const SIDE: u32 = 1_500;

/// Why not all pages were attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    Stopped,
    /// pdf.js could not be loaded, or it crashed.
    NoReader,
    /// The browser can no longer read the file.
    Gone,
    Damaged,
    /// The user left the conversation, or an image could not be stored, which was said already.
    NotKept,
}

impl From<NoWorker> for Ended {
    fn from(_: NoWorker) -> Self {
        Self::NoReader
    }
}

impl Chat {
    /// Attaches the next pages of a scan to the message being typed, as images.
    pub fn attach_pages(self, scan: u32) {
        deferred::attach_pages(self, scan);
    }

    /// Attaches pages for [`Chat::attach_pages`], once its code is loaded.
    pub(super) async fn attach_now(self, number: u32) {
        let (Some(open), Some((scan, file))) = (self.id(), scans().find(number)) else { return };
        if !self.is_still(scan.of_message) {
            return;
        }
        let Some(pages) = scan.next(untrack(|| self.composer.room())).map(<[u32]>::to_vec) else {
            return self.notices.trouble(fill(attachments().too_many, &[("n", &MOST.to_string())]));
        };
        let adding = adding();
        let Some(cancel) = adding.resume() else { return self.notices.trouble(adding_documents().busy) };
        let mut current = scan.clone();
        let ended = self.attach_each(open, &mut current, &file, &pages, &cancel).await;
        adding.now.set(None);
        scans().attached(number, current.attached);
        let is_full = untrack(|| self.composer.room()) == 0;
        match (outcome_of(&scan, current.attached, is_full), ended) {
            (_, Err(Ended::NotKept)) | (None, Ok(())) => {}
            (Some(outcome), Ok(())) => self.notices.say(outcome),
            (outcome, Err(ended)) => {
                let sentences = why_not(&scan.name, ended).into_iter().chain(outcome);
                self.notices.trouble(sentences.collect::<Vec<_>>().join(" "));
            }
        }
        browser::focus_if_lost([OUTCOMES.to_owned(), "composer".to_owned()]);
    }

    /// Attaches one page after the other, and counts them in the scan.
    async fn attach_each(
        self,
        open: ConversationId,
        scan: &mut Scan,
        file: &File,
        pages: &[u32],
        cancel: &Cancel,
    ) -> Result<(), Ended> {
        let (name, all) = (scan.name.clone(), scan.of);
        let say = |page| {
            let phase = AddPhase::Drawing { page, pages: all };
            adding().now.set(Some(AddProgress { name: name.clone(), phase, of_message: Some(open) }));
        };
        pages.first().copied().into_iter().for_each(say);
        let drawing = unless_stopped(PageDrawing::open(file, pages.to_vec(), SIDE), cancel).await?;
        for page in pages.iter().copied() {
            // The user may have attached other images meanwhile.
            if untrack(|| self.composer.room()) == 0 {
                break;
            }
            say(page);
            let picture = match unless_stopped(drawing.next(), cancel).await? {
                DrawStep::Page(picture) => picture,
                DrawStep::Gone => return Err(Ended::Gone),
                DrawStep::End | DrawStep::Damaged => return Err(Ended::Damaged),
            };
            if !self.composer.keep(self, open, taken(picture), described(&name, page)).await {
                return Err(Ended::NotKept);
            }
            scan.attached += 1;
        }
        Ok(())
    }
}

async fn unless_stopped<T>(work: impl Future<Output = Result<T, NoWorker>>, cancel: &Cancel) -> Result<T, Ended> {
    match select(pin!(work), pin!(cancel.cancelled())).await {
        Either::Left((ended, _)) => ended.map_err(Ended::from),
        Either::Right(_) => Err(Ended::Stopped),
    }
}

fn taken(picture: PagePicture) -> images::Taken {
    let PagePicture { bytes, width, height } = picture;
    images::Taken { bytes, media_type: MEDIA_TYPE.to_owned(), width, height }
}

/// Alternative text of a page.
fn described(name: &str, page: u32) -> String {
    let place = ChunkPlace { page: Some(page), ..ChunkPlace::default() };
    format!("{name}, {}", position(&place))
}

/// What was attached of a scan; `None` if nothing was.
fn outcome_of(scan: &Scan, attached: usize, is_full: bool) -> Option<String> {
    let pages = scan.pages.get(scan.attached..attached).filter(|pages| !pages.is_empty())?;
    Some(scan.outcome(pages, is_full))
}

/// Why not all pages were attached; `None` if the user was told already or left the conversation.
fn why_not(name: &str, ended: Ended) -> Option<String> {
    let why = match ended {
        Ended::Stopped => return Some(texts().stopped.to_owned()),
        Ended::NotKept => return None,
        Ended::NoReader => adding_documents().no_reader.to_owned(),
        Ended::Gone => adding_documents().unreadable.to_owned(),
        Ended::Damaged => ReadError::Damaged { part: None }.localized(),
    };
    Some(fill(texts().not_drawn, &[("name", name), ("why", &why)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn what_was_not_attached_is_said_with_the_reason_and_what_was_attached_stays() {
        for language in UiLanguage::all() {
            speak(language);
            let mut sentences = Vec::new();
            for ended in [Ended::NoReader, Ended::Gone, Ended::Damaged, Ended::Stopped] {
                let sentence = why_not("a.pdf", ended).unwrap();
                assert!(!sentence.contains('{'), "{sentence}");
                assert!(ended == Ended::Stopped || sentence.contains("a.pdf"), "{sentence}");
                sentences.push(sentence);
            }
            sentences.sort();
            sentences.dedup();
            assert_eq!(sentences.len(), 4);
            assert_eq!(why_not("a.pdf", Ended::NotKept), None);
            let pages = (1..=9).collect();
            let scan = Scan { number: 0, name: "a.pdf".to_owned(), of: 9, pages, attached: 2, of_message: None };
            assert_eq!(outcome_of(&scan, 2, false), None);
            assert_eq!(outcome_of(&scan, 5, true), Some(scan.outcome(&[3, 4, 5], true)));
        }
        speak(UiLanguage::En);
        assert_eq!(described("a.pdf", 3), "a.pdf, page 3");
    }
}
