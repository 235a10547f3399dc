//! As much of HTTP/1.1 as Trunk's proxy needs: one request per connection, without a body.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write},
    net::TcpStream,
    path::Path,
};

/// Limit of a request's head in bytes.
const LONGEST_HEAD: u64 = 64 * 1024;

/// The headers that Trunk gives its own files, because the page needs them on every file. A test keeps them equal to
/// those of `Trunk.toml`.
pub(super) const PAGE_HEADERS: [(&str, &str); 2] =
    [("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Embedder-Policy", "credentialless")];

pub(super) struct Request {
    pub(super) method: String,
    /// Without the query.
    pub(super) path: String,
    /// First byte to send, where not all are wanted: an interrupted download of weights goes on.
    pub(super) from: Option<u64>,
}

/// `Range: bytes=123-`, the only form that the page sends.
fn range_start(line: &str) -> Option<u64> {
    let (name, value) = line.split_once(':')?;
    let bytes = value.trim().strip_prefix("bytes=")?.strip_suffix('-')?;
    if name.eq_ignore_ascii_case("range") { bytes.parse().ok() } else { None }
}

impl Request {
    /// Reads the head of a request. `None` if it is none.
    pub(super) fn read(stream: &TcpStream) -> Option<Self> {
        let mut lines = BufReader::new(stream.take(LONGEST_HEAD)).lines();
        let first = lines.next()?.ok()?;
        let mut words = first.split(' ');
        let (method, target) = (words.next()?, words.next()?);
        let path = target.split('?').next().unwrap_or_default();
        let mut from = None;
        // Reads all of it: closing a connection with unread bytes would reset it.
        for line in lines {
            let line = line.ok()?;
            if line.is_empty() {
                return Some(Self { method: method.to_owned(), path: path.to_owned(), from });
            }
            from = from.or_else(|| range_start(&line));
        }
        None
    }
}

pub(super) struct Response {
    status: &'static str,
    media_type: &'static str,
    length: u64,
    /// The header `Content-Range` of a part of a file.
    range: Option<String>,
    body: Box<dyn Read>,
}

impl Response {
    /// A file, or what follows from the byte `from`.
    pub(super) fn file(path: &Path, from: Option<u64>) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let data = file.metadata()?;
        if !data.is_file() {
            return Err(io::ErrorKind::NotFound.into());
        }
        let (all, media_type) = (data.len(), media_type(path));
        let Some(from) = from.filter(|from| *from < all) else {
            return Ok(Self { status: "200 OK", media_type, length: all, range: None, body: Box::new(file) });
        };
        file.seek(SeekFrom::Start(from))?;
        let range = Some(format!("bytes {from}-{}/{all}", all - 1));
        Ok(Self { status: "206 Partial Content", media_type, length: all - from, range, body: Box::new(file) })
    }

    /// An error in words. `status` is a code with its name.
    pub(super) fn error(status: &'static str, words: String) -> Self {
        let words = words.into_bytes();
        Self {
            status,
            media_type: "text/plain; charset=utf-8",
            length: words.len() as u64,
            range: None,
            body: Box::new(io::Cursor::new(words)),
        }
    }

    pub(super) fn write(mut self, mut stream: &TcpStream, with_body: bool) -> io::Result<()> {
        let mut head = format!(
            "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\nConnection: close\r\n",
            self.status, self.media_type, self.length
        );
        if let Some(range) = &self.range {
            head.push_str(&format!("Content-Range: {range}\r\n"));
        }
        for (name, value) in PAGE_HEADERS {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        stream.write_all(head.as_bytes())?;
        if with_body {
            io::copy(&mut self.body, &mut stream)?;
        }
        stream.flush()
    }
}

/// Browsers start a module or a worker, or compile while it arrives, only what has the right type.
fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("js" | "mjs") => "text/javascript",
        Some("wasm") => "application/wasm",
        Some(_) => "application/octet-stream",
        // Licences.
        None => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Project;
    use std::fs;

    #[test]
    fn the_headers_are_those_of_trunk() {
        let config = fs::read_to_string(Project::find().unwrap().root.join("Trunk.toml")).unwrap();
        let section = config.split_once("[serve.headers]\n").unwrap().1;
        let section = section.split("\n[").next().unwrap();
        let expected: Vec<String> = PAGE_HEADERS.iter().map(|(name, value)| format!("{name} = \"{value}\"")).collect();
        assert_eq!(section.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>(), expected);
    }
}
