//! Vectors from a running server: a POST over plain HTTP, in batches.

use ricordo_core::wire::{
    Protocol,
    embeddings::{EmbeddingsResponse, Prefixes, prefixes},
};
use std::{
    collections::HashMap,
    io::{Read as _, Write as _},
    net::TcpStream,
};

/// Texts in one request.
const BATCH: usize = 16;

/// A model at a server with OpenAI's `/v1/embeddings`.
pub(crate) struct Endpoint {
    pub(crate) base_url: String,
    pub(crate) model: String,
}

impl Endpoint {
    /// What its model wants before texts.
    pub(crate) fn prefixes(&self) -> Prefixes {
        prefixes(&self.model)
    }

    /// The vector of each text.
    pub(crate) fn vectors(&self, texts: Vec<String>) -> Result<HashMap<String, Vec<f32>>, String> {
        let count = texts.len();
        let mut of = HashMap::new();
        for batch in texts.chunks(BATCH) {
            let batch: Vec<&str> = batch.iter().map(String::as_str).collect();
            let vectors = self.request(&batch)?;
            of.extend(batch.iter().map(|text| (*text).to_owned()).zip(vectors));
            eprint!("\r{} of {count} texts", of.len());
        }
        eprintln!();
        Ok(of)
    }

    fn request(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, String> {
        let no_vectors = || "This protocol has no vectors.".to_owned();
        let path = Protocol::OpenAi.embeddings_path(&self.base_url).ok_or_else(no_vectors)?;
        let body = Protocol::OpenAi.embeddings_body(&self.model, texts).ok_or_else(no_vectors)?;
        let url = format!("{}/{path}", self.base_url.trim_end_matches('/'));
        let (status, body) = post(&url, &body)?;
        let response = EmbeddingsResponse { status, retry_after: None, content_type: None, body: &body };
        Protocol::OpenAi.embeddings(response, texts.len()).map_err(|error| format!("{url}: {error}"))
    }
}

/// The status and the body of the response. HTTP/1.0, so that the server sends no chunks and closes the connection.
fn post(url: &str, body: &[u8]) -> Result<(u16, Vec<u8>), String> {
    let failed = |why: &dyn std::fmt::Display| format!("{url}: {why}");
    let rest = url.strip_prefix("http://").ok_or_else(|| failed(&"only http:// is supported"))?;
    let (host, path) = rest.split_once('/').ok_or_else(|| failed(&"there is no path"))?;
    let address = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
    let mut stream = TcpStream::connect(address).map_err(|error| failed(&error))?;
    let head = format!(
        "POST /{path} HTTP/1.0\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(&[head.as_bytes(), body].concat()).map_err(|error| failed(&error))?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response).map_err(|error| failed(&error))?;
    let end = response.windows(4).position(|four| four == b"\r\n\r\n").ok_or_else(|| failed(&"not HTTP"))?;
    let status = String::from_utf8_lossy(&response).split(' ').nth(1).and_then(|status| status.parse().ok());
    Ok((status.ok_or_else(|| failed(&"not HTTP"))?, response.split_off(end + 4)))
}
