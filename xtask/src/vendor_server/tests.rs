//! Requests over a connection, with builds that only write their files.

use super::*;
use crate::test_folder::TestFolder;
use std::{
    fs,
    io::{Read, Write},
};

/// Builds the import parser; every other build fails.
struct Fake(Project);

impl Builder for Fake {
    fn is_current(&self, module: &Module) -> bool {
        module.reason_to_build(&self.0) != Some(Reason::Missing)
    }

    fn build(&self, module: &Module) -> Result<()> {
        if module.title != "import parser" {
            return Err(Failure::new("`cargo build` failed.", "What it said above names the reason."));
        }
        let folder = self.0.vendor().join("exchange");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("exchange.js"), "export default 1").unwrap();
        fs::write(folder.join("exchange_bg.wasm"), "\0asm").unwrap();
        Ok(())
    }
}

fn server(folder: &TestFolder) -> SocketAddr {
    let project = folder.project();
    folder.write("secret.txt", "secret");
    folder.write("web/vendor/models/small.gguf", "weights");
    folder.write("crates/exchange/js/worker.mjs", "onmessage = 1");
    listen(Server { project: project.clone(), builds: Builds::new(Fake(project)) }).unwrap()
}

/// The head and the body of the answer.
fn answer(address: SocketAddr, method: &str, path: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "{method} {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), body.to_owned())
}

#[test]
fn a_module_is_built_when_it_is_requested() {
    let folder = TestFolder::new("built-on-request");
    let address = server(&folder);
    assert!(!folder.path().join("web/vendor/exchange").exists());
    let (head, body) = answer(address, "GET", "/vendor/exchange/exchange_bg.wasm");
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
    assert!(head.contains("\r\nContent-Type: application/wasm\r\nContent-Length: 4\r\n"), "{head}");
    for (name, value) in http::PAGE_HEADERS {
        assert!(head.contains(&format!("\r\n{name}: {value}")), "{head}");
    }
    assert_eq!(body, "\0asm");
}

#[test]
fn scripts_come_from_their_sources_without_a_build() {
    let folder = TestFolder::new("scripts");
    let (head, body) = answer(server(&folder), "GET", "/vendor/exchange/worker.js?version=1");
    assert!(head.contains("\r\nContent-Type: text/javascript\r\n"), "{head}");
    assert_eq!(body, "onmessage = 1");
    assert!(!folder.path().join("web/vendor/exchange").exists());
}

#[test]
fn a_failed_build_is_an_error_with_its_reason() {
    let folder = TestFolder::new("failed-build");
    let (head, body) = answer(server(&folder), "GET", "/vendor/tokenizer/o200k.js");
    assert!(head.starts_with("HTTP/1.1 500 "), "{head}");
    assert!(head.contains("\r\nContent-Type: text/plain"), "{head}");
    assert!(body.starts_with("The token counter for o200k could not be built.\n`cargo build` failed.\n"), "{body}");
}

#[test]
fn other_files_of_the_folder_are_served_and_none_outside() {
    let folder = TestFolder::new("other-files");
    let address = server(&folder);
    assert_eq!(answer(address, "GET", "/vendor/models/small.gguf").1, "weights");
    let (head, body) = answer(address, "HEAD", "/vendor/models/small.gguf");
    assert!(head.contains("\r\nContent-Length: 7\r\n") && body.is_empty(), "{head}");
    for path in ["/vendor/../../secret.txt", "/vendor//secret.txt", "/vendor/none.js", "/vendor/models", "/secret.txt"]
    {
        assert!(answer(address, "GET", path).0.starts_with("HTTP/1.1 404 "), "{path}");
    }
    assert!(answer(address, "POST", "/vendor/models/small.gguf").0.starts_with("HTTP/1.1 405 "));
}

/// What a request of some bytes is answered; it stays open until the server closes it.
fn raw_answer(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn a_download_goes_on_from_the_byte_that_is_missing() {
    let folder = TestFolder::new("goes-on");
    let address = server(&folder);
    let from = |header: &str| {
        raw_answer(address, &format!("GET /vendor/models/small.gguf HTTP/1.1\r\nHost: localhost\r\n{header}\r\n\r\n"))
    };
    let rest = from("range: bytes=3-");
    assert!(rest.starts_with("HTTP/1.1 206 Partial Content\r\n"), "{rest}");
    assert!(rest.contains("\r\nContent-Range: bytes 3-6/7\r\n") && rest.ends_with("\r\n\r\nghts"), "{rest}");
    for whole in ["Range: bytes=7-", "Range: bytes=1-2", "Range: lines=1-"] {
        assert!(from(whole).starts_with("HTTP/1.1 200 OK\r\n"), "{whole}");
    }
}

#[test]
fn a_request_that_never_ends_is_given_up() {
    let folder = TestFolder::new("never-ends");
    assert_eq!(raw_answer(server(&folder), "GET /vendor/models/small.gguf HTTP/1.1\r\nHost: localhost\r\n"), "");
}
