//! Mails, and pages that browsers save in one file: a head, and parts in encodings of mail.

mod transfer;

use super::{html, plain};
use crate::{
    characters::visible,
    decode::{self, Decoded},
    error::ReadError,
    reading::{LeftOut, Reason},
    source::{BlockKind, Source, title},
};
use ricordo_record::document::DocumentKind;
use std::{borrow::Cow, ops::Range};

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
    /// What is attached to a mail.
    pub(crate) left_out: Vec<LeftOut>,
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
        self.parameter_of("content-type", name)
    }

    /// The name of the file that a part is, if it is one.
    fn file_name(&self) -> Option<String> {
        let of = |line: &str, name: &str| self.parameter_of(line, name);
        let extended = of("content-disposition", "filename*").or_else(|| of("content-type", "name*"));
        let name = match extended {
            Some(extended) => transfer::extended(extended),
            None => transfer::words(of("content-disposition", "filename").or_else(|| of("content-type", "name"))?),
        };
        Some(title(&name)).filter(|name| !name.is_empty())
    }

    fn parameter_of(&self, line: &str, name: &str) -> Option<&str> {
        let mut parameters = self.get(line)?.split(';').skip(1).filter_map(|own| own.split_once('='));
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
    let Texts { mut parts, mut left_out, .. } = texts;
    if head.is_page() {
        // The other parts are its frames, and what it shows.
        let page = parts.iter().position(is_html).unwrap_or_default();
        parts = parts.into_iter().skip(page).take(1).collect();
        left_out.clear();
    }
    if parts.is_empty() {
        return Err(if left_out.is_empty() {
            ReadError::NoText { pages: None }
        } else {
            ReadError::NothingToRead { left_out }
        });
    }
    let subject = head.get("subject").map(|subject| title(&transfer::words(subject))).filter(|title| !title.is_empty());
    let (source, own, encoding) = text_of(&parts, first_lines(head))?;
    let is_page = head.is_page();
    let kind = if is_page && parts.iter().any(is_html) { DocumentKind::Html } else { DocumentKind::Text };
    let title = if is_page { own.or(subject) } else { subject.or(own) };
    Ok(Mail { kind, title, source, left_out, encoding })
}

/// What stands before the text of a mail.
fn first_lines(head: &Head) -> String {
    let mut lines = String::new();
    for name in SHOWN.into_iter().filter(|_| !head.is_page()) {
        let value = head.get(&name.to_ascii_lowercase()).map(|value| title(&transfer::words(value)));
        for value in value.into_iter().filter(|value| !value.is_empty()) {
            lines.push_str(&format!("{name}: {value}\n"));
        }
    }
    lines
}

/// The text of some parts after the first lines, the title of a page among them, and the old encoding that one was in.
fn text_of(parts: &[Part<'_>], mut lines: String) -> Result<(Source, Option<String>, Option<&'static str>), ReadError> {
    let has_html = parts.iter().any(is_html);
    let (mut source, mut own, mut encoding) = (Source::default(), None, None);
    let mut outcome = None;
    if has_html {
        source.append("", lines.trim_end(), BlockKind::Prose);
    }
    // Some programs put the text behind a picture into a part of its own.
    for part in parts {
        let (head, body) = part;
        let bytes = head.decoded(body);
        let (text, old) = match labelled(&bytes, head.parameter("charset")) {
            Ok(text) => text,
            Err(error) => {
                outcome.get_or_insert(Err(error));
                continue;
            }
        };
        outcome = Some(Ok(()));
        encoding = encoding.or(old);
        if is_html(part) {
            let (read, title) = html::read_after(&text, source);
            (source, own) = (read, own.or(title));
        } else if has_html {
            for paragraph in plain::paragraphs(&text) {
                source.append("\n\n", text[paragraph].trim_end(), BlockKind::Prose);
            }
        } else {
            lines.push('\n');
            lines.push_str(text.trim_start_matches('\n'));
        }
    }
    // One text is enough.
    outcome.unwrap_or(Ok(()))?;
    if !has_html {
        source = Source { has_lines: false, ..plain::read(&lines) };
    }
    Ok((source, own, encoding))
}

/// A text in the encoding that its head names, or in the one that it shows.
fn labelled<'a>(bytes: &'a [u8], label: Option<&str>) -> Result<Decoded<'a>, ReadError> {
    match decode::text(bytes) {
        Ok(text) => Ok((text, None)),
        Err(_) => label.and_then(|label| decode::named(bytes, label)).map_or_else(|| decode::any_text(bytes), Ok),
    }
}

/// A part with its head.
type Part<'a> = (Head, &'a [u8]);

fn is_html((head, _): &Part<'_>) -> bool {
    matches!(head.kind().as_str(), "text/html" | "application/xhtml+xml")
}

/// What the parts hold.
#[derive(Default)]
struct Texts<'a> {
    /// The pages and plain texts, in order.
    parts: Vec<Part<'a>>,
    /// What is attached.
    left_out: Vec<LeftOut>,
    count: usize,
}

impl<'a> Texts<'a> {
    fn collect(&mut self, head: &Head, body: &'a [u8], depth: usize) {
        let kind = head.kind();
        let is_text = matches!(kind.as_str(), "text/html" | "application/xhtml+xml" | "text/plain");
        let boundary = head.parameter("boundary").filter(|boundary| !boundary.is_empty());
        if is_text && !head.is_attachment() {
            self.parts.push((Head(head.0.clone()), body));
        } else if let Some(boundary) = boundary.filter(|_| depth < DEEPEST && kind.starts_with("multipart/")) {
            self.collect_parts(&format!("--{boundary}"), body, depth, kind == "multipart/alternative");
        } else if let Some(name) = head.file_name() {
            self.leave_out(&name);
        } else if head.is_attachment() || kind == "message/rfc822" {
            self.leave_out(&kind);
        }
    }

    fn leave_out(&mut self, name: &str) {
        self.left_out.push(LeftOut { path: visible(name).into_owned(), reason: Reason::Attachment });
    }

    fn collect_parts(&mut self, delimiter: &str, body: &'a [u8], depth: usize, is_alternative: bool) {
        let mut forms = Vec::new();
        let mut start = None;
        let mut at = 0;
        for line in body.split_inclusive(|byte| *byte == b'\n') {
            let own = line.trim_ascii_end();
            let rest = own.strip_prefix(delimiter.as_bytes());
            if let Some(rest) = rest.filter(|rest| rest.is_empty() || *rest == b"--") {
                forms.extend(self.collect_part(start.take().map(|start| &body[start..at]), depth));
                start = rest.is_empty().then_some(at + line.len());
            }
            at += line.len();
            if self.count > MOST_PARTS {
                start = None;
                break;
            }
        }
        // A file that was cut off.
        forms.extend(self.collect_part(start.map(|start| &body[start..]), depth));
        if is_alternative {
            self.keep_best(&forms);
        }
    }

    /// Of the forms of one text, the best of which is last, keeps the last one with a page; all if none has one.
    fn keep_best(&mut self, forms: &[Range<usize>]) {
        let mut from_last = forms.iter().rev();
        let best = from_last.find(|form| self.parts[form.start..form.end].iter().any(is_html));
        if let (Some(first), Some(best)) = (forms.first(), best) {
            self.parts.truncate(best.end);
            self.parts.drain(first.start..best.start);
        }
    }

    /// Returns which of the texts are of this part; `None`: it has none.
    fn collect_part(&mut self, part: Option<&'a [u8]>, depth: usize) -> Option<Range<usize>> {
        let before = self.parts.len();
        self.count += usize::from(part.is_some());
        let (head, body) = Head::read(part?)?;
        self.collect(&head, body, depth + 1);
        Some(before..self.parts.len()).filter(|own| !own.is_empty())
    }
}
