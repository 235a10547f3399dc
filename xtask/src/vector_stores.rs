//! The vector stores that the browser tests and a benchmark call: Chroma's own server, and a stand-in for Qdrant's with
//! Qdrant's engine. They run while the tests do, on fixed ports, which the tests know, or while the benchmark does, on free
//! ones.

use std::{
    fs::{self, File},
    io::{Read, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{
    child,
    failure::{Failure, Result},
    project::{Project, fresh_folder},
    setup::{python_modules, require_python},
    wasm_module::target_folder,
};

/// Ports of the servers: also in `tests/browser/tests/in_browser/vector_stores.rs`.
const CHROMA: u16 = 18_871;
const QDRANT: u16 = 18_872;
/// The key that the stand-in for Qdrant requires; the tests know it, too. No secret: it listens on this computer only.
const QDRANT_KEY: &str = "k3y-of-the-stand-in";

/// Chroma takes a few seconds; a busy machine takes longer.
const LONGEST_START: Duration = Duration::from_secs(120);

/// The running servers. Dropping it stops them.
pub(crate) struct VectorStores(Vec<Server>);

struct Server {
    child: Child,
}

impl VectorStores {
    /// Starts both servers for the tests.
    pub(crate) fn start(project: &Project) -> Result<Self> {
        Self::start_on(project, [CHROMA, QDRANT], "vector-stores")
    }

    /// Starts both servers for the benchmark. Also returns what it is given: the addresses as JSON.
    pub(crate) fn start_anywhere(project: &Project) -> Result<(Self, String)> {
        let ports = free_ports().map_err(|error| Failure::new(format!("No port is free: {error}."), ""))?;
        let [chroma, qdrant] = ports;
        let addresses = format!(
            r#"[{{"program":"chroma","address":"http://127.0.0.1:{chroma}"}},{{"program":"qdrant","address":"http://127.0.0.1:{qdrant}","key":"{QDRANT_KEY}"}}]"#
        );
        Ok((Self::start_on(project, ports, "bench-vector-stores")?, addresses))
    }

    /// Starts both servers with no data, in a folder of the target folder, and waits until they answer.
    fn start_on(project: &Project, [chroma, qdrant]: [u16; 2], folder: &str) -> Result<Self> {
        let folder = target_folder(project)?.join(folder);
        fresh_folder(&folder)?;
        let start = |script, port, more| Server::start(project, script, port, &folder, more);
        let servers = vec![start("chroma.py", chroma, None)?, start("qdrant-stand-in.py", qdrant, Some(QDRANT_KEY))?];
        let mut started = Self(servers);
        started.0[0].wait(chroma, "/api/v2/version", &log(&folder, "chroma.py"))?;
        started.0[1].wait(qdrant, "/", &log(&folder, "qdrant-stand-in.py"))?;
        Ok(started)
    }
}

/// Two ports that nobody uses now.
fn free_ports() -> std::io::Result<[u16; 2]> {
    // Both are held, so that they differ.
    let held = [TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?, TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?];
    Ok([held[0].local_addr()?.port(), held[1].local_addr()?.port()])
}

impl Server {
    /// Starts a script of the tests. It ends when its standard input is closed: with this program, however that ends.
    fn start(project: &Project, script: &str, port: u16, folder: &Path, more: Option<&str>) -> Result<Self> {
        if let Err(error) = TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            return Err(Failure::new(
                format!("Port {port}, which is for a vector store of the tests, cannot be used: {error}."),
                "End the program that uses it, perhaps another run of these tests, and run the command again.",
            ));
        }
        let log = log(folder, script);
        let output = File::create(&log).map_err(|error| Failure::file("write", &log, &error))?;
        let errors = output.try_clone().map_err(|error| Failure::file("write", &log, &error))?;
        let mut command = child::command(project, require_python(project)?);
        command
            .arg(project.root.join("tests/browser/peers").join(script))
            .arg(port.to_string())
            .arg(folder)
            .args(more)
            .env("PYTHONPATH", python_modules(project))
            .stdin(Stdio::piped())
            .stdout(output)
            .stderr(errors);
        let child = command.spawn().map_err(|error| child::not_started(&command, &error))?;
        Ok(Self { child })
    }

    /// Waits until it answers.
    fn wait(&mut self, port: u16, path: &str, log: &Path) -> Result<()> {
        let start = Instant::now();
        while !answers(port, path) {
            let has_ended = !matches!(self.child.try_wait(), Ok(None));
            if has_ended || start.elapsed() > LONGEST_START {
                let printed = fs::read_to_string(log).unwrap_or_default();
                return Err(Failure::new(
                    format!("A vector store did not start. {}:\n{printed}", log.display()),
                    "Remove `vector-stores-…` from the folder of the tools and run `cargo xtask setup --for test`.",
                ));
            }
            thread::sleep(Duration::from_millis(100));
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Errors mean that it has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn log(folder: &Path, script: &str) -> PathBuf {
    folder.join(format!("{script}.txt"))
}

/// Whether a server answers with success.
fn answers(port: u16, path: &str) -> bool {
    let ask = || {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        write!(stream, "GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n\r\n")?;
        let mut head = [0; 12];
        stream.read_exact(&mut head)?;
        Ok::<_, std::io::Error>(head.starts_with(b"HTTP/1.1 200"))
    };
    ask().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tests_know_the_ports_and_the_key() {
        let file = Project::find().unwrap().root.join("tests/browser/tests/in_browser/vector_stores.rs");
        let tests = fs::read_to_string(file).unwrap();
        for known in [format!("127.0.0.1:{CHROMA}"), format!("127.0.0.1:{QDRANT}"), QDRANT_KEY.to_owned()] {
            assert!(tests.contains(&format!("{known}\"")), "{known}");
        }
    }

    #[test]
    fn two_ports_are_free_and_differ() {
        let [one, other] = free_ports().unwrap();
        assert_ne!(one, other);
        assert!([one, other].iter().all(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok()));
    }

    #[test]
    fn a_port_that_is_taken_is_named() {
        let project = Project::find().unwrap();
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let started = Server::start(&project, "chroma.py", port, Path::new("."), None);
        assert!(started.is_err_and(|failure| failure.cause.contains(&port.to_string())));
    }
}
