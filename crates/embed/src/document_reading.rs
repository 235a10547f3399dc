//! Reads files of the program as documents. The code that reads them is loaded with the first one.

use crate::{
    api_error::{ApiError, name_of},
    codes::Code,
    loaded::loaded_when_called,
};
use ricordo_core::{digest::Digest, scope::Scope, session::NewDocument};
use ricordo_documents::{File, Limits, ReadError, Reading, document_name, from_pages, read};
use serde_json::{Value, json};

/// A file as the program gives it.
pub(crate) struct NewFile {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// The texts of its pages, in order, instead of the bytes.
    pub(crate) pages: Option<Vec<String>>,
    pub(crate) scope: Scope,
}

/// A file that was read.
#[cfg_attr(test, derive(Debug))]
pub(crate) struct ReadFile {
    pub(crate) new: NewDocument,
    /// What the program is told of it besides: an object with what was left out, and the encoding.
    pub(crate) remarks: Value,
}

loaded_when_called! { documents:
    /// Makes a document of a file.
    pub(crate) fn deferred_reading(file: NewFile) -> Result<ReadFile, ApiError> {
        file.read()
    }
}

impl NewFile {
    fn read(self) -> Result<ReadFile, ApiError> {
        let Self { name, bytes, pages, scope } = self;
        let limits = Limits::default();
        let (digest, size) = match &pages {
            None => (Digest::of(&bytes), bytes.len()),
            Some(pages) => {
                let with = |digest: Digest, page: &String| digest.with(page.as_bytes()).with(b"\0");
                (pages.iter().fold(Digest::of(b""), with), pages.iter().map(String::len).sum())
            }
        };
        let reading = match pages {
            None => read(&File { name: &name, bytes: &bytes }, &limits),
            Some(pages) => from_pages(pages.into_iter(), 0, &limits),
        };
        let reading = reading.map_err(|error| refused(&name, &error))?;
        let remarks = remarks_of(&reading);
        let new = NewDocument {
            name: document_name(&name, reading.kind, reading.title.as_deref()),
            kind: reading.kind,
            scope,
            digest,
            bytes: size as u64,
            pages: reading.pages.map(|pages| pages.count),
            chunks: reading.chunks,
        };
        Ok(ReadFile { new, remarks })
    }
}

fn remarks_of(reading: &Reading) -> Value {
    let left_out = reading.left_out.iter().map(|one| json!({ "path": one.path, "reason": name_of(&one.reason) }));
    json!({
        "leftOut": left_out.collect::<Vec<_>>(),
        "hidden": reading.hidden,
        "encoding": reading.encoding,
    })
}

fn refused(name: &str, error: &ReadError) -> ApiError {
    let way_out = match error {
        ReadError::NeedsPages => " Take the texts out with pdf.js, and give them as `pages`.",
        _ => "",
    };
    ApiError::new(Code::DocumentRefused, format!("{name} was not added: {error}.{way_out}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, bytes: &[u8]) -> NewFile {
        NewFile { name: name.to_owned(), bytes: bytes.to_vec(), pages: None, scope: Scope::Everywhere }
    }

    #[test]
    fn a_file_is_read_by_what_it_is_and_pages_by_their_order() {
        let read = file("notes.md", b"# Trip\n\nWe leave on Friday.").read().unwrap().new;
        assert_eq!((read.name.as_str(), read.chunks.len(), read.bytes), ("notes.md", 1, 27));
        assert_eq!(read.chunks[0].1.headings, ["Trip"]);
        let pages = |pages: [&str; 2]| NewFile { pages: Some(pages.map(str::to_owned).to_vec()), ..file("a.pdf", b"") };
        let read = pages(["One.", "Two."]).read().unwrap().new;
        assert_eq!((read.pages, read.bytes), (Some(2), 8));
        assert_ne!(read.digest, pages(["One.T", "wo."]).read().unwrap().new.digest, "the pages are others");
    }

    #[test]
    fn what_was_left_out_of_a_file_is_named() {
        let mail = b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nHello.\n--b\n\
            Content-Type: image/png; name=roses.png\n\n-\n--b--\n";
        let remarks = file("a.eml", mail).read().unwrap().remarks;
        let left_out = json!([{ "path": "roses.png", "reason": "attachment" }]);
        assert_eq!(remarks, json!({ "leftOut": left_out, "hidden": 0, "encoding": null }));
        let page = file("a.html", b"<p>Hello.<p hidden>secret").read().unwrap().remarks;
        assert_eq!((&page["leftOut"], &page["hidden"]), (&json!([]), &json!(6)));
    }

    #[test]
    fn what_cannot_be_read_says_why_and_what_to_do() {
        let error = file("scan.pdf", b"%PDF-1.7 ...").read().unwrap_err();
        assert!(error.to_string().contains("give them as `pages`"), "{error}");
        let error = file("empty.txt", b"").read().unwrap_err();
        assert_eq!(error.to_string(), "empty.txt was not added: the file is empty.");
    }
}
