//! Mails, and pages that browsers save in one file: a head, and parts in encodings of mail.

mod transfer;

use super::{html, plain};
use crate::{
    decode::{self, Decoded},
    error::ReadError,
    source::{BlockKind, Source, title},
};
use ricordo_record::document::DocumentKind;
use std::borrow::Cow;

/// Longest head, in bytes.
const LONGEST_HEAD: usize = 1 << 16;
/// Deepest nesting of parts.
const DEEPEST: usize = 8;
/// Most parts that are looked at.
const MOST_PARTS: usize = 1000;
/// What stands before the text of a mail.
const SHOWN: [&str; 3] = ["Subject", "From", "Date"];

/// A mail or a saved page.
#[derive(Debug)]
pub(crate) struct Mail {
    pub(crate) kind: DocumentKind,
    pub(crate) title: Option<String>,
    pub(crate) source: Source,
    /// Name of the old encoding that it was in.
    pub(crate) encoding: Option<&'static str>,
}

/// The lines of a head by their names, which are in lower case.
#[derive(Debug, Default)]
struct Head(Vec<(String, String)>);

impl Head {
    /// The head at the start of bytes, and what follows it; `None`: there is no head.
    fn read(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let mut head = Self::default();
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n').or(Some(rest.len()).filter(|end| *end > 0)) {
            let line = rest[..end].trim_ascii_end();
            rest = rest.get(end + 1..).unwrap_or_default();
            if line.is_empty() {
                return Some((head, rest));
            }
            if bytes.len() - rest.len() > LONGEST_HEAD {
                return None;
            }
            let text = String::from_utf8_lossy(line);
            match (text.split_once(':'), head.0.last_mut()) {
                (_, Some((_, value))) if line.starts_with(b" ") || line.starts_with(b"\t") => value.push_str(&text),
                (Some((name, value)), _) if is_name(name) => {
                    head.0.push((name.to_ascii_lowercase(), value.trim().to_owned()));
                }
                _ => return None,
            }
        }
        Some((head, rest))
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// The kind of contents, in lower case.
    fn kind(&self) -> String {
        let kind = self.get("content-type").unwrap_or("text/plain");
        kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
    }

    /// A parameter of the kind of contents.
    fn parameter(&self, name: &str) -> Option<&str> {
        let mut parameters = self.get("content-type")?.split(';').skip(1).filter_map(|own| own.split_once('='));
        let (_, value) = parameters.find(|(own, _)| own.trim().eq_ignore_ascii_case(name))?;
        Some(value.trim().trim_matches('"'))
    }

    /// The bytes of a part, of which this is the head.
    fn decoded<'b>(&self, body: &'b [u8]) -> Cow<'b, [u8]> {
        match self.get("content-transfer-encoding").unwrap_or_default().trim().to_ascii_lowercase().as_str() {
            "base64" => Cow::Owned(transfer::base64(body)),
            "quoted-printable" => Cow::Owned(transfer::quoted_printable(body)),
            _ => Cow::Borrowed(body),
        }
    }

    fn is_attachment(&self) -> bool {
        let disposition = self.get("content-disposition").unwrap_or_default().trim_start();
        disposition.get(..10).is_some_and(|start| start.eq_ignore_ascii_case("attachment"))
    }

    /// Whether a browser saved a page.
    fn is_page(&self) -> bool {
        self.get("snapshot-content-location").is_some()
            || self.get("from").is_some_and(|from| from.to_ascii_lowercase().contains("<saved by"))
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// Reads a mail or a saved page; `None`: it is neither.
pub(crate) fn read(bytes: &[u8]) -> Option<Result<Mail, ReadError>> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    let (head, body) = Head::read(bytes)?;
    let is_mime = head.get("mime-version").is_some() && head.get("content-type").is_some();
    is_mime.then(|| mail(&head, body))
}

fn mail(head: &Head, body: &[u8]) -> Result<Mail, ReadError> {
    let mut texts = Texts::default();
    texts.collect(head, body, 0);
    let is_html = !texts.html.is_empty();
    let mut parts = if is_html { texts.html } else { texts.plain };
    if parts.is_empty() {
        return Err(ReadError::NoText { pages: None });
    }
    if head.is_page() {
        // The others are its frames.
        parts.truncate(1);
    }
    let subject = head.get("subject").map(|subject| title(&transfer::words(subject))).filter(|title| !title.is_empty());
    let mut lines = String::new();
    for name in SHOWN.into_iter().filter(|_| !head.is_page()) {
        let value = head.get(&name.to_ascii_lowercase()).map(|value| title(&transfer::words(value)));
        for value in value.into_iter().filter(|value| !value.is_empty()) {
            lines.push_str(&format!("{name}: {value}\n"));
        }
    }
    let (mut source, mut own, mut encoding) = (Source::default(), None, None);
    let mut outcome = None;
    if is_html {
        source.append("", lines.trim_end(), BlockKind::Prose);
    }
    // Some programs put the text behind a picture into a part of its own.
    for (part, body) in parts {
        let bytes = part.decoded(body);
        let (text, old) = match labelled(&bytes, part.parameter("charset")) {
            Ok(text) => text,
            Err(error) => {
                outcome.get_or_insert(Err(error));
                continue;
            }
        };
        outcome = Some(Ok(()));
        encoding = encoding.or(old);
        if is_html {
            let (read, title) = html::read_after(&text, source);
            (source, own) = (read, own.or(title));
        } else {
            lines.push('\n');
            lines.push_str(text.trim_start_matches('\n'));
        }
    }
    // One text is enough.
    outcome.unwrap_or(Ok(()))?;
    if !is_html {
        source = Source { has_lines: false, ..plain::read(&lines) };
    }
    let kind = if is_html && head.is_page() { DocumentKind::Html } else { DocumentKind::Text };
    let title = if head.is_page() { own.or(subject) } else { subject.or(own) };
    Ok(Mail { kind, title, source, encoding })
}

/// A text in the encoding that its head names, or in the one that it shows.
fn labelled<'a>(bytes: &'a [u8], label: Option<&str>) -> Result<Decoded<'a>, ReadError> {
    match decode::text(bytes) {
        Ok(text) => Ok((text, None)),
        Err(_) => label.and_then(|label| decode::named(bytes, label)).map_or_else(|| decode::any_text(bytes), Ok),
    }
}

/// The pages and the plain texts of the parts.
#[derive(Default)]
struct Texts<'a> {
    html: Vec<(Head, &'a [u8])>,
    plain: Vec<(Head, &'a [u8])>,
    count: usize,
}

impl<'a> Texts<'a> {
    fn collect(&mut self, head: &Head, body: &'a [u8], depth: usize) {
        let kind = head.kind();
        let slot = match kind.as_str() {
            "text/html" | "application/xhtml+xml" => &mut self.html,
            "text/plain" => &mut self.plain,
            _ => {
                let boundary = head.parameter("boundary").filter(|boundary| !boundary.is_empty());
                if let Some(boundary) = boundary.filter(|_| depth < DEEPEST && kind.starts_with("multipart/")) {
                    self.collect_parts(&format!("--{boundary}"), body, depth);
                }
                return;
            }
        };
        if !head.is_attachment() {
            slot.push((Head(head.0.clone()), body));
        }
    }

    fn collect_parts(&mut self, delimiter: &str, body: &'a [u8], depth: usize) {
        let mut start = None;
        let mut at = 0;
        for line in body.split_inclusive(|byte| *byte == b'\n') {
            let own = line.trim_ascii_end();
            let rest = own.strip_prefix(delimiter.as_bytes());
            if let Some(rest) = rest.filter(|rest| rest.is_empty() || *rest == b"--") {
                self.collect_part(start.take().map(|start| &body[start..at]), depth);
                start = rest.is_empty().then_some(at + line.len());
            }
            at += line.len();
            if self.count > MOST_PARTS {
                return;
            }
        }
        // A file that was cut off.
        self.collect_part(start.map(|start| &body[start..]), depth);
    }

    fn collect_part(&mut self, part: Option<&'a [u8]>, depth: usize) {
        let Some(part) = part else { return };
        self.count += 1;
        if let Some((head, body)) = Head::read(part) {
            self.collect(&head, body, depth + 1);
        }
    }
}
