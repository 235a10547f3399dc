//! Serves `web/vendor` while a page is being worked on, and builds what is built here when the page first asks for it.
//!
//! `cargo xtask serve` has Trunk ask this server for everything below `/vendor/`. So nobody waits for the tokenizer and the
//! importer before the page is there, and what uses them is up to date.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::{Component, Path, PathBuf},
    sync::{Mutex, PoisonError},
    thread,
};

use crate::{
    failure::{Failure, Result},
    lazy,
    project::Project,
};

/// The headers of `Trunk.toml`: a page that is isolated starts no worker without them.
const ISOLATION: &str = "Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: credentialless\r\n";

/// One build at a time.
static BUILD: Mutex<()> = Mutex::new(());

/// Serves until this program ends. Returns the address, as Trunk wants to be told of it.
pub(crate) fn start(project: &Project) -> Result<String> {
    let failed = |error: &io::Error| Failure::new(format!("No port on this computer: {error}."), "");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|error| failed(&error))?;
    let address = listener.local_addr().map_err(|error| failed(&error))?;
    let project = Project { root: project.root.clone(), tools: project.tools.clone() };
    thread::spawn(move || {
        thread::scope(|scope| {
            for stream in listener.incoming().flatten() {
                let project = &project;
                // A browser that has gone away needs no answer.
                scope.spawn(move || drop(answer(project, &stream)));
            }
        });
    });
    Ok(format!("http://{address}/vendor/"))
}

fn answer(project: &Project, mut stream: &TcpStream) -> io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let Some(path) = wanted(&request) else { return refuse(stream, "404 Not Found", "") };
    let built = {
        let _build = BUILD.lock().unwrap_or_else(PoisonError::into_inner);
        lazy::build_named(project, path)
    };
    if let Err(failure) = built {
        println!("{failure}");
        return refuse(stream, "500 Internal Server Error", &failure.cause);
    }
    let file = project.vendor().join(path);
    let Some(mut content) = File::open(&file).ok().filter(|_| file.is_file()) else {
        return refuse(stream, "404 Not Found", "");
    };
    let (length, kind) = (content.metadata()?.len(), media_type(&file));
    write!(
        stream,
        "HTTP/1.1 200 OK\r\n{ISOLATION}Content-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-cache\r\n\
         Connection: close\r\n\r\n"
    )?;
    if request.starts_with("GET ") {
        io::copy(&mut content, &mut stream)?;
    }
    stream.flush()
}

fn refuse(mut stream: &TcpStream, status: &str, why: &str) -> io::Result<()> {
    let length = why.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\n{ISOLATION}Content-Type: text/plain; charset=utf-8\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n{why}"
    )
}

/// The path below `/vendor/` that a request line asks for; none that leads out of it.
fn wanted(request: &str) -> Option<&str> {
    let (method, rest) = request.split_once(' ')?;
    let path = rest.split([' ', '?']).next()?.strip_prefix("/vendor/")?;
    let is_below = PathBuf::from(path).components().all(|part| matches!(part, Component::Normal(_)));
    (matches!(method, "GET" | "HEAD") && is_below && !path.is_empty()).then_some(path)
}

fn media_type(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_names_a_file_below_the_folder_and_no_other() {
        assert_eq!(wanted("GET /vendor/tokenizer/worker.js?vocabulary=o200k HTTP/1.1"), Some("tokenizer/worker.js"));
        assert_eq!(wanted("HEAD /vendor/exchange/exchange_bg.wasm HTTP/1.1"), Some("exchange/exchange_bg.wasm"));
        for other in
            ["GET /vendor/../Cargo.toml HTTP/1.1", "GET /vendor//etc/passwd HTTP/1.1", "GET / HTTP/1.1", "", "GET"]
        {
            assert_eq!(wanted(other), None, "{other}");
        }
        assert_eq!(wanted("POST /vendor/a.js HTTP/1.1"), None);
    }

    #[test]
    fn what_is_there_is_served_with_its_type_and_what_is_not_is_refused() {
        let folder = std::env::temp_dir().join(format!("ricordo-vendor-{}", std::process::id()));
        let vendor = folder.join("web/vendor/highlight");
        std::fs::create_dir_all(&vendor).unwrap();
        std::fs::write(vendor.join("core.js"), "export {};").unwrap();
        let address = start(&Project { root: folder.clone(), tools: folder.join("tools") }).unwrap();
        let ask = |path: &str| {
            let host = address.strip_prefix("http://").unwrap().strip_suffix("/vendor/").unwrap();
            let mut stream = TcpStream::connect(host).unwrap();
            write!(stream, "GET /vendor/{path} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
            io::read_to_string(stream).unwrap()
        };
        let found = ask("highlight/core.js");
        assert!(found.starts_with("HTTP/1.1 200 OK\r\n") && found.ends_with("\r\n\r\nexport {};"), "{found}");
        assert!(found.contains("text/javascript") && found.contains("Embedder-Policy: credentialless"), "{found}");
        assert!(ask("highlight/other.js").starts_with("HTTP/1.1 404 "));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
